//! Misère play of heaps and of rows of stones by the quotient, against plain recursion that knows no theory.

use std::collections::HashMap;

use nimfield::periods::{PeriodQuery, find as find_period};
use nimfield::quotients::{ClaimedQuotient, QuotientQuery, check, find};
use nimfield::words::ReasonKind;
use nimfield::{Analyzer, Answer, Budget, Outcome, Play, Query, read};

/// Who wins rows of pins when a move takes one or two neighbours and the last one loses.
#[derive(Default)]
struct Pins(HashMap<Vec<u32>, bool>);

impl Pins {
    fn is_p(&mut self, rows: &[u32]) -> bool {
        let mut rows: Vec<u32> = rows.iter().copied().filter(|&row| row > 0).collect();
        rows.sort_unstable();
        if let Some(&known) = self.0.get(&rows) {
            return known;
        }
        // Who has no move has won.
        let mut is_p = !rows.is_empty();
        for (at, &row) in rows.iter().enumerate() {
            let rest = [&rows[..at], &rows[at + 1..]].concat();
            for taken in 1..=row.min(2) {
                for left in 0..=(row - taken) / 2 {
                    let after = [&rest[..], &[left, row - taken - left]].concat();
                    is_p = is_p && !self.is_p(&after);
                }
            }
        }
        self.0.insert(rows, is_p);
        is_p
    }
}

fn misere(text: &str) -> Answer {
    let mut analyzer = Analyzer::new(Query::play(Play::Misere), Budget::unlimited());
    analyzer.analyze(&read(text).unwrap())
}

fn is_by_quotient(answer: &Answer) -> bool {
    answer.reason.kind == ReasonKind::Theorem && answer.reason.text.contains("misère quotient")
}

/// Heaps, rows of a board and both together.
#[test]
fn kayles_is_decided_by_its_quotient() {
    let mut pins = Pins::default();
    let mut decided = 0;
    let written = |rows: &[u32]| {
        let board = rows.iter().map(|&row| "1".repeat(row as usize) + "0");
        format!("lines(max=2)[{}]", board.collect::<String>())
    };
    for a in [20, 21] {
        for b in [0, 2] {
            let is_p = pins.is_p(&[a, b]);
            let texts = [
                format!("kayles[{a},{b}]"),
                written(&[a, b]),
                format!("lines(max=2)[1x{a}] + code(0.77)[{b}]"),
            ];
            for text in texts {
                let answer = misere(&text);
                assert_eq!(answer.outcome, Some(Outcome::impartial(is_p)), "{text}");
                let moves = answer.winning_moves.len();
                assert_eq!(moves == 0, is_p, "{text}: {moves} winning moves");
                decided += u32::from(is_by_quotient(&answer));
            }
        }
    }
    assert!(decided > 10, "{decided}");
}

/// Boards whose stones are no rows apart, and moves that take no runs, are no heaps.
#[test]
fn other_stones_are_not_heaps() {
    let code = |text: &str| {
        let sum = read(text).unwrap();
        let (rules, mut heaps) = sum.components()[0].in_code()?;
        heaps.sort_unstable();
        Some((rules.to_string(), heaps))
    };
    let heaps = |rules: &str, heaps: &[u32]| Some((rules.to_string(), heaps.to_vec()));
    assert_eq!(
        code("lines(max=2)[1110/0001/1100]"),
        heaps("0.77", &[1, 2, 3])
    );
    assert_eq!(code("lines(max=2)[10/10/01]"), heaps("0.77", &[1, 2]));
    assert_eq!(
        code("lines(min=2,max=3)[11011111]"),
        heaps("0.077", &[2, 5])
    );
    assert_eq!(code("tactix[1x7]"), heaps("0.[7]", &[7]));
    assert_eq!(code("triangle[1/00/111]"), heaps("0.[7]", &[1, 3]));
    for other in [
        "lines(max=2)[11/10]",
        "lines(any,max=2)[1x4]",
        "efr[1x4]",
        "tactix[2x2]",
    ] {
        assert_eq!(code(other), None, "{other}");
    }
}

/// A proved law holds for heaps of any size, and a quotient that grows too far is left to the search.
#[test]
fn large_heaps_need_a_proved_quotient() {
    // Take one, two or three from a heap: heaps are worth their remainders modulo 4 as nim heaps.
    for n in 1_000_000_000..1_000_000_004 {
        let answer = misere(&format!("code(0.333)[{n}]"));
        assert_eq!(answer.outcome, Some(Outcome::impartial(n % 4 == 1)), "{n}");
        assert!(is_by_quotient(&answer), "{}", answer.reason.text);
    }
    let answer = misere("code(take 1,2,3)[1000000001,1000000002,1000000003]");
    assert_eq!(answer.outcome, Some(Outcome::P), "1 + 2 + 3 in misere nim");
}

/// A reason names the quotient of the heaps that a sum needs, whatever was asked before. 167 heaps of Kayles prove its law.
#[test]
fn reasons_do_not_depend_on_what_was_asked_before() {
    let mut analyzer = Analyzer::new(Query::play(Play::Misere), Budget::unlimited());
    for heap in [30, 180, 30, 24, 166, 167, 168, 400, 60] {
        let text = format!("kayles[{heap},{heap}]");
        let reason = analyzer.analyze(&read(&text).unwrap()).reason.text;
        assert_eq!(reason, misere(&text).reason.text);
        let known = format!("heaps of 0.77 to {}", heap.min(167));
        assert!(reason.contains(&known), "{reason}");
        assert_eq!(reason.contains("that of all heaps"), heap >= 167, "{heap}");
    }
}

fn claimed(text: &str) -> (QuotientQuery, ClaimedQuotient) {
    let query = QuotientQuery::new(text);
    let report = find(&query, &Budget::unlimited()).unwrap();
    let query = QuotientQuery {
        up_to: report.up_to,
        ..query
    };
    (query, ClaimedQuotient::of(&report))
}

/// What a certificate says is proved again, and every false word of it refused.
#[test]
fn claimed_quotients_are_proved() {
    let (query, claimed) = claimed("code(0.123)[n]");
    let proved = |claimed: &ClaimedQuotient| check(&query, claimed, &Budget::unlimited()).unwrap();
    let report = proved(&claimed).unwrap();
    assert_eq!(
        (report.quotient.order(), report.quotient.p_portion().len()),
        (20, 5)
    );
    assert!(report.stable.is_some());
    let mut others = vec![claimed.clone(); 4];
    others[0].claim.p_portion.pop();
    others[1].law = Some(("subtraction".to_string(), 6, 5));
    others[2].positions.pop();
    others[3].claim.generators.swap(0, 1);
    let order = claimed.claim.steps.len() as u32;
    for at in 0..claimed.claim.classes.len() {
        let mut other = claimed.clone();
        other.claim.classes[at] = (other.claim.classes[at] + 1) % order;
        others.push(other);
    }
    for class in 0..order as usize {
        let mut other = claimed.clone();
        let step = &mut other.claim.steps[class][class % claimed.claim.generators.len()];
        *step = (*step + 1) % order;
        others.push(other);
    }
    for other in others {
        assert!(proved(&other).is_err(), "{other:?}");
    }
}

/// The terms of rows begin with the empty row, which is not a board.
#[test]
fn rows_have_the_period_of_their_code() {
    let found = |text: &str| {
        let query = PeriodQuery {
            play: Some(Play::Normal),
            ..PeriodQuery::new(text)
        };
        find_period(&query, &Budget::unlimited()).unwrap()
    };
    let (rows, heaps) = (found("lines(max=2)[1xn]"), found("code(0.77)[n]"));
    assert_eq!((rows.first, &rows.terms), (0, &heaps.terms));
    assert_eq!(
        (rows.law, rows.exceptions()),
        (heaps.law, heaps.exceptions())
    );
    assert_eq!(rows.exceptions().last(), Some(&70));
}

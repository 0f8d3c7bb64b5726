//! Misère play of heaps and of rows of stones by the quotient, against plain recursion without theory.

use std::collections::HashMap;
use std::sync::atomic::Ordering;

use nimfield::periods::{PeriodQuery, find as find_period};
use nimfield::quotients::{LawOfClasses, QuotientCertificate, QuotientQuery, find};
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
        // A player who has no move has won.
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

/// If the search for a quotient failed for one heap of a table, it is not tried again for the next one.
#[test]
fn a_quotient_is_given_up_once() {
    let (budget, left) = Budget::unlimited().cancel_after(u64::MAX);
    let mut analyzer = Analyzer::new(Query::play(Play::Misere), budget);
    let mut polls = |text: &str| {
        let before = left.load(Ordering::Relaxed);
        let answer = analyzer.analyze(&read(text).unwrap());
        assert!(!is_by_quotient(&answer), "{text}");
        before - left.load(Ordering::Relaxed)
    };
    let first = polls("grundy[34]");
    let second = polls("grundy[35]");
    assert!(second < first / 10, "{first}, then {second}");
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

/// Boards whose stones do not form separate rows, and moves that do not take runs, are not heaps.
#[test]
fn other_stones_are_not_heaps() {
    let code = |text: &str| {
        let sum = read(text).unwrap();
        let (rules, mut heaps) = sum.components()[0].as_code_heaps()?;
        heaps.sort_unstable();
        Some((rules.to_string(), heaps))
    };
    let heaps = |rules: &str, heaps: &[u128]| Some((rules.to_string(), heaps.to_vec()));
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

/// A proved law holds for heaps of any size; if a quotient becomes too large, the search decides.
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

/// A reason names the quotient of the heaps that a sum needs, regardless of earlier queries. 167 heaps of Kayles prove
/// its law.
#[test]
fn reasons_do_not_depend_on_what_was_asked_before() {
    let mut analyzer = Analyzer::new(Query::play(Play::Misere), Budget::unlimited());
    for heap in [30, 180, 30, 24, 166, 167, 168, 400, 60] {
        let text = format!("kayles[{heap},{heap}]");
        let reason = analyzer.analyze(&read(&text).unwrap()).reason.text;
        assert_eq!(reason, misere(&text).reason.text);
        let known = format!("heaps of 0.77 to {}", heap.min(167));
        assert!(reason.contains(&known), "{reason}");
        assert_eq!(
            reason.contains("the quotient of all heaps"),
            heap >= 167,
            "{heap}"
        );
    }
}

/// The statements of a certificate are proved again, and every false one is refused.
#[test]
fn claimed_quotients_are_proved() {
    let query = QuotientQuery::new("code(0.123)[n]");
    let report = find(&query, &Budget::unlimited()).unwrap();
    let claimed = QuotientCertificate::of(&report, 'n');
    let proved = |claimed: &QuotientCertificate| {
        let checked = claimed
            .clone()
            .check(query.reader.clone(), &Budget::unlimited());
        checked.unwrap()
    };
    let report = proved(&claimed).unwrap();
    assert_eq!(
        (report.quotient.order(), report.quotient.p_portion().len()),
        (20, 5)
    );
    assert!(report.stable.is_some());
    let mut others = vec![claimed.clone(); 4];
    others[0].p_portion.pop();
    others[1].law = Some(LawOfClasses {
        theorem: "subtraction".to_string(),
        preperiod: 6,
        period: 5,
    });
    others[2].positions.pop();
    others[3].generators.swap(0, 1);
    let order = claimed.steps.len() as u32;
    for at in 0..claimed.classes.len() {
        let mut other = claimed.clone();
        other.classes[at] = (other.classes[at] + 1) % order;
        others.push(other);
    }
    for class in 0..order as usize {
        let mut other = claimed.clone();
        let step = &mut other.steps[class][class % claimed.generators.len()];
        *step = (*step + 1) % order;
        others.push(other);
    }
    for other in others {
        assert!(proved(&other).is_err(), "{other:?}");
    }
}

/// The terms for rows start with the empty row, which is not a board.
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

/// The values of heaps by the definition: a move takes one of these amounts and, if it may, splits the rest.
fn values_of_heaps(amounts: &[usize], splits: bool) -> Vec<u128> {
    let mut values: Vec<u128> = Vec::new();
    for heap in 0..500_usize {
        let rests = amounts.iter().filter_map(|&taken| heap.checked_sub(taken));
        let options = rests.flat_map(|rest| {
            let small = if splits { 0..=rest / 2 } else { 0..=0 };
            small.map(move |a| (a, rest - a))
        });
        let options: Vec<u128> = options.map(|(a, b)| values[a] ^ values[b]).collect();
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

/// A heap of any size has the value of one that is as far in its period, and the listed moves leave what they say.
#[test]
fn laws_give_values_and_moves_of_heaps_of_any_size() {
    let kayles = values_of_heaps(&[1, 2], true);
    let three = values_of_heaps(&[1, 2, 3], false);
    let query = Query {
        value: true,
        ..Query::play(Play::Normal)
    };
    let mut replayed = 0;
    for (game, values, period) in [
        ("kayles", &kayles, 12),
        ("code(0.77)", &kayles, 12),
        ("subtraction(3)", &three, 4),
        ("code(take 1,2,3)", &three, 4),
    ] {
        for size in [
            (1 << 20) - 1,
            1 << 20,
            (1 << 20) + 1,
            (1 << 31) - 1,
            1 << 31,
            (1 << 31) + 1,
            (1 << 32) + 5,
            1_000_000_000,
            1_000_000_000_000_000_007_u128,
        ] {
            for beside in [None, Some(5_u128)] {
                let place = 240 + (size % period) as usize;
                let other = beside.map_or(0, |beside| values[beside as usize]);
                let heaps = [Some(size), beside].map(|heap| heap.map(|heap| heap.to_string()));
                let text = format!(
                    "{game}[{}]",
                    heaps.into_iter().flatten().collect::<Vec<_>>().join(",")
                );
                let sum = read(&text).unwrap();
                let answer = Analyzer::new(query.clone(), Budget::unlimited()).analyze(&sum);
                let value = values[place] ^ other;
                let expected = if value == 0 { Outcome::P } else { Outcome::N };
                assert_eq!(answer.outcome, Some(expected), "{text}");
                let heap = nimfield::Grundy::from(value);
                assert_eq!(answer.value_text().unwrap(), heap.to_string(), "{text}");
                let moves = answer.winning_moves;
                assert_eq!(moves.is_empty(), value == 0, "{text}");
                for mv in moves.iter().take(3) {
                    let after = sum.after(&mv.mv).unwrap();
                    let answer = Analyzer::new(query.clone(), Budget::unlimited()).analyze(&after);
                    assert_eq!(answer.outcome, Some(Outcome::P), "{text} {}", mv.mv);
                    replayed += 1;
                }
            }
        }
    }
    assert!(replayed > 100, "{replayed}");
}

/// A law of classes serves heaps of any size, with their winning moves. What it says of a large heap is what it says of the
/// least one with the same class.
#[test]
fn heaps_beyond_32_bits_are_decided() {
    for (game, period, least) in [
        ("kayles", 12, 96),
        ("subtraction(3)", 4, 24),
        ("code(0.3)", 2, 20),
    ] {
        for offset in 0..3 {
            for power in [1u128 << 32, 1 << 33, 1 << 60] {
                let heap = power - 1 + offset;
                let small = least + (heap - least) % period;
                let (large, small) = (format!("{game}[{heap}]"), format!("{game}[{small}]"));
                let mut analyzer = Analyzer::new(Query::play(Play::Misere), Budget::default());
                let [large, small] =
                    [large, small].map(|text| analyzer.analyze(&read(&text).unwrap()));
                assert_eq!(large.outcome, small.outcome, "{}", large.position);
                assert!(large.outcome.is_some(), "{}", large.position);
                if game != "kayles" {
                    // Kayles divides its heap in more ways than are tried one by one.
                    let moves = [&large, &small].map(|answer| answer.winning_moves.len());
                    assert_eq!(moves[0], moves[1], "{}", large.position);
                }
            }
        }
    }
}

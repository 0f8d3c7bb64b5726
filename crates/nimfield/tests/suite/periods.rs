//! Laws of sums of heaps along a letter, compared with values and outcomes that are computed one by one, without
//! theorems.

use std::collections::HashMap;
use std::time::Duration;

use nimfield::periods::{
    Basis, PeriodCertificate, PeriodQuery, PeriodReport, TermsCertificate, find,
};
use nimfield::prelude::*;
use nimfield_core::component::write_number;
use nimfield_core::families::heaps::HeapRules;
use nimfield_core::sealed::Format;
use nimfield_engines::heaps::HeapValues;

fn found(text: &str, outcomes: bool, play: Play) -> PeriodReport {
    let query = PeriodQuery {
        outcomes,
        play: Some(play),
        ..PeriodQuery::new(text)
    };
    find(&query, &Budget::unlimited()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The heaps that a move may leave when it takes 0, 1, … counters, by the digits of a code.
fn moves(digits: &[u32], heap: usize) -> Vec<Vec<usize>> {
    let mut left = Vec::new();
    for (taken, digit) in digits.iter().enumerate().take(heap + 1) {
        let rest = heap - taken;
        if digit & 1 > 0 && rest == 0 {
            left.push(vec![]);
        }
        if digit & 2 > 0 && rest > 0 {
            left.push(vec![rest]);
        }
        for a in 1..rest {
            if digit & 4 > 0 && a <= rest - a {
                left.push(vec![a, rest - a]);
            }
            for b in a..rest.saturating_sub(a) {
                if digit & 8 > 0 && b <= rest - a - b {
                    left.push(vec![a, b, rest - a - b]);
                }
            }
        }
    }
    left
}

fn values(digits: &[u32], count: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..count {
        let options = moves(digits, heap).into_iter();
        let sums: Vec<u32> = options
            .map(|heaps| heaps.iter().fold(0, |sum, &heap| sum ^ values[heap]))
            .collect();
        values.push((0..).find(|value| !sums.contains(value)).unwrap());
    }
    values
}

/// A list of heaps: each a multiple of n and a number.
type Heaps = [(usize, usize)];

fn written(code: &str, heaps: &Heaps) -> String {
    let heaps = heaps.iter().map(|&(times, more)| match times {
        0 => more.to_string(),
        1 => format!("n+{more}"),
        _ => format!("{times}n+{more}"),
    });
    format!("code({code})[{}]", heaps.collect::<Vec<_>>().join(","))
}

/// The values of the heaps for n = 0, 1, …, added up.
fn sums(values: &[u32], heaps: &Heaps, count: usize) -> Vec<u32> {
    let value = |n: usize| {
        heaps
            .iter()
            .map(move |&(times, more)| values[times * n + more])
    };
    (0..count)
        .map(|n| value(n).fold(0, |sum, value| sum ^ value))
        .collect()
}

const LISTS: [&Heaps; 6] = [
    &[(2, 0)],
    &[(3, 1)],
    &[(1, 5), (0, 4)],
    &[(1, 0), (1, 3)],
    &[(2, 1), (3, 0), (0, 9)],
    &[(1, 0), (0, 6), (0, 0)],
];

/// Checks that the terms are these, and that no law with a shorter period or preperiod holds for them.
fn check(text: &str, report: &PeriodReport, terms: &[u32]) {
    for (number, &term) in (0..).zip(terms) {
        assert_eq!(report.term(number), Some(term.into()), "{text} at {number}");
    }
    let law = report.law.unwrap();
    assert!(
        terms.len() as u64 > law.preperiod + 2 * law.period,
        "{text}: {law:?}"
    );
    let holds = |from: usize, period: usize| {
        let steps = (from..terms.len() - period)
            .map(|n| i64::from(terms[n + period]) - i64::from(terms[n]));
        let mut steps: Vec<i64> = steps.collect();
        steps.dedup();
        steps.len() == 1
    };
    let (from, period) = (law.preperiod as usize, law.period as usize);
    assert!(holds(from, period), "{text}: {law:?}");
    assert!(from == 0 || !holds(from - 1, period), "{text}: {law:?}");
    assert!(
        (1..period).all(|shorter| !holds(from, shorter)),
        "{text}: {law:?}"
    );
}

#[test]
fn sums_of_heaps_obey_the_law_that_single_heaps_prove() {
    let codes: [(&str, &[u32]); 5] = [
        ("0.77", &[0, 7, 7]),
        ("0.137", &[0, 1, 3, 7]),
        ("0.333", &[0, 3, 3, 3]),
        ("4.12", &[4, 1, 2]),
        ("0.F", &[0, 15]),
    ];
    for (code, digits) in codes {
        let values = values(digits, 500);
        for heaps in LISTS {
            let text = written(code, heaps);
            let terms = sums(&values, heaps, 160);
            let report = found(&text, false, Play::Normal);
            assert!(report.proof.is_some(), "{text}");
            check(&text, &report, &terms);
            let outcomes: Vec<u32> = terms.iter().map(|&term| term.min(1)).collect();
            let report = found(&text, true, Play::Normal);
            assert!(report.proof.is_some(), "{text}");
            check(&text, &report, &outcomes);
        }
    }
}

/// Values of single heaps grow, so no constant heap has them for long; laws of other sums are observed, not proved. A
/// state file with a valid hash, but with values that are not those of the game.
#[test]
fn values_of_a_forged_state_prove_nothing() {
    let path = std::env::temp_dir().join(format!("nimfield-forged-{}", std::process::id()));
    let rules = HeapRules::read(&mut Cursor::new("0.77")).unwrap();
    let mut honest = HeapValues::new(rules);
    honest.extend(6000, &Budget::unlimited()).unwrap();
    let write = |values: &[u32]| {
        let format = Format {
            magic: *b"NIMFHEAP",
            version: 2,
            foreign: "",
        };
        let mut file = format.writer(Vec::new()).unwrap();
        file.record(*b"CODE", |out| out.extend(b"0.77")).unwrap();
        for &value in values {
            file.record(*b"VALS", |out| write_number(out, value.into()))
                .unwrap();
        }
        std::fs::write(&path, file.seal().unwrap()).unwrap();
    };
    let asked = || {
        let query = PeriodQuery {
            state: Some((path.clone(), Duration::MAX)),
            ..PeriodQuery::new("code(0.77)[n]")
        };
        find(&query, &Budget::unlimited())
    };
    // 0,1,2,1,2,… has the period 2, and a law that only begins to fail among large heaps.
    let alternating: Vec<u32> = (0..400)
        .map(|n| if n == 0 { 0 } else { 2 - n % 2 })
        .collect();
    let mut late = honest.values()[..5000].to_vec();
    late[4999] += 1;
    let mut second_half = honest.values().to_vec();
    for at in 5000..6000 {
        second_half[at] = second_half[at - 2];
    }
    for forged in [&alternating, &late, &second_half] {
        write(forged);
        let error = asked().unwrap_err().to_string();
        assert!(error.contains("but the file says"), "{error}");
    }
    write(honest.values());
    let proof = asked().unwrap().proof.unwrap().text;
    let told = "the values of the heaps below 6000 come from a file, and ";
    assert!(proof.contains(told), "{proof}");
    std::fs::remove_file(&path).unwrap();
}

/// A pile of which any number is taken. As a heap of a code, its rules end at the size of the pile.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CutOff(u128);

nimfield::displays_as_shape!(CutOff);
nimfield::by_default!(CutOff: Shown, Search, Theory);

impl Rules for CutOff {
    type Move = Move;

    const INFO: GameInfo = GameInfo {
        forms: &["pile {place} by {amount}"],
        ..GameInfo::named("cutoff", "cutoff[9]")
    };

    fn shape(&self) -> Shape {
        Shape::heaps("pile", [self.0])
    }

    fn of_numbers(piles: &[u128]) -> Result<CutOff, String> {
        match piles {
            [pile] => Ok(CutOff(*pile)),
            _ => Err("one pile".to_string()),
        }
    }

    fn moves(&self) -> Moves<'_, Move> {
        let args = |taken| [Arg::Place(0), Arg::Number(taken)];
        Box::new((1..=self.0).map(move |taken| Move::new(Self::INFO.forms[0], args(taken))))
    }
}

impl Engines for CutOff {
    fn as_code_heaps(&self) -> Option<(HeapRules, Vec<u128>)> {
        let taken: Vec<String> = (1..=self.0).map(|taken| taken.to_string()).collect();
        let rules = HeapRules::read(&mut Cursor::new(&format!("take {}", taken.join(","))));
        Some((rules.ok()?, vec![self.0]))
    }
}

#[test]
fn rules_that_depend_on_the_size_are_not_taken_for_those_of_all_sizes() {
    for text in ["cutoff[n]", "cutoff[n+3]"] {
        let query = PeriodQuery {
            reader: Games::builtin().with_game::<CutOff>().reader(),
            up_to: Some(30),
            ..PeriodQuery::new(text)
        };
        let report = find(&query, &Budget::unlimited()).unwrap();
        let terms: Vec<u32> = (0..=30).collect();
        let expected = terms
            .iter()
            .map(|n| if text == "cutoff[n]" { *n } else { n + 3 });
        assert!(
            report.terms.iter().copied().eq(expected),
            "{text}: {report:?}"
        );
        assert!(report.proof.is_none(), "{text}: {report:?}");
    }
}

#[test]
fn sums_of_growing_heaps_are_told_as_far_as_they_follow() {
    let values = values(&[0, 8], 260);
    for (heaps, of_values, of_outcomes) in [
        (&[(2, 0)][..], true, true),
        (&[(3, 2)], true, true),
        (&[(1, 0), (0, 17)], true, true),
        (&[(1, 0), (0, 5)], true, true),
        (&[(1, 0), (0, 12)], true, true),
        (&[(2, 1), (0, 5), (0, 9)], true, true),
        (&[(1, 0), (1, 1)], false, false),
    ] {
        let text = written("0.8", heaps);
        let terms = sums(&values, heaps, 80);
        let report = found(&text, false, Play::Normal);
        assert_eq!(report.proof.is_some(), of_values, "{text}");
        if of_values {
            check(&text, &report, &terms);
        }
        let outcomes: Vec<u32> = terms.iter().map(|&term| term.min(1)).collect();
        let report = found(&text, true, Play::Normal);
        assert_eq!(report.proof.is_some(), of_outcomes, "{text}");
        if of_outcomes {
            check(&text, &report, &outcomes);
        }
    }
}

/// Who wins heaps of a code when the last one to move loses.
struct Misere<'c> {
    digits: &'c [u32],
    known: HashMap<Vec<usize>, bool>,
}

impl Misere<'_> {
    fn is_p(&mut self, heaps: &[usize]) -> bool {
        let mut heaps: Vec<usize> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
        heaps.sort_unstable();
        if let Some(&known) = self.known.get(&heaps) {
            return known;
        }
        let (mut any, mut is_p) = (false, true);
        for (at, &heap) in heaps.iter().enumerate() {
            let rest = [&heaps[..at], &heaps[at + 1..]].concat();
            for left in moves(self.digits, heap) {
                any = true;
                is_p = is_p && !self.is_p(&[&rest[..], &left].concat());
            }
        }
        self.known.insert(heaps, any && is_p);
        any && is_p
    }
}

#[test]
fn misere_outcomes_of_heaps_repeat_as_their_classes_do() {
    let codes: [(&str, &[u32]); 4] = [
        ("0.77", &[0, 7, 7]),
        ("0.75", &[0, 7, 5]),
        ("0.123", &[0, 1, 2, 3]),
        ("0.33", &[0, 3, 3]),
    ];
    for (code, digits) in codes {
        let mut misere = Misere {
            digits,
            known: HashMap::new(),
        };
        for heaps in [
            &[(1, 0)][..],
            &[(1, 0), (0, 4)],
            &[(1, 1), (1, 0)],
            &[(2, 1)],
        ] {
            let text = written(code, heaps);
            let report = found(&text, true, Play::Misere);
            assert!(report.proof.is_some(), "{text}");
            let most = 22 / heaps.iter().map(|&(times, _)| times).sum::<usize>();
            for n in 0..=most {
                let sizes: Vec<usize> = heaps
                    .iter()
                    .map(|&(times, more)| times * n + more)
                    .collect();
                let expected = u128::from(!misere.is_p(&sizes));
                assert_eq!(report.term(n as u64), Some(expected), "{text} at {n}");
            }
        }
    }
}

/// The proof needs the heaps below 168. With a smaller bound, the observed law remains.
#[test]
fn bounds_leave_what_is_seen() {
    for (last, proved) in [(83, false), (84, true), (85, true)] {
        let query = PeriodQuery {
            up_to: Some(last),
            ..PeriodQuery::new("code(0.77)[2n]")
        };
        let report = find(&query, &Budget::unlimited()).unwrap();
        assert_eq!(report.proof.is_some(), proved, "{last}");
    }
}

/// A move takes an allowed amount from one pile: a rule file, and which amounts are allowed.
type Allows = (&'static str, fn(usize) -> bool);

const AMOUNTS: [Allows; 9] = [
    ("move same 1,4 from each", |k| matches!(k, 1 | 4)),
    ("move same 1..3 from each", |k| k <= 3),
    ("move same odd from each", |k| k % 2 == 1),
    ("move same any from each", |_| true),
    ("move same 2..any from each", |k| k >= 2),
    ("move same all but 2,5 from each", |k| k != 2 && k != 5),
    ("move same 3..9 step 3, 11 from each", |k| {
        matches!(k, 3 | 6 | 9 | 11)
    }),
    ("move same 2..any step 3 from each", |k| k % 3 == 2),
    (
        "move same even from each\nmove same 3,9..any step 3 from each",
        |k| k % 2 == 0 || k == 3 || (k >= 9 && k % 3 == 0),
    ),
];

fn file(text: &str) -> Result<String, String> {
    let moves = match text
        .strip_prefix("moves-")
        .and_then(|rest| rest.split('.').next())
    {
        Some(number) => AMOUNTS[number.parse::<usize>().unwrap()].0,
        None => text,
    };
    Ok(format!("name Taking\npiles any\n{moves}\n"))
}

#[test]
fn rule_files_of_single_piles_are_codes() {
    for (number, (moves, allows)) in AMOUNTS.iter().enumerate() {
        let mut values: Vec<u32> = Vec::new();
        for pile in 0..300 {
            let taken = (1..=pile).filter(|&taken| allows(taken));
            let options: Vec<u32> = taken.map(|taken| values[pile - taken]).collect();
            values.push((0..).find(|value| !options.contains(value)).unwrap());
        }
        for (heaps, terms) in [
            ("[n]", values.clone()),
            (
                "[n, 2n+1, 5]",
                (0..140)
                    .map(|n| values[n] ^ values[2 * n + 1] ^ values[5])
                    .collect(),
            ),
        ] {
            let text = format!("@moves-{number}.game{heaps}");
            let query = PeriodQuery {
                reader: nimfield::Games::builtin().reader().files(file),
                up_to: Some(1000),
                ..PeriodQuery::new(&text)
            };
            let report =
                find(&query, &Budget::unlimited()).unwrap_or_else(|error| panic!("{error}"));
            for (n, &term) in (0..).zip(&terms) {
                let found = report.term(n);
                // A law that is not proved ends when enough terms were observed.
                assert!(
                    found == Some(term.into()) || found.is_none() && n > 60,
                    "{moves}: {text} at {n}"
                );
            }
        }
    }
}

/// If another rule decides outcomes, the piles are not heaps of a code.
#[test]
fn other_rule_files_are_no_codes() {
    let code = |rules: &str| {
        let text = format!("name Other\n{rules}\n");
        let load = move |_: &str| Ok(text.clone());
        let games = nimfield::Games::builtin();
        let sum = games
            .reader()
            .files(&load)
            .read("@other.game[3,4]")
            .unwrap();
        let component = &sum.components()[0];
        let (rules, heaps) = component.as_code_heaps()?;
        Some((rules.to_string(), heaps))
    };
    let single = code("piles any\nmove same 2,3 from each");
    assert_eq!(single, Some(("0.033".to_string(), vec![3, 4])));
    for rules in [
        "piles any\nmove same powers of 2 from each",
        "piles any\nmove same 1..3 from pairs",
        "piles any\nmove same 1..3 from each\nmove same 1 from pairs",
        "piles any\nmove same 1..3 from each where x > 2",
        "piles any\nmove any 1..3 from all",
        "piles any\nmove same 1..2000 from each",
        "piles 2\nmove same 1..3 from 1",
    ] {
        assert_eq!(code(rules), None, "{rules}");
    }
}

/// Two of three piles of Nim are twice the third: its moves grow, and a law of an expression of them is observed, not
/// proved.
#[test]
fn expressions_are_looked_at_along_a_letter() {
    let of = |expression: &str| {
        let query = PeriodQuery {
            expression: Some(expression.to_string()),
            up_to: Some(40),
            ..PeriodQuery::new("nim[n,2n]")
        };
        find(&query, &Budget::unlimited())
    };
    let moves = of("moves").unwrap();
    assert_eq!(moves.terms, (0..=40).map(|n| 3 * n).collect::<Vec<u32>>());
    assert!(moves.proof.is_none() && moves.law.is_some_and(|law| law.saltus == 3));
    let odd = of("odd(n) + 2P").unwrap();
    let law = odd.law.unwrap();
    assert_eq!((law.preperiod, law.period, law.saltus), (1, 2, 0));
    assert!(
        of("value - 1")
            .unwrap_err()
            .to_string()
            .contains("n = 0 is -1")
    );
    assert!(of("value +").is_err());
}

/// Two coins of Welter's game are never on the same square.
#[test]
fn a_number_without_a_position_is_named() {
    let welter = |up_to| {
        let query = PeriodQuery {
            up_to: Some(up_to),
            ..PeriodQuery::new("welter[n,5]")
        };
        find(&query, &Budget::unlimited()).map_err(|error| error.to_string())
    };
    assert_eq!(welter(4).unwrap().terms.len(), 5);
    assert!(
        welter(5)
            .unwrap_err()
            .starts_with("welter[n,5] is not a position for n = 5")
    );
}

/// A term that is not a small number is an error that names it, and one that was not decided names its position: neither
/// is a request to cancel.
#[test]
fn terms_that_are_missing_are_named() {
    for (text, number, value) in [("nim[w+n]", 1, "w+1"), ("nimbers[(w,n)]", 1, "w")] {
        let error = find(&PeriodQuery::new(text), &Budget::unlimited()).unwrap_err();
        let why = format!(
            "a term must be a number from 0 to 2^32-1, but that of n = {number} is {value}"
        );
        assert_eq!(error.to_string(), why);
    }
    let query = PeriodQuery {
        up_to: Some(30),
        ..PeriodQuery::new("lines(max=2)[1xn]")
    };
    let small = Budget::unlimited().bytes(1 << 10);
    let stopped = find(&query, &small).unwrap().stopped.unwrap();
    let position = "lines(max=2)[1x3]";
    assert_eq!(
        stopped.to_string(),
        format!("stopped at {position}, which was not decided within the budget")
    );
    let games = nimfield::Games::builtin()
        .with_rules_text("b", "piles 2\nmove same any from each and all\nblock 1\n")
        .unwrap();
    let query = PeriodQuery {
        reader: games.reader(),
        ..PeriodQuery::new("b[2,n]")
    };
    let error = find(&query, &Budget::unlimited()).unwrap_err();
    let why = "positions of this game have only outcomes; --outcomes finds their period";
    assert_eq!(error.to_string(), why);
    let outcomes = PeriodQuery {
        outcomes: true,
        ..query
    };
    assert!(find(&outcomes, &Budget::unlimited()).is_ok());
}

/// Rows of vector games and codes with repeating digits are proved by a state that returns.
#[test]
fn rows_of_vector_games_and_repeating_digits_are_proved() {
    let rules = "piles 2\nmove any from each\nmove vector 2,2 times any from pairs\n";
    let bounded =
        "piles 2\nmove any from each\nmove any 1..3 from pairs where k + l <= 4 and k != l\n";
    let mixed = "piles 2\nmove same any from 1\nmove any 1..4 at least 1 from pairs where odd(k + l)\nmove vector 1,2 times 1..5 from 1,2 where k < 3\n";
    let games = nimfield::Games::builtin()
        .with_rules_text("v", rules)
        .and_then(|games| games.with_rules_text("w", bounded))
        .and_then(|games| games.with_rules_text("x", mixed))
        .unwrap();
    for text in ["v[3,n]", "v[n,3]", "w[3,n]", "w[n,2]", "x[2,n]", "x[n,4]"] {
        let query = PeriodQuery {
            reader: games.reader(),
            ..PeriodQuery::new(text)
        };
        let report = find(&query, &Budget::unlimited()).unwrap();
        let proof = report.proof.clone().unwrap();
        assert_eq!(proof.theorem, Some("returning state"), "{text}");
        for number in [0, 5, 200, 1000] {
            let position = games.read(&text.replace('n', &number.to_string())).unwrap();
            let query = nimfield::Query::value(Play::Normal, 100);
            let answer = nimfield::Analyzer::new(query, Budget::unlimited()).analyze(&position);
            let value = answer.value.and_then(|value| value.finite());
            assert_eq!(report.term(number), value, "{position}");
        }
    }
    let report = find(&PeriodQuery::new("code(0.[30])[n]"), &Budget::unlimited()).unwrap();
    assert_eq!(report.proof.unwrap().theorem, Some("repeating digits"));
    assert_eq!(
        report.law.map(|law| (law.preperiod, law.period)),
        Some((0, 2))
    );
}

#[test]
fn certificates_without_terms_or_with_more_than_any_table_are_refused() {
    let reader = || Games::builtin().reader();
    let report = find(&PeriodQuery::new("code(0.77)[n]"), &Budget::unlimited()).unwrap();
    let needed = report.terms.len() as u64;
    let checked = |terms| {
        let mut certificate = PeriodCertificate::of(&report).unwrap();
        certificate.terms = terms;
        let checked = certificate.check(reader(), &Budget::unlimited());
        checked.map(|proof| proof.is_some())
    };
    let error = |terms| checked(terms).unwrap_err().to_string();
    assert_eq!(error(0), "there are too few terms");
    assert!(!checked(1).unwrap());
    for terms in [needed, needed + 1, (1 << 31) + 1] {
        assert!(checked(terms).unwrap(), "{terms}");
    }
    for terms in [(1 << 31) + 2, u64::MAX] {
        assert_eq!(error(terms), "a certificate has at most 2^31+1 terms");
    }
}

/// A proved period of a sum of heaps or of a row of outcomes has a certificate, which is refused if anything in it is
/// altered. Further tests, with a second checker, are in `tests/checker/run.py`.
#[test]
fn periods_of_sums_and_rows_are_certified() {
    let reader = || Games::builtin().reader();
    for (text, play, outcomes) in [
        ("kayles[n,2n+1]", Play::Normal, false),
        ("kayles[n,2n+1]", Play::Normal, true),
        ("code(0.137)[n-3,5]", Play::Normal, true),
        ("code(all but 2)[n,3]", Play::Normal, true),
        ("code(0.30[3])[n,3]", Play::Normal, true),
        ("subtraction(3)[n,4,2n]", Play::Misere, true),
        ("wythoff[n,3]", Play::Misere, true),
        ("moore(2)[n,2,1]", Play::Normal, true),
        ("crim[n,2]", Play::Normal, true),
    ] {
        let query = PeriodQuery {
            play: Some(play),
            outcomes,
            ..PeriodQuery::new(text)
        };
        let report = find(&query, &Budget::unlimited()).unwrap();
        assert!(report.proof.is_some(), "{text}");
        assert!(PeriodCertificate::of(&report).is_none(), "{text}");
        let good = TermsCertificate::of(&report).expect(text);
        let holds = |claimed: &TermsCertificate| {
            let checked = claimed.check(reader(), &Budget::unlimited());
            checked.is_ok_and(|report| report.is_some())
        };
        assert!(holds(&good), "{text}");
        type Alter = fn(&mut TermsCertificate);
        let others: [Alter; 8] = [
            |claimed| claimed.preperiod += 1,
            |claimed| claimed.period *= 2,
            |claimed| claimed.saltus += 1,
            |claimed| claimed.letter = 'z',
            |claimed| claimed.position = claimed.position.replace('n', "m"),
            |claimed| claimed.outcomes ^= true,
            |claimed| {
                claimed.play = match claimed.play {
                    Play::Normal => Play::Misere,
                    Play::Misere => Play::Normal,
                }
            },
            |claimed| match &mut claimed.by {
                Basis::Period(by) => by.preperiod += 1,
                Basis::Quotient(by) => by.classes[0] += 1,
                Basis::Law(by) => by.accepts[0] ^= true,
            },
        ];
        for (number, alter) in others.into_iter().enumerate() {
            let mut altered = good.clone();
            alter(&mut altered);
            assert!(!holds(&altered), "{text}: {number}");
        }
        // More values of single heaps prove the same, and too few do not.
        if let Basis::Period(by) = &good.by {
            for (terms, expected) in [(by.terms + 1, true), (1, false)] {
                let mut altered = good.clone();
                if let Basis::Period(by) = &mut altered.by {
                    by.terms = terms;
                }
                assert_eq!(holds(&altered), expected, "{text}: {terms} terms");
            }
        }
    }
}

/// A game of two piles: its rule file; the options of a position; whether the game is over there and won by the player
/// to move; and how many options the other player forbids.
type Piles = (
    &'static str,
    fn(usize, usize) -> Vec<(usize, usize)>,
    fn(usize, usize) -> Option<bool>,
    usize,
);

const WYTHOFF: &str = "piles 2\nmove same any from each and all";

fn steps(most: usize, a: usize, b: usize) -> Vec<(usize, usize)> {
    let one = (1..=most.min(a)).map(|k| (a - k, b));
    let other = (1..=most.min(b)).map(|k| (a, b - k));
    let both = (1..=most.min(a).min(b)).map(|k| (a - k, b - k));
    one.chain(other).chain(both).collect()
}

/// The outcomes of all positions by the definition of the rules: 0 for P, and 1 for N.
fn outcomes(piles: &Piles, play: Play, rows: usize, columns: usize) -> Vec<Vec<u32>> {
    let (_, options, over, block) = piles;
    let mut lost = vec![vec![false; columns]; rows];
    for a in 0..rows {
        for b in 0..columns {
            if let Some(won) = over(a, b) {
                lost[a][b] = won == (play == Play::Misere);
                continue;
            }
            let mut options = options(a, b);
            options.sort_unstable();
            options.dedup();
            let good = options.iter().filter(|&&(a, b)| lost[a][b]).count();
            // In misère play whoever has no move left has won.
            lost[a][b] = good <= *block && (play == Play::Normal || good < options.len());
        }
    }
    let row = |row: Vec<bool>| row.into_iter().map(|lost| u32::from(!lost)).collect();
    lost.into_iter().map(row).collect()
}

/// The outcomes along a pile are proved, also where options are forbidden or the game ends early, and agree with play by
/// the rules.
#[test]
fn automata_prove_outcomes_along_a_pile() {
    let any: fn(usize, usize) -> Vec<(usize, usize)> = |a, b| steps(usize::MAX, a, b);
    let few: fn(usize, usize) -> Vec<(usize, usize)> = |a, b| steps(2, a, b);
    let games: [Piles; 7] = [
        (WYTHOFF, any, |_, _| None, 0),
        ("block 2", any, |_, _| None, 2),
        (
            "ends where p1+p2 <= 3",
            any,
            |a, b| (a + b <= 3).then_some(false),
            0,
        ),
        (
            "ends where p1 <= 2",
            any,
            |a, _| (a <= 2).then_some(false),
            0,
        ),
        (
            "ends won where p1+p2 = 4\nends where p1+p2 < 2",
            any,
            |a, b| match a + b {
                4 => Some(true),
                0 | 1 => Some(false),
                _ => None,
            },
            0,
        ),
        (
            "piles 2\nmove same 1..2 from each and all",
            few,
            |_, _| None,
            0,
        ),
        (
            "piles 2\nmove same 1..2 from each and all\nblock 1",
            few,
            |_, _| None,
            1,
        ),
    ];
    const ROWS: usize = 4;
    const COLUMNS: usize = 200;
    for piles in games {
        let rules = match piles.0.starts_with("piles") {
            true => piles.0.to_string(),
            false => format!("{WYTHOFF}\n{}", piles.0),
        };
        let games = nimfield::Games::builtin();
        let games = games.with_rules_text("own", &format!("{rules}\n")).unwrap();
        for play in [Play::Normal, Play::Misere] {
            let all = outcomes(&piles, play, COLUMNS, COLUMNS);
            for (fixed, row) in all.iter().enumerate().take(ROWS) {
                let along = |first: bool| -> Vec<u32> {
                    let outcome = |n: usize| if first { all[n][fixed] } else { row[n] };
                    (0..COLUMNS).map(outcome).collect()
                };
                for (text, terms) in [
                    (format!("own[n,{fixed}]"), along(true)),
                    (format!("own[{fixed},n]"), along(false)),
                ] {
                    let query = PeriodQuery {
                        outcomes: true,
                        play: Some(play),
                        reader: games.reader(),
                        ..PeriodQuery::new(&text)
                    };
                    let report = find(&query, &Budget::unlimited()).unwrap();
                    let text = format!("{rules} {text} {play:?}");
                    assert!(report.proof.is_some(), "{text}: {:?}", report.unproved);
                    check(&text, &report, &terms);
                }
            }
        }
    }
}

/// Where automata prove no outcomes, the report says why.
#[test]
fn outcomes_that_automata_do_not_prove_say_why() {
    let games = nimfield::Games::builtin()
        .with_rules_text(
            "put",
            "piles 2\nmove same any from each\nmove vector 2,-1 from pairs\n",
        )
        .unwrap()
        .with_rules_text(
            "gcd",
            "piles 2\nmove same any from each where gcd(k,x) < 3\n",
        )
        .unwrap();
    for (text, up_to, why) in [
        (
            "put[n,2]",
            None,
            "the family is not closed: a move leads from (2, 2) to (0, 3)",
        ),
        ("gcd[2,n]", None, "gcd"),
        (
            "wythoff[256,n]",
            None,
            "more than 256 rows are up to this one",
        ),
        (
            "wythoff[8,n]",
            Some(20),
            "no period shows up to 20 in some row up to this one",
        ),
    ] {
        let query = PeriodQuery {
            outcomes: true,
            up_to,
            reader: games.reader(),
            ..PeriodQuery::new(text)
        };
        let report = find(&query, &Budget::unlimited()).unwrap();
        assert!(report.proof.is_none(), "{text}");
        let unproved = report.unproved.unwrap();
        assert!(unproved.contains(why), "{text}: {unproved}");
    }
    // The greatest row that is decided.
    let query = PeriodQuery {
        outcomes: true,
        ..PeriodQuery::new("wythoff[255,n]")
    };
    let report = find(&query, &Budget::unlimited()).unwrap();
    assert!(report.proof.is_some(), "{:?}", report.unproved);
}

//! Limits that remember the last move, compared with a twin whose positions contain the limit.

use std::collections::{BTreeSet, HashMap};

use nimfield::{Games, Outcome, Play};

use super::{analyzed, read};

/// The piles, and the limit.
type Limited = (Vec<u64>, u64);

/// Limits that allow the same moves are one.
fn capped(piles: Vec<u64>, limit: u64, word: &str) -> Limited {
    let largest = piles.iter().copied().max().unwrap_or(0);
    let limit = match word {
        "at least" => limit.clamp(1, largest + 1),
        "not" if limit > largest => 0,
        _ => limit.min(largest),
    };
    (piles, limit)
}

/// One pile after a move from it; `next` gives the limit after taking an amount, and a word says what it limits.
fn options((piles, limit): &Limited, (next, word): (fn(u64) -> u64, &str)) -> BTreeSet<Limited> {
    let mut found = BTreeSet::new();
    for pile in 0..piles.len() {
        for taken in 1..=piles[pile] {
            let allowed = match word {
                "at least" => taken >= *limit,
                "not" => taken != *limit,
                _ => taken <= *limit,
            };
            if allowed {
                let mut after = piles.clone();
                after[pile] -= taken;
                found.insert(capped(after, next(taken), word));
            }
        }
    }
    found
}

fn body((piles, limit): &Limited, word: &str) -> String {
    let piles: Vec<String> = piles.iter().map(u64::to_string).collect();
    format!("[{}; {word} {limit}]", piles.join(","))
}

#[test]
fn games_with_a_limit_are_those_of_the_twin() {
    type Next = fn(u64) -> u64;
    let games: [(&str, Next); 9] = [
        ("limit 2*last", |last| 2 * last),
        ("limit last\nfirst any", |last| last),
        ("limit last + 1\nfirst 2", |last| last + 1),
        ("limit 7 - last\nfirst any but all", |last| {
            7u64.saturating_sub(last)
        }),
        // At least as many as the last move.
        ("limit at least last", |last| last),
        ("limit at least last - 2\nfirst 3", |last| {
            last.saturating_sub(2)
        }),
        ("first any\nlimit at least 5 - last", |last| {
            5u64.saturating_sub(last)
        }),
        // Short Local Nim (Guy and Nowakowski 2002): not as many as the last move.
        ("limit not last", |last| last),
        ("limit not 2*last\nfirst 1", |last| 2 * last),
    ];
    for (lines, next) in games {
        let mut words = ["at least", "not"].into_iter();
        let word = words.find(|word| lines.contains(word)).unwrap_or("at most");
        let text = format!("piles any\nmove same any from each\n{lines}\n");
        let one = (0..=12).map(|pile| vec![pile]);
        let two = (0..=4).flat_map(|x| (0..=4).map(move |y| vec![x, y]));
        for piles in one.chain(two) {
            for limit in 0..=5 {
                let place = capped(piles.clone(), limit, word);
                let sum = read(&text, &body(&place, word));
                let after = sum.moves().map(|mv| sum.after(&mv).unwrap().to_string());
                let expected = options(&place, (next, word));
                let named = |own: &Limited| read(&text, &body(own, word)).to_string();
                assert_eq!(
                    after.collect::<BTreeSet<_>>(),
                    expected.iter().map(named).collect(),
                    "{text}{place:?}"
                );
                for play in [Play::Normal, Play::Misere] {
                    let value = super::value_by(
                        &place,
                        &|own| options(own, (next, word)),
                        play,
                        &mut HashMap::new(),
                    );
                    let answer = analyzed(&sum, play);
                    let outcome = if value == 0 { Outcome::P } else { Outcome::N };
                    assert_eq!(answer.outcome, Some(outcome), "{text}{place:?} {play}");
                    if play == Play::Normal {
                        let found = answer.value.and_then(|value| value.finite());
                        assert_eq!(found, Some(value.into()), "{text}{place:?}");
                    }
                }
            }
        }
    }
}

/// Whinihan 1963; Larsson and Rubinstein-Salzedo, arXiv 1509.08527: a pile is P exactly if it is a Fibonacci number.
#[test]
fn fibonacci_nim_is_lost_at_fibonacci_numbers() {
    let (mut one, mut other) = (1u128, 2u128);
    for pile in 1..=60u128 {
        let answer = analyzed(
            &nimfield::read(&format!("fibonacci[{pile}]")).unwrap(),
            Play::Normal,
        );
        if pile > one {
            (one, other) = (other, one + other);
        }
        assert_eq!(answer.outcome == Some(Outcome::P), pile == one, "{pile}");
    }
}

/// The values of CGSuite's `FibonacciNim(10)` by the amount that the last move took, from 0 on.
#[test]
fn values_of_fibonacci_nim_are_those_of_cgsuite() {
    let expected = [0, 2, 2, 2, 5, 5];
    let found = (0..6).map(|last| {
        let limit = 2 * last;
        let sum = nimfield::read(&format!("fibonacci[10; at most {limit}]")).unwrap();
        analyzed(&sum, Play::Normal)
            .value
            .and_then(|value| value.finite())
            .unwrap()
    });
    assert_eq!(found.collect::<Vec<u128>>(), expected);
}

#[test]
fn a_limit_is_printed_and_read_where_it_is_not_that_of_the_first_move() {
    for (text, printed) in [
        ("fibonacci[20]", "fibonacci[20]"),
        ("fibonacci[20; at most 19]", "fibonacci[20]"),
        ("fibonacci[20; at most 8]", "fibonacci[20; at most 8]"),
        ("fibonacci[20; at most 99]", "fibonacci[20; at most 20]"),
        ("fibonacci[0]", "fibonacci[0]"),
    ] {
        assert_eq!(nimfield::read(text).unwrap().to_string(), printed);
    }
    let games = Games::builtin();
    for (text, part) in [
        ("fibonacci[20; at most]", "expected a limit"),
        ("fibonacci[20; 3]", "one row"),
        ("subtraction(3)[20; at most 2]", "expected a pile"),
    ] {
        let error = games.reader().read(text).expect_err(text).to_string();
        assert!(error.contains(part), "{error}");
    }
    let sum = nimfield::read("fibonacci[20; at most 8]").unwrap();
    let error = sum
        .read_move("pile 1 by 9")
        .expect_err("more than the limit");
    assert!(error.message.contains("not a legal move"), "{error}");
}

#[test]
fn a_limit_from_below_is_printed_and_read_where_it_is_not_that_of_the_first_move() {
    let text = "piles 1\nmove same any from each\nlimit at least last\n";
    for (body, printed) in [
        ("[20]", "[20]"),
        ("[20; at least 0]", "[20]"),
        ("[20; at least 1]", "[20]"),
        ("[20; at least 2]", "[20; at least 2]"),
        ("[20; at least 20]", "[20; at least 20]"),
        ("[20; at least 21]", "[20; at least 21]"),
        ("[20; at least 99]", "[20; at least 21]"),
        ("[0]", "[0]"),
    ] {
        let expected = format!("@random.game{printed}");
        assert_eq!(read(text, body).to_string(), expected);
    }
    let sum = read(text, "[20; at least 8]");
    let mv = sum.read_move("pile 1 by 8").unwrap();
    assert_eq!(
        sum.after(&mv).unwrap().to_string(),
        "@random.game[12; at least 8]"
    );
    let error = sum
        .read_move("pile 1 by 7")
        .expect_err("less than the limit");
    assert!(error.message.contains("not a legal move"), "{error}");
    for (text, part) in [
        (
            "piles 1\nmove same any from each\nlimit not last\nfirst any but all\n",
            "`limit not` exclude each other",
        ),
        (
            "piles 1\nmove same any from each\nlimit least last\n",
            "unknown letter",
        ),
    ] {
        let error = nimfield_rules::RuleFile::read("@a.game", text).expect_err(text);
        assert!(error.to_string().contains(part), "{error}");
    }
}

#[test]
fn an_excluded_amount_is_printed_and_read_where_a_pile_has_it() {
    let text = "piles 2\nmove same any from each\nlimit not last\n";
    for (body, printed) in [
        ("[5,3]", "[5,3]"),
        ("[5,3; not 0]", "[5,3]"),
        ("[5,3; not 5]", "[5,3; not 5]"),
        ("[5,3; not 6]", "[5,3]"),
    ] {
        let expected = format!("@random.game{printed}");
        assert_eq!(read(text, body).to_string(), expected);
    }
    let sum = read(text, "[9,9; not 3]");
    assert!(sum.read_move("pile 1 by 3").is_err());
    let mv = read(text, "[9,9]").read_move("pile 1 by 3").unwrap();
    let refused = sum.after(&mv).unwrap_err().to_string();
    let why = "this move takes any amount but 3 from a pile";
    assert!(refused.contains(why), "{refused}");
    let mv = sum.read_move("pile 1 by 4").unwrap();
    assert_eq!(
        sum.after(&mv).unwrap().to_string(),
        "@random.game[5,9; not 4]"
    );
}

//! Laws that decide positions, beside the rules alone.

use std::collections::{BTreeSet, HashMap};

use nimfield::template::{Letter, Template};
use nimfield::{Budget, Games, NotationError, Play, Reader, Sum};
use nimfield_claims::guess::{LawCertificate, ProofQuery, prove};
use nimfield_rules::shelf;

const RULES: &str =
    "name One more\npiles 2\nmove same any from each and all\nmove vector 1,3 from pairs\n";

fn reader() -> Reader<'static> {
    let load = |name: &str| match name {
        "my.game" | "other/name.game" => Ok(RULES.to_string()),
        "block.game" => Ok(format!("{RULES}block 1\n")),
        _ => Err(format!("no file {name}")),
    };
    Games::builtin().reader().files(load)
}

fn certificate(text: &str, letters: &str, play: Play, values: bool) -> LawCertificate {
    let letters = letters.chars().map(Letter::new).collect();
    let family = Template::read(text, letters, &reader()).unwrap();
    let query = ProofQuery {
        play: Some(play),
        values,
        numeration: None,
        first: None,
        redundant: false,
        last: None,
    };
    let report = prove(&family, &query, &Budget::unlimited()).unwrap();
    LawCertificate::of(&report).expect(text)
}

/// The value of a position by its moves alone, in misère play the misère Grundy number.
fn value(position: &Sum, play: Play, known: &mut HashMap<String, u128>) -> u128 {
    let text = position.to_string();
    if let Some(&value) = known.get(&text) {
        return value;
    }
    let options = position.moves().map(|mv| position.after(&mv).unwrap());
    let options: BTreeSet<u128> = options.map(|to| value(&to, play, known)).collect();
    let mex = (0..).find(|value| !options.contains(value)).unwrap();
    let mex = if options.is_empty() && play == Play::Misere {
        1
    } else {
        mex
    };
    known.insert(text, mex);
    mex
}

/// For every small position: outcome, value and all winning moves are those of the rules.
#[test]
fn laws_decide_as_the_rules_do() {
    let budget = Budget::unlimited();
    for (text, letters, play, values, last) in [
        ("@my.game[a b]", "ab", Play::Normal, false, 12),
        ("@my.game[b a]", "ab", Play::Misere, false, 10),
        ("wythoff[a b]", "ab", Play::Normal, false, 12),
        ("nim[a b]", "ab", Play::Normal, true, 9),
        ("nim[a b c]", "abc", Play::Misere, false, 5),
        ("matrix[a b; c 0]", "abc", Play::Normal, false, 4),
        ("crim[a,b]", "ab", Play::Normal, true, 8),
        ("yama[a b]", "ab", Play::Normal, false, 9),
        ("delete[a b]", "ab", Play::Misere, false, 9),
        ("slow(2)[a b c]", "abc", Play::Misere, false, 6),
        ("rit[a b]", "ab", Play::Normal, false, 9),
        ("lctr[a,b]", "ab", Play::Normal, true, 7),
    ] {
        let law = certificate(text, letters, play, values);
        let law = law.check(&budget).unwrap();
        let family = letters
            .chars()
            .map(|letter| Letter::read(&format!("{letter}=0..{last}")));
        let family = Template::read(text, family.map(Result::unwrap).collect(), &reader()).unwrap();
        let mut known = HashMap::new();
        for numbers in family.values() {
            let written = family.with(&numbers).unwrap();
            let Ok(position) = family.position(&numbers, &budget) else {
                assert!(
                    law.decide(&written, &reader(), 100, &budget).is_err(),
                    "{written}"
                );
                continue;
            };
            let truth = value(&position, play, &mut known);
            let found = law.decide(&written, &reader(), 100, &budget).unwrap();
            assert_eq!(found.is_p, truth == 0, "{written}");
            assert_eq!(found.value, values.then_some(truth), "{written}");
            assert!(found.complete, "{written}");
            let after = position.moves().map(|mv| position.after(&mv).unwrap());
            let wins = |to: &Sum| truth > 0 && known[&to.to_string()] == 0;
            let wins: BTreeSet<String> = after.filter(wins).map(|to| to.to_string()).collect();
            let listed = found
                .moves
                .iter()
                .map(|(_, to)| reader().read(to).unwrap().to_string());
            assert_eq!(listed.collect::<BTreeSet<_>>(), wins, "{written}");
            for (mv, to) in &found.moves {
                if let Ok(mv) = position.read_move(mv) {
                    let read = reader().read(to).unwrap().to_string();
                    assert_eq!(
                        position.after(&mv).unwrap().to_string(),
                        read,
                        "{written}: {mv}"
                    );
                }
            }
        }
    }
}

#[test]
fn positions_of_any_size_are_decided() {
    let budget = Budget::unlimited();
    let certificate = certificate("@my.game[a b]", "ab", Play::Normal, false);
    let law = certificate.check(&budget).unwrap();
    let found = law
        .decide("@my.game[10^30, 5]", &reader(), 100, &budget)
        .unwrap();
    let move_to = |mv: &str, to: &str| (mv.to_string(), to.to_string());
    assert_eq!(
        found.moves,
        [move_to(
            "pile 1 by 999999999999999999999999999997",
            "@my.game[3,5]"
        )]
    );
    assert!(!found.is_p && found.complete);
    assert!(found.reason.text.contains("8 states") && found.reason.text.contains("Fibonacci"));
    // floor(10^30 phi) and that and 10^30, by digits of phi.
    let p = "@other/name.game[1618033988749894848204586834365 2618033988749894848204586834365]";
    let found = law.decide(p, &reader(), 100, &budget).unwrap();
    assert!(found.is_p && found.moves.is_empty() && found.complete);
    for (text, told) in [
        ("wythoff[3 5]", "not a position of the family"),
        ("@my.game[3 5 7]", "not a position of the family"),
        ("@my.game[3; 5]", "not a position of the family"),
        ("@block.game[3 5]", "not a position of the family"),
        ("@my.game[3 5] + nim[1]", "not a position of the family"),
        ("@my.game[3 x]", "expected a number"),
        ("@my.game[3 10^39]", "too large"),
        ("@none.game[3 5]", "no file"),
    ] {
        let error = law
            .decide(text, &reader(), 1, &budget)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains(told) && error.contains('^'),
            "{text}: {error}"
        );
    }
    let yama = Budget::unlimited();
    let many = self::certificate("yama[a b]", "ab", Play::Normal, false);
    let many = many.check(&yama).unwrap();
    for (most, complete) in [(2, false), (3, true), (4, true)] {
        let found = many
            .decide("yama[10^6 10^12]", &reader(), most, &yama)
            .unwrap();
        assert_eq!((found.moves.len(), found.complete), (most.min(3), complete));
    }
}

/// The laws of the shelf are made again, proved, and those that are stored.
#[test]
fn laws_of_the_shelf_are_proved() -> Result<(), NotationError> {
    let budget = Budget::unlimited();
    let mut bytes = 0;
    for (name, text) in shelf::LAWS {
        bytes += text.len();
        let laws: Vec<LawCertificate> = serde_json::from_str(text).unwrap();
        for stored in laws {
            assert!(stored.position.starts_with(name) && stored.files.is_empty());
            stored.check(&budget).unwrap();
            // Learned in the stored digits.
            let (a, b) = stored.numeration;
            let digits = if b == 0 {
                a.to_string()
            } else {
                format!("{a},{b}")
            };
            let letters = stored.letters.iter().copied().map(Letter::new).collect();
            let family = Template::new(&stored.position, letters)?;
            let query = ProofQuery {
                play: Some(stored.play),
                values: false,
                numeration: Some(digits.parse().unwrap()),
                first: None,
                redundant: false,
                last: None,
            };
            let made = prove(&family, &query, &budget).unwrap();
            assert_eq!(LawCertificate::of(&made), Some(stored));
        }
    }
    assert!(bytes < 30_000, "{bytes}");
    Ok(())
}

/// Kinds of moves are dropped exactly where the P-positions stay, up to some number, by the sentences alone.
#[test]
fn dropped_moves_change_nothing() {
    const LAST: u64 = 8;
    let budget = Budget::unlimited();
    for (text, dropped) in [
        ("@my.game[a b]", 2),
        ("wythoff[a b]", 0),
        // A row and a column have an empty pile: no move takes from them.
        ("matrix[a b; c 0]", 2),
    ] {
        let letters = if text.contains('c') { "abc" } else { "ab" };
        let law = certificate(text, letters, Play::Normal, false);
        let found = law.check(&budget).unwrap().droppable(&budget).unwrap();
        let family = Template::read(text, letters.chars().map(Letter::new).collect(), &reader());
        let position = family
            .unwrap()
            .position(&[7, 11, 16][..letters.len()], &budget)
            .unwrap();
        let game = position.components()[0].as_formulas().unwrap().unwrap();
        let n = game.numbers.len();
        assert_eq!(found.kinds.len(), game.moves.len());
        assert!(found.together.iter().all(|kind| found.alone.contains(kind)));
        let base = LAST + 1;
        let tuples: Vec<Vec<u64>> = (0..base.pow(letters.len() as u32))
            .map(|code| {
                (0..n)
                    .map(|at| {
                        if at < letters.len() {
                            code / base.pow(at as u32) % base
                        } else {
                            0
                        }
                    })
                    .collect()
            })
            .collect();
        // By sums, which fall with each of these moves.
        let outcomes = |without: &[usize]| {
            let mut order = tuples.clone();
            order.sort_by_key(|tuple| tuple.iter().sum::<u64>());
            let mut p: Vec<Vec<u64>> = Vec::new();
            for from in order {
                let kinds = (0..game.moves.len()).filter(|kind| !without.contains(kind));
                let leads = |to: &Vec<u64>| {
                    kinds.clone().any(|kind| {
                        let kind = &game.moves[kind];
                        let stays =
                            (0..n).all(|at| kind.changed.contains(&at) || from[at] == to[at]);
                        stays && kind.formula.holds(&[&from[..], to].concat())
                    })
                };
                if !p.iter().any(leads) {
                    p.push(from);
                }
            }
            p
        };
        let all = outcomes(&[]);
        for kind in 0..game.moves.len() {
            assert_eq!(
                outcomes(&[kind]) == all,
                found.alone.contains(&kind),
                "{text}: {kind}"
            );
        }
        assert_eq!(outcomes(&found.together), all, "{text}");
        assert_eq!(
            (found.alone.len(), found.together.len()),
            (dropped, dropped),
            "{text}"
        );
    }
}

//! Sentences about moves are compared with the rules of the games, and proved laws with tables.

use std::collections::BTreeSet;

use nimfield::laws::LawCertificate;
use nimfield::tables::{FamilyQuery, FamilyTable, Shown, TableCell};
use nimfield::template::{Letter, Template};
use nimfield::{Budget, Games, Play};
use nimfield_claims::guess::{Proof, ProofQuery, ProofReport, prove};
use nimfield_core::families::formulas::FormulaGame;
use nimfield_core::strict_json;

const QUERY: ProofQuery = ProofQuery {
    play: None,
    values: false,
    numeration: None,
    first: None,
    redundant: false,
    last: None,
};

/// Rule files by name.
fn load(name: &str) -> Result<String, String> {
    let moves = match name {
        "steps.game" => "move same 1,3 from pairs\nmove same 2 from each",
        "knights.game" => {
            "move vector 1,2 from pairs\nmove vector 2,1 from pairs\nmove same 3 from each"
        }
        "rays.game" => "move same any from each\nmove vector 1,2 times any from pairs",
        "put.game" => "move same any from each\nmove vector 2,-1 times 1..2 from pairs",
        "near.game" => "move same any from each\nmove any from pairs where abs(k-l) < 2 and x >= y",
        "mod.game" => {
            "move same any from each\nmove any from pairs where (k+l) mod 3 = 0 or min(k,l)*2 > max(x,y)/3"
        }
        "least.game" => "move any 1..2 at least 1 from all",
        "odd.game" => {
            "move same odd from each\nmove same all but 2,4 from all\nmove same 2..any step 3 from each"
        }
        "powers.game" => {
            "move same powers of 2 from each\nmove same powers of 3 from all where total > 4"
        }
        "xor.game" => "move same any from each where (x xor k) > 2",
        "yama.game" => "move vector k,-1 from pairs where k > 1\nmove same any from each",
        "free.game" => "move vector k,-l from pairs where l < k\nmove same 1 from each",
        "keep.game" => "move same any from each\nkeep p1 <= 2p2+1",
        "ends.game" => "move same any from each and all\nends where p1+p2 <= 3",
        "won.game" => {
            "move same any from each and all\nends won where p1+p2 = 4\nends where p1+p2 < 2"
        }
        "block2.game" => "move same any from each and all\nblock 2",
        "nim1.game" => "move same any from each\nblock 1",
        name => return Err(format!("no file {name}")),
    };
    Ok(format!("name Test\npiles 2\n{moves}\n"))
}

fn family(text: &str, letters: &[char]) -> Template {
    let letters = letters.iter().copied().map(Letter::new).collect();
    let games = Games::builtin();
    Template::read(text, letters, &games.reader().files(load)).unwrap()
}

/// Returns whether numbers for the further variables exist, up to a bound, so that a move is allowed.
fn allowed(game: &FormulaGame, from: &[u64], to: &[u64], most: u64) -> bool {
    game.moves.iter().any(|kind| {
        let stays = (0..from.len()).all(|at| kind.changed.contains(&at) || from[at] == to[at]);
        let base = most + 1;
        stays
            && (0..base.pow(kind.others as u32)).any(|code| {
                let others = (0..kind.others).map(|at| code / base.pow(at as u32) % base);
                let values: Vec<u64> = from.iter().chain(to).copied().chain(others).collect();
                kind.formula.holds(&values)
            })
    })
}

/// Heaps of codes are left out where they are empty.
fn without_empty_heaps(text: String) -> String {
    match text
        .strip_suffix(']')
        .and_then(|text| text.split_once(")["))
    {
        Some((name, heaps)) if name.starts_with("code") => {
            let mut heaps: Vec<&str> = heaps.split(',').filter(|&heap| heap != "0").collect();
            heaps.sort_unstable();
            format!("{name})[{}]", heaps.join(","))
        }
        _ => text,
    }
}

fn tuples(count: usize, last: u64) -> impl Iterator<Item = Vec<u64>> {
    let base = last + 1;
    (0..base.pow(count as u32)).map(move |code| {
        (0..count)
            .map(|at| code / base.pow(at as u32) % base)
            .collect()
    })
}

const FAMILIES: [(&str, &[char]); 38] = [
    ("@yama.game[a,b]", &['a', 'b']),
    ("@free.game[a,b]", &['a', 'b']),
    ("wythoff[b a]", &['a', 'b']),
    ("nim[a b c]", &['a', 'b', 'c']),
    ("matrix[a b; c 2]", &['a', 'b', 'c']),
    ("moore(2)[a b c]", &['a', 'b', 'c']),
    ("slow(2)[a b c]", &['a', 'b', 'c']),
    ("cyclic(2)[a b c]", &['a', 'b', 'c']),
    ("fraenkel(2)[a b]", &['a', 'b']),
    ("doubles[a b]", &['a', 'b']),
    ("rit[a b c]", &['a', 'b', 'c']),
    ("subtraction(3)[a b]", &['a', 'b']),
    ("code(0.33)[a b]", &['a', 'b']),
    ("code(0.123)[n]", &['n']),
    ("code(all but 2,3)[n]", &['n']),
    ("@steps.game[a,b]", &['a', 'b']),
    ("@knights.game[b,a]", &['a', 'b']),
    ("@rays.game[a,b]", &['a', 'b']),
    ("@put.game[a,b]", &['a', 'b']),
    ("@near.game[a,b]", &['a', 'b']),
    ("@mod.game[a,b]", &['a', 'b']),
    ("@least.game[a,b]", &['a', 'b']),
    ("@odd.game[a,b]", &['a', 'b']),
    ("@powers.game[a,b]", &['a', 'b']),
    ("@xor.game[a,b]", &['a', 'b']),
    ("@keep.game[a,b]", &['a', 'b']),
    ("crim[a,b,c]", &['a', 'b', 'c']),
    ("lctr[a,b,c]", &['a', 'b', 'c']),
    ("downright[a,b,c]", &['a', 'b', 'c']),
    ("rook[a,b,c]", &['a', 'b', 'c']),
    ("bishop[a,b,c]", &['a', 'b', 'c']),
    ("queen[a,b,c]", &['a', 'b', 'c']),
    ("king[a,b,c]", &['a', 'b', 'c']),
    ("knight[a,b,c]", &['a', 'b', 'c']),
    ("pnim[a,b,c]", &['a', 'b', 'c']),
    ("chomp[a,b,c]", &['a', 'b', 'c']),
    ("welter[a b c]", &['a', 'b', 'c']),
    ("rnim[a b c]", &['a', 'b', 'c']),
];

/// For every position with small numbers: the moves of the sentences are the moves of the rules.
#[test]
fn sentences_mean_the_moves_of_the_rules() {
    const SIZE: u64 = 5;
    for (text, letters) in FAMILIES {
        let family = family(text, letters);
        let position = |values: &[u64]| family.position(values, &Budget::unlimited()).ok();
        // With 0 among its rows a diagram has fewer of them; the sentences are those of the full one.
        let full = tuples(letters.len(), SIZE).filter_map(|values| {
            let sum = position(&values)?;
            let [component] = sum.components() else {
                panic!("{text}")
            };
            component.as_formulas().expect(text).ok()
        });
        let game: FormulaGame = full.max_by_key(|game| game.numbers.len()).unwrap();
        // Where each number of the game comes from: a letter, or a constant.
        let numbers = family.numbers().unwrap();
        let placed = |values: &[u64]| -> Vec<u64> {
            let number = |&(letter, by, plus): &(Option<usize>, u64, i64)| {
                (by * letter.map_or(0, |letter| values[letter]))
                    .checked_add_signed(plus)
                    .unwrap()
            };
            numbers.iter().map(number).collect()
        };
        let name = text.split('[').next().unwrap();
        for from in tuples(letters.len(), SIZE) {
            let Some(sum) = position(&from) else {
                assert!(
                    !game.domain.holds(&placed(&from)),
                    "{text}: {from:?} is no position"
                );
                continue;
            };
            assert!(
                game.domain.holds(&placed(&from)),
                "{text}: {from:?} is a position"
            );
            let after = sum.moves().map(|mv| sum.after(&mv).unwrap().to_string());
            let options: BTreeSet<String> = after.map(without_empty_heaps).collect();
            let from = placed(&from);
            let told = tuples(from.len(), SIZE + 4).filter(|to| {
                let changes = to.iter().zip(&from).filter(|(to, from)| to != from).count();
                changes > 0 && game.domain.holds(to) && allowed(&game, &from, to, 7)
            });
            let told: BTreeSet<String> = told
                .map(|to| {
                    let list: Vec<String> = to.iter().map(u64::to_string).collect();
                    let body = match text.contains(';') {
                        false => list.join(","),
                        true => format!("{} {}; {} {}", list[0], list[1], list[2], list[3]),
                    };
                    let games = Games::builtin();
                    let reader = games.reader().files(load);
                    without_empty_heaps(
                        reader.read(&format!("{name}[{body}]")).unwrap().to_string(),
                    )
                })
                .collect();
            assert_eq!(told, options, "{text} from {from:?}");
        }
    }
}

fn proof(text: &str, letters: &[char], query: &ProofQuery) -> ProofReport {
    prove(&family(text, letters), query, &Budget::unlimited()).unwrap()
}

fn is_proved(report: &ProofReport) -> bool {
    matches!(report.law, Some((_, Proof::Proved { .. })))
}

/// Proves a law, and compares it with a table that goes twice as far as the one it was learned from.
fn holds_beyond(text: &str, letters: &[char], play: Option<Play>, values: bool) -> ProofReport {
    let query = ProofQuery {
        play,
        values,
        ..QUERY
    };
    let report = proof(text, letters, &query);
    assert!(
        is_proved(&report),
        "{text}: {:?}",
        report.law.map(|(_, proof)| proof)
    );
    let (law, _) = report.law.as_ref().unwrap();
    let shown = if values {
        Shown::Values
    } else {
        Shown::Outcomes
    };
    let query = FamilyQuery {
        play,
        ..FamilyQuery::new(shown)
    };
    let family = report.family.up_to(2 * report.up_to + 3);
    let table = FamilyTable::new(family, query, Budget::unlimited()).unwrap();
    for row in table.rows() {
        let row = row.unwrap();
        let mut numbers: Vec<u128> = row.values.iter().map(|&value| value.into()).collect();
        match &row.cell {
            TableCell::Value(value) => {
                let value = value.finite().unwrap();
                for other in value.saturating_sub(2)..value + 3 {
                    numbers.push(other);
                    assert_eq!(
                        law.contains(&numbers),
                        other == value,
                        "{text}: {numbers:?}"
                    );
                    numbers.pop();
                }
            }
            cell if cell.is_empty() => {
                assert!(values || !law.contains(&numbers), "{text}: {numbers:?}")
            }
            cell => assert_eq!(law.contains(&numbers), cell.is_p(), "{text}: {numbers:?}"),
        }
    }
    report
}

#[test]
fn laws_are_proved_and_hold_beyond_their_tables() {
    let ab = &['a', 'b'][..];
    for (text, letters, play, values, digits, states) in [
        ("wythoff[a b]", ab, None, false, "Fibonacci numbers", 8),
        (
            "wythoff[a b]",
            ab,
            Some(Play::Misere),
            false,
            "Fibonacci numbers",
            14,
        ),
        ("nim[a b c]", &['a', 'b', 'c'], None, false, "base 2", 2),
        ("nim[a b]", ab, Some(Play::Misere), false, "base 2", 5),
        ("nim[a b]", ab, None, true, "base 2", 2),
        ("nim[a b]", ab, Some(Play::Misere), true, "base 2", 5),
        (
            "subtraction(3)[n]",
            &['n'],
            Some(Play::Misere),
            true,
            "base 2",
            6,
        ),
        ("@keep.game[a,b]", ab, None, false, "base 2", 2),
        (
            "fraenkel(2)[a b]",
            ab,
            None,
            false,
            "sums of 1, 3, 7, 17, …",
            10,
        ),
        (
            "matrix[a b; c 0]",
            &['a', 'b', 'c'],
            None,
            false,
            "base 2",
            5,
        ),
        (
            "moore(2)[a b c]",
            &['a', 'b', 'c'],
            None,
            false,
            "base 2",
            2,
        ),
        ("rit[a b]", ab, None, false, "base 2", 2),
        ("subtraction(3)[n]", &['n'], None, true, "base 2", 7),
        ("crim[a,b]", ab, None, false, "base 2", 7),
        ("crim[a,b]", ab, None, true, "base 2", 12),
        ("lctr[a,b]", ab, None, false, "base 2", 5),
        ("pnim[a,b]", ab, None, false, "base 2", 2),
        ("chomp[a,b]", ab, None, false, "base 2", 3),
        ("welter[a b]", ab, None, false, "base 2", 3),
        ("rnim[a b]", ab, None, false, "base 2", 4),
        ("downright[a,b]", ab, None, false, "base 2", 8),
        ("@rays.game[a,b]", ab, None, false, "base 2", 2),
        ("@steps.game[a,b]", ab, None, false, "base 2", 4),
        ("@put.game[a,b]", ab, None, false, "base 2", 2),
    ] {
        let report = holds_beyond(text, letters, play, values);
        let (law, _) = report.law.as_ref().unwrap();
        assert_eq!(
            (law.numeration().to_string().as_str(), law.states()),
            (digits, states),
            "{text}"
        );
        // The certificate stands on its own.
        let certificate = report.certificate().unwrap();
        certificate.check(&Budget::unlimited()).unwrap();
    }
}

/// Zones in which the game is over, and options that are forbidden, in both plays.
#[test]
fn laws_of_games_with_ends_and_blocks_are_proved() {
    let both = [Play::Normal, Play::Misere];
    for (name, plays) in [
        ("ends", &both[..]),
        ("won", &both[..1]),
        ("block2", &both[..1]),
        ("nim1", &both),
    ] {
        for &play in plays {
            let text = format!("@{name}.game[a,b]");
            let report = holds_beyond(&text, &['a', 'b'], Some(play), false);
            let (_, _, why) = report.verdict();
            let (why, forbids) = (why.unwrap(), ["block2", "nim1"].contains(&name));
            assert_eq!(why.contains("can be forbidden"), forbids);
            assert_eq!(why.contains("or is over and won"), name == "won");
            let certificate = report.certificate().unwrap();
            assert_eq!(certificate.files.len(), 1);
            certificate.check(&Budget::unlimited()).unwrap();
        }
    }
}

#[test]
fn what_cannot_be_proved_says_why() {
    let why = |text: &str, letters: &[char]| {
        let query = ProofQuery {
            last: Some(30),
            ..QUERY
        };
        let report = proof(text, letters, &query);
        assert!(!is_proved(&report), "{text}");
        match report.law {
            Some((_, Proof::Seen(why))) => why,
            law => panic!("{text}: {law:?}"),
        }
    };
    let ab = &['a', 'b'][..];
    assert_eq!(
        why("matrix[a a; b b]", ab),
        "the family is not closed: a move leads from (1, 1, 1, 1) to (0, 1, 0, 1)"
    );
    assert!(why("matrix[a b; b a]", ab).starts_with("the family is not closed"));
    assert!(why("nim[a b 3]", ab).starts_with("the family is not closed"));
    assert_eq!(
        why("nim[a 2a]", &['a']),
        "the family is not closed: a move leads from (1, 2) to (0, 2)"
    );
    assert_eq!(why("kayles[n]", &['n']), "a move may split a heap");
    assert_eq!(
        why("nim[a] + nim[b]", ab),
        "its numbers are not letters with coefficients and constants"
    );
}

/// Laws of more letters than a search for laws tries are checked as well.
#[test]
fn certificates_of_four_and_five_letters_are_checked() {
    for letters in [4u32, 5] {
        let names: Vec<String> = ('a'..).take(letters as usize).map(String::from).collect();
        let position = format!("nim[{}]", names.join(" "));
        let digits = 1u64 << letters;
        let even = |row: u64| u64::from(row.count_ones() % 2);
        let steps = [(0..digits).map(even).collect(), vec![1; digits as usize]];
        let of = |accepts: [bool; 2], steps: &[Vec<u64>; 2]| -> LawCertificate {
            let text = serde_json::json!({
                "certificate": "law", "version": 1, "position": position, "files": {}, "letters": names,
                "play": "normal", "values": false, "numeration": [2, 0], "accepts": accepts, "steps": steps,
            });
            strict_json::read(&text.to_string()).unwrap()
        };
        of([true, false], &steps)
            .check(&Budget::unlimited())
            .unwrap();
        let mut wrong = steps.clone();
        wrong[0][3] = 1;
        of([true, false], &wrong)
            .check(&Budget::unlimited())
            .unwrap_err();
    }
}

/// A game without values has no law of values, even if a certificate claims one.
#[test]
fn laws_of_values_are_refused_where_there_are_none() {
    let nim = proof(
        "nim[a b]",
        &['a', 'b'],
        &ProofQuery {
            values: true,
            ..QUERY
        },
    );
    let nim = nim.certificate().unwrap();
    for line in ["block 1", "ends won where p1 + p2 = 0"] {
        let rules = format!("name Test\npiles 2\nmove same any from each\n{line}\n");
        let forged = LawCertificate {
            position: "@forged.game[a b]".to_string(),
            files: [("forged.game".to_string(), rules)].into(),
            ..nim.clone()
        };
        let refused = forged.check(&Budget::unlimited()).unwrap_err().to_string();
        assert!(refused.contains("outcomes but no values"), "{refused}");
    }
}

#[test]
fn altered_certificates_are_refused() {
    let report = proof("wythoff[a b]", &['a', 'b'], &QUERY);
    let good = report.certificate().unwrap();
    let law = good.law().unwrap();
    let budget = Budget::unlimited();
    let states = good.accepts.len();
    for state in 0..states {
        let mut altered = good.clone();
        altered.accepts[state] = !altered.accepts[state];
        assert!(altered.check(&budget).is_err(), "state {state}");
        for row in 0..4 {
            for to in 0..states as u32 {
                let mut altered = good.clone();
                if altered.steps[state][row] == to {
                    continue;
                }
                altered.steps[state][row] = to;
                assert!(
                    altered.check(&budget).is_err(),
                    "state {state}, row {row}, to {to}"
                );
            }
        }
    }
    let other_play = LawCertificate {
        play: Play::Misere,
        ..good.clone()
    };
    assert!(other_play.check(&budget).is_err());
    for position in [
        "nim[a b]",
        "wythoff[a a]",
        "wythoff[a 2b]",
        "wythoff[a b c]",
        "fraenkel(2)[a b]",
    ] {
        let other = LawCertificate {
            position: position.to_string(),
            ..good.clone()
        };
        assert!(other.check(&budget).is_err(), "{position}");
    }
    let values = LawCertificate {
        values: true,
        ..good.clone()
    };
    assert!(values.law().is_err());
    let with_file = [("a.game".to_string(), String::new())].into();
    let file = LawCertificate {
        files: with_file,
        ..good.clone()
    };
    assert!(file.check(&budget).is_err());
    let short = LawCertificate {
        steps: good.steps[1..].to_vec(),
        ..good
    };
    assert!(short.check(&budget).is_err());
    assert_eq!(law.states(), states);
}

/// The laws of the atlas in the book are proved again: each 40th, and those that the page names.
#[test]
fn laws_of_the_atlas_are_proved_again() {
    let lines = include_str!("../../../../docs/src/results/data/laws.jsonl");
    let mut proved = 0;
    for line in lines.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let number = row["number"].as_u64().unwrap();
        let named = [508, 522, 507, 853, 898].contains(&number);
        if row["status"] != "proved" || !(named || number.is_multiple_of(40)) {
            continue;
        }
        let rules = row["lines"].as_str().unwrap();
        let load = |_: &str| Ok(format!("piles 2\nmove any from each\n{rules}\n"));
        let letters = ['a', 'b'].map(Letter::new).to_vec();
        let games = Games::builtin();
        let family = Template::read("@atlas.game[a b]", letters, &games.reader().files(load));
        let query = ProofQuery {
            play: Some(row["play"].as_str().unwrap().parse().unwrap()),
            ..QUERY
        };
        let report = prove(&family.unwrap(), &query, &Budget::unlimited()).unwrap();
        assert!(is_proved(&report), "{number}: {rules}");
        let (law, _) = report.law.unwrap();
        let states = row["states"].as_u64().unwrap() as usize;
        assert_eq!(law.states(), states, "{number}: {rules}");
        assert_eq!(law.numeration().to_string(), row["numeration"], "{number}");
        proved += 1;
    }
    assert!(proved > 15, "{proved}");
}

/// Two laws that only long tables show: Wythoff's game with three forbidden options, blocking 4 in Larsson's count, and with
/// amounts that differ by 0 or 2, whose states counterexamples tell apart.
#[test]
#[ignore = "a minute"]
fn laws_are_proved_from_long_tables() {
    for (rules, up_to, states) in [
        ("move same any from all\nblock 3", 960, 41),
        (
            "move any from all where abs(k-l) = 0 or abs(k-l) = 2",
            1920,
            53,
        ),
    ] {
        let load = |_: &str| Ok(format!("piles 2\nmove any from each\n{rules}\n"));
        let letters = ['a', 'b'].map(Letter::new).to_vec();
        let games = Games::builtin();
        let family = Template::read("@long.game[a b]", letters, &games.reader().files(load));
        let query = ProofQuery {
            numeration: Some("pell".parse().unwrap()),
            ..QUERY
        };
        let report = prove(&family.unwrap(), &query, &Budget::unlimited()).unwrap();
        assert!(is_proved(&report), "{rules}");
        let (law, _) = report.law.as_ref().unwrap();
        assert_eq!((report.up_to, law.states()), (up_to, states), "{rules}");
        let certificate = report.certificate().unwrap();
        certificate.check(&Budget::unlimited()).unwrap();
    }
}

//! Laws that decide positions are compared with the rules alone.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;

use nimfield::laws::{LawCertificate, ProvedLaw};
use nimfield::template::{Letter, Template};
use nimfield::{
    Analyzer, Answer, Budget, Games, NotationError, Outcome, Play, Query, Reader, Sum, Term,
};
use nimfield_claims::guess::{ProofQuery, prove};
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
    report.certificate().expect(text)
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

/// Analyses a position by a law.
fn by_law(position: &Sum, law: &Arc<ProvedLaw>) -> Answer {
    let mut analyzer = Analyzer::new(Query::play(law.play()), Budget::unlimited());
    analyzer.set_law(Some(law.clone()));
    analyzer.analyze(position)
}

fn is_about(law: &ProvedLaw, position: &Sum) -> bool {
    let [Term::Impartial(position)] = position.components() else {
        return false;
    };
    law.numbers_of(&**position).is_some()
}

/// For every small position: outcome, value and all winning moves are those of the rules.
#[test]
fn laws_decide_as_the_rules_do() {
    let budget = Budget::unlimited();
    for (text, letters, play, values, last) in [
        ("@my.game[a b]", "ab", Play::Normal, false, 12),
        ("@my.game[b a]", "ab", Play::Misere, false, 10),
        ("wythoff[a b]", "ab", Play::Normal, false, 12),
        ("crim[a,b]", "ab", Play::Normal, true, 8),
        ("yama[a b]", "ab", Play::Normal, false, 9),
        ("delete[a b]", "ab", Play::Misere, false, 9),
        ("slow(2)[a b c]", "abc", Play::Misere, false, 6),
        ("rit[a b]", "ab", Play::Normal, false, 9),
        ("lctr[a,b]", "ab", Play::Normal, true, 7),
    ] {
        let law = certificate(text, letters, play, values);
        let law = Arc::new(law.check(&budget).unwrap());
        let family = letters
            .chars()
            .map(|letter| Letter::read(&format!("{letter}=0..{last}")));
        let family = Template::read(text, family.map(Result::unwrap).collect(), &reader()).unwrap();
        let mut known = HashMap::new();
        let mut by_the_law = 0;
        for numbers in family.values() {
            let Ok(position) = family.position(&numbers, &budget) else {
                continue;
            };
            let truth = value(&position, play, &mut known);
            let found = by_law(&position, &law);
            by_the_law += u32::from(found.reason.source.starts_with("Büchi"));
            assert_eq!(found.outcome == Some(Outcome::P), truth == 0, "{position}");
            if values && is_about(&law, &position) {
                let value = found.value.and_then(|value| value.finite());
                assert_eq!(value, Some(truth), "{position}");
            }
            assert!(found.complete, "{position}");
            let after = position.moves().map(|mv| position.after(&mv).unwrap());
            let wins = |to: &Sum| truth > 0 && known[&to.to_string()] == 0;
            let wins: BTreeSet<String> = after.filter(wins).map(|to| to.to_string()).collect();
            let listed = found.winning_moves.iter();
            let listed = listed.map(|won| position.after(&won.mv).unwrap().to_string());
            assert_eq!(listed.collect::<BTreeSet<_>>(), wins, "{position}");
        }
        // Theory decides single heaps, and partitions with several equal parts may be written differently.
        assert!(by_the_law >= 20, "{text}: {by_the_law}");
    }
}

#[test]
fn positions_of_any_size_are_decided() {
    let budget = Budget::unlimited();
    let certificate = certificate("@my.game[a b]", "ab", Play::Normal, false);
    let law = Arc::new(certificate.check(&budget).unwrap());
    let read = |text: &str| reader().read(text).unwrap();
    let position = read("@my.game[10^30, 5]");
    let found = by_law(&position, &law);
    let moves: Vec<String> = found
        .winning_moves
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        moves,
        ["pile 1 by 999999999999999999999999999997 to @my.game[3,5]"]
    );
    assert_eq!(found.outcome, Some(Outcome::N));
    assert!(found.complete);
    assert!(found.reason.text.contains("8 states") && found.reason.text.contains("Fibonacci"));
    // floor(10^30 phi) and that and 10^30, by digits of phi; the name of the file says nothing.
    let p = "@other/name.game[1618033988749894848204586834365 2618033988749894848204586834365]";
    let found = by_law(&read(p), &law);
    assert_eq!(found.outcome, Some(Outcome::P));
    assert!(found.winning_moves.is_empty() && found.complete);
    for text in [
        "@block.game[3 5]",
        "@my.game[3 5] + nim[1]",
        "nim[3 5]",
        "matrix[3 5; 1 1]",
    ] {
        assert!(!is_about(&law, &read(text)), "{text}");
    }
    // The same moves under another name, decided by the stored law.
    const YAMA: &str = "name Mine\npiles 2\nmove vector k,-1 from pairs where k >= 2\n";
    let twin = Games::builtin().with_rules_text("twin", YAMA).unwrap();
    for (text, games, wins, complete) in [
        ("yama[10^6 10^12]", Games::builtin(), 3, true),
        ("delete[10^30 10^31]", Games::builtin(), 1000, false),
        ("cyclic(2)[2^62 2^100 7]", Games::builtin(), 1, true),
        ("fraenkel(3)[2^100 2^101]", Games::builtin(), 3, true),
        ("twin[10^6 10^12]", twin, 3, true),
    ] {
        let position = games.reader().read(text).unwrap();
        let analyze = |position: &Sum| {
            Analyzer::new(Query::play(Play::Normal), Budget::unlimited()).analyze(position)
        };
        let found = analyze(&position);
        assert_eq!(found.outcome, Some(Outcome::N), "{text}");
        assert_eq!(found.complete, complete, "{text}");
        assert_eq!(found.winning_moves.len(), wins, "{text}");
        for won in found.winning_moves.iter().take(20) {
            let after = position.after(&won.mv).unwrap();
            assert_eq!(analyze(&after).outcome, Some(Outcome::P), "{text}: {won}");
        }
    }
}

/// The stored laws are made again, proved, and those that are stored: those that decide positions, and those of games with
/// a closed form, which maps lay over their pictures.
#[test]
fn stored_laws_are_proved() -> Result<(), NotationError> {
    let budget = Budget::unlimited();
    let mut bytes = 0;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../nimfield-rules/laws");
    let files = std::fs::read_dir(folder).unwrap();
    let files: BTreeSet<_> = files.map(|file| file.unwrap().path()).collect();
    assert_eq!(files.len(), shelf::LAWS.len() + 4);
    for file in files {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        bytes += text.len();
        let laws: Vec<LawCertificate> = serde_json::from_str(&text).unwrap();
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
            assert_eq!(made.certificate(), Some(stored));
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

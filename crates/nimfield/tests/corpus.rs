//! The corpus of positions with their verdicts, `tests/corpus/*.toml` at the root of the
//! repository, by every route: the analyser on the typed position, on a sum whose types are erased,
//! and the search that knows the rules only.

mod brute;

use std::fs;
use std::path::PathBuf;

use brute::{INF, Part, Twin, two};
use nimfield::analyze::{Analyzer, Wishes};
use nimfield::solve::budget::Budget;
use nimfield::solve::joint::Joint;
use nimfield::solve::search::{Knowledge, Search};
use nimfield::theory::{Game, Summand};
use nimfield::words::ReasonKind;
use nimfield::{Answer, Grundy, Play, Sum, read};

fn corpus(name: &str) -> PathBuf {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus");
    PathBuf::from(root).join(name)
}

/// A position with its verdict. What is not given is not known, or too long to be written down.
struct Entry {
    position: String,
    play: Play,
    outcome: String,
    value: Option<String>,
    misere_value: Option<u128>,
    /// All of them.
    winning_moves: Option<Vec<String>>,
    source: String,
}

fn entries() -> Vec<Entry> {
    let mut entries = Vec::new();
    for file in fs::read_dir(corpus("")).expect("the corpus") {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let table: toml::Table = fs::read_to_string(&path).unwrap().parse().unwrap();
        for entry in table["position"].as_array().expect("[[position]]") {
            let entry = entry.as_table().unwrap();
            let known = [
                "position",
                "play",
                "outcome",
                "value",
                "misere_value",
                "winning_moves",
                "source",
            ];
            assert!(
                entry.keys().all(|key| known.contains(&key.as_str())),
                "{entry}"
            );
            let text = |key: &str| {
                entry
                    .get(key)
                    .map(|value| value.as_str().unwrap().to_string())
            };
            let list = |value: &toml::Value| -> Vec<String> {
                let moves = value.as_array().unwrap().iter();
                moves.map(|mv| mv.as_str().unwrap().to_string()).collect()
            };
            entries.push(Entry {
                position: text("position").unwrap(),
                play: text("play").unwrap().parse().unwrap(),
                outcome: text("outcome").unwrap(),
                value: text("value"),
                misere_value: entry
                    .get("misere_value")
                    .map(|n| n.as_integer().unwrap() as u128),
                winning_moves: entry.get("winning_moves").map(list),
                source: text("source").unwrap(),
            });
        }
    }
    entries
}

impl Entry {
    /// Compares an answer; `prefix` stands before its moves.
    fn check(&self, answer: &Answer, prefix: &str) {
        let about = format!("{} ({}): {answer:?}", self.position, self.source);
        let outcome = answer.outcome.map(|outcome| outcome.to_string());
        assert_eq!(outcome.as_ref(), Some(&self.outcome), "{about}");
        assert_ne!(answer.reason.kind, ReasonKind::Budget);
        if let Some(value) = &self.value {
            assert_eq!(
                answer
                    .value
                    .as_ref()
                    .map(|value| value.to_string())
                    .as_ref(),
                Some(value),
                "{about}"
            );
        }
        if let Some(value) = self.misere_value {
            assert_eq!(answer.misere_value, Some(value), "{about}");
        }
        if let Some(expected) = &self.winning_moves {
            assert!(answer.complete, "{about}");
            let mut expected: Vec<String> =
                expected.iter().map(|mv| format!("{prefix}{mv}")).collect();
            let mut listed: Vec<String> = answer
                .winning_moves
                .iter()
                .map(|mv| mv.text.clone())
                .collect();
            expected.sort_unstable();
            listed.sort_unstable();
            assert_eq!(listed, expected, "{about}");
        }
    }

    fn wishes(&self) -> Wishes {
        Wishes {
            play: self.play,
            value: self.value.is_some() || self.misere_value.is_some(),
            moves: self.winning_moves.is_some(),
            unproved: false,
        }
    }
}

#[test]
fn the_corpus_is_in_order() {
    let entries = entries();
    assert!(entries.len() >= 80, "{}", entries.len());
    for entry in &entries {
        assert_eq!(read(&entry.position).unwrap().to_string(), entry.position);
        assert!(!entry.source.is_empty());
        match entry.play {
            Play::Normal => assert!(entry.misere_value.is_none()),
            Play::Misere => assert!(entry.value.is_none()),
        }
    }
    let mut keys: Vec<_> = entries
        .iter()
        .map(|entry| (&entry.position, entry.play))
        .collect();
    keys.sort_unstable();
    assert!(
        keys.windows(2).all(|pair| pair[0] != pair[1]),
        "a position twice"
    );
    for game in nimfield::registry::games() {
        for play in [Play::Normal, Play::Misere] {
            let has = |entry: &Entry| entry.position.contains(game.info.name) && entry.play == play;
            assert!(entries.iter().any(has), "{} {play}", game.info.name);
        }
    }
}

#[test]
fn the_analyser_on_typed_positions() {
    for entry in entries() {
        let mut analyzer = Analyzer::new(entry.wishes(), Budget::unlimited());
        let answer = read(&entry.position).unwrap().analyze(&mut analyzer);
        entry.check(&answer, "");
        assert_eq!(answer.position, entry.position);
    }
}

#[test]
fn the_analyser_on_sums_of_erased_types() {
    for entry in entries() {
        let sum = read(&format!("{} + nim[0]", entry.position)).unwrap();
        let mut analyzer = Analyzer::new(entry.wishes(), Budget::unlimited());
        let answer = sum.analyze(&mut analyzer);
        entry.check(
            &answer,
            if entry.position.contains(" + ") {
                ""
            } else {
                "1: "
            },
        );
    }
}

#[test]
fn the_search_that_knows_the_rules_only() {
    /// Entries that need more are left to the other routes.
    const REACH: u64 = 3_000;
    let budget = Budget::unlimited()
        .positions(REACH)
        .time(std::time::Duration::from_secs(2));
    let mut reached = 0;
    for entry in entries() {
        let sum: Sum = read(&entry.position).unwrap();
        let summands = sum.summands();
        let Ok(parts) = summands
            .iter()
            .map(Summand::small)
            .collect::<Result<Vec<_>, _>>()
        else {
            continue;
        };
        let about = format!("{} ({})", entry.position, entry.source);
        match entry.play {
            Play::Normal => {
                let search = Search::new(Play::Normal, Knowledge::RulesOnly);
                let values: Result<Vec<u128>, _> = parts
                    .iter()
                    .map(|part| search.value(part, &budget))
                    .collect();
                let Ok(values) = values else { continue };
                let value = values.iter().fold(0, |sum, value| sum ^ value);
                assert_eq!(if value == 0 { "P" } else { "N" }, entry.outcome, "{about}");
                if let Some(expected) = entry.value {
                    assert_eq!(Grundy::from(value).to_string(), expected, "{about}");
                }
            }
            Play::Misere => {
                let search = Search::new(Play::Misere, Knowledge::RulesOnly);
                let Ok(value) = search.value(&Joint::new(parts), &budget) else {
                    continue;
                };
                assert_eq!(if value == 0 { "P" } else { "N" }, entry.outcome, "{about}");
                if let Some(expected) = entry.misere_value {
                    assert_eq!(value, expected, "{about}");
                }
            }
        }
        reached += 1;
    }
    assert!(reached >= 70, "{reached}");
}

/// The positions of `brute-force.toml`.
fn positions() -> Vec<Vec<Part>> {
    let nim = |heaps: &[u32]| Part::Nim(heaps.to_vec());
    let row = |cells: &[u32]| Part::Matrix(cells.len(), cells.to_vec());
    let wide = |cells: &[u32]| Part::Matrix(3, cells.to_vec());
    let holladay = |columns, cells: &[u32]| Part::Holladay(columns, cells.to_vec());
    let schrage = |pieces: &[(u32, u32)]| Part::Schrage(pieces.to_vec());
    vec![
        vec![nim(&[0])],
        vec![nim(&[1, 3, 4])],
        vec![nim(&[2, 2, 1])],
        vec![Part::Wythoff(0, 3)],
        vec![Part::Wythoff(4, 6)],
        vec![Part::Wythoff(5, 5)],
        vec![two(0, 0, 0, 0)],
        vec![two(0, 3, 4, 6)],
        vec![two(1, 2, 2, 2)],
        vec![two(2, 3, 4, 5)],
        vec![two(3, 3, 4, 2)],
        vec![two(3, 5, 5, 6)],
        vec![two(5, 3, INF, 4)],
        vec![row(&[1, 2, 3, 4])],
        vec![row(&[2, 2, 3, 3])],
        vec![row(&[0, 2, 3, 4])],
        vec![row(&[3, 4, 5])],
        vec![row(&[1, 2, 2, 1, 1])],
        vec![Part::Matrix(1, vec![1, 3, 3, 2])],
        vec![wide(&[1, 2, 3, 2, 3, 1])],
        vec![wide(&[2, 2, 2, 2, 2, 2])],
        vec![wide(&[0, 2, 3, 2, 3, 4])],
        vec![wide(&[1, 2, 2, 2, 1, 2, 2, 2, 1])],
        vec![wide(&[2, 1, 2, 1, 2, 3, 2, 3, 2])],
        vec![wide(&[2, INF, 3, INF, 1, 2, 2, 2, INF])],
        vec![holladay(2, &[1, 2, 2, 1])],
        vec![holladay(2, &[1, 2, 2, 2])],
        vec![holladay(3, &[1, 0, 1, 0, 1, 1])],
        vec![holladay(1, &[1, 2])],
        vec![schrage(&[(3, 3)])],
        vec![schrage(&[(4, 3)])],
        vec![schrage(&[(1, 7), (2, 3)])],
        vec![schrage(&[(2, 2)])],
        vec![two(1, 2, 2, 3), nim(&[2])],
        vec![two(2, 1, 1, 2), nim(&[1]), Part::Wythoff(1, 2)],
        vec![two(1, 1, 1, 1), two(1, 2, 2, 1)],
        vec![row(&[1, 1, 2, 2]), Part::Wythoff(2, 3)],
        vec![schrage(&[(3, 3)]), nim(&[1, 2])],
        vec![holladay(2, &[1, 1, 1, 0]), nim(&[2])],
    ]
}

/// `brute-force.toml` as the twin would write it.
fn written_by_brute_force() -> String {
    let mut twin = Twin::default();
    let mut text = "# Positions with their verdicts by brute force, in both plays.\n\
                    # Written and checked by the test `corpus`; see there.\n"
        .to_string();
    for sum in positions() {
        let values = twin.values(&sum);
        for misere in [false, true] {
            let value = values[usize::from(misere)];
            let (play, key) = match misere {
                false => (
                    "normal",
                    format!("value = \"{}\"", Grundy::from(u128::from(value))),
                ),
                true => ("misere", format!("misere_value = {value}")),
            };
            let moves: Vec<String> = twin
                .winning(&sum, misere)
                .into_keys()
                .map(|mv| format!("{mv:?}"))
                .collect();
            text += &format!(
                "\n[[position]]\nposition = \"{}\"\nplay = \"{play}\"\noutcome = \"{}\"\n{key}\n\
                 winning_moves = [{}]\nsource = \"brute force\"\n",
                brute::text(&sum),
                if value == 0 { "P" } else { "N" },
                moves.join(", ")
            );
        }
    }
    text
}

/// With `UPDATE_CORPUS=1` in the environment the file is written anew.
#[test]
fn brute_force_says_what_the_file_says() {
    let path = corpus("brute-force.toml");
    let text = written_by_brute_force();
    if std::env::var_os("UPDATE_CORPUS").is_some() {
        fs::write(&path, &text).unwrap();
    }
    assert!(
        fs::read_to_string(path).is_ok_and(|file| file == text),
        "run with UPDATE_CORPUS=1"
    );
}

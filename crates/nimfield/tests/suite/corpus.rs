//! The corpus of positions, decided by every route: by the analyser for the game alone and inside a sum (with the route
//! for mixed games), and by searches that know only the rules.

use std::path::Path;

use nimfield::component::Component;
use nimfield::{Analyzer, Budget, Play, Query, Sum};
use nimfield_engines::disjunctive_sum::DisjunctiveSum;
use nimfield_engines::search::{Knowledge, Search};
use serde::Deserialize;

#[derive(Deserialize)]
struct Corpus {
    position: Vec<Entry>,
}

/// One position with its known results.
#[derive(Deserialize)]
struct Entry {
    /// In strict notation.
    text: String,
    play: String,
    outcome: String,
    /// The Grundy value in normal play.
    value: Option<String>,
    /// The misère Grundy number in misère play.
    misere_value: Option<u128>,
    /// All winning moves.
    winning: Vec<String>,
    /// The source of the entry.
    source: String,
    /// Too large for a search by rules alone.
    #[serde(default)]
    large: bool,
}

fn entries() -> Vec<Entry> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let mut entries = Vec::new();
    for file in std::fs::read_dir(folder).expect("the corpus") {
        let text = std::fs::read_to_string(file.expect("a file").path()).expect("readable");
        entries.extend(
            toml::from_str::<Corpus>(&text)
                .expect("well-formed")
                .position,
        );
    }
    assert!(entries.len() >= 40, "the corpus has been lost");
    entries
}

fn check(entry: &Entry, sum: &Sum, prefix: &str, suffix: &str) {
    let play: Play = entry.play.parse().expect("a play convention");
    let query = Query {
        play,
        value: entry.value.is_some() || entry.misere_value.is_some(),
        ..Query::default()
    };
    let answer = Analyzer::new(query, Budget::unlimited()).analyze(sum);
    let place = format!("{}{suffix} ({})", entry.text, entry.source);
    assert_eq!(
        answer.outcome.map(|outcome| outcome.to_string()).as_ref(),
        Some(&entry.outcome),
        "{place}"
    );
    if entry.value.is_some() {
        assert_eq!(
            answer.value.map(|value| value.to_string()),
            entry.value,
            "{place}"
        );
    }
    if entry.misere_value.is_some() {
        assert_eq!(answer.misere_value, entry.misere_value, "{place}");
    }
    for winning in &answer.winning_moves {
        let mv = sum.read_move(&winning.mv.to_string());
        assert_eq!(mv.as_ref(), Ok(&winning.mv), "{place}");
        let after = sum.after(&winning.mv).expect("legal");
        assert_eq!(Some(after), winning.to(), "{place}");
    }
    // Searches and tables find them in different orders.
    let mut found: Vec<String> = answer
        .winning_moves
        .iter()
        .map(|found| found.mv.to_string())
        .collect();
    let mut expected: Vec<String> = entry
        .winning
        .iter()
        .map(|mv| format!("{prefix}{mv}"))
        .collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected, "{place}");
    assert!(answer.complete, "{place}");
}

#[test]
fn every_entry_by_the_analyser() {
    for entry in entries() {
        let sum = nimfield::read(&entry.text).expect("the corpus is in notation");
        assert_eq!(sum.to_string(), entry.text, "the corpus is strict");
        check(&entry, &sum, "", "");
    }
}

#[test]
fn every_entry_as_part_of_a_sum() {
    for entry in entries() {
        let sum = nimfield::read(&format!("{} + nim[0]", entry.text)).expect("a sum");
        // The moves of a sum are numbered already.
        let prefix = if entry.text.contains(" + ") {
            ""
        } else {
            "1: "
        };
        check(&entry, &sum, prefix, " + nim[0]");
    }
}

/// A search over the whole position that uses no theorem, only the rules and the normal form that
/// defines components.
#[test]
fn every_small_entry_by_rules_alone() {
    for entry in entries().iter().filter(|entry| !entry.large) {
        let sum = nimfield::read(&entry.text).expect("the corpus is in notation");
        let play: Play = entry.play.parse().expect("a play convention");
        let parts: Vec<_> = sum
            .summands()
            .iter()
            .map(|summand| summand.small().expect("small"))
            .collect();
        let whole = DisjunctiveSum::exactly(parts);
        let search = Search::new(play, Knowledge::RulesOnly);
        let budget = Budget::unlimited();
        let is_p = search.has_value(&whole, 0, &budget).expect("no limit");
        assert_eq!(
            is_p,
            entry.outcome == "P",
            "{} ({})",
            entry.text,
            entry.source
        );
        // Every listed winning move leaves a P-position, and there are no others.
        let mut winning = 0;
        for index in 0..whole.option_count() {
            let mut option = Vec::new();
            whole.option(index, &mut option);
            let lost = option
                .iter()
                .all(|option| search.has_value(option, 0, &budget).expect("no limit"));
            winning += usize::from(lost && !option.is_empty());
        }
        assert_eq!(winning > 0, !entry.winning.is_empty(), "{}", entry.text);
        let value = search.value(&whole, &budget).expect("no limit");
        if let Some(expected) = entry.misere_value {
            assert_eq!(value, expected, "{}", entry.text);
        }
        if let Some(expected) = &entry.value {
            assert_eq!(
                nimfield::Grundy::from(value).to_string(),
                *expected,
                "{}",
                entry.text
            );
        }
    }
}

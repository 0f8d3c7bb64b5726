//! Requests about the corpus get the same answers as from the library.

use nimfield::{Analyzer, Budget, Query};
use serde_json::{Value, json};

use crate::support::{ask, corpus};

#[test]
fn an_analysis_is_that_of_the_library() {
    for entry in corpus() {
        let asked = json!({ "position": entry.text, "play": entry.play, "value": true });
        let mut told = ask("analyze", asked);
        let query = Query {
            value: true,
            ..Query::play(entry.play.parse().unwrap())
        };
        let sum = nimfield::read(&entry.text).unwrap();
        let answer = Analyzer::new(query, Budget::unlimited()).analyze(&sum);
        let mut expected: Value = serde_json::from_str(&answer.to_json()).unwrap();
        for answer in [&mut told, &mut expected] {
            answer["effort"]["seconds"] = json!(0);
        }
        assert_eq!(told, expected, "{}", entry.text);
        assert_eq!(told["outcome"], entry.outcome);
    }
}

#[test]
fn all_moves_are_listed_with_the_winning_ones() {
    for entry in corpus() {
        let asked = json!({ "position": entry.text, "play": entry.play, "most": 10_000 });
        let told = ask("moves", asked);
        let rows = told["moves"].as_array().unwrap();
        let mut winning: Vec<&str> = rows
            .iter()
            .filter(|row| row["wins"] == true)
            .map(|row| row["move"].as_str().unwrap())
            .collect();
        let mut expected: Vec<&str> = entry.winning.iter().map(String::as_str).collect();
        winning.sort_unstable();
        expected.sort_unstable();
        assert_eq!(winning, expected, "{}", entry.text);
    }
}

//! The requests of the tests.

use nimfield::Budget;
use std::path::Path;

use nimfield_api::{Context, answer_json};
use serde::Deserialize;
use serde_json::Value;

/// The answer to a request.
pub fn ask(operation: &str, request: Value) -> Value {
    ask_within(&Budget::unlimited(), operation, request)
}

/// The answer to a request under a budget.
pub fn ask_within(budget: &Budget, operation: &str, request: Value) -> Value {
    let (right, answer) = try_ask(budget, operation, &request);
    assert!(right, "{operation} {request}: {answer}");
    answer
}

/// The error of a request.
pub fn fail(operation: &str, request: Value) -> Value {
    fail_within(&Budget::unlimited(), operation, request)
}

/// The error of a request under a budget.
pub fn fail_within(budget: &Budget, operation: &str, request: Value) -> Value {
    let (right, answer) = try_ask(budget, operation, &request);
    assert!(!right, "{operation} {request}: {answer}");
    answer
}

fn try_ask(budget: &Budget, operation: &str, request: &Value) -> (bool, Value) {
    let body = request.to_string();
    let (right, text) = answer_json(&Context::default(), operation, body.as_bytes(), budget);
    (right, serde_json::from_str(&text).expect("JSON"))
}

#[derive(Deserialize)]
struct Corpus {
    position: Vec<Entry>,
}

/// A position of the corpus.
#[derive(Deserialize)]
pub struct Entry {
    pub text: String,
    pub play: String,
    pub outcome: String,
    pub winning: Vec<String>,
}

/// The corpus.
pub fn corpus() -> Vec<Entry> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let files = std::fs::read_dir(folder).expect("the corpus");
    let texts = files.map(|file| std::fs::read_to_string(file.unwrap().path()).expect("readable"));
    let entries = texts.flat_map(|text| toml::from_str::<Corpus>(&text).unwrap().position);
    let entries: Vec<Entry> = entries.collect();
    assert!(entries.len() > 150, "the corpus has been lost");
    entries
}

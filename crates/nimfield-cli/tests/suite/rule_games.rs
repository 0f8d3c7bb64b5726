//! Games that use the second edition of rule files, each analysed, played and tabulated. The tests of the Python
//! package and of the page read the same list.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{code, err, file, out, run, run_with};

/// The games of the list: the description of each, its file, and the entry.
fn games() -> Vec<(String, String, Value)> {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/rule_games.json");
    let list: Vec<Value> = serde_json::from_str(&fs::read_to_string(list).unwrap()).unwrap();
    assert!(list.len() >= 41, "the list has been lost");
    let written = list.into_iter().enumerate().map(|(number, game)| {
        let path = file(&format!("rules{number}.game"));
        let lines = game["rules"].as_array().unwrap().iter();
        let text: String = lines
            .map(|line| format!("{}\n", line.as_str().unwrap()))
            .collect();
        fs::write(&path, text).unwrap();
        let says = game["says"].as_str().unwrap().to_string();
        (says, format!("@{}", path.display()), game)
    });
    written.collect()
}

#[test]
fn games_of_the_second_edition_are_analysed_and_played() {
    for (says, name, game) in games() {
        let part = |key: &str| game[key].as_str().unwrap();
        let (start, after) = (
            format!("{name}{}", part("start")),
            format!("{name}{}", part("after")),
        );
        let output = run(&["analyze", "--json", "--value", &start]);
        let answer: Value = serde_json::from_str(out(&output)).expect(&says);
        assert_eq!(answer["outcome"], game["outcome"], "{says}");
        assert_eq!(answer["value"], game["value"], "{says}");
        // The player who moves second forbids nothing, although some moves may be forbidden.
        let forbid = if game["rules"].to_string().contains("block") {
            "forbid\n"
        } else {
            ""
        };
        let input = format!("{forbid}{}\nquit\n", part("move"));
        let output = run_with(&["play", "--players", "human", &start], input.as_bytes());
        assert!(
            out(&output).contains(&format!("\n{after}\n")),
            "{says}: {}{}",
            out(&output),
            err(&output)
        );
        // Then the machine moves.
        let input = format!("{}\nforbid\nquit\n", part("move"));
        let output = run_with(&["play", &start], input.as_bytes());
        assert!(
            out(&output).contains("the machine plays "),
            "{says}: {}{}",
            out(&output),
            err(&output)
        );
    }
}

/// Letters stand for parameters and for what codes take, in tables, guesses, hunts and periods.
#[test]
fn letters_stand_in_rules() {
    let games = games();
    let (_, name, _) = games.iter().find(|game| game.0 == "a parameter").unwrap();
    let family = format!("{name}(a)[n m]");
    let output = run(&[
        "table", &family, "a=1..2", "n=0..6", "m=n..6", "--only-p", "--format", "csv",
    ]);
    // Wythoff's pairs, and those of the game in which the amounts differ by less than 2 (Fraenkel 1982).
    let pairs = "a,n,m,outcome\n1,0,0,P\n1,1,2,P\n1,3,5,P\n2,0,0,P\n2,1,3,P\n2,2,6,P\n";
    assert_eq!(out(&output), pairs, "{}", err(&output));
    let statement = format!("{family}: P = (n + m = 0 or abs(n - m) >= a and P)");
    let output = run(&[
        "hunt",
        "--statement",
        &statement,
        "a=1..3",
        "n=0..6",
        "m=0..6",
    ]);
    assert_eq!(code(&output), 0, "{}{}", out(&output), err(&output));
    let output = run(&["guess", &family, "a=1..9", "n=1..9", "m=1..9"]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(
        out(&output).contains("positions      729"),
        "{}",
        out(&output)
    );
    let codes = "code(take 1,2,a)[n]";
    let output = run(&["table", codes, "a=3..4", "n=0..8", "--show", "value"]);
    let values = "a\\n 0 1 2 3 4 5 6 7 8\n  3 0 1 2 3 0 1 2 3 0\n  4 0 1 2 0 1 2 0 1 2\n";
    assert_eq!(out(&output), values, "{}", err(&output));
    let statement = "code(take 1..a)[n]: value = n mod (a + 1)";
    let output = run(&["hunt", "--statement", statement, "a=1..6", "n=0..30"]);
    assert_eq!(code(&output), 0, "{}{}", out(&output), err(&output));
    let output = run(&["guess", "code(take 1..a)[n]", "a=1..12", "n=1..12"]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    let output = run(&["period", "code(take 1..a)[n]", "a=2..4", "--json"]);
    let periods: Vec<Value> = out(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let periods: Vec<&Value> = periods.iter().map(|answer| &answer["period"]).collect();
    assert_eq!(periods, [3, 4, 5]);
    // Subtraction of L..R has the period L + R, at every size.
    let output = run(&["analyze", "--json", "--value", "code(take 3..7)[10^30]"]);
    let answer: Value = serde_json::from_str(out(&output)).unwrap();
    assert_eq!(
        (&answer["outcome"], &answer["value"]),
        (&"P".into(), &"0".into())
    );
}

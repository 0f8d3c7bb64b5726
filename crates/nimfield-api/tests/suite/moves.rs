//! Every legal move, with what it leads to.

use std::time::Duration;

use nimfield::{Analyzer, Budget, Outcome, Play, Query};
use serde_json::{Value, json};

use crate::support::{ask, ask_within, fail};

/// What the rules and the analyser say of each move, one by one.
fn check(position: &str, play: Play) {
    let told = ask(
        "moves",
        json!({ "position": position, "play": play.to_string(), "value": true, "reasons": true }),
    );
    let sum = nimfield::read(position).unwrap();
    let rows = told["moves"].as_array().unwrap();
    let count = told["count"].as_str().unwrap();
    assert_eq!(told["complete"], true, "{position}");
    let legal: Vec<_> = sum.moves().collect();
    assert_eq!(legal.len().to_string(), count, "{position}");
    assert_eq!(rows.len(), legal.len(), "{position}");
    for (row, mv) in rows.iter().zip(&legal) {
        let after = sum.after(mv).unwrap();
        assert_eq!(row["move"], mv.to_string());
        assert_eq!(row["to"], after.to_string());
        assert_eq!(row["component"], mv.component() + 1);
        let query = Query {
            value: true,
            moves: false,
            ..Query::play(play)
        };
        let found = Analyzer::new(query, Budget::unlimited()).analyze(&after);
        let outcome = found.outcome.unwrap();
        assert_eq!(row["outcome"], outcome.to_string(), "{position} {mv}");
        let player = mv.player().map(|player| player.to_string());
        assert_eq!(row["player"].as_str(), player.as_deref());
        let wins = match player.as_deref() {
            None => outcome == Outcome::P,
            Some("left") => [Outcome::P, Outcome::L].contains(&outcome),
            _ => [Outcome::P, Outcome::R].contains(&outcome),
        };
        assert_eq!(row["wins"], wins, "{position} {mv}");
        let json: Value = serde_json::from_str(&found.to_json()).unwrap();
        assert_eq!(row["value"], json["value"], "{position} {mv}");
        assert_eq!(row["reason"]["kind"], json["reason"]["kind"]);
    }
}

#[test]
fn each_move_is_described_as_if_it_were_alone() {
    for position in [
        "nim[3,5]",
        "matrix[2 3; 1 2]",
        "lines(max=3)[111/101/011]",
        "pnim[3,2,1]",
        "nim[2] + wythoff[2,3]",
        "rnim[2,3]",
        "welter[1,4]",
        "schrage[3x5]",
    ] {
        for play in [Play::Normal, Play::Misere] {
            check(position, play);
        }
    }
    for position in [
        "matrix-partizan[1 2; 2 2]",
        "matrix-partizan[1 2] - {2|0} + *3",
        "crpm[3,2]",
    ] {
        check(position, Play::Normal);
    }
}

#[test]
fn a_list_is_bounded_and_holds_what_wins_beyond() {
    let told = ask(
        "moves",
        json!({ "position": "nim[1000000, 4]", "most": 10 }),
    );
    assert_eq!(told["count"], "1000004");
    assert_eq!(told["complete"], false);
    let rows = told["moves"].as_array().unwrap();
    assert_eq!(rows.len(), 11);
    assert_eq!(rows[9]["move"], "heap 1 by 10");
    assert_eq!(rows[10]["move"], "heap 1 by 999996");
    assert_eq!(
        (&rows[10]["wins"], &rows[10]["to"]),
        (&json!(true), &json!("nim[4,4]"))
    );
    let told = ask("moves", json!({ "position": "nim[w^2,7]", "most": 3 }));
    assert_eq!(told["count"], Value::Null);
    assert_eq!(told["moves"][3]["move"], "heap 1 to 7");
}

#[test]
fn symmetric_moves_are_of_one_class() {
    let told = ask("moves", json!({ "position": "tactix[3x3]" }));
    let rows = told["moves"].as_array().unwrap();
    let class = |mv: &str| {
        let row = rows.iter().find(|row| row["move"] == mv).unwrap();
        row["class"].as_u64().unwrap()
    };
    assert_eq!(class("a1"), class("c3"));
    assert_eq!(class("a1"), class("a3"));
    assert_eq!(class("b1"), class("c2"));
    assert_ne!(class("a1"), class("b2"));
    assert_eq!(class("a1-c1"), class("a1-a3"));
    // Classes have one outcome.
    for row in rows {
        let same = rows.iter().filter(|other| other["class"] == row["class"]);
        assert!(same.clone().all(|other| other["outcome"] == row["outcome"]));
    }
}

#[test]
fn requests_that_do_not_fit_are_refused() {
    let kind = |operation: &str, asked: Value| fail(operation, asked)["kind"].clone();
    assert_eq!(
        kind("moves", json!({ "position": "tactix[2x2] + nim[3]" })),
        "unfit"
    );
    assert_eq!(
        kind("moves", json!({ "position": "nim[3", "play": "normal" })),
        "notation"
    );
    assert_eq!(kind("nonsense", json!({})), "unknown");
    assert_eq!(kind("moves", json!({ "postion": "nim[3]" })), "request");
    assert_eq!(kind("games", json!({ "name": "nonsense" })), "unknown");
    assert_eq!(kind("verify", json!({ "claim": "nonsense" })), "unknown");
    assert_eq!(
        kind("analyze", json!({ "position": "@ring.txt[111]" })),
        "notation"
    );
}

#[test]
fn boards_come_with_the_request() {
    let board = "board rect 3 3 minus corners\nplay misere";
    let asked = json!({ "position": "@cross.txt[1/101/0]", "boards": { "cross.txt": board } });
    let told = ask("analyze", asked.clone());
    assert_eq!(told["play"], "misere");
    let described = ask("position", asked);
    assert_eq!(described["components"][0]["name"], "@cross.txt");
    assert_eq!(described["components"][0]["body"], "1/101/0");
    let cells = described["components"][0]["diagram"]["cells"]
        .as_array()
        .unwrap();
    assert_eq!(cells.len(), 5);
}

#[test]
fn all_moves_are_listed_when_the_time_is_over() {
    // It is not computed who wins.
    let position = "matrix-partizan[90 150 80; 100 110 70; 30 90 120] + 5 + {7|-3}";
    let budget = Budget::unlimited().time(Duration::from_secs(2));
    let told = ask_within(&budget, "moves", json!({ "position": position }));
    assert_eq!(told["outcome"], json!(null));
    let rows = told["moves"].as_array().unwrap();
    let of_values = rows.iter().filter(|row| row["component"] != 1);
    let of_values: Vec<&str> = of_values.map(|row| row["move"].as_str().unwrap()).collect();
    assert_eq!(of_values, ["2: to 4", "3: to 7", "3: to -3"]);
}

#[test]
fn pages_of_a_list_join_to_the_whole() {
    let position = json!({ "position": "wythoff[5,7] + {3,*|-1}" });
    let with = |fields: &[(&str, usize)]| {
        let mut asked = position.clone();
        for (name, value) in fields {
            asked[*name] = json!(value);
        }
        ask("moves", asked)
    };
    let whole = with(&[]);
    assert_eq!(
        (&whole["next"], &whole["complete"]),
        (&Value::Null, &json!(true))
    );
    let all = whole["moves"].as_array().unwrap();
    let mut joined = Vec::new();
    let mut from = Some(0);
    while let Some(at) = from {
        let page = with(&[("most", 4), ("from", at)]);
        let rows = page["moves"].as_array().unwrap();
        // The first one has the winning moves besides.
        joined.extend(
            rows[..rows.len().min(4)]
                .iter()
                .map(|row| row["move"].clone()),
        );
        assert_eq!(page["complete"], false);
        from = page["next"].as_u64().map(|next| next as usize);
    }
    let texts: Vec<Value> = all.iter().map(|row| row["move"].clone()).collect();
    assert_eq!(joined, texts);
    let beyond = with(&[("from", 1_000)]);
    assert_eq!(
        (&beyond["moves"], &beyond["next"]),
        (&json!([]), &Value::Null)
    );
}

#[test]
fn long_lists_end_after_a_mebibyte() {
    // A kilobyte of heaps, each of which has a thousand moves that leave that kilobyte.
    let heaps = vec!["1000"; 300].join(",");
    let asked = json!({ "position": format!("nim[{heaps}]"), "most": 10_000 });
    // A position without winning moves: the long list is that of all moves.
    let told = ask("moves", asked);
    let rows = told["moves"].as_array().unwrap();
    let length =
        |row: &Value| row["move"].as_str().unwrap().len() + row["to"].as_str().unwrap().len();
    let total: usize = rows.iter().map(length).sum();
    assert!(
        (1 << 20..(1 << 20) + 10_000).contains(&total),
        "{total} bytes"
    );
    assert_eq!(
        (&told["next"], &told["complete"]),
        (&json!(rows.len()), &json!(false))
    );
    // Every heap wins here, and with its result each has as many bytes as there are heaps.
    let ones = format!("nim[{}]", vec!["1"; 2_001].join(","));
    let told = ask("analyze", json!({ "position": ones }));
    let winning = told["winning_moves"].as_array().unwrap().len();
    assert!((200..600).contains(&winning), "{winning} moves");
    assert_eq!(
        (&told["outcome"], &told["complete"]),
        (&json!("N"), &json!(false))
    );
}

#[test]
fn a_page_that_the_budget_does_not_reach_is_undecided() {
    let asked = json!({ "position": "nim[w]", "from": u64::MAX });
    let (budget, _) = Budget::unlimited().cancel_after(10_000);
    let (right, text) = nimfield_api::answer_json(
        &nimfield_api::Context::default(),
        "moves",
        asked.to_string().as_bytes(),
        &budget,
    );
    let error: Value = serde_json::from_str(&text).unwrap();
    assert!(!right && error["kind"] == "undecided", "{text}");
}

/// Where moves may be forbidden, a lost position has moves to P-positions.
#[test]
fn moves_that_may_be_forbidden_have_the_outcomes_of_their_positions() {
    let boards = json!({ "blk.game": "piles 2\nmove any from each\nblock 1\n" });
    let ask = |operation: &str, position: &str| {
        let asked = json!({ "position": position, "boards": boards });
        let (right, text) = nimfield_api::answer_json(
            &nimfield_api::Context::default(),
            operation,
            asked.to_string().as_bytes(),
            &Budget::unlimited(),
        );
        assert!(right, "{text}");
        serde_json::from_str::<Value>(&text).unwrap()
    };
    let found = ask("moves", "@blk.game[2,3]");
    assert_eq!(found["answer"]["outcome"], "P");
    let mut p_positions = 0;
    for row in found["moves"].as_array().unwrap() {
        let outcome = &ask("analyze", row["to"].as_str().unwrap())["outcome"];
        assert_eq!(&row["outcome"], outcome, "{row}");
        p_positions += u32::from(outcome == "P");
    }
    assert_eq!(p_positions, 1);
}

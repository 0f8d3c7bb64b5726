//! Positions described: a page that knows no rules can make every move.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::{ask, fail};

const POSITIONS: [&str; 26] = [
    "nim[3,0,5]",
    "wythoff[3,5]",
    "matrix[2 3; 4 5]",
    "matrix[inf 3; 4 inf]",
    "holladay[1 2; 2 1]",
    "lattice[(3,2) (0,5)]",
    "schrage[5x4]",
    "nimbers[(2,2) (3,1)]",
    "turning(turtles,ruler)[(2,2)]",
    "lines(max=3)[1011/0111]",
    "tactix[3x3]",
    "efr[111/101]",
    "nimbi[full]",
    "triangle[4]",
    "pnim[4,2^2,1]",
    "rnim[3,4]",
    "lctr[4,2,1]",
    "rook[4,3,1]",
    "queen[4,3,1]",
    "knight[4,3,3]",
    "crim[4,2,1]",
    "cris[4,2; 3]",
    "sato[4,2,1]",
    "welter[1,4,9]",
    "matrix-partizan[1 2; 2 2]",
    "crpm[3,2]",
];

fn play(position: &str, handle: &Value, text: &str) -> Value {
    let player = handle["player"].as_str().unwrap_or("left");
    json!({ "position": position, "move": text, "player": player })
}

/// A component of several lines of cells has as many amounts as cells.
fn amounts(most: &[Value], first: &str) -> String {
    let rest = most.iter().skip(1).map(|_| "0".to_string());
    let all: Vec<String> = std::iter::once(first.to_string()).chain(rest).collect();
    all.join(" ")
}

#[test]
fn what_a_handle_offers_is_legal_and_no_more() {
    for position in POSITIONS {
        let told = ask("position", json!({ "position": position }));
        let component = &told["components"][0];
        let handles = component["handles"].as_array().unwrap();
        let cells = component["diagram"]["cells"].as_array().unwrap();
        for (id, cell) in cells.iter().enumerate() {
            assert_eq!(cell["id"], id);
        }
        for handle in handles {
            for cell in handle["cells"].as_array().unwrap() {
                assert!(cell.as_u64().unwrap() < cells.len() as u64, "{position}");
            }
            let text = |name: &str| handle[name].as_str().unwrap().to_string();
            let legal = |mv: &str| {
                let played = ask("play", play(position, handle, mv));
                assert_eq!(played["aim"], "given");
                assert_ne!(played["to"], position, "{position} {mv}");
            };
            let illegal = |mv: &str| {
                let refused = fail("play", play(position, handle, mv));
                assert_eq!(refused["kind"], "illegal", "{position} {mv}");
            };
            match handle["kind"].as_str().unwrap() {
                "move" => legal(&text("move")),
                "amount" => {
                    let most: u128 = text("most").parse().unwrap();
                    legal(&format!("{}1", text("before")));
                    legal(&format!("{}{most}", text("before")));
                    illegal(&format!("{}{}", text("before"), most + 1));
                    illegal(&format!("{}0", text("before")));
                }
                "below" => {
                    legal(&format!("{}0", text("before")));
                    illegal(&format!("{}{}", text("before"), text("below")));
                }
                "point" => {
                    let zeros: Vec<&str> = handle["below"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .map(|_| "0")
                        .collect();
                    legal(&format!("{}({})", text("before"), zeros.join(",")));
                    let stone: Vec<&str> = handle["below"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .map(|n| n.as_str().unwrap())
                        .collect();
                    illegal(&format!("{}({})", text("before"), stone.join(",")));
                }
                "amounts" => {
                    let most = handle["most"].as_array().unwrap();
                    if text("before") == "take " {
                        continue;
                    }
                    legal(&format!(
                        "{}{}",
                        text("before"),
                        amounts(most, most[0].as_str().unwrap())
                    ));
                    let over: u128 = most[0].as_str().unwrap().parse().unwrap();
                    illegal(&format!(
                        "{}{}",
                        text("before"),
                        amounts(most, &(over + 1).to_string())
                    ));
                }
                "set" => {
                    for item in handle["items"].as_array().unwrap() {
                        // Single stones can be taken wherever runs of one are lines.
                        legal(&format!(
                            "{}{}",
                            text("before"),
                            item["text"].as_str().unwrap()
                        ));
                    }
                }
                "listed" => {
                    let moves = ask("moves", json!({ "position": position }));
                    let rows = moves["moves"].as_array().unwrap();
                    let begins =
                        |row: &&Value| row["move"].as_str().unwrap().starts_with(&text("before"));
                    assert!(rows.iter().any(|row| begins(&row)), "{position}");
                }
                other => panic!("{other}"),
            }
        }
    }
}

#[test]
fn every_move_lists_the_cells_it_is_made_with() {
    for position in POSITIONS {
        // Coins of turning games lie far from where a move begins.
        if position.starts_with("turning") {
            continue;
        }
        let described = ask("position", json!({ "position": position }));
        let cells = described["components"][0]["diagram"]["cells"]
            .as_array()
            .unwrap();
        let told = ask("moves", json!({ "position": position, "most": 200 }));
        for row in told["moves"].as_array().unwrap() {
            let touched: BTreeSet<u64> = row["cells"]
                .as_array()
                .unwrap()
                .iter()
                .map(|id| id.as_u64().unwrap())
                .collect();
            assert!(!touched.is_empty(), "{position} {}", row["move"]);
            assert!(
                touched.iter().all(|&id| id < cells.len() as u64),
                "{position}"
            );
        }
    }
    let cells = |position: &str, mv: &str| {
        let told = ask("moves", json!({ "position": position }));
        let rows = told["moves"].as_array().unwrap().clone();
        let row = rows.into_iter().find(|row| row["move"] == mv);
        row.unwrap_or_else(|| panic!("{mv}"))["cells"].clone()
    };
    assert_eq!(cells("tactix[3x3]", "a1-c1"), json!([0, 1, 2]));
    assert_eq!(cells("tactix[3x3]", "b1-b3"), json!([1, 4, 7]));
    assert_eq!(cells("efr[111]", "a1,c1"), json!([0, 2]));
    assert_eq!(cells("matrix[2 3; 4 5]", "column 2 by 1"), json!([1, 3]));
    assert_eq!(cells("pnim[4,2,1]", "rows 4,1"), json!([0, 1, 2, 3, 6]));
    assert_eq!(cells("pnim[4,2,1]", "columns 3"), json!([0, 4, 6]));
    assert_eq!(cells("crim[3,1]", "column 2"), json!([1]));
    assert_eq!(
        cells("nim[3] + wythoff[2,2]", "2: both by 1"),
        json!([0, 1])
    );
    assert_eq!(cells("holladay[1 2; 2 1]", "row 2 by 0 1"), json!([3]));
    assert_eq!(cells("rook[4,3,1]", "down 1"), json!([4]));
}

#[test]
fn the_parts_of_a_text_join_to_the_text() {
    for position in POSITIONS {
        let told = ask("position", json!({ "position": position }));
        let component = &told["components"][0];
        let part = |name: &str| component[name].as_str().unwrap_or_default().to_string();
        let options = match component["options"].as_str() {
            Some(options) => format!("({options})"),
            None => String::new(),
        };
        let whole = format!("{}{options}[{}]", part("name"), part("body"));
        assert_eq!(whole, part("text"));
        assert_eq!(told["position"], whole);
    }
}

#[test]
fn diagrams_too_large_to_draw_are_sent_as_text() {
    let row = vec!["1"; 5_000].join(" ");
    let text = format!("matrix[{row}; {row}; {row}]");
    let told = ask("position", json!({ "position": text }));
    let component = &told["components"][0];
    assert_eq!(component["diagram"]["kind"], "text");
    assert_eq!(component["handles"], json!([]));
    let told = ask("position", json!({ "position": "pnim[1000000^1000000]" }));
    assert_eq!(told["components"][0]["diagram"]["kind"], "text");
    assert_eq!(told["components"][0]["handles"], json!([]));
}

#[test]
fn lines_that_lead_to_the_same_position_stand_in_one_row() {
    for (position, row, same) in [
        ("crpm[4,3,1]", "column 2", json!(["column 3"])),
        (
            "nim[1] + crpm[4,3,1]",
            "2: column 2",
            json!(["2: column 3"]),
        ),
    ] {
        let found = ask("moves", json!({ "position": position }));
        let rows = found["moves"].as_array().unwrap();
        let row = rows.iter().find(|found| found["move"] == row).unwrap();
        assert_eq!(row["same"], same, "{position}");
    }
}

#[test]
fn slanted_columns_have_their_names_and_places() {
    let told = ask("position", json!({ "position": "triangle[3]" }));
    let diagram = &told["components"][0]["diagram"];
    assert_eq!(diagram["column_labels"], json!([]));
    let label =
        |text: &str, x: usize, above: usize| json!({ "text": text, "x": x, "above": above });
    let labels = [label("a", 3, 0), label("b", 4, 1), label("c", 5, 2)];
    assert_eq!(diagram["slanted_labels"], json!(labels));
    let told = ask("position", json!({ "position": "lines[2x2]" }));
    let diagram = &told["components"][0]["diagram"];
    assert_eq!(diagram["slanted_labels"], json!([]));
}

/// The component of a game of a file.
fn own(rules: &str, body: &str) -> Value {
    let boards = json!({ "own.game": rules });
    let told = ask(
        "position",
        json!({ "position": format!("@own.game{body}"), "boards": boards }),
    );
    told["components"][0].clone()
}

#[test]
fn pieces_on_graphs_have_their_graph() {
    let square = own("graph any\nplace edge\n", "[a-b b-c c-d d-a]");
    let graph = &square["diagram"]["graph"];
    assert_eq!(graph["vertices"], json!(["a", "b", "c", "d"]));
    assert_eq!(graph["edges"], json!([[0, 1], [0, 3], [1, 2], [2, 3]]));
    assert_eq!(graph["on_edges"], false);
    // Those of Right come after those of Left.
    let apart = own(
        "graph a-b\nleft place cell forbids neighbours to left\nright place cell\n",
        "",
    );
    let labels = apart["diagram"]["cells"].as_array().unwrap().iter();
    let labels: Vec<&Value> = labels.map(|cell| &cell["label"]).collect();
    assert_eq!(labels, ["L a", "L b", "R a", "R b"]);
    let piles = own("piles on edges a-b b-c\nmove same 1 from each\n", "[3,0]");
    assert_eq!(piles["diagram"]["graph"]["on_edges"], true);
    assert_eq!(piles["diagram"]["graph"]["edges"], json!([[0, 1], [1, 2]]));
    let row = own("piles 2\nmove same 1 from each\n", "[3,0]");
    assert_eq!(row["diagram"]["graph"], Value::Null);
}

#[test]
fn games_of_files_have_their_rules_in_sentences() {
    let sentence = "Counters lie in 2 piles. On your turn take 1 counter from one pile.";
    let lines = "piles 2\nmove same 1 from each\nplay misere\n";
    assert_eq!(own(lines, "[3,0]")["rules"], sentence);
    let about = format!("about Take one.\n{lines}");
    assert_eq!(own(&about, "[3,0]")["rules"], "Take one.");
    // A position shows the values of its own parameters, not the default ones.
    let most = "param k 1..20 = 3\npiles 1\nmove same 1..k from each\n";
    for (body, value) in [("[9]", 3), ("(7)[9]", 7), ("(3)[9]", 3)] {
        let here = format!(
            "Each position chooses k (from 1 to 20, by default 3); here k = {value}. Counters lie in 1 pile. On your \
             turn take 1 to {value} counters from one pile."
        );
        assert_eq!(own(most, body)["rules"], here);
    }
    let stones = own("board rect 2 3\nlines rows\ntake 1 contiguous\n", "");
    let rules = stones["rules"].as_str().unwrap();
    assert!(rules.ends_with("On your turn take 1 stone."), "{rules}");
    let nim = ask("position", json!({ "position": "nim[3]" }));
    assert_eq!(nim["components"][0]["rules"], Value::Null);
}

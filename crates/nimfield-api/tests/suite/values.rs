//! Impartial values: written as in misère play, and by their values in normal play.

use serde_json::json;

use crate::support::{ask, fail};

#[test]
fn a_value_is_played_as_written_only_in_misere_play() {
    for (play, outcome, position) in [("misere", "P", "(*2+*2)"), ("normal", "P", "nim[0]")] {
        let answer = ask("analyze", json!({ "position": "(*2 + *2)", "play": play }));
        assert_eq!(
            (&answer["outcome"], &answer["position"]),
            (&outcome.into(), &position.into())
        );
    }
    let found = ask(
        "moves",
        json!({ "position": "{*2|*2} + tactix[1x2]", "play": "misere" }),
    );
    let moves = found["moves"].as_array().unwrap();
    let wins = moves.iter().filter(|row| row["wins"] == true);
    let wins: Vec<&str> = wins.map(|row| row["move"].as_str().unwrap()).collect();
    assert_eq!((moves.len(), wins), (4, vec!["1: to *2", "2: a1-b1"]));
    let played = ask(
        "play",
        json!({ "position": "{*2,*3}", "play": "misere", "move": "to *3" }),
    );
    assert_eq!(played["to"], "nim[3]");
    let lost = ask("play", json!({ "position": "(*2+*2)", "play": "misere" }));
    assert_eq!(lost["aim"], "resist");
}

/// A described position can be sent again for the other play convention.
#[test]
fn a_description_keeps_what_was_written() {
    for play in [json!(null), json!("normal"), json!("misere")] {
        let told = ask(
            "position",
            json!({ "position": "nim[1] + {*2|*2}", "play": play }),
        );
        assert_eq!(told["position"], "nim[1] + {*2}");
        let text = if play == "misere" { "{*2}" } else { "nim[0]" };
        assert_eq!(told["components"][1]["text"], text);
    }
}

#[test]
fn errors_in_trees_have_their_place() {
    for operation in ["analyze", "moves", "position"] {
        let error = fail(
            operation,
            json!({ "position": "nim[3] + (^-^)", "play": "misere" }),
        );
        assert_eq!(error["kind"], "notation", "{error}");
        assert_eq!(
            (&error["place"]["start"], &error["place"]["end"]),
            (&10.into(), &11.into())
        );
        assert_eq!(error["place"]["example"], "{*2,*3} + (*2+*2)");
    }
}

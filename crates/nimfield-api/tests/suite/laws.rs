//! Claims shown over maps: they agree with the map exactly if they are true.

use std::time::Duration;

use nimfield::laws::LawCertificate;
use nimfield::{Budget, Games};
use nimfield_api::{Context, ErrorKind, Request, answer};
use nimfield_claims::{Status, find};
use serde_json::{Value, json};

use crate::support::{ask, ask_within, fail};

#[test]
fn laws_agree_with_the_engines_exactly_if_their_claims_are_true() {
    let mut laws = 0;
    for game in Games::builtin().iter() {
        for law in game.info.laws {
            laws += 1;
            let status = find(law.claim).expect("a claim of the catalogue").status;
            for show in ["outcome", "value"] {
                // Values of partizan positions are not numbers that a claim could state.
                if show == "value" && game.partizan {
                    continue;
                }
                let letters: Vec<&str> = law.family.letters.split(' ').collect();
                let table = ask(
                    "table",
                    json!({
                        "position": law.family.position, "letters": letters,
                        "show": show, "play": "normal", "laws": true,
                    }),
                );
                let about = table["laws"].as_array().unwrap();
                let Some(about) = about.iter().find(|about| about["claim"] == law.claim) else {
                    assert_eq!(show, "value", "{} says nothing", law.claim);
                    continue;
                };
                let cells = table["cells"].as_array().unwrap();
                let said = about["cells"].as_array().unwrap();
                assert_eq!(cells.len(), said.len());
                let wrong = cells.iter().zip(said);
                let wrong = wrong.filter(|(cell, said)| **said != Value::Null && said != cell);
                let is_false = matches!(status, Status::Misprint | Status::Fallacy);
                assert_eq!(wrong.count() > 0, is_false, "{} by {show}", law.claim);
            }
        }
    }
    assert!(laws >= 19);
}

#[test]
fn laws_are_sent_on_request_and_of_normal_play_only() {
    let table = |extra: Value| {
        let mut request = json!({
            "position": "wythoff[a,b]", "letters": ["a=0..3", "b=0..3"],
        });
        let fields = request.as_object_mut().unwrap();
        fields.extend(extra.as_object().unwrap().clone());
        ask("table", request)["laws"].as_array().unwrap().len()
    };
    assert_eq!(table(json!({})), 0);
    assert_eq!(table(json!({ "laws": true })), 1);
    assert_eq!(table(json!({ "laws": true, "play": "misere" })), 0);
    assert_eq!(table(json!({ "laws": true, "show": "genus" })), 0);
    // Claims are about single positions.
    assert_eq!(
        table(json!({ "laws": true, "position": "wythoff[a,b] + nim[2]" })),
        0
    );
}

/// A cell is at the place of its letters, also if other cells hold no position.
#[test]
fn cells_without_a_position_are_empty() {
    for (position, b, cells) in [
        (
            "nim[a b]",
            "b=a..2",
            json!(["0", "*", "*2", "", "0", "*3", "", "", "0"]),
        ),
        ("nim[a b]", "b=a+1..2", json!(["*", "*2", "", "*3", "", ""])),
        (
            "welter[a,b]",
            "b=0..2",
            json!(["", "0", "*", "0", "", "*2", "*", "*2", ""]),
        ),
    ] {
        let table = ask(
            "table",
            json!({ "position": position, "letters": ["a=0..2", b], "show": "value" }),
        );
        assert_eq!(table["cells"], cells, "{position} {b}");
        assert_eq!(table["complete"], true);
    }
}

/// A law of a user's own game is proved, and agrees with the table of the same game.
#[test]
fn laws_of_own_games_agree_with_their_tables() {
    let boards = json!({
        "own.game": "piles 2\nmove same any from each and all\nends where p1+p2 <= 1\n",
    });
    let position = "@own.game[a,b]";
    let letters = ["a=0..40", "b=0..40"];
    let asked = json!({ "position": position, "boards": boards, "letters": letters });
    let table = ask("table", asked);
    assert_eq!(table["family"], position);
    assert_eq!(table["complete"], true, "{table}");
    let asked = json!({ "position": position, "boards": boards, "letters": ["a", "b"] });
    let proved = ask("prove", asked);
    assert_eq!(proved["status"], "proved", "{proved}");
    let certificate = proved["certificate"].clone();
    let certificate: LawCertificate = serde_json::from_value(certificate).unwrap();
    let law = certificate.law().unwrap();
    let cells = table["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 41 * 41);
    for (place, cell) in (0u128..).zip(cells) {
        let numbers = [place / 41, place % 41];
        assert_eq!(law.contains(&numbers), cell == "P", "{numbers:?}");
    }
    // A request without the file is refused.
    let asked = json!({ "position": position, "letters": letters });
    let error = fail("table", asked);
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("own.game is not open"), "{error}");
}

/// Proved laws and closed forms decide positions of any size, also of a game with another name.
#[test]
fn positions_of_any_size_are_decided_by_laws() {
    let rules = "piles 2\nmove vector k,-1 from pairs where k >= 2\n";
    for (position, text) in [
        ("yama[10^6,10^12]", "an automaton of 4 states"),
        ("@mine.game[10^6,10^12]", "an automaton of 4 states"),
        ("moore(2)[2^100,2^99,5]", "the binary digit of 2^100"),
    ] {
        let asked = json!({ "position": position, "boards": { "mine.game": rules } });
        let answer = ask("analyze", asked);
        assert_eq!(answer["outcome"], "N", "{answer}");
        assert_eq!(answer["complete"], true, "{answer}");
        let reason = answer["reason"]["text"].as_str().unwrap();
        assert!(reason.contains(text), "{reason}");
    }
}

#[test]
fn laws_are_proved_within_the_budget_of_a_request() {
    let blocking = json!({ "my.game": "piles 2\nmove any from each\nblock 1\n" });
    for (position, letters, values, states) in [
        ("wythoff[a b]", json!(["a", "b"]), false, 8),
        ("yama[b,a]", json!(["a", "b"]), false, 4),
        ("crim[a,b]", json!(["a", "b"]), true, 12),
        ("@my.game[a b]", json!(["a", "b"]), false, 5),
    ] {
        let request = json!({ "position": position, "letters": letters, "values": values, "boards": blocking });
        let found = ask("prove", request);
        assert_eq!(found["status"], "proved", "{found}");
        let certificate: LawCertificate =
            serde_json::from_value(found["certificate"].clone()).unwrap();
        assert_eq!(certificate.accepts.len(), states, "{found}");
        certificate.check(&Budget::unlimited()).unwrap();
    }
    let found = ask(
        "prove",
        json!({ "position": "wythoff[a b]", "letters": ["a", "b"] }),
    );
    assert_eq!(found["numeration"], "Fibonacci numbers");
    assert!(found["law"].as_str().unwrap().contains("floor"), "{found}");
    assert!(found["reason"].as_str().unwrap().contains("Büchi 1960"));
    // What is not proved has no certificate, and says why.
    let request = json!({ "position": "doubles[a b]", "letters": ["a", "b"] });
    let moment = Budget::unlimited().time(Duration::from_secs(1));
    let found = ask_within(&moment, "prove", request);
    assert_ne!(found["status"], "proved");
    assert_eq!(found["certificate"], Value::Null);
    assert!(found["reason"].is_string(), "{found}");
    let request =
        json!({ "position": "wythoff[a b]", "letters": ["a", "b"], "limits": { "positions": 1 } });
    let request = request.to_string();
    let request = Request::read("prove", request.as_bytes()).unwrap();
    let budget = request.limits().budget();
    let error = answer(&Context::default(), &request, &budget).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Undecided);
    let unknown = Request::read(
        "prove",
        br#"{"position": "nim[a]", "letters": ["a"], "x": 1}"#,
    );
    assert!(unknown.unwrap_err().to_string().contains("`x`"));
}

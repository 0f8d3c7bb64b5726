//! Moves made, and chosen by the machine.

use serde_json::{Value, json};

use crate::support::{ask, corpus, fail};

#[test]
fn the_machine_wins_what_is_won() {
    for entry in corpus() {
        // A player who cannot move has won in misère play.
        if entry.winning.is_empty() {
            continue;
        }
        let asked = json!({ "position": entry.text, "play": entry.play });
        let played = ask("play", asked);
        assert_eq!(played["aim"], "win", "{}", entry.text);
        assert!(
            entry.winning.iter().any(|mv| played["move"] == **mv),
            "{}",
            entry.text
        );
    }
}

#[test]
fn a_lost_game_is_made_to_last() {
    let played = ask("play", json!({ "position": "nim[3,3]" }));
    assert_eq!(
        (&played["aim"], &played["lasts"]),
        (&json!("resist"), &json!(6))
    );
    assert_eq!(played["move"], "heap 1 by 1");
}

#[test]
fn a_game_is_played_to_its_end() {
    for (start, play) in [
        ("tactix[3x3]", "misere"),
        ("nim[3,5,6]", "normal"),
        ("matrix-partizan[2 3; 1 2]", "normal"),
    ] {
        let partizan = start.contains("partizan");
        let mut position = start.to_string();
        let mut players = ["left", "right"].into_iter().cycle();
        let outcome = ask("analyze", json!({ "position": start }))["outcome"].clone();
        // Whoever begins is Left.
        let first_wins = outcome == "N" || outcome == "L";
        let mut moves = 0;
        let winner = loop {
            let mut asked = json!({ "position": position });
            if partizan {
                asked["player"] = json!(players.next());
            }
            let played = ask("play", asked);
            assert_eq!(played["play"], play);
            moves += 1;
            if played["over"] == true {
                let last_wins = played["wins"] == true;
                assert_eq!(last_wins, play == "normal");
                break (moves % 2 == 1) == last_wins;
            }
            position = played["to"].as_str().unwrap().to_string();
        };
        // Both play perfectly.
        assert_eq!(winner, first_wins, "{start}");
    }
}

#[test]
fn random_choices_can_be_repeated() {
    let asked = |seed: u64| json!({ "position": "nim[30,50,60]", "level": 0.0, "seed": seed });
    let moves: Vec<Value> = (0..20)
        .map(|seed| ask("play", asked(seed))["move"].clone())
        .collect();
    for (seed, mv) in moves.iter().enumerate() {
        assert_eq!(ask("play", asked(seed as u64))["move"], *mv);
    }
    assert!(moves.iter().any(|mv| *mv != moves[0]));
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let refused = |asked: Value| {
        let error = fail("play", asked);
        (
            error["kind"].clone(),
            error["error"].as_str().unwrap().to_string(),
        )
    };
    let (kind, why) = refused(json!({ "position": "nim[1,2]", "move": "heap 2 by 9" }));
    assert_eq!(
        (kind, why.as_str()),
        (json!("illegal"), "not legal: heap 2 holds only 2")
    );
    let (kind, _) = refused(json!({ "position": "nim[1,2]", "move": "heap x by 1" }));
    assert_eq!(kind, "notation");
    let (kind, _) = refused(json!({ "position": "nim[0]" }));
    assert_eq!(kind, "illegal");
    let (kind, _) = refused(json!({ "position": "matrix-partizan[1 2]" }));
    assert_eq!(kind, "unfit");
    let rows =
        json!({ "position": "matrix-partizan[1 2]", "player": "left", "move": "row 1 by 1" });
    assert_eq!(refused(rows).0, "illegal");
    let (kind, _) = refused(json!({ "position": "nim[1]", "level": 2 }));
    assert_eq!(kind, "unfit");
}

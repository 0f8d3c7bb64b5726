//! Nim and lattice nim with transfinite heaps and rows.

use crate::asked::analyzed;
use nimfield::{Outcome, Play, read};
use proptest::prelude::*;

fn moves(text: &str, play: Play) -> Vec<String> {
    let answer = analyzed(text, play);
    assert!(answer.complete);
    let found = answer.winning_moves.iter();
    found.map(|mv| mv.mv.to_string()).collect()
}

#[test]
fn transfinite_heaps_of_nim() {
    assert_eq!(moves("nim[3,5,w+1]", Play::Normal), ["heap 3 to 6"]);
    assert_eq!(
        moves("nim[w^2*3+w, w^2*2+5, 1]", Play::Normal),
        ["heap 1 to w^2*2+4"]
    );
    assert_eq!(moves("nim[w,w+3]", Play::Normal), ["heap 2 to w"]);
    assert_eq!(moves("nim[w,1]", Play::Misere), ["heap 1 to 0"]);
    assert_eq!(moves("nim[w^w,w^w+1,7]", Play::Misere), ["heap 3 by 6"]);
    assert_eq!(
        analyzed("nim[w,w+1,1]", Play::Normal).outcome,
        Some(Outcome::P)
    );
    let value = analyzed("nim[w*2,w+7]", Play::Normal).value.unwrap();
    assert_eq!(value.to_string(), "*(w*3+7)");
    let large = "nim[340282366920938463463374607431768211456,1]"; // 2^128
    assert_eq!(moves(large, Play::Normal), ["heap 1 to 1"]);
}

#[test]
fn moves_are_read_and_refused() {
    let sum = read("nim[3, ω + 1]").unwrap();
    assert_eq!(sum.to_string(), "nim[3,w+1]");
    let after = |text: &str| {
        let mv = sum.read_move(text).unwrap();
        sum.clone().play(&mv).map(|after| after.to_string())
    };
    assert_eq!(after("heap 2 to w").unwrap(), "nim[3,w]");
    assert_eq!(after("heap 1 to 1").unwrap(), "nim[1,w+1]");
    assert_eq!(
        sum.read_move("heap 1 to 1").unwrap().to_string(),
        "heap 1 by 2"
    );
    assert!(after("heap 2 to w+1").is_err());
    assert!(after("heap 2 to w*2").is_err());
    assert!(
        after("heap 2 by 1")
            .unwrap_err()
            .reason
            .contains("heap 2 to 7")
    );
    for (text, at) in [
        ("nim[3,w+]", 8),
        ("nim[2w]", 5),
        ("nim[x]", 4),
        ("nim[w^(w^w)]", 6),
        ("nim[-1]", 4),
    ] {
        assert_eq!(read(text).unwrap_err().span.start, at, "{text}");
    }
}

#[test]
fn transfinite_rows_of_lattice_nim() {
    assert_eq!(
        moves("lattice[(3,w) (0,5)]", Play::Normal),
        ["(3,w) to (0,5)"]
    );
    assert_eq!(
        moves("lattice[(3,w^w+w) (1,w^w)]", Play::Normal),
        ["(3,w^w+w) to (1,w^w)"]
    );
    let value = analyzed("lattice[(3,w^w+w+1)]", Play::Normal)
        .value
        .unwrap();
    assert_eq!(value.to_string(), "*(w^w+w^2+w+3)");
    assert!(read("lattice[(w,1)]").is_err());
}

/// An ordinal below ω^3 with small coefficients.
fn ordinal() -> impl Strategy<Value = String> {
    let part = 0..4u8;
    (part.clone(), part.clone(), part).prop_map(|(a, b, c)| {
        let terms = [(a, "w^2*"), (b, "w*"), (c, "")];
        let terms = terms.iter().filter(|(n, _)| *n > 0);
        let text: Vec<String> = terms.map(|(n, w)| format!("{w}{n}")).collect();
        if text.is_empty() {
            "0".to_string()
        } else {
            text.join("+")
        }
    })
}

proptest! {
    /// After a winning move it is the other player's turn in a P-position; without one, none of the first moves leads
    /// to a P-position.
    #[test]
    fn winning_moves_win(heaps in prop::collection::vec(ordinal(), 1..4), misere: bool) {
        let play = if misere { Play::Misere } else { Play::Normal };
        let text = format!("nim[{}]", heaps.join(","));
        let sum = read(&text).unwrap();
        let answer = analyzed(&text, play);
        prop_assert!(answer.complete);
        for mv in &answer.winning_moves {
            let after = sum.clone().play(&sum.read_move(&mv.mv.to_string()).unwrap()).unwrap();
            prop_assert_eq!(Some(after.clone()), mv.to());
            prop_assert_eq!(analyzed(&after.to_string(), play).outcome, Some(Outcome::P));
        }
        let wins = sum.moves().take(200).filter(|mv| {
            let after = sum.clone().play(mv).unwrap().to_string();
            analyzed(&after, play).outcome == Some(Outcome::P)
        });
        for mv in wins {
            let text = mv.to_string();
            prop_assert!(answer.winning_moves.iter().any(|found| found.mv.to_string() == text));
        }
    }
}

/// A transfinite heap beside a board of both players is exchanged for a large finite one.
#[test]
fn transfinite_heaps_beside_boards_of_both_players() {
    for board in ["domineering[3x2]", "domineering[2x2]", "domineering[3x3]"] {
        let of = |heap: &str| {
            let answer = analyzed(&format!("{board} + nim[{heap}]"), Play::Normal);
            let moves = answer.winning_moves.iter();
            let on_board = moves.filter(|mv| mv.mv.component() == 0);
            let on_board: Vec<String> = on_board.map(|mv| mv.mv.to_string()).collect();
            (answer.outcome.expect("an outcome"), on_board)
        };
        let finite = of("1000");
        for heap in ["w", "w+3", "w^w"] {
            assert_eq!(of(heap), finite, "{board} {heap}");
        }
    }
}

/// A stone whose coordinates are 1 but for one is a nim heap, also in misère play.
#[test]
fn stones_beside_an_axis_are_heaps() {
    for play in [Play::Normal, Play::Misere] {
        for (x, beside) in [(1u32, 0u32), (1, 1), (2, 1), (2, 2), (3, 2), (5, 5)] {
            let heaps = analyzed(&format!("nim[{x}] + nim[{beside}]"), play).outcome;
            for stone in [format!("({x},1)"), format!("(1,{x})"), format!("(1,{x},1)")] {
                let text = format!("nimbers[{stone}] + nim[{beside}]");
                assert_eq!(analyzed(&text, play).outcome, heaps, "{text} {play}");
                // By its moves alone.
                let moves = read(&format!("nimbers[{stone}]")).unwrap().moves().count();
                assert_eq!(moves, x as usize, "{stone}");
            }
        }
    }
    assert_eq!(moves("nimbers[(w,1)]", Play::Misere), ["(w,1) to (1,0)"]);
    assert_eq!(
        moves("nimbers[(1,w)] + nim[w]", Play::Misere).len(),
        0,
        "a P-position has no winning move"
    );
}

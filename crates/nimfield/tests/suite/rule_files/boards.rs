//! Boards with parameters, and names that people type.

use nimfield::Play;

use super::{analyzed, read};

#[test]
fn parameters_stand_for_their_values_in_boards() {
    let game = |n: &str, columns: &str| {
        format!(
            "board rect {n} {columns} minus a1\nlines rows columns\ntake {n} contiguous\nplay misere\n"
        )
    };
    let text = format!("param n 1..3\n{}", game("n", "(n+1)"));
    for n in 1..=3 {
        let body = format!("({n})");
        let sum = read(&text, &body);
        let plain = game(&n.to_string(), &(n + 1).to_string());
        let expected = read(&plain, "");
        assert_eq!(sum.to_string(), format!("@random.game({n})"));
        assert_eq!(sum.draw(), expected.draw());
        for play in [Play::Normal, Play::Misere] {
            let (found, expected) = (analyzed(&sum, play), analyzed(&expected, play));
            assert_eq!(found.outcome, expected.outcome, "{n} {play}");
            assert_eq!(found.value, expected.value, "{n} {play}");
        }
        let after = expected.moves().next().map(|mv| mv.to_string());
        let mv = sum.moves().next().map(|mv| mv.to_string());
        assert_eq!(mv, after);
        if let Some(mv) = mv {
            let after = sum
                .clone()
                .play(&sum.read_move(&mv).unwrap())
                .unwrap()
                .to_string();
            let body = after.strip_prefix("@random.game").unwrap();
            assert_eq!(read(&text, body).to_string(), after);
        }
    }
}

#[test]
fn parameters_stand_for_their_values_in_boards_of_tiles() {
    let sum = read("param n 2..6\nboard rect n (2n)\nplace 1x2\n", "(n=3)");
    let expected = read("board rect 3 6\nplace 1x2\n", "");
    let value = |sum| analyzed(sum, Play::Normal).value;
    assert_eq!(value(&sum), value(&expected));
}

#[test]
fn other_names_lead_to_games_or_say_where_they_are() {
    assert_eq!(
        nimfield::read("Bulo[3x4]").unwrap().to_string(),
        "tactix[3x4]"
    );
    let error = nimfield::read("turningcorners[(3,4)]").unwrap_err();
    assert!(
        error
            .message
            .ends_with("write `turning(turtles,turtles)[…]`"),
        "{error}"
    );
    for (text, heaps) in [("3 4 5", "nim[3,4,5]"), (" 12,7 ", "nim[12,7]")] {
        let error = nimfield::read(text).unwrap_err();
        assert!(error.help.contains(heaps), "{error}");
    }
    assert_eq!(nimfield::read("0").unwrap().to_string(), "nim[0]");
}

//! Positions in the expressions of the calculators.

use std::convert::Infallible;

use nimfield::Games;
use nimfield_api::expression::{calls, expand};

#[test]
fn positions_are_found_and_places_lead_back() {
    let text = "mean(crpm[3,2]) + x + lines(max=3)[2x2] * matrix-partizan[1 2]";
    let mut seen = Vec::new();
    let expanded = expand(&Games::builtin(), text, None, |position| {
        seen.push(position.to_string());
        Ok::<_, Infallible>("7".to_string())
    });
    let expanded = expanded.unwrap();
    assert_eq!(
        seen,
        ["crpm[3,2]", "lines(max=3)[2x2]", "matrix-partizan[1 2]"]
    );
    assert_eq!(expanded.text, "mean((7)) + x + (7) * (7)");
    let x = expanded.text.find('x').unwrap();
    assert_eq!(&text[expanded.origin(&(x..x + 1))], "x");
    let seven = expanded.text.find('7').unwrap();
    assert_eq!(&text[expanded.origin(&(seven..seven + 1))], "crpm[3,2]");
    assert_eq!(expanded.origin(&(0..expanded.text.len())), 0..text.len());
    let end = expanded.text.len();
    assert_eq!(expanded.origin(&(end..end)), text.len()..text.len());
}

#[test]
fn words_that_only_look_like_games_stay() {
    for text in ["mean({2|1})", "nim + 3", "[w*2]", "minim[3", "w^2"] {
        let expanded = expand(
            &Games::builtin(),
            text,
            Some("grundy"),
            |_| -> Result<_, Infallible> { panic!("{text}") },
        )
        .unwrap();
        assert_eq!(expanded.text, text);
    }
    let expanded = expand(
        &Games::builtin(),
        "Grundy (nim[2]) * 3",
        Some("grundy"),
        |_| Ok::<_, Infallible>("2".to_string()),
    );
    assert_eq!(expanded.unwrap().text, " ((2)) * 3");
    assert!(calls("2*grundy(3)", "grundy") && !calls("my_grundy(3)", "grundy"));
}

#[test]
fn powers_and_ups_in_sums() {
    for (text, printed) in [
        ("2^-1 + crpm[1]", "1/2 + crpm[1]"),
        ("crpm[1] - 2^-1+3", "crpm[1] + -1/2 + 3"),
        ("crpm[1] + (1/2) ^-2 - 1", "crpm[1] + 4 + -1"),
        ("crpm[1] + 2^ - 1", "crpm[1] + 2^ + -1"),
        ("crpm[1] + ^-1", "crpm[1] + ^ + -1"),
        ("crpm[1] + (2+^10)", "crpm[1] + (2+^10)"),
    ] {
        let sum = nimfield::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(sum.to_string(), printed, "{text}");
        let again = nimfield::read(printed).expect("what is printed");
        assert_eq!(again.to_string(), printed);
    }
    let error = nimfield::read("crpm[1] + 2^200").expect_err("out of range");
    assert_eq!(error.span, 10..15);
}

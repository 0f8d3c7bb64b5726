//! Whatever is typed, the calculator and the readers answer or tell a place between characters.

#![cfg(feature = "std")]

use std::cell::Cell;
use std::error::Error;

use nimbers::calc;

use crate::evaluate;
use nimbers::{Interrupt, NimberError, Ordinal};
use proptest::prelude::*;

/// Words that an expression is made of, and look-alikes.
const WORDS: &[&str] = &[
    "w",
    "ω",
    "Ω",
    "omega",
    "+",
    "-",
    "−",
    "–",
    "*",
    "×",
    "·",
    "⋅",
    "/",
    "÷",
    "^",
    "(",
    ")",
    "[",
    "]",
    ",",
    " ",
    "\u{a0}",
    "\u{3000}",
    "\t",
    "0",
    "1",
    "2",
    "3",
    "7",
    "19",
    "65",
    "٣",
    "²",
    "½",
    "inv(",
    "sqrt(",
    "root(3,",
    "roots(2,",
    "root(",
    "solve_quadratic(",
    "trace(",
    "degree(",
    "order(",
    "min_poly(",
    "log(",
    "é",
    "e\u{301}",
    "😀",
    "\u{feff}",
    "_",
    "κ",
    "x",
    "0x",
    "#",
    "\"",
    "\\",
    "\0",
];

fn expression() -> impl Strategy<Value = String> {
    let words = prop::collection::vec(prop::sample::select(WORDS), 0..24);
    words.prop_map(|words| words.concat())
}

/// The answer, with few questions whether to stop.
fn bounded(text: &str) -> Result<String, std::ops::Range<usize>> {
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 2_000
    };
    match calc::evaluate(text, Interrupt::when(&stop)) {
        Ok(value) => Ok(value.to_string()),
        Err(error) => {
            assert_eq!(
                (error.cause == Some(NimberError::Stopped)),
                asked.get() > 2_000
            );
            assert!(!error.to_string().is_empty());
            assert!(
                error
                    .source()
                    .is_none_or(|source| !source.to_string().is_empty())
            );
            Err(error.span)
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn any_expression(text in expression()) {
        if let Err(span) = bounded(&text) {
            prop_assert!(text.get(span.clone()).is_some(), "{text:?} {span:?}");
        }
    }

    /// An expression that is right, with one foreign character in it.
    #[test]
    fn one_wrong_character(
        text in prop::sample::select(&["2*-3+w", "[w^2*3+5]^-7", "root(3, 2)", "log(10,4)", "(w+4)*(w+1)/sqrt(w)"][..]),
        wrong in prop::sample::select(&["−", "×", "ω", "😀", "٣", "\u{3000}", "é"][..]),
        place: prop::sample::Index,
    ) {
        let places: Vec<usize> = text.char_indices().map(|(i, _)| i).chain([text.len()]).collect();
        let at = places[place.index(places.len())];
        let text = [&text[..at], wrong, &text[at..]].concat();
        if let Err(span) = bounded(&text) {
            prop_assert!(text.get(span.clone()).is_some(), "{text:?} {span:?}");
        }
        if let Err(error) = text.parse::<Ordinal>() {
            prop_assert!(text.get(error.span.clone()).is_some(), "{text:?} {error}");
        }
    }

    #[test]
    fn any_ordinal(text in expression()) {
        match text.parse::<Ordinal>() {
            Ok(x) => {
                prop_assert_eq!(x.to_string().parse::<Ordinal>(), Ok(x.clone()));
                // With the star of a game's value, and its parentheses.
                prop_assert_eq!(format!("{x:?}").parse::<Ordinal>(), Ok(x.clone()));
                let padded = format!("{x:>40}");
                prop_assert_eq!(padded.trim_start(), x.to_string());
            }
            Err(error) => prop_assert!(text.get(error.span.clone()).is_some(), "{text:?} {error}"),
        }
    }
}

#[test]
fn places_are_those_of_the_wrong_characters() {
    for (text, wrong) in [
        ("2*−3", "−"),
        ("w÷2", "÷2"),
        ("2 ∙ 3", "∙ 3"),
        ("ωω", "ωω"),
        ("[ω^ωω]", "ωω"),
        ("[x+1]", "x"),
        ("3 + ", ""),
        ("1\u{3000}−", "−"),
        ("wrong(2)", "wrong"),
    ] {
        let error = evaluate(text).unwrap_err();
        assert_eq!(text.get(error.span.clone()), Some(wrong), "{text}: {error}");
    }
    assert_eq!(evaluate("ω*Omega").unwrap().to_string(), "[w^2]");
}

#[test]
fn ordinals_with_a_star() {
    let o = |text: &str| text.parse::<Ordinal>();
    for (starred, plain) in [
        ("*w", "w"),
        ("*5", "5"),
        (" * ω ", "w"),
        ("*", "1"),
        ("*0", "0"),
        ("*w^2*3", "w^2*3"),
        ("*(w^2+1)", "w^2+1"),
        ("*(w)", "w"),
    ] {
        assert_eq!(o(starred), o(plain), "{starred}");
    }
    for wrong in ["*w+1", "**w", "*(w", "*(w)1", "*()", "5*", "w*", "(w)"] {
        assert!(o(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn operators_of_ordinals() {
    let o = |text: &str| text.parse::<Ordinal>().unwrap();
    let (x, y) = (o("w^w+w*3+5"), o("w*2+5"));
    let sum = o("w^w+w");
    assert_eq!(
        [
            &x + &y,
            &x + y.clone(),
            x.clone() + &y,
            x.clone() + y.clone()
        ],
        std::array::from_fn(|_| sum.clone())
    );
    assert_eq!(
        [
            &x - &y,
            &x - y.clone(),
            x.clone() - &y,
            x.clone() ^ y.clone()
        ],
        std::array::from_fn(|_| sum.clone())
    );
    let mut z = x.clone();
    z += &y;
    assert_eq!(z, sum);
    z -= y.clone();
    assert_eq!(z, x);
    z ^= &y;
    assert_eq!(-z, sum);
    assert_eq!([&x, &y].into_iter().sum::<Ordinal>(), sum);
    assert_eq!([x, y].into_iter().sum::<Ordinal>(), sum);
    assert_eq!(Ordinal::from(nimbers::Nimber8(7)), Ordinal::from(7_usize));
    assert_eq!(
        format!("[{:>6}|{:<4}|{:^5}]", o("w+1"), o("w"), o("5")),
        "[   w+1|w   |  5  ]"
    );
    assert_eq!(format!("{:>9}", evaluate("w+1").unwrap()), "    [w+1]");
    assert_eq!(format!("{:>4}", evaluate("degree(w)").unwrap()), "   6");
}

#[test]
fn stars_and_signs_of_multiplication() {
    let value = |text: &str| evaluate(text).map(|value| value.to_string());
    for (text, same) in [
        ("*19 * *23", "19*23"),
        ("*", "1"),
        ("* * *3", "3"),
        ("*2 + *", "3"),
        ("2×3", "2*3"),
        ("2 · 3", "2*3"),
        ("[ω×5]", "[w*5]"),
        ("[w·2+1]", "[w*2+1]"),
        ("root(3, *2)", "root(3,2)"),
        ("w ^ *2", "w^*2"),
    ] {
        assert_eq!(value(text).ok(), value(same).ok(), "{text}");
    }
    assert_eq!(value("*19 * *23").as_deref(), Ok("86"));
    assert_eq!(
        "ω×5".parse::<nimbers::Ordinal>().unwrap(),
        "w*5".parse().unwrap()
    );
    assert!(value("2 ** ").is_ok() && value("* 2").is_err());
}

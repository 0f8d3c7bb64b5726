//! Reading and writing.

use nimbers::MAX_DECIMAL_DIGITS;
use nimbers::num_bigint::BigUint;
use nimbers::{FiniteNimber, Nimber, Nimber8, Nimber64, Nimber128};
use proptest::prelude::*;

#[test]
fn relaxed_readers() {
    for text in ["14", " 14\n", "*14", "0xe", "0XE", "*0x0e", "014"] {
        assert_eq!(text.parse(), Ok(Nimber8(14)), "{text:?}");
    }
    assert_eq!("*".parse(), Ok(Nimber::ONE));
    assert_eq!(
        format!("{} {:?} {:x}", Nimber8(14), Nimber8(14), Nimber8(14)),
        "14 *14 e"
    );
}

#[test]
fn errors_name_the_place() {
    const EMPTY: &str = "no digits; expected a number, for example 14 or 0xe";
    const NOT_A_DIGIT: &str = "not a digit; expected a number, for example 14 or 0xe";
    let error = |text: &str| {
        let error = text.parse::<Nimber8>().unwrap_err();
        assert!(error.to_string().contains("expected"), "{error}");
        let said = format!("{}; {}", error.problem, error.expected);
        (said, error.span)
    };
    assert_eq!(error(""), (EMPTY.into(), 0..0));
    assert_eq!(error("  "), (EMPTY.into(), 0..2));
    assert_eq!(error("*0x"), (EMPTY.into(), 3..3));
    assert_eq!(error(" 12w"), (NOT_A_DIGIT.into(), 3..4));
    assert_eq!(error("1ω2"), (NOT_A_DIGIT.into(), 1..3));
    assert_eq!(error("-1"), (NOT_A_DIGIT.into(), 0..1));
    assert_eq!(
        error(" 256 "),
        ("too large; expected a number below 2^8".into(), 1..4)
    );
    let long = "9".repeat(MAX_DECIMAL_DIGITS + 1);
    let (said, span) = error(&long);
    assert!(said.starts_with("too long; expected at most 200000 digits"));
    assert_eq!(span, 0..long.len());
    assert!(long[1..].parse::<Nimber>().is_ok());
    let hexadecimal = format!("0x{}", "f".repeat(Nimber::MAX_BITS / 4));
    assert_eq!(
        hexadecimal.parse::<Nimber>().unwrap().top_bit(),
        Some(Nimber::MAX_BITS - 1)
    );
    assert!(format!("{hexadecimal}0").parse::<Nimber>().is_err());
    assert_eq!(Nimber::power_of_two(Nimber::MAX_BITS), None);
}

proptest! {
    #[test]
    fn round_trips(words in prop::collection::vec(any::<u64>(), 0..12)) {
        let x = Nimber::from_words(words);
        prop_assert_eq!(x.to_string().parse::<Nimber>(), Ok(x.clone()));
        prop_assert_eq!(format!("{x:#x}").parse::<Nimber>(), Ok(x.clone()));
        prop_assert_eq!(format!("{x:?}").parse::<Nimber>(), Ok(x.clone()));
        prop_assert_eq!(x.to_string(), x.to_biguint().to_string());
        prop_assert_eq!(Nimber::from(x.to_biguint()), x.clone());
        prop_assert_eq!(Nimber::from_words(x.to_words()), x);
    }

    /// Nothing panics, and the span is one of the text.
    #[test]
    fn any_text(text in "[ *0x9aω\\-]{0,8}|.*") {
        match text.parse::<Nimber>() {
            Ok(x) => prop_assert_eq!(x.to_string().parse::<Nimber>(), Ok(x)),
            Err(error) => prop_assert!(text.get(error.span).is_some()),
        }
    }

    #[test]
    fn too_large_for_the_type(x: u128) {
        let wide = Nimber128(x);
        let narrow = wide.to_string().parse::<Nimber64>();
        prop_assert_eq!(narrow.ok(), Nimber64::from_biguint(&wide.to_biguint()));
        prop_assert_eq!(Nimber64::try_from(&Nimber::from(x)).ok().map(|x| u128::from(x.0)), u64::try_from(x).ok().map(u128::from));
    }
}

#[test]
fn biguints_too_large_for_the_type() {
    assert_eq!(Nimber8::from_biguint(&BigUint::from(256_u16)), None);
    assert_eq!(
        Nimber128::from_biguint(&(BigUint::from(1_u8) << 128_u32)),
        None
    );
}

#[cfg(feature = "serde")]
#[test]
fn serde_round_trips() {
    let json = serde_json::to_string(&(Nimber64(7), Nimber::power_of_two(70).unwrap())).unwrap();
    assert_eq!(json, r#"[7,"1180591620717411303424"]"#);
    let back: (Nimber64, Nimber) = serde_json::from_str(&json).unwrap();
    assert_eq!(back, (Nimber64(7), Nimber::power_of_two(70).unwrap()));
    assert!(serde_json::from_str::<Nimber>(r#""w""#).is_err());
    assert!(serde_json::from_str::<Nimber8>("256").is_err());
}

//! Where errors point in a text.

use nimfield_core::notation::{Cursor, NotationError, read_numbers};

/// The carets under a number that is missing after this start.
fn carets(start: &str, fault: &str) -> String {
    let text = format!("{start}{fault}");
    let mut cursor = Cursor::new(&text);
    assert!(cursor.take(start));
    let at = cursor.at()..text.len();
    let error: NotationError = cursor.fault(at, "no number", "");
    error.to_string().lines().nth(2).unwrap().to_string()
}

#[test]
fn carets_stand_under_the_fault_whatever_the_width_of_characters() {
    for (start, before) in [
        ("nim ", 4),
        ("ω+∞ ", 4),
        // Two columns each.
        ("日本 ", 5),
        ("🎲", 2),
        // An accent that stands over the letter before.
        ("e\u{301} ", 2),
    ] {
        for (fault, width) in [("x", 1), ("xyz", 3), ("日本", 4), ("", 1)] {
            let expected = format!("  {}{}", " ".repeat(before), "^".repeat(width));
            assert_eq!(carets(start, fault), expected, "{start}{fault}");
        }
    }
}

#[test]
fn faults_end_with_the_text_and_hold_whole_characters() {
    for (text, span, expected) in [
        ("nim(", 4..5, 4..4),
        ("nim(", 7..9, 4..4),
        ("nim(é", 4..5, 4..6),
        ("nim(é", 5..5, 4..6),
        ("", 0..1, 0..0),
    ] {
        let error = Cursor::new(text).fault(span, "a fault", "");
        assert_eq!(error.span, expected, "{text}");
        assert!(error.to_string().contains('^'));
    }
}

#[test]
fn numbers_are_also_read_as_powers() {
    let power = |text| Cursor::new(text).need_power("a heap");
    for (text, number) in [
        ("7", 7),
        ("2^64", 1 << 64),
        ("10^20", 10_u128.pow(20)),
        ("1^0", 1),
        ("0^3", 0),
        ("2^127]", 1 << 127),
        // The caller reads what follows.
        ("5^]", 5),
        ("5^w", 5),
    ] {
        assert_eq!(power(text).unwrap(), number, "{text}");
    }
    for text in ["2^128", "10^39", "2^99999999999", "^3", "w"] {
        assert!(power(text).is_err(), "{text}");
    }
    let ordinal = Cursor::new("2^100,w").need_ordinal("a heap").unwrap();
    assert_eq!(ordinal, (1_u128 << 100).into());
}

/// A list that is too long by one number has its caret there, and a list that no shorter one explains is marked as a whole.
#[test]
fn a_list_with_a_number_too_many_says_which() {
    let fault = |text: &str, count: usize| {
        let exactly = |numbers: &[u128]| match numbers.len() == count {
            true => Ok(()),
            false => Err(format!("expected {count} numbers")),
        };
        let error = read_numbers(&mut Cursor::new(text), "", exactly).unwrap_err();
        text[error.span].to_string()
    };
    assert_eq!(fault("3, 4,15", 2), "15");
    assert_eq!(fault("3,4,5 6", 2), "5");
    assert_eq!(fault("3,4", 3), "3,4");
    for (count, is_found) in [(63, true), (64, true), (65, false)] {
        let text = vec!["10"; count + 1].join(" ");
        let expected = if is_found { "10" } else { &text };
        assert_eq!(fault(&text, count), expected, "{count}");
    }
}

//! Where errors point in a text.

use nimfield_core::notation::{Cursor, NotationError};

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

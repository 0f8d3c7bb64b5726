//! Common parts of the notation of ordinals and expressions; blanks are allowed before everything.

use text_cursor::Cursor;

/// Reads a multiplication sign.
pub(crate) fn eat_times(cursor: &mut Cursor<'_>) -> bool {
    cursor.blanks().eat_any(&["*", "×", "·"])
}

/// Reads a run of digits, possibly empty.
pub(crate) fn digits<'a>(cursor: &mut Cursor<'a>) -> &'a str {
    cursor.blanks().take_while(|c| c.is_ascii_digit())
}

/// Reads a word of letters, possibly empty.
pub(crate) fn word<'a>(cursor: &mut Cursor<'a>) -> &'a str {
    cursor
        .blanks()
        .take_while(|c| c.is_alphabetic() || c == '_')
}

/// Returns whether a word is a name of ω.
pub(crate) fn is_omega(word: &str) -> bool {
    ["w", "omega", "ω"]
        .iter()
        .any(|name| word.eq_ignore_ascii_case(name))
}

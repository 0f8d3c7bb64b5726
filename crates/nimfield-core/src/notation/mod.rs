//! How positions and moves of a game are written, and the reading of text.
//!
//! Readers are lenient about blanks, case, brackets (`⟦ ⟧`, `⟨ ⟩`) and line ends; output is strict and reads back as
//! the same position or move.

mod cursor;
mod guess;
mod lines;

pub use cursor::*;
pub use guess::closest;
pub use lines::{lines, placed};

/// Brackets around a body; the first is the one that is printed.
pub const OPENING: [&str; 3] = ["[", "⟦", "⟨"];
/// Brackets after a body.
pub const CLOSING: [&str; 3] = ["]", "⟧", "⟩"];

/// Returns whether a closing bracket comes next.
pub fn at_closing(cursor: &mut Cursor<'_>) -> bool {
    cursor.clone().take_any(&CLOSING)
}

/// Returns whether a body can end here: at a closing bracket, or at the end of a text that lacks one.
pub fn at_body_end(cursor: &mut Cursor<'_>) -> bool {
    at_closing(cursor) || cursor.at_end()
}

/// Reads a body of one or more items, separated by commas or blanks.
///
/// # Errors
/// If one of them cannot be read.
pub fn read_list<T>(
    cursor: &mut Cursor<'_>,
    mut one: impl FnMut(&mut Cursor<'_>) -> Result<T, NotationError>,
) -> Result<Vec<T>, NotationError> {
    let mut list = vec![one(cursor)?];
    while !at_body_end(cursor) {
        cursor.take(",");
        list.push(one(cursor)?);
    }
    Ok(list)
}

/// Reads a body of whole numbers, from which `of` makes a position. Errors show `help`.
///
/// # Errors
/// If the text is not a list of numbers; or if the numbers are not a position: the error marks the first number such
/// that the numbers before it are a position, or else the whole body.
pub fn read_numbers<G>(
    cursor: &mut Cursor<'_>,
    help: &str,
    of: impl Fn(&[u128]) -> Result<G, String>,
) -> Result<G, NotationError> {
    /// In longer lists the error marks the whole body.
    const MOST: usize = 64;
    cursor.blanks();
    let start = cursor.at();
    let mut spans = Vec::new();
    let numbers = read_list(cursor, |cursor| {
        cursor.blanks();
        let from = cursor.at();
        let number = cursor.need_power("a number")?;
        spans.push(from..cursor.at());
        Ok(number)
    })?;
    of(&numbers).map_err(|fault| {
        let before = (1..numbers.len().min(MOST + 1)).rfind(|&count| of(&numbers[..count]).is_ok());
        let span = before.map_or(start..cursor.at(), |count| spans[count].clone());
        cursor.fault(span, fault, help)
    })
}

/// The help for missing brackets.
pub const IN_BRACKETS: &str = "write the body of a position in brackets";

/// Reads the bracket before a body.
///
/// # Errors
/// If there is none.
pub fn need_opening(cursor: &mut Cursor<'_>) -> Result<(), NotationError> {
    match cursor.take_any(&OPENING) {
        true => Ok(()),
        false => Err(cursor.expected("`[`", IN_BRACKETS)),
    }
}

/// Reads a body in brackets with `read`; it may be empty only if `may_be_empty` is true. Errors show `help`.
///
/// # Errors
/// Where the text is not a position of the game.
pub fn read_bracketed<G>(
    cursor: &mut Cursor<'_>,
    help: &str,
    may_be_empty: bool,
    read: impl FnOnce(&mut Cursor<'_>) -> Result<G, NotationError>,
) -> Result<G, NotationError> {
    need_opening(cursor)?;
    if !may_be_empty && at_closing(cursor) {
        return Err(cursor.expected("a position between the brackets", help));
    }
    let position = read(cursor)?;
    if !cursor.take_any(&CLOSING) {
        return Err(cursor.expected("`]`", help));
    }
    Ok(position)
}

/// Reads a body of the game with this name as [`read_bracketed`] does, and reports an error if options precede it.
///
/// # Errors
/// Where the text is not a position of the game.
pub fn read_without_options<G>(
    cursor: &mut Cursor<'_>,
    (name, help): (&str, &str),
    may_be_empty: bool,
    read: impl FnOnce(&mut Cursor<'_>) -> Result<G, NotationError>,
) -> Result<G, NotationError> {
    if cursor.take("(") {
        let at = cursor.at();
        // Options are followed by a body in brackets; otherwise this is a body in the wrong brackets.
        let options = cursor.rest().split_once(')').is_some_and(|(_, rest)| {
            let rest = rest.trim_start();
            OPENING.iter().any(|bracket| rest.starts_with(bracket))
        });
        let message = match options {
            true => format!("{name} takes no options"),
            false => format!("write a position of {name} in square brackets: {name}[...]"),
        };
        return Err(cursor.fault(at - 1..at, message, help));
    }
    read_bracketed(cursor, help, may_be_empty, read)
}

/// Reads the move that prints as the rest of the text, ignoring case and blanks.
///
/// # Errors
/// If no move prints like this; the help shows the first one.
pub fn read_printed<M: std::fmt::Display>(
    moves: impl Iterator<Item = M>,
    cursor: &mut Cursor<'_>,
) -> Result<M, NotationError> {
    read_printed_as(moves, cursor, |text| words_of(text).to_ascii_lowercase())
}

/// Returns the words of a text, with one blank between them.
#[must_use]
pub fn words_of(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reads the move that prints as the rest of the text, after `plain` has normalized both.
///
/// # Errors
/// If no move prints like this; the help shows the first one.
pub fn read_printed_as<M: std::fmt::Display>(
    moves: impl Iterator<Item = M>,
    cursor: &mut Cursor<'_>,
    plain: impl Fn(&str) -> String,
) -> Result<M, NotationError> {
    cursor.blanks();
    let start = cursor.at();
    let wanted = plain(cursor.take_rest());
    let mut moves = moves.peekable();
    let first = moves.peek().map(ToString::to_string);
    let found = moves.find(|mv| plain(&mv.to_string()) == wanted);
    found.ok_or_else(|| not_legal(cursor, start, first))
}

/// Returns the error for a text from `start` up to the cursor that is not a legal move; the help shows the first one.
#[must_use]
pub fn not_legal(
    cursor: &Cursor<'_>,
    start: usize,
    first: Option<impl std::fmt::Display>,
) -> NotationError {
    let typed = &cursor.text()[start..cursor.at()];
    let help = match first {
        None => "the position has no legal move".to_string(),
        Some(first) => format!("a legal move here is {first}"),
    };
    let message = format!("`{typed}` is not a legal move");
    cursor.fault(start..cursor.at(), message, help)
}

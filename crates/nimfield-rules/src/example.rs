//! The `example` lines of a rule file, and the word for a play convention.

use nimfield_core::prelude::*;

const EXAMPLE: &str = "an example is a position in brackets, perhaps `misere` or `normal`, the outcome, and perhaps \
                       the value; several with commas between them";

/// The characters of values, besides their few words.
const VALUE: &str = "0123456789*^+-−±/|{}(),.<>↑↓";

/// A line `example`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// Where the line begins.
    pub start: usize,
    /// Parameters and body: `(2)[3,4,5]`.
    pub position: String,
    /// The play convention, if the line gives it.
    pub play: Option<Play>,
    /// `P`, `N`, `L` or `R`.
    pub outcome: char,
    /// The value as printed, if the line gives it.
    pub value: Option<String>,
}

/// Reads `normal` or `misere`.
pub(crate) fn read_play(cursor: &mut Cursor<'_>) -> Result<Play, NotationError> {
    match () {
        () if cursor.take("normal") => Ok(Play::Normal),
        () if cursor.take_any(&["misere", "misère"]) => Ok(Play::Misere),
        () => Err(cursor.expected(
            "`normal` or `misere`",
            "the play convention is `normal` or `misere`",
        )),
    }
}

impl Example {
    /// Reads what follows the word `example`, one or several with commas between them; the line begins at `start`.
    pub(crate) fn read_all(
        cursor: &mut Cursor<'_>,
        start: usize,
    ) -> Result<Vec<Example>, NotationError> {
        let mut examples = vec![Example::read(cursor, start)?];
        while cursor.take(",") {
            examples.push(Example::read(cursor, start)?);
        }
        Ok(examples)
    }

    fn read(cursor: &mut Cursor<'_>, start: usize) -> Result<Example, NotationError> {
        cursor.blanks();
        let rest = cursor.rest();
        if !rest.starts_with(['[', '(']) {
            return Err(cursor.expected("a position in brackets", EXAMPLE));
        }
        let end = rest.find(']').map_or(0, |end| end + 1);
        let position = rest[..end].to_string();
        // A bracket that closes a further example is not the missing one.
        if position.matches('[').count() != 1 {
            let span = cursor.at()..cursor.at() + rest.trim_end().len();
            return Err(cursor.fault(span, "`]` is missing after the position", EXAMPLE));
        }
        cursor.take(&position);
        let play = match cursor.take_any(&["misere", "misère"]) {
            true => Some(Play::Misere),
            false if cursor.take("normal") => Some(Play::Normal),
            false => None,
        };
        cursor.blanks();
        let outcome = cursor.peek().filter(|c| "PNLR".contains(*c));
        let Some(outcome) = outcome else {
            return Err(cursor.expected("an outcome: P, N, L or R", EXAMPLE));
        };
        cursor.take_char(outcome);
        cursor.blanks();
        let rest = cursor.rest();
        // Values have commas too, but no brackets like positions.
        let another = |comma: &usize| rest[comma + 1..].trim_start().starts_with(['[', '(']);
        let end = rest.match_indices(',').map(|(at, _)| at).find(another);
        let written = &rest[..end.unwrap_or(rest.len())];
        let begins = cursor.at();
        let mut value = Cursor::new(written);
        while !value.at_end() {
            let word = value.word();
            let known = ["", "v", "Tiny", "Miny"].contains(&word);
            if !known || word.is_empty() && value.peek().is_none_or(|c| !VALUE.contains(c)) {
                cursor.skip_to(begins + value.at() - word.len());
                return Err(cursor.expected("a value, or `,` and another example", EXAMPLE));
            }
            value.take_while(|c| VALUE.contains(c));
        }
        cursor.take(written);
        let value = written.trim();
        Ok(Example {
            start,
            position,
            play,
            outcome,
            value: (!value.is_empty()).then(|| value.to_string()),
        })
    }
}

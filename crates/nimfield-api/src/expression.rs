//! Expressions of the calculators that contain positions: each position is replaced by its value.

use std::ops::Range;

use nimfield::Answer;
use nimfield::Games;
use nimfield_core::notation::{CLOSING, OPENING};

/// An expression with its positions replaced.
#[derive(Debug)]
pub struct Expanded {
    /// The text for the calculator.
    pub text: String,
    /// Ranges of the text, each with the range of the original expression that it comes from.
    parts: Vec<(Range<usize>, Range<usize>)>,
}

impl Expanded {
    /// Maps a range of the text to the range of the original expression.
    #[must_use]
    pub fn origin(&self, place: &Range<usize>) -> Range<usize> {
        let start = self.at(place.start, true);
        let end = self.at(place.end, false).max(start);
        start..end
    }

    fn at(&self, place: usize, start: bool) -> usize {
        let holds = |(here, _): &&(Range<usize>, Range<usize>)| match start {
            true => (here.start..here.end).contains(&place),
            false => here.start < place && place <= here.end,
        };
        match self.parts.iter().find(holds) {
            // Copied parts keep their length.
            Some((here, from)) if here.len() == from.len() => from.start + (place - here.start),
            Some((_, from)) if start => from.start,
            Some((_, from)) => from.end,
            None => match place {
                0 => 0,
                _ => self.parts.last().map_or(0, |(_, from)| from.end),
            },
        }
    }
}

/// Replaces each position in an expression by its `worth` in parentheses, and removes the name of the function
/// `dropped` before a parenthesis. Positions begin with the name of one of the games.
///
/// # Errors
/// Errors of `worth`.
pub fn expand<E>(
    games: &Games,
    text: &str,
    dropped: Option<&str>,
    mut worth: impl FnMut(&str) -> Result<String, E>,
) -> Result<Expanded, E> {
    let mut expanded = Expanded {
        text: String::new(),
        parts: Vec::new(),
    };
    let mut put = |from: Range<usize>, new: &str| {
        let start = expanded.text.len();
        expanded.text.push_str(new);
        expanded.parts.push((start..expanded.text.len(), from));
    };
    let mut at = 0;
    let mut copied = 0;
    let mut before = ' ';
    while let Some(c) = text[at..].chars().next() {
        let begins = c.is_ascii_alphabetic() && !before.is_ascii_alphanumeric() && before != '_';
        let position = begins.then(|| position_at(games, &text[at..])).flatten();
        let end = match (position, dropped) {
            (Some(length), _) => {
                put(copied..at, &text[copied..at]);
                let end = at + length;
                put(at..end, &format!("({})", worth(&text[at..end])?));
                end
            }
            (None, Some(name)) if begins && is_call(&text[at..], name) => {
                put(copied..at, &text[copied..at]);
                at + name.len()
            }
            _ => {
                before = c;
                at += c.len_utf8();
                continue;
            }
        };
        (at, copied, before) = (end, end, ')');
    }
    put(copied..text.len(), &text[copied..]);
    Ok(expanded)
}

/// Why a position cannot be part of an expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoWorth {
    /// The value of this position was not found, or its form is too long.
    #[error("the value of {0} was not found, or is too large")]
    NotFound(String),
    /// The value of this position, given second, is not a short game.
    #[error("{0} has the value {1}, which is not a short game")]
    NotShort(String, String),
    /// This position is partizan, so it has no Grundy value.
    #[error("{0} is partizan and has no Grundy value; the calculator for values gives its value")]
    Partizan(String),
}

/// Returns the value of a position for the calculator of values, from its analysis.
///
/// # Errors
/// If the value was not found, or is not a short game.
pub fn form_of(answer: &Answer) -> Result<String, NoWorth> {
    let position = answer.position.to_string();
    match answer.value_text() {
        None => Err(NoWorth::NotFound(position)),
        Some(value) if value.contains('w') => Err(NoWorth::NotShort(position, value)),
        Some(form) => Ok(form),
    }
}

/// Returns the nimber of an impartial position for the calculator of nimbers, from its analysis.
///
/// # Errors
/// If the value was not found, or the position is partizan.
pub fn nimber_of(answer: &Answer) -> Result<String, NoWorth> {
    let position = answer.position.to_string();
    if answer.figures.is_some() {
        return Err(NoWorth::Partizan(position));
    }
    let value = answer.value.as_ref();
    let text = value.ok_or(NoWorth::NotFound(position))?.ordinal_text();
    Ok(match text.bytes().all(|byte| byte.is_ascii_digit()) {
        true => text,
        false => format!("[{text}]"),
    })
}

/// Returns whether a text begins with a call of a function.
fn is_call(text: &str, name: &str) -> bool {
    let here = text.get(..name.len());
    here.is_some_and(|here| here.eq_ignore_ascii_case(name))
        && text[name.len()..].trim_start().starts_with('(')
}

/// Returns whether an expression calls a function.
#[must_use]
pub fn calls(text: &str, name: &str) -> bool {
    let mut before = ' ';
    text.char_indices().any(|(at, c)| {
        let begins = !before.is_ascii_alphanumeric() && before != '_';
        before = c;
        begins && is_call(&text[at..], name)
    })
}

/// Returns the length of the position that a text begins with: the name of a game, perhaps options in parentheses, and
/// a body in brackets. If the closing bracket is missing, the length is that of the whole text, and the reader of
/// positions reports the error.
fn position_at(games: &Games, text: &str) -> Option<usize> {
    // Without a bracket no position begins here, so the games need not be searched.
    if !OPENING.iter().any(|opening| text.contains(opening)) {
        return None;
    }
    let names = games.iter().map(|game| game.info.name);
    let here = names.filter(|name| {
        let begun = text.get(..name.len());
        begun.is_some_and(|begun| begun.eq_ignore_ascii_case(name))
    });
    here.filter_map(|name| {
        let mut rest = text[name.len()..].trim_start();
        if let Some(options) = rest.strip_prefix('(') {
            rest = options.split_once(')')?.1.trim_start();
        }
        let opening = OPENING.iter().find(|opening| rest.starts_with(**opening))?;
        let body = &rest[opening.len()..];
        let ends = CLOSING
            .iter()
            .filter_map(|closing| Some((body.find(closing)?, closing.len())));
        let (end, length) = ends.min().unwrap_or((body.len(), 0));
        Some(text.len() - body.len() + end + length)
    })
    .max()
}

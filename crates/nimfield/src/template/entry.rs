//! Entries of a template that are expressions, and their numbers.

use std::ops::Range;

use nimfield_core::expression::Expression;
use nimfield_core::game::Rules;
use nimfield_core::info::Setup;
use nimfield_core::notation::{CLOSING, NotationError};
use nimfield_games::codes::CodeGame;

use crate::registry::{GameEntry, Games};

/// How a number depends on the letters.
#[derive(Clone, Debug)]
pub(super) enum Number {
    /// `coefficient * letter + constant`.
    Linear {
        letter: usize,
        coefficient: u128,
        constant: i128,
    },
    /// The letter as a digit of a code.
    Digit { letter: usize },
    /// Anything else.
    Computed(Expression),
}

impl Number {
    pub(super) fn mentions(&self, letter: usize) -> bool {
        match self {
            Number::Linear { letter: own, .. } | Number::Digit { letter: own } => *own == letter,
            Number::Computed(expression) => expression.mentions(letter),
        }
    }

    /// Describes the numbers that are allowed.
    pub(super) fn wanted(&self) -> &'static str {
        match self {
            Number::Digit { .. } => "digit of a code, from 0 to 15,",
            _ => "number from 0 to 2^128-1",
        }
    }

    /// Returns the number; `None` if it is not allowed.
    pub(super) fn of(&self, values: &[u64]) -> Option<u128> {
        match self {
            Number::Linear {
                letter,
                coefficient,
                constant,
            } => {
                let product = coefficient.checked_mul(values[*letter].into())?;
                product.checked_add_signed(*constant)
            }
            Number::Digit { letter } => Some(values[*letter].into()).filter(|&digit| digit < 16),
            Number::Computed(expression) => {
                let values: Vec<i128> = values.iter().map(|&value| value.into()).collect();
                // The caller reports negative numbers.
                u128::try_from(expression.value(&values)).ok()
            }
        }
    }
}

/// A text between separators that may be an expression.
pub(super) struct Entry {
    pub(super) span: Range<usize>,
}

/// Returns the game whose name, or name with options, ends this text.
pub(super) fn game_of_last_name<'g>(text: &str, games: &'g Games) -> Option<&'g GameEntry> {
    let text = text.trim_end();
    let options = text.strip_suffix(')').and_then(|text| text.rfind('('));
    let text = options.map_or(text, |at| text[..at].trim_end());
    let name = text
        .rfind(|c: char| !(c.is_alphanumeric() || c == '-'))
        .map_or(text, |at| &text[at..]);
    let name = name.trim_start_matches(|c: char| !c.is_alphabetic());
    games.find(name)
}

/// The options of a game, in parentheses after its name.
pub(super) struct Options {
    /// The text between the parentheses.
    pub(super) span: Range<usize>,
    /// Whether each letter is a digit of a code.
    pub(super) of_digits: bool,
}

impl Options {
    /// Returns the options that begin with this parenthesis, if it follows the name of a game or of a file.
    pub(super) fn at(text: &str, opens: usize, games: &Games) -> Option<Options> {
        let before = text[..opens].trim_end();
        let file = before.rsplit(char::is_whitespace).next()?.contains('@');
        let game = game_of_last_name(before, games);
        if !file && game.is_none() {
            return None;
        }
        let mut depth = 0;
        let closes = text[opens..].char_indices().find(|&(_, c)| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        });
        let span = opens + 1..opens + closes?.0;
        let code = !file && game.is_some_and(|game| game.info.name == CodeGame::INFO.name);
        Some(Options {
            // `take 1..a` has no digits.
            of_digits: code && text[span.clone()].replace("..", "").contains('.'),
            span,
        })
    }

    /// Returns the end of the word that begins here, unless it is a single letter: a word of several letters, or the
    /// name of an option before `=`.
    pub(super) fn word_at(&self, text: &str, at: usize) -> Option<usize> {
        if self.of_digits
            || !self.span.contains(&at)
            || !text[at..].starts_with(char::is_alphabetic)
        {
            return None;
        }
        let rest = &text[at..self.span.end];
        let length = rest
            .find(|c: char| !c.is_alphabetic())
            .unwrap_or(rest.len());
        let names = rest[length..].trim_start().starts_with('=');
        (length > 1 && !rest[length..].starts_with('(') || names).then_some(at + length)
    }
}

impl Entry {
    /// Returns the entry that begins here in a position of this shape, if it is more than a letter with a coefficient
    /// and a constant.
    pub(super) fn at(
        text: &str,
        start: usize,
        setup: Option<Setup>,
        letters: &[char],
    ) -> Option<Entry> {
        let before = text[..start].chars().next_back()?;
        if !(before.is_whitespace() || "[⟦⟨,;(".contains(before)) {
            return None;
        }
        let rest = &text[start..];
        let points = matches!(setup, Some(Setup::Points { .. }));
        let partitions = matches!(setup, Some(Setup::Partition { .. }));
        if rest.starts_with('(') && points {
            return None;
        }
        let mut depth = 0;
        let mut end = rest.len();
        for (at, c) in rest.char_indices() {
            match c {
                '(' => depth += 1,
                ')' if depth == 0 => end = at,
                ')' => depth -= 1,
                _ if depth > 0 && !CLOSING.contains(&&rest[at..at + c.len_utf8()]) => {}
                _ if c.is_alphanumeric() || "+-*".contains(c) => {}
                '^' if !partitions => {}
                // A fraction is inside or after parentheses; any other slash ends a row of a board.
                '/' if rest[..at].ends_with(')') => {}
                _ => end = at,
            }
            if end <= at {
                break;
            }
        }
        let entry = &rest[..end];
        let letter = |c: char| letters.contains(&c);
        let operators = entry.char_indices().any(|(at, c)| {
            let last = entry[at + c.len_utf8()..]
                .chars()
                .all(|c| c.is_ascii_digit());
            match c {
                '(' | '*' | '^' | '/' => true,
                // A constant at the end belongs to a linear term.
                '+' | '-' => at > 0 && !last,
                _ => false,
            }
        });
        (operators && entry.chars().any(letter)).then(|| Entry {
            span: start..start + end,
        })
    }

    /// Reads the entry; `None` if it is not an expression of the letters and stays literal text.
    pub(super) fn read(
        &self,
        text: &str,
        letters: &[char],
    ) -> Result<Option<Number>, NotationError> {
        let names: Vec<String> = letters.iter().map(char::to_string).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let entry = &text[self.span.clone()];
        match Expression::read(entry, &names) {
            Ok(expression) => Ok(Some(Number::Computed(expression))),
            // A text that begins with a call or a parenthesis must be an expression.
            Err(fault) if entry.starts_with('(') => {
                let span = self.span.start + fault.span.start..self.span.start + fault.span.end;
                Err(NotationError {
                    text: text.to_string(),
                    span,
                    ..fault
                })
            }
            Err(_) => Ok(None),
        }
    }
}

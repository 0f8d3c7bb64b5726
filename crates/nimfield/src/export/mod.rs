//! Results in the forms that others use: one file for each form.
//!
//! Text, CSV, JSON lines and b-files hold nothing but a table and are written row by row; what is
//! here needs the table as a whole or a library.

pub mod latex;
pub mod map;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod picture;
#[cfg(feature = "png")]
pub mod png;
pub mod svg;
pub mod thermograph;

use std::fmt;

use crate::template::Letter;
use nimfield_core::words::{Grundy, Outcome, Play};

/// What a table says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// The outcome class.
    Outcome(Outcome),
    /// The Grundy value; in misère play the misère Grundy number.
    Value(Grundy),
    /// The canonical form of a partizan position, as CGSuite writes it.
    Form(String),
    /// Not found within the budget.
    Undecided,
}

impl Cell {
    /// Whether this says that the position is a P-position.
    #[must_use]
    pub fn is_p(&self) -> bool {
        match self {
            Cell::Outcome(outcome) => *outcome == Outcome::P,
            Cell::Value(value) => *value == Grundy::ZERO,
            Cell::Form(form) => form == "0",
            Cell::Undecided => false,
        }
    }

    /// The outcome, the value without its star, or the form; `?` for what is not decided.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Cell::Outcome(outcome) => outcome.to_string(),
            Cell::Value(value) => value.ordinal_text(),
            Cell::Form(form) => form.clone(),
            Cell::Undecided => "?".to_string(),
        }
    }

    /// The outcome, or the value in the notation of games (`*3`); `None` if it is not decided.
    #[must_use]
    pub fn notation(&self) -> Option<String> {
        match self {
            Cell::Value(value) => Some(value.to_string()),
            Cell::Undecided => None,
            cell => Some(cell.text()),
        }
    }
}

/// What the cells of a table are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Outcome classes.
    Outcomes,
    /// Values.
    Values,
}

impl Shown {
    /// The name of the column: `outcome` or `value`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Shown::Outcomes => "outcome",
            Shown::Values => "value",
        }
    }
}

/// A table of a family of positions.
#[derive(Clone, Debug)]
pub struct Table {
    /// The family in notation, with its letters.
    pub family: String,
    /// The play convention.
    pub play: Play,
    /// What the cells are.
    pub shown: Shown,
    /// The letters with their ranges.
    pub letters: Vec<Letter>,
    /// The cells, the last letter running fastest.
    pub cells: Vec<Cell>,
}

/// Why a table cannot be put into a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsuitable(pub String);

impl fmt::Display for Unsuitable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unsuitable {}

impl Table {
    /// The letters that take more than one value.
    fn free(&self) -> Vec<&Letter> {
        let more = |letter: &&Letter| letter.range.start() != letter.range.end();
        self.letters.iter().filter(more).collect()
    }

    /// The table as rows and columns if just two letters vary, or one, which then runs across.
    fn rectangle(&self) -> Option<Rectangle<'_>> {
        let (down, across) = match self.free()[..] {
            [across] => (None, across),
            [down, across] => (Some(down), across),
            _ => return None,
        };
        Some(Rectangle {
            down,
            across,
            columns: usize::try_from(across.count()).ok()?,
            cells: &self.cells,
        })
    }

    /// What the table is, in a line of words.
    #[must_use]
    pub fn title(&self) -> String {
        let what = match (self.shown, self.play) {
            (Shown::Outcomes, _) => "Outcomes",
            (Shown::Values, Play::Normal) => "Values",
            (Shown::Values, Play::Misere) => "Mis\u{e8}re Grundy numbers",
        };
        let play = match self.play {
            Play::Normal => "normal",
            Play::Misere => "mis\u{e8}re",
        };
        let fixed = self.letters.iter().filter(|letter| letter.count() == 1);
        let fixed: String = fixed
            .map(|letter| format!(", {} = {}", letter.name, letter.range.start()))
            .collect();
        format!("{what} of {}{fixed}, {play} play", self.family)
    }
}

/// A table whose cells stand in rows and columns.
struct Rectangle<'a> {
    down: Option<&'a Letter>,
    across: &'a Letter,
    columns: usize,
    cells: &'a [Cell],
}

impl<'a> Rectangle<'a> {
    fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }

    /// The rows with their numbers.
    fn lines(&self) -> impl Iterator<Item = (Option<u64>, &'a [Cell])> {
        let first = self.down.map(|letter| *letter.range.start());
        (0u64..)
            .zip(self.cells.chunks(self.columns))
            .map(move |(i, line)| (first.map(|first| first + i), line))
    }
}

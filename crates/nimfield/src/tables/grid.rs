//! A table as a whole, and as rows and columns.

use nimfield_core::words::Play;

use super::cell::{Cell, Shown};
use crate::template::Letter;

/// A table of a family with all its cells, for forms that need them together.
#[derive(Clone, Debug)]
pub struct TableGrid {
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

impl TableGrid {
    /// The letters that take more than one value.
    fn free(&self) -> Vec<&Letter> {
        let more = |letter: &&Letter| letter.range.start() != letter.range.end();
        self.letters.iter().filter(more).collect()
    }

    /// The table as rows and columns if just two letters vary, or one, which then runs across.
    pub(crate) fn rectangle(&self) -> Option<Rectangle<'_>> {
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
pub(crate) struct Rectangle<'a> {
    pub(crate) down: Option<&'a Letter>,
    pub(crate) across: &'a Letter,
    pub(crate) columns: usize,
    pub(crate) cells: &'a [Cell],
}

impl<'a> Rectangle<'a> {
    pub(crate) fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }

    /// The rows with their numbers.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (Option<u64>, &'a [Cell])> {
        let first = self.down.map(|letter| *letter.range.start());
        (0u64..)
            .zip(self.cells.chunks(self.columns))
            .map(move |(i, line)| (first.map(|first| first + i), line))
    }
}

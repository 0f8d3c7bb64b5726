//! A table as a whole, and as rows and columns.

use nimfield_core::words::Play;

use super::cell::{Shown, TableCell};
use crate::template::Letter;

/// A table of a family with all its cells, for output formats that need all of them.
#[derive(Clone, Debug)]
pub struct TableGrid {
    /// The family in notation, with its letters.
    pub family: String,
    /// The play convention.
    pub play: Play,
    /// The contents of the cells.
    pub shown: Shown,
    /// The expression, if the cells are its values.
    pub expression: Option<String>,
    /// The letters with their ranges.
    pub letters: Vec<Letter>,
    /// The cells, with the last letter changing fastest.
    pub cells: Vec<TableCell>,
}

impl TableGrid {
    /// Returns the cells with the values of the letters.
    pub fn rows(&self) -> impl Iterator<Item = (Vec<u64>, &TableCell)> {
        let mut values: Vec<u64> = self
            .letters
            .iter()
            .map(|letter| *letter.range.start())
            .collect();
        self.cells.iter().map(move |cell| {
            let here = values.clone();
            for (value, letter) in values.iter_mut().zip(&self.letters).rev() {
                if *value < *letter.range.end() {
                    *value += 1;
                    break;
                }
                *value = *letter.range.start();
            }
            (here, cell)
        })
    }

    /// Describes the table in one line.
    #[must_use]
    pub fn title(&self) -> String {
        let what = match (self.shown, self.play) {
            (Shown::Outcomes, _) => "Outcomes",
            (Shown::Values, Play::Normal) => "Values",
            (Shown::Values, Play::Misere) => "Mis\u{e8}re Grundy numbers",
            (Shown::Means, _) => "Mean values",
            (Shown::Temperatures, _) => "Temperatures",
            (Shown::Stops, _) => "Stops",
            (Shown::Kinds, _) => "Kinds of values",
            (Shown::Genera, _) => "Genera",
            (Shown::Numbers, _) => "Numbers",
        };
        let what = match &self.expression {
            Some(expression) => format!("{expression} for"),
            None => format!("{what} of"),
        };
        let play = self.play.adjective();
        let fixed = self.letters.iter().filter(|letter| letter.count() == 1);
        let fixed: String = fixed
            .map(|letter| format!(", {} = {}", letter.name, letter.range.start()))
            .collect();
        format!("{what} {}{fixed}, {play} play", self.family)
    }
}

//! The values of all Young diagrams in PNim, in both plays, from the rules.

use crate::claim::CheckError;
use nimfield_core::prelude::*;
use nimfield_games::partitions::Partition;
use nimfield_games::partitions::pnim::census::perimeter;

/// The Grundy values and misère Grundy numbers of all partitions with columns plus rows up to a bound,
/// by boundary word.
///
/// The values reached by removing rows are the union of those for the options with one row less and these options' own
/// values. The code uses no bounds on values, no conjugation and nothing else about the game.
pub struct Diagrams {
    values: [Vec<u8>; 2],
}

/// Limits a table to two gigabytes, so that every play has fewer moves than a mask of values has bits.
const MOST: u32 = 28;

impl Diagrams {
    /// Creates the values of all diagrams of fewer than this many lines.
    pub fn new(lines: u32, budget: &Budget) -> Result<Diagrams, CheckError> {
        if lines > MOST {
            return Err(CheckError::TooLarge(format!(
                "the values of all diagrams with columns plus rows up to {lines} need too much memory; possible are {MOST}"
            )));
        }
        let words = 1u64 << lines.saturating_sub(1);
        let stopped = |limit: Limit| limit.after_of(0, words);
        budget.fits(words * 18).map_err(stopped)?;
        let values = [Play::Normal, Play::Misere].map(|play| {
            budget.check(0).map_err(stopped)?;
            Ok::<_, CheckError>(values(words, play))
        });
        let [normal, misere] = values;
        Ok(Diagrams {
            values: [normal?, misere?],
        })
    }

    /// Returns the Grundy value and the misère Grundy number of the diagram with this boundary.
    pub fn at(&self, word: u128) -> [u32; 2] {
        [0, 1].map(|play| self.values[play][word as usize].into())
    }

    /// Returns the Grundy value and the misère Grundy number of a diagram within the bound.
    pub(crate) fn pair(&self, diagram: &Partition) -> [u32; 2] {
        self.at(word_of(diagram))
    }

    /// Returns the Grundy value of a diagram within the bound.
    pub(crate) fn of(&self, diagram: &Partition) -> u32 {
        self.pair(diagram)[0]
    }
}

/// Returns the boundary of a diagram, whose size must be within the limits of a check.
pub(crate) fn word_of(diagram: &Partition) -> u128 {
    diagram.word().expect("columns plus rows within the bound")
}

fn values(words: u64, play: Play) -> Vec<u8> {
    let mut values = vec![0u8; words as usize];
    // The values of all diagrams formed by some of the rows, and of those formed by some of the columns.
    let mut rows = vec![0u64; words as usize];
    let mut columns = vec![0u64; words as usize];
    for word in 0..words {
        let at = word as usize;
        let (mut by_rows, mut by_columns) = (0, 0);
        for_each_line_less(word, |is_row, rest| match is_row {
            true => by_rows |= rows[rest as usize],
            false => by_columns |= columns[rest as usize],
        });
        let value = match word {
            0 => u32::from(play == Play::Misere),
            _ => (by_rows | by_columns).trailing_ones(),
        };
        values[at] = value as u8;
        rows[at] = by_rows | 1 << value;
        columns[at] = by_columns | 1 << value;
    }
    values
}

/// Calls `each` with every diagram without one of the rows (`true`) or columns, once for each length of these.
fn for_each_line_less(word: u64, mut each: impl FnMut(bool, u64)) {
    if word == 0 {
        return;
    }
    // The omitted 0 is the first column; the rows that consist of it vanish with it.
    each(false, (word >> word.trailing_ones()) >> 1);
    let mut at = 0;
    while word >> at != 0 {
        let is_row = word >> at & 1 == 1;
        let rest = word >> at;
        let run = if is_row {
            rest.trailing_ones()
        } else {
            rest.trailing_zeros()
        };
        // Zeros at the low end are columns of the same length as the first.
        if is_row || at > 0 {
            let low = word & ((1 << at) - 1);
            each(is_row, low | (rest >> 1) << at);
        }
        at += run;
    }
}

/// Returns the number of partitions with this number of columns plus rows, and the boundary word of each.
pub(crate) fn places(lines: u32) -> (u64, impl Fn(u64) -> u128 + Send + Sync + 'static) {
    let places = perimeter::places(lines.min(60));
    (places.end - places.start, move |number| {
        (places.start + number).into()
    })
}

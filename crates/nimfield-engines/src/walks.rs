//! A piece that walks down and to the right on a Young diagram: the values of all its squares.

use nimfield_core::mex::mex_of_set;
use nimfield_core::prelude::*;

/// A direction in which a piece moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Rows down.
    pub down: u64,
    /// Columns to the right.
    pub right: u64,
    /// Whether the piece may take any number of such steps in one move.
    pub far: bool,
}

/// The moves of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its steps, none of them 0, each of at most one row and column if it is far.
    pub steps: &'static [Step],
    /// Whether a step may leave the diagram, which ends the play.
    pub leaves: bool,
}

/// The values of all squares of a diagram for a piece on that square.
pub struct Walks {
    piece: Piece,
    /// The start of each row in `values`, and the end of the last one.
    starts: Vec<usize>,
    values: Vec<u32>,
    /// The value of a position without moves.
    end: u32,
}

/// The number of squares between two checks of the budget.
const POLL: u64 = 1 << 14;

/// A set of small numbers.
type Set = Vec<u64>;

fn insert(set: &mut Set, number: u32) {
    let word = (number / 64) as usize;
    if word >= set.len() {
        set.resize(word + 1, 0);
    }
    set[word] |= 1 << (number % 64);
}

impl Walks {
    /// Computes the values of all squares, from the bottom right to the corner: each is the mex of those that the piece
    /// can move to; the values on each line are kept in a growing set.
    ///
    /// # Arguments
    /// `rows` has the lengths of the diagram's rows, descending and not 0.
    ///
    /// # Errors
    /// If the budget does not allow it, which is checked before any memory is taken.
    ///
    /// # Complexity
    /// For each square, its steps plus the largest value on its lines / 64.
    ///
    /// # Source
    /// The theorem of Sprague (1935) and Grundy (1939); in misère play the mex rule with 1 for
    /// positions without moves: Winning Ways, ch. 13.
    ///
    /// # Example
    /// ```
    /// use nimfield_core::{budget::Budget, words::Play};
    /// use nimfield_engines::walks::{Piece, Step, Walks};
    /// // A rook on a square of 4 x 4 is nim with two heaps.
    /// const STEPS: [Step; 2] = [
    ///     Step { down: 1, right: 0, far: true },
    ///     Step { down: 0, right: 1, far: true },
    /// ];
    /// let rook = Piece { steps: &STEPS, leaves: false };
    /// let walks = Walks::new(&[4; 4], rook, Play::Normal, &Budget::unlimited())?;
    /// assert_eq!(walks.value_at(1, 2), Some(2 ^ 1));
    /// assert_eq!(walks.value_at(4, 0), None);
    /// # Ok::<(), nimfield_core::budget::Unfinished>(())
    /// ```
    pub fn new(
        rows: &[usize],
        piece: Piece,
        play: Play,
        budget: &Budget,
    ) -> Result<Walks, Unfinished> {
        let squares: u64 = rows.iter().map(|&length| length as u64).sum();
        let mut meter = Meter::new(budget, "squares").of(squares).every(POLL);
        let columns = rows.first().copied().unwrap_or(0);
        // A value is less than the number of lines; there is a set for each column and diagonal.
        let lines = rows.len() + columns;
        let far = piece.steps.iter().filter(|step| step.far).count();
        let sets = (far * lines) as u64 * (lines as u64 / 4 + 64);
        let bytes = 4 * squares + 8 * rows.len() as u64 + sets;
        meter.start(bytes)?;
        let mut starts = vec![0];
        for length in rows {
            starts.push(starts[starts.len() - 1] + length);
        }
        let end = match play {
            Play::Normal => 0,
            Play::Misere => 1,
        };
        let mut found = Walks {
            piece,
            values: vec![0; squares as usize],
            starts,
            end,
        };
        // For each far step, the values on each of its lines so far.
        let mut met: Vec<Vec<Set>> = piece
            .steps
            .iter()
            .map(|step| vec![Set::new(); if step.far { lines + 1 } else { 0 }])
            .collect();
        let line = |step: &Step, row: usize, column: usize| match (step.down, step.right) {
            (0, _) => row,
            (_, 0) => column,
            _ => column + rows.len() - row,
        };
        let mut seen = Set::new();
        for row in (0..rows.len()).rev() {
            for column in (0..rows[row]).rev() {
                seen.clear();
                let mut moves = false;
                for (step, met) in piece.steps.iter().zip(&met) {
                    let to = (row + step.down as usize, column + step.right as usize);
                    match found.value_at(to.0, to.1) {
                        Some(value) if !step.far => insert(&mut seen, value),
                        Some(_) => {
                            let met = &met[line(step, row, column)];
                            seen.resize(seen.len().max(met.len()), 0);
                            for (word, met) in seen.iter_mut().zip(met) {
                                *word |= met;
                            }
                        }
                        None if piece.leaves => insert(&mut seen, end),
                        None => continue,
                    }
                    moves = true;
                }
                let value = match moves {
                    true => mex_of_set(&seen) as u32,
                    false => end,
                };
                let square = found.starts[row] + column;
                found.values[square] = value;
                meter.count()?;
                for (step, met) in piece.steps.iter().zip(&mut met) {
                    if step.far {
                        insert(&mut met[line(step, row, column)], value);
                    }
                }
            }
        }
        Ok(found)
    }

    /// Returns the value at a square, counted from 0; `None` outside of the diagram.
    #[must_use]
    pub fn value_at(&self, row: usize, column: usize) -> Option<u32> {
        let start = *self.starts.get(row)?;
        let end = *self.starts.get(row + 1)?;
        self.values[start..end].get(column).copied()
    }

    /// Returns the value at the corner.
    #[must_use]
    pub fn value(&self) -> u32 {
        self.value_at(0, 0).unwrap_or(self.end)
    }

    /// Returns the number of squares.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.values.len() as u64
    }

    /// Returns the number of bytes of memory held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (4 * self.values.len() + 8 * self.starts.len()) as u64
    }

    /// Returns the moves from the corner to value `target`, as (rows down, columns to the right), at most `most`; and
    /// whether these are all.
    #[must_use]
    pub fn moves_to(&self, target: u32, most: usize) -> (Vec<(u64, u64)>, bool) {
        let mut moves = Vec::new();
        for step in self.piece.steps {
            let last = if step.far { u64::MAX } else { 1 };
            for times in 1..=last {
                let (down, right) = (times * step.down, times * step.right);
                let value = match self.value_at(down as usize, right as usize) {
                    Some(value) => value,
                    None if self.piece.leaves && !self.values.is_empty() => self.end,
                    None => break,
                };
                if value == target {
                    if moves.len() == most {
                        return (moves, false);
                    }
                    moves.push((down, right));
                }
                if self.piece.leaves {
                    break;
                }
            }
        }
        (moves, true)
    }
}

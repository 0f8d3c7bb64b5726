//! The values of all diagrams inside a diagram, where a move bites off a square with all squares below and to the
//! right.

use nimfield_core::prelude::*;

use super::ranks::Ranks;

/// Grundy values of the diagrams inside one diagram, whose corner is poisoned: it is never bitten.
pub struct BiteValues {
    rows: Vec<u16>,
    ranks: Ranks,
    values: Vec<u16>,
}

/// The number of diagrams between two checks of the budget.
const POLL: u64 = 1 << 12;

impl BiteValues {
    /// Computes the values of all diagrams inside the one with these rows (in misère play the misère Grundy
    /// numbers).
    ///
    /// # Errors
    /// If the budget does not allow it, which is checked before any memory is taken.
    ///
    /// # Panics
    /// If the rows do not descend.
    ///
    /// # Complexity
    /// One step for each square of each diagram, and 2 bytes per diagram.
    ///
    /// # Source
    /// D. Gale, A curious Nim-type game, American Mathematical Monthly 81 (1974); the theorem of Sprague (1935) and
    /// Grundy (1939).
    ///
    /// # Example
    /// ```
    /// use nimfield_core::{budget::Budget, words::Play};
    /// use nimfield_engines::ideals::BiteValues;
    /// let values = BiteValues::new(&[3, 3], Play::Normal, &Budget::unlimited())?;
    /// // In two rows of n and n - 1 squares the second player wins.
    /// assert_eq!(values.value(&[3, 2]), Some(0));
    /// assert_eq!(values.bites_to(&[3, 3], 0), [(1, 2)]);
    /// # Ok::<(), nimfield_core::budget::Unfinished>(())
    /// ```
    pub fn new(rows: &[u16], play: Play, budget: &Budget) -> Result<BiteValues, Unfinished> {
        assert!(
            rows.is_sorted_by(|above, below| above >= below),
            "the rows descend"
        );
        let mut meter = Meter::new(budget, "diagrams").every(POLL);
        let bytes = Ranks::bytes(rows);
        meter.hold(bytes)?;
        let ranks = Ranks::new(rows).filter(|ranks| ranks.count < u64::MAX / 2);
        let (allowed, needed) = (budget.most_bytes(), u64::MAX);
        let ranks = ranks.ok_or_else(|| Limit::Bytes { allowed, needed }.after(0))?;
        meter = meter.of(ranks.count);
        meter.start(bytes + 2 * ranks.count)?;
        let mut found = BiteValues {
            values: Vec::with_capacity(ranks.count as usize),
            rows: rows.to_vec(),
            ranks,
        };
        let mut diagram = vec![0u16; rows.len()];
        // For each value, the number of the last diagram that has an option with this value.
        let mut seen = vec![u64::MAX; rows.iter().map(|&row| usize::from(row)).sum::<usize>() + 2];
        loop {
            let rank = found.values.len() as u64;
            meter.count()?;
            let mut moves = false;
            found.each_bite(&diagram, |_, _, after| {
                moves = true;
                seen[usize::from(found.values[after as usize])] = rank;
            });
            let free = seen.iter().position(|&last| last != rank);
            let value = match (play, moves) {
                (Play::Misere, false) => 1,
                _ => free.expect("there are more values than options") as u16,
            };
            found.values.push(value);
            // The next diagram: the lowest row that can grow does so, and the rows below it become empty.
            let grows = |row: usize| {
                let limit = row.checked_sub(1).map_or(rows[row], |above| diagram[above]);
                diagram[row] < limit.min(rows[row])
            };
            let Some(row) = (0..rows.len()).rev().find(|&row| grows(row)) else {
                return Ok(found);
            };
            diagram[row] += 1;
            diagram[row + 1..].fill(0);
        }
    }

    /// Returns the value of a diagram; `None` if it does not fit inside that of the table.
    #[must_use]
    pub fn value(&self, diagram: &[u16]) -> Option<u16> {
        Some(self.values[self.rank(diagram)? as usize])
    }

    /// Returns the bites of a diagram that leave this value, as (row, column) from 0; none for a diagram that does not
    /// fit inside that of the table.
    #[must_use]
    pub fn bites_to(&self, diagram: &[u16], value: u16) -> Vec<(usize, usize)> {
        let mut bites = Vec::new();
        if self.rank(diagram).is_some() {
            let mut whole = diagram.to_vec();
            whole.resize(self.rows.len(), 0);
            self.each_bite(&whole, |row, column, after| {
                if self.values[after as usize] == value {
                    bites.push((row, column));
                }
            });
        }
        bites.sort_unstable();
        bites
    }

    /// Returns the number of diagrams in the table.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.ranks.count
    }

    /// Returns the bytes of memory held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        2 * self.ranks.count + Ranks::bytes(&self.rows)
    }

    /// Returns the number of a diagram, if it fits inside that of the table.
    fn rank(&self, diagram: &[u16]) -> Option<u64> {
        let inside = diagram.len() <= self.rows.len()
            && diagram
                .iter()
                .zip(&self.rows)
                .all(|(row, whole)| row <= whole)
            && diagram.is_sorted_by(|above, below| above >= below);
        let rows = diagram.iter().enumerate();
        inside.then(|| {
            rows.map(|(row, &length)| self.ranks.row(row, length.into()))
                .sum()
        })
    }

    /// Calls `each` for every bite with the row, the column and the number of the remaining diagram.
    fn each_bite(&self, diagram: &[u16], mut each: impl FnMut(usize, usize, u64)) {
        let used = diagram.iter().take_while(|&&length| length > 0).count();
        // The numbers of the rows above and from each row on.
        let whole: u64 = (0..used)
            .map(|row| self.ranks.row(row, diagram[row].into()))
            .sum();
        // The rows before `end` reach beyond the column; the others do not change.
        let mut end = used;
        let mut beyond = 0;
        for column in 0..usize::from(diagram.first().copied().unwrap_or(0)) {
            while end > 0 && usize::from(diagram[end - 1]) <= column {
                end -= 1;
                beyond += self.ranks.row(end, diagram[end].into());
            }
            let mut above = whole - beyond;
            for row in (0..end).rev() {
                above -= self.ranks.row(row, diagram[row].into());
                let after = above + self.ranks.block(row, end, column) + beyond;
                if (row, column) != (0, 0) {
                    each(row, column, after);
                }
            }
        }
    }
}

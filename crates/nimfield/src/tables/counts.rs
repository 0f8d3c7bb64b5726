//! Counts of the positions of a table by their cells.

use nimfield_core::budget::Unfinished;
use nimfield_core::sealed::{Format, SealedData};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use crate::answer::Effort;

/// The number of P-positions in a table, or of positions with each cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableCount {
    /// The P-positions found, if these were counted.
    pub count: u128,
    /// The number of positions by the text of the cell, if these were counted.
    pub by_cell: BTreeMap<String, u128>,
    /// The number of positions examined but not decided; in counts of P-positions, 1 for any number of them.
    pub undecided: u128,
    /// The number of members of the family examined.
    pub members: u128,
    /// The number of these that are not positions.
    pub empty: u128,
    /// The limit that ended the count early, if any.
    pub stopped: Option<Unfinished>,
    /// The cost, including the box of a count of P-positions.
    pub effort: Effort,
}

impl TableCount {
    /// Returns whether the count is complete.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.undecided == 0 && self.stopped.is_none()
    }
}

/// The progress of a count of P-positions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountState {
    /// The subject of the count: the family with its ranges and its play convention.
    pub of: String,
    /// The number of the next member of the family.
    pub next: u64,
    /// The number of P-positions among earlier members.
    pub p_positions: u64,
    /// The number of earlier members that are not positions.
    pub empty: u64,
    /// Whether an earlier member was not decided.
    pub undecided: bool,
    /// Earlier counts, so that a part can be counted again: the numbers of members, of P-positions, and of members that
    /// are not positions.
    pub marks: Vec<[u64; 3]>,
}

impl CountState {
    /// Returns the counts so far.
    pub(super) fn counts(&self) -> [u64; 3] {
        [self.next, self.p_positions, self.empty]
    }

    /// Marks the counts so far, unless the last mark is near.
    pub(super) fn mark(&mut self) {
        /// The most marks; then every second one is removed.
        const MOST: usize = 256;
        let last = self.marks.last().map_or(0, |mark| mark[0]);
        // All parts but the last grow with the count.
        if self.next - last <= self.next / (MOST as u64 / 2) {
            return;
        }
        if self.marks.len() >= MOST {
            let mut place = 0;
            self.marks.retain(|_| {
                place += 1;
                place % 2 == 0
            });
        }
        self.marks.push(self.counts());
    }
}

impl SealedData for CountState {
    const FORMAT: Format = Format {
        magic: *b"NIMFCOUN",
        version: 3,
        foreign: "not the state of a count of P-positions",
    };
    const PART: &str = "the state";
}

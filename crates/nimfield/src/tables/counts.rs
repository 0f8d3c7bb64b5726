//! How many positions a table has of which kind.

use nimfield_core::budget::Unfinished;
use nimfield_core::sealed::{Format, SealedData};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use crate::answer::Effort;

/// How many positions of a table are P-positions, or have which cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableCount {
    /// The P-positions found, if these were counted.
    pub count: u128,
    /// The number of positions by the text of the cell, if these were counted.
    pub by_cell: BTreeMap<String, u128>,
    /// The number of positions that were looked at and not decided; of P-positions 1 for any number of them.
    pub undecided: u128,
    /// The number of members of the family that were looked at.
    pub members: u128,
    /// How many of these are not positions.
    pub empty: u128,
    /// What ended the count before the last position, if something did.
    pub stopped: Option<Unfinished>,
    /// What it cost, the box of a count of P-positions included.
    pub effort: Effort,
}

impl TableCount {
    /// Returns whether these are all positions.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.undecided == 0 && self.stopped.is_none()
    }
}

/// How far the P-positions of a family were counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountState {
    /// What is counted: the family with its ranges and its play convention.
    pub of: String,
    /// The number of the next member of the family.
    pub next: u64,
    /// The P-positions among the members before.
    pub p_positions: u64,
    /// The members before that are no positions.
    pub empty: u64,
    /// Whether one of them was not decided.
    pub undecided: bool,
}

impl SealedData for CountState {
    const FORMAT: Format = Format {
        magic: *b"NIMFCOUN",
        version: 2,
        foreign: "not the state of a count of P-positions",
    };
    const PART: &str = "the state";
}

//! How many positions a table has of which kind.

use std::collections::BTreeMap;
use std::path::Path;

use nimfield_core::budget::Unfinished;
use nimfield_core::files::{FileError, replace};
use nimfield_core::sealed::{End, Format};
use serde::{Deserialize, Serialize};

use crate::answer::Effort;

/// How many positions of a table have which cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CountOfCells {
    /// The number of positions by the text of the cell.
    pub by_cell: BTreeMap<String, u128>,
    /// The number of positions that were looked at and not decided.
    pub undecided: u128,
    /// The number of members of the family that were looked at.
    pub members: u128,
    /// How many of these are not positions.
    pub empty: u128,
    /// What ended the count before the last position, if something did.
    pub stopped: Option<Unfinished>,
    /// What it cost.
    pub effort: Effort,
}

impl CountOfCells {
    /// Returns whether these are all positions.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.undecided == 0 && self.stopped.is_none()
    }
}

/// How many P-positions a table has.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CountOfP {
    /// The P-positions found.
    pub count: u128,
    /// Whether some position was looked at and not decided.
    pub undecided: bool,
    /// The number of members of the family that were looked at.
    pub members: u128,
    /// How many of these are not positions.
    pub empty: u128,
    /// What ended the count before the last position, if something did.
    pub stopped: Option<Unfinished>,
    /// What it cost, the box included.
    pub effort: Effort,
}

impl CountOfP {
    /// Returns whether these are all P-positions.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !self.undecided && self.stopped.is_none()
    }
}

const FORMAT: Format = Format {
    magic: *b"NIMFCOUN",
    version: 1,
    foreign: "not the state of a count of P-positions",
    end: End::Hash,
};

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

impl CountState {
    /// Writes the file, as a whole.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        replace(path, &FORMAT.seal_data(self))
    }

    /// Reads a file of at most `most` bytes; `None` if there is none.
    ///
    /// # Errors
    /// If the file cannot be read, is longer, or is not the state of a count.
    pub fn load(path: &Path, most: u64) -> Result<Option<CountState>, FileError> {
        FORMAT.load_data(path, most, "the state")
    }
}

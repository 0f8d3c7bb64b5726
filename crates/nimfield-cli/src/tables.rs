//! The tables of whole boards that are available, and the errors of their files.

use std::path::PathBuf;
use std::sync::Arc;

use nimfield_core::files::FileError;
use nimfield_engines::taking::table::{TableSet, data_folder};

use crate::errors::{Failure, warn};
use crate::options::{Common, Tables};

/// The available tables for positions.
pub struct AtHand {
    set: Arc<TableSet>,
    /// The errors reported so far.
    told: Vec<FileError>,
}

impl AtHand {
    /// Finds the tables that were named, and those in the data folder.
    pub fn new(common: &Common, named: &Tables) -> Result<AtHand, Failure> {
        AtHand::with_folder(common, named, data_folder())
    }

    fn with_folder(
        common: &Common,
        named: &Tables,
        folder: Option<PathBuf>,
    ) -> Result<AtHand, Failure> {
        let set = TableSet::open(&named.files, folder, common.memory.as_u64());
        Ok(AtHand {
            set: Arc::new(set.map_err(Failure::input)?),
            told: Vec::new(),
        })
    }

    /// Returns the tables for an analyser.
    pub fn set(&self) -> Arc<TableSet> {
        self.set.clone()
    }

    /// Reports each damaged file once on stderr.
    pub fn tell_faults(&mut self) {
        for fault in self.set.faults() {
            if !self.told.contains(&fault) {
                warn(&format!("a table cannot be used: {fault}"));
                self.told.push(fault);
            }
        }
    }
}

#[cfg(test)]
#[path = "../tests/units/tables.rs"]
mod tests;

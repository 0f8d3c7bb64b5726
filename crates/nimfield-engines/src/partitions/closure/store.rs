//! The closures of a run in files.

use std::path::Path;

use super::super::census::CensusLevel;
use super::super::stop::Stop;
use super::ledger::{Entry, Ledger};
use super::levels::{self, Level, LevelFile};
use crate::memory::zeroed;
use nimfield_core::files::{FileError, FileFault};

/// The files of a run.
pub(super) struct Store<'a> {
    pub(super) folder: &'a Path,
    pub(super) up_to: u32,
    /// Levels below are held in memory.
    pub(super) held: u32,
    /// Bytes that a task reads at the most.
    pub(super) stretches: u64,
    pub(super) ledger: Ledger,
}

impl Store<'_> {
    /// The closures that a task reads at the most, if any are read.
    pub(super) fn most_read(&self) -> usize {
        (self.stretches / 8) as usize
    }

    /// The closures of a level of so many partitions, if they are in a file.
    pub(super) fn level(&self, n: u32, count: usize) -> Result<Option<Level>, Stop> {
        let Some(entry) = self
            .ledger
            .entries
            .get(n as usize)
            .filter(|entry| !entry.sums.is_empty())
        else {
            return Ok(None);
        };
        let path = Ledger::closures_in(self.folder, n);
        let Some(file) = LevelFile::open(&path, count, entry.sums.clone())? else {
            return Ok(None);
        };
        if n >= self.held {
            return Ok(Some(Level::Filed(file)));
        }
        let bytes = 8 * count as u64;
        let mut closures = zeroed::<u64>(count).map_err(|_| Stop::OutOfMemory { bytes })?;
        file.read_all(&mut closures)?;
        Ok(Some(Level::Held(closures)))
    }

    /// Files a new level; the closures of the last one are of no use any more.
    pub(super) fn keep(
        &mut self,
        n: u32,
        level: &CensusLevel,
        closures: Vec<u64>,
    ) -> Result<Level, Stop> {
        let path = Ledger::closures_in(self.folder, n);
        let sums = match n < self.up_to {
            true => {
                let written = levels::write(&path, &closures);
                written.map_err(|error| FileError::io(&path, &error))?
            }
            false => Vec::new(),
        };
        let entry = Entry {
            level: level.clone(),
            sums,
        };
        self.ledger.note(n, &entry)?;
        if n < self.held || n == self.up_to {
            return Ok(Level::Held(closures));
        }
        let count = closures.len();
        drop(closures);
        match LevelFile::open(&path, count, entry.sums)? {
            Some(file) => Ok(Level::Filed(file)),
            None => Err(FileFault::Damaged("another process has changed it")
                .of(&path)
                .into()),
        }
    }
}

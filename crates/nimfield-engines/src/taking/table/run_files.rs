//! The files of a board during solving.
//!
//! Finished pieces are written to `FILE.part`, which is laid out like the table; once they are on the disk,
//! `FILE.state` gets a record of each with its checksum. At the end the part file gets checksums and summary, and is
//! renamed. A killed process leaves behind only pieces with a record, which are used, and others, which are recomputed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::board_table::BoardTable;
use super::error::{JobError, SolveError};
use super::format::Header;
use super::ledger::{Ledger, Seal};
use super::part::PartFile;
use nimfield_core::budget::{Budget, Progress};
use nimfield_core::files::{self, FileError, FileFault, NewFile, sync_folder_of};

/// The paths of the files of a run.
#[derive(Clone, Debug)]
pub(super) struct RunPaths {
    pub(super) table: PathBuf,
    pub(super) part: PathBuf,
    pub(super) state: PathBuf,
}

impl RunPaths {
    /// Creates the paths beside the table, or in another folder.
    pub(super) fn new(table: &Path, folder: Option<&Path>) -> RunPaths {
        let name = match folder {
            None => table.as_os_str(),
            // A path without a file name is refused later, when the table is renamed to it.
            Some(_) => table.file_name().unwrap_or_default(),
        };
        let beside = |end: &str| {
            let mut name = name.to_owned();
            name.push(end);
            folder.map_or(PathBuf::from(&name), |folder| folder.join(&name))
        };
        RunPaths {
            table: table.to_owned(),
            part: beside(".part"),
            state: beside(".state"),
        }
    }

    /// Returns whether the table exists.
    pub(super) fn is_finished(&self) -> bool {
        fs::symlink_metadata(&self.table).is_ok()
    }
}

/// The files of an active run.
pub(super) struct RunFiles {
    paths: RunPaths,
    pub(super) part: PartFile,
    pub(super) ledger: Ledger,
    /// The number of damaged pieces to recompute.
    pub(super) damaged: u64,
    /// The pieces that are written but not yet recorded.
    unnoted: Vec<u32>,
}

impl RunFiles {
    /// Opens the files and locks them, and removes the seals of pieces whose checksum no longer matches, if these may
    /// be recomputed. If the files are missing, starts the work with this many cells for the pieces. `None` if another
    /// run has just finished the table.
    pub(super) fn open(
        paths: &RunPaths,
        header: &Header,
        high: u32,
        recompute: bool,
        budget: &Budget,
    ) -> Result<Option<RunFiles>, JobError> {
        let ledger = Ledger::open(&paths.state, header, high, recompute)?;
        if paths.is_finished() {
            ledger.remove();
            return Ok(None);
        }
        if ledger.seals.iter().all(Option::is_none) {
            // Data without a record are worthless, whether the file can be removed or not.
            let _ = fs::remove_file(&paths.part);
        }
        let piece_bytes = header.plane_bytes() >> ledger.high;
        let mut files = RunFiles {
            paths: paths.clone(),
            part: PartFile::open(&paths.part, header, piece_bytes)?,
            damaged: ledger.damaged,
            ledger,
            unnoted: Vec::new(),
        };
        if recompute {
            files.drop_damaged(budget)?;
        }
        Ok(Some(files))
    }

    /// Removes the seals of pieces whose checksum no longer matches.
    fn drop_damaged(&mut self, budget: &Budget) -> Result<(), JobError> {
        let pieces = self.ledger.seals.len() as u64;
        let piece_states = 8 * self.part.piece_bytes();
        let before = self.damaged;
        let mut words = vec![0; (self.part.piece_bytes() / 8) as usize];
        for piece in 0..pieces {
            let Some(seal) = &self.ledger.seals[piece as usize] else {
                continue;
            };
            let mut planes = 0..seal.sums.len();
            let part = &self.part;
            match planes.try_for_each(|plane| part.read(piece as u32, plane, seal, &mut words)) {
                Ok(()) => {}
                Err(error) if matches!(error.fault, FileFault::AlteredPiece { .. }) => {
                    self.ledger.seals[piece as usize] = None;
                    self.damaged += 1;
                }
                Err(error) => return Err(error.into()),
            }
            let progress = Progress::new("checking", (piece + 1) * piece_states);
            budget.report(progress.of(pieces * piece_states));
            let checked = budget.check(0).map_err(|limit| limit.after(0));
            checked.map_err(SolveError::from)?;
        }
        if self.damaged > before {
            self.ledger.write_anew()?;
        }
        Ok(())
    }

    /// Returns the number of states of the pieces that are saved.
    pub(super) fn saved_states(&self) -> u64 {
        let saved = self.ledger.seals.iter().flatten().count() - self.unnoted.len();
        saved as u64 * 8 * self.part.piece_bytes()
    }

    /// Stores the seal of a written piece.
    pub(super) fn seal(&mut self, piece: u32, seal: Seal) {
        self.ledger.seals[piece as usize] = Some(seal);
        self.unnoted.push(piece);
    }

    /// Returns the number of pieces that are written but not recorded.
    pub(super) fn unnoted(&self) -> u64 {
        self.unnoted.len() as u64
    }

    /// Flushes written pieces to the disk, and then records them.
    pub(super) fn note(&mut self) -> Result<(), FileError> {
        if !self.unnoted.is_empty() {
            self.part.sync()?;
            self.ledger.note(&self.unnoted)?;
            self.unnoted.clear();
        }
        Ok(())
    }

    /// Removes files that contain no saved pieces.
    pub(super) fn leave_nothing(&self) {
        if self.saved_states() == 0 {
            self.ledger.remove();
            // If the file stays, it does no harm.
            let _ = fs::remove_file(&self.paths.part);
        }
    }

    /// Completes the part file and renames it. Its data are read once more and compared with their seals and with the
    /// `probed` bytes.
    pub(super) fn finish(
        &self,
        header: &Header,
        summary: &[u8],
        probed: &[(u64, u8)],
        budget: &Budget,
    ) -> Result<BoardTable, JobError> {
        self.part
            .complete(header, summary, &self.ledger.seals, probed, budget)?;
        give_name(&self.paths.part, &self.paths.table)?;
        self.ledger.remove();
        Ok(BoardTable::open(&self.paths.table)?)
    }
}

/// Renames the finished file, or copies it if the target is on another disk.
fn give_name(part: &Path, path: &Path) -> Result<(), FileError> {
    match fs::rename(part, path) {
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
            let mut from = files::open(part)?;
            let copied = NewFile::create(path).and_then(|mut file| {
                io::copy(&mut from, &mut file)?;
                file.finish()
            });
            copied.map_err(|error| FileError::io(path, &error))?;
            // If the file stays, the next run still finds the table.
            let _ = fs::remove_file(part);
        }
        renamed => {
            renamed.map_err(|error| FileError::io(path, &error))?;
            sync_folder_of(path);
        }
    }
    Ok(())
}

//! The file in which a long job is saved, so that it can continue after a stop.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use nimfield_core::budget::SaveFn;
use nimfield_core::clock::Instant;
use nimfield_core::files::{self, FileError, FileFault, NewFile};
use nimfield_core::prelude::*;
use nimfield_engines::{ResumeError, SavedSearch};

/// The file of a job, and how often to save it.
///
/// Files are written under a temporary name and renamed. To keep other processes away from the
/// file, the caller holds a [`Lock`](nimfield_core::files::Lock).
#[derive(Debug)]
pub struct StateFile {
    path: PathBuf,
    every: Duration,
    saved: Instant,
    fault: Option<FileError>,
}

impl StateFile {
    /// Prepares a file that is written at an interval.
    #[must_use]
    pub fn new(path: PathBuf, every: Duration) -> StateFile {
        StateFile {
            path,
            every,
            saved: Instant::now(),
            fault: None,
        }
    }

    /// Returns the error of the last write, if it failed.
    #[must_use]
    pub(crate) fn fault(&self) -> Option<&FileError> {
        self.fault.as_ref()
    }

    /// Returns the saved state; `None` if the file does not exist yet.
    pub(super) fn read(&self) -> Result<Option<BufReader<File>>, FileError> {
        files::if_there(&self.path, |path| files::open(path).map(BufReader::new))
    }

    /// Writes the file atomically.
    ///
    /// # Errors
    /// Errors of the file system; the file then stays unchanged.
    pub(super) fn save(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), FileError> {
        let written = || {
            let mut out = BufWriter::new(NewFile::create(&self.path)?);
            write(&mut out)?;
            let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.finish()
        };
        let saved = written().map_err(|error| FileError::io(&self.path, &error));
        self.fault = saved.as_ref().err().cloned();
        // The interval starts after the write, so that large files are not written all the time.
        self.saved = Instant::now();
        saved
    }

    /// Saves as [`save`](StateFile::save) does, if the interval has passed; an error is stored for the end.
    pub(super) fn save_in_time(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        if self.saved.elapsed() >= self.every {
            // The next call tries again.
            let _ = self.save(write);
        }
    }

    /// Explains why a job cannot continue from this file.
    pub(super) fn refused(&self, error: ResumeError) -> StateError {
        match error {
            ResumeError::File(FileFault::Other { found, expected }) => {
                let rules = format!("it was written for {found}, but {expected} was expected");
                StateError::File(FileFault::OtherRules(rules).of(&self.path))
            }
            ResumeError::File(fault) => StateError::File(fault.of(&self.path)),
            ResumeError::Unfinished(unfinished) => {
                StateError::TooLarge(self.path.clone(), unfinished)
            }
        }
    }
}

/// The file of a search about the position with this name.
#[derive(Clone)]
pub(super) struct Saver {
    pub(super) name: String,
    file: Arc<Mutex<StateFile>>,
}

impl Saver {
    pub(super) fn new(name: String, file: StateFile) -> Saver {
        let file = Arc::new(Mutex::new(file));
        Saver { name, file }
    }

    /// Continues the search that the file holds about a position with these cells, or creates the file: an unwritable one
    /// is reported at once.
    pub(super) fn begin(
        &self,
        search: &mut dyn SavedSearch,
        cells: u128,
        budget: &Budget,
    ) -> Result<(), StateError> {
        let mut file = self.file();
        match file.read()? {
            Some(mut input) => search
                .resume((&self.name, cells), &mut input, budget)
                .map_err(|error| file.refused(error)),
            None => Ok(file.save(|out| search.save(&self.name, out))?),
        }
    }

    /// Returns the callback that saves the search while it runs.
    pub(super) fn save_fn(&self) -> Arc<SaveFn> {
        let saver = self.clone();
        Arc::new(move |write| saver.file().save_in_time(|out| write(&saver.name, out)))
    }

    /// Locks the file; a search that panicked has written it or not.
    pub(super) fn file(&self) -> MutexGuard<'_, StateFile> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why a job cannot be started or continued with a state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// There is nothing to save, for this reason.
    #[error("{0}")]
    NoJob(Undecided),
    /// The file cannot be read or written, or belongs to another job.
    #[error(transparent)]
    File(#[from] FileError),
    /// The contents of the file need more than the budget allows.
    #[error("{}: continuing from it was {}", .0.display(), .1)]
    TooLarge(PathBuf, Unfinished),
}

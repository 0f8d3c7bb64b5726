//! Long work that is saved in a file now and then, and at its end.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::errors::complain;

/// Work is saved this often, and when it ends.
const SAVE_EVERY: Duration = Duration::from_secs(1);

/// The saves of one piece of work.
pub struct Saves<'a> {
    path: Option<&'a Path>,
    /// What complaints call what is saved.
    what: &'static str,
    last: Instant,
    fault: Option<String>,
}

impl<'a> Saves<'a> {
    /// Saves into this file, if there is one.
    pub fn new(path: Option<&'a Path>, what: &'static str) -> Saves<'a> {
        Saves {
            path,
            what,
            last: Instant::now(),
            fault: None,
        }
    }

    /// Saves, if the last save is long ago.
    pub fn now_and_then(&mut self, save: impl FnOnce(&Path) -> io::Result<()>) {
        if self.last.elapsed() >= SAVE_EVERY {
            self.last = Instant::now();
            self.at_the_end(save);
        }
    }

    /// Saves, and complains if that fails.
    pub fn at_the_end(&mut self, save: impl FnOnce(&Path) -> io::Result<()>) {
        let Some(path) = self.path else { return };
        let fault = save(path).err();
        let fault = fault.map(|error| format!("{}: {error}", path.display()));
        // Once is enough, until it is another fault or the file can be written again.
        if let Some(fault) = &fault
            && self.fault.as_ref() != Some(fault)
        {
            complain(&format!("the {} cannot be saved: {fault}", self.what));
        }
        self.fault = fault;
    }

    /// Returns whether the last save failed.
    pub fn failed(&self) -> bool {
        self.fault.is_some()
    }
}

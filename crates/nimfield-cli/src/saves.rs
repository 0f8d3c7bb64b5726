//! Saves long work in a file at intervals, and at its end.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::errors::{complain, remark};
use crate::options::Common;

/// The interval between saves; the end of the work is also saved.
const SAVE_EVERY: Duration = Duration::from_secs(1);

/// The saves of one piece of work.
pub struct Saves<'a> {
    path: Option<&'a Path>,
    /// The name of the saved data in messages.
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

    /// Saves, if the interval has passed.
    pub fn now_and_then(&mut self, save: impl FnOnce(&Path) -> io::Result<()>) {
        if self.last.elapsed() >= SAVE_EVERY {
            self.last = Instant::now();
            self.at_the_end(save);
        }
    }

    /// Saves, and prints a message if that fails.
    pub fn at_the_end(&mut self, save: impl FnOnce(&Path) -> io::Result<()>) {
        let Some(path) = self.path else { return };
        let fault = save(path).err();
        let fault = fault.map(|error| format!("{}: {error}", path.display()));
        // Report an error once, until it changes or the file can be written again.
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

/// Reports that a result rests on a file, of which only parts were checked again.
pub fn tell_from_file(common: &Common, state: &Path) {
    if !common.quiet {
        remark(&format!(
            "this continues from {}; a sample of what it says was computed again",
            state.display()
        ));
    }
}

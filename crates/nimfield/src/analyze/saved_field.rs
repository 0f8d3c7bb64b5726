//! The search of a placing game in a file.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nimfield_core::budget::{Budget, SaveFn};
use nimfield_core::files::FileError;
use nimfield_games::placing::Field;

use super::state_file::{StateError, StateFile};

/// A position with the file that holds the search of its game.
pub(super) struct SavedField {
    field: Field,
    name: String,
    file: Arc<Mutex<StateFile>>,
}

impl SavedField {
    /// Continues the search that the file holds, or creates the file: an unwritable one is reported at once.
    pub(super) fn new(
        field: Field,
        mut file: StateFile,
        budget: &Budget,
    ) -> Result<SavedField, StateError> {
        let name = field.to_string();
        match file.read()? {
            Some(mut input) => {
                let of = (&*name, field.free());
                let resumed = field.with_search(|search| search.resume(of, &mut input, budget));
                resumed.map_err(|error| file.refused(error))?;
                // What the check of the file counted does not belong to an answer.
                drop(budget.take_counts());
            }
            None => file.save(|out| field.with_search(|search| search.save(&name, out)))?,
        }
        Ok(SavedField {
            field,
            name,
            file: Arc::new(Mutex::new(file)),
        })
    }

    /// Returns the callback that saves the search while it runs.
    pub(super) fn save_fn(&self) -> Arc<SaveFn> {
        let (file, name) = (self.file.clone(), self.name.clone());
        Arc::new(move |write| locked(&file).save_in_time(|out| write(&name, out)))
    }

    /// Returns the number of positions searched, over all runs.
    pub(super) fn positions(&self) -> u64 {
        self.field.with_search(|search| search.state().positions())
    }

    /// Saves the search; returns the number of positions searched.
    pub(super) fn save(&self) -> Result<u64, FileError> {
        self.field.with_search(|search| {
            locked(&self.file).save(|out| search.save(&self.name, out))?;
            Ok(search.state().positions())
        })
    }
}

/// Locks the file; a search that panicked has written it or not.
fn locked(file: &Mutex<StateFile>) -> MutexGuard<'_, StateFile> {
    file.lock().unwrap_or_else(PoisonError::into_inner)
}

//! The last results of a game, for the next question: a table has many positions of one game.

use std::sync::{Arc, Mutex, PoisonError};

/// The most bytes that games store.
pub(crate) const MOST_BYTES: u64 = 16 << 20;

/// The store for the last result.
#[derive(Debug)]
pub(crate) struct Kept<T>(Mutex<Option<Arc<T>>>);

impl<T> Default for Kept<T> {
    fn default() -> Kept<T> {
        Kept(Mutex::new(None))
    }
}

impl<T> Kept<T> {
    /// Returns the stored result.
    pub(crate) fn get(&self) -> Option<Arc<T>> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Replaces the stored result.
    pub(crate) fn keep(&self, found: Arc<T>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
    }
}

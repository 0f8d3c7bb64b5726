//! What a game has computed last, for the next question: a table asks about many positions of one game.

use std::sync::{Arc, Mutex, PoisonError};

/// Games keep no more bytes than this.
pub(crate) const MOST_BYTES: u64 = 16 << 20;

/// A place for what was computed last.
#[derive(Debug)]
pub(crate) struct Kept<T>(Mutex<Option<Arc<T>>>);

impl<T> Default for Kept<T> {
    fn default() -> Kept<T> {
        Kept(Mutex::new(None))
    }
}

impl<T> Kept<T> {
    /// Returns what was kept last.
    pub(crate) fn get(&self) -> Option<Arc<T>> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Stores this from now on.
    pub(crate) fn keep(&self, found: Arc<T>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
    }
}

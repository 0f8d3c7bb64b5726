//! What the positions of a game have found, shared while one of them lives.

use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Finds what the positions with a key share. It belongs to these positions and is forgotten with the last of them; an
/// analyser holds the position of its last question, so that the next one begins where that ended.
pub(crate) struct Live<K, T>(Mutex<Vec<(K, Weak<T>)>>);

impl<K: Clone + PartialEq, T> Live<K, T> {
    pub(crate) const fn new() -> Live<K, T> {
        Live(Mutex::new(Vec::new()))
    }

    /// Returns what live positions with this key share, or makes it for the first one.
    pub(crate) fn get(&self, key: &K, make: impl FnOnce() -> T) -> Arc<T> {
        let mut live = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        live.retain(|(_, shared)| shared.strong_count() > 0);
        let found = live.iter().find(|(other, _)| other == key);
        if let Some(shared) = found.and_then(|(_, shared)| shared.upgrade()) {
            return shared;
        }
        let shared = Arc::new(make());
        live.push((key.clone(), Arc::downgrade(&shared)));
        shared
    }
}

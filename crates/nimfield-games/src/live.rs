//! Results that positions of a game share while one of them lives.

use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Finds the data that positions with the same key share. The positions own the data, which are freed with the last of
/// them. An analyser holds the position of its last question, so the next question can use its data.
pub(crate) struct Live<K, T>(Mutex<Vec<(K, Weak<T>)>>);

impl<K: Clone + PartialEq, T> Live<K, T> {
    pub(crate) const fn new() -> Live<K, T> {
        Live(Mutex::new(Vec::new()))
    }

    /// Returns the data that live positions with this key share, or creates them for the first one.
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

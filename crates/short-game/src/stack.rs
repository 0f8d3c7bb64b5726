//! Recursions deeper than the current stack.

use crate::error::{Error, Result};

/// Recursions deeper than this run on a thread with its own stack.
pub(crate) const SHALLOW: u32 = 400;

/// A generous bound for the stack space of one level of a recursion.
pub(crate) const FRAME_BYTES: usize = if cfg!(debug_assertions) { 8192 } else { 4096 };

/// Runs `run` on a thread with this much stack.
pub(crate) fn on_own_stack<T: Send>(bytes: usize, run: impl FnOnce() -> T + Send) -> Result<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(bytes)
            .spawn_scoped(scope, run);
        match thread.map_err(|_| Error::Memory)?.join() {
            Ok(result) => Ok(result),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

//! Work that a limit stops.

use nimfield_core::budget::{Limit, Unfinished};

/// Returns what a limit makes of work of unknown length, after `done` positions.
pub(super) fn stopped_after(done: u64) -> impl Fn(Limit) -> Unfinished {
    move |limit| Unfinished {
        limit,
        done,
        total: None,
    }
}

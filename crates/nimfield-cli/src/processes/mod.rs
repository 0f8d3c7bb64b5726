//! `--processes`, `--hosts`: work by several processes.
//!
//! The command itself only supervises: it starts the workers on this machine, sends them the token and the addresses
//! through pipes, and restarts them if one is lost.

#[cfg(feature = "cluster")]
mod group;
mod options;
#[cfg(feature = "cluster")]
mod supervisor;
#[cfg(feature = "cluster")]
mod worker;

pub use options::Options;
#[cfg(feature = "cluster")]
pub use {
    group::ProcessGroup,
    options::Writes,
    supervisor::supervise,
    worker::{WorkerFailure, run_worker},
};

/// Reports that this build does not support several processes.
#[cfg(not(feature = "cluster"))]
pub fn not_built_in() -> crate::errors::Failure {
    crate::errors::Failure::input(
        "this program was built without work by several processes\n\
         example: cargo build --release --features cluster",
    )
}

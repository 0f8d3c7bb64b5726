//! An inner part of Nimfield, without a stable interface for other programs.
//!
//! The server of the explorer: a page, the JSON API of `nimfield-api`, and jobs.
//!
//! It listens on the loopback interface by default, checks `Host` and `Origin`, requires JSON for operations that
//! compute, limits every request, and cancels the work of clients that disconnect.

#![forbid(unsafe_code)]

mod api;
mod body;
mod config;
mod ending;
mod following;
mod guard;
mod jobs;
mod listen;
mod pages;
mod progress;
mod reply;
mod state;
mod workers;

pub use self::config::{Address, Config, ServeError};
pub use self::listen::{Ended, serve, serve_until};

/// Returns the schemas of a request of a job and of a job.
#[cfg(feature = "schema")]
pub fn of_jobs(components: &mut nimfield_api::schema::Components) -> [serde_json::Value; 2] {
    [
        components.request::<jobs::JobRequest>(),
        components.reply::<jobs::JobView<'_>>(),
    ]
}

/// The program of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

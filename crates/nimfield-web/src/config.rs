//! How a server is set up.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use nimfield_api::{Context, Limits};

/// How a server is set up.
#[derive(Clone)]
pub struct Config {
    /// Where it listens. Anywhere but on the loopback it demands a token.
    pub listen: IpAddr,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// What answers are made with.
    pub context: Context,
    /// What a request may use at the most, and does unless it asks for less.
    pub request: Limits,
    /// What a job may use; without other limits an hour, so that it does not keep others waiting for ever.
    pub job: Limits,
    /// Requests that compute at once.
    pub at_once: usize,
    /// Requests that wait while the allowed number compute. Others are asked to try again.
    pub queue: usize,
    /// Jobs that run at once; a few more wait.
    pub jobs_at_once: usize,
    /// The most connections at once. Beyond that, connections without a request are closed first.
    pub connections: usize,
    /// The head of a request is to be here after this time, and an idle connection ends after it.
    pub head_time: Duration,
    /// A client that reads nothing of its answer for so long is cut off.
    pub write_time: Duration,
    /// Read the page's files from this folder, not from the program: for those who work on the page.
    pub page: Option<PathBuf>,
    /// Serve `/api/fail` and `/api/fail/working`, which panic: for tests.
    #[doc(hidden)]
    pub fails: bool,
}

impl Config {
    /// Creates the configuration of a server on the loopback with `bytes` of memory and `threads` threads in all.
    #[must_use]
    pub fn new(context: Context, bytes: u64, threads: usize, seconds: f64) -> Config {
        let threads = threads.max(1);
        // Half of the memory is for jobs, of which one runs; the rest is shared by the requests.
        let request = Limits {
            seconds: Some(seconds),
            positions: None,
            bytes: Some(bytes / 2 / threads as u64),
            threads: Some(1),
        };
        let job = Limits {
            seconds: Some(3600.0),
            positions: None,
            bytes: Some(bytes / 2),
            threads: Some(threads),
        };
        Config {
            listen: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            context,
            request,
            job,
            at_once: threads,
            queue: 64,
            jobs_at_once: 1,
            connections: 512,
            head_time: Duration::from_secs(15),
            write_time: Duration::from_secs(30),
            page: None,
            fails: false,
        }
    }
}

/// Where a server can be reached.
#[derive(Clone, Debug)]
pub struct Address {
    /// The address it listens on.
    pub socket: SocketAddr,
    /// What requests from elsewhere have to show.
    pub token: Option<String>,
}

/// The link to open.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}/", self.socket)?;
        match &self.token {
            Some(token) => write!(f, "?token={token}"),
            None => Ok(()),
        }
    }
}

/// Why a server could not begin.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("cannot listen on {0}: {1}; --port 0 takes a free port")]
    Listen(SocketAddr, io::Error),
    /// The system has no threads, signals or random numbers for it.
    #[error("{0}")]
    System(String),
}

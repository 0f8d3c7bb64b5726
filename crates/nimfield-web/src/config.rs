//! The configuration of a server.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use nimfield_api::{Context, Limits};

/// The configuration of a server.
#[derive(Clone)]
pub struct Config {
    /// The address to listen on. Outside of the loopback interface, the server requires a token.
    pub listen: IpAddr,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// The context for answers.
    pub context: Context,
    /// The limits of a request, which also apply by default.
    pub request: Limits,
    /// The limits of a job; one hour by default, so that other jobs do not wait forever.
    pub job: Limits,
    /// The most requests that compute at the same time.
    pub at_once: usize,
    /// The most requests that wait for these. The server asks further clients to try again.
    pub queue: usize,
    /// The most jobs that run at the same time; a few more can wait.
    pub jobs_at_once: usize,
    /// The most connections at once. Beyond that, connections without a request are closed first.
    pub connections: usize,
    /// The time limit for receiving the head of a request, and for idle connections.
    pub head_time: Duration,
    /// The time after which a client that reads nothing of its answer is disconnected.
    pub write_time: Duration,
    /// The origins of reverse proxies, such as `https://nim.example`, whose pages have access as those of the server itself.
    pub origins: Vec<String>,
    /// Read the files of the page from this folder instead of the program, for development of the page.
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
        // Half of the memory is for jobs, one of which runs at a time; the requests share the rest.
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
            origins: Vec::new(),
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
    /// The token that requests from elsewhere must present.
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

/// Why a server could not start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The server cannot listen on the address.
    #[error("cannot listen on {0}: {1}; --port 0 takes a free port")]
    Listen(SocketAddr, io::Error),
    /// The system cannot provide threads, signals or random numbers.
    #[error("{0}")]
    System(String),
}

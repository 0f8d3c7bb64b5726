//! A worker process: it reads its addresses from a pipe, and reports in lines on stdout.

use std::io::Write;
use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::Ordering;

use nimfield::Budget;
use nimfield_engines::cluster::{Meeting, Token, lost_peer};

use super::options::Options;
use crate::errors::{Failure, Status};

/// The exit code of a process that lost another process, or its supervisor.
pub(super) const LOST: i32 = 75;
/// The exit code of a process that reports why it does not finish.
const FAILED: i32 = 2;

/// Why a process does not finish.
#[derive(Debug, serde::Deserialize, serde::Serialize)]
pub enum WorkerFailure {
    /// It was stopped by its budget.
    Stopped(String),
    /// The work exceeds its budget, or another process did not connect.
    Undecided(String),
    /// An error occurred.
    Wrong(String),
}

/// Runs a worker process; its result is a line on stdout.
pub fn run_worker(
    options: &Options,
    budget: &Budget,
    work: impl FnOnce(&Meeting<'_>, TcpListener) -> Result<(), WorkerFailure>,
) -> Result<Status, Failure> {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let thread = std::thread::current();
        if let Some(peer) = thread.name().and_then(lost_peer) {
            say(&format!("lost {peer}"));
            std::process::exit(LOST);
        }
        usual(panic);
    }));
    let done = place(budget).and_then(|(token, listener, hosts)| {
        let meeting = Meeting {
            me: usize::from(options.process.unwrap_or(0)),
            hosts: &hosts,
            token,
            wait: options.wait,
        };
        work(&meeting, listener)
    });
    let Err(failure) = done else {
        return Ok(Status::Answered);
    };
    say(&format!("failed {}", serde_json::json!(failure)));
    // The threads of the sockets may be waiting for other processes.
    std::process::exit(FAILED);
}

/// Receives the token, the listening address, and the address of each process from the supervisor.
fn place(budget: &Budget) -> Result<(Token, TcpListener, Vec<String>), WorkerFailure> {
    let line = || {
        let mut line = String::new();
        match std::io::stdin().read_line(&mut line) {
            Ok(read) if read > 0 => line.trim().to_owned(),
            // The supervisor is gone.
            _ => std::process::exit(LOST),
        }
    };
    let malformed =
        || WorkerFailure::Wrong("--worker is for processes that nimfield starts itself".to_owned());
    let token = Token::parse(&line()).ok_or_else(malformed)?;
    let listen: SocketAddr = line().parse().map_err(|_| malformed())?;
    let refused = |error: std::io::Error| WorkerFailure::Wrong(format!("{listen}: {error}"));
    let listener = TcpListener::bind(listen).map_err(refused)?;
    say(&format!("at {}", listener.local_addr().map_err(refused)?));
    let hosts = line().split(' ').map(Into::into).collect();
    let cancel = budget.cancel_flag();
    std::thread::spawn(move || {
        // The supervisor sends only text; anything else means that it is gone.
        for line in std::io::stdin().lines().map_while(Result::ok) {
            if line == "stop"
                && let Some(cancel) = &cancel
            {
                cancel.store(true, Ordering::SeqCst);
            }
        }
        // The supervisor is gone.
        std::process::exit(LOST);
    });
    Ok((token, listener, hosts))
}

/// Writes a line to the supervisor.
fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // If the supervisor is gone, the line is not needed.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

//! One of the processes: it reads where to work from a pipe, and reports in lines on stdout.

use std::io::Write;
use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::Ordering;

use nimfield::Budget;
use nimfield_engines::cluster::{Meeting, Token, lost_peer};

use super::options::Options;
use crate::errors::{Failure, Status};

/// The exit code of a process that has lost another one, or the command that watches it.
pub(super) const LOST: i32 = 75;
/// That of a process that says why it does not finish.
const FAILED: i32 = 2;

/// Why a process does not finish.
#[derive(Debug, serde::Deserialize, serde::Serialize)]
pub enum WorkerFailure {
    /// It was stopped by its budget.
    Stopped(String),
    /// It cannot do what is asked within its budget, or another process did not come.
    Undecided(String),
    /// Something is wrong.
    Wrong(String),
}

/// Works as one of the processes; the result is a line on stdout.
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
    // The threads of the sockets may wait for processes that go on.
    std::process::exit(FAILED);
}

/// Receives from the command that watches the token, where to listen, and the address of each process.
fn place(budget: &Budget) -> Result<(Token, TcpListener, Vec<String>), WorkerFailure> {
    let line = || {
        let mut line = String::new();
        match std::io::stdin().read_line(&mut line) {
            Ok(read) if read > 0 => line.trim().to_owned(),
            // The command that watched is gone.
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
        // What is not text comes from no command that watches: it is gone.
        for line in std::io::stdin().lines().map_while(Result::ok) {
            if line == "stop"
                && let Some(cancel) = &cancel
            {
                cancel.store(true, Ordering::SeqCst);
            }
        }
        // The command that watched is gone.
        std::process::exit(LOST);
    });
    Ok((token, listener, hosts))
}

/// Writes a line to the command that watches.
fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // If nobody receives it, nobody needs it.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

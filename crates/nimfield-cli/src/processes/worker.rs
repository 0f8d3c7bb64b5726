//! One of the processes: it reads where to work from a pipe, and reports in lines on stdout.

use std::io::Write;
use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::Ordering;
use std::time::Duration;

use nimfield::Budget;
use nimfield::engines::cluster::{ClusterError, Meeting, MeetingError, Token, lost_peer};

use super::options::Options;
use crate::errors::{Failure, Status};

/// The exit code of a process that has lost another one, or the command that watches it.
pub(super) const LOST: i32 = 75;
/// What a process says of its failure: it was stopped by its budget, another one did not come, or
/// something is wrong.
pub(super) const STOPPED: u8 = 3;
pub(super) const MISSING: u8 = 4;
pub(super) const WRONG: u8 = 2;
/// How a process ends that does not finish: it was stopped by its budget, it cannot do what is asked
/// within it, or something is wrong.
pub enum WorkerFailure {
    Stopped(String),
    Undecided(String),
    Wrong(String),
}

/// The data that a process needs for its work.
pub struct Worker {
    /// Its number.
    pub me: usize,
    /// The address of each process.
    pub hosts: Vec<String>,
    /// The address at which it listens.
    pub listener: TcpListener,
    token: Token,
    wait: Duration,
}

impl Worker {
    /// Returns where the processes meet, and where this one listens.
    pub fn meeting(&self) -> std::io::Result<(Meeting<'_>, TcpListener)> {
        let meeting = Meeting {
            me: self.me,
            hosts: &self.hosts,
            token: self.token,
            wait: self.wait,
        };
        Ok((meeting, self.listener.try_clone()?))
    }
}

impl WorkerFailure {
    /// Explains why a process ends; of failures of the work itself something else may be known.
    pub fn of<E: std::fmt::Display>(
        error: ClusterError<E>,
        work: impl Fn(E) -> WorkerFailure,
    ) -> WorkerFailure {
        match error {
            ClusterError::Work(error) => work(error),
            ClusterError::Meeting(error @ MeetingError::Stopped(_)) => {
                WorkerFailure::Stopped(error.to_string())
            }
            ClusterError::Meeting(error @ MeetingError::Missing { .. }) => {
                WorkerFailure::Undecided(error.to_string())
            }
            error => WorkerFailure::Wrong(error.to_string()),
        }
    }
}

/// Works as one of the processes; the result is a line on stdout.
pub fn run_worker(
    options: &Options,
    budget: &Budget,
    work: impl FnOnce(&Worker) -> Result<(), WorkerFailure>,
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
    let done = worker(options, budget).and_then(|worker| work(&worker));
    let (kind, why) = match done {
        Ok(()) => return Ok(Status::Answered),
        Err(WorkerFailure::Stopped(why)) => (STOPPED, why),
        Err(WorkerFailure::Undecided(why)) => (MISSING, why),
        Err(WorkerFailure::Wrong(why)) => (WRONG, why),
    };
    let words = serde_json::json!([kind, why]);
    say(&format!("failed {words}"));
    // The threads of the sockets may wait for processes that go on.
    std::process::exit(i32::from(kind));
}

/// Receives the place of the work from the command that watches.
fn worker(options: &Options, budget: &Budget) -> Result<Worker, WorkerFailure> {
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
    let hosts: Vec<String> = line().split(' ').map(Into::into).collect();
    let cancel = budget.cancel_flag();
    std::thread::spawn(move || {
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
    Ok(Worker {
        me: usize::from(options.process.unwrap_or(0)),
        hosts,
        listener,
        token,
        wait: options.wait,
    })
}

/// Writes a line to the command that watches.
fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // If nobody receives it, nobody needs it.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

//! The command that starts the processes, watches them, and restarts them.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::group::ProcessGroup;
use super::options::{Options, Writes};
use super::worker::{LOST, WorkerFailure};
use crate::budget::{TIME, interrupted};
use crate::errors::{Failure, remark};
use crate::options::Common;

/// The time that other processes get to notice that one is gone.
const GRACE: Duration = Duration::from_secs(2);
/// Starts and watches several processes.
pub fn supervise(
    common: &Common,
    options: &Options,
    group: &ProcessGroup,
    start: Instant,
    command: &[OsString],
    saved: &dyn Fn() -> Result<String, Failure>,
) -> Result<(), Failure> {
    let keeps = group.here.contains(&0);
    let mut restarts = options.restarts;
    loop {
        let time = common.time.unwrap_or(TIME).saturating_sub(start.elapsed());
        let words = words(common, options, group, time, command);
        let (why, lost) = match run(group, &words)? {
            None => return Ok(()),
            Some(Ended::Failed(failure)) => return Err(failure),
            Some(Ended::Lost(why)) => (why, true),
            Some(Ended::Stopped(why)) => (why, false),
        };
        let saved = match keeps {
            true => saved()?,
            false => "process 0 has the saved work".to_owned(),
        };
        if lost && restarts > 0 && !interrupted() {
            if !common.quiet {
                remark(&format!("{why}; {saved}; starting again"));
            }
            restarts -= 1;
            continue;
        }
        let advice = match lost {
            true => " (--restarts N does so automatically)",
            false => "",
        };
        return Err(Failure::Undecided(format!(
            "{why}; {saved}; the same command continues{advice}"
        )));
    }
}

/// Returns the arguments for starting the processes; the number of the process must follow.
fn words(
    common: &Common,
    options: &Options,
    group: &ProcessGroup,
    time: Duration,
    command: &[OsString],
) -> Vec<OsString> {
    let threads = common.threads.map(usize::from).unwrap_or_else(|| {
        let all = std::thread::available_parallelism().map_or(1, usize::from);
        (all / group.here.len()).max(1)
    });
    let mut words: Vec<OsString> = vec!["--no-config".into()];
    words.extend_from_slice(command);
    let mut option = |name: &str, value: String| {
        words.push(name.into());
        words.push(value.into());
    };
    option("--memory", common.memory.as_u64().to_string());
    option("--time", format!("{}ms", time.as_millis()));
    option("--wait", format!("{}ms", options.wait.as_millis()));
    option("--threads", threads.to_string());
    let writes = match group.writes {
        Writes::Shared => "shared",
        Writes::Sent => "sent",
    };
    option("--worker", writes.to_owned());
    if common.quiet {
        words.push("-q".into());
    }
    words
}

/// Why the processes here have not finished.
enum Ended {
    Failed(Failure),
    /// The budget was too small.
    Stopped(String),
    /// A process was lost; the text says which one, and how.
    Lost(String),
}

/// A line from a process, with the index of the process; `None` when it has ended or closed its output.
type Report = (usize, Option<String>);

/// A process that was started.
struct RunningWorker {
    number: usize,
    child: Child,
    stdin: Option<ChildStdin>,
    /// Its last line.
    last: Option<String>,
    status: Option<ExitStatus>,
}

impl Drop for RunningWorker {
    fn drop(&mut self) {
        // If it has ended, killing it fails harmlessly.
        let _ = self.child.kill();
        // Its status is not needed any more.
        let _ = self.child.wait();
    }
}

/// Starts the processes, and waits for them to end.
fn run(group: &ProcessGroup, words: &[OsString]) -> Result<Option<Ended>, Failure> {
    let trouble = |error: std::io::Error| Failure::input(format!("no process: {error}"));
    let program = std::env::current_exe().map_err(trouble)?;
    let (sender, receiver) = mpsc::channel();
    let mut started: Vec<RunningWorker> = Vec::new();
    for &number in &group.here {
        let mut command = Command::new(&program);
        command.args(words).arg("--process").arg(number.to_string());
        if Some(&number) != group.here.first() {
            // Only one process reports the progress of all.
            command.arg("-q");
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(trouble)?;
        let stdin = child.stdin.take();
        if let Some(stdout) = child.stdout.take() {
            let (sender, place) = (sender.clone(), started.len());
            std::thread::spawn(move || receive(place, stdout, &sender));
        }
        started.push(RunningWorker {
            number,
            child,
            stdin,
            last: None,
            status: None,
        });
    }
    for one in &mut started {
        one.say(&group.token.digits());
        one.say(&group.listen.to_string());
    }
    Ok(watch(group, &mut started, &receiver))
}

fn receive(place: usize, stdout: impl std::io::Read, sender: &Sender<Report>) {
    // Output that is not text means that the process has failed: the rest is ignored, and its exit status decides.
    for line in BufReader::new(stdout).lines().map_while(Result::ok) {
        if sender.send((place, Some(line))).is_err() {
            return;
        }
    }
    // The receiver may be gone.
    let _ = sender.send((place, None));
}

impl RunningWorker {
    /// Writes a line to a process.
    fn say(&mut self, line: &str) {
        if let Some(stdin) = &mut self.stdin {
            // If it is gone, another thread reports its end.
            let _ = writeln!(stdin, "{line}").and_then(|()| stdin.flush());
        }
    }

    /// Returns how the process ended, if it did not finish.
    fn end(&self, group: &ProcessGroup) -> Option<Ended> {
        let number = self.number;
        let said = self.last.as_deref().and_then(|line| line.split_once(' '));
        let at = |number: usize| match group.hosts.get(number) {
            Some(host) => format!("process {number} at {host}"),
            None => format!("process {number}"),
        };
        match (self.status.and_then(|status| status.code()), said) {
            (Some(0), _) => None,
            (Some(LOST), Some(("lost", other))) => {
                let other = other.parse().map_or_else(|_| "a process".to_string(), at);
                Some(Ended::Lost(format!("{other} was lost")))
            }
            (Some(_), Some(("failed", why))) => Some(match serde_json::from_str(why) {
                Ok(WorkerFailure::Stopped(why)) => Ended::Stopped(why),
                Ok(WorkerFailure::Undecided(why)) => Ended::Failed(Failure::Undecided(why)),
                Ok(WorkerFailure::Wrong(why)) => Ended::Failed(Failure::Input(why)),
                Err(_) => Ended::Failed(Failure::input(format!("process {number}: {why}"))),
            }),
            _ => {
                let how = self.status.map_or(String::new(), |how| format!(" ({how})"));
                Some(Ended::Lost(format!("process {number} was lost{how}")))
            }
        }
    }
}

/// Waits for all processes to end, and returns the worst result; `None` if all have finished.
fn watch(
    group: &ProcessGroup,
    started: &mut [RunningWorker],
    receiver: &Receiver<Report>,
) -> Option<Ended> {
    let mut hosts = group.hosts.clone();
    let mut at: Vec<Option<String>> = vec![None; started.len()];
    let mut told = false;
    let mut stopped = false;
    let mut gone: Option<Instant> = None;
    while started.iter().any(|one| one.status.is_none()) {
        // Before they have the addresses, they would read this line as an address.
        if interrupted() && told && !stopped {
            stopped = true;
            started.iter_mut().for_each(|one| one.say("stop"));
        }
        if gone.is_some_and(|gone| gone.elapsed() > GRACE) {
            for one in started.iter_mut().filter(|one| one.status.is_none()) {
                // It may have ended already.
                let _ = one.child.kill();
            }
            gone = None;
        }
        match receiver.recv_timeout(Duration::from_millis(50)) {
            Ok((place, Some(line))) => {
                if let Some(address) = line.strip_prefix("at ") {
                    at[place] = Some(address.to_owned());
                } else {
                    started[place].last = Some(line);
                }
                if !told && at.iter().all(Option::is_some) {
                    told = true;
                    if hosts.is_empty() {
                        hosts.extend(at.iter().flatten().cloned());
                    }
                    let hosts = hosts.join(" ");
                    started.iter_mut().for_each(|one| one.say(&hosts));
                }
            }
            Ok((place, None)) => {
                let one = &mut started[place];
                // A process whose status the system does not report counts as lost.
                one.status = one.child.wait().ok();
                if one.status.is_none() {
                    break;
                }
                // A stopped process gives the others time to save their pieces.
                if !matches!(one.end(group), None | Some(Ended::Stopped(_))) {
                    gone.get_or_insert_with(Instant::now);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    let rank = |end: &Ended| match end {
        Ended::Lost(why) if !why.contains('(') => 1,
        Ended::Lost(_) => 2,
        Ended::Stopped(_) => 3,
        Ended::Failed(Failure::Undecided(_)) => 4,
        Ended::Failed(_) => 5,
    };
    let ends = started.iter().filter_map(|one| one.end(group));
    // The first one of several equally bad ends.
    ends.rev().max_by_key(rank)
}

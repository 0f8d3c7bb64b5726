//! `--processes`, `--hosts`: work by several processes.
//!
//! The command itself only watches: it starts the processes that work, on this machine, hands them the token
//! and the addresses through pipes, and starts them again when one was lost. What the work is, its command knows.

use std::path::PathBuf;
use std::time::Duration;

/// The options for work by several processes.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Several processes")]
pub struct Options {
    /// Work by so many processes on this machine; memory and threads are for each
    #[arg(long, value_name = "N", conflicts_with = "hosts", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub processes: Option<u16>,
    /// Work by one process on each of these machines: a file with lines HOST:PORT. On each of
    /// them the same command is given, with its own --process
    #[arg(long, value_name = "FILE", requires = "process")]
    pub hosts: Option<PathBuf>,
    /// The process to be run here: its line in the file of hosts, from 0. Process 0 keeps what
    /// is finished, and writes the table
    #[arg(long, value_name = "I")]
    pub process: Option<u16>,
    /// Listen on this address, as ADDR or ADDR:PORT [default: 127.0.0.1, and the port in the file of hosts]
    #[arg(long, value_name = "ADDR", requires = "hosts")]
    pub listen: Option<String>,
    /// The file with the token that the machines have in common, 32 hexadecimal digits [default:
    /// $NIMFIELD_TOKEN]
    #[arg(long, value_name = "FILE", requires = "hosts")]
    pub token: Option<PathBuf>,
    /// How long to wait for the other processes
    #[arg(long, default_value = "1m", value_parser = humantime::parse_duration, value_name = "TIME")]
    pub wait: Duration,
    /// How often to start again by itself when a process was lost
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub restarts: u32,
    /// This is one of the processes, and where it writes.
    #[arg(long, hide = true, value_name = "PLACE")]
    pub worker: Option<Writes>,
}

/// Where a process leaves what it has made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Writes {
    /// To the folder that all share.
    Shared,
    /// To process 0.
    Sent,
}

impl Options {
    /// Whether several processes are asked for.
    pub fn asked(&self) -> bool {
        self.processes.is_some() || self.hosts.is_some() || self.worker.is_some()
    }
}

#[cfg(feature = "cluster")]
pub use with::{Ends, Party, Supervised, Work, supervise, work};

#[cfg(feature = "cluster")]
mod with {
    use std::collections::BTreeSet;
    use std::ffi::OsString;
    use std::fs;
    use std::io::{BufRead, BufReader, Write};
    use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, ToSocketAddrs};
    use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
    use std::sync::atomic::Ordering;
    use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
    use std::time::{Duration, Instant};

    use nimfield::budget::Budget;
    use nimfield::engines::cluster::{ClusterError, Meeting, MeetingError, Token, lost_peer};

    use super::{Options, Writes};
    use crate::budget::{TIME, interrupted};
    use crate::errors::{Failure, Status, remark};
    use crate::options::Common;

    /// How a process ends that has lost another one, or the command that watches it.
    const LOST: i32 = 75;
    /// What a process says of its failure: it was stopped by its budget, another one did not come, or
    /// something is wrong.
    const STOPPED: u8 = 3;
    const MISSING: u8 = 4;
    const WRONG: u8 = 2;
    /// How long the others have to notice that one is gone.
    const GRACE: Duration = Duration::from_secs(2);
    /// Where a token is looked for.
    const TOKEN: &str = "NIMFIELD_TOKEN";

    /// What came of the work.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Supervised {
        /// All is here.
        Here,
        /// All is with process 0, elsewhere.
        Elsewhere,
    }

    /// Work that several processes do, as the command knows it that watches them.
    pub trait Work {
        /// The words of the command that a process is started with; those that say how it works with others
        /// are to follow.
        fn words(&self) -> Vec<OsString>;

        /// How much is saved, in words.
        ///
        /// # Errors
        /// If it cannot be told.
        fn saved(&self) -> Result<String, Failure>;

        /// The work ends before it is finished.
        fn abandon(&self) {}
    }

    /// The processes of a job.
    pub struct Party {
        /// How many there are.
        pub processes: usize,
        /// Those that run here.
        pub here: Vec<usize>,
        /// Where they leave what they have made.
        pub writes: Writes,
        token: Token,
        /// The address of each; none if each takes a free port of this machine.
        hosts: Vec<String>,
        /// Where those here listen.
        listen: SocketAddr,
    }

    /// Has the work done by several processes, and watches them, since the command began.
    pub fn supervise(
        common: &Common,
        options: &Options,
        party: &Party,
        start: Instant,
        work: &dyn Work,
    ) -> Result<Supervised, Failure> {
        let keeps = party.here.contains(&0);
        let mut restarts = options.restarts;
        loop {
            let time = common.time.unwrap_or(TIME).saturating_sub(start.elapsed());
            let words = words(common, options, party, time, work);
            let ended = run(party, &words)?;
            if matches!(ended, Ended::Done) {
                break;
            }
            let saved = match keeps {
                true => work.saved()?,
                false => "process 0 keeps what is saved".to_owned(),
            };
            let again = restarts > 0 && !interrupted();
            match ended {
                Ended::Lost(why) if again => {
                    if !common.quiet {
                        remark(&format!("{why}; {saved}; starting again"));
                    }
                    restarts -= 1;
                    continue;
                }
                _ if keeps => work.abandon(),
                _ => {}
            }
            return Err(match ended {
                Ended::Lost(why) => Failure::Undecided(format!(
                    "{why}; {saved}; the same command goes on (--restarts N does so by itself)"
                )),
                Ended::Stopped(why) => {
                    Failure::Undecided(format!("{why}; {saved}; the same command goes on"))
                }
                Ended::Failed(failure) => failure,
                Ended::Done => Failure::input("the processes are done"),
            });
        }
        Ok(match keeps {
            true => Supervised::Here,
            false => Supervised::Elsewhere,
        })
    }

    impl Party {
        /// The processes that are asked for.
        pub fn of(options: &Options) -> Result<Party, Failure> {
            party(options)
        }
    }

    fn party(options: &Options) -> Result<Party, Failure> {
        if let Some(processes) = options.processes {
            let processes = usize::from(processes);
            return Ok(Party {
                processes,
                here: (0..processes).collect(),
                token: Token::random().map_err(Failure::input)?,
                hosts: Vec::new(),
                listen: (Ipv4Addr::LOCALHOST, 0).into(),
                writes: Writes::Shared,
            });
        }
        let (Some(path), Some(me)) = (&options.hosts, options.process) else {
            return Err(Failure::input("--hosts and --process belong together"));
        };
        let me = usize::from(me);
        let fault = |why: &str| {
            Failure::input(format!(
                "{}: {why}\nexample: a line 10.0.0.1:7100 for each process, process 0 first",
                path.display()
            ))
        };
        let text = fs::read_to_string(path).map_err(|error| fault(&error.to_string()))?;
        let lines = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or_default().trim());
        let hosts: Vec<String> = lines
            .filter(|line| !line.is_empty())
            .map(Into::into)
            .collect();
        if hosts.len() > 256 {
            return Err(fault("more than 256 processes"));
        }
        let Some(own) = hosts.get(me) else {
            let count = hosts.len();
            return Err(fault(&format!(
                "{count} lines, so there is no process {me}"
            )));
        };
        let port = |host: &str| {
            host.rsplit_once(':')
                .and_then(|(_, port)| port.parse().ok())
        };
        if let Some(host) = hosts.iter().find(|host| port(host).is_none()) {
            return Err(fault(&format!("{host} has no port")));
        }
        if hosts.iter().collect::<BTreeSet<_>>().len() < hosts.len() {
            return Err(fault("an address is there twice"));
        }
        let port: u16 = port(own).unwrap_or(0);
        let listen = match &options.listen {
            Some(text) => {
                let address = text.parse::<SocketAddr>().ok();
                let alone = || text.parse::<IpAddr>().ok().map(|ip| (ip, port).into());
                address.or_else(alone).ok_or_else(|| {
                    Failure::input(format!(
                        "--listen {text}: this is no address\nexample: --listen 10.0.0.1"
                    ))
                })?
            }
            None => {
                let found = own.to_socket_addrs().into_iter().flatten().next();
                if hosts.len() > 1 && found.is_some_and(|found| !found.ip().is_loopback()) {
                    return Err(Failure::input(format!(
                        "the others look for process {me} at {own}, and it would listen on the \
                         loopback only\nexample: --listen {}",
                        own.rsplit_once(':').map_or("", |(host, _)| host)
                    )));
                }
                (Ipv4Addr::LOCALHOST, port).into()
            }
        };
        Ok(Party {
            processes: hosts.len(),
            here: vec![me],
            token: token(options)?,
            hosts,
            listen,
            writes: Writes::Sent,
        })
    }

    fn token(options: &Options) -> Result<Token, Failure> {
        let (text, from) = match &options.token {
            Some(path) => {
                let text = fs::read_to_string(path);
                let from = path.display().to_string();
                (
                    text.map_err(|error| Failure::input(format!("{from}: {error}")))?,
                    from,
                )
            }
            None => {
                let text = std::env::var(TOKEN).map_err(|_| {
                    Failure::input(format!(
                        "machines know each other by a token: --token FILE or ${TOKEN}\n\
                         example: od -An -N16 -tx1 /dev/urandom | tr -d ' \\n' > job.token"
                    ))
                })?;
                (text, format!("${TOKEN}"))
            }
        };
        Token::parse(&text)
            .ok_or_else(|| Failure::input(format!("{from}: a token has 32 hexadecimal digits")))
    }

    /// The words of the command that the processes are started with; the number of the process is to follow.
    fn words(
        common: &Common,
        options: &Options,
        party: &Party,
        time: Duration,
        work: &dyn Work,
    ) -> Vec<OsString> {
        let threads = common.threads.map(usize::from).unwrap_or_else(|| {
            let all = std::thread::available_parallelism().map_or(1, usize::from);
            (all / party.here.len()).max(1)
        });
        let mut words: Vec<OsString> = vec!["--no-config".into()];
        words.extend(work.words());
        let mut option = |name: &str, value: String| {
            words.push(name.into());
            words.push(value.into());
        };
        option("--memory", common.memory.as_u64().to_string());
        option("--time", format!("{}ms", time.as_millis()));
        option("--wait", format!("{}ms", options.wait.as_millis()));
        option("--threads", threads.to_string());
        let writes = match party.writes {
            Writes::Shared => "shared",
            Writes::Sent => "sent",
        };
        option("--worker", writes.to_owned());
        if common.quiet {
            words.push("-q".into());
        }
        words
    }

    /// How the work of the processes here ended.
    enum Ended {
        Done,
        Failed(Failure),
        /// The budget did not suffice.
        Stopped(String),
        /// A process was lost: which, and how.
        Lost(String),
    }

    /// What is heard of a process.
    enum Heard {
        /// It says something.
        Says(String),
        /// It has ended, or closed its output.
        Ended,
    }

    /// A process that was started.
    struct Started {
        number: usize,
        child: Child,
        stdin: Option<ChildStdin>,
        /// What it said last.
        last: Option<String>,
        status: Option<ExitStatus>,
    }

    impl Drop for Started {
        fn drop(&mut self) {
            // If it has ended there is nothing to be killed.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }

    /// Starts the processes, and waits for their end.
    fn run(party: &Party, words: &[OsString]) -> Result<Ended, Failure> {
        let trouble = |error: std::io::Error| Failure::input(format!("no process: {error}"));
        let program = std::env::current_exe().map_err(trouble)?;
        let (sender, receiver) = mpsc::channel();
        let mut started: Vec<Started> = Vec::new();
        for &number in &party.here {
            let mut command = Command::new(&program);
            command.args(words).arg("--process").arg(number.to_string());
            if Some(&number) != party.here.first() {
                // One of them tells how far they are.
                command.arg("-q");
            }
            command.stdin(Stdio::piped()).stdout(Stdio::piped());
            let mut child = command.spawn().map_err(trouble)?;
            let stdin = child.stdin.take();
            if let Some(stdout) = child.stdout.take() {
                let (sender, place) = (sender.clone(), started.len());
                std::thread::spawn(move || listen(place, stdout, &sender));
            }
            started.push(Started {
                number,
                child,
                stdin,
                last: None,
                status: None,
            });
        }
        for one in &mut started {
            one.say(&party.token.digits());
            one.say(&party.listen.to_string());
        }
        Ok(watch(party, &mut started, &receiver))
    }

    fn listen(place: usize, stdout: impl std::io::Read, sender: &Sender<(usize, Heard)>) {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if sender.send((place, Heard::Says(line))).is_err() {
                return;
            }
        }
        // Nobody may be there any more to hear it.
        let _ = sender.send((place, Heard::Ended));
    }

    impl Started {
        /// Says something to a process; if it is gone that will be heard.
        fn say(&mut self, line: &str) {
            if let Some(stdin) = &mut self.stdin {
                let _ = writeln!(stdin, "{line}").and_then(|()| stdin.flush());
            }
        }

        /// How it ended, if it did not just finish.
        fn end(&self, party: &Party) -> Option<Ended> {
            let number = self.number;
            let said = self.last.as_deref().and_then(|line| line.split_once(' '));
            let at = |number: usize| match party.hosts.get(number) {
                Some(host) => format!("process {number} at {host}"),
                None => format!("process {number}"),
            };
            match (self.status.and_then(|status| status.code()), said) {
                (Some(0), _) => None,
                (Some(LOST), Some(("lost", other))) => {
                    let other = other.parse().unwrap_or(0);
                    Some(Ended::Lost(format!("{} was lost", at(other))))
                }
                (Some(_), Some(("failed", why))) => {
                    let why: (u8, String) = serde_json::from_str(why).unwrap_or_default();
                    Some(match why.0 {
                        STOPPED => Ended::Stopped(why.1),
                        MISSING => Ended::Failed(Failure::Undecided(why.1)),
                        _ => Ended::Failed(Failure::Input(why.1)),
                    })
                }
                _ => {
                    let how = self.status.map_or(String::new(), |how| format!(" ({how})"));
                    Some(Ended::Lost(format!("process {number} was lost{how}")))
                }
            }
        }
    }

    /// Waits for the end of all processes, and tells the worst of them.
    fn watch(party: &Party, started: &mut [Started], receiver: &Receiver<(usize, Heard)>) -> Ended {
        let mut hosts = party.hosts.clone();
        let mut at: Vec<Option<String>> = vec![None; started.len()];
        let mut told = false;
        let mut stopped = false;
        let mut gone: Option<Instant> = None;
        while started.iter().any(|one| one.status.is_none()) {
            // Before they know where the others are they would take it for that.
            if interrupted() && told && !stopped {
                stopped = true;
                started.iter_mut().for_each(|one| one.say("stop"));
            }
            if gone.is_some_and(|gone| gone.elapsed() > GRACE) {
                for one in started.iter_mut().filter(|one| one.status.is_none()) {
                    // It may have ended by now.
                    let _ = one.child.kill();
                }
                gone = None;
            }
            match receiver.recv_timeout(Duration::from_millis(50)) {
                Ok((place, Heard::Says(line))) => {
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
                Ok((place, Heard::Ended)) => {
                    let one = &mut started[place];
                    one.status = one.child.wait().ok();
                    let bad = one.status.is_none_or(|status| !status.success());
                    // Who was stopped leaves the others the time to save what they have.
                    let stopping = format!("failed [{STOPPED},");
                    let last = one.last.as_ref();
                    let saving = last.is_some_and(|last| last.starts_with(&stopping));
                    if bad && !saving {
                        gone.get_or_insert_with(Instant::now);
                    }
                    if one.status.is_none() {
                        break;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let mut worst = Ended::Done;
        for end in started.iter().filter_map(|one| one.end(party)) {
            let rank = |end: &Ended| match end {
                Ended::Done => 0,
                Ended::Lost(why) if !why.contains('(') => 1,
                Ended::Lost(_) => 2,
                Ended::Stopped(_) => 3,
                Ended::Failed(Failure::Undecided(_)) => 4,
                Ended::Failed(_) => 5,
            };
            if rank(&end) > rank(&worst) {
                worst = end;
            }
        }
        worst
    }

    /// How a process ends that does not finish: it was stopped by its budget, it cannot do what is asked
    /// within it, or something is wrong.
    pub enum Ends {
        Stopped(String),
        Undecided(String),
        Wrong(String),
    }

    /// What a process has to know to work.
    pub struct Seat {
        /// Its number.
        pub me: usize,
        /// Where each process is.
        pub hosts: Vec<String>,
        /// Where it listens.
        pub listener: TcpListener,
        token: Token,
        wait: Duration,
    }

    impl Seat {
        /// Where the processes meet, and where this one listens.
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

    impl Ends {
        /// Why a process ends; of failures of the work itself something else may be known.
        pub fn of<E: std::fmt::Display>(error: ClusterError<E>, work: impl Fn(E) -> Ends) -> Ends {
            match error {
                ClusterError::Work(error) => work(error),
                ClusterError::Meeting(error @ MeetingError::Stopped(_)) => {
                    Ends::Stopped(error.to_string())
                }
                ClusterError::Meeting(error @ MeetingError::Missing { .. }) => {
                    Ends::Undecided(error.to_string())
                }
                error => Ends::Wrong(error.to_string()),
            }
        }
    }

    /// Works as one of the processes; what comes of it is a line on stdout.
    pub fn work(
        options: &Options,
        budget: &Budget,
        work: impl FnOnce(&Seat) -> Result<(), Ends>,
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
        let done = seat(options, budget).and_then(|seat| work(&seat));
        let (kind, why) = match done {
            Ok(()) => return Ok(Status::Answered),
            Err(Ends::Stopped(why)) => (STOPPED, why),
            Err(Ends::Undecided(why)) => (MISSING, why),
            Err(Ends::Wrong(why)) => (WRONG, why),
        };
        let words = serde_json::json!([kind, why]);
        say(&format!("failed {words}"));
        // The threads of the sockets may wait for processes that go on.
        std::process::exit(i32::from(kind));
    }

    /// Hears from the command that watches where to work.
    fn seat(options: &Options, budget: &Budget) -> Result<Seat, Ends> {
        let line = || {
            let mut line = String::new();
            match std::io::stdin().read_line(&mut line) {
                Ok(read) if read > 0 => line.trim().to_owned(),
                // Who watched is gone.
                _ => std::process::exit(LOST),
            }
        };
        let strange =
            || Ends::Wrong("--worker is for processes that nimfield starts itself".to_owned());
        let token = Token::parse(&line()).ok_or_else(strange)?;
        let listen: SocketAddr = line().parse().map_err(|_| strange())?;
        let refused = |error: std::io::Error| Ends::Wrong(format!("{listen}: {error}"));
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
            // Who watched is gone.
            std::process::exit(LOST);
        });
        Ok(Seat {
            me: usize::from(options.process.unwrap_or(0)),
            hosts,
            listener,
            token,
            wait: options.wait,
        })
    }

    /// Says a line to the command that watches.
    fn say(line: &str) {
        let mut out = std::io::stdout().lock();
        // If nobody hears it, nobody needs it.
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    }
}

/// Says that it cannot be done.
#[cfg(not(feature = "cluster"))]
pub fn not_built_in() -> crate::errors::Failure {
    crate::errors::Failure::input(
        "this program was built without work by several processes\n\
         example: cargo build --release --features cluster",
    )
}

//! How the processes of a job find each other: sockets, within a deadline, to peers that know the
//! token and have the same version, rules and number of processes.
//!
//! Every process listens, connects to those with lower numbers, and waits for those with higher
//! ones. The process that connects sends a greeting with its version, its number and its job; the
//! one that listens answers with a random number; then both prove that they know the token, which
//! is never sent. Later messages are neither encrypted nor signed.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::net::{Shutdown, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use super::hello::{Hello, VERSION, array, list, number, send_list, text};
use super::token::{Token, random};
use nimfield_core::budget::{Budget, Limit};

/// A socket is closed if the other end is silent for this long, or is gone.
const SILENCE: Duration = Duration::from_secs(10);
/// The interval between checks for new connections.
const LOOK: Duration = Duration::from_millis(1);
/// The most connections that are answered at a time.
const MOST_GUESTS: usize = 64;
/// The time that a connection has to identify itself if others wait for its place.
const PATIENCE: Duration = Duration::from_secs(1);

/// A meeting of processes.
pub struct Meeting<'a> {
    /// The number of this process.
    pub me: usize,
    /// The address of each process, as `HOST:PORT`.
    pub hosts: &'a [String],
    /// The token that they share.
    pub token: Token,
    /// How long to wait for all of them.
    pub wait: Duration,
}

/// Why the processes did not meet.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MeetingError {
    /// A process did not connect in time.
    #[error(
        "process {process} at {host} did not connect within {} s{}",
        .waited.as_secs_f64(),
        .last_failure.as_ref().map_or(String::new(), |last| format!(" ({last})"))
    )]
    Missing {
        /// Its number.
        process: usize,
        /// Its address.
        host: String,
        /// The time that this process waited.
        waited: Duration,
        /// The last failure to reach it, or the last connection that was refused.
        last_failure: Option<String>,
    },
    /// A process refuses this one, or does not belong to the job: its number, and the reason.
    #[error("process {0} refuses: {1}")]
    Refused(usize, String),
    /// The work was stopped in the meantime.
    #[error("{0}")]
    Stopped(Limit),
    /// The system reported an error.
    #[error("the network: {0}")]
    Io(#[from] io::Error),
}

/// The identity of a job, with which a process checks that the others work on the same.
pub(crate) struct JobIdentity<'a> {
    /// The rules, byte by byte.
    pub(crate) identity: &'a [u8],
    /// The rules in words, for messages to processes with other rules.
    pub(crate) words: String,
}

/// The processes that have met: a socket for each of the others, and the data from process 0.
pub(crate) struct Met {
    pub(crate) sockets: Vec<Option<TcpStream>>,
    pub(crate) initial: Vec<u8>,
}

impl Meeting<'_> {
    /// Connects to the other processes. Process 0 sends the bytes `initial` to them.
    pub(crate) fn meet(
        &self,
        listener: TcpListener,
        job: &JobIdentity<'_>,
        initial: &[u8],
        budget: &Budget,
    ) -> Result<Met, MeetingError> {
        let start = Instant::now();
        let end = start + self.wait;
        let mut sockets: Vec<Option<TcpStream>> = self.hosts.iter().map(|_| None).collect();
        let mut initial = initial.to_vec();
        for (process, place) in sockets.iter_mut().enumerate().take(self.me) {
            let (socket, said) = self.reach(process, job, end, budget)?;
            *place = Some(socket);
            if process == 0 {
                initial = said;
            }
        }
        self.await_others(&listener, job, &initial, end, budget, &mut sockets)?;
        for socket in sockets.iter().flatten() {
            socket.set_read_timeout(None)?;
            socket.set_write_timeout(None)?;
            socket.set_nodelay(true)?;
            notice_silence(socket)?;
        }
        Ok(Met { sockets, initial })
    }

    fn missing(&self, process: usize, last_failure: Option<String>) -> MeetingError {
        MeetingError::Missing {
            process,
            host: self.hosts[process].clone(),
            waited: self.wait,
            last_failure,
        }
    }

    /// Connects to a process, repeatedly until the deadline, and returns the data that it sent.
    fn reach(
        &self,
        process: usize,
        job: &JobIdentity<'_>,
        end: Instant,
        budget: &Budget,
    ) -> Result<(TcpStream, Vec<u8>), MeetingError> {
        loop {
            budget.check(0).map_err(MeetingError::Stopped)?;
            let left = end.saturating_duration_since(Instant::now());
            let attempt = || -> io::Result<_> {
                let mut last = io::Error::other("it has no address");
                for address in self.hosts[process].to_socket_addrs()? {
                    // Wait a moment; others may be tried in the meantime.
                    let patience = left.clamp(LOOK, Duration::from_secs(2));
                    match TcpStream::connect_timeout(&address, patience) {
                        Ok(socket) => return self.greet(socket, process, job, left),
                        Err(error) => last = error,
                    }
                }
                Err(last)
            };
            match attempt() {
                Ok(Ok(met)) => return Ok(met),
                Ok(Err(why)) => return Err(MeetingError::Refused(process, why)),
                Err(error) if Instant::now() >= end => {
                    return Err(self.missing(process, Some(error.to_string())));
                }
                Err(_) => thread::sleep(Duration::from_millis(50).min(left)),
            }
        }
    }

    /// Sends the greeting; the inner error is the refusal of the other side.
    fn greet(
        &self,
        mut socket: TcpStream,
        process: usize,
        job: &JobIdentity<'_>,
        left: Duration,
    ) -> io::Result<Result<(TcpStream, Vec<u8>), String>> {
        let left = Some(left.max(LOOK));
        socket.set_read_timeout(left)?;
        socket.set_write_timeout(left)?;
        let hello = Hello {
            version: VERSION.to_owned(),
            from: self.me as u32,
            to: process as u32,
            processes: self.hosts.len() as u32,
            rules: *blake3::hash(job.identity).as_bytes(),
            words: job.words.clone(),
            chance: random()?,
        }
        .write();
        socket.write_all(&hello)?;
        let version = text(&mut socket)?;
        if version != VERSION {
            return Ok(Err(format!(
                "it has version {version}, and this is version {VERSION}"
            )));
        }
        let chance: [u8; 16] = array(&mut socket)?;
        socket.write_all(&self.token.proof("connects", &hello, &chance, &[]))?;
        let (status, answer) = (number(&mut socket)?, list(&mut socket)?);
        let proof: [u8; 32] = array(&mut socket)?;
        match status {
            OTHER_TOKEN => return Ok(Err("it has a different token".to_owned())),
            WELCOME | OTHER_JOB => {}
            _ => return Err(io::Error::other("its message is malformed")),
        }
        if self.token.proof("listens", &hello, &chance, &answer) != proof {
            return Ok(Err("it has a different token".to_owned()));
        }
        Ok(match status {
            WELCOME => Ok((socket, answer)),
            _ => Err(String::from_utf8_lossy(&answer).into_owned()),
        })
    }

    /// Waits for the processes with higher numbers.
    fn await_others(
        &self,
        listener: &TcpListener,
        job: &JobIdentity<'_>,
        initial: &[u8],
        end: Instant,
        budget: &Budget,
        sockets: &mut [Option<TcpStream>],
    ) -> Result<(), MeetingError> {
        listener.set_nonblocking(true)?;
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            // When this ends, unidentified connections are closed, and their threads end.
            let mut guests = Guests::default();
            let mut last_failure = None;
            loop {
                let missing = (self.me + 1..sockets.len()).find(|i| sockets[*i].is_none());
                let Some(missing) = missing else {
                    return Ok(());
                };
                budget.check(0).map_err(MeetingError::Stopped)?;
                let left = end.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    return Err(self.missing(missing, last_failure));
                }
                if guests.have_room()
                    && let Ok((socket, address)) = listener.accept()
                    && let Some(guest) = guests.admit(&socket)
                {
                    let sender = sender.clone();
                    scope.spawn(move || {
                        let answer = self.answer(socket, job, initial, left.min(SILENCE));
                        // When the meeting is over, the answer is not needed any more.
                        let _ = sender.send((guest, address, answer));
                    });
                    continue;
                }
                match receiver.recv_timeout(LOOK.min(left)) {
                    // A process that connects again has been restarted.
                    Ok((guest, _, Ok((process, socket)))) => {
                        if guests.leave(guest) {
                            sockets[process] = Some(socket);
                        }
                    }
                    Ok((guest, address, Err(error))) => {
                        guests.leave(guest);
                        last_failure = Some(format!("{address} was refused: {error}"));
                    }
                    Err(_) => {}
                }
            }
        })
    }

    /// Receives greetings, and answers them.
    fn answer(
        &self,
        mut socket: TcpStream,
        job: &JobIdentity<'_>,
        initial: &[u8],
        patience: Duration,
    ) -> io::Result<(usize, TcpStream)> {
        socket.set_nonblocking(false)?;
        socket.set_read_timeout(Some(patience))?;
        socket.set_write_timeout(Some(patience))?;
        let hello = Hello::read(&mut socket)?;
        send_list(&mut socket, VERSION.as_bytes())?;
        let refused = |why: String| Err(io::Error::other(why));
        if hello.version != VERSION {
            return refused(format!("it has version {}", hello.version));
        }
        let chance = random()?;
        socket.write_all(&chance)?;
        let proof: [u8; 32] = array(&mut socket)?;
        let bytes = hello.write();
        if self.token.proof("connects", &bytes, &chance, &[]) != proof {
            socket.write_all(&OTHER_TOKEN.to_le_bytes())?;
            send_list(&mut socket, &[])?;
            socket.write_all(&[0; 32])?;
            return refused("it has a different token".to_owned());
        }
        let processes = self.hosts.len();
        let from = hello.from as usize;
        let why = if hello.rules != *blake3::hash(job.identity).as_bytes() {
            Some(format!(
                "it works on {}, but this process works on {}",
                job.words, hello.words
            ))
        } else if hello.processes as usize != processes {
            Some(format!(
                "it expects {processes} processes, but this one expects {}",
                hello.processes
            ))
        } else if hello.to as usize != self.me || from <= self.me || from >= processes {
            Some(format!(
                "it is process {}, to which process {from} does not connect: the lists of hosts differ, or a number is given twice",
                self.me
            ))
        } else {
            None
        };
        let (status, answer) = match &why {
            Some(why) => (OTHER_JOB, why.as_bytes()),
            None => (WELCOME, initial),
        };
        socket.write_all(&status.to_le_bytes())?;
        send_list(&mut socket, answer)?;
        socket.write_all(&self.token.proof("listens", &bytes, &chance, answer))?;
        match why {
            Some(_) => refused(format!(
                "it is process {from} of {} that work on {}",
                hello.processes, hello.words
            )),
            None => Ok((from, socket)),
        }
    }
}

/// Connections that are answered, the oldest first.
#[derive(Default)]
struct Guests {
    last: u64,
    here: BTreeMap<u64, (Instant, TcpStream)>,
}

impl Guests {
    /// Closes the connections that are late, and returns whether there is room for another one.
    fn have_room(&mut self) -> bool {
        let patience = match self.here.len() < MOST_GUESTS {
            true => SILENCE,
            false => PATIENCE,
        };
        if let Some((_, (since, socket))) = self.here.first_key_value()
            && since.elapsed() >= patience
        {
            // Closing the socket ends its thread, which reports that; its place is already free.
            let _ = socket.shutdown(Shutdown::Both);
            self.here.pop_first();
        }
        self.here.len() < MOST_GUESTS
    }

    fn admit(&mut self, socket: &TcpStream) -> Option<u64> {
        // A guest that could not be dismissed later is not admitted.
        let socket = socket.try_clone().ok()?;
        self.last += 1;
        self.here.insert(self.last, (Instant::now(), socket));
        Some(self.last)
    }

    /// Removes a guest; returns whether the connection was still open.
    fn leave(&mut self, guest: u64) -> bool {
        self.here.remove(&guest).is_some()
    }
}

impl Drop for Guests {
    fn drop(&mut self) {
        for (_, socket) in self.here.values() {
            // The guest may have closed the socket already.
            let _ = socket.shutdown(Shutdown::Both);
        }
    }
}

/// The answers to processes that connect.
const WELCOME: u32 = 0;
const OTHER_TOKEN: u32 = 1;
const OTHER_JOB: u32 = 2;

/// Makes the system notice when the other end disappears without closing the socket.
fn notice_silence(socket: &TcpStream) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::fd::AsRawFd;
        let set = |level: libc::c_int, option: libc::c_int, value: libc::c_int| {
            // SAFETY: the socket is open, and the length passed is the size of the number.
            let set = unsafe {
                libc::setsockopt(
                    socket.as_raw_fd(),
                    level,
                    option,
                    (&raw const value).cast(),
                    size_of::<libc::c_int>() as libc::socklen_t,
                )
            };
            match set {
                0 => Ok(()),
                _ => Err(io::Error::last_os_error()),
            }
        };
        set(libc::SOL_SOCKET, libc::SO_KEEPALIVE, 1)?;
        #[cfg(target_os = "linux")]
        {
            let seconds = SILENCE.as_secs() as libc::c_int;
            set(libc::IPPROTO_TCP, libc::TCP_KEEPIDLE, seconds / 2)?;
            set(libc::IPPROTO_TCP, libc::TCP_KEEPINTVL, 1)?;
            set(libc::IPPROTO_TCP, libc::TCP_KEEPCNT, seconds / 2)?;
            set(libc::IPPROTO_TCP, libc::TCP_USER_TIMEOUT, 1000 * seconds)?;
        }
    }
    // Other systems use their defaults.
    #[cfg(not(unix))]
    let _ = socket;
    Ok(())
}

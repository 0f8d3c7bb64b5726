//! How the processes of a job find each other: sockets, within a deadline, to those alone that know the token
//! and are of the same version, rules and number.
//!
//! Every process listens, connects to those with lower numbers, and waits for those with higher ones. Who
//! connects says hello, with the version, who it is and what it works on; who listens answers with a number
//! drawn for the occasion; then both prove that they know the token, which itself is never sent. What goes
//! over the sockets afterwards is neither secret nor signed.

use std::fmt;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use nimfield_core::budget::{Budget, Limit};

/// The first bytes of a hello, and the version of what is said; the version of the program comes with it.
const MAGIC: [u8; 8] = *b"\x89NIMMESH";
const VERSION: &str = concat!("3 ", env!("CARGO_PKG_VERSION"));
/// The longest text or list that is read.
const LONGEST: usize = 1 << 20;
/// A socket whose other end says nothing for so long is given up, and so is one whose other end is gone.
const SILENCE: Duration = Duration::from_secs(10);
/// So often one looks whether somebody has come.
const LOOK: Duration = Duration::from_millis(1);
/// So many strangers are heard at a time.
const HEARD: usize = 64;

/// What the processes of a job know, and nobody else.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Token(pub [u8; 16]);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

impl Token {
    /// Reads 32 hexadecimal digits; `None` if it is something else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Token> {
        let digits: Vec<u8> = text
            .trim()
            .bytes()
            .map(|digit| char::from(digit).to_digit(16).map(|digit| digit as u8))
            .collect::<Option<_>>()?;
        let bytes: Vec<u8> = digits
            .chunks(2)
            .map(|two| two[0] << 4 | two[two.len() - 1])
            .collect();
        if digits.len() != 32 {
            return None;
        }
        Some(Token(bytes.try_into().ok()?))
    }

    /// A new one.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn random() -> io::Result<Token> {
        Ok(Token(random()?))
    }

    /// As 32 hexadecimal digits.
    #[must_use]
    pub fn digits(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// What proves the knowledge of the token on one of the two sides.
    fn proof(&self, side: &str, said: &[&[u8]]) -> [u8; 32] {
        let key = blake3::derive_key("nimfield, processes of a job", &self.0);
        let mut hash = blake3::Hasher::new_keyed(&key);
        hash.update(side.as_bytes());
        said.iter().for_each(|said| _ = hash.update(said));
        *hash.finalize().as_bytes()
    }
}

fn random() -> io::Result<[u8; 16]> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes)
}

/// A meeting of processes.
pub struct Meeting<'a> {
    /// The number of this process.
    pub me: usize,
    /// Where each process is to be found, as `HOST:PORT`.
    pub hosts: &'a [String],
    /// What they know.
    pub token: Token,
    /// How long to wait for all of them.
    pub wait: Duration,
}

/// Why the processes did not meet.
#[derive(Debug)]
#[non_exhaustive]
pub enum MeetingError {
    /// A process did not come in time.
    Missing {
        /// Its number.
        process: usize,
        /// Where it should be.
        host: String,
        /// How long was waited.
        waited: Duration,
        /// What was heard last, of it or of strangers.
        heard: Option<String>,
    },
    /// A process refuses this one, or is none: its number, and why.
    Refused(usize, String),
    /// The work was stopped meanwhile.
    Stopped(Limit),
    /// The system refused.
    Io(io::Error),
}

impl fmt::Display for MeetingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MeetingError::Missing {
                process,
                host,
                waited,
                heard,
            } => {
                let seconds = waited.as_secs_f64();
                write!(
                    f,
                    "process {process} at {host} did not come within {seconds} s"
                )?;
                heard
                    .as_ref()
                    .map_or(Ok(()), |heard| write!(f, " ({heard})"))
            }
            MeetingError::Refused(process, why) => write!(f, "process {process} refuses: {why}"),
            MeetingError::Stopped(limit) => limit.fmt(f),
            MeetingError::Io(error) => write!(f, "the network: {error}"),
        }
    }
}

impl std::error::Error for MeetingError {}

impl From<io::Error> for MeetingError {
    fn from(error: io::Error) -> Self {
        MeetingError::Io(error)
    }
}

/// What a process has to know of the others: that they do the same.
pub(crate) struct Rules<'a> {
    /// What the rules are, byte by byte.
    pub(crate) identity: &'a [u8],
    /// The same in words, for those who have others.
    pub(crate) words: String,
}

/// Those who have met: a socket for each of the others, and what process 0 told.
pub(crate) struct Met {
    pub(crate) sockets: Vec<Option<TcpStream>>,
    pub(crate) told: Vec<u8>,
}

/// What is said in a hello.
struct Hello {
    version: String,
    from: u32,
    to: u32,
    processes: u32,
    rules: [u8; 32],
    words: String,
    chance: [u8; 16],
}

impl Hello {
    fn write(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        for text in [&self.version, &self.words] {
            out.extend((text.len() as u32).to_le_bytes());
            out.extend(text.as_bytes());
        }
        for number in [self.from, self.to, self.processes] {
            out.extend(number.to_le_bytes());
        }
        out.extend(self.rules);
        out.extend(self.chance);
        out
    }

    fn read(from: &mut impl Read) -> io::Result<Hello> {
        let stranger = || io::Error::other("a stranger, that is no process of any job");
        let mut magic = [0; 8];
        from.read_exact(&mut magic)?;
        if magic != MAGIC {
            return Err(stranger());
        }
        let version = text(from)?;
        let words = text(from)?;
        Ok(Hello {
            version,
            words,
            from: number(from)?,
            to: number(from)?,
            processes: number(from)?,
            rules: array(from)?,
            chance: array(from)?,
        })
    }
}

fn array<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn number(from: &mut impl Read) -> io::Result<u32> {
    array(from).map(u32::from_le_bytes)
}

fn list(from: &mut impl Read) -> io::Result<Vec<u8>> {
    let length = number(from)? as usize;
    if length > LONGEST {
        return Err(io::Error::other("it says too much"));
    }
    let mut bytes = vec![0; length];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn text(from: &mut impl Read) -> io::Result<String> {
    String::from_utf8(list(from)?).map_err(|_| io::Error::other("it says what is no text"))
}

fn send_list(to: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    to.write_all(&(bytes.len() as u32).to_le_bytes())?;
    to.write_all(bytes)
}

/// What the proofs are about.
fn said(hello: &[u8], chance: &[u8; 16], answer: &[u8]) -> [Vec<u8>; 3] {
    [hello.to_vec(), chance.to_vec(), answer.to_vec()]
}

impl Meeting<'_> {
    /// Meets the others. Process 0 tells the others something, of which `told` makes the bytes.
    pub(crate) fn meet(
        &self,
        listener: TcpListener,
        rules: &Rules<'_>,
        told: &[u8],
        budget: &Budget,
    ) -> Result<Met, MeetingError> {
        let start = Instant::now();
        let end = start + self.wait;
        let mut sockets: Vec<Option<TcpStream>> = self.hosts.iter().map(|_| None).collect();
        let mut heard = Vec::new();
        for (process, place) in sockets.iter_mut().enumerate().take(self.me) {
            let (socket, said) = self.reach(process, rules, end, budget)?;
            *place = Some(socket);
            if process == 0 {
                heard = said;
            }
        }
        let told = match self.me {
            0 => told.to_vec(),
            _ => heard,
        };
        self.await_others(&listener, rules, &told, end, budget, &mut sockets)?;
        for socket in sockets.iter().flatten() {
            socket.set_read_timeout(None)?;
            socket.set_write_timeout(None)?;
            socket.set_nodelay(true)?;
            notice_silence(socket)?;
        }
        Ok(Met { sockets, told })
    }

    fn missing(&self, process: usize, heard: Option<String>) -> MeetingError {
        MeetingError::Missing {
            process,
            host: self.hosts[process].clone(),
            waited: self.wait,
            heard,
        }
    }

    /// Connects to a process, again and again until the deadline, and gives what it told.
    fn reach(
        &self,
        process: usize,
        rules: &Rules<'_>,
        end: Instant,
        budget: &Budget,
    ) -> Result<(TcpStream, Vec<u8>), MeetingError> {
        loop {
            budget.check(0).map_err(MeetingError::Stopped)?;
            let left = end.saturating_duration_since(Instant::now());
            let attempt = || -> io::Result<_> {
                let mut last = io::Error::other("it has no address");
                for address in self.hosts[process].to_socket_addrs()? {
                    // Nothing but a moment's patience: others may be tried meanwhile.
                    let patience = left.clamp(LOOK, Duration::from_secs(2));
                    match TcpStream::connect_timeout(&address, patience) {
                        Ok(socket) => return self.greet(socket, process, rules, left),
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

    /// Says hello; the inner error is the refusal of the other side.
    fn greet(
        &self,
        mut socket: TcpStream,
        process: usize,
        rules: &Rules<'_>,
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
            rules: *blake3::hash(rules.identity).as_bytes(),
            words: rules.words.clone(),
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
        let chance = array(&mut socket)?;
        let said_so_far = said(&hello, &chance, &[]);
        let said_so_far: Vec<&[u8]> = said_so_far.iter().map(Vec::as_slice).collect();
        socket.write_all(&self.token.proof("connects", &said_so_far))?;
        let (status, answer) = (number(&mut socket)?, list(&mut socket)?);
        let proof: [u8; 32] = array(&mut socket)?;
        match status {
            OTHER_TOKEN => return Ok(Err("it has another token".to_owned())),
            WELCOME | OTHER_JOB => {}
            _ => return Err(io::Error::other("it says what nobody says")),
        }
        let all = said(&hello, &chance, &answer);
        let all: Vec<&[u8]> = all.iter().map(Vec::as_slice).collect();
        if self.token.proof("listens", &all) != proof {
            return Ok(Err("it has another token".to_owned()));
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
        rules: &Rules<'_>,
        told: &[u8],
        end: Instant,
        budget: &Budget,
        sockets: &mut [Option<TcpStream>],
    ) -> Result<(), MeetingError> {
        listener.set_nonblocking(true)?;
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            let mut hearing = 0;
            let mut heard = None;
            loop {
                let missing = (self.me + 1..sockets.len()).find(|i| sockets[*i].is_none());
                let Some(missing) = missing else {
                    return Ok(());
                };
                budget.check(0).map_err(MeetingError::Stopped)?;
                let left = end.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    return Err(self.missing(missing, heard));
                }
                if hearing < HEARD
                    && let Ok((socket, address)) = listener.accept()
                {
                    hearing += 1;
                    let sender = sender.clone();
                    scope.spawn(move || {
                        let answer = self.answer(socket, rules, told, left.min(SILENCE));
                        // It is received as long as anybody waits.
                        let _ = sender.send((address, answer));
                    });
                    continue;
                }
                match receiver.recv_timeout(LOOK.min(left)) {
                    // Who comes again has been started again.
                    Ok((_, Ok((process, socket)))) => {
                        hearing -= 1;
                        sockets[process] = Some(socket);
                    }
                    Ok((address, Err(error))) => {
                        hearing -= 1;
                        heard = Some(format!("{address} was refused: {error}"));
                    }
                    Err(_) => {}
                }
            }
        })
    }

    /// Hears who has come, and answers.
    fn answer(
        &self,
        mut socket: TcpStream,
        rules: &Rules<'_>,
        told: &[u8],
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
        let said_so_far = said(&bytes, &chance, &[]);
        let said_so_far: Vec<&[u8]> = said_so_far.iter().map(Vec::as_slice).collect();
        if self.token.proof("connects", &said_so_far) != proof {
            socket.write_all(&OTHER_TOKEN.to_le_bytes())?;
            send_list(&mut socket, &[])?;
            socket.write_all(&[0; 32])?;
            return refused("it has another token".to_owned());
        }
        let processes = self.hosts.len();
        let from = hello.from as usize;
        let why = if hello.rules != *blake3::hash(rules.identity).as_bytes() {
            Some(format!(
                "it works on {}, and this process on {}",
                rules.words, hello.words
            ))
        } else if hello.processes as usize != processes {
            Some(format!(
                "it knows {processes} processes, and this one {}",
                hello.processes
            ))
        } else if hello.to as usize != self.me || from <= self.me || from >= processes {
            Some(format!(
                "it is process {}, to which process {from} does not come: the list of hosts is \
                 another one, or a number is given twice",
                self.me
            ))
        } else {
            None
        };
        let (status, answer) = match &why {
            Some(why) => (OTHER_JOB, why.as_bytes()),
            None => (WELCOME, told),
        };
        let all = said(&bytes, &chance, answer);
        let all: Vec<&[u8]> = all.iter().map(Vec::as_slice).collect();
        socket.write_all(&status.to_le_bytes())?;
        send_list(&mut socket, answer)?;
        socket.write_all(&self.token.proof("listens", &all))?;
        match why {
            Some(_) => refused(format!(
                "it is process {from} of {} that work on {}",
                hello.processes, hello.words
            )),
            None => Ok((from, socket)),
        }
    }
}

/// Answers to those that connect.
const WELCOME: u32 = 0;
const OTHER_TOKEN: u32 = 1;
const OTHER_JOB: u32 = 2;

/// Has the system notice when the other end is gone without a word.
fn notice_silence(socket: &TcpStream) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::fd::AsRawFd;
        let set = |level: libc::c_int, option: libc::c_int, value: libc::c_int| {
            // SAFETY: an open socket, and a number of the length that is told.
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
    #[cfg(not(unix))]
    let _ = socket;
    Ok(())
}

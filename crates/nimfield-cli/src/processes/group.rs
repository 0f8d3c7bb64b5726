//! The processes that work together, their addresses, and their token.

use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs};

use nimfield_core::files::read_text;
use nimfield_engines::cluster::Token;

use super::options::{Options, Writes};
use crate::errors::Failure;

/// The environment variable that may hold the token.
const TOKEN: &str = "NIMFIELD_TOKEN";

/// The longest file of hosts or tokens.
const LONGEST: u64 = 1 << 16;

/// The processes of a job.
pub struct ProcessGroup {
    /// Their number.
    pub processes: usize,
    /// The numbers of those that run here.
    pub here: Vec<usize>,
    /// Where they write their pieces.
    pub writes: Writes,
    pub(super) token: Token,
    /// The address of each; empty if each takes a free port of this machine.
    pub(super) hosts: Vec<String>,
    /// The address at which those here listen.
    pub(super) listen: SocketAddr,
}

impl ProcessGroup {
    /// Returns the processes that the options name.
    pub fn of(options: &Options) -> Result<ProcessGroup, Failure> {
        if let Some(processes) = options.processes {
            let processes = usize::from(processes);
            return Ok(ProcessGroup {
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
        let text = read_text(path, LONGEST).map_err(|error| fault(&error.fault.to_string()))?;
        let lines = text
            .lines()
            .map(|line| line.split_once('#').map_or(line, |(line, _)| line).trim());
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
                "{count} lines, so it does not name process {me}"
            )));
        };
        let port = |host: &String| -> Result<u16, Failure> {
            let port = host.rsplit_once(':').map(|(_, port)| port.parse());
            let Some(Ok(port)) = port else {
                return Err(fault(&format!("{host} has no port")));
            };
            Ok(port)
        };
        hosts.iter().try_for_each(|host| port(host).map(drop))?;
        if hosts.iter().collect::<BTreeSet<_>>().len() < hosts.len() {
            return Err(fault("an address occurs twice"));
        }
        let port = port(own)?;
        let listen = match &options.listen {
            Some(text) => {
                let alone = |_| text.parse().map(|ip: IpAddr| (ip, port).into());
                text.parse().or_else(alone).map_err(|_| {
                    Failure::input(format!(
                        "--listen {text}: not an address\nexample: --listen 10.0.0.1"
                    ))
                })?
            }
            None => {
                // If a name is not found here, the other processes look it up and report an error.
                let found = own.to_socket_addrs().into_iter().flatten().next();
                if hosts.len() > 1 && found.is_some_and(|found| !found.ip().is_loopback()) {
                    return Err(Failure::input(format!(
                        "the others look for process {me} at {own}, but it would listen only on the loopback \
                         interface\nexample: --listen {}",
                        own.rsplit_once(':').map_or("", |(host, _)| host)
                    )));
                }
                (Ipv4Addr::LOCALHOST, port).into()
            }
        };
        Ok(ProcessGroup {
            processes: hosts.len(),
            here: vec![me],
            token: token(options)?,
            hosts,
            listen,
            writes: Writes::Sent,
        })
    }
}

fn token(options: &Options) -> Result<Token, Failure> {
    let (text, from) = match &options.token {
        Some(path) => {
            let text = read_text(path, LONGEST).map_err(Failure::input)?;
            (text, path.display().to_string())
        }
        None => {
            let text = std::env::var(TOKEN).map_err(|_| {
                Failure::input(format!(
                    "processes on several machines need a shared token: --token FILE or ${TOKEN}\n\
                     example: od -An -N16 -tx1 /dev/urandom | tr -d ' \\n' > job.token"
                ))
            })?;
            (text, format!("${TOKEN}"))
        }
    };
    Token::parse(&text)
        .ok_or_else(|| Failure::input(format!("{from}: a token has 32 hexadecimal digits")))
}

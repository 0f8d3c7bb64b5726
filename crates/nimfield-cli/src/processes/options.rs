//! The options for work by several processes.

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
    /// Whether several processes are requested.
    pub fn requested(&self) -> bool {
        self.processes.is_some() || self.hosts.is_some() || self.worker.is_some()
    }
}

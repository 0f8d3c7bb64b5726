//! The options for work by several processes.

use std::path::PathBuf;
use std::time::Duration;

use crate::options::within;

/// The options for work by several processes.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Several processes")]
pub struct Options {
    /// Divide the work among N processes on this machine; memory and threads are per process
    #[arg(long, value_name = "N", conflicts_with = "hosts", value_parser = within(1..=256u16))]
    pub processes: Option<u16>,
    /// Divide the work among one process on each of these machines, listed in a file with a line HOST:PORT for each.
    /// Give the same command on each of them, with its own --process
    #[arg(long, value_name = "FILE", requires = "process")]
    pub hosts: Option<PathBuf>,
    /// Run this process here: its line in the file of hosts, from 0. Process 0 saves finished parts, and writes the
    /// table
    #[arg(long, value_name = "I", value_parser = within(0..=u16::MAX))]
    pub process: Option<u16>,
    /// Listen on this address, as ADDR or ADDR:PORT [default: 127.0.0.1, and the port in the file of hosts]
    #[arg(long, value_name = "ADDR", requires = "hosts")]
    pub listen: Option<String>,
    /// Read the token that the machines share from this file, 32 hexadecimal digits [default:
    /// $NIMFIELD_TOKEN]
    #[arg(long, value_name = "FILE", requires = "hosts")]
    pub token: Option<PathBuf>,
    /// Wait this long for the other processes
    #[arg(long, default_value = "1m", value_parser = crate::options::time, value_name = "TIME")]
    pub wait: Duration,
    /// Start again automatically up to N times after a process was lost
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = within(0..=u32::MAX))]
    pub restarts: u32,
    /// Marks one of the processes, and says where it writes.
    #[arg(long, hide = true, value_name = "PLACE")]
    pub worker: Option<Writes>,
}

/// Where a process puts its pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Writes {
    /// Into the folder that all share.
    Shared,
    /// To process 0.
    Sent,
}

impl Options {
    /// Returns whether several processes are requested.
    pub fn requested(&self) -> bool {
        self.processes.is_some() || self.hosts.is_some() || self.worker.is_some()
    }
}

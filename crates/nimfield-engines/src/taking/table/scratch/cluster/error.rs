//! Why a process ends before all is done.

use std::fmt;
use std::io;

use super::super::super::error::SolveError;
use super::super::super::job::JobError;
use super::meeting::MeetingError;
use nimfield_core::files::FileError;

/// Why a process ended.
#[derive(Debug)]
#[non_exhaustive]
pub enum ClusterError {
    /// The processes did not meet.
    Meeting(MeetingError),
    /// The work: stopped, or a file.
    Job(JobError),
    /// What came over the network is not what should come: in words.
    Network(String),
}

impl fmt::Display for ClusterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClusterError::Meeting(error) => error.fmt(f),
            ClusterError::Job(error) => error.fmt(f),
            ClusterError::Network(why) => write!(f, "the network: {why}"),
        }
    }
}

impl std::error::Error for ClusterError {}

impl From<JobError> for ClusterError {
    fn from(error: JobError) -> Self {
        ClusterError::Job(error)
    }
}

impl From<FileError> for ClusterError {
    fn from(error: FileError) -> Self {
        ClusterError::Job(error.into())
    }
}

impl From<SolveError> for ClusterError {
    fn from(error: SolveError) -> Self {
        ClusterError::Job(error.into())
    }
}

impl From<MeetingError> for ClusterError {
    fn from(error: MeetingError) -> Self {
        ClusterError::Meeting(error)
    }
}

impl From<io::Error> for ClusterError {
    fn from(error: io::Error) -> Self {
        ClusterError::Network(error.to_string())
    }
}

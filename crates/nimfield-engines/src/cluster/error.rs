//! Why a process ends before all is done.

use std::fmt;
use std::io;

use super::meeting::MeetingError;

/// Why a process ended.
#[derive(Debug)]
#[non_exhaustive]
pub enum ClusterError<E> {
    /// The processes did not meet.
    Meeting(MeetingError),
    /// The work itself: stopped, or a file.
    Work(E),
    /// A malformed message came over the network; the text describes it.
    Network(String),
}

impl<E: fmt::Display> fmt::Display for ClusterError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClusterError::Meeting(error) => error.fmt(f),
            ClusterError::Work(error) => error.fmt(f),
            ClusterError::Network(why) => write!(f, "the network: {why}"),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for ClusterError<E> {}

impl<E> From<MeetingError> for ClusterError<E> {
    fn from(error: MeetingError) -> Self {
        ClusterError::Meeting(error)
    }
}

impl<E> From<io::Error> for ClusterError<E> {
    fn from(error: io::Error) -> Self {
        ClusterError::Network(error.to_string())
    }
}

//! Why a process ends before all is done.

use std::io;

use super::meeting::MeetingError;

/// Why a process ended.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClusterError<E> {
    /// The processes did not meet.
    #[error("{0}")]
    Meeting(MeetingError),
    /// The work itself: stopped, or a file.
    #[error("{0}")]
    Work(E),
    /// A malformed message came over the network; the text describes it.
    #[error("the network: {0}")]
    Network(String),
}

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

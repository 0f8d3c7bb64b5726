//! Why a file cannot be used, in words.

use std::io;
use std::path::{Path, PathBuf};

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {fault}", .path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    #[source]
    pub fault: FileFault,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileFault {
    /// The operating system cannot open, read or write it.
    #[error("{0}")]
    Io(String),
    /// It is a folder, a pipe or a device.
    #[error("not a file, but a folder, a pipe or a device")]
    NoFile,
    /// It is a link, which is not followed.
    #[error("this is a link, which is not followed; remove it or choose another name")]
    Link,
    /// It has more bytes than this.
    #[error("the file is longer than {0} bytes")]
    TooLong(u64),
    /// It is not a file of this kind, in words.
    #[error("{0}")]
    Foreign(&'static str),
    /// Its format has another version.
    #[error("the format has version {found}; this program reads version {reads}")]
    Version {
        /// The version of the file.
        found: u32,
        /// The version that this program reads.
        reads: u32,
    },
    /// It is shorter or longer than it should be.
    #[error("{}", match found < expected {
        true => format!("the file is cut off: {found} bytes of {expected}"),
        false => format!("the file has been altered: {found} bytes instead of {expected}"),
    })]
    Length {
        /// The length of the file.
        found: u64,
        /// The expected length.
        expected: u64,
    },
    /// It is cut off: this part does not end.
    #[error("the file is cut off in {0}")]
    Cut(&'static str),
    /// It was altered: this part does not have its checksum.
    #[error("the file has been altered: {0} does not match its checksum")]
    Altered(&'static str),
    /// It was altered: this piece does not match its checksum.
    #[error(
        "the file has been altered: piece {piece} of {of} (from 0) does not match its checksum"
    )]
    AlteredPiece {
        /// The piece, from 0.
        piece: u64,
        /// The number of pieces.
        of: u64,
    },
    /// It is cut off or altered, for this reason.
    #[error("the file is cut off or altered: {0}")]
    Damaged(&'static str),
    /// This part is malformed.
    #[error("{0} has invalid contents")]
    Malformed(&'static str),
    /// It was written for something else.
    #[error("the file was written for {found:?}, but {expected:?} was expected")]
    Other {
        /// What it was written for.
        found: String,
        /// What was requested.
        expected: String,
    },
    /// It was written for other rules, described here.
    #[error("this belongs to other rules: {0}; remove it or choose another name")]
    OtherRules(String),
    /// Another process is working on it.
    #[error("another process is working on it")]
    InUse,
}

impl From<io::Error> for FileFault {
    fn from(error: io::Error) -> FileFault {
        FileFault::Io(error.to_string())
    }
}

impl FileFault {
    /// Creates the error that the file at `path` has this fault.
    #[must_use]
    pub fn of(self, path: &Path) -> FileError {
        FileError {
            path: path.to_owned(),
            fault: self,
        }
    }
}

impl FileError {
    /// Returns the error for a file operation that failed in the operating system.
    #[must_use]
    pub fn io(path: &Path, error: &io::Error) -> FileError {
        FileFault::Io(error.to_string()).of(path)
    }
}

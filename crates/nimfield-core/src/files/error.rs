//! Why a file cannot be used, in words.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: FileFault,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileFault {
    /// The system refused to open, read or write it.
    Io(String),
    /// It is a folder, a pipe or a device.
    NoFile,
    /// It is a link, which is not followed.
    Link,
    /// It has more bytes than this.
    TooLong(u64),
    /// It is none of these files, in words.
    Foreign(&'static str),
    /// Its format is of another version.
    Version {
        /// The version it has.
        found: u32,
        /// The version that is read.
        reads: u32,
    },
    /// It is shorter or longer than it should be.
    Length {
        /// The length it has.
        found: u64,
        /// The length it should have.
        expected: u64,
    },
    /// It is cut off: this part does not end.
    Cut(&'static str),
    /// It was altered: this part does not have its checksum.
    Altered(&'static str),
    /// It was altered: this piece of so many does not have its checksum.
    AlteredPiece {
        /// The piece, from 0.
        piece: u64,
        /// How many there are.
        of: u64,
    },
    /// It is cut off or altered: why, in words.
    Damaged(&'static str),
    /// This part does not hold what it should.
    Malformed(&'static str),
    /// It is of something else.
    Other {
        /// What it is of.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// It is of other rules, in words.
    OtherRules(String),
    /// Another process is working on it.
    InUse,
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileFault::Io(error) => f.write_str(error),
            FileFault::NoFile => f.write_str("this is no file, but a folder, a pipe or a device"),
            FileFault::Link => f.write_str(
                "this is a link, which is not followed; remove it or choose another name",
            ),
            FileFault::TooLong(most) => write!(f, "the file is longer than {most} bytes"),
            FileFault::Foreign(what) => f.write_str(what),
            FileFault::Version { found, reads } => write!(
                f,
                "the format has version {found}, this program reads version {reads}"
            ),
            FileFault::Length { found, expected } if found < expected => {
                write!(f, "the file is cut off: {found} bytes of {expected}")
            }
            FileFault::Length { found, expected } => write!(
                f,
                "the file has been altered: {found} bytes instead of {expected}"
            ),
            FileFault::Cut(part) => write!(f, "the file is cut off in {part}"),
            FileFault::Altered(part) => write!(
                f,
                "the file has been altered: {part} does not match its checksum"
            ),
            FileFault::AlteredPiece { piece, of } => write!(
                f,
                "the file has been altered: piece {piece} of {of} (from 0) does not match its checksum"
            ),
            FileFault::Damaged(why) => write!(f, "the file is cut off or altered: {why}"),
            FileFault::Malformed(part) => write!(f, "{part} does not hold what it should"),
            FileFault::Other { found, expected } => {
                write!(f, "the file is of {found:?}, wanted is {expected:?}")
            }
            FileFault::OtherRules(rules) => write!(
                f,
                "this belongs to other rules: {rules}; remove it or choose another name"
            ),
            FileFault::InUse => f.write_str("another process is working on it"),
        }
    }
}

impl std::error::Error for FileFault {}

impl From<io::Error> for FileFault {
    fn from(error: io::Error) -> FileFault {
        FileFault::Io(error.to_string())
    }
}

impl FileFault {
    /// This fault of the file at `path`.
    #[must_use]
    pub fn of(self, path: &Path) -> FileError {
        FileError {
            path: path.to_owned(),
            fault: self,
        }
    }
}

impl FileError {
    /// An error of the system about a file.
    #[must_use]
    pub fn io(path: &Path, error: &io::Error) -> FileError {
        FileFault::Io(error.to_string()).of(path)
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.fault)
    }
}

impl std::error::Error for FileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.fault)
    }
}

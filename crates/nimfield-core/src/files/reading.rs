//! Regular files opened and read within a limit.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

use super::error::{FileError, FileFault};

/// Returns options that do or do not wait for the other end of a pipe, and do or do not follow a link. Regular files
/// ignore them.
#[cfg_attr(
    any(not(unix), miri),
    expect(unused_mut, unused_variables, reason = "no such flags")
)]
pub(super) fn options(waits: bool, follows: bool) -> OpenOptions {
    let mut options = OpenOptions::new();
    // Miri does not know the flags.
    #[cfg(all(unix, not(miri)))]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        if waits { 0 } else { libc::O_NONBLOCK } | if follows { 0 } else { libc::O_NOFOLLOW },
    );
    options
}

/// Opens a file for reading. Anything but a regular file is refused immediately: a pipe would block, and reading a
/// device might never end.
///
/// # Errors
/// [`FileFault::NoFile`], or the error of the operating system.
pub fn open(path: &Path) -> Result<File, FileError> {
    let io = |error: io::Error| FileError::io(path, &error);
    let file = options(false, true).read(true).open(path).map_err(io)?;
    match file.metadata().map_err(io)?.is_file() {
        true => Ok(file),
        false => Err(FileFault::NoFile.of(path)),
    }
}

/// Opens a file for reading and writing, and creates it if it does not exist. Links are not followed: in a folder that
/// other users may write to, a link could lead to a file that they may not write to.
///
/// # Errors
/// [`FileFault::Link`] if it is a link, or a file with a second name; [`FileFault::NoFile`] if it is not a file; or the
/// error of the operating system.
pub fn open_own(path: &Path) -> Result<File, FileError> {
    let io = |error: io::Error| FileError::io(path, &error);
    if is_link(path) {
        return Err(FileFault::Link.of(path));
    }
    let mut options = options(false, false);
    options.read(true).write(true).create(true).truncate(false);
    let file = options.open(path).map_err(io)?;
    let there = file.metadata().map_err(io)?;
    #[cfg(unix)]
    if there.is_file() && std::os::unix::fs::MetadataExt::nlink(&there) > 1 {
        return Err(FileFault::Link.of(path));
    }
    match there.is_file() {
        true => Ok(file),
        false => Err(FileFault::NoFile.of(path)),
    }
}

fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|there| there.is_symlink())
}

/// Reads the bytes of a regular file of at most `most` bytes. `accept` receives the first bytes (all of a short file,
/// 64 KiB of a long one) and may refuse the file before the rest is read.
///
/// # Errors
/// Errors of [`open`] and of `accept`; [`FileFault::TooLong`]; or the error of the operating system.
pub fn read(
    path: &Path,
    most: u64,
    accept: impl FnOnce(&[u8]) -> Result<(), FileFault>,
) -> Result<Vec<u8>, FileError> {
    let file = open(path)?;
    read_from(file, most, accept).map_err(|fault| fault.of(path))
}

/// Does what [`read`] does, for an open file.
///
/// # Errors
/// As [`read`].
pub fn read_from(
    mut file: impl Read,
    most: u64,
    accept: impl FnOnce(&[u8]) -> Result<(), FileFault>,
) -> Result<Vec<u8>, FileFault> {
    const START: u64 = 1 << 16;
    let mut bytes = Vec::new();
    file.by_ref().take(START).read_to_end(&mut bytes)?;
    accept(&bytes)?;
    let rest = most.saturating_add(1).saturating_sub(bytes.len() as u64);
    file.take(rest).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(FileFault::TooLong(most)),
        false => Ok(bytes),
    }
}

/// Reads the text of a regular file of at most `most` bytes.
///
/// # Errors
/// As [`read`], and if it is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> Result<String, FileError> {
    let bytes = read(path, most, |_| Ok(()))?;
    String::from_utf8(bytes).map_err(|_| {
        let why = "stream did not contain valid UTF-8".to_string();
        FileFault::Io(why).of(path)
    })
}

/// Returns the result of reading a file; `None` if the file does not exist.
///
/// # Errors
/// Errors of `read`.
pub fn if_there<T>(
    path: &Path,
    read: impl FnOnce(&Path) -> Result<T, FileError>,
) -> Result<Option<T>, FileError> {
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        _ => read(path).map(Some),
    }
}

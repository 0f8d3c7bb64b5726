//! Locks: only one process at a time works on a file.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::error::{FileError, FileFault};
use super::new_file::{beside, folder_of, remove_leftovers};
use super::reading::open_own;

/// The exclusive right of one process to work on a file: a lock on `NAME.lock` beside it.
///
/// The lock ends with the value, or with the process. Taking it removes half-written copies of the file that killed
/// processes left behind.
///
/// ```
/// use nimfield_core::files::{FileFault, Lock};
/// let path = std::env::temp_dir().join(format!("nimfield-doc-lock-{}", std::process::id()));
/// let lock = Lock::on(&path).unwrap();
/// assert_eq!(Lock::on(&path).unwrap_err().fault, FileFault::InUse);
/// drop(lock);
/// assert!(Lock::on(&path).is_ok());
/// ```
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    file: Option<File>,
}

impl Lock {
    /// Takes the right to work on the file at `path`, whether it exists yet or not.
    ///
    /// # Errors
    /// [`FileFault::InUse`] if another process works on it, or this one already; otherwise the error of the operating
    /// system, for example if no file can be created.
    pub fn on(path: &Path) -> Result<Lock, FileError> {
        // One folder may have two names.
        let folder = fs::canonicalize(folder_of(path));
        let whole = folder.ok().zip(path.file_name());
        let whole = whole.map_or_else(|| path.to_owned(), |(folder, name)| folder.join(name));
        let lock = beside(&whole, ".lock");
        let file = open_locked(&lock).map_err(|error| error.fault.of(path))?;
        remove_leftovers(&whole);
        Ok(Lock {
            path: lock,
            file: Some(file),
        })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The file is removed while locked, so a process that opened it before sees that the name is gone. A file that
        // stays does no harm: the next process locks it.
        #[cfg(unix)]
        let _ = fs::remove_file(&self.path);
        drop(self.file.take());
        // Here an open file cannot be removed, so it is closed first.
        #[cfg(not(unix))]
        let _ = fs::remove_file(&self.path);
    }
}

/// Opens a file for reading and writing, creates it if it does not exist, and locks it until it is closed.
///
/// The returned file still has its name once the lock is taken. So a process that removes the file while it is locked
/// never leaves another process with a lock on a nameless file.
///
/// # Errors
/// [`FileFault::InUse`] if it is locked already, and the errors of [`open_own`].
pub fn open_locked(path: &Path) -> Result<File, FileError> {
    let io = |error: io::Error| FileError::io(path, &error);
    loop {
        let file = open_own(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => return Err(FileFault::InUse.of(path)),
            Err(fs::TryLockError::Error(error)) => return Err(io(error)),
        }
        // Between opening and locking, another process may have removed the file.
        if has_name(&file, path).map_err(io)? {
            return Ok(file);
        }
    }
}

/// Returns whether this is the file at `path`.
#[cfg(unix)]
fn has_name(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let open = file.metadata()?;
    match fs::metadata(path) {
        Ok(named) => Ok((open.dev(), open.ino()) == (named.dev(), named.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Returns true: an open file keeps its name on other systems.
#[cfg(not(unix))]
fn has_name(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

//! Files that are there as a whole or not at all, and are worked on by one process at a time.

use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

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

/// Options that do not wait for somebody at the other end of a pipe, and follow a link at the name or not. Files do
/// not care.
#[cfg_attr(
    any(not(unix), miri),
    expect(unused_mut, unused_variables, reason = "no such flags")
)]
fn without_waiting(follows: bool) -> OpenOptions {
    let mut options = OpenOptions::new();
    // Miri does not know the flags.
    #[cfg(all(unix, not(miri)))]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        libc::O_NONBLOCK | if follows { 0 } else { libc::O_NOFOLLOW },
    );
    options
}

/// Opens a file for reading. What is no regular file is refused at once: a pipe under the name of a
/// file would be waited for, and a device read for ever.
///
/// # Errors
/// [`FileFault::NoFile`], or what the system says.
pub fn open(path: &Path) -> Result<File, FileError> {
    let io = |error: io::Error| FileError::io(path, &error);
    let file = without_waiting(true).read(true).open(path).map_err(io)?;
    match file.metadata().map_err(io)?.is_file() {
        true => Ok(file),
        false => Err(FileFault::NoFile.of(path)),
    }
}

/// Opens a file for reading and writing, which is made if it is not there. Links are not followed: in a
/// folder that others may write to, one could lead to a file that they may not.
///
/// # Errors
/// [`FileFault::Link`] if it is a link, or a file that has a second name; [`FileFault::NoFile`] if it is
/// no file; or what the system says.
pub fn open_own(path: &Path) -> Result<File, FileError> {
    let io = |error: io::Error| FileError::io(path, &error);
    if is_link(path) {
        return Err(FileFault::Link.of(path));
    }
    let mut options = without_waiting(false);
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

/// The bytes of a regular file of at most `most` bytes. `accept` sees the first of them (all of a short
/// file, 64 KiB of a long one) and may refuse the file before the others are read.
///
/// # Errors
/// Those of [`open`] and of `accept`; [`FileFault::TooLong`]; or what the system says.
pub fn read(
    path: &Path,
    most: u64,
    accept: impl FnOnce(&[u8]) -> Result<(), FileFault>,
) -> Result<Vec<u8>, FileError> {
    let file = open(path)?;
    read_from(file, most, accept).map_err(|fault| fault.of(path))
}

/// As [`read`], from an open file.
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

/// The text of a regular file of at most `most` bytes.
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

/// What is read of a file; `None` if there is none of that name.
///
/// # Errors
/// Those of `read`.
pub fn if_there<T>(
    path: &Path,
    read: impl FnOnce(&Path) -> Result<T, FileError>,
) -> Result<Option<T>, FileError> {
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        _ => read(path).map(Some),
    }
}

/// Writes a file as a whole, as [`replace_with`] does.
///
/// # Errors
/// Those of the file system; the unfinished file is removed.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_with(path, |file| file.write_all(bytes))
}

/// Writes a file as [`NewFile`] does.
///
/// # Errors
/// Those of `write` and of the file system; the unfinished file is removed.
pub fn replace_with(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let mut new = NewFile::create(path)?;
    write(&mut new.file)?;
    new.finish()
}

/// A file that is written under a name that no other process uses, in the same folder, and gets its own
/// name when it is on the disk: a kill at any moment leaves the old file or the new one, and so do
/// several processes at once. It gets the permissions that the old file had, those of somebody else's file
/// as far as new files have them. A link is not followed but replaced, except those that the system has in
/// `/dev` and `/proc`; what is no regular file, like a pipe, is written to directly.
///
/// What is not finished is removed with the value.
///
/// ```
/// use std::io::Write;
/// use nimfield_core::files::NewFile;
/// let path = std::env::temp_dir().join(format!("nimfield-doc-new-{}", std::process::id()));
/// let mut file = NewFile::create(&path)?;
/// file.write_all(b"all of it")?;
/// assert!(!path.exists());
/// file.finish()?;
/// assert_eq!(std::fs::read(&path)?, b"all of it");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct NewFile {
    file: File,
    /// The name it gets.
    target: PathBuf,
    /// The name it has until then; `None` for what is written to directly.
    temporary: Option<PathBuf>,
    permissions: Option<fs::Permissions>,
}

impl NewFile {
    /// Begins a file that is to be at `path`.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn create(path: &Path) -> io::Result<NewFile> {
        let system = is_of_the_system(path);
        let (target, before) = match system {
            true => {
                let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
                let before = fs::metadata(&target);
                (target, before)
            }
            false => (path.to_owned(), fs::symlink_metadata(path)),
        };
        let before = before.ok().filter(|before| !before.is_symlink());
        let is_special = |before: &fs::Metadata| !before.is_file() && !before.is_dir();
        let (temporary, file) = match before.as_ref().is_some_and(is_special) {
            true => {
                let mut options = OpenOptions::new();
                #[cfg(all(unix, not(miri)))]
                if !system {
                    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NOFOLLOW);
                }
                (None, options.write(true).open(&target)?)
            }
            false => {
                let (temporary, file) = create_temporary(&target)?;
                (Some(temporary), file)
            }
        };
        let permissions = before
            .map(|before| permissions(&file, &before))
            .transpose()?;
        Ok(NewFile {
            file,
            target,
            temporary,
            permissions,
        })
    }

    /// Gives it its name.
    ///
    /// # Errors
    /// Those of the file system; the new file is removed.
    pub fn finish(mut self) -> io::Result<()> {
        let target = std::mem::take(&mut self.target);
        self.rename(&target)?;
        Ok(())
    }

    /// Gives it another name than its own: the name with `end` added, which is returned. `None` for
    /// what is written to directly.
    ///
    /// # Errors
    /// Those of the file system; the new file is removed.
    pub fn finish_beside(mut self, end: &str) -> io::Result<Option<PathBuf>> {
        let name = beside(&self.target, end);
        Ok(self.rename(&name)?.then_some(name))
    }

    /// Whether it is a file to be renamed at all.
    fn rename(&mut self, name: &Path) -> io::Result<bool> {
        let Some(temporary) = &self.temporary else {
            return Ok(false);
        };
        if let Some(permissions) = self.permissions.take() {
            self.file.set_permissions(permissions)?;
        }
        self.file.sync_all()?;
        fs::rename(temporary, name)?;
        self.temporary = None;
        sync_folder_of(name);
        Ok(true)
    }
}

/// Whether a name stands in one of the folders where links are the system's, like that to standard output.
fn is_of_the_system(path: &Path) -> bool {
    let folder = fs::canonicalize(folder_of(path));
    folder.is_ok_and(|folder| folder == Path::new("/dev") || folder.starts_with("/proc"))
}

/// The permissions for a file that replaces another one.
fn permissions(new: &File, before: &fs::Metadata) -> io::Result<fs::Permissions> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, PermissionsExt};
        let new = new.metadata()?;
        if new.uid() != before.uid() {
            return Ok(fs::Permissions::from_mode(new.mode() & before.mode()));
        }
    }
    #[cfg(not(unix))]
    let _ = new;
    Ok(before.permissions())
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            // What is not finished is worth nothing.
            let _ = fs::remove_file(temporary);
        }
    }
}

/// Sees to it that the names in the folder of a file survive a power failure, where the file system can
/// do that.
pub fn sync_folder_of(path: &Path) {
    #[cfg(unix)]
    {
        // The name is there already; that it cannot be made to last is no failure.
        let _ = File::open(folder_of(path)).and_then(|folder| folder.sync_all());
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// The folder that a file is in.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The path with `end` added to the name of the file.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(end);
    PathBuf::from(name)
}

const TEMPORARY: &str = ".new";

/// A new file beside this one, with a name of its own: `NAME.PROCESS-NUMBER.new`.
fn create_temporary(path: &Path) -> io::Result<(PathBuf, File)> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let process = std::process::id();
        let temporary = beside(path, &format!(".{process}-{number}{TEMPORARY}"));
        match OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&temporary)
        {
            // A process of the same number was killed; the next number is free, or the one after.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            result => return result.map(|file| (temporary, file)),
        }
    }
}

/// Removes what killed processes left of the file at `path`.
fn remove_leftovers(path: &Path) {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
        return;
    };
    let is_leftover = |other: &str| {
        let numbers = other.strip_prefix(name).and_then(|rest| {
            rest.strip_prefix('.')?
                .strip_suffix(TEMPORARY)?
                .split_once('-')
        });
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
        numbers.is_some_and(|(process, number)| digits(process) && digits(number))
    };
    for entry in fs::read_dir(folder_of(path))
        .into_iter()
        .flatten()
        .flatten()
    {
        if entry.file_name().to_str().is_some_and(is_leftover) {
            // If it stays it does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The right to work on a file, which one process has at a time: a lock on `NAME.lock` beside it.
///
/// It ends with the value, or however the process ends. What processes that were killed left half
/// written of the file is removed when the lock is taken.
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
    /// Takes the right to work on the file at `path`, whether it is there yet or not.
    ///
    /// # Errors
    /// [`FileFault::InUse`] if another process works on it, or this one already; otherwise what the
    /// system says, as where no file can be made.
    pub fn on(path: &Path) -> Result<Lock, FileError> {
        // A folder under two names is one folder.
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
        // Removed while it is locked: whoever opened it before sees that the name is gone.
        #[cfg(unix)]
        let _ = fs::remove_file(&self.path);
        drop(self.file.take());
        #[cfg(not(unix))]
        let _ = fs::remove_file(&self.path);
    }
}

/// Opens a file for reading and writing, made if it is not there, and locked until it is closed.
///
/// The file that is returned has the name when the lock is taken; who removes it while it is locked
/// leaves no other process with a lock on something without a name.
///
/// # Errors
/// [`FileFault::InUse`] if it is locked already, and those of [`open_own`].
pub fn open_locked(path: &Path) -> Result<File, FileError> {
    let io = |error: io::Error| FileError::io(path, &error);
    loop {
        let file = open_own(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => return Err(FileFault::InUse.of(path)),
            Err(fs::TryLockError::Error(error)) => return Err(io(error)),
        }
        // Between opening and locking the other process may have ended and removed it.
        if has_name(&file, path).map_err(io)? {
            return Ok(file);
        }
    }
}

/// Whether this is the file at `path`.
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

/// Elsewhere an open file keeps its name.
#[cfg(not(unix))]
fn has_name(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

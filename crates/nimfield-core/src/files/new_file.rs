//! Files that are written completely or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::NamedTempFile;

use super::reading::options;
use crate::clock::Instant;

/// Writes a file atomically, as [`replace_with`] does.
///
/// # Errors
/// Errors of the file system; the unfinished file is removed.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_with(path, |file| file.write_all(bytes))
}

/// Writes a file atomically through a [`NewFile`].
///
/// # Errors
/// Errors of `write` and of the file system; the unfinished file is removed.
pub fn replace_with(
    path: &Path,
    write: impl FnOnce(&mut NewFile) -> io::Result<()>,
) -> io::Result<()> {
    let mut new = NewFile::create(path)?;
    write(&mut new)?;
    new.finish()
}

/// A file that is written under a temporary name in the same folder and renamed once it is on the disk. If the process
/// is killed, or several processes write at once, either the old file or a new one remains. The new file gets the
/// permissions of the old one; if another user owns the old file, only those that new files get as well. Links are
/// replaced, not followed, except those in `/dev` and `/proc`. Anything but a regular file, such as a pipe, is written
/// to directly.
///
/// Dropping the value removes an unfinished file.
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
    out: Out,
    /// The final name.
    target: PathBuf,
    permissions: Option<fs::Permissions>,
}

#[derive(Debug)]
enum Out {
    Temporary(NamedTempFile),
    /// A file that is written to directly.
    Direct(File),
}

impl NewFile {
    /// Starts a new file for `path`.
    ///
    /// # Errors
    /// Errors of the file system.
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
        // A file whose metadata cannot be read counts as new; if it cannot be written, writing reports that.
        let before = before.ok().filter(|before| !before.is_symlink());
        let is_special = |before: &fs::Metadata| !before.is_file() && !before.is_dir();
        let out = match before.as_ref().is_some_and(is_special) {
            true => Out::Direct(open_direct(&target, system)?),
            false => Out::Temporary(create_temporary(&target)?),
        };
        let permissions = match (&out, before) {
            (Out::Temporary(file), Some(before)) => Some(permissions(file.as_file(), &before)?),
            _ => None,
        };
        Ok(NewFile {
            out,
            target,
            permissions,
        })
    }

    /// Gives the file its final name.
    ///
    /// # Errors
    /// Errors of the file system; the new file is removed.
    pub fn finish(self) -> io::Result<()> {
        self.rename("").map(|_| ())
    }

    /// Saves the file beside its final name, with `end` added, and returns that path; `None` if it is written to
    /// directly.
    ///
    /// # Errors
    /// Errors of the file system; the new file is removed.
    pub fn finish_beside(self, end: &str) -> io::Result<Option<PathBuf>> {
        self.rename(end)
    }

    fn rename(self, end: &str) -> io::Result<Option<PathBuf>> {
        let Out::Temporary(file) = self.out else {
            return Ok(None);
        };
        if let Some(permissions) = self.permissions {
            file.as_file().set_permissions(permissions)?;
        }
        file.as_file().sync_all()?;
        let name = beside(&self.target, end);
        file.persist(&name)?;
        sync_folder_of(&name);
        Ok(Some(name))
    }
}

/// Opens a file that is written to directly. Opening a pipe waits for a reader, which may never come.
fn open_direct(target: &Path, follows: bool) -> io::Result<File> {
    /// How long to wait for the reader of a pipe.
    const WAIT: Duration = Duration::from_secs(3);
    let begun = Instant::now();
    // This handle stays open until the blocking one is open.
    let _now = loop {
        match options(false, follows).write(true).open(target) {
            Err(error) if is_without_reader(&error, target) => {
                if begun.elapsed() >= WAIT {
                    return Err(io::Error::other("nobody reads this pipe"));
                }
                std::thread::sleep(Duration::from_millis(10));
            }
            opened => break opened?,
        }
    };
    options(true, follows).write(true).open(target)
}

/// Returns whether this is the error for opening a pipe that has no reader.
#[cfg(unix)]
fn is_without_reader(error: &io::Error, path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let is_pipe = || fs::metadata(path).is_ok_and(|there| there.file_type().is_fifo());
    error.raw_os_error() == Some(libc::ENXIO) && is_pipe()
}

#[cfg(not(unix))]
fn is_without_reader(_: &io::Error, _: &Path) -> bool {
    false
}

/// Returns whether a path is in a folder whose links belong to the system, such as the one to standard output.
fn is_of_the_system(path: &Path) -> bool {
    let folder = fs::canonicalize(folder_of(path));
    folder.is_ok_and(|folder| folder == Path::new("/dev") || folder.starts_with("/proc"))
}

/// Returns the permissions for a file that replaces another one.
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
        match &mut self.out {
            Out::Temporary(file) => file.as_file_mut().write(bytes),
            Out::Direct(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Makes the names in the folder of a file durable, if the file system supports that.
pub fn sync_folder_of(path: &Path) {
    #[cfg(unix)]
    {
        // The file is in place; failing to make its name durable is not an error.
        let _ = File::open(folder_of(path)).and_then(|folder| folder.sync_all());
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// Returns the folder that a file is in.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Returns the path with `end` added to the name of the file.
pub(super) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(end);
    PathBuf::from(name)
}

/// How the names of unfinished files end: `NAME.XXXXXX.new`, with random letters and digits.
const TEMPORARY: &str = ".new";
const CHANCE: usize = 6;

/// Creates a temporary file beside this one.
fn create_temporary(path: &Path) -> io::Result<NamedTempFile> {
    // A path without a name ends in `..`, where creating fails.
    let mut prefix = path.file_name().unwrap_or_default().to_owned();
    prefix.push(".");
    // This gives the file the permissions of any new file; those of temporary files are stricter.
    let create = |path: &Path| File::create_new(path);
    tempfile::Builder::new()
        .prefix(&prefix)
        .suffix(TEMPORARY)
        .rand_bytes(CHANCE)
        .make_in(folder_of(path), create)
}

/// Removes unfinished copies of the file at `path` that killed processes left behind.
pub(super) fn remove_leftovers(path: &Path) {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
        return;
    };
    let is_leftover = |other: &str| {
        let chance = other
            .strip_prefix(name)
            .and_then(|rest| rest.strip_prefix('.')?.strip_suffix(TEMPORARY));
        chance.is_some_and(|chance| {
            chance.len() == CHANCE && chance.bytes().all(|c| c.is_ascii_alphanumeric())
        })
    };
    let folder = fs::read_dir(folder_of(path));
    for entry in folder.into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(is_leftover) {
            // A file that stays does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

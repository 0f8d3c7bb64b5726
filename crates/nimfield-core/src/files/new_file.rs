//! Files that are there as a whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

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
/// `/dev` and `/proc`; what is not a regular file, such as a pipe, is written to directly.
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

    /// Gives the file its name.
    ///
    /// # Errors
    /// Those of the file system; the new file is removed.
    pub fn finish(mut self) -> io::Result<()> {
        let target = std::mem::take(&mut self.target);
        self.rename(&target)?;
        Ok(())
    }

    /// Gives the file another name than its own: the name with `end` added, which is returned. `None` for what is
    /// written to directly.
    ///
    /// # Errors
    /// Those of the file system; the new file is removed.
    pub fn finish_beside(mut self, end: &str) -> io::Result<Option<PathBuf>> {
        let name = beside(&self.target, end);
        Ok(self.rename(&name)?.then_some(name))
    }

    /// Returns whether it is a file to be renamed at all.
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

/// Returns whether a name stands in one of the folders where links are the system's, like that to standard output.
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

/// Makes the names in the folder of a file survive a power failure, if the file system can do that.
pub fn sync_folder_of(path: &Path) {
    #[cfg(unix)]
    {
        // The name exists already; if it cannot be made durable, that is not a failure.
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

const TEMPORARY: &str = ".new";

/// Creates a new file beside this one, with a name of its own: `NAME.PROCESS-NUMBER.new`.
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

/// Removes what killed processes left behind of the file at `path`.
pub(super) fn remove_leftovers(path: &Path) {
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

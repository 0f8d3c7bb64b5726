//! What the system tells of disks.

use std::fs;
use std::io;
use std::path::Path;

/// Bytes that are free to this process on the disk of a folder; `None` if the system does not tell.
///
/// # Errors
/// Those of the file system, as if there is no such folder.
pub(super) fn free_bytes(folder: &Path) -> io::Result<Option<u64>> {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let path = std::ffi::CString::new(folder.as_os_str().as_bytes())?;
        let mut told = std::mem::MaybeUninit::<libc::statvfs>::uninit();
        // SAFETY: a text that ends with a zero, and room for the answer.
        if unsafe { libc::statvfs(path.as_ptr(), told.as_mut_ptr()) } != 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the call has succeeded, so it has filled it.
        let told = unsafe { told.assume_init() };
        #[allow(
            clippy::unnecessary_cast,
            reason = "other systems have smaller numbers"
        )]
        let free = (told.f_bavail as u64).saturating_mul(told.f_frsize as u64);
        Ok(Some(free))
    }
    #[cfg(not(unix))]
    fs::metadata(folder).map(|_| None)
}

/// Bytes that a file takes of its disk, gaps left out; 0 if there is no such file.
pub(super) fn allocated(path: &Path) -> u64 {
    let Ok(found) = fs::metadata(path) else {
        return 0;
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        found.blocks() * 512
    }
    #[cfg(not(unix))]
    found.len()
}

/// Whether two folders are on one disk, so that a file can be moved from one to the other by its name.
pub(super) fn on_one_disk(a: &Path, b: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let disk = |folder: &Path| fs::metadata(folder).map(|found| found.dev()).ok();
        disk(a) == disk(b)
    }
    #[cfg(not(unix))]
    {
        let root = |folder: &Path| {
            Some(
                fs::canonicalize(folder)
                    .ok()?
                    .components()
                    .next()?
                    .as_os_str()
                    .to_owned(),
            )
        };
        root(a) == root(b)
    }
}

/// Asks the system not to keep a file in memory, so that it is read from the disk.
pub(super) fn forget(file: &fs::File) {
    #[cfg(target_os = "linux")]
    {
        use std::os::fd::AsRawFd;
        // SAFETY: an open file; the call changes nothing in this process. It is advice: where it is not
        // taken the rate is too high.
        unsafe { libc::posix_fadvise(file.as_raw_fd(), 0, 0, libc::POSIX_FADV_DONTNEED) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = file;
}

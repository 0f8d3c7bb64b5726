//! Disks: free space, speed, and words in files.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use nimfield_core::budget::Bytes;
use nimfield_core::clock::Instant;

/// The speed of a disk, in bytes per second.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Rates {
    /// Bytes written to it.
    pub written: f64,
    /// Bytes read from it.
    pub read: f64,
}

impl Rates {
    /// Measures a disk: writes a file of these bytes, repeated, in this folder, reads it, and removes it.
    ///
    /// # Errors
    /// Errors of the file system.
    pub(crate) fn measure(folder: &Path, bytes: &[u8]) -> io::Result<Rates> {
        let probe = folder.join(format!("nimfield-probe.{}.new", std::process::id()));
        let rates = probed(&probe, bytes);
        // Remove it even if it is incomplete; a probe that stays does no harm.
        let _ = fs::remove_file(&probe);
        rates
    }
}

/// The size of the probe in bytes.
const PROBE: u64 = 128 << 20;

fn probed(path: &Path, piece: &[u8]) -> io::Result<Rates> {
    let mut file = File::options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(true)
        .open(path)?;
    let start = Instant::now();
    let mut length = 0;
    while length < PROBE {
        let part = (PROBE - length).min(piece.len() as u64);
        file.write_all(&piece[..part as usize])?;
        length += part;
    }
    file.sync_data()?;
    let written = start.elapsed().as_secs_f64();
    forget(&file);
    let start = Instant::now();
    file.rewind()?;
    let mut buffer = vec![0; 1 << 20];
    while file.read(&mut buffer)? > 0 {}
    let read = start.elapsed().as_secs_f64();
    Ok(Rates {
        written: length as f64 / written.max(1e-6),
        read: length as f64 / read.max(1e-6),
    })
}

/// The disk of a folder has too little free space.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: the disk has {} left, but {} are needed", .folder.display(), Bytes(*.free), Bytes(*.needed))]
pub struct NoRoom {
    /// The folder.
    pub folder: PathBuf,
    /// Bytes that are needed there.
    pub needed: u64,
    /// Bytes that are free.
    pub free: u64,
}

impl NoRoom {
    /// Returns an error if a disk has fewer free bytes than needed, if the system reports its free space.
    pub(crate) fn check(folder: &Path, needed: u64, free: Option<u64>) -> Result<(), NoRoom> {
        match free {
            Some(free) if free < needed => Err(NoRoom {
                folder: folder.to_owned(),
                needed,
                free,
            }),
            _ => Ok(()),
        }
    }
}

/// Turns writes beyond the limit on file sizes into ordinary errors; by default the system ends the process.
pub fn report_size_limit() {
    #[cfg(all(unix, not(miri)))]
    // SAFETY: the signal is ignored, so no handler runs.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}

/// Returns the number of bytes that are free to this process on the disk of a folder; `None` if the system, or Miri,
/// does not report it.
///
/// # Errors
/// Errors of the file system, for example if there is no such folder.
pub(crate) fn free_bytes(folder: &Path) -> io::Result<Option<u64>> {
    #[cfg(all(unix, not(miri)))]
    {
        let disk = rustix::fs::statvfs(folder)?;
        Ok(Some(disk.f_bavail.saturating_mul(disk.f_frsize)))
    }
    #[cfg(not(all(unix, not(miri))))]
    fs::metadata(folder).map(|_| None)
}

/// Returns the bytes of disk that a file occupies, without its gaps; 0 if the file does not exist.
pub(crate) fn allocated(path: &Path) -> u64 {
    // An existing file without readable metadata is refused when it is opened.
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

/// Returns whether two folders are on one disk, so that a file can be moved from one to the other by renaming.
///
/// # Errors
/// Errors of the file system, for example if there is no such folder.
pub(crate) fn on_one_disk(a: &Path, b: &Path) -> io::Result<bool> {
    #[cfg(unix)]
    let disk = |folder: &Path| {
        use std::os::unix::fs::MetadataExt;
        fs::metadata(folder).map(|found| found.dev())
    };
    #[cfg(not(unix))]
    let disk = |folder: &Path| {
        let path = fs::canonicalize(folder)?;
        let root = path.components().next();
        io::Result::Ok(root.map(|root| root.as_os_str().to_owned()))
    };
    Ok(disk(a)? == disk(b)?)
}

/// Asks the system to drop a file from its cache, so that it is read from the disk.
fn forget(file: &File) {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        // This is only advice: if the system ignores it, the measured rate is too high.
        let _ = rustix::fs::fadvise(file, 0, None, rustix::fs::Advice::DontNeed);
    }
    // Other systems have no such advice.
    #[cfg(not(all(target_os = "linux", not(miri))))]
    let _ = file;
}

/// Makes the system start writing bytes of a file to the disk without waiting, so that a later sync has less to do.
pub(crate) fn begin_writing(file: &File, at: u64, bytes: u64) {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        use std::os::fd::AsRawFd;
        let (at, bytes) = (at as libc::off64_t, bytes as libc::off64_t);
        // SAFETY: the file is open, and the call changes neither this process nor the contents of
        // the file. A system without it writes later.
        unsafe { libc::sync_file_range(file.as_raw_fd(), at, bytes, libc::SYNC_FILE_RANGE_WRITE) };
    }
    // Other systems decide when to write.
    #[cfg(not(all(target_os = "linux", not(miri))))]
    let _ = (file, at, bytes);
}

/// Fills `out` with the bytes at a place of a file, even if other threads read the file.
#[cfg(unix)]
pub(crate) fn read_at(file: &File, at: u64, out: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, out, at)
}

/// Fills `out` with the bytes at a place of a file, even if other threads read the file.
#[cfg(not(unix))]
pub(crate) fn read_at(mut file: &File, at: u64, out: &mut [u8]) -> io::Result<()> {
    // A file has a single read position.
    static ONE_AT_A_TIME: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _one = crate::parallel::locked(&ONE_AT_A_TIME);
    file.seek(io::SeekFrom::Start(at))?;
    file.read_exact(out)
}

/// Returns the words as bytes, the lowest first.
pub(crate) fn little_endian(words: &[u64]) -> Cow<'_, [u8]> {
    match cfg!(target_endian = "little") {
        true => Cow::Borrowed(bytemuck::cast_slice(words)),
        false => Cow::Owned(words.iter().flat_map(|word| word.to_le_bytes()).collect()),
    }
}

//! Where the closures of the levels below lie: in memory, or in files of which tasks read stretches.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::super::order::Order;
use crate::disk::{bytes, bytes_mut, little_endian, read_at};
use nimfield_core::files::{self, FileError, FileFault};

/// Closures with a checksum of their own: 64 KiB.
pub(super) const UNIT: usize = 1 << 13;

/// The closures of a level.
pub(super) enum Level {
    Held(Vec<u64>),
    Filed(LevelFile),
}

/// Part of a level, from the partition of rank `first` on.
#[derive(Clone, Copy)]
pub(super) struct Stretch<'a> {
    pub(super) first: u32,
    pub(super) closures: &'a [u64],
}

impl<'a> Stretch<'a> {
    pub(super) const NOTHING: Stretch<'static> = Stretch {
        first: 0,
        closures: &[],
    };

    /// The closures from this rank on.
    #[inline(always)]
    pub(super) fn from(self, rank: u32) -> &'a [u64] {
        &self.closures[(rank - self.first) as usize..]
    }
}

/// A stretch for each part that may be left out.
pub(super) type Stretches<'a> = [Stretch<'a>; Order::MOST as usize + 1];

/// The stretches that are needed: without the part in question, these ranks of the level of that
/// number. Those that lie in files are read into the buffer, which gets room for `most` closures, or as
/// many as there are.
pub(super) fn stretches<'a>(
    levels: &'a [Level],
    n: u32,
    needs: &[(u32, Range<u32>)],
    most: usize,
    buffer: &'a mut Vec<u64>,
) -> Result<Stretches<'a>, FileError> {
    let mut stretches = [Stretch::NOTHING; Order::MOST as usize + 1];
    let mut filed = Vec::new();
    for (part, ranks) in needs {
        match &levels[(n - part) as usize] {
            Level::Held(closures) => {
                stretches[*part as usize] = Stretch { first: 0, closures };
            }
            Level::Filed(file) => {
                filed.push((*part as usize, file, whole_units(ranks, file.count)))
            }
        }
    }
    let total = filed.iter().map(|(.., places)| places.len()).sum();
    if buffer.len() < total {
        // At once: if it grew, what it was before would leave holes.
        *buffer = vec![0; total.max(most)];
    }
    let mut rest = &mut buffer[..];
    for (part, file, places) in filed {
        let (here, behind) = rest.split_at_mut(places.len());
        rest = behind;
        file.read(places.start, here)?;
        stretches[part] = Stretch {
            first: places.start as u32,
            closures: here,
        };
    }
    Ok(stretches)
}

/// These ranks, enlarged to whole units of a level of so many partitions.
pub(super) fn whole_units(ranks: &Range<u32>, count: usize) -> Range<usize> {
    let start = ranks.start as usize / UNIT * UNIT;
    start..(ranks.end as usize).next_multiple_of(UNIT).min(count)
}

/// The closures of a level in a file, and the checksum of each unit.
pub(super) struct LevelFile {
    file: File,
    path: PathBuf,
    count: usize,
    sums: Vec<u32>,
}

impl LevelFile {
    /// Opens the file of a level; `None` if it is not there, or not as long as it should be.
    pub(super) fn open(
        path: &Path,
        count: usize,
        sums: Vec<u32>,
    ) -> Result<Option<LevelFile>, FileError> {
        if std::fs::symlink_metadata(path).is_err() {
            return Ok(None);
        }
        let file = files::open(path)?;
        let found = file
            .metadata()
            .map_err(|error| FileError::io(path, &error))?;
        Ok((found.len() == 8 * count as u64).then(|| LevelFile {
            file,
            path: path.to_owned(),
            count,
            sums,
        }))
    }

    /// Reads closures from this place on, the beginning of a unit, up to the end of one.
    fn read(&self, start: usize, out: &mut [u64]) -> Result<(), FileError> {
        let read = read_at(&self.file, 8 * start as u64, bytes_mut(out));
        read.map_err(|error| match error.kind() {
            // Cut off since it was opened.
            io::ErrorKind::UnexpectedEof => self.altered(start / UNIT),
            _ => FileError::io(&self.path, &error),
        })?;
        for (unit, closures) in (start / UNIT..).zip(out.chunks_mut(UNIT)) {
            if crc32fast::hash(bytes(closures)) != self.sums[unit] {
                return Err(self.altered(unit));
            }
            if cfg!(target_endian = "big") {
                closures
                    .iter_mut()
                    .for_each(|word| *word = word.swap_bytes());
            }
        }
        Ok(())
    }

    /// Reads all of them.
    pub(super) fn read_all(&self, out: &mut [u64]) -> Result<(), FileError> {
        self.read(0, out)
    }

    fn altered(&self, unit: usize) -> FileError {
        let fault = FileFault::AlteredPiece {
            piece: unit as u64,
            of: self.sums.len() as u64,
        };
        fault.of(&self.path)
    }
}

/// Writes the closures of a level to a file, and gives the checksums of the units once they are on the
/// disk.
pub(super) fn write(path: &Path, closures: &[u64]) -> io::Result<Vec<u32>> {
    /// Units that are written at a time.
    const TOGETHER: usize = 64;
    let mut options = OpenOptions::new();
    let mut file = options.write(true).create(true).truncate(true).open(path)?;
    let mut sums = Vec::with_capacity(closures.len().div_ceil(UNIT));
    for part in closures.chunks(TOGETHER * UNIT) {
        let content = little_endian(part);
        sums.extend(content.chunks(8 * UNIT).map(crc32fast::hash));
        file.write_all(&content)?;
    }
    file.sync_all()?;
    Ok(sums)
}

//! Which levels are finished: a sealed file beside the closures, laid out as `docs/src/files.md` says.

use std::path::{Path, PathBuf};

use super::super::census::{CensusLevel, Grading};
use super::super::order::Order;
use super::super::state::{identity, read_level, write_level};
use super::levels::UNIT;
use nimfield_core::files::{FileError, FileFault, Lock, read_if_there, replace};
use nimfield_core::sealed::{End, Format, Width};

const FORMAT: Format = Format {
    magic: *b"NIMFCLOS",
    version: 1,
    foreign: "these are no closures of partitions",
    end: End::LengthAndHash,
};

/// A finished level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) level: CensusLevel,
    /// The checksums of its closures; none if these were not kept, as those of the last level.
    pub(super) sums: Vec<u32>,
}

/// The levels that are finished in a folder.
pub(super) struct Ledger {
    path: PathBuf,
    width: u32,
    pub(super) entries: Vec<Entry>,
}

impl Ledger {
    fn path_in(folder: &Path) -> PathBuf {
        folder.join("pnim.levels")
    }

    /// The file of the closures of a level.
    pub(super) fn closures_in(folder: &Path, n: u32) -> PathBuf {
        folder.join(format!("pnim-{n:03}.closures"))
    }

    /// Reads what is finished, with masks of so many values.
    pub(super) fn read(folder: &Path, width: u32) -> Result<Ledger, FileError> {
        let path = Ledger::path_in(folder);
        let entries = match read_if_there(&path)? {
            Some(bytes) => decode(&bytes, width).map_err(|fault| fault.of(&path))?,
            None => Vec::new(),
        };
        Ok(Ledger {
            path,
            width,
            entries,
        })
    }

    /// Takes the right to work in a folder, and reads what is finished there.
    pub(super) fn open(folder: &Path, width: u32) -> Result<(Lock, Ledger), FileError> {
        let lock = Lock::on(&Ledger::path_in(folder))?;
        Ok((lock, Ledger::read(folder, width)?))
    }

    /// Notes a level whose closures are on the disk: the next one, or one that was made again.
    pub(super) fn note(&mut self, n: u32, entry: &Entry) -> Result<(), FileError> {
        match self.entries.get_mut(n as usize) {
            Some(there) => *there = entry.clone(),
            None => self.entries.push(entry.clone()),
        }
        let written = replace(&self.path, &self.encode());
        written.map_err(|error| FileError::io(&self.path, &error))
    }

    fn encode(&self) -> Vec<u8> {
        let mut file = FORMAT.writer();
        let identity = identity(Grading::Size);
        file.u32(identity.len() as u32);
        file.bytes(identity.as_bytes());
        file.u32(self.width);
        file.u32(self.entries.len() as u32);
        for entry in &self.entries {
            file.block(b"", Width::Four, |block| write_level(block, &entry.level));
            file.block(b"", Width::Four, |block| {
                block.extend(entry.sums.iter().flat_map(|sum| sum.to_le_bytes()));
            });
        }
        file.seal()
    }
}

fn decode(bytes: &[u8], width: u32) -> Result<Vec<Entry>, FileFault> {
    let mut file = FORMAT.reader(bytes)?;
    let length = file.u32()? as usize;
    let mut found = String::from_utf8_lossy(file.take(length)?).into_owned();
    found += &format!(", {} values", file.u32()?);
    let expected = format!("{}, {width} values", identity(Grading::Size));
    if found != expected {
        return Err(FileFault::Other { found, expected });
    }
    file.unseal()?;
    let order = Order::new(Order::MOST);
    let mut entries = Vec::new();
    for n in 0..file.u32()? {
        if n > Order::MOST {
            return Err(FileFault::Damaged("it has too many levels"));
        }
        let count = u64::from(order.count(n));
        let level = read_level(file.block(b"", Width::Four, "a level")?, n, 0..count)?;
        let mut block = file.block(b"", Width::Four, "the checksums of a level")?;
        let sums = block.rest().chunks_exact(4);
        let sums = sums.map(|sum| sum.try_into().map_or(0, u32::from_le_bytes));
        let sums: Vec<u32> = sums.collect();
        if !sums.is_empty() && sums.len() as u64 != count.div_ceil(UNIT as u64) {
            return Err(FileFault::Malformed("the checksums of a level"));
        }
        entries.push(Entry { level, sums });
    }
    file.ended()?;
    Ok(entries)
}

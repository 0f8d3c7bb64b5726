//! The record of finished pieces: the state file, in the format of `docs/src/files.md`.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::format::{Header, OLD_STATE_MAGIC, Reader, STATE_MAGIC};
use nimfield_core::checksum::crc32;
use nimfield_core::files::{FileError, FileFault, open_locked, read_from};

/// The error for a damaged state file.
pub(super) const STATE: FileFault = FileFault::Altered("the state of an interrupted run");

/// Returns the first bytes of a state file, if this many cells number the pieces.
fn identity(header: &Header, high: u32) -> Vec<u8> {
    let header = header.write(0);
    let mut identity = STATE_MAGIC.to_vec();
    identity.extend((header.len() as u32).to_le_bytes());
    identity.extend(&header);
    identity.extend(high.to_le_bytes());
    identity.extend(crc32(&identity).to_le_bytes());
    identity
}

/// The record of a finished piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seal {
    /// The checksum of each plane.
    pub(super) sums: Vec<u32>,
    /// Its counts.
    pub(super) counts: Vec<u64>,
}

/// The contents of a state file.
#[derive(Debug)]
pub(super) struct Found {
    /// The number of cells that number the pieces.
    pub(super) high: u32,
    pub(super) seals: Vec<Option<Seal>>,
    /// The bytes up to the last complete record.
    whole: usize,
    /// The number of records with a wrong checksum.
    pub(super) damaged: usize,
}

impl Found {
    /// Reads an open state file; `None` if it is empty or ends within its header. Damaged records are refused, or
    /// counted if their pieces are to be recomputed.
    pub(super) fn of_file(
        file: &File,
        path: &Path,
        header: &Header,
        recompute: bool,
    ) -> Result<Option<Found>, FileError> {
        let read = |bytes: &[u8]| Found::read(bytes, header, recompute);
        let bytes = read_from(file, u64::MAX, |start| read(start).map(drop));
        let found = bytes.and_then(|bytes| read(&bytes));
        found.map_err(|fault| fault.of(path))
    }

    fn read(found: &[u8], header: &Header, recompute: bool) -> Result<Option<Found>, FileFault> {
        if found.is_empty() {
            return Ok(None);
        }
        let begin = identity(header, 0);
        let length = begin.len();
        // The number of cells and the checksum come last.
        let sure = &begin[..length - 8];
        if found.len() < length && sure.starts_with(&found[..found.len().min(sure.len())]) {
            // The run ended, or the disk was full, before the header was written.
            return Ok(None);
        }
        let high = found.get(length - 8..).and_then(|high| Reader(high).u32());
        let high = high.ok_or_else(|| whose(found))?;
        let Some(records) = found.strip_prefix(&identity(header, high)[..]) else {
            return Err(whose(found));
        };
        if high > 16 {
            return Err(STATE);
        }
        let shape = header.form().shape(high);
        let mut seals = vec![None; 1 << high];
        let mut damaged = 0;
        for record in records.chunks_exact(shape.record()) {
            let (content, sum) = record.split_at(record.len() - 4);
            let mut reader = Reader(content);
            let seal = || -> Option<(u32, Seal)> {
                let piece = reader.u32()?;
                let sums: Option<Vec<u32>> = (0..shape.planes).map(|_| reader.u32()).collect();
                let counts: Option<Vec<u64>> = (0..shape.counts).map(|_| reader.u64()).collect();
                let seal = Seal {
                    sums: sums?,
                    counts: counts?,
                };
                let whole = crc32(content).to_le_bytes() == sum;
                (whole && piece < 1 << high).then_some((piece, seal))
            };
            match { seal }() {
                Some((piece, seal)) => seals[piece as usize] = Some(seal),
                None if recompute => damaged += 1,
                None => return Err(FileFault::Altered("a record")),
            }
        }
        // A record that was incomplete when the run ended does not count.
        let whole = found.len() - records.len() % shape.record();
        Ok(Some(Found {
            high,
            seals,
            whole,
            damaged,
        }))
    }
}

/// The state file of a run.
pub(super) struct Ledger {
    file: File,
    path: PathBuf,
    /// The number of bytes before the records.
    start: u64,
    /// The number of cells that number the pieces.
    pub(super) high: u32,
    pub(super) seals: Vec<Option<Seal>>,
    /// The number of records that had a wrong checksum.
    pub(super) damaged: u64,
}

impl Ledger {
    /// Opens the file and keeps it locked. If it is missing, creates it for this many cells.
    pub(super) fn open(
        path: &Path,
        header: &Header,
        high: u32,
        recompute: bool,
    ) -> Result<Ledger, FileError> {
        let mut file = open_locked(path)?;
        let found = Found::of_file(&file, path, header, recompute)?;
        let begin = identity(header, found.as_ref().map_or(high, |found| found.high));
        let mut begun = || {
            match &found {
                Some(found) => file.set_len(found.whole as u64)?,
                None => {
                    file.set_len(0)?;
                    file.rewind()?;
                    file.write_all(&begin)?;
                    file.sync_all()?;
                }
            }
            file.seek(SeekFrom::End(0))
        };
        begun().map_err(|error| FileError::io(path, &error))?;
        let found = found.unwrap_or_else(|| Found {
            high,
            seals: vec![None; 1 << high],
            whole: begin.len(),
            damaged: 0,
        });
        Ok(Ledger {
            file,
            path: path.to_owned(),
            start: begin.len() as u64,
            high: found.high,
            seals: found.seals,
            damaged: found.damaged as u64,
        })
    }

    /// Records the pieces that have a seal; their data must be on the disk.
    pub(super) fn note(&mut self, pieces: &[u32]) -> Result<(), FileError> {
        let records = pieces.iter().flat_map(|&piece| self.record(piece));
        let records: Vec<u8> = records.collect();
        let noted = self.file.write_all(&records);
        noted
            .and_then(|()| self.file.sync_data())
            .map_err(|error| FileError::io(&self.path, &error))
    }

    /// Rewrites the file without the pieces that no longer have a seal.
    pub(super) fn write_anew(&mut self) -> Result<(), FileError> {
        let cut = self.file.set_len(self.start);
        cut.and_then(|()| self.file.seek(SeekFrom::Start(self.start)))
            .map_err(|error| FileError::io(&self.path, &error))?;
        let pieces: Vec<u32> = (0..self.seals.len() as u32).collect();
        self.note(&pieces)
    }

    /// Returns the bytes for a piece; none if it has no seal.
    fn record(&self, piece: u32) -> Vec<u8> {
        let Some(seal) = &self.seals[piece as usize] else {
            return Vec::new();
        };
        let mut record = piece.to_le_bytes().to_vec();
        record.extend(seal.sums.iter().flat_map(|sum| sum.to_le_bytes()));
        record.extend(seal.counts.iter().flat_map(|count| count.to_le_bytes()));
        record.extend(crc32(&record).to_le_bytes());
        record
    }

    /// Removes the file at the end of the work.
    pub(super) fn remove(&self) {
        // If the file stays, the next run still finds the table.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Returns the error for a state file with an unexpected beginning.
fn whose(found: &[u8]) -> FileFault {
    if found.starts_with(&OLD_STATE_MAGIC) {
        return FileFault::Foreign(
            "this is the state of a run in memory in format version 1, which this version does not continue; \
             remove it to begin again",
        );
    }
    let header = || {
        let rest = found.strip_prefix(&STATE_MAGIC)?;
        let (len, rest) = rest.split_first_chunk()?;
        let header = rest.get(..u32::from_le_bytes(*len) as usize)?;
        let end = 12 + header.len() + 4;
        let sum = found.get(end..end + 4)?;
        (crc32(&found[..end]).to_le_bytes() == sum).then_some(header)
    };
    let Some(header) = header() else {
        return STATE;
    };
    let Some(length) = header.get(16..).and_then(|rest| Reader(rest).u64()) else {
        return STATE;
    };
    match Header::read(header, length) {
        Ok(header) => FileFault::OtherRules(header.rules.to_string()),
        Err(fault) => fault,
    }
}

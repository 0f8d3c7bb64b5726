//! Which pieces are finished: the state file, laid out as `docs/src/files.md` says.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::format::{Header, PIECES_MAGIC, Reader, STATE_MAGIC};
use nimfield_core::checksum::crc32;
use nimfield_core::files::{FileError, FileFault, open_locked, read_from};

/// The pieces of a table as a state file records them.
pub(super) struct Pieces {
    /// What the file begins with.
    magic: [u8; 8],
    /// The cells that number the pieces, if the file is new.
    high: u32,
    /// What a record holds where this many cells number the pieces.
    shape: Box<dyn Fn(u32) -> Shape>,
}

impl Pieces {
    /// Creates the slices of a table of outcomes that is made in memory.
    pub(super) fn in_memory(high: u32) -> Pieces {
        let shape = |_| Shape {
            planes: 1,
            stones: 0,
            counts: 0,
        };
        Pieces {
            magic: STATE_MAGIC,
            high,
            shape: Box::new(shape),
        }
    }

    /// Creates the pieces of a table that is made on disk.
    pub(super) fn on_disk(high: u32, shape: impl Fn(u32) -> Shape + 'static) -> Pieces {
        Pieces {
            magic: PIECES_MAGIC,
            high,
            shape: Box::new(shape),
        }
    }

    /// Returns what a state file begins with.
    fn identity(&self, header: &Header, high: u32) -> Vec<u8> {
        let header = header.write(0);
        let mut identity = self.magic.to_vec();
        identity.extend((header.len() as u32).to_le_bytes());
        identity.extend(&header);
        identity.extend(self.number(high));
        identity.extend(crc32(&identity).to_le_bytes());
        identity
    }

    /// Returns the number of cells as it is written: on disk it is chosen, in memory it follows from the board.
    fn number(&self, high: u32) -> Vec<u8> {
        match self.magic {
            PIECES_MAGIC => high.to_le_bytes().to_vec(),
            _ => Vec::new(),
        }
    }
}

/// What is kept of a finished piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seal {
    /// The checksum of each plane.
    pub(super) sums: Vec<u32>,
    /// What there is to count in it.
    pub(super) counts: Vec<u64>,
}

/// How many checksums and counts a seal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) planes: usize,
    /// Counts by number of stones; those by value come after them.
    pub(super) stones: usize,
    pub(super) counts: usize,
}

impl Shape {
    /// Returns the number of bytes of a record: the piece, its seal, and their checksum.
    fn record(self) -> usize {
        4 + 4 * self.planes + 8 * self.counts + 4
    }
}

/// What a state file says.
#[derive(Debug)]
pub(super) struct Found {
    /// The cells that number the pieces.
    pub(super) high: u32,
    pub(super) seals: Vec<Option<Seal>>,
    /// Bytes up to the last record that is whole.
    whole: usize,
    /// Records that do not have their checksum.
    pub(super) damaged: usize,
}

impl Found {
    /// Reads a state file; `None` if it is empty or ends within its header. Damaged records are
    /// counted, or refused.
    pub(super) fn read(
        found: &[u8],
        header: &Header,
        pieces: &Pieces,
        refuse: bool,
    ) -> Result<Option<Found>, FileFault> {
        if found.is_empty() {
            return Ok(None);
        }
        let begin = pieces.identity(header, pieces.high);
        let length = begin.len();
        // The number of cells and the checksum come last.
        let sure = &begin[..length - 8];
        if found.len() < length && sure.starts_with(&found[..found.len().min(sure.len())]) {
            // The run ended, or the disk was full, before the beginning was written.
            return Ok(None);
        }
        let high = match found.get(length - 8..length - 4) {
            Some(high) if pieces.magic == PIECES_MAGIC => Reader(high).u32().unwrap_or(0),
            _ => pieces.high,
        };
        let Some(records) = found.strip_prefix(&pieces.identity(header, high)[..]) else {
            return Err(whose(found, pieces.magic));
        };
        if high > 16 {
            return Err(FileFault::Altered("the state of an interrupted run"));
        }
        let shape = (pieces.shape)(high);
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
                None if refuse => return Err(FileFault::Altered("a record")),
                None => damaged += 1,
            }
        }
        // A record that was being written when the run ended does not count.
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
    /// How it begins.
    identity: Vec<u8>,
    pub(super) seals: Vec<Option<Seal>>,
}

impl Ledger {
    /// Opens the file and keeps it locked. If nothing is there, it is begun for this many cells.
    pub(super) fn open(
        path: &Path,
        header: &Header,
        pieces: Pieces,
        recompute: bool,
    ) -> Result<(Ledger, Found), FileError> {
        let io = |error: std::io::Error| FileError::io(path, &error);
        let mut file = open_locked(path)?;
        let found = |bytes: &[u8]| Found::read(bytes, header, &pieces, !recompute);
        let bytes = read_from(&file, u64::MAX, |start| found(start).map(|_| ()));
        let found = bytes.and_then(|bytes| found(&bytes));
        let found = match found.map_err(|fault| fault.of(path))? {
            Some(found) => found,
            None => {
                let high = pieces.high;
                let identity = pieces.identity(header, high);
                let begun = file.set_len(0).and_then(|()| file.rewind());
                begun
                    .and_then(|()| file.write_all(&identity))
                    .and_then(|()| file.sync_all())
                    .map_err(io)?;
                Found {
                    high,
                    seals: vec![None; 1 << high],
                    whole: identity.len(),
                    damaged: 0,
                }
            }
        };
        file.set_len(found.whole as u64)
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .map_err(io)?;
        let ledger = Ledger {
            file,
            path: path.to_owned(),
            identity: pieces.identity(header, found.high),
            seals: found.seals.clone(),
        };
        Ok((ledger, found))
    }

    /// Records pieces whose data are on the disk.
    pub(super) fn note(&mut self, pieces: &[u32]) -> Result<(), FileError> {
        let records: Vec<u8> = pieces
            .iter()
            .flat_map(|&piece| self.record(piece))
            .collect();
        let noted = self.file.write_all(&records);
        noted
            .and_then(|()| self.file.sync_data())
            .map_err(|error| FileError::io(&self.path, &error))
    }

    /// Rewrites the file without the pieces that no longer have a seal.
    pub(super) fn write_anew(&mut self) -> Result<(), FileError> {
        let io = |error: std::io::Error| FileError::io(&self.path, &error);
        let start = self.identity.len() as u64;
        let cut = self.file.set_len(start);
        cut.and_then(|()| self.file.seek(SeekFrom::Start(start)))
            .map_err(io)?;
        let sealed = (0..self.seals.len() as u32).filter(|p| self.seals[*p as usize].is_some());
        let sealed: Vec<u32> = sealed.collect();
        self.note(&sealed)
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
        // If it stays the next run finds the table all the same.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Returns what is wrong with a state file that does not begin as it should, with this magic or otherwise.
fn whose(found: &[u8], magic: [u8; 8]) -> FileFault {
    for (other, whose) in [
        (
            STATE_MAGIC,
            "this is the state of a run in memory: give it as much memory, or remove the state",
        ),
        (
            PIECES_MAGIC,
            "this is the state of a run on disk: go on with its folder, or remove the state",
        ),
    ] {
        if other != magic && found.starts_with(&other) {
            return FileFault::Foreign(whose);
        }
    }
    let header = || {
        let rest = found.strip_prefix(&magic)?;
        let (len, rest) = rest.split_first_chunk()?;
        let header = rest.get(..u32::from_le_bytes(*len) as usize)?;
        let end = 12 + header.len() + if magic == PIECES_MAGIC { 4 } else { 0 };
        let sum = found.get(end..end + 4)?;
        (crc32(&found[..end]).to_le_bytes() == sum).then_some(header)
    };
    let Some(header) = header() else {
        return FileFault::Altered("the state of an interrupted run");
    };
    let length = header.get(16..24).and_then(|len| len.try_into().ok());
    match Header::read(header, length.map_or(0, u64::from_le_bytes)) {
        Ok(header) => FileFault::OtherRules(header.rules.to_string()),
        Err(fault) => fault,
    }
}

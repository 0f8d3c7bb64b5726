//! The data of a table file, read block by block on demand.
//!
//! They are not mapped into memory: if another process truncates a mapped file, the system kills its readers, and if
//! the file changes, readers get undefined data. Blocks are read, compared with their checksums, and cached; reading a
//! byte of a cached block takes nanoseconds.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::format::CHECKED;
use crate::disk::read_at;
use nimfield_core::checksum::crc32;
use nimfield_core::files::{FileError, FileFault};

/// The blocks of a file.
pub(super) struct Blocks {
    file: File,
    path: PathBuf,
    /// The start and the length of the data.
    start: u64,
    bytes: u64,
    /// The expected length of the whole file.
    length: u64,
    /// The checksum of each block.
    sums: Vec<[u8; 4]>,
    kept: BlockCache,
    /// The first error.
    fault: OnceLock<FileError>,
}

/// A block with its number.
type Block = (u64, Box<[u8]>);

/// The cached blocks.
enum BlockCache {
    /// All blocks that were read.
    All(Box<[OnceLock<Box<[u8]>>]>),
    /// The last block read for each place.
    Last(Box<[Mutex<Option<Block>>]>),
}

impl Blocks {
    /// Creates the blocks for `bytes` bytes of data from `start` on, with these checksums. Caches up to `keep` bytes,
    /// and at least one block.
    pub(super) fn new(
        file: File,
        path: &Path,
        (start, bytes, length): (u64, u64, u64),
        sums: Vec<[u8; 4]>,
        keep: u64,
    ) -> Blocks {
        let kept = if bytes <= keep {
            BlockCache::All(sums.iter().map(|_| OnceLock::new()).collect())
        } else {
            let places = (keep / CHECKED as u64).clamp(1, sums.len() as u64);
            BlockCache::Last((0..places).map(|_| Mutex::default()).collect())
        };
        Blocks {
            file,
            path: path.to_owned(),
            start,
            bytes,
            length,
            sums,
            kept,
            fault: OnceLock::new(),
        }
    }

    /// Returns the byte at a place of the data.
    #[inline]
    pub(super) fn byte(&self, at: u64) -> Result<u8, FileError> {
        let (block, place) = (at / CHECKED as u64, (at % CHECKED as u64) as usize);
        match &self.kept {
            BlockCache::All(blocks) => {
                let kept = &blocks[block as usize];
                match kept.get() {
                    Some(bytes) => Ok(bytes[place]),
                    None => {
                        let read = self.block(block)?;
                        Ok(kept.get_or_init(|| read)[place])
                    }
                }
            }
            BlockCache::Last(places) => {
                // Blocks that are a power of two apart are used together, so they go to different places.
                let mixed = block.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let slot = ((u128::from(mixed) * places.len() as u128) >> 64) as usize;
                let mut slot = places[slot].lock().unwrap_or_else(PoisonError::into_inner);
                match &*slot {
                    Some((kept, bytes)) if *kept == block => Ok(bytes[place]),
                    _ => {
                        let bytes = self.block(block)?;
                        let byte = bytes[place];
                        *slot = Some((block, bytes));
                        Ok(byte)
                    }
                }
            }
        }
    }

    /// Returns the words in some bytes of the data, which are part of one block.
    pub(super) fn words(&self, at: u64, bytes: usize) -> Result<Vec<u64>, FileError> {
        let block = self.block(at / CHECKED as u64)?;
        let from = (at % CHECKED as u64) as usize;
        let (words, _) = block[from..from + bytes].as_chunks::<8>();
        Ok(words.iter().map(|&word| u64::from_le_bytes(word)).collect())
    }

    /// Reads a block and compares it with its checksum.
    #[cold]
    fn block(&self, block: u64) -> Result<Box<[u8]>, FileError> {
        let from = block * CHECKED as u64;
        let length = (self.bytes - from).min(CHECKED as u64);
        let mut bytes = vec![0; length as usize].into_boxed_slice();
        let read = self.read_at(self.start + from, &mut bytes);
        let checked = read.and_then(|()| {
            let sum = crc32(&bytes).to_le_bytes();
            match self.sums[block as usize] == sum {
                true => Ok(bytes),
                false => Err(FileFault::Altered("a part of the data")),
            }
        });
        checked.map_err(|fault| self.note(fault))
    }

    /// Hashes the file except its last `LAST` bytes, and returns these with the hash.
    pub(super) fn hash<const LAST: usize>(&self) -> Result<([u8; 32], [u8; LAST]), FileError> {
        let mut hash = blake3::Hasher::new();
        let mut buffer = vec![0; 1 << 20];
        let mut last = [0; LAST];
        let end = self.length - LAST as u64;
        let mut at = 0;
        while at < end {
            let part = (end - at).min(buffer.len() as u64) as usize;
            let read = self.read_at(at, &mut buffer[..part]);
            read.map_err(|fault| self.note(fault))?;
            hash.update(&buffer[..part]);
            at += part as u64;
        }
        let read = self.read_at(end, &mut last);
        read.map_err(|fault| self.note(fault))?;
        Ok((*hash.finalize().as_bytes(), last))
    }

    /// Reads bytes at a place of the file.
    fn read_at(&self, at: u64, out: &mut [u8]) -> Result<(), FileFault> {
        read_at(&self.file, at, out).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => match self.file.metadata() {
                Ok(found) => FileFault::Length {
                    found: found.len(),
                    expected: self.length,
                },
                Err(error) => error.into(),
            },
            _ => error.into(),
        })
    }

    /// Records an error of the file.
    pub(super) fn note(&self, fault: FileFault) -> FileError {
        let error = fault.of(&self.path);
        self.fault.get_or_init(|| error.clone());
        error
    }

    /// Returns the first error found.
    pub(super) fn fault(&self) -> Option<&FileError> {
        self.fault.get()
    }

    /// Returns the number of bytes in memory.
    pub(super) fn kept_bytes(&self) -> u64 {
        let blocks = match &self.kept {
            BlockCache::All(blocks) => blocks.iter().filter(|block| block.get().is_some()).count(),
            BlockCache::Last(places) => {
                let full = |place: &&Mutex<Option<_>>| {
                    place
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .is_some()
                };
                places.iter().filter(full).count()
            }
        };
        (blocks * CHECKED) as u64
    }
}

//! The file that holds the pieces, at their final places.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use bytemuck::cast_slice_mut;

use super::error::JobError;
use super::format::{CHECKED, Header};
use super::ledger::Seal;
use crate::disk::{self, little_endian, read_at};
use crate::parallel;
use nimfield_core::budget::{Budget, Progress};
use nimfield_core::checksum::crc32;
use nimfield_core::files::{FileError, FileFault, open_own};

/// The bytes to read at a time when reading the whole file.
const AT_ONCE: u64 = 1 << 20;

/// The file.
pub(super) struct PartFile {
    file: File,
    pub(super) path: PathBuf,
    data_start: u64,
    plane_bytes: u64,
    piece_bytes: u64,
    /// The valid states in a word, which a board of fewer than six cells does not fill.
    live: u64,
}

impl PartFile {
    /// Opens the file, and creates it if it does not exist.
    pub(super) fn open(
        path: &Path,
        header: &Header,
        piece_bytes: u64,
    ) -> Result<PartFile, FileError> {
        Ok(PartFile {
            file: open_own(path)?,
            path: path.to_owned(),
            data_start: header.data_start(),
            plane_bytes: header.plane_bytes(),
            piece_bytes,
            live: match header.rules.cells {
                cells @ 0..6 => (1 << (1 << cells)) - 1,
                _ => u64::MAX,
            },
        })
    }

    pub(super) fn piece_bytes(&self) -> u64 {
        self.piece_bytes
    }

    fn io(&self, error: &io::Error) -> FileError {
        FileError::io(&self.path, error)
    }

    /// Returns the offset of a plane of a piece.
    fn at(&self, piece: u32, plane: usize) -> u64 {
        self.data_start + plane as u64 * self.plane_bytes + u64::from(piece) * self.piece_bytes
    }

    /// Returns the error for a piece with a wrong checksum.
    fn altered(&self, piece: u32) -> FileError {
        let fault = FileFault::AlteredPiece {
            piece: piece.into(),
            of: self.plane_bytes / self.piece_bytes,
        };
        fault.of(&self.path)
    }

    /// Returns the words of a piece that are in the file: all except those of dead cells.
    fn live<'a>(&self, words: &'a [u64]) -> Cow<'a, [u64]> {
        match self.live {
            u64::MAX => Cow::Borrowed(&words[..(self.piece_bytes / 8) as usize]),
            live => Cow::Owned(vec![words[0] & live]),
        }
    }

    /// Reads a plane of a piece and compares it with its checksum.
    pub(super) fn read(
        &self,
        piece: u32,
        plane: usize,
        seal: &Seal,
        words: &mut [u64],
    ) -> Result<(), FileError> {
        let read = read_at(&self.file, self.at(piece, plane), cast_slice_mut(words));
        read.map_err(|error| match error.kind() {
            // A truncated file counts as altered.
            io::ErrorKind::UnexpectedEof => self.altered(piece),
            _ => self.io(&error),
        })?;
        if crc32(cast_slice_mut(words)) != seal.sums[plane] {
            return Err(self.altered(piece));
        }
        if cfg!(target_endian = "big") {
            words.iter_mut().for_each(|word| *word = word.swap_bytes());
        }
        Ok(())
    }

    /// Reads words of a plane of a piece, starting at one of them, without checking them.
    #[cfg(feature = "cluster")]
    pub(super) fn read_from(
        &self,
        piece: u32,
        plane: usize,
        word: usize,
        words: &mut [u64],
    ) -> Result<(), FileError> {
        let at = self.at(piece, plane) + 8 * word as u64;
        let read = read_at(&self.file, at, cast_slice_mut(words));
        read.map_err(|error| self.io(&error))?;
        if cfg!(target_endian = "big") {
            words.iter_mut().for_each(|word| *word = word.swap_bytes());
        }
        Ok(())
    }

    /// Writes a plane of a piece, and returns its checksum.
    pub(super) fn write(&self, piece: u32, plane: usize, words: &[u64]) -> Result<u32, FileError> {
        let words = self.live(words);
        let content = little_endian(&words);
        let mut file = &self.file;
        let written = file.seek(SeekFrom::Start(self.at(piece, plane)));
        written
            .and_then(|_| file.write_all(&content))
            .map_err(|error| self.io(&error))?;
        // The file will be synced later anyway, so let the disk start now.
        disk::begin_writing(file, self.at(piece, plane), content.len() as u64);
        Ok(crc32(&content))
    }

    /// Returns the byte of the data at a place.
    pub(super) fn byte(&self, at: u64) -> Result<u8, FileError> {
        let mut byte = [0];
        let read = read_at(&self.file, self.data_start + at, &mut byte);
        read.map_err(|error| self.io(&error))?;
        Ok(byte[0])
    }

    /// Ensures that all written data are on the disk.
    pub(super) fn sync(&self) -> Result<(), FileError> {
        self.file.sync_data().map_err(|error| self.io(&error))
    }

    /// Reads all data, compares each piece with its seal and the `probed` bytes with their earlier values, and
    /// completes the file: header, checksums, summary, hash.
    pub(super) fn complete(
        &self,
        header: &Header,
        summary: &[u8],
        seals: &[Option<Seal>],
        probed: &[(u64, u8)],
        budget: &Budget,
    ) -> Result<(), JobError> {
        let io = |error: io::Error| self.io(&error);
        let header_bytes = header.write(summary.len());
        let pool = parallel::pool(budget.thread_count());
        let mut hash = blake3::Hasher::new();
        hash.update(&header_bytes);
        let mut sums: Vec<u32> = Vec::new();
        let mut of_piece = crc32fast::Hasher::new();
        let data_bytes = header.data_bytes();
        let mut file = &self.file;
        file.seek(SeekFrom::Start(self.data_start)).map_err(io)?;
        let most = data_bytes.min(AT_ONCE);
        let (mut bytes, mut next) = (vec![0; most as usize], Vec::new());
        let mut probed = probed.iter().peekable();
        let mut read = |bytes: &mut Vec<u8>, at: u64| -> Result<(), FileError> {
            bytes.resize((data_bytes - at).min(most) as usize, 0);
            file.read_exact(bytes).map_err(|error| self.io(&error))?;
            // All these lengths are powers of two, except at the end of the data, so no part or piece crosses a
            // boundary.
            sums.extend(bytes.chunks(CHECKED).map(crc32));
            let step = self.piece_bytes.min(AT_ONCE) as usize;
            for (end, part) in (at..).step_by(step).skip(1).zip(bytes.chunks(step)) {
                of_piece.update(part);
                if end.is_multiple_of(self.piece_bytes) {
                    let number = (end / self.piece_bytes - 1) as usize;
                    let (plane, piece) = (number / seals.len(), number % seals.len());
                    let sum = std::mem::take(&mut of_piece).finalize();
                    let expected = seals[piece].as_ref().map(|seal| seal.sums[plane]);
                    if expected != Some(sum) {
                        return Err(self.altered(piece as u32));
                    }
                }
            }
            let end = at + bytes.len() as u64;
            while let Some((place, byte)) = probed.next_if(|(place, _)| *place < end) {
                if bytes[(place - at) as usize] != *byte {
                    let within = place % self.plane_bytes;
                    return Err(self.altered((within / self.piece_bytes) as u32));
                }
            }
            Ok(())
        };
        read(&mut bytes, 0)?;
        let mut at = 0;
        while at < data_bytes {
            at += bytes.len() as u64;
            // The next part is read while this one is hashed.
            match &pool {
                Some(pool) => {
                    let hash = || _ = hash.update_rayon(&bytes);
                    pool.join(hash, || read(&mut next, at)).1?;
                }
                None => {
                    hash.update(&bytes);
                    read(&mut next, at)?;
                }
            }
            std::mem::swap(&mut bytes, &mut next);
            let states = 8 * data_bytes;
            budget.report(Progress::new("checking", 8 * at).of(states));
            budget.check(0).map_err(|limit| JobError::Stopped {
                unfinished: limit.after_of(states, states),
                saved: states,
            })?;
        }
        let mut trailer: Vec<u8> = sums.into_iter().flat_map(u32::to_le_bytes).collect();
        trailer.extend(summary);
        trailer.extend(crc32(&trailer).to_le_bytes());
        hash.update(&trailer);
        trailer.extend(hash.finalize().as_bytes());
        let mut write = || {
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&header_bytes)?;
            file.seek(SeekFrom::Start(header_bytes.len() as u64 + data_bytes))?;
            file.write_all(&trailer)?;
            let length = header_bytes.len() as u64 + data_bytes + trailer.len() as u64;
            self.file.set_len(length)?;
            self.file.sync_all()
        };
        Ok(write().map_err(io)?)
    }
}

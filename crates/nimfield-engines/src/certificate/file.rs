//! The [sealed file](nimfield_core::sealed) of a certificate.

use std::io;
use std::path::Path;

use nimfield_core::files::{FileError, FileFault, replace};
use nimfield_core::sealed::{Block, Format};

use super::content::{CertificatePart, OutcomeCertificate};

const FORMAT: Format = Format {
    magic: *b"NIMFCERT",
    version: 2,
    foreign: "not a certificate of Nimfield",
};
/// The play convention, the only one for certificates.
const MISERE: u32 = 1;

/// The sections in order, each with its name in errors.
const GAME: ([u8; 4], &str) = (*b"GAME", "the section GAME");
const PART: ([u8; 4], &str) = (*b"PART", "the section PART");
const SHAP: ([u8; 4], &str) = (*b"SHAP", "the section SHAP");
const CLAS: ([u8; 4], &str) = (*b"CLAS", "the section CLAS");
const PAIR: ([u8; 4], &str) = (*b"PAIR", "the section PAIR");

impl OutcomeCertificate {
    /// Encodes the file as bytes.
    ///
    /// # Errors
    /// If a section takes more than 4 GiB.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut file = FORMAT.writer(Vec::new())?;
        file.record(GAME.0, |out| {
            put(out, MISERE);
            put(out, self.position.len() as u32);
            out.extend_from_slice(self.position.as_bytes());
            put(out, self.cells);
            put(out, self.masks.len() as u32);
            for &number in self.masks.iter().chain([&self.start, &self.winning_move]) {
                out.extend_from_slice(&number.to_le_bytes());
            }
        })?;
        file.record(PART.0, |out| {
            put(out, self.parts.len() as u32);
            for part in &self.parts {
                put(out, part.shape);
                put(out, part.cells.len() as u32);
                out.extend_from_slice(&part.cells);
            }
        })?;
        file.record(SHAP.0, |out| put_lists(out, &self.shapes))?;
        file.record(CLAS.0, |out| put_lists(out, &self.classes))?;
        file.record(PAIR.0, |out| {
            put(out, self.pairs.len() as u32);
            for &(a, b) in &self.pairs {
                put(out, a);
                put(out, b);
            }
        })?;
        file.seal()
    }

    /// Reads what [`to_bytes`](OutcomeCertificate::to_bytes) wrote. [`check`](OutcomeCertificate::check) decides
    /// whether it is true.
    ///
    /// # Errors
    /// If the bytes are cut off, altered or have another format.
    pub fn from_bytes(bytes: &[u8]) -> Result<OutcomeCertificate, FileFault> {
        let mut file = FORMAT.reader(bytes)?;
        let mut section = |(name, part)| file.section(name, part);
        let mut game = section(GAME)?;
        let play = game.u32()?;
        let position = game.text()?;
        let cells = game.u32()?;
        let count = game.u32()? as usize;
        let masks = game.many(count, Block::u64)?;
        let (start, winning_move) = (game.u64()?, game.u64()?);
        game.ended()?;
        let mut part = section(PART)?;
        let count = part.u32()? as usize;
        let parts = part.many(count, |part| {
            let shape = part.u32()?;
            let length = part.u32()? as usize;
            let cells = part.take(length)?.to_vec();
            Ok(CertificatePart { shape, cells })
        })?;
        part.ended()?;
        let (shapes, classes) = (lists(section(SHAP)?)?, lists(section(CLAS)?)?);
        let mut list = section(PAIR)?;
        let count = list.u32()? as usize;
        let pairs = list.many(count, |list| Ok((list.u32()?, list.u32()?)))?;
        list.ended()?;
        file.end()?;
        if play != MISERE {
            return Err(FileFault::Malformed(GAME.1));
        }
        Ok(OutcomeCertificate {
            position,
            cells,
            masks,
            start,
            winning_move,
            shapes,
            parts,
            classes,
            pairs,
        })
    }

    /// Writes the file [atomically](nimfield_core::files::replace).
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        replace(path, &self.to_bytes()?)
    }

    /// Reads a file; if it is not a certificate, reads only the beginning.
    ///
    /// # Errors
    /// If the file cannot be read, is cut off or altered, or has another format.
    pub fn read(path: &Path) -> Result<OutcomeCertificate, FileError> {
        let bytes = FORMAT.read(path, u64::MAX)?;
        OutcomeCertificate::from_bytes(&bytes).map_err(|fault| fault.of(path))
    }
}

fn put(out: &mut Vec<u8>, number: u32) {
    out.extend_from_slice(&number.to_le_bytes());
}

fn put_lists(out: &mut Vec<u8>, lists: &[Vec<u32>]) {
    put(out, lists.len() as u32);
    for list in lists {
        put(out, list.len() as u32);
        for &number in list {
            put(out, number);
        }
    }
}

/// Reads the lists of a section.
fn lists(mut section: Block) -> Result<Vec<Vec<u32>>, FileFault> {
    let count = section.u32()? as usize;
    let lists = section.many(count, |section| {
        let length = section.u32()? as usize;
        section.many(length, Block::u32)
    })?;
    section.ended()?;
    Ok(lists)
}

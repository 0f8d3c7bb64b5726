//! The file of a certificate: sections with lengths and checksums.

use std::fmt;
use std::io;
use std::path::Path;

use super::{Certificate, Part};

const MAGIC: &[u8; 8] = b"NIMFCERT";
const VERSION: u32 = 1;
/// The play convention: the only one certificates are made for.
const MISERE: u32 = 1;
const DIGEST: usize = 32;

/// Why a file holds no certificate.
#[derive(Debug)]
pub enum FileError {
    /// The file cannot be read.
    Io(io::Error),
    /// It is no certificate.
    Foreign,
    /// It is a certificate of another version of the format.
    Version(u32),
    /// It is cut off: this section does not end.
    Cut(&'static str),
    /// It was altered: this section has another checksum.
    Altered(&'static str),
    /// This section does not hold what it should.
    Malformed(&'static str),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::Io(error) => error.fmt(f),
            FileError::Foreign => f.write_str("not a certificate of Nimfield"),
            FileError::Version(version) => write!(
                f,
                "a certificate in version {version} of the format; this program reads version {VERSION}"
            ),
            FileError::Cut(section) => write!(f, "the file is cut off in the section {section}"),
            FileError::Altered(section) => {
                write!(
                    f,
                    "the file was altered: the checksum of {section} does not match"
                )
            }
            FileError::Malformed(section) => {
                write!(f, "the section {section} does not hold what it should")
            }
        }
    }
}

impl std::error::Error for FileError {}

impl Certificate {
    /// The file as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        out.extend_from_slice(MAGIC);
        put(&mut out, VERSION);
        section(&mut out, b"GAME", |out| {
            put(out, MISERE);
            put(out, self.position.len() as u32);
            out.extend_from_slice(self.position.as_bytes());
            put(out, self.cells);
            put(out, self.masks.len() as u32);
            for &number in self.masks.iter().chain([&self.start, &self.winning_move]) {
                out.extend_from_slice(&number.to_le_bytes());
            }
        });
        section(&mut out, b"PART", |out| {
            put(out, self.parts.len() as u32);
            for part in &self.parts {
                put(out, part.shape);
                put(out, part.cells.len() as u32);
                out.extend_from_slice(&part.cells);
            }
        });
        section(&mut out, b"SHAP", |out| put_lists(out, &self.shapes));
        section(&mut out, b"CLAS", |out| put_lists(out, &self.classes));
        section(&mut out, b"PAIR", |out| {
            put(out, self.pairs.len() as u32);
            for &(a, b) in &self.pairs {
                put(out, a);
                put(out, b);
            }
        });
        let digest = blake3::hash(&out);
        out.extend_from_slice(digest.as_bytes());
        out
    }

    /// Reads what [`to_bytes`](Certificate::to_bytes) wrote. Whether it is true is for
    /// [`check`](Certificate::check) to say.
    ///
    /// # Errors
    /// If the bytes are cut, altered or something else.
    pub fn from_bytes(bytes: &[u8]) -> Result<Certificate, FileError> {
        let mut all = Reader {
            rest: bytes,
            section: "the beginning",
        };
        if all.take(MAGIC.len()).ok() != Some(MAGIC) {
            return Err(FileError::Foreign);
        }
        match all.number()? {
            VERSION => {}
            other => return Err(FileError::Version(other)),
        }
        let mut game = all.section(b"GAME", "GAME")?;
        let play = game.number()?;
        let length = game.number()? as usize;
        let position = String::from_utf8(game.take(length)?.to_vec());
        let cells = game.number()?;
        let count = game.number()? as usize;
        let masks = game.many(count, Reader::long)?;
        let (start, winning_move) = (game.long()?, game.long()?);
        let (MISERE, Ok(position)) = (play, position) else {
            return Err(FileError::Malformed("GAME"));
        };
        game.end()?;
        let mut part = all.section(b"PART", "PART")?;
        let count = part.number()? as usize;
        let parts = part.many(count, |part| {
            let shape = part.number()?;
            let length = part.number()? as usize;
            let cells = part.take(length)?.to_vec();
            Ok(Part { shape, cells })
        })?;
        part.end()?;
        let shapes = all.section(b"SHAP", "SHAP")?.lists()?;
        let classes = all.section(b"CLAS", "CLAS")?.lists()?;
        let mut list = all.section(b"PAIR", "PAIR")?;
        let count = list.number()? as usize;
        let pairs = list.many(count, |list| Ok((list.number()?, list.number()?)))?;
        list.end()?;
        let digest = blake3::hash(&bytes[..bytes.len() - all.rest.len()]);
        all.section = "the end";
        if all.take(DIGEST)? != digest.as_bytes() {
            return Err(FileError::Altered("the whole"));
        }
        all.end()?;
        Ok(Certificate {
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

    /// Writes the file, [as a whole](nimfield_core::files::replace).
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        nimfield_core::files::replace(path, &self.to_bytes())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, or is cut, altered or something else.
    pub fn read(path: &Path) -> Result<Certificate, FileError> {
        Certificate::from_bytes(&std::fs::read(path).map_err(FileError::Io)?)
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

/// A section: its name, the length of what follows, its checksum, and itself.
fn section(out: &mut Vec<u8>, name: &[u8; 4], fill: impl FnOnce(&mut Vec<u8>)) {
    let mut body = Vec::new();
    fill(&mut body);
    out.extend_from_slice(name);
    out.extend_from_slice(&(body.len() as u64).to_le_bytes());
    put(out, crc32fast::hash(&body));
    out.append(&mut body);
}

struct Reader<'a> {
    rest: &'a [u8],
    section: &'static str,
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], FileError> {
        let (taken, rest) = self
            .rest
            .split_at_checked(length)
            .ok_or(FileError::Cut(self.section))?;
        self.rest = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, FileError> {
        let bytes = self.take(4)?.try_into();
        Ok(u32::from_le_bytes(bytes.expect("four bytes were taken")))
    }

    fn long(&mut self) -> Result<u64, FileError> {
        let bytes = self.take(8)?.try_into();
        Ok(u64::from_le_bytes(bytes.expect("eight bytes were taken")))
    }

    /// `count` things; no memory is taken for more than the section has bytes.
    fn many<T>(
        &mut self,
        count: usize,
        mut one: impl FnMut(&mut Self) -> Result<T, FileError>,
    ) -> Result<Vec<T>, FileError> {
        if count > self.rest.len() {
            return Err(FileError::Cut(self.section));
        }
        (0..count).map(|_| one(self)).collect()
    }

    fn lists(mut self) -> Result<Vec<Vec<u32>>, FileError> {
        let count = self.number()? as usize;
        let lists = self.many(count, |reader| {
            let length = reader.number()? as usize;
            reader.many(length, Reader::number)
        })?;
        self.end()?;
        Ok(lists)
    }

    fn section(&mut self, tag: &[u8; 4], name: &'static str) -> Result<Reader<'a>, FileError> {
        self.section = name;
        if self.take(4)? != tag {
            return Err(FileError::Malformed(name));
        }
        let length = usize::try_from(self.long()?).map_err(|_| FileError::Cut(name))?;
        let checksum = self.number()?;
        let rest = self.take(length)?;
        if crc32fast::hash(rest) != checksum {
            return Err(FileError::Altered(name));
        }
        Ok(Reader {
            rest,
            section: name,
        })
    }

    fn end(&self) -> Result<(), FileError> {
        match self.rest {
            [] => Ok(()),
            _ => Err(FileError::Malformed(self.section)),
        }
    }
}

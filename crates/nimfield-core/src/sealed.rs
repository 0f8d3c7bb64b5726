//! Sealed files: bytes with a magic, a format version, checksums of their parts, and a hash of the whole.
//!
//! ```text
//! magic     8 bytes
//! u32       format version
//! …         numbers, texts and blocks, as the format says
//! u64       length of everything before, in formats that have it
//! 32 bytes  BLAKE3 of everything before (but that length)
//! ```
//!
//! A *block* is the length of its contents (4 or 8 bytes), their CRC-32, and the contents; in formats
//! whose blocks have names it begins with the name. All numbers are little-endian; a *number* without a
//! size is written seven bits a byte, the low ones first, all bytes but the last with the high bit set.
//!
//! ```
//! use nimfield_core::files::FileFault;
//! use nimfield_core::sealed::{End, Format, Width};
//! let format = Format {
//!     magic: *b"EXAMPLE\n",
//!     version: 1,
//!     foreign: "this is not an example",
//!     end: End::Hash,
//! };
//! let mut out = format.writer();
//! out.block(b"NAME", Width::Four, |block| block.extend(b"contents"));
//! let bytes = out.seal();
//!
//! let mut reader = format.reader(&bytes).unwrap();
//! let mut block = reader.block(b"NAME", Width::Four, "NAME").unwrap();
//! assert_eq!(block.rest(), b"contents");
//! assert_eq!(reader.check_seal(), Ok(()));
//!
//! let mut altered = bytes.clone();
//! altered[22] ^= 1;
//! let mut reader = format.reader(&altered).unwrap();
//! let refused = reader.block(b"NAME", Width::Four, "NAME").unwrap_err();
//! assert_eq!(refused, FileFault::Altered("NAME"));
//! ```

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::checksum::crc32;
use crate::files::{self, FileError, FileFault};

/// Bytes of the hash at the end.
pub(crate) const HASH: usize = 32;

/// A kind of sealed files.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The first bytes.
    pub magic: [u8; 8],
    /// The version that is written and read.
    pub version: u32,
    /// What is said of a file that begins otherwise.
    pub foreign: &'static str,
    /// What stands at the end.
    pub end: End,
}

/// How a sealed file ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The hash of everything before.
    Hash,
    /// The length of everything before in 8 bytes, and the hash of everything before that.
    LengthAndHash,
}

impl End {
    fn bytes(self) -> usize {
        match self {
            End::Hash => HASH,
            End::LengthAndHash => 8 + HASH,
        }
    }
}

/// How many bytes the length of a block takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// 4 bytes.
    Four,
    /// 8 bytes.
    Eight,
}

impl Format {
    /// Begins a file with its magic and version.
    #[must_use]
    pub fn writer(&self) -> Writer {
        let mut bytes = self.magic.to_vec();
        bytes.extend(self.version.to_le_bytes());
        Writer {
            bytes,
            end: self.end,
        }
    }

    /// Reads the bytes of a file of at most `most` bytes that begins as this format does: of any other file only the
    /// beginning is read.
    ///
    /// # Errors
    /// Those of [`files::read`] and of [`reader`](Format::reader).
    pub fn read(&self, path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
        files::read(path, most, |start| self.reader(start).map(|_| ()))
    }

    /// Returns a reader behind magic and version, which are checked.
    ///
    /// # Errors
    /// [`FileFault::Foreign`] if the bytes begin otherwise, [`FileFault::Version`] if the format is
    /// another one, [`FileFault::Cut`].
    pub fn reader<'a>(&self, bytes: &'a [u8]) -> Result<Reader<'a>, FileFault> {
        let rest = bytes.strip_prefix(&self.magic);
        let mut reader = Reader {
            all: bytes,
            rest: rest.ok_or(FileFault::Foreign(self.foreign))?,
            part: "the beginning",
            end: self.end,
        };
        match reader.u32()? {
            found if found == self.version => Ok(reader),
            found => Err(FileFault::Version {
                found,
                reads: self.version,
            }),
        }
    }
}

/// Plain data: one block without a name, with the data as JSON.
impl Format {
    /// Returns the bytes of a file with this data.
    #[must_use]
    pub fn seal_data(&self, data: &impl Serialize) -> Vec<u8> {
        // Plain data always has a form as JSON.
        let text = serde_json::to_vec(data).unwrap_or_default();
        let mut out = self.writer();
        out.block(b"", Width::Eight, |block| block.extend(text));
        out.seal()
    }

    /// Returns the data in the bytes of a file, which is called `part` in errors.
    ///
    /// # Errors
    /// If the bytes are foreign, of another version, cut off or altered.
    pub fn unseal_data<T: DeserializeOwned>(
        &self,
        bytes: &[u8],
        part: &'static str,
    ) -> Result<T, FileFault> {
        let mut reader = self.reader(bytes)?;
        reader.unseal()?;
        let text = reader.block(b"", Width::Eight, part)?.rest();
        reader.ended()?;
        serde_json::from_slice(text).map_err(|_| FileFault::Malformed(part))
    }

    /// Returns the data in a file of at most `most` bytes; `None` if the file does not exist.
    ///
    /// # Errors
    /// Those of [`read`](Format::read) and [`unseal_data`](Format::unseal_data).
    pub fn load_data<T: DeserializeOwned>(
        &self,
        path: &Path,
        most: u64,
        part: &'static str,
    ) -> Result<Option<T>, FileError> {
        let bytes = files::if_there(path, |path| self.read(path, most))?;
        let data = bytes.map(|bytes| self.unseal_data(&bytes, part));
        data.transpose().map_err(|fault| fault.of(path))
    }
}

/// A sealed file that is being written.
#[derive(Clone, Debug)]
pub struct Writer {
    bytes: Vec<u8>,
    end: End,
}

impl Writer {
    /// Returns what was written so far.
    pub(crate) fn so_far(&self) -> &[u8] {
        &self.bytes
    }

    /// Appends four bytes.
    pub fn u32(&mut self, number: u32) {
        self.bytes.extend(number.to_le_bytes());
    }

    /// Appends bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.bytes.extend(bytes);
    }

    /// Appends a block of this name, which may be empty, and of the contents that `fill` appends.
    ///
    /// # Panics
    /// If the contents are longer than a length of that width can say.
    pub fn block(&mut self, name: &[u8], width: Width, fill: impl FnOnce(&mut Vec<u8>)) {
        let mut contents = Vec::new();
        fill(&mut contents);
        self.bytes.extend(name);
        match width {
            Width::Four => {
                let length = u32::try_from(contents.len());
                let length = length.expect("a block of less than 4 GiB");
                self.bytes.extend(length.to_le_bytes());
            }
            Width::Eight => self.bytes.extend((contents.len() as u64).to_le_bytes()),
        }
        self.u32(crc32(&contents));
        self.bytes.append(&mut contents);
    }

    /// Returns the bytes of the file, with their end.
    #[must_use]
    pub fn seal(mut self) -> Vec<u8> {
        let hash = blake3::hash(&self.bytes);
        if self.end == End::LengthAndHash {
            let length = self.bytes.len() as u64;
            self.bytes.extend(length.to_le_bytes());
        }
        self.bytes.extend(hash.as_bytes());
        self.bytes
    }
}

/// What is left to read of a sealed file or of a block.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    all: &'a [u8],
    rest: &'a [u8],
    part: &'static str,
    end: End,
}

impl<'a> Reader<'a> {
    /// Returns a reader of the contents of a block.
    pub(crate) fn of_block(contents: &'a [u8], part: &'static str) -> Reader<'a> {
        Reader {
            all: contents,
            rest: contents,
            part,
            end: End::Hash,
        }
    }

    /// Reads the next bytes.
    ///
    /// # Errors
    /// [`FileFault::Cut`] if there are fewer.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], FileFault> {
        let taken = self.rest.split_at_checked(count);
        let (taken, rest) = taken.ok_or(FileFault::Cut(self.part))?;
        self.rest = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], FileFault> {
        let taken = self.rest.split_first_chunk();
        let (taken, rest) = taken.ok_or(FileFault::Cut(self.part))?;
        self.rest = rest;
        Ok(*taken)
    }

    /// Reads the next four bytes.
    ///
    /// # Errors
    /// [`FileFault::Cut`]
    pub fn u32(&mut self) -> Result<u32, FileFault> {
        self.array().map(u32::from_le_bytes)
    }

    /// Reads the next eight bytes.
    ///
    /// # Errors
    /// [`FileFault::Cut`]
    pub fn u64(&mut self) -> Result<u64, FileFault> {
        self.array().map(u64::from_le_bytes)
    }

    /// Reads the next number, as [`write_number`](crate::component::write_number) writes it.
    ///
    /// # Errors
    /// [`FileFault::Cut`], or [`FileFault::Damaged`] if it has more than 64 bits.
    pub fn number(&mut self) -> Result<u64, FileFault> {
        let mut number = 0u64;
        for shift in (0..64).step_by(7) {
            let [byte] = self.array()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                break;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(FileFault::Damaged("a number is too large"))
    }

    /// Reads the next `count` things, each of at least a byte: no memory is taken for more than there can be.
    ///
    /// # Errors
    /// [`FileFault::Cut`], or the first of `one`.
    pub fn many<T>(
        &mut self,
        count: usize,
        mut one: impl FnMut(&mut Self) -> Result<T, FileFault>,
    ) -> Result<Vec<T>, FileFault> {
        if count > self.rest.len() {
            return Err(FileFault::Cut(self.part));
        }
        (0..count).map(|_| one(self)).collect()
    }

    /// Reads the next block, which has this name in the file and is called `part` in errors.
    ///
    /// # Errors
    /// [`FileFault::Malformed`] if it has another name, [`FileFault::Cut`], or [`FileFault::Altered`]
    /// if it does not have its checksum.
    pub fn block(
        &mut self,
        name: &[u8],
        width: Width,
        part: &'static str,
    ) -> Result<Reader<'a>, FileFault> {
        self.part = part;
        if self.take(name.len())? != name {
            return Err(FileFault::Malformed(part));
        }
        let length = match width {
            Width::Four => self.u32()?.into(),
            Width::Eight => self.u64()?,
        };
        let checksum = self.u32()?;
        let length = usize::try_from(length).map_err(|_| FileFault::Cut(part))?;
        let contents = self.take(length)?;
        if crc32(contents) != checksum {
            return Err(FileFault::Altered(part));
        }
        Ok(Reader {
            all: contents,
            rest: contents,
            part,
            end: self.end,
        })
    }

    /// Returns all that is left.
    pub fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.rest)
    }

    /// Checks that nothing is left of a block.
    ///
    /// # Errors
    /// [`FileFault::Malformed`]
    pub fn ended(&self) -> Result<(), FileFault> {
        match self.rest {
            [] => Ok(()),
            _ => Err(FileFault::Malformed(self.part)),
        }
    }

    /// Checks that what is left is the end of the file, and the seal that of all that was read.
    ///
    /// # Errors
    /// [`FileFault::Cut`], [`FileFault::Altered`] of the whole, or [`FileFault::Malformed`] if there is
    /// more.
    pub fn check_seal(&mut self) -> Result<(), FileFault> {
        self.part = "the end";
        let content = &self.all[..self.all.len() - self.rest.len()];
        let altered = FileFault::Altered("the whole");
        if self.end == End::LengthAndHash && self.u64()? != content.len() as u64 {
            return Err(altered);
        }
        if self.take(HASH)? != blake3::hash(content).as_bytes() {
            return Err(altered);
        }
        self.ended()
    }

    /// Checks the seal before the contents are read, which end before it from now on.
    ///
    /// # Errors
    /// [`FileFault::Damaged`]
    pub fn unseal(&mut self) -> Result<(), FileFault> {
        let cut = FileFault::Damaged("it ends too early");
        let contents = self.rest.len().checked_sub(self.end.bytes()).ok_or(cut)?;
        let (contents, end) = self.rest.split_at(contents);
        let content = &self.all[..self.all.len() - end.len()];
        let (length, hash) = end.split_at(end.len() - HASH);
        if self.end == End::LengthAndHash && length != (content.len() as u64).to_le_bytes() {
            return Err(FileFault::Damaged("its length is wrong"));
        }
        if hash != blake3::hash(content).as_bytes() {
            return Err(FileFault::Damaged("its checksum is wrong"));
        }
        (self.all, self.rest) = (content, contents);
        Ok(())
    }
}

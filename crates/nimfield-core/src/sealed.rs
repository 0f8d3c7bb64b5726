//! Sealed files: bytes with a magic, a format version, checksums of their blocks, and a hash of the whole.
//!
//! ```text
//! magic     8 bytes
//! u32       format version
//! blocks    each: its name (4 bytes), the length of its contents (4), their CRC-32 (4), the contents
//! 12 bytes  the last block, `END `, which is empty
//! 32 bytes  BLAKE3 of everything before
//! ```
//!
//! Contents are *records*, as the format says. Records of one name follow each other in blocks of that name, each of
//! about 1 MiB or of a single longer record, so that neither the writer nor the reader holds more in memory. All
//! numbers are little-endian; a *number* without a size is written seven bits a byte, the low ones first, all bytes but
//! the last with the high bit set.
//!
//! ```
//! use nimfield_core::files::FileFault;
//! use nimfield_core::sealed::Format;
//! let format = Format {
//!     magic: *b"EXAMPLE\n",
//!     version: 1,
//!     foreign: "this is not an example",
//! };
//! let mut out = format.writer(Vec::new())?;
//! for number in [3u32, 5] {
//!     out.record(*b"NUMB", |block| block.extend(number.to_le_bytes()))?;
//! }
//! let bytes = out.seal()?;
//!
//! let mut file = format.reader(&bytes[..]).unwrap();
//! let mut block = file.section(*b"NUMB", "the numbers").unwrap();
//! assert_eq!((block.u32(), block.u32()), (Ok(3), Ok(5)));
//! assert_eq!(file.end(), Ok(()));
//!
//! let mut altered = bytes.clone();
//! altered[25] ^= 1;
//! let mut file = format.reader(&altered[..]).unwrap();
//! let refused = file.section(*b"NUMB", "the numbers").unwrap_err();
//! assert_eq!(refused, FileFault::Altered("the numbers"));
//! # Ok::<(), std::io::Error>(())
//! ```

use std::io::{self, Read, Write};
use std::path::Path;

use serde::Serialize;
use serde::de::{self, DeserializeOwned};

use crate::checksum::crc32;
use crate::files::{self, FileError, FileFault};

/// Bytes of magic and version.
const BEGINNING: usize = 12;
/// The size in bytes at which a block is full.
const FULL: usize = 1 << 20;
/// The name of the last block, which is empty.
const LAST: [u8; 4] = *b"END ";
/// The name of the block of plain data.
const DATA: [u8; 4] = *b"DATA";

/// A kind of sealed files.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The first bytes.
    pub magic: [u8; 8],
    /// The version of the format.
    pub version: u32,
    /// The error for a file with another magic.
    pub foreign: &'static str,
}

impl Format {
    /// Starts a file with the magic and the version.
    ///
    /// # Errors
    /// Errors of `out`.
    pub fn writer<W: Write>(&self, out: W) -> io::Result<Writer<W>> {
        let mut writer = Writer {
            out,
            hash: blake3::Hasher::new(),
            name: LAST,
            block: Vec::new(),
        };
        writer.put(&self.magic)?;
        writer.put(&self.version.to_le_bytes())?;
        Ok(writer)
    }

    /// Starts reading a file, and checks its magic and version.
    ///
    /// # Errors
    /// Errors of [`check_beginning`](Format::check_beginning) and of the operating system.
    pub fn reader<R: Read>(&self, mut input: R) -> Result<Reader<R>, FileFault> {
        let mut beginning = Vec::new();
        (&mut input)
            .take(BEGINNING as u64)
            .read_to_end(&mut beginning)?;
        self.check_beginning(&beginning)?;
        let mut hash = blake3::Hasher::new();
        hash.update(&beginning);
        let part = "the beginning";
        Ok(Reader { input, hash, part })
    }

    /// Checks the magic and the version in the first bytes of a file.
    ///
    /// # Errors
    /// [`FileFault::Foreign`] if the magic is another one, [`FileFault::Version`] if the version is, [`FileFault::Cut`]
    /// if bytes are missing.
    pub fn check_beginning(&self, bytes: &[u8]) -> Result<(), FileFault> {
        let rest = bytes.strip_prefix(&self.magic);
        let version = rest.ok_or(FileFault::Foreign(self.foreign))?.first_chunk();
        match u32::from_le_bytes(*version.ok_or(FileFault::Cut("the beginning"))?) {
            found if found == self.version => Ok(()),
            found => Err(FileFault::Version {
                found,
                reads: self.version,
            }),
        }
    }

    /// Reads a file of at most `most` bytes in this format; of any other file it reads only the beginning.
    ///
    /// # Errors
    /// Errors of [`files::read`] and of [`check_beginning`](Format::check_beginning).
    pub fn read(&self, path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
        files::read(path, most, |start| self.check_beginning(start))
    }
}

/// Plain data with its own kind of sealed file, which holds the data as JSON in one block.
pub trait SealedData: Serialize + DeserializeOwned {
    /// The kind of files.
    const FORMAT: Format;
    /// The name of the data in errors.
    const PART: &'static str;

    /// Returns the bytes of a file with these data.
    ///
    /// # Errors
    /// If the data cannot be written as JSON.
    fn encode(&self) -> io::Result<Vec<u8>> {
        let text = serde_json::to_vec(self)?;
        let mut out = Self::FORMAT.writer(Vec::new())?;
        out.record(DATA, |block| block.extend(text))?;
        out.seal()
    }

    /// Writes a file with these data, [as a whole](files::replace).
    ///
    /// # Errors
    /// If the data cannot be written as JSON, or the file cannot be written; the old file stays.
    fn save(&self, path: &Path) -> io::Result<()> {
        files::replace(path, &self.encode()?)
    }

    /// Returns the data in the bytes of a file.
    ///
    /// # Errors
    /// If the bytes are foreign, of another version, cut off or altered.
    fn decode(bytes: &[u8]) -> Result<Self, FileFault> {
        let mut file = Self::FORMAT.reader(bytes)?;
        let mut data = file.section(DATA, Self::PART)?;
        file.end()?;
        read_as_written(data.rest()).map_err(|_| FileFault::Malformed(Self::PART))
    }

    /// Returns the data in a file of at most `most` bytes; `None` if the file does not exist.
    ///
    /// # Errors
    /// If the file cannot be read, is longer, or does not hold such data.
    fn load(path: &Path, most: u64) -> Result<Option<Self>, FileError> {
        let bytes = files::if_there(path, |path| Self::FORMAT.read(path, most))?;
        let data = bytes.map(|bytes| Self::decode(&bytes));
        data.transpose().map_err(|fault| fault.of(path))
    }
}

/// Reads JSON that is written exactly as this program writes the same data: another spelling is a forgery, such as a
/// name that occurs twice.
///
/// # Errors
/// If the text is not such data, or is written in another way.
pub fn read_as_written<T: Serialize + DeserializeOwned>(text: &[u8]) -> serde_json::Result<T> {
    /// The rest of the text that is expected.
    struct Expected<'a>(&'a [u8]);
    impl Write for Expected<'_> {
        fn write(&mut self, written: &[u8]) -> io::Result<usize> {
            let rest = self.0.strip_prefix(written);
            self.0 = rest.ok_or(io::ErrorKind::InvalidData)?;
            Ok(written.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let data = serde_json::from_slice(text)?;
    let mut expected = Expected(text);
    serde_json::to_writer(&mut expected, &data)?;
    match expected.0 {
        [] => Ok(data),
        _ => Err(de::Error::custom("the text has another form")),
    }
}

/// A sealed file that is being written.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    hash: blake3::Hasher,
    name: [u8; 4],
    block: Vec<u8>,
}

impl<W: Write> Writer<W> {
    /// Appends the record that `fill` appends, to a block of this name.
    ///
    /// # Errors
    /// Errors of the file system.
    pub fn record(&mut self, name: [u8; 4], fill: impl FnOnce(&mut Vec<u8>)) -> io::Result<()> {
        if name != self.name || self.block.len() >= FULL {
            self.end_block()?;
            self.name = name;
        }
        fill(&mut self.block);
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    /// Errors of the file system.
    pub fn seal(mut self) -> io::Result<W> {
        self.end_block()?;
        self.put_block(LAST, &[])?;
        self.out.write_all(self.hash.finalize().as_bytes())?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn end_block(&mut self) -> io::Result<()> {
        let mut block = std::mem::take(&mut self.block);
        if !block.is_empty() {
            self.put_block(self.name, &block)?;
            block.clear();
        }
        self.block = block;
        Ok(())
    }

    fn put_block(&mut self, name: [u8; 4], block: &[u8]) -> io::Result<()> {
        let length = u32::try_from(block.len());
        let length = length.map_err(|_| io::Error::other("a record is longer than 4 GiB"))?;
        self.put(&name)?;
        self.put(&length.to_le_bytes())?;
        self.put(&crc32(block).to_le_bytes())?;
        self.put(block)
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.out.write_all(bytes)
    }
}

/// A sealed file that is being read.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    hash: blake3::Hasher,
    part: &'static str,
}

impl<R: Read> Reader<R> {
    /// Returns the next block with the index of its name in `names`, which also holds the words for it in errors;
    /// `None` at the seal that ends the file.
    ///
    /// # Errors
    /// If the block is cut, altered, or has another name, or the seal does not match; data read before must then be
    /// discarded.
    pub fn block(
        &mut self,
        names: &[([u8; 4], &'static str)],
    ) -> Result<Option<(usize, Block)>, FileFault> {
        let name: [u8; 4] = self.array()?;
        let length = u32::from_le_bytes(self.array()?);
        let checksum = u32::from_le_bytes(self.array()?);
        if name == LAST && (length, checksum) == (0, crc32(&[])) {
            return self.check_seal().map(|()| None);
        }
        let place = names.iter().position(|(other, _)| *other == name);
        let place = place.filter(|_| length > 0);
        let place = place.ok_or(FileFault::Malformed("a block"))?;
        self.part = names[place].1;
        let mut contents = Vec::new();
        (&mut self.input)
            .take(length.into())
            .read_to_end(&mut contents)?;
        if contents.len() as u64 != u64::from(length) {
            return Err(FileFault::Cut(self.part));
        }
        if crc32(&contents) != checksum {
            return Err(FileFault::Altered(self.part));
        }
        self.hash.update(&contents);
        let block = Block {
            contents,
            read: 0,
            part: self.part,
        };
        Ok(Some((place, block)))
    }

    /// Returns the next block, which must have this name; errors call it `part`.
    ///
    /// # Errors
    /// Errors of [`block`](Reader::block), or if the file ends.
    pub fn section(&mut self, name: [u8; 4], part: &'static str) -> Result<Block, FileFault> {
        let block = self.block(&[(name, part)])?;
        Ok(block.ok_or(FileFault::Malformed(part))?.1)
    }

    /// Checks that the file ends with its seal.
    ///
    /// # Errors
    /// Errors of [`block`](Reader::block), or if another block follows.
    pub fn end(&mut self) -> Result<(), FileFault> {
        self.block(&[]).map(|_| ())
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], FileFault> {
        let mut bytes = [0; N];
        self.exactly(&mut bytes)?;
        self.hash.update(&bytes);
        Ok(bytes)
    }

    fn exactly(&mut self, bytes: &mut [u8]) -> Result<(), FileFault> {
        self.input
            .read_exact(bytes)
            .map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => FileFault::Cut(self.part),
                _ => error.into(),
            })
    }

    fn check_seal(&mut self) -> Result<(), FileFault> {
        self.part = "the end";
        let mut seal = [0; blake3::OUT_LEN];
        self.exactly(&mut seal)?;
        if seal != *self.hash.finalize().as_bytes() {
            return Err(FileFault::Altered("the whole"));
        }
        match self.input.read(&mut [0])? {
            0 => Ok(()),
            _ => Err(FileFault::Malformed(self.part)),
        }
    }
}

/// A block of records, read from the front.
#[derive(Clone, Debug)]
pub struct Block {
    contents: Vec<u8>,
    /// The number of bytes read so far.
    read: usize,
    part: &'static str,
}

impl Block {
    /// Reads the next bytes.
    ///
    /// # Errors
    /// [`FileFault::Cut`] if there are fewer.
    pub fn take(&mut self, count: usize) -> Result<&[u8], FileFault> {
        let taken = self.contents[self.read..].get(..count);
        self.read += taken.map_or(0, <[u8]>::len);
        taken.ok_or(FileFault::Cut(self.part))
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], FileFault> {
        let taken = self.contents[self.read..].first_chunk();
        self.read += taken.map_or(0, |_| N);
        taken.copied().ok_or(FileFault::Cut(self.part))
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

    /// Reads the next `count` items of at least a byte each, so that a false count cannot reserve too much memory.
    ///
    /// # Errors
    /// [`FileFault::Cut`], or the first error of `one`.
    pub fn many<T>(
        &mut self,
        count: usize,
        mut one: impl FnMut(&mut Self) -> Result<T, FileFault>,
    ) -> Result<Vec<T>, FileFault> {
        if count > self.contents.len() - self.read {
            return Err(FileFault::Cut(self.part));
        }
        (0..count).map(|_| one(self)).collect()
    }

    /// Reads a text that follows its length in four bytes.
    ///
    /// # Errors
    /// [`FileFault::Cut`], or [`FileFault::Malformed`] if it is not UTF-8.
    pub fn text(&mut self) -> Result<String, FileFault> {
        let length = self.u32()? as usize;
        let text = String::from_utf8(self.take(length)?.to_vec());
        text.map_err(|_| FileFault::Malformed(self.part))
    }

    /// Reads all that is left.
    pub fn rest(&mut self) -> &[u8] {
        let from = std::mem::replace(&mut self.read, self.contents.len());
        &self.contents[from..]
    }

    /// Returns whether all was read.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.read == self.contents.len()
    }

    /// Checks that nothing is left.
    ///
    /// # Errors
    /// [`FileFault::Malformed`]
    pub fn ended(&self) -> Result<(), FileFault> {
        match self.is_read() {
            true => Ok(()),
            false => Err(FileFault::Malformed(self.part)),
        }
    }
}

//! [Sealed files](crate::sealed) of many records, written and read a block at a time: nothing else of them is held.

use std::io::{self, Read, Write};

use crate::checksum::crc32;
use crate::files::FileFault;
use crate::sealed::{End, Format, HASH, Reader};

/// A block of this many bytes is full.
const FULL: usize = 1 << 20;
/// Longer blocks are invalid: a record that fills a block may be as long again and more.
const LONGEST: u32 = 1 << 26;
/// The name of the last block, which is empty.
const LAST: [u8; 4] = *b"END ";

/// A file of records that is being written.
///
/// Records of one name follow each other in blocks of that name, with lengths of 4 bytes; an empty block
/// `END ` and the hash of everything before are the end.
///
/// ```
/// use nimfield_core::sealed::{End, Format};
/// let format = Format {
///     magic: *b"EXAMPLE\n",
///     version: 1,
///     foreign: "this is not an example",
///     end: End::Hash,
/// };
/// let mut out = format.records_to(Vec::new()).unwrap();
/// for number in [3u32, 5] {
///     out.record(*b"NUMB", |block| block.extend(number.to_le_bytes())).unwrap();
/// }
/// let bytes = out.seal().unwrap();
///
/// let mut records = format.records_of(&bytes[..]).unwrap();
/// let (name, block) = records.block(&[(*b"NUMB", "the numbers")]).unwrap().unwrap();
/// let mut block = block.reader();
/// assert_eq!((name, block.u32(), block.u32()), (0, Ok(3), Ok(5)));
/// // `None` is returned only for a file with its seal.
/// assert!(records.block(&[]).unwrap().is_none());
/// ```
#[derive(Debug)]
pub struct Records<W> {
    out: W,
    hash: blake3::Hasher,
    name: [u8; 4],
    block: Vec<u8>,
}

impl Format {
    /// Begins a file of records.
    ///
    /// # Errors
    /// Those of `out`.
    ///
    /// # Panics
    /// If the format does not end with the hash alone.
    pub fn records_to<W: Write>(&self, out: W) -> io::Result<Records<W>> {
        assert_eq!(self.end, End::Hash, "records end with their hash");
        let mut records = Records {
            out,
            hash: blake3::Hasher::new(),
            name: LAST,
            block: Vec::new(),
        };
        records.put(self.writer().so_far())?;
        Ok(records)
    }

    /// Reads a file of records, of which magic and version are checked.
    ///
    /// # Errors
    /// Those of [`reader`](Format::reader), or what the system says.
    pub fn records_of<R: Read>(&self, input: R) -> Result<RecordsIn<R>, FileFault> {
        let mut records = RecordsIn {
            input,
            hash: blake3::Hasher::new(),
            part: "the beginning",
        };
        let mut begin = Vec::new();
        let most = self.magic.len() as u64 + 4;
        (&mut records.input).take(most).read_to_end(&mut begin)?;
        self.reader(&begin)?;
        records.hash.update(&begin);
        Ok(records)
    }
}

impl<W: Write> Records<W> {
    /// Appends the record that `fill` appends, to a block of this name.
    ///
    /// # Errors
    /// Those of the file system.
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
    /// Those of the file system.
    pub fn seal(mut self) -> io::Result<W> {
        self.end_block()?;
        self.put_block(LAST, &[])?;
        let hash = self.hash.finalize();
        self.out.write_all(hash.as_bytes())?;
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
        let length = u32::try_from(block.len()).ok();
        let length = length.filter(|&length| length <= LONGEST);
        let length = length.ok_or_else(|| io::Error::other("a record is too long"))?;
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

/// A file of records that is being read.
#[derive(Debug)]
pub struct RecordsIn<R> {
    input: R,
    hash: blake3::Hasher,
    part: &'static str,
}

/// A block of records.
#[derive(Clone, Debug)]
pub struct Block {
    contents: Vec<u8>,
    part: &'static str,
}

impl Block {
    /// Returns a reader of its records.
    #[must_use]
    pub fn reader(&self) -> Reader<'_> {
        Reader::of_block(&self.contents, self.part)
    }
}

impl<R: Read> RecordsIn<R> {
    /// Returns the next block, with the place of its name in `names`, where what errors call it stands beside; `None`
    /// where the file ends with its seal.
    ///
    /// # Errors
    /// If the block is cut, altered, or has another name, or the seal does not fit; what was read before is
    /// worth nothing then.
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
        let place = place.filter(|_| length <= LONGEST);
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
        let part = self.part;
        Ok(Some((place, Block { contents, part })))
    }

    fn array(&mut self) -> Result<[u8; 4], FileFault> {
        let mut bytes = [0; 4];
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
        let mut seal = [0; HASH];
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

//! Values of heaps in a file, to go on from.
//!
//! ```text
//! 8 bytes   NIMFHEAP
//! u32       format version, 1
//! CODE      block: the code in notation
//! VALS      block: how many values, and the values as numbers
//! 32 bytes  BLAKE3 of everything before
//! ```

use std::path::Path;

use nimfield_core::component::write_number;
use nimfield_core::families::heaps::HeapRules;
use nimfield_core::files::{FileError, FileFault, if_there, replace};
use nimfield_core::sealed::{End, Format, Width};

use super::values::HeapValues;

const FORMAT: Format = Format {
    magic: *b"NIMFHEAP",
    version: 1,
    foreign: "not a file of values of heaps",
    end: End::Hash,
};

impl HeapValues {
    /// Returns the bytes of a file that holds the values found so far.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut file = FORMAT.writer();
        file.block(b"CODE", Width::Eight, |out| {
            out.extend(self.rules().to_string().as_bytes())
        });
        file.block(b"VALS", Width::Eight, |out| {
            let values = self.values().iter().map(|&value| u64::from(value));
            let count = self.values().len() as u64;
            std::iter::once(count)
                .chain(values)
                .for_each(|number| write_number(out, number));
        });
        file.seal()
    }

    /// Reads what [`to_bytes`](HeapValues::to_bytes) wrote for the same rules.
    ///
    /// # Errors
    /// If the bytes are cut, altered or something else, or of another game.
    pub fn from_bytes(bytes: &[u8], rules: &HeapRules) -> Result<HeapValues, FileFault> {
        const VALUES: &str = "the section VALS";
        let mut file = FORMAT.reader(bytes)?;
        let mut code = file.block(b"CODE", Width::Eight, "the section CODE")?;
        let found = String::from_utf8_lossy(code.rest()).into_owned();
        let expected = rules.to_string();
        if found != expected {
            return Err(FileFault::Other { found, expected });
        }
        let mut list = file.block(b"VALS", Width::Eight, VALUES)?;
        let count = usize::try_from(list.number()?).map_err(|_| FileFault::Malformed(VALUES))?;
        let values = list.many(count, |list| {
            u32::try_from(list.number()?).map_err(|_| FileFault::Malformed(VALUES))
        })?;
        list.ended()?;
        file.check_seal()?;
        Ok(HeapValues::with_values(rules.clone(), values))
    }

    /// Writes the file as a whole.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        replace(path, &self.to_bytes()).map_err(|error| FileError::io(path, &error))
    }

    /// Reads a file of at most `most` bytes; a table without heaps if there is none yet.
    ///
    /// # Errors
    /// If it cannot be read, or is not a file of these rules.
    pub fn read(path: &Path, rules: &HeapRules, most: u64) -> Result<HeapValues, FileError> {
        let bytes = if_there(path, |path| FORMAT.read(path, most))?;
        match bytes {
            None => Ok(HeapValues::new(rules.clone())),
            Some(bytes) => HeapValues::from_bytes(&bytes, rules).map_err(|fault| fault.of(path)),
        }
    }
}

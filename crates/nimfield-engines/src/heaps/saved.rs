//! Values of heaps in a [sealed file](nimfield_core::sealed), for resuming: `CODE`, the code in notation, and the
//! records of `VALS`, the values as numbers.

use std::io;
use std::path::Path;

use nimfield_core::component::write_number;
use nimfield_core::families::heaps::HeapRules;
use nimfield_core::files::{FileError, FileFault, if_there, replace};
use nimfield_core::sealed::Format;

use super::values::HeapValues;

const FORMAT: Format = Format {
    magic: *b"NIMFHEAP",
    version: 2,
    foreign: "not a file of values of heaps",
};

impl HeapValues {
    /// Returns the bytes of a file with the values found so far.
    ///
    /// # Errors
    /// Never, since the file is in memory.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut file = FORMAT.writer(Vec::new())?;
        let code = self.rules().to_string();
        file.record(*b"CODE", |out| out.extend(code.as_bytes()))?;
        for &value in self.values() {
            file.record(*b"VALS", |out| write_number(out, value.into()))?;
        }
        file.seal()
    }

    /// Reads what [`to_bytes`](HeapValues::to_bytes) wrote for the same rules.
    ///
    /// # Errors
    /// If the bytes are cut off, altered, or belong to another format or game.
    pub fn from_bytes(bytes: &[u8], rules: &HeapRules) -> Result<HeapValues, FileFault> {
        const VALUES: &str = "the section VALS";
        let mut file = FORMAT.reader(bytes)?;
        let mut code = file.section(*b"CODE", "the section CODE")?;
        let found = String::from_utf8_lossy(code.rest()).into_owned();
        let expected = rules.to_string();
        if found != expected {
            return Err(FileFault::Other { found, expected });
        }
        let mut values = Vec::new();
        while let Some((_, mut list)) = file.block(&[(*b"VALS", VALUES)])? {
            while !list.is_read() {
                let value = list.number()?;
                // A value is at most the length of the longest game. Each move lowers twice the number of beans less
                // the number of heaps, which is below 2n for a heap of n. So the marks of values stay small.
                if value > 2 * values.len() as u64 {
                    return Err(FileFault::Malformed(VALUES));
                }
                values.push(u32::try_from(value).map_err(|_| FileFault::Malformed(VALUES))?);
            }
        }
        Ok(HeapValues::with_values(rules.clone(), values))
    }

    /// Writes the file atomically.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        let written = self.to_bytes().and_then(|bytes| replace(path, &bytes));
        written.map_err(|error| FileError::io(path, &error))
    }

    /// Reads a file whose values take at most `most` bytes of memory; returns a table without heaps if the file does not
    /// exist.
    ///
    /// # Errors
    /// If the file cannot be read, or belongs to other rules.
    pub fn read(path: &Path, rules: &HeapRules, most: u64) -> Result<HeapValues, FileError> {
        /// A byte of the file may be a heap: its value, and the marks of values up to twice the heap, rounded up to a
        /// power of two.
        const PER_BYTE: u64 = 4 + 16 + 1;
        let bytes = if_there(path, |path| FORMAT.read(path, most / PER_BYTE))?;
        match bytes {
            None => Ok(HeapValues::new(rules.clone())),
            Some(bytes) => HeapValues::from_bytes(&bytes, rules).map_err(|fault| fault.of(path)),
        }
    }
}

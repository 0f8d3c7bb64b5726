//! A hunt in a [sealed file](nimfield_core::sealed), to be continued or merged.
//!
//! ```text
//! 8 bytes   NIMFHUNT
//! u32       format version, 2
//! block     the hunt as JSON: claim, shard, and what is known by size; its length in 8 bytes
//! 32 bytes  BLAKE3 of everything before
//! ```

use std::io;
use std::path::Path;

use nimfield_core::files::{FileError, FileFault, replace};
use nimfield_core::sealed::{End, Format};

use crate::hunt::Hunt;

const FORMAT: Format = Format {
    magic: *b"NIMFHUNT",
    version: 2,
    foreign: "not the state of a hunt",
    end: End::Hash,
};

/// What errors call the contents.
const PART: &str = "the hunt";

impl Hunt {
    /// Encodes the hunt as the bytes of a file.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        FORMAT.seal_data(self)
    }

    /// Decodes the hunt in these bytes.
    ///
    /// # Errors
    /// If they are foreign, of another version, cut off or altered.
    pub fn decode(bytes: &[u8]) -> Result<Hunt, FileFault> {
        FORMAT.unseal_data(bytes, PART)
    }

    /// Writes the file, [as a whole](nimfield_core::files::replace).
    ///
    /// # Errors
    /// If the system refuses.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        replace(path, &self.encode())
    }

    /// Reads a file of at most `most` bytes; `None` if there is none.
    ///
    /// # Errors
    /// If the file cannot be read, is longer, or holds no whole hunt.
    pub fn load(path: &Path, most: u64) -> Result<Option<Hunt>, FileError> {
        FORMAT.load_data(path, most, PART)
    }
}

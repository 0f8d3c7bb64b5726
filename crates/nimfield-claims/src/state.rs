//! A hunt in a file, to be continued or merged.
//!
//! ```text
//! 8 bytes   NIMFHUNT
//! u32       format version, 1 (numbers are little-endian)
//! u64       length of the text that follows
//! u32       CRC-32 of the text
//! text      the hunt as JSON: claim, shard, and what is known by size
//! 32 bytes  BLAKE3 of everything before
//! ```

use std::fmt;
use std::io;
use std::path::Path;

use crate::hunt::Hunt;

const MAGIC: &[u8; 8] = b"NIMFHUNT";
const VERSION: u32 = 1;
const HEAD: usize = 8 + 4 + 8 + 4;
const HASH: usize = 32;

/// Why a file holds no hunt that can be continued.
#[derive(Debug)]
pub enum HuntFileError {
    /// The file could not be read or written.
    Io(io::Error),
    /// It is none of these files.
    Foreign,
    /// Its format is of another version.
    Version(u32),
    /// It is cut off or altered.
    Damaged,
}

impl fmt::Display for HuntFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HuntFileError::Io(error) => error.fmt(f),
            HuntFileError::Foreign => f.write_str("not the state of a hunt"),
            HuntFileError::Version(version) => write!(
                f,
                "the format has version {version}, this program reads version {VERSION}"
            ),
            HuntFileError::Damaged => f.write_str("the file is cut off or altered"),
        }
    }
}

impl std::error::Error for HuntFileError {}

impl From<io::Error> for HuntFileError {
    fn from(error: io::Error) -> HuntFileError {
        HuntFileError::Io(error)
    }
}

impl Hunt {
    /// The bytes of a file.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let text = serde_json::to_vec(self).unwrap_or_default();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((text.len() as u64).to_le_bytes());
        bytes.extend(crc32fast::hash(&text).to_le_bytes());
        bytes.extend(text);
        let hash = blake3::hash(&bytes);
        bytes.extend(hash.as_bytes());
        bytes
    }

    /// The hunt in these bytes.
    ///
    /// # Errors
    /// If the file is foreign, of another version, cut off or altered.
    pub fn decode(bytes: &[u8]) -> Result<Hunt, HuntFileError> {
        if !bytes.starts_with(MAGIC) {
            return Err(HuntFileError::Foreign);
        }
        let word = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        let version = word(8).ok_or(HuntFileError::Damaged)?;
        if version != VERSION {
            return Err(HuntFileError::Version(version));
        }
        let body = bytes.len().checked_sub(HASH).filter(|&body| body >= HEAD);
        let (body, hash) = bytes.split_at(body.ok_or(HuntFileError::Damaged)?);
        let text = &body[HEAD..];
        let length = bytes[12..20].try_into().map_or(0, u64::from_le_bytes);
        let sound = blake3::hash(body).as_bytes() == hash
            && length == text.len() as u64
            && word(20) == Some(crc32fast::hash(text));
        if !sound {
            return Err(HuntFileError::Damaged);
        }
        serde_json::from_slice(text).map_err(|_| HuntFileError::Damaged)
    }

    /// Writes the file, [as a whole](nimfield_core::files::replace).
    ///
    /// # Errors
    /// If the system refuses.
    pub fn save(&self, path: &Path) -> Result<(), HuntFileError> {
        Ok(nimfield_core::files::replace(path, &self.encode())?)
    }

    /// Reads a file; `None` if there is none.
    ///
    /// # Errors
    /// [`HuntFileError`].
    pub fn load(path: &Path) -> Result<Option<Hunt>, HuntFileError> {
        match std::fs::read(path) {
            Ok(bytes) => Hunt::decode(&bytes).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

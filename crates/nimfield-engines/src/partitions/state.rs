//! A census in a file, to be continued later.
//!
//! All numbers are little-endian; a *number* without a size is written seven bits a byte, the low ones
//! first, all bytes but the last with the high bit set.
//!
//! ```text
//! 8 bytes   NIMFCENS
//! u32       format version, 1
//! u32       length of the text that follows
//! text      what the values are of: game, play and grading, as in "pnim normal size"
//! u32       how many levels follow
//! level     u32 length of the block, u32 CRC-32 of it, and the block:
//!             how many counts, and the partitions with value 0, 1, …
//!             how many partitions are heavy
//!             how many are light, and for each of them: its place minus that of the one
//!             before (from 0), and its value
//! u64       length of everything before
//! 32 bytes  BLAKE3 of everything before
//! ```

use std::fmt;
use std::io;
use std::path::Path;

use super::order::Order;
use super::{Census, Grading, Level, Light, words};

const MAGIC: &[u8; 8] = b"NIMFCENS";
const VERSION: u32 = 1;
/// Length and hash.
const END: usize = 8 + 32;

/// Why a file holds no census that can be continued.
#[derive(Debug)]
pub enum StateError {
    /// The file could not be read or written.
    Io(io::Error),
    /// It is none of these files.
    Foreign,
    /// Its format is of another version.
    Version(u32),
    /// It is a census of something else.
    Other {
        /// What it is of.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// It is cut off or altered.
    Damaged(&'static str),
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StateError::Io(error) => error.fmt(f),
            StateError::Foreign => f.write_str("not a file of values of partitions"),
            StateError::Version(version) => write!(
                f,
                "the format has version {version}, this program reads version {VERSION}"
            ),
            StateError::Other { found, expected } => {
                write!(f, "the file is of {found:?}, wanted is {expected:?}")
            }
            StateError::Damaged(where_) => write!(f, "the file is cut off or altered: {where_}"),
        }
    }
}

impl std::error::Error for StateError {}

impl From<io::Error> for StateError {
    fn from(error: io::Error) -> StateError {
        StateError::Io(error)
    }
}

fn identity(grading: Grading) -> String {
    format!("pnim normal {grading}")
}

fn number(out: &mut Vec<u8>, number: u64) {
    nimfield_core::component::write_number(out, number);
}

/// The bytes of a file.
#[must_use]
pub fn encode(census: &Census) -> Vec<u8> {
    let mut out = Vec::new();
    out.extend(MAGIC);
    out.extend(VERSION.to_le_bytes());
    let identity = identity(census.grading);
    out.extend((identity.len() as u32).to_le_bytes());
    out.extend(identity.as_bytes());
    out.extend((census.levels.len() as u32).to_le_bytes());
    for level in &census.levels {
        let mut block = Vec::new();
        number(&mut block, level.counts.len() as u64);
        for &count in &level.counts {
            number(&mut block, count);
        }
        number(&mut block, level.heavy);
        number(&mut block, level.light.len() as u64);
        let mut before = 0;
        for light in &level.light {
            number(&mut block, light.place() - before);
            number(&mut block, light.value().into());
            before = light.place();
        }
        out.extend((block.len() as u32).to_le_bytes());
        out.extend(crc32fast::hash(&block).to_le_bytes());
        out.extend(block);
    }
    out.extend((out.len() as u64).to_le_bytes());
    let hash = blake3::hash(&out[..out.len() - 8]);
    out.extend(hash.as_bytes());
    out
}

/// What is left to read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> Result<&'a [u8], StateError> {
        let (bytes, rest) = self
            .0
            .split_at_checked(count)
            .ok_or(StateError::Damaged("it ends too early"))?;
        self.0 = rest;
        Ok(bytes)
    }

    fn u32(&mut self) -> Result<u32, StateError> {
        let mut bytes = [0; 4];
        bytes.copy_from_slice(self.bytes(4)?);
        Ok(u32::from_le_bytes(bytes))
    }

    fn number(&mut self) -> Result<u64, StateError> {
        let mut number = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.bytes(1)?[0];
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                break;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(StateError::Damaged("a number is too large"))
    }
}

/// The census in the bytes of a file.
///
/// # Errors
/// If they are not those of a whole file of this grading, or what they say cannot be.
pub fn decode(bytes: &[u8], grading: Grading) -> Result<Census, StateError> {
    let mut reader = Reader(bytes);
    if !bytes.starts_with(MAGIC) {
        return Err(StateError::Foreign);
    }
    reader.bytes(MAGIC.len())?;
    let version = reader.u32()?;
    if version != VERSION {
        return Err(StateError::Version(version));
    }
    let length = reader.u32()? as usize;
    let found = String::from_utf8_lossy(reader.bytes(length)?).into_owned();
    let expected = identity(grading);
    if found != expected {
        return Err(StateError::Other { found, expected });
    }
    let whole = bytes.len().checked_sub(END);
    let (content, end) = bytes.split_at(whole.ok_or(StateError::Damaged("it ends too early"))?);
    let (length, hash) = end.split_at(8);
    if length != (content.len() as u64).to_le_bytes() {
        return Err(StateError::Damaged("its length is wrong"));
    }
    if hash != blake3::hash(content).as_bytes() {
        return Err(StateError::Damaged("its checksum is wrong"));
    }
    let mut census = Census::new(grading);
    let most = match grading {
        Grading::Size => Order::MOST,
        Grading::Perimeter => words::MOST,
    };
    let order = Order::new(Order::MOST);
    let levels = reader.u32()?;
    for grade in 0..levels {
        if grade > most {
            return Err(StateError::Damaged("it has too many levels"));
        }
        let length = reader.u32()? as usize;
        let checksum = reader.u32()?;
        let block = reader.bytes(length)?;
        if crc32fast::hash(block) != checksum {
            return Err(StateError::Damaged("the checksum of a level is wrong"));
        }
        let places = match grading {
            Grading::Size => 0..u64::from(order.count(grade)),
            Grading::Perimeter => words::places(grade),
        };
        census.levels.push(level(block, grade, places)?);
    }
    if reader.0.len() != END {
        return Err(StateError::Damaged("there is more than the levels"));
    }
    Ok(census)
}

/// A level, which has a partition for each of these places.
fn level(block: &[u8], grade: u32, places: std::ops::Range<u64>) -> Result<Level, StateError> {
    let wrong = || StateError::Damaged("the numbers of a level contradict each other");
    let mut reader = Reader(block);
    let values = reader.number()?;
    if values > u64::from(grade) + 1 {
        return Err(wrong());
    }
    let counts: Result<Vec<u64>, StateError> = (0..values).map(|_| reader.number()).collect();
    let counts = counts?;
    let heavy = reader.number()?;
    let lights = reader.number()?;
    let mut light: Vec<Light> = Vec::new();
    let mut of_value = vec![0u64; counts.len()];
    let mut place = 0u64;
    for _ in 0..lights {
        let step = reader.number()?;
        let value = reader.number()?;
        if step == 0 && !light.is_empty() {
            return Err(wrong());
        }
        place = place.checked_add(step).ok_or_else(wrong)?;
        let slot = usize::try_from(value)
            .ok()
            .and_then(|value| of_value.get_mut(value));
        match slot {
            Some(count) if places.contains(&place) => *count += 1,
            _ => return Err(wrong()),
        }
        light.push(Light::new(place, value as u8));
    }
    // All others are heavy.
    let mut others = counts
        .iter()
        .zip(&of_value)
        .map(|(all, light)| all.checked_sub(*light));
    let others = others.try_fold(0u64, |sum, count| sum.checked_add(count?));
    let sound = others == Some(heavy)
        && heavy.checked_add(lights) == Some(places.end - places.start)
        && counts.last() != Some(&0)
        && reader.0.is_empty();
    match sound {
        true => Ok(Level {
            counts,
            heavy,
            light,
        }),
        false => Err(wrong()),
    }
}

/// Writes a census, [as a whole](nimfield_core::files::replace).
///
/// # Errors
/// Those of the file system.
pub fn write(path: &Path, census: &Census) -> io::Result<()> {
    nimfield_core::files::replace(path, &encode(census))
}

/// Reads a census; an empty one if there is no such file.
///
/// # Errors
/// If the file cannot be read, or is not a whole one of this grading.
pub fn read(path: &Path, grading: Grading) -> Result<Census, StateError> {
    match std::fs::read(path) {
        Ok(bytes) => decode(&bytes, grading),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Census::new(grading)),
        Err(error) => Err(error.into()),
    }
}

//! The bytes of a table file; documented in `docs/src/files.md`.

use std::fmt;
use std::path::{Path, PathBuf};

use super::super::plan::Plan;
use super::{Kind, Rules, Summary};
use nimfield_core::budget::Bytes;
use nimfield_core::families::taking::Taking;
use nimfield_core::words::Play;

/// The first bytes of a table file.
pub(super) const MAGIC: [u8; 8] = *b"\x89NIMTAB\n";
/// The first bytes of a state file.
pub(super) const STATE_MAGIC: [u8; 8] = *b"\x89NIMSTA\n";
const VERSION: u32 = 1;
/// The data begin with a page.
const PAGE: u64 = 4096;
/// Bytes of data with a checksum of their own.
pub(super) const CHECKED: usize = 1 << 16;
/// Bytes of the header before the game's text.
const FIXED: usize = 152;
/// Bytes of the whole-file hash at the end.
pub(super) const HASH: usize = 32;
/// The longest text of a game.
const LONGEST_TEXT: usize = 1 << 16;

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The system refused to open, read or write it.
    Io(String),
    /// It is something else than a table.
    Foreign,
    /// A format of another version of the program.
    Version(u32),
    /// It is shorter or longer than it should be.
    Length {
        /// The length it has.
        found: u64,
        /// The length it should have.
        expected: u64,
    },
    /// A part does not have its checksum.
    Altered(&'static str),
    /// It is the table of other rules.
    OtherRules(String),
    /// Another process is writing it.
    InUse,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.fault {
            Fault::Io(error) => f.write_str(error),
            Fault::Foreign => f.write_str("this is no table of a board"),
            Fault::Version(version) => write!(
                f,
                "a table in format {version}; this program reads format {VERSION}"
            ),
            Fault::Length { found, expected } if found < expected => {
                write!(f, "the file is cut off: {found} bytes of {expected}")
            }
            Fault::Length { found, expected } => write!(
                f,
                "the file has been altered: {found} bytes instead of {expected}"
            ),
            Fault::Altered(part) => {
                write!(
                    f,
                    "the file has been altered: {part} does not match its checksum"
                )
            }
            Fault::OtherRules(rules) => write!(
                f,
                "this belongs to other rules: {rules}; remove it or choose another name"
            ),
            Fault::InUse => f.write_str("another process is working on it"),
        }
    }
}

impl std::error::Error for FileError {}

/// An error of the system about a file.
pub(super) fn io_error(path: &Path, error: &std::io::Error) -> FileError {
    FileError {
        path: path.to_owned(),
        fault: Fault::Io(error.to_string()),
    }
}

/// The hash of the cells and masks of a game: what a table depends on besides the play.
#[must_use]
pub fn masks_hash(game: &Taking) -> [u8; 32] {
    let mut hash = blake3::Hasher::new();
    hash.update(&game.cells().to_le_bytes());
    for mask in game.masks() {
        hash.update(&mask.to_le_bytes());
    }
    *hash.finalize().as_bytes()
}

/// What stands before the data, and where the data are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) rules: Rules,
    /// The cell that each bit of an index stands for.
    pub(super) order: Vec<u8>,
    pub(super) planes: u32,
}

impl Header {
    pub(super) fn new(rules: Rules, plan: &Plan, planes: u32) -> Header {
        Header {
            rules,
            order: plan.order.clone(),
            planes,
        }
    }

    /// Bytes of a plane of bits.
    pub(super) fn plane_bytes(&self) -> usize {
        1usize << self.rules.cells.max(6) >> 3
    }

    pub(super) fn data_start(&self) -> u64 {
        ((FIXED + self.rules.text.len() + 4) as u64).next_multiple_of(PAGE)
    }

    pub(super) fn data_bytes(&self) -> usize {
        self.planes as usize * self.plane_bytes()
    }

    /// The header, with padding up to the data.
    pub(super) fn write(&self, summary_bytes: usize) -> Vec<u8> {
        let rules = &self.rules;
        let mut out = Vec::new();
        out.extend(MAGIC);
        out.extend(VERSION.to_le_bytes());
        out.extend((rules.kind as u32).to_le_bytes());
        out.extend(self.file_bytes(summary_bytes).to_le_bytes());
        out.extend(self.data_start().to_le_bytes());
        out.extend((self.plane_bytes() as u64).to_le_bytes());
        out.extend(self.planes.to_le_bytes());
        out.extend(rules.cells.to_le_bytes());
        out.extend((rules.play as u32).to_le_bytes());
        out.extend((rules.text.len() as u32).to_le_bytes());
        out.extend(rules.masks_hash);
        out.extend(self.order.iter().chain(std::iter::repeat(&0xff)).take(64));
        out.extend(rules.text.as_bytes());
        let sum = crc32fast::hash(&out);
        out.extend(sum.to_le_bytes());
        out.resize(self.data_start() as usize, 0);
        out
    }

    /// The length of the file, where the summary has so many bytes.
    fn file_bytes(&self, summary_bytes: usize) -> u64 {
        let sums = self.data_bytes().div_ceil(CHECKED) * 4;
        self.data_start() + (self.data_bytes() + sums + summary_bytes + 4 + HASH) as u64
    }

    /// Reads a header from the beginning of a file of the given length.
    pub(super) fn read(bytes: &[u8], file_bytes: u64) -> Result<Header, Fault> {
        if bytes.len() < 8 || bytes[..8] != MAGIC {
            return Err(Fault::Foreign);
        }
        let cut = |expected: usize| Fault::Length {
            found: file_bytes,
            expected: expected as u64,
        };
        let fixed = bytes.get(..FIXED).ok_or_else(|| cut(FIXED))?;
        let mut reader = Reader(&fixed[8..]);
        let mut number = || reader.u32().unwrap_or(0);
        let version = number();
        if version != VERSION {
            return Err(Fault::Version(version));
        }
        let kind = number();
        let file_length = u64::from(number()) | u64::from(number()) << 32;
        let data_start = u64::from(number()) | u64::from(number()) << 32;
        let plane_bytes = u64::from(number()) | u64::from(number()) << 32;
        let (planes, cells, play, text_len) = (number(), number(), number(), number() as usize);
        let altered = Fault::Altered("the header");
        if text_len > LONGEST_TEXT {
            return Err(altered);
        }
        let end = FIXED + text_len;
        let sum = bytes.get(end..end + 4).ok_or_else(|| cut(end + 4))?;
        if crc32fast::hash(&bytes[..end]).to_le_bytes() != sum {
            return Err(altered);
        }
        // From here on the header is as it was written; what it says is checked all the same.
        let rules = Rules {
            text: String::from_utf8(bytes[FIXED..end].to_vec()).map_err(|_| altered.clone())?,
            play: match play {
                0 => Play::Normal,
                1 => Play::Misere,
                _ => return Err(altered),
            },
            kind: match kind {
                0 => Kind::Outcomes,
                1 => Kind::Values,
                _ => return Err(altered),
            },
            cells,
            masks_hash: fixed[56..88].try_into().map_err(|_| altered.clone())?,
        };
        if cells > super::MAX_TABLE_CELLS || planes > 8 {
            return Err(altered);
        }
        let order = fixed[88..88 + cells as usize].to_vec();
        let set = order.iter().fold(0u64, |set, &cell| set | 1 << (cell & 63));
        if set.count_ones() != cells || set.checked_shr(cells).unwrap_or(0) != 0 {
            return Err(altered);
        }
        let header = Header {
            rules,
            order,
            planes,
        };
        if header.data_start() != data_start || header.plane_bytes() as u64 != plane_bytes {
            return Err(altered);
        }
        if file_length != file_bytes {
            return Err(Fault::Length {
                found: file_bytes,
                expected: file_length,
            });
        }
        Ok(header)
    }
}

impl Summary {
    /// The bytes of the summary, of a length that depends on the rules and the largest value and
    /// the number of winning moves alone.
    pub(super) fn write(&self) -> Vec<u8> {
        let mut out = Vec::new();
        out.extend(u32::from(self.full_is_p).to_le_bytes());
        out.extend((self.winning_moves.len() as u32).to_le_bytes());
        out.extend((self.p_by_stones.len() as u32).to_le_bytes());
        out.extend((self.by_value.len() as u32).to_le_bytes());
        out.extend(self.full_value.map_or(u32::MAX, u32::from).to_le_bytes());
        for number in [&self.winning_moves, &self.p_by_stones, &self.by_value] {
            out.extend(number.iter().flat_map(|number| number.to_le_bytes()));
        }
        out
    }

    /// Reads a summary that takes all of `bytes`.
    pub(super) fn read(bytes: &[u8]) -> Option<Summary> {
        let mut reader = Reader(bytes);
        let full_is_p = reader.u32()? == 1;
        let (moves, stones, values) = (reader.u32()?, reader.u32()?, reader.u32()?);
        let full_value = u8::try_from(reader.u32()?).ok();
        let mut list = |len: u32| -> Option<Vec<u64>> { (0..len).map(|_| reader.u64()).collect() };
        let (winning_moves, p_by_stones, by_value) = (list(moves)?, list(stones)?, list(values)?);
        reader.0.is_empty().then_some(Summary {
            full_is_p,
            full_value,
            winning_moves,
            p_by_stones,
            by_value,
        })
    }
}

/// Numbers in little-endian order, one after the other.
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl Reader<'_> {
    pub(super) fn u32(&mut self) -> Option<u32> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_le_bytes(*number))
    }

    fn u64(&mut self) -> Option<u64> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*number))
    }
}

/// The bytes a table takes in memory while it is made.
#[must_use]
pub fn memory_needed(cells: u32, kind: Kind) -> u64 {
    let plane = 1u64.checked_shl(cells.max(12) - 3).unwrap_or(u64::MAX);
    let planes = match kind {
        Kind::Outcomes => 1,
        // A value is at most the number of moves that can be made one after the other.
        Kind::Values => 2 + u64::from(u32::BITS - cells.leading_zeros()),
    };
    plane.saturating_mul(planes)
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Outcomes => "outcomes",
            Kind::Values => "values",
        })
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rules {
            text, play, kind, ..
        } = self;
        write!(
            f,
            "{text}, {play} play, {kind}, {}",
            Bytes((1 << self.cells.max(6)) / 8)
        )
    }
}

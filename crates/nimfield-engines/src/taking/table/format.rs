//! The bytes of a table file; documented in `docs/src/files.md`.

use super::super::plan::Plan;
use super::rules::{BoardSummary, MAX_TABLE_CELLS, TableKind, TableRules};
use nimfield_core::checksum::crc32;
use nimfield_core::files::FileFault;
use nimfield_core::words::Play;

/// The first bytes of a table file.
pub(super) const MAGIC: [u8; 8] = *b"\x89NIMTAB\n";
/// The first bytes of a state file.
pub(super) const STATE_MAGIC: [u8; 8] = *b"\x89NIMSTA\n";
/// The first bytes of a state file of a table in pieces.
pub(super) const PIECES_MAGIC: [u8; 8] = *b"\x89NIMPCS\n";
const VERSION: u32 = 1;
/// What is said of other files.
const FOREIGN: &str = "not a Nimfield board table";
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
/// The most bytes of a header before the zeros.
pub(super) const LONGEST_HEADER: usize = FIXED + LONGEST_TEXT + 4;

/// What stands before the data, and where the data are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) rules: TableRules,
    /// The cell that each bit of an index stands for.
    pub(super) order: Vec<u8>,
    pub(super) planes: u32,
}

impl Header {
    pub(super) fn new(rules: TableRules, plan: &Plan, planes: u32) -> Header {
        Header {
            rules,
            order: plan.order.clone(),
            planes,
        }
    }

    /// Returns the number of bytes of a plane of bits.
    pub(super) fn plane_bytes(&self) -> u64 {
        1 << self.rules.cells.max(6) >> 3
    }

    pub(super) fn data_start(&self) -> u64 {
        ((FIXED + self.rules.text.len() + 4) as u64).next_multiple_of(PAGE)
    }

    pub(super) fn data_bytes(&self) -> u64 {
        u64::from(self.planes) * self.plane_bytes()
    }

    /// Encodes the header, with padding up to the data.
    pub(super) fn write(&self, summary_bytes: usize) -> Vec<u8> {
        let rules = &self.rules;
        let mut out = Vec::new();
        out.extend(MAGIC);
        out.extend(VERSION.to_le_bytes());
        out.extend((rules.kind as u32).to_le_bytes());
        out.extend(self.file_bytes(summary_bytes).to_le_bytes());
        out.extend(self.data_start().to_le_bytes());
        out.extend(self.plane_bytes().to_le_bytes());
        out.extend(self.planes.to_le_bytes());
        out.extend(rules.cells.to_le_bytes());
        out.extend((rules.play as u32).to_le_bytes());
        out.extend((rules.text.len() as u32).to_le_bytes());
        out.extend(rules.masks_hash);
        out.extend(self.order.iter().chain(std::iter::repeat(&0xff)).take(64));
        out.extend(rules.text.as_bytes());
        let sum = crc32(&out);
        out.extend(sum.to_le_bytes());
        out.resize(self.data_start() as usize, 0);
        out
    }

    /// Returns the length of the file, where the summary has this many bytes.
    pub(super) fn file_bytes(&self, summary_bytes: usize) -> u64 {
        let sums = self.data_bytes().div_ceil(CHECKED as u64) * 4;
        self.data_start() + self.data_bytes() + sums + (summary_bytes + 4 + HASH) as u64
    }

    /// Reads a header from the beginning of a file of the given length.
    pub(super) fn read(bytes: &[u8], file_bytes: u64) -> Result<Header, FileFault> {
        if bytes.len() < 8 || bytes[..8] != MAGIC {
            return Err(FileFault::Foreign(FOREIGN));
        }
        let cut = |expected: usize| FileFault::Length {
            found: file_bytes,
            expected: expected as u64,
        };
        let fixed = bytes.get(..FIXED).ok_or_else(|| cut(FIXED))?;
        let mut reader = Reader(&fixed[8..]);
        let mut number = || reader.u32().unwrap_or(0);
        let version = number();
        if version != VERSION {
            return Err(FileFault::Version {
                found: version,
                reads: VERSION,
            });
        }
        let kind = number();
        let file_length = u64::from(number()) | u64::from(number()) << 32;
        let data_start = u64::from(number()) | u64::from(number()) << 32;
        let plane_bytes = u64::from(number()) | u64::from(number()) << 32;
        let (planes, cells, play, text_len) = (number(), number(), number(), number() as usize);
        let altered = FileFault::Altered("the header");
        if text_len > LONGEST_TEXT {
            return Err(altered);
        }
        let end = FIXED + text_len;
        let sum = bytes.get(end..end + 4).ok_or_else(|| cut(end + 4))?;
        if crc32(&bytes[..end]).to_le_bytes() != sum {
            return Err(altered);
        }
        // From here on the header is as it was written; what it says is checked all the same.
        let rules = TableRules {
            text: String::from_utf8(bytes[FIXED..end].to_vec()).map_err(|_| altered.clone())?,
            play: match play {
                0 => Play::Normal,
                1 => Play::Misere,
                _ => return Err(altered),
            },
            kind: match kind {
                0 => TableKind::Outcomes,
                1 => TableKind::Values,
                _ => return Err(altered),
            },
            cells,
            masks_hash: fixed[56..88].try_into().map_err(|_| altered.clone())?,
        };
        if cells > MAX_TABLE_CELLS || planes > 8 {
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
        if header.data_start() != data_start || header.plane_bytes() != plane_bytes {
            return Err(altered);
        }
        if file_length != file_bytes {
            return Err(FileFault::Length {
                found: file_bytes,
                expected: file_length,
            });
        }
        Ok(header)
    }
}

impl BoardSummary {
    /// Encodes the summary as bytes, of a length that depends on the rules and the largest value and the number of
    /// winning moves alone.
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
    pub(super) fn read(bytes: &[u8]) -> Option<BoardSummary> {
        let mut reader = Reader(bytes);
        let full_is_p = reader.u32()? == 1;
        let (moves, stones, values) = (reader.u32()?, reader.u32()?, reader.u32()?);
        let full_value = u8::try_from(reader.u32()?).ok();
        let mut list = |len: u32| -> Option<Vec<u64>> { (0..len).map(|_| reader.u64()).collect() };
        let (winning_moves, p_by_stones, by_value) = (list(moves)?, list(stones)?, list(values)?);
        reader.0.is_empty().then_some(BoardSummary {
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

    pub(super) fn u64(&mut self) -> Option<u64> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*number))
    }
}

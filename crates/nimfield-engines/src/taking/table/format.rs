//! The bytes of a table file; documented in `docs/src/files.md`.

use super::super::plan::Plan;
use super::layout::PieceLayout;
use super::rules::{BoardSummary, MAX_TABLE_CELLS, TableKind, TableRules};
use nimfield_core::checksum::crc32;
use nimfield_core::files::FileFault;
use nimfield_core::words::Play;

/// The first bytes of a table file.
pub(super) const MAGIC: [u8; 8] = *b"\x89NIMTAB\n";
/// The first bytes of a state file.
pub(super) const STATE_MAGIC: [u8; 8] = *b"\x89NIMPCS\n";
/// The first bytes of a state file that version 0.1.0 wrote for a run in memory.
pub(super) const OLD_STATE_MAGIC: [u8; 8] = *b"\x89NIMSTA\n";
const VERSION: u32 = 1;
/// The error for other files.
const FOREIGN: &str = "not a Nimfield board table";
/// The alignment of the data.
const PAGE: u64 = 4096;
/// The bytes of data per checksum.
pub(super) const CHECKED: usize = 1 << 16;
/// The bytes of the header before the text of the game.
const FIXED: usize = 152;
/// The bytes of the whole-file hash at the end.
pub(super) const HASH: usize = 32;
/// The longest text of a game.
const LONGEST_TEXT: usize = 1 << 16;
/// The most bytes of a header before the zeros.
pub(super) const LONGEST_HEADER: usize = FIXED + LONGEST_TEXT + 4;

/// The header of a file, with the place of the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) rules: TableRules,
    /// The cell for each bit of an index.
    pub(super) order: Vec<u8>,
    pub(super) planes: u32,
}

impl Header {
    /// Creates the header with the maximal number of planes.
    pub(super) fn new(rules: TableRules, plan: &Plan) -> Header {
        let form = PieceLayout::new(rules.kind, rules.cells);
        Header {
            rules,
            order: plan.order.clone(),
            planes: form.planes() as u32,
        }
    }

    /// Returns the layout of each piece of the table.
    pub(super) fn form(&self) -> PieceLayout {
        PieceLayout::new(self.rules.kind, self.rules.cells)
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
        self.with_length(self.file_bytes(summary_bytes))
    }

    /// Encodes the header of a file of this length, with padding up to the data.
    fn with_length(&self, file_bytes: u64) -> Vec<u8> {
        let rules = &self.rules;
        let mut out = Vec::new();
        out.extend(MAGIC);
        out.extend(VERSION.to_le_bytes());
        out.extend((rules.kind as u32).to_le_bytes());
        out.extend(file_bytes.to_le_bytes());
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

    /// Returns the length of a file with this many bytes of summary.
    pub(super) fn file_bytes(&self, summary_bytes: usize) -> u64 {
        let sums = self.data_bytes().div_ceil(CHECKED as u64) * 4;
        self.data_start() + self.data_bytes() + sums + (summary_bytes + 4 + HASH) as u64
    }

    /// Reads a header from the beginning of a file of the given length.
    pub(super) fn read(bytes: &[u8], file_bytes: u64) -> Result<Header, FileFault> {
        let rest = bytes.strip_prefix(&MAGIC);
        let mut reader = Reader(rest.ok_or(FileFault::Foreign(FOREIGN))?);
        let cut = |expected: usize| FileFault::Length {
            found: file_bytes,
            expected: expected as u64,
        };
        let fixed = bytes.get(..FIXED).ok_or_else(|| cut(FIXED))?;
        let altered = || FileFault::Altered("the header");
        let mut number = || reader.u32().ok_or_else(altered);
        match number()? {
            VERSION => {}
            found => {
                let reads = VERSION;
                return Err(FileFault::Version { found, reads });
            }
        }
        let kind = number()?;
        let file_length = u64::from(number()?) | u64::from(number()?) << 32;
        // The start of the data and the length of a plane follow from the rules.
        for _ in 0..4 {
            number()?;
        }
        let (planes, cells, play) = (number()?, number()?, number()?);
        let text_len = number()? as usize;
        if text_len > LONGEST_TEXT || cells > MAX_TABLE_CELLS || planes > 8 {
            return Err(altered());
        }
        let end = FIXED + text_len;
        let found = bytes.get(..end + 4).ok_or_else(|| cut(end + 4))?;
        let rules = TableRules {
            text: String::from_utf8(bytes[FIXED..end].to_vec()).map_err(|_| altered())?,
            play: match play {
                0 => Play::Normal,
                1 => Play::Misere,
                _ => return Err(altered()),
            },
            kind: match kind {
                0 => TableKind::Outcomes,
                1 => TableKind::Values,
                _ => return Err(altered()),
            },
            cells,
            masks_hash: fixed[56..88].try_into().map_err(|_| altered())?,
        };
        let order = fixed[88..88 + cells as usize].to_vec();
        let set = order.iter().fold(0u64, |set, &cell| set | 1 << (cell & 63));
        let header = Header {
            rules,
            order,
            planes,
        };
        let is_whole = header.with_length(file_length).starts_with(found);
        if !is_whole || set != (1 << cells) - 1 {
            return Err(altered());
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
    /// Encodes the summary as bytes, whose number depends only on the rules, the largest value and the number of
    /// winning moves.
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

    /// Reads a summary, which must fill `bytes` completely.
    pub(super) fn read(bytes: &[u8]) -> Option<BoardSummary> {
        let mut reader = Reader(bytes);
        let full_is_p = reader.u32()? == 1;
        let (moves, stones, values) = (reader.u32()?, reader.u32()?, reader.u32()?);
        // In a table of outcomes, this number is not a valid value.
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

/// Reads consecutive numbers in little-endian order.
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

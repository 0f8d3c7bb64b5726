//! The table of a board, in memory or in a file.

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::sync::OnceLock;

use super::super::bits::Bits;
use super::blocks::Blocks;
use super::format::{CHECKED, HASH, Header, LONGEST_HEADER};
use super::places::Places;
use super::rules::{BoardSummary, TableKind, TableRules, masks_hash};
use crate::disk::read_at;
use nimfield_core::checksum::crc32;
use nimfield_core::families::taking::Taking;
use nimfield_core::files::{self, FileError, FileFault};
use nimfield_core::words::Play;

/// The storage of the bits of a table.
pub(super) enum Storage {
    /// Planes of this many words, one after the other.
    Memory(Bits, usize),
    File(Blocks),
}

/// The default number of bytes of a file to cache; see [`BoardTable::open_within`].
pub const KEPT_BYTES: u64 = 256 << 20;

/// Up to this many bytes of data in a file, the counts are compared with the data whenever they are requested.
const COUNTED_BYTES: u64 = 1 << 20;

/// The verdict on every state of a board, probed through `&self` by any number of threads.
///
/// A file is read in blocks of 64 KiB, each checked and then cached; if the file is larger than the cache, the last
/// used blocks stay. So whatever happens to the file while it is open, a look-up returns the correct result or an
/// error.
///
/// **Complexity**: a state in a cached block takes about ten nanoseconds, any other about ten microseconds or the time
/// of the disk.
pub struct BoardTable {
    pub(super) header: Header,
    summary: BoardSummary,
    places: Box<Places>,
    pub(super) storage: Storage,
    /// What a comparison of the summary with the data of a file found.
    checked: OnceLock<Result<(), FileError>>,
}

impl fmt::Debug for BoardTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoardTable")
            .field("rules", &self.header.rules)
            .field("summary", &self.summary)
            .finish_non_exhaustive()
    }
}

impl BoardTable {
    /// Returns the table with these planes, each of this many words, and its summary.
    pub(super) fn in_memory(
        game: &Taking,
        header: Header,
        (bits, words): (Bits, usize),
        threads: usize,
    ) -> BoardTable {
        let form = header.form();
        let planes: Vec<&[u64]> = bits.words().chunks_exact(words).collect();
        let counts = form.count(&planes, threads);
        let mut table = BoardTable {
            places: Box::new(Places::new(&header.order)),
            header,
            summary: BoardSummary::default(),
            storage: Storage::Memory(bits, words),
            checked: OnceLock::from(Ok(())),
        };
        let value_of = |state: u64, planes: u32| table.number(state, planes);
        let summary = form.summary(game, 0, std::iter::once(counts), value_of);
        table.summary = summary.expect("memory does not fail");
        table.header.planes = form.planes_up_to(table.summary.by_value.len());
        table
    }

    /// Opens a file, and caches up to [`KEPT_BYTES`] of it. Checks its length, header and summary now, and the rest on
    /// use.
    ///
    /// # Errors
    /// If the file cannot be read, is cut off or altered, or is not a table. Files that are not regular are refused
    /// without waiting for them.
    pub fn open(path: &Path) -> Result<BoardTable, FileError> {
        BoardTable::open_within(path, KEPT_BYTES)
    }

    /// Opens a file as [`open`](BoardTable::open) does, and caches up to `keep` bytes, at least 64 KiB.
    ///
    /// # Errors
    /// The errors of [`open`](BoardTable::open).
    pub fn open_within(path: &Path, keep: u64) -> Result<BoardTable, FileError> {
        let file = files::open(path)?;
        let read = || -> Result<_, FileFault> {
            let length = file.metadata()?.len();
            let mut begin = vec![0; length.min(LONGEST_HEADER as u64) as usize];
            read_at(&file, 0, &mut begin)?;
            let header = Header::read(&begin, length)?;
            // The header contains the length of the file, so the length is correct here.
            let altered = FileFault::Altered("the summary");
            let blocks = header.data_bytes().div_ceil(CHECKED as u64);
            let trailer_start = header.data_start() + header.data_bytes();
            let trailer = length
                .checked_sub(trailer_start + (4 + HASH) as u64)
                .filter(|&bytes| bytes >= 4 * blocks)
                .map(usize::try_from);
            let Some(Ok(trailer)) = trailer else {
                return Err(altered);
            };
            let mut trailer = vec![0; trailer + 4];
            read_at(&file, trailer_start, &mut trailer)?;
            let (trailer, sum) = trailer.split_at(trailer.len() - 4);
            if crc32(trailer).to_le_bytes() != sum {
                return Err(altered);
            }
            let (sums, summary) = trailer.split_at(4 * blocks as usize);
            let summary = BoardSummary::read(summary).ok_or(altered)?;
            let sums: Vec<[u8; 4]> = sums.as_chunks().0.to_vec();
            Ok((header, summary, sums, length))
        };
        let (header, summary, sums, length) = read().map_err(|fault| fault.of(path))?;
        let lengths = (header.data_start(), header.data_bytes(), length);
        let table = BoardTable {
            places: Box::new(Places::new(&header.order)),
            storage: Storage::File(Blocks::new(file, path, lengths, sums, keep)),
            header,
            summary,
            checked: OnceLock::new(),
        };
        match table.is_sound() {
            true => Ok(table),
            false => Err(table.contradiction()),
        }
    }

    /// Returns whether the numbers of the summary are consistent with each other and with the header.
    fn is_sound(&self) -> bool {
        let (summary, rules) = (&self.summary, &self.header.rules);
        let states = 1u64 << rules.cells;
        let sum = |counts: &[u64]| counts.iter().try_fold(0u64, |sum, &n| sum.checked_add(n));
        let lost = sum(&summary.p_by_stones);
        let counts = match rules.kind {
            TableKind::Outcomes => {
                summary.by_value.is_empty()
                    && summary.full_value.is_none()
                    && lost.is_some_and(|lost| lost <= states)
            }
            TableKind::Values => {
                sum(&summary.by_value) == Some(states)
                    && summary.by_value.first().copied() == lost
                    && summary.by_value.last() != Some(&0)
            }
        };
        let planes = self.header.form().planes_up_to(summary.by_value.len());
        counts
            && planes == self.header.planes
            && summary.p_by_stones.len() == rules.cells as usize + 1
            && summary.winning_moves.is_sorted_by(|one, next| one < next)
            && (summary.winning_moves.iter()).all(|&mask| mask != 0 && mask < states)
    }

    /// Compares the summary of a table for this game with its data: its entries about the full board, and its counts if
    /// there is at most 1 MiB of data, which takes milliseconds. [`verify`](BoardTable::verify) compares all counts.
    /// Also compares states with their options: all states of small boards, otherwise a random sample.
    ///
    /// # Errors
    /// If they contradict each other, or the data cannot be read.
    pub fn check_summary(&self, game: &Taking) -> Result<(), FileError> {
        let (summary, full) = (&self.summary, game.full());
        let mut winning_moves = Vec::new();
        for mask in game.moves(full) {
            if self.is_p(full ^ mask)? {
                winning_moves.push(mask);
            }
        }
        let found = (self.value(full)?, self.is_p(full)?, &winning_moves);
        let expected = (
            summary.full_value,
            summary.full_is_p,
            &summary.winning_moves,
        );
        if found != expected {
            return Err(self.contradiction());
        }
        /// Up to this many cells, all states are compared with their options; on larger boards a sample.
        const SMALL: u32 = 10;
        const SAMPLE: u64 = 64;
        match game.cells() <= SMALL {
            true => (0..=full).try_for_each(|state| self.check_state(game, state))?,
            false => {
                // The writer of a file cannot predict these states.
                let chance = RandomState::new();
                (0..SAMPLE)
                    .try_for_each(|at| self.check_state(game, chance.hash_one(at) & full))?;
            }
        }
        match self.header.data_bytes() <= COUNTED_BYTES {
            true => self.check_counts(),
            false => Ok(()),
        }
    }

    /// Checks the table once as [`check_summary`](BoardTable::check_summary) does, and returns what was found then.
    ///
    /// # Errors
    /// The errors of [`check_summary`](BoardTable::check_summary).
    pub fn check_once(&self, game: &Taking) -> Result<(), FileError> {
        self.checked
            .get_or_init(|| self.check_summary(game))
            .clone()
    }

    /// Compares the entry of a state with those of its options; a table in memory was computed from them.
    ///
    /// # Errors
    /// If they contradict each other, or the data cannot be read.
    pub fn check_state(&self, game: &Taking, state: u64) -> Result<(), FileError> {
        if matches!(self.storage, Storage::Memory(..)) {
            return Ok(());
        }
        let rules = &self.header.rules;
        // Numbers have at most eight binary digits.
        let (mut seen, mut ended) = ([false; 257], true);
        for mask in game.moves(state) {
            seen[usize::from(self.number(state ^ mask, self.header.planes)?)] = true;
            ended = false;
        }
        let outcomes = rules.kind == TableKind::Outcomes;
        let expected = match ended {
            true => usize::from(outcomes == (rules.play == Play::Normal)),
            false if outcomes => usize::from(!seen[1]),
            false => seen.iter().take_while(|&&seen| seen).count(),
        };
        match usize::from(self.number(state, self.header.planes)?) == expected {
            true => Ok(()),
            false => Err(self.note(FileFault::Damaged("states contradict their options"))),
        }
    }

    /// Compares the counts of the summary with the data of a file.
    fn check_counts(&self) -> Result<(), FileError> {
        let Storage::File(blocks) = &self.storage else {
            return Ok(());
        };
        let (form, plane_bytes) = (self.header.form(), self.header.plane_bytes());
        // Both are powers of two, so no piece crosses a boundary.
        let piece_bytes = plane_bytes.min(CHECKED as u64);
        let pieces = plane_bytes / piece_bytes;
        let counted = (0..pieces).map(|piece| -> Result<Vec<u64>, FileError> {
            let words = (0..self.header.planes).map(|plane| {
                let at = u64::from(plane) * plane_bytes + piece * piece_bytes;
                blocks.words(at, piece_bytes as usize)
            });
            let words: Vec<Vec<u64>> = words.collect::<Result<_, _>>()?;
            let planes: Vec<&[u64]> = words.iter().map(Vec::as_slice).collect();
            Ok(form.count(&planes, 1))
        });
        let [p_by_stones, by_value] = form.totals(pieces.ilog2(), counted)?;
        let summary = &self.summary;
        match (&p_by_stones, &by_value) == (&summary.p_by_stones, &summary.by_value) {
            true => Ok(()),
            false => Err(self.contradiction()),
        }
    }

    /// Records that a file contradicts its own data.
    fn contradiction(&self) -> FileError {
        self.note(FileFault::Damaged("the summary contradicts the data"))
    }

    fn note(&self, fault: FileFault) -> FileError {
        match &self.storage {
            Storage::File(blocks) => blocks.note(fault),
            Storage::Memory(..) => fault.of(Path::new("")),
        }
    }

    /// Returns the error found in the file when it was probed, if any.
    #[must_use]
    pub fn fault(&self) -> Option<&FileError> {
        match &self.storage {
            Storage::Memory(..) => None,
            Storage::File(blocks) => blocks.fault(),
        }
    }

    /// Returns the bits of a table in memory, plane by plane as [in a file](crate::taking::table); `None` for a file.
    #[must_use]
    pub fn planes(&self) -> Option<Vec<&[u64]>> {
        match &self.storage {
            Storage::Memory(bits, words) => {
                let planes = bits.words().chunks_exact(*words);
                Some(planes.take(self.header.planes as usize).collect())
            }
            Storage::File(_) => None,
        }
    }

    /// Returns the number of bytes of memory held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        match &self.storage {
            Storage::Memory(bits, _) => 8 * bits.words().len() as u64,
            Storage::File(blocks) => blocks.kept_bytes(),
        }
    }

    /// Returns the rules of the table.
    #[must_use]
    pub fn rules(&self) -> &TableRules {
        &self.header.rules
    }

    /// Returns the summary of the board.
    #[must_use]
    pub fn summary(&self) -> &BoardSummary {
        &self.summary
    }

    /// Returns whether the table is for this game and play convention, regardless of the name of the game.
    #[must_use]
    pub fn is_for(&self, game: &Taking, play: Play) -> bool {
        let rules = self.rules();
        (rules.cells, rules.play) == (game.cells(), play) && rules.masks_hash == masks_hash(game)
    }

    /// Returns whether `state` is a P-position. Cells that the board does not have are ignored.
    ///
    /// # Errors
    /// If the table is a file and this part of it has been altered.
    pub fn is_p(&self, state: u64) -> Result<bool, FileError> {
        let lost = match self.header.rules.kind {
            TableKind::Outcomes => 1,
            TableKind::Values => 0,
        };
        Ok(self.number(state, self.header.planes)? == lost)
    }

    /// Returns the Grundy value of `state`, in misère play the misère Grundy number; `None` in a table of outcomes.
    ///
    /// # Errors
    /// If the table is a file and this part of it has been altered.
    pub fn value(&self, state: u64) -> Result<Option<u8>, FileError> {
        if self.header.rules.kind == TableKind::Outcomes {
            return Ok(None);
        }
        self.number(state, self.header.planes).map(Some)
    }

    /// Returns the number of a state from the planes: one plane of P-positions, or the binary digits of values.
    fn number(&self, state: u64, planes: u32) -> Result<u8, FileError> {
        let index = self.places.index(state);
        let mut number = 0;
        for plane in 0..planes as usize {
            number |= u8::from(self.bit(plane, index)?) << plane;
        }
        Ok(number)
    }

    fn bit(&self, plane: usize, index: u64) -> Result<bool, FileError> {
        match &self.storage {
            Storage::Memory(bits, words) => {
                let word = bits.words()[plane * words + (index / 64) as usize];
                Ok(word >> (index % 64) & 1 == 1)
            }
            Storage::File(blocks) => {
                let byte = blocks.byte(plane as u64 * self.header.plane_bytes() + index / 8)?;
                Ok(byte >> (index % 8) & 1 == 1)
            }
        }
    }

    /// Compares the whole file with its hash, and the counts of the summary with the data.
    ///
    /// # Errors
    /// If the file has been altered, contradicts itself, or cannot be read.
    pub fn verify(&self) -> Result<(), FileError> {
        let Storage::File(blocks) = &self.storage else {
            return Ok(());
        };
        let (hash, expected) = blocks.hash::<HASH>()?;
        match hash == expected {
            true => self.check_counts(),
            false => Err(blocks.note(FileFault::Altered("the whole"))),
        }
    }
}

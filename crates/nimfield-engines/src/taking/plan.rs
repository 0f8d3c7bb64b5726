//! The layout of a board in a table, with its moves sorted by the places of their cells.
//!
//! A state is an index of bits. The lowest six cells select a place in a word, the next six one of the 64 words of a
//! *block*, and the others number the block. The lowest of these are the *batch* cells: blocks that differ only in them
//! are adjacent and form a *chunk*. Eight blocks of a chunk with equally many stones have no moves to each other and
//! are decided together. The highest are the *top* cells: their subsets cut the table into *slices*, which are divided
//! among threads.
//!
//! If the game has a symmetry of order two, the cells are laid out so that it maps each of these groups to itself; then
//! only one of two blocks that are images of each other is computed, and the other copied.
//!
//! Moves that take cells above the block are sorted by the cells that they take within it: all those of the same
//! *signature* are gathered together, and the signature is applied once.

use super::inword::InWord;
use nimfield_core::families::taking::permute;

/// The number of cells within a word.
pub(super) const WORD: u32 = 6;
/// The number of cells within a block.
pub(super) const BLOCK: u32 = 12;
/// The number of words of a block.
pub(super) const WORDS: usize = 64;

/// Cells of the upper part of a state: outer cells and batch cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Upper {
    pub(super) batch: u32,
    pub(super) outer: u32,
}

/// Moves that take the same cells of a block.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    /// Whether one of the moves takes nothing of the block.
    pub(super) nothing: bool,
    /// The cells that the others take: those that choose the word, and with them these sets in the word.
    pub(super) parts: Vec<(u8, Vec<u8>)>,
    /// The numbers of its [`Group`]s.
    pub(super) groups: std::ops::Range<usize>,
}

/// Moves of the same signature that take the same batch cells.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) batch: u32,
    /// The outer cells that they take.
    pub(super) outer: Vec<u32>,
}

/// The groups of a signature that a block can use.
#[derive(Clone, Debug)]
pub(super) struct Within {
    pub(super) signature: u32,
    pub(super) groups: Vec<u32>,
}

/// The symmetry of order two, by parts of the index.
#[derive(Clone, Debug)]
pub(super) struct Mirror {
    /// The pairs of places in the word that it exchanges.
    pub(super) swaps: Vec<(u8, u8)>,
    /// The image of each word of a block.
    pub(super) words: [u8; WORDS],
    /// The image of each subset of the batch cells.
    pub(super) batch: Vec<u32>,
    /// The image of each outer cell.
    pub(super) outer: Vec<u8>,
    /// The symmetry as a permutation of cells.
    pub(super) cells: Vec<u8>,
}

impl Mirror {
    pub(super) fn outer(&self, set: u32) -> u32 {
        permute(u64::from(set), &self.outer) as u32
    }
}

/// The layout of a board and its moves by layers.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The number of cells of the board.
    pub(super) cells: u32,
    /// The cell that each bit of an index stands for, the lowest first.
    pub(super) order: Vec<u8>,
    pub(super) batch_cells: u32,
    pub(super) outer_cells: u32,
    pub(super) top_cells: u32,
    pub(super) mirror: Option<Mirror>,
    /// Moves within a word.
    pub(super) in_word: InWord,
    /// The words of a block, those with fewer stones first.
    pub(super) words: [u8; WORDS],
    /// For each word of a block, the words that its moves lead to, and those that it reaches while also taking this set
    /// in the word.
    pub(super) plain: Vec<Vec<u8>>,
    pub(super) shifted: Vec<Vec<(u8, u8)>>,
    /// The moves that take nothing of the block come first; the first group also takes nothing of the batch.
    pub(super) signatures: Vec<Signature>,
    pub(super) groups: Vec<Group>,
    /// For each subset of the batch cells, the signatures of moves that take no other batch cells, and their groups,
    /// without the very first group.
    pub(super) within: Vec<Vec<Within>>,
    /// All blocks of a chunk, those with fewer stones first; and the blocks of a chunk that is its own image, with the
    /// lower one of each pair of images.
    pub(super) batches: Vec<Vec<u32>>,
    pub(super) half_batches: Vec<Vec<u32>>,
    /// Whether every single cell is a move, so that only the empty state has none.
    pub(super) singles: bool,
    /// The moves as index bits.
    pub(super) masks: Vec<u64>,
}

impl Plan {
    /// Returns whether the symmetry preserves the set of places from this one on.
    pub(super) fn keeps(&self, from: u32) -> bool {
        let upper = &self.order[from as usize..];
        self.mirror.as_ref().is_none_or(|mirror| {
            let image = |cell: &u8| mirror.cells[*cell as usize];
            upper.iter().all(|cell| upper.contains(&image(cell)))
        })
    }

    /// Returns the nonempty sets that moves take of the places from this one on, each once.
    pub(super) fn taken_above(&self, from: u32) -> Vec<u32> {
        let taken = self.masks.iter().map(|mask| (mask >> from) as u32);
        let mut taken: Vec<u32> = taken.filter(|taken| *taken != 0).collect();
        taken.sort_unstable();
        taken.dedup();
        taken
    }

    /// Returns the number of bits of the table: dead cells pad a board smaller than a block.
    pub(super) fn bits(&self) -> u64 {
        1 << self.cells.max(BLOCK)
    }

    /// Returns the states without moves in the block with the upper cells `batch` and `outer`; `None` if there are
    /// none.
    pub(super) fn stuck(&self, outer: u32, batch: u32) -> Option<[u64; WORDS]> {
        let upper = u64::from(outer) << (BLOCK + self.batch_cells) | u64::from(batch) << BLOCK;
        if self.singles && upper != 0 {
            return None;
        }
        let low = (1 << BLOCK) - 1;
        let here = |mask: &&u64| **mask & !low & !upper == 0;
        if self.masks.iter().filter(here).any(|mask| mask & low == 0) {
            return None;
        }
        let mut block = [u64::MAX; WORDS];
        for mask in self.masks.iter().filter(here) {
            let (word, bits) = ((mask & low) >> WORD, mask & 63);
            let containing = (0..64)
                .filter(|s| s & bits == bits)
                .fold(0u64, |set, s| set | 1 << s);
            for w in (0..WORDS as u64).filter(|w| w & word == word) {
                block[w as usize] &= !containing;
            }
        }
        Some(block)
    }
}

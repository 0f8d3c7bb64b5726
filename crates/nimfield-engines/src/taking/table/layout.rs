//! The data of a table for each state, and thus for each piece.

use super::super::stones::by_stones;
use super::rules::{BoardSummary, TableKind};
use nimfield_core::families::taking::Taking;

/// The layout of a table in pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceLayout {
    pub(super) kind: TableKind,
    cells: u32,
}

impl PieceLayout {
    pub(super) fn new(kind: TableKind, cells: u32) -> PieceLayout {
        PieceLayout { kind, cells }
    }

    /// Returns the number of planes of bits of each piece: the outcomes, or as many binary digits as values may have.
    /// Play lasts at most as many moves as there are cells, which also bounds the values.
    pub(super) fn planes(self) -> usize {
        match self.kind {
            TableKind::Outcomes => 1,
            TableKind::Values => (u32::BITS - self.cells.leading_zeros()) as usize,
        }
    }

    /// Returns the number of planes of the finished table, for this number of different values.
    pub(super) fn planes_up_to(self, values: usize) -> u32 {
        match self.kind {
            TableKind::Outcomes => 1,
            TableKind::Values => usize::BITS - values.saturating_sub(1).leading_zeros(),
        }
    }

    /// Estimates how often a piece is processed: once, or for each of its values. In measured boards, a piece has about
    /// four values per five cells of the board.
    pub(super) fn rounds(self) -> f64 {
        match self.kind {
            TableKind::Outcomes => 1.0,
            TableKind::Values => 0.8 * f64::from(self.cells),
        }
    }

    /// Returns the shape of the seal of a finished piece, if this many cells number the pieces.
    pub(super) fn shape(self, high: u32) -> SealShape {
        let stones = (self.cells.saturating_sub(high) + 1) as usize;
        let values = match self.kind {
            TableKind::Outcomes => 0,
            TableKind::Values => 1 << self.planes(),
        };
        SealShape {
            planes: self.planes(),
            stones,
            counts: stones + values,
        }
    }

    /// Returns the counts of a piece: P-positions by the stones within it, and in tables of values the states of each
    /// value.
    pub(super) fn count(self, planes: &[&[u64]], threads: usize) -> Vec<u64> {
        // A board smaller than a block has dead cells.
        let bits = self.cells.min((64 * planes[0].len()).ilog2());
        if self.kind == TableKind::Outcomes {
            return by_stones(bits, threads, |word| planes[0][word]);
        }
        let zero = |word: usize| !planes.iter().fold(0, |any, plane| any | plane[word]);
        let mut counts = by_stones(bits, threads, zero);
        let mut by_value = vec![0; 1 << planes.len()];
        let (words, among) = match bits {
            0..6 => (1, (1 << (1 << bits)) - 1),
            bits => (1 << (bits - 6), u64::MAX),
        };
        for word in 0..words {
            count_values(planes, word, among, &mut by_value);
        }
        counts.extend(by_value);
        counts
    }

    /// Adds up the counts of the pieces: P-positions by stones, and the states of each value.
    pub(super) fn totals<E>(
        self,
        high: u32,
        counted: impl Iterator<Item = Result<impl AsRef<[u64]>, E>>,
    ) -> Result<[Vec<u64>; 2], E> {
        let SealShape { stones, counts, .. } = self.shape(high);
        let mut p_by_stones = vec![0; self.cells as usize + 1];
        let mut by_value = vec![0; counts - stones];
        for (piece, counted) in (0u32..).zip(counted) {
            let counted = counted?;
            let (of_stones, of_values) = counted.as_ref().split_at(stones);
            let above = &mut p_by_stones[piece.count_ones() as usize..];
            let sums = above.iter_mut().zip(of_stones);
            sums.chain(by_value.iter_mut().zip(of_values))
                .for_each(|(sum, count)| *sum += count);
        }
        while by_value.last() == Some(&0) {
            by_value.pop();
        }
        Ok([p_by_stones, by_value])
    }

    /// Returns the summary of a table from the counts of its pieces and the outcomes or values of single states.
    pub(super) fn summary<E>(
        self,
        game: &Taking,
        high: u32,
        counted: impl Iterator<Item = impl AsRef<[u64]>>,
        mut value_of: impl FnMut(u64, u32) -> Result<u8, E>,
    ) -> Result<BoardSummary, E> {
        let [p_by_stones, by_value] = self.totals(high, counted.map(Ok))?;
        let planes = self.planes_up_to(by_value.len());
        let full = game.full();
        // In a table of outcomes, the single plane holds the P-positions; in a table of values, the planes hold the
        // digits.
        let lost = u8::from(self.kind == TableKind::Outcomes);
        let value = value_of(full, planes)?;
        let mut winning_moves = Vec::new();
        for mask in game.moves(full) {
            if value_of(full ^ mask, planes)? == lost {
                winning_moves.push(mask);
            }
        }
        Ok(BoardSummary {
            full_is_p: value == lost,
            full_value: (self.kind == TableKind::Values).then_some(value),
            winning_moves,
            p_by_stones,
            by_value,
        })
    }
}

/// Counts the states `among` those of a word by value, the highest digit first.
fn count_values(planes: &[&[u64]], word: usize, among: u64, counts: &mut [u64]) {
    if among == 0 {
        return;
    }
    let Some((highest, lower)) = planes.split_last() else {
        counts[0] += u64::from(among.count_ones());
        return;
    };
    let (small, large) = counts.split_at_mut(1 << lower.len());
    count_values(lower, word, among & !highest[word], small);
    count_values(lower, word, among & highest[word], large);
}

/// The numbers of checksums and counts in a seal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SealShape {
    pub(super) planes: usize,
    /// The number of counts by stones; counts by value come after them.
    pub(super) stones: usize,
    pub(super) counts: usize,
}

impl SealShape {
    /// Returns the number of bytes of a record: the piece, its seal, and their checksum.
    pub(super) fn record(self) -> usize {
        4 + 4 * self.planes + 8 * self.counts + 4
    }
}

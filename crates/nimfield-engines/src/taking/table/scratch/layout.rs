//! What a table keeps of each state, and so of each piece.

use super::super::super::stones::by_stones;
use super::super::ledger::{Pieces, Shape};
use super::super::rules::TableKind;
use super::division::PieceDivision;

/// The form of a table in pieces.
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
    /// No play is longer than there are cells, so no value is larger.
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

    /// Returns how often a piece is settled: once, or for each value. Of those a piece has, in the boards that were
    /// looked at, some four for five cells of the board.
    pub(super) fn rounds(self) -> f64 {
        match self.kind {
            TableKind::Outcomes => 1.0,
            TableKind::Values => 0.8 * f64::from(self.cells),
        }
    }

    /// Returns the number of planes that a step works with beside those of its pieces.
    pub(super) fn planes_beside(self, cut: &PieceDivision) -> u64 {
        match self.kind {
            TableKind::Outcomes => 0,
            // The states of one value of each source, of the piece and of its image; and of all smaller ones.
            TableKind::Values => cut.most_sources() as u64 + 3,
        }
    }

    /// Returns the number of bytes of these planes.
    pub(super) fn beside(self, cut: &PieceDivision) -> u64 {
        self.planes_beside(cut) * cut.bytes()
    }

    /// Returns the number of bytes of a piece.
    pub(super) fn piece_bytes(self, cut: &PieceDivision) -> u64 {
        self.planes() as u64 * cut.bytes()
    }

    /// Returns what is kept of a finished piece, where this many cells number the pieces.
    pub(super) fn shape(self, high: u32) -> Shape {
        let stones = (self.cells.saturating_sub(high) + 1) as usize;
        let values = match self.kind {
            TableKind::Outcomes => 0,
            TableKind::Values => 1 << self.planes(),
        };
        Shape {
            planes: self.planes(),
            stones,
            counts: stones + values,
        }
    }

    /// Returns the pieces, as many as this number of cells can number in a new table.
    pub(super) fn pieces(self, high: u32) -> Pieces {
        Pieces::on_disk(high, move |high| self.shape(high))
    }

    /// Counts what there is to count in a piece: P-positions by the stones within it, and in tables of values the
    /// states of each.
    pub(super) fn count(self, planes: &[&[u64]]) -> Vec<u64> {
        let bits = (64 * planes[0].len()).ilog2();
        if self.kind == TableKind::Outcomes {
            return by_stones(bits, 1, |word| planes[0][word]);
        }
        let zero = |word: usize| !planes.iter().fold(0, |any, plane| any | plane[word]);
        let mut counts = by_stones(bits, 1, zero);
        let mut by_value = vec![0; 1 << planes.len()];
        for word in 0..planes[0].len() {
            count_values(planes, word, u64::MAX, &mut by_value);
        }
        counts.extend(by_value);
        counts
    }
}

/// Counts those `among` the states of a word by value, the highest digit first.
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

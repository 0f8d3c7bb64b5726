//! How a table is cut into pieces.

use super::super::super::plan::{Plan, WORDS};
use nimfield_core::families::taking::Taking;

/// The most cells that number pieces.
const MOST_HIGH: u32 = 16;
/// Slices of a piece for threads: at most this many cells.
const TOP: u32 = 6;

/// A table in pieces.
pub(super) struct PieceDivision {
    pub(super) plan: Plan,
    /// The cells that number the pieces: the last ones.
    pub(super) high: u32,
    /// What moves take of these, each set once.
    taken: Vec<u32>,
}

impl PieceDivision {
    /// Divides the table of this layout with this many cells for the pieces; `None` if that is not possible, because
    /// the board is too small or its symmetry would tear the pieces.
    pub(super) fn new(game: &Taking, layout: &Plan, high: u32) -> Option<PieceDivision> {
        if high > MOST_HIGH {
            return None;
        }
        let plan = layout.with_outer(game, high)?;
        let taken = plan.taken_above(plan.cells - high);
        Some(PieceDivision { plan, high, taken })
    }

    /// Returns all ways to cut a table, the one with the fewest pieces first.
    pub(super) fn all<'a>(
        game: &'a Taking,
        layout: &'a Plan,
    ) -> impl Iterator<Item = PieceDivision> + 'a {
        (1..=MOST_HIGH).filter_map(|high| PieceDivision::new(game, layout, high))
    }

    /// Returns the number of pieces.
    pub(super) fn pieces(&self) -> usize {
        1 << self.high
    }

    /// Returns the number of outer cells within a piece.
    pub(super) fn inner(&self) -> u32 {
        self.plan.outer_cells - self.high
    }

    /// Returns the number of words of a piece.
    pub(super) fn words(&self) -> usize {
        WORDS << (self.plan.batch_cells + self.inner())
    }

    /// Returns the number of bytes of a piece.
    pub(super) fn bytes(&self) -> u64 {
        8 * self.words() as u64
    }

    /// Returns the image of a piece under the symmetry.
    pub(super) fn image(&self, piece: u32) -> u32 {
        match &self.plan.mirror {
            Some(mirror) => mirror.outer(piece << self.inner()) >> self.inner(),
            None => piece,
        }
    }

    /// Returns the pieces that moves lead to from this one.
    pub(super) fn sources(&self, piece: u32) -> impl Iterator<Item = u32> {
        let taken = self.taken.iter().filter(move |taken| *taken & !piece == 0);
        taken.map(move |taken| piece ^ taken)
    }

    /// Returns the most sources that a piece has: the last one has all.
    pub(super) fn most_sources(&self) -> usize {
        self.taken.len()
    }

    /// Returns what moves take of the cells that number the pieces, each set once.
    #[cfg(feature = "cluster")]
    pub(super) fn taken(&self) -> &[u32] {
        &self.taken
    }

    /// Returns how many of the highest cells within a piece cut it into slices for threads.
    pub(super) fn top(&self) -> u32 {
        let from = self.plan.cells - self.high;
        let tops = (0..=TOP.min(self.inner())).rev();
        let mut tops = tops.into_iter().filter(|top| self.plan.keeps(from - top));
        tops.next().unwrap_or(0)
    }
}

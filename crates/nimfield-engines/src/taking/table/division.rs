//! The division of a table into pieces.

use super::super::plan::{Plan, WORDS};
use super::layout::PieceLayout;
use super::rules::TableKind;
use nimfield_core::families::taking::Taking;

/// The most cells that number pieces.
const MOST_HIGH: u32 = 16;
/// The most cells that number the slices of a piece for threads.
const TOP: u32 = 6;

/// A table in pieces.
pub(super) struct PieceDivision {
    pub(super) plan: Plan,
    pub(super) form: PieceLayout,
    /// The number of cells, the last ones, that number the pieces.
    pub(super) high: u32,
    /// The sets that moves take of these cells, each once.
    taken: Vec<u32>,
}

impl PieceDivision {
    /// Divides a table of this layout and form with this many cells for the pieces; `None` if that is not possible,
    /// because the board is too small or its symmetry does not preserve the pieces.
    pub(super) fn new(
        game: &Taking,
        layout: &Plan,
        form: PieceLayout,
        high: u32,
    ) -> Option<PieceDivision> {
        match high {
            0 => Some(PieceDivision::whole(layout.clone(), form)),
            1..=MOST_HIGH => {
                let plan = layout.with_outer(game, high)?;
                Some(PieceDivision {
                    taken: plan.taken_above(plan.cells - high),
                    plan,
                    form,
                    high,
                })
            }
            _ => None,
        }
    }

    /// Creates the division into a single piece.
    pub(super) fn whole(plan: Plan, form: PieceLayout) -> PieceDivision {
        PieceDivision {
            plan,
            form,
            high: 0,
            taken: Vec::new(),
        }
    }

    /// Returns all ways to cut a table, the one with the fewest pieces first.
    pub(super) fn all<'a>(
        game: &'a Taking,
        layout: &'a Plan,
        form: PieceLayout,
    ) -> impl Iterator<Item = PieceDivision> + 'a {
        (1..=MOST_HIGH).filter_map(move |high| PieceDivision::new(game, layout, form, high))
    }

    /// Returns the number of pieces.
    pub(super) fn pieces(&self) -> usize {
        1 << self.high
    }

    /// Returns the number of outer cells within a piece.
    pub(super) fn inner(&self) -> u32 {
        self.plan.outer_cells - self.high
    }

    /// Returns the number of words of a plane of a piece.
    pub(super) fn words(&self) -> usize {
        WORDS << (self.plan.batch_cells + self.inner())
    }

    /// Returns the number of bytes of a plane of a piece.
    pub(super) fn bytes(&self) -> u64 {
        8 * self.words() as u64
    }

    /// Returns the number of bytes of a piece.
    pub(super) fn piece_bytes(&self) -> u64 {
        self.form.planes() as u64 * self.bytes()
    }

    /// Returns the number of planes that a step uses besides those of its pieces.
    pub(super) fn planes_beside(&self) -> u64 {
        match self.form.kind {
            TableKind::Outcomes => 0,
            // One plane for the states of one value in each source, in the piece and in its image, and planes for all
            // smaller values. The last piece has the most sources.
            TableKind::Values => self.taken.len() as u64 + if self.high == 0 { 2 } else { 3 },
        }
    }

    /// Returns the number of bytes of these planes.
    pub(super) fn bytes_beside(&self) -> u64 {
        self.planes_beside() * self.bytes()
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

    /// Returns the sets that moves take of the cells that number the pieces, each once.
    #[cfg(feature = "cluster")]
    pub(super) fn taken(&self) -> &[u32] {
        &self.taken
    }

    /// Returns the number of the highest cells within a piece that cut it into slices for threads.
    pub(super) fn top(&self) -> u32 {
        let from = self.plan.cells - self.high;
        let tops = (0..=TOP.min(self.inner())).rev();
        let mut tops = tops.into_iter().filter(|top| self.plan.keeps(from - top));
        tops.next().unwrap_or(0)
    }
}

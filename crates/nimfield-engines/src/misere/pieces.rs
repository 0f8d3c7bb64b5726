//! The pieces of a misère search: canonical forms, large components, and their sums.

use smallvec::SmallVec;

/// Components of at most this many cells are replaced by their misère canonical forms.
pub(super) const FORM_CELLS: u32 = 10;

/// A misère canonical form, or a large component with the topmost bit set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Piece(pub(super) u32);

pub(super) const LARGE: u32 = 1 << 31;

/// A large component.
#[derive(Clone, Copy)]
pub(super) struct Large {
    pub(super) cells: u64,
    pub(super) moves: u32,
    /// Whether a half turn answers every move.
    pub(super) reflected: bool,
}

/// The identity of equivalent components: their shape, or their moves.
pub(super) type Shape = SmallVec<[u64; 2]>;

/// A sum of pieces, ascending.
pub(super) type Sum = SmallVec<[Piece; 6]>;

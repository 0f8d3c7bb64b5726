//! Positions whose pieces are described by numbers: heaps, the sides of a box, counters or stones
//! by their coordinates.

/// The pieces of a position, for pages that offer them as [`handles`](crate::handles).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// The kind of the pieces.
    pub what: PieceKind,
    /// The pieces.
    pub pieces: Vec<Piece>,
}

/// The meaning of the numbers of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// The size of a heap.
    Heap,
    /// The length of a side of one box.
    Side,
    /// The two sides of a rectangle.
    Rectangle,
    /// The place of a counter, column and row counted from 0; several may share it.
    Counter,
    /// The place of a stone.
    Stone,
    /// The place of a coin.
    Coin,
}

impl PieceKind {
    /// Returns the kind in a word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            PieceKind::Heap => "heap",
            PieceKind::Side => "side",
            PieceKind::Rectangle => "rectangle",
            PieceKind::Counter => "counter",
            PieceKind::Stone => "stone",
            PieceKind::Coin => "coin",
        }
    }
}

/// A piece described by numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name: `heap 2`, `(3,w)`.
    pub label: String,
    /// Its numbers, whole ones or ordinals.
    pub numbers: Vec<String>,
}

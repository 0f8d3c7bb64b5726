//! Games on piles in which a move takes a vector from the piles.

/// A move: the amount that it takes from each pile, or adds if negative.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VectorMove {
    /// The amount for each pile, not 0 for all of them.
    pub amounts: Vec<i64>,
    /// Whether any positive multiple may be taken, or only the vector itself.
    pub any_multiple: bool,
}

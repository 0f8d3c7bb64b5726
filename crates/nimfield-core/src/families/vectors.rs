//! Games on piles in which a move takes a vector from the piles.

/// A move: what it takes from each pile, or puts down if that is less than 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VectorMove {
    /// The amount for each pile, not 0 for all of them.
    pub amounts: Vec<i64>,
    /// Whether any multiple may be taken, or just the vector.
    pub any_multiple: bool,
}

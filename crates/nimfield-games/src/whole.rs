//! Positions that do not fall apart into a sum.

use std::fmt;

/// A position as the one summand of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whole<P>(pub(crate) P);

impl<P: Clone> Whole<P> {
    /// A position as a sum: of itself, or of nothing if it has no moves.
    pub(crate) fn summands(position: &P, has_moves: bool) -> Vec<Whole<P>> {
        let whole = has_moves.then(|| Whole(position.clone()));
        whole.into_iter().collect()
    }
}

impl<P: fmt::Display> fmt::Display for Whole<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

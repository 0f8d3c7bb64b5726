//! Partizan matrix nim: the rules.

use std::fmt;

use crate::matrix::{Line, Matrix};
use nimfield_core::game::Rules as _;
use nimfield_core::words::Player;

/// A position of partizan matrix nim: the matrices and moves of matrix nim, but Left chooses a
/// coLumn and Right a Row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PartizanMatrix(
    /// The piles.
    pub Matrix,
);

impl PartizanMatrix {
    /// Returns the negative: rows and columns exchanged.
    #[must_use]
    pub fn negative(&self) -> PartizanMatrix {
        PartizanMatrix(self.0.transposed())
    }
}

/// Returns the player who may lower `line`.
#[must_use]
pub fn owner(line: Line) -> Player {
    match line {
        Line::Column(_) => Player::Left,
        Line::Row(_) => Player::Right,
    }
}

impl fmt::Display for PartizanMatrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "matrix-partizan[{}]", self.0.shape().body())
    }
}

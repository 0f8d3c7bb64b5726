//! Certificates: who wins a taking game in misère play, in a form that is checked without a search.
//!
//! A certificate says that a position, or the position after one move, is a sum of at most two
//! parts and a P-position. It holds for each part a class for every position of the part, the
//! options of the classes, and a strategy: pairs of classes such that every move from one of them
//! can be answered by a move to one of them. [`Certificate::check`] goes through all of it; the
//! file format is in the book's chapter on files.
//!
//! Nothing here uses the engines: the checker shares no code with what made the certificate.

mod check;
mod file;

pub use check::{Checked, Falsehood};
pub use file::FileError;

/// A claim about a taking game in misère play, with its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The position in notation, for people and to compare with the rules.
    pub position: String,
    /// The number of cells of the game, at most 64.
    pub cells: u32,
    /// The moves of the game, ascending: bit `i` of each stands for cell `i`.
    pub masks: Vec<u64>,
    /// The cells of the position.
    pub start: u64,
    /// The winning move; 0 if the position itself is claimed to be a P-position.
    pub winning_move: u64,
    /// Boards, each as the class of every one of its positions, by the bits of the position.
    pub shapes: Vec<Vec<u32>>,
    /// What is left after the winning move: one or two parts.
    pub parts: Vec<Part>,
    /// The options of each class, ascending; class 0, and no other, has none.
    pub classes: Vec<Vec<u32>>,
    /// The strategy: pairs of classes, each with its greater class first, ascending.
    pub pairs: Vec<(u32, u32)>,
}

/// A part of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The number of its shape.
    pub shape: u32,
    /// The cells of the game that its cells are.
    pub cells: Vec<u8>,
}

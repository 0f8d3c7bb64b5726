//! The family `partition`: a move removes part of a Young diagram.

mod reader;
mod removal;
mod rules;

pub use rules::{DiagramGame, DiagramMove, Diagrams};

pub(crate) use reader::{DiagramLines, KEYWORDS, read_body};

//! Nim: a move lowers one heap.

mod game;
mod rules;
pub(crate) mod text;
mod theory;

pub use rules::{HeapMove, Lowering, Nim};
pub(crate) use theory::number_formula;
pub use theory::{NimHeap, candidates, misere_is_p, misere_outcome, misere_text};

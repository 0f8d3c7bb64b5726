//! Nim: heaps, of which a move lowers one.

mod rules;
mod theory;

pub use rules::{HeapMove, Nim};
pub use theory::{
    Heap, NimHeap, candidates, misere_is_p, misere_outcome, misere_text, misere_value,
};

//! Taking-and-breaking games given by a code.

mod game;
mod rules;
mod smaller;
mod theory;

pub use rules::{Code, CodeGame, CodeMove};

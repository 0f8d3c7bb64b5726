//! Tests of the automata of laws.

mod games;
mod random;
mod sentences;

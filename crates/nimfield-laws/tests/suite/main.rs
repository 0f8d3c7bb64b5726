//! Tests of the automata of laws.

mod games;
mod sentences;

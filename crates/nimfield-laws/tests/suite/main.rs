//! Tests of the automata of laws.

mod counts;
mod games;
mod random;
mod sentences;

//! What the tests and benches share: the textbook algorithms, positions, and random games.
#![allow(dead_code, unreachable_pub)]

pub mod matrix;
pub mod random;
pub mod textbook;

//! The games: a folder each, with the rules (what a position is, what the moves are), the notation, and
//! the theory (what is known, from where, and exactly when it holds).
//!
//! ```
//! use nimfield_core::rules::{Impartial, Position};
//! use nimfield_core::words::Play;
//! use nimfield_games::wythoff::{Wythoff, is_p};
//!
//! let heaps = Wythoff([5, 4]);
//! let wins = |after: Wythoff| is_p(after.0[0], after.0[1], Play::Normal);
//! let winning = heaps
//!     .moves()
//!     .filter(|mv| heaps.play(mv).is_ok_and(wins))
//!     .map(|mv| mv.to_string());
//! assert_eq!(winning.collect::<Vec<_>>(), ["heap 2 by 1", "both by 3"]);
//! ```

pub mod boards;
pub mod holladay;
// For the tests: no part of the public API.
#[doc(hidden)]
pub mod internals;
pub mod lattice;
pub mod matrix;
pub mod matrix_partizan;
pub mod nim;
pub mod nimbers;
pub mod partitions;
pub mod schrage;
pub mod turning;
pub mod whole;
pub mod wythoff;

//! The values of all partitions up to a bound in the game PNim: whole levels at a time.
//!
//! A move of PNim keeps a proper sub-multiset of the rows of a diagram, or of the columns. Instead of
//! listing them, the engines hold for each partition λ its *closure*: the set R(λ) of the values of
//! all sub-multisets of its rows, λ itself included, as a mask of bits. Then the row moves of λ lead to the
//! values of
//!
//! > the union of R(λ without one part d), over the distinct parts d of λ,
//!
//! one look-up for each corner of the diagram instead of exponentially many options; column moves work likewise by
//! conjugation, C(λ) = R(λ'). The value is the mex of both unions together, and adding it to the unions gives the
//! closures of λ.
//!
//! The value of a partition with c columns and r rows is at most c + r - 1, the length of the longest play; if it is
//! equal, the partition is *heavy*. Almost all partitions are heavy, so a [`Census`] lists only the others, the *light*
//! ones, and counts the heavy ones.
//!
//! Two engines fill a census, level by level: [`perimeter`] unites closures of boundary words, with c + r up to a
//! bound; [`sparse`], with sizes up to a bound, stores only the light partitions and needs no closures. [`state`] saves
//! and loads a census, which the engine of its grading can continue. [`NearRectangles`](super::NearRectangles) has the
//! values of partitions with few rows and any number of columns.
//!
//! **Source**: E. Gottlieb, M. Krnc and P. Muršič, Nim on integer partitions and hyperrectangles,
//! arXiv:2506.04991 (2025), for the game, the bound (Proposition 1) and conjugation (Observation 4).

mod level;
pub mod perimeter;
mod progress;
pub mod sparse;
pub mod state;

pub use level::{Census, CensusEntry, CensusLevel, Grading, Light, Save, Which};
pub use progress::Stop;

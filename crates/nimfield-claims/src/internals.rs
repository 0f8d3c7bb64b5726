//! Internals that check claims, exposed for this crate's tests only; not part of the public API.

pub use crate::boards::tables::{Board, board, connected, shape};
pub use crate::brute_force::{pair, tree, verdict};
pub use crate::cases::is_move;
pub use crate::partitions::classes::{Positions, forced, miserable, pet, returnable, tame};
pub use crate::partitions::diagrams::Diagrams;
pub use crate::partitions::hooks::{has_odd_degree, hooks};

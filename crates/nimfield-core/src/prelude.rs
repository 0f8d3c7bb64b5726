//! What nearly every game needs: `use nimfield_core::prelude::*;`.

pub use crate::budget::{Budget, Limit, Meter, Unfinished};
pub use crate::component::{AnyComponent, Component, Known};
pub use crate::families::ray::RayGame;
pub use crate::game::{Engines, Moves, Part, Rules, Search, Shown, Theory};
pub use crate::info::{Checked, Fact, Family, GameInfo, Group, Puzzle, Setup};
pub use crate::moves::{Arg, GameMove, Move};
pub use crate::notation::{Cursor, NotationError};
pub use crate::shape::{Partition, Shape};
pub use crate::theory::{Finding, NumberFormula, Undecided};
pub use crate::words::{Grundy, Outcome, Play, Player, Reason, counted};
pub use crate::{by_default, displays_as_move, displays_as_shape};

//! Placing games: values and outcomes of the free cells of a board.
//!
//! A state consists of components that no move connects. A component is identified by its key, which is the same for
//! components of the same shape elsewhere on the board, turned or reflected.

mod canonical;
mod counts;
mod dominoes;
mod forms;
mod links;
mod pairing;
mod race;
mod squares;
mod state;
mod strips;
mod values;
mod word;

pub(crate) use canonical::PlacingForms;
pub(crate) use forms::Numbers;
pub use forms::{Forms, Key};
pub(crate) use pairing::Pairing;
pub use pairing::{Reflection, answered_by_reflection};
pub use race::PlacingRace;
pub use values::PlacingValues;
pub(crate) use word::{MoveCells, moves_of, place};

//! Misère play of impartial games: canonical forms, tameness, and sums of two boards.
//!
//! In misère play Grundy numbers do not add, and equal positions do not cancel. The methods here are sound: Conway's
//! canonical forms ([`Forms`]), the nim rule for hereditarily tame positions ([`tame_sum_is_p`]), and the complete
//! table of outcomes of all sums of two positions ([`PairMatrix`]), or a search through these sums if they are too many
//! ([`PairSearch`]).
//!
//! **Sources**: Conway, On Numbers and Games, chapter 12; Berlekamp, Conway and Guy, Winning Ways,
//! chapter 13; Plambeck and Siegel 2008, "Misère quotients for impartial games".

mod classes;
mod components;
mod forms;
mod open_options;
mod pairs;
mod part_forms;
mod pieces;
pub(crate) mod plane;
mod proof;
mod reach;
mod saved;
mod search;
mod split;
mod strategy;
mod sums;
mod text;

pub use classes::{BoardForms, BoardFormsError};
pub use forms::{Form, Forms, Tame, tame_sum_is_p};
pub use pairs::PairMatrix;
pub use part_forms::PartForms;
pub use proof::Proof;
pub use search::{MisereSearch, Oracle};
pub use split::{Split, Trial, splitting_moves, winning_split};
pub use sums::PairSearch;

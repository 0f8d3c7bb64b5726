//! An inner part of Nimfield, without a stable interface for other programs.
//!
#![doc = include_str!("../README.md")]
//!
//! It contains no games: a game is a [`FormulaGame`](nimfield_core::families::formulas::FormulaGame), whose moves are
//! sentences. Such sentences, and a set of positions whose digits an automaton accepts, make it decidable whether the
//! set consists of all P-positions (Büchi 1960; Bruyère, Hansel, Michaux and Villemaire 1994; for games: Mignoty,
//! Renard, Rigo and Whiteland 2025).
#![forbid(unsafe_code)]

mod atoms;
mod automaton;
mod bound;
mod combine;
mod compile;
mod learn;
mod members;
mod minimal;
mod numeration;
mod prove;
mod shifts;
mod table;
mod value_formula;

pub use automaton::Automaton;
pub use bound::{Bound, MOST_STATES, Stopped};
pub use compile::CannotSay;
pub use learn::{learn, learn_by_counterexamples};
pub use members::Members;
pub use numeration::{Numeration, UnknownNumeration};
pub use prove::{Fault, Measure, Prover, Refused, Step, Verdict};
pub use table::Table;
pub use value_formula::ValueFormula;

//! Two-dimensional nim and its relatives: rules, theory, search and tables.

pub mod analyze;
pub mod bfile;
pub mod classify;
pub mod export;
pub mod opponent;
pub mod partizan;
pub mod reader;
pub mod registry;
pub mod sum;
pub mod tables;
pub mod template;

pub use nimfield_core::notation::NotationError;
pub use nimfield_core::words::{Answer, Grundy, Outcome, Play, Player};
pub use nimfield_core::{
    budget, component, diagram, families, files, info, notation, rules, theory, words,
};
pub use nimfield_engines as engines;
pub use nimfield_games as games;
pub use reader::read;
pub use sum::Sum;

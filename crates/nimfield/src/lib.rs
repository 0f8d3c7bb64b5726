//! Two-dimensional nim and its relatives: rules, theory, search and tables.

pub mod analyze;
pub mod bfile;
pub mod certificate;
pub mod claims;
pub mod classify;
pub mod export;
pub mod files;
pub mod games;
pub mod notation;
pub mod opponent;
pub mod partizan;
pub mod registry;
pub mod rules;
pub mod solve;
pub mod sum;
pub mod template;
pub mod theory;
pub mod words;

pub use notation::read;
pub use sum::Sum;
pub use words::{Answer, Grundy, NotationError, Outcome, Play, Player};

//! Output in words: answers, claims, certificates.

pub mod answer;
pub mod automaton;
pub mod certificate;
pub mod claim;
pub mod sheet;

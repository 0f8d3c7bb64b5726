//! What the commands print for people: answers, claims, certificates, in words.

pub mod answer;
pub mod automaton;
pub mod certificate;
pub mod claim;
pub mod sheet;

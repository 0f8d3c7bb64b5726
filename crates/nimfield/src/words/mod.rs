//! The words every other part speaks: play conventions.

pub mod play;

//! "2D Nim", an article on taking 1 to 3 neighbouring stones from a 4x4 board in misère play, and what
//! is known of games on boards beside it.

pub(crate) mod article;
pub(crate) mod tables;
pub(crate) mod theorems;

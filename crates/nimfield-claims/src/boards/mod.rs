//! Claims of "2D Nim", an article on taking 1 to 3 neighbouring stones from a 4x4 board in misère play, and known
//! results on similar board games.

pub(crate) mod article;
pub(crate) mod tables;
pub(crate) mod theorems;

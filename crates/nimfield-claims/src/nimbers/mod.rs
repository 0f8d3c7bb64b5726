//! Claims of L. Le Bruyn's posts "How to play Nimbers?", "n-dimensional and transfinite Nimbers" and "How to win
//! transfinite Nimbers?".

pub(crate) mod arithmetic;
pub(crate) mod boards;
mod cubic_field;
pub(crate) mod excess;
pub(crate) mod tables;
pub(crate) mod transfinite;

//! An inner part of Nimfield, which promises nothing to other programs.
//!
#![doc = include_str!("../README.md")]

pub mod bfile;
mod cuboid;
mod escape;
// For the tests: no part of the public API.
#[cfg(feature = "png")]
#[doc(hidden)]
pub mod internals;
pub mod latex;
pub mod map;
pub mod markdown;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod picture;
#[cfg(feature = "png")]
pub mod png;
mod rectangle;
pub mod sequence;
pub mod svg;
pub mod thermograph;
pub mod tikz;

/// Why a table cannot be put into a form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unsuitable(pub String);

impl Unsuitable {
    /// Refuses what has more cells than a form can hold; `what` is the form.
    fn check(what: &str, cells: usize, most: usize) -> Result<(), Unsuitable> {
        match cells > most {
            true => Err(Unsuitable(format!(
                "{what} has at most {most} cells, this one {cells}"
            ))),
            false => Ok(()),
        }
    }
}

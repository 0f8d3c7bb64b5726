//! An inner part of Nimfield, without a stable interface for other programs.
//!
#![doc = include_str!("../README.md")]

pub mod bfile;
mod cuboid;
mod escape;
// For tests; not part of the public API.
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

/// Why a table cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unsuitable(pub String);

impl Unsuitable {
    /// Returns an error if there are more cells than the format `what` can hold.
    fn check(what: &str, cells: usize, most: usize) -> Result<(), Unsuitable> {
        match cells > most {
            true => Err(Unsuitable(format!(
                "{what} has at most {most} cells, but this one has {cells}"
            ))),
            false => Ok(()),
        }
    }
}

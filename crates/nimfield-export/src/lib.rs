#![doc = include_str!("../README.md")]

// For the tests: no part of the public API.
mod cuboid;
mod escape;
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

//! Tables and positions in the forms that others use: one file for each form.
//!
//! Text, CSV, JSON lines and b-files are written row by row by whoever prints a table. What is here
//! needs the table as a whole or a library.
//!
//! ```
//! use nimfield_export::{latex, picture};
//!
//! let sum = nimfield::read("pnim[4,2,1]")?;
//! let diagrams: Vec<_> = sum.components().iter().map(|part| part.diagram()).collect();
//! let svg = picture::draw(&diagrams, "pnim[4,2,1]")?.to_svg();
//! assert!(svg.starts_with("<svg"));
//! assert!(latex::position(&diagrams, "pnim[4,2,1]")?.starts_with("% pnim[4,2,1]"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
pub mod svg;
pub mod thermograph;
pub mod tikz;

use std::fmt;

/// Why a table cannot be put into a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsuitable(pub String);

impl fmt::Display for Unsuitable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unsuitable {}

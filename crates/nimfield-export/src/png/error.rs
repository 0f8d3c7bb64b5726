//! Why there is no picture.

use std::fmt;
use std::io;

use nimfield::budget::Limit;

/// Pictures with a longer side in pixels are refused.
pub const LONGEST_SIDE: f32 = 16_384.0;

/// Why there is no picture.
#[derive(Debug)]
pub enum PngError {
    /// The picture is larger than [`LONGEST_SIDE`] or has no area: its width and height.
    Size(f32, f32),
    /// The encoder failed.
    Encode(String),
    /// The budget did not suffice.
    Stopped(Limit),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PngError::Size(width, height) => write!(
                f,
                "a picture of {width} by {height} pixels: its sides are from 1 to {LONGEST_SIDE}"
            ),
            PngError::Encode(error) => write!(f, "the picture cannot be encoded: {error}"),
            PngError::Stopped(limit) => write!(f, "the picture was stopped by {limit}"),
        }
    }
}

impl std::error::Error for PngError {}

impl From<Limit> for PngError {
    fn from(limit: Limit) -> PngError {
        PngError::Stopped(limit)
    }
}

impl From<io::Error> for PngError {
    fn from(error: io::Error) -> PngError {
        PngError::Encode(error.to_string())
    }
}

//! Why there is no picture.

use std::io;

use nimfield::budget::Limit;

/// Pictures with a longer side in pixels are refused.
pub const LONGEST_SIDE: f32 = 16_384.0;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The picture is larger than [`LONGEST_SIDE`] or has no area: its width and height.
    #[error("a picture of {0} by {1} pixels; each side must have 1 to {LONGEST_SIDE}")]
    Size(f32, f32),
    /// The encoder failed.
    #[error("the picture cannot be encoded: {0}")]
    Encode(String),
    /// The budget did not suffice.
    #[error("the picture was stopped by {0}")]
    Stopped(Limit),
}

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

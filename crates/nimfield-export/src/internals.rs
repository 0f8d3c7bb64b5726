//! For tests of this crate, not part of its public API: pictures that drawings cannot produce.

use tiny_skia::{IntSize, Pixmap};

/// Encodes opaque pixels, four bytes each, as a PNG file.
pub fn png(width: u32, height: u32, pixels: &[u8]) -> Result<Vec<u8>, crate::png::PngError> {
    let size = IntSize::from_wh(width, height).expect("an area");
    let pixels = Pixmap::from_vec(pixels.to_vec(), size).expect("four bytes a pixel");
    crate::png::encode(&pixels, &nimfield::budget::Budget::unlimited())
}

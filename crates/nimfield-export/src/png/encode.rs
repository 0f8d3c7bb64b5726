//! The PNG file format, W3C Portable Network Graphics (Third Edition): true colour without
//! opacity, 8 bits a channel, every row filtered by what differs from the row above.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use nimfield::budget::Budget;
use tiny_skia::Pixmap;

use super::error::PngError;

const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
/// Bits a channel; true colour; the only ways to compress, to filter; not interlaced.
const FORM: [u8; 5] = [8, 2, 0, 0, 0];
/// The filter "up": differences from the row above. Most rows of a drawing are like the one above.
const UP: u8 = 2;
/// Longer data is cut into several chunks.
const LONGEST_CHUNK: usize = 1 << 24;

/// Encodes an opaque picture as a file.
pub(crate) fn encode(pixels: &Pixmap, budget: &Budget) -> Result<Vec<u8>, PngError> {
    let data = compressed(pixels, budget)?;
    let mut file = SIGNATURE.to_vec();
    let mut header = Vec::with_capacity(13);
    header.extend(pixels.width().to_be_bytes());
    header.extend(pixels.height().to_be_bytes());
    header.extend(FORM);
    chunk(&mut file, *b"IHDR", &header);
    for part in data.chunks(LONGEST_CHUNK) {
        chunk(&mut file, *b"IDAT", part);
    }
    chunk(&mut file, *b"IEND", &[]);
    Ok(file)
}

/// Appends a chunk: its length, name, data and their checksum.
fn chunk(file: &mut Vec<u8>, name: [u8; 4], data: &[u8]) {
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(&name);
    checksum.update(data);
    // At most `LONGEST_CHUNK`.
    file.extend((data.len() as u32).to_be_bytes());
    file.extend(name);
    file.extend(data);
    file.extend(checksum.finalize().to_be_bytes());
}

/// Compresses the filtered rows as a zlib stream.
fn compressed(pixels: &Pixmap, budget: &Budget) -> Result<Vec<u8>, PngError> {
    let bytes = pixels.width() as usize * 4;
    let mut stream = ZlibEncoder::new(Vec::new(), Compression::default());
    let mut filtered = Vec::new();
    let first = vec![0; bytes];
    let mut above = &first[..];
    for row in pixels.data().chunks(bytes) {
        budget.check(0)?;
        filtered.clear();
        filtered.push(UP);
        for (pixel, above) in row.chunks(4).zip(above.chunks(4)) {
            // The fourth is the opacity.
            let differences = pixel.iter().zip(above).take(3);
            filtered.extend(differences.map(|(byte, above)| byte.wrapping_sub(*above)));
        }
        stream.write_all(&filtered)?;
        above = row;
    }
    Ok(stream.finish()?)
}

//! The PNG file format, W3C Portable Network Graphics (Third Edition): true colour without
//! opacity, 8 bits a channel, every row filtered by what differs from the row above.

use std::io::{self, Write as _};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use tiny_skia::Pixmap;

const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
/// Bits a channel; true colour; the only ways to compress, to filter; not interlaced.
const FORM: [u8; 5] = [8, 2, 0, 0, 0];
/// The filter "up": differences from the row above. Most rows of a drawing are like the one above.
const UP: u8 = 2;
/// Longer data is cut into several chunks.
const LONGEST_CHUNK: usize = 1 << 24;

/// An opaque picture as a file.
pub(super) fn encode(pixels: &Pixmap) -> io::Result<Vec<u8>> {
    let data = compressed(pixels)?;
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

/// The filtered rows as a zlib stream.
fn compressed(pixels: &Pixmap) -> io::Result<Vec<u8>> {
    let bytes = pixels.width() as usize * 4;
    let mut stream = ZlibEncoder::new(Vec::new(), Compression::default());
    let mut filtered = Vec::new();
    let first = vec![0; bytes];
    let mut above = &first[..];
    for row in pixels.data().chunks(bytes) {
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
    stream.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(width: u32, height: u32) -> Pixmap {
        let mut pixels = Pixmap::new(width, height).unwrap();
        let mut random = fastrand::Rng::with_seed(u64::from(width));
        random.fill(pixels.data_mut());
        for pixel in pixels.data_mut().chunks_mut(4) {
            pixel[3] = 0xff;
        }
        pixels
    }

    /// What does not compress comes back, also if it takes more than one chunk of data.
    #[test]
    fn any_picture_reads_back() {
        for (width, height) in [(1, 1), (1, 300), (300, 1), (17, 23), (2_500, 2_500)] {
            let pixels = noise(width, height);
            let file = encode(&pixels).unwrap();
            let parts = file.windows(4).filter(|name| *name == b"IDAT").count();
            assert_eq!(parts > 1, width == 2_500, "{parts}");
            let decoder = png::Decoder::new(io::Cursor::new(file));
            let mut reader = decoder.read_info().unwrap();
            let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
            let info = reader.next_frame(&mut bytes).unwrap();
            assert_eq!((info.width, info.height), (width, height));
            let colors = pixels.data().chunks(4).flat_map(|pixel| &pixel[..3]);
            assert!(colors.eq(&bytes));
        }
    }
}

//! The checksum that finds altered blocks of files: CRC-32 as in gzip and PNG.

/// Returns the CRC-32 of these bytes.
///
/// ```
/// use nimfield_core::checksum::crc32;
/// assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
/// ```
#[must_use]
pub fn crc32(bytes: &[u8]) -> u32 {
    // Browsers download the program and read few files, and the 16 KiB of tables for the fast method do not compress.
    match cfg!(target_family = "wasm") {
        true => by_bits(bytes),
        false => crc32fast::hash(bytes),
    }
}

/// Computes the same bit by bit, without a table.
///
/// ```
/// use nimfield_core::checksum::{by_bits, crc32};
/// for bytes in [&b""[..], b"a", b"123456789", &[0; 300]] {
///     assert_eq!(by_bits(bytes), crc32(bytes));
/// }
/// ```
#[must_use]
pub fn by_bits(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            (sum >> 1) ^ ((sum & 1) * 0xedb8_8320)
        })
    })
}

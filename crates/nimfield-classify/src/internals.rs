//! For tests, and no part of the public API: walks on words.

use nimfield_engines::walks::Piece;

/// Appends the options of a partition by the bits of its word.
pub fn walks(piece: &Piece, word: u64, out: &mut Vec<u64>) {
    crate::walks(piece, word, out);
}

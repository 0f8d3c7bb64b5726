//! Boundary words: partitions as numbers.

/// The numbers of the partitions with columns + rows = `grade`.
#[must_use]
pub fn places(grade: u32) -> std::ops::Range<u64> {
    match grade {
        0 => 0..1,
        1 => 1..1,
        _ => 1 << (grade - 2)..1 << (grade - 1),
    }
}

/// The boundary word of a partition with columns plus rows up to 129; see [`words`](crate::partitions::words).
#[must_use]
pub fn word(parts: &[u8]) -> u128 {
    let mut word = 0;
    for (row, &part) in parts.iter().rev().enumerate() {
        // So many steps lie before the end of this row, and the first is left out.
        word |= 1 << (usize::from(part) + row - 1);
    }
    word
}

//! Bits in words.

use std::ops::Range;

/// Clears a range of bits.
pub(super) fn clear(words: &mut [u64], range: Range<usize>) {
    if range.is_empty() {
        return;
    }
    let (first, last) = (range.start / 64, (range.end - 1) / 64);
    let from = u64::MAX << (range.start % 64);
    let to = u64::MAX >> (63 - (range.end - 1) % 64);
    if first == last {
        words[first] &= !(from & to);
    } else {
        words[first] &= !from;
        words[first + 1..last].fill(0);
        words[last] &= !to;
    }
}

/// Computes `to |= from`, word by word.
#[inline(always)]
pub(crate) fn or(to: &mut [u64], from: &[u64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to |= from;
    }
}

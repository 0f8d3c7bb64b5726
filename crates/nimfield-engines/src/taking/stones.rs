//! Counting states by their number of stones.

use std::sync::{Mutex, PoisonError};

use super::inword::BY_SIZE;
use crate::parallel::{self, locked};

/// Vectors are counted place by place in binary, with this many digits.
const DIGITS: usize = 5;

/// Counts for each bit of vectors of eight words how often it is set.
#[derive(Clone, Copy)]
struct Counter {
    digits: [[u64; 8]; DIGITS],
    added: u32,
}

impl Counter {
    const EMPTY: Counter = Counter {
        digits: [[0; 8]; DIGITS],
        added: 0,
    };

    fn add(&mut self, vector: [u64; 8]) {
        let mut carry = vector;
        for digit in &mut self.digits {
            for (digit, carry) in digit.iter_mut().zip(&mut carry) {
                (*digit, *carry) = (*digit ^ *carry, *digit & *carry);
            }
        }
        self.added += 1;
    }

    fn is_full(&self) -> bool {
        self.added == (1 << DIGITS) - 1
    }

    /// Adds the counts to those by number of stones; `stones` is the number of stones above the vectors.
    fn flush(&mut self, stones: usize, counts: &mut [u64]) {
        for (i, digit) in self.digits.iter().enumerate() {
            for (lane, word) in digit.iter().enumerate() {
                let above = stones + lane.count_ones() as usize;
                for (size, subsets) in BY_SIZE.iter().enumerate() {
                    let count = u64::from((word & subsets).count_ones());
                    if count > 0 {
                        counts[above + size] += count << i;
                    }
                }
            }
        }
        *self = Counter::EMPTY;
    }
}

/// Counts the set bits by the number of ones in their index, which has `bits` digits. `word` returns the 64 bits from
/// 64 times its argument on.
pub(super) fn by_stones(bits: u32, threads: usize, word: impl Fn(usize) -> u64 + Sync) -> Vec<u64> {
    let bits = bits as usize;
    let mut counts = vec![0; bits + 1];
    if bits < 9 {
        for place in 0..1usize << bits {
            counts[place.count_ones() as usize] += word(place / 64) >> (place % 64) & 1;
        }
        return counts;
    }
    let vectors = 1usize << (bits - 9);
    let part = |from: usize, to: usize| {
        let mut counts = vec![0; bits + 1];
        let mut counters = vec![Counter::EMPTY; bits - 8];
        for vector in from..to {
            let stones = vector.count_ones() as usize;
            counters[stones].add(std::array::from_fn(|lane| word(8 * vector + lane)));
            if counters[stones].is_full() {
                counters[stones].flush(stones, &mut counts);
            }
        }
        for (stones, counter) in counters.iter_mut().enumerate() {
            if counter.added > 0 {
                counter.flush(stones, &mut counts);
            }
        }
        counts
    };
    const WORTH_A_THREAD: usize = 1 << 15;
    let size = vectors.div_ceil(threads).max(WORTH_A_THREAD);
    let counts = Mutex::new(counts);
    parallel::on_threads(vectors.div_ceil(size), &|number| {
        let from = number * size;
        let part = part(from, vectors.min(from + size));
        for (count, part) in locked(&counts).iter_mut().zip(part) {
            *count += part;
        }
    });
    counts.into_inner().unwrap_or_else(PoisonError::into_inner)
}

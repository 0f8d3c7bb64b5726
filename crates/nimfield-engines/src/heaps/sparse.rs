//! Sparse spaces: rare and common values.
//!
//! A value is rare if the number of its binary digits 1 in chosen places is even, and common otherwise. The sum of two
//! rare or of two common values is rare, and the sum of a rare and a common one is common. In many games nearly all
//! values are common. Which common values the options of a heap have is then found from the few rare heaps alone.
//! The least common value that is not among them bounds the value of the heap; whether a rare value below it is
//! missing is found from pairs of common heaps, where usually the first few already have all rare values.

use nimfield_core::families::heaps::{CodeDigit, HeapRules};
use nimfield_core::sorting::Sort as _;

use super::marks::Marks;

/// From this number of heaps on a sparse space is looked for.
const FIRST: usize = 1 << 10;

/// Pairs from the middle that are tried before others.
const TYPICAL: u32 = 500;

/// Frequent values, and heaps of a value, that are kept.
const FREQUENT: usize = 16;
const HOLDERS: usize = 64;

/// A choice of rare values, and the heaps that have them.
#[derive(Clone, Debug)]
pub(super) struct SparseSpace {
    /// The places whose digits 1 are counted.
    places: u32,
    /// The rare heaps, ascending, without the empty one, each with its value.
    rare: Vec<(u32, u32)>,
    /// For each value some heaps that have it.
    holders: Vec<Vec<u32>>,
    /// The most frequent common values.
    frequent: Vec<u32>,
}

impl SparseSpace {
    /// Chooses the places for which the fewest heaps of the second half are rare. `None` if these are not few.
    pub(super) fn choose(values: &[u32]) -> Option<SparseSpace> {
        /// Tables of values are not made for larger ones.
        const LARGEST: usize = 1 << 16;
        /// Heaps for each rare one.
        const FEW: i64 = 5;
        if values.len() < FIRST {
            return None;
        }
        let largest = values.iter().copied().max().unwrap_or(0);
        let room = (largest as usize + 1).next_power_of_two();
        if room > LARGEST {
            return None;
        }
        let half = &values[values.len() / 2..];
        let mut counts = vec![0i64; room];
        for &value in half {
            counts[value as usize] += 1;
        }
        let mut frequent: Vec<u32> = (0..room as u32).collect();
        frequent.put_in_order_by_key(|&value| -counts[value as usize]);
        walsh_hadamard(&mut counts);
        // Each entry is now the rare heaps without the common ones for these places.
        let (places, excess) = counts
            .iter()
            .enumerate()
            .skip(1)
            .min_by_key(|(_, excess)| **excess)?;
        let rare = (half.len() as i64 + excess) / 2;
        (rare * FEW < half.len() as i64).then(|| {
            let mut space = SparseSpace {
                places: places as u32,
                rare: Vec::new(),
                holders: Vec::new(),
                frequent: Vec::new(),
            };
            frequent.retain(|&value| !space.is_rare(value));
            frequent.truncate(FREQUENT);
            space.frequent = frequent;
            let heaps = (0..).zip(values).skip(1);
            heaps.for_each(|(heap, &value)| space.add(heap, value));
            space
        })
    }

    /// Returns the number of rare heaps.
    pub(super) fn rare(&self) -> usize {
        self.rare.len()
    }

    fn is_rare(&self, value: u32) -> bool {
        (value & self.places).count_ones().is_multiple_of(2)
    }

    /// Takes note of the value of the next heap.
    pub(super) fn add(&mut self, heap: u32, value: u32) {
        if self.is_rare(value) {
            self.rare.push((heap, value));
        }
        let value = value as usize;
        if value >= self.holders.len() {
            self.holders.resize(value + 1, Vec::new());
        }
        if self.holders[value].len() < HOLDERS {
            self.holders[value].push(heap);
        }
    }

    /// Finds the value of a heap from those of all smaller ones, where moves leave at most two heaps.
    pub(super) fn value(
        &self,
        rules: &HeapRules,
        values: &[u32],
        heap: u32,
        marks: &mut Marks,
    ) -> u32 {
        let digits = || {
            let digits = rules.head().iter().zip((0..=heap).rev());
            digits.map(|(&digit, rest)| (digit, rest))
        };
        let splitting = || digits().filter(|(digit, _)| digit.leaves(2));
        for (digit, rest) in digits() {
            marks.mark_whole(heap, digit, rest, values);
        }
        for (digit, rest) in splitting() {
            let below = self.rare.partition_point(|&(rare, _)| rare < rest);
            let rare = &self.rare[..below];
            let (small, large) = match digit.is_unequal() && rest.is_multiple_of(2) {
                false => (rare, &[][..]),
                true => {
                    let middle = rare.partition_point(|&(rare, _)| rare < rest / 2);
                    let same =
                        usize::from(rare.get(middle).is_some_and(|&(rare, _)| rare == rest / 2));
                    (&rare[..middle], &rare[middle + same..])
                }
            };
            for part in [small, large] {
                let second = part
                    .iter()
                    .map(|&(rare, _)| &values[(rest - rare) as usize]);
                marks.mark_pairs(heap, part.iter().map(|(_, value)| value), second);
            }
        }
        let bound = (0..).find(|&value| !self.is_rare(value) && !marks.has(heap, value));
        let bound = bound.unwrap_or(u32::MAX);
        let mut open: Vec<u32> = (0..bound)
            .filter(|&value| self.is_rare(value) && !marks.has(heap, value))
            .collect();
        // Pairs of typical heaps, from the middle, have nearly all values.
        for limit in [TYPICAL, u32::MAX] {
            for (digit, rest) in splitting() {
                let most = if digit.is_unequal() {
                    rest.saturating_sub(1)
                } else {
                    rest
                } / 2;
                let least = most.saturating_sub(limit) + 1;
                let mut pairs = (least..=most).rev();
                while !open.is_empty()
                    && let Some(small) = pairs.next()
                {
                    let value = values[small as usize] ^ values[(rest - small) as usize];
                    if value < bound && !marks.has(heap, value) {
                        marks.mark(heap, value);
                        open.retain(|&other| other != value);
                    }
                }
            }
            for (digit, rest) in splitting() {
                open.retain(|&value| !self.has_holder(values, digit, rest, value));
            }
        }
        open.first().copied().unwrap_or(bound)
    }

    /// Returns whether a heap that is known to have some value, and one with a frequent value, are a pair of this sum.
    fn has_holder(&self, values: &[u32], digit: CodeDigit, rest: u32, sum: u32) -> bool {
        self.frequent.iter().any(|&value| {
            let holders = self.holders.get((sum ^ value) as usize);
            holders.is_some_and(|holders| {
                let fits = |&holder: &u32| {
                    (1..rest).contains(&holder)
                        && values[(rest - holder) as usize] == value
                        && !(digit.is_unequal() && 2 * holder == rest)
                };
                holders.iter().any(fits)
            })
        })
    }
}

/// Replaces the entry at each place `i` by the sum of all entries `j`, each with the sign of the parity of `i & j`.
fn walsh_hadamard(entries: &mut [i64]) {
    let mut width = 1;
    while width < entries.len() {
        for block in entries.chunks_mut(2 * width) {
            let (low, high) = block.split_at_mut(width);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        width *= 2;
    }
}

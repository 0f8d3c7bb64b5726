//! Sparse spaces: rare and common values.
//!
//! A value is rare if it has an even number of binary digits 1 in certain chosen places, and common otherwise. The sum
//! of two rare or of two common values is rare, and the sum of a rare and a common one is common. In many games nearly
//! all values are common. The few rare heaps then determine the common values of the options of a heap. Pairs of common
//! heaps determine whether a rare value is missing; usually the first few pairs already have all rare values.

use super::marks::Marks;
use super::mirror::Pairs;

/// A choice of rare values, and the heaps that have them.
#[derive(Clone, Debug)]
pub(super) struct SparseSpace {
    /// The chosen places.
    places: u32,
    /// The rare heaps, ascending, without the empty one, each with its value.
    rare: Vec<(u32, u32)>,
}

impl SparseSpace {
    /// Chooses the places for which the fewest heaps of the second half are rare. `None` if these are not few.
    pub(super) fn choose(values: &[u32]) -> Option<SparseSpace> {
        /// The largest value.
        const LARGEST: usize = 1 << 16;
        /// The least number of heaps per rare heap.
        const FEW: i64 = 5;
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
        walsh_hadamard(&mut counts);
        // Each entry is now the number of rare heaps minus that of common heaps for these places.
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
            };
            let heaps = (0..).zip(values).skip(1);
            heaps.for_each(|(heap, &value)| space.add(heap, value));
            space
        })
    }

    /// Returns the number of rare heaps.
    pub(super) fn rare(&self) -> usize {
        self.rare.len()
    }

    /// Returns whether a value is rare.
    pub(super) fn is_rare(&self, value: u32) -> bool {
        (value & self.places).count_ones().is_multiple_of(2)
    }

    /// Records the value of the next heap.
    pub(super) fn add(&mut self, heap: u32, value: u32) {
        if self.is_rare(value) {
            self.rare.push((heap, value));
        }
    }

    /// Marks the values of the pairs with a rare heap, which include all common values.
    pub(super) fn mark(&self, pairs: &Pairs, values: &[u32], heap: u32, marks: &mut Marks) {
        let &Pairs { sum, unequal, .. } = pairs;
        let below = self.rare.partition_point(|&(rare, _)| rare < sum);
        let rare = &self.rare[..below];
        let (small, large) = match unequal && sum.is_multiple_of(2) {
            false => (rare, &[][..]),
            true => {
                let middle = rare.partition_point(|&(rare, _)| rare < sum / 2);
                let same = usize::from(rare.get(middle).is_some_and(|&(rare, _)| rare == sum / 2));
                (&rare[..middle], &rare[middle + same..])
            }
        };
        for part in [small, large] {
            let second = part.iter().map(|&(rare, _)| &values[(sum - rare) as usize]);
            marks.mark_pairs(heap, part.iter().map(|(_, value)| value), second);
        }
    }
}

/// Computes the Walsh-Hadamard transform: entry `i` becomes the sum of all entries `j` with the sign of the parity of
/// `i & j`.
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

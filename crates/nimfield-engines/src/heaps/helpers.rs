//! Heaps with scarce values, whose pairs have values that no other pair has.

use super::marks::Marks;
use super::mirror::Pairs;

/// The most heaps to store.
const MOST: usize = 1024;

/// The heaps that helped most recently: one of their pairs had a value that was found late.
#[derive(Clone, Debug, Default)]
pub(super) struct Helpers {
    heaps: Vec<u32>,
    /// The index of the next heap to replace.
    oldest: usize,
    /// The number of heaps of each value.
    counts: Vec<u32>,
}

impl Helpers {
    /// Counts the heaps of each value, and starts without helpers.
    pub(super) fn of(values: &[u32]) -> Helpers {
        let mut helpers = Helpers::default();
        values.iter().for_each(|&value| helpers.count(value));
        helpers
    }

    /// Counts the value of a heap.
    pub(super) fn count(&mut self, value: u32) {
        let value = value as usize;
        if value >= self.counts.len() {
            self.counts.resize(value + 1, 0);
        }
        self.counts[value] += 1;
    }

    /// Stores the heap of a pair that has the scarcer value.
    pub(super) fn learn(&mut self, pair: [u32; 2], values: &[u32]) {
        let [first, second] = pair.map(|heap| self.counts[values[heap as usize] as usize]);
        let heap = pair[usize::from(second < first)];
        if self.heaps.len() < MOST {
            self.heaps.push(heap);
            return;
        }
        self.heaps[self.oldest] = heap;
        self.oldest = (self.oldest + 1) % MOST;
    }

    /// Marks the values of the pairs that contain one of these heaps.
    pub(super) fn mark(&self, pairs: &Pairs, values: &[u32], heap: u32, marks: &mut Marks) {
        let &Pairs { sum, unequal, .. } = pairs;
        let fits = |&helper: &u32| helper < sum && !(unequal && 2 * helper == sum);
        for helper in self.heaps.iter().copied().filter(fits) {
            marks.mark(
                heap,
                values[helper as usize] ^ values[(sum - helper) as usize],
            );
        }
    }
}

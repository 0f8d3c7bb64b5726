//! The values of the options of a heap, as marks, and their mex.

use nimfield_core::families::heaps::{CodeDigit, HeapRules};

/// For each value, the last heap that has an option with this value.
#[derive(Clone, Debug)]
pub(super) struct Marks(Vec<u32>);

impl Default for Marks {
    fn default() -> Marks {
        Marks(vec![u32::MAX; 64])
    }
}

impl Marks {
    /// Makes room for marks of all nim-sums of two values up to this one.
    pub(super) fn make_room(&mut self, largest: u32) {
        let room = (largest as usize + 1).next_power_of_two();
        if room > self.0.len() {
            self.0.resize(room, u32::MAX);
        }
    }

    /// Returns whether an option of the heap has the value.
    pub(super) fn has(&self, heap: u32, value: u32) -> bool {
        self.0.get(value as usize) == Some(&heap)
    }

    /// Marks the values of the pairs `a + b` for which `a` runs through `first` and `b` through `second`.
    pub(super) fn mark_pairs<'a>(
        &mut self,
        heap: u32,
        first: impl Iterator<Item = &'a u32>,
        second: impl Iterator<Item = &'a u32>,
    ) {
        let marks = &mut self.0[..];
        for (a, b) in first.zip(second) {
            marks[(a ^ b) as usize] = heap;
        }
    }

    /// Marks the nim-sums of values side by side.
    pub(super) fn mark_sums(&mut self, heap: u32, first: &[u16], second: &[u16]) {
        let marks = &mut self.0[..];
        for (a, b) in first.iter().zip(second) {
            marks[usize::from(a ^ b)] = heap;
        }
    }

    /// Marks one value.
    pub(super) fn mark(&mut self, heap: u32, value: u32) {
        self.make_room(value);
        self.0[value as usize] = heap;
    }

    /// Marks the result of a move that leaves at most one heap.
    pub(super) fn mark_whole(&mut self, heap: u32, digit: CodeDigit, rest: u32, values: &[u32]) {
        if digit.leaves(0) && rest == 0 {
            self.mark(heap, 0);
        }
        if digit.leaves(1) && rest > 0 {
            self.mark(heap, values[rest as usize]);
        }
    }

    /// Returns the least value that no option of the heap has.
    pub(super) fn mex(&self, heap: u32) -> u32 {
        let mex = self.0.iter().position(|&last| last != heap);
        mex.unwrap_or(self.0.len()) as u32
    }

    /// Finds the value of a heap from those of all smaller ones, by definition, if moves leave at most two heaps.
    pub(super) fn value(&mut self, rules: &HeapRules, values: &[u32], heap: u32) -> u32 {
        for taken in 0..=rules.most_taken().unwrap_or(heap).min(heap) {
            let (digit, rest) = (rules.digit(taken.into()), heap - taken);
            self.mark_whole(heap, digit, rest, values);
            if digit.leaves(2) {
                let most = if digit.is_unequal() {
                    rest.saturating_sub(1)
                } else {
                    rest
                } as usize
                    / 2;
                let small = values.iter().skip(1).take(most);
                self.mark_pairs(heap, small, values[..rest as usize].iter().rev());
            }
        }
        self.mex(heap)
    }
}

//! The values of all sums of heaps with a number of counters, for codes whose moves leave many heaps.
//!
//! Heaps are added in ascending order, as in a knapsack: the sums whose largest heap is the new one are this heap plus
//! sums of earlier heaps. So the number of steps is the product of the numbers of heaps, counters and pieces, which is
//! far below the number of ways to leave these.

use nimfield_core::budget::{Meter, Unfinished};
use nimfield_core::families::heaps::{HeapRules, HeapSizes};

use super::marks::Marks;

/// Bits of a word.
const BITS: usize = u64::BITS as usize;

/// The conditions on sizes that have their own sets; equal heaps are looked up one by one.
const KINDS: [HeapSizes; 3] = [HeapSizes::Any, HeapSizes::Unequal, HeapSizes::NotAllEqual];

/// Sets of values of sums.
#[derive(Clone, Debug)]
pub(super) struct PieceSums {
    /// The conditions on sizes in the code.
    kinds: Vec<HeapSizes>,
    /// The greatest number of heaps that has its own sets, and whether these also cover more heaps.
    layers: usize,
    open: bool,
    /// The first number of counters without sets.
    end: usize,
    /// The words of a set, a bit for each value.
    words: usize,
    /// The number of heaps that have been added.
    added: usize,
    /// By kind, number of heaps and number of counters: the values.
    sets: Vec<u64>,
}

impl PieceSums {
    pub(super) fn new(rules: &HeapRules) -> PieceSums {
        let open = rules.most_pieces() == usize::MAX;
        let layers = match open {
            true => rules.alike_from().max(1),
            false => rules.most_pieces(),
        };
        let digits = || rules.head().iter().chain(rules.tail());
        let has = |sizes: &HeapSizes| {
            let mut counts = 1..=layers;
            counts.any(|heaps| digits().any(|digit| digit.sizes(heaps) == Some(*sizes)))
        };
        PieceSums {
            kinds: KINDS.into_iter().filter(has).collect(),
            layers,
            open,
            end: 0,
            words: 1,
            added: 0,
            sets: Vec::new(),
        }
    }

    /// Returns the bytes for the sets of this many heaps with values up to the largest one.
    pub(super) fn bytes(&self, heaps: usize, largest: u32) -> u64 {
        let sets = self.kinds.len() * (self.layers + 1);
        let words =
            sets as u64 * heaps.next_power_of_two().max(BITS) as u64 * words(largest) as u64;
        words.saturating_mul(8)
    }

    /// Finds the value of a heap from those of all smaller ones.
    pub(super) fn value(
        &mut self,
        rules: &HeapRules,
        values: &[u32],
        marks: &mut Marks,
        mut meter: Meter<'_>,
    ) -> Result<u32, Unfinished> {
        let heap = values.len();
        let largest = values.iter().copied().max().unwrap_or(0);
        if heap >= self.end || words(largest) > self.words {
            self.end = (heap + 1).next_power_of_two().max(BITS);
            self.words = words(largest);
            meter.hold(self.bytes(self.end, largest))?;
            self.sets = vec![0; (self.bytes(self.end, largest) / 8) as usize];
            for kind in 0..self.kinds.len() {
                // The sum of no heaps is 0, which does not count as a sum of heaps that are not all equal.
                let none = self.at(kind, 0, 0);
                self.sets[none] = u64::from(self.kinds[kind] != HeapSizes::NotAllEqual);
            }
            self.added = 1;
        }
        while self.added < heap {
            self.add(self.added, values);
            self.added += 1;
            meter.check()?;
        }
        let name = heap as u32;
        for taken in 0..=rules
            .most_taken()
            .map_or(heap, |most| most as usize)
            .min(heap)
        {
            let (digit, rest) = (rules.digit(taken as u128), heap - taken);
            marks.mark_whole(name, digit, rest as u32, values);
            for heaps in 2..=self.layers.min(rest) {
                if let Some(sizes) = digit.sizes(heaps) {
                    self.mark(sizes, heaps, rest, (name, marks));
                }
            }
            // "One heap or more" is uniform only if there is no condition on sizes.
            if let (true, 1, Some(sizes)) = (self.open, self.layers, digit.sizes(1)) {
                self.mark(sizes, 1, rest, (name, marks));
            }
            let equal = |heaps: &usize| digit.sizes(*heaps) == Some(HeapSizes::Equal);
            for heaps in (2..=rest)
                .filter(equal)
                .filter(|&heaps| rest.is_multiple_of(heaps))
            {
                let value = if heaps % 2 == 1 {
                    values[rest / heaps]
                } else {
                    0
                };
                marks.mark(name, value);
            }
        }
        Ok(marks.mex(name))
    }

    /// Returns the index of the first word of a set.
    fn at(&self, kind: usize, heaps: usize, counters: usize) -> usize {
        ((kind * (self.layers + 1) + heaps) * self.end + counters) * self.words
    }

    fn mark(&self, sizes: HeapSizes, heaps: usize, rest: usize, (name, marks): (u32, &mut Marks)) {
        let Some(kind) = self.kinds.iter().position(|&kind| kind == sizes) else {
            return;
        };
        let from = self.at(kind, heaps, rest);
        for (word, &set) in self.sets[from..from + self.words].iter().enumerate() {
            let mut set = set;
            while set != 0 {
                marks.mark(name, (word * BITS) as u32 + set.trailing_zeros());
                set &= set - 1;
            }
        }
    }

    /// Adds a heap to all sets that it may belong to, once or several times.
    fn add(&mut self, heap: usize, values: &[u32]) {
        let value = values[heap];
        for kind in 0..self.kinds.len() {
            match self.kinds[kind] {
                HeapSizes::Unequal => {
                    for counters in (heap..self.end).rev() {
                        self.add_to(kind, counters, heap, value);
                    }
                    continue;
                }
                HeapSizes::NotAllEqual => {
                    for (other, &smaller) in values.iter().enumerate().take(heap).skip(1) {
                        let counters = (heap + other..self.end).step_by(other);
                        for (heaps, counters) in (2..).zip(counters) {
                            let odd = heaps % 2 == 0;
                            let sum = value ^ if odd { smaller } else { 0 };
                            if heaps <= self.layers || self.open {
                                let at = self.at(kind, heaps.min(self.layers), counters);
                                self.sets[at + sum as usize / BITS] |= 1 << (sum as usize % BITS);
                            }
                        }
                    }
                }
                HeapSizes::Any | HeapSizes::Equal => {}
            }
            for counters in heap..self.end {
                self.add_to(kind, counters, heap, value);
            }
        }
    }

    /// Adds the sums of this many counters that include the heap.
    fn add_to(&mut self, kind: usize, counters: usize, heap: usize, value: u32) {
        let (far, near) = (value as usize / BITS, value % u64::BITS);
        for heaps in (1..=self.layers).rev() {
            let to = self.at(kind, heaps, counters);
            let alike = self.open && heaps == self.layers;
            for before in heaps - 1..=heaps - usize::from(!alike) {
                let from = self.at(kind, before, counters - heap);
                for word in 0..self.words {
                    let moved = moved(self.sets[from + word], near);
                    self.sets[to + (word ^ far)] |= moved;
                }
            }
        }
    }
}

/// Returns the words of a set of nim-sums of values up to the largest one.
fn words(largest: u32) -> usize {
    (largest as usize + 1).next_power_of_two().div_ceil(BITS)
}

/// Moves bit i of a word to bit i xor the value, for a value below 64.
fn moved(mut word: u64, value: u32) -> u64 {
    const LOW: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (bit, low) in LOW.into_iter().enumerate() {
        if value >> bit & 1 == 1 {
            word = (word & low) << (1 << bit) | word >> (1 << bit) & low;
        }
    }
    word
}

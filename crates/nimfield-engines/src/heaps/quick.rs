//! Finds the value of a heap with a sparse space: few pairs of smaller heaps are marked, the others at most compared.

use nimfield_core::families::heaps::HeapRules;

use super::helpers::Helpers;
use super::marks::Marks;
use super::mirror::{Mirror, Pairs};
use super::sparse::SparseSpace;

/// The number of heaps from which on the quick method is used.
const FIRST: usize = 1 << 10;

/// The number of pairs from the middle to mark before checking others, in chunks: the values of large heaps differ
/// most.
const TYPICAL: u32 = 1024;
const CHUNK: u32 = 64;

/// The data about smaller heaps, for moves that leave at most two heaps.
#[derive(Clone, Debug)]
pub(super) struct QuickValues {
    mirror: Mirror,
    sparse: SparseSpace,
    helpers: Helpers,
}

impl QuickValues {
    /// Creates it from the values of the smaller heaps, and the earlier helpers. `None` if the values are too few or
    /// too large, or have no sparse space.
    pub(super) fn of(values: &[u32], helpers: Option<Helpers>) -> Option<QuickValues> {
        (values.len() >= FIRST).then_some(())?;
        let sparse = SparseSpace::choose(values)?;
        Some(QuickValues {
            mirror: Mirror::of(values)?,
            sparse,
            helpers: helpers.unwrap_or_else(|| Helpers::of(values)),
        })
    }

    /// Returns the helpers.
    pub(super) fn into_helpers(self) -> Helpers {
        self.helpers
    }

    /// Returns the bytes held for a number of heaps while they are copied to larger memory.
    pub(super) fn bytes(heaps: usize) -> u64 {
        Mirror::bytes(heaps)
    }

    /// Returns the number of rare heaps.
    pub(super) fn rare(&self) -> usize {
        self.sparse.rare()
    }

    /// Records the value of the next heap. Returns whether it fits.
    pub(super) fn push(&mut self, heap: u32, value: u32) -> bool {
        self.sparse.add(heap, value);
        self.helpers.count(value);
        self.mirror.push(value)
    }

    /// Finds the value of a heap from those of all smaller ones.
    pub(super) fn value(
        &mut self,
        rules: &HeapRules,
        values: &[u32],
        heap: u32,
        marks: &mut Marks,
    ) -> u32 {
        let mut splits = Vec::new();
        for (&digit, rest) in rules.head().iter().zip((0..=heap).rev()) {
            marks.mark_whole(heap, digit, rest, values);
            if digit.leaves(2) {
                splits.push(Pairs::of(rest, digit.is_unequal()));
            }
        }
        for pairs in &splits {
            self.sparse.mark(pairs, values, heap, marks);
        }
        let mut typical = TYPICAL;
        for value in 0.. {
            // All common values of pairs are marked already.
            let is_known = !self.sparse.is_rare(value);
            while !marks.has(heap, value) && !is_known && typical > 0 {
                typical -= CHUNK;
                for pairs in &mut splits {
                    self.mirror.mark(pairs, CHUNK, heap, marks);
                }
                if typical == 0 {
                    let sums = splits.iter();
                    sums.for_each(|pairs| self.helpers.mark(pairs, values, heap, marks));
                }
            }
            if !marks.has(heap, value)
                && (is_known || !self.finds(value, values, &splits, (heap, marks)))
            {
                return value;
            }
        }
        u32::MAX
    }

    /// Returns whether an unmarked pair has this value, and if so stores a helper.
    fn finds(
        &mut self,
        value: u32,
        values: &[u32],
        splits: &[Pairs],
        (heap, marks): (u32, &mut Marks),
    ) -> bool {
        let found = splits
            .iter()
            .find_map(|&pairs| self.mirror.find(pairs, value));
        let Some(pair) = found else {
            return false;
        };
        marks.mark(heap, value);
        self.helpers.learn(pair, values);
        true
    }
}

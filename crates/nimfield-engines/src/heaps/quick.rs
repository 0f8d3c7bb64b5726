//! The value of a heap without a look at most pairs of smaller heaps twice.

use nimfield_core::families::heaps::HeapRules;

use super::helpers::Helpers;
use super::marks::Marks;
use super::mirror::{Mirror, Pairs};
use super::sparse::SparseSpace;

/// From this number of heaps on the quick way is taken.
const FIRST: usize = 1 << 10;

/// Pairs from the middle that are marked before others are looked at, chunk by chunk: the values of large heaps differ
/// most.
const TYPICAL: u32 = 1024;
const CHUNK: u32 = 64;

/// Without a sparse space this share of the pairs before one that was looked for is marked.
const SHARE: u32 = 4;

/// What is known of the smaller heaps, where moves leave at most two heaps.
#[derive(Clone, Debug)]
pub(super) struct QuickValues {
    mirror: Mirror,
    sparse: Option<SparseSpace>,
    helpers: Helpers,
}

impl QuickValues {
    /// Takes the values of the smaller heaps. `None` if they are too few or too large.
    pub(super) fn of(values: &[u32]) -> Option<QuickValues> {
        (values.len() >= FIRST).then_some(())?;
        let mut helpers = Helpers::default();
        values.iter().for_each(|&value| helpers.count(value));
        Some(QuickValues {
            mirror: Mirror::of(values)?,
            sparse: SparseSpace::choose(values),
            helpers,
        })
    }

    /// Returns the bytes held for a number of heaps while they are copied to a larger place.
    pub(super) fn bytes(heaps: usize) -> u64 {
        Mirror::bytes(heaps)
    }

    /// Chooses the sparse space again, or continues without one.
    pub(super) fn choose_space(&mut self, values: &[u32]) {
        self.sparse = SparseSpace::choose(values);
    }

    /// Returns the number of rare heaps.
    pub(super) fn rare(&self) -> Option<usize> {
        self.sparse.as_ref().map(SparseSpace::rare)
    }

    /// Takes note of the value of the next heap. Returns whether it fits.
    pub(super) fn push(&mut self, heap: u32, value: u32) -> bool {
        if let Some(space) = &mut self.sparse {
            space.add(heap, value);
        }
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
                let unequal = digit.is_unequal();
                splits.push((Pairs::of(rest, unequal), (rest, unequal)));
            }
        }
        if let Some(space) = &self.sparse {
            space.mark(rules, values, heap, marks);
        }
        let mut typical = TYPICAL;
        for value in 0.. {
            // All common values of pairs are marked already.
            let space = self.sparse.as_ref();
            let is_known = space.is_some_and(|space| !space.is_rare(value));
            while !marks.has(heap, value) && !is_known && typical > 0 {
                typical -= CHUNK;
                for (pairs, _) in &mut splits {
                    self.mirror.mark(pairs, CHUNK, heap, marks);
                }
                if typical == 0 {
                    let sums = splits.iter().map(|&(_, sum)| sum);
                    sums.for_each(|sum| self.helpers.mark(sum, values, heap, marks));
                }
            }
            if !marks.has(heap, value)
                && (is_known || !self.finds(value, values, &mut splits, (heap, marks)))
            {
                return value;
            }
        }
        u32::MAX
    }

    /// Returns whether a pair that was not marked has a value, and learns from it.
    fn finds(
        &mut self,
        value: u32,
        values: &[u32],
        splits: &mut [(Pairs, (u32, bool))],
        (heap, marks): (u32, &mut Marks),
    ) -> bool {
        let mut pairs = splits.iter_mut().map(|(pairs, _)| pairs);
        let found = pairs.find_map(|pairs| Some((self.mirror.find(*pairs, value)?, pairs)));
        let Some((found, pairs)) = found else {
            return false;
        };
        marks.mark(heap, value);
        match &self.sparse {
            Some(_) => self.helpers.learn(found.heaps, values),
            // Other values that are just as rare are among the pairs before it.
            None => self.mirror.mark(pairs, found.before / SHARE, heap, marks),
        }
        true
    }
}

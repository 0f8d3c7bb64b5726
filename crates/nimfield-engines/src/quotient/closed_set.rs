//! Sets of positions closed under options and summands.

use nimfield_core::budget::{Budget, Meter, Unfinished};
use nimfield_core::families::heaps::HeapRules;

/// A sum of positions: their numbers, ascending; none for the empty sum.
pub type Word = Vec<u32>;

/// Returns the sum of two sums.
pub(super) fn joined(a: &[u32], b: &[u32]) -> Word {
    let mut sum = [a, b].concat();
    sum.sort_unstable();
    sum
}

/// Positions by number, each with its options, which are sums of positions of smaller numbers.
#[derive(Clone, Debug, Default)]
pub struct ClosedSet {
    names: Vec<String>,
    options: Vec<Vec<Word>>,
    /// The longest play of each position, in moves; 1 for those without a move.
    lengths: Vec<usize>,
}

/// The bytes of an option in a list, with those of its allocation; few options are sums of many positions.
const OPTION_BYTES: u64 = 64;

impl ClosedSet {
    /// Returns about how many bytes a position with these options takes.
    #[must_use]
    pub fn bytes(options: &[Word]) -> u64 {
        OPTION_BYTES * (2 + options.len() as u64)
    }

    /// Adds a position with its options, and returns its number.
    ///
    /// # Panics
    /// If an option contains a position that was not added before.
    pub fn add(&mut self, name: String, mut options: Vec<Word>) -> u32 {
        let number = self.options.len() as u32;
        for option in &mut options {
            option.sort_unstable();
            assert!(
                option.iter().all(|&part| part < number),
                "options come before their positions"
            );
            *option = self.moving(option);
        }
        options.sort_unstable();
        options.dedup();
        let longest = options.iter().map(|option| self.length(option)).max();
        self.lengths.push(1 + longest.unwrap_or(0));
        self.names.push(name);
        self.options.push(options);
        number
    }

    /// Removes the last position.
    pub(super) fn pop(&mut self) {
        self.names.pop();
        self.options.pop();
        self.lengths.pop();
    }

    /// Returns the heaps of a taking-and-breaking game from 1 to `largest`; heap n has the number n - 1.
    ///
    /// # Errors
    /// If the budget runs out.
    pub fn heaps(
        rules: &HeapRules,
        largest: u32,
        budget: &Budget,
    ) -> Result<ClosedSet, Unfinished> {
        let mut set = ClosedSet::default();
        let mut meter = Meter::silent(budget).of(u64::from(largest));
        for heap in 1..=largest {
            let options = ClosedSet::heap_options(rules, heap, &mut meter)?;
            set.add(heap.to_string(), options);
            meter.done += 1;
        }
        Ok(set)
    }

    /// Returns the options of a heap in the set of [`heaps`](ClosedSet::heaps).
    ///
    /// # Errors
    /// If the budget runs out.
    pub fn heap_options(
        rules: &HeapRules,
        heap: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Word>, Unfinished> {
        let splits = rules.splits(heap.into());
        let options = splits.map(|split| {
            meter.hold(meter.bytes + OPTION_BYTES)?;
            meter.step()?;
            let pieces = split.pieces().iter();
            Ok::<Word, Unfinished>(pieces.map(|&piece| piece as u32 - 1).collect())
        });
        options.collect()
    }

    /// Returns a sum without its positions that have no options.
    pub(super) fn moving(&self, word: &[u32]) -> Word {
        let parts = word.iter().copied();
        parts
            .filter(|&part| !self.options(part).is_empty())
            .collect()
    }

    /// Returns the longest play of a sum, in moves, where positions without a move count 1.
    #[must_use]
    pub fn length(&self, word: &[u32]) -> usize {
        word.iter().map(|&part| self.lengths[part as usize]).sum()
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// Returns whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// Returns the name of a position.
    #[must_use]
    pub fn name(&self, position: u32) -> &str {
        &self.names[position as usize]
    }

    /// Returns the options of a position.
    #[must_use]
    pub fn options(&self, position: u32) -> &[Word] {
        &self.options[position as usize]
    }

    /// Returns a sum as text: `3+3+5`, or `0`.
    #[must_use]
    pub fn text(&self, word: &[u32]) -> String {
        let names: Vec<&str> = word.iter().map(|&position| self.name(position)).collect();
        if names.is_empty() {
            "0".to_string()
        } else {
            names.join("+")
        }
    }
}

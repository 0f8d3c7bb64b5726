//! Sets of tuples of numbers that digits show at once.

use nimfield_core::families::formulas::{Formula, Linear};

use crate::atoms::build;
use crate::automaton::Automaton;
use crate::bound::{Bound, Stopped};
use crate::compile::CannotSay;
use crate::numeration::Numeration;

/// How far a pair of numbers was read, the second of which is the first one with a zero after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Read {
    Zeros,
    /// The digit that the first number has next, and whether it ends in an odd number of zeros so far.
    Digits(u32, bool),
    Other,
}

impl Automaton {
    /// Returns what accepts the pairs of numbers, in either order, of which one has the digits of the other and a zero
    /// after them, and the other one ends in an even number of zeros, and the pair of zeros. In the sums of 1, a + 1, …
    /// with b = 1 these are the pairs of the n-th number that is in no earlier pair, and that number and `a n` (Fraenkel 1982).
    ///
    /// # Errors
    /// If the bound does not suffice.
    pub fn shifted_pairs(numeration: Numeration, bound: Bound<'_>) -> Result<Automaton, Stopped> {
        let step = |read: Read, row: &[u32]| match (read, row) {
            (Read::Zeros, [0, 0]) => Read::Zeros,
            (Read::Zeros, [0, next]) => Read::Digits(*next, false),
            (Read::Digits(expected, odd), [digit, next]) if *digit == expected => {
                Read::Digits(*next, *digit == 0 && !odd)
            }
            _ => Read::Other,
        };
        let accepts = |read| matches!(read, Read::Zeros | Read::Digits(0, false));
        let pairs = build((numeration, vec![0, 1]), Read::Zeros, step, accepts, bound)?;
        let turned = pairs.renamed(|variable| 1 - variable);
        pairs.or(&turned, bound)?.strict([], bound)
    }

    /// Returns which amounts, one for each variable and not all 0, lead from no member of this set to another one: moves
    /// that take them can be added without changing the P-positions, if these are the set.
    ///
    /// # Errors
    /// If the bound does not suffice.
    pub fn differences_missing(&self, bound: Bound<'_>) -> Result<Automaton, CannotSay> {
        let n = self.variables.len();
        // Amounts first; then what is left, and what was before.
        let left = self.renamed(|variable| n + variable);
        let mut pairs = left.and(&self.renamed(|variable| 2 * n + variable), bound)?;
        for own in 0..n {
            let sum = Linear::of(own).plus(1, &Linear::of(n + own));
            let sum = sum.and_then(|sum| Formula::equal(&sum, &Linear::of(2 * n + own)));
            let sum = Automaton::of(
                &sum.expect("three variables are small"),
                [],
                self.numeration,
                bound,
            )?;
            pairs = pairs
                .and(&sum, bound)?
                .exists(|variable| variable == 2 * n + own, bound)?;
        }
        let taken = pairs.exists(|variable| variable >= n, bound)?;
        let none = (0..n).map(|own| Formula::Zero(Linear::of(own))).collect();
        let some = Formula::Not(Box::new(Formula::All(none)));
        let some = Automaton::of(&some, 0..n, self.numeration, bound)?;
        Ok(some.and_not(&taken, bound)?)
    }
}

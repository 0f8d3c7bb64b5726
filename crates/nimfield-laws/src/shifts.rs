//! Sets of tuples of numbers that are defined directly by digits.

use nimfield_core::families::formulas::{Formula, Linear};

use crate::atoms::build;
use crate::automaton::Automaton;
use crate::bound::{Bound, Stopped};
use crate::compile::CannotSay;
use crate::numeration::Numeration;

/// The state of reading a pair of numbers, the second of which is the first one with a zero after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Read {
    Zeros,
    /// The next digit of the first number, and whether it ends in an odd number of zeros so far.
    Digits(u32, bool),
    Other,
}

impl Automaton {
    /// Returns the automaton that accepts the pair of zeros, and the pairs of numbers, in either order, of which one
    /// ends in an even number of zeros and the other one has the same digits followed by a zero. In the sums of 1, a +
    /// 1, … with b = 1 these are, for n = 0, 1, …, the pairs of the least number m that is in no earlier pair and of m + `a n` (Fraenkel
    /// 1982).
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

    /// Returns the amounts, one for each variable and not all 0, that lead from no member of this set to another one:
    /// if the set consists of the P-positions, moves that take these amounts can be added without changing it.
    ///
    /// # Errors
    /// If the bound does not suffice.
    pub fn differences_missing(&self, bound: Bound<'_>) -> Result<Automaton, CannotSay> {
        let n = self.variables.len();
        // The amounts come first, then the numbers after the move, then those before it.
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

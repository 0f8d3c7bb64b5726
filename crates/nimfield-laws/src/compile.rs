//! Automata of sentences.

use std::cmp::Ordering;

use nimfield_core::families::formulas::Formula;

use crate::atoms;
use crate::automaton::Automaton;
use crate::bound::{Bound, Stopped};
use crate::numeration::Numeration;

/// Why there is no automaton of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CannotSay {
    /// These digits do not show it.
    #[error("nim-sums and powers are seen in base 2 only, not in the digits of {0}")]
    Digits(Numeration),
    /// The work ended early.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Automaton {
    /// Returns what accepts the digits of the numbers for which a sentence holds, and of other rows of digits any.
    pub(crate) fn loose(
        formula: &Formula,
        numeration: Numeration,
        bound: Bound<'_>,
    ) -> Result<Automaton, CannotSay> {
        let list = |list: &[Formula], all: bool| {
            let mut found = Automaton::constant(numeration, all);
            for one in list {
                let one = Automaton::loose(one, numeration, bound)?;
                found = match all {
                    true => found.and(&one, bound)?,
                    false => found.or(&one, bound)?,
                };
            }
            Ok::<_, CannotSay>(found)
        };
        Ok(match formula {
            Formula::Zero(sum) => {
                atoms::sign(numeration, sum, |sign| sign == Ordering::Equal, bound)?
            }
            Formula::Positive(sum) => {
                atoms::sign(numeration, sum, |sign| sign == Ordering::Greater, bound)?
            }
            Formula::Rest(sum, by, rest) => atoms::rest(numeration, sum, (*by, *rest), bound)?,
            // In base 4 as well: digits add up without carry.
            Formula::NimSum(variables) => match numeration.as_base() {
                Some(base) if base.is_power_of_two() => {
                    atoms::nim_sum(numeration, variables, bound)?
                }
                _ => return Err(CannotSay::Digits(numeration)),
            },
            Formula::Power(variable, base) => match numeration.as_base() == Some(*base) {
                true => atoms::power(numeration, *variable, bound)?,
                false => return Err(CannotSay::Digits(numeration)),
            },
            Formula::Not(of) => Automaton::loose(of, numeration, bound)?.complement(),
            Formula::All(all) => list(all, true)?,
            Formula::Any(any) => list(any, false)?,
        })
    }

    /// Returns what accepts exactly the digits of numbers for which a sentence holds, one for each of the variables, in
    /// order.
    ///
    /// # Errors
    /// If the digits do not show it, or the bound does not suffice.
    pub fn of(
        formula: &Formula,
        variables: impl IntoIterator<Item = usize>,
        numeration: Numeration,
        bound: Bound<'_>,
    ) -> Result<Automaton, CannotSay> {
        let found = Automaton::loose(formula, numeration, bound)?;
        Ok(found.strict(variables, bound)?)
    }

    /// Returns what accepts exactly the digits of those numbers for the first `count` variables for which numbers for the
    /// others exist so that a sentence holds.
    ///
    /// # Errors
    /// If the digits do not show it, or the bound does not suffice.
    pub fn of_first(
        formula: &Formula,
        count: usize,
        numeration: Numeration,
        bound: Bound<'_>,
    ) -> Result<Automaton, CannotSay> {
        let all = Automaton::of(formula, 0..count, numeration, bound)?;
        Ok(all.exists(|variable| variable >= count, bound)?)
    }

    /// Returns whether it accepts the same as another automaton where a third one does.
    ///
    /// # Errors
    /// If the bound does not suffice.
    pub fn agrees_on(
        &self,
        other: &Automaton,
        region: &Automaton,
        bound: Bound<'_>,
    ) -> Result<bool, Stopped> {
        Ok(self.and(region, bound)? == other.and(region, bound)?)
    }

    /// Returns whether it has the fewest states, numbered by the rows that reach them first, and accepts no rows of
    /// digits but those of numbers: as those that are learned.
    ///
    /// # Errors
    /// If the bound does not suffice.
    pub fn is_plain(&self, bound: Bound<'_>) -> Result<bool, Stopped> {
        Ok(self.strict([], bound)? == *self)
    }

    /// Returns what accepts those rows of digits that are those of numbers, of its own variables and these.
    pub(crate) fn strict(
        &self,
        more: impl IntoIterator<Item = usize>,
        bound: Bound<'_>,
    ) -> Result<Automaton, Stopped> {
        let mut variables: Vec<usize> = self.variables.iter().copied().chain(more).collect();
        variables.sort_unstable();
        variables.dedup();
        let mut found = self.clone();
        for variable in variables {
            found = found.and(&atoms::digits(self.numeration, variable, bound)?, bound)?;
        }
        Ok(found)
    }
}

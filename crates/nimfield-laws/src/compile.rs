//! Automata of sentences.

use std::cmp::Ordering;

use nimfield_core::families::formulas::Formula;

use crate::atoms;
use crate::automaton::Automaton;
use crate::bound::{Bound, Stopped};
use crate::numeration::Numeration;

/// Why there is no automaton for a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CannotSay {
    /// These digits cannot express it.
    #[error("nim-sums and powers need base 2; the digits of {0} cannot express them")]
    Digits(Numeration),
    /// The work ended early.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Automaton {
    /// Returns an automaton that accepts the digits of the numbers for which a sentence holds; its result for other
    /// rows of digits is arbitrary.
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
            // This holds in base 4, too: digits add up without carry.
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

    /// Returns the automaton that accepts exactly the digits of the numbers for which a sentence holds, one for each of
    /// the variables, in order.
    ///
    /// # Errors
    /// If the digits cannot express it, or the bound does not suffice.
    pub fn of(
        formula: &Formula,
        variables: impl IntoIterator<Item = usize>,
        numeration: Numeration,
        bound: Bound<'_>,
    ) -> Result<Automaton, CannotSay> {
        let found = Automaton::loose(formula, numeration, bound)?;
        Ok(found.strict(variables, bound)?)
    }

    /// Returns the automaton that accepts exactly the digits of those numbers for the first `count` variables for which
    /// a sentence holds with some numbers for the other variables.
    ///
    /// # Errors
    /// If the digits cannot express it, or the bound does not suffice.
    pub fn of_first(
        formula: &Formula,
        count: usize,
        numeration: Numeration,
        bound: Bound<'_>,
    ) -> Result<Automaton, CannotSay> {
        let all = Automaton::of(formula, 0..count, numeration, bound)?;
        Ok(all.exists(|variable| variable >= count, bound)?)
    }

    /// Returns whether it accepts the same rows as another automaton, among those that a third one accepts.
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

    /// Returns whether it has the fewest states, numbered by the rows that reach them first, and accepts only rows of
    /// digits of numbers, as learned automata do.
    ///
    /// # Errors
    /// If the bound does not suffice.
    pub fn is_plain(&self, bound: Bound<'_>) -> Result<bool, Stopped> {
        Ok(self.strict([], bound)? == *self)
    }

    /// Returns the automaton that accepts the same rows of digits of numbers, for its own variables and these.
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

//! Single members of what automata accept: those that a tuple fixes, and lists of them.

use crate::atoms::build;
use crate::automaton::Automaton;
use crate::bound::{Bound, Stopped};
use crate::numeration::Numeration;

/// Tuples of numbers, in order, and whether these are all.
pub type Members = (Vec<Vec<u128>>, bool);

impl Automaton {
    /// Returns what accepts exactly these numbers, one for each of the variables, which rise.
    pub(crate) fn exactly(
        numeration: Numeration,
        variables: Vec<usize>,
        numbers: &[u128],
        bound: Bound<'_>,
    ) -> Result<Automaton, Stopped> {
        let digits = |&number: &u128| numeration.digits_of(number);
        let digits: Vec<Vec<u32>> = numbers.iter().map(digits).collect();
        let length = digits.iter().map(Vec::len).max().unwrap_or(0);
        let digit = |own: &Vec<u32>, at: usize| match (at + own.len()).checked_sub(length) {
            Some(at) => own[at],
            None => 0,
        };
        let step = |at: Option<usize>, row: &[u32]| match at? {
            0 if row.iter().all(|&digit| digit == 0) => Some(0),
            at if at < length
                && digits
                    .iter()
                    .map(|own| digit(own, at))
                    .eq(row.iter().copied()) =>
            {
                Some(at + 1)
            }
            _ => None,
        };
        let accepts = |at| at == Some(length);
        build((numeration, variables), Some(0), step, accepts, bound)
    }

    /// Returns what it accepts where the variable with this number, from 0 on, is this number; that variable is gone.
    ///
    /// # Errors
    /// If the bound does not suffice.
    pub fn with(&self, at: usize, number: u128, bound: Bound<'_>) -> Result<Automaton, Stopped> {
        let variable = self.variables[at];
        let fixed = Automaton::exactly(self.numeration, vec![variable], &[number], bound)?;
        self.and(&fixed, bound)?
            .exists(|own| own == variable, bound)
    }

    /// Lists tuples that it accepts, at most `most` of them, in order. What is not below 2^128 is left out.
    ///
    /// # Errors
    /// If the bound does not suffice.
    pub fn members(&self, most: usize, bound: Bound<'_>) -> Result<Members, Stopped> {
        /// Prefixes between two looks at the clock.
        const POLL: usize = 1024;
        let alive = self.alive();
        let (mut found, mut all) = (Vec::new(), true);
        // Rows of digits that something accepted begins with, each after those that begin with it.
        let mut prefixes: Vec<(usize, Vec<usize>)> = vec![(0, Vec::new())];
        let mut looks = 0usize;
        while let Some((state, rows)) = prefixes.pop() {
            looks += 1;
            if looks.is_multiple_of(POLL) {
                bound.budget.check(0)?;
                let bytes = size_of::<u128>() * self.variables.len() * found.len();
                bound.budget.fits(bytes as u64)?;
            }
            let digits: Vec<Vec<u32>> = rows.iter().map(|&row| self.row(row)).collect();
            let number = |at: usize| {
                let own: Vec<u32> = digits.iter().map(|row| row[at]).collect();
                self.numeration.number_of(&own)
            };
            let Some(tuple) = (0..self.variables.len()).map(number).collect() else {
                all = false;
                continue;
            };
            if self.accepts[state] {
                if found.len() == most {
                    all = false;
                    break;
                }
                found.push(tuple);
            }
            for (row, &next) in self.steps(state).iter().enumerate().rev() {
                // Zeros before the first digit are the same tuple.
                if alive[next as usize] && (row > 0 || !rows.is_empty()) {
                    prefixes.push((next as usize, [&rows[..], &[row]].concat()));
                }
            }
        }
        found.sort_unstable();
        Ok((found, all))
    }
}

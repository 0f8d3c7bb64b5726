//! Automata that read rows of digits, and the numbers that they accept.

use std::collections::VecDeque;
use std::fmt;

use crate::numeration::Numeration;

/// A deterministic automaton that reads one digit of each of its variables in each step, the highest first, and begins
/// in state 0. Every state has a step for every row of digits, whether or not numbers have such digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    pub(crate) numeration: Numeration,
    /// The variables, in order.
    pub(crate) variables: Vec<usize>,
    /// The next state, by state and row of digits; the digit of the first variable is the most significant.
    pub(crate) next: Vec<u32>,
    pub(crate) accepts: Vec<bool>,
}

/// Returns how many rows of digits there are.
pub(crate) fn width(numeration: Numeration, variables: usize) -> usize {
    numeration.digits().saturating_pow(variables as u32)
}

impl Automaton {
    /// Returns an automaton with one state.
    pub(crate) fn constant(numeration: Numeration, accepts: bool) -> Automaton {
        Automaton {
            numeration,
            variables: Vec::new(),
            next: vec![0],
            accepts: vec![accepts],
        }
    }

    /// Returns the automaton with these parts: the steps of each state by rows of digits of the variables in order, and
    /// which states accept. `None` if a step leads to no state, or the number of steps is wrong.
    #[must_use]
    pub fn from_parts(
        numeration: Numeration,
        variables: usize,
        steps: &[Vec<u32>],
        accepts: Vec<bool>,
    ) -> Option<Automaton> {
        let width = width(numeration, variables);
        let fits = |row: &Vec<u32>| {
            row.len() == width && row.iter().all(|&to| (to as usize) < steps.len())
        };
        let fits = !steps.is_empty() && steps.len() == accepts.len() && steps.iter().all(fits);
        fits.then(|| Automaton {
            numeration,
            variables: (0..variables).collect(),
            next: steps.concat(),
            accepts,
        })
    }

    /// Returns the digits that it reads.
    #[must_use]
    pub fn numeration(&self) -> Numeration {
        self.numeration
    }

    /// Returns how many variables it reads.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.variables.len()
    }

    /// Returns the number of states, including the one from which nothing is accepted.
    #[must_use]
    pub fn states(&self) -> usize {
        self.accepts.len()
    }

    /// Returns whether a state accepts.
    #[must_use]
    pub fn accepts(&self, state: usize) -> bool {
        self.accepts[state]
    }

    /// Returns the state after each row of digits.
    #[must_use]
    pub fn steps(&self, state: usize) -> &[u32] {
        let width = self.width();
        &self.next[state * width..][..width]
    }

    /// Returns whether nothing is accepted from a state, whatever follows.
    #[must_use]
    pub fn is_dead(&self, state: usize) -> bool {
        !self.accepts[state] && self.steps(state).iter().all(|&next| next as usize == state)
    }

    /// Returns the number of steps to states from which something is accepted.
    #[must_use]
    pub fn live_steps(&self) -> usize {
        let live = (0..self.states()).map(|state| self.steps(state).iter());
        live.flatten()
            .filter(|&&next| !self.is_dead(next as usize))
            .count()
    }

    pub(crate) fn width(&self) -> usize {
        width(self.numeration, self.variables.len())
    }

    /// Returns the digits of a row, one of each variable.
    #[must_use]
    pub fn row(&self, mut row: usize) -> Vec<u32> {
        let mut digits = vec![0; self.variables.len()];
        for digit in digits.iter_mut().rev() {
            *digit = (row % self.numeration.digits()) as u32;
            row /= self.numeration.digits();
        }
        digits
    }

    /// Returns whether it accepts these numbers, one for each variable.
    ///
    /// **Complexity**: one step for each digit of the largest number.
    ///
    /// # Panics
    /// If there are more or fewer numbers than variables.
    #[must_use]
    pub fn contains(&self, numbers: &[u128]) -> bool {
        assert_eq!(
            numbers.len(),
            self.variables.len(),
            "a number for each variable"
        );
        let digits: Vec<Vec<u32>> = numbers
            .iter()
            .map(|&number| self.numeration.digits_of(number))
            .collect();
        let length = digits.iter().map(Vec::len).max().unwrap_or(0);
        let mut state = 0;
        for place in (0..length).rev() {
            let row = digits.iter().fold(0, |row, own| {
                let digit = own.len().checked_sub(place + 1).map_or(0, |at| own[at]);
                row * self.numeration.digits() + digit as usize
            });
            state = self.next[state * self.width() + row] as usize;
        }
        self.accepts[state]
    }

    /// Returns the numbers with the fewest digits that it accepts, one for each variable; the least ones among these,
    /// the first variable first. Numbers that are too large become 2^128-1; `None` only if it accepts nothing.
    #[must_use]
    pub fn witness(&self) -> Option<Vec<u128>> {
        let mut from: Vec<Option<(usize, usize)>> = vec![None; self.states()];
        let mut seen = vec![false; self.states()];
        let mut queue = VecDeque::from([0]);
        seen[0] = true;
        while let Some(state) = queue.pop_front() {
            if self.accepts[state] {
                let mut rows = Vec::new();
                let mut at = state;
                while let Some((before, row)) = from[at] {
                    rows.push(self.row(row));
                    at = before;
                }
                rows.reverse();
                let number = |variable: usize| {
                    let digits: Vec<u32> = rows.iter().map(|row| row[variable]).collect();
                    // A witness is valid whatever its size.
                    self.numeration.number_of(&digits).unwrap_or(u128::MAX)
                };
                return Some((0..self.variables.len()).map(number).collect());
            }
            for (row, &next) in self.steps(state).iter().enumerate() {
                let next = next as usize;
                if !seen[next] {
                    seen[next] = true;
                    from[next] = Some((state, row));
                    queue.push_back(next);
                }
            }
        }
        None
    }

    /// Returns whether it accepts nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        // A minimal automaton that accepts nothing has one state; others are searched.
        !self.accepts.contains(&true) || self.reachable().iter().all(|&state| !self.accepts[state])
    }

    fn reachable(&self) -> Vec<usize> {
        let mut seen = vec![false; self.states()];
        let mut found = vec![0];
        seen[0] = true;
        let mut at = 0;
        while at < found.len() {
            for &next in self.steps(found[at]) {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    found.push(next as usize);
                }
            }
            at += 1;
        }
        found
    }

    /// Returns the automaton that accepts the same rows with renamed variables.
    #[must_use]
    pub(crate) fn renamed(&self, name: impl Fn(usize) -> usize) -> Automaton {
        let names: Vec<usize> = self.variables.iter().map(|&own| name(own)).collect();
        let mut variables = names.clone();
        variables.sort_unstable();
        if variables == names {
            return Automaton {
                variables,
                ..self.clone()
            };
        }
        // For each place in the new order, the place of its variable in the old order.
        let digits = self.numeration.digits();
        let place = |name: &usize| variables.iter().position(|own| own == name).unwrap_or(0);
        let weights: Vec<usize> = (names.iter().map(place))
            .map(|place| digits.pow((variables.len() - 1 - place) as u32))
            .collect();
        let width = self.width();
        let mut next = vec![0; self.next.len()];
        for row in 0..width {
            let digits = self.row(row).into_iter().zip(&weights);
            let moved: usize = digits.map(|(digit, weight)| digit as usize * weight).sum();
            for state in 0..self.states() {
                next[state * width + moved] = self.next[state * width + row];
            }
        }
        Automaton {
            variables,
            next,
            ..self.clone()
        }
    }

    /// Returns the automaton that accepts exactly the other rows.
    #[must_use]
    pub(crate) fn complement(&self) -> Automaton {
        let accepts = self.accepts.iter().map(|accepts| !accepts).collect();
        Automaton {
            accepts,
            ..self.clone()
        }
    }
}

/// The states that something is accepted from, `P` after those that accept, each with its steps.
impl fmt::Display for Automaton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let live = (0..self.states()).filter(|&state| !self.is_dead(state));
        for (number, state) in live.enumerate() {
            let accepts = if self.accepts[state] { " P" } else { "" };
            write!(f, "{}{state}{accepts}:", if number > 0 { "; " } else { "" })?;
            for (row, &next) in self.steps(state).iter().enumerate() {
                if !self.is_dead(next as usize) {
                    let digits: String = self.row(row).iter().map(u32::to_string).collect();
                    write!(f, " {digits}>{next}")?;
                }
            }
        }
        Ok(())
    }
}

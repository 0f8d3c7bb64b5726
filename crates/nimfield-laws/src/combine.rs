//! Combinations of automata: and, or, and "there exists".

use hashbrown::HashMap;

use crate::automaton::{Automaton, width};
use crate::bound::{Bound, Stopped};

impl Automaton {
    /// Returns the minimal automaton that accepts a row depending on the results of two automata; each ignores the
    /// variables that only the other one has.
    pub(crate) fn combined(
        &self,
        other: &Automaton,
        holds: impl Fn(bool, bool) -> bool,
        bound: Bound<'_>,
    ) -> Result<Automaton, Stopped> {
        let mut variables = [&self.variables[..], &other.variables].concat();
        variables.sort_unstable();
        variables.dedup();
        let width = width(self.numeration, variables.len());
        bound.budget.fits(16 * width as u64)?;
        let mut combined = Automaton {
            numeration: self.numeration,
            variables,
            next: Vec::new(),
            accepts: Vec::new(),
        };
        let rows = |own: &Automaton| -> Vec<usize> {
            let places: Vec<usize> = (own.variables.iter())
                .filter_map(|variable| combined.variables.iter().position(|all| all == variable))
                .collect();
            let row = |row| {
                let digits = combined.row(row);
                let own = places.iter().map(|&place| digits[place] as usize);
                own.fold(0, |row, digit| row * combined.numeration.digits() + digit)
            };
            (0..width).map(row).collect()
        };
        let (rows_a, rows_b) = (rows(self), rows(other));
        let (width_a, width_b) = (self.width(), other.width());
        let mut known: HashMap<(u32, u32), u32> = HashMap::new();
        let mut pairs = vec![(0u32, 0u32)];
        known.insert((0, 0), 0);
        while combined.accepts.len() < pairs.len() {
            bound.check(pairs.len(), width)?;
            let (a, b) = pairs[combined.accepts.len()];
            let (a, b) = (a as usize, b as usize);
            combined
                .accepts
                .push(holds(self.accepts[a], other.accepts[b]));
            for row in 0..width {
                let pair = (
                    self.next[a * width_a + rows_a[row]],
                    other.next[b * width_b + rows_b[row]],
                );
                let state = *known.entry(pair).or_insert_with(|| {
                    pairs.push(pair);
                    pairs.len() as u32 - 1
                });
                combined.next.push(state);
            }
        }
        combined.minimal(bound)
    }

    pub(crate) fn and(&self, other: &Automaton, bound: Bound<'_>) -> Result<Automaton, Stopped> {
        self.combined(other, |a, b| a && b, bound)
    }

    pub(crate) fn and_not(
        &self,
        other: &Automaton,
        bound: Bound<'_>,
    ) -> Result<Automaton, Stopped> {
        self.combined(other, |a, b| a && !b, bound)
    }

    pub(crate) fn or(&self, other: &Automaton, bound: Bound<'_>) -> Result<Automaton, Stopped> {
        self.combined(other, |a, b| a || b, bound)
    }

    /// Returns the automaton for the other variables: it accepts if numbers for these variables exist such that this
    /// automaton accepts all. It must not accept rows of digits that no numbers have.
    pub(crate) fn exists(
        &self,
        gone: impl Fn(usize) -> bool,
        bound: Bound<'_>,
    ) -> Result<Automaton, Stopped> {
        let kept: Vec<usize> = self
            .variables
            .iter()
            .copied()
            .filter(|&own| !gone(own))
            .collect();
        if kept.len() == self.variables.len() {
            return Ok(self.clone());
        }
        let kept_width = width(self.numeration, kept.len());
        let row_of = |row: usize| {
            let digits = self.row(row).into_iter().zip(&self.variables);
            let digits = digits.filter(|(_, own)| !gone(**own));
            digits.fold(0, |row, (digit, _)| {
                row * self.numeration.digits() + digit as usize
            })
        };
        let rows: Vec<usize> = (0..self.width()).map(row_of).collect();
        let alive = self.alive();
        // The steps of each state by rows of the remaining variables; states from which nothing is accepted are
        // omitted.
        let mut steps: Vec<Vec<u32>> = vec![Vec::new(); self.states() * kept_width];
        for state in 0..self.states() {
            for (row, &to) in self.steps(state).iter().enumerate() {
                if alive[to as usize] {
                    steps[state * kept_width + rows[row]].push(to);
                }
            }
        }
        for own in &mut steps {
            own.sort_unstable();
            own.dedup();
        }
        // The existing numbers may be longer than those that are read, which then begin with zeros.
        let mut start = vec![0u32];
        let mut at = 0;
        while at < start.len() {
            for &to in &steps[start[at] as usize * kept_width] {
                if !start.contains(&to) {
                    start.push(to);
                }
            }
            at += 1;
        }
        start.sort_unstable();
        let mut found = Automaton {
            numeration: self.numeration,
            variables: kept,
            next: Vec::new(),
            accepts: Vec::new(),
        };
        let mut known: HashMap<Vec<u32>, u32> = HashMap::new();
        let mut sets = vec![start.clone()];
        known.insert(start, 0);
        let mut members = 0;
        let mut to: Vec<u32> = Vec::new();
        while found.accepts.len() < sets.len() {
            bound.check(sets.len(), kept_width)?;
            let set = sets[found.accepts.len()].clone();
            members += set.len() as u64;
            bound.budget.fits(8 * members)?;
            found
                .accepts
                .push(set.iter().any(|&state| self.accepts[state as usize]));
            for row in 0..kept_width {
                to.clear();
                for &state in &set {
                    to.extend_from_slice(&steps[state as usize * kept_width + row]);
                }
                to.sort_unstable();
                to.dedup();
                let next = match known.get(&to) {
                    Some(&next) => next,
                    None => {
                        let next = sets.len() as u32;
                        sets.push(to.clone());
                        known.insert(to.clone(), next);
                        next
                    }
                };
                found.next.push(next);
            }
        }
        found.minimal(bound)
    }

    /// Returns, for each state, whether something is accepted from it.
    pub(crate) fn alive(&self) -> Vec<bool> {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.states()];
        for state in 0..self.states() {
            for &to in self.steps(state) {
                before[to as usize].push(state as u32);
            }
        }
        let mut alive = self.accepts.clone();
        let mut todo: Vec<usize> = (0..self.states()).filter(|&state| alive[state]).collect();
        while let Some(state) = todo.pop() {
            for &from in &before[state] {
                if !std::mem::replace(&mut alive[from as usize], true) {
                    todo.push(from as usize);
                }
            }
        }
        alive
    }
}

//! The monoid of an automaton that reads sums.

use std::collections::{HashMap, VecDeque};

use nimfield_core::budget::{Budget, Unfinished};

use super::closed_set::{Word, joined};
use super::monoid::Quotient;

/// States of sums. State 0 is that of the empty sum.
#[derive(Debug)]
pub(super) struct Automaton {
    /// For each state, the states after adding a position of each kind, row by row.
    pub(super) steps: Vec<usize>,
    /// Whether the sums of a state are P-positions.
    pub(super) p_portion: Vec<bool>,
    /// The kind of each position.
    pub(super) kinds: Vec<usize>,
}

impl Automaton {
    fn row(&self, state: usize) -> &[usize] {
        let width = self.steps.len() / self.p_portion.len();
        &self.steps[state * width..][..width]
    }

    /// Returns a number for each state, the same for two states if adding any sum gives the same outcomes.
    ///
    /// **Complexity**: one pass over the steps for each refinement; there are fewer refinements than numbers.
    fn blocks(&self, budget: &Budget) -> Result<(Vec<usize>, usize), Unfinished> {
        let mut blocks: Vec<usize> = self.p_portion.iter().copied().map(usize::from).collect();
        let mut count = 0;
        loop {
            budget.check(0).map_err(|limit| limit.after(count as u64))?;
            let mut numbers: HashMap<Vec<usize>, usize> = HashMap::new();
            let finer = (0..blocks.len()).map(|state| {
                let around = [&[state], self.row(state)].concat();
                let key = around.iter().map(|&state| blocks[state]).collect();
                let next = numbers.len();
                *numbers.entry(key).or_insert(next)
            });
            blocks = finer.collect();
            if numbers.len() == count {
                return Ok((blocks, count));
            }
            count = numbers.len();
        }
    }

    /// Merges the states that have the same outcomes after adding any sum.
    ///
    /// # Errors
    /// If the budget runs out.
    pub(super) fn reduced(&self, budget: &Budget) -> Result<Automaton, Unfinished> {
        let (blocks, count) = self.blocks(budget)?;
        let mut first = vec![None; count];
        for (state, &block) in blocks.iter().enumerate() {
            first[block].get_or_insert(state);
        }
        let first: Vec<usize> = first.into_iter().flatten().collect();
        let rows = first.iter().flat_map(|&state| self.row(state));
        Ok(Automaton {
            steps: rows.map(|&state| blocks[state]).collect(),
            p_portion: first.iter().map(|&state| self.p_portion[state]).collect(),
            kinds: self.kinds.clone(),
        })
    }

    /// Returns the states as a monoid. Its generators are a minimal set of positions.
    ///
    /// # Errors
    /// If the monoid does not fit into the budget.
    pub(super) fn monoid(&self, budget: &Budget) -> Result<Quotient, Unfinished> {
        let start = self.row(0);
        let mut generators = Vec::new();
        let mut words = self.shortest_words(&generators);
        for (position, &kind) in (0..).zip(&self.kinds) {
            if words[start[kind]].is_none() {
                generators.push(position);
                words = self.shortest_words(&generators);
            }
        }
        // Some positions are sums of later ones.
        let mut place = 0;
        while place < generators.len() {
            let mut others = generators.clone();
            others.remove(place);
            let reached = self.shortest_words(&others);
            if reached.iter().all(Option::is_some) {
                (generators, words) = (others, reached);
            } else {
                place += 1;
            }
        }
        let words = words.into_iter().collect::<Option<Vec<Word>>>();
        let words = words.expect("the generators lead to every state");
        let mut states: Vec<usize> = (0..words.len()).collect();
        states.sort_by_cached_key(|&state| (words[state].len(), words[state].clone()));
        let mut classes = vec![0; states.len()];
        for (class, &state) in states.iter().enumerate() {
            classes[state] = class;
        }
        let next =
            |state: usize, position: u32| classes[self.row(state)[self.kinds[position as usize]]];
        let steps: Vec<Vec<usize>> = (states.iter())
            .map(|&state| {
                generators
                    .iter()
                    .map(|&position| next(state, position))
                    .collect()
            })
            .collect();
        let p_portion = states.iter().map(|&state| self.p_portion[state]).collect();
        let words = states.iter().map(|&state| words[state].clone()).collect();
        let made = Quotient::from_steps(generators, words, &steps, p_portion, budget)?;
        let mut quotient = made.expect("the states of sums commute");
        for position in 0..self.kinds.len() as u32 {
            quotient.push(next(0, position) as u32);
        }
        Ok(quotient)
    }

    /// Returns for each state the first of the shortest sums of these positions that lead to it; `None` if none does.
    fn shortest_words(&self, positions: &[u32]) -> Vec<Option<Word>> {
        shortest_words(self.p_portion.len(), positions, |state, at| {
            self.row(state)[self.kinds[positions[at] as usize]]
        })
    }
}

/// Returns for each of `count` states the first of the shortest sums of these positions that lead to it from state 0;
/// `None` if none does. From a state, the position with the number `at` among them leads to `step(state, at)`.
pub(super) fn shortest_words(
    count: usize,
    positions: &[u32],
    step: impl Fn(usize, usize) -> usize,
) -> Vec<Option<Word>> {
    let mut words = vec![None; count];
    words[0] = Some(Word::new());
    let mut queue = VecDeque::from([(0, Word::new())]);
    while let Some((state, word)) = queue.pop_front() {
        for (at, &position) in positions.iter().enumerate() {
            let after = step(state, at);
            if words[after].is_none() {
                let longer = joined(&word, &[position]);
                words[after] = Some(longer.clone());
                queue.push_back((after, longer));
            }
        }
    }
    words
}

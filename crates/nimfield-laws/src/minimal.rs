//! The automaton with the fewest states (Hopcroft 1971).

use crate::automaton::Automaton;
use crate::bound::{Bound, Stopped};

impl Automaton {
    /// Returns the automaton with the fewest states that accepts the same rows, its states numbered by the rows that
    /// reach them first: two automata accept the same rows exactly if their minimal ones are equal.
    ///
    /// **Complexity**: `O(w n log n)` for `n` states and `w` rows of digits.
    pub(crate) fn minimal(&self, bound: Bound<'_>) -> Result<Automaton, Stopped> {
        let width = self.width();
        let class = self.classes(bound)?;
        // One state stands for each class, in the order in which the classes are reached; the class from which nothing
        // is accepted comes last.
        let dead = (0..self.states()).find(|&state| self.leads_nowhere(state, &class));
        let dead = dead.map(|state| class[state]);
        let mut number = vec![u32::MAX; self.states()];
        let mut order = vec![0usize];
        let mut reached = None;
        number[class[0] as usize] = 0;
        let mut next = Vec::new();
        let mut accepts = Vec::new();
        loop {
            if accepts.len() == order.len() {
                match reached.take() {
                    Some(state) => {
                        number[class[state] as usize] = order.len() as u32;
                        order.push(state);
                    }
                    None => break,
                }
            }
            let state = order[accepts.len()];
            accepts.push(self.accepts[state]);
            for row in 0..width {
                let to = self.next[state * width + row] as usize;
                let place = &mut number[class[to] as usize];
                if *place == u32::MAX && dead == Some(class[to]) {
                    reached = Some(to);
                } else if *place == u32::MAX {
                    *place = order.len() as u32;
                    order.push(to);
                }
                next.push(class[to]);
            }
        }
        for to in &mut next {
            *to = number[*to as usize];
        }
        Ok(Automaton {
            next,
            accepts,
            ..self.clone()
        })
    }

    /// Returns whether a state does not accept, and leads only to its own class.
    fn leads_nowhere(&self, state: usize, class: &[u32]) -> bool {
        let own = class[state];
        !self.accepts[state]
            && self
                .steps(state)
                .iter()
                .all(|&to| class[to as usize] == own)
    }

    /// Returns a class for each state: two states are in the same class if the same rows are accepted from both.
    fn classes(&self, bound: Bound<'_>) -> Result<Vec<u32>, Stopped> {
        /// The number of rows of digits between two checks of the clock.
        const POLL: u32 = 256;
        let (states, width) = (self.states(), self.width());
        // The states before each state, by row.
        let mut ends = vec![0u32; states * width + 1];
        for (at, &to) in self.next.iter().enumerate() {
            ends[(at % width) * states + to as usize + 1] += 1;
        }
        for at in 1..ends.len() {
            ends[at] += ends[at - 1];
        }
        let mut before = vec![0u32; self.next.len()];
        let mut at = ends.clone();
        for (step, &to) in self.next.iter().enumerate() {
            let place = &mut at[(step % width) * states + to as usize];
            before[*place as usize] = (step / width) as u32;
            *place += 1;
        }
        // A partition: the states in an order in which those of a class are adjacent.
        let mut order: Vec<u32> = (0..states as u32).collect();
        order.sort_by_key(|&state| !self.accepts[state as usize]);
        let mut place = vec![0u32; states];
        for (at, &state) in order.iter().enumerate() {
            place[state as usize] = at as u32;
        }
        let accepting = self.accepts.iter().filter(|accepts| **accepts).count();
        let mut class: Vec<u32> = self
            .accepts
            .iter()
            .map(|&accepts| u32::from(!accepts))
            .collect();
        let mut classes = vec![(0, accepting), (accepting, states)];
        if accepting == 0 || accepting == states {
            return Ok(vec![0; states]);
        }
        // Hopcroft: the smaller half suffices.
        let mut todo = vec![usize::from(accepting > states - accepting)];
        let mut waiting = vec![false, false];
        waiting[todo[0]] = true;
        let mut marked = vec![0usize; classes.len()];
        let mut looks = 0u32;
        while let Some(splitter) = todo.pop() {
            waiting[splitter] = false;
            let (from, to) = classes[splitter];
            let splitting: Vec<u32> = order[from..to].to_vec();
            for row in 0..width {
                looks = looks.wrapping_add(1);
                if looks.is_multiple_of(POLL) {
                    bound.budget.check(0)?;
                }
                let mut touched = Vec::new();
                for &state in &splitting {
                    let at = row * states + state as usize;
                    for &state in &before[ends[at] as usize..ends[at + 1] as usize] {
                        let own = class[state as usize] as usize;
                        let (from, _) = classes[own];
                        if marked[own] == 0 {
                            touched.push(own);
                        }
                        // The marked ones come first.
                        let to = from + marked[own];
                        let at = place[state as usize] as usize;
                        let other = order[to];
                        order.swap(at, to);
                        place[other as usize] = at as u32;
                        place[state as usize] = to as u32;
                        marked[own] += 1;
                    }
                }
                for own in touched {
                    let (from, to) = classes[own];
                    let middle = from + std::mem::take(&mut marked[own]);
                    if middle == to {
                        continue;
                    }
                    // The smaller part becomes the new class.
                    let (new, rest) = match middle - from <= to - middle {
                        true => ((from, middle), (middle, to)),
                        false => ((middle, to), (from, middle)),
                    };
                    let number = classes.len();
                    for &state in &order[new.0..new.1] {
                        class[state as usize] = number as u32;
                    }
                    classes[own] = rest;
                    classes.push(new);
                    marked.push(0);
                    waiting.push(true);
                    // If the old class is in the queue, both parts must be; otherwise the smaller one suffices.
                    todo.push(number);
                }
            }
        }
        Ok(class)
    }
}

//! The order of sums, and the first sum with each state.
//!
//! Compare two sums by the largest position with different multiplicities: the sum with fewer of it comes first. The
//! options of a sum come before it, and adding the same sum to two others keeps their order.

use std::cmp::Ordering;

use super::closed_set::Word;

/// Compares two sums in their order.
pub(super) fn compare(a: &[u32], b: &[u32]) -> Ordering {
    a.iter().rev().cmp(b.iter().rev())
}

/// States of sums, in the order of the first sums that have them.
#[derive(Debug)]
pub(super) struct FirstSums<S> {
    states: Vec<S>,
    /// For each state, the place of an earlier sum and the position added to it. The first one stands for the empty
    /// sum.
    steps: Vec<(usize, u32)>,
}

impl<S> FirstSums<S> {
    /// Starts with the state of the empty sum.
    pub(super) fn new(empty: S) -> FirstSums<S> {
        FirstSums {
            states: vec![empty],
            steps: vec![(0, 0)],
        }
    }

    /// Adds the states of all sums that contain a new position, larger than all earlier ones. `next` returns the state
    /// of the sum at a place plus the position, if it should be added.
    ///
    /// # Errors
    /// The error of `next`.
    pub(super) fn add_position<E>(
        &mut self,
        position: u32,
        mut next: impl FnMut(&FirstSums<S>, usize) -> Result<Option<S>, E>,
    ) -> Result<(), E> {
        let mut layer = 0..self.states.len();
        while !layer.is_empty() {
            let end = layer.end;
            for place in layer {
                if let Some(state) = next(self, place)? {
                    self.states.push(state);
                    self.steps.push((place, position));
                }
            }
            layer = end..self.states.len();
        }
        Ok(())
    }

    /// Returns the states.
    pub(super) fn states(&self) -> &[S] {
        &self.states
    }

    /// Splits the sum at a place into the place of the rest and the position added last.
    pub(super) fn last_step(&self, place: usize) -> Option<(usize, u32)> {
        (place > 0).then(|| self.steps[place])
    }

    /// Returns the sum at a place.
    pub(super) fn word(&self, mut place: usize) -> Word {
        let mut word = Word::new();
        while let Some((before, position)) = self.last_step(place) {
            word.push(position);
            place = before;
        }
        word.sort_unstable();
        word
    }
}

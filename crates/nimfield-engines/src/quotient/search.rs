//! The quotient of a closed set, position by position.

use std::collections::BTreeSet;

use nimfield_core::budget::{Budget, Progress, Unfinished};

use super::closed_set::{ClosedSet, Word, joined};
use super::direct_play::{DirectPlay, MergedSums};
use super::learner::{Learner, Oracle};
use super::monoid::Quotient;
use super::proof::unproved;

/// The quotient of the first positions of a closed set, which more positions are added to.
#[derive(Debug)]
pub struct QuotientSearch {
    set: ClosedSet,
    quotient: Quotient,
    learner: Learner,
    play: DirectPlay,
    /// The order after each position.
    orders: Vec<usize>,
}

impl Default for QuotientSearch {
    fn default() -> QuotientSearch {
        QuotientSearch {
            set: ClosedSet::default(),
            quotient: Quotient::trivial(),
            learner: Learner::default(),
            play: DirectPlay::default(),
            orders: Vec::new(),
        }
    }
}

impl QuotientSearch {
    /// Returns the positions.
    #[must_use]
    pub fn set(&self) -> &ClosedSet {
        &self.set
    }

    /// Returns the quotient of all positions added so far, which is proved.
    #[must_use]
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// Returns the positions and the quotient of all of them.
    #[must_use]
    pub fn into_quotient(self) -> (ClosedSet, Quotient) {
        (self.set, self.quotient)
    }

    /// Returns the orders of the quotients after each position.
    #[must_use]
    pub fn orders(&self) -> &[usize] {
        &self.orders
    }

    /// Adds a position with its options, and finds the quotient with it.
    ///
    /// # Errors
    /// If the budget runs out; then the position is not added.
    ///
    /// # Panics
    /// As [`ClosedSet::add`].
    pub fn add(
        &mut self,
        name: String,
        options: Vec<Word>,
        budget: &Budget,
    ) -> Result<(), Unfinished> {
        let mut set = self.set.clone();
        let position = set.add(name, options);
        let quotient = match self.same(&set, position, budget)? {
            Some(quotient) => quotient,
            None => self.larger(&set, budget)?,
        };
        (self.set, self.quotient) = (set, quotient);
        self.orders.push(self.quotient.order());
        budget.report(Progress {
            phase: "positions of the quotient",
            size: None,
            done: self.orders.len() as u64,
            total: None,
        });
        Ok(())
    }

    /// Returns the quotient with the new position in a class that is there already, if that is proved.
    fn same(
        &self,
        set: &ClosedSet,
        position: u32,
        budget: &Budget,
    ) -> Result<Option<Quotient>, Unfinished> {
        let proved = &self.quotient;
        let mut extended = proved.clone();
        if let Some(class) = self.known_class(set, position) {
            extended.push(class);
            return Ok(Some(extended));
        }
        let merged = MergedSums::of(set, proved, proved.positions());
        let mut play = DirectPlay::default();
        let mut oracle = Oracle {
            set,
            proved,
            merged: Some(&merged),
            play: &mut play,
            budget,
        };
        let mut fitting: Vec<u32> = (0..proved.order() as u32).collect();
        for beside in 0..proved.order() as u32 {
            let is_p = oracle.is_p(&joined(proved.word(beside), &[position]))?;
            fitting.retain(|&class| proved.is_p(proved.product(class, beside)) == is_p);
        }
        let Some(&class) = fitting.first() else {
            return Ok(None);
        };
        extended.push(class);
        Ok(unproved(set, &extended, budget)?
            .is_none()
            .then_some(extended))
    }

    /// Returns the class of an earlier position whose options have the same classes.
    fn known_class(&self, set: &ClosedSet, position: u32) -> Option<u32> {
        let classes = |position: u32| -> BTreeSet<u32> {
            let options = set.options(position).iter();
            options.map(|word| self.quotient.class(word)).collect()
        };
        let own = classes(position);
        let place = (0..position).find(|&other| classes(other) == own);
        place.map(|place| self.quotient.classes()[place as usize])
    }

    /// Returns the quotient with the new position, learnt again: from play in which sums of one class are taken for
    /// one another, and from exact play where that does not lead to a proof.
    fn larger(&mut self, set: &ClosedSet, budget: &Budget) -> Result<Quotient, Unfinished> {
        let merged = MergedSums::of(set, &self.quotient, self.quotient.positions());
        let mut quick = DirectPlay::default();
        let mut exact = false;
        self.learner.forget_outcomes();
        loop {
            let mut oracle = Oracle {
                set,
                proved: &self.quotient,
                merged: (!exact).then_some(&merged),
                play: if exact { &mut self.play } else { &mut quick },
                budget,
            };
            let guess = self.learner.guess(&mut oracle)?;
            match unproved(set, &guess, budget)? {
                None if guess.is_reduced() => return Ok(guess),
                Some(sum) if oracle.is_p(&sum)? != guess.is_p(guess.class(&sum)) => {
                    self.learner.learn(&guess, &sum, &mut oracle)?;
                }
                // Play agrees with what is wrong: it took different sums for one another.
                _ => {
                    exact = true;
                    self.learner.forget_outcomes();
                }
            }
        }
    }
}

//! The quotient of a closed set, position by position.

use std::collections::BTreeSet;

use nimfield_core::budget::{Budget, Progress, Unfinished};

use super::closed_set::{ClosedSet, Word};
use super::counted::{corrected, with_position};
use super::monoid::Quotient;
use super::proof::{first_mistake, option_classes};

/// The quotient of the first positions of a closed set, which more positions are added to.
#[derive(Debug)]
pub struct QuotientSearch {
    set: ClosedSet,
    quotient: Quotient,
    /// The order after each position.
    orders: Vec<usize>,
}

impl Default for QuotientSearch {
    fn default() -> QuotientSearch {
        QuotientSearch {
            set: ClosedSet::default(),
            quotient: Quotient::trivial(),
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
    /// If the budget runs out; then the position is not added. `done` is the number of those added before.
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
        let unfinished = |unfinished| Unfinished {
            done: self.orders.len() as u64,
            ..unfinished
        };
        let same = self.same(&set, position, budget).map_err(unfinished)?;
        let quotient = match same {
            Some(quotient) => quotient,
            None => self.larger(&set, budget).map_err(unfinished)?,
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
        let options: BTreeSet<u32> = option_classes(set, proved, position);
        let is_p = |a: u32, b: u32| proved.is_p(proved.product(a, b));
        let classes = 0..proved.order() as u32;
        let fits = |&class: &u32| {
            let mut won = classes.clone().filter(|&beside| is_p(class, beside));
            !won.any(|beside| options.iter().any(|&option| is_p(option, beside)))
        };
        for class in classes.clone().filter(fits) {
            extended.push(class);
            if first_mistake(set, &extended, budget)?.is_none() {
                return Ok(Some(extended));
            }
            extended.pop();
        }
        Ok(None)
    }

    /// Returns the class of an earlier position whose options have the same classes.
    fn known_class(&self, set: &ClosedSet, position: u32) -> Option<u32> {
        let classes = |position| option_classes(set, &self.quotient, position);
        let own = classes(position);
        let place = (0..position).find(|&other| classes(other) == own);
        place.map(|place| self.quotient.classes()[place as usize])
    }

    /// Returns the quotient with the new position: guesses are corrected until one is proved.
    fn larger(&self, set: &ClosedSet, budget: &Budget) -> Result<Quotient, Unfinished> {
        let mut guess = with_position(set, &self.quotient, budget)?;
        while let Some(mistake) = first_mistake(set, &guess, budget)? {
            guess = corrected(set, &guess, &mistake, budget)?;
        }
        Ok(guess)
    }
}

//! The quotient of a closed set, position by position.

use std::collections::{BTreeSet, HashMap};

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
    /// The quotients that became larger with a further position.
    earlier: Vec<Quotient>,
    /// The classes of positions by those of their options, which decide them.
    by_options: HashMap<BTreeSet<u32>, u32>,
    /// The order after each position.
    orders: Vec<usize>,
}

impl Default for QuotientSearch {
    fn default() -> QuotientSearch {
        QuotientSearch {
            set: ClosedSet::default(),
            quotient: Quotient::trivial(),
            earlier: Vec::new(),
            by_options: HashMap::new(),
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

    /// Returns the quotient of the first positions alone.
    ///
    /// # Panics
    /// If fewer were added.
    #[must_use]
    pub fn quotient_of_first(&self, positions: usize) -> Quotient {
        assert!(positions <= self.set.len(), "there are fewer positions");
        let mut quotients = self.earlier.iter().chain([&self.quotient]);
        let mut quotient = (quotients.find(|quotient| quotient.positions() >= positions))
            .unwrap_or(&self.quotient)
            .clone();
        quotient.truncate(positions);
        quotient
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
        let position = self.set.add(name, options);
        if let Err(unfinished) = self.extend(position, budget) {
            self.set.pop();
            let done = self.orders.len() as u64;
            return Err(Unfinished { done, ..unfinished });
        }
        self.orders.push(self.quotient.order());
        let done = self.orders.len() as u64;
        budget.report(Progress::new("positions of the quotient", done));
        Ok(())
    }

    /// Puts the new position of the set into the quotient.
    fn extend(&mut self, position: u32, budget: &Budget) -> Result<(), Unfinished> {
        budget.check(0).map_err(|limit| limit.after(0))?;
        let options = option_classes(&self.set, &self.quotient, position);
        let known = match self.by_options.get(&options) {
            Some(&class) => Some(class),
            None => self.same(&options, budget)?,
        };
        if let Some(class) = known {
            self.quotient.push(class);
            self.by_options.insert(options, class);
            return Ok(());
        }
        let larger = self.larger(budget)?;
        self.earlier
            .push(std::mem::replace(&mut self.quotient, larger));
        let positions = (0..).zip(self.quotient.classes());
        self.by_options = positions
            .map(|(at, &class)| (option_classes(&self.set, &self.quotient, at), class))
            .collect();
        Ok(())
    }

    /// Returns an existing class that the new position, whose options have these classes, provably has.
    fn same(&self, options: &BTreeSet<u32>, budget: &Budget) -> Result<Option<u32>, Unfinished> {
        let proved = &self.quotient;
        let mut extended = proved.clone();
        let is_p = |a: u32, b: u32| proved.is_p(proved.product(a, b));
        let classes = 0..proved.order() as u32;
        let fits = |&class: &u32| {
            let mut won = classes.clone().filter(|&beside| is_p(class, beside));
            !won.any(|beside| options.iter().any(|&option| is_p(option, beside)))
        };
        for class in classes.clone().filter(fits) {
            extended.push(class);
            if first_mistake(&self.set, &extended, budget)?.is_none() {
                return Ok(Some(class));
            }
            extended.truncate(proved.positions());
        }
        Ok(None)
    }

    /// Returns the quotient with the new position: guesses are corrected until one is proved.
    fn larger(&self, budget: &Budget) -> Result<Quotient, Unfinished> {
        let set = &self.set;
        let mut guess = with_position(set, &self.quotient, budget)?;
        while let Some(mistake) = first_mistake(set, &guess, budget)? {
            guess = corrected(set, &guess, &mistake, budget)?;
        }
        Ok(guess)
    }
}

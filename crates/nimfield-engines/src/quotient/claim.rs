//! A claimed quotient, and its proof without a search.

use std::collections::BTreeSet;

use nimfield_core::budget::{Budget, Unfinished};

use super::closed_set::{ClosedSet, Word};
use super::monoid::Quotient;
use super::proof::first_mistake;
use super::reduction::shortest_words;

/// A monoid with a P-portion, and the classes of positions in it. Class 0 is that of the empty sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotientClaim {
    /// The positions whose classes generate all others.
    pub generators: Vec<u32>,
    /// For each class, its products with the generators.
    pub steps: Vec<Vec<u32>>,
    /// The classes of P-positions, ascending.
    pub p_portion: Vec<u32>,
    /// The class of each position.
    pub classes: Vec<u32>,
}

impl QuotientClaim {
    /// Creates the claim of a quotient.
    #[must_use]
    pub fn of(quotient: &Quotient) -> QuotientClaim {
        let classes = quotient.classes();
        let own = |&generator: &u32| classes[generator as usize];
        let steps = (0..quotient.order() as u32).map(|class| {
            let generators = quotient.generators().iter().map(own);
            generators.map(|own| quotient.product(class, own)).collect()
        });
        QuotientClaim {
            generators: quotient.generators().to_vec(),
            steps: steps.collect(),
            p_portion: quotient.p_portion(),
            classes: classes.to_vec(),
        }
    }

    /// Returns the quotient if it is that of this set; otherwise explains the error in the claim.
    ///
    /// # Errors
    /// If the budget runs out.
    pub fn proved(
        &self,
        set: &ClosedSet,
        budget: &Budget,
    ) -> Result<Result<Quotient, String>, Unfinished> {
        let quotient = match self.monoid(set, budget)? {
            Ok(quotient) => quotient,
            Err(wrong) => return Ok(Err(wrong)),
        };
        Ok(match first_mistake(set, &quotient, budget)? {
            Some(sum) => Err(format!("the outcome of {} does not fit", set.text(&sum))),
            None if !quotient.is_reduced() => Err("no class tells two classes apart".to_string()),
            None => Ok(quotient),
        })
    }

    /// Returns the monoid, if it is one, with the classes of the positions.
    fn monoid(
        &self,
        set: &ClosedSet,
        budget: &Budget,
    ) -> Result<Result<Quotient, String>, Unfinished> {
        let wrong = |what: &str| Ok(Err(what.to_string()));
        let order = self.steps.len();
        let known = |&class: &u32| (class as usize) < order;
        let distinct: BTreeSet<&u32> = self.generators.iter().collect();
        if self.classes.len() != set.len()
            || !(self.classes.iter()).chain(&self.p_portion).all(known)
        {
            return wrong("the positions do not each have a class that exists");
        }
        if distinct.len() < self.generators.len()
            || !(self.generators.iter()).all(|&generator| (generator as usize) < set.len())
        {
            return wrong("the generators are not different positions");
        }
        let is_step = |row: &Vec<u32>| row.len() == self.generators.len() && row.iter().all(known);
        if order == 0 || !self.steps.iter().all(is_step) {
            return wrong("the products with generators are not classes");
        }
        if !self.p_portion.is_sorted_by(|a, b| a < b) {
            return wrong("the P-portion is not an ascending list of classes");
        }
        // Without this test the quotient of normal play would pass.
        if self.p_portion.first() == Some(&0) {
            return wrong("the empty sum, which is won in misère play, is in the P-portion");
        }
        let step = |class: usize, at: usize| self.steps[class][at] as usize;
        let words = shortest_words(order, &self.generators, step);
        let Some(words) = words.into_iter().collect::<Option<Vec<Word>>>() else {
            return wrong("a class is not a product of generators");
        };
        let steps: Vec<Vec<usize>> = (self.steps.iter())
            .map(|row| row.iter().map(|&class| class as usize).collect())
            .collect();
        let mut p_portion = vec![false; order];
        (self.p_portion.iter()).for_each(|&class| p_portion[class as usize] = true);
        let generators = self.generators.clone();
        let made = Quotient::from_steps(generators, words, &steps, p_portion, budget)?;
        let Some(mut quotient) = made else {
            return wrong("the products do not commute");
        };
        for (position, &class) in (0..).zip(&self.classes) {
            if class != 0 && set.options(position).is_empty() {
                return wrong("a position without a move is not in the class of the empty sum");
            }
            quotient.push(class);
        }
        let own = |&generator: &u32| self.classes[generator as usize];
        if !self
            .generators
            .iter()
            .map(own)
            .eq(self.steps[0].iter().copied())
        {
            return wrong("a generator is not in its class");
        }
        Ok(Ok(quotient))
    }
}

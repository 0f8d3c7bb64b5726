//! The misère canonical form of a position of any game.

use std::collections::BTreeSet;

use crate::engine::{Rule, number_of};
use crate::memo::Memo;
use crate::misere::{Form, Forms};
use nimfield_core::prelude::*;

impl Rule for &mut Forms {
    type Stop = Unfinished;

    fn of(&mut self, options: &BTreeSet<u32>) -> u128 {
        let mut options = options.iter().map(|&n| self.nth(n)).collect();
        Forms::of(self, &mut options).index() as u128
    }

    fn bytes(&self) -> u64 {
        Forms::bytes(self)
    }
}

impl Forms {
    /// Returns the form of a whole sum, from those of all its followers, and the number of these.
    ///
    /// `root` must be a component whose options are one component each, such as a
    /// [`DisjunctiveSum`](crate::disjunctive_sum::DisjunctiveSum).
    ///
    /// # Errors
    /// If the budget runs out.
    pub fn of_position<C: Component>(
        &mut self,
        root: &C,
        budget: &Budget,
    ) -> Result<(Form, u64), Unfinished> {
        let mut meter = Meter::new(budget, "misère forms");
        let number = number_of(&Memo::default(), &mut *self, root, &mut meter)?;
        Ok((self.nth(number as u32), meter.done))
    }
}

//! The misère canonical form of a position of any game.

use std::collections::BTreeSet;

use crate::followers::from_options;
use crate::misere::{Form, Forms};
use nimfield_core::prelude::*;

impl Forms {
    /// Returns the form of a whole sum, from those of all positions below it, and how many there are.
    ///
    /// `root` is to be a component whose options are one component each, such as a
    /// [`DisjunctiveSum`](crate::disjunctive_sum::DisjunctiveSum).
    ///
    /// # Errors
    /// If the budget runs out.
    pub fn of_position<C: Component>(
        &mut self,
        root: &C,
        budget: &Budget,
    ) -> Result<(Form, u64), Unfinished> {
        from_options(root, "misère forms", budget, |options: BTreeSet<Form>| {
            let mut options: Vec<Form> = options.into_iter().collect();
            (self.of(&mut options), self.bytes())
        })
    }
}

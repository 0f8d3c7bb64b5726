//! What an operation remembers of games while it lasts, counted in the arena's budget.

use std::ops::Index;

use crate::error::Error;
use crate::game::{Game, Map};
use crate::store::{Budget, Lease};

/// A table of what is known of some games.
#[derive(Debug)]
pub(crate) struct Memo<'a, T> {
    known: Map<T>,
    lease: Lease<'a>,
}

impl<'a, T> Memo<'a, T> {
    pub(crate) fn new(budget: &'a Budget) -> Self {
        Memo {
            known: Map::default(),
            lease: Lease::new(budget),
        }
    }

    /// Remembers `value`, which keeps `more` bytes outside the table.
    pub(crate) fn insert(&mut self, g: Game, value: T, more: usize) -> Result<(), Error> {
        let mut bytes = more;
        if self.known.len() == self.known.capacity() {
            // The table doubles; the first one has a few entries.
            bytes += self.known.allocation_size() + 8 * (size_of::<(Game, T)>() + 1);
        }
        self.lease.take(bytes)?;
        self.known.try_reserve(1).map_err(|_| Error::Memory)?;
        self.known.insert(g, value);
        Ok(())
    }

    pub(crate) fn contains(&self, g: Game) -> bool {
        self.known.contains_key(&g)
    }
}

impl<T> Index<Game> for Memo<'_, T> {
    type Output = T;

    fn index(&self, g: Game) -> &T {
        &self.known[&g]
    }
}

//! The cache of numbers with ups and nimbers, so that a sum of two of them is found at once.

use std::sync::Mutex;

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::game::Game;
use crate::store::{Budget, lock};

/// A number, how many ups and which nimber.
type Name = (Game, i32, u32);

/// What is remembered of names. It may refuse to remember.
#[derive(Debug)]
pub(crate) struct NameCache {
    known: Mutex<HashMap<Name, Game, FixedState>>,
}

impl NameCache {
    pub(crate) fn new() -> Self {
        NameCache {
            known: Mutex::default(),
        }
    }

    pub(crate) fn get(&self, name: Name) -> Option<Game> {
        lock(&self.known).get(&name).copied()
    }

    pub(crate) fn put(&self, name: Name, game: Game, budget: &Budget) {
        let mut known = lock(&self.known);
        if known.len() == known.capacity() {
            // The table doubles. A cache must not eat what the games need.
            let before = known.allocation_size();
            let more = before + 8 * (size_of::<(Name, Game)>() + 1);
            if more >= budget.left() / 64 || budget.take(more).is_err() {
                return;
            }
            if known.try_reserve(1).is_err() {
                budget.give_back(more);
                return;
            }
            let grown = known.allocation_size() - before;
            budget.give_back(more.saturating_sub(grown));
        }
        known.insert(name, game);
    }
}

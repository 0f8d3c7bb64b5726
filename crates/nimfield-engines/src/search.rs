//! Memoised search for Grundy values and outcomes, with bounds.
//!
//! "Is it a P-position?" is the question "is the value 0?", and stops at the first option of value 0; "is the value n?" is
//! the question whether position + \*n is a P-position, and is usually cheaper than the value; the value itself needs the
//! values of all options. The value of an option that is a sum is the nim-sum of its parts, of which all but one must
//! be known exactly.
//!
//! In misère play terminal positions have the value 1 instead of 0 and the mex rule is the same, which gives misère
//! Grundy numbers; these do not add, so a whole sum must be one component
//! ([`DisjunctiveSum`](crate::disjunctive_sum::DisjunctiveSum)).

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::engine::{Goal, Rule, Team, Worker};
use crate::memo::{Bound, Memo};
use crate::parallel::{self, locked};
use nimfield_core::prelude::*;

/// Whether searches may use the theory of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// Proven closed forms shorten the search.
    Theory,
    /// Only the rules: slow, for checking theory.
    RulesOnly,
}

pub use nimfield_core::component::Tables;

/// A search over positions of one kind, with its memory.
pub struct Search<C> {
    play: Play,
    knowledge: Knowledge,
    memo: Memo,
    tables: Option<Box<Tables>>,
    positions: AtomicU64,
    looked_up: AtomicU64,
    _component: std::marker::PhantomData<fn(C)>,
}

/// The number of positions after which a search uses other threads, if allowed.
const ALONE: u64 = 20_000;

impl<C: Component> Search<C> {
    /// Creates a search with an empty memory.
    #[must_use]
    pub fn new(play: Play, knowledge: Knowledge) -> Search<C> {
        Search {
            play,
            knowledge,
            memo: Memo::default(),
            tables: None,
            positions: AtomicU64::new(0),
            looked_up: AtomicU64::new(0),
            _component: std::marker::PhantomData,
        }
    }

    /// Looks up positions in `tables` that neither theory nor the search has decided; the tables must have the play
    /// convention of the search.
    #[must_use]
    pub fn with_tables(mut self, tables: Box<Tables>) -> Search<C> {
        self.tables = Some(tables);
        self
    }

    /// Returns how often the tables had the answer, over all calls.
    pub fn looked_up(&self) -> u64 {
        self.looked_up.load(Ordering::Relaxed)
    }

    /// Returns the number of positions searched so far, over all calls.
    pub fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
    }

    /// Returns the number of bytes of memory held.
    pub fn bytes(&self) -> u64 {
        self.memo.bytes()
    }

    /// Returns the Grundy value of a component (in misère play, its misère Grundy number).
    ///
    /// # Errors
    /// If the budget runs out; what was found stays in memory.
    ///
    /// # Complexity
    /// All positions that can be reached, each with all its options, except those that theory and tables decide.
    /// Memory: the key of each position and a few bytes.
    ///
    /// # Source
    /// The theorem of Sprague (1935) and Grundy (1939).
    pub fn value(&self, component: &C, budget: &Budget) -> Result<u128, Unfinished> {
        Ok(self.pursue(component, Goal::Value, budget)?.least)
    }

    /// Returns whether the Grundy value of a component is `value`: for 0, whether it is a P-position.
    ///
    /// # Errors
    /// If the budget runs out; what was found stays in memory.
    ///
    /// # Complexity
    /// As [`value`](Search::value), and usually far less: an option of that value ends the search.
    ///
    /// # Source
    /// A position has the value n if its sum with a heap of n is a P-position.
    pub fn has_value(
        &self,
        component: &C,
        value: u128,
        budget: &Budget,
    ) -> Result<bool, Unfinished> {
        let bound = self.pursue(component, Goal::IsValue(value), budget)?;
        Ok(bound.exact && bound.least == value)
    }

    fn pursue(&self, root: &C, goal: Goal, budget: &Budget) -> Result<Bound, Unfinished> {
        let team = Team::new(&self.memo, 0);
        let meter = Meter::new(budget, "searching");
        let known = Worker::new(self, &team, meter, 0).lookup(root);
        if goal.reached(known) {
            return Ok(known);
        }
        let start = |shift| {
            let mut worker = Worker::new(self, &team, meter, shift);
            worker.push(root.clone(), goal, known.least)?;
            Ok(Mutex::new(worker))
        };
        let first = start(0)?;
        let helpers = budget.thread_count() as u64 - 1;
        let mut result = locked(&first).run(if helpers > 0 { ALONE } else { u64::MAX });
        if result == Ok(true) {
            let workers = std::iter::once(Ok(first)).chain((1..=helpers).map(start));
            result = workers.collect::<Result<Vec<_>, _>>().and_then(|workers| {
                let ended = Mutex::new(Ok(false));
                parallel::on_threads(workers.len(), &|number| {
                    if let Err(unfinished) = locked(&workers[number]).run(u64::MAX) {
                        *locked(&ended) = Err(unfinished);
                        team.stop();
                    }
                });
                ended.into_inner().unwrap_or_else(PoisonError::into_inner)
            });
        }
        self.positions.fetch_add(team.done(), Ordering::Relaxed);
        let bound = Worker::new(self, &team, meter, 0).lookup(root);
        match result {
            _ if goal.reached(bound) => Ok(bound),
            Err(unfinished) => Err(unfinished.limit.after(team.done())),
            Ok(_) => unreachable!("a search that ends has reached its goal"),
        }
    }
}

/// Numbers are Grundy values.
impl<C> Rule for &Search<C> {
    type Stop = Unfinished;

    /// A position may have billions of options.
    const POLL: u64 = 1024;

    fn known<D: Component>(&mut self, component: &D, stored: impl FnOnce() -> Bound) -> Bound {
        let mut least = 0;
        if self.knowledge == Knowledge::Theory {
            match component.known(self.play) {
                Known::Value(value) => return Bound::exactly(value),
                Known::Positive => least = 1,
                Known::Nothing => {}
            }
        }
        let bound = stored();
        if bound == Bound::NONE
            && let Some(tables) = &self.tables
            && let Some((game, state)) = component.taking()
        {
            let known = tables(game, state);
            if known != Known::Nothing {
                self.looked_up.fetch_add(1, Ordering::Relaxed);
            }
            match known {
                Known::Value(value) => return Bound::exactly(value),
                Known::Positive => least = 1,
                Known::Nothing => {}
            }
        }
        Bound {
            least: bound.least.max(least),
            ..bound
        }
    }

    fn sum(&mut self, others: u128, of_part: u128) -> Result<u128, Unfinished> {
        Ok(others ^ of_part)
    }

    fn of(&mut self, options: &BTreeSet<u32>) -> u128 {
        match self.play {
            Play::Misere if options.is_empty() => 1,
            // The values ascend, so the first gap is the mex.
            _ => (0..)
                .zip(options)
                .take_while(|(n, value)| n == *value)
                .count() as u128,
        }
    }
}

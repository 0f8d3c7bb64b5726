//! A list of routes, and the one loop over it.

use std::ops::RangeInclusive;
use std::sync::Arc;

use nimfield_core::prelude::*;
use nimfield_engines::SavedSearch;
use nimfield_engines::taking::table::TableSet;

use super::case::Part;
use super::query::MoveList;
use super::route::{Ask, Begin, Cost, Means, Memory, Reply, Route, Stage, Stop, THEORY};
use super::state_file::StateError;
use super::trail::{End, Trail};
use crate::answer::Answer;
use crate::laws::ProvedLaw;
use crate::sum::{Sum, SumMove};

/// Creates a [`Route`].
pub(crate) type MakeRoute<A = ()> = fn() -> Box<dyn Route<A>>;

/// A route that holds more bytes than this at the start of a question frees them.
const KEPT_BYTES: u64 = 64 << 20;

/// The routes with their caches.
pub(crate) struct Routes<A = ()> {
    list: Vec<Box<dyn Route<A>>>,
    /// Tables of whole boards.
    tables: Option<Arc<TableSet>>,
    /// The law that the user gave.
    law: Option<Arc<ProvedLaw>>,
    /// The number of positions examined for the current question.
    positions: u64,
    /// The routes tried for the current question.
    trail: Trail,
}

impl<A> Routes<A> {
    /// Creates the routes of a list, in this order.
    pub(crate) fn of(order: &[MakeRoute<A>]) -> Routes<A> {
        Routes {
            list: order.iter().map(|route| route()).collect(),
            tables: None,
            law: None,
            positions: 0,
            trail: Trail::default(),
        }
    }

    /// Sets the tables of whole boards.
    pub(crate) fn set_tables(&mut self, tables: Arc<TableSet>) {
        self.tables = Some(tables);
    }

    /// Sets a law that decides before all other routes.
    pub(crate) fn set_law(&mut self, law: Option<Arc<ProvedLaw>>) {
        self.law = law;
    }

    /// Starts a new question.
    pub(crate) fn begin(&mut self) {
        self.positions = 0;
        self.trail.clear();
        for route in &mut self.list {
            if route.bytes() > KEPT_BYTES {
                route.forget();
            }
            route.begin();
        }
    }

    /// Starts the trail of another question.
    pub(crate) fn begin_trail(&mut self) {
        self.trail.clear();
    }

    /// Returns the number of positions examined for the current question.
    pub(crate) fn positions(&self) -> u64 {
        self.positions
    }

    /// Counts positions examined outside of routes.
    pub(crate) fn count(&mut self, positions: u64) {
        self.positions += positions;
    }

    /// Takes over the trail and the count of other routes.
    pub(crate) fn absorb<B>(&mut self, others: &mut Routes<B>) {
        self.positions += std::mem::take(&mut others.positions);
        self.trail.append(&mut others.trail);
    }

    /// Returns the routes tried for the current question.
    pub(crate) fn trail(&self) -> &Trail {
        &self.trail
    }

    /// Records that theory answers a question for all summands of a part.
    pub(crate) fn note_theory(&mut self, part: &Part, ask: &Ask) {
        if !part.follower {
            let route = (THEORY, &Cost::Cheap);
            self.trail.add(
                (part.text(), ask),
                route,
                (None, 0, Vec::new()),
                End::Answered,
            );
        }
    }

    /// Returns a move by which a route has decided the last question.
    pub(crate) fn winning_move(&mut self) -> Option<SumMove> {
        let mut routes = self.list.iter_mut();
        routes.find_map(|route| route.winning_move())
    }

    /// Returns the remarks of the routes on the answer.
    pub(crate) fn remarks(&mut self) -> Vec<String> {
        let routes = self.list.iter_mut();
        routes.filter_map(|route| route.remark()).collect()
    }

    /// Decides whether the value of a part is the target; `None` if no route up to this stage decides it.
    pub(crate) fn has_value(
        &mut self,
        (part, ask): (&Part, &Ask),
        last: Stage,
        budget: &Budget,
    ) -> Option<Result<Finding<bool>, Undecided>> {
        self.ask((part, ask), Stage::Cheap..=last, budget, |route, means| {
            route.has_value(part, ask, means)
        })
    }

    /// Returns the value of a part; `None` if no route up to this stage finds it.
    pub(crate) fn value(
        &mut self,
        (part, ask): (&Part, &Ask),
        last: Stage,
        budget: &Budget,
    ) -> Option<Result<Finding<Grundy>, Undecided>> {
        self.ask((part, ask), Stage::Cheap..=last, budget, |route, means| {
            route.value(part, ask, means)
        })
    }

    /// Returns the moves of a part to the target value; `None` if no route of these stages finds them.
    pub(crate) fn moves_to(
        &mut self,
        (part, ask): (&Part, &Ask),
        stages: RangeInclusive<Stage>,
        budget: &Budget,
    ) -> Option<Result<MoveList, Undecided>> {
        self.ask((part, ask), stages, budget, |route, means| {
            route.moves_to(part, ask, means)
        })
    }

    /// Returns the analysis of a partizan position by the routes of these stages; `None` if they find nothing.
    pub(crate) fn analysis(
        &mut self,
        (sum, ask): (&Sum, &Ask),
        stages: RangeInclusive<Stage>,
        analyzer: &mut A,
        budget: &Budget,
    ) -> Option<Result<Answer, Undecided>> {
        let part = Part::partizan(sum);
        self.ask((&part, ask), stages, budget, |route, means| {
            route.analysis(sum, ask, analyzer, means)
        })
    }

    /// Tries the routes in order, stage by stage, and returns the first answer.
    fn ask<T>(
        &mut self,
        (part, ask): (&Part, &Ask),
        stages: RangeInclusive<Stage>,
        budget: &Budget,
        mut answer: impl FnMut(&mut dyn Route<A>, &mut Means) -> Reply<T>,
    ) -> Option<Result<T, Undecided>> {
        let Routes {
            list,
            tables,
            law,
            positions,
            trail,
        } = self;
        let mut note = |route: &dyn Route<A>, cost: &Cost, (trial, spent), end| {
            // For followers as well: the next step must not count them again.
            let counts = budget.take_counts();
            if !part.follower {
                let (part, route) = (part.text(), route.name());
                trail.add((part, ask), (route, cost), (trial, spent, counts), end);
            }
        };
        let means = |trial| Means {
            budget,
            tables: tables.as_ref(),
            law: law.as_ref(),
            trial,
            spent: 0,
        };
        let first = *stages.start();
        let mut costs: Vec<Cost> = Vec::with_capacity(list.len());
        for stage in [Stage::Cheap, Stage::Soon, Stage::Late] {
            if !stages.contains(&stage) {
                continue;
            }
            for place in 0..list.len() {
                if costs.len() == place {
                    costs.push(list[place].cost(part, ask, &means(None)));
                    if let Cost::Never(why) = &costs[place]
                        && first == Stage::Cheap
                    {
                        let end = End::Passed(why.clone());
                        note(&*list[place], &costs[place], (None, 0), end);
                    }
                }
                let cost = &costs[place];
                let Some(trial) = cost.at(stage) else {
                    continue;
                };
                make_room(list, place, cost);
                let mut means = means(trial);
                let reply = answer(&mut *list[place], &mut means);
                *positions = positions.saturating_add(means.spent);
                if let Some(end) = End::of(&reply) {
                    note(&*list[place], cost, (trial, means.spent), end);
                }
                match reply {
                    Ok(found) => return Some(Ok(found)),
                    Err(Stop::Undecided(why)) => return Some(Err(why)),
                    Err(Stop::Passed(_) | Stop::Foreign) => {}
                }
            }
        }
        None
    }

    /// Starts the search of a position that a file holds, as [`Route::keep`] says.
    pub(crate) fn keep(
        &mut self,
        position: (&Sum, Play),
        begin: &mut Begin<'_>,
    ) -> Option<Result<u64, StateError>> {
        let tables = self.tables.as_ref();
        let mut routes = self.list.iter_mut();
        routes.find_map(|route| route.keep(position, tables, begin))
    }

    /// Returns the search that a file holds.
    pub(crate) fn saved_search(&self) -> Option<&dyn SavedSearch> {
        self.list.iter().find_map(|route| route.saved_search())
    }
}

/// Frees the memory of the other routes before work that may need all of it.
fn make_room<A>(list: &mut [Box<dyn Route<A>>], place: usize, cost: &Cost) {
    if !matches!(cost, Cost::About(work) if work.memory == Memory::Whole) {
        return;
    }
    for (other, route) in list.iter_mut().enumerate() {
        if other != place && route.bytes() > 0 {
            route.forget();
        }
    }
}

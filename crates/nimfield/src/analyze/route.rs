//! The interface of routes. A route estimates the cost of a question, and answers or passes.

use std::borrow::Cow;
use std::sync::Arc;

use nimfield_core::prelude::*;
use nimfield_engines::SavedSearch;
use nimfield_engines::taking::table::TableSet;

use super::case::Part;
use super::query::MoveList;
use super::state_file::StateError;
use crate::answer::Answer;
use crate::laws::ProvedLaw;
use crate::sum::{Sum, SumMove};

/// The name of the routes by theory.
pub(crate) const THEORY: &str = "theory";

/// The name of the routes by laws that were proved.
pub(crate) const LAW: &str = "a law for all numbers";

/// The name of the route by closed forms of partizan values.
pub(crate) const CLOSED_FORMS: &str = "closed forms";

/// The name of the route by bounds on partizan sums.
pub(crate) const BOUNDS: &str = "stops and temperatures";

/// The name of the games' own engines for outcomes.
pub(crate) const ENGINE: &str = "the game's engine for outcomes";

/// The name of the search for partizan outcomes.
pub(crate) const OUTCOMES: &str = "search";

/// Positions searched before longer work starts; this decides most questions.
pub(crate) const SHORT: u64 = 20_000;

/// A question about a part.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    /// The play convention.
    pub(crate) play: Play,
    /// What to find.
    pub(crate) goal: Goal,
    /// The target value of the goal; P-positions have value 0.
    pub(crate) target: Grundy,
    /// Whether to list the moves to the target as well.
    pub(crate) moves: bool,
    /// Whether to use theory that is verified but not proved.
    pub(crate) unproved: bool,
}

/// The goal of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Decide whether the value is the target. In misère play values are misère Grundy numbers.
    Has,
    /// Find the value.
    Value,
    /// Find the moves to the target.
    MovesTo,
    /// Find the outcome of a partizan position, and everything else that is free.
    Sides,
    /// Find what the answer about a partizan position still lacks.
    More,
}

impl Ask {
    /// Returns whether only an outcome is in question.
    pub(crate) fn is_outcome(&self) -> bool {
        matches!(self.goal, Goal::Has | Goal::MovesTo) && self.target == Grundy::ZERO
    }
}

/// The cost of a question, as a route expects it.
#[derive(Clone, Debug)]
pub(crate) enum Cost {
    /// The route does not handle such questions.
    Foreign,
    /// The route does not answer this question, for this reason.
    Never(Cow<'static, str>),
    /// Almost nothing.
    Cheap,
    /// Work.
    About(Work),
}

impl Cost {
    /// Returns whether a route of this cost is tried at a stage, and if so, the limit on positions if it is a trial.
    pub(crate) fn at(&self, stage: Stage) -> Option<Option<u64>> {
        match (self, stage) {
            (Cost::Cheap, Stage::Cheap) => Some(None),
            (Cost::About(work), Stage::Soon) => match work.turn {
                Turn::Soon => Some(None),
                Turn::Trial(most) => Some(Some(most)),
                Turn::Late => None,
            },
            (Cost::About(work), Stage::Late) => (work.turn != Turn::Soon).then_some(None),
            _ => None,
        }
    }
}

/// The stages of the loop over routes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// Work that costs almost nothing.
    Cheap,
    /// Short work, and trials.
    Soon,
    /// Long work.
    Late,
}

/// Work on a question.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    /// When to do the work.
    pub(crate) turn: Turn,
    /// The number of positions to examine, if known.
    pub(crate) positions: Option<u64>,
    /// The memory needed.
    pub(crate) memory: Memory,
}

/// When to do work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// Before all long work.
    Soon,
    /// In the order of the list.
    Late,
    /// In the order of the list, and also before all long work, as a trial of at most this many positions.
    Trial(u64),
}

/// The memory that work needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Memory {
    /// A little, while other routes keep theirs.
    Beside,
    /// Up to the whole budget: other routes first free their memory.
    Whole,
}

/// Returns the cost of work that is done before all long work.
pub(crate) fn soon(positions: Option<u64>, memory: Memory) -> Cost {
    Cost::About(Work {
        turn: Turn::Soon,
        positions,
        memory,
    })
}

/// Returns the cost of work that takes its turn in the order of the list.
pub(crate) fn late(positions: Option<u64>, memory: Memory) -> Cost {
    Cost::About(Work {
        turn: Turn::Late,
        positions,
        memory,
    })
}

/// The resources for routes.
pub(crate) struct Means<'a> {
    /// The limits.
    pub(crate) budget: &'a Budget,
    /// Tables of whole boards.
    pub(crate) tables: Option<&'a Arc<TableSet>>,
    /// The law that the user gave.
    pub(crate) law: Option<&'a Arc<ProvedLaw>>,
    /// The most positions of a trial; `None` if the work is not a trial.
    pub(crate) trial: Option<u64>,
    /// The number of positions examined.
    pub(crate) spent: u64,
}

impl Means<'_> {
    /// Runs a search with the budget, or with the limit of a trial. A trial passes when it reaches its limit.
    pub(crate) fn search<T>(
        &self,
        search: impl FnOnce(&Budget) -> Result<T, Undecided>,
    ) -> Result<T, Stop> {
        let Some(most) = self.trial else {
            return Ok(search(self.budget)?);
        };
        let most = most.min(self.budget.most_positions());
        let budget = self.budget.clone().positions(most);
        search(&budget).map_err(|undecided| match undecided {
            Undecided::Unfinished(Unfinished {
                limit: Limit::Positions { allowed },
                ..
            }) => Stop::Passed(format!("{allowed} positions do not decide it").into()),
            undecided => Stop::Undecided(undecided),
        })
    }
}

/// Why a route has no answer.
#[derive(Clone, Debug)]
pub(crate) enum Stop {
    /// The route does not handle the part.
    Foreign,
    /// Why this route has no answer; others may have one.
    Passed(Cow<'static, str>),
    /// There is no answer, for this reason.
    Undecided(Undecided),
}

impl From<Undecided> for Stop {
    fn from(undecided: Undecided) -> Stop {
        Stop::Undecided(undecided)
    }
}

impl From<Unfinished> for Stop {
    fn from(unfinished: Unfinished) -> Stop {
        Stop::Undecided(unfinished.into())
    }
}

/// The result of a route, or why there is none.
pub(crate) type Reply<T> = Result<T, Stop>;

/// A route to answers: theory, a table, an engine or a search, with its cache.
///
/// Routes for partizan positions use `A`, the analyser, for impartial components. Methods that answer are called only
/// if [`cost`](Route::cost) says that the route can answer.
pub(crate) trait Route<A = ()>: Send {
    /// Returns a short description.
    fn name(&self) -> &'static str;

    /// Returns the expected cost of a question about a part.
    fn cost(&self, part: &Part, ask: &Ask, means: &Means) -> Cost;

    /// Returns whether the value of a part is the target.
    fn has_value(&mut self, part: &Part, ask: &Ask, means: &mut Means) -> Reply<Finding<bool>> {
        let found = self.value(part, ask, means)?;
        Ok(Finding::new(found.value == ask.target, found.reason))
    }

    /// Returns the value of a part.
    fn value(&mut self, _: &Part, _: &Ask, _: &mut Means) -> Reply<Finding<Grundy>> {
        Err(Stop::Foreign)
    }

    /// Returns the moves of a part to positions of the target value.
    fn moves_to(&mut self, _: &Part, _: &Ask, _: &mut Means) -> Reply<MoveList> {
        Err(Stop::Foreign)
    }

    /// Returns a move to a P-position that decided the last question about an outcome, if the route knows one.
    fn winning_move(&mut self) -> Option<SumMove> {
        None
    }

    /// Returns the analysis of a partizan position.
    fn analysis(&mut self, _: &Sum, _: &Ask, _: &mut A, _: &mut Means) -> Reply<Answer> {
        Err(Stop::Foreign)
    }

    /// Returns the bytes held that the route could free for others.
    fn bytes(&self) -> u64 {
        0
    }

    /// Frees these bytes.
    fn forget(&mut self) {}

    /// Starts a new question, and frees what only the last one needed.
    fn begin(&mut self) {}

    /// Returns a remark to add to the answer.
    fn remark(&mut self) -> Option<String> {
        None
    }

    /// Starts a search of a position that a file holds: `begin` reads or creates the file and returns how many positions
    /// are decided. `None` if the route has no such search.
    fn keep(
        &mut self,
        _: (&Sum, Play),
        _: Option<&Arc<TableSet>>,
        _: &mut Begin<'_>,
    ) -> Option<Result<u64, StateError>> {
        None
    }

    /// Returns the search that a file holds.
    fn saved_search(&self) -> Option<&dyn SavedSearch> {
        None
    }
}

/// Reads or creates the file of a search; returns the number of positions decided.
pub(crate) type Begin<'a> = dyn FnMut(&mut dyn SavedSearch) -> Result<u64, StateError> + 'a;

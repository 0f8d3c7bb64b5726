//! The interface of a route to an answer: it estimates the cost of a question, and answers or
//! passes.

use std::borrow::Cow;
use std::sync::Arc;

use nimfield_core::files::FileError;
use nimfield_core::prelude::*;
use nimfield_engines::taking::table::TableSet;

use super::case::Part;
use super::query::MoveList;
use super::state_file::{StateError, StateFile};
use crate::answer::Answer;
use crate::sum::{Sum, SumMove};

/// The name of the routes by theory.
pub(crate) const THEORY: &str = "theory";

/// The name of the route by closed forms of partizan values.
pub(crate) const CLOSED_FORMS: &str = "closed forms";

/// The name of the route by bounds on partizan sums.
pub(crate) const BOUNDS: &str = "stops and temperatures";

/// The name of the games' own engines for outcomes.
pub(crate) const ENGINE: &str = "the game's engine for outcomes";

/// The name of the search for partizan outcomes.
pub(crate) const OUTCOMES: &str = "search";

/// Positions that are searched before longer work begins: this decides most questions.
pub(crate) const SHORT: u64 = 20_000;

/// What is asked of a part.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    /// The play convention.
    pub(crate) play: Play,
    /// What to find.
    pub(crate) goal: Goal,
    /// The value that the goal is about; 0 is that of P-positions.
    pub(crate) target: Grundy,
    /// Whether the moves to the target are listed as well.
    pub(crate) moves: bool,
    /// Whether theory that is verified but not proved counts.
    pub(crate) unproved: bool,
}

/// What to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Whether the value is the target. In misère play values are misère Grundy numbers.
    Has,
    /// The value.
    Value,
    /// The moves that leave the target.
    MovesTo,
    /// Who wins a partizan position, whoever begins, and what comes with it.
    Sides,
    /// What the answer about a partizan position leaves open.
    More,
}

impl Ask {
    /// Returns whether it is about P-positions only.
    pub(crate) fn is_outcome(&self) -> bool {
        matches!(self.goal, Goal::Has | Goal::MovesTo) && self.target == Grundy::ZERO
    }
}

/// What a route expects a question to cost.
#[derive(Clone, Debug)]
pub(crate) enum Cost {
    /// The route knows nothing of such questions.
    Foreign,
    /// The route does not answer this one: why.
    Never(Cow<'static, str>),
    /// Next to nothing.
    Cheap,
    /// Work.
    About(Work),
}

impl Cost {
    /// Returns whether a route of this cost is tried at a stage, and the most positions of a trial.
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
    /// Work that costs next to nothing.
    Cheap,
    /// Short work, and trials.
    Soon,
    /// Long work.
    Late,
}

/// Work on a question.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    /// When it is done.
    pub(crate) turn: Turn,
    /// Positions to look at, where that is known before.
    pub(crate) positions: Option<u64>,
    /// The memory that it takes.
    pub(crate) memory: Memory,
}

/// When work is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// Before all long work.
    Soon,
    /// In the order of the list.
    Late,
    /// In the order of the list, and before all long work with at most this many positions.
    Trial(u64),
}

/// The memory that work takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Memory {
    /// A little beside what other routes hold.
    Beside,
    /// Up to all that the budget allows: other routes first forget what they hold.
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

/// The resources of routes.
pub(crate) struct Means<'a> {
    /// The limits.
    pub(crate) budget: &'a Budget,
    /// Tables of whole boards.
    pub(crate) tables: Option<&'a Arc<TableSet>>,
    /// Whether the search is kept in a file.
    pub(crate) in_file: bool,
    /// Positions that a trial may cost; `None` if the work is not a trial.
    pub(crate) trial: Option<u64>,
    /// Positions looked at.
    pub(crate) spent: u64,
}

impl Means<'_> {
    /// Runs a search with the budget, or with that of a trial. A trial passes when its own positions
    /// are over.
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
    /// The route knows nothing of the part.
    Foreign,
    /// Why this route has no answer; others may have one.
    Passed(Cow<'static, str>),
    /// There is no answer: why.
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

/// What a route finds, or why it does not.
pub(crate) type Reply<T> = Result<T, Stop>;

/// A route to answers: theory, a table, an engine or a search, with its memory.
///
/// `A` answers the questions of a route for partizan positions about impartial components: the
/// analyser. A method that answers is called only where [`cost`](Route::cost) says that the route
/// can answer.
pub(crate) trait Route<A = ()>: Send {
    /// Returns what it is, in a few words.
    fn name(&self) -> &'static str;

    /// Returns what a question about a part would cost.
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

    /// Returns the moves of a part that leave it with the target as its value.
    fn moves_to(&mut self, _: &Part, _: &Ask, _: &mut Means) -> Reply<MoveList> {
        Err(Stop::Foreign)
    }

    /// Returns a move to a P-position by which the last question about an outcome was decided, if the route knows
    /// one.
    fn winning_move(&mut self) -> Option<SumMove> {
        None
    }

    /// Returns what is found out about a partizan position.
    fn analysis(&mut self, _: &Sum, _: &Ask, _: &mut A, _: &mut Means) -> Reply<Answer> {
        Err(Stop::Foreign)
    }

    /// Returns the bytes that it holds and could free for other routes.
    fn bytes(&self) -> u64 {
        0
    }

    /// Frees these bytes.
    fn forget(&mut self) {}

    /// Begins a new question: frees what only the last one needed.
    fn begin(&mut self) {}

    /// Returns a remark to add to the answer.
    fn remark(&mut self) -> Option<String> {
        None
    }

    /// Returns whether the work on a position can be saved in a file.
    fn keeps(&self, _: &Sum, _: Play) -> bool {
        false
    }

    /// Saves the work on a position in a file from now on; returns how much the file holds.
    ///
    /// # Errors
    /// If the file cannot be used, or the work is not what the route [keeps](Route::keeps).
    fn keep_in(&mut self, position: &Sum, _: StateFile, _: &Means) -> Result<u64, StateError> {
        Err(not_kept(position))
    }

    /// Saves the work that is kept in a file; returns how much is done. `None` if there is none.
    fn save(&mut self) -> Option<Result<u64, FileError>> {
        None
    }
}

/// Explains why the work on a position is not kept in a file.
pub(crate) fn not_kept(position: &Sum) -> StateError {
    let text = format!(
        "{position} is not a single board in misère play, and only the search of such a one is kept"
    );
    StateError::NoJob(Undecided::OutOfReach(text))
}

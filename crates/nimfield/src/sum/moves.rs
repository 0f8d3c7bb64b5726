//! Moves of sums, and runs of them.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;

use nimfield_core::prelude::*;

use crate::term::WrittenValue;

/// The effect of a move on a component.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Step {
    /// A move of the game, or a run of moves that differ in the amount.
    Game(Move),
    /// A move to an option of a value.
    Option(WrittenValue),
}

/// A move in one component of a sum, or a run of such moves that differ only in the amount: `row 1 by 3..7`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SumMove {
    /// The component, from 0 (printed from 1).
    pub(super) component: usize,
    pub(super) step: Step,
    /// The player; `None` in an impartial sum.
    pub(super) player: Option<Player>,
    /// Whether the sum has a single component, whose number is then omitted.
    pub(super) alone: bool,
}

impl SumMove {
    /// Returns the number of its component, from 0.
    #[must_use]
    pub fn component(&self) -> usize {
        self.component
    }

    /// Returns the player; `None` in an impartial sum, where both have the move.
    #[must_use]
    pub fn player(&self) -> Option<Player> {
        self.player
    }

    /// Returns the amounts of a run; `None` for a single move.
    #[must_use]
    pub fn amounts(&self) -> Option<RangeInclusive<u128>> {
        match &self.step {
            Step::Game(mv) if mv.is_run() => mv.amounts(),
            Step::Game(_) | Step::Option(_) => None,
        }
    }

    /// Returns the number of moves that it stands for: the number of amounts of a run, otherwise 1.
    #[must_use]
    pub fn count(&self) -> u128 {
        match &self.step {
            Step::Game(mv) => mv.count(),
            Step::Option(_) => 1,
        }
    }

    /// Returns the run from this move to the one that takes the amount `last`; `None` if the move has no amount, or takes
    /// more.
    #[must_use]
    pub fn up_to(&self, last: u128) -> Option<SumMove> {
        match &self.step {
            Step::Game(mv) => Some(self.with(Step::Game(mv.up_to(last)?))),
            Step::Option(_) => None,
        }
    }

    /// Returns the moves that it stands for: one for each amount of a run, otherwise itself.
    pub fn moves(&self) -> impl Iterator<Item = SumMove> + '_ {
        (0..self.count()).map_while(|number| self.nth(number))
    }

    /// Returns item `number`, from 0, of [`moves`](SumMove::moves).
    #[must_use]
    pub fn nth(&self, number: u128) -> Option<SumMove> {
        match &self.step {
            Step::Game(mv) => Some(self.with(Step::Game(mv.nth(number)?))),
            Step::Option(_) => (number == 0).then(|| self.clone()),
        }
    }

    /// Returns the first of [`moves`](SumMove::moves), which is the one that is played.
    #[must_use]
    pub fn first(&self) -> SumMove {
        match &self.step {
            Step::Game(mv) => self.with(Step::Game(mv.first())),
            Step::Option(_) => self.clone(),
        }
    }

    /// Returns the move as its component writes it, without the number of the component.
    #[must_use]
    pub fn text_in_component(&self) -> String {
        match &self.step {
            Step::Game(mv) => mv.to_string(),
            Step::Option(option) => format!("to {}", option.text),
        }
    }

    pub(super) fn with(&self, step: Step) -> SumMove {
        SumMove {
            step,
            ..self.clone()
        }
    }
}

impl Display for SumMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.alone {
            write!(f, "{}: ", self.component + 1)?;
        }
        match &self.step {
            Step::Game(mv) => Display::fmt(mv, f),
            Step::Option(option) => write!(f, "to {}", option.text),
        }
    }
}

//! A move of any game.

use std::any::Any;
use std::fmt::{self, Debug, Display};
use std::ops::RangeInclusive;

use nimfield_core::game::GameMove;

/// A move of any game, as a value: it prints as the game writes it.
pub struct AnyMove(Box<dyn ErasedMove>);

trait ErasedMove: Display + Send + Sync + Any {
    fn boxed(&self) -> AnyMove;
    fn equals(&self, other: &dyn Any) -> bool;
}

impl<M: GameMove> ErasedMove for M {
    fn boxed(&self) -> AnyMove {
        AnyMove::new(self.clone())
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<M>() == Some(self)
    }
}

impl AnyMove {
    /// Erases the type.
    pub fn new<M: GameMove>(mv: M) -> AnyMove {
        AnyMove(Box::new(mv))
    }

    /// Returns the move, if it is one of this type.
    #[must_use]
    pub fn downcast_ref<M: 'static>(&self) -> Option<&M> {
        let mv: &dyn Any = &*self.0;
        mv.downcast_ref()
    }

    /// Returns the move as one of this type.
    ///
    /// # Errors
    /// If it is a move of another game.
    pub(super) fn typed<M: 'static>(&self) -> Result<&M, String> {
        let foreign = || format!("{self} is a move of another game");
        self.downcast_ref().ok_or_else(foreign)
    }
}

impl Clone for AnyMove {
    fn clone(&self) -> AnyMove {
        self.0.boxed()
    }
}

impl PartialEq for AnyMove {
    fn eq(&self, other: &AnyMove) -> bool {
        let other: &dyn Any = &*other.0;
        self.0.equals(other)
    }
}

impl Eq for AnyMove {}

// As it is written: the derived forms of every type of move were a part of what browsers fetch.
impl Debug for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

impl Display for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

/// A move and those that take more and are otherwise the same: `row 1 by 3..7`.
#[derive(Clone)]
pub struct AnyRun {
    first: AnyMove,
    amounts: RangeInclusive<u128>,
    with_amount: fn(&AnyMove, u128) -> Option<AnyMove>,
}

impl AnyRun {
    /// Creates the run from a move that takes `amount` to the one that takes `last` and is otherwise the same; `None`
    /// if that is less.
    pub(super) fn new(
        first: &AnyMove,
        amount: u128,
        last: u128,
        with_amount: fn(&AnyMove, u128) -> Option<AnyMove>,
    ) -> Option<AnyRun> {
        (amount <= last).then(|| AnyRun {
            first: first.clone(),
            amounts: amount..=last,
            with_amount,
        })
    }

    /// Returns the move that takes least.
    #[must_use]
    pub fn first(&self) -> &AnyMove {
        &self.first
    }

    /// Returns the amounts.
    #[must_use]
    pub fn amounts(&self) -> RangeInclusive<u128> {
        self.amounts.clone()
    }

    /// Returns the move of this number, from 0.
    #[must_use]
    pub fn nth(&self, number: u128) -> Option<AnyMove> {
        let amount = self.amounts.start().checked_add(number)?;
        let amount = Some(amount).filter(|amount| self.amounts.contains(amount))?;
        (self.with_amount)(&self.first, amount)
    }

    /// Returns the run with one move more, if `mv` is the one that takes one more than the last.
    #[must_use]
    pub fn followed_by(&self, mv: &AnyMove) -> Option<AnyRun> {
        let last = self.amounts.end().checked_add(1)?;
        ((self.with_amount)(&self.first, last)? == *mv).then(|| AnyRun {
            amounts: *self.amounts.start()..=last,
            ..self.clone()
        })
    }
}

impl PartialEq for AnyRun {
    fn eq(&self, other: &AnyRun) -> bool {
        self.first == other.first && self.amounts == other.amounts
    }
}

impl Eq for AnyRun {}

impl Debug for AnyRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl Display for AnyRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.first, self.amounts.end())
    }
}

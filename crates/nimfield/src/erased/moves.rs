//! A move of any game.

use std::any::Any;
use std::fmt::{self, Debug, Display};
use std::ops::RangeInclusive;

use nimfield_core::notation::Notation;

/// A move of any game, as a value: it prints as the game writes it.
pub struct AnyMove(Box<dyn ErasedMove>);

trait ErasedMove: Display + Debug + Send + Sync + Any {
    fn boxed(&self) -> AnyMove;
    fn equals(&self, other: &dyn Any) -> bool;
}

impl<M: Clone + Eq + Debug + Display + Send + Sync + 'static> ErasedMove for M {
    fn boxed(&self) -> AnyMove {
        AnyMove::new(self.clone())
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<M>() == Some(self)
    }
}

impl AnyMove {
    /// Erases the type.
    pub fn new<M: Clone + Eq + Debug + Display + Send + Sync + 'static>(mv: M) -> AnyMove {
        AnyMove(Box::new(mv))
    }

    /// The move, if it is one of this type.
    #[must_use]
    pub fn downcast_ref<M: 'static>(&self) -> Option<&M> {
        let mv: &dyn Any = &*self.0;
        mv.downcast_ref()
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

impl Debug for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.0, f)
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
    /// The run from a move of `G` to the one that takes the amount `last`; `None` if the move is written without an
    /// amount, or takes more.
    pub fn new<G: Notation>(first: &AnyMove, last: u128) -> Option<AnyRun> {
        let amount = G::amount(first.downcast_ref()?)?;
        (amount <= last).then(|| AnyRun {
            first: first.clone(),
            amounts: amount..=last,
            with_amount: |mv, amount| {
                let mv = G::with_amount(mv.downcast_ref()?, amount)?;
                Some(AnyMove::new(mv))
            },
        })
    }

    /// The move that takes least.
    #[must_use]
    pub fn first(&self) -> &AnyMove {
        &self.first
    }

    /// The amounts.
    #[must_use]
    pub fn amounts(&self) -> RangeInclusive<u128> {
        self.amounts.clone()
    }

    /// The move of this number, from 0.
    #[must_use]
    pub fn nth(&self, number: u128) -> Option<AnyMove> {
        let amount = self.amounts.start().checked_add(number)?;
        let amount = Some(amount).filter(|amount| self.amounts.contains(amount))?;
        (self.with_amount)(&self.first, amount)
    }

    /// The run with one move more, if `mv` is the one that takes one more than the last.
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

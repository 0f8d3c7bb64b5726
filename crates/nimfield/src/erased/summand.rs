//! A summand of any game.

use std::any::TypeId;
use std::fmt::{self, Debug, Display};

use nimfield_core::budget::Budget;
use nimfield_core::component::AnyComponent;
use nimfield_core::families::ray::RayGame;
use nimfield_core::info::Fact;
use nimfield_core::theory::{Finding, Followers, Settled, Summand, Undecided, ValuedBelow};
use nimfield_core::words::{Grundy, Play};

use super::moves::AnyMove;
use super::question::Question;

/// A [`Summand`] of any game.
pub struct AnySummand(Box<dyn ErasedSummand>);

impl AnySummand {
    /// Erases the type.
    pub fn new<S: Summand>(summand: S) -> AnySummand {
        AnySummand(Box::new(summand))
    }
}

impl std::ops::Deref for AnySummand {
    type Target = dyn ErasedSummand;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl Debug for AnySummand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.0, f)
    }
}

impl Display for AnySummand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

/// [`Summand`] without its type; the methods are those of that trait.
pub trait ErasedSummand: Debug + Display + Send + Sync {
    /// The type of the summand.
    fn kind(&self) -> TypeId;
    /// See [`Summand::value`].
    fn value(&self) -> Option<Finding<Grundy>>;
    /// See [`Summand::outcome`].
    fn outcome(&self, play: Play, unproved: bool) -> Option<Finding<bool>>;
    /// See [`Summand::candidates`].
    fn candidates(&self, play: Play, target: Grundy, budget: &Budget) -> Option<Vec<AnyMove>>;
    /// See [`Summand::settled`].
    fn settled(&self, play: Play, budget: &Budget) -> Option<Result<Settled<AnyMove>, Undecided>>;
    /// See [`Summand::constructed`].
    fn constructed(
        &self,
        play: Play,
        target: &Grundy,
        budget: &Budget,
    ) -> Option<Result<AnyMove, String>>;
    /// See [`Summand::moves`].
    fn moves(&self) -> Box<dyn Iterator<Item = AnyMove> + '_>;
    /// See [`Summand::move_count`].
    fn move_count(&self) -> u128;
    /// See [`Summand::small`].
    ///
    /// # Errors
    /// Why no search can reach it.
    fn small(&self) -> Result<AnyComponent, String>;
    /// The summand alone as a question to the search for its type.
    ///
    /// # Errors
    /// Why no search can reach it.
    fn question(&self) -> Result<Question, String> {
        self.small().map(Question::new)
    }
    /// See [`Summand::in_box`].
    fn in_box(&self) -> Option<(RayGame, Vec<u32>)>;
    /// See [`Summand::ray_move`].
    fn ray_move(&self, ray: usize, amount: u32) -> Option<AnyMove>;
    /// See [`Summand::heap`].
    fn heap(&self) -> Option<Grundy>;
    /// See [`Summand::pet`].
    fn pet(&self) -> Option<Fact>;
    /// See [`Summand::followers`].
    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<AnyMove>>;
}

impl<S: Summand> ErasedSummand for S {
    fn kind(&self) -> TypeId {
        TypeId::of::<S>()
    }

    fn value(&self) -> Option<Finding<Grundy>> {
        Summand::value(self)
    }

    fn outcome(&self, play: Play, unproved: bool) -> Option<Finding<bool>> {
        Summand::outcome(self, play, unproved)
    }

    fn candidates(&self, play: Play, target: Grundy, budget: &Budget) -> Option<Vec<AnyMove>> {
        let moves = Summand::candidates(self, play, target, budget)?;
        Some(moves.into_iter().map(AnyMove::new).collect())
    }

    fn settled(&self, play: Play, budget: &Budget) -> Option<Result<Settled<AnyMove>, Undecided>> {
        let found = Summand::settled(self, play, budget)?;
        Some(found.map(|settled| Settled {
            is_p: settled.is_p,
            moves: settled.moves.into_iter().map(AnyMove::new).collect(),
            positions: settled.positions,
        }))
    }

    fn constructed(
        &self,
        play: Play,
        target: &Grundy,
        budget: &Budget,
    ) -> Option<Result<AnyMove, String>> {
        Some(Summand::constructed(self, play, target, budget)?.map(AnyMove::new))
    }

    fn moves(&self) -> Box<dyn Iterator<Item = AnyMove> + '_> {
        Box::new(Summand::moves(self).map(AnyMove::new))
    }

    fn move_count(&self) -> u128 {
        Summand::move_count(self)
    }

    fn small(&self) -> Result<AnyComponent, String> {
        Summand::small(self)
    }

    fn in_box(&self) -> Option<(RayGame, Vec<u32>)> {
        Summand::in_box(self)
    }

    fn ray_move(&self, ray: usize, amount: u32) -> Option<AnyMove> {
        Summand::ray_move(self, ray, amount).map(AnyMove::new)
    }

    fn heap(&self) -> Option<Grundy> {
        Summand::heap(self)
    }

    fn pet(&self) -> Option<Fact> {
        Summand::pet(self)
    }

    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<AnyMove>> {
        let found = Summand::followers(self, play, budget)?;
        Some(found.map(|inner| Box::new(Erased(inner)) as Box<dyn Followers<AnyMove>>))
    }
}

/// [`Followers`] with moves of any game.
struct Erased<M>(Box<dyn Followers<M>>);

impl<M: Clone + Eq + Debug + Display + Send + Sync + 'static> Followers<AnyMove> for Erased<M> {
    fn value(&self) -> u128 {
        self.0.value()
    }

    fn moves_to(&self, target: u128, most: usize) -> (Vec<AnyMove>, bool) {
        let (moves, complete) = self.0.moves_to(target, most);
        (moves.into_iter().map(AnyMove::new).collect(), complete)
    }

    fn remark(&self) -> Option<String> {
        self.0.remark()
    }

    fn positions(&self) -> u64 {
        self.0.positions()
    }

    fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}

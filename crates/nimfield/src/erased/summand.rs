//! A part of a position of any game.

use std::any::TypeId;
use std::fmt::{self, Debug, Display};

use nimfield_core::budget::Budget;
use nimfield_core::component::AnyComponent;
use nimfield_core::families::ray::RayGame;
use nimfield_core::game::searched::component;
use nimfield_core::game::{Game, Part};
use nimfield_core::info::Fact;
use nimfield_core::theory::{Finding, Followers, Settled, Undecided, ValuedBelow};
use nimfield_core::words::{Grundy, Play, Reason};

use super::moves::AnyMove;
use super::question::Question;

/// A [`Part`] of a position of any game.
pub struct AnySummand(Box<dyn ErasedSummand>);

impl AnySummand {
    /// Erases the type.
    pub fn new<G: Game>(part: Part<G>) -> AnySummand {
        AnySummand(Box::new(part))
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
        Display::fmt(&self.0, f)
    }
}

impl Display for AnySummand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

/// Moves, one by one.
pub type AnyMoves<'a> = Box<dyn Iterator<Item = AnyMove> + 'a>;

/// A [`Part`] without its type. The methods are those of [`Game`], for the part as a position of its own; moves
/// are named as in the whole position.
pub trait ErasedSummand: Display + Send + Sync {
    /// Returns the type of the summand.
    fn kind(&self) -> TypeId;
    /// See [`Game::most_positions`].
    fn most_positions(&self) -> Option<u128>;
    /// See [`Game::tabulate`].
    ///
    /// # Errors
    /// If the budget runs out.
    fn tabulate(&self, budget: &Budget) -> Result<(), Undecided>;
    /// See [`Game::value`].
    fn value(&self) -> Option<Finding<Grundy>>;
    /// See [`Game::outcome`].
    fn outcome(&self, play: Play, unproved: bool) -> Option<Finding<bool>>;
    /// See [`Game::candidates`].
    fn candidates(&self, play: Play, target: Grundy, budget: &Budget) -> Option<AnyMoves<'_>>;
    /// See [`Game::settled`].
    fn settled(&self, play: Play, budget: &Budget) -> Option<Result<Settled<AnyMove>, Undecided>>;
    /// See [`Game::constructed`].
    fn constructed(
        &self,
        play: Play,
        target: &Grundy,
        budget: &Budget,
    ) -> Option<Result<AnyMove, String>>;
    /// See [`Game::moves_to_try`].
    fn moves(&self) -> AnyMoves<'_>;
    /// See [`Game::move_count`].
    fn move_count(&self) -> u128;
    /// See [`component`].
    ///
    /// # Errors
    /// Why no search can reach it.
    fn small(&self) -> Result<AnyComponent, String>;
    /// Returns the summand alone as a question to the search for its type.
    ///
    /// # Errors
    /// Why no search can reach it.
    fn question(&self) -> Result<Question, String> {
        self.small().map(Question::new)
    }
    /// See [`Game::in_box`].
    fn in_box(&self) -> Option<(RayGame, Vec<u32>)>;
    /// See [`Game::ray_move`].
    fn ray_move(&self, ray: usize, amount: u32) -> Option<AnyMove>;
    /// See [`Game::heap`].
    fn heap(&self) -> Option<Grundy>;
    /// See [`Game::pet`].
    fn pet(&self) -> Option<Fact>;
    /// See [`Game::followers`].
    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<AnyMove>>;
}

/// Names moves one by one: together they take many times the memory of the moves without names.
fn erased<G: Game>(part: &Part<G>, moves: Vec<G::Move>) -> impl Iterator<Item = AnyMove> {
    moves.into_iter().map(|mv| AnyMove::new(part.named(mv)))
}

impl<G: Game> ErasedSummand for Part<G> {
    fn kind(&self) -> TypeId {
        TypeId::of::<G>()
    }

    fn most_positions(&self) -> Option<u128> {
        self.position().most_positions()
    }

    fn tabulate(&self, budget: &Budget) -> Result<(), Undecided> {
        self.position().tabulate(budget)
    }

    fn value(&self) -> Option<Finding<Grundy>> {
        self.position().value()
    }

    fn outcome(&self, play: Play, unproved: bool) -> Option<Finding<bool>> {
        self.position().outcome(play, unproved)
    }

    fn candidates(&self, play: Play, target: Grundy, budget: &Budget) -> Option<AnyMoves<'_>> {
        let moves = self.position().candidates(play, target, budget)?;
        Some(Box::new(erased(self, moves)))
    }

    fn settled(&self, play: Play, budget: &Budget) -> Option<Result<Settled<AnyMove>, Undecided>> {
        let found = self.position().settled(play, budget)?;
        Some(found.map(|settled| Settled {
            is_p: settled.is_p,
            moves: erased(self, settled.moves).collect(),
            positions: settled.positions,
        }))
    }

    fn constructed(
        &self,
        play: Play,
        target: &Grundy,
        budget: &Budget,
    ) -> Option<Result<AnyMove, String>> {
        let found = self.position().constructed(play, target, budget)?;
        Some(found.map(|mv| AnyMove::new(self.named(mv))))
    }

    fn moves(&self) -> AnyMoves<'_> {
        let moves = self.position().moves_to_try();
        Box::new(moves.map(|mv| AnyMove::new(self.named(mv))))
    }

    fn move_count(&self) -> u128 {
        self.position().move_count()
    }

    fn small(&self) -> Result<AnyComponent, String> {
        component(self.position())
    }

    fn in_box(&self) -> Option<(RayGame, Vec<u32>)> {
        self.position().in_box()
    }

    fn ray_move(&self, ray: usize, amount: u32) -> Option<AnyMove> {
        let mv = self.position().ray_move(ray, amount)?;
        Some(AnyMove::new(self.named(mv)))
    }

    fn heap(&self) -> Option<Grundy> {
        self.position().heap()
    }

    fn pet(&self) -> Option<Fact> {
        self.position().pet()
    }

    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<AnyMove>> {
        let found = self.position().followers(play, budget)?;
        let part = self.clone();
        Some(found.map(|inner| Box::new(Erased { inner, part }) as Box<dyn Followers<AnyMove>>))
    }
}

/// [`Followers`] of a part with moves of any game.
struct Erased<G: Game> {
    inner: Box<dyn Followers<G::Move>>,
    part: Part<G>,
}

impl<G: Game> Followers<AnyMove> for Erased<G> {
    fn value(&self) -> u128 {
        self.inner.value()
    }

    fn moves_to(&self, target: u128, most: usize) -> (Vec<AnyMove>, bool) {
        let (moves, complete) = self.inner.moves_to(target, most);
        (erased(&self.part, moves).collect(), complete)
    }

    fn remark(&self) -> Option<String> {
        self.inner.remark()
    }

    fn reason(&self) -> Option<Reason> {
        self.inner.reason()
    }

    fn positions(&self) -> u64 {
        self.inner.positions()
    }

    fn fresh(&self) -> u64 {
        self.inner.fresh()
    }

    fn bytes(&self) -> u64 {
        self.inner.bytes()
    }
}

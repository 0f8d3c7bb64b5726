//! Impartial positions of any game, and their irreducible parts.

use std::any::TypeId;
use std::fmt::{self, Debug, Display};
use std::sync::Arc;

use nimfield_core::families::formulas::FormulaGame;
use nimfield_core::families::heaps::HeapRules;
use nimfield_core::families::taking::Taking;
use nimfield_core::families::vectors::VectorMove;
use nimfield_core::game::Game;
use nimfield_core::game::searched::component;
use nimfield_core::prelude::*;
use nimfield_core::theory::{Ending, Followers, Settled, ValuedBelow};

use super::notation::{AnyNotation, after};

/// An impartial position of any game.
pub trait AnyPosition: AnyNotation {
    /// Returns the position of the same game and layout with other numbers; see [`Rules::with_numbers`].
    fn with_numbers(&self, numbers: &[u128]) -> Option<Result<Arc<dyn AnyPosition>, String>>;
    /// Returns the legal moves, one after the other; there may be astronomically many.
    fn moves(&self) -> Box<dyn Iterator<Item = Move> + '_>;
    /// Returns how many legal moves there are, or an upper bound; `u128::MAX` for that many or more.
    fn move_count(&self) -> u128;
    /// See [`Search::counts_exactly`].
    fn counts_exactly(&self) -> bool;
    /// Returns the position after a move.
    ///
    /// # Errors
    /// Why the move is not legal.
    fn play(&self, mv: &Move) -> Result<Arc<dyn AnyPosition>, String>;
    /// Splits the position into irreducible summands.
    fn summands(&self) -> Vec<AnySummand>;
    /// Returns the reduced form in words, if it differs.
    fn reduced(&self) -> Option<String>;
    /// Returns the additional rule that decides the game; see [`Theory::ending`].
    fn ending(&self) -> Option<Ending>;
    /// Returns the position as a state of a taking game.
    fn taking(&self) -> Option<(&Taking, u64)>;
    /// Returns whether a search by keys is preferable; see [`Engines::prefers_keys`].
    fn prefers_keys(&self) -> bool;
    /// Returns the position as the far corner of a box of positions of a ray game.
    fn as_ray_box(&self) -> Option<(RayGame, Vec<u32>)>;
    /// Returns the position as heaps of a taking-and-breaking game; see [`Engines::as_code_heaps`].
    fn as_code_heaps(&self) -> Option<(HeapRules, Vec<u128>)>;
    /// Returns the moves as vectors; see [`Engines::as_vectors`].
    fn as_vectors(&self) -> Option<(Vec<VectorMove>, Vec<u64>)>;
    /// Returns the moves as sentences; see [`Engines::as_formulas`].
    fn as_formulas(&self) -> Option<Result<FormulaGame, String>>;
    /// Returns the closed form of all positions of this shape; see [`Theory::number_formula`].
    fn number_formula(&self, play: Play, count: usize) -> Option<NumberFormula>;
    /// Returns a table as a closed form; see [`Engines::formula_in_box`].
    fn formula_in_box(
        &self,
        play_and_values: (Play, bool),
        numbers: &[u64],
        budget: &Budget,
    ) -> Option<Result<NumberFormula, Unfinished>>;
    /// Returns one winning move by construction; see [`Theory::built_winning_move`].
    fn built_winning_move(&self, play: Play, budget: &Budget) -> Option<Move>;
}

impl Debug for dyn AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl<G: Game> AnyPosition for G {
    fn with_numbers(&self, numbers: &[u128]) -> Option<Result<Arc<dyn AnyPosition>, String>> {
        let position = Rules::with_numbers(self, numbers)?;
        Some(position.map(|position| Arc::new(position) as _))
    }

    fn moves(&self) -> Box<dyn Iterator<Item = Move> + '_> {
        Box::new(Rules::moves(self).map(|mv| mv.to_move()))
    }

    fn move_count(&self) -> u128 {
        Search::move_count(self)
    }

    fn counts_exactly(&self) -> bool {
        Search::counts_exactly(self)
    }

    fn play(&self, mv: &Move) -> Result<Arc<dyn AnyPosition>, String> {
        Ok(Arc::new(after(self, mv)?))
    }

    fn summands(&self) -> Vec<AnySummand> {
        let parts = Part::of(self).into_iter();
        parts.map(AnySummand::new).collect()
    }

    fn reduced(&self) -> Option<String> {
        Shown::reduced(self)
    }

    fn ending(&self) -> Option<Ending> {
        Theory::ending(self)
    }

    fn taking(&self) -> Option<(&Taking, u64)> {
        Engines::taking(self)
    }

    fn prefers_keys(&self) -> bool {
        Engines::prefers_keys(self)
    }

    fn as_ray_box(&self) -> Option<(RayGame, Vec<u32>)> {
        Engines::as_ray_box(self)
    }

    fn as_code_heaps(&self) -> Option<(HeapRules, Vec<u128>)> {
        Engines::as_code_heaps(self)
    }

    fn as_vectors(&self) -> Option<(Vec<VectorMove>, Vec<u64>)> {
        // Pages do not use them.
        match cfg!(target_family = "wasm") {
            true => None,
            false => Engines::as_vectors(self),
        }
    }

    fn as_formulas(&self) -> Option<Result<FormulaGame, String>> {
        // Pages do not use them.
        match cfg!(target_family = "wasm") {
            true => None,
            false => Engines::as_formulas(self),
        }
    }

    fn number_formula(&self, play: Play, count: usize) -> Option<NumberFormula> {
        // The tables of a page have few rows, and all formulas together would add a kilobyte to the download.
        match cfg!(target_family = "wasm") {
            true => None,
            false => Theory::number_formula(self, play, count),
        }
    }

    fn formula_in_box(
        &self,
        play_and_values: (Play, bool),
        numbers: &[u64],
        budget: &Budget,
    ) -> Option<Result<NumberFormula, Unfinished>> {
        // For the same reason.
        match cfg!(target_family = "wasm") {
            true => None,
            false => Engines::formula_in_box(self, play_and_values, numbers, budget),
        }
    }

    fn built_winning_move(&self, play: Play, budget: &Budget) -> Option<Move> {
        Theory::built_winning_move(self, play, budget).map(|mv| mv.to_move())
    }
}

/// A [`Part`] of a position of any game.
pub struct AnySummand(Box<dyn ErasedSummand>);

impl AnySummand {
    /// Erases the type.
    pub(crate) fn new<G: Game>(part: Part<G>) -> AnySummand {
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
type AnyMoves<'a> = Box<dyn Iterator<Item = Move> + 'a>;

/// A [`Part`] without its type. The methods are those of [`Game`], for the part as a position; moves are named as in
/// the whole position.
pub trait ErasedSummand: Display + Send + Sync {
    /// Returns the type of the summand.
    fn kind(&self) -> TypeId;
    /// Returns the summand as a position of its own.
    fn alone(&self) -> Arc<dyn AnyPosition>;
    /// See [`Engines::most_positions`].
    fn most_positions(&self) -> Option<u128>;
    /// See [`Engines::tabulate`].
    ///
    /// # Errors
    /// If the budget runs out.
    fn tabulate(&self, budget: &Budget) -> Result<(), Undecided>;
    /// See [`Theory::value`].
    fn value(&self) -> Option<Finding<Grundy>>;
    /// See [`Theory::outcome`].
    fn outcome(&self, play: Play, unproved: bool) -> Option<Finding<bool>>;
    /// See [`Theory::candidates`].
    fn candidates(&self, play: Play, target: Grundy, budget: &Budget) -> Option<AnyMoves<'_>>;
    /// See [`Theory::candidates_are_exact`].
    fn candidates_are_exact(&self) -> bool;
    /// See [`Engines::outcome_by_engine`].
    fn outcome_by_engine(
        &self,
        play: Play,
        moves: bool,
        budget: &Budget,
    ) -> Option<Result<Settled<Move>, Undecided>>;
    /// See [`Theory::move_to_value`].
    fn move_to_value(
        &self,
        play: Play,
        target: &Grundy,
        budget: &Budget,
    ) -> Option<Result<Move, String>>;
    /// See [`Search::moves_to_try`].
    fn moves(&self) -> AnyMoves<'_>;
    /// See [`Search::move_count`].
    fn move_count(&self) -> u128;
    /// See [`component`].
    ///
    /// # Errors
    /// Why no search can reach it.
    fn small(&self) -> Result<AnyComponent, String>;
    /// See [`Engines::as_ray_box`].
    fn as_ray_box(&self) -> Option<(RayGame, Vec<u32>)>;
    /// See [`Engines::ray_move`].
    fn ray_move(&self, ray: usize, amount: u32) -> Option<Move>;
    /// See [`Engines::move_to`].
    fn move_to(&self, numbers: &[u128]) -> Option<Move>;
    /// See [`Theory::heap`].
    fn heap(&self) -> Option<Grundy>;
    /// See [`Theory::pet_fact`].
    fn pet_fact(&self) -> Option<Fact>;
    /// See [`Engines::followers`].
    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<Move>>;
}

/// Names moves one by one: together they take many times the memory of the moves without names.
fn erased<G: Game>(part: &Part<G>, moves: Vec<G::Move>) -> impl Iterator<Item = Move> {
    moves.into_iter().map(|mv| part.named(mv).to_move())
}

impl<G: Game> ErasedSummand for Part<G> {
    fn kind(&self) -> TypeId {
        TypeId::of::<G>()
    }

    fn alone(&self) -> Arc<dyn AnyPosition> {
        Arc::new(self.position().clone())
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

    fn candidates_are_exact(&self) -> bool {
        self.position().candidates_are_exact()
    }

    fn outcome_by_engine(
        &self,
        play: Play,
        moves: bool,
        budget: &Budget,
    ) -> Option<Result<Settled<Move>, Undecided>> {
        let found = self.position().outcome_by_engine(play, moves, budget)?;
        Some(found.map(|settled| Settled {
            is_p: settled.is_p,
            moves: erased(self, settled.moves).collect(),
            positions: settled.positions,
        }))
    }

    fn move_to_value(
        &self,
        play: Play,
        target: &Grundy,
        budget: &Budget,
    ) -> Option<Result<Move, String>> {
        let found = self.position().move_to_value(play, target, budget)?;
        Some(found.map(|mv| self.named(mv).to_move()))
    }

    fn moves(&self) -> AnyMoves<'_> {
        let moves = self.position().moves_to_try();
        Box::new(moves.map(|mv| self.named(mv).to_move()))
    }

    fn move_count(&self) -> u128 {
        self.position().move_count()
    }

    fn small(&self) -> Result<AnyComponent, String> {
        component(self.position())
    }

    fn as_ray_box(&self) -> Option<(RayGame, Vec<u32>)> {
        self.position().as_ray_box()
    }

    fn ray_move(&self, ray: usize, amount: u32) -> Option<Move> {
        let mv = self.position().ray_move(ray, amount)?;
        Some(self.named(mv).to_move())
    }

    fn move_to(&self, numbers: &[u128]) -> Option<Move> {
        // Pages have no laws.
        if cfg!(target_family = "wasm") {
            return None;
        }
        let mv = self.position().move_to(numbers)?;
        Some(self.named(mv).to_move())
    }

    fn heap(&self) -> Option<Grundy> {
        self.position().heap()
    }

    fn pet_fact(&self) -> Option<Fact> {
        self.position().pet_fact()
    }

    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<Move>> {
        let found = self.position().followers(play, budget)?;
        let part = self.clone();
        Some(found.map(|inner| Box::new(Erased { inner, part }) as Box<dyn Followers<Move>>))
    }
}

/// [`Followers`] of a part with moves of any game.
struct Erased<G: Game> {
    inner: Box<dyn Followers<G::Move>>,
    part: Part<G>,
}

impl<G: Game> Followers<Move> for Erased<G> {
    fn value(&self) -> u128 {
        self.inner.value()
    }

    fn moves_to(&self, target: u128, most: usize) -> (Vec<Move>, bool) {
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

//! A partizan position of any game.

use std::fmt::{self, Debug, Display};
use std::sync::Arc;

use nimfield_core::heat::{BigDyadic, Heat};
use nimfield_core::partizan::{
    AnyPartizanComponent, Decided, MoveRun, PartizanComponent, PartizanGame, PartizanRules,
    PartizanSummand, PartizanTheory, Searched,
};
use nimfield_core::prelude::*;
use nimfield_engines::partizan::{NoValue, Values};
use short_game::Game;

use super::notation::{AnyNotation, after};

/// A partizan position of any game; most methods are those of [`PartizanGame`].
pub trait AnyPartizan: AnyNotation {
    /// Returns the position of the same game and layout with other numbers; see [`Rules::with_numbers`].
    fn with_numbers(&self, numbers: &[u128]) -> Option<Result<Arc<dyn AnyPartizan>, String>>;
    /// Returns the legal moves of `player`, one after the other; there may be astronomically many.
    fn moves(&self, player: Player) -> Box<dyn Iterator<Item = Move> + '_>;
    /// Returns the position after a move of `player`.
    ///
    /// # Errors
    /// Why the move is not legal.
    fn play(&self, mv: &Move) -> Result<Arc<dyn AnyPartizan>, String>;
    /// Returns whether this is a move of `player`.
    fn is_move_of(&self, mv: &Move, player: Player) -> bool;
    /// Returns the position with the players exchanged.
    fn negative(&self) -> Option<Arc<dyn AnyPartizan>>;
    /// Returns the components for a search.
    ///
    /// # Errors
    /// Why no search can reach it.
    fn parts(&self) -> Result<Vec<AnyPartizanComponent>, String>;
    /// See [`PartizanRules::equal_parts`].
    ///
    /// # Errors
    /// Why no search can reach it.
    fn equal_parts(&self) -> Result<Vec<AnyPartizanComponent>, String>;
    /// Returns the canonical form.
    ///
    /// # Errors
    /// If it is out of reach, or the budget or the arena runs out.
    fn value(&self, values: &mut Values, budget: &Budget) -> Result<Game, NoValue>;
    /// See [`PartizanTheory::decided`].
    fn decided(&self) -> Option<Decided<Move>>;
    /// See [`PartizanTheory::when_large`].
    fn when_large(&self) -> Option<Decided<Move>>;
    /// See [`PartizanTheory::outcome_by_engine`].
    fn outcome_by_engine(
        &self,
        moves: bool,
        budget: &Budget,
    ) -> Option<Result<Searched<Move>, Unfinished>>;
    /// See [`PartizanTheory::observed`].
    fn observed(&self) -> Option<String>;
    /// See [`PartizanTheory::summands`].
    fn summands(&self) -> Option<Vec<PartizanSummand>>;
    /// See [`PartizanTheory::closed_value`].
    fn closed_value(&self) -> Option<Fact>;
    /// See [`PartizanTheory::is_cheap`].
    fn is_cheap(&self) -> bool;
}

impl Debug for dyn AnyPartizan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

fn erase<G: PartizanGame>(decided: Decided<G::Move>) -> Decided<Move> {
    let erase = |run: MoveRun<G::Move>| MoveRun {
        player: run.player,
        first: run.first.to_move(),
        to: run.to,
    };
    Decided {
        outcome: decided.outcome,
        reason: decided.reason,
        moves: decided
            .moves
            .map(|moves| moves.into_iter().map(erase).collect()),
        figures: decided.figures,
        figures_reason: decided.figures_reason,
    }
}

impl<G: PartizanGame> AnyPartizan for G {
    fn with_numbers(&self, numbers: &[u128]) -> Option<Result<Arc<dyn AnyPartizan>, String>> {
        let position = Rules::with_numbers(self, numbers)?;
        Some(position.map(|position| Arc::new(position) as _))
    }

    fn moves(&self, player: Player) -> Box<dyn Iterator<Item = Move> + '_> {
        Box::new(self.moves_of(player).map(|mv| mv.to_move()))
    }

    fn play(&self, mv: &Move) -> Result<Arc<dyn AnyPartizan>, String> {
        Ok(Arc::new(after(self, mv)?))
    }

    fn is_move_of(&self, mv: &Move, player: Player) -> bool {
        let own = |mv| PartizanRules::is_move_of(self, mv, player);
        self.typed_move(&mv.first()).as_ref().is_some_and(own)
    }

    fn negative(&self) -> Option<Arc<dyn AnyPartizan>> {
        Some(Arc::new(PartizanRules::negative(self)?))
    }

    fn parts(&self) -> Result<Vec<AnyPartizanComponent>, String> {
        PartizanRules::parts(self)
    }

    fn equal_parts(&self) -> Result<Vec<AnyPartizanComponent>, String> {
        PartizanRules::equal_parts(self)
    }

    fn value(&self, values: &mut Values, budget: &Budget) -> Result<Game, NoValue> {
        let parts = self.parts_for_forms().map_err(NoValue::TooLarge)?;
        values.of_sum(&parts, budget)
    }

    fn decided(&self) -> Option<Decided<Move>> {
        PartizanTheory::decided(self).map(erase::<G>)
    }

    fn when_large(&self) -> Option<Decided<Move>> {
        PartizanTheory::when_large(self).map(erase::<G>)
    }

    fn outcome_by_engine(
        &self,
        moves: bool,
        budget: &Budget,
    ) -> Option<Result<Searched<Move>, Unfinished>> {
        let found = PartizanTheory::outcome_by_engine(self, moves, budget)?;
        Some(found.map(|found| Searched {
            decided: erase::<G>(found.decided),
            complete: found.complete,
            positions: found.positions,
        }))
    }

    fn observed(&self) -> Option<String> {
        PartizanTheory::observed(self)
    }

    fn summands(&self) -> Option<Vec<PartizanSummand>> {
        PartizanTheory::summands(self)
    }

    fn closed_value(&self) -> Option<Fact> {
        PartizanTheory::closed_value(self)
    }

    fn is_cheap(&self) -> bool {
        PartizanTheory::is_cheap(self)
    }
}

/// An impartial component in a partizan sum: both players have its moves.
#[derive(Clone)]
pub(crate) struct BothPlayers(pub AnyComponent);

impl PartizanComponent for BothPlayers {
    fn key(&self, out: &mut Vec<u8>) {
        self.0.key(out);
    }

    fn list_options(&self, _player: Player, budget: &Budget, held: u64) -> Result<(), Limit> {
        self.0.list_options(budget, held)
    }

    fn option_count(&self, _player: Player) -> u64 {
        self.0.option_count()
    }

    fn option(&self, _player: Player, index: u64, out: &mut Vec<BothPlayers>) {
        let mut parts = Vec::new();
        self.0.option(index, &mut parts);
        out.extend(parts.into_iter().map(BothPlayers));
    }

    fn heat(&self) -> Option<Heat> {
        Some(Heat::of_number(BigDyadic::default(), None))
    }

    fn bytes_outside(&self) -> u64 {
        self.0.bytes_outside()
    }
}

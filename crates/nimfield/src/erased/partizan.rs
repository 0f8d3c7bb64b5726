//! A partizan position of any game.

use std::fmt::{self, Debug, Display};
use std::sync::Arc;

use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::component::{AnyComponent, Component};
use nimfield_core::heat::{BigDyadic, Heat};
use nimfield_core::info::Fact;
use nimfield_core::partizan::{
    AnyPartizanComponent, Decided, MoveRun, PartizanComponent, PartizanGame, PartizanSummand,
    Searched,
};
use nimfield_core::words::Player;
use nimfield_engines::partizan::{NoValue, Values};
use short_game::Game;

use super::moves::AnyMove;
use super::notation::{AnyNotation, Partizan};

/// A partizan position of any game; the methods without a text are those of [`PartizanGame`].
pub trait AnyPartizan: AnyNotation {
    /// Returns the legal moves of `player`, one after the other; there may be astronomically many.
    fn moves(&self, player: Player) -> Box<dyn Iterator<Item = AnyMove> + '_>;
    /// Returns the position after a move of `player`.
    ///
    /// # Errors
    /// Why the move is not legal.
    fn play(&self, mv: &AnyMove) -> Result<Arc<dyn AnyPartizan>, String>;
    /// Returns whether this is a move of `player`.
    fn is_move_of(&self, mv: &AnyMove, player: Player) -> bool;
    /// Returns the position with the players exchanged.
    fn negative(&self) -> Option<Arc<dyn AnyPartizan>>;
    /// Returns the components for a search.
    ///
    /// # Errors
    /// Why no search can reach it.
    fn parts(&self) -> Result<Vec<AnyPartizanComponent>, String>;
    /// See [`PartizanGame::equal_parts`].
    ///
    /// # Errors
    /// Why no search can reach it.
    fn equal_parts(&self) -> Result<Vec<AnyPartizanComponent>, String>;
    /// Returns the canonical form.
    ///
    /// # Errors
    /// If it is out of reach, or the budget or the arena runs out.
    fn value(&self, values: &mut Values, budget: &Budget) -> Result<Game, NoValue>;
    /// See [`PartizanGame::decided`].
    fn decided(&self) -> Option<Decided<AnyMove>>;
    /// See [`PartizanGame::when_large`].
    fn when_large(&self) -> Option<Decided<AnyMove>>;
    /// See [`PartizanGame::settled`].
    fn settled(
        &self,
        moves: bool,
        budget: &Budget,
    ) -> Option<Result<Searched<AnyMove>, Unfinished>>;
    /// See [`PartizanGame::observed`].
    fn observed(&self) -> Option<String>;
    /// See [`PartizanGame::summands`].
    fn summands(&self) -> Option<Vec<PartizanSummand>>;
    /// See [`PartizanGame::closed_value`].
    fn closed_value(&self) -> Option<Fact>;
    /// See [`PartizanGame::is_cheap`].
    fn is_cheap(&self) -> bool;
}

impl Debug for dyn AnyPartizan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

fn erase<G: PartizanGame>(decided: Decided<G::Move>) -> Decided<AnyMove> {
    let erase = |run: MoveRun<G::Move>| MoveRun {
        player: run.player,
        first: AnyMove::new(run.first),
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

impl<G: PartizanGame> AnyPartizan for Partizan<G> {
    fn moves(&self, player: Player) -> Box<dyn Iterator<Item = AnyMove> + '_> {
        Box::new(self.0.moves(player).map(AnyMove::new))
    }

    fn play(&self, mv: &AnyMove) -> Result<Arc<dyn AnyPartizan>, String> {
        Ok(Arc::new(Partizan(self.0.play(mv.typed()?)?)))
    }

    fn is_move_of(&self, mv: &AnyMove, player: Player) -> bool {
        let own = |mv| self.0.is_move_of(mv, player);
        mv.downcast_ref().is_some_and(own)
    }

    fn negative(&self) -> Option<Arc<dyn AnyPartizan>> {
        Some(Arc::new(Partizan(self.0.negative()?)))
    }

    fn parts(&self) -> Result<Vec<AnyPartizanComponent>, String> {
        self.0.parts()
    }

    fn equal_parts(&self) -> Result<Vec<AnyPartizanComponent>, String> {
        self.0.equal_parts()
    }

    fn value(&self, values: &mut Values, budget: &Budget) -> Result<Game, NoValue> {
        let parts = self.0.parts_for_forms().map_err(NoValue::TooLarge)?;
        values.of_sum(&parts, budget)
    }

    fn decided(&self) -> Option<Decided<AnyMove>> {
        self.0.decided().map(erase::<G>)
    }

    fn when_large(&self) -> Option<Decided<AnyMove>> {
        self.0.when_large().map(erase::<G>)
    }

    fn settled(
        &self,
        moves: bool,
        budget: &Budget,
    ) -> Option<Result<Searched<AnyMove>, Unfinished>> {
        let found = self.0.settled(moves, budget)?;
        Some(found.map(|found| Searched {
            decided: erase::<G>(found.decided),
            complete: found.complete,
            positions: found.positions,
        }))
    }

    fn observed(&self) -> Option<String> {
        self.0.observed()
    }

    fn summands(&self) -> Option<Vec<PartizanSummand>> {
        self.0.summands()
    }

    fn closed_value(&self) -> Option<Fact> {
        self.0.closed_value()
    }

    fn is_cheap(&self) -> bool {
        self.0.is_cheap()
    }
}

/// An impartial component in a partizan sum: both players have its moves.
#[derive(Clone)]
pub struct BothPlayers(pub AnyComponent);

impl PartizanComponent for BothPlayers {
    fn key(&self, out: &mut Vec<u8>) {
        self.0.key(out);
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

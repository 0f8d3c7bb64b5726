//! A partizan position of any game.

use std::sync::Arc;

use nimfield_core::budget::Budget;
use nimfield_core::component::{AnyComponent, Component};
use nimfield_core::info::Fact;
use nimfield_core::notation::Notation;
use nimfield_core::partizan::{Decided, MoveRun, PartizanComponent, PartizanGame, PartizanSummand};
use nimfield_core::rules::Partizan;
use nimfield_core::words::Player;
use nimfield_engines::partizan::{NoValue, Part, Values, parts_of};
use short_game::Game;

use super::moves::AnyMove;
use super::notation::{AnyNotation, played};

/// A partizan position of any game; the methods without a text are those of [`PartizanGame`].
pub trait AnyPartizan: AnyNotation {
    /// The legal moves of `player`, one after the other; there may be astronomically many.
    fn moves(&self, player: Player) -> Box<dyn Iterator<Item = AnyMove> + '_>;
    /// The position after a move of `player`.
    ///
    /// # Errors
    /// Why the move is not legal.
    fn play(&self, mv: &AnyMove) -> Result<Arc<dyn AnyPartizan>, String>;
    /// Whether this is a move of `player`.
    fn is_move_of(&self, mv: &AnyMove, player: Player) -> bool;
    /// The position with the players exchanged.
    fn negative(&self) -> Option<Arc<dyn AnyPartizan>>;
    /// The components for a search.
    ///
    /// # Errors
    /// Why no search can reach it.
    fn parts(&self) -> Result<Vec<Part>, String>;
    /// The canonical form.
    ///
    /// # Errors
    /// If it is out of reach, or the budget or the arena runs out.
    fn value(&self, values: &mut Values, budget: &Budget) -> Result<Game, NoValue>;
    /// See [`PartizanGame::decided`].
    fn decided(&self) -> Option<Decided<AnyMove>>;
    /// See [`PartizanGame::when_large`].
    fn when_large(&self) -> Option<Decided<AnyMove>>;
    /// See [`PartizanGame::observed`].
    fn observed(&self) -> Option<String>;
    /// See [`PartizanGame::summands`].
    fn summands(&self) -> Option<Vec<PartizanSummand>>;
    /// See [`PartizanGame::closed_value`].
    fn closed_value(&self) -> Option<Fact>;
    /// See [`PartizanGame::is_cheap`].
    fn is_cheap(&self) -> bool;
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

impl<G: PartizanGame + Notation> AnyPartizan for G {
    fn moves(&self, player: Player) -> Box<dyn Iterator<Item = AnyMove> + '_> {
        Box::new(Partizan::moves(self, player).map(AnyMove::new))
    }

    fn play(&self, mv: &AnyMove) -> Result<Arc<dyn AnyPartizan>, String> {
        Ok(Arc::new(played(self, mv)?))
    }

    fn is_move_of(&self, mv: &AnyMove, player: Player) -> bool {
        let own = |mv| PartizanGame::is_move_of(self, mv, player);
        mv.downcast_ref().is_some_and(own)
    }

    fn negative(&self) -> Option<Arc<dyn AnyPartizan>> {
        Some(Arc::new(PartizanGame::negative(self)?))
    }

    fn parts(&self) -> Result<Vec<Part>, String> {
        PartizanGame::parts(self).map(parts_of)
    }

    fn value(&self, values: &mut Values, budget: &Budget) -> Result<Game, NoValue> {
        let parts = self.parts_for_forms().map_err(NoValue::TooLarge)?;
        values.of_sum(&parts, budget)
    }

    fn decided(&self) -> Option<Decided<AnyMove>> {
        PartizanGame::decided(self).map(erase::<G>)
    }

    fn when_large(&self) -> Option<Decided<AnyMove>> {
        PartizanGame::when_large(self).map(erase::<G>)
    }

    fn observed(&self) -> Option<String> {
        PartizanGame::observed(self)
    }

    fn summands(&self) -> Option<Vec<PartizanSummand>> {
        PartizanGame::summands(self)
    }

    fn closed_value(&self) -> Option<Fact> {
        PartizanGame::closed_value(self)
    }

    fn is_cheap(&self) -> bool {
        PartizanGame::is_cheap(self)
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

    fn bytes_outside(&self) -> u64 {
        self.0.bytes_outside()
    }
}

//! What impartial positions have in common with partizan ones.

use super::Game;
use crate::diagram::Diagram;
use crate::families::ray::RayGame;
use crate::handles::Handle;
use crate::info::GameInfo;
use crate::notation::{Cursor, Notation, NotationError};
use crate::pieces::Pieces;
use crate::rules::{Illegal, Position};
use crate::words::Play;

impl<G: Game> Position for G {
    type Move = <G as Game>::Move;

    fn play(self, mv: &<G as Game>::Move) -> Result<Self, Illegal<Self>> {
        Game::play(&self, mv).map_err(|reason| Illegal {
            position: self,
            reason,
        })
    }
}

impl<G: Game> Notation for G {
    const INFO: GameInfo = <G as Game>::INFO;

    const EMPTY_BODY: bool = <G as Game>::EMPTY_BODY;

    fn info(&self) -> &'static GameInfo {
        Game::info(self)
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Self, NotationError> {
        <G as Game>::read(cursor)
    }

    fn read_component(cursor: &mut Cursor<'_>) -> Result<Self, NotationError> {
        <G as Game>::read_component(cursor)
    }

    fn default_play(&self) -> Play {
        Game::default_play(self)
    }

    fn amount(mv: &<G as Game>::Move) -> Option<u128> {
        <G as Game>::amount(mv)
    }

    fn with_amount(mv: &<G as Game>::Move, amount: u128) -> Option<<G as Game>::Move> {
        <G as Game>::with_amount(mv, amount)
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<<G as Game>::Move, NotationError> {
        Game::read_move(self, cursor)
    }

    fn in_box(&self) -> Option<(RayGame, Vec<u32>)> {
        Game::in_box(self)
    }

    fn draw(&self) -> String {
        Game::draw(self)
    }

    fn diagram(&self) -> Diagram {
        Game::diagram(self)
    }

    fn pieces(&self) -> Option<Pieces> {
        Game::pieces(self)
    }

    fn handles(&self) -> Vec<Handle> {
        Game::handles(self)
    }
}

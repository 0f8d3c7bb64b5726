//! A [`Game`] as the older traits see it.

use super::{Game, Moves, Part};
use crate::budget::Budget;
use crate::diagram::Diagram;
use crate::families::ray::RayGame;
use crate::families::taking::Taking;
use crate::handles::Handle;
use crate::info::GameInfo;
use crate::notation::{Cursor, Notation, NotationError};
use crate::pieces::Pieces;
use crate::rules::{Illegal, Impartial, Position};
use crate::theory;
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

impl<G: Game> Impartial for G {
    fn moves(&self) -> Moves<'_, <G as Game>::Move> {
        Game::moves(self)
    }

    fn move_count(&self) -> u128 {
        Game::move_count(self)
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

impl<G: Game> theory::Game for G {
    type Summand = Part<G>;

    fn summands(&self) -> Vec<Part<G>> {
        let mut parts = Game::parts(self);
        parts.retain(|part| part.position.has_moves());
        parts
    }

    fn reduced(&self) -> Option<String> {
        Game::reduced(self)
    }

    fn taking(&self) -> Option<(&Taking, u64)> {
        Game::taking(self)
    }

    fn searched_by_keys(&self) -> bool {
        Game::searched_by_keys(self)
    }

    fn constructed_move(&self, play: Play, budget: &Budget) -> Option<<G as Game>::Move> {
        Game::constructed_move(self, play, budget)
    }
}

//! The games on boards: what is known without searching.

use std::fmt;
use std::sync::Arc;

use crate::games::boards::cell::BoardMove;
use crate::games::boards::game::BoardGame;
use crate::games::boards::rules::Board;
use crate::games::boards::small::Cluster;
use crate::solve::taking::Taking;
use crate::theory::{Finding, Game, Summand};
use crate::words::{Grundy, Play};

/// Stones joined by moves: a summand of a position on a board.
#[derive(Clone, Debug)]
pub struct Region {
    game: Arc<BoardGame>,
    stones: u64,
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Board::new(self.game.clone(), self.stones).fmt(f)
    }
}

impl Game for Board {
    type Summand = Region;

    fn summands(&self) -> Vec<Region> {
        let parts = self.game().components(self.stones()).into_iter();
        let region = |stones| Region {
            game: self.game().clone(),
            stones,
        };
        parts.map(region).collect()
    }

    fn taking(&self) -> Option<(&Taking, u64)> {
        Some((self.game().taking(), self.stones()))
    }
}

impl Summand for Region {
    type Move = BoardMove;
    type Small = Cluster;

    fn value(&self) -> Option<Finding<Grundy>> {
        None
    }

    fn outcome(&self, _play: Play, _unproved: bool) -> Option<Finding<bool>> {
        None
    }

    fn candidates(&self, _play: Play, _target: Grundy) -> Option<Vec<BoardMove>> {
        None
    }

    fn moves(&self) -> Box<dyn Iterator<Item = BoardMove> + '_> {
        let masks = self.game.taking().moves(self.stones);
        Box::new(masks.map(|mask| self.game.move_of(mask)))
    }

    fn move_count(&self) -> u128 {
        self.game.taking().moves(self.stones).count() as u128
    }

    fn small(&self) -> Result<Cluster, String> {
        Ok(Cluster::new(self.game.clone(), self.stones))
    }

    fn heap(&self) -> Option<Grundy> {
        use crate::solve::component::Component;
        self.small().ok()?.heap().map(Grundy::from)
    }
}

//! The part of a position as the analyser sees it.

use std::fmt::{self, Debug, Display};

use super::searched::component;
use super::{Game, Moves, Part, Rename};
use crate::budget::Budget;
use crate::component::AnyComponent;
use crate::families::ray::RayGame;
use crate::info::Fact;
use crate::theory::{self, Finding, Settled, Summand, Undecided, ValuedBelow};
use crate::words::{Grundy, Play};

impl<G: Game> Debug for Part<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.position, f)
    }
}

impl<G: Game> Display for Part<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.position.part_text())
    }
}

impl<G: Game> Summand for Part<G> {
    type Move = G::Move;

    fn value(&self) -> Option<Finding<Grundy>> {
        self.position.value()
    }

    fn outcome(&self, play: Play, unproved: bool) -> Option<Finding<bool>> {
        self.position.outcome(play, unproved)
    }

    fn candidates(&self, play: Play, target: Grundy, budget: &Budget) -> Option<Vec<G::Move>> {
        let moves = self.position.candidates(play, target, budget)?;
        Some(moves.into_iter().map(|mv| self.named(mv)).collect())
    }

    fn settled(&self, play: Play, budget: &Budget) -> Option<Result<Settled<G::Move>, Undecided>> {
        let found = self.position.settled(play, budget)?;
        Some(found.map(|settled| Settled {
            is_p: settled.is_p,
            moves: settled.moves.into_iter().map(|mv| self.named(mv)).collect(),
            positions: settled.positions,
        }))
    }

    fn constructed(
        &self,
        play: Play,
        target: &Grundy,
        budget: &Budget,
    ) -> Option<Result<G::Move, String>> {
        let found = self.position.constructed(play, target, budget)?;
        Some(found.map(|mv| self.named(mv)))
    }

    fn moves(&self) -> Moves<'_, G::Move> {
        Box::new(self.position.moves_to_try().map(|mv| self.named(mv)))
    }

    fn move_count(&self) -> u128 {
        self.position.move_count()
    }

    fn small(&self) -> Result<AnyComponent, String> {
        component(&self.position)
    }

    fn in_box(&self) -> Option<(RayGame, Vec<u32>)> {
        self.position.in_box()
    }

    fn ray_move(&self, ray: usize, amount: u32) -> Option<G::Move> {
        let mv = self.position.ray_move(ray, amount)?;
        Some(self.named(mv))
    }

    fn heap(&self) -> Option<Grundy> {
        self.position.heap()
    }

    fn pet(&self) -> Option<Fact> {
        self.position.pet()
    }

    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<G::Move>> {
        let found = self.position.followers(play, budget)?;
        Some(found.map(|followers| match &self.name {
            None => followers,
            Some(name) => Box::new(NamedFollowers {
                followers,
                name: name.clone(),
            }),
        }))
    }
}

/// The followers of a part, with the names of moves in the whole position.
struct NamedFollowers<M> {
    followers: Box<dyn theory::Followers<M>>,
    name: Rename<M>,
}

impl<M> theory::Followers<M> for NamedFollowers<M> {
    fn value(&self) -> u128 {
        self.followers.value()
    }

    fn moves_to(&self, target: u128, most: usize) -> (Vec<M>, bool) {
        let (moves, complete) = self.followers.moves_to(target, most);
        (
            moves.into_iter().map(|mv| (self.name)(mv)).collect(),
            complete,
        )
    }

    fn remark(&self) -> Option<String> {
        self.followers.remark()
    }

    fn positions(&self) -> u64 {
        self.followers.positions()
    }

    fn bytes(&self) -> u64 {
        self.followers.bytes()
    }
}

//! An impartial position of any game.

use std::fmt::{self, Debug, Display};
use std::sync::Arc;

use nimfield_core::budget::Budget;
use nimfield_core::families::heaps::HeapRules;
use nimfield_core::families::ray::RayGame;
use nimfield_core::families::taking::Taking;
use nimfield_core::families::vectors::VectorMove;
use nimfield_core::game::{Game, Part};
use nimfield_core::theory::NumberFormula;
use nimfield_core::words::Play;

use super::moves::AnyMove;
use super::notation::AnyNotation;
use super::summand::AnySummand;

/// An impartial position of any game.
pub trait AnyPosition: AnyNotation {
    /// Returns the legal moves, one after the other; there may be astronomically many.
    fn moves(&self) -> Box<dyn Iterator<Item = AnyMove> + '_>;
    /// Returns how many legal moves there are, or an upper bound; `u128::MAX` for that many or more.
    fn move_count(&self) -> u128;
    /// Returns the position after a move.
    ///
    /// # Errors
    /// Why the move is not legal.
    fn play(&self, mv: &AnyMove) -> Result<Arc<dyn AnyPosition>, String>;
    /// Returns the position as a sum of irreducible ones.
    fn summands(&self) -> Vec<AnySummand>;
    /// Returns the reduced form in words, if it differs.
    fn reduced(&self) -> Option<String>;
    /// Returns the position as a state of a taking game.
    fn taking(&self) -> Option<(&Taking, u64)>;
    /// Returns whether a search by keys is preferable; see [`Game::searched_by_keys`].
    fn searched_by_keys(&self) -> bool;
    /// Returns the position as the far corner of a box of positions of a ray game.
    fn in_box(&self) -> Option<(RayGame, Vec<u32>)>;
    /// Returns the position as heaps of a taking-and-breaking game; see [`Game::in_code`].
    fn in_code(&self) -> Option<(HeapRules, Vec<u32>)>;
    /// Returns the moves as vectors; see [`Game::in_vectors`].
    fn in_vectors(&self) -> Option<(Vec<VectorMove>, Vec<u64>)>;
    /// Returns the closed form of all positions of this shape; see [`Game::by_numbers`].
    fn by_numbers(&self, play: Play, count: usize) -> Option<NumberFormula>;
    /// Returns one winning move by construction; see [`Game::constructed_move`].
    fn constructed_move(&self, play: Play, budget: &Budget) -> Option<AnyMove>;
}

impl Debug for dyn AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl<G: Game> AnyPosition for G {
    fn moves(&self) -> Box<dyn Iterator<Item = AnyMove> + '_> {
        Box::new(Game::moves(self).map(AnyMove::new))
    }

    fn move_count(&self) -> u128 {
        Game::move_count(self)
    }

    fn play(&self, mv: &AnyMove) -> Result<Arc<dyn AnyPosition>, String> {
        Ok(Arc::new(Game::play(self, mv.typed()?)?))
    }

    fn summands(&self) -> Vec<AnySummand> {
        let parts = Part::of(self).into_iter();
        parts.map(AnySummand::new).collect()
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

    fn in_box(&self) -> Option<(RayGame, Vec<u32>)> {
        Game::in_box(self)
    }

    fn in_code(&self) -> Option<(HeapRules, Vec<u32>)> {
        Game::in_code(self)
    }

    fn in_vectors(&self) -> Option<(Vec<VectorMove>, Vec<u64>)> {
        // No page asks for them.
        match cfg!(target_family = "wasm") {
            true => None,
            false => Game::in_vectors(self),
        }
    }

    fn by_numbers(&self, play: Play, count: usize) -> Option<NumberFormula> {
        // The tables of a page have few rows, and all formulas together are a kilobyte of what a browser fetches.
        match cfg!(target_family = "wasm") {
            true => None,
            false => Game::by_numbers(self, play, count),
        }
    }

    fn constructed_move(&self, play: Play, budget: &Budget) -> Option<AnyMove> {
        Game::constructed_move(self, play, budget).map(AnyMove::new)
    }
}

//! What a game tells the analyser: its normal form as a sum, and what is known of the summands.
//!
//! The implementations stand beside the rules of each game; here is only their common shape.

use std::fmt::{Debug, Display};

use crate::rules::Impartial;
use crate::solve::component::Component;
use crate::solve::ray_game::RayGame;
use crate::solve::taking::Taking;
use crate::words::{Grundy, Play, Reason};

/// Something found out, and why it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding<T> {
    /// What was found.
    pub value: T,
    /// Why.
    pub reason: Reason,
}

impl<T> Finding<T> {
    /// `value`, because of `reason`.
    pub fn new(value: T, reason: Reason) -> Finding<T> {
        Finding { value, reason }
    }
}

/// A game with what is known of it.
pub trait Game: Impartial {
    /// An irreducible summand of a position, with its place in it.
    type Summand: Summand<Move = Self::Move>;

    /// The position as a sum, in normal and in misère play; summands without moves are left out.
    fn summands(&self) -> Vec<Self::Summand>;

    /// The reduced form in words, if it differs from the position: `*17 + matrix[7 5; 6 8]`.
    fn reduced(&self) -> Option<String> {
        None
    }

    /// The position as a state of a taking game, bit `i` for cell `i`; `None` for other games.
    fn taking(&self) -> Option<(&Taking, u64)> {
        None
    }

    /// One winning move by construction, for positions with too many moves to try them all.
    fn constructed_move(&self, play: Play) -> Option<Self::Move> {
        let _ = play;
        None
    }
}

/// An irreducible summand of a position.
///
/// Its moves are those of the whole position that change it.
pub trait Summand: Clone + Debug + Display + Send + Sync + 'static {
    /// The moves of the game.
    type Move: Display;
    /// The summand as a search takes it.
    type Small: Component + 'static;

    /// The Grundy value in normal play, by proven theory.
    fn value(&self) -> Option<Finding<Grundy>>;

    /// Whether the summand, played alone, is a P-position. What is verified but not proved counts
    /// only if `unproved` is true, and says so in its reason.
    fn outcome(&self, play: Play, unproved: bool) -> Option<Finding<bool>>;

    /// Moves among which are, in normal play, all that leave this summand with value `target`; in
    /// misère play all that leave a P-position when the other summands are nim heaps of nim-sum
    /// `target`. `None` if theory has no such list.
    fn candidates(&self, play: Play, target: Grundy) -> Option<Vec<Self::Move>>;

    /// In normal play one move that leaves this summand with value `target`, where there is no list of
    /// [`candidates`](Summand::candidates) and there are too many moves to try; or why it is not found.
    /// `None` if theory has nothing to say.
    fn constructed(&self, target: &Grundy) -> Option<Result<Self::Move, String>> {
        let _ = target;
        None
    }

    /// All moves of the summand.
    fn moves(&self) -> Box<dyn Iterator<Item = Self::Move> + '_>;

    /// How many moves there are; `u128::MAX` for that many or more.
    fn move_count(&self) -> u128;

    /// The summand for a search.
    ///
    /// # Errors
    /// Why no search can reach it, in words.
    fn small(&self) -> Result<Self::Small, String>;

    /// The summand as the far corner of a box of positions of a ray game, for the table engines.
    fn in_box(&self) -> Option<(RayGame, Vec<u32>)> {
        None
    }

    /// The move along a ray of the game of [`in_box`](Summand::in_box).
    fn ray_move(&self, ray: usize, amount: u32) -> Option<Self::Move> {
        let _ = (ray, amount);
        None
    }

    /// The nim heap it is, if it is one; an ordinal for transfinite heaps.
    fn heap(&self) -> Option<Grundy>;
}

//! What a game tells the analyser: its normal form as a sum, and what is known of the summands.
//!
//! The implementations stand beside the rules of each game; here is only their common shape.

use std::fmt::{Debug, Display};

use crate::budget::{Budget, Unfinished};
use crate::component::AnyComponent;
use crate::families::ray::RayGame;
use crate::families::taking::Taking;
use crate::info::Fact;
use crate::rules::Impartial;
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

impl Finding<Grundy> {
    /// What a Grundy value, or a misère Grundy number, says of its play: P exactly if it is 0.
    #[must_use]
    pub fn is_p(self) -> Finding<bool> {
        Finding::new(self.value == Grundy::ZERO, self.reason)
    }
}

/// Why something was not found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// The budget ran out.
    Unfinished(Unfinished),
    /// No search could reach it, whatever the budget.
    OutOfReach(String),
}

impl From<Unfinished> for Undecided {
    fn from(unfinished: Unfinished) -> Undecided {
        Undecided::Unfinished(unfinished)
    }
}

impl Display for Undecided {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Undecided::Unfinished(unfinished) => write!(f, "the search was {unfinished}"),
            Undecided::OutOfReach(why) => f.write_str(why),
        }
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

    /// Whether its positions of a taking game become so much fewer up to the keys of their summands that a
    /// search by keys is to be preferred to one by misère forms.
    fn searched_by_keys(&self) -> bool {
        false
    }

    /// One winning move by construction, for positions with too many moves to try them all.
    fn constructed_move(&self, play: Play, budget: &Budget) -> Option<Self::Move> {
        let _ = (play, budget);
        None
    }
}

/// An irreducible summand of a position.
///
/// Its moves are those of the whole position that change it.
pub trait Summand: Clone + Debug + Display + Send + Sync + 'static {
    /// The moves of the game.
    type Move: Clone + Eq + Debug + Display + Send + Sync + 'static;

    /// The Grundy value in normal play, by proven theory.
    fn value(&self) -> Option<Finding<Grundy>>;

    /// Whether the summand, played alone, is a P-position. What is verified but not proved counts
    /// only if `unproved` is true, and says so in its reason. Without more theory it is what the value
    /// says of normal play.
    fn outcome(&self, play: Play, unproved: bool) -> Option<Finding<bool>> {
        let _ = unproved;
        match play {
            Play::Normal => self.value().map(Finding::is_p),
            Play::Misere => None,
        }
    }

    /// Moves among which are, in normal play, all that leave this summand with value `target`; in
    /// misère play all that leave a P-position when the other summands are nim heaps of nim-sum
    /// `target`. `None` if theory has no such list, or the budget does not suffice to make it.
    fn candidates(&self, play: Play, target: Grundy, budget: &Budget) -> Option<Vec<Self::Move>> {
        let _ = (play, target, budget);
        None
    }

    /// Whether the summand, played alone, is a P-position, and which of its moves win, by an engine of
    /// the game's own that finds outcomes but no values. `None` where there is none.
    fn settled(
        &self,
        play: Play,
        budget: &Budget,
    ) -> Option<Result<Settled<Self::Move>, Undecided>> {
        let _ = (play, budget);
        None
    }

    /// One of the moves described under [`candidates`](Summand::candidates), where there is no list of
    /// them and there are too many moves to try; or why it is not found. `None` if theory has nothing to
    /// say.
    fn constructed(
        &self,
        play: Play,
        target: &Grundy,
        budget: &Budget,
    ) -> Option<Result<Self::Move, String>> {
        let _ = (play, target, budget);
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
    fn small(&self) -> Result<AnyComponent, String>;

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
    fn heap(&self) -> Option<Grundy> {
        None
    }

    /// The fact that the summand is pet, with the source of the proof, if there is one: all positions from it on have
    /// pairs (Grundy value, misère Grundy number) (0,1), (1,0), or (k,k) with k >= 2. In misère sums of
    /// pet summands and nim heaps each is then worth the nim heap of its Grundy value.
    fn pet(&self) -> Option<Fact> {
        None
    }

    /// The values of all positions from the summand on, played alone, by an engine of the game's own:
    /// for games whose options are too many to list, or that have a quicker way than search. `None`
    /// where there is none.
    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<Self::Move>> {
        let _ = (play, budget);
        None
    }
}

/// What [`Summand::settled`] finds.
#[derive(Clone, Debug)]
pub struct Settled<M> {
    /// Whether it is a P-position, and why.
    pub is_p: Finding<bool>,
    /// All winning moves.
    pub moves: Vec<M>,
    /// How many positions have been looked at.
    pub positions: u64,
}

/// What [`Summand::followers`] finds.
pub type ValuedBelow<M> = Result<Box<dyn Followers<M>>, Undecided>;

/// A summand and all positions from it on, with their values.
pub trait Followers<M>: Send {
    /// The Grundy value of the summand (in misère play, its misère Grundy number).
    fn value(&self) -> u128;

    /// Moves of the summand that leave it with this value, at most `most`; and whether these are all.
    fn moves_to(&self, target: u128, most: usize) -> (Vec<M>, bool);

    /// More that has been found out, in words.
    fn remark(&self) -> Option<String> {
        None
    }

    /// How many positions have been valued.
    fn positions(&self) -> u64;

    /// Rough bytes of memory held.
    fn bytes(&self) -> u64;
}

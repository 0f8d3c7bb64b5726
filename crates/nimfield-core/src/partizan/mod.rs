//! What partizan games define beyond [`Rules`](crate::game::Rules).

use std::fmt;

use crate::budget::{Budget, Unfinished};
use crate::game::{Moves, Shown};
use crate::heat::Heat;
use crate::info::Fact;
use crate::words::{Grundy, Outcome, Player, Reason};

mod component;

pub use crate::heat::{Simple, Stops};
pub use component::{AnyPartizanComponent, PartizanComponent};

/// A number plus a nimber, of any size, from a closed form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClosedValue {
    /// The number; not a nimber.
    pub number: Simple,
    /// The size of the nimber.
    pub nimber: u128,
}

impl ClosedValue {
    /// Returns the sum of values; `None` if two numbers other than 0 would have to be added.
    #[must_use]
    pub fn sum(parts: &[Simple]) -> Option<ClosedValue> {
        let mut value = ClosedValue {
            number: Simple::Integer(false, 0),
            nimber: 0,
        };
        for &part in parts {
            match part {
                Simple::Nimber(size) => value.nimber ^= size,
                number if number.is_zero() => {}
                number if value.number.is_zero() => value.number = number,
                _ => return None,
            }
        }
        Some(value)
    }

    /// Returns the outcome class.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self.number {
            Simple::Integer(true, 1..) | Simple::Fraction(true, _) => Outcome::R,
            number if !number.is_zero() => Outcome::L,
            _ if self.nimber == 0 => Outcome::P,
            _ => Outcome::N,
        }
    }
}

impl fmt::Display for ClosedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.nimber == 0 || !self.number.is_zero() {
            self.number.fmt(f)?;
        }
        match self.nimber {
            0 => Ok(()),
            nimber => Grundy::from(nimber).fmt(f),
        }
    }
}

/// The information about a value that closed forms give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosedFigures {
    /// The value itself.
    Value(ClosedValue),
    /// Only the stops.
    Stops {
        /// The stops.
        stops: Stops,
        /// Whether the value is a switch, or hot but not a switch, if known.
        switch: Option<bool>,
    },
}

/// An irreducible summand of a partizan position, of any size.
#[derive(Clone, Debug)]
pub struct PartizanSummand {
    /// A key; summands with equal keys have equal values.
    pub key: Vec<u8>,
    /// The key of the negative.
    pub negative: Vec<u8>,
    /// The stops and the temperature, if theory gives them.
    pub heat: Option<Heat>,
}

/// The rules of a partizan game, as a position of it: [`Rules`](crate::game::Rules) in which Left and Right have
/// different moves, with the interface for searches.
///
/// `moves_of` is required; [`Rules::moves`](crate::game::Rules::moves) and [`Rules::owner`](crate::game::Rules::owner)
/// follow from it by [`moves_of_both`] and [`owner`]. Everything else defaults to searches.
pub trait PartizanRules: Shown {
    /// Returns the legal moves of `player`, one after the other.
    fn moves_of(&self, player: Player) -> Moves<'_, Self::Move>;

    /// Returns whether Left and Right have different moves; if not, [`moves_of`](PartizanRules::moves_of) returns the
    /// same for both.
    fn is_partizan(&self) -> bool {
        true
    }

    /// Returns whether `mv` is a move of `player`, legal or not. The default looks through all legal moves.
    fn is_move_of(&self, mv: &Self::Move, player: Player) -> bool {
        self.moves_of(player).any(|own| own == *mv)
    }

    /// Returns the position with the players exchanged, if it is a position of the game.
    fn negative(&self) -> Option<Self> {
        None
    }

    /// Returns the components for engines whose sum is the position, without those of value 0 or without moves. By
    /// default the position is a single component with its text as key and its moves listed.
    ///
    /// # Errors
    /// A message that says why no engine can reach it.
    fn parts(&self) -> Result<Vec<AnyPartizanComponent>, String> {
        // Listed moves that `play` refuses are dropped.
        fn options<G: PartizanRules>(position: &G, player: Player) -> Moves<'_, G> {
            let moves = position.moves_of(player);
            Box::new(moves.filter_map(|mv| position.play(&mv).ok()))
        }
        Ok(vec![AnyPartizanComponent::listed(self.clone(), options)])
    }

    /// Returns components that add up to the same value, for searches in normal play.
    ///
    /// # Errors
    /// A message that says why no search can reach it.
    fn equal_parts(&self) -> Result<Vec<AnyPartizanComponent>, String> {
        self.parts()
    }

    /// Returns the components for canonical forms as [`parts`](PartizanRules::parts) does, also for positions that no
    /// search reaches if closed forms cover their large components.
    ///
    /// # Errors
    /// A message that says why the canonical form is out of reach.
    fn parts_for_forms(&self) -> Result<Vec<AnyPartizanComponent>, String> {
        self.parts()
    }
}

/// Theory about a partizan position; by default none.
pub trait PartizanTheory: PartizanRules {
    /// Returns what theory says about a position of any size in normal play, so that engines need not compute it.
    fn decided(&self) -> Option<Decided<Self::Move>> {
        None
    }

    /// Returns what theory says in normal play if canonical forms are too large or not requested; winning moves may be
    /// missing.
    fn when_large(&self) -> Option<Decided<Self::Move>> {
        None
    }

    /// Returns the result of the game's own engine in normal play, for positions with large canonical forms; winning
    /// moves only on request. `None` without such an engine, or if forms are small.
    fn outcome_by_engine(
        &self,
        moves: bool,
        budget: &Budget,
    ) -> Option<Result<Searched<Self::Move>, Unfinished>> {
        let _ = (moves, budget);
        None
    }

    /// Returns the irreducible summands with the data that decide their sum in normal play when its value is out of
    /// reach; `None` if nothing is known about them.
    fn summands(&self) -> Option<Vec<PartizanSummand>> {
        None
    }

    /// Describes what is verified but not proved about the value.
    fn observed(&self) -> Option<String> {
        None
    }

    /// Returns the theorem behind the value, if closed forms give it for the whole position.
    fn closed_value(&self) -> Option<Fact> {
        None
    }

    /// Returns whether the canonical form costs almost nothing to compute.
    fn is_cheap(&self) -> bool {
        false
    }
}

/// A partizan game: its rules, and optional knowledge about it. Games that define only rules write `impl PartizanTheory
/// for Domineering {}`.
pub trait PartizanGame: PartizanTheory {}

impl<G: PartizanTheory> PartizanGame for G {}

/// Returns the moves of both players, Left's first: the [moves](crate::game::Rules::moves) of a partizan game.
pub fn moves_of_both<G: PartizanRules>(position: &G) -> Moves<'_, G::Move> {
    let of = |player| position.moves_of(player);
    match position.is_partizan() {
        true => Box::new(of(Player::Left).chain(of(Player::Right))),
        false => of(Player::Left),
    }
}

/// Returns the player who has a move, Left if both have it: the [owner](crate::game::Rules::owner) in a partizan game.
pub fn owner<G: PartizanRules>(position: &G, mv: &G::Move) -> Option<Player> {
    let mut players = [Player::Left, Player::Right].into_iter();
    let own = |player: &Player| position.is_move_of(mv, *player);
    position.is_partizan().then(|| players.find(own))?
}

/// A result of theory about a partizan position.
#[derive(Clone, Debug)]
pub struct Decided<M> {
    /// The outcome class.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
    /// All winning moves of both players, if theory lists them.
    pub moves: Option<Vec<MoveRun<M>>>,
    /// What is known about the value, if anything.
    pub figures: Option<ClosedFigures>,
    /// The reason for the figures, if `reason` does not include it.
    pub figures_reason: Option<&'static str>,
}

/// The result of a game's own engine.
#[derive(Clone, Debug)]
pub struct Searched<M> {
    /// The result.
    pub decided: Decided<M>,
    /// Whether all requested winning moves are listed; if not, the reason says why.
    pub complete: bool,
    /// The number of positions examined.
    pub positions: u64,
}

/// A move, or a run of moves that take from its amount up to another.
#[derive(Clone, Debug)]
pub struct MoveRun<M> {
    /// The player who has them.
    pub player: Player,
    /// The first.
    pub first: M,
    /// The amount of the last move, if there are several.
    pub to: Option<u128>,
}

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

/// A number plus a nimber, of any size, as closed forms give it.
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

/// What closed forms say about the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosedFigures {
    /// The value itself.
    Value(ClosedValue),
    /// The stops alone.
    Stops {
        /// The stops.
        stops: Stops,
        /// If known: whether the value is a switch, or hot without being one.
        switch: Option<bool>,
    },
}

/// An irreducible summand of a partizan position, of any size.
#[derive(Clone, Debug)]
pub struct PartizanSummand {
    /// The same for two summands of the same value, if it shows.
    pub key: Vec<u8>,
    /// The key of the negative.
    pub negative: Vec<u8>,
    /// The stops and the temperature, if theory knows them.
    pub heat: Option<Heat>,
}

/// The rules of a partizan game, as a position of it: [`Rules`](crate::game::Rules) in which Left and Right have moves of
/// their own, and what searches ask.
///
/// `moves_of` is required; [`Rules::moves`](crate::game::Rules::moves) and [`Rules::owner`](crate::game::Rules::owner)
/// follow from it by [`moves_of_both`] and [`owner`]. Everything else has a default that searches.
pub trait PartizanRules: Shown {
    /// Returns the legal moves of `player`, one after the other.
    fn moves_of(&self, player: Player) -> Moves<'_, Self::Move>;

    /// Returns whether Left and Right have moves of their own; if not, [`moves_of`](PartizanRules::moves_of) either is the
    /// moves of both.
    fn is_partizan(&self) -> bool {
        true
    }

    /// Returns whether `mv` is a move of `player`, legal or not. The default looks through all legal moves.
    fn is_move_of(&self, mv: &Self::Move, player: Player) -> bool {
        self.moves_of(player).any(|own| own == *mv)
    }

    /// Returns the position with the players exchanged, if the game has it.
    fn negative(&self) -> Option<Self> {
        None
    }

    /// Returns the components that engines take, of which the position is the sum; of the value 0 or without
    /// moves, none. By default the position is one component with the text as its key, and its moves are listed.
    ///
    /// # Errors
    /// Why no engine can reach it, in words.
    fn parts(&self) -> Result<Vec<AnyPartizanComponent>, String> {
        // A move that is listed and then refused is not a move.
        fn options<G: PartizanRules>(position: &G, player: Player) -> Moves<'_, G> {
            let moves = position.moves_of(player);
            Box::new(moves.filter_map(|mv| position.play(&mv).ok()))
        }
        Ok(vec![AnyPartizanComponent::listed(self.clone(), options)])
    }

    /// Returns components that add up to the same value, for searches in normal play.
    ///
    /// # Errors
    /// Why no search can reach it, in words.
    fn equal_parts(&self) -> Result<Vec<AnyPartizanComponent>, String> {
        self.parts()
    }

    /// Returns the components for canonical forms: as [`parts`](PartizanRules::parts), also of positions that no
    /// search reaches, as long as closed forms know the large ones.
    ///
    /// # Errors
    /// Why the canonical form is not looked for, in words: it would be out of reach.
    fn parts_for_forms(&self) -> Result<Vec<AnyPartizanComponent>, String> {
        self.parts()
    }
}

/// What is known of a partizan position; by default nothing is.
pub trait PartizanTheory: PartizanRules {
    /// Returns what theory says of a position of any size, in normal play: all of it that engines need not find.
    fn decided(&self) -> Option<Decided<Self::Move>> {
        None
    }

    /// Returns what theory says in normal play where canonical forms are too large or not wanted; winning moves may
    /// be missing.
    fn when_large(&self) -> Option<Decided<Self::Move>> {
        None
    }

    /// Returns what an engine of the game's own finds in normal play where canonical forms would be large; the
    /// winning moves only if they are asked for. `None` without such an engine, and where forms are small.
    fn outcome_by_engine(
        &self,
        moves: bool,
        budget: &Budget,
    ) -> Option<Result<Searched<Self::Move>, Unfinished>> {
        let _ = (moves, budget);
        None
    }

    /// Returns the irreducible summands, with what decides who wins their sum where its value is out of reach; in
    /// normal play. `None` if nothing is known of them.
    fn summands(&self) -> Option<Vec<PartizanSummand>> {
        None
    }

    /// Returns what is verified but not proved of the value, in words.
    fn observed(&self) -> Option<String> {
        None
    }

    /// Returns the theorem, where closed forms give the value of the whole position.
    fn closed_value(&self) -> Option<Fact> {
        None
    }

    /// Returns whether the canonical form is found at next to no cost.
    fn is_cheap(&self) -> bool {
        false
    }
}

/// A partizan game: its rules, and whatever else its author knows. Games of rules alone have the rest by
/// `impl PartizanTheory for Domineering {}`.
pub trait PartizanGame: PartizanTheory {}

impl<G: PartizanTheory> PartizanGame for G {}

/// Returns the moves of both players, first Left's: the [moves](crate::game::Rules::moves) of a partizan game.
pub fn moves_of_both<G: PartizanRules>(position: &G) -> Moves<'_, G::Move> {
    let of = |player| position.moves_of(player);
    match position.is_partizan() {
        true => Box::new(of(Player::Left).chain(of(Player::Right))),
        false => of(Player::Left),
    }
}

/// Returns whose move it is, Left if both have it: the [owner](crate::game::Rules::owner) in a partizan game.
pub fn owner<G: PartizanRules>(position: &G, mv: &G::Move) -> Option<Player> {
    let mut players = [Player::Left, Player::Right].into_iter();
    let own = |player: &Player| position.is_move_of(mv, *player);
    position.is_partizan().then(|| players.find(own))?
}

/// What theory says of a partizan position.
#[derive(Clone, Debug)]
pub struct Decided<M> {
    /// The outcome class.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
    /// All winning moves of both players, if theory lists them.
    pub moves: Option<Vec<MoveRun<M>>>,
    /// What is known of the value, if anything.
    pub figures: Option<ClosedFigures>,
    /// Why the figures are what they are, if the reason does not say it.
    pub figures_reason: Option<&'static str>,
}

/// What an engine of a game's own found.
#[derive(Clone, Debug)]
pub struct Searched<M> {
    /// What was found.
    pub decided: Decided<M>,
    /// Whether all winning moves are there that were asked for; if not, the reason says why.
    pub complete: bool,
    /// How many positions have been looked at.
    pub positions: u64,
}

/// A move, or that move and those that take more, up to an amount.
#[derive(Clone, Debug)]
pub struct MoveRun<M> {
    /// Whose moves they are.
    pub player: Player,
    /// The first.
    pub first: M,
    /// The amount of the last, if there are several.
    pub to: Option<u128>,
}

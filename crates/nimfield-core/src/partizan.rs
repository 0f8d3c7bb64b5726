//! What a partizan game tells the analyser.

use std::fmt;

use crate::info::Fact;
use crate::rules::Partizan;
use crate::words::{Grundy, Outcome, Player, Reason};

/// A partizan position that engines treat as one piece: an irreducible summand.
///
/// Options come by number, so that an engine need not hold them all, and as sums of components. Two
/// options may be equal.
pub trait PartizanComponent: Clone + Send + 'static {
    /// Appends a key to `out`. Components of one type with equal keys have the same game tree up to
    /// repeated options.
    fn key(&self, out: &mut Vec<u8>);

    /// The number of options of `player`.
    fn option_count(&self, player: Player) -> u64;

    /// Appends the summands of the option of `player` numbered `index` (from 0) to `out`; none for a
    /// position without moves.
    ///
    /// # Panics
    /// If `index` is not below [`option_count`](PartizanComponent::option_count).
    fn option(&self, player: Player, index: u64, out: &mut Vec<Self>);

    /// The value in normal play, where proven theory says it at once.
    fn known(&self) -> Option<Simple> {
        None
    }

    /// Rough bytes that the component holds outside of itself.
    fn bytes_outside(&self) -> u64 {
        0
    }
}

/// A value that a closed form gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simple {
    /// A nimber.
    Nimber(u128),
    /// An integer: its sign (true: negative) and size.
    Integer(bool, u128),
    /// 2^-n, or its negative (true), n >= 1; `None` for n past u128.
    Fraction(bool, Option<u128>),
}

impl Simple {
    /// Whether it is the number 0 or the empty nimber.
    #[must_use]
    pub fn is_zero(self) -> bool {
        matches!(self, Simple::Nimber(0) | Simple::Integer(_, 0))
    }
}

/// Denominators up to 2^126 are written in digits, larger ones as powers.
impl fmt::Display for Simple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The largest exponent of a denominator in digits.
        const DIGITS: u128 = 126;
        if let Simple::Integer(true, 1..) | Simple::Fraction(true, _) = self {
            f.write_str("-")?;
        }
        match *self {
            Simple::Nimber(size) => Grundy::from(size).fmt(f),
            Simple::Integer(_, size) => write!(f, "{size}"),
            Simple::Fraction(_, Some(n)) if n <= DIGITS => write!(f, "1/{}", 1u128 << n),
            Simple::Fraction(_, Some(n)) => write!(f, "1/2^{n}"),
            Simple::Fraction(_, None) => f.write_str("1/2^(2^128)"),
        }
    }
}

/// A number plus a nimber, of any size, as closed forms give it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClosedValue {
    /// The number; not a nimber.
    pub number: Simple,
    /// The size of the nimber.
    pub nimber: u128,
}

impl ClosedValue {
    /// The sum of values; `None` if two numbers other than 0 would have to be added.
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

    /// The outcome class.
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
    /// The stops, if theory knows them.
    pub stops: Option<Stops>,
}

/// The numbers that a game ends in if Left begins, and if Right does.
///
/// Only of games whose thermograph is that of a number, of a nimber, or of the switch between the two:
/// the mean lies halfway, and the temperature is half the difference if that is not 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stops {
    /// The left stop; no nimber.
    pub left: Simple,
    /// The right stop; no nimber.
    pub right: Simple,
}

impl Stops {
    /// Those of a number or a nimber.
    #[must_use]
    pub fn of(value: Simple) -> Stops {
        let number = match value {
            Simple::Nimber(_) => Simple::Integer(false, 0),
            number => number,
        };
        Stops {
            left: number,
            right: number,
        }
    }
}

/// A partizan game with what is known of it. Everything but [`parts`](PartizanGame::parts)
/// has a default.
pub trait PartizanGame: Partizan {
    /// The components that engines take.
    type Part: PartizanComponent;

    /// The position as a sum of components; of the value 0 or without moves, none.
    ///
    /// # Errors
    /// Why no engine can reach it, in words.
    fn parts(&self) -> Result<Vec<Self::Part>, String>;

    /// Whether `mv` is a move of `player`, legal or not. The default looks through all legal moves.
    fn is_move_of(&self, mv: &Self::Move, player: Player) -> bool {
        self.moves(player).any(|own| own == *mv)
    }

    /// The position with the players exchanged, if the game has it.
    fn negative(&self) -> Option<Self> {
        None
    }

    /// What theory says of a position of any size, in normal play: all of it that engines need not
    /// find.
    fn decided(&self) -> Option<Decided<Self::Move>> {
        None
    }

    /// What theory says in normal play where canonical forms are too large or not wanted; winning moves
    /// may be missing.
    fn when_large(&self) -> Option<Decided<Self::Move>> {
        None
    }

    /// The irreducible summands with what tells who wins their sum where its value is out of reach; in
    /// normal play. `None` if nothing is known of them.
    fn summands(&self) -> Option<Vec<PartizanSummand>> {
        None
    }

    /// What is verified but not proved of the value, in words.
    fn observed(&self) -> Option<String> {
        None
    }

    /// The theorem, where closed forms give the value of the whole position.
    fn closed_value(&self) -> Option<Fact> {
        None
    }

    /// Whether the canonical form is found at next to no cost.
    fn is_cheap(&self) -> bool {
        false
    }

    /// The components for canonical forms: as [`parts`](PartizanGame::parts), also of positions that no
    /// search reaches, as long as closed forms know the large ones.
    ///
    /// # Errors
    /// Why the canonical form is not looked for, in words: it would be out of reach.
    fn parts_for_forms(&self) -> Result<Vec<Self::Part>, String> {
        self.parts()
    }
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

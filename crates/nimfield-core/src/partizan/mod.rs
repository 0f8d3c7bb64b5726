//! The definition of a partizan game: moves, play and text, and whatever else its author knows.

use std::fmt;

use crate::budget::{Budget, Unfinished};
use crate::diagram::Diagram;
use crate::game::{GameMove, Moves};
use crate::handles::Handle;
use crate::heat::Heat;
use crate::info::{Fact, GameInfo};
use crate::notation::{self, Cursor, NotationError};
use crate::pieces::Pieces;
use crate::words::{Grundy, Outcome, Play, Player, Reason};

mod component;
mod simple;

pub use component::{AnyPartizanComponent, PartizanComponent};
pub use simple::{Simple, Stops};

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

/// A position of a partizan game, and all that its game defines: as [`Game`](crate::game::Game), but Left and Right
/// have moves of their own.
///
/// `moves`, `play` and `read` are required, and `Display`, which writes the position in notation with the name
/// of the game: equal positions print alike and different ones do not. Everything else has a default that
/// searches.
pub trait PartizanGame: Clone + Eq + fmt::Debug + fmt::Display + Send + Sync + 'static {
    /// A move; different moves of a position print differently.
    type Move: GameMove;

    /// A description of the game for people; [`GameInfo::named`] is enough.
    const INFO: GameInfo;

    /// Whether `name[]` is a position.
    const EMPTY_BODY: bool = false;

    /// Returns the legal moves of `player`, one after the other.
    fn moves(&self, player: Player) -> Moves<'_, Self::Move>;

    /// Returns the position after a move.
    ///
    /// # Errors
    /// Why the move is not legal, in a sentence without a full stop.
    fn play(&self, mv: &Self::Move) -> Result<Self, String>;

    /// Reads what stands between the brackets of a position, up to the closing one.
    ///
    /// # Errors
    /// Where the text is not a position.
    fn read(cursor: &mut Cursor<'_>) -> Result<Self, NotationError>;

    /// Reads what follows the name of the game: options, of which most games have none, and the body with its
    /// brackets.
    ///
    /// # Errors
    /// Where the text is not a position.
    fn read_component(cursor: &mut Cursor<'_>) -> Result<Self, NotationError> {
        notation::read_without_options(cursor, &Self::INFO, Self::EMPTY_BODY, Self::read)
    }

    /// Reads a move. The default looks for the legal move that prints so, whatever the case and the blanks.
    ///
    /// # Errors
    /// Where the text is not a move.
    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<Self::Move, NotationError> {
        let moves = self.moves(Player::Left).chain(self.moves(Player::Right));
        notation::read_printed(moves, cursor)
    }

    /// Returns the description of the game of this position: [`INFO`](PartizanGame::INFO), unless one type stands
    /// for several games.
    fn info(&self) -> &'static GameInfo {
        &Self::INFO
    }

    /// Returns the play convention of the game's source.
    fn default_play(&self) -> Play {
        self.info().play
    }

    /// Returns the amount that a move takes; see [`Game::amount`](crate::game::Game::amount).
    fn amount(mv: &Self::Move) -> Option<u128> {
        let _ = mv;
        None
    }

    /// Returns the move that takes this amount and is otherwise the same.
    fn with_amount(mv: &Self::Move, amount: u128) -> Option<Self::Move> {
        let _ = (mv, amount);
        None
    }

    /// Draws the position for a terminal, in several lines.
    fn draw(&self) -> String {
        self.diagram().to_text()
    }

    /// Lays the position out in the plane, for pictures; by default just its notation.
    fn diagram(&self) -> Diagram {
        Diagram::Text(vec![self.to_string()])
    }

    /// Returns the pieces, if numbers describe them.
    fn pieces(&self) -> Option<Pieces> {
        None
    }

    /// Returns what can be held in the [`diagram`](PartizanGame::diagram) to make a move; nothing for games whose
    /// moves are chosen from a list.
    fn handles(&self) -> Vec<Handle> {
        Vec::new()
    }

    /// Returns the components that engines take, of which the position is the sum; of the value 0 or without
    /// moves, none. By default the position is one component with the text as its key, and its moves are listed.
    ///
    /// # Errors
    /// Why no engine can reach it, in words.
    fn parts(&self) -> Result<Vec<AnyPartizanComponent>, String> {
        // A move that is listed and then refused is not a move.
        let options = |position: &Self, player| {
            let moves = position.moves(player);
            moves.filter_map(|mv| position.play(&mv).ok()).collect()
        };
        Ok(vec![AnyPartizanComponent::listed(self.clone(), options)])
    }

    /// Returns components that add up to the same value, for searches in normal play.
    ///
    /// # Errors
    /// Why no search can reach it, in words.
    fn equal_parts(&self) -> Result<Vec<AnyPartizanComponent>, String> {
        self.parts()
    }

    /// Returns whether `mv` is a move of `player`, legal or not. The default looks through all legal moves.
    fn is_move_of(&self, mv: &Self::Move, player: Player) -> bool {
        self.moves(player).any(|own| own == *mv)
    }

    /// Returns the position with the players exchanged, if the game has it.
    fn negative(&self) -> Option<Self> {
        None
    }

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
    fn settled(
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

    /// Returns the components for canonical forms: as [`parts`](PartizanGame::parts), also of positions that no
    /// search reaches, as long as closed forms know the large ones.
    ///
    /// # Errors
    /// Why the canonical form is not looked for, in words: it would be out of reach.
    fn parts_for_forms(&self) -> Result<Vec<AnyPartizanComponent>, String> {
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

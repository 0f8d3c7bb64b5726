//! Positions of games on rectangles.

use std::fmt;
use std::sync::Arc;

use nimfield_core::prelude::*;
use nimfield_games::boards::Cell;

use super::parting::{Parting, Rectangle};
use super::values::RectangleTable;
use crate::kept::Kept;
use crate::pieces::{PieceKind, PieceMove};

/// A game on rectangles, read from a rule file.
#[derive(Debug)]
pub struct RectangleGame {
    pub(crate) name: String,
    pub(crate) id: u64,
    pub(crate) info: &'static GameInfo,
    /// Each once, with the player whose move it is.
    pub(crate) partings: Vec<(Option<Player>, Parting)>,
    pub(crate) poisoned: bool,
    /// Whether rows and columns change places in the parts that a move leaves.
    pub(crate) turned: bool,
    pub(crate) play: Play,
    /// The last computed values.
    pub(crate) table: Kept<RectangleTable>,
}

impl RectangleGame {
    /// Returns the kinds of moves of a player; without a player, all of them.
    pub(crate) fn partings(&self, player: Option<Player>) -> impl Iterator<Item = Parting> + '_ {
        let own = move |of: &Option<Player>| of.is_none() || player.is_none() || *of == player;
        let partings = self.partings.iter().filter(move |(of, _)| own(of));
        partings.map(|&(_, parting)| parting)
    }

    /// Returns the parts of a rectangle that a move leaves.
    pub(super) fn parts(
        &self,
        parting: Parting,
        own: &Rectangle,
        place: (u32, u32),
    ) -> Vec<Rectangle> {
        let mut parts = parting.parts(own, place);
        if self.turned {
            parts.iter_mut().for_each(|part| *part = part.reflected());
        }
        parts
    }

    /// Returns whether a rectangle and its reflection in the diagonal are the same game.
    pub(crate) fn is_symmetric(&self) -> bool {
        let mut partings = self.partings.iter();
        partings.all(|&(of, parting)| self.partings.contains(&(of, parting.reflected())))
    }

    /// Returns whether reflecting all rectangles at the diagonal exchanges Left and Right.
    pub(crate) fn is_exchanged_by_reflection(&self) -> bool {
        self.partings.iter().all(|&(of, parting)| {
            let exchanged = (of.map(Player::opponent), parting.reflected());
            self.partings.contains(&exchanged)
        })
    }

    pub(crate) fn is_partizan(&self) -> bool {
        self.partings.iter().any(|(player, _)| player.is_some())
    }
}

/// A position: rectangles, none of which has a side 0.
#[derive(Clone, Debug)]
pub struct Rectangles {
    pub(crate) game: Arc<RectangleGame>,
    pub(crate) pieces: Vec<Rectangle>,
}

impl PartialEq for Rectangles {
    fn eq(&self, other: &Rectangles) -> bool {
        (self.game.id, &self.game.name, &self.pieces)
            == (other.game.id, &other.game.name, &other.pieces)
    }
}

impl Eq for Rectangles {}

/// A move in one of the rectangles.
pub type RectangleMove = PieceMove<Parting>;

impl PieceKind for Parting {
    const FORMS: &'static [(Parting, &'static str, &'static str)] = {
        use Parting::{Column, Cross, CutColumns, CutRows, EqualColumns, EqualRows, Row};
        &[
            (CutRows, "cut row {place}", "cut row {place} of {place}"),
            (
                CutColumns,
                "cut column {place}",
                "cut column {place} of {place}",
            ),
            (
                EqualRows,
                "cut at every row {place}",
                "cut at every row {place} of {place}",
            ),
            (
                EqualColumns,
                "cut at every column {place}",
                "cut at every column {place} of {place}",
            ),
            (Row, "row {place}", "row {place} of {place}"),
            (Column, "column {place}", "column {place} of {place}"),
            (Cross, "cross {cell}", "cross {cell} of {place}"),
        ]
    };
}

impl fmt::Display for Rectangles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pieces = self.pieces.iter().map(|piece| {
            let size = format!("{}x{}", piece.rows, piece.columns);
            match piece.poison {
                Some((row, column)) => {
                    format!("{size} at {}", Cell::new(column as u8, row as u8))
                }
                None => size,
            }
        });
        let pieces: Vec<String> = pieces.collect();
        write!(f, "{}[{}]", self.game.name, pieces.join("; "))
    }
}

impl Rectangles {
    pub(super) fn with(&self, pieces: Vec<Rectangle>) -> Rectangles {
        Rectangles {
            game: self.game.clone(),
            pieces,
        }
    }

    /// Returns the moves of a player, or of both.
    pub(super) fn moves_by(
        &self,
        player: Option<Player>,
    ) -> impl Iterator<Item = RectangleMove> + '_ {
        let pieces = self.pieces.iter().enumerate();
        pieces.flat_map(move |(piece, rectangle)| {
            self.game.partings(player).flat_map(move |parting| {
                (0..parting.count(rectangle)).map(move |index| PieceMove {
                    piece,
                    kind: parting,
                    place: parting.place(rectangle, index),
                })
            })
        })
    }

    /// Returns whether a move belongs to a player; without a player, to anybody.
    pub(super) fn has(&self, mv: &RectangleMove, player: Option<Player>) -> bool {
        let Some(rectangle) = self.pieces.get(mv.piece) else {
            return false;
        };
        let (row, column) = mv.place;
        let divides = |side: u16, at: u32| (u32::from(side)).is_multiple_of(at + 1);
        let (rows, columns) = match mv.kind {
            Parting::EqualRows if divides(rectangle.rows, row) => (rectangle.rows - 1, 1),
            Parting::EqualColumns if divides(rectangle.columns, column) => {
                (1, rectangle.columns - 1)
            }
            Parting::EqualRows | Parting::EqualColumns => return false,
            Parting::CutRows => (rectangle.rows - 1, 1),
            Parting::CutColumns => (1, rectangle.columns - 1),
            Parting::Row => (rectangle.rows, 1),
            Parting::Column => (1, rectangle.columns),
            Parting::Cross => (rectangle.rows, rectangle.columns),
        };
        row < rows.into()
            && column < columns.into()
            && self.game.partings(player).any(|own| own == mv.kind)
    }
}

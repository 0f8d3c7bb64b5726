//! Positions of games on rectangles.

use std::fmt;
use std::sync::Arc;

use nimfield_core::diagram::{BoardCell, Diagram, Mark};
use nimfield_core::info::GameInfo;
use nimfield_core::words::{Play, Player};
use nimfield_games::boards::{Cell, column_label};

use super::parting::{Parting, Rectangle};
use super::values::RectangleTable;
use crate::about::goal;
use crate::kept::Kept;

/// A game on rectangles, read from a rule file.
#[derive(Debug)]
pub struct RectangleGame {
    pub(crate) name: String,
    pub(crate) id: u64,
    pub(crate) info: &'static GameInfo,
    /// Each once, with the player whose move it is.
    pub(crate) partings: Vec<(Option<Player>, Parting)>,
    pub(crate) poisoned: bool,
    pub(crate) play: Play,
    /// The values that were computed last.
    pub(crate) table: Kept<RectangleTable>,
}

impl RectangleGame {
    /// Returns what a player may do, or with no player what anybody may do.
    pub(crate) fn partings(&self, player: Option<Player>) -> impl Iterator<Item = Parting> + '_ {
        let own = move |of: &Option<Player>| of.is_none() || player.is_none() || *of == player;
        let partings = self.partings.iter().filter(move |(of, _)| own(of));
        partings.map(|&(_, parting)| parting)
    }

    /// Returns whether a rectangle and its reflection at the diagonal are the same game.
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

    /// Describes the game in sentences.
    pub(crate) fn describe(&self) -> String {
        let mut lines = vec![match self.poisoned {
            true => "The position is a rectangle with a poisoned cell.".to_string(),
            false => "The position is a rectangle, or several.".to_string(),
        }];
        for (player, parting) in &self.partings {
            let who = match player {
                None => "A move",
                Some(Player::Left) => "Left",
                Some(Player::Right) => "Right",
            };
            lines.push(match parting {
                Parting::CutRows => format!("{who} cuts a rectangle between two rows."),
                Parting::CutColumns => format!("{who} cuts a rectangle between two columns."),
                Parting::Row => format!("{who} removes a row."),
                Parting::Column => format!("{who} removes a column."),
                Parting::Cross => format!("{who} removes the row and the column of a cell."),
            });
        }
        lines.push(match self.poisoned {
            true => "The part without the poison is eaten.".to_string(),
            false => "The parts that are left are rectangles of their own.".to_string(),
        });
        lines.push(goal(self.play));
        lines.push("Compiled to tables of the values of rectangles, and to searches.".to_string());
        lines.join("\n")
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RectangleMove {
    pub(super) piece: usize,
    pub(super) parting: Parting,
    pub(super) place: (u16, u16),
}

impl fmt::Display for RectangleMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, column) = self.place;
        match self.parting {
            Parting::CutRows => write!(f, "cut row {}", row + 1)?,
            Parting::CutColumns => write!(f, "cut column {}", column + 1)?,
            Parting::Row => write!(f, "row {}", row + 1)?,
            Parting::Column => write!(f, "column {}", column + 1)?,
            Parting::Cross => write!(f, "cross {}{}", column_label(column.into()), row + 1)?,
        }
        match self.piece {
            0 => Ok(()),
            piece => write!(f, " of {}", piece + 1),
        }
    }
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
    pub(super) fn moves_of(
        &self,
        player: Option<Player>,
    ) -> impl Iterator<Item = RectangleMove> + '_ {
        let pieces = self.pieces.iter().enumerate();
        pieces.flat_map(move |(piece, rectangle)| {
            self.game.partings(player).flat_map(move |parting| {
                (0..parting.count(rectangle)).map(move |index| RectangleMove {
                    piece,
                    parting,
                    place: parting.place(rectangle, index),
                })
            })
        })
    }

    /// Returns whether a move is one of a player, or of anybody.
    pub(super) fn has(&self, mv: &RectangleMove, player: Option<Player>) -> bool {
        let Some(rectangle) = self.pieces.get(mv.piece) else {
            return false;
        };
        let (row, column) = mv.place;
        let (rows, columns) = match mv.parting {
            Parting::CutRows => (rectangle.rows - 1, 1),
            Parting::CutColumns => (1, rectangle.columns - 1),
            Parting::Row => (rectangle.rows, 1),
            Parting::Column => (1, rectangle.columns),
            Parting::Cross => (rectangle.rows, rectangle.columns),
        };
        row < rows && column < columns && self.game.partings(player).any(|own| own == mv.parting)
    }

    /// Returns the position after a move of either player, or why it is not legal.
    pub(super) fn played(&self, mv: &RectangleMove) -> Result<Rectangles, String> {
        if !self.has(mv, None) {
            return Err("no line of the rules allows this".to_string());
        }
        let mut pieces = self.pieces.clone();
        let mut left = mv.parting.parts(&pieces[mv.piece], mv.place);
        if !self.game.poisoned {
            let has_moves = |own: &Rectangle| self.game.partings(None).any(|p| p.count(own) > 0);
            left.retain(has_moves);
        }
        pieces.splice(mv.piece..=mv.piece, left);
        Ok(self.with(pieces))
    }

    /// Draws the rectangles beside each other.
    pub(super) fn picture(&self) -> Diagram {
        /// Larger positions are not drawn.
        const MOST: usize = 64;
        let width: usize = self
            .pieces
            .iter()
            .map(|own| usize::from(own.columns) + 1)
            .sum();
        let height = self.pieces.iter().map(|own| usize::from(own.rows)).max();
        if width > MOST || height.unwrap_or(0) > MOST {
            return Diagram::Text(vec![self.to_string()]);
        }
        let mut cells = Vec::new();
        let mut before = 0;
        for piece in &self.pieces {
            for row in 0..piece.rows {
                for column in 0..piece.columns {
                    cells.push(BoardCell {
                        halves: 2 * (before + usize::from(column)),
                        row: row.into(),
                        mark: match piece.poison == Some((row, column)) {
                            true => Mark::Text("x".to_string()),
                            false => Mark::Stone,
                        },
                    });
                }
            }
            before += usize::from(piece.columns) + 1;
        }
        Diagram::Board {
            cells,
            column_labels: Vec::new(),
            row_labels: Vec::new(),
        }
    }

    /// Returns a number that falls with each move: a cut leaves one rectangle more, a removal fewer cells.
    pub(super) fn measured(&self) -> u128 {
        let measured = |own: &Rectangle| 2 * u128::from(own.rows) * u128::from(own.columns) - 1;
        self.pieces.iter().map(measured).sum()
    }
}

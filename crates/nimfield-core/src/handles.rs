//! Handles: the parts of a picture that a person selects to make a move.
//!
//! A page that draws positions without knowing the rules offers these, builds the text of a move from them, and lets
//! the rules check whether it is legal.

use serde::Serialize;

use crate::words::Player;

/// A part of a picture that makes moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Handle {
    /// What it is, in a word or two: `row 2`.
    pub label: String,
    /// The player who may use it, in a partizan game.
    pub player: Option<Player>,
    /// The cells or pieces of the [`Diagram`](crate::diagram::Diagram) that it stands for, by number.
    pub cells: Vec<usize>,
    /// The moves that it makes.
    #[serde(flatten)]
    pub grip: Grip,
}

/// The moves that a [`Handle`] makes: how to build the text of a move. Numbers are texts, as they may be large or
/// transfinite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Grip {
    /// A complete move.
    Move {
        /// The move.
        #[serde(rename = "move")]
        text: String,
    },
    /// A move for every whole number up to `most`: `before` and the number.
    Amount {
        /// The text before the number.
        before: String,
        /// The greatest number; the least is 1.
        most: String,
    },
    /// A move for everything less than `below`: `before` and the number, or ordinal.
    Below {
        /// The text before the number.
        before: String,
        /// The bound that it is less than.
        below: String,
    },
    /// A move for every point less than `below` in each coordinate: `before` and `(x,y,…)`.
    Point {
        /// The text before the point.
        before: String,
        /// The bound that the coordinates are less than.
        below: Vec<String>,
    },
    /// An amount for each cell, some of which may be 0: `before` and the amounts with blanks.
    Amounts {
        /// The text before the amounts.
        before: String,
        /// The greatest amount for each cell.
        most: Vec<String>,
    },
    /// Some of the items: `before` and their texts with commas.
    Set {
        /// The text before the items.
        before: String,
        /// The items to choose from.
        items: Vec<HandleItem>,
    },
    /// One of the legal moves that begin with `before`.
    Listed {
        /// The text that they begin with.
        before: String,
    },
}

/// An item to choose for a [`Grip::Set`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HandleItem {
    /// What it is, in a word or two.
    pub label: String,
    /// Its text in a move.
    pub text: String,
    /// Its cells, by number.
    pub cells: Vec<usize>,
}

impl Handle {
    /// Creates a handle for both players.
    pub fn new(label: impl Into<String>, cells: Vec<usize>, grip: Grip) -> Handle {
        Handle {
            label: label.into(),
            player: None,
            cells,
            grip,
        }
    }

    /// Returns the handle restricted to this player.
    #[must_use]
    pub fn of(self, player: Player) -> Handle {
        Handle {
            player: Some(player),
            ..self
        }
    }

    /// Returns the cells that a move involves, if this handle can make it.
    #[must_use]
    pub fn cells_of(&self, mv: &str) -> Option<Vec<usize>> {
        match &self.grip {
            Grip::Move { text } => (text == mv).then(|| self.cells.clone()),
            Grip::Amount { before, .. }
            | Grip::Below { before, .. }
            | Grip::Point { before, .. }
            | Grip::Listed { before } => mv.starts_with(before).then(|| self.cells.clone()),
            Grip::Amounts { before, .. } => {
                let amounts = mv.strip_prefix(before)?.split([' ', ';']);
                let amounts = amounts.filter(|amount| !amount.is_empty());
                let taken = self.cells.iter().zip(amounts);
                let taken = taken.filter(|(_, amount)| *amount != "0");
                Some(taken.map(|(&cell, _)| cell).collect())
            }
            Grip::Set { before, items } => {
                let mut free: Vec<&HandleItem> = items.iter().collect();
                let mut cells = Vec::new();
                for word in mv.strip_prefix(before)?.split(',') {
                    // A malformed count means that the text is not a move of this handle.
                    let (text, count) = match word.split_once('^') {
                        Some((text, count)) => (text, count.parse::<usize>().ok()?),
                        None => (word, 1),
                    };
                    for _ in 0..count {
                        let item = free.iter().position(|item| item.text == text)?;
                        cells.extend(&free.remove(item).cells);
                    }
                }
                Some(cells)
            }
        }
    }
}

//! Nimbers in notation.

use std::str::FromStr;

use super::rules::{MAX_DIMENSION, Nimbers, Stone};
use nimfield_core::game::Game;
use nimfield_core::info::{Checked, Fact};
use nimfield_core::notation::{Cursor, NotationError, read_bracketed};

/// The value of a stone.
pub(super) const NIM_PRODUCT: Fact = Fact {
    statement: "a stone has the nim product of its coordinates for its value; a \
                position is P exactly if the nim-sum of these is 0",
    source: "Lenstra 1978; Conway 1976 for ordinals",
    checked: Checked::By(&["nimbers-values", "nimbers-values-3d"]),
};

impl FromStr for Nimbers {
    type Err = NotationError;

    /// Reads a position with the name of the game: `nimbers[(2,2) (4,w)]`.
    fn from_str(text: &str) -> Result<Nimbers, NotationError> {
        let mut cursor = Cursor::new(text);
        cursor.set_example(Self::INFO.example);
        cursor.need(Self::INFO.name, "a position of Nimbers")?;
        let position = read_bracketed(&mut cursor, &Self::INFO, Self::EMPTY_BODY, Self::read)?;
        cursor.need_end(Self::INFO.body)?;
        Ok(position)
    }
}

/// Reads `(x,y,…)`.
pub(super) fn read_stone(cursor: &mut Cursor<'_>) -> Result<Stone, NotationError> {
    let help = Nimbers::INFO.body;
    cursor.need("(", help)?;
    let mut coordinates = Vec::new();
    loop {
        let start = cursor.at();
        coordinates.push(cursor.need_ordinal("a coordinate")?);
        if coordinates.len() > MAX_DIMENSION {
            let message = format!("a board has at most {MAX_DIMENSION} dimensions");
            return Err(cursor.fault(start..cursor.at(), message, help));
        }
        if !cursor.take(",") {
            cursor.need(")", help)?;
            return Ok(Stone::new(coordinates));
        }
    }
}

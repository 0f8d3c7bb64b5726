//! Walking pieces in notation, and as pictures.

use crate::partitions::text::{are_drawn, draw, read_body, read_number, squares, young};
use crate::partitions::walking::pieces::{LCTR, LCTR_INFO};
use crate::partitions::walking::rules::{Walk, Walker, Walking};
use nimfield_core::diagram::Diagram;
use nimfield_core::handles::{Grip, Handle};
use nimfield_core::info::GameInfo;
use nimfield_core::notation::{Cursor, Notation, NotationError, read_bracketed};
use nimfield_core::rules::Impartial;
use nimfield_core::words::Side;

impl Walking {
    /// Reads the body of a position with its brackets.
    ///
    /// # Errors
    /// Where the text is no position.
    pub fn read_of(
        walker: &'static Walker,
        cursor: &mut Cursor<'_>,
    ) -> Result<Walking, NotationError> {
        let Walking { diagram, .. } = read_bracketed(cursor)?;
        Ok(Walking::new(walker, diagram))
    }
}

/// One type stands for all walking pieces.
impl Notation for Walking {
    const INFO: GameInfo = LCTR_INFO;

    fn info(&self) -> &'static GameInfo {
        &self.walker.info
    }

    const EMPTY_BODY: bool = true;

    fn read(cursor: &mut Cursor<'_>) -> Result<Walking, NotationError> {
        read_body(cursor).map(|diagram| Walking::new(&LCTR, diagram))
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<Walk, NotationError> {
        if self.walker.piece.leaves {
            return if cursor.take("row") {
                Ok(Walk::new(&self.walker.piece, (1, 0)))
            } else if cursor.take_any(&["column", "col"]) {
                Ok(Walk::new(&self.walker.piece, (0, 1)))
            } else {
                Err(cursor.expected("`row` or `column`", self.walker.info.moves))
            };
        }
        let down = match cursor.take("down") {
            true => Some(read_number(cursor, "the way down")?),
            false => None,
        };
        let right = match cursor.take("right") {
            true => Some(read_number(cursor, "the way to the right")?),
            false => None,
        };
        match (down, right) {
            (None, None) => Err(cursor.expected("`down` or `right`", self.walker.info.moves)),
            _ => Ok(Walk::new(
                &self.walker.piece,
                (down.unwrap_or(0), right.unwrap_or(0)),
            )),
        }
    }

    fn draw(&self) -> String {
        draw(&self.diagram, self.walker.letter)
    }

    fn diagram(&self) -> Diagram {
        young(
            std::slice::from_ref(&self.diagram),
            Some(self.walker.letter),
        )
    }

    fn handles(&self) -> Vec<Handle> {
        let pieces = std::slice::from_ref(&self.diagram);
        if self.diagram.is_empty() || !are_drawn(pieces) {
            return Vec::new();
        }
        if self.walker.piece.leaves {
            return Side::BOTH
                .map(|side| {
                    let text = side.line().to_string();
                    let cells = squares(pieces, 0, side, 0);
                    Handle::new(text.clone(), cells, Grip::Move { text })
                })
                .into();
        }
        // A move ends on a square: the piece is pushed there.
        let moves = Impartial::moves(self).filter_map(|walk| {
            let text = walk.to_string();
            let end = squares(pieces, 0, Side::Rows, walk.down);
            let end = end.get(usize::try_from(walk.right).ok()?).copied();
            Some(Handle::new(
                text.clone(),
                end.into_iter().collect(),
                Grip::Move { text },
            ))
        });
        moves.collect()
    }
}

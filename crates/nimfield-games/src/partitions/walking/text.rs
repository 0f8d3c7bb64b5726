//! Walking pieces in notation, and as pictures.

use crate::partitions::text::{draw, read_body, read_number, young};
use crate::partitions::walking::pieces::{LCTR, LCTR_INFO};
use crate::partitions::walking::rules::{Walk, Walker, Walking};
use nimfield_core::diagram::Diagram;
use nimfield_core::info::GameInfo;
use nimfield_core::notation::{Cursor, Notation, NotationError, read_bracketed};

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
}

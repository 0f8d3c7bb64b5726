//! Nim in notation, and as a picture.

use crate::games::matrix::text::read_index;
use crate::games::nim::rules::{HeapMove, Nim};
use crate::notation::{Notation, at_body_end};
use crate::registry::{Fact, GameInfo};
use crate::solve::ray_game::RayGame;
use crate::words::notation::Cursor;
use crate::words::{NotationError, Play};

impl Notation for Nim {
    const INFO: GameInfo = GameInfo {
        name: "nim",
        title: "nim: take any number of counters from one heap",
        rules: "A position is a row of heaps. A move takes any number of counters, at least one, \
                from one heap.",
        body: "heap sizes, whole numbers from 0 to 2^128-1, separated by commas or blanks",
        example: "nim[3,5,17]",
        moves: "`heap I by K`",
        move_example: "heap 2 by 3",
        play: Play::Normal,
        theory: &[
            Fact {
                statement: "the Grundy value is the nim-sum of the heaps",
                source: "Bouton 1901; Sprague 1935, Grundy 1939",
            },
            Fact {
                statement: "misere: as in normal play while some heap holds two or more; otherwise \
                            P exactly if the number of ones is odd",
                source: "Bouton 1901",
            },
        ],
        source: "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of \
                 Mathematics 3 (1901)",
    };

    fn read(cursor: &mut Cursor<'_>) -> Result<Nim, NotationError> {
        let mut heaps = Vec::new();
        while heaps.is_empty() || !at_body_end(cursor) {
            if !heaps.is_empty() {
                cursor.take(",");
            }
            heaps.push(cursor.need_number("a heap")?);
        }
        Ok(Nim::new(heaps))
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<HeapMove, NotationError> {
        cursor.need("heap", Self::INFO.moves)?;
        let heap = read_index(cursor, "the heap", self.heaps().len())?;
        cursor.need("by", Self::INFO.moves)?;
        let amount = cursor.need_number("the amount")?;
        Ok(HeapMove { heap, amount })
    }

    fn in_box(&self) -> Option<(RayGame, Vec<u32>)> {
        let sizes = self.heaps().iter().map(|&size| u32::try_from(size).ok());
        let game = RayGame::nim(self.heaps().len()).ok()?;
        Some((game, sizes.collect::<Option<_>>()?))
    }

    fn draw(&self) -> String {
        draw_heaps(self.heaps())
    }
}

/// Heaps as rows of counters, as far as they fit.
pub(crate) fn draw_heaps(heaps: &[u128]) -> String {
    /// Counters shown of one heap.
    const SHOWN: u128 = 60;
    let lines = heaps.iter().enumerate().map(|(i, &size)| {
        let counters = "o".repeat(size.min(SHOWN) as usize);
        let more = if size > SHOWN { "…" } else { "" };
        let line = format!("heap {}  {counters}{more}", i + 1);
        format!("{line}  ({size})")
    });
    lines.collect::<Vec<_>>().join("\n")
}

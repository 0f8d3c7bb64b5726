//! Nim in notation, and as a picture.

use nimbers::Ordinal;

use crate::matrix::text::read_index;
use crate::nim::rules::{HeapMove, Nim};
use nimfield_core::diagram::{Diagram, Piece, PieceKind};
use nimfield_core::families::ray::RayGame;
use nimfield_core::handles::{Grip, Handle};
use nimfield_core::info::{Checked, Fact, GameInfo};
use nimfield_core::notation::{Cursor, Notation, NotationError, read_list};
use nimfield_core::words::{Grundy, Play};

/// Normal play.
pub(super) const NIM_SUM: Fact = Fact {
    statement: "the Grundy value is the nim-sum of the heaps, which for ordinals adds \
                the coefficients of equal powers of w",
    source: "Bouton 1901; Sprague 1935, Grundy 1939; Conway 1976 for ordinals",
    checked: Checked::By(&["nimbers-sum-mex", "pnim-observation-10"]),
};

/// Misère play.
pub(super) const MISERE: Fact = Fact {
    statement: "misere: as in normal play while some heap holds two or more; otherwise \
                P exactly if the number of ones is odd",
    source: "Bouton 1901",
    checked: Checked::By(&["pnim-row-is-a-box-is-a-heap"]),
};

impl Notation for Nim {
    const INFO: GameInfo = GameInfo {
        name: "nim",
        title: "nim: take any number of counters from one heap",
        rules: "A position is a row of heaps. A move takes any number of counters, at least one, \
                from one heap. A heap may also be an ordinal; a move lowers it to any smaller one.",
        body: "heap sizes separated by commas or blanks: whole numbers, or ordinals such as w^2*3+w+4",
        example: "nim[3,5,17]",
        moves: "`heap I by K`; of a transfinite heap `heap I to K`",
        move_example: "heap 2 by 3",
        play: Play::Normal,
        theory: &[NIM_SUM, MISERE],
        source: "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of \
                 Mathematics 3 (1901)",
    };

    fn read(cursor: &mut Cursor<'_>) -> Result<Nim, NotationError> {
        let heaps = read_list(cursor, |cursor| cursor.need_ordinal("a heap"))?;
        Ok(Nim::of_ordinals(heaps))
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<HeapMove, NotationError> {
        cursor.need("heap", Self::INFO.moves)?;
        let heap = read_index(cursor, "the heap", self.heaps().len())?;
        if cursor.take("to") {
            let left = cursor.need_ordinal("what is left")?.into();
            let size = self.heaps()[heap].clone().into();
            return Ok(HeapMove::to(heap, &size, &left));
        }
        cursor.need("by", Self::INFO.moves)?;
        Ok(HeapMove::by(heap, cursor.need_number("the amount")?))
    }

    fn in_box(&self) -> Option<(RayGame, Vec<u32>)> {
        let heaps = self.finite_heaps()?;
        let game = RayGame::nim(heaps.len()).ok()?;
        let sizes = heaps.into_iter().map(|size| u32::try_from(size).ok());
        Some((game, sizes.collect::<Option<_>>()?))
    }

    fn draw(&self) -> String {
        draw_heaps(self.heaps())
    }

    fn diagram(&self) -> Diagram {
        heaps_diagram(self.heaps())
    }

    fn handles(&self) -> Vec<Handle> {
        let heaps = self.heaps().iter().enumerate();
        heaps
            .filter(|(_, size)| !size.is_zero())
            .map(|(i, size)| {
                let label = format!("heap {}", i + 1);
                let grip = match Grundy::from(size.clone()).finite() {
                    Some(size) => Grip::Amount {
                        before: format!("{label} by "),
                        most: size.to_string(),
                    },
                    None => Grip::Below {
                        before: format!("{label} to "),
                        below: size.to_string(),
                    },
                };
                Handle::new(label, vec![i], grip)
            })
            .collect()
    }
}

/// Heaps as pieces.
pub(crate) fn heaps_diagram(heaps: &[Ordinal]) -> Diagram {
    let piece = |(i, size): (usize, &Ordinal)| Piece {
        label: format!("heap {}", i + 1),
        numbers: vec![size.to_string()],
    };
    Diagram::Pieces {
        what: PieceKind::Heap,
        pieces: heaps.iter().enumerate().map(piece).collect(),
        lines: draw_heaps(heaps).lines().map(str::to_string).collect(),
    }
}

/// Heaps as rows of counters, as far as they fit.
pub(crate) fn draw_heaps(heaps: &[Ordinal]) -> String {
    /// Counters shown of one heap.
    const SHOWN: u128 = 60;
    let lines = heaps.iter().enumerate().map(|(i, size)| {
        let count = Grundy::from(size.clone()).finite();
        let counters = "o".repeat(count.unwrap_or(SHOWN).min(SHOWN) as usize);
        let more = if count.is_none_or(|count| count > SHOWN) {
            "…"
        } else {
            ""
        };
        let line = format!("heap {}  {counters}{more}", i + 1);
        format!("{line}  ({size})")
    });
    lines.collect::<Vec<_>>().join("\n")
}

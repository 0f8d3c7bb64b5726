//! Nim in notation, and as a picture.

use nimbers::Ordinal;

use crate::matrix::text::read_index;
use crate::nim::rules::{HeapMove, Lowering, Nim};
use nimfield_core::diagram::{Diagram, Heap};
use nimfield_core::families::ray::RayGame;
use nimfield_core::handles::{Grip, Handle};
use nimfield_core::info::{Checked, Fact, Family, GameInfo, Group, MapExample, Puzzle, Setup};
use nimfield_core::notation::{Cursor, Notation, NotationError, at_body_end, read_list};
use nimfield_core::pieces::{Piece, PieceKind, Pieces};
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
        title: "nim: take any number of counters from one heap",
        rules: "A position is a row of heaps. A move takes any number of counters, at least one, \
                from one heap. A heap may also be an ordinal; a move lowers it to any smaller one.",
        body: "heap sizes separated by commas or blanks: whole numbers, or ordinals such as w^2*3+w+4",
        moves: "`heap I by K`; of a transfinite heap `heap I to K`",
        move_example: "heap 2 by 3",
        play: Play::Normal,
        theory: &[NIM_SUM, MISERE],
        source: "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of \
                 Mathematics 3 (1901)",
        chapter: "nim",
        group: Group::Heaps,
        setup: Setup::Heaps {
            each: "heap",
            count: None,
            ordinals: true,
        },
        starts: &["nim[3,5,7]"],
        puzzles: &[Puzzle::of(&[3], 12)],
        maps: &[MapExample {
            title: "Nim with three heaps",
            family: Family::new("nim[a,b,9]", "a=0..31 b=0..31"),
            show: "value",
            statement: "a xor b = 9",
            source: "Bouton 1901",
        }],
        ..GameInfo::named("nim", "nim[3,5,17]")
    };

    const EMPTY_BODY: bool = true;

    fn read(cursor: &mut Cursor<'_>) -> Result<Nim, NotationError> {
        if at_body_end(cursor) {
            return Ok(Nim::of_ordinals(Vec::new()));
        }
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

    fn amount(mv: &HeapMove) -> Option<u128> {
        match mv.lowering {
            Lowering::By(amount) => Some(amount),
            Lowering::To(_) => None,
        }
    }

    fn with_amount(mv: &HeapMove, amount: u128) -> Option<HeapMove> {
        Self::amount(mv).map(|_| HeapMove::by(mv.heap, amount))
    }

    fn in_box(&self) -> Option<(RayGame, Vec<u32>)> {
        let heaps = self.finite_heaps()?;
        let game = RayGame::nim(heaps.len()).ok()?;
        let sizes = heaps.into_iter().map(|size| u32::try_from(size).ok());
        Some((game, sizes.collect::<Option<_>>()?))
    }

    fn diagram(&self) -> Diagram {
        let heaps = self.heaps().iter().enumerate();
        let heaps = heaps.map(|(i, size)| heap(format!("heap {}", i + 1), size));
        Diagram::Heaps(heaps.collect())
    }

    fn pieces(&self) -> Option<Pieces> {
        Some(heap_pieces(self.heaps()))
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
pub(crate) fn heap_pieces(heaps: &[Ordinal]) -> Pieces {
    let piece = |(i, size): (usize, &Ordinal)| Piece {
        label: format!("heap {}", i + 1),
        numbers: vec![size.to_string()],
    };
    Pieces {
        what: PieceKind::Heap,
        pieces: heaps.iter().enumerate().map(piece).collect(),
    }
}

/// A heap as a picture.
pub(crate) fn heap(name: String, size: &Ordinal) -> Heap {
    let finite = Grundy::from(Ordinal::from(size.finite_part())).finite();
    let terms = size.terms().iter();
    let above = terms.filter(|(exponent, _)| !exponent.is_zero());
    let parts = above.map(|term| Ordinal::from_terms([term.clone()]).to_string());
    Heap {
        name,
        size: size.to_string(),
        parts: parts.collect(),
        counters: finite.unwrap_or(u128::MAX),
        taken: 0,
    }
}

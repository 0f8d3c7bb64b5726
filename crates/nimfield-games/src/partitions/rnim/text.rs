//! RNim in notation.

use crate::matrix::text::read_index;
use crate::nim::text::heap;
use crate::partitions::rnim::rules::{Rnim, SideMove};
use crate::partitions::rnim::value::value;
use crate::partitions::text::read_number;
use nimfield_core::diagram::{Diagram, Panel};
use nimfield_core::handles::{Grip, Handle};
use nimfield_core::info::{Checked, Fact, Family, GameInfo, Group, Law, Puzzle, Said, Setup};
use nimfield_core::notation::{Cursor, Notation, NotationError, read_list};
use nimfield_core::pieces::{Piece, PieceKind, Pieces};
use nimfield_core::words::Play;

/// The value of a box.
pub(super) const THEOREM_3: Fact = Fact {
    statement: "the value is 0 if a side is 0, else 1 + the nim-sum of the lengths less 1; \
                all winning moves by the same formula",
    source: "Gottlieb, Krnc and Muršič 2025, Theorem 3 and Corollary 12",
    checked: Checked::By(&["pnim-theorem-3", "pnim-corollary-12"]),
};

/// Misère play.
pub(super) const PET: Fact = Fact {
    statement: "1-RNim is pet: the misere value is the value with 0 and 1 exchanged, and \
                in misere sums of PNim, RNim and nim a box is worth the nim heap of its \
                value",
    source: "Gottlieb, Krnc and Muršič 2025, Proposition 6, and Theorem 14 as corrected \
             (Conway 1976; Gurvich and Ho 2018)",
    checked: Checked::By(&[
        "pnim-proposition-6-rnim",
        "pnim-theorem-14",
        "pnim-misere-sums-of-boxes",
    ]),
};

impl Notation for Rnim {
    const INFO: GameInfo = GameInfo {
        title: "RNim: shorten one side of a box",
        rules: "A position is a box of any dimension. A move shortens one of its sides; a box with a \
                side of length 0 ends the play. Several boxes are a sum: rnim[5,4,2] + rnim[2,3].",
        body: "the lengths of the sides, whole numbers below 2^64, separated by commas or blanks",
        moves: "`side I to K`: the side and its new length",
        move_example: "side 1 to 2",
        play: Play::Normal,
        theory: &[
            THEOREM_3,
            PET,
            Fact {
                statement: "boxes of dimension 2 are PNim on rectangles",
                source: "Gottlieb, Krnc and Muršič 2025, section 4",
                checked: Checked::By(&["pnim-rectangles-are-rnim"]),
            },
        ],
        source: "E. Gottlieb, M. Krnc and P. Muršič, Nim on integer partitions and hyperrectangles, \
                 arXiv:2506.04991 (2025)",
        chapter: "partitions",
        group: Group::Heaps,
        constructor: Some("RNim"),
        setup: Setup::Heaps {
            each: "side",
            count: None,
            ordinals: false,
        },
        puzzles: &[Puzzle::of(&[3], 6)],
        laws: &[Law {
            claim: "pnim-theorem-3",
            family: Family::new("rnim[a,b,3]", "a=0..12 b=0..12"),
            says: |position| {
                let sides = position.downcast_ref::<Rnim>()?.sides();
                Some(Said::Value(value(sides).into()))
            },
        }],
        ..GameInfo::named("rnim", "rnim[5,4,2]")
    };

    fn read(cursor: &mut Cursor<'_>) -> Result<Rnim, NotationError> {
        let sides = read_list(cursor, |cursor| read_number(cursor, "a side"))?;
        Rnim::new(sides).ok_or_else(|| cursor.expected("a side", Self::INFO.body))
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<SideMove, NotationError> {
        cursor.need("side", Self::INFO.moves)?;
        let side = read_index(cursor, "the side", self.sides().len())?;
        cursor.need("to", Self::INFO.moves)?;
        let to = read_number(cursor, "the new length")?;
        Ok(SideMove { side, to })
    }

    fn diagram(&self) -> Diagram {
        let sides = self.sides().iter().enumerate();
        let sides = sides.map(|(i, &side)| heap(format!("side {}", i + 1), &side.into()));
        let sides = Diagram::Heaps(sides.collect());
        if !(2..=3).contains(&self.sides().len()) || self.is_over() {
            return sides;
        }
        let panels = [
            sides,
            Diagram::Cuboid(self.sides().iter().map(|&side| side.into()).collect()),
        ];
        let panels = panels.map(|diagram| Panel {
            caption: String::new(),
            diagram,
        });
        Diagram::Panels(panels.into())
    }

    fn pieces(&self) -> Option<Pieces> {
        let piece = |(i, side): (usize, &u64)| Piece {
            label: format!("side {}", i + 1),
            numbers: vec![side.to_string()],
        };
        Some(Pieces {
            what: PieceKind::Side,
            pieces: self.sides().iter().enumerate().map(piece).collect(),
        })
    }

    fn handles(&self) -> Vec<Handle> {
        if self.is_over() {
            return Vec::new();
        }
        let sides = self.sides().iter().enumerate();
        let handle = |(i, side): (usize, &u64)| {
            let label = format!("side {}", i + 1);
            let grip = Grip::Below {
                before: format!("{label} to "),
                below: side.to_string(),
            };
            Handle::new(label, vec![i], grip)
        };
        sides.map(handle).collect()
    }
}

//! CRIS: remove one row or one column; what is left falls into two pieces.

use std::fmt;

use crate::partitions::partition::Partition;
use crate::partitions::pnim::write_diagram;
use crate::partitions::removal::cut::Cut;
use crate::partitions::text::{cut_handles, draw_diagram, read_partition, young};
use nimfield_core::component::{AnyComponent, Component, Known};
use nimfield_core::diagram::Diagram;
use nimfield_core::handles::Handle;
use nimfield_core::info::{Checked, Fact, GameInfo, Group, Setup};
use nimfield_core::notation::{Cursor, Notation, NotationError, at_body_end};
use nimfield_core::rules::{Illegal, Impartial, Position};
use nimfield_core::theory::{Finding, Game, Summand};
use nimfield_core::words::{Grundy, Play, Side};

/// How the pieces of a position are written.
pub(super) const PIECES: &str = "partitions separated by `;`, with commas or blanks between the parts and exponents for \
     repeated ones (5^2,3): whole numbers below 2^64";

/// A position of CRIS, column-row impartial split: pieces, of which none is empty.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cris(Vec<Partition>);

impl Cris {
    /// The position with these pieces; empty ones are left out.
    #[must_use]
    pub fn new(pieces: impl IntoIterator<Item = Partition>) -> Cris {
        Cris(not_empty(pieces))
    }

    /// The pieces.
    #[must_use]
    pub fn pieces(&self) -> &[Partition] {
        &self.0
    }
}

pub(super) fn not_empty(pieces: impl IntoIterator<Item = Partition>) -> Vec<Partition> {
    pieces
        .into_iter()
        .filter(|piece| !piece.is_empty())
        .collect()
}

/// The pieces with `; ` between them.
pub(super) fn join(pieces: &[Partition]) -> String {
    let pieces: Vec<String> = pieces.iter().map(Partition::to_string).collect();
    pieces.join("; ")
}

impl fmt::Display for Cris {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cris[{}]", join(&self.0))
    }
}

impl Position for Cris {
    type Move = Cut;

    fn play(mut self, mv: &Cut) -> Result<Cris, Illegal<Cris>> {
        match mv.within(&self.0) {
            Ok(piece) => {
                let parts = not_empty(mv.parts(&self.0[piece]));
                self.0.splice(piece..=piece, parts);
                Ok(self)
            }
            Err(reason) => Err(Illegal {
                position: self,
                reason,
            }),
        }
    }
}

/// The moves of a piece.
pub(super) fn cuts(diagram: &Partition, piece: Option<usize>) -> impl Iterator<Item = Cut> + use<> {
    let sides = [
        (Side::Rows, diagram.rows()),
        (Side::Columns, diagram.columns()),
    ];
    sides
        .into_iter()
        .flat_map(move |(side, lines)| (0..lines).map(move |line| Cut { piece, side, line }))
}

impl Impartial for Cris {
    fn moves(&self) -> Box<dyn Iterator<Item = Cut> + '_> {
        let several = self.0.len() > 1;
        let pieces = self.0.iter().enumerate();
        Box::new(pieces.flat_map(move |(i, piece)| cuts(piece, several.then_some(i))))
    }

    fn move_count(&self) -> u128 {
        self.0.iter().map(Partition::lines).sum()
    }
}

impl Notation for Cris {
    const INFO: GameInfo = GameInfo {
        title: "CRIS: remove one row or one column of a Young diagram, which splits it",
        rules: "A position is some Young diagrams. A move removes one row of one of them, or one column; \
                what was above and below the row, or left and right of the column, are two diagrams from \
                now on. No diagram is left at the end.",
        body: PIECES,
        moves: "`row I` or `column J`, with several pieces `piece P row I`",
        move_example: "row 2",
        play: Play::Normal,
        theory: &[Fact {
            statement: "nothing is known beyond search; conjugates have equal values",
            source: "the rules, as told of CRIS (column-row impartial split) beside CRIM",
            checked: Checked::BY_TESTS_OF_ENGINES,
        }],
        source: "the sibling of CRIM: I. Bašić, E. Gottlieb and M. Krnc, CRIM: a natural game on integer \
                 partitions, arXiv:2606.16828 (2026)",
        chapter: "partitions",
        group: Group::Diagrams,
        setup: Setup::Partition { several: true },
        ..GameInfo::named("cris", "cris[4,2,1]")
    };

    const EMPTY_BODY: bool = true;

    fn read(cursor: &mut Cursor<'_>) -> Result<Cris, NotationError> {
        read_pieces(cursor).map(Cris)
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<Cut, NotationError> {
        Cut::read(cursor, self.0.len(), Self::INFO.moves)
    }

    fn draw(&self) -> String {
        draw_pieces(&self.0)
    }

    fn diagram(&self) -> Diagram {
        young(&self.0, None)
    }

    fn handles(&self) -> Vec<Handle> {
        cut_handles(&self.0)
    }
}

/// Reads partitions with `;` between them; empty ones are left out.
pub(crate) fn read_pieces(cursor: &mut Cursor<'_>) -> Result<Vec<Partition>, NotationError> {
    let mut pieces = Vec::new();
    loop {
        pieces.push(read_partition(cursor)?);
        if cursor.take(";") {
            continue;
        }
        return match at_body_end(cursor) {
            true => Ok(not_empty(pieces)),
            false => Err(cursor.expected("a part", PIECES)),
        };
    }
}

/// Several diagrams, numbered.
pub(super) fn draw_pieces(pieces: &[Partition]) -> String {
    match pieces {
        [] => draw_diagram(&Partition::default()),
        [piece] => draw_diagram(piece),
        _ => {
            let drawn = pieces.iter().enumerate();
            let drawn = drawn.map(|(i, piece)| format!("piece {}\n{}", i + 1, draw_diagram(piece)));
            drawn.collect::<Vec<_>>().join("\n")
        }
    }
}

/// A piece of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagramPiece {
    diagram: Partition,
    /// Its number, if there are several.
    index: Option<usize>,
}

impl fmt::Display for DiagramPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cris[{}]", self.diagram)
    }
}

impl Game for Cris {
    type Summand = DiagramPiece;

    fn summands(&self) -> Vec<DiagramPiece> {
        let pieces = self.0.iter().cloned().enumerate();
        let several = self.0.len() > 1;
        let pieces = pieces.map(|(i, diagram)| DiagramPiece {
            diagram,
            index: several.then_some(i),
        });
        pieces.collect()
    }
}

impl Summand for DiagramPiece {
    type Move = Cut;

    fn value(&self) -> Option<Finding<Grundy>> {
        None
    }

    fn moves(&self) -> Box<dyn Iterator<Item = Cut> + '_> {
        Box::new(cuts(&self.diagram, self.index))
    }

    fn move_count(&self) -> u128 {
        self.diagram.lines()
    }

    fn small(&self) -> Result<AnyComponent, String> {
        match u64::try_from(self.diagram.lines()) {
            Ok(_) => Ok(AnyComponent::new(SmallPiece(self.diagram.clone()))),
            Err(_) => Err(format!(
                "{self} has 2^64 moves or more, which no search reaches"
            )),
        }
    }
}

/// A piece as searches see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallPiece(Partition);

impl Component for SmallPiece {
    fn key(&self, out: &mut Vec<u8>) {
        write_diagram(&self.0, out);
    }

    fn option_count(&self) -> u64 {
        self.0.rows() + self.0.columns()
    }

    fn option(&self, index: u64, out: &mut Vec<SmallPiece>) {
        let (side, line) = match index.checked_sub(self.0.rows()) {
            None => (Side::Rows, index),
            Some(line) => (Side::Columns, line),
        };
        let piece = None;
        let parts = Cut { piece, side, line }.parts(&self.0);
        out.extend(not_empty(parts).into_iter().map(SmallPiece));
    }

    fn known(&self, _play: Play) -> Known {
        Known::Nothing
    }

    fn bytes_outside(&self) -> u64 {
        let runs = self.0.runs().len();
        if runs > 4 { 16 * runs as u64 } else { 0 }
    }
}

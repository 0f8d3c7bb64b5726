//! CRIS: a move removes one row or one column, and the rest splits into two pieces.

use crate::partitions::removal::line_removal::{FORMS_OF_PIECES, LineRemoval};
use nimfield_core::notation::at_body_end;
use nimfield_core::prelude::*;
use nimfield_core::shape::young::{read_partition, write_key};
use nimfield_core::words::Side;

/// The notation of the pieces of a position.
pub(super) const PIECES: &str = "partitions separated by `;`, with commas or blanks between the parts and exponents for \
     repeated ones (5^2,3): whole numbers below 2^64";

/// A position of CRIS, column-row impartial split: nonempty pieces.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cris(Vec<Partition>);

impl Cris {
    /// Creates the position with these pieces; empty ones are dropped.
    #[must_use]
    pub fn new(pieces: impl IntoIterator<Item = Partition>) -> Cris {
        Cris(not_empty(pieces))
    }

    /// Returns the pieces.
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

displays_as_shape!(Cris);

/// Returns the moves of a piece.
fn cuts(diagram: &Partition, piece: Option<usize>) -> impl Iterator<Item = LineRemoval> + use<> {
    let sides = [
        (Side::Rows, diagram.rows()),
        (Side::Columns, diagram.columns()),
    ];
    sides.into_iter().flat_map(move |(side, lines)| {
        (0..lines).map(move |line| LineRemoval { piece, side, line })
    })
}

/// Reads partitions with `;` between them; empty ones are dropped.
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

impl Rules for Cris {
    type Move = LineRemoval;

    const INFO: GameInfo = GameInfo {
        title: "CRIS: remove one row or one column of a Young diagram, which splits it",
        plain_rules: "Rows of squares stand one below the other, none longer than the one above it. On your turn \
                      take away one row or one column; what is on either side of it becomes a separate piece.",
        rules: "A position is some Young diagrams. A move removes one row of one of them, or one column; the parts \
                above and below the row, or left and right of the column, become two diagrams. The game ends when no \
                diagram is left.",
        body: PIECES,
        forms: FORMS_OF_PIECES,
        moves: "`row I` or `column J`, with several pieces `piece P row I`",
        move_example: "row 2",
        play: Play::Normal,
        theory: &[Fact {
            statement: "only search is known; conjugates have equal values",
            source: "the rules of CRIS (column-row impartial split), as described with CRIM",
            checked: Checked::BY_TESTS_OF_ENGINES,
        }],
        source: "the sibling of CRIM: I. Bašić, E. Gottlieb and M. Krnc, CRIM: a natural game on integer \
                 partitions, arXiv:2606.16828 (2026)",
        chapter: "partitions",
        group: Group::Diagrams,
        setup: Setup::Partition { several: true },
        starts: &["cris[6,1]", "cris[6,4]", "cris[7,4,2]"],
        ..GameInfo::named("cris", "cris[4,2,1]")
    };

    const EMPTY_BODY: bool = true;

    fn moves(&self) -> Moves<'_, LineRemoval> {
        let several = self.0.len() > 1;
        let pieces = self.0.iter().enumerate();
        Box::new(pieces.flat_map(move |(i, piece)| cuts(piece, several.then_some(i))))
    }

    fn play(&self, mv: &LineRemoval) -> Result<Cris, String> {
        let piece = mv.within(&self.0)?;
        let mut pieces = self.0.clone();
        pieces.splice(piece..=piece, not_empty(mv.parts(&self.0[piece])));
        Ok(Cris(pieces))
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Cris, NotationError> {
        read_pieces(cursor).map(Cris)
    }

    fn typed_move(&self, mv: &Move) -> Option<LineRemoval> {
        Some(LineRemoval::of_move(mv)?.among(self.0.len()))
    }

    fn shape(&self) -> Shape {
        Shape::diagrams(self.0.clone())
    }
}

by_default!(Cris: Shown);

impl Search for Cris {
    fn move_count(&self) -> u128 {
        self.0.iter().map(Partition::lines).sum()
    }

    fn parts(&self) -> Vec<Part<Cris>> {
        if let [_] = self.0[..] {
            return vec![Part::whole(self.clone())];
        }
        let pieces = self.0.iter().enumerate();
        let part = |(i, diagram): (usize, &Partition)| {
            let piece = Some(i);
            Part::new(Cris(vec![diagram.clone()]), move |mv| LineRemoval {
                piece,
                ..mv
            })
        };
        pieces.map(part).collect()
    }

    fn option(&self, index: u64) -> Option<Cris> {
        let diagram = self.0.first()?;
        let (side, line) = match index.checked_sub(diagram.rows()) {
            None => (Side::Rows, index),
            Some(line) => (Side::Columns, line),
        };
        let piece = None;
        Some(Cris::new(LineRemoval { piece, side, line }.parts(diagram)))
    }

    fn key(&self, out: &mut Vec<u8>) {
        self.0.iter().for_each(|diagram| write_key(diagram, out));
    }
}

by_default!(Cris: Theory, Engines);

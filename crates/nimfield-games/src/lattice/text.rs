//! Lattice nim in notation, and as a picture.

use crate::lattice::rules::{CounterMove, Lattice, LatticePoint};
use nimfield_core::diagram::{Diagram, Mark};
use nimfield_core::handles::{Grip, Handle};
use nimfield_core::info::{Checked, Fact, Family, GameInfo, Group, Law, MapExample, Said, Setup};
use nimfield_core::notation::{Cursor, Notation, NotationError, at_body_end, read_list};
use nimfield_core::pieces::{Piece, PieceKind, Pieces};
use nimfield_core::words::{Grundy, Play};

/// Normal play.
pub(super) const NIM_SUM: Fact = Fact {
    statement: "a counter in column x of row y is the nim heap w*y + x, so columns and \
                rows add up by nim-sum separately; P exactly if both sums are 0",
    source: "Winning Ways, vol. 1",
    checked: Checked::By(&["lattice-nim"]),
};

impl Notation for Lattice {
    const INFO: GameInfo = GameInfo {
        title: "the two-dimensional nim of Winning Ways: counters move left, or to lower rows",
        rules: "Counters stand on the quarter plane, columns and rows numbered from 0. A move \
                takes one counter to the left in its row, or to any place, however far right, of a \
                lower row. Several counters may share a place.",
        body: "counters (column,row): a column from 0 to 2^128-1, a row that is a whole number or an \
               ordinal such as w+1",
        moves: "`(C,R) to (C,R)`: where the counter stands and where it goes",
        move_example: "(3,2) to (7,0)",
        play: Play::Normal,
        theory: &[
            NIM_SUM,
            Fact {
                statement: "misere: as nim with heaps w*y + x",
                source: "Bouton 1901, whose argument holds for transfinite heaps",
                checked: Checked::BY_TESTS_OF_THE_GAME,
            },
        ],
        source: "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for Your Mathematical \
                 Plays, vol. 1 (1982), p. 313",
        chapter: "lattice",
        group: Group::Plane,
        setup: Setup::Points { ordinals: true },
        maps: &[MapExample {
            title: "Lattice nim",
            family: Family::new("lattice[(a,b) (3,2)]", "a=0..12 b=0..12"),
            show: "outcome",
            statement: "a = 3 and b = 2",
            source: "Winning Ways",
        }],
        laws: &[Law {
            claim: "lattice-nim",
            family: Family::new("lattice[(a,b) (3,2)]", "a=0..12 b=0..12"),
            says: |position| {
                let counters = position.downcast_ref::<Lattice>()?.counters();
                let column = counters.iter().fold(0, |sum, counter| sum ^ counter.column);
                let rows = counters
                    .iter()
                    .map(|counter| Grundy::from(counter.row.clone()));
                let row = rows.fold(Grundy::from(0), |sum, row| sum ^ row);
                Some(Said::lost(column == 0 && row == Grundy::from(0)))
            },
        }],
        ..GameInfo::named("lattice", "lattice[(3,2) (0,5)]")
    };

    const EMPTY_BODY: bool = true;

    fn read(cursor: &mut Cursor<'_>) -> Result<Lattice, NotationError> {
        if at_body_end(cursor) {
            return Ok(Lattice::new(Vec::new()));
        }
        let counters = read_list(cursor, read_point)?;
        Ok(Lattice::new(counters))
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<CounterMove, NotationError> {
        let from = read_point(cursor)?;
        cursor.need("to", Self::INFO.moves)?;
        let to = read_point(cursor)?;
        Ok(CounterMove { from, to })
    }

    fn diagram(&self) -> Diagram {
        let mut counters: Vec<&LatticePoint> = self.counters().iter().collect();
        counters.sort_unstable_by_key(|counter| (counter.column, &counter.row));
        let places = counters.chunk_by(|a, b| a == b).map(|here| {
            let mark = match here.len() {
                1 => Mark::Stone,
                count => Mark::Stones(count),
            };
            (vec![here[0].column.into(), here[0].row.clone()], mark)
        });
        let places: Vec<_> = places.collect();
        Diagram::of_places(&places, &[0, 0])
    }

    fn pieces(&self) -> Option<Pieces> {
        let piece = |counter: &LatticePoint| Piece {
            label: counter.to_string(),
            numbers: vec![counter.column.to_string(), counter.row.to_string()],
        };
        Some(Pieces {
            what: PieceKind::Counter,
            pieces: self.counters().iter().map(piece).collect(),
        })
    }

    /// A counter goes to the left in its row or anywhere in a lower one: the moves of each are listed, and
    /// any other may be written.
    fn handles(&self) -> Vec<Handle> {
        let counters = self.counters().iter().enumerate();
        let handle = |(i, counter): (usize, &LatticePoint)| {
            let before = format!("{counter} to ");
            Handle::new(counter.to_string(), vec![i], Grip::Listed { before })
        };
        counters.map(handle).collect()
    }
}

fn read_point(cursor: &mut Cursor<'_>) -> Result<LatticePoint, NotationError> {
    let help = Lattice::INFO.body;
    cursor.need("(", help)?;
    let column = cursor.need_number("the column")?;
    cursor.need(",", help)?;
    cursor.blanks();
    let start = cursor.at();
    let row = cursor.need_ordinal("the row")?;
    if !LatticePoint::is_row(&row) {
        let span = start..cursor.at();
        return Err(cursor.fault(
            span,
            "the row is too high",
            "exponents have at most 4,095 bits",
        ));
    }
    cursor.need(")", help)?;
    Ok(LatticePoint { row, column })
}

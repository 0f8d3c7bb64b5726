//! Lattice nim in notation, and as a picture.

use crate::lattice::rules::{CounterMove, Lattice, LatticePoint};
use nimfield_core::diagram::{Diagram, Piece, PieceKind};
use nimfield_core::handles::{Grip, Handle};
use nimfield_core::info::{Checked, Fact, GameInfo};
use nimfield_core::notation::{Cursor, Notation, NotationError, read_list};
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
        name: "lattice",
        title: "the two-dimensional nim of Winning Ways: counters move left, or to lower rows",
        rules: "Counters stand on the quarter plane, columns and rows numbered from 0. A move \
                takes one counter to the left in its row, or to any place, however far right, of a \
                lower row. Several counters may share a place.",
        body: "counters (column,row): a column from 0 to 2^128-1, a row that is a whole number or an \
               ordinal such as w+1",
        example: "lattice[(3,2) (0,5)]",
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
    };

    fn read(cursor: &mut Cursor<'_>) -> Result<Lattice, NotationError> {
        let counters = read_list(cursor, read_point)?;
        Ok(Lattice::new(counters))
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<CounterMove, NotationError> {
        let from = read_point(cursor)?;
        cursor.need("to", Self::INFO.moves)?;
        let to = read_point(cursor)?;
        Ok(CounterMove { from, to })
    }

    fn draw(&self) -> String {
        /// Larger boards are not drawn.
        const LARGEST: u128 = 40;
        let counters = self.counters();
        let width = counters.iter().map(|c| c.column).max().unwrap_or(0);
        let height = counters.iter().map(|c| &c.row).max();
        let height = height.map_or(Some(0), |row| Grundy::from(row.clone()).finite());
        let Some(height) = height.filter(|&height| width <= LARGEST && height <= LARGEST) else {
            return self.to_string();
        };
        let mut lines = Vec::new();
        for row in (0..=height).rev() {
            let place = |column| {
                let here = LatticePoint::new(column, row);
                match counters.iter().filter(|&counter| *counter == here).count() {
                    0 => ".".to_string(),
                    1 => "o".to_string(),
                    count => count.to_string(),
                }
            };
            let places: Vec<String> = (0..=width).map(place).collect();
            lines.push(format!("{row:>2}  {}", places.join(" ")));
        }
        let digits: Vec<String> = (0..=width)
            .map(|column| (column % 10).to_string())
            .collect();
        lines.push(format!("    {}", digits.join(" ")));
        lines.join("\n")
    }

    fn diagram(&self) -> Diagram {
        let piece = |counter: &LatticePoint| Piece {
            label: counter.to_string(),
            numbers: vec![counter.column.to_string(), counter.row.to_string()],
        };
        Diagram::Pieces {
            what: PieceKind::Counter,
            pieces: self.counters().iter().map(piece).collect(),
            lines: self.draw().lines().map(str::to_string).collect(),
        }
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

//! Holladay's game in notation, and as a picture.

use crate::holladay::laws::LAWS;
use crate::holladay::rules::{Holladay, HolladayMove, NotHolladay};
use crate::matrix::text::read_index;
use crate::matrix::{Entry, Matrix};
use nimfield_core::diagram::Diagram;
use nimfield_core::handles::{Grip, Handle};
use nimfield_core::info::{Checked, Fact, GameInfo, Group, Setup};
use nimfield_core::notation::{Cursor, Notation, NotationError};
use nimfield_core::words::Play;

/// The P-positions.
pub(super) const P_POSITIONS: Fact = Fact {
    statement: "P exactly if all column sums are equal and the nim-sum of the row minima \
                is 0; a winning move by construction",
    source: "Holladay 1958",
    checked: Checked::By(&[
        "holladay-2x2",
        "holladay-2x3",
        "holladay-3x2",
        "holladay-one-column",
    ]),
};

impl Notation for Holladay {
    const INFO: GameInfo = GameInfo {
        title: "Holladay's matrix nim: any amounts within a row, or beside an untouched column",
        rules: "A position is a matrix of piles. A move takes any amounts, not all of them 0, from \
                the piles of one row, or from any piles provided one column is left untouched. \
                With one column it is nim.",
        body: "rows are separated by ; or line ends, entries by blanks or commas; an entry is a \
               whole number, and all piles together hold less than 2^128",
        moves: "`row I by A B …` (an amount for each pile of the row) or `take A B …; C D …` (an \
                amount for each pile)",
        move_example: "row 2 by 2 0",
        play: Play::Normal,
        theory: &[P_POSITIONS],
        source: "J. C. Holladay, Matrix nim, American Mathematical Monthly 65 (1958), 107-109",
        chapter: "holladay",
        group: Group::Matrices,
        setup: Setup::Matrix,
        starts: &["holladay[3 2; 1 4]"],
        laws: LAWS,
        ..GameInfo::named("holladay", "holladay[1 2; 3 4]")
    };

    fn read(cursor: &mut Cursor<'_>) -> Result<Holladay, NotationError> {
        let start = cursor.at();
        let (columns, piles) = read_matrix(cursor)?;
        Holladay::new(columns, piles).map_err(|fault: NotHolladay| {
            cursor.fault(start..cursor.at(), fault.to_string(), Self::INFO.body)
        })
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<HolladayMove, NotationError> {
        let columns = self.columns();
        let row = match cursor.take("row") {
            true => {
                let row = read_index(cursor, "the row", self.rows())?;
                cursor.need("by", Self::INFO.moves)?;
                Some(row)
            }
            false if cursor.take("take") => None,
            false => return Err(cursor.expected("`row` or `take`", Self::INFO.moves)),
        };
        cursor.blanks();
        let start = cursor.at();
        let (width, amounts) = read_matrix(cursor)?;
        let height = amounts.len() / width;
        let expected = if row.is_some() { 1 } else { self.rows() };
        if (width, height) != (columns, expected) {
            return Err(cursor.fault(
                start..cursor.at(),
                format!("expected {expected} by {columns} amounts, found {height} by {width}"),
                Self::INFO.moves,
            ));
        }
        let Some(row) = row else {
            return Ok(HolladayMove::new(columns, amounts));
        };
        let mut all = vec![0; self.piles().len()];
        all[row * columns..(row + 1) * columns].copy_from_slice(&amounts);
        Ok(HolladayMove::new(columns, all))
    }

    fn diagram(&self) -> Diagram {
        Diagram::Matrix {
            columns: self.columns(),
            entries: self.piles().iter().map(u128::to_string).collect(),
            changed: Vec::new(),
        }
    }

    fn handles(&self) -> Vec<Handle> {
        let columns = self.columns();
        let most = |piles: &[u128]| piles.iter().map(u128::to_string).collect();
        let rows = self.piles().chunks(columns).enumerate();
        let rows = rows.map(|(i, piles)| {
            let label = format!("row {}", i + 1);
            let grip = Grip::Amounts {
                before: format!("{label} by "),
                most: most(piles),
            };
            Handle::new(label, (i * columns..(i + 1) * columns).collect(), grip)
        });
        let all = Handle::new(
            "all piles",
            (0..self.piles().len()).collect(),
            Grip::Amounts {
                before: "take ".to_string(),
                most: most(self.piles()),
            },
        );
        rows.chain([all]).collect()
    }
}

/// Reads finite numbers in rows of one length, as for matrix nim.
fn read_matrix(cursor: &mut Cursor<'_>) -> Result<(usize, Vec<u128>), NotationError> {
    let start = cursor.at();
    let matrix = <Matrix as Notation>::read(cursor)?;
    let numbers = matrix.grid().cells().iter().map(|entry| match entry {
        Entry::Finite(number) => Some(*number),
        Entry::Infinite => None,
    });
    match numbers.collect() {
        Some(numbers) => Ok((matrix.grid().columns(), numbers)),
        None => Err(cursor.fault(
            start..cursor.at(),
            "all entries of this game are finite",
            "an entry is a whole number",
        )),
    }
}

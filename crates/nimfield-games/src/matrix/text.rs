//! Matrix nim in notation, and as a picture.

use crate::matrix::grid::{Entry, Grid, Pile};
use crate::matrix::laws::LAWS;
use crate::matrix::rules::{Line, LineMove, Matrix, NotAMatrix};
use nimfield_core::diagram::Diagram;
use nimfield_core::families::ray::RayGame;
use nimfield_core::handles::{Grip, Handle};
use nimfield_core::info::{Checked, Fact, Family, GameInfo, Group, MapExample, Puzzle, Setup};
use nimfield_core::notation::{Cursor, Notation, NotationError, at_closing};
use nimfield_core::words::Play;

/// Matrices with more entries are refused.
const MOST_ENTRIES: usize = 1_000_000;

/// Theorems 1 and 2.
pub(super) const SUM_OF_BLOCKS: Fact = Fact {
    statement: "blocks joined by no finite entry form a sum; a diagonally subordinate \
                matrix is the sum of its diagonal",
    source: "Ferguson 2001, Theorems 1 and 2",
    checked: Checked::By(&[
        "ferguson-theorem-1",
        "ferguson-theorem-2",
        "ferguson-theorem-2-entries",
        "ferguson-theorem-2-blocks",
    ]),
};

/// One row of an odd number of piles.
pub(super) const ODD_ROW: Fact = Fact {
    statement: "1xn, n odd: the Grundy value is the nim-sum; misere outcome as in nim",
    source: "Ferguson 2001, section 4",
    checked: Checked::By(&["ferguson-odd-rows", "ferguson-odd-sets-change-the-sum"]),
};

/// The fourth pile of a line.
pub(super) const FOUR_IN_LINE: Fact = Fact {
    statement: "1x4: beside a, b, c exactly one pile f(a,b,c) makes a P-position, the mex of \
                f(a',b,c), f(a,b',c), f(a,b,c') and f(a-k,b-k,c-k)+k",
    source: "the fourth pile as a mex",
    checked: Checked::BY_TESTS_OF_THE_GAME,
};

/// Reflection at the diagonal.
pub(super) const REFLECTED: Fact = Fact {
    statement: "a symmetric matrix whose diagonal entries are at least twice the least \
                other entry of their row is P, in any order of its rows and columns",
    source: "the reflection of Lemma 1",
    checked: Checked::BY_TESTS_OF_THE_GAME,
};

/// Theorem 3.
pub(super) const THEOREM_3: Fact = Fact {
    statement: "2x2: P exactly if a rotation gives (a b; b d) with a, d >= b, or with \
                a < b < d and a mod (d-a) < d-b; all winning moves among eight amounts",
    source: "Ferguson 2001, Theorem 3 and Lemma 1",
    checked: Checked::By(&["ferguson-theorem-3", "ferguson-lemma-1"]),
};

/// What is verified, but not proved.
pub(super) const MISERE_TYPE_4: Fact = Fact {
    statement: "misere 2x2 of type (4): P exactly if the constant diagonal is at least \
                2 (only with --allow-unproved)",
    source: "verified for entries up to 47, not proved",
    checked: Checked::By(&["matrix-misere-type-4"]),
};

impl Notation for Matrix {
    const INFO: GameInfo = GameInfo {
        title: "Ferguson's matrix nim: take k from every pile of a row or a column",
        rules: "A position is a matrix of piles. A move chooses a row or a column and a number \
                k >= 1, and takes k counters from every pile of that line; no pile can give more \
                than it has, so an empty pile blocks its row and its column.",
        body: "rows are separated by ; or line ends, entries by blanks or commas; an entry is a \
               whole number from 0 to 2^128-1, or inf",
        moves: "`row I by K` or `column J by K`; rows count from the top, columns from the left",
        move_example: "row 2 by 7",
        play: Play::Normal,
        theory: &[
            Fact {
                statement: "an entry that is at least the least other entry of its row plus the \
                            least other entry of its column never matters (reduced one at a time, \
                            among rows and columns without empty piles, caps included)",
                source: "Berlekamp in Ferguson 2001, section 3, as corrected",
                checked: Checked::By(&[
                    "ferguson-berlekamp",
                    "ferguson-berlekamp-2x3",
                    "ferguson-berlekamp-moves",
                ]),
            },
            SUM_OF_BLOCKS,
            ODD_ROW,
            Fact {
                statement: "1x2 is Wythoff's game",
                source: "Wythoff 1907; misere: Fraenkel 1984",
                checked: Checked::By(&["ferguson-wythoff"]),
            },
            FOUR_IN_LINE,
            THEOREM_3,
            REFLECTED,
            Fact {
                statement: "a matrix unchanged by swapping its rows in pairs and its columns in \
                            pairs is P",
                source: "pairing strategy",
                checked: Checked::BY_TESTS_OF_THE_GAME,
            },
            MISERE_TYPE_4,
        ],
        source: "T. S. Ferguson, Another form of matrix nim, Electronic Journal of Combinatorics 8 \
                 (2001), R9",
        chapter: "matrix",
        group: Group::Matrices,
        setup: Setup::Matrix,
        starts: &["matrix[7 5; 6 8]"],
        puzzles: &[Puzzle::of(&[2, 2], 9), Puzzle::of(&[2, 3], 6)],
        maps: &[
            MapExample {
                title: "2x2 matrices, Theorem 3",
                family: Family::new("matrix[a 10; 10 b]", "a=0..40 b=0..40"),
                show: "outcome",
                statement: "@ferguson-theorem-3",
                source: "Ferguson 2001, Theorem 3",
            },
            MapExample {
                title: "2x2 matrices, a misprint of it",
                family: Family::new("matrix[a 10; 10 b]", "a=0..40 b=0..40"),
                show: "outcome",
                statement: "@ferguson-theorem-3-not-strict",
                source: "as its example reads in the preprint",
            },
            MapExample {
                title: "2x2 matrices, only Lemma 1",
                family: Family::new("matrix[a 10; 10 b]", "a=0..40 b=0..40"),
                show: "outcome",
                statement: "a >= 10 and b >= 10",
                source: "Ferguson 2001, Lemma 1: right, but not all",
            },
        ],
        laws: LAWS,
        ..GameInfo::named("matrix", "matrix[20 24; 24 27]")
    };

    fn read(cursor: &mut Cursor<'_>) -> Result<Matrix, NotationError> {
        let start = cursor.at();
        let mut entries = Vec::new();
        let mut columns = None;
        let mut row_start = start;
        let mut row = 0;
        loop {
            cursor.blanks_in_line();
            if at_row_end(cursor) {
                // Blank lines and a ; at a line's end are nothing.
                if row > 0 {
                    let expected = *columns.get_or_insert(row);
                    if row != expected {
                        return Err(cursor.fault(
                            row_start..cursor.at(),
                            format!("the first row has {expected} entries, this one {row}"),
                            "all rows of a matrix have the same length",
                        ));
                    }
                    row = 0;
                }
                if at_closing(cursor) || cursor.peek().is_none() {
                    break;
                }
                // One of them stands here: this is the end of a row.
                let _ = cursor.take_char(';') || cursor.take_char('\n');
                cursor.blanks_in_line();
                row_start = cursor.at();
                continue;
            }
            if row > 0 {
                cursor.take(",");
            }
            entries.push(read_entry(cursor)?);
            row += 1;
            if entries.len() > MOST_ENTRIES {
                return Err(cursor.fault(
                    start..cursor.at(),
                    format!("this matrix has more than {MOST_ENTRIES} entries"),
                    "larger ones are refused before they take memory",
                ));
            }
        }
        let end = cursor.at();
        let Some(columns) = columns else {
            return Err(cursor.expected("an entry", Self::INFO.body));
        };
        Matrix::new(Grid::from_cells(columns, entries)).map_err(|fault: NotAMatrix| {
            cursor.fault(start..end, fault.to_string(), Self::INFO.body)
        })
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<LineMove, NotationError> {
        let is_row = cursor.take("row");
        if !is_row && !cursor.take_any(&["column", "col"]) {
            return Err(cursor.expected("`row` or `column`", Self::INFO.moves));
        }
        let word = if is_row { "the row" } else { "the column" };
        let count = if is_row {
            self.grid().rows()
        } else {
            self.grid().columns()
        };
        let index = read_index(cursor, word, count)?;
        cursor.need("by", Self::INFO.moves)?;
        let amount = cursor.need_number("the amount")?;
        let line = if is_row {
            Line::Row(index)
        } else {
            Line::Column(index)
        };
        Ok(LineMove { line, amount })
    }

    fn amount(mv: &LineMove) -> Option<u128> {
        Some(mv.amount)
    }

    fn with_amount(mv: &LineMove, amount: u128) -> Option<LineMove> {
        Some(LineMove { amount, ..*mv })
    }

    fn in_box(&self) -> Option<(RayGame, Vec<u32>)> {
        let grid = self.grid();
        let sizes = grid
            .cells()
            .iter()
            .map(|entry| u32::try_from(entry.finite()?).ok());
        let game = RayGame::matrix(grid.rows(), grid.columns()).ok()?;
        Some((game, sizes.collect::<Option<_>>()?))
    }

    fn diagram(&self) -> Diagram {
        let grid = self.grid();
        Diagram::Matrix {
            columns: grid.columns(),
            entries: grid.cells().iter().map(Entry::to_string).collect(),
            changed: Vec::new(),
        }
    }

    fn handles(&self) -> Vec<Handle> {
        let (rows, columns) = (self.grid().rows(), self.grid().columns());
        if rows * columns > MOST_HELD {
            return Vec::new();
        }
        let lines = (0..rows)
            .map(Line::Row)
            .chain((0..columns).map(Line::Column));
        let handle = |line: Line| {
            let most = self.limit(line).filter(|&most| most > 0)?;
            let cells = match line {
                Line::Row(row) => (row * columns..(row + 1) * columns).collect(),
                Line::Column(column) => (column..rows * columns).step_by(columns).collect(),
            };
            let grip = Grip::Amount {
                before: format!("{line} by "),
                most: most.to_string(),
            };
            Some(Handle::new(line.to_string(), cells, grip))
        };
        lines.filter_map(handle).collect()
    }
}

/// Larger matrices are not for hands.
const MOST_HELD: usize = 10_000;

fn at_row_end(cursor: &mut Cursor<'_>) -> bool {
    matches!(cursor.peek(), None | Some(';' | '\n')) || at_closing(cursor)
}

fn read_entry(cursor: &mut Cursor<'_>) -> Result<Entry, NotationError> {
    if cursor.take_any(&["infinity", "inf", "∞"]) {
        return Ok(Entry::Infinite);
    }
    match cursor.number("an entry")? {
        Some(size) => Ok(Entry::Finite(size)),
        None => Err(cursor.expected(
            "an entry",
            "an entry is a whole number from 0 to 2^128-1, or inf",
        )),
    }
}

/// Reads a number from 1 to `count` as an index from 0.
pub(crate) fn read_index(
    cursor: &mut Cursor<'_>,
    what: &str,
    count: usize,
) -> Result<usize, NotationError> {
    cursor.blanks();
    let start = cursor.at();
    let number = cursor.need_number(what)?;
    let index = usize::try_from(number)
        .ok()
        .filter(|n| (1..=count).contains(n));
    index.map(|n| n - 1).ok_or_else(|| {
        cursor.fault(
            start..cursor.at(),
            format!("{what} is numbered 1 to {count}, not {number}"),
            "",
        )
    })
}

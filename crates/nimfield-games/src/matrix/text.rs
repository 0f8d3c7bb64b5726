//! Matrix nim in notation.

use crate::matrix::grid::{Entry, Grid};
use crate::matrix::rules::Matrix;
use nimfield_core::notation::at_closing;
use nimfield_core::prelude::*;

/// The most entries of a matrix.
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
    statement: "1xn, n odd: the Grundy value is the nim-sum; misère outcome as in nim",
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

/// A statement that is verified but not proved.
pub(super) const MISERE_TYPE_4: Fact = Fact {
    statement: "misère 2x2 of type (4): P exactly if the constant diagonal is at least \
                2 (only with --allow-unproved)",
    source: "verified for entries up to 47, not proved",
    checked: Checked::By(&["matrix-misere-type-4"]),
};

/// Reads a matrix, up to its closing bracket.
pub(super) fn read_matrix(cursor: &mut Cursor<'_>) -> Result<Matrix, NotationError> {
    let start = cursor.at();
    let mut entries = Vec::new();
    let mut columns = None;
    let mut row_start = start;
    let mut row = 0;
    // Whether commas separate the entries of a row, as soon as it has two.
    let mut commas = None;
    loop {
        cursor.blanks_in_line();
        if at_row_end(cursor) {
            // Blank lines and a ; at the end of a line are ignored.
            if row > 0 {
                let expected = *columns.get_or_insert(row);
                if row != expected {
                    return Err(cursor.fault(
                        row_start..cursor.at(),
                        match expected {
                            1 => format!("the first row has 1 entry, but this one has {row}"),
                            _ => format!(
                                "the first row has {expected} entries, but this one has {row}"
                            ),
                        },
                        "all rows of a matrix have the same length",
                    ));
                }
                row = 0;
                commas = None;
            }
            if at_closing(cursor) || cursor.peek().is_none() {
                break;
            }
            // One of them is here, since this is the end of a row.
            let _ = cursor.take_char(';') || cursor.take_char('\n');
            cursor.blanks_in_line();
            row_start = cursor.at();
            continue;
        }
        if row > 0 {
            let comma = cursor.take(",");
            if comma != *commas.get_or_insert(comma) {
                return Err(cursor.fault(
                    row_start..cursor.at(),
                    "some entries of this row are separated by commas, and some by blanks",
                    "commas or blanks separate entries, and ; separates rows: 1 2; 3 4",
                ));
            }
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
        return Err(cursor.expected("an entry", Matrix::INFO.body));
    };
    Matrix::new(Grid::from_cells(columns, entries))
        .map_err(|fault| cursor.fault(start..end, fault, Matrix::INFO.body))
}

fn at_row_end(cursor: &mut Cursor<'_>) -> bool {
    matches!(cursor.peek(), None | Some(';' | '\n')) || at_closing(cursor)
}

fn read_entry(cursor: &mut Cursor<'_>) -> Result<Entry, NotationError> {
    if cursor.take_any(&["infinity", "inf", "∞"]) {
        return Ok(Entry::Infinite);
    }
    match cursor.power("an entry")? {
        Some(size) => Ok(Entry::Finite(size)),
        None => Err(cursor.expected(
            "an entry",
            "an entry is a whole number from 0 to 2^128-1, or inf",
        )),
    }
}

//! Names of cells: `b3` is in column b and row 3 from the top.

/// Returns the name of the cell in this column and row, counted from 0.
pub(crate) fn name(column: usize, row: usize) -> String {
    let mut left = column + 1;
    let mut letters = Vec::new();
    while left > 0 {
        left -= 1;
        letters.push(char::from(b'a' + (left % 26) as u8));
        left /= 26;
    }
    let letters: String = letters.iter().rev().collect();
    format!("{letters}{}", row + 1)
}

//! What a move takes away from one Young diagram, given by its rows from the longest to the shortest.

use crate::amounts::Amounts;

/// A Young diagram: the lengths of its rows, none of them 0.
pub(crate) type Rows = Vec<u32>;

/// What a line `remove` allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Removal {
    /// Any row, or only the first.
    Row { first: bool },
    /// Any column, or only the first.
    Column { first: bool },
    /// A hook of one of these lengths. If what is beyond it moves up to the left, this is the same as a border strip.
    Hook(Amounts),
    /// A cell with everything below and to the right of it.
    Bite,
    /// The whole rim: all cells with nothing to the lower right of them.
    Rim,
}

/// Which removals leave what is beyond them as a diagram of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Splits {
    /// Those of a row or a column; otherwise what is left is pushed together.
    pub(crate) lines: bool,
    /// Those of a hook; otherwise what is beyond moves up and to the left.
    pub(crate) hooks: bool,
}

/// Which removal a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Removed {
    Row,
    Column,
    Hook,
    Bite,
    Rim,
}

/// Returns the lengths of the columns.
pub(crate) fn conjugate(rows: &[u32]) -> Rows {
    let columns = rows.first().copied().unwrap_or(0);
    (0..columns)
        .map(|column| rows.partition_point(|&row| row > column) as u32)
        .collect()
}

/// Returns the moves that a line allows in a diagram. Of equal rows or columns only the first comes, unless a removed
/// one parts the diagram.
pub(crate) fn moves(removal: &Removal, rows: &[u32], splits: Splits) -> Vec<(Removed, u32, u32)> {
    let firsts = |lines: &[u32], first: bool| -> Vec<u32> {
        let fresh = |&line: &usize| splits.lines || line == 0 || lines[line] != lines[line - 1];
        let all = (0..lines.len()).filter(fresh).map(|line| line as u32);
        all.take(if first { 1 } else { usize::MAX }).collect()
    };
    match removal {
        Removal::Row { first } => (firsts(rows, *first).into_iter())
            .map(|row| (Removed::Row, row, 0))
            .collect(),
        Removal::Column { first } => (firsts(&conjugate(rows), *first).into_iter())
            .map(|column| (Removed::Column, 0, column))
            .collect(),
        Removal::Bite => cells(rows)
            .map(|(row, column)| (Removed::Bite, row, column))
            .collect(),
        Removal::Rim if rows.is_empty() => Vec::new(),
        Removal::Rim => vec![(Removed::Rim, 0, 0)],
        Removal::Hook(lengths) => {
            let columns = conjugate(rows);
            let allowed = |&(row, column): &(u32, u32)| {
                let length = u64::from(hook(rows, &columns, row, column));
                lengths.next_after(length - 1) == Some(length)
            };
            (cells(rows).filter(allowed))
                .map(|(row, column)| (Removed::Hook, row, column))
                .collect()
        }
    }
}

/// Returns the cells row by row.
pub(crate) fn cells(rows: &[u32]) -> impl Iterator<Item = (u32, u32)> + '_ {
    let rows = rows.iter().enumerate();
    rows.flat_map(|(row, &length)| (0..length).map(move |column| (row as u32, column)))
}

/// Returns the length of the hook of a cell.
fn hook(rows: &[u32], columns: &[u32], row: u32, column: u32) -> u32 {
    (rows[row as usize] - column) + (columns[column as usize] - row) - 1
}

/// Returns the diagrams that are left after a move: two if the removal splits it.
pub(crate) fn after(
    rows: &[u32],
    (removed, row, column): (Removed, u32, u32),
    splits: Splits,
) -> Vec<Rows> {
    let (at, width) = (row as usize, column);
    let left = match removed {
        Removed::Row if splits.lines => vec![rows[..at].to_vec(), rows[at + 1..].to_vec()],
        Removed::Row => vec![[&rows[..at], &rows[at + 1..]].concat()],
        Removed::Column if splits.lines => {
            let before = rows.iter().map(|&row| row.min(width)).collect();
            let behind = rows
                .iter()
                .map(|&row| row.saturating_sub(width + 1))
                .collect();
            vec![before, behind]
        }
        Removed::Column => {
            let shorter = rows.iter().map(|&row| row - u32::from(row > width));
            vec![shorter.collect()]
        }
        Removed::Bite => {
            let rows = rows.iter().enumerate();
            let kept = rows.map(|(row, &length)| if row < at { length } else { length.min(width) });
            vec![kept.collect()]
        }
        Removed::Rim => {
            let next = rows[1..].iter().chain([&0]);
            vec![next.map(|&row| row.saturating_sub(1)).collect()]
        }
        Removed::Hook => {
            let foot = rows.iter().filter(|&&row| row > width).count() - 1;
            let mut kept = rows.to_vec();
            kept[at..=foot].fill(width);
            let beyond = rows[at + 1..=foot].iter().map(|&row| row - width - 1);
            if splits.hooks {
                vec![kept, beyond.collect()]
            } else {
                // Below the cell, each row of the hook's leg moves up and to the left.
                for (row, beyond) in kept[at..].iter_mut().zip(beyond) {
                    *row += beyond;
                }
                vec![kept]
            }
        }
    };
    let full = |rows: Rows| -> Rows { rows.into_iter().filter(|&row| row > 0).collect() };
    left.into_iter()
        .map(full)
        .filter(|rows| !rows.is_empty())
        .collect()
}

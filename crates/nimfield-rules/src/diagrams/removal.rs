//! What a move takes away from one Young diagram.

use nimfield_core::words::Side;
use nimfield_games::partitions::Partition;
use nimfield_games::partitions::coins::{Hook, without_hook};
use nimfield_games::partitions::removal::{LineRemoval, first_lines};

use crate::amounts::Amounts;

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
pub enum Removed {
    Row,
    Column,
    Hook,
    Bite,
    Rim,
}

/// Returns the moves that a line allows in a diagram. Of equal rows or columns only the first comes, unless a removed
/// one parts the diagram.
pub(crate) fn moves(
    removal: &Removal,
    diagram: &Partition,
    splits: Splits,
) -> Vec<(Removed, u32, u32)> {
    let lines = |side: Side, first: bool| {
        let lines = match splits.lines {
            true => (0..diagram.oriented(side).rows()).collect(),
            false => first_lines(diagram, side),
        };
        let most = if first { 1 } else { usize::MAX };
        lines.into_iter().map(|line| line as u32).take(most)
    };
    let cells = || {
        let rows = (0..).zip(diagram.parts());
        rows.flat_map(|(row, length)| (0..length as u32).map(move |column| (row, column)))
    };
    match removal {
        Removal::Row { first } => (lines(Side::Rows, *first))
            .map(|row| (Removed::Row, row, 0))
            .collect(),
        Removal::Column { first } => (lines(Side::Columns, *first))
            .map(|column| (Removed::Column, 0, column))
            .collect(),
        Removal::Bite => cells()
            .map(|(row, column)| (Removed::Bite, row, column))
            .collect(),
        Removal::Rim if diagram.is_empty() => Vec::new(),
        Removal::Rim => vec![(Removed::Rim, 0, 0)],
        Removal::Hook(lengths) => {
            let rows: Vec<u64> = diagram.parts().collect();
            let columns: Vec<u64> = diagram.conjugate().parts().collect();
            let allowed = |&(row, column): &(u32, u32)| {
                let arm = rows[row as usize] - u64::from(column);
                let leg = columns[column as usize] - u64::from(row);
                lengths.contains(arm + leg - 1)
            };
            (cells().filter(allowed))
                .map(|(row, column)| (Removed::Hook, row, column))
                .collect()
        }
    }
}

/// Returns the diagrams that are left after a move: two if the removal splits it.
pub(crate) fn after(
    diagram: &Partition,
    (removed, row, column): (Removed, u32, u32),
    splits: Splits,
) -> Vec<Partition> {
    let (row, column) = (u64::from(row), u64::from(column));
    let without_line = |side, line| {
        let piece = None;
        let removal = LineRemoval { piece, side, line };
        match splits.lines {
            true => removal.parts(diagram).to_vec(),
            false => vec![removal.merged(diagram)],
        }
    };
    // What is left of the column and above the row.
    let kept = || {
        let rows = (0..).zip(diagram.parts());
        let kept = rows.map(|(own, part)| if own < row { part } else { part.min(column) });
        Partition::new(kept)
    };
    let mut left = match removed {
        Removed::Row => without_line(Side::Rows, row),
        Removed::Column => without_line(Side::Columns, column),
        Removed::Bite => vec![kept()],
        Removed::Rim => vec![diagram.beyond(1, 1)],
        Removed::Hook if splits.hooks => vec![kept(), diagram.beyond(row + 1, column + 1)],
        Removed::Hook => vec![without_hook(diagram, Hook { row, column })],
    };
    left.retain(|diagram| !diagram.is_empty());
    left
}

//! What a move removes from one Young diagram.

use nimfield_core::words::Side;
use nimfield_games::partitions::Partition;
use nimfield_games::partitions::coins::{Hook, without_hook};
use nimfield_games::partitions::removal::{LineRemoval, first_lines};
use nimfield_games::placing::Reach;

use crate::amounts::Amounts;

/// What a line `remove` allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Removal {
    /// Any row, or only the first.
    Row { first: bool },
    /// Any column, or only the first.
    Column { first: bool },
    /// A hook of one of these lengths. If the part beyond it moves up and to the left, this is the same as a border
    /// strip.
    Hook(Amounts),
    /// A cell with everything below and to the right of it.
    Bite(Bites),
    /// One corner or several.
    Corners(Corners),
    /// A piece makes such a step. If no step goes up or to the left, it is in the first cell, and the cells above it
    /// and to the left of it are dropped.
    Step(Reach),
    /// The whole rim: all cells with nothing to the lower right of them.
    Rim,
}

/// The cells at which a diagram may be bitten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bites {
    All,
    /// No cell is below the removed part of the row.
    RowEnds,
    /// No cell is to the right of the removed part of the column.
    ColumnEnds,
    /// The removed part is the last column, the last row, or an L between two consecutive corners.
    Anticorners,
}

impl Bites {
    fn contains(self, diagram: &Partition, row: u64, column: u64) -> bool {
        let (length, below) = (diagram.part(row), diagram.part(row + 1));
        match self {
            Bites::All => true,
            Bites::RowEnds => below <= column,
            Bites::ColumnEnds => length == column + 1,
            Bites::Anticorners => {
                below < length && column + 1 == below.max(1) || (row, column + 1) == (0, length)
            }
        }
    }
}

/// The sets of corners that a move may remove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Corners {
    All,
    /// The corners are consecutive.
    Runs,
    /// The corners are consecutive, and include the first or the last corner of the diagram.
    OuterRuns,
}

impl Corners {
    fn contains(self, set: u32, count: usize) -> bool {
        let run = (set >> set.trailing_zeros())
            .wrapping_add(1)
            .is_power_of_two();
        let outer = set & 1 == 1 || set >> (count - 1) == 1;
        self == Corners::All || run && (self == Corners::Runs || outer)
    }
}

/// The removals that leave the part beyond them as a separate diagram.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Splits {
    /// Removals of a row or a column; otherwise the rest is pushed together.
    pub(crate) lines: bool,
    /// Removals of a hook; otherwise the part beyond moves up and to the left.
    pub(crate) hooks: bool,
}

/// The removal that a move makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Removed {
    Row,
    Column,
    Hook,
    Bite,
    Corners,
    Step,
    Rim,
}

/// Diagrams with more corners have too many sets of them.
pub(crate) const MOST_CORNERS: usize = 20;

impl Removal {
    fn kind(&self) -> Removed {
        match self {
            Removal::Row { .. } => Removed::Row,
            Removal::Column { .. } => Removed::Column,
            Removal::Hook(_) => Removed::Hook,
            Removal::Bite(_) => Removed::Bite,
            Removal::Corners(_) => Removed::Corners,
            Removal::Step(_) => Removed::Step,
            Removal::Rim => Removed::Rim,
        }
    }
}

/// Returns the moves that lines allow in a diagram with the piece at a row and a column, each once and in order. Among
/// equal rows or columns only the first is listed, unless its removal splits the diagram.
pub(crate) fn moves<'a>(
    removals: &'a [Removal],
    (diagram, place): (&'a Partition, (u32, u32)),
    splits: Splits,
) -> impl Iterator<Item = (Removed, u32, u32)> + 'a {
    let own = |kind: Removed| {
        removals
            .iter()
            .filter(move |removal| removal.kind() == kind)
    };
    // A removal of any line includes a removal of the first line.
    let lines = move |kind, side: Side| {
        let any = own(kind).any(|removal| {
            matches!(
                removal,
                Removal::Row { first: false } | Removal::Column { first: false }
            )
        });
        let lines: Vec<u64> = match splits.lines {
            _ if own(kind).next().is_none() => Vec::new(),
            true => (0..diagram.oriented(side).rows()).collect(),
            false => first_lines(diagram, side),
        };
        let most = if any { usize::MAX } else { 1 };
        lines.into_iter().map(|line| line as u32).take(most)
    };
    let rows = lines(Removed::Row, Side::Rows).map(|row| (Removed::Row, row, 0));
    let columns = lines(Removed::Column, Side::Columns).map(|line| (Removed::Column, 0, line));
    let lengths = || (0..).zip(diagram.parts());
    let hooks = own(Removed::Hook).next().map(|_| {
        let columns: Vec<u64> = diagram.conjugate().parts().collect();
        lengths().flat_map(move |(row, length)| {
            let hook =
                |column: u64| length - column + columns[column as usize] - u64::from(row) - 1;
            let mut found = Vec::new();
            for removal in own(Removed::Hook) {
                let Removal::Hook(lengths) = removal else {
                    continue;
                };
                let mut next = lengths.next_after(0);
                while let Some(wanted) = next.filter(|&wanted| wanted <= hook(0).into()) {
                    // Hooks of a row become shorter from cell to cell.
                    let column = least(length, |column| u128::from(hook(column)) <= wanted);
                    found.extend((u128::from(hook(column)) == wanted).then_some(column as u32));
                    next = lengths.next_after(wanted);
                }
            }
            found.sort_unstable();
            found.dedup();
            found
                .into_iter()
                .map(move |column| (Removed::Hook, row, column))
        })
    });
    let allowed = move |row: u32, column: u32| {
        let allows = |own: &Removal| matches!(own, Removal::Bite(cells) if cells.contains(diagram, row.into(), column.into()));
        own(Removed::Bite).any(allows)
    };
    let bites = own(Removed::Bite).next().map(|_| {
        let cells =
            lengths().flat_map(|(row, length)| (0..length as u32).map(move |column| (row, column)));
        let cells = cells.filter(move |&(row, column)| allowed(row, column));
        cells.map(|(row, column)| (Removed::Bite, row, column))
    });
    let sets = own(Removed::Corners).next().map(|_| {
        let count = diagram.runs().len().min(MOST_CORNERS);
        let allows =
            move |own: &Removal, set| matches!(own, Removal::Corners(sets) if sets.contains(set, count));
        let sets =
            (1..1u32 << count).filter(move |&set| own(Removed::Corners).any(|own| allows(own, set)));
        sets.map(|set| (Removed::Corners, set, 0))
    });
    let mut steps = Vec::new();
    for removal in own(Removed::Step) {
        let Removal::Step(reach) = removal else {
            continue;
        };
        let [right, down] = [reach.step.0, reach.step.1].map(i32::from);
        let go = |&(row, column): &(u32, u32)| {
            let to = (
                row.checked_add_signed(down)?,
                column.checked_add_signed(right)?,
            );
            (diagram.part(to.0.into()) > to.1.into()).then_some(to)
        };
        let cells = std::iter::successors(go(&place), go);
        let cells = cells.take(if reach.far { usize::MAX } else { 1 });
        steps.extend(cells.map(|(row, column)| (Removed::Step, row, column)));
    }
    steps.sort_unstable();
    steps.dedup();
    let rim = own(Removed::Rim).next().filter(|_| !diagram.is_empty());
    rows.chain(columns)
        .chain(hooks.into_iter().flatten())
        .chain(bites.into_iter().flatten())
        .chain(sets.into_iter().flatten())
        .chain(steps)
        .chain(rim.map(|_| (Removed::Rim, 0, 0)))
}

/// Returns the least number below `end` from which on `holds` is true, or the last one.
fn least(end: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut from, mut to) = (0, end - 1);
    while from < to {
        let middle = from + (to - from) / 2;
        match holds(middle) {
            true => to = middle,
            false => from = middle + 1,
        }
    }
    from
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
    // The part to the left of the column and above the row.
    let kept = || {
        let rows = (0..).zip(diagram.parts());
        let kept = rows.map(|(own, part)| if own < row { part } else { part.min(column) });
        Partition::new(kept)
    };
    let without_corners = || {
        let runs = diagram.runs().iter().enumerate();
        Partition::new(runs.flat_map(|(corner, run)| {
            let taken = row >> corner & 1;
            (0..run.count).map(move |at| {
                if at + 1 == run.count {
                    run.part - taken
                } else {
                    run.part
                }
            })
        }))
    };
    let mut left = match removed {
        Removed::Corners => vec![without_corners()],
        Removed::Row => without_line(Side::Rows, row),
        Removed::Column => without_line(Side::Columns, column),
        Removed::Bite => vec![kept()],
        Removed::Rim => vec![diagram.beyond(1, 1)],
        Removed::Step => vec![diagram.beyond(row, column)],
        Removed::Hook if splits.hooks => vec![kept(), diagram.beyond(row + 1, column + 1)],
        Removed::Hook => vec![without_hook(diagram, Hook { row, column })],
    };
    left.retain(|diagram| !diagram.is_empty());
    left
}

//! PNim: the rules.

use nimfield_core::moves::{Arg, Forms, GameMove, Move};

use nimfield_core::shape::{Partition, Run};
use nimfield_core::words::Side;
use nimfield_core::{displays_as_move, displays_as_shape};

/// A position of 1-PNim: a partition, from whose Young diagram a move removes any positive number of rows or any
/// positive number of columns; the rest closes up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pnim(pub Partition);

displays_as_shape!(Pnim);

/// The move that removes rows or columns of these sizes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PnimMove {
    /// Whether it removes rows or columns.
    pub side: Side,
    /// The sizes of the removed lines, at least one.
    pub sizes: Partition,
}

const ROWS: &str = "rows {parts}";
const COLUMNS: &str = "columns {parts}";
/// The forms of moves.
pub(super) const FORMS: Forms = &[ROWS, COLUMNS];

impl GameMove for PnimMove {
    fn to_move(&self) -> Move {
        let form = match self.side {
            Side::Rows => ROWS,
            Side::Columns => COLUMNS,
        };
        Move::new(form, [Arg::Parts(Box::new(self.sizes.clone()))])
    }

    fn of_move(mv: &Move) -> Option<PnimMove> {
        let (side, sizes) = match (mv.form(), mv.args()) {
            (ROWS, [Arg::Parts(sizes)]) => (Side::Rows, sizes),
            (COLUMNS, [Arg::Parts(sizes)]) => (Side::Columns, sizes),
            _ => return None,
        };
        let sizes = (**sizes).clone();
        Some(PnimMove { side, sizes })
    }
}

displays_as_move!(PnimMove);

impl Pnim {
    /// Returns the diagram after a move, or why the move is not legal.
    pub(super) fn after(&self, mv: &PnimMove) -> Result<Partition, String> {
        if mv.sizes.is_empty() {
            return Err("a move removes at least one row or column".to_string());
        }
        let lines = self.0.oriented(mv.side);
        if let Some(left) = lines.without(&mv.sizes) {
            return Ok(left.oriented(mv.side));
        }
        let missing = |run: &&Run| lines.count(run.part) < run.count;
        let run = mv.sizes.runs().iter().find(missing);
        let squares = run.expect("some of the lines are missing").part;
        let line = mv.side.line();
        Err(match lines.count(squares) {
            0 => format!("no {line} has {squares} squares"),
            1 => format!("there is only one {line} of {squares} squares"),
            count => format!("there are only {count} {line}s of {squares} squares"),
        })
    }
}

/// Returns the number of sub-multisets of the parts; `u128::MAX` also stands for more.
pub(super) fn choices(lines: &Partition) -> u128 {
    let counts = lines.runs().iter().map(|run| u128::from(run.count) + 1);
    counts.fold(1, u128::saturating_mul)
}

/// The sub-multisets of the parts of a partition, the empty one first; none for the empty partition.
pub(super) struct Chosen {
    lines: Partition,
    next: Option<Vec<u64>>,
}

impl Chosen {
    pub(super) fn new(lines: Partition) -> Chosen {
        let none = vec![0; lines.runs().len()];
        let next = Some(none).filter(|none| !none.is_empty());
        Chosen { lines, next }
    }
}

impl Iterator for Chosen {
    type Item = Partition;

    fn next(&mut self) -> Option<Partition> {
        let counts = self.next.take()?;
        let sizes = chosen(&self.lines, &counts);
        let mut next = counts;
        let runs = self.lines.runs().iter().enumerate().rev();
        for (i, run) in runs {
            if next[i] < run.count {
                next[i] += 1;
                self.next = Some(next);
                break;
            }
            next[i] = 0;
        }
        Some(sizes)
    }
}

/// Returns the partition with these numbers of the parts of `lines`.
pub(super) fn chosen(lines: &Partition, counts: &[u64]) -> Partition {
    let runs = lines.runs().iter().zip(counts);
    let runs = runs.map(|(run, &count)| Run { count, ..*run });
    Partition::from_runs(runs).expect("no more lines than there are")
}

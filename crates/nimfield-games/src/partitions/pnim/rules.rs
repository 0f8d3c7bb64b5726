//! PNim: the rules.

use std::fmt;

use crate::partitions::partition::{Partition, Run};
use nimfield_core::words::Side;

/// A position of 1-PNim: a partition, from whose Young diagram a move removes any positive number of
/// rows or any positive number of columns; what is left is pushed together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pnim(pub Partition);

impl fmt::Display for Pnim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pnim[{}]", self.0)
    }
}

/// The move that removes rows or columns of these sizes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PnimMove {
    /// Whether it removes rows or columns.
    pub side: Side,
    /// The sizes of what it removes, at least one.
    pub sizes: Partition,
}

impl fmt::Display for PnimMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.side, self.sizes)
    }
}

impl Pnim {
    /// Returns what is left after a move, or why it is not legal.
    pub(super) fn after(&self, mv: &PnimMove) -> Result<Partition, String> {
        if mv.sizes.is_empty() {
            return Err("a move removes at least one row or column".to_string());
        }
        let lines = self.0.oriented(mv.side);
        if let Some(left) = lines.without(&mv.sizes) {
            return Ok(left.oriented(mv.side));
        }
        let missing = |run: &&Run| lines.count(run.part) < run.count;
        let reason = mv.sizes.runs().iter().find(missing).map(|run| {
            let (line, squares) = (mv.side.line(), run.part);
            match (lines.count(run.part), run.count) {
                (0, _) => format!("no {line} has {squares} squares"),
                (1, _) => format!("there is only one {line} of {squares} squares"),
                (count, _) => format!("there are only {count} {}s of {squares} squares", line),
            }
        });
        Err(reason.unwrap_or_default())
    }
}

/// Returns the moves of a diagram.
pub(super) fn moves(diagram: &Partition) -> impl Iterator<Item = PnimMove> + use<> {
    let sides = Side::BOTH.map(|side| (side, diagram.oriented(side)));
    sides.into_iter().flat_map(|(side, lines)| {
        let moves = Chosen::new(lines).map(move |sizes| PnimMove { side, sizes });
        moves.skip(1)
    })
}

/// Returns how many moves a diagram has; `u128::MAX` for that many or more.
pub(super) fn move_count(diagram: &Partition) -> u128 {
    let counts = Side::BOTH.map(|side| choices(&diagram.oriented(side)) - 1);
    counts[0].saturating_add(counts[1])
}

/// Returns how many sub-multisets the parts have; `u128::MAX` for that many or more.
pub(super) fn choices(lines: &Partition) -> u128 {
    let counts = lines.runs().iter().map(|run| u128::from(run.count) + 1);
    counts.fold(1, u128::saturating_mul)
}

/// The sub-multisets of the parts of a partition, the empty one first; of the empty partition none.
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
    Partition::from_runs(runs).unwrap_or_default()
}

/// Returns option number `index` of a diagram, those that leave most last.
pub(super) fn option(diagram: &Partition, index: u64) -> Partition {
    let rows = choices(diagram) - 1;
    let (side, mut index) = match u128::from(index).checked_sub(rows) {
        None => (Side::Rows, index.into()),
        Some(index) => (Side::Columns, index),
    };
    let lines = diagram.oriented(side);
    let kept = lines.runs().iter().map(|run| {
        let choices = u128::from(run.count) + 1;
        // At most the count.
        let count = (index % choices) as u64;
        index /= choices;
        Run { count, ..*run }
    });
    let kept = Partition::from_runs(kept).unwrap_or_default();
    kept.oriented(side)
}

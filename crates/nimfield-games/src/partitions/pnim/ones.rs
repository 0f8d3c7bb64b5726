//! Moves of PNim to partitions of value 1, by Theorem 2; these are the winning moves in misère play.

use crate::partitions::pnim::rules::{PnimMove, chosen};
use nimfield_core::shape::{Partition, Run};
use nimfield_core::words::Side;

/// Returns whether the Grundy value is 1: for \[1\], and for the partitions between \[r,r,r-1,…,2\] and \[r^r\] in
/// Young's order for some r >= 2.
///
/// **Source**: Gottlieb, Krnc and Muršič 2025, Theorem 2. **Complexity**: linear in the corners of the diagram.
///
/// ```
/// use nimfield_games::partitions::{Partition, pnim::has_value_one};
/// assert!(has_value_one(&Partition::new([4, 4, 3, 2])));
/// assert!(!has_value_one(&Partition::new([4, 4, 2, 2])));
/// ```
#[must_use]
pub fn has_value_one(diagram: &Partition) -> bool {
    let side = diagram.rows();
    if diagram.is_empty() || diagram.columns() != side {
        return false;
    }
    // Part number i from 1 is at least side - i + 2, for i >= 2; in a run of equal parts, testing the first one
    // suffices.
    let mut above = 0;
    diagram.runs().iter().all(|run| {
        let long_enough = above == 0 || run.part > side - above;
        above += run.count;
        long_enough
    })
}

/// The most moves to list.
const MOST_LISTED: u64 = 100_000;
/// The most entries of a table for the list.
const MOST_ENTRIES: u64 = 4_000_000;

/// Returns all moves to value 1, without examining other moves; `None` if there are too many.
///
/// Such a move of rows leaves, for some p, a row of size p and p - 1 more rows, where row i from the top has size at
/// least p - i + 2 for i >= 2; by conjugation, the same holds for columns.
///
/// **Source**: Gottlieb, Krnc and Muršič 2025, Theorem 2.
pub(super) fn moves_to_one(diagram: &Partition) -> Option<Vec<PnimMove>> {
    let mut moves = Vec::new();
    for side in Side::BOTH {
        let lines = diagram.oriented(side);
        for top in 0..lines.runs().len() {
            for kept in kept_below(&lines, top, MOST_LISTED - moves.len() as u64)? {
                let sizes = lines.without(&kept)?;
                if !sizes.is_empty() {
                    moves.push(PnimMove { side, sizes });
                }
            }
        }
    }
    Some(moves)
}

/// Returns the partitions of value 1 whose largest part is run number `top` of `lines` and which can be formed from its
/// parts; `None` if there are more than `most`.
fn kept_below(lines: &Partition, top: usize, most: u64) -> Option<Vec<Partition>> {
    let runs = &lines.runs()[top..];
    let side = runs[0].part;
    if side == 1 {
        return Some(vec![Partition::new([1])]);
    }
    let available: u64 = runs.iter().map(|run| run.count).sum();
    if runs[0].count < 2 || available < side {
        return Some(Vec::new());
    }
    let width = side + 1;
    let entries = width.checked_mul(runs.len() as u64 + 1)?;
    if entries > MOST_ENTRIES {
        return None;
    }
    // ways[run][rows]: the number of ways to choose the rest from this run on, with this many rows above.
    let width = width as usize;
    let mut ways = vec![vec![0u64; width]; runs.len() + 1];
    ways[runs.len()][side as usize] = 1;
    for (i, run) in runs.iter().enumerate().rev() {
        // Sums over a range of counts, as differences of these. Numbers beyond the limit are capped, so that no sum
        // overflows.
        let mut before = vec![0u64; width + 1];
        for (rows, below) in ways[i + 1].iter().enumerate() {
            before[rows + 1] = before[rows] + below.min(&(most + 1));
        }
        for (rows, own) in ways[i].iter_mut().enumerate() {
            let (least, greatest) = counts(run, i, rows as u64, side);
            if least <= greatest {
                let [from, to] = [least, greatest + 1].map(|count| rows + count as usize);
                *own = before[to] - before[from];
            }
        }
    }
    if ways[0][0] > most {
        return None;
    }
    let mut found = Vec::new();
    let mut counts_so_far = vec![0; top];
    list(lines, top, side, 0, &ways, &mut counts_so_far, &mut found);
    Some(found)
}

/// Returns the fewest and the most rows of a run that may be kept, with `above` rows kept above.
fn counts(run: &Run, i: usize, above: u64, side: u64) -> (u64, u64) {
    let most = run.count.min(side - above);
    // The first of them is the critical one in Young's order.
    let allowed = i == 0 || run.part + above > side;
    match (i, allowed) {
        (0, _) => (2, most),
        (_, true) => (0, most),
        (_, false) => (0, 0),
    }
}

fn list(
    lines: &Partition,
    top: usize,
    side: u64,
    above: u64,
    ways: &[Vec<u64>],
    chosen_counts: &mut Vec<u64>,
    found: &mut Vec<Partition>,
) {
    let i = chosen_counts.len() - top;
    let Some(run) = lines.runs().get(chosen_counts.len()) else {
        found.push(chosen(lines, chosen_counts));
        return;
    };
    let (least, most) = counts(run, i, above, side);
    let possible = |count: &u64| ways[i + 1][(above + count) as usize] > 0;
    // With more rows it is easier to find the rest, so the possible numbers are the last ones.
    let possible = (least..=most).rev().take_while(possible).count() as u64;
    for count in most + 1 - possible..=most {
        chosen_counts.push(count);
        list(lines, top, side, above + count, ways, chosen_counts, found);
        chosen_counts.pop();
    }
}

/// Returns a move to value 1, from any partition that has neither this value nor 0.
///
/// **Source**: the proof of Theorem 2: say there are at least as many columns as rows. If the two
/// largest parts differ, all columns but the last are removed; otherwise, with i the first row that is
/// too short, the first (largest part) - i + 1.
pub(super) fn a_move_to_one(diagram: &Partition) -> Option<PnimMove> {
    if diagram.is_empty() || has_value_one(diagram) {
        return None;
    }
    let (side, wide) = match diagram.columns() >= diagram.rows() {
        true => (Side::Columns, diagram.clone()),
        false => (Side::Rows, diagram.conjugate()),
    };
    let columns = wide.columns();
    let removed = match wide.part(1) < columns {
        true => columns - 1,
        // Rows from number `above` + 1 on, counted from 1, belong to this run; beyond the last run they are 0.
        false => {
            let mut above = 0;
            let mut short = None;
            let runs = wide.runs().iter().copied();
            for run in runs.chain([Run { part: 0, count: 1 }]) {
                // The first relevant row is row 2.
                let row = if above == 0 { 2 } else { above + 1 };
                if row <= columns && run.part < columns - row + 2 {
                    short = Some(row);
                    break;
                }
                above += run.count;
            }
            columns + 1 - short?
        }
    };
    // The first columns are the highest ones.
    let mut left = removed;
    let heights = wide.conjugate();
    let sizes = heights.runs().iter().map(|run| {
        let count = left.min(run.count);
        left -= count;
        Run { count, ..*run }
    });
    let sizes = Partition::from_runs(sizes)?;
    (!sizes.is_empty()).then_some(PnimMove { side, sizes })
}

//! Symmetries of a block that give the second player a reply, in any order of its lines.

use nimfield_core::order::numbers_by;
use std::collections::HashMap;

use smallvec::SmallVec;

use crate::matrix::block::Block;
use crate::matrix::grid::Pile;

/// The most steps of the search; lines with different piles need almost none.
const MOST_TRIALS: usize = 50_000;

/// The sorted piles of a line, its cap last; equal for lines that a symmetry may exchange.
type Profile<T> = (SmallVec<[T; 8]>, T);

fn row_profile<T: Pile>(block: &Block<T>, i: usize) -> Profile<T> {
    let mut piles: SmallVec<[T; 8]> = (0..block.columns()).map(|j| block.at(i, j)).collect();
    piles.sort_unstable();
    (piles, block.row_cap(i))
}

/// Returns the column that corresponds to each row if the block is symmetric with a heavy diagonal in some order of its
/// lines: with the columns in the order of their rows, every entry and cap equals its mirror image, and each diagonal
/// entry is at least twice the least other entry of its row, including the cap.
///
/// Such a block is a P-position: the reply to k from a row is k from its column, and conversely, which leaves a block
/// of this kind.
pub(super) fn heavy_reflection<T: Pile>(block: &Block<T>) -> Option<Vec<usize>> {
    let n = block.rows();
    if n != block.columns() {
        return None;
    }
    let turned = block.transposed();
    let mut like: HashMap<Profile<T>, Vec<usize>> = HashMap::new();
    for j in 0..n {
        like.entry(row_profile(&turned, j)).or_default().push(j);
    }
    let mut candidates = Vec::new();
    for i in 0..n {
        let own = row_profile(block, i);
        let (piles, cap) = &own;
        let second = piles.get(1).copied().unwrap_or(T::INFINITE);
        let heavy = |&j: &usize| {
            let pile = block.at(i, j);
            let least = if pile == piles[0] { second } else { piles[0] }.min(*cap);
            pile.covers(least, least)
        };
        let mut fits: Vec<usize> = like.get(&own)?.iter().copied().filter(heavy).collect();
        if fits.is_empty() {
            return None;
        }
        // The given order is tried first.
        if let Some(own) = fits.iter().position(|&j| j == i) {
            fits[..=own].rotate_right(1);
        }
        candidates.push((i, fits));
    }
    // Rows with few candidates come first, so that contradictions show early.
    let by_count = |a: usize, b: usize| candidates[a].1.len().cmp(&candidates[b].1.len());
    let order = numbers_by(candidates.len(), &by_count);
    let candidates: Vec<_> = order.into_iter().map(|at| candidates[at].clone()).collect();
    let mut partners = vec![usize::MAX; n];
    let mut trials = 0;
    assign(block, &candidates, 0, &mut partners, &mut trials).then_some(partners)
}

fn assign<T: Pile>(
    block: &Block<T>,
    candidates: &[(usize, Vec<usize>)],
    at: usize,
    partners: &mut [usize],
    trials: &mut usize,
) -> bool {
    let Some((i, fits)) = candidates.get(at) else {
        return true;
    };
    for &j in fits {
        *trials += 1;
        if *trials > MOST_TRIALS {
            return false;
        }
        let mut before = candidates[..at].iter().map(|(other, _)| *other);
        let agrees = before.all(|other| {
            partners[other] != j && block.at(*i, partners[other]) == block.at(other, j)
        });
        if agrees {
            partners[*i] = j;
            if assign(block, candidates, at + 1, partners, trials) {
                return true;
            }
            partners[*i] = usize::MAX;
        }
    }
    false
}

/// Returns the partners of rows and those of columns if swapping its rows in pairs and its columns in pairs leaves the
/// block and its caps unchanged.
///
/// Such a block is a P-position: no move overlaps its mirror image, which is therefore a reply.
pub(super) fn pairing<T: Pile>(block: &Block<T>) -> Option<(Vec<usize>, Vec<usize>)> {
    let (rows, columns) = (block.rows(), block.columns());
    let even = |lines: usize| lines >= 2 && lines.is_multiple_of(2);
    if !even(rows) || !even(columns) {
        return None;
    }
    // The shorter side is paired by trial; this determines the other side.
    if rows > columns {
        let (columns, rows) = pairing(&block.transposed())?;
        return Some((rows, columns));
    }
    let profiles: Vec<Profile<T>> = (0..rows).map(|i| row_profile(block, i)).collect();
    let mut by_row = vec![usize::MAX; rows];
    let mut trials = 0;
    let by_column = paired_rows(block, &profiles, &mut by_row, &mut trials)?;
    Some((by_row, by_column))
}

fn paired_rows<T: Pile>(
    block: &Block<T>,
    profiles: &[Profile<T>],
    partners: &mut [usize],
    trials: &mut usize,
) -> Option<Vec<usize>> {
    let free = usize::MAX;
    let Some(first) = partners.iter().position(|&partner| partner == free) else {
        // Comparing all piles counts as this many steps.
        *trials += block.rows() * block.columns() / 100;
        return paired_columns(block, partners);
    };
    for second in first + 1..partners.len() {
        if partners[second] != free || profiles[first] != profiles[second] {
            continue;
        }
        *trials += 1;
        if *trials > MOST_TRIALS {
            return None;
        }
        (partners[first], partners[second]) = (second, first);
        let found = paired_rows(block, profiles, partners, trials);
        if found.is_some() {
            return found;
        }
        (partners[first], partners[second]) = (free, free);
    }
    None
}

/// Returns the partners of the columns, given those of the rows.
fn paired_columns<T: Pile>(block: &Block<T>, by_row: &[usize]) -> Option<Vec<usize>> {
    let column =
        |j: usize| -> SmallVec<[T; 8]> { (0..=block.rows()).map(|i| block.at(i, j)).collect() };
    let mut waiting: HashMap<SmallVec<[T; 8]>, Vec<usize>> = HashMap::new();
    let mut partners = vec![usize::MAX; block.columns()];
    for j in 0..block.columns() {
        let piles = column(j);
        let mirrored = (0..=block.rows()).map(|i| piles[by_row.get(i).copied().unwrap_or(i)]);
        let mirrored: SmallVec<[T; 8]> = mirrored.collect();
        match waiting.get_mut(&mirrored).and_then(Vec::pop) {
            Some(other) => (partners[j], partners[other]) = (other, j),
            None => waiting.entry(piles).or_default().push(j),
        }
    }
    partners
        .iter()
        .all(|&partner| partner != usize::MAX)
        .then_some(partners)
}

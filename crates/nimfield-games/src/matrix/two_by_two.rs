//! 2x2 matrix nim: Ferguson's Theorem 3, for integers of any width.

use std::ops::{Rem, Sub};

use smallvec::SmallVec;

use crate::matrix::rules::Line;

/// The integer types for the theorem: `u32`, `u64`, `u128`, …
pub trait Integer: Copy + Ord + Sub<Output = Self> + Rem<Output = Self> {}
impl<T: Copy + Ord + Sub<Output = T> + Rem<Output = T>> Integer for T {}

/// The type in Theorem 3 of a matrix with the constant diagonal b, b and the corners x <= y on the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diagonal {
    /// Both corners are at least b: type (4), a P-position.
    Dominated,
    /// x < b < y and x mod (y-x) < y-b: type (5), a P-position.
    Inside,
    /// Neither: an N-position unless the other diagonal makes it P.
    Neither,
}

/// Returns the type of the matrix with the constant diagonal `b` and the corners `x` and `y`.
pub fn diagonal<T: Integer>(b: T, x: T, y: T) -> Diagonal {
    let (x, y) = (x.min(y), x.max(y));
    if x >= b {
        Diagonal::Dominated
    } else if b < y && x % (y - x) < y - b {
        Diagonal::Inside
    } else {
        Diagonal::Neither
    }
}

/// Returns whether the 2x2 position is a P-position in normal play.
///
/// **Source**: Ferguson 2001, Theorem 3: P if and only if a rotation gives (a b; b d) with
/// a, d >= b (type 4), or with a < b < d and a mod (d-a) < d-b (type 5).
///
/// **Complexity**: at most two divisions.
///
/// ```
/// use nimfield_games::matrix::two_by_two::is_p;
/// assert!(!is_p([[20u64, 24], [24, 27]]));
/// assert!(is_p([[17u64, 20], [20, 24]]));
/// ```
pub fn is_p<T: Integer>([[a, b], [c, d]]: [[T; 2]; 2]) -> bool {
    (b == c && diagonal(b, a, d) != Diagonal::Neither)
        || (a == d && diagonal(a, b, c) != Diagonal::Neither)
}

/// Returns the amounts that might win, for each line: a P-position has a constant diagonal, so a move to one makes a
/// lowered entry equal to the opposite entry. At most two per line, all at least 1 and within the limit of the line.
pub fn candidates<T: Integer>([[a, b], [c, d]]: [[T; 2]; 2]) -> SmallVec<[(Line, T); 8]> {
    // For each line, its two entries and the entries opposite to them on the diagonals.
    let lines = [
        (Line::Row(0), [a, b], [d, c]),
        (Line::Row(1), [c, d], [b, a]),
        (Line::Column(0), [a, c], [d, b]),
        (Line::Column(1), [b, d], [c, a]),
    ];
    let mut found = SmallVec::new();
    for (line, own, facing) in lines {
        let limit = own[0].min(own[1]);
        let mut add = |k: usize| {
            if own[k] > facing[k] && own[k] - facing[k] <= limit {
                let candidate = (line, own[k] - facing[k]);
                if found.last() != Some(&candidate) {
                    found.push(candidate);
                }
            }
        };
        add(0);
        add(1);
    }
    found
}

/// Returns all winning moves of a 2x2 position in normal play: lines and amounts.
///
/// **Source**: Ferguson 2001, Theorem 3. The list is empty if and only if [`is_p`].
///
/// **Complexity**: at most eight applications of the theorem.
///
/// ```
/// use nimfield_games::matrix::{Line, two_by_two::winning_moves};
/// let moves = winning_moves([[20u64, 24], [24, 27]]);
/// assert_eq!(moves[..], [(Line::Row(1), 7), (Line::Column(1), 7)]);
/// ```
pub fn winning_moves<T: Integer>(position: [[T; 2]; 2]) -> SmallVec<[(Line, T); 8]> {
    let mut moves = candidates(position);
    moves.retain(|&mut (line, amount)| is_p(after(position, line, amount)));
    moves
}

/// Returns the matrix after taking `amount`, within the limit, from both entries of `line`.
pub(crate) fn after<T: Integer>(
    [[a, b], [c, d]]: [[T; 2]; 2],
    line: Line,
    amount: T,
) -> [[T; 2]; 2] {
    match line {
        Line::Row(0) => [[a - amount, b - amount], [c, d]],
        Line::Row(_) => [[a, b], [c - amount, d - amount]],
        Line::Column(0) => [[a - amount, b], [c - amount, d]],
        Line::Column(_) => [[a, b - amount], [c, d - amount]],
    }
}

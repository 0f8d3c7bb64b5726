//! Theory of partizan matrix nim: Ferguson's Theorems 4 and 5.

use smallvec::SmallVec;

use crate::matrix::block::Block;
use crate::matrix::grid::Pile;
use crate::matrix::{Line, two_by_two};
use crate::matrix_partizan::rules::owner;
use nimfield_core::partizan::{ClosedFigures, Simple, Stops};
use nimfield_core::words::{Outcome, Player};

/// Returns the outcome of a 2x2 position.
///
/// **Source**: Ferguson 2001, Theorem 4. Put the least entry into the upper left corner: (a b; c d).
/// Then L if a+c < min(b,d); R if a+b < min(c,d); P if a = d and min(b,c) >= a+d, or a = 0 and
/// b = c < d; otherwise N. Exact for integers of any size.
///
/// ```
/// use nimfield_core::words::Outcome;
/// use nimfield_games::matrix_partizan::outcome_2x2;
/// assert_eq!(outcome_2x2([[1, 1], [1, 1]]), Outcome::N);
/// assert_eq!(outcome_2x2([[0, 5], [2, 7]]), Outcome::L);
/// ```
#[must_use]
pub fn outcome_2x2(matrix: [[u128; 2]; 2]) -> Outcome {
    let [[a, b], [c, d]] = least_first(matrix);
    // A sum that exceeds `u128` exceeds every entry.
    let sum_below = |x: u128, y: u128, bound: u128| x.checked_add(y).is_some_and(|sum| sum < bound);
    let sum_at_most =
        |x: u128, y: u128, bound: u128| x.checked_add(y).is_some_and(|sum| sum <= bound);
    if sum_below(a, c, b.min(d)) {
        Outcome::L
    } else if sum_below(a, b, c.min(d)) {
        Outcome::R
    } else if (a == d && sum_at_most(a, d, b.min(c))) || (a == 0 && b == c && c < d) {
        Outcome::P
    } else {
        Outcome::N
    }
}

/// Reorders rows and columns so that the least entry comes first.
pub(super) fn least_first([[a, b], [c, d]]: [[u128; 2]; 2]) -> [[u128; 2]; 2] {
    match a.min(b).min(c).min(d) {
        least if least == a => [[a, b], [c, d]],
        least if least == b => [[b, a], [d, c]],
        least if least == c => [[c, d], [a, b]],
        _ => [[d, c], [b, a]],
    }
}

/// Explains the result of [`outcome_2x2`], with the numbers.
pub fn outcome_2x2_text(matrix: [[u128; 2]; 2]) -> String {
    let [[a, b], [c, d]] = least_first(matrix);
    let form = format!("with its least entry first the matrix is ({a} {b}; {c} {d})");
    let why = match outcome_2x2(matrix) {
        Outcome::L => format!("{a}+{c} < min({b}, {d})"),
        Outcome::R => format!("{a}+{b} < min({c}, {d})"),
        Outcome::P if a == d => format!("the diagonal is {a}, {d} and min({b}, {c}) >= {a}+{d}"),
        Outcome::P => format!("{a} = 0 and {b} = {c} < {d}"),
        Outcome::N => "none of the conditions for L, R and P holds".to_string(),
    };
    format!("{form} and {why}")
}

/// Returns all winning moves of `player` in a 2x2 position: lines with inclusive ranges of amounts, in order. A move
/// wins if it leaves a position that the player wins when the opponent begins.
///
/// The conditions of Theorem 4 compare sums of entries, so along a line the outcome changes only where two of these are
/// equal; between such amounts, testing one suffices. Takes a fixed number of applications of the theorem.
#[must_use]
pub fn winning_moves_2x2(matrix: [[u128; 2]; 2], player: Player) -> Vec<(Line, u128, u128)> {
    let goal = match player {
        Player::Left => Outcome::L,
        Player::Right => Outcome::R,
    };
    let mut found: Vec<(Line, u128, u128)> = Vec::new();
    for line in [Line::Row(0), Line::Row(1), Line::Column(0), Line::Column(1)] {
        if owner(line) != player {
            continue;
        }
        let wins = |amount: u128| {
            let outcome = outcome_2x2(two_by_two::after(matrix, line, amount));
            outcome == goal || outcome == Outcome::P
        };
        let mut add = |from: u128, to: u128| match found.last_mut() {
            Some((last, _, end)) if *last == line && *end + 1 == from => *end = to,
            _ => found.push((line, from, to)),
        };
        let turns = turning_points(matrix, line);
        for (i, &turn) in turns.iter().enumerate() {
            if wins(turn) {
                add(turn, turn);
            }
            if let Some(&next) = turns.get(i + 1)
                && turn + 1 < next
                && wins(turn + 1)
            {
                add(turn + 1, next - 1);
            }
        }
    }
    found
}

/// Returns the amounts on a line at which some comparison in Theorem 4 may change, in order, including 1 and the limit
/// of the line. Empty if no move is possible.
fn turning_points(matrix: [[u128; 2]; 2], line: Line) -> Vec<u128> {
    let [[a, b], [c, d]] = matrix;
    let (own, rest) = match line {
        Line::Row(0) => ([a, b], [c, d]),
        Line::Row(_) => ([c, d], [a, b]),
        Line::Column(0) => ([a, c], [b, d]),
        Line::Column(_) => ([b, d], [a, c]),
    };
    let limit = own[0].min(own[1]);
    if limit == 0 {
        return Vec::new();
    }
    let mut points: SmallVec<[u128; 64]> = SmallVec::new();
    let [r, s] = rest;
    // Compare x - k with 0, r, s, r+s and |r-s|, and (x - k) + r with s.
    for x in own {
        let differences = [0, r, s, r.saturating_add(s)];
        points.extend(differences.iter().filter_map(|&y| x.checked_sub(y)));
        points.extend(x.checked_add(r.abs_diff(s)));
        points.extend(x.checked_sub(r.abs_diff(s)));
    }
    // Compare (p - k) + (q - k) with r and s.
    for y in rest {
        let [p, q] = own;
        let (whole, odd) = (p / 2 + q / 2, p % 2 + q % 2);
        // (p + q - y) / 2 without overflow: with separate halves and remainders.
        if let Some(half) = whole.checked_sub(y / 2 + y % 2) {
            points.push(half.saturating_add((odd + y % 2) / 2));
        }
    }
    let near = points
        .iter()
        .flat_map(|&point| [point.saturating_sub(1), point, point.saturating_add(1)]);
    let mut near: Vec<u128> = near
        .chain([1, limit])
        .filter(|point| (1..=limit).contains(point))
        .collect();
    near.sort_unstable();
    near.dedup();
    near
}

/// Returns the value of a block by a closed form: a single entry, a single capped line, or an entry d with its caps,
/// that is, the matrix (0 b; c d).
///
/// **Source**: Ferguson 2001, Theorem 5 (with d <= c in part 1), where a missing cap counts as infinite.
pub fn simple_value<T: Pile>(block: &Block<T>) -> Option<Simple> {
    match (block.rows(), block.columns()) {
        (1, 0) => Some(Simple::Integer(true, block.row_cap(0).finite()?)),
        (0, 1) => Some(Simple::Integer(false, block.column_cap(0).finite()?)),
        (1, 1) => {
            let d = block.at(0, 0).finite()?;
            let (b, c) = (block.column_cap(0).finite(), block.row_cap(0).finite());
            Some(theorem_5(b, c, d))
        }
        _ => None,
    }
}

/// Returns the value of (0 b; c d); `None` is infinity.
pub(super) fn theorem_5(b: Option<u128>, c: Option<u128>, d: u128) -> Simple {
    let (negative, small, large) = match (b, c) {
        (None, None) => return Simple::Nimber(d),
        (Some(b), Some(c)) if b == c => {
            return if d <= c {
                Simple::Nimber(d)
            } else {
                Simple::Integer(false, 0)
            };
        }
        (None, Some(c)) => (false, c, None),
        (Some(b), None) => (true, b, None),
        (Some(b), Some(c)) if b > c => (false, c, Some(b)),
        (Some(b), Some(c)) => (true, b, Some(c)),
    };
    if d <= small {
        return Simple::Nimber(d);
    }
    // small < d: compare d with 2·small without doubling.
    let over = d - small;
    if over <= small {
        // The exponent is 2·small + 1 - d.
        Simple::Fraction(negative, (small - over).checked_add(1))
    } else {
        let value = over - small;
        Simple::Integer(
            negative,
            large.map_or(value, |large| value.min(large - small)),
        )
    }
}

/// A move in a single row, or in a column turned into one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowMove {
    /// From only this pile.
    Pile(usize),
    /// From all piles.
    All,
}

/// A single row of two or more positive piles without caps; a column is its negative.
///
/// With s the sum of the n piles and m the least, the value of a row is s-m + K_m, where K_0 = 0
/// and K_m = { K_(m-k) | K_(m-k) - (n-1)k : 1 <= k <= m }: Left empties the least pile and keeps s-m
/// free moves, Right takes m from all. So the stops are s-m and s-m-(n-1)m, the mean is halfway
/// between them and the temperature half their difference.
pub struct PartizanRow {
    column: bool,
    sum: i128,
    least: i128,
    /// (n-1)m, the difference of the stops.
    width: i128,
}

impl PartizanRow {
    /// Returns the row with these piles; `None` if its numbers exceed 2^126.
    pub fn of(piles: &[u128], column: bool) -> Option<PartizanRow> {
        const LARGEST: i128 = 1 << 126;
        let sum = piles
            .iter()
            .try_fold(0u128, |sum, &pile| sum.checked_add(pile))?;
        let least = piles.iter().copied().min()?;
        let width = least.checked_mul(piles.len() as u128 - 1)?;
        let number = |size: u128| i128::try_from(size).ok().filter(|&size| size < LARGEST);
        Some(PartizanRow {
            column,
            sum: number(sum)?,
            least: number(least)?,
            width: number(width)?,
        })
    }

    /// Returns L (for a column R) if the row's right stop is positive; otherwise N, since the first player wins: Left
    /// by emptying the least pile, Right by reaching a stop that is not positive.
    pub fn outcome(&self) -> Outcome {
        match (self.sum - self.least > self.width, self.column) {
            (false, _) => Outcome::N,
            (true, false) => Outcome::L,
            (true, true) => Outcome::R,
        }
    }

    /// Returns all winning moves of a player as lines of the row with inclusive ranges of amounts: columns for Left,
    /// the row for Right; with the players exchanged for a column.
    ///
    /// Left wins unless the move leaves all piles equal and positive: then Right empties them. Otherwise the right stop
    /// is positive, or a pile is empty and only Left has moves. Right must leave nothing at all, since any nonempty
    /// rest has a positive left stop.
    pub fn winning_moves(&self, piles: &[u128]) -> Vec<(RowMove, u128, u128)> {
        let mut found = Vec::new();
        for (j, &pile) in piles.iter().enumerate() {
            let mut others = piles.iter().enumerate().filter(|&(other, _)| other != j);
            let common = others.next().map(|(_, &other)| other);
            let common = common.filter(|&common| others.all(|(_, &other)| other == common));
            // The amount that leaves all piles equal.
            match common.and_then(|common| pile.checked_sub(common)) {
                Some(equal) if equal > 0 => {
                    let ranges = [(1, equal - 1), (equal + 1, pile)];
                    let ranges = ranges.into_iter().filter(|(from, to)| from <= to);
                    found.extend(ranges.map(|(from, to)| (RowMove::Pile(j), from, to)));
                }
                _ => found.push((RowMove::Pile(j), 1, pile)),
            }
        }
        if let [first, rest @ ..] = piles
            && rest.iter().all(|pile| pile == first)
        {
            found.push((RowMove::All, *first, *first));
        }
        found
    }

    /// Returns both stops: the left one first.
    fn both_stops(&self) -> [i128; 2] {
        let high = self.sum - self.least;
        let low = high - self.width;
        if self.column {
            [-low, -high]
        } else {
            [high, low]
        }
    }

    /// Returns both stops.
    pub fn stops(&self) -> Stops {
        let [left, right] = self.both_stops().map(Simple::from);
        Stops { left, right }
    }

    /// Returns the stops, and whether the value is a switch.
    pub fn figures(&self) -> ClosedFigures {
        ClosedFigures::Stops {
            stops: self.stops(),
            // If the least pile is 1, each player has one undominated move, to a number.
            switch: Some(self.least == 1),
        }
    }

    /// Returns the argument, with the numbers.
    pub fn text(&self) -> String {
        let PartizanRow {
            column,
            sum,
            least,
            width,
        } = self;
        let sign = if *column { "the negative of " } else { "" };
        format!(
            "the sum of the piles is {sum} and the least is {least}, so the value is {sign}{} + K with K between the stops 0 and -{width}",
            sum - least
        )
    }
}

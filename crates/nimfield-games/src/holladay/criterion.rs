//! Holladay's game: the outcome, and the construction of a winning move.
//!
//! **Theorem** (Holladay 1958). A position is a P-position if and only if all column sums are
//! equal and the nim-sum of the least entries of the rows is 0.

use crate::holladay::rules::{Holladay, HolladayMove};

/// The figures for the criterion.
pub(super) struct Figures {
    pub(super) sums: Vec<u128>,
    pub(super) minima: Vec<u128>,
    pub(super) nim_sum: u128,
}

impl Figures {
    pub(super) fn of(position: &Holladay) -> Figures {
        let sums = (0..position.columns()).map(|j| position.column_sum(j));
        let least = |i: usize| position.row(i).iter().copied().min().unwrap_or(0);
        let minima: Vec<u128> = (0..position.rows()).map(least).collect();
        Figures {
            sums: sums.collect(),
            nim_sum: minima.iter().fold(0, |sum, least| sum ^ least),
            minima,
        }
    }

    pub(super) fn even(&self) -> bool {
        self.sums.windows(2).all(|pair| pair[0] == pair[1])
    }
}

/// Returns whether the position is a P-position in normal play.
///
/// **Source**: Holladay 1958. O(mn).
///
/// ```
/// use nimfield_games::holladay::{Holladay, is_p};
/// let position = Holladay::new(2, vec![1, 2, 2, 1]).unwrap();
/// assert!(is_p(&position));
/// ```
#[must_use]
pub fn is_p(position: &Holladay) -> bool {
    is_p_of_piles(position.columns(), position.piles())
}

/// Returns whether these piles, by rows, are a P-position in normal play; their sums must be below 2^128.
pub(super) fn is_p_of_piles<T: Copy + Ord + Into<u128>>(columns: usize, piles: &[T]) -> bool {
    let sum = |j: usize| {
        let column = piles.iter().skip(j).step_by(columns);
        column.map(|&pile| pile.into()).sum::<u128>()
    };
    let first = sum(0);
    let least = piles.chunks(columns).filter_map(|row| row.iter().min());
    let nim_sum = least.fold(0, |sum, &least| sum ^ least.into());
    nim_sum == 0 && (1..columns).all(|j| sum(j) == first)
}

/// Returns a winning move in normal play; `None` from a P-position.
///
/// **Source**: the proof of Holladay's criterion made explicit. O(mn).
///
/// Let S be the least column sum, r the row minima, and x their nim-sum. If the sums are equal and x != 0, a whole row
/// makes the nim move on r. Otherwise, if x = 0, lower all sums to S, keeping the entries at or above r and a least
/// column untouched. If x != 0, take a nim move from r_i to r_i'. If the rest of some column holds at least S - r_i',
/// that column gets r_i' in row i and all sums are lowered to S; if none does, row i alone lowers all sums to r_i' plus
/// the largest rest.
#[must_use]
pub fn winning_move(position: &Holladay) -> Option<HolladayMove> {
    let Figures {
        sums,
        mut minima,
        nim_sum,
    } = Figures::of(position);
    let (rows, columns) = (position.rows(), position.columns());
    let even = sums.windows(2).all(|pair| pair[0] == pair[1]);
    let least_sum = sums.iter().copied().min()?;
    let mut amounts = vec![0; rows * columns];
    let nim_row = (0..rows).find(|&i| minima[i] ^ nim_sum < minima[i]);
    match nim_row {
        None if even => return None,
        None => {
            for j in 0..columns {
                lower_column(position, j, least_sum, &minima, &mut amounts);
            }
        }
        Some(i) if even => {
            let amount = minima[i] - (minima[i] ^ nim_sum);
            amounts[i * columns..(i + 1) * columns].fill(amount);
        }
        Some(i) => {
            let target = minima[i] ^ nim_sum;
            let rest = |j: usize| sums[j] - position.at(i, j);
            match (0..columns).find(|&j| rest(j) >= least_sum - target) {
                Some(carrier) => {
                    for j in (0..columns).filter(|&j| j != carrier) {
                        lower_column(position, j, least_sum, &minima, &mut amounts);
                    }
                    amounts[i * columns + carrier] = position.at(i, carrier) - target;
                    minima[i] = target;
                    lower_column(position, carrier, least_sum, &minima, &mut amounts);
                }
                None => {
                    let sum = target + (0..columns).map(rest).max()?;
                    for j in 0..columns {
                        amounts[i * columns + j] = sums[j] - sum;
                    }
                }
            }
        }
    }
    Some(HolladayMove::new(columns, amounts))
}

/// Lowers entries above `floor` in column `j` until its sum is `sum`.
fn lower_column(position: &Holladay, j: usize, sum: u128, floor: &[u128], amounts: &mut [u128]) {
    let columns = position.columns();
    let taken: u128 = (0..position.rows()).map(|i| amounts[i * columns + j]).sum();
    let mut excess = position.column_sum(j) - taken - sum;
    for (i, &floor) in floor.iter().enumerate() {
        let cell = i * columns + j;
        let amount = (position.at(i, j) - amounts[cell])
            .saturating_sub(floor)
            .min(excess);
        amounts[cell] += amount;
        excess -= amount;
    }
}

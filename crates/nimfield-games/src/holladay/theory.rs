//! Holladay's game: who wins, and a winning move by construction.
//!
//! **Theorem** (Holladay 1958). A position is a P-position if and only if all column sums are
//! equal and the nim-sum of the least entries of the rows is 0.

use std::fmt;

use crate::holladay::component::SmallHolladay;
use crate::holladay::rules::{Holladay, Taking};
use crate::nim;
use nimfield_core::budget::Budget;
use nimfield_core::rules::Impartial;
use nimfield_core::theory::{Finding, Game, Summand};
use nimfield_core::words::{Grundy, Play, Reason};

/// The source.
const SOURCE: &str = "Holladay 1958";

/// What the criterion looks at.
struct Figures {
    sums: Vec<u128>,
    minima: Vec<u128>,
    nim_sum: u128,
}

impl Figures {
    fn of(position: &Holladay) -> Figures {
        let sums = (0..position.columns()).map(|j| position.column_sum(j));
        let least = |i: usize| position.row(i).iter().copied().min().unwrap_or(0);
        let minima: Vec<u128> = (0..position.rows()).map(least).collect();
        Figures {
            sums: sums.collect(),
            nim_sum: minima.iter().fold(0, |sum, least| sum ^ least),
            minima,
        }
    }

    fn even(&self) -> bool {
        self.sums.windows(2).all(|pair| pair[0] == pair[1])
    }
}

/// Whether the position is a P-position in normal play.
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
    let figures = Figures::of(position);
    figures.even() && figures.nim_sum == 0
}

/// A winning move in normal play; `None` from a P-position.
///
/// **Source**: the proof of Holladay's criterion made explicit. O(mn).
///
/// Let S be the least column sum, r the row minima, and x their nim-sum. With equal sums and
/// x != 0, nim's move on r is made by a whole row. Otherwise the sums are brought to S, the entries
/// staying at or above r and a least column untouched (x = 0); or, with nim's move r_i to r_i':
/// if the rest of some column holds at least S - r_i', that column gets r_i' in row i and all sums
/// are brought to S; if none does, row i alone brings all sums to r_i' plus the largest rest.
#[must_use]
pub fn winning_move(position: &Holladay) -> Option<Taking> {
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
    Some(Taking::new(columns, amounts))
}

/// Takes more from column `j`, from entries above `floor`, until its sum is `sum`.
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

/// A position of Holladay's game as the one summand of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whole(Holladay);

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl Game for Holladay {
    type Summand = Whole;

    fn summands(&self) -> Vec<Whole> {
        if self.piles().iter().all(|&pile| pile == 0) {
            Vec::new()
        } else {
            vec![Whole(self.clone())]
        }
    }

    fn constructed_move(&self, play: Play, _budget: &Budget) -> Option<Taking> {
        match play {
            Play::Normal => winning_move(self),
            Play::Misere => None,
        }
    }
}

impl Whole {
    /// The heaps, if the position is nim: one column.
    fn heaps(&self) -> Option<Vec<Grundy>> {
        let piles = self.0.piles().iter().map(|&pile| pile.into());
        (self.0.columns() == 1).then(|| piles.collect())
    }
}

impl Summand for Whole {
    type Move = Taking;
    type Small = SmallHolladay;

    fn value(&self) -> Option<Finding<Grundy>> {
        let heaps = self.heaps()?;
        let value = heaps.iter().sum::<Grundy>();
        let text = format!(
            "with one column the game is nim: nim-sum {}",
            value.ordinal_text()
        );
        Some(Finding::new(value, Reason::theorem(SOURCE, text)))
    }

    fn outcome(&self, play: Play, _unproved: bool) -> Option<Finding<bool>> {
        if play == Play::Misere {
            return self.heaps().map(|heaps| nim::misere_outcome(&heaps));
        }
        let figures = Figures::of(&self.0);
        let list = |numbers: &[u128]| -> String {
            let shown: Vec<String> = numbers.iter().take(20).map(u128::to_string).collect();
            shown.join(", ") + if numbers.len() > 20 { ", …" } else { "" }
        };
        let sums = if figures.even() {
            "equal"
        } else {
            "not all equal"
        };
        let text = format!(
            "the column sums {} are {sums} and the row minima {} have nim-sum {}; a P-position has equal column sums and nim-sum 0",
            list(&figures.sums),
            list(&figures.minima),
            figures.nim_sum
        );
        Some(Finding::new(is_p(&self.0), Reason::theorem(SOURCE, text)))
    }

    fn moves(&self) -> Box<dyn Iterator<Item = Taking> + '_> {
        self.0.moves()
    }

    fn move_count(&self) -> u128 {
        self.0.move_count()
    }

    fn small(&self) -> Result<SmallHolladay, String> {
        SmallHolladay::new(&self.0).ok_or_else(|| {
            format!("{self} has more than 2^64 options, which no search can go through")
        })
    }

    fn heap(&self) -> Option<Grundy> {
        let mut heaps = self.heaps()?;
        heaps.retain(|heap| *heap != Grundy::ZERO);
        <[Grundy; 1]>::try_from(heaps).ok().map(|[heap]| heap)
    }
}

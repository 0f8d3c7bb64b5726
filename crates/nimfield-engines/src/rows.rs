//! Rows of Grundy values of ray games with two piles: one pile fixed, the other one growing.

use nimfield_core::budget::{Budget, Progress, Unfinished};
use nimfield_core::families::ray::RayGame;
use nimfield_core::sorting::Sort as _;

use crate::heaps::HeapPeriod;

/// A row of Grundy values, found column by column together with the rows below it.
///
/// The values of a column follow from a *state*: for each row the values used so far, of which only those from the least
/// unused one on matter, and the values of as many columns before as there are rows below. If a state returns with all
/// values grown by the same number, so do all values after it.
///
/// **Source**: A. Dress, A. Flammenkamp and N. Pink, Additive periodicity of the Sprague–Grundy function of certain Nim
/// games, Adv. Appl. Math. 22 (1999), 249-270.
#[derive(Clone, Debug)]
pub struct GrowingRow {
    /// Whether a move lowers the growing pile alone, the fixed one alone, both alike.
    along: bool,
    across: bool,
    both: bool,
    rows: Vec<Row>,
}

/// A row: the fixed pile has some size.
#[derive(Clone, Debug, Default)]
struct Row {
    values: Vec<u32>,
    /// The least value that does not occur.
    least: u32,
    /// The values above it that do, ascending.
    above: Vec<u32>,
}

/// What further columns depend on, relative to the least unused value of the first row.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    used: Vec<Vec<i64>>,
    window: Vec<Vec<i64>>,
}

/// A law proved by the return of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Returned {
    /// The column of the state.
    pub from: usize,
    /// The columns until it returned.
    pub period: usize,
    /// What the values have grown by.
    pub saltus: i64,
}

impl GrowingRow {
    /// Creates the row in which pile `growing` grows and the other one has the size `fixed`. `None` if the game does
    /// not have two piles.
    #[must_use]
    pub fn new(game: &RayGame, growing: usize, fixed: u32) -> Option<GrowingRow> {
        let has = |piles: u64| game.masks().contains(&piles);
        (game.piles() == 2 && growing < 2).then(|| GrowingRow {
            along: has(1 << growing),
            across: has(2 >> growing),
            both: has(3),
            rows: vec![Row::default(); fixed as usize + 1],
        })
    }

    /// Returns the values found so far.
    #[must_use]
    pub fn values(&self) -> &[u32] {
        self.rows.last().map_or(&[], |row| &row.values)
    }

    /// Returns the law that the return of a state proves, with the least period and preperiod.
    #[must_use]
    pub fn law(&self, returned: &Returned) -> HeapPeriod {
        let values = self.values();
        let grows = |n: usize, by: usize| i64::from(values[n + by]) - i64::from(values[n]);
        let Returned { from, period, .. } = *returned;
        let holds = |by: usize, n: usize| grows(n, by) == grows(from, by);
        let mut divisors = (1..=period).filter(|by| period.is_multiple_of(*by));
        let least = divisors.find(|&by| (from..=from + period).all(|n| holds(by, n)));
        let period = least.unwrap_or(period);
        let before = (0..from).rev().take_while(|&n| holds(period, n)).count();
        HeapPeriod {
            preperiod: (from - before) as u64,
            period: period as u64,
            saltus: grows(from, period),
        }
    }

    /// Finds the values of one more column.
    fn column(&mut self) {
        let column = self.values().len();
        for size in 0..self.rows.len() {
            let (below, rest) = self.rows.split_at_mut(size);
            let row = &mut rest[0];
            let mut excluded: Vec<u32> = Vec::new();
            if self.across {
                excluded.extend(below.iter().map(|row| row.values[column]));
            }
            if self.both {
                let diagonal = (1..=size.min(column)).map(|k| below[size - k].values[column - k]);
                excluded.extend(diagonal);
            }
            if self.along {
                excluded.extend(&row.above);
            }
            excluded.put_in_order();
            let mut value = row.least;
            for other in excluded {
                value += u32::from(other == value);
            }
            row.values.push(value);
            if self.along {
                let place = row
                    .above
                    .binary_search(&value)
                    .unwrap_or_else(|place| place);
                row.above.insert(place, value);
                let run = (row.least..)
                    .zip(&row.above)
                    .take_while(|(least, value)| least == *value);
                let run = run.count();
                row.above.drain(..run);
                row.least += run as u32;
            }
        }
    }

    fn base(&self) -> i64 {
        self.rows[0].least.into()
    }

    fn state(&self) -> State {
        let base = self.base();
        let relative = |value: &u32| i64::from(*value) - base;
        let columns = self.values().len();
        let window = columns.saturating_sub(self.rows.len() - 1);
        State {
            used: (self.rows.iter())
                .map(|row| {
                    std::iter::once(&row.least)
                        .chain(&row.above)
                        .map(relative)
                        .collect()
                })
                .collect(),
            window: match self.both {
                true => (self.rows.iter())
                    .map(|row| row.values[window..].iter().map(relative).collect())
                    .collect(),
                false => Vec::new(),
            },
        }
    }

    /// Finds the columns below `len`, and stops one period after a state has returned.
    ///
    /// # Errors
    /// If the budget runs out; what is found until then stays.
    pub fn search(&mut self, len: usize, budget: &Budget) -> Result<Option<Returned>, Unfinished> {
        // A state is kept at each power of two and compared with all after it (Brent 1980).
        let mut kept: Option<(usize, i64, State)> = None;
        let mut returned: Option<Returned> = None;
        while self.values().len()
            < returned.map_or(len, |law| len.min(law.from + 2 * law.period + 1))
        {
            let column = self.values().len();
            let unfinished = |limit| Unfinished {
                limit,
                done: column as u64,
                total: Some(len as u64),
            };
            budget.check(column as u64).map_err(unfinished)?;
            budget
                .fits((8 * column * self.rows.len()) as u64)
                .map_err(unfinished)?;
            if returned.is_none() {
                let state = self.state();
                match &kept {
                    Some((from, base, before)) if *before == state => {
                        returned = Some(Returned {
                            from: *from,
                            period: column - from,
                            saltus: self.base() - base,
                        });
                    }
                    _ if (column + 1).is_power_of_two() => {
                        kept = Some((column, self.base(), state))
                    }
                    _ => {}
                }
            }
            self.column();
            if column.is_multiple_of(1 << 12) {
                budget.report(Progress {
                    phase: "columns",
                    size: None,
                    done: column as u64,
                    total: Some(len as u64),
                });
            }
        }
        Ok(returned.filter(|law| self.values().len() > law.from + 2 * law.period))
    }
}

//! Rows of Grundy values of ray and vector games with two piles: one pile fixed, the other one growing.

use nimfield_core::budget::{Budget, Meter, Progress, Unfinished};
use nimfield_core::families::ray::RayGame;
use nimfield_core::families::vectors::VectorMove;

use crate::heaps::HeapPeriod;

/// A row of Grundy values, computed column by column together with the rows of smaller fixed piles.
///
/// The values of a column follow from a *state*: for each row, the used values above the least unused one, and the
/// values of as many earlier columns as moves reach back, except moves that lower only the growing pile by any amount.
/// If a state recurs with all values increased by the same number, so do all later values.
///
/// **Source**: A. Dress, A. Flammenkamp and N. Pink, Additive periodicity of the Sprague–Grundy function of certain Nim
/// games, Adv. Appl. Math. 22 (1999), 249-270.
#[derive(Clone, Debug)]
pub struct GrowingRow {
    /// Whether moves may lower only the growing pile by any amount.
    along: bool,
    /// The other moves.
    steps: Vec<Step>,
    /// The fixed pile.
    fixed: u32,
    /// Empty before the search, otherwise one row for each pile up to the fixed one.
    rows: Vec<Row>,
}

/// The amounts that a move takes from the growing and the fixed pile, once or any number of times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    growing: usize,
    fixed: usize,
    any_multiple: bool,
}

impl Step {
    /// Returns the largest multiple of the move if the fixed pile has this size.
    fn most(self, fixed: usize) -> usize {
        match (self.any_multiple, fixed.checked_div(self.fixed)) {
            (true, most) => most.unwrap_or(0),
            (false, None) => 1,
            (false, Some(most)) => most.min(1),
        }
    }
}

/// A row, for some size of the fixed pile.
#[derive(Clone, Debug, Default)]
struct Row {
    values: Vec<u32>,
    /// The least value that does not occur.
    least: u32,
    /// The values above it that occur, ascending.
    above: Vec<u32>,
}

impl Row {
    /// Records that a value occurs.
    fn use_value(&mut self, value: u32) {
        let place = self
            .above
            .binary_search(&value)
            .unwrap_or_else(|place| place);
        self.above.insert(place, value);
        let run = (self.least..)
            .zip(&self.above)
            .take_while(|(least, value)| least == *value)
            .count();
        self.above.drain(..run);
        self.least += run as u32;
    }
}

/// The data that determine further columns, relative to the least unused value of the first row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct State {
    used: Vec<Vec<i64>>,
    window: Vec<Vec<i64>>,
}

/// A law proved by the recurrence of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Returned {
    /// The column of the state.
    pub from: usize,
    /// The number of columns until it recurred.
    pub period: usize,
    /// The growth of the values.
    pub saltus: i64,
}

impl GrowingRow {
    /// Creates the row in which pile `growing` grows and the other pile has the size `fixed`. `None` if the game does
    /// not have two piles.
    #[must_use]
    pub fn new(game: &RayGame, growing: usize, fixed: u32) -> Option<GrowingRow> {
        let moves = [(1, 1 << growing), (2, 2u64 >> growing), (3, 3)].map(|(kind, piles)| {
            let amounts = [i64::from(kind != 2), i64::from(kind != 1)];
            game.masks().contains(&piles).then_some((amounts, true))
        });
        let two = game.piles() == 2 && growing < 2;
        two.then(|| GrowingRow::of(moves.into_iter().flatten(), fixed))
            .flatten()
    }

    /// Creates the row of a game whose moves are vectors. `None` if the game does not have two piles, a move adds
    /// counters, or takes any multiple of two or more from only the growing pile.
    #[must_use]
    pub fn of_vectors(moves: &[VectorMove], growing: usize, fixed: u32) -> Option<GrowingRow> {
        let moves = moves.iter().map(|mv| {
            let [first, second] = mv.amounts[..] else {
                return None;
            };
            let amounts = match growing {
                0 => [first, second],
                _ => [second, first],
            };
            Some((amounts, mv.any_multiple))
        });
        GrowingRow::of(moves.collect::<Option<Vec<_>>>()?, fixed)
    }

    fn of(moves: impl IntoIterator<Item = ([i64; 2], bool)>, fixed: u32) -> Option<GrowingRow> {
        let mut row = GrowingRow {
            along: false,
            steps: Vec::new(),
            fixed,
            rows: Vec::new(),
        };
        for (amounts, any_multiple) in moves {
            match (amounts, any_multiple) {
                ([1, 0], true) => row.along = true,
                ([_, 0], true) => return None,
                ([growing, fixed], _) => row.steps.push(Step {
                    // Moves that add counters are not supported.
                    growing: usize::try_from(growing).ok()?,
                    fixed: usize::try_from(fixed).ok()?,
                    any_multiple,
                }),
            }
        }
        Some(row)
    }

    /// Returns the number of columns that moves reach back, except moves that lower only the growing pile by any
    /// amount.
    fn window(&self) -> usize {
        let fixed = self.fixed as usize;
        let back = self
            .steps
            .iter()
            .map(|step| step.most(fixed).saturating_mul(step.growing));
        back.max().unwrap_or(0)
    }

    /// Returns the values found so far.
    #[must_use]
    pub fn values(&self) -> &[u32] {
        self.rows.last().map_or(&[], |row| &row.values)
    }

    /// Returns the law that the recurrence of a state proves, with the least period and preperiod.
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

    /// Finds the values of one more column, or of none if the budget runs out.
    fn column(&mut self, meter: &mut Meter<'_>) -> Result<(), Unfinished> {
        let column = self.values().len();
        for size in 0..self.rows.len() {
            let (below, rest) = self.rows.split_at_mut(size);
            let row = &rest[0];
            let mut excluded: Vec<u32> = Vec::new();
            for step in &self.steps {
                let most = match column.checked_div(step.growing) {
                    Some(columns) => step.most(size).min(columns),
                    None => step.most(size),
                };
                let reached = |times: usize| {
                    let (other, column) =
                        (size - times * step.fixed, column - times * step.growing);
                    // A move along the row reaches an earlier column.
                    below.get(other).unwrap_or(row).values[column]
                };
                excluded.extend((1..=most).map(reached));
            }
            if self.along {
                excluded.extend(&row.above);
            }
            if let Err(unfinished) = meter.work(excluded.len() as u64) {
                for row in below {
                    row.values.truncate(column);
                }
                return Err(unfinished);
            }
            excluded.sort_unstable();
            let mut value = row.least;
            for other in excluded {
                value += u32::from(other == value);
            }
            rest[0].values.push(value);
        }
        if self.along {
            for row in &mut self.rows {
                row.use_value(row.values[column]);
            }
        }
        Ok(())
    }

    fn base(&self) -> i64 {
        self.rows[0].least.into()
    }

    /// Returns the state before the next column, and counts its bytes as held.
    fn state(&self, meter: &mut Meter<'_>) -> Result<State, Unfinished> {
        let base = self.base();
        let relative = |value: &u32| i64::from(*value) - base;
        let columns = self.values().len();
        let window = columns.saturating_sub(self.window());
        let mut state = State::default();
        for row in &self.rows {
            let used = std::iter::once(&row.least).chain(&row.above);
            state.used.push(used.map(relative).collect());
            state
                .window
                .push(row.values[window..].iter().map(relative).collect());
            let numbers = (row.above.len() + 1 + columns - window) as u64;
            meter.bytes += 8 * numbers;
            meter.work(numbers)?;
        }
        Ok(state)
    }

    /// Finds the columns below `len`, and stops one period after a state has recurred.
    ///
    /// # Errors
    /// If the budget runs out; the values found so far stay.
    pub fn search(&mut self, len: usize, budget: &Budget) -> Result<Option<Returned>, Unfinished> {
        /// The number of values between two checks of the budget.
        const EVERY: u64 = 1 << 16;
        let mut meter = Meter::silent(budget).of(len as u64).every(EVERY);
        let rows = self.fixed as usize + 1;
        // The bytes of a row, and of its lists in two states.
        let empty = (rows * (size_of::<Row>() + 4 * size_of::<Vec<i64>>())) as u64;
        meter.hold(empty)?;
        self.rows.resize(rows, Row::default());
        // The state at each power of two is stored and compared with all later ones (Brent 1980).
        let mut kept: Option<(usize, i64, State)> = None;
        let mut kept_bytes = 0;
        let mut returned: Option<Returned> = None;
        while self.values().len()
            < returned.map_or(len, |law| len.min(law.from + 2 * law.period + 1))
        {
            let column = self.values().len();
            // The values, and those above the least unused one.
            let values = empty + (8 * column * rows) as u64;
            meter.done = column as u64;
            meter.hold(values + kept_bytes)?;
            meter.check()?;
            if returned.is_none() {
                let state = self.state(&mut meter)?;
                match &kept {
                    Some((from, base, before)) if *before == state => {
                        returned = Some(Returned {
                            from: *from,
                            period: column - from,
                            saltus: self.base() - base,
                        });
                    }
                    _ if (column + 1).is_power_of_two() => {
                        kept_bytes = meter.bytes - values - kept_bytes;
                        kept = Some((column, self.base(), state));
                    }
                    _ => {}
                }
            }
            self.column(&mut meter)?;
            if column.is_multiple_of(1 << 12) {
                let progress = Progress::new("columns", column as u64);
                budget.report(progress.of(len as u64));
            }
        }
        Ok(returned.filter(|law| self.values().len() > law.from + 2 * law.period))
    }
}

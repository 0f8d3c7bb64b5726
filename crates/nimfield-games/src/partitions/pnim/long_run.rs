//! Values of all sub-diagrams of a diagram with many equal lines and few others: for example `10000^7,1`.
//!
//! A sub-diagram keeps some lines of each run of equal rows and of each run of equal columns. The computation proceeds
//! along the longest run, here of columns. For all choices of the other lines, it stores the values that removing
//! columns reaches; adding columns one at a time only adds values. So a value costs one union for each other run of
//! columns, and one check for each choice of rows, of which there are few.

use nimfield_core::prelude::*;
use nimfield_core::theory::Followers;
use nimfield_core::words::Side;

use crate::partitions::pnim::rules::{PnimMove, chosen};

/// The most steps for one diagram, a few seconds.
const MOST_STEPS: u128 = 1 << 33;

/// The number of sub-diagrams between two checks of the budget.
const POLL: u64 = 1 << 12;

/// A diagram with the values of all its options.
pub(crate) struct LongRun {
    diagram: Partition,
    /// The side of the diagram that the rows stand for.
    side: Side,
    value: u32,
    positions: u64,
    rows: Choices,
    /// The choices of columns; the long run counts as a run of no columns.
    columns: Choices,
    long: usize,
    /// With all columns, by the choice of rows.
    by_rows: Vec<u32>,
    /// With all rows, by the number of long columns and the choice of the others.
    by_columns: Vec<Vec<u32>>,
}

/// All choices of a number of lines from each run, each after the choices that it contains.
struct Choices {
    counts: Vec<u64>,
    /// For each run, the number of choices of the later runs.
    weights: Vec<usize>,
    len: usize,
}

impl Choices {
    fn new(counts: Vec<u64>) -> Choices {
        let mut len = 1;
        let mut weights = vec![1; counts.len()];
        for (weight, &count) in weights.iter_mut().zip(&counts).rev() {
            *weight = len;
            len *= count as usize + 1;
        }
        Choices {
            counts,
            weights,
            len,
        }
    }

    fn count(&self, choice: usize, run: usize) -> usize {
        choice / self.weights[run] % (self.counts[run] as usize + 1)
    }

    /// Returns the first run with chosen lines.
    fn first(&self, choice: usize) -> usize {
        let runs = 0..self.counts.len();
        let mut kept = runs.filter(|&run| self.count(choice, run) > 0);
        kept.next().unwrap_or(self.counts.len())
    }

    /// Returns the choice without the runs from this one on.
    fn before(&self, choice: usize, run: usize) -> usize {
        match run.checked_sub(1) {
            None => 0,
            Some(last) => choice - choice % self.weights[last],
        }
    }

    /// Returns the choices with one line fewer.
    fn one_less(&self, choice: usize) -> Vec<usize> {
        let runs = 0..self.counts.len();
        let kept = runs.filter(|&run| self.count(choice, run) > 0);
        kept.map(|run| choice - self.weights[run]).collect()
    }

    /// Returns the choices that this one properly contains.
    fn below(&self, choice: usize) -> Vec<usize> {
        let runs = 0..self.counts.len();
        let within = |&less: &usize| {
            let mut runs = runs.clone();
            runs.all(|run| self.count(less, run) <= self.count(choice, run))
        };
        (0..choice).filter(within).collect()
    }

    /// Returns the number of lines of each run that the choice omits.
    fn removed(&self, choice: usize) -> Vec<u64> {
        let kept = (0..self.counts.len()).map(|run| self.count(choice, run) as u64);
        let pairs = self.counts.iter().zip(kept);
        pairs.map(|(count, kept)| count - kept).collect()
    }
}

impl LongRun {
    /// Prepares a diagram with one long run of equal lines; `None` if the other lines are too many.
    ///
    /// # Errors
    /// If the budget runs out.
    pub(crate) fn new(
        diagram: &Partition,
        play: Play,
        budget: &Budget,
    ) -> Result<Option<LongRun>, Unfinished> {
        let longest = |side: &Side| {
            let columns = diagram.oriented(side.other());
            columns.runs().iter().map(|run| run.count).max()
        };
        let side = Side::BOTH.into_iter().max_by_key(longest);
        let side = side.unwrap_or(Side::Rows);
        let counts = |side| -> Vec<u64> {
            let lines: Partition = diagram.oriented(side);
            lines.runs().iter().map(|run| run.count).collect()
        };
        let (rows, mut columns) = (counts(side), counts(side.other()));
        let Some(long) = (0..columns.len()).max_by_key(|&run| columns[run]) else {
            return Ok(None);
        };
        let length = std::mem::take(&mut columns[long]);
        let choices = |counts: &[u64]| {
            let counts = counts.iter().map(|&count| u128::from(count) + 1);
            counts.fold(1, u128::saturating_mul)
        };
        let (of_rows, of_columns) = (choices(&rows), choices(&columns));
        let sets = of_rows.saturating_mul(of_columns);
        let words = diagram.lines() / 64 + 1;
        let each = words.saturating_mul(columns.len() as u128);
        let each = each.saturating_add(of_rows);
        let states = sets.saturating_mul(u128::from(length) + 1);
        if states.saturating_mul(each) > MOST_STEPS {
            return Ok(None);
        }
        // The sets, the values of options, and the choices that each choice contains.
        let bytes = 8 * sets * words + 4 * of_columns * u128::from(length) + 8 * of_rows * of_rows;
        let mut meter = Meter::new(budget, "sub-diagrams").of(states as u64);
        meter.hold(u64::try_from(bytes).unwrap_or(u64::MAX))?;
        let mut run = LongRun {
            diagram: diagram.clone(),
            side,
            value: 0,
            positions: 0,
            rows: Choices::new(rows),
            columns: Choices::new(columns),
            long,
            by_rows: Vec::new(),
            by_columns: Vec::new(),
        };
        run.fill((length, words as usize), play, |done| meter.at(done).poll())?;
        Ok(Some(run))
    }

    /// Finds all values.
    fn fill(
        &mut self,
        (length, words): (u64, usize),
        play: Play,
        mut poll: impl FnMut(u64) -> Result<(), Unfinished>,
    ) -> Result<(), Unfinished> {
        let (rows, columns) = (&self.rows, &self.columns);
        let runs = rows.counts.len();
        let below: Vec<Vec<usize>> = (0..rows.len).map(|choice| rows.below(choice)).collect();
        let less: Vec<Vec<usize>> = (0..columns.len).map(|c| columns.one_less(c)).collect();
        let mut values = vec![vec![0u32; rows.len]; columns.len];
        let mut reached = vec![vec![0u64; words]; rows.len * columns.len];
        let mut least = vec![0; rows.len * columns.len];
        for full in 0..=length {
            for c in 0..columns.len {
                let kept = columns.first(c);
                let first_column = if full > 0 { kept.min(self.long) } else { kept };
                for r in 0..rows.len {
                    self.positions += 1;
                    if self.positions.is_multiple_of(POLL) {
                        poll(self.positions)?;
                    }
                    // Row run i and column run j cross if i + j is less than the number of runs.
                    let first_row = rows.first(r);
                    if full > 0 && first_row + self.long >= runs {
                        // The long columns contain no squares, so nothing is new.
                        continue;
                    }
                    // Lines without squares do not count.
                    let here = (
                        rows.before(r, runs.saturating_sub(first_column)),
                        columns.before(c, runs.saturating_sub(first_row)),
                    );
                    let place = c * rows.len + r;
                    let (earlier, rest) = reached.split_at_mut(place);
                    let set = &mut rest[0];
                    for &other in &less[c] {
                        for (word, more) in set.iter_mut().zip(&earlier[other * rows.len + r]) {
                            *word |= more;
                        }
                    }
                    let value = if here != (r, c) {
                        values[here.1][here.0]
                    } else if (r, c, full) == (0, 0, 0) {
                        u32::from(play == Play::Misere)
                    } else {
                        let mut by_rows: Vec<u32> =
                            below[r].iter().map(|&r| values[c][r]).collect();
                        by_rows.sort_unstable();
                        // The values that columns reach only increase in number.
                        let start = first_missing(set, least[place]);
                        least[place] = start;
                        let mut value = start;
                        while by_rows.binary_search(&value).is_ok() {
                            value = first_missing(set, value + 1);
                        }
                        value
                    };
                    set[value as usize / 64] |= 1 << (value % 64);
                    values[c][r] = value;
                }
            }
            let all_rows = values.iter().map(|values| values[rows.len - 1]);
            self.by_columns.push(all_rows.collect());
        }
        self.by_rows = values.pop().expect("there is the choice of no columns");
        self.value = *(self.by_rows.last()).expect("there is the choice of no rows");
        Ok(())
    }
}

/// Returns the least number from `start` on that is not in a set.
fn first_missing(set: &[u64], start: u32) -> u32 {
    let mut at = start as usize / 64;
    let mut word = !set[at] & u64::MAX << (start % 64);
    while word == 0 {
        at += 1;
        word = set.get(at).map_or(u64::MAX, |word| !word);
    }
    64 * at as u32 + word.trailing_zeros()
}

impl Followers<PnimMove> for LongRun {
    fn value(&self) -> u128 {
        self.value.into()
    }

    fn moves_to(&self, target: u128, most: usize) -> (Vec<PnimMove>, bool) {
        let mut moves = Vec::new();
        let mut add = |side: Side, counts: &[u64]| {
            let sizes = chosen(&self.diagram.oriented(side), counts);
            moves.push(PnimMove { side, sizes });
        };
        for (choice, &value) in self.by_rows.iter().enumerate().take(self.rows.len - 1) {
            if u128::from(value) == target {
                add(self.side, &self.rows.removed(choice));
            }
        }
        let full = self.by_columns.len() - 1;
        for (long, values) in self.by_columns.iter().enumerate() {
            for (choice, &value) in values.iter().enumerate() {
                let moved = (long, choice) != (full, self.columns.len - 1);
                if moved && u128::from(value) == target {
                    let mut removed = self.columns.removed(choice);
                    removed[self.long] = (full - long) as u64;
                    add(self.side.other(), &removed);
                }
            }
        }
        let complete = moves.len() <= most;
        moves.truncate(most);
        (moves, complete)
    }

    fn positions(&self) -> u64 {
        self.positions
    }

    fn bytes(&self) -> u64 {
        4 * (self.by_columns.len() * self.columns.len + self.rows.len) as u64
    }
}

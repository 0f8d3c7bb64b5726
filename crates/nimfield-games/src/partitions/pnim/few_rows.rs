//! Diagrams with few rows, or few columns, and many on the other side: their moves, and their values by the theorems on
//! three rows, on four rows, and on repetition.

use crate::partitions::pnim::NearRectangles;
use crate::partitions::pnim::rules::{Chosen, PnimMove, choices};
use crate::partitions::pnim::text::{FOUR_ROWS, REPETITION, THREE_ROWS};
use crate::partitions::pnim::theory::{closed_form, move_to_value};
use nimfield_core::prelude::*;
use nimfield_core::shape::Run;
use nimfield_core::theory::Followers;
use nimfield_core::words::Side;

/// The most rows of a diagram, as for [`NearRectangles`].
const MOST_ROWS: u64 = 24;

/// The most low columns, as in [`NearRectangles`].
const MOST_LOW: u64 = 24;

/// The most near rectangles with one number of full columns.
const MOST_SETS: u128 = 1 << 15;

/// The most choices of lines to try one by one.
const MOST_CHOICES: u128 = 1 << 10;

/// The most low columns of a light diagram of three or four rows that is not [c^3,1].
const LOW_OF_FOUR_ROWS: u64 = 4;

/// A diagram with few lines on one side, here called rows.
pub(crate) struct FewRows {
    diagram: Partition,
    /// The side of the diagram that the rows stand for.
    side: Side,
    values: FewRowsValues,
    value: u128,
    reason: Reason,
}

/// The data about diagrams with at most this many rows.
struct FewRowsValues {
    /// For more than four rows.
    near: Option<NearRectangles>,
    /// The number of low columns that suffice to show that a diagram is heavy.
    low: u64,
}

impl FewRows {
    /// Prepares a diagram without a closed form; `None` if it has many rows and many columns, or if no theorem gives
    /// its value.
    pub(crate) fn new(diagram: &Partition, budget: &Budget) -> Result<Option<FewRows>, Undecided> {
        let few = |side: &Side| diagram.oriented(*side).rows() <= MOST_ROWS;
        let Some(side) = Side::BOTH.into_iter().find(few) else {
            return Ok(None);
        };
        if closed_form(diagram).is_some() {
            return Ok(None);
        }
        let lines = diagram.oriented(side);
        let values = FewRowsValues::new(&lines, budget)?;
        let Some((value, fact)) = values.of(&lines) else {
            return Ok(None);
        };
        let reason = values.explained(diagram, side, value, &fact.unwrap_or(REPETITION));
        Ok(Some(FewRows {
            diagram: diagram.clone(),
            side,
            values,
            value,
            reason,
        }))
    }

    fn columns_to(&self, target: u128, complete: &mut bool) -> Vec<PnimMove> {
        let lines = self.diagram.oriented(self.side);
        let (columns, rows) = (lines.conjugate(), u128::from(lines.rows()));
        let mut moves = Vec::new();
        let mut keep = |kept: Partition| {
            let value = self.values.of(&kept.conjugate());
            *complete &= value.is_some();
            let sizes = columns.without(&kept).expect("columns of the diagram");
            if !sizes.is_empty() && value.is_some_and(|(value, _)| value == target) {
                let side = self.side.other();
                moves.push(PnimMove { side, sizes });
            }
        };
        // The value determines the number of columns of one height, since it is less than columns plus rows, and at
        // least the number of columns of one height minus 31.
        let most = columns.runs().iter().max_by_key(|run| run.count);
        let most = *most.unwrap_or(&Run { part: 1, count: 0 });
        let others = |cap: u64| {
            let runs = columns.runs().iter().filter(|run| run.part != most.part);
            let runs = runs.map(|run| Run {
                count: run.count.min(cap),
                ..*run
            });
            Partition::from_runs(runs).expect("no more columns than there are")
        };
        let caps = (1..=MOST_LOW).rev();
        let few = caps.map(others).find(|few| choices(few) <= MOST_CHOICES);
        // With too many heights, no choice is tried.
        let few = few.unwrap_or_default();
        for chosen in Chosen::new(few.clone()) {
            let least = target.saturating_sub(u128::from(chosen.rows()) + rows - 1);
            for count in least..=(target + 31).min(most.count.into()) {
                let count = count as u64;
                let runs = chosen.runs().iter().copied();
                let runs = runs.chain([Run { count, ..most }]);
                keep(Partition::from_runs(runs).expect("no more columns than there are"));
            }
        }
        if few != others(u64::MAX) {
            // The remaining diagram is heavy, also with all columns that are not needed to show this.
            let count = (target + 1).saturating_sub(rows);
            keep(spread(
                &columns,
                count.min(u64::MAX.into()) as u64,
                self.values.low + 1,
            ));
            *complete = false;
        }
        moves
    }

    fn rows_to(&self, target: u128, complete: &mut bool) -> Vec<PnimMove> {
        let lines = self.diagram.oriented(self.side);
        if choices(&lines) > MOST_CHOICES {
            *complete = false;
            return Vec::new();
        }
        let mut moves = Vec::new();
        for sizes in Chosen::new(lines.clone()).skip(1) {
            let left = lines.without(&sizes).expect("lines of the diagram");
            match self.values.of(&left) {
                None => *complete = false,
                Some((value, _)) if value == target => moves.push(PnimMove {
                    side: self.side,
                    sizes,
                }),
                Some(_) => {}
            }
        }
        moves
    }
}

impl Followers<PnimMove> for FewRows {
    fn value(&self) -> u128 {
        self.value
    }

    fn moves_to(&self, target: u128, most: usize) -> (Vec<PnimMove>, bool) {
        let mut complete = true;
        let mut moves = self.rows_to(target, &mut complete);
        moves.extend(self.columns_to(target, &mut complete));
        if !complete {
            moves.extend(move_to_value(&self.diagram, target));
        }
        complete &= moves.len() <= most;
        moves.truncate(most);
        (moves, complete)
    }

    fn reason(&self) -> Option<Reason> {
        Some(self.reason.clone())
    }

    fn positions(&self) -> u64 {
        self.values.near.as_ref().map_or(0, NearRectangles::len)
    }

    fn bytes(&self) -> u64 {
        48 * self.positions()
    }
}

impl FewRowsValues {
    fn new(lines: &Partition, budget: &Budget) -> Result<FewRowsValues, Undecided> {
        let rows = lines.rows();
        if rows <= 4 {
            return Ok(FewRowsValues {
                near: None,
                low: LOW_OF_FOUR_ROWS,
            });
        }
        let low = lines.columns() - lines.part(rows - 1);
        // The binomial coefficient of rows + low - 1 over low.
        let mut sets = 1u128;
        let fits = |&low: &u64| {
            sets = sets * u128::from(rows + low - 1) / u128::from(low);
            sets <= MOST_SETS
        };
        let low = (1..=low.min(MOST_LOW)).take_while(fits).last().unwrap_or(0);
        let near = NearRectangles::new(rows as u32, low as u32, budget)?;
        Ok(FewRowsValues {
            near: Some(near),
            low,
        })
    }

    /// Returns the value of a diagram, and the theorem that gives it if no closed form does.
    fn of(&self, diagram: &Partition) -> Option<(u128, Option<Fact>)> {
        if diagram.is_empty() {
            return Some((0, None));
        }
        if let Some((value, _)) = closed_form(diagram) {
            return Some((value, None));
        }
        let parts: Vec<u64> = diagram.parts().collect();
        let (c, heavy) = (parts[0], diagram.lines() - 1);
        match parts[1..] {
            [second, third] => {
                let light = match (c - second, c - third) {
                    (0, 1) => c % 4 == 3,
                    (1, 1) => c % 4 == 0,
                    _ => false,
                };
                let value = if light { heavy - 4 } else { heavy };
                Some((value, Some(THREE_ROWS)))
            }
            [second, third, last] => {
                let light = second == c && third == c && last == 1 && c % 4 == 3;
                let value = if light { heavy - 4 } else { heavy };
                Some((value, Some(FOUR_ROWS)))
            }
            _ => {
                let near = self.near.as_ref()?;
                let full = parts[parts.len() - 1];
                // More columns of one height than `u32` holds exceed every bound.
                let count = |pair: &[u64]| u32::try_from(pair[0] - pair[1]).unwrap_or(u32::MAX);
                let low: Vec<u32> = parts.windows(2).map(count).collect();
                let value = if c - full <= self.low {
                    near.value(&low, full)?.into()
                } else {
                    // The theorem's lemma: some of the columns show that it is heavy.
                    let low = some_of(&low, self.low);
                    near.is_heavy_by_columns(&low, full).filter(|&is| is)?;
                    heavy
                };
                Some((value, Some(REPETITION)))
            }
        }
    }

    fn explained(&self, diagram: &Partition, side: Side, value: u128, fact: &Fact) -> Reason {
        let lines = diagram.oriented(side);
        let (rows, heavy) = (lines.rows(), diagram.lines() - 1);
        let (row, column) = (side.line(), side.other().line());
        let of = format!("pnim[{diagram}] has {}", counted(rows, row));
        let sum = format!("heavy: {} + {rows} - 1 = {heavy}", lines.columns());
        let low = lines.columns() - lines.part(rows - 1);
        let text = match (&self.near, value == heavy) {
            (None, true) => {
                format!("{of} and is not one of the light ones with that many, so it is {sum}")
            }
            (None, false) => format!("{of} and is one of the light ones: its value is {value}"),
            (Some(_), _) if low > self.low => {
                format!("{of}, and some of its {column}s show that it is {sum}")
            }
            (Some(near), _) => {
                let (from, period) = near.repeats(rows as u32);
                format!(
                    "{of} and {} not of full length; from {from} full ones on, {period} more of them raise the value \
                     by {period}: it is {value}",
                    counted(low, column),
                )
            }
        };
        Reason::theorem(fact.source, text).checked_by(fact.claims())
    }
}

/// Returns this many of the counted items, taken from all kinds in turn.
fn some_of(counts: &[u32], most: u64) -> Vec<u32> {
    let mut some = vec![0; counts.len()];
    let mut left = most;
    while left > 0 && some != counts {
        for (taken, &count) in some.iter_mut().zip(counts) {
            if left > 0 && *taken < count {
                *taken += 1;
                left -= 1;
            }
        }
    }
    some
}

/// Returns this many of the parts: first a few of all sizes in turn, then the largest.
fn spread(lines: &Partition, most: u64, few: u64) -> Partition {
    let counts = lines.runs().iter().map(|run| run.count);
    // Take a few of each.
    let counts: Vec<u32> = counts
        .map(|count| u32::try_from(count).unwrap_or(u32::MAX))
        .collect();
    let some = some_of(&counts, few.min(most));
    let mut left = most - some.iter().map(|&count| u64::from(count)).sum::<u64>();
    let runs = lines.runs().iter().zip(some).map(|(run, some)| {
        let more = left.min(run.count - u64::from(some));
        left -= more;
        Run {
            count: u64::from(some) + more,
            ..*run
        }
    });
    Partition::from_runs(runs.collect::<Vec<_>>()).expect("no more lines than there are")
}

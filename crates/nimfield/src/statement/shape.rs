//! The numbers that a position is written with, and those of its Young diagram.

use nimfield_core::notation::Cursor;
use nimfield_games::partitions::{Partition, Run, read_partition};

use super::read::ShapeFact;
use crate::by_size::is_diagrams;
use crate::sum::Sum;

/// Hook lengths and tableaux of larger diagrams are not computed.
const MOST_SQUARES: u128 = 1 << 16;

/// The shape of a position whose body is lists of whole numbers.
pub(super) struct Shape {
    /// The numbers, those between semicolons together.
    lists: Vec<Partition>,
    diagrams: bool,
}

impl Shape {
    /// The shape of a position of one component; `None` if its body holds something else than numbers.
    pub(super) fn of(sum: &Sum) -> Option<Shape> {
        let [term] = sum.components() else {
            return None;
        };
        let text = term.to_string();
        let body = text.strip_suffix(']')?;
        let body = &body[body.find('[')? + 1..];
        let lists = body.split(';').map(|list| {
            let mut cursor = Cursor::new(list);
            let partition = read_partition(&mut cursor).ok()?;
            cursor.at_end().then_some(partition)
        });
        Some(Shape {
            lists: lists.collect::<Option<_>>()?,
            diagrams: is_diagrams(term),
        })
    }

    fn runs(&self) -> impl Iterator<Item = &Run> {
        self.lists.iter().flat_map(Partition::runs)
    }

    /// A number of the shape; `None` if this one has none such, or is too large.
    pub(super) fn number(&self, fact: ShapeFact) -> Option<i128> {
        let diagram = || match &self.lists[..] {
            [diagram] if self.diagrams => Some(diagram),
            _ => None,
        };
        let number = match fact {
            ShapeFact::Size => {
                let mut sizes = self.lists.iter().map(Partition::size);
                sizes.try_fold(0u128, u128::checked_add)?
            }
            ShapeFact::Parts => self.runs().map(|run| u128::from(run.count)).sum(),
            ShapeFact::Largest => self.runs().map(|run| run.part).max().unwrap_or(0).into(),
            ShapeFact::Smallest => self.runs().map(|run| run.part).min().unwrap_or(0).into(),
            ShapeFact::Lines => diagram()?.lines(),
            ShapeFact::Rank => diagram().map(rank)?.into(),
            ShapeFact::Durfee => diagram()?.durfee().into(),
            ShapeFact::Hook => diagram()?.lines().saturating_sub(1),
            ShapeFact::OddHooks => {
                let hooks = hook_lengths(diagram()?)?;
                hooks.iter().flatten().filter(|&hook| hook % 2 == 1).count() as u128
            }
            ShapeFact::Degree => degree(&hook_lengths(diagram()?)?),
        };
        i128::try_from(number).ok()
    }
}

fn rank(diagram: &Partition) -> u64 {
    diagram.columns().abs_diff(diagram.rows())
}

/// The hook lengths row by row; `None` if there are too many squares.
fn hook_lengths(diagram: &Partition) -> Option<Vec<Vec<u64>>> {
    if diagram.size() > MOST_SQUARES {
        return None;
    }
    let columns: Vec<u64> = diagram.conjugate().parts().collect();
    let row = |(i, part): (u64, u64)| {
        let hook = |(j, column): (u64, &u64)| (part - j - 1) + (column - i - 1) + 1;
        (0..part).zip(&columns).map(hook).collect()
    };
    Some((0..).zip(diagram.parts()).map(row).collect())
}

/// The number of standard Young tableaux, by the hook length formula; at most 2^127-1.
fn degree(hooks: &[Vec<u64>]) -> u128 {
    const MOST: u128 = i128::MAX as u128;
    let size = hooks.iter().map(Vec::len).sum::<usize>() as u64;
    // Exact and in few bits: exponents of primes of size!/product of hooks, which is a whole number.
    let mut exponents = vec![0i64; size as usize + 1];
    for number in 2..=size {
        exponents[number as usize] += 1;
    }
    for &hook in hooks.iter().flatten() {
        exponents[hook as usize] -= 1;
    }
    let mut degree = 1u128;
    for number in (2..=size as usize).rev() {
        let times = exponents[number];
        match (2..)
            .take_while(|d| d * d <= number)
            .find(|d| number % d == 0)
        {
            Some(divisor) => {
                exponents[divisor] += times;
                exponents[number / divisor] += times;
            }
            // A prime occurs in its larger multiples only, which are done: its exponent is final.
            None => {
                for _ in 0..times.max(0) {
                    degree = degree.saturating_mul(number as u128);
                    if degree >= MOST {
                        return MOST;
                    }
                }
            }
        }
    }
    degree
}

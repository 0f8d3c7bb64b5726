//! The 2x2 matrices of the partizan game, and claims about them.

use short_game::{Arena, Dyadic, Error, Game};
use std::fmt::Display;

use super::tables::{Partizan2x2, partizan};
use crate::cases::{entries, vectors};
use crate::claim::{BySize, Case, Cases, CheckError, Frame, Plain, Sizes};
use nimfield_core::prelude::*;

pub(super) const CONJECTURE: &str = "2x2 matrices of the partizan game with a < c, d > 2c, b > a+c";

/// Returns whether the stops, mean and temperature of a matrix are those given by its greatest moves, computed option
/// by option.
pub(super) fn has_greatest_stops(
    table: &Partizan2x2,
    [a, b, c, d]: [u32; 4],
) -> Result<bool, CheckError> {
    let arena = &table.arena;
    let [first, second] = [a.min(c), b.min(d)];
    let [top, bottom] = [a.min(b), c.min(d)];
    let columns = [[a - first, b, c - first, d], [a, b - second, c, d - second]];
    let rows = [[a - top, b - top, c, d], [a, b, c - bottom, d - bottom]];
    let [high, other] = columns.map(|m| arena.right_stop(table.at(m)));
    let high = high.max(other);
    let [low, other] = rows.map(|m| arena.left_stop(table.at(m)));
    let low = low.min(other);
    let game = table.at([a, b, c, d]);
    let stops = arena.left_stop(game) == high && arena.right_stop(game) == low;
    if !stops || high == low {
        return Ok(stops);
    }
    let thermograph = arena.thermograph(game)?;
    let [mean, temperature] = [high.add(low)?.half()?, high.sub(low)?.half()?];
    Ok(thermograph.mean() == mean && thermograph.temperature() == temperature)
}

/// The matrix of a case and whether the claim holds for it; `None` where the claim says nothing.
pub(super) type Claimed = Option<([u32; 4], bool)>;

impl Sizes {
    /// Makes a claim, stated in words, about certain 2x2 matrices of the partizan game.
    pub(super) const fn values<const LENGTH: usize>(
        self,
        claimed: &'static str,
        claim: impl Fn(&Partizan2x2, [u32; LENGTH]) -> Claimed + Plain,
    ) -> BySize<impl Frame> {
        self.computed(claimed, move |table, numbers| Ok(claim(table, numbers)))
    }

    /// Makes a claim, stated in words, about certain 2x2 matrices of the partizan game and computed values.
    pub(super) const fn computed<const LENGTH: usize>(
        self,
        claimed: &'static str,
        claim: impl Fn(&Partizan2x2, [u32; LENGTH]) -> Result<Claimed, CheckError> + Plain,
    ) -> BySize<impl Frame> {
        self.with(Partizan2x2::new, move |table, numbers| {
            let claim = claim(table, numbers)?;
            Ok::<_, CheckError>(claim.map(|(m, holds)| table.holds(holds, m, claimed)))
        })
    }

    /// Makes a claim about the 2x2 matrices with a given total.
    pub(super) const fn totals(
        self,
        claimed: &'static str,
        holds: fn(&Partizan2x2, [u32; 4], u32) -> Result<bool, CheckError>,
    ) -> BySize<impl Frame> {
        self.cases(move |size, budget: &Budget| {
            let table = Partizan2x2::new(size, budget)?;
            Ok(Cases::new(vectors(4, size)?, move |number| {
                let m: [u32; 4] = entries(number, size);
                if m.iter().map(|&entry| u64::from(entry)).sum::<u64>() != u64::from(size) {
                    return Ok(Case::Outside);
                }
                Ok(table.holds(holds(&table, m, size)?, m, claimed))
            }))
        })
    }

    /// Claims values of the options of (0 b; c d) in a line, by the number taken; `None` where it says nothing.
    pub(super) const fn options(
        self,
        most: fn([u32; 3]) -> u32,
        claim: OptionClaim,
    ) -> BySize<impl Frame> {
        self.with(Partizan2x2::new, move |table, numbers @ [b, c, d]| {
            if !(0 < c && c < b && c < d) {
                return Ok(Case::Outside);
            }
            let mut case = Case::Outside;
            for k in 1..=most(numbers) {
                let Some((m, value)) = claim(table, numbers, k)? else {
                    return Ok(Case::Outside);
                };
                case = table.holds(value == table.at(m), m, "the value stated");
                if case != Case::Holds {
                    break;
                }
            }
            Ok(case)
        })
    }

    /// Makes a claim about 2x2 matrices whose least entry is first and positive; `None` where it says nothing.
    pub(super) const fn arithmetic(
        self,
        holds: fn([u32; 4]) -> Option<bool>,
    ) -> BySize<impl Frame> {
        self.over_vectors(move |m @ [a, b, c, d]| {
            let least_is_first = 0 < a && a <= b.min(c).min(d);
            let holds = least_is_first.then(|| holds(m)).flatten()?;
            Some(proof_step(holds, partizan(2, &m)))
        })
    }

    pub(super) const fn theorem_5(self, part_1: fn(u32, u32) -> bool) -> BySize<impl Frame> {
        self.with(Partizan2x2::new, move |table, [b, c, d]| {
            if b < c {
                return Ok(Case::Outside);
            }
            let arena = &table.arena;
            let claimed = if part_1(c, d) {
                Some(arena.nimber(d)?)
            } else if b == c && c < d {
                Some(Game::ZERO)
            } else if b > c && c < d && d <= 2 * c {
                Some(half_to(arena, 2 * c + 1 - d)?)
            } else if b > c && 2 * c < d {
                Some(arena.integer(least(b, c, d))?)
            } else {
                None
            };
            let m = [0, b, c, d];
            Ok(table.holds(claimed == Some(table.at(m)), m, "one of the four parts"))
        })
    }
}

/// A claim about an option: the resulting matrix and its value.
type OptionClaim = fn(&Partizan2x2, [u32; 3], u32) -> Result<Option<([u32; 4], Game)>, CheckError>;

/// Returns the case of a proof step.
pub(super) fn proof_step(holds: bool, case: impl Display) -> Case {
    Case::plain(holds, case, "the step of the proof", "it fails")
}

/// Returns the outcome that Theorem 4 states for a matrix with the least entry first.
pub(super) fn theorem_4([a, b, c, d]: [u32; 4]) -> Outcome {
    if a + c < b.min(d) {
        Outcome::L
    } else if a + b < c.min(d) {
        Outcome::R
    } else if (a == d && b.min(c) >= a + d) || (a == 0 && b == c && c < d) {
        Outcome::P
    } else {
        Outcome::N
    }
}

/// Returns whether a matrix has the form (8) of the R-positions after its least entry is moved to the first place.
pub(super) fn is_8([a, b, c, d]: [u32; 4]) -> bool {
    let least = a.min(b).min(c).min(d);
    let arranged = [[a, b, c, d], [b, a, d, c], [c, d, a, b], [d, c, b, a]];
    let mut arranged = arranged.into_iter().filter(|m| m[0] == least);
    arranged.any(|[a, b, c, d]| a + b < c.min(d))
}

/// Returns whether a matrix whose least entry is first and positive satisfies (10).
pub(super) fn is_rest([a, b, c, d]: [u32; 4]) -> bool {
    let least_is_first = 0 < a && a <= b.min(c).min(d);
    least_is_first && c.abs_diff(d) >= a && b - a >= c.min(d) && a + c >= b.min(d)
}

/// Returns min(b-c, a+d-2c) for the matrices of the conjecture.
pub(super) fn of_conjecture([a, b, c, d]: [u32; 4]) -> Option<i64> {
    (a < c && d > 2 * c && b > a + c).then(|| (b - c).min(a + d - 2 * c).into())
}

/// Returns min(d-2c, b-c).
pub(super) fn least(b: u32, c: u32, d: u32) -> i64 {
    (i64::from(d) - 2 * i64::from(c)).min(i64::from(b) - i64::from(c))
}

/// Returns {1|-1}.
pub(super) fn plus_minus_1(arena: &Arena) -> Result<Game, Error> {
    arena.switch(Dyadic::integer(1), Dyadic::integer(-1))
}

/// Returns 2^-exponent.
pub(super) fn half_to(arena: &Arena, exponent: u32) -> Result<Game, Error> {
    arena.number(Dyadic::new(1, exponent)?)
}

/// Counts the matrices with entries from 1 to a bound, the hot ones, and the switches.
pub(super) fn hot_and_switches(bound: u32, budget: &Budget) -> Result<[u64; 3], CheckError> {
    if bound == 0 {
        return Ok([0; 3]);
    }
    let table = Partizan2x2::new(bound, budget)?;
    let mut counts = [0; 3];
    for number in 0..vectors(4, bound - 1)? {
        let value = table.at(entries(number, bound - 1).map(|entry: u32| entry + 1));
        let kinds = [true, table.is_hot(value), table.is_switch(value)?];
        for (count, is_one) in counts.iter_mut().zip(kinds) {
            *count += u64::from(is_one);
        }
    }
    Ok(counts)
}

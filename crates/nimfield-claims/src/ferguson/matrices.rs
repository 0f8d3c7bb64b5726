//! 2x2 matrices of the partizan game, and what is claimed of them.

use short_game::{Arena, Dyadic, Error, Game};

use super::tables::{Partizan2x2, partizan};
use crate::cases::{over_totals, over_vectors};
use crate::claim::plain;
use crate::claim::{Case, Cases, CheckError};
use nimfield_core::budget::Budget;
use nimfield_core::words::Outcome;

pub(super) const CONJECTURE: &str = "2x2 matrices of the partizan game with a < c, d > 2c, b > a+c";

/// Returns whether the stops, mean and temperature of a matrix are those of the greatest moves, which are valued
/// option by option.
pub(super) fn has_greatest_stops(
    table: &Partizan2x2,
    [a, b, c, d]: [u32; 4],
) -> Result<bool, Error> {
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

/// The matrix that a case is about, and whether the claim holds of it.
pub(super) type Claimed<const LENGTH: usize> =
    fn(&Partizan2x2, [u32; LENGTH]) -> Option<([u32; 4], bool)>;

/// The matrix that a case is about, and the value that is claimed of it.
pub(super) type ClaimedValue =
    fn(&Partizan2x2, [u32; 3], u32) -> Option<([u32; 4], Result<Game, Error>)>;

/// Returns a claim on certain 2x2 matrices of the partizan game: what it says in words, and whether it holds; `None`
/// where it says nothing.
pub(super) fn values<const LENGTH: usize>(
    size: u32,
    budget: &Budget,
    claimed: &'static str,
    claim: Claimed<LENGTH>,
) -> Result<Cases, CheckError> {
    let table = Partizan2x2::new(size, budget)?;
    over_vectors(size, move |numbers| match claim(&table, numbers) {
        None => Case::Outside,
        Some((m, holds)) => table.holds(holds, m, claimed),
    })
}

/// Returns a claim on the 2x2 matrices with a total.
pub(super) fn totals(
    size: u32,
    budget: &Budget,
    claimed: &'static str,
    holds: fn(&Partizan2x2, [u32; 4], u32) -> bool,
) -> Result<Cases, CheckError> {
    let table = Partizan2x2::new(size, budget)?;
    over_totals(size, move |m| {
        table.holds(holds(&table, m, size), m, claimed)
    })
}

/// Returns a claim on the value of every option (0 b; c d) has in a line, by the number taken; `None` where it says
/// nothing.
pub(super) fn options(
    size: u32,
    budget: &Budget,
    most: fn([u32; 3]) -> u32,
    claim: ClaimedValue,
) -> Result<Cases, CheckError> {
    let table = Partizan2x2::new(size, budget)?;
    over_vectors(size, move |numbers @ [b, c, d]| {
        if !(0 < c && c < b && c < d) {
            return Case::Outside;
        }
        let mut case = Case::Outside;
        for k in 1..=most(numbers) {
            let Some((m, value)) = claim(&table, numbers, k) else {
                return Case::Outside;
            };
            case = table.holds(value == Ok(table.at(m)), m, "the value stated");
            if case != Case::Holds {
                break;
            }
        }
        case
    })
}

/// Returns a statement on the entries of the 2x2 matrices with the least one first and positive; `None` where it says
/// nothing.
pub(super) fn arithmetic(
    size: u32,
    holds: fn([u32; 4]) -> Option<bool>,
) -> Result<Cases, CheckError> {
    over_vectors(size, move |m @ [a, b, c, d]| {
        let holds = (0 < a && a <= b.min(c).min(d)).then(|| holds(m)).flatten();
        holds.map_or(Case::Outside, |holds| {
            Case::of(holds, || {
                plain(partizan(2, &m), "the step of the proof", "it fails")
            })
        })
    })
}

/// Returns the outcome of a matrix with the least entry first, as Theorem 4 states it.
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

/// Returns whether a matrix has the form (8) of the R-positions, its least entry brought to the first place.
pub(super) fn is_8([a, b, c, d]: [u32; 4]) -> bool {
    let least = a.min(b).min(c).min(d);
    let arranged = [[a, b, c, d], [b, a, d, c], [c, d, a, b], [d, c, b, a]];
    let mut arranged = arranged.into_iter().filter(|m| m[0] == least);
    arranged.any(|[a, b, c, d]| a + b < c.min(d))
}

/// Returns whether a matrix with the least entry first, which is positive, satisfies (10).
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

pub(super) fn integer(arena: &Arena, n: i64) -> Result<Game, Error> {
    arena.integer(n)
}

/// Returns 2^-exponent.
pub(super) fn half_to(arena: &Arena, exponent: u32) -> Result<Game, Error> {
    arena.number(Dyadic::new(1, exponent)?)
}

pub(super) fn theorem_5(
    size: u32,
    budget: &Budget,
    part_1: fn(u32, u32) -> bool,
) -> Result<Cases, CheckError> {
    let table = Partizan2x2::new(size, budget)?;
    over_vectors(size, move |[b, c, d]| {
        if b < c {
            return Case::Outside;
        }
        let arena = &table.arena;
        let claimed = if part_1(c, d) {
            Some(arena.nimber(d))
        } else if b == c && c < d {
            Some(Ok(Game::ZERO))
        } else if b > c && c < d && d <= 2 * c {
            Some(half_to(arena, 2 * c + 1 - d))
        } else if b > c && 2 * c < d {
            Some(integer(arena, least(b, c, d)))
        } else {
            None
        };
        let m = [0, b, c, d];
        table.holds(claimed == Some(Ok(table.at(m))), m, "one of the four parts")
    })
}

/// Returns how many matrices with entries from 1 to a bound there are, how many are hot, and how many switches.
pub(super) fn hot_and_switches(bound: u32, budget: &Budget) -> Result<[u64; 3], CheckError> {
    let table = Partizan2x2::new(bound, budget)?;
    let mut counts = [0; 3];
    for a in 1..=bound {
        for b in 1..=bound {
            for c in 1..=bound {
                for d in 1..=bound {
                    let value = table.at([a, b, c, d]);
                    let kinds = [true, table.is_hot(value), table.is_switch(value)];
                    for (count, is_one) in counts.iter_mut().zip(kinds) {
                        *count += u64::from(is_one);
                    }
                }
            }
        }
    }
    Ok(counts)
}

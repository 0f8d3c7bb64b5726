//! Automata of the simplest sentences.

use hashbrown::HashMap;
use nimfield_core::families::formulas::Linear;

use crate::automaton::{Automaton, width};
use crate::bound::{Bound, Stopped};
use crate::numeration::Numeration;

/// The place of an automaton for a sentence about a sum: undecided, or decided whatever follows.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    /// The sums of the digits read so far, with the terms of the recurrence from 1, a on, and the same with the terms
    /// one place lower.
    Sums(i64, i64),
    Below,
    Above,
}

/// Builds an automaton from places, steps by rows of digits, and which places accept.
pub(crate) fn build<P: Copy + Eq + std::hash::Hash>(
    (numeration, variables): (Numeration, Vec<usize>),
    start: P,
    step: impl Fn(P, &[u32]) -> P,
    accepts: impl Fn(P) -> bool,
    bound: Bound<'_>,
) -> Result<Automaton, Stopped> {
    let width = width(numeration, variables.len());
    bound.budget.fits(16 * width as u64)?;
    let mut built = Automaton {
        numeration,
        variables,
        next: Vec::new(),
        accepts: Vec::new(),
    };
    let rows: Vec<Vec<u32>> = (0..width).map(|row| built.row(row)).collect();
    let mut known: HashMap<P, u32> = HashMap::new();
    known.insert(start, 0);
    let mut places = vec![start];
    while built.accepts.len() < places.len() {
        bound.check(places.len(), width)?;
        let place = places[built.accepts.len()];
        built.accepts.push(accepts(place));
        for row in &rows {
            let to = step(place, row);
            let state = *known.entry(to).or_insert_with(|| {
                places.push(to);
                places.len() as u32 - 1
            });
            built.next.push(state);
        }
    }
    built.minimal(bound)
}

/// Returns the automaton that accepts the rows of digits that numbers have.
pub(crate) fn digits(
    numeration: Numeration,
    variable: usize,
    bound: Bound<'_>,
) -> Result<Automaton, Stopped> {
    let step = |before: Option<u32>, row: &[u32]| {
        before
            .filter(|&before| numeration.follows(before, row[0]))
            .map(|_| row[0])
    };
    let of = (numeration, vec![variable]);
    build(of, Some(0), step, |before| before.is_some(), bound)
}

/// Sums of digits stay below this number, so that they and their products with digits are exact; larger coefficients
/// almost always lead to too many sums.
const LARGEST: f64 = (1u64 << 48) as f64;

/// Returns the automata for a sum above 0, equal to 0, and below 0.
///
/// The terms of the recurrence have the roots α and β of `x² = a x + b`, with `|β| < 1 < α`. The sum of the digits
/// read, followed by zeros, is then a combination of two numbers: each digit multiplies one of them by α, and the other
/// one by β, so that it stays small. Once the first one is so far from 0 that no further digits bring it back, the sign
/// is known.
pub(crate) fn sign(
    numeration: Numeration,
    sum: &Linear,
    accepts: impl Fn(std::cmp::Ordering) -> bool,
    bound: Bound<'_>,
) -> Result<Automaton, Stopped> {
    use std::cmp::Ordering::{Greater, Less};
    let (variables, by): (Vec<usize>, Vec<i64>) = sum.terms().iter().copied().unzip();
    let (a, b) = (i64::from(numeration.a), i64::from(numeration.b));
    let surplus = numeration.surplus();
    let (wide_a, wide_b) = (a as f64, b as f64);
    let root = (wide_a * wide_a + 4.0 * wide_b).sqrt();
    let (alpha, beta) = ((wide_a + root) / 2.0, (wide_a - root) / 2.0);
    let largest = (numeration.digits() - 1) as f64;
    let most = by.iter().map(|&by| by.unsigned_abs() as f64).sum::<f64>() * largest;
    let (share, rest) = match b {
        0 => (1.0, 0.0),
        _ => (
            (surplus as f64 + alpha) / (alpha - beta),
            (-beta - surplus as f64) / (alpha - beta),
        ),
    };
    let small = rest.abs() * most / (1.0 - beta.abs());
    let far = (most / (alpha - 1.0)).max((small + sum.constant.unsigned_abs() as f64) / share);
    // The margin for rounding only delays the sign.
    let far = far * 1.000_001 + 0.01;
    if far > LARGEST {
        return Err(Stopped::States(bound.states));
    }
    let value = |high: i64, low: i64| match b {
        0 => high,
        _ => high + surplus * low,
    };
    let step = |place: Place, row: &[u32]| {
        let Place::Sums(high, low) = place else {
            return place;
        };
        let added: i64 = row
            .iter()
            .zip(&by)
            .map(|(&digit, by)| i64::from(digit) * by)
            .sum();
        let (high, low) = (a * high + b * low + added, if b == 0 { 0 } else { high });
        let grows = high as f64 - beta * low as f64;
        match grows {
            _ if grows > far => Place::Above,
            _ if grows < -far => Place::Below,
            _ => Place::Sums(high, low),
        }
    };
    let accepts = |place| match place {
        Place::Sums(high, low) => accepts((value(high, low) + sum.constant).cmp(&0)),
        Place::Below => accepts(Less),
        Place::Above => accepts(Greater),
    };
    build(
        (numeration, variables),
        Place::Sums(0, 0),
        step,
        accepts,
        bound,
    )
}

/// Returns the automaton for a sum with this remainder.
pub(crate) fn rest(
    numeration: Numeration,
    sum: &Linear,
    (by, rest): (u32, u32),
    bound: Bound<'_>,
) -> Result<Automaton, Stopped> {
    let by = i64::from(by.max(1));
    let (variables, factors): (Vec<usize>, Vec<i64>) = sum.terms().iter().copied().unzip();
    let (a, b) = (i64::from(numeration.a), i64::from(numeration.b));
    let step = |(high, low): (i64, i64), row: &[u32]| {
        let digits = row.iter().zip(&factors);
        let added: i64 = digits
            .map(|(&digit, own)| i64::from(digit) * (own % by))
            .sum();
        ((a * high + b * low + added).rem_euclid(by), high)
    };
    let accepts = |(high, low): (i64, i64)| {
        let sum = high + numeration.surplus() * low + sum.constant % by;
        sum.rem_euclid(by) == i64::from(rest)
    };
    build((numeration, variables), (0, 0), step, accepts, bound)
}

/// Returns the automaton for a nim-sum of variables that is 0, in a base that is a power of 2.
pub(crate) fn nim_sum(
    numeration: Numeration,
    variables: &[usize],
    bound: Bound<'_>,
) -> Result<Automaton, Stopped> {
    let mut names = variables.to_vec();
    names.sort_unstable();
    // A variable that occurs twice cancels.
    let odd = |name: &usize| variables.iter().filter(|own| *own == name).count() % 2 == 1;
    names.dedup();
    names.retain(odd);
    let step = |good: bool, row: &[u32]| good && row.iter().fold(0, |sum, digit| sum ^ digit) == 0;
    build((numeration, names), true, step, |good| good, bound)
}

/// Returns the automaton for a variable that is a power of the base.
pub(crate) fn power(
    numeration: Numeration,
    variable: usize,
    bound: Bound<'_>,
) -> Result<Automaton, Stopped> {
    let step = |ones: u32, row: &[u32]| (ones + row[0]).min(2);
    build(
        (numeration, vec![variable]),
        0,
        step,
        |ones| ones == 1,
        bound,
    )
}

//! The moves that change the value of a stone by a given nimber.

use nimbers::{FiniteNimber, Interrupt, Nimber, Nimber64, Nimber128, Ordinal, factor};

use super::basis::{basis_elements, contains, lead};
use super::construct::construct;
use super::finite::{Steps, factorisations};
use super::gap::{Gap, MOST_LISTED};
use super::pairs::pairs;
use super::rules::{BoxMove, Stone};

/// Returns the move of the stone whose sides are these factors.
pub(super) fn box_move(stone: &Stone, factors: impl Iterator<Item = Ordinal>) -> BoxMove {
    let pairs = stone.coordinates().iter().zip(factors);
    BoxMove {
        stone: stone.clone(),
        corner: Stone::new(pairs.map(|(x, a)| x.plus(&a)).collect()),
    }
}

/// A stone's coordinates and the change in the smallest of the finite types that holds them.
enum Finite {
    Words(Nimber64, Vec<Nimber64>),
    Doubles(Nimber128, Vec<Nimber128>),
    Long(Nimber, Vec<Nimber>),
}

impl Finite {
    fn of(change: &Ordinal, stone: &Stone) -> Option<Finite> {
        let change = change.to_finite()?;
        let coordinates: Option<Vec<Nimber>> =
            stone.coordinates().iter().map(Ordinal::to_finite).collect();
        let coordinates = coordinates?;
        let bits = |x: &Nimber| x.top_bit().map_or(0, |top| top + 1);
        let longest = coordinates.iter().map(bits).max()?.max(bits(&change));
        let word = |x: &Nimber| u128::try_from(x).expect("the longest has at most 128 bits");
        Some(match longest {
            0..=64 => {
                let word = |x: &Nimber| Nimber64(word(x) as u64);
                Finite::Words(word(&change), coordinates.iter().map(word).collect())
            }
            65..=128 => {
                let word = |x: &Nimber| Nimber128(word(x));
                Finite::Doubles(word(&change), coordinates.iter().map(word).collect())
            }
            _ => Finite::Long(change, coordinates),
        })
    }
}

/// Returns a move of the stone that changes its value by `change`; `None` if its value lacks the leading bit of the
/// change, or the change is 0. At least one stone of a position has the leading bit of the value of the position.
///
/// For finite stones, a few field operations for each dimension and each halving of the number of bits. For transfinite
/// ones, it factors polynomials over finite fields.
///
/// # Errors
/// Transfinite stones only: [`Gap::Nimber`] for unknown excesses, for fields too large to compute or factor polynomials
/// in, or if stopped.
pub fn one_move(
    stone: &Stone,
    change: &Ordinal,
    interrupt: Interrupt<'_>,
) -> Result<Option<BoxMove>, Gap> {
    fn solved<N: FiniteNimber + Into<Nimber>>(stone: &Stone, c: &N, xs: &[N]) -> Option<BoxMove> {
        let factors = factor::decreasing(c, xs)?.into_iter();
        Some(box_move(stone, factors.map(|a| Ordinal::from(a.into()))))
    }
    match Finite::of(change, stone) {
        Some(Finite::Words(c, xs)) => Ok(solved(stone, &c, &xs)),
        Some(Finite::Doubles(c, xs)) => Ok(solved(stone, &c, &xs)),
        Some(Finite::Long(c, xs)) => Ok(solved(stone, &c, &xs)),
        None => one_transfinite_move(stone, change, interrupt),
    }
}

fn one_transfinite_move(
    stone: &Stone,
    change: &Ordinal,
    interrupt: Interrupt<'_>,
) -> Result<Option<BoxMove>, Gap> {
    let Some(wanted) = lead(change) else {
        return Ok(None);
    };
    // One basis element of each coordinate, such that the required one occurs in their product.
    let mut suffixes = vec![Ordinal::one()];
    for x in stone.coordinates().iter().rev() {
        let suffix = &suffixes[suffixes.len() - 1];
        suffixes.push(x.times(suffix, interrupt)?);
    }
    let whole = suffixes.pop();
    if !contains(&whole.expect("the product of all coordinates"), &wanted) {
        return Ok(None);
    }
    let mut leads = Vec::new();
    let mut prefix = Ordinal::one();
    for x in stone.coordinates() {
        let rest = suffixes.pop().expect("one for each coordinate");
        let suffix = prefix.times(&rest, interrupt)?;
        for element in basis_elements(x) {
            if contains(&suffix.times(&element, interrupt)?, &wanted) {
                prefix = prefix.times(&element, interrupt)?;
                leads.push(element);
                break;
            }
        }
    }
    let factors = construct(change, &leads, interrupt)?;
    Ok(Some(box_move(stone, factors.into_iter())))
}

/// Returns all moves of the stone that change its value by `change`, which is not 0; ascending.
///
/// # Errors
/// [`Gap`]: too many, possibly infinitely many, or out of reach, as are those of transfinite stones in more
/// than two dimensions; or transfinite ones where it is stopped.
pub fn all_moves(
    stone: &Stone,
    change: &Ordinal,
    interrupt: Interrupt<'_>,
) -> Result<Vec<BoxMove>, Gap> {
    fn solved<N: FiniteNimber + Into<Nimber>>(
        stone: &Stone,
        c: &N,
        xs: &[N],
    ) -> Result<Vec<BoxMove>, Gap> {
        let found = factorisations(c, xs, &mut Steps(MOST_LISTED)).ok_or(Gap::TooMany)?;
        let moves = found.into_iter().map(|factors| {
            let factors = factors.into_iter().map(|a| Ordinal::from(a.into()));
            box_move(stone, factors)
        });
        Ok(moves.collect())
    }
    let mut moves = match Finite::of(change, stone) {
        Some(Finite::Words(c, xs)) => solved(stone, &c, &xs),
        Some(Finite::Doubles(c, xs)) => solved(stone, &c, &xs),
        Some(Finite::Long(c, xs)) => solved(stone, &c, &xs),
        None => all_transfinite_moves(stone, change, interrupt),
    }?;
    moves.sort_unstable();
    Ok(moves)
}

fn all_transfinite_moves(
    stone: &Stone,
    change: &Ordinal,
    interrupt: Interrupt<'_>,
) -> Result<Vec<BoxMove>, Gap> {
    match stone.coordinates() {
        [x] => {
            let lowered = x.plus(change) < *x;
            let change = lowered.then(|| box_move(stone, std::iter::once(change.clone())));
            Ok(change.into_iter().collect())
        }
        [x, y] => {
            let mut steps = Steps(MOST_LISTED);
            let mut moves = Vec::new();
            for first in basis_elements(x) {
                for second in basis_elements(y) {
                    let found = pairs(change, &first, &second, &mut steps, interrupt)?;
                    let moved = found
                        .into_iter()
                        .map(|(a, b)| box_move(stone, [a, b].into_iter()));
                    moves.extend(moved);
                }
            }
            Ok(moves)
        }
        _ => Err(Gap::OutOfReach),
    }
}

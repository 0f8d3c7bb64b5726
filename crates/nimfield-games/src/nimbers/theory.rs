//! Nimbers: values are nim products.

use nimbers::{Interrupt, Nimber64, NimberError, Ordinal, slice};

use super::rules::{BoxMove, Nimbers, Stone};
use super::winning::box_move;
use nimfield_core::theory::FromNumbers;
use nimfield_core::words::Grundy;

/// The source of the values; for more than two dimensions and ordinals the proof is the same.
pub(super) const LENSTRA: &str = "Lenstra 1978";

/// Returns the value of a single stone: the nim product of its coordinates.
///
/// **Source**: H. W. Lenstra, Nim multiplication (1978), for two dimensions; the same induction proves
/// it for more, and for ordinals.
///
/// # Errors
/// Transfinite stones only: an unknown excess, a field too large for computation, or [`NimberError::Stopped`].
pub fn stone_value(stone: &Stone, interrupt: Interrupt<'_>) -> Result<Ordinal, NimberError> {
    let mut coordinates = stone.coordinates().iter();
    let first = coordinates.next().cloned().unwrap_or_else(Ordinal::one);
    coordinates.try_fold(first, |product, x| product.times(x, interrupt))
}

/// Returns the value of a position: the nim-sum of those of its stones.
///
/// # Errors
/// See [`stone_value`].
pub fn value(position: &Nimbers, interrupt: Interrupt<'_>) -> Result<Ordinal, NimberError> {
    let stones = position.stones().iter();
    stones.map(|stone| stone_value(stone, interrupt)).sum()
}

/// Returns the value of stones with these coordinates, `dimension` for each stone. Dead stones, and pairs on one place,
/// have value 0.
pub(super) fn value_of_numbers(dimension: usize, coordinates: &[u64]) -> u64 {
    let product = |stone: &[u64]| {
        let mut coordinates = stone.iter().map(|&x| Nimber64(x));
        let first = coordinates.next().unwrap_or(Nimber64::ONE);
        coordinates.fold(first, |product, x| product * x).0
    };
    let stones = coordinates.chunks(dimension);
    stones.fold(0, |sum, stone| sum ^ product(stone))
}

/// The values of stones from their coordinates.
pub(super) struct StoneProducts {
    pub(super) dimension: usize,
}

impl FromNumbers for StoneProducts {
    fn value(&self, numbers: &[u64]) -> Option<u64> {
        Some(value_of_numbers(self.dimension, numbers))
    }

    /// Multiplies whole columns of coordinates, which is several times faster than position by position.
    fn count(&self, numbers: &[u64], each: usize) -> [u64; 2] {
        let each = each.max(1);
        let mut sums = vec![0; numbers.len() / each];
        let column = |at: usize| numbers.iter().skip(at).step_by(each).map(|&x| Nimber64(x));
        let (mut products, mut factors) = (Vec::new(), Vec::new());
        for stone in (0..each).step_by(self.dimension) {
            products.clear();
            products.extend(column(stone).take(sums.len()));
            for coordinate in stone + 1..each.min(stone + self.dimension) {
                factors.clear();
                factors.extend(column(coordinate).take(sums.len()));
                slice::multiply_assign(&mut products, &factors);
            }
            for (sum, product) in sums.iter_mut().zip(&products) {
                *sum ^= product.0;
            }
        }
        [sums.iter().filter(|&&sum| sum == 0).count() as u64, 0]
    }
}

/// Returns the place on the diagonal where toggling a stone makes a P-position: the d-th root of the value, in two
/// dimensions the square root. Returns the least one, which is finite if any is; `None` for a P-position.
///
/// Every nimber has a square root in its own field. A d-th root may be transfinite for a finite value:
/// the cube root of 2 is ω.
///
/// # Errors
/// See [`stone_value`]; roots of large transfinite values may take too much work.
///
/// ```
/// use nimbers::Interrupt;
/// use nimfield_games::nimbers::{Nimbers, Stone, diagonal_stone};
/// let stones = [[1, 3], [4, 7], [6, 4], [10, 3], [14, 8]].map(Stone::from);
/// let position = Nimbers::new(2, stones.to_vec())?;
/// assert_eq!(diagonal_stone(&position, Interrupt::NEVER)?, Some(Stone::from([14, 14])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn diagonal_stone(
    position: &Nimbers,
    interrupt: Interrupt<'_>,
) -> Result<Option<Stone>, NimberError> {
    let value = value(position, interrupt)?;
    if value.is_zero() {
        return Ok(None);
    }
    let root = value.root(position.dimension() as u64, interrupt)?;
    Ok(Some(Stone::new(vec![root; position.dimension()])))
}

/// Returns the change that leaves the value `target`.
pub(super) fn change(
    position: &Nimbers,
    target: &Grundy,
    interrupt: Interrupt<'_>,
) -> Option<Ordinal> {
    // Nothing is known about a value out of reach.
    let value = value(position, interrupt).ok()?;
    Some(value.plus(&target.to_ordinal()))
}

/// Returns the move that removes a stone, if it leaves the value `target`. This works for a single stone of unknown
/// value, since nothing is left without it.
pub(super) fn removal(
    position: &Nimbers,
    target: &Grundy,
    change: Option<&Ordinal>,
    interrupt: Interrupt<'_>,
) -> Option<BoxMove> {
    let stones = position.stones();
    let stone = match stones {
        [stone] => Some(stone).filter(|_| *target == Grundy::ZERO),
        _ => stones.iter().find(|stone| {
            let value = stone_value(stone, interrupt);
            value.is_ok_and(|value| Some(&value) == change)
        }),
    }?;
    Some(box_move(stone, stone.coordinates().iter().cloned()))
}

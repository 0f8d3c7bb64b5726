//! Nimbers: values are nim products.

use nimbers::ordinal::NimberError;
use nimbers::{Interrupt, Ordinal};

use super::division::{by_division, guesses};
use super::gap::MOST_LISTED;
use super::rules::{BoxMove, Nimbers, Stone};
use super::small::SmallBoard;
use super::text::NIM_PRODUCT;
use super::winning::{all_moves_until, box_move, one_move_until};
use crate::whole::Whole;
use nimfield_core::budget::Budget;
use nimfield_core::component::AnyComponent;
use nimfield_core::rules::Impartial;
use nimfield_core::theory::{Finding, Game, Summand};
use nimfield_core::words::{Grundy, Play, Reason};

/// The source of the values; for more than two dimensions and ordinals the proof is the same.
const LENSTRA: &str = "Lenstra 1978";

/// The value of a stone alone: the nim product of its coordinates.
///
/// **Source**: H. W. Lenstra, Nim multiplication (1978), for two dimensions; the same induction proves
/// it for more, and for ordinals.
///
/// # Errors
/// Transfinite stones only: an unknown excess, or a field too large to compute in.
pub fn stone_value(stone: &Stone) -> Result<Ordinal, NimberError> {
    stone_value_until(stone, Interrupt::NEVER)
}

fn stone_value_until(stone: &Stone, interrupt: Interrupt<'_>) -> Result<Ordinal, NimberError> {
    let mut coordinates = stone.coordinates().iter();
    let first = coordinates.next().cloned().unwrap_or_else(Ordinal::one);
    coordinates.try_fold(first, |product, x| product.until(interrupt).times(x))
}

/// The value of a position: the nim-sum of those of its stones.
///
/// # Errors
/// As for [`stone_value`].
pub fn value(position: &Nimbers) -> Result<Ordinal, NimberError> {
    value_until(position, Interrupt::NEVER)
}

fn value_until(position: &Nimbers, interrupt: Interrupt<'_>) -> Result<Ordinal, NimberError> {
    let stones = position.stones().iter();
    stones
        .map(|stone| stone_value_until(stone, interrupt))
        .sum()
}

/// The place on the diagonal where toggling a stone makes a P-position: the d-th root of the value, in
/// two dimensions the square root. The least one, so it is finite if any is; `None` for a P-position.
///
/// Every nimber has a square root in its own field. A d-th root may be transfinite for a finite value:
/// the cube root of 2 is ω.
///
/// # Errors
/// As for [`stone_value`]; roots of large transfinite values may take too much work.
///
/// ```
/// use nimfield_games::nimbers::{Nimbers, Stone, diagonal_stone};
/// let stones = [[1, 3], [4, 7], [6, 4], [10, 3], [14, 8]].map(Stone::from);
/// let position = Nimbers::new(2, stones.to_vec())?;
/// assert_eq!(diagonal_stone(&position)?, Some(Stone::from([14, 14])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn diagonal_stone(position: &Nimbers) -> Result<Option<Stone>, NimberError> {
    diagonal_stone_until(position, Interrupt::NEVER)
}

/// [`diagonal_stone`], unless it is stopped.
///
/// # Errors
/// As for `diagonal_stone`, and [`NimberError::Stopped`].
pub fn diagonal_stone_until(
    position: &Nimbers,
    interrupt: Interrupt<'_>,
) -> Result<Option<Stone>, NimberError> {
    let value = value_until(position, interrupt)?;
    if value.is_zero() {
        return Ok(None);
    }
    let root = value.until(interrupt).root(position.dimension() as u64)?;
    Ok(Some(Stone::new(vec![root; position.dimension()])))
}

impl Game for Nimbers {
    type Summand = Whole<Nimbers>;

    fn summands(&self) -> Vec<Whole<Nimbers>> {
        Whole::summands(self, !self.stones().is_empty())
    }
}

impl Whole<Nimbers> {
    /// The change that leaves the value `target`.
    fn change(&self, target: &Grundy, interrupt: Interrupt<'_>) -> Option<Ordinal> {
        let value = value_until(&self.0, interrupt).ok()?;
        Some(value.plus(&target.to_ordinal()))
    }

    /// The move that takes away a stone, if it leaves the value `target`. A stone alone may be worth what
    /// nobody knows: without it nothing is left.
    fn removal(
        &self,
        target: &Grundy,
        change: Option<&Ordinal>,
        interrupt: Interrupt<'_>,
    ) -> Option<BoxMove> {
        let stones = self.0.stones();
        let stone = match stones {
            [stone] => Some(stone).filter(|_| *target == Grundy::ZERO),
            _ => stones.iter().find(|stone| {
                let value = stone_value_until(stone, interrupt);
                value.is_ok_and(|value| Some(&value) == change)
            }),
        }?;
        Some(box_move(stone, stone.coordinates().iter().cloned()))
    }
}

impl Summand for Whole<Nimbers> {
    type Move = BoxMove;

    fn value(&self) -> Option<Finding<Grundy>> {
        /// Stones that are shown one by one.
        const SHOWN: usize = 12;
        let stones = self.0.stones();
        let values: Result<Vec<Ordinal>, _> = stones.iter().map(stone_value).collect();
        let values = values.ok()?;
        let shown: Vec<String> = values.iter().take(SHOWN).map(Ordinal::to_string).collect();
        let more = if values.len() > SHOWN { ", …" } else { "" };
        let value: Ordinal = values.into_iter().sum();
        let text = match stones {
            [stone] => format!(
                "the value of the stone {stone} is the nim product of its coordinates, {value}"
            ),
            _ => format!(
                "the values of the stones are the nim products of their coordinates, {}{more}, with the nim-sum {value}",
                shown.join(", ")
            ),
        };
        Some(Finding::new(
            value.into(),
            Reason::theorem(LENSTRA, text).checked_by(NIM_PRODUCT.claims()),
        ))
    }

    fn outcome(&self, play: Play, _unproved: bool) -> Option<Finding<bool>> {
        if play == Play::Misere {
            return None;
        }
        if let Some(found) = self.value() {
            return Some(found.is_p());
        }
        let [stone] = self.0.stones() else {
            return None;
        };
        let text = format!("the stone {stone} can be removed, which leaves an empty board");
        Some(Finding::new(false, Reason::theorem("the rules", text)))
    }

    fn candidates(&self, play: Play, target: Grundy, budget: &Budget) -> Option<Vec<BoxMove>> {
        if play == Play::Misere {
            return None;
        }
        let stopped = || budget.check(0).is_err();
        let interrupt = Interrupt::when(&stopped);
        let change = self.change(&target, interrupt)?;
        if change.is_zero() {
            return Some(Vec::new());
        }
        let mut moves = Vec::new();
        for stone in self.0.stones() {
            budget.check(0).ok()?;
            moves.extend(all_moves_until(stone, &change, interrupt).ok()?);
            if moves.len() as u64 > MOST_LISTED {
                return None;
            }
        }
        Some(moves)
    }

    fn constructed(
        &self,
        play: Play,
        target: &Grundy,
        budget: &Budget,
    ) -> Option<Result<BoxMove, String>> {
        if play == Play::Misere {
            return None;
        }
        let stopped = || budget.check(0).is_err();
        let interrupt = Interrupt::when(&stopped);
        let change = self.change(target, interrupt);
        if let Some(found) = self.removal(target, change.as_ref(), interrupt) {
            return Some(Ok(found));
        }
        let change = change.filter(|change| !change.is_zero())?;
        let stones = self.0.stones();
        let mut why = None;
        for stone in stones {
            match one_move_until(stone, &change, interrupt) {
                Ok(Some(found)) => return Some(Ok(found)),
                Ok(None) => {}
                Err(gap) => {
                    why.get_or_insert_with(|| format!("with the stone {stone} {gap}"));
                }
            }
        }
        // Divisions need smaller fields than factors do.
        if why.is_some() {
            let guesses = guesses(stones);
            let divided = |stone| by_division(stone, &change, &guesses, interrupt);
            if let Some(found) = stones.iter().find_map(divided) {
                return Some(Ok(found));
            }
        }
        why.map(Err)
    }

    fn moves(&self) -> Box<dyn Iterator<Item = BoxMove> + '_> {
        self.0.moves()
    }

    fn move_count(&self) -> u128 {
        self.0.move_count()
    }

    fn small(&self) -> Result<AnyComponent, String> {
        if let Err(error) = value(&self.0) {
            return Err(format!("the value is out of reach: {error}"));
        }
        SmallBoard::new(&self.0)
            .map(AnyComponent::new)
            .ok_or_else(|| format!("{self} has too many moves for a search to go through"))
    }
}

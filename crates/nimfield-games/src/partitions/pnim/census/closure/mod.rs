//! All partitions of n up to a bound, by rank.
//!
//! The partitions that begin with the same parts and end with a partition of the same small number m form
//! a *block*: their ranks follow each other as the ends do. To leave out one of the common parts leads from a
//! block to a piece of a lower level, place by place; what it means to leave out a part of the end is
//! the same for all blocks and prepared once.
//!
//! A level takes two passes. The first unites closures: what the row moves reach. The second looks at each
//! partition and its conjugate together, for what the rows of one reach the columns of the other do.
//!
//! Masks hold the values below 64. A partition of n ≤ 120 with c columns and r rows, c + r > 64, cannot
//! have both c and r above 63, and for each x from 64 to c + r - 2 it has options with columns plus rows
//! x + 1: some of its rows, the first among them, or some of its columns. So if no such option is light, a
//! partition all of whose values below 64 are reached is heavy. If some are, the engine looks for others,
//! and gives up before it guesses.

mod beginning;
mod engine;
mod tables;

use nimfield_core::budget::Budget;

use self::engine::fill;
use self::tables::tables;
use super::level::{Census, Save};
use super::stop::Stop;
use crate::partitions::order::Order;

/// The bytes that the closures of all partitions of n up to `up_to` take, with the tables.
#[must_use]
pub fn memory(up_to: u32) -> u64 {
    let order = Order::new(up_to.min(Order::MOST));
    let closures = (0..=order.up_to()).map(|n| 8 * u64::from(order.count(n)));
    closures.sum::<u64>() + tables(up_to)
}

/// Continues a census graded by size up to `up_to` squares.
///
/// # Errors
/// If the bound, the budget or the system stands in the way, or `save` does; finished levels stay in
/// the census.
///
/// # Panics
/// If the census is graded by perimeter.
///
/// # Arguments
/// `save` is called after each new level.
///
/// # Complexity
/// Bytes: 8 for each partition of each n; time: for each partition its corners, many at once.
///
/// # Source
/// E. Gottlieb, M. Krnc and P. Muršič, arXiv:2506.04991 (2025), for the game and its bound; the method is
/// explained and proved in this program's own words above.
///
/// # Example
/// ```
/// use nimfield_core::budget::Budget;
/// use nimfield_games::partitions::pnim::census::{Census, Grading, closure};
/// let mut census = Census::new(Grading::Size);
/// closure::extend(&mut census, 5, &Budget::unlimited(), &mut |_| Ok(()))?;
/// assert_eq!(census.levels[5].partitions(), 7);
/// # Ok::<(), nimfield_games::partitions::pnim::census::Stop>(())
/// ```
pub fn extend(
    census: &mut Census,
    up_to: u32,
    budget: &Budget,
    save: &mut Save<'_>,
) -> Result<(), Stop> {
    extend_with_masks_of(64, census, up_to, budget, save)
}

/// Does what [`extend`] does, with masks of `width` values, 64 at the most, instead of 64: it shows at
/// small sizes what happens to values past the masks.
///
/// # Errors
/// As [`extend`], and sooner where a value is past the masks.
///
/// # Panics
/// If the census is graded by perimeter, or `width` is 0 or more than 64.
pub fn extend_with_masks_of(
    width: u32,
    census: &mut Census,
    up_to: u32,
    budget: &Budget,
    save: &mut Save<'_>,
) -> Result<(), Stop> {
    fill(width, census, up_to, budget, save, memory(up_to))
}

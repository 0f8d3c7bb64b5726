//! Values of boxes, the positions of RNim.

use crate::cases::{ByVector, too_large};
use crate::claim::CheckError;
use nimfield_core::budget::Budget;

/// Computes the value and the misère Grundy number of every sum of boxes with this many sides each and `NUMBERS` sides
/// in total, none longer than `size`.
pub(crate) fn boxes<const NUMBERS: usize>(
    sides: usize,
    size: u32,
    budget: &Budget,
) -> Result<ByVector<[u32; 2]>, CheckError> {
    // Masks of values have 128 bits. With this limit, the value of a box, or of two, is at most 64.
    too_large(size, 64)?;
    ByVector::new(size, budget, |pairs, numbers: [u32; NUMBERS]| {
        let mut reached = [0u128; 2];
        for (at, &side) in numbers.iter().enumerate() {
            let first = at / sides * sides;
            if numbers[first..first + sides].contains(&0) {
                continue;
            }
            let mut after = numbers;
            for less in 0..side {
                after[at] = less;
                for (mask, value) in reached.iter_mut().zip(pairs(&after)) {
                    *mask |= 1u128 << value;
                }
            }
        }
        Ok(match reached {
            [0, _] => [0, 1],
            masks => masks.map(u128::trailing_ones),
        })
    })
}

/// Computes the values of the sums of two boxes of two sides.
pub(crate) fn sums_of_two(size: u32, budget: &Budget) -> Result<ByVector<[u32; 2]>, CheckError> {
    boxes::<4>(2, size, budget)
}

pub(crate) fn rnim_value(sides: &[u32]) -> u32 {
    match sides.contains(&0) {
        true => 0,
        false => sides.iter().fold(0, |sum, side| sum ^ (side - 1)) + 1,
    }
}

/// Returns the boxes of 1 to 4 sides, the longest one exactly `size`.
pub(crate) fn some_sides(number: u64, size: u32) -> Option<Vec<u32>> {
    let count = (number % 4) as usize + 1;
    let mut rest = number / 4;
    let base = u64::from(size) + 1;
    let sides = (0..count).map(|_| {
        let side = (rest % base) as u32;
        rest /= base;
        side
    });
    let sides: Vec<u32> = sides.collect();
    (rest == 0 && sides.contains(&size)).then_some(sides)
}

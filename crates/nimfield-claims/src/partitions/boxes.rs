//! Boxes: RNim.

use crate::cases::vectors;
use crate::claim::CheckError;

/// Plain tables of boxes: the sides of one box, or of two boxes of two sides in a sum.
pub(crate) struct Boxes {
    size: u32,
    /// How many sides a box has.
    sides: usize,
    values: Vec<[u8; 2]>,
}

impl Boxes {
    /// Creates the boxes with this number of sides, none longer than `size`.
    pub(crate) fn new(sides: usize, size: u32) -> Result<Boxes, CheckError> {
        Boxes::table(sides, sides, size)
    }

    pub(crate) fn sums_of_two(size: u32) -> Result<Boxes, CheckError> {
        Boxes::table(2, 4, size)
    }

    fn table(sides: usize, numbers: usize, size: u32) -> Result<Boxes, CheckError> {
        // Values of boxes are at most 64 then, and fit into the masks in sums as well.
        if size > 64 || vectors(numbers as u32, size)? > 1 << 30 {
            return Err(CheckError::TooLarge(format!(
                "the table of all boxes with sides up to {size} is too large"
            )));
        }
        let base = size as usize + 1;
        let mut boxes = Boxes {
            size,
            sides,
            values: Vec::new(),
        };
        for index in 0..base.pow(numbers as u32) {
            let at = |i: usize| index / base.pow((numbers - 1 - i) as u32) % base;
            let over = |i: usize| {
                let first = i / sides * sides;
                (first..first + sides).any(|side| at(side) == 0)
            };
            let mut reached = [0u128; 2];
            for i in (0..numbers).filter(|&i| !over(i)) {
                let step = base.pow((numbers - 1 - i) as u32);
                for k in 1..=at(i) {
                    for (mask, value) in reached.iter_mut().zip(boxes.values[index - k * step]) {
                        *mask |= 1 << value;
                    }
                }
            }
            boxes.values.push(match reached {
                [0, _] => [0, 1],
                masks => masks.map(|mask| mask.trailing_ones() as u8),
            });
        }
        Ok(boxes)
    }

    pub(crate) fn pair(&self, sides: &[u32]) -> [u32; 2] {
        debug_assert!(sides.len().is_multiple_of(self.sides));
        let base = self.size as usize + 1;
        let index = sides
            .iter()
            .fold(0, |index, &side| index * base + side as usize);
        self.values[index].map(u32::from)
    }
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

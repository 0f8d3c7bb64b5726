//! Finite boards of Nimbers as components for searches.

use crate::nimbers::rules::{Nimbers, Stone};
use nimfield_core::component::{Component, Known, write_number};
use nimfield_core::words::{Grundy, Play};

/// A finite board as one component. Stones on the same place cancel, also in misère play, where equal values do not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FiniteBoard {
    /// Ascending.
    stones: Vec<Box<[u32]>>,
    options: u64,
}

impl FiniteBoard {
    /// Creates the board, if all coordinates are below 2^32 and it has fewer than 2^64 options.
    #[must_use]
    pub fn new(board: &Nimbers) -> Option<FiniteBoard> {
        let small = |stone: &Stone| -> Option<Box<[u32]>> {
            let coordinates = stone.coordinates().iter();
            let small = coordinates.map(|x| u32::try_from(Grundy::from(x.clone()).finite()?).ok());
            small.collect()
        };
        let stones: Option<Vec<Box<[u32]>>> = board.stones().iter().map(small).collect();
        let stones = stones?;
        let mut counts = stones.iter().map(|stone| options(stone));
        let options = counts.try_fold(0u64, |sum, count| sum.checked_add(count?))?;
        Some(FiniteBoard { stones, options })
    }

    fn toggle(&mut self, stone: Box<[u32]>) {
        match self.stones.binary_search(&stone) {
            Ok(place) => drop(self.stones.remove(place)),
            Err(place) => self.stones.insert(place, stone),
        }
    }
}

/// Returns the number of boxes of a stone.
fn options(stone: &[u32]) -> Option<u64> {
    let mut sizes = stone.iter().map(|&x| u64::from(x));
    sizes.try_fold(1u64, |product, x| product.checked_mul(x))
}

impl Component for FiniteBoard {
    fn key(&self, out: &mut Vec<u8>) {
        let dimension = self.stones.first().map_or(0, |stone| stone.len());
        write_number(out, dimension as u64);
        write_number(out, self.stones.len() as u64);
        for &x in self.stones.iter().flatten() {
            write_number(out, x.into());
        }
    }

    fn option_count(&self) -> u64 {
        self.options
    }

    fn option(&self, mut index: u64, out: &mut Vec<FiniteBoard>) {
        let mut counted = self
            .stones
            .iter()
            .map(|stone| (stone, options(stone).unwrap_or(0)));
        let (stone, _) = counted
            .find(|&(_, count)| {
                let here = index < count;
                index -= if here { 0 } else { count };
                here
            })
            .expect("the index is below the number of options");
        let near = stone.iter().map(|&x| {
            let digit = index % u64::from(x);
            index /= u64::from(x);
            digit as u32
        });
        let near: Vec<u32> = near.collect();
        let mut after = self.clone();
        for choice in 0..1usize << stone.len() {
            let corner = (0..stone.len()).map(|k| {
                if choice >> k & 1 == 1 {
                    near[k]
                } else {
                    stone[k]
                }
            });
            let corner: Box<[u32]> = corner.collect();
            if !corner.contains(&0) {
                after.toggle(corner);
            }
        }
        if !after.stones.is_empty() {
            let counts = after
                .stones
                .iter()
                .map(|stone| options(stone).unwrap_or(u64::MAX));
            after.options = counts.fold(0, u64::saturating_add);
            out.push(after);
        }
    }

    fn known(&self, _play: Play) -> Known {
        Known::Nothing
    }
}

//! Nim products from their definition, and tables of Nimbers boards from the rules.

use std::fmt::Display;
use std::ops::Range;

use crate::cases::{over_sets, too_large};
use crate::claim::{
    Bounds, BySize, Case, Cases, CheckError, Counterexample, Evidence, Frame, IntoCase, Plain,
    Sizes, Verdict, by, other_value,
};
use nimfield_core::mex::mex;
use nimfield_core::prelude::*;

/// The typical position in the first post.
pub(crate) const TYPICAL: [[u32; 2]; 5] = [[1, 3], [4, 7], [6, 4], [10, 3], [14, 8]];

/// Nim products of numbers below a bound, from their definition mex(m'n' + m'n + mn').
pub(crate) struct Products {
    bound: u32,
    products: Vec<u32>,
}

impl Products {
    pub(crate) fn new(bound: u32) -> Products {
        let mut table = Products {
            bound,
            products: vec![0; (bound * bound) as usize],
        };
        for m in 0..bound {
            for n in 0..=m {
                let pairs = (0..m).flat_map(|x| (0..n).map(move |y| (x, y)));
                let product =
                    mex(pairs
                        .map(|(x, y)| table.times(x, y) ^ table.times(x, n) ^ table.times(m, y)));
                for (a, b) in [(m, n), (n, m)] {
                    table.products[(a * bound + b) as usize] = product as u32;
                }
            }
        }
        table
    }

    pub(crate) fn times(&self, m: u32, n: u32) -> u32 {
        self.products[(m * self.bound + n) as usize]
    }

    /// Returns 1/m of a number m > 0; the numbers below the bound form a field.
    pub(crate) fn inverse(&self, m: u32) -> u32 {
        let inverse = (0..self.bound).find(|&n| self.times(m, n) == 1);
        inverse.expect("a field")
    }
}

/// The values of all positions on a board: stones as bits, places in lexicographic order.
pub(crate) struct Table {
    pub(crate) places: Vec<Vec<u32>>,
    /// For each place, the sets of places that the moves of a stone there toggle.
    pub(crate) moves: Vec<Vec<u64>>,
    values: Vec<u8>,
}

impl Table {
    pub(crate) fn new(sides: Vec<u32>, budget: &Budget) -> Result<Table, CheckError> {
        let count = sides
            .iter()
            .fold(1u32, |places, &side| side.saturating_mul(places));
        too_large(count, 28)?;
        let places = vectors_in(sides.iter().map(|&side| 1..side + 1));
        let moves: Vec<Vec<u64>> = places.iter().map(|place| toggles(&places, place)).collect();
        let values = over_sets(places.len() as u32, budget, |state, values: &[u8]| {
            let mut reached = 0u128;
            for (at, moves) in moves.iter().enumerate() {
                debug_assert!(moves.iter().all(|toggled| toggled >> at == 1));
                for toggled in moves.iter().filter(|_| state >> at & 1 == 1) {
                    reached |= 1 << values[(state ^ toggled) as usize];
                }
            }
            reached.trailing_ones() as u8
        })?;
        Ok(Table {
            places,
            moves,
            values,
        })
    }

    pub(crate) fn at(&self, state: u64) -> u32 {
        self.values[state as usize].into()
    }

    pub(crate) fn stones(&self, state: u64) -> impl Iterator<Item = usize> + use<> {
        (0..self.places.len()).filter(move |at| state >> at & 1 == 1)
    }

    pub(crate) fn text(&self, state: u64) -> String {
        let stones = self.stones(state).map(|at| &self.places[at][..]);
        text(stones, self.places[0].len())
    }

    /// Returns the sum of the stones' values.
    pub(crate) fn sum(&self, state: u64, value: impl Fn(usize) -> u32) -> u32 {
        self.stones(state).fold(0, |sum, at| sum ^ value(at))
    }

    pub(crate) fn differs(&self, state: u64, claimed: impl Display) -> Counterexample {
        other_value(self.text(state), Play::Normal, claimed, self.at(state))
    }

    /// Returns the value of a position as evidence for a counterexample.
    pub(crate) fn fact(&self, state: u64) -> Evidence {
        let value = Verdict::Value(self.at(state).into());
        Evidence::new(self.text(state), Play::Normal, value)
    }

    pub(crate) fn expect(&self, state: u64, value: u32) -> Case {
        Case::of(self.at(state) == value, || {
            self.differs(state, format_args!("value {value}"))
        })
    }
}

/// Returns the places that each move of a stone toggles: the corners of its box that are not dead.
pub(crate) fn toggles(places: &[Vec<u32>], stone: &[u32]) -> Vec<u64> {
    let boxes = vectors_in(stone.iter().map(|&x| 0..x));
    let toggled = |near: &Vec<u32>| {
        (0..1u32 << stone.len()).fold(0u64, |toggled, choice| {
            let pairs = stone.iter().zip(near).enumerate();
            let corner: Vec<u32> = pairs
                .map(|(k, (&x, &u))| if choice >> k & 1 == 1 { u } else { x })
                .collect();
            let at = places.iter().position(|place| *place == corner);
            toggled ^ at.map_or(0, |at| 1 << at)
        })
    };
    boxes.iter().map(toggled).collect()
}

/// Returns all vectors with entries in these ranges, in lexicographic order.
fn vectors_in(ranges: impl Iterator<Item = Range<u32>>) -> Vec<Vec<u32>> {
    ranges.fold(vec![Vec::new()], |vectors, range| {
        let longer = |vector: Vec<u32>| range.clone().map(move |x| [&vector[..], &[x]].concat());
        vectors.into_iter().flat_map(longer).collect()
    })
}

/// Returns the position of these stones on a plane.
pub(crate) fn position(stones: &[[u32; 2]]) -> String {
    text(stones.iter().map(|stone| &stone[..]), 2)
}

/// Returns a position in notation.
fn text<'a>(stones: impl Iterator<Item = &'a [u32]>, dimension: usize) -> String {
    let written = |stone: &[u32]| {
        let coordinates: Vec<String> = stone.iter().map(u32::to_string).collect();
        format!("({})", coordinates.join(","))
    };
    let stones: Vec<String> = stones.map(written).collect();
    match stones.is_empty() {
        true => format!("nimbers[{}]", written(&vec![0; dimension])),
        false => format!("nimbers[{}]", stones.join(" ")),
    }
}

/// Measures the positions on the 3x3 board.
pub(crate) const fn of_nine(bounds: Bounds) -> Sizes {
    by("number of stones", bounds).last(9)
}

impl Sizes {
    /// Makes a claim about the positions on the 3x3 board with this number of stones.
    pub(crate) const fn three_by_three<C: IntoCase>(
        self,
        check: impl Fn(&Table, u64) -> C + Plain,
    ) -> BySize<impl Frame> {
        self.cases(move |stones, budget: &Budget| {
            let table = Table::new(vec![3, 3], budget)?;
            let mut states: Vec<u64> = (0..512).collect();
            states.retain(|state| state.count_ones() == stones);
            Ok(Cases::each(states, move |&state| check(&table, state)))
        })
    }
}

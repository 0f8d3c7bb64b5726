//! Nim products by their definition, and tables of Nimbers boards by the rules.

use crate::cases::{over_sets, too_large};
use crate::claim::{Case, Cases, CheckError, Counterexample, other_value};
use nimfield_core::budget::Budget;
use nimfield_core::mex::mex;
use nimfield_core::words::Play;

/// The typical position of the first post.
pub(crate) const TYPICAL: [[u32; 2]; 5] = [[1, 3], [4, 7], [6, 4], [10, 3], [14, 8]];

/// Nim products by their definition, mex(m'n' + m'n + mn'), of numbers below a bound.
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

    /// Returns 1/m; the numbers below the bound form a field.
    pub(crate) fn inverse(&self, m: u32) -> u32 {
        (0..self.bound)
            .find(|&n| self.times(m, n) == 1)
            .unwrap_or(0)
    }
}

/// The values of all positions on a board: stones as bits, places in lexicographic order.
pub(crate) struct Table {
    pub(crate) places: Vec<Vec<u32>>,
    /// For each place what the moves of a stone there toggle.
    pub(crate) moves: Vec<Vec<u64>>,
    values: Vec<u8>,
}

impl Table {
    pub(crate) fn new(sides: Vec<u32>, budget: &Budget) -> Result<Table, CheckError> {
        too_large(
            sides
                .iter()
                .fold(1, |places, &side| side.saturating_mul(places)),
            28,
        )?;
        let mut places: Vec<Vec<u32>> = vec![Vec::new()];
        for &side in &sides {
            let longer = places.iter().flat_map(|place| {
                (1..=side).map(move |x| place.iter().copied().chain([x]).collect())
            });
            places = longer.collect();
        }
        let moves: Vec<Vec<u64>> = places.iter().map(|place| toggles(&places, place)).collect();
        let values = over_sets(places.len() as u32, budget, |state, values: &[u8]| {
            let mut reached = 0u128;
            for (at, moves) in moves
                .iter()
                .enumerate()
                .filter(|(at, _)| state >> at & 1 == 1)
            {
                debug_assert!(moves.iter().all(|toggled| toggled >> at == 1));
                for toggled in moves {
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
        let written = |place: &Vec<u32>| {
            let coordinates: Vec<String> = place.iter().map(u32::to_string).collect();
            format!("({})", coordinates.join(","))
        };
        let stones: Vec<String> = self
            .stones(state)
            .map(|at| written(&self.places[at]))
            .collect();
        match (stones.is_empty(), self.places.first()) {
            (true, Some(place)) => format!("nimbers[{}]", written(&vec![0; place.len()])),
            _ => format!("nimbers[{}]", stones.join(" ")),
        }
    }

    pub(crate) fn differs(&self, state: u64, claimed: impl std::fmt::Display) -> Counterexample {
        other_value(self.text(state), Play::Normal, claimed, self.at(state))
    }

    pub(crate) fn expect(&self, state: u64, value: u32) -> Case {
        Case::of(self.at(state) == value, || {
            self.differs(state, format!("value {value}"))
        })
    }
}

/// Returns what the moves of a stone toggle: the corners of each box that are not dead.
pub(crate) fn toggles(places: &[Vec<u32>], stone: &[u32]) -> Vec<u64> {
    let mut boxes: Vec<Vec<u32>> = vec![Vec::new()];
    for &x in stone {
        let longer = boxes
            .iter()
            .flat_map(|near| (0..x).map(move |u| near.iter().copied().chain([u]).collect()));
        boxes = longer.collect();
    }
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

pub(crate) fn position(stones: &[[u32; 2]]) -> String {
    let stones: Vec<String> = stones.iter().map(|[x, y]| format!("({x},{y})")).collect();
    match stones.is_empty() {
        true => "nimbers[(0,0)]".to_string(),
        false => format!("nimbers[{}]", stones.join(" ")),
    }
}

/// Returns the positions on the 3x3 board with this number of stones.
pub(crate) fn three_by_three(
    stones: u32,
    budget: &Budget,
    check: impl Fn(&Table, u64) -> Case + Send + Sync + 'static,
) -> Result<Cases, CheckError> {
    let table = Table::new(vec![3, 3], budget)?;
    let states: Vec<u64> = (0..512u64)
        .filter(|state| state.count_ones() == stones)
        .collect();
    Ok(Cases::each(states, move |&state| check(&table, state)))
}

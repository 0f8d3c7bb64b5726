//! Claims on Nimbers on finite boards.

use super::tables::{Products, TYPICAL, Table, position};
use crate::brute_force;
use crate::cases::numbered;
use crate::claim::Status::{Example, Proved};
use crate::claim::{BySize, Case, Cases, Claim, Frame, Sizes, by, plain};
use nimbers::tower;
use nimfield::read;
use nimfield_core::budget::Budget;
use nimfield_core::mex::mex;

pub(crate) const CLAIMS: &[Claim] = &[
    Proved.claim(
        "nimbers-values",
        "the value of a position is the nim sum of the nim products of the coordinates of its stones",
        "Le Bruyn, How to play Nimbers?; Lenstra 1978",
        "all positions on the boards with this number of places; values from those of all options, nim products by their recursive definition as a mex",
        &by(PLACES, 9..=16).products(2),
    ),
    Proved.claim(
        "nimbers-values-3d",
        "in three dimensions the value of a position is the nim sum of the nim products of the three coordinates of its balls",
        "Le Bruyn, n-dimensional and transfinite Nimbers",
        "all positions on the boxes with this number of places; values from those of all options",
        &by(PLACES, 8..=16).products(3),
    ),
    Proved.claim(
        "nimbers-one-column",
        "stones in the first column (or row) are the heaps of nim: the value is the nim sum of the other coordinates",
        "Le Bruyn, How to play Nimbers?",
        "all positions on boards of one column",
        &by(PLACES, 7..=16).cases(|size, budget| {
            let table = Table::new(vec![1, size], budget)?;
            Ok(Cases::new(1 << size, move |state| {
                let heaps = (1..=size).filter(|heap| state >> (heap - 1) & 1 == 1);
                table.expect(state, heaps.fold(0, |sum, heap| sum ^ heap))
            }))
        }),
    ),
    Proved.claim(
        "nimbers-kinds-of-moves",
        "the moves are: remove a stone; slide it left or down, removing both where a stone lies; toggle the other corners of a rectangle of which it is the top right corner and remove it. With an added row and column 0, whose stones are dead, all of them are rectangles",
        "Le Bruyn, How to play Nimbers?, the rules and their second form",
        "positions of two stones",
        &by("greatest coordinate", 3..=7).over_vectors(|m @ [a, b, c, d]| {
            if m.contains(&0) || [a, b] >= [c, d] {
                return Ok(Case::Outside);
            }
            let mut printed: Vec<String> = Vec::new();
            for ([x, y], other) in [([a, b], [c, d]), ([c, d], [a, b])] {
                let mut after = |toggled: &[[u32; 2]]| {
                    let mut stones = vec![other];
                    for &stone in toggled {
                        match stones.iter().position(|&there| there == stone) {
                            Some(at) => drop(stones.remove(at)),
                            None => stones.push(stone),
                        }
                    }
                    printed.push(position(&stones));
                };
                after(&[]);
                (1..x).for_each(|u| after(&[[u, y]]));
                (1..y).for_each(|v| after(&[[x, v]]));
                for u in 1..x {
                    (1..y).for_each(|v| after(&[[u, v], [u, y], [x, v]]));
                }
            }
            let from = position(&[[a, b], [c, d]]);
            let mut listed = brute_force::options(&from)?;
            let printed = printed.iter().map(|text| read(text));
            let printed = printed.map(|position| position.map(|position| position.to_string()));
            let mut printed = printed.collect::<Result<Vec<_>, _>>()?;
            for options in [&mut listed, &mut printed] {
                options.sort_unstable();
                options.dedup();
            }
            Ok(Case::of(listed == printed, || {
                plain(from, printed.join("; "), listed.join("; "))
            }))
        }),
    ),
    Proved.claim(
        "nimbers-sum-mex",
        "binary addition without carrying is n + m = mex(n' + m, n + m')",
        "Le Bruyn, How to play Nimbers?",
        "pairs n, m",
        &by("greater one", 20..=200).over_vectors(|[n, m]| {
            let found = mex((0..n).map(|x| x ^ m).chain((0..m).map(|y| n ^ y))) as u32;
            let case = format_args!("nim[{n},{m}]");
            Case::pair(found == n ^ m, case, n ^ m, [found, found])
        }),
    ),
    Proved.claim(
        "nimbers-product-mex",
        "the nim product by Fermat powers (F times itself is F + F/2, and smaller numbers multiply ordinarily) is mex(m'n' + m'n + mn')",
        "Le Bruyn, How to play Nimbers?; Conway, On Numbers and Games, chapter 6",
        "pairs m, n",
        &by("greater one", 16..=48).with(
            |size, _| Ok(Products::new(size + 1)),
            |table, [m, n]| {
                let claimed = tower::product(m.into(), n.into(), 5) as u32;
                Case::equal(format_args!("{m} (x) {n}"), claimed, table.times(m, n))
            },
        ),
    ),
    Example.claim(
        "nimbers-example-values",
        "the stones (1,3), (4,7), (6,4), (10,3) and (14,8) have the values 3, 10, 14, 5 and 10, the position the value 8",
        "Le Bruyn, How to play Nimbers?, the typical position (14 (x) 8 = 10 and the total 8 are stated)",
        "the five stones and the total; nim products by their definition as a mex",
        &numbered(6, |at| {
            let table = Products::new(16);
            let values = TYPICAL.map(|[x, y]| table.times(x, y));
            let total = values.iter().fold(0, |sum, value| sum ^ value);
            match TYPICAL.get(at) {
                Some(&stone) => Case::equal(position(&[stone]), [3, 10, 14, 5, 10][at], values[at]),
                None => Case::equal(position(&TYPICAL), 8, total),
            }
        }),
    ),
];

const PLACES: &str = "number of places";

impl Sizes {
    /// Claims the values of all positions on boards with this many dimensions and places, in sequence.
    const fn products(self, dimension: usize) -> BySize<impl Frame> {
        self.cases(move |size, budget: &Budget| {
            let tables = boxes(size, dimension).into_iter();
            let tables = tables.map(|sides| Table::new(sides, budget));
            let tables = tables.collect::<Result<Vec<_>, _>>()?;
            let products = Products::new(32);
            let states = 1u64 << size.min(40);
            Ok(Cases::new(states * tables.len() as u64, move |number| {
                let table = &tables[(number / states) as usize];
                let state = number % states;
                let value = |at: usize| {
                    let coordinates = table.places[at].iter();
                    coordinates.fold(1, |product, &x| products.times(product, x))
                };
                table.expect(state, table.sum(state, value))
            }))
        })
    }
}

/// Returns the sides of the boards with this many dimensions and places.
fn boxes(size: u32, dimension: usize) -> Vec<Vec<u32>> {
    if dimension == 1 {
        return vec![vec![size]];
    }
    let sides = (1..=size).filter(|side| size.is_multiple_of(*side));
    let boxes = sides.flat_map(|side| {
        let rest = boxes(size / side, dimension - 1).into_iter();
        rest.map(move |rest| [vec![side], rest].concat())
    });
    boxes.collect()
}

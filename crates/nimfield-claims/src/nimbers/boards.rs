//! Nimbers on finite boards.

use super::tables::{Products, TYPICAL, Table, position};
use crate::brute_force;
use crate::cases::over_vectors;
use crate::claim::{Case, Cases, CheckError, Claim};
use crate::claim::{ONCE, by, example, other_pair, plain, proved};
use nimbers::tower;
use nimfield_core::budget::Budget;
use nimfield_core::mex::mex;
use nimfield_core::sorting::Sort as _;

pub(crate) const CLAIMS: &[Claim] = &[
    proved(
        "nimbers-values",
        "the value of a position is the nim sum of the nim products of the coordinates of its stones",
        "Le Bruyn, How to play Nimbers?; Lenstra 1978",
        "all positions on the boards with so many places; values from those of all options, nim products by their recursive definition as a mex",
        by(PLACES, 9..=16),
        |size, budget| values(size, 2, budget),
    ),
    proved(
        "nimbers-values-3d",
        "in three dimensions the value of a position is the nim sum of the nim products of the three coordinates of its balls",
        "Le Bruyn, n-dimensional and transfinite Nimbers",
        "all positions on the boxes with so many places; values from those of all options",
        by(PLACES, 8..=16),
        |size, budget| values(size, 3, budget),
    ),
    proved(
        "nimbers-one-column",
        "stones in the first column (or row) are the heaps of nim: the value is the nim sum of the other coordinates",
        "Le Bruyn, How to play Nimbers?",
        "all positions on boards of one column",
        by(PLACES, 7..=16),
        |size, budget| {
            let table = Table::new(vec![1, size], budget)?;
            Ok(Cases::new(1 << size, move |state| {
                let heaps = (1..=size).filter(|heap| state >> (heap - 1) & 1 == 1);
                table.expect(state, heaps.fold(0, |sum, heap| sum ^ heap))
            }))
        },
    ),
    proved(
        "nimbers-kinds-of-moves",
        "the moves are: remove a stone; slide it left or down, removing both where a stone lies; toggle the other corners of a rectangle of which it is the top right corner and remove it. With an added row and column 0, whose stones are dead, all of them are rectangles",
        "Le Bruyn, How to play Nimbers?, the rules and their second form",
        "positions of two stones",
        by("greatest coordinate", 3..=7),
        |size, _| {
            over_vectors(size, move |m @ [a, b, c, d]| {
                if m.contains(&0) || [a, b] >= [c, d] {
                    return Case::Outside;
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
                let mut listed = brute_force::options(&from)
                    .map(|[options, _]| options)
                    .unwrap_or_default();
                let mut printed: Vec<String> = printed
                    .iter()
                    .filter_map(|text| Some(nimfield::read(text).ok()?.to_string()))
                    .collect();
                for options in [&mut listed, &mut printed] {
                    options.put_in_order();
                    options.dedup();
                }
                Case::of(listed == printed, || {
                    plain(from, printed.join("; "), listed.join("; "))
                })
            })
        },
    ),
    proved(
        "nimbers-sum-mex",
        "binary addition without carrying is n + m = mex(n' + m, n + m')",
        "Le Bruyn, How to play Nimbers?",
        "pairs n, m",
        by("greater one", 20..=300),
        |size, _| {
            over_vectors(size, move |[n, m]| {
                let found = mex((0..n).map(|x| x ^ m).chain((0..m).map(|y| n ^ y))) as u32;
                Case::of(found == n ^ m, || {
                    other_pair(format!("nim[{n},{m}]"), n ^ m, [found, found])
                })
            })
        },
    ),
    proved(
        "nimbers-product-mex",
        "the nim product by Fermat powers (F times itself is F + F/2, and smaller numbers multiply ordinarily) is mex(m'n' + m'n + mn')",
        "Le Bruyn, How to play Nimbers?; Conway, On Numbers and Games, chapter 6",
        "pairs m, n",
        by("greater one", 16..=48),
        |size, _| {
            let table = Products::new(size + 1);
            over_vectors(size, move |[m, n]| {
                let claimed = tower::product(m.into(), n.into(), 5) as u32;
                Case::of(table.times(m, n) == claimed, || {
                    plain(format!("{m} (x) {n}"), claimed, table.times(m, n))
                })
            })
        },
    ),
    example(
        "nimbers-example-values",
        "the stones (1,3), (4,7), (6,4), (10,3) and (14,8) have the values 3, 10, 14, 5 and 10, the position the value 8",
        "Le Bruyn, How to play Nimbers?, the typical position (14 (x) 8 = 10 and the total 8 are stated)",
        "the five stones and the total; nim products by their definition as a mex",
        ONCE,
        |_, _| {
            let table = Products::new(16);
            Ok(Cases::new(6, move |number| {
                let values = TYPICAL.map(|[x, y]| table.times(x, y));
                let total = values.iter().fold(0, |sum, value| sum ^ value);
                let (case, claimed, found) = match TYPICAL.get(number as usize) {
                    Some(stone) => (
                        position(&[*stone]),
                        [3, 10, 14, 5, 10][number as usize],
                        values[number as usize],
                    ),
                    None => (position(&TYPICAL), 8, total),
                };
                Case::of(found == claimed, || plain(case, claimed, found))
            }))
        },
    ),
];

const PLACES: &str = "number of places";

/// Returns a claim on the values of boards with this many dimensions and places, their positions one after the other.
fn values(size: u32, dimension: u32, budget: &Budget) -> Result<Cases, CheckError> {
    let divisors = |n: u32| (1..=n).filter(move |d| n.is_multiple_of(*d));
    let mut tables = Vec::new();
    for a in divisors(size) {
        match dimension {
            2 => tables.push(Table::new(vec![a, size / a], budget)?),
            _ => {
                for b in divisors(size / a) {
                    tables.push(Table::new(vec![a, b, size / a / b], budget)?);
                }
            }
        }
    }
    let products = Products::new(32);
    let states = 1u64 << size.min(40);
    Ok(Cases::new(states * tables.len() as u64, move |number| {
        let table = &tables[(number / states) as usize];
        let state = number % states;
        let value = |at: usize| {
            table.places[at]
                .iter()
                .fold(1, |product, &x| products.times(product, x))
        };
        table.expect(
            state,
            table
                .stones(state)
                .map(value)
                .fold(0, |sum, value| sum ^ value),
        )
    }))
}

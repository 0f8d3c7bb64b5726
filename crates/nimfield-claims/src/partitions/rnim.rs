//! Section 4: RNim.

use super::boxes::{Boxes, rnim_value, some_sides};
use super::frames::{LINES, diagrams, pair, pnim, rnim, two_boxes};
use crate::cases::{is_move, is_play, over_vectors, vector, vectors};
use crate::claim::{Case, Cases, CheckError, Claim};
use crate::claim::{ONCE, by, example, misprint, other_pair, plain, proved};
use nimfield_core::mex::mex;

pub(crate) const CLAIMS: &[Claim] = &[
    proved(
        "pnim-rectangles-are-rnim",
        "PNim on rectangles is RNim on pairs: [c^r] and <r,c> have the same values in normal and in misère play",
        "Gottlieb, Krnc and Muršič 2025, section 4",
        "rectangles",
        by(LINES, 9..=18),
        |size, budget| {
            let boxes = Boxes::new(2, size)?;
            diagrams(size, budget, move |table, diagram| {
                let Some((r, c)) = diagram.as_rectangle() else {
                    return Case::Outside;
                };
                let (one, other) = (pair(table, diagram), boxes.pair(&[r as u32, c as u32]));
                Case::of(one == other, || {
                    other_pair(pnim(diagram), format!("{other:?}"), one)
                })
            })
        },
    ),
    example(
        "pnim-example-rnim-moves",
        "<5,1,2>+<2,3> and <5,4,2>+<0,3> can be reached from <5,4,2>+<2,3> in a move",
        "Gottlieb, Krnc and Muršič 2025, section 1.2",
        "the two moves",
        ONCE,
        |_, _| {
            let from = "rnim[5,4,2] + rnim[2,3]";
            Ok(Cases::new(2, move |number| {
                let to = ["rnim[5,1,2] + rnim[2,3]", "rnim[5,4,2] + rnim[0,3]"];
                is_move(from, to[number as usize])
            }))
        },
    ),
    misprint(
        "pnim-example-rnim-play-as-printed",
        "<2,1>+<3,3,3> is reached on the way from <3,5>+<3,3,3> to <2,1>+<3,3,2> as a play on the initial position <3,5>+<3,3,3> goes: its first position is that one",
        "Gottlieb, Krnc and Muršič 2025, section 4, example, as printed",
        "the play",
        ONCE,
        |_, _| {
            is_play(&[
                "rnim[3,5] + rnim[3,3,3]",
                "rnim[2,1] + rnim[3,3,3]",
                "rnim[2,1] + rnim[3,3,2]",
                "rnim[0,1] + rnim[3,3,2]",
                "rnim[0,1] + rnim[3,0,2]",
            ])
        },
    ),
    example(
        "pnim-example-rnim-play",
        "<2,1>+<3,3,3> -> <2,1>+<3,3,2> -> <0,1>+<3,3,2> -> <0,1>+<3,0,2> is a play of RNim",
        "Gottlieb, Krnc and Muršič 2025, section 4, example, from the position where it starts",
        "the moves of the play",
        ONCE,
        |_, _| {
            is_play(&[
                "rnim[2,1] + rnim[3,3,3]",
                "rnim[2,1] + rnim[3,3,2]",
                "rnim[0,1] + rnim[3,3,2]",
                "rnim[0,1] + rnim[3,0,2]",
            ])
        },
    ),
    proved(
        "pnim-observation-10",
        "the nim sum of numbers k_i is the mex of the nim sums in which one of them is replaced by a smaller one",
        "Gottlieb, Krnc and Muršič 2025, Observation 10",
        "four numbers",
        by("greatest number", 4..=20),
        |size, _| nim_sums(size, 0),
    ),
    proved(
        "pnim-corollary-11",
        "k plus the nim sum of the k_i - k, all k_i > k, is the mex of 0 to k-1 and of k plus the nim sums in which one of the k_i - k is replaced by a smaller number",
        "Gottlieb, Krnc and Muršič 2025, Corollary 11",
        "four numbers k_i, and k from 1 to 3",
        by("greatest of the k_i - k", 4..=16),
        |size, _| nim_sums(size, 3),
    ),
    proved(
        "pnim-theorem-3",
        "a hyperrectangle with sides k_i >= 1 has the value (the nim sum of the k_i - 1) + 1, one with a side 0 the value 0",
        "Gottlieb, Krnc and Muršič 2025, Theorem 3 and Corollary 12 for one box",
        "boxes of 1 to 4 sides",
        by("greatest side", 4..=14),
        |size, _| {
            let tables = (1..=4).map(|sides| Boxes::new(sides, size));
            let tables = tables.collect::<Result<Vec<_>, _>>()?;
            let cases = vectors(4, size)?;
            Ok(Cases::new(4 * cases, move |number| {
                let Some((sides, boxes)) = some_sides(number, size).map(|sides| (sides, &tables))
                else {
                    return Case::Outside;
                };
                let claimed = rnim_value(&sides);
                let found = boxes[sides.len() - 1].pair(&sides);
                Case::of(found[0] == claimed, || {
                    other_pair(rnim(&sides), claimed, found)
                })
            }))
        },
    ),
    proved(
        "pnim-corollary-12",
        "the value of a sum of boxes is the nim sum of theirs: 0 with a side 0, otherwise 1 plus the nim sum of the sides minus 1",
        "Gottlieb, Krnc and Muršič 2025, Corollary 12",
        "sums of two boxes of two sides, option by option in the sum",
        by("greatest side", 4..=16),
        |size, _| {
            let table = Boxes::sums_of_two(size)?;
            over_vectors(size, move |sides: [u32; 4]| {
                let claimed = rnim_value(&sides[..2]) ^ rnim_value(&sides[2..]);
                let found = table.pair(&sides);
                Case::of(found[0] == claimed, || {
                    other_pair(two_boxes(&sides), claimed, found)
                })
            })
        },
    ),
    proved(
        "pnim-misere-sums-of-boxes",
        "a sum of boxes all of whose values are 0 or 1 has the misère Grundy number 1 xor their nim sum; any other has their nim sum in both plays",
        "Gottlieb, Krnc and Muršič 2025, section 5.1 (Theorem 14 with Corollary 12)",
        "sums of two boxes of two sides, option by option in the sum",
        by("greatest side", 4..=16),
        |size, _| {
            let table = Boxes::sums_of_two(size)?;
            over_vectors(size, move |sides: [u32; 4]| {
                let (g, h) = (rnim_value(&sides[..2]), rnim_value(&sides[2..]));
                let claimed = [g ^ h, g ^ h ^ u32::from(g.max(h) <= 1)];
                let found = table.pair(&sides);
                Case::of(found == claimed, || {
                    other_pair(two_boxes(&sides), format!("{claimed:?}"), found)
                })
            })
        },
    ),
];

/// Claims Observation 10 with `most_k` 0, Corollary 11 with k from 1 to `most_k`; numbers above k.
fn nim_sums(size: u32, most_k: u32) -> Result<Cases, CheckError> {
    let ks = u64::from(most_k.max(1));
    Ok(Cases::new(vectors(4, size)? * ks, move |number| {
        let Some(numbers) = vector::<4>(number / ks, size) else {
            return Case::Outside;
        };
        let k = match most_k {
            0 => 0,
            _ if numbers.contains(&0) => return Case::Outside,
            _ => number % ks + 1,
        };
        let total = numbers.iter().fold(0, |sum, number| sum ^ number);
        let smaller = numbers
            .iter()
            .flat_map(|&number| (0..number).map(move |less| total ^ number ^ less));
        let found = mex((0..k).chain(smaller.map(|sum| k + u64::from(sum))));
        let claimed = k + u64::from(total);
        Case::of(found == claimed, || {
            plain(format!("{numbers:?}, k = {k}"), claimed, found)
        })
    }))
}

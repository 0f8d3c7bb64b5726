//! Section 4: RNim.

use super::boxes::{boxes, rnim_value, some_sides, sums_of_two};
use super::diagrams::Diagrams;
use super::frames::{by_lines, diagrams_of, rnim, two_boxes};
use crate::cases::{each_of, is_move, is_play, vector, vectors};
use crate::claim::Status::{Example, Misprint, Proved};
use crate::claim::{BySize, Case, Cases, Claim, Frame, Sizes, by};
use nimfield_core::budget::Budget;
use nimfield_core::mex::mex;

pub(crate) const CLAIMS: &[Claim] = &[
    Proved.claim(
        "pnim-rectangles-are-rnim",
        "PNim on rectangles is RNim on pairs: [c^r] and <r,c> have the same values in normal and in misère play",
        "Gottlieb, Krnc and Muršič 2025, section 4",
        "rectangles",
        &by_lines(9..=18).cases(|size, budget| {
            let table = Diagrams::new(size, budget)?;
            let boxes = boxes::<2>(2, size, budget)?;
            diagrams_of(size, move |diagram| {
                let (r, c) = diagram.as_rectangle()?;
                let other = boxes.at(&[r as u32, c as u32]);
                let holds = table.pair(diagram) == other;
                Some(table.holds(holds, diagram, format_args!("{other:?}")))
            })
        }),
    ),
    Example.claim(
        "pnim-example-rnim-moves",
        "<5,1,2>+<2,3> and <5,4,2>+<0,3> can be reached from <5,4,2>+<2,3> in a move",
        "Gottlieb, Krnc and Muršič 2025, section 1.2",
        "the two moves",
        &each_of(
            &["rnim[5,1,2] + rnim[2,3]", "rnim[5,4,2] + rnim[0,3]"],
            |to| is_move("rnim[5,4,2] + rnim[2,3]", to),
        ),
    ),
    Misprint.claim(
        "pnim-example-rnim-play-as-printed",
        "<2,1>+<3,3,3> is reached on the way from <3,5>+<3,3,3> to <2,1>+<3,3,2> as a play on the initial position <3,5>+<3,3,3> goes: its first position is that one",
        "Gottlieb, Krnc and Muršič 2025, section 4, example, as printed",
        "the play",
        &is_play(&[
            "rnim[3,5] + rnim[3,3,3]",
            "rnim[2,1] + rnim[3,3,3]",
            "rnim[2,1] + rnim[3,3,2]",
            "rnim[0,1] + rnim[3,3,2]",
            "rnim[0,1] + rnim[3,0,2]",
        ]),
    ),
    Example.claim(
        "pnim-example-rnim-play",
        "<2,1>+<3,3,3> -> <2,1>+<3,3,2> -> <0,1>+<3,3,2> -> <0,1>+<3,0,2> is a play of RNim",
        "Gottlieb, Krnc and Muršič 2025, section 4, example, from the position where it starts",
        "the moves of the play",
        &is_play(&[
            "rnim[2,1] + rnim[3,3,3]",
            "rnim[2,1] + rnim[3,3,2]",
            "rnim[0,1] + rnim[3,3,2]",
            "rnim[0,1] + rnim[3,0,2]",
        ]),
    ),
    Proved.claim(
        "pnim-observation-10",
        "the nim sum of numbers k_i is the mex of the nim sums in which one of them is replaced by a smaller one",
        "Gottlieb, Krnc and Muršič 2025, Observation 10",
        "four numbers",
        &by("greatest number", 4..=20).nim_sums(0),
    ),
    Proved.claim(
        "pnim-corollary-11",
        "k plus the nim sum of the k_i - k, all k_i > k, is the mex of 0 to k-1 and of k plus the nim sums in which one of the k_i - k is replaced by a smaller number",
        "Gottlieb, Krnc and Muršič 2025, Corollary 11",
        "four numbers k_i, and k from 1 to 3",
        &by("greatest of the k_i - k", 4..=16).nim_sums(3),
    ),
    Proved.claim(
        "pnim-theorem-3",
        "a hyperrectangle with sides k_i >= 1 has the value (the nim sum of the k_i - 1) + 1, one with a side 0 the value 0",
        "Gottlieb, Krnc and Muršič 2025, Theorem 3 and Corollary 12 for one box",
        "boxes of 1 to 4 sides",
        &by("greatest side", 4..=14).cases(|size, budget| {
            let tables = [
                boxes::<1>(1, size, budget)?,
                boxes::<2>(2, size, budget)?,
                boxes::<3>(3, size, budget)?,
                boxes::<4>(4, size, budget)?,
            ];
            Ok(Cases::new(4 * vectors(4, size)?, move |number| {
                let sides = some_sides(number, size)?;
                let claimed = rnim_value(&sides);
                let (found, text) = (tables[sides.len() - 1].at(&sides), rnim(&sides));
                Some(Case::pair(found[0] == claimed, text, claimed, found))
            }))
        }),
    ),
    Proved.claim(
        "pnim-corollary-12",
        "the value of a sum of boxes is the nim sum of theirs: 0 with a side 0, otherwise 1 plus the nim sum of the sides minus 1",
        "Gottlieb, Krnc and Muršič 2025, Corollary 12",
        "sums of two boxes of two sides, option by option in the sum",
        &by("greatest side", 4..=16).with(sums_of_two, |table, sides: [u32; 4]| {
            let claimed = rnim_value(&sides[..2]) ^ rnim_value(&sides[2..]);
            let found = table.at(&sides);
            Case::pair(found[0] == claimed, two_boxes(&sides), claimed, found)
        }),
    ),
    Proved.claim(
        "pnim-misere-sums-of-boxes",
        "a sum of boxes all of whose values are 0 or 1 has the misère Grundy number 1 xor their nim sum; any other has their nim sum in both plays",
        "Gottlieb, Krnc and Muršič 2025, section 5.1 (Theorem 14 with Corollary 12)",
        "sums of two boxes of two sides, option by option in the sum",
        &by("greatest side", 4..=16).with(sums_of_two, |table, sides: [u32; 4]| {
            let (g, h) = (rnim_value(&sides[..2]), rnim_value(&sides[2..]));
            let pair = [g ^ h, g ^ h ^ u32::from(g.max(h) <= 1)];
            let (claimed, found) = (format_args!("{pair:?}"), table.at(&sides));
            Case::pair(found == pair, two_boxes(&sides), claimed, found)
        }),
    ),
];

impl Sizes {
    /// Claims Observation 10 if `most_k` is 0, otherwise Corollary 11 for k from 1 to `most_k`, with numbers above k.
    const fn nim_sums(self, most_k: u64) -> BySize<impl Frame> {
        self.cases(move |size, _: &Budget| {
            let ks = most_k.max(1);
            Ok(Cases::new(vectors(4, size)? * ks, move |number| {
                let numbers = vector::<4>(number / ks, size)?;
                let k = match most_k {
                    0 => 0,
                    _ if numbers.contains(&0) => return None,
                    _ => number % ks + 1,
                };
                let total = numbers.iter().fold(0, |sum, number| sum ^ number);
                let smaller = numbers
                    .iter()
                    .flat_map(|&number| (0..number).map(move |less| total ^ number ^ less));
                let found = mex((0..k).chain(smaller.map(|sum| k + u64::from(sum))));
                let case = format_args!("{numbers:?}, k = {k}");
                Some(Case::equal(case, k + u64::from(total), found))
            }))
        })
    }
}

//! Claims on Sato's game, which is Welter's: hooks, and the degrees of representations.

use super::diagrams::places;
use super::frames::{by_lines, listing, size_of};
use crate::brute_force;
use crate::cases::too_large;
use crate::claim::Status::Proved;
use crate::claim::{BySize, Case, Cases, Claim, Frame, Sizes};
use nimfield_core::budget::Budget;
use nimfield_games::partitions::Partition;

pub(crate) const CLAIMS: &[Claim] = &[
    Proved.claim(
        "pnim-sato-hooks",
        "the value of a partition in Sato's game is the nim sum of h xor (h-1) over its hook lengths h",
        "Sato 1970; Welter 1954, in Gottlieb, Krnc and Muršič 2025, section 1.1",
        "partitions, their values by the rules of Sato's game alone",
        &by_lines(6..=9).sato(|diagram, value| {
            let terms = hooks(diagram).into_iter().map(|h| (h ^ (h - 1)) as u32);
            terms.fold(0, |sum, term| sum ^ term) == value
        }),
    ),
    Proved.claim(
        "pnim-sato-odd-degree",
        "the irreducible representation of the symmetric group that belongs to a partition of n has an odd degree exactly if the partition has the value n in Sato's game",
        "Sato 1970 and Irie 2018, in Gottlieb, Krnc and Muršič 2025, section 1.1; Macdonald 1971",
        "partitions, their values by the rules of Sato's game alone, degrees by the hook formula",
        &by_lines(6..=9).sato(|diagram, value| {
            has_odd_degree(diagram) == (u128::from(value) == diagram.size())
        }),
    ),
    Proved.claim(
        "pnim-sato-irie",
        "restricted to the symmetric group of as many letters as its value in Sato's game, the irreducible representation of a partition has a component of odd degree: some partition of that number inside it has one",
        "Sato's conjecture, proved in Irie 2018, in Gottlieb, Krnc and Muršič 2025, section 1.1",
        "partitions, their values by the rules of Sato's game alone, degrees by the hook formula",
        &by_lines(6..=9).sato(|diagram, value| {
            let mut inside = (0..=size_of(diagram)).flat_map(|lines| {
                let (count, word) = places(lines);
                (0..count).map(move |number| Partition::from_word(word(number)))
            });
            inside.any(|part| {
                part.size() == value.into() && diagram.contains(&part) && has_odd_degree(&part)
            })
        }),
    ),
];

impl Sizes {
    /// Makes a claim about the value of every partition in Sato's game.
    const fn sato(self, holds: fn(&Partition, u32) -> bool) -> BySize<impl Frame> {
        self.cases(move |size, _: &Budget| {
            // Larger partitions have too many positions to keep as text.
            too_large(size, 11)?;
            let (count, word) = places(size);
            Ok(Cases::new(count, move |number| {
                let diagram = Partition::from_word(word(number));
                let text = format!("sato[{}]", listing(diagram.parts().map(|part| part as u32)));
                let found = brute_force::pair(&text)?;
                let holds = holds(&diagram, found[0]);
                Ok(Case::pair(holds, text, "the statement", found))
            }))
        })
    }
}

/// Returns the hook lengths of all squares.
pub fn hooks(diagram: &Partition) -> Vec<u64> {
    let (rows, columns) = (diagram.clone(), diagram.conjugate());
    let squares = (0..rows.rows()).flat_map(|i| (0..rows.part(i)).map(move |j| (i, j)));
    squares
        .map(|(i, j)| rows.part(i) - j + columns.part(j) - i - 1)
        .collect()
}

/// Returns whether n! divided by the product of the hook lengths is odd.
pub fn has_odd_degree(diagram: &Partition) -> bool {
    let twos = |n: u64| n.trailing_zeros();
    let factorial: u32 = (1..=diagram.size() as u64).map(twos).sum();
    let product: u32 = hooks(diagram).into_iter().map(twos).sum();
    factorial == product
}

//! Claims of section 6 and the appendices: further games, questions and conjectures.

use super::boxes::boxes;
use super::diagrams::{Diagrams, word_of};
use super::frames::{by_lines, diagrams_of, pnim, rnim, size_of, steps};
use crate::brute_force;
use crate::claim::Status::{Misprint, Proved, Question, Refuted};
use crate::claim::{BySize, Case, Cases, CheckError, Claim, Frame, Sizes, by};
use nimfield_core::budget::Budget;
use nimfield_core::mex::mex;
use nimfield_games::partitions::Partition;
use nimfield_games::partitions::pnim::NearRectangles;
use nimfield_games::partitions::pnim::census::{Census, Grading, Stop, Which, perimeter, sparse};
use std::ops::RangeInclusive;

/// The method that proves the rest of Conjecture 2.
const BY_REPETITION: &str = "what remains of Gottlieb, Krnc and Muršič 2025, Conjecture 2; for two rows it is Proposition 5; proved by computation, as the values of near rectangles repeat";

pub(crate) const CLAIMS: &[Claim] = &[
    Proved.claim(
        "pnim-moebius-ladder",
        "for n >= 5 the value of [n,n] is the number of Hamiltonian cycles of the Moebius ladder with n-2 rungs",
        "Gottlieb, Krnc and Muršič 2025, section 6 (OEIS A124356)",
        "n from 5 on; the cycles are counted one by one",
        &by("n", 7..=14).single(|size, budget| {
            if size < 5 {
                return Ok(Case::Outside);
            }
            let diagram = Partition::new([size.into(), size.into()]);
            let table = Diagrams::new(size + 2, budget)?;
            let cycles = moebius_cycles(size - 2);
            let holds = table.of(&diagram) == cycles;
            Ok(table.holds(holds, &diagram, format_args!("{cycles} cycles")))
        }),
    ),
    Proved.claim(
        "pnim-matrix-cyclic",
        "in the matrix M of the values of rectangles k is the entry (i,j) exactly if j is the entry (k,i)",
        "Gottlieb, Krnc and Muršič 2025, section 6",
        "triples i, j, k; the matrix by the rules of RNim with two sides",
        &by("greatest of the three", 10..=64).with(
            |size, budget| boxes::<2>(2, size, budget),
            |matrix, ijk @ [i, j, k]| {
                if ijk.contains(&0) {
                    return None;
                }
                let (one, other) = (matrix.at(&[i, j]), matrix.at(&[k, i]));
                let holds = (one[0] == k) == (other[0] == j);
                let claimed = format_args!("{k} exactly if rnim[{k},{i}] has {j}");
                Some(Case::pair(holds, rnim(&[i, j]), claimed, one))
            },
        ),
    ),
    Proved.claim(
        "pnim-matrix-lexicographic",
        "read by antidiagonals M is lexicographically first among the matrices of positive integers without a repeated entry in a row or column: each entry is the least that its row and its column do not have already",
        "Gottlieb, Krnc and Muršič 2025, section 6 (OEIS A280172)",
        "entries of M, from the values of all diagrams",
        &by("row plus column", 9..=20).diagrams(|table, diagram| {
            let (r, c) = diagram.as_rectangle()?;
            let entry = |rows, columns| u64::from(table.of(&Partition::rectangle(rows, columns)));
            let row = (1..c).map(|columns| entry(r, columns));
            let column = (1..r).map(|rows| entry(rows, c));
            let least = mex([0].into_iter().chain(row).chain(column));
            Some(table.expect(diagram, least))
        }),
    ),
    Proved.claim(
        "pnim-question-1-misere",
        "a partition has the value 2 exactly if it has the misère Grundy number 2",
        "Gottlieb, Krnc and Muršič 2025, Question 1, in parentheses",
        "non-empty partitions",
        &by_lines(9..=20).pairs("2 in both plays or in none", |_, [normal, misere]| {
            Some((normal == 2) == (misere == 2))
        }),
    ),
    Question.claim(
        "pnim-question-1",
        "a partition of value 2 has |l1-r| = 0 or |l1-r| = 1",
        "what can be said so far to Gottlieb, Krnc and Muršič 2025, Question 1: which partitions have the value 2?",
        "partitions of value 2",
        &by_lines(9..=20).pairs("not 2", |diagram, [normal, _]| {
            let holds = diagram.columns().abs_diff(diagram.rows()) <= 1;
            (normal == 2).then_some(holds)
        }),
    ),
    Question.claim(
        "pnim-question-4",
        "of the partitions with a given number of columns plus rows at least three in four are heavy",
        "what can be said so far to Gottlieb, Krnc and Muršič 2025, Question 4: which partitions are heavy?",
        "the partitions of a size, counted",
        &by_lines(9..=24).many_are_heavy(2, [3, 4]),
    ),
    Question.claim(
        "pnim-question-4-from-13",
        "of the partitions with a given number of columns plus rows, 13 or more, at least nineteen in twenty are heavy",
        "what can be said so far to Gottlieb, Krnc and Muršič 2025, Question 4: which partitions are heavy?",
        "the partitions of a size, counted",
        &by_lines(15..=26).many_are_heavy(13, [19, 20]),
    ),
    Misprint.claim(
        "pnim-appendix-a-order-as-printed",
        "the partitions of value 2 with up to 15 squares, which section 6 says the list of appendix A holds, are those with up to 26 squares, which the appendix says it holds",
        "Gottlieb, Krnc and Muršič 2025, section 6 and appendix A, as printed",
        "partitions with up to 26 squares",
        &by("number of squares", 18..=26)
            .last(26)
            .single(|size, budget| {
                let census = census_by_size(size.min(26), budget)?;
                let mut twos = Vec::new();
                if (16..=26).contains(&size) {
                    let Ok(()) = census.try_for_each(size, Which::Value(2), |entry| {
                        twos.push(entry.word);
                        Ok::<_, std::convert::Infallible>(())
                    });
                }
                Ok(match twos.first() {
                    None => Case::Holds,
                    Some(&word) => {
                        let diagram = Partition::from_word(word);
                        Case::pair(false, pnim(&diagram), "not 2", [2, 2])
                    }
                })
            }),
    ),
    Misprint.claim(
        "pnim-anti-diagonal-as-printed",
        "squares below the main anti-diagonal of a rectangle can be removed without a change of its value: a partition with r rows and c >= r columns whose part i is at least c-i+2 for i >= 2 has the value of [c^r]",
        "Gottlieb, Krnc and Muršič 2025, section 6, as printed (\"from a rectangular partition\"), with the diagonal of Theorem 2",
        "such partitions",
        &by_lines(9..=18).anti_diagonal(false),
    ),
    Proved.claim(
        "pnim-anti-diagonal",
        "squares below the main anti-diagonal of a square can be removed without a change of its value: a partition with r rows and columns whose part i is at least r-i+2 for i >= 2 has the value of [r^r], 1",
        "Gottlieb, Krnc and Muršič 2025, section 6, for squares: Theorem 2",
        "such partitions",
        &by_lines(10..=20).anti_diagonal(true),
    ),
    Misprint.claim(
        "pnim-conjecture-2-as-printed",
        "let a and b be integers >= 0 for which [(a+1)^(b+1)] is heavy; then every partition between [a+1,a,...,a-b+1] (parts that are not positive left out) and [(a+1)^(b+1)] is heavy",
        "Gottlieb, Krnc and Muršič 2025, Conjecture 2, as printed, without a >= b",
        "rectangles and the partitions between",
        &by("columns plus rows of the rectangle", 8..=12).cases(|size, budget| {
            let table = Diagrams::new(size, budget)?;
            let words = 1u64 << size.saturating_sub(1).min(60);
            Ok(Cases::new(words * u64::from(size), move |number| {
                let (rows, word) = (number / words, u128::from(number % words));
                let columns = u64::from(size) - rows;
                let diagram = Partition::from_word(word);
                let steps = Partition::new((0..rows.min(columns)).map(|i| columns - i));
                let full = Partition::rectangle(rows, columns);
                let between = diagram.contains(&steps) && full.contains(&diagram);
                let among = rows > 0 && between && table.of(&full) + 1 == size;
                among.then(|| table.expect(&diagram, size_of(&diagram) - 1))
            }))
        }),
    ),
    Refuted.claim(
        "pnim-conjecture-2",
        "let a >= b >= 0, and [(a+1)^(b+1)] be heavy; then every partition between [a+1,a,...,a-b+1] and [(a+1)^(b+1)] is heavy",
        "Gottlieb, Krnc and Muršič 2025, Conjecture 2; false: the least counterexample is [11,11,11,8,8], of value 10 where 15 is claimed",
        "the partitions between",
        &by_lines(16..=17).cases(conjecture_2),
    ),
    Proved.claim(
        "pnim-conjecture-2-four-rows",
        "let a >= b, 0 <= b <= 3, and [(a+1)^(b+1)] be heavy; then every partition between [a+1,a,...,a-b+1] and [(a+1)^(b+1)] is heavy",
        BY_REPETITION,
        "the partitions between, of at most four rows",
        &by_lines(30..=2000).cases(|size, budget| conjecture_2_rows(size, budget, 1..=4, &[])),
    ),
    Proved.claim(
        "pnim-conjecture-2-five-rows",
        "let a >= 4, and [(a+1)^5] be heavy; the partitions between [a+1,a,...,a-3] and [(a+1)^5] that are not heavy are [11^3,8^2], [12^3,11,10], [12^3,11^2], [20^3,19,18], [20^3,19^2] and [28^3,27^2]",
        BY_REPETITION,
        "the partitions between, of five rows",
        &by_lines(40..=2000).cases(|size, budget| {
            let light = [
                [11, 11, 11, 8, 8],
                [12, 12, 12, 11, 10],
                [12, 12, 12, 11, 11],
                [20, 20, 20, 19, 18],
                [20, 20, 20, 19, 19],
                [28, 28, 28, 27, 27],
            ];
            conjecture_2_rows(size, budget, 5..=5, &light.map(Partition::new))
        }),
    ),
    Proved.claim(
        "pnim-conjecture-2-eight-rows",
        "let a >= b, 5 <= b <= 7, a+1 not be 9 if b is 7, and [(a+1)^(b+1)] be heavy; of the partitions between [a+1,a,...,a-b+1] and [(a+1)^(b+1)] only [17^7,10] is not heavy",
        BY_REPETITION,
        "the partitions between, of six to eight rows",
        &by_lines(30..=100).cases(|size, budget| {
            // There are 40 more with nine columns and eight rows.
            let rows = 6..=if size == 9 + 8 { 7 } else { 8 };
            let light = Partition::new([17, 17, 17, 17, 17, 17, 17, 10]);
            conjecture_2_rows(size, budget, rows, &[light])
        }),
    ),
    Proved.claim(
        "pnim-three-rows",
        "the light partitions with three rows are [c^3] with c = 3 or 0 mod 4, of value c-2, [c,c,c-1] with c = 3 mod 4, of value c-2, and [c,c-1,c-1] with c = 0 mod 4, of value c-2",
        "proved here; what can be said to Gottlieb, Krnc and Muršič 2025, Question 4, for three rows",
        "partitions with three rows",
        &by_lines(9..=20).valued(|diagram| {
            let [c, c2, c3] = [0, 1, 2].map(|row| diagram.part(row));
            let light = match (c - c2, c - c3) {
                (0, 0) => c % 4 == 3 || c % 4 == 0,
                (0, 1) => c % 4 == 3,
                (1, 1) => c % 4 == 0,
                _ => false,
            };
            (diagram.rows() == 3).then_some(if light { c - 2 } else { c + 2 })
        }),
    ),
    Proved.claim(
        "pnim-four-rows",
        "the light partitions with four rows are [c^4] with c not 1 mod 4, [c^3,1] with c = 3 mod 4, of value c-1, and [4^3,3], [4^3,2], [4^2,3^2] and [4^2,3,2], of value 1",
        "proved here, by hand and by computation; what can be said to Gottlieb, Krnc and Muršič 2025, Question 4, for four rows",
        "partitions with four rows",
        &by_lines(9..=20).valued(|diagram| {
            let parts = [0, 1, 2, 3].map(|row| diagram.part(row));
            let c = parts[0];
            let value = match parts {
                _ if parts[3] == c => ((c - 1) ^ 3) + 1,
                [_, c2, c3, 1] if c2 == c && c3 == c && c % 4 == 3 => c - 1,
                [4, 4, 4, 2 | 3] | [4, 4, 3, 2 | 3] => 1,
                _ => c + 3,
            };
            (diagram.rows() == 4).then_some(value)
        }),
    ),
    Proved.claim(
        "pnim-conjecture-3",
        "the partitions [i+(k-1)s,...,i+s,i], i, s, k >= 1, are heavy",
        "Gottlieb, Krnc and Muršič 2025, Conjecture 3; true, for their parts are distinct",
        "these partitions",
        &by_lines(9..=20).heavy(|diagram| steps(diagram).is_some()),
    ),
];

/// Counts the Hamiltonian cycles, each in one direction only, of the Möbius ladder with this number n of rungs: a cycle
/// of 2n points with its n diameters.
fn moebius_cycles(rungs: u32) -> u32 {
    let points = 2 * rungs;
    fn walk(points: u32, at: u32, seen: u64) -> u32 {
        let next = [
            (at + 1) % points,
            (at + points - 1) % points,
            (at + points / 2) % points,
        ];
        if seen.count_ones() == points {
            return u32::from(next.contains(&0));
        }
        let free = next.into_iter().filter(|point| seen >> point & 1 == 0);
        free.map(|point| walk(points, point, seen | 1 << point))
            .sum()
    }
    walk(points, 0, 1) / 2
}

impl Sizes {
    /// Claims that this part of the partitions with this number of columns plus rows, `from` or more, is heavy.
    const fn many_are_heavy(self, from: u32, [part, whole]: [u64; 2]) -> BySize<impl Frame> {
        self.single(move |size, budget| {
            if size < from {
                return Ok(Case::Outside);
            }
            let level = level_of(size, budget)?;
            let (heavy, all) = (level.heavy, level.partitions());
            let holds = whole * heavy >= part * all;
            let case = format_args!("columns plus rows {size}");
            let claimed = format_args!("{part} of {whole} heavy");
            Ok(Case::plain(
                holds,
                case,
                claimed,
                format_args!("{heavy} of {all}"),
            ))
        })
    }

    const fn anti_diagonal(self, squares: bool) -> BySize<impl Frame> {
        self.diagrams(move |table, diagram| {
            let (c, r) = (diagram.columns(), diagram.rows());
            let reaches = c >= r && (2..=r).all(|i| diagram.part(i - 1) + i >= c + 2);
            let full = table.of(&Partition::rectangle(r, c));
            (reaches && (!squares || c == r)).then(|| table.expect(diagram, full))
        })
    }
}

/// Claims Conjecture 2, except for partitions that are known to be light, for rectangles with this number of rows and
/// any number of columns.
fn conjecture_2_rows(
    size: u32,
    budget: &Budget,
    rows: RangeInclusive<u32>,
    known: &[Partition],
) -> Result<Cases, CheckError> {
    // Observation 9.
    let heavy = |&r: &u32| size >= 2 * r && (size - r - 1) & (r - 1) == 0;
    let rows: Vec<u32> = rows.filter(heavy).collect();
    let Some(&most) = rows.last() else {
        return Ok(Cases::none());
    };
    let near = NearRectangles::new(most, most - 1, budget)?;
    let mut cases = Vec::new();
    for r in rows {
        let c = size - r;
        for low in near.low_columns(r) {
            // Part i is at least c-i+1, so that at most i-1 columns have fewer than i squares.
            let part = |i: usize| {
                let lower: u32 = low[..i].iter().map(|&count| u32::from(count)).sum();
                u64::from(c - lower)
            };
            if (0..r).all(|i| part(i as usize) + u64::from(i) >= c.into()) {
                let diagram = Partition::new((0..r as usize).map(part));
                if !known.contains(&diagram) {
                    let low: Vec<u32> = low.iter().map(|&count| count.into()).collect();
                    let value = near.value(&low, diagram.part(u64::from(r) - 1));
                    cases.push((value.expect("no more rows than were computed"), diagram));
                }
            }
        }
    }
    let claimed = u64::from(size) - 1;
    Ok(Cases::each(cases, move |(value, diagram)| {
        let found = format_args!("value {value}");
        let words = format_args!("value {claimed}");
        Case::plain(*value == claimed, pnim(diagram), words, found)
    }))
}

/// Claims Conjecture 2.
fn conjecture_2(size: u32, budget: &Budget) -> Result<Cases, CheckError> {
    // The claim only needs the partitions that are not heavy, and the census reaches larger sizes than a table.
    let light = level_of(size, budget)?.light;
    let is_light = move |diagram: &Partition| {
        let word = word_of(diagram) as u64;
        let found = light.binary_search_by_key(&word, |light| light.place());
        found.is_ok()
    };
    diagrams_of(size, move |diagram| {
        let (c, r) = (diagram.columns(), diagram.rows());
        let between = c >= r && (1..=r).all(|i| diagram.part(i - 1) + i > c);
        if !between || is_light(&Partition::rectangle(r, c)) {
            return Ok(Case::Outside);
        }
        if !is_light(diagram) {
            return Ok(Case::Holds);
        }
        let text = pnim(diagram).to_string();
        let found = brute_force::pair(&text)?;
        Ok::<_, CheckError>(Case::pair(false, text, c + r - 1, found))
    })
}

/// Counts the partitions with columns plus rows `size`, and lists those that are not heavy.
fn level_of(
    size: u32,
    budget: &Budget,
) -> Result<nimfield_games::partitions::pnim::census::CensusLevel, CheckError> {
    let mut census = Census::new(Grading::Perimeter);
    let quiet = budget.clone().progress(|_| {});
    perimeter::extend(&mut census, size, &quiet, &mut |_| Ok(())).map_err(stopped)?;
    Ok(census.levels.pop().expect("the level of the size"))
}

/// Computes the values of the partitions with up to `size` squares.
fn census_by_size(size: u32, budget: &Budget) -> Result<Census, CheckError> {
    let mut census = Census::new(Grading::Size);
    let quiet = budget.clone().progress(|_| {});
    sparse::extend(&mut census, size, &quiet, &mut |_| Ok(())).map_err(stopped)?;
    Ok(census)
}

fn stopped(stop: Stop) -> CheckError {
    match stop {
        Stop::Unfinished(unfinished) => CheckError::Unfinished(unfinished),
        other => CheckError::TooLarge(other.to_string()),
    }
}

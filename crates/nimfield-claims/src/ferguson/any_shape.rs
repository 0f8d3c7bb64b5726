//! Sections 2 to 4: matrices of any shape, and rows.

use super::comparisons::{grundy, same_value};
use super::tables::{self, Partizan2x2, by_entry, matrix, partizan};
use super::tables::{outcomes, value_of, values, winners};
use crate::brute_force;
use crate::cases::vectors_of;
use crate::claim::Status::{Example, Fallacy, Misprint, Proved};
use crate::claim::{Case, Cases, CheckError, Claim, ONCE, by, other_outcome};
use nimfield_core::prelude::*;

pub(crate) const CLAIMS: &[Claim] = &[
    Proved.claim(
        "ferguson-permutations",
        "the game remains unchanged if the rows are permuted, or the columns, or if the matrix is transposed: the value is the same",
        "Ferguson 2001, section 2 (impartial; 2x3)",
        "2x3 matrices, their rows swapped, their columns rotated and swapped, transposed",
        &by_entry(3..=6).cases(|size, budget| {
            let (wide, tall) = (values(2, 3)(size, budget)?, values(3, 2)(size, budget)?);
            vectors_of(size, move |m @ [a, b, c, d, e, f]| {
                let found = value_of(&wide, &m);
                let wide = [[d, e, f, a, b, c], [b, c, a, e, f, d], [b, a, c, e, d, f]]
                    .map(|m| value_of(&wide, &m));
                let transposed = value_of(&tall, &[a, d, b, e, c, f]);
                let other = wide.into_iter().find(|&value| value != found);
                grundy(3, &m, other.unwrap_or(transposed), found)
            })
        }),
    ),
    Proved.claim(
        "ferguson-permutations-partizan",
        "the partizan game remains unchanged if the rows are permuted, or the columns: the value is the same",
        "Ferguson 2001, section 2 (partizan; 2x2)",
        "2x2 matrices, their rows or their columns swapped",
        &by_entry(4..=10).values(
            "the value of its permutations",
            |table, m @ [a, b, c, d]| {
                let others = [[c, d, a, b], [b, a, d, c]].map(|m| table.at(m));
                Some((m, others == [table.at(m); 2]))
            },
        ),
    ),
    Proved.claim(
        "ferguson-theorem-1",
        "an n x n matrix each of whose off-diagonal entries is at least the sum of its two diagonal entries is a P-position exactly if its diagonal has nim-sum 0",
        "Ferguson 2001, Theorem 1 (impartial; n = 3)",
        "diagonally subordinate 3x3 matrices",
        &by_entry(3..=4).with(outcomes(3, 3, Play::Normal), |table, m: [u32; 9]| {
            let is_p = m[0] ^ m[4] ^ m[8] == 0;
            is_subordinate(&m).then(|| tables::expect(table, 3, Play::Normal, &m, is_p))
        }),
    ),
    Proved.claim(
        "ferguson-theorem-1-partizan",
        "a diagonally subordinate 2x2 matrix of the partizan game is a P-position exactly if its diagonal entries are equal",
        "Ferguson 2001, Theorem 1 (partizan; n = 2)",
        "diagonally subordinate 2x2 matrices",
        &by_entry(5..=12).values("P exactly if a = d", |table, m @ [a, b, c, d]| {
            let is_p = table.outcome(m) == Outcome::P;
            (b.min(c) >= a + d).then_some((m, is_p == (a == d)))
        }),
    ),
    Proved.claim(
        "ferguson-theorem-1-partizan-3x3",
        "a diagonally subordinate 3x3 matrix of the partizan game is a P-position exactly if its diagonal has nim-sum 0",
        "Ferguson 2001, Theorem 1 (partizan; n = 3)",
        "diagonally subordinate 3x3 matrices, who wins by all moves",
        &by_entry(2..=4).with(winners, |wins, m: [u32; 9]| {
            let is_p = m[0] ^ m[4] ^ m[8] == 0;
            let (found, position) = (brute_force::outcome(wins.at(&m)), partizan(3, &m));
            let claimed = if is_p { "P" } else { "not P" };
            is_subordinate(&m).then(|| {
                Case::of((found == Outcome::P) == is_p, || {
                    other_outcome(position, Play::Normal, claimed, found)
                })
            })
        }),
    ),
    Proved.claim(
        "ferguson-subordinate-is-reduced",
        "a square matrix is diagonally subordinate exactly if its off-diagonal entries can all be replaced by infinity, one after the other (an entry is, if it is at least the sum of the least other entry of its row and the least other entry of its column)",
        "Ferguson 2001, section 3, after Theorem 2, with Berlekamp's condition as corrected",
        "3x3 matrices, their entries replaced in two orders",
        &by_entry(2..=3).over_vectors(|m: [u32; 9]| {
            let orders = [[1, 2, 3, 5, 6, 7], [7, 6, 5, 3, 2, 1]];
            let reduced = orders.map(|order| reduces_to_diagonal(m, order));
            let holds = reduced == [is_subordinate(&m); 2];
            let claimed = "reduced exactly if subordinate";
            Case::plain(holds, matrix(3, &m), claimed, "not so")
        }),
    ),
    Misprint.claim(
        "ferguson-berlekamp-as-printed",
        "an entry a_ij >= min_k a_kj + min_l a_il may be replaced by any larger number without changing the value (the minima over all entries of the column and of the row)",
        "Ferguson 2001, section 3, Berlekamp's improvement of Theorem 1, as printed",
        "2x2 matrices, their first entry raised by 1, impartial game",
        &by_entry(4..=8).raised(|[a, b, c, _]: [u32; 4]| a >= a.min(c) + a.min(b)),
    ),
    Proved.claim(
        "ferguson-berlekamp",
        "an entry that is at least the sum of the least other entry of its row and the least other entry of its column may be replaced by any larger number without changing the value",
        "Berlekamp 1999, in Ferguson 2001, section 3, with the minima over the other entries",
        "2x2 matrices, their first entry raised by 1, impartial game",
        &by_entry(6..=16).raised(|[a, b, c, _]: [u32; 4]| a >= b + c),
    ),
    Proved.claim(
        "ferguson-berlekamp-2x3",
        "an entry of a 2x3 matrix that is at least the sum of the least other entry of its row and the other entry of its column may be raised without changing the value",
        "Berlekamp 1999, in Ferguson 2001, section 3, with the minima over the other entries (m x n)",
        "2x3 matrices, their first entry raised by 1, impartial game",
        &by_entry(3..=6).raised(|[a, b, c, d, ..]: [u32; 6]| a >= b.min(c) + d),
    ),
    Proved.claim(
        "ferguson-berlekamp-partizan",
        "in the partizan game, too, an entry that is at least the sum of the other entry of its row and the other entry of its column may be raised without changing the value",
        "Berlekamp 1999, in Ferguson 2001, section 3, with the minima over the other entries (partizan; 2x2)",
        "2x2 matrices, their first entry raised by 1",
        &by_entry(4..=10).with(
            |size, budget| Partizan2x2::new(size + 1, budget),
            |table, m @ [a, b, c, d]| {
                let same = table.at([a + 1, b, c, d]) == table.at(m);
                let claimed = "the value with 1 more in the first entry";
                (a >= b + c).then(|| table.holds(same, m, claimed))
            },
        ),
    ),
    Proved.claim(
        "ferguson-berlekamp-moves",
        "if an entry is at least the sum of the other entry of its row and the other entry of its column, the same moves are legal with 1 more in its place, and after each of them it is again at least that sum",
        "Ferguson 2001, section 3, the reason given for Berlekamp's improvement",
        "2x2 matrices, their options by the rules, with 1 more in the first entry and without",
        &by_entry(3..=6).over_vectors(|m @ [a, b, c, d]| {
            if a < b + c {
                return Ok(Case::Outside);
            }
            let lower = after_moves(&m)?;
            let mut lowered = after_moves(&[a + 1, b, c, d])?;
            lowered.iter_mut().for_each(|m| m[0] -= 1);
            let again = lower.iter().all(|m| m[0] >= m[1] + m[2]);
            let (holds, claimed) = (
                lower == lowered && again,
                format!("the options {lowered:?}"),
            );
            let found = format!("{lower:?}");
            Ok::<_, CheckError>(Case::plain(holds, matrix(2, &m), claimed, found))
        }),
    ),
    Example.claim(
        "ferguson-example-infinity",
        "(10 5; 3 6) may be written (inf 5; 3 6): with any first entry from 8 on it has the same value",
        "Ferguson 2001, section 3, example (1)",
        "the first entries from 8 to 20",
        &ONCE.cases(|_, budget| {
            let table = values(2, 2)(20, budget)?;
            Ok(Cases::new(13, move |number| {
                let first = 8 + number as u32;
                same_value(&table, 2, [&[10, 5, 3, 6], &[first, 5, 3, 6]])
            }))
        }),
    ),
    Proved.claim(
        "ferguson-theorem-2",
        "a matrix whose entry n is the only finite one in its row and column has the value *n plus that of the matrix without this row and column",
        "Ferguson 2001, Theorem 2 (3x3, impartial)",
        "3x3 matrices with a single pile and a 2x2 block, other entries just large enough to count as infinite",
        &by("greatest finite entry", 1..=2).cases(|size, budget| {
            let infinite = 2 * size + 1;
            let table = values(3, 3)(infinite, budget)?;
            let blocks = values(2, 2)(size, budget)?;
            vectors_of(size, move |[n, a, b, c, d]| {
                let m = [n, infinite, infinite, infinite, a, b, infinite, c, d];
                let claimed = value_of(&blocks, &[a, b, c, d]) ^ n;
                grundy(3, &m, claimed, value_of(&table, &m))
            })
        }),
    ),
    Proved.claim(
        "ferguson-theorem-2-partizan",
        "a matrix of the partizan game whose entry n is the only finite one in its row and column has the value *n plus that of the matrix without this row and column",
        "Ferguson 2001, Theorem 2 (3x3, partizan)",
        A_PILE_AND_A_BLOCK,
        &by("greatest finite entry", 1..=3).blocks::<5>(&[[1, 1], [2, 2]], true),
    ),
    Proved.claim(
        "ferguson-theorem-2-entries",
        "a matrix with infinities in all places but those of a diagonal has the value of nim with its entries as heaps",
        "Ferguson 2001, Theorem 2 (3x3, impartial), with blocks of one entry",
        "3x3 matrices, other entries just large enough to count as infinite; all values by moves",
        &by("greatest finite entry", 2..=4).blocks::<3>(&[[1, 1]; 3], false),
    ),
    Proved.claim(
        "ferguson-theorem-2-entries-partizan",
        "a matrix of the partizan game with infinities in all places but those of a diagonal has the value of nim with its entries as heaps",
        "Ferguson 2001, Theorem 2 (3x3, partizan), with blocks of one entry",
        "3x3 matrices, other entries just large enough to count as infinite; all values by moves",
        &by("greatest finite entry", 2..=4).blocks::<3>(&[[1, 1]; 3], true),
    ),
    Proved.claim(
        "ferguson-theorem-2-blocks",
        "a matrix with infinities in all places but those of blocks on the diagonal has the value of the sum of the blocks",
        "Ferguson 2001, Theorem 2 (4x4, impartial)",
        "4x4 matrices with two 2x2 blocks, other entries just large enough to count as infinite; all values by moves",
        &by("greatest finite entry", 1..=2).blocks::<8>(&[[2, 2]; 2], false),
    ),
    Proved.claim(
        "ferguson-theorem-2-blocks-partizan",
        "a matrix of the partizan game with infinities in all places but those of blocks on the diagonal has the value of the sum of the blocks",
        "Ferguson 2001, Theorem 2 (4x4, partizan)",
        "4x4 matrices with two 2x2 blocks, other entries just large enough to count as infinite; all values by moves",
        &by("greatest finite entry", 1..=2).blocks::<8>(&[[2, 2]; 2], true),
    ),
    Proved.claim(
        "ferguson-theorem-2-rows-partizan",
        "a matrix of the partizan game whose finite entries are a row of two on the left and a column of two on the right has the value of their sum",
        "Ferguson 2001, Theorem 2 (3x3, partizan), with blocks that are not square",
        "3x3 matrices with a 1x2 and a 2x1 block, other entries just large enough to count as infinite; all values by moves",
        &by("greatest finite entry", 1..=3).blocks::<4>(&[[1, 2], [2, 1]], true),
    ),
    Example.claim(
        "ferguson-example-blocks",
        "(17 inf inf; inf 7 5; inf 6 8) = *17 + (7 5; 6 8)",
        "Ferguson 2001, section 3, example (2); the value of the block is that of the table, and the sum is a P-position of the whole game beside it",
        "the position matrix[17 99 99; 99 7 5; 99 6 8] beside nim heaps *h, h up to the size: P exactly if *h is *17 plus the block's value",
        &by("the heap h", 2..=20).single(|size, budget| {
            let block = value_of(&values(2, 2)(8, budget)?, &[7, 5, 6, 8]);
            let position = format!("matrix[17 99 99; 99 7 5; 99 6 8] + nim[{size}]");
            let found = brute_force::searched(&position, budget)?;
            let claimed = Outcome::impartial(17 ^ block == size);
            Ok(Case::outcome(position, Play::Normal, claimed, found))
        }),
    ),
    Proved.claim(
        "ferguson-wythoff",
        "the game on 1x2 matrices is Wythoff's game",
        "Ferguson 2001, sections 2 and 4",
        "pairs of piles, the values of Wythoff's game by its own rules",
        &by("greater pile", 5..=12).with(values(1, 2), |table, m @ [a, b]| {
            let [wythoff, _] = brute_force::pair(&format!("wythoff[{a},{b}]"))?;
            Ok::<_, CheckError>(grundy(2, &m, wythoff, value_of(table, &m)))
        }),
    ),
    Proved.claim(
        "ferguson-odd-rows",
        "for odd n the P-positions of 1xn matrix nim are those of nim",
        "Ferguson 2001, section 4 (n = 3 and 5)",
        "rows of five piles (rows of three have two empty ones in place of the rest of the move set, and are checked beside)",
        &by_entry(5..=14).cases(|size, budget| {
            let three = outcomes(1, 3, Play::Normal)(size, budget)?;
            let five = outcomes(1, 5, Play::Normal)(size, budget)?;
            vectors_of(size, move |m: [u32; 5]| {
                if m[3] == 0 && m[4] == 0 {
                    let case = tables::expect(&three, 3, Play::Normal, &m[..3], nim_sum(&m) == 0);
                    if case != Case::Holds {
                        return case;
                    }
                }
                tables::expect(&five, 5, Play::Normal, &m, nim_sum(&m) == 0)
            })
        }),
    ),
    Proved.claim(
        "ferguson-odd-sets",
        "nim in which one may also take the same number from any odd number of piles has the P-positions of nim",
        "Ferguson 2001, section 4, in parentheses (four piles)",
        "four piles",
        &by_entry(8..=24).cases(|size, budget| {
            let rays = (1u32..16).filter(|set| set.count_ones() % 2 == 1);
            let rays = rays.map(|set| (0..4usize).filter(move |i| set >> i & 1 == 1));
            let game = RayGame::new(4, rays).map_err(CheckError::too_large)?;
            let table = tables::sieve(&game, Play::Normal, size, budget)?;
            vectors_of(size, move |m: [u32; 4]| {
                let is_p = [nim_sum(&m) == 0, tables::is_p_of(&table, &m)];
                let [claimed, found] = is_p.map(Outcome::impartial);
                // No registered game has these rules, so nothing confirms it independently.
                Case::equal(format_args!("piles {m:?}"), claimed, found)
            })
        }),
    ),
    Proved.claim(
        "ferguson-odd-sets-change-the-sum",
        "taking the same number k >= 1 from an odd number of piles changes their nim-sum, in the lowest binary digit 1 of k",
        "Ferguson 2001, section 4",
        "five piles, k taken from all of them",
        &by_entry(5..=10).over_vectors(|m: [u32; 5]| {
            let least = m.into_iter().min().unwrap_or(0);
            let unchanged = (1..=least).find(|k| {
                let change = nim_sum(&m) ^ nim_sum(&m.map(|entry| entry - k));
                change & (k & k.wrapping_neg()) == 0
            });
            let (holds, found) = (unchanged.is_none(), format_args!("{unchanged:?}"));
            let case = format_args!("piles {m:?}");
            Case::plain(holds, case, "a change of this digit", found)
        }),
    ),
    Fallacy.claim(
        "ferguson-even-rows-are-not-nim",
        "1xn matrix nim with n even has the P-positions of nim",
        "the negation of a remark in Ferguson 2001, section 4: \"Impartial 1xn nim with n even is not nim\" (n = 4)",
        "rows of four piles",
        &by_entry(4..=4).with(outcomes(1, 4, Play::Normal), |table, m: [u32; 4]| {
            tables::expect(table, 4, Play::Normal, &m, nim_sum(&m) == 0)
        }),
    ),
];

const A_PILE_AND_A_BLOCK: &str = "3x3 matrices with a single pile and a 2x2 block, other entries just large enough to count as infinite; all values by moves";

fn nim_sum(piles: &[u32]) -> u32 {
    piles.iter().fold(0, |sum, pile| sum ^ pile)
}

/// Returns whether each off-diagonal entry of a 3x3 matrix is at least the sum of its two diagonal entries.
fn is_subordinate(m: &[u32; 9]) -> bool {
    let diagonal = |i: usize| m[4 * i];
    (0..9).all(|at| at % 4 == 0 || m[at] >= diagonal(at / 3) + diagonal(at % 3))
}

/// Returns whether all off-diagonal entries of a 3x3 matrix become infinite when replacements are repeated in this
/// order.
fn reduces_to_diagonal(mut m: [u32; 9], order: [usize; 6]) -> bool {
    // A sum of two of these does not overflow, and no entry is this large.
    const INFINITE: u32 = u32::MAX / 2;
    loop {
        let next = order.into_iter().find(|&at| {
            let (row, column) = (at / 3 * 3, at % 3);
            let in_row = [1, 2].map(|step| m[row + (column + step) % 3]);
            let in_column = [3, 6].map(|step| m[(at + step) % 9]);
            let least = |[x, y]: [u32; 2]| x.min(y);
            m[at] < INFINITE && m[at] >= least(in_row) + least(in_column)
        });
        match next {
            Some(at) => m[at] = INFINITE,
            None => return order.into_iter().all(|at| m[at] == INFINITE),
        }
    }
}

/// Returns the entries of all options of a 2x2 matrix according to the rules, in order.
fn after_moves(m: &[u32; 4]) -> Result<Vec<[u32; 4]>, CheckError> {
    let numbers = |text: String| {
        let numbers = text.split(|c: char| !c.is_ascii_digit());
        let numbers = numbers.filter(|number| !number.is_empty());
        let numbers: Vec<u32> = numbers
            .map(|number| number.parse().expect("digits below 2^32"))
            .collect();
        <[u32; 4]>::try_from(numbers).expect("four entries again")
    };
    let options = brute_force::options(&matrix(2, m).to_string())?;
    let mut options: Vec<[u32; 4]> = options.into_iter().map(numbers).collect();
    options.sort_unstable();
    options.dedup();
    Ok(options)
}

//! Sections 2 to 4: matrices of any shape, and rows.

use super::comparisons::{blocks, grundy, raised, same_value};
use super::matrices::values as partizan;
use super::tables::{self, Partizan2x2, PartizanOutcomes, matrix};
use super::tables::{outcomes, values};
use crate::brute_force;
use crate::cases::over_vectors;
use crate::claim::{Case, Cases, CheckError, Claim};
use crate::claim::{ONCE, by, example, fallacy, misprint, proved};
use crate::claim::{other_outcome, plain};
use crate::rules::searched;
use nimfield_core::families::ray::RayGame;
use nimfield_core::sorting::Sort as _;
use nimfield_core::words::{Outcome, Play};

pub(crate) const CLAIMS: &[Claim] = &[
    proved(
        "ferguson-permutations",
        "the game remains unchanged if the rows are permuted, or the columns, or if the matrix is transposed: the value is the same",
        "Ferguson 2001, section 2 (impartial; 2x3)",
        "2x3 matrices, their rows swapped, their columns rotated and swapped, transposed",
        by("greatest entry", 3..=6),
        |size, budget| {
            let (wide, tall) = (values([2, 3], size, budget)?, values([3, 2], size, budget)?);
            over_vectors(size, move |m @ [a, b, c, d, e, f]| {
                let found = wide.value(&m);
                let wide = [[d, e, f, a, b, c], [b, c, a, e, f, d], [b, a, c, e, d, f]]
                    .map(|m| wide.value(&m));
                let transposed = tall.value(&[a, d, b, e, c, f]);
                let holds = wide.iter().all(|&value| value == found) && transposed == found;
                Case::of(holds, || grundy(3, &m, transposed, found))
            })
        },
    ),
    proved(
        "ferguson-permutations-partizan",
        "the partizan game remains unchanged if the rows are permuted, or the columns: the value is the same",
        "Ferguson 2001, section 2 (partizan; 2x2)",
        "2x2 matrices, their rows or their columns swapped",
        by("greatest entry", 4..=10),
        |size, budget| {
            partizan(
                size,
                budget,
                "the value of its permutations",
                |table, m @ [a, b, c, d]| {
                    let others = [[c, d, a, b], [b, a, d, c]].map(|m| table.at(m));
                    Some((m, others == [table.at(m); 2]))
                },
            )
        },
    ),
    proved(
        "ferguson-theorem-1",
        "an n x n matrix each of whose off-diagonal entries is at least the sum of its two diagonal entries is a P-position exactly if its diagonal has nim-sum 0",
        "Ferguson 2001, Theorem 1 (impartial; n = 3)",
        "diagonally subordinate 3x3 matrices",
        by("greatest entry", 3..=4),
        |size, budget| {
            let table = outcomes([3, 3], Play::Normal, size, budget)?;
            over_vectors(size, move |m: [u32; 9]| match is_subordinate(&m) {
                false => Case::Outside,
                true => {
                    let is_p = m[0] ^ m[4] ^ m[8] == 0;
                    tables::expect(&table, 3, Play::Normal, &m, is_p)
                }
            })
        },
    ),
    proved(
        "ferguson-theorem-1-partizan",
        "a diagonally subordinate 2x2 matrix of the partizan game is a P-position exactly if its diagonal entries are equal",
        "Ferguson 2001, Theorem 1 (partizan; n = 2)",
        "diagonally subordinate 2x2 matrices",
        by("greatest entry", 5..=12),
        |size, budget| {
            partizan(
                size,
                budget,
                "P exactly if a = d",
                |table, m @ [a, b, c, d]| {
                    let is_p = table.outcome(m) == Outcome::P;
                    (b.min(c) >= a + d).then_some((m, is_p == (a == d)))
                },
            )
        },
    ),
    proved(
        "ferguson-theorem-1-partizan-3x3",
        "a diagonally subordinate 3x3 matrix of the partizan game is a P-position exactly if its diagonal has nim-sum 0",
        "Ferguson 2001, Theorem 1 (partizan; n = 3)",
        "diagonally subordinate 3x3 matrices, who wins by all moves",
        by("greatest entry", 2..=4),
        |size, budget| {
            let table = PartizanOutcomes::new::<9>(3, size, budget)?;
            over_vectors(size, move |m: [u32; 9]| match is_subordinate(&m) {
                false => Case::Outside,
                true => table.expect_p(&m, m[0] ^ m[4] ^ m[8] == 0),
            })
        },
    ),
    proved(
        "ferguson-subordinate-is-reduced",
        "a square matrix is diagonally subordinate exactly if its off-diagonal entries can all be replaced by infinity, one after the other (an entry is, if it is at least the sum of the least other entry of its row and the least other entry of its column)",
        "Ferguson 2001, section 3, after Theorem 2, with Berlekamp's condition as corrected",
        "3x3 matrices, their entries replaced in two orders",
        by("greatest entry", 2..=4),
        |size, _| {
            over_vectors(size, move |m: [u32; 9]| {
                let forwards: Vec<usize> = (0..9).filter(|at| at % 4 != 0).collect();
                let backwards: Vec<usize> = forwards.iter().rev().copied().collect();
                let reduced = [forwards, backwards].map(|order| reduces_to_diagonal(&m, &order));
                Case::of(reduced == [is_subordinate(&m); 2], || {
                    plain(matrix(3, &m), "reduced exactly if subordinate", "not so")
                })
            })
        },
    ),
    misprint(
        "ferguson-berlekamp-as-printed",
        "an entry a_ij >= min_k a_kj + min_l a_il may be replaced by any larger number without changing the value (the minima over all entries of the column and of the row)",
        "Ferguson 2001, section 3, Berlekamp's improvement of Theorem 1, as printed",
        "2x2 matrices, their first entry raised by 1, impartial game",
        by("greatest entry", 4..=8),
        |size, budget| raised(size, budget, |[a, b, c, _]| a >= a.min(c) + a.min(b)),
    ),
    proved(
        "ferguson-berlekamp",
        "an entry that is at least the sum of the least other entry of its row and the least other entry of its column may be replaced by any larger number without changing the value",
        "Berlekamp 1999, in Ferguson 2001, section 3, with the minima over the other entries",
        "2x2 matrices, their first entry raised by 1, impartial game",
        by("greatest entry", 6..=16),
        |size, budget| raised(size, budget, |[a, b, c, _]| a >= b + c),
    ),
    proved(
        "ferguson-berlekamp-2x3",
        "an entry of a 2x3 matrix that is at least the sum of the least other entry of its row and the other entry of its column may be raised without changing the value",
        "Berlekamp 1999, in Ferguson 2001, section 3, with the minima over the other entries (m x n)",
        "2x3 matrices, their first entry raised by 1, impartial game",
        by("greatest entry", 3..=6),
        |size, budget| {
            let table = values([2, 3], size + 1, budget)?;
            over_vectors(size, move |m @ [a, b, c, d, e, f]| {
                if a < b.min(c) + d {
                    return Case::Outside;
                }
                let higher = [a + 1, b, c, d, e, f];
                same_value(3, [&m, &higher], [&m, &higher].map(|m| table.value(m)))
            })
        },
    ),
    proved(
        "ferguson-berlekamp-partizan",
        "in the partizan game, too, an entry that is at least the sum of the other entry of its row and the other entry of its column may be raised without changing the value",
        "Berlekamp 1999, in Ferguson 2001, section 3, with the minima over the other entries (partizan; 2x2)",
        "2x2 matrices, their first entry raised by 1",
        by("greatest entry", 4..=10),
        |size, budget| {
            let table = Partizan2x2::new(size + 1, budget)?;
            over_vectors(size, move |m @ [a, b, c, d]| match a >= b + c {
                false => Case::Outside,
                true => {
                    let same = table.at([a + 1, b, c, d]) == table.at(m);
                    table.holds(same, m, "the value with 1 more in the first entry")
                }
            })
        },
    ),
    proved(
        "ferguson-berlekamp-moves",
        "if an entry is at least the sum of the other entry of its row and the other entry of its column, the same moves are legal with 1 more in its place, and after each of them it is again at least that sum",
        "Ferguson 2001, section 3, the reason given for Berlekamp's improvement",
        "2x2 matrices, their options by the rules, with 1 more in the first entry and without",
        by("greatest entry", 3..=6),
        |size, _| {
            over_vectors(size, |m @ [a, b, c, d]| {
                if a < b + c {
                    return Case::Outside;
                }
                let [lower, higher] = [m, [a + 1, b, c, d]].map(|m| after_moves(&m));
                let mut lowered = higher.clone();
                lowered.iter_mut().for_each(|m| m[0] -= 1);
                let again = lower.iter().all(|m| m[0] >= m[1] + m[2]);
                Case::of(lower == lowered && again, || {
                    plain(
                        matrix(2, &m),
                        format!("the options {lowered:?}"),
                        format!("{lower:?}"),
                    )
                })
            })
        },
    ),
    example(
        "ferguson-example-infinity",
        "(10 5; 3 6) may be written (inf 5; 3 6): with any first entry from 8 on it has the same value",
        "Ferguson 2001, section 3, example (1)",
        "the first entries from 8 to 20",
        ONCE,
        |_, budget| {
            let table = values([2, 2], 20, budget)?;
            Ok(Cases::new(13, move |number| {
                let pair = [[10, 5, 3, 6], [8 + number as u32, 5, 3, 6]];
                let [one, other] = &pair;
                same_value(2, [one, other], [one, other].map(|m| table.value(m)))
            }))
        },
    ),
    proved(
        "ferguson-theorem-2",
        "a matrix whose entry n is the only finite one in its row and column has the value *n plus that of the matrix without this row and column",
        "Ferguson 2001, Theorem 2 (3x3, impartial)",
        "3x3 matrices with a single pile and a 2x2 block, other entries just large enough to count as infinite",
        by("greatest finite entry", 1..=2),
        |size, budget| {
            let infinite = 2 * size + 1;
            let table = values([3, 3], infinite, budget)?;
            let blocks = values([2, 2], size, budget)?;
            over_vectors(size, move |[n, a, b, c, d]| {
                let m = [n, infinite, infinite, infinite, a, b, infinite, c, d];
                let claimed = blocks.value(&[a, b, c, d]).map(|value| value ^ n);
                let found = table.value(&m);
                Case::of(claimed == found, || grundy(3, &m, claimed, found))
            })
        },
    ),
    proved(
        "ferguson-theorem-2-partizan",
        "a matrix of the partizan game whose entry n is the only finite one in its row and column has the value *n plus that of the matrix without this row and column",
        "Ferguson 2001, Theorem 2 (3x3, partizan)",
        A_PILE_AND_A_BLOCK,
        by("greatest finite entry", 1..=3),
        |size, budget| blocks::<5>(size, budget, &[[1, 1], [2, 2]], true),
    ),
    proved(
        "ferguson-theorem-2-entries",
        "a matrix with infinities in all places but those of a diagonal has the value of nim with its entries as heaps",
        "Ferguson 2001, Theorem 2 (3x3, impartial), with blocks of one entry",
        "3x3 matrices, other entries just large enough to count as infinite; all values by moves",
        by("greatest finite entry", 2..=5),
        |size, budget| blocks::<3>(size, budget, &[[1, 1]; 3], false),
    ),
    proved(
        "ferguson-theorem-2-entries-partizan",
        "a matrix of the partizan game with infinities in all places but those of a diagonal has the value of nim with its entries as heaps",
        "Ferguson 2001, Theorem 2 (3x3, partizan), with blocks of one entry",
        "3x3 matrices, other entries just large enough to count as infinite; all values by moves",
        by("greatest finite entry", 2..=5),
        |size, budget| blocks::<3>(size, budget, &[[1, 1]; 3], true),
    ),
    proved(
        "ferguson-theorem-2-blocks",
        "a matrix with infinities in all places but those of blocks on the diagonal has the value of the sum of the blocks",
        "Ferguson 2001, Theorem 2 (4x4, impartial)",
        "4x4 matrices with two 2x2 blocks, other entries just large enough to count as infinite; all values by moves",
        by("greatest finite entry", 1..=2),
        |size, budget| blocks::<8>(size, budget, &[[2, 2]; 2], false),
    ),
    proved(
        "ferguson-theorem-2-blocks-partizan",
        "a matrix of the partizan game with infinities in all places but those of blocks on the diagonal has the value of the sum of the blocks",
        "Ferguson 2001, Theorem 2 (4x4, partizan)",
        "4x4 matrices with two 2x2 blocks, other entries just large enough to count as infinite; all values by moves",
        by("greatest finite entry", 1..=2),
        |size, budget| blocks::<8>(size, budget, &[[2, 2]; 2], true),
    ),
    proved(
        "ferguson-theorem-2-rows-partizan",
        "a matrix of the partizan game whose finite entries are a row of two on the left and a column of two on the right has the value of their sum",
        "Ferguson 2001, Theorem 2 (3x3, partizan), with blocks that are not square",
        "3x3 matrices with a 1x2 and a 2x1 block, other entries just large enough to count as infinite; all values by moves",
        by("greatest finite entry", 1..=3),
        |size, budget| blocks::<4>(size, budget, &[[1, 2], [2, 1]], true),
    ),
    example(
        "ferguson-example-blocks",
        "(17 inf inf; inf 7 5; inf 6 8) = *17 + (7 5; 6 8)",
        "Ferguson 2001, section 3, example (2); the value of the block is that of the table, and the sum is a P-position of the whole game beside it",
        "the position matrix[17 99 99; 99 7 5; 99 6 8] beside nim heaps *h, h up to the size: P exactly if *h is *17 plus the block's value",
        by("the heap h", 2..=20),
        |size, budget| {
            let block = values([2, 2], 8, budget)?.value(&[7, 5, 6, 8]).unwrap_or(0);
            let position = format!("matrix[17 99 99; 99 7 5; 99 6 8] + nim[{size}]");
            let found = searched(&position, budget).map_err(CheckError::too_large)??;
            let claimed = Outcome::impartial(17 ^ block == size);
            Ok(Cases::one(claimed == found, || {
                other_outcome(position, Play::Normal, claimed, found)
            }))
        },
    ),
    proved(
        "ferguson-wythoff",
        "the game on 1x2 matrices is Wythoff's game",
        "Ferguson 2001, sections 2 and 4",
        "pairs of piles, the values of Wythoff's game by its own rules",
        by("greater pile", 5..=12),
        |size, budget| {
            let table = values([1, 2], size, budget)?;
            over_vectors(size, move |m @ [a, b]| {
                let wythoff = brute_force::pair(&format!("wythoff[{a},{b}]"))[0];
                let found = table.value(&m);
                Case::of(found == Some(wythoff), || {
                    grundy(2, &m, Some(wythoff), found)
                })
            })
        },
    ),
    proved(
        "ferguson-odd-rows",
        "for odd n the P-positions of 1xn matrix nim are those of nim",
        "Ferguson 2001, section 4 (n = 3 and 5)",
        "rows of five piles (rows of three have two empty ones in place of the rest of the move set, and are checked beside)",
        by("greatest entry", 5..=14),
        |size, budget| {
            let [three, five] = [3, 5].map(|n| outcomes([1, n], Play::Normal, size, budget));
            let (three, five) = (three?, five?);
            over_vectors(size, move |m: [u32; 5]| {
                if m[3] == 0 && m[4] == 0 {
                    let case = tables::expect(&three, 3, Play::Normal, &m[..3], nim_sum(&m) == 0);
                    if case != Case::Holds {
                        return case;
                    }
                }
                tables::expect(&five, 5, Play::Normal, &m, nim_sum(&m) == 0)
            })
        },
    ),
    proved(
        "ferguson-odd-sets",
        "nim in which one may also take the same number from any odd number of piles has the P-positions of nim",
        "Ferguson 2001, section 4, in parentheses (four piles)",
        "four piles",
        by("greatest entry", 8..=24),
        |size, budget| {
            let rays = (1u32..16).filter(|set| set.count_ones() % 2 == 1);
            let rays = rays.map(|set| (0..4usize).filter(move |i| set >> i & 1 == 1));
            let game = RayGame::new(4, rays).map_err(CheckError::too_large)?;
            let table = tables::sieve(&game, Play::Normal, size, budget)?;
            over_vectors(size, move |m: [u32; 4]| {
                let [claimed, found] = [nim_sum(&m) == 0, table.is_p(&m) == Some(true)];
                // No registered game has these rules, so nothing can be confirmed independently.
                Case::of(claimed == found, || {
                    let [claimed, found] = [claimed, found].map(Outcome::impartial);
                    plain(format!("piles {m:?}"), claimed, found)
                })
            })
        },
    ),
    proved(
        "ferguson-odd-sets-change-the-sum",
        "taking the same number k >= 1 from an odd number of piles changes their nim-sum, in the lowest binary digit 1 of k",
        "Ferguson 2001, section 4",
        "five piles, k taken from all of them",
        by("greatest entry", 5..=10),
        |size, _| {
            over_vectors(size, |m: [u32; 5]| {
                let least = m.into_iter().min().unwrap_or(0);
                let unchanged = (1..=least).find(|k| {
                    let change = nim_sum(&m) ^ nim_sum(&m.map(|entry| entry - k));
                    change & (k & k.wrapping_neg()) == 0
                });
                Case::of(unchanged.is_none(), || {
                    plain(
                        format!("piles {m:?}"),
                        "a change of this digit",
                        format!("{unchanged:?}"),
                    )
                })
            })
        },
    ),
    fallacy(
        "ferguson-even-rows-are-not-nim",
        "1xn matrix nim with n even has the P-positions of nim",
        "the negation of a remark in Ferguson 2001, section 4: \"Impartial 1xn nim with n even is not nim\" (n = 4)",
        "rows of four piles",
        by("greatest entry", 4..=4),
        |size, budget| {
            let table = outcomes([1, 4], Play::Normal, size, budget)?;
            over_vectors(size, move |m: [u32; 4]| {
                tables::expect(&table, 4, Play::Normal, &m, nim_sum(&m) == 0)
            })
        },
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

/// Returns whether the off-diagonal entries of a 3x3 matrix all become infinite, if those that can are replaced again
/// and again, in this order.
fn reduces_to_diagonal(m: &[u32; 9], order: &[usize]) -> bool {
    let mut m = m.map(Some);
    let least_other = |m: &[Option<u32>; 9], at: usize, same: fn(usize, usize) -> bool| {
        let others = (0..9).filter(|&other| other != at && same(other, at));
        others.filter_map(|other| m[other]).min()
    };
    loop {
        let next = order.iter().copied().find(|&at| {
            let row = least_other(&m, at, |i, j| i / 3 == j / 3);
            let column = least_other(&m, at, |i, j| i % 3 == j % 3);
            matches!((m[at], row, column), (Some(entry), Some(x), Some(y)) if entry >= x + y)
        });
        match next {
            Some(at) => m[at] = None,
            None => return order.iter().all(|&at| m[at].is_none()),
        }
    }
}

/// Returns the entries of all options of a 2x2 matrix, as the rules give them, in order.
fn after_moves(m: &[u32; 4]) -> Vec<[u32; 4]> {
    let options = brute_force::options(&matrix(2, m)).map(|[options, _]| options);
    let numbers = |text: &String| {
        let numbers = text.split(|c: char| !c.is_ascii_digit());
        let numbers: Vec<u32> = numbers.filter_map(|number| number.parse().ok()).collect();
        <[u32; 4]>::try_from(numbers).ok()
    };
    let mut options: Vec<[u32; 4]> = options.iter().flatten().filter_map(numbers).collect();
    options.put_in_order();
    options.dedup();
    options
}

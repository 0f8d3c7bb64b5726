//! Ferguson's two papers on matrix nim: the preprint and "Another form of matrix nim" (2001).

use std::sync::Arc;

use short_game::{Dyadic, Game, Named};

use super::oracle::{Partizan2x2, outcomes, over_vectors, text, values, vector, vectors};
use super::twin::Verdict;
use super::{Case, CheckError, Claim, Counterexample, Fact, Level, Status};
use nimfield_core::budget::Budget;
use nimfield_core::families::ray::RayGame;
use nimfield_core::words::{Outcome, Play};
use nimfield_engines::sieve::OutcomeTable;

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "ferguson-theorem-1",
        statement: "an n x n matrix each of whose off-diagonal entries is at least the sum of its two diagonal entries is a P-position exactly if its diagonal has nim-sum 0",
        source: "Ferguson 2001, Theorem 1 (impartial; n = 3)",
        status: Status::Proved,
        known_false: false,
        over: "diagonally subordinate 3x3 matrices",
        size: "greatest entry",
        up_to: 4,
        small: 3,
        level: |size, budget| {
            let table = outcomes(3, 3, Play::Normal, size, budget)?;
            over_vectors(size, move |m: [u32; 9]| {
                let diagonal = |i: usize| m[4 * i];
                let subordinate =
                    (0..9).all(|at| at % 4 == 0 || m[at] >= diagonal(at / 3) + diagonal(at % 3));
                if !subordinate {
                    return Case::Outside;
                }
                let is_p = diagonal(0) ^ diagonal(1) ^ diagonal(2) == 0;
                impartial("matrix", 3, &m, is_p, &table)
            })
        },
    },
    Claim {
        id: "ferguson-theorem-1-partizan",
        statement: "a diagonally subordinate 2x2 matrix of the partizan game is a P-position exactly if its diagonal entries are equal",
        source: "Ferguson 2001, Theorem 1 (partizan; n = 2)",
        status: Status::Proved,
        known_false: false,
        over: "diagonally subordinate 2x2 matrices",
        size: "greatest entry",
        up_to: 12,
        small: 5,
        level: |size, budget| {
            let table = Partizan2x2::new(size, budget)?;
            over_vectors(size, move |m @ [a, b, c, d]| {
                if b.min(c) < a + d {
                    return Case::Outside;
                }
                let found = outcome(&table, table.at(m));
                Case::of((found == Outcome::P) == (a == d), || {
                    let claimed = if a == d { "P" } else { "not P" };
                    partizan_fact(&m, claimed, found)
                })
            })
        },
    },
    Claim {
        id: "ferguson-berlekamp-as-printed",
        statement: "an entry a_ij >= min_k a_kj + min_l a_il may be replaced by any larger number without changing the value (the minima over all entries of the column and of the row)",
        source: "Ferguson 2001, section 3, Berlekamp's improvement of Theorem 1, as printed",
        status: Status::Misprint,
        known_false: true,
        over: "2x2 matrices, their first entry raised by 1, impartial game",
        size: "greatest entry",
        up_to: 8,
        small: 4,
        level: |size, budget| reduction(size, budget, |[a, b, c, _]| a >= a.min(c) + a.min(b)),
    },
    Claim {
        id: "ferguson-berlekamp",
        statement: "an entry that is at least the sum of the least other entry of its row and the least other entry of its column may be replaced by any larger number without changing the value",
        source: "Berlekamp 1999, in Ferguson 2001, section 3, with the minima over the other entries",
        status: Status::Proved,
        known_false: false,
        over: "2x2 matrices, their first entry raised by 1, impartial game",
        size: "greatest entry",
        up_to: 16,
        small: 6,
        level: |size, budget| reduction(size, budget, |[a, b, c, _]| a >= b + c),
    },
    Claim {
        id: "ferguson-theorem-2",
        statement: "a matrix whose entry n is the only finite one in its row and column has the value *n plus that of the matrix without this row and column",
        source: "Ferguson 2001, Theorem 2 (3x3, impartial)",
        status: Status::Proved,
        known_false: false,
        over: "3x3 matrices with a single pile and a 2x2 block, other entries just large enough to count as infinite",
        size: "greatest finite entry",
        up_to: 2,
        small: 1,
        level: |size, budget| {
            let infinite = 2 * size + 1;
            let table = values(3, 3, infinite, budget)?;
            let blocks = values(2, 2, size, budget)?;
            over_vectors(size, move |[n, a, b, c, d]| {
                let m = [n, infinite, infinite, infinite, a, b, infinite, c, d];
                let claimed = blocks.value(&[a, b, c, d]).map(|value| value ^ n);
                let found = table.value(&m);
                Case::of(claimed == found, || grundy("matrix", 3, &m, claimed, found))
            })
        },
    },
    Claim {
        id: "ferguson-example-blocks",
        statement: "(17 inf inf; inf 7 5; inf 6 8) = *17 + (7 5; 6 8)",
        source: "Ferguson 2001, section 3, example (2); the value of the block is that of the table, and the sum is a P-position of the whole game beside it",
        status: Status::Example,
        known_false: false,
        over: "the position matrix[17 99 99; 99 7 5; 99 6 8] beside nim heaps *h, h up to the size: P exactly if *h is *17 plus the block's value",
        size: "the heap h",
        up_to: 20,
        small: 2,
        level: |size, budget| {
            let block = values(2, 2, 8, budget)?.value(&[7, 5, 6, 8]).unwrap_or(0);
            let position = format!("matrix[17 99 99; 99 7 5; 99 6 8] + nim[{size}]");
            let found = searched(&position, budget)?;
            let claimed = Outcome::impartial(17 ^ block == size);
            Ok(Level::single(Case::of(claimed == found, || {
                Counterexample {
                    case: position.clone(),
                    claimed: claimed.to_string(),
                    found: found.to_string(),
                    facts: vec![Fact {
                        position: position.clone(),
                        play: Play::Normal,
                        verdict: Verdict::Outcome(found),
                    }],
                }
            })))
        },
    },
    Claim {
        id: "ferguson-odd-rows",
        statement: "for odd n the P-positions of 1xn matrix nim are those of nim",
        source: "Ferguson 2001, section 4 (n = 3 and 5)",
        status: Status::Proved,
        known_false: false,
        over: "rows of five piles (rows of three have two empty ones in place of the rest of the move set, and are checked beside)",
        size: "greatest entry",
        up_to: 14,
        small: 5,
        level: |size, budget| {
            let five = outcomes(1, 5, Play::Normal, size, budget)?;
            let three = outcomes(1, 3, Play::Normal, size, budget)?;
            over_vectors(size, move |m: [u32; 5]| {
                if m[3] == 0 && m[4] == 0 {
                    let is_p = m[0] ^ m[1] ^ m[2] == 0;
                    let case = impartial("matrix", 3, &m[..3], is_p, &three);
                    if case != Case::Holds {
                        return case;
                    }
                }
                impartial("matrix", 5, &m, m.iter().fold(0, |x, y| x ^ y) == 0, &five)
            })
        },
    },
    Claim {
        id: "ferguson-odd-sets",
        statement: "nim in which one may also take the same number from any odd number of piles has the P-positions of nim",
        source: "Ferguson 2001, section 4, in parentheses (four piles)",
        status: Status::Proved,
        known_false: false,
        over: "four piles",
        size: "greatest entry",
        up_to: 24,
        small: 8,
        level: |size, budget| {
            let rays = (1u32..16).filter(|set| set.count_ones() % 2 == 1);
            let rays = rays.map(|set| (0..4usize).filter(move |i| set >> i & 1 == 1));
            let game =
                RayGame::new(4, rays).map_err(|error| CheckError::TooLarge(error.to_string()))?;
            let table = OutcomeTable::sieve(
                &game,
                Play::Normal,
                &[size + 1; 4],
                &budget.clone().progress(|_| {}),
            )?;
            over_vectors(size, move |m: [u32; 4]| {
                let claimed = m.iter().fold(0, |x, y| x ^ y) == 0;
                let found = table.is_p(&m) == Some(true);
                // No registered game has these rules, so there is no fact to confirm by itself.
                Case::of(claimed == found, || Counterexample {
                    case: format!("piles {m:?}"),
                    claimed: Outcome::impartial(claimed).to_string(),
                    found: Outcome::impartial(found).to_string(),
                    facts: Vec::new(),
                })
            })
        },
    },
    Claim {
        id: "ferguson-even-rows-are-not-nim",
        statement: "1xn matrix nim with n even has the P-positions of nim",
        source: "the negation of a remark in Ferguson 2001, section 4: \"Impartial 1xn nim with n even is not nim\" (n = 4)",
        status: Status::Misprint,
        known_false: true,
        over: "rows of four piles",
        size: "greatest entry",
        up_to: 4,
        small: 4,
        level: |size, budget| {
            let table = outcomes(1, 4, Play::Normal, size, budget)?;
            over_vectors(size, move |m: [u32; 4]| {
                impartial("matrix", 4, &m, m.iter().fold(0, |x, y| x ^ y) == 0, &table)
            })
        },
    },
    Claim {
        id: "ferguson-lemma-1",
        statement: "(a b; b d) with a >= b and d >= b is a P-position",
        source: "Ferguson 2001, Lemma 1",
        status: Status::Proved,
        known_false: false,
        over: "2x2 matrices of this form",
        size: "greatest entry",
        up_to: 60,
        small: 12,
        level: |size, budget| {
            let table = outcomes(2, 2, Play::Normal, size, budget)?;
            over_vectors(size, move |[a, b, d]| {
                if a < b || d < b {
                    return Case::Outside;
                }
                impartial("matrix", 2, &[a, b, b, d], true, &table)
            })
        },
    },
    Claim {
        id: "ferguson-lemma-1-partizan",
        statement: "(a b; b d) with a >= b and d >= b is a P-position of the partizan game",
        source: "Ferguson 2001, after Lemma 1: \"This lemma is false in the partizan case\"",
        status: Status::Misprint,
        known_false: true,
        over: "2x2 matrices of this form",
        size: "greatest entry",
        up_to: 4,
        small: 2,
        level: |size, budget| {
            let table = Partizan2x2::new(size, budget)?;
            over_vectors(size, move |[a, b, d]| {
                if a < b || d < b {
                    return Case::Outside;
                }
                let m = [a, b, b, d];
                let found = outcome(&table, table.at(m));
                Case::of(found == Outcome::P, || partizan_fact(&m, "P", found))
            })
        },
    },
    Claim {
        id: "ferguson-theorem-3",
        statement: "a 2x2 matrix is a P-position exactly if a rotation makes it (a b; b d) with a, d >= b, or with a < b < d and a mod (d-a) < d-b",
        source: "Ferguson 2001, Theorem 3",
        status: Status::Proved,
        known_false: false,
        over: "2x2 matrices",
        size: "greatest entry",
        up_to: 60,
        small: 12,
        level: |size, budget| {
            let table = outcomes(2, 2, Play::Normal, size, budget)?;
            over_vectors(size, move |m @ [a, b, c, d]| {
                let typed = |a: u32, b: u32, c: u32, d: u32| {
                    b == c && ((a >= b && d >= b) || (a < b && b < d && a % (d - a) < d - b))
                };
                let is_p = typed(a, b, c, d)
                    || typed(d, b, c, a)
                    || typed(b, a, d, c)
                    || typed(c, a, d, b);
                impartial("matrix", 2, &m, is_p, &table)
            })
        },
    },
    Claim {
        id: "ferguson-example-20-24-24-27",
        statement: "from (20 24; 24 27) exactly the two moves win that take 7 from the last row or the last column",
        source: "Ferguson 2001, example after Theorem 3",
        status: Status::Example,
        known_false: false,
        over: "the options of the position",
        size: "0",
        up_to: 0,
        small: 0,
        level: |_, budget| {
            let table = outcomes(2, 2, Play::Normal, 27, budget)?;
            Ok(Level::new(2 * (20 + 24), move |number| {
                let (line, k) = match number as u32 {
                    at @ 0..20 => (0, at + 1),
                    at @ 20..44 => (1, at - 19),
                    at @ 44..64 => (2, at - 43),
                    at => (3, at - 63),
                };
                let [mut a, mut b, mut c, mut d] = [20, 24, 24, 27];
                let (x, y) = match line {
                    0 => (&mut a, &mut b),
                    1 => (&mut c, &mut d),
                    2 => (&mut a, &mut c),
                    _ => (&mut b, &mut d),
                };
                *x -= k;
                *y -= k;
                impartial("matrix", 2, &[a, b, c, d], line % 2 == 1 && k == 7, &table)
            }))
        },
    },
    Claim {
        id: "ferguson-lemma-2",
        statement: "for 0 <= a < b < d <= a+b and a' = a+b-d, b' = a, d' = b: 0 <= a' < b' < d', and a mod (d-a) < d-b exactly if a' mod (d'-a') >= d'-b'",
        source: "Ferguson 2001, Lemma 2",
        status: Status::Proved,
        known_false: false,
        over: "triples (a, b, d)",
        size: "greatest of the three",
        up_to: 150,
        small: 20,
        level: |size, _| {
            over_vectors(size, move |[a, b, d]| {
                if !(a < b && b < d && d <= a + b) {
                    return Case::Outside;
                }
                let (a2, b2, d2) = (a + b - d, a, b);
                let holds =
                    a2 < b2 && b2 < d2 && (a % (d - a) < d - b) == (a2 % (d2 - a2) >= d2 - b2);
                Case::of(holds, || Counterexample {
                    case: format!("a={a} b={b} d={d}"),
                    claimed: "the equivalence".to_string(),
                    found: "one side only".to_string(),
                    facts: Vec::new(),
                })
            })
        },
    },
    Claim {
        id: "ferguson-bottom-row",
        statement: "from every N-position (a b; c d) with a <= b <= c and a <= d some move in the bottom row leads to a P-position",
        source: "Ferguson 2001, remark after the proof of Theorem 3",
        status: Status::Proved,
        known_false: false,
        over: "2x2 matrices of this form",
        size: "greatest entry",
        up_to: 40,
        small: 12,
        level: |size, budget| {
            let table = outcomes(2, 2, Play::Normal, size, budget)?;
            over_vectors(size, move |m @ [a, b, c, d]| {
                if !(a <= b && b <= c && a <= d) || table.is_p(&m) == Some(true) {
                    return Case::Outside;
                }
                let wins = (1..=c.min(d)).any(|k| table.is_p(&[a, b, c - k, d - k]) == Some(true));
                Case::of(wins, || Counterexample {
                    case: text("matrix", 2, &m),
                    claimed: "a winning move in the bottom row".to_string(),
                    found: "none".to_string(),
                    facts: (1..=c.min(d))
                        .map(|k| fact("matrix", 2, &[a, b, c - k, d - k], Outcome::N))
                        .collect(),
                })
            })
        },
    },
    Claim {
        id: "ferguson-theorem-4",
        statement: "with the least entry a first, (a b; c d) is L if a+c < min(b,d), R if a+b < min(c,d), P if a = d and min(b,c) >= a+d or a = 0 and b = c < d, otherwise N",
        source: "Ferguson 2001, Theorem 4",
        status: Status::Proved,
        known_false: false,
        over: "2x2 matrices of the partizan game with the least entry first",
        size: "greatest entry",
        up_to: 14,
        small: 5,
        level: |size, budget| {
            let table = Partizan2x2::new(size, budget)?;
            over_vectors(size, move |m @ [a, b, c, d]| {
                if a > b.min(c).min(d) {
                    return Case::Outside;
                }
                let claimed = if a + c < b.min(d) {
                    Outcome::L
                } else if a + b < c.min(d) {
                    Outcome::R
                } else if (a == d && b.min(c) >= a + d) || (a == 0 && b == c && c < d) {
                    Outcome::P
                } else {
                    Outcome::N
                };
                let found = outcome(&table, table.at(m));
                Case::of(claimed == found, || {
                    partizan_fact(&m, &claimed.to_string(), found)
                })
            })
        },
    },
    Claim {
        id: "ferguson-transpose",
        statement: "(a b; c d) = -(a c; b d) in the partizan game",
        source: "Ferguson 2001, section 7",
        status: Status::Proved,
        known_false: false,
        over: "2x2 matrices of the partizan game",
        size: "greatest entry",
        up_to: 14,
        small: 5,
        level: |size, budget| {
            let table = Partizan2x2::new(size, budget)?;
            over_vectors(size, move |m @ [a, b, c, d]| {
                let transposed = table.at([a, c, b, d]);
                let negative = table.arena.neg(transposed);
                Case::of(negative == Ok(table.at(m)), || {
                    let sum = format!(
                        "{} + {}",
                        text("matrix-partizan", 2, &m),
                        text("matrix-partizan", 2, &[a, c, b, d])
                    );
                    sum_is_not_zero(
                        &table,
                        sum,
                        table
                            .arena
                            .add(table.at(m), transposed)
                            .unwrap_or(Game::ZERO),
                    )
                })
            })
        },
    },
    Claim {
        id: "ferguson-theorem-5",
        statement: "(0 b; c d) with b >= c is *d if d <= c, 0 if b = c < d, 2^-(2c+1-d) if b > c and c < d <= 2c, min(d-2c, b-c) if b > c and 2c < d",
        source: "Ferguson 2001, Theorem 5, with d <= c in part 1 as in the preprint",
        status: Status::Proved,
        known_false: false,
        over: "2x2 matrices of the partizan game with a zero first and b >= c",
        size: "greatest entry",
        up_to: 14,
        small: 5,
        level: |size, budget| theorem_5(size, budget, |_, c, d| d <= c),
    },
    Claim {
        id: "ferguson-theorem-5-as-published",
        statement: "the four parts of Theorem 5, the first one with d < c, give the value of every (0 b; c d) with b >= c",
        source: "Ferguson 2001, Theorem 5, as published",
        status: Status::Misprint,
        known_false: true,
        over: "2x2 matrices of the partizan game with a zero first and b >= c",
        size: "greatest entry",
        up_to: 4,
        small: 2,
        level: |size, budget| theorem_5(size, budget, |_, c, d| d < c),
    },
    Claim {
        id: "ferguson-simplest-hot",
        statement: "(1 1; 1 1) = +-1, and no matrix with a smaller total is hot",
        source: "Ferguson 2001, section 7: \"The simplest example\"",
        status: Status::Example,
        known_false: false,
        over: "2x2 matrices of the partizan game with a total of at most 4",
        size: "total of the entries",
        up_to: 4,
        small: 4,
        level: |size, budget| {
            let table = Partizan2x2::new(size, budget)?;
            Ok(Level::new(vectors(4, size)?, move |number| {
                let Some(m) = with_total(number, size) else {
                    return Case::Outside;
                };
                let (arena, value) = (&table.arena, table.at(m));
                let hot = arena.right_stop(value) < arena.left_stop(value);
                let one = arena
                    .integer(1)
                    .and_then(|one| arena.game(&[one], &[arena.neg(one)?]));
                let holds = match m {
                    [1, 1, 1, 1] => one == Ok(value),
                    _ => size >= 4 || !hot,
                };
                Case::of(holds, || {
                    partizan_fact(&m, "not hot", outcome(&table, value))
                })
            }))
        },
    },
    Claim {
        id: "ferguson-conjecture",
        statement: "for a < c, d > 2c and b > a+c the value of (a b; c d) is min(b-c, a+d-2c) +- a",
        source: "Ferguson 2001, section 7, Conjecture (\"b and d sufficiently large, say, d > 2c and b > a+c\")",
        status: Status::Conjecture,
        known_false: true,
        over: "2x2 matrices of the partizan game with a < c, d > 2c, b > a+c",
        size: "greatest entry",
        up_to: 16,
        small: 8,
        level: |size, budget| conjecture(size, budget, false),
    },
    Claim {
        id: "ferguson-conjecture-mean-and-temperature",
        statement: "for a < c, d > 2c and b > a+c the matrix (a b; c d) has the mean min(b-c, a+d-2c) and, if a > 0, the temperature a",
        source: "what remains of the conjecture of Ferguson 2001, section 7",
        status: Status::Observed,
        known_false: false,
        over: "2x2 matrices of the partizan game with a < c, d > 2c, b > a+c",
        size: "greatest entry",
        up_to: 16,
        small: 8,
        level: |size, budget| conjecture(size, budget, true),
    },
    Claim {
        id: "ferguson-simplest-strange",
        statement: "(1 2; 2 2) is neither a number nor a nimber nor a switch, and every matrix with a smaller total is one of these",
        source: "Ferguson 2001, section 7: \"the simplest position that is not a number, nor a nimber nor a switch\"",
        status: Status::Example,
        known_false: false,
        over: "2x2 matrices of the partizan game with a total of at most 7",
        size: "total of the entries",
        up_to: 7,
        small: 7,
        level: |size, budget| {
            let table = Partizan2x2::new(size, budget)?;
            Ok(Level::new(vectors(4, size)?, move |number| {
                let Some(m) = with_total(number, size) else {
                    return Case::Outside;
                };
                let plain = is_number_nimber_or_switch(&table, table.at(m));
                let holds = match m {
                    [1, 2, 2, 2] => !plain,
                    _ => size >= 7 || plain,
                };
                Case::of(holds, || {
                    partizan_fact(
                        &m,
                        "a number, a nimber or a switch",
                        outcome(&table, table.at(m)),
                    )
                })
            }))
        },
    },
    Claim {
        id: "ferguson-example-sum",
        statement: "in (1 2; 2 2) + (1 1; 1 1) Left's only winning move is to (1 1; 2 1) + (1 1; 1 1)",
        source: "Ferguson 2001, section 7, last example",
        status: Status::Example,
        known_false: false,
        over: "Left's moves in the sum",
        size: "0",
        up_to: 0,
        small: 0,
        level: |_, budget| {
            let table = Arc::new(Partizan2x2::new(2, budget)?);
            let moves = [
                ([0, 2, 1, 2], [1, 1, 1, 1]),
                ([1, 1, 2, 1], [1, 1, 1, 1]),
                ([1, 0, 2, 0], [1, 1, 1, 1]),
                ([1, 2, 2, 2], [0, 1, 0, 1]),
                ([1, 2, 2, 2], [1, 0, 1, 0]),
            ];
            Ok(Level::new(moves.len() as u64, move |number| {
                let (first, second) = moves[number as usize];
                let sum = table
                    .arena
                    .add(table.at(first), table.at(second))
                    .unwrap_or(Game::ZERO);
                let found = outcome(&table, sum);
                let wins = matches!(found, Outcome::L | Outcome::P);
                Case::of(wins == (number == 1), || {
                    let position = format!(
                        "{} + {}",
                        text("matrix-partizan", 2, &first),
                        text("matrix-partizan", 2, &second)
                    );
                    Counterexample {
                        case: position.clone(),
                        claimed: "that Left wins it, moving second, exactly in the case named"
                            .to_string(),
                        found: found.to_string(),
                        facts: vec![Fact {
                            position,
                            play: Play::Normal,
                            verdict: Verdict::Outcome(found),
                        }],
                    }
                })
            }))
        },
    },
    Claim {
        id: "matrix-misere-type-4",
        statement: "in misere play (a b; b d) with a, d >= b is a P-position exactly if b >= 2, where it does not split by the normal form (a+d > b or a = b = d)",
        source: "observed; a formula for play under --allow-unproved",
        status: Status::Observed,
        known_false: false,
        over: "2x2 matrices (a b; b d) with a, d > b",
        size: "greatest entry",
        up_to: 47,
        small: 10,
        level: |size, budget| {
            let table = outcomes(2, 2, Play::Misere, size, budget)?;
            over_vectors(size, move |[a, b, d]| {
                // Entries of 2b or more count as infinite, and the block falls apart into heaps.
                if a < b || d < b || a.max(d) >= 2 * b {
                    return Case::Outside;
                }
                let m = [a, b, b, d];
                let found = table.is_p(&m) == Some(true);
                Case::of(found == (b >= 2), || Counterexample {
                    case: text("matrix", 2, &m),
                    claimed: Outcome::impartial(b >= 2).to_string(),
                    found: Outcome::impartial(found).to_string(),
                    facts: vec![Fact {
                        position: text("matrix", 2, &m),
                        play: Play::Misere,
                        verdict: Verdict::Outcome(Outcome::impartial(found)),
                    }],
                })
            })
        },
    },
];

fn fact(game: &str, columns: usize, entries: &[u32], found: Outcome) -> Fact {
    Fact {
        position: text(game, columns, entries),
        play: Play::Normal,
        verdict: Verdict::Outcome(found),
    }
}

/// The case that a position of an impartial game is a P-position exactly if `claimed`.
fn impartial(
    game: &str,
    columns: usize,
    entries: &[u32],
    claimed: bool,
    table: &OutcomeTable,
) -> Case {
    let found = table.is_p(entries) == Some(true);
    Case::of(claimed == found, || Counterexample {
        case: text(game, columns, entries),
        claimed: Outcome::impartial(claimed).to_string(),
        found: Outcome::impartial(found).to_string(),
        facts: vec![fact(game, columns, entries, Outcome::impartial(found))],
    })
}

fn grundy(
    game: &str,
    columns: usize,
    entries: &[u32],
    claimed: Option<u32>,
    found: Option<u32>,
) -> Counterexample {
    let show = |value: Option<u32>| value.map_or("none".to_string(), |value| format!("*{value}"));
    Counterexample {
        case: text(game, columns, entries),
        claimed: show(claimed),
        found: show(found),
        facts: found
            .map(|value| Fact {
                position: text(game, columns, entries),
                play: Play::Normal,
                verdict: Verdict::Value(value.into()),
            })
            .into_iter()
            .collect(),
    }
}

fn outcome(table: &Partizan2x2, value: Game) -> Outcome {
    match table.arena.outcome(value) {
        Ok(short_game::Outcome::Left) => Outcome::L,
        Ok(short_game::Outcome::Right) => Outcome::R,
        Ok(short_game::Outcome::Previous) => Outcome::P,
        // An error cannot happen without limits; N is then as good as any.
        Ok(short_game::Outcome::Next) | Err(_) => Outcome::N,
    }
}

fn partizan_fact(entries: &[u32; 4], claimed: &str, found: Outcome) -> Counterexample {
    Counterexample {
        case: text("matrix-partizan", 2, entries),
        claimed: claimed.to_string(),
        found: found.to_string(),
        facts: vec![fact("matrix-partizan", 2, entries, found)],
    }
}

/// The counterexample that a sum which should be 0 is not.
fn sum_is_not_zero(table: &Partizan2x2, sum: String, value: Game) -> Counterexample {
    let found = outcome(table, value);
    Counterexample {
        case: sum.clone(),
        claimed: "0".to_string(),
        found: format!("outcome {found}"),
        facts: vec![Fact {
            position: sum,
            play: Play::Normal,
            verdict: Verdict::Outcome(found),
        }],
    }
}

/// Raising the first entry of a 2x2 matrix by 1 keeps the value where `reducible` says so.
fn reduction(
    size: u32,
    budget: &Budget,
    reducible: fn([u32; 4]) -> bool,
) -> Result<Level, CheckError> {
    let table = values(2, 2, size + 1, budget)?;
    over_vectors(size, move |m @ [a, b, c, d]| {
        if !reducible(m) {
            return Case::Outside;
        }
        let (before, after) = (table.value(&m), table.value(&[a + 1, b, c, d]));
        Case::of(before == after, || {
            let raised = grundy("matrix", 2, &[a + 1, b, c, d], before, after);
            let mut counterexample = grundy("matrix", 2, &m, after, before);
            counterexample.case = format!("{} and {}", counterexample.case, raised.case);
            counterexample.claimed = "the same value".to_string();
            counterexample.found = format!("{} and {}", counterexample.found, raised.found);
            counterexample.facts.extend(raised.facts);
            counterexample
        })
    })
}

fn theorem_5(
    size: u32,
    budget: &Budget,
    part_1: fn(u32, u32, u32) -> bool,
) -> Result<Level, CheckError> {
    let table = Partizan2x2::new(size, budget)?;
    Ok(Level::new(vectors(3, size)?, move |number| {
        let Some([b, c, d]) = vector::<3>(number, size) else {
            return Case::Outside;
        };
        if b < c {
            return Case::Outside;
        }
        let arena = &table.arena;
        let integer = |n: u32| arena.integer(n.into());
        let claimed = if part_1(b, c, d) {
            Some(arena.nimber(d))
        } else if b == c && c < d {
            Some(Ok(Game::ZERO))
        } else if b > c && c < d && d <= 2 * c {
            Some(Dyadic::new(1, 2 * c + 1 - d).and_then(|number| arena.number(number)))
        } else if b > c && 2 * c < d {
            Some(integer((d - 2 * c).min(b - c)))
        } else {
            None
        };
        let m = [0, b, c, d];
        let found = table.at(m);
        Case::of(claimed == Some(Ok(found)), || {
            partizan_fact(&m, "one of the four parts", outcome(&table, found))
        })
    }))
}

/// The matrix with this number, if its entries add up to `total`.
fn with_total(number: u64, total: u32) -> Option<[u32; 4]> {
    let base = u64::from(total) + 1;
    let entry = |i: u32| (number / base.pow(3 - i) % base) as u32;
    let m = [entry(0), entry(1), entry(2), entry(3)];
    (m.iter().sum::<u32>() == total).then_some(m)
}

fn is_number_nimber_or_switch(table: &Partizan2x2, value: Game) -> bool {
    let arena = &table.arena;
    let number = |game: Game| arena.to_number(game).is_some();
    let nimber = matches!(arena.named(value), Some(Named::NumberUpStar { number, ups: 0, .. }) if number == Dyadic::integer(0));
    let switch = || match arena.options(value) {
        Ok((left, right)) => {
            matches!((&left[..], &right[..]), (&[l], &[r]) if number(l) && number(r))
        }
        Err(_) => false,
    };
    number(value) || nimber || switch()
}

/// The conjecture of section 7; with `thermal` only its mean and temperature.
fn conjecture(size: u32, budget: &Budget, thermal: bool) -> Result<Level, CheckError> {
    let table = Partizan2x2::new(size, budget)?;
    over_vectors(size, move |m @ [a, b, c, d]| {
        if !(a < c && d > 2 * c && b > a + c) {
            return Case::Outside;
        }
        let (arena, value) = (&table.arena, table.at(m));
        let x = i64::from((b - c).min(a + d - 2 * c));
        let a = i64::from(a);
        if thermal {
            let holds = arena.thermograph(value).is_ok_and(|thermograph| {
                thermograph.mean() == Dyadic::integer(x.into())
                    && (a == 0 || thermograph.temperature() == Dyadic::integer(a.into()))
            });
            return Case::of(holds, || {
                partizan_fact(
                    &m,
                    &format!("mean {x}, temperature {a}"),
                    outcome(&table, value),
                )
            });
        }
        let switch = arena.integer(x + a).and_then(|high| match a {
            0 => Ok(high),
            _ => arena.game(&[high], &[arena.integer(x - a)?]),
        });
        Case::of(switch == Ok(value), || {
            let sum = format!(
                "{} - {{{}|{}}}",
                text("matrix-partizan", 2, &m),
                x + a,
                x - a
            );
            let difference = switch.and_then(|switch| arena.sub(value, switch));
            sum_is_not_zero(&table, sum, difference.unwrap_or(Game::ZERO))
        })
    })
}

/// The outcome of a sum by a search that knows the rules only.
fn searched(position: &str, budget: &Budget) -> Result<Outcome, CheckError> {
    use nimfield::analyze::joint_exactly;
    use nimfield_engines::search::{Knowledge, Search};
    let sum = nimfield::read(position).map_err(|error| CheckError::TooLarge(error.to_string()))?;
    let out_of_reach = || CheckError::TooLarge(format!("{sum} is out of reach of a search"));
    let whole = joint_exactly(&sum).ok_or_else(out_of_reach)?;
    let search = Search::new(Play::Normal, Knowledge::RulesOnly);
    Ok(Outcome::impartial(search.has_value(&whole, 0, budget)?))
}

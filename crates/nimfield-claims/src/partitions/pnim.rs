//! Sections 1 to 3: PNim of one partition.

use super::diagrams::{Diagrams, places};
use super::frames::{
    LINES, all, diagrams, heavy, in_theorem_2, listed, options, pair, pascal, pnim,
};
use super::frames::{pairs, size_of, steps, valued, word_of};
use super::games::{POSITIONS, games, longest_plays};
use crate::brute_force::wins_by;
use crate::cases::{is_play, over_vectors, too_large};
use crate::claim::{Case, Cases, CheckError, Claim, Counterexample};
use crate::claim::{ONCE, by, example, misprint, observed, proved};
use crate::claim::{other_outcome, other_pair, plain};
use nimfield_core::budget::Budget;
use nimfield_core::mex::mex;
use nimfield_core::words::{Outcome, Play};
use nimfield_games::partitions::{Partition, Run};

pub(crate) const CLAIMS: &[Claim] = &[
    proved(
        "pnim-theorem-1",
        "the rectangle [c^r] has the value ((r-1) xor (c-1)) + 1",
        "Gottlieb, Krnc and Muršič 2025, Theorem 1",
        "rectangles, their values from those of all diagrams",
        by(LINES, 9..=20),
        |size, budget| {
            valued(size, budget, |diagram| {
                let (r, c) = diagram.as_rectangle()?;
                Some(((r - 1) ^ (c - 1)) + 1)
            })
        },
    ),
    proved(
        "pnim-proposition-1",
        "a non-empty partition of r parts, the largest one c, has a value of at most c+r-1, in misere play as well",
        "Gottlieb, Krnc and Muršič 2025, Proposition 1, and section 2 for misere play: both values are bounded by the longest play",
        "non-empty partitions",
        by(LINES, 9..=20),
        |size, budget| {
            pairs(
                size,
                budget,
                "at most columns plus rows minus 1",
                |diagram, [normal, misere]| Some(normal.max(misere) < size_of(diagram)),
            )
        },
    ),
    proved(
        "pnim-proposition-1-tight",
        "the bound c+r-1 is tight: for all c and r some partition with c columns and r rows has this value",
        "Gottlieb, Krnc and Muršič 2025, abstract and section 1.2 (\"tight upper bound\")",
        "all pairs of c and r",
        by(LINES, 9..=18),
        |size, budget| {
            let table = Diagrams::new(size, budget)?;
            let (words, word) = places(size);
            let mut attained = vec![false; size as usize + 1];
            for word in (0..words).map(word) {
                if table.at(word) == size.saturating_sub(1) {
                    attained[Partition::from_word(word).rows() as usize] = true;
                }
            }
            Ok(Cases::new(size.saturating_sub(1).into(), move |number| {
                let rows = number as usize + 1;
                Case::of(attained[rows], || Counterexample {
                    case: format!("partitions with {rows} rows and columns plus rows {size}"),
                    claimed: "some partition is heavy".to_string(),
                    found: "none is".to_string(),
                    evidence: Vec::new(),
                })
            }))
        },
    ),
    proved(
        "pnim-theorem-2",
        "the value is 1 exactly for [1] and for the partitions between [r,r,r-1,r-2,...,2] and [r^r] in Young's order, r >= 2",
        "Gottlieb, Krnc and Muršič 2025, Theorem 2",
        "non-empty partitions",
        by(LINES, 9..=20),
        |size, budget| {
            pairs(
                size,
                budget,
                "1 exactly for these partitions",
                |diagram, [normal, _]| Some((normal == 1) == in_theorem_2(diagram)),
            )
        },
    ),
    proved(
        "pnim-theorem-2-moves",
        "every partition other than [] and those of Theorem 2 has a move to one of Theorem 2, and none of Theorem 2 has",
        "Gottlieb, Krnc and Muršič 2025, proof of Theorem 2, (i) and (ii)",
        "non-empty partitions, option by option",
        by(LINES, 8..=13),
        |size, _| {
            all(
                size,
                "a move to Theorem 2 exactly if not itself there",
                |diagram| {
                    let some = options(diagram).any(|option| in_theorem_2(&option));
                    some != in_theorem_2(diagram)
                },
            )
        },
    ),
    proved(
        "pnim-theorem-2-winning-move",
        "let c >= r, and the partition neither empty nor one of Theorem 2. With i the least index above 1 for which part i is less than c-i+2 (parts past the last are 0), the move that removes the first c-i+1 columns leads to a partition of Theorem 2",
        "Gottlieb, Krnc and Muršič 2025, proof of Theorem 2, (i), which is also how to play misere 1-PNim (section 5.2); with part 1 > part 2 the index is 2",
        "non-empty partitions with c >= r",
        by(LINES, 9..=18),
        |size, _| {
            listed(size, |diagram| {
                let c = diagram.columns();
                if c < diagram.rows() || in_theorem_2(diagram) {
                    return Case::Outside;
                }
                let short = |i: &u64| diagram.part(i - 1) + i < c + 2;
                let rest = (2..=c).find(short).map(|i| diagram.beyond(0, c + 1 - i));
                Case::of(rest.as_ref().is_some_and(in_theorem_2), || {
                    plain(
                        pnim(diagram),
                        "a move to value 1 by columns",
                        format!("{rest:?}"),
                    )
                })
            })
        },
    ),
    proved(
        "pnim-theorem-2-shape",
        "the partitions of Theorem 2 have as many rows as columns, their conjugates are among them, and those with c = r are told by part i being at least c-i+2 for i from 2 to c",
        "Gottlieb, Krnc and Muršič 2025, proof of Theorem 2",
        "non-empty partitions",
        by(LINES, 9..=18),
        |size, _| {
            all(size, "the three statements", |diagram| {
                let (c, r) = (diagram.columns(), diagram.rows());
                let among = in_theorem_2(diagram);
                let long = (2..=c).all(|i| diagram.part(i - 1) + i >= c + 2);
                (!among || c == r)
                    && among == in_theorem_2(&diagram.conjugate())
                    && among == (c >= r && long)
            })
        },
    ),
    proved(
        "pnim-misere-losing",
        "a partition is a P-position of misere 1-PNim exactly if its value in normal play is 1",
        "Gottlieb, Krnc and Muršič 2025, sections 3 and 5.2",
        "non-empty partitions",
        by(LINES, 9..=20),
        |size, budget| {
            pairs(
                size,
                budget,
                "value 1 exactly if P in misere play",
                |_, [normal, misere]| Some((normal == 1) == (misere == 0)),
            )
        },
    ),
    misprint(
        "pnim-misere-target-as-printed",
        "a player who can win misere 1-PNim can move into the set of the partitions between [r,r,r-1,...,2] and [r^r], r >= 2",
        "Gottlieb, Krnc and Muršič 2025, section 5.2, as printed",
        "partitions that are not P-positions of misere play, option by option",
        by(LINES, 8..=12),
        |size, budget| misere_target(size, budget, false),
    ),
    proved(
        "pnim-misere-target",
        "a player who can win misere 1-PNim, from a non-empty partition, can move to [1] or between [r,r,r-1,...,2] and [r^r], r >= 2",
        "Gottlieb, Krnc and Muršič 2025, section 5.2, with [1] added",
        "partitions that are not P-positions of misere play, option by option",
        by(LINES, 8..=13),
        |size, budget| misere_target(size, budget, true),
    ),
    misprint(
        "pnim-mex-as-printed",
        "the values of the options of a position form a finite set of integers that are at most 0, as the definition of mex asks",
        "Gottlieb, Krnc and Muršič 2025, section 2, as printed",
        "partitions in 1-PNim, option by option",
        by(LINES, 8..=11),
        |size, budget| mex_claim(size, budget, false),
    ),
    proved(
        "pnim-mex",
        "the value of a partition is the least non-negative integer that is not the value of an option, in misere play with the value 1 for []",
        "Gottlieb, Krnc and Muršič 2025, section 2 and the definition of 1-PNim, with mex on sets of non-negative integers",
        "partitions in 1-PNim, option by option",
        by(LINES, 8..=13),
        |size, budget| mex_claim(size, budget, true),
    ),
    misprint(
        "pnim-rank-as-printed",
        "Dyson's rank of a partition, its largest part minus the number of its parts, is |l1-r|",
        "Gottlieb, Krnc and Muršič 2025, section 2, as printed",
        "non-empty partitions",
        by(LINES, 8..=18),
        |size, _| {
            listed(size, |diagram| {
                let rank = i128::from(diagram.columns()) - i128::from(diagram.rows());
                Case::of(
                    rank == i128::from(diagram.columns().abs_diff(diagram.rows())),
                    || {
                        plain(
                            pnim(diagram),
                            "a rank of at least 0",
                            format!("Dyson's rank is {rank}"),
                        )
                    },
                )
            })
        },
    ),
    proved(
        "pnim-rank",
        "|l1-r| is the absolute value of Dyson's rank, and that of the conjugate partition as well",
        "Gottlieb, Krnc and Muršič 2025, section 2, in the sense in which the paper uses it",
        "non-empty partitions",
        by(LINES, 8..=18),
        |size, _| {
            all(size, "|l1-r| twice, but for the sign", |diagram| {
                let rank = |diagram: &Partition| {
                    (diagram.part(0) as i128 - diagram.parts().count() as i128).abs()
                };
                let claimed = i128::from(diagram.columns().abs_diff(diagram.rows()));
                rank(diagram) == claimed && rank(&diagram.conjugate()) == claimed
            })
        },
    ),
    proved(
        "pnim-single-part",
        "PNim on partitions of single parts is nim: the options of [n] are [0] to [n-1], its value is n, and in misere play that of the heap",
        "Gottlieb, Krnc and Muršič 2025, section 1.2",
        "partitions [n]",
        by("n", 7..=19),
        |size, budget| {
            let diagram = Partition::new([size.into()]);
            let mut sizes: Vec<u128> = options(&diagram).map(|option| option.size()).collect();
            sizes.sort_unstable();
            sizes.dedup();
            let found = pair(&Diagrams::new(size + 1, budget)?, &diagram);
            let heap = if size < 2 { 1 - size } else { size };
            let holds = sizes.iter().copied().eq(0..size.into()) && found == [size, heap];
            Ok(Cases::one(holds, || {
                other_pair(pnim(&diagram), "the nim heap", found)
            }))
        },
    ),
    example(
        "pnim-example-notation",
        "[3,3,2,2,2] = [5^0,3^2,2^3] = [3^2,2^3]",
        "Gottlieb, Krnc and Muršič 2025, section 2",
        "the one example",
        ONCE,
        |_, _| {
            let run = |part, count| Run { part, count };
            let listed = Partition::new([3, 3, 2, 2, 2]);
            let with_zero = Partition::from_runs([run(5, 0), run(3, 2), run(2, 3)]);
            let without = Partition::from_runs([run(3, 2), run(2, 3)]);
            let holds = with_zero.as_ref() == Some(&listed) && without.as_ref() == Some(&listed);
            Ok(Cases::one(holds, || {
                plain("the three forms".to_string(), "equal", "different")
            }))
        },
    ),
    example(
        "pnim-example-play",
        "[4,2,1]+[3,3] -> [4]+[3,3] -> [4]+[3] -> [3]+[3] -> [3] -> [ ] is a play of PNim; its first move removes the last two rows of [4,2,1]",
        "Gottlieb, Krnc and Muršič 2025, section 3, example, and section 1.2",
        "the moves of the play",
        ONCE,
        |_, _| {
            is_play(&[
                "pnim[4,2,1] + pnim[3,3]",
                "pnim[4] + pnim[3,3]",
                "pnim[4] + pnim[3]",
                "pnim[3] + pnim[3]",
                "pnim[3] + pnim[]",
                "pnim[] + pnim[]",
            ])
        },
    ),
    proved(
        "pnim-empty-subsequence",
        "every non-empty partition has the option [ ]: the proper subsequence of rows that a move keeps may be empty",
        "Gottlieb, Krnc and Muršič 2025, definition of 1-PNim, made explicit; used in the proofs of Proposition 6 and Theorem 1",
        "non-empty partitions, option by option",
        by(LINES, 8..=13),
        |size, _| {
            all(size, "an option [ ]", |diagram| {
                options(diagram).any(|option| option.is_empty())
            })
        },
    ),
    proved(
        "pnim-outcomes",
        "the player to move loses normal (misere) play exactly if the Grundy value (misere Grundy number) is 0",
        "Gottlieb, Krnc and Muršič 2025, section 2",
        "games of so many positions, every one of them (all impartial games up to that size); the outcomes by recursion on who wins",
        by(POSITIONS, 4..=6),
        |size, _| {
            games(size, |game| {
                for (play, index) in [(Play::Normal, 0), (Play::Misere, 1)] {
                    let mut wins: Vec<bool> = Vec::new();
                    for at in 0..game.len() {
                        let options = game.options(at).iter().map(|&option| wins[option]);
                        wins.push(wins_by(play, options));
                    }
                    if (0..game.len()).any(|at| wins[at] == (game.pair(at)[index] == 0)) {
                        return false;
                    }
                }
                true
            })
        },
    ),
    proved(
        "pnim-longest-play-bounds",
        "neither the Grundy value nor the misere Grundy number exceeds the length of the longest play, but for the misere number 1 of a terminal position",
        "Gottlieb, Krnc and Muršič 2025, section 2 (\"a natural upper bound\"; the exception is not mentioned)",
        "games of so many positions, every one of them",
        by(POSITIONS, 4..=6),
        |size, _| {
            games(size, |game| {
                longest_plays(game)
                    .iter()
                    .enumerate()
                    .all(|(at, &longest)| {
                        let [normal, misere] = game.pair(at);
                        normal as usize <= longest && (misere as usize <= longest || longest == 0)
                    })
            })
        },
    ),
    misprint(
        "pnim-longest-play-bounds-as-printed",
        "neither the Grundy value nor the misere Grundy number of a position exceeds the length of the longest play",
        "Gottlieb, Krnc and Muršič 2025, section 2, as printed: terminal positions have the misere Grundy number 1 and no play",
        "partitions [n]",
        by("n", 4..=8),
        |size, budget| {
            let diagram = Partition::new([size.into()]);
            let found = pair(&Diagrams::new(size + 1, budget)?, &diagram);
            let holds = found.iter().all(|&value| value <= size);
            Ok(Cases::one(holds, || {
                other_pair(pnim(&diagram), format!("at most {size}"), found)
            }))
        },
    ),
    proved(
        "pnim-observation-4",
        "a partition and its conjugate have the same value, in normal and in misere play",
        "Gottlieb, Krnc and Muršič 2025, Observation 4",
        "non-empty partitions",
        by(LINES, 9..=20),
        |size, budget| {
            diagrams(size, budget, |table, diagram| {
                let conjugate = diagram.conjugate();
                let (one, other) = (pair(table, diagram), pair(table, &conjugate));
                Case::of(one == other, || {
                    let mut counterexample = other_pair(pnim(diagram), format!("{other:?}"), one);
                    let facts = other_pair(pnim(&conjugate), "", other).evidence;
                    counterexample.evidence.extend(facts);
                    counterexample
                })
            })
        },
    ),
    proved(
        "pnim-proposition-2",
        "the longest play from a non-empty partition with c columns and r rows has c+r-1 moves",
        "Gottlieb, Krnc and Muršič 2025, Proposition 2",
        "non-empty partitions, option by option",
        by(LINES, 8..=13),
        |size, _| {
            too_large(size, 20)?;
            let mut longest = vec![0u32; 1 << size.saturating_sub(1)];
            for word in 1..longest.len() {
                let diagram = Partition::from_word(word as u128);
                let best = options(&diagram)
                    .map(|option| longest[word_of(&option)])
                    .max();
                longest[word] = 1 + best.unwrap_or(0);
            }
            listed(size, move |diagram| {
                let found = longest[word_of(diagram)];
                Case::of(found + 1 == size_of(diagram), || {
                    plain(pnim(diagram), "columns plus rows minus 1", found)
                })
            })
        },
    ),
    proved(
        "pnim-proposition-2-play",
        "from a non-empty partition with c columns and r rows the repeated removal of the second row or the second column, while there is one, reaches [1] after c+r-2 moves, and [] after one more",
        "Gottlieb, Krnc and Muršič 2025, proof of Proposition 2",
        "non-empty partitions: rows first, columns first, and in turn; each step among the options",
        by(LINES, 7..=10),
        |size, _| {
            listed(size, |diagram| {
                let play = |prefers_row: fn(u64) -> bool| {
                    let (mut at, mut steps) = (diagram.clone(), 0);
                    while at.lines() > 2 {
                        let row = at.rows() > 1 && (prefers_row(steps) || at.columns() == 1);
                        let next = if row {
                            at.without_row(1)
                        } else {
                            at.without_column(1)
                        };
                        if !options(&at).any(|option| option == next) {
                            return None;
                        }
                        (at, steps) = (next, steps + 1);
                    }
                    (at == Partition::new([1])).then_some(steps)
                };
                let found = [play(|_| true), play(|_| false), play(|step| step % 2 == 0)];
                let claimed = diagram.columns() + diagram.rows() - 2;
                Case::of(found == [Some(claimed); 3], || {
                    plain(
                        pnim(diagram),
                        format!("{claimed} moves"),
                        format!("{found:?}"),
                    )
                })
            })
        },
    ),
    proved(
        "pnim-proposition-3",
        "hooks [c,1^(r-1)] are heavy: their value is c+r-1",
        "Gottlieb, Krnc and Muršič 2025, Proposition 3",
        "hooks",
        by(LINES, 9..=20),
        |size, budget| heavy(size, budget, |diagram| diagram.part(1) <= 1),
    ),
    proved(
        "pnim-proposition-3-moves",
        "from a hook one can move to a partition of k that is a row, a column or a hook, for every k below its size",
        "Gottlieb, Krnc and Muršič 2025, proof of Proposition 3",
        "hooks, option by option",
        by(LINES, 9..=18),
        |size, _| {
            listed(size, |diagram| {
                if diagram.part(1) > 1 {
                    return Case::Outside;
                }
                let mut sizes: Vec<u128> = options(diagram)
                    .filter(|option| option.part(1) <= 1)
                    .map(|option| option.size())
                    .collect();
                sizes.sort_unstable();
                sizes.dedup();
                Case::of(sizes.iter().copied().eq(0..diagram.size()), || {
                    plain(pnim(diagram), "all smaller sizes", format!("{sizes:?}"))
                })
            })
        },
    ),
    proved(
        "pnim-proposition-4",
        "the partitions [c,c-1,...,c-r+1], c >= r >= 1, are heavy",
        "Gottlieb, Krnc and Muršič 2025, Proposition 4",
        "these partitions",
        by(LINES, 9..=20),
        |size, budget| heavy(size, budget, |diagram| steps(diagram) == Some(1)),
    ),
    proved(
        "pnim-proposition-4-moves",
        "from [c,c-1,...,c-r+1], c >= r >= 1, one reaches the values j <= r-1 by keeping one column of length j or nothing; 2r-i-1 for i from 1 to r-1 by keeping one column of length r and those longer than i of the others, the conjugate of [r,r-1,...,i+1]; and c-i+r-1 for i from 1 to c-r by removing i columns of length r. These are all values up to c+r-2",
        "Gottlieb, Krnc and Muršič 2025, proof of Proposition 4, the three cases",
        "these partitions, each move among the options, values from those of all diagrams",
        by(LINES, 9..=14),
        |size, budget| {
            diagrams(size, budget, |table, diagram| {
                if steps(diagram) != Some(1) {
                    return Case::Outside;
                }
                let (c, r) = (diagram.columns(), diagram.rows());
                let columns = |lengths: Vec<u64>| Partition::new(lengths).conjugate();
                let kept = (0..r).map(|j| (columns(vec![j; (j > 0).into()]), j));
                let longer = (1..r).map(|i| (columns((i + 1..=r).rev().collect()), 2 * r - i - 1));
                let fewer = (1..=c - r)
                    .map(|i| (Partition::new((0..r).map(|row| c - i - row)), c - i + r - 1));
                let all: Vec<(Partition, u64)> = kept.chain(longer).chain(fewer).collect();
                let options: Vec<Partition> = options(diagram).collect();
                let fine = all.iter().all(|(option, value)| {
                    options.contains(option) && u64::from(table.of(option)) == *value
                });
                let covered = mex(all.iter().map(|&(_, value)| value)) == c + r - 1;
                Case::of(fine && covered, || {
                    other_pair(
                        pnim(diagram),
                        "the moves of the three cases",
                        pair(table, diagram),
                    )
                })
            })
        },
    ),
    proved(
        "pnim-distinct-parts",
        "every partition into distinct parts, and every conjugate of one, is heavy",
        "an extension of Gottlieb, Krnc and Muršič 2025, Proposition 4, by induction on c+r: one column of height v; one column of each of a set of heights with r; so many columns with all heights; these options have all the smaller values",
        "partitions into distinct parts and their conjugates",
        by(LINES, 9..=20),
        |size, budget| {
            heavy(size, budget, |diagram| {
                diagram.has_distinct_parts() || diagram.conjugate().has_distinct_parts()
            })
        },
    ),
    observed(
        "pnim-lower-bound",
        "the value of a non-empty partition is at least |l1-r|+1",
        "observed; nobody has a proof",
        "non-empty partitions",
        by(LINES, 9..=22),
        |size, budget| {
            pairs(size, budget, "at least |l1-r|+1", |diagram, [normal, _]| {
                Some(u64::from(normal) > diagram.columns().abs_diff(diagram.rows()))
            })
        },
    ),
    proved(
        "pnim-lemma-5",
        "mex(S) + k = mex({0,...,k-1} and all s + k with s in S)",
        "Gottlieb, Krnc and Muršič 2025, Lemma 5",
        "sets S of integers up to the size, k from 1 to 16",
        by("bound of S", 6..=13),
        |size, _| {
            let sets = 2u64
                .checked_pow(size + 1)
                .and_then(|sets| sets.checked_mul(16));
            let sets =
                sets.ok_or_else(|| CheckError::TooLarge("there are 2^60 sets".to_string()))?;
            Ok(Cases::new(sets, |number| {
                let (set, k) = (number / 16, number % 16 + 1);
                let members = |set: u64| (0..64).filter(move |s| set >> s & 1 == 1);
                let shifted = (0..k).chain(members(set).map(|s| s + k));
                let [left, right] = [mex(members(set)) + k, mex(shifted)];
                Case::of(left == right, || {
                    plain(format!("S with bits {set:b}, k = {k}"), left, right)
                })
            }))
        },
    ),
    proved(
        "pnim-lemma-6",
        "for r, c >= k >= 1, ((c-k) xor (r-k)) + k is the mex of 0 to k-1, of the ((r-k) xor c') + k with c' < c-k, and of the (r' xor (c-k)) + k with r' < r-k",
        "Gottlieb, Krnc and Muršič 2025, Lemma 6",
        "triples r, c, k",
        by("greater one of r and c", 10..=60),
        |size, _| {
            over_vectors(size, move |[r, c, k]| {
                if k == 0 || k > r.min(c) {
                    return Case::Outside;
                }
                let first = (0..c - k).map(|x| ((r - k) ^ x) + k);
                let second = (0..r - k).map(|x| (x ^ (c - k)) + k);
                let found = mex((0..k).chain(first).chain(second).map(u64::from));
                let claimed = u64::from(((c - k) ^ (r - k)) + k);
                Case::of(found == claimed, || {
                    plain(format!("r = {r}, c = {c}, k = {k}"), claimed, found)
                })
            })
        },
    ),
    proved(
        "pnim-theorem-7",
        "a binomial coefficient is modulo a prime p the product of those of the digits in base p (Lucas)",
        "Gottlieb, Krnc and Muršič 2025, Theorem 7",
        "binomial coefficients (m over n) by Pascal's triangle modulo p = 2, 3, 5 and 7",
        by("m", 30..=400),
        |size, _| {
            let primes = [2, 3, 5, 7];
            let rows = primes.map(|p| pascal(size.into(), p));
            let digits = primes.map(|p| (0..p).map(|m| pascal(m, p)).collect::<Vec<_>>());
            Ok(Cases::new(4 * (u64::from(size) + 1), move |number| {
                let (at, n) = ((number % 4) as usize, number / 4);
                let p = primes[at];
                let (mut m_rest, mut n_rest, mut claimed) = (u64::from(size), n, 1);
                while m_rest > 0 {
                    let row = &digits[at][(m_rest % p) as usize];
                    let digit = row.get((n_rest % p) as usize).copied().unwrap_or(0);
                    claimed = claimed * digit % p;
                    (m_rest, n_rest) = (m_rest / p, n_rest / p);
                }
                let found = rows[at][n as usize];
                Case::of(found == claimed, || {
                    plain(format!("({size} over {n}) mod {p}"), claimed, found)
                })
            }))
        },
    ),
    proved(
        "pnim-corollary-8",
        "(m over n) is odd exactly if the binary digits 1 of n are among those of m",
        "Gottlieb, Krnc and Muršič 2025, Corollary 8",
        "binomial coefficients by Pascal's triangle modulo 2",
        by("m", 30..=400),
        |size, _| {
            let m = u64::from(size);
            let row = pascal(m, 2);
            Ok(Cases::new(m + 1, move |n| {
                Case::of((row[n as usize] == 1) == (n & !m == 0), || {
                    plain(
                        format!("({m} over {n})"),
                        "odd exactly for n within m",
                        "not so",
                    )
                })
            }))
        },
    ),
    proved(
        "pnim-observation-9",
        "the rectangle [c^r] is heavy exactly if (c+r-2 over r-1) is odd: the heavy entries of the matrix of values of rectangles form Sierpinski's triangle",
        "Gottlieb, Krnc and Muršič 2025, Observation 9, and section 6",
        "rectangles, their values from those of all diagrams",
        by(LINES, 9..=20),
        |size, budget| {
            // Row c+r-2 of the triangle.
            let row = pascal(u64::from(size).saturating_sub(2), 2);
            diagrams(size, budget, move |table, diagram| {
                let Some((r, _)) = diagram.as_rectangle() else {
                    return Case::Outside;
                };
                let [normal, misere] = pair(table, diagram);
                let odd = row[(r - 1) as usize] == 1;
                Case::of(odd == (normal + 1 == size_of(diagram)), || {
                    let claimed = if odd { "heavy" } else { "not heavy" };
                    other_pair(pnim(diagram), claimed, [normal, misere])
                })
            })
        },
    ),
    proved(
        "pnim-proposition-5",
        "[c1,c2] has the value c1-1 if c1 = c2 is even, otherwise c1+1",
        "Gottlieb, Krnc and Muršič 2025, Proposition 5",
        "partitions of two parts",
        by(LINES, 9..=20),
        |size, budget| {
            valued(size, budget, |diagram| {
                let (c1, c2) = (diagram.part(0), diagram.part(1));
                let even = c1 == c2 && c1.is_multiple_of(2);
                (diagram.rows() == 2).then_some(if even { c1 - 1 } else { c1 + 1 })
            })
        },
    ),
    proved(
        "pnim-proposition-5-moves",
        "for c1 > c2 > 0 the options of [c1,c2] are [c1], [c2] and the [a,b] with a >= b >= 0, a-b <= c1-c2, a < c1 and b <= c2; among them [i] for i <= c1-c2, [c1-c2,1] and [c1-c2+i,i] for i from 1 to c2-1 have the values 0 to c1, and none has the value c1+1",
        "Gottlieb, Krnc and Muršič 2025, proof of Proposition 5, the sets R and S",
        "partitions of two different parts, options by the rules, values from those of all diagrams",
        by(LINES, 9..=16),
        |size, budget| {
            diagrams(size, budget, |table, diagram| {
                let (c1, c2) = (diagram.part(0), diagram.part(1));
                if diagram.rows() != 2 || c1 == c2 {
                    return Case::Outside;
                }
                let two =
                    |a: u64, b: u64| Partition::new([a, b].into_iter().filter(|&part| part > 0));
                let mut claimed = vec![two(c1, 0), two(c2, 0)];
                for b in 0..=c2 {
                    claimed.extend((b..c1).filter(|a| a - b <= c1 - c2).map(|a| two(a, b)));
                }
                let found: Vec<Partition> = options(diagram).collect();
                let same = claimed.iter().all(|option| found.contains(option))
                    && found.iter().all(|option| claimed.contains(option));
                let difference = c1 - c2;
                let some = (0..=difference)
                    .map(|i| two(i, 0))
                    .chain([two(difference, 1)]);
                let some = some.chain((1..c2).map(|i| two(difference + i, i)));
                let some: Vec<Partition> = some.collect();
                let values =
                    |of: &[Partition]| mex(of.iter().map(|option| u64::from(table.of(option))));
                let holds = same
                    && some.iter().all(|option| found.contains(option))
                    && values(&some) == c1 + 1
                    && found
                        .iter()
                        .all(|option| u64::from(table.of(option)) != c1 + 1);
                Case::of(holds, || {
                    other_pair(pnim(diagram), "the sets R and S", pair(table, diagram))
                })
            })
        },
    ),
];

fn misere_target(size: u32, budget: &Budget, with_one: bool) -> Result<Cases, CheckError> {
    let table = Diagrams::new(size, budget)?;
    listed(size, move |diagram| {
        if pair(&table, diagram)[1] == 0 {
            return Case::Outside;
        }
        let target = |option: &Partition| {
            in_theorem_2(option) && (with_one || option.size() > 1) && pair(&table, option)[1] == 0
        };
        let some = options(diagram).any(|option| target(&option));
        Case::of(some, || Counterexample {
            found: "N-position of misere play without such a move".to_string(),
            ..other_outcome(
                pnim(diagram),
                Play::Misere,
                "a move into the set",
                Outcome::N,
            )
        })
    })
}

fn mex_claim(size: u32, budget: &Budget, proper: bool) -> Result<Cases, CheckError> {
    let table = Diagrams::new(size, budget)?;
    listed(size, move |diagram| {
        let found = pair(&table, diagram);
        let pairs = options(diagram).map(|option| pair(&table, &option));
        let pairs: Vec<[u32; 2]> = pairs.collect();
        let mex = |play: usize| mex(pairs.iter().map(|pair| pair[play]));
        let holds = match proper {
            true => [0, 1]
                .iter()
                .all(|&play| mex(play) == u64::from(found[play])),
            false => pairs.iter().all(|pair| pair[0] == 0),
        };
        Case::of(holds, || {
            let claimed = if proper {
                "the mex"
            } else {
                "options with values of at most 0 only"
            };
            other_pair(pnim(diagram), claimed, found)
        })
    })
}

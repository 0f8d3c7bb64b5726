//! Gottlieb, Krnc and Muršič: nim on integer partitions and hyperrectangles (arXiv 2506.04991).

use super::classes::{self, Positions, Reached};
use super::diagrams::{Diagrams, places};
use super::oracle::{by_rules, differs, is_move, over_vectors, plain, too_large, vector, vectors};
use super::twin::{self, Verdict};
use super::{Case, CheckError, Claim, Counterexample, Fact, Level, Status};
use nimfield_core::budget::Budget;
use nimfield_core::rules::{Impartial, Position};
use nimfield_core::words::{Outcome, Play};
use nimfield_engines::partitions::{Census, Grading, Stop, Which, words};
use nimfield_games::partitions::pnim::Pnim;
use nimfield_games::partitions::{Partition, Run};

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "pnim-theorem-1",
        statement: "the rectangle [c^r] has the value ((r-1) xor (c-1)) + 1",
        source: "Gottlieb, Krnc and Muršič 2025, Theorem 1",
        status: Status::Proved,
        known_false: false,
        over: "rectangles, their values from those of all diagrams",
        size: LINES,
        up_to: 20,
        small: 9,
        level: |size, budget| {
            diagrams(size, budget, |table, diagram| {
                let Some((r, c)) = diagram.as_rectangle() else {
                    return Case::Outside;
                };
                value(table, diagram, (((r - 1) ^ (c - 1)) + 1) as u32)
            })
        },
    },
    Claim {
        id: "pnim-proposition-1",
        statement: "a non-empty partition of r parts, the largest one c, has a value of at most c+r-1, in misere play as well",
        source: "Gottlieb, Krnc and Muršič 2025, Proposition 1, and section 2 for misere play: both values are bounded by the longest play",
        status: Status::Proved,
        known_false: false,
        over: "non-empty partitions",
        size: LINES,
        up_to: 20,
        small: 9,
        level: |size, budget| {
            diagrams(size, budget, |table, diagram| {
                let [normal, misere] = pair(table, diagram);
                Case::of(normal.max(misere) < size_of(diagram), || {
                    differs(
                        pnim(diagram),
                        "at most columns plus rows minus 1",
                        [normal, misere],
                    )
                })
            })
        },
    },
    Claim {
        id: "pnim-proposition-1-tight",
        statement: "the bound c+r-1 is tight: for all c and r some partition with c columns and r rows has this value",
        source: "Gottlieb, Krnc and Muršič 2025, abstract and section 1.2 (\"tight upper bound\")",
        status: Status::Proved,
        known_false: false,
        over: "all pairs of c and r",
        size: LINES,
        up_to: 18,
        small: 9,
        level: |size, budget| {
            let table = Diagrams::new(size, budget)?;
            let (words, word) = places(size);
            let mut attained = vec![false; size as usize + 1];
            for word in (0..words).map(word) {
                if table.at(word) == size.saturating_sub(1) {
                    attained[Partition::from_word(word).rows() as usize] = true;
                }
            }
            Ok(Level::new(size.saturating_sub(1).into(), move |number| {
                let rows = number as usize + 1;
                Case::of(attained[rows], || Counterexample {
                    case: format!("partitions with {rows} rows and columns plus rows {size}"),
                    claimed: "some partition is heavy".to_string(),
                    found: "none is".to_string(),
                    facts: Vec::new(),
                })
            }))
        },
    },
    Claim {
        id: "pnim-theorem-2",
        statement: "the value is 1 exactly for [1] and for the partitions between [r,r,r-1,r-2,...,2] and [r^r] in Young's order, r >= 2",
        source: "Gottlieb, Krnc and Muršič 2025, Theorem 2",
        status: Status::Proved,
        known_false: false,
        over: "non-empty partitions",
        size: LINES,
        up_to: 20,
        small: 9,
        level: |size, budget| {
            diagrams(size, budget, |table, diagram| {
                let [normal, misere] = pair(table, diagram);
                Case::of((normal == 1) == in_theorem_2(diagram), || {
                    let claimed = if normal == 1 { "not 1" } else { "1" };
                    differs(pnim(diagram), claimed, [normal, misere])
                })
            })
        },
    },
    Claim {
        id: "pnim-theorem-2-moves",
        statement: "every partition other than [] and those of Theorem 2 has a move to one of Theorem 2, and none of Theorem 2 has",
        source: "Gottlieb, Krnc and Muršič 2025, proof of Theorem 2, (i) and (ii)",
        status: Status::Proved,
        known_false: false,
        over: "non-empty partitions, option by option",
        size: LINES,
        up_to: 13,
        small: 8,
        level: |size, _| {
            listed(size, |diagram| {
                let some = options(diagram).any(|option| in_theorem_2(&option));
                Case::of(some != in_theorem_2(diagram), || {
                    plain(
                        pnim(diagram),
                        "a move to Theorem 2 exactly if not itself there",
                        "not so",
                    )
                })
            })
        },
    },
    Claim {
        id: "pnim-theorem-2-winning-move",
        statement: "let c >= r, and the partition neither empty nor one of Theorem 2. With i the least index above 1 for which part i is less than c-i+2 (parts past the last are 0), the move that removes the first c-i+1 columns leads to a partition of Theorem 2",
        source: "Gottlieb, Krnc and Muršič 2025, proof of Theorem 2, (i), which is also how to play misere 1-PNim (section 5.2); with part 1 > part 2 the index is 2",
        status: Status::Proved,
        known_false: false,
        over: "non-empty partitions with c >= r",
        size: LINES,
        up_to: 18,
        small: 9,
        level: |size, _| {
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
                        &format!("{rest:?}"),
                    )
                })
            })
        },
    },
    Claim {
        id: "pnim-theorem-2-shape",
        statement: "the partitions of Theorem 2 have as many rows as columns, their conjugates are among them, and those with c = r are told by part i being at least c-i+2 for i from 2 to c",
        source: "Gottlieb, Krnc and Muršič 2025, proof of Theorem 2",
        status: Status::Proved,
        known_false: false,
        over: "non-empty partitions",
        size: LINES,
        up_to: 18,
        small: 9,
        level: |size, _| {
            listed(size, |diagram| {
                let (c, r) = (diagram.columns(), diagram.rows());
                let among = in_theorem_2(diagram);
                let long = (2..=c).all(|i| diagram.part(i - 1) + i >= c + 2);
                let holds = (!among || c == r)
                    && among == in_theorem_2(&diagram.conjugate())
                    && among == (c >= r && long);
                Case::of(holds, || {
                    plain(pnim(diagram), "the three statements", "not all of them")
                })
            })
        },
    },
    Claim {
        id: "pnim-misere-losing",
        statement: "a partition is a P-position of misere 1-PNim exactly if its value in normal play is 1",
        source: "Gottlieb, Krnc and Muršič 2025, sections 3 and 5.2",
        status: Status::Proved,
        known_false: false,
        over: "non-empty partitions",
        size: LINES,
        up_to: 20,
        small: 9,
        level: |size, budget| {
            diagrams(size, budget, |table, diagram| {
                let [normal, misere] = pair(table, diagram);
                Case::of((normal == 1) == (misere == 0), || {
                    differs(
                        pnim(diagram),
                        "value 1 exactly if P in misere play",
                        [normal, misere],
                    )
                })
            })
        },
    },
    Claim {
        id: "pnim-misere-target-as-printed",
        statement: "a player who can win misere 1-PNim can move into the set of the partitions between [r,r,r-1,...,2] and [r^r], r >= 2",
        source: "Gottlieb, Krnc and Muršič 2025, section 5.2, as printed",
        status: Status::Misprint,
        known_false: true,
        over: "partitions that are not P-positions of misere play, option by option",
        size: LINES,
        up_to: 12,
        small: 8,
        level: |size, budget| misere_target(size, budget, false),
    },
    Claim {
        id: "pnim-misere-target",
        statement: "a player who can win misere 1-PNim, from a non-empty partition, can move to [1] or between [r,r,r-1,...,2] and [r^r], r >= 2",
        source: "Gottlieb, Krnc and Muršič 2025, section 5.2, with [1] added",
        status: Status::Proved,
        known_false: false,
        over: "partitions that are not P-positions of misere play, option by option",
        size: LINES,
        up_to: 13,
        small: 8,
        level: |size, budget| misere_target(size, budget, true),
    },
    Claim {
        id: "pnim-mex-as-printed",
        statement: "the values of the options of a position form a finite set of integers that are at most 0, as the definition of mex asks",
        source: "Gottlieb, Krnc and Muršič 2025, section 2, as printed",
        status: Status::Misprint,
        known_false: true,
        over: "partitions in 1-PNim, option by option",
        size: LINES,
        up_to: 11,
        small: 8,
        level: |size, budget| mex(size, budget, false),
    },
    Claim {
        id: "pnim-mex",
        statement: "the value of a partition is the least non-negative integer that is not the value of an option, in misere play with the value 1 for []",
        source: "Gottlieb, Krnc and Muršič 2025, section 2 and the definition of 1-PNim, with mex on sets of non-negative integers",
        status: Status::Proved,
        known_false: false,
        over: "partitions in 1-PNim, option by option",
        size: LINES,
        up_to: 13,
        small: 8,
        level: |size, budget| mex(size, budget, true),
    },
    Claim {
        id: "pnim-rank-as-printed",
        statement: "Dyson's rank of a partition, its largest part minus the number of its parts, is |l1-r|",
        source: "Gottlieb, Krnc and Muršič 2025, section 2, as printed",
        status: Status::Misprint,
        known_false: true,
        over: "non-empty partitions",
        size: LINES,
        up_to: 18,
        small: 8,
        level: |size, _| {
            listed(size, |diagram| {
                let rank = i128::from(diagram.columns()) - i128::from(diagram.rows());
                Case::of(
                    rank == i128::from(diagram.columns().abs_diff(diagram.rows())),
                    || {
                        plain(
                            pnim(diagram),
                            "a rank of at least 0",
                            &format!("Dyson's rank is {rank}"),
                        )
                    },
                )
            })
        },
    },
    Claim {
        id: "pnim-rank",
        statement: "|l1-r| is the absolute value of Dyson's rank, and that of the conjugate partition as well",
        source: "Gottlieb, Krnc and Muršič 2025, section 2, in the sense in which the paper uses it",
        status: Status::Proved,
        known_false: false,
        over: "non-empty partitions",
        size: LINES,
        up_to: 18,
        small: 8,
        level: |size, _| {
            listed(size, |diagram| {
                let rank =
                    |diagram: &Partition| diagram.part(0) as i128 - diagram.parts().count() as i128;
                let (one, other) = (rank(diagram), rank(&diagram.conjugate()));
                let claimed = i128::from(diagram.columns().abs_diff(diagram.rows()));
                Case::of(one.abs() == claimed && other.abs() == claimed, || {
                    plain(
                        pnim(diagram),
                        &format!("ranks +-{claimed}"),
                        &format!("{one} and {other}"),
                    )
                })
            })
        },
    },
    Claim {
        id: "pnim-single-part",
        statement: "PNim on partitions of single parts is nim: the options of [n] are [0] to [n-1], its value is n, and in misere play that of the heap",
        source: "Gottlieb, Krnc and Muršič 2025, section 1.2",
        status: Status::Proved,
        known_false: false,
        over: "partitions [n]",
        size: "n",
        up_to: 19,
        small: 7,
        level: |size, budget| {
            let diagram = Partition::new([size.into()]);
            let mut sizes: Vec<u128> = options(&diagram).map(|option| option.size()).collect();
            sizes.sort_unstable();
            sizes.dedup();
            let found = pair(&Diagrams::new(size + 1, budget)?, &diagram);
            let heap = if size < 2 { 1 - size } else { size };
            let holds = sizes.iter().copied().eq(0..size.into()) && found == [size, heap];
            Ok(Level::single(Case::of(holds, || {
                differs(pnim(&diagram), "the nim heap", found)
            })))
        },
    },
    Claim {
        id: "pnim-example-notation",
        statement: "[3,3,2,2,2] = [5^0,3^2,2^3] = [3^2,2^3]",
        source: "Gottlieb, Krnc and Muršič 2025, section 2",
        status: Status::Example,
        known_false: false,
        over: ONCE,
        size: "0",
        up_to: 0,
        small: 0,
        level: |_, _| {
            let run = |part, count| Run { part, count };
            let listed = Partition::new([3, 3, 2, 2, 2]);
            let with_zero = Partition::from_runs([run(5, 0), run(3, 2), run(2, 3)]);
            let without = Partition::from_runs([run(3, 2), run(2, 3)]);
            let holds = with_zero.as_ref() == Some(&listed) && without.as_ref() == Some(&listed);
            Ok(Level::single(Case::of(holds, || {
                plain("the three forms".to_string(), "equal", "different")
            })))
        },
    },
    Claim {
        id: "pnim-example-play",
        statement: "[4,2,1]+[3,3] -> [4]+[3,3] -> [4]+[3] -> [3]+[3] -> [3] -> [ ] is a play of PNim; its first move removes the last two rows of [4,2,1]",
        source: "Gottlieb, Krnc and Muršič 2025, section 3, example, and section 1.2",
        status: Status::Example,
        known_false: false,
        over: "the moves of the play",
        size: "0",
        up_to: 0,
        small: 0,
        level: |_, _| {
            play(&[
                "pnim[4,2,1] + pnim[3,3]",
                "pnim[4] + pnim[3,3]",
                "pnim[4] + pnim[3]",
                "pnim[3] + pnim[3]",
                "pnim[3] + pnim[]",
                "pnim[] + pnim[]",
            ])
        },
    },
    Claim {
        id: "pnim-empty-subsequence",
        statement: "every non-empty partition has the option [ ]: the proper subsequence of rows that a move keeps may be empty",
        source: "Gottlieb, Krnc and Muršič 2025, definition of 1-PNim, made explicit; used in the proofs of Proposition 6 and Theorem 1",
        status: Status::Proved,
        known_false: false,
        over: "non-empty partitions, option by option",
        size: LINES,
        up_to: 13,
        small: 8,
        level: |size, _| {
            listed(size, |diagram| {
                Case::of(options(diagram).any(|option| option.is_empty()), || {
                    plain(pnim(diagram), "an option [ ]", "none")
                })
            })
        },
    },
    Claim {
        id: "pnim-outcomes",
        statement: "the player to move loses normal (misere) play exactly if the Grundy value (misere Grundy number) is 0",
        source: "Gottlieb, Krnc and Muršič 2025, section 2",
        status: Status::Proved,
        known_false: false,
        over: "games of so many positions, every one of them (all impartial games up to that size); the outcomes by recursion on who wins",
        size: POSITIONS,
        up_to: 6,
        small: 4,
        level: |size, _| {
            games(size, |game| {
                for (play, index) in [(Play::Normal, 0), (Play::Misere, 1)] {
                    let mut wins: Vec<bool> = Vec::new();
                    for at in 0..game.len() {
                        let options = game.options(at).iter().map(|&option| wins[option]);
                        wins.push(twin::wins(play, options));
                    }
                    if (0..game.len()).any(|at| wins[at] == (game.pair(at)[index] == 0)) {
                        return false;
                    }
                }
                true
            })
        },
    },
    Claim {
        id: "pnim-longest-play-bounds",
        statement: "neither the Grundy value nor the misere Grundy number exceeds the length of the longest play, but for the misere number 1 of a terminal position",
        source: "Gottlieb, Krnc and Muršič 2025, section 2 (\"a natural upper bound\"; the exception is not mentioned)",
        status: Status::Proved,
        known_false: false,
        over: "games of so many positions, every one of them",
        size: POSITIONS,
        up_to: 6,
        small: 4,
        level: |size, _| {
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
    },
    Claim {
        id: "pnim-longest-play-bounds-as-printed",
        statement: "neither the Grundy value nor the misere Grundy number of a position exceeds the length of the longest play",
        source: "Gottlieb, Krnc and Muršič 2025, section 2, as printed: terminal positions have the misere Grundy number 1 and no play",
        status: Status::Misprint,
        known_false: true,
        over: "partitions [n]",
        size: "n",
        up_to: 8,
        small: 4,
        level: |size, budget| {
            let diagram = Partition::new([size.into()]);
            let found = pair(&Diagrams::new(size + 1, budget)?, &diagram);
            let holds = found.iter().all(|&value| value <= size);
            Ok(Level::single(Case::of(holds, || {
                differs(pnim(&diagram), &format!("at most {size}"), found)
            })))
        },
    },
    Claim {
        id: "pnim-observation-4",
        statement: "a partition and its conjugate have the same value, in normal and in misere play",
        source: "Gottlieb, Krnc and Muršič 2025, Observation 4",
        status: Status::Proved,
        known_false: false,
        over: "non-empty partitions",
        size: LINES,
        up_to: 20,
        small: 9,
        level: |size, budget| {
            diagrams(size, budget, |table, diagram| {
                let conjugate = diagram.conjugate();
                let (one, other) = (pair(table, diagram), pair(table, &conjugate));
                Case::of(one == other, || {
                    let mut counterexample = differs(pnim(diagram), &format!("{other:?}"), one);
                    let facts = differs(pnim(&conjugate), "", other).facts;
                    counterexample.facts.extend(facts);
                    counterexample
                })
            })
        },
    },
    Claim {
        id: "pnim-proposition-2",
        statement: "the longest play from a non-empty partition with c columns and r rows has c+r-1 moves",
        source: "Gottlieb, Krnc and Muršič 2025, Proposition 2",
        status: Status::Proved,
        known_false: false,
        over: "non-empty partitions, option by option",
        size: LINES,
        up_to: 13,
        small: 8,
        level: |size, _| {
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
                    plain(
                        pnim(diagram),
                        "columns plus rows minus 1",
                        &found.to_string(),
                    )
                })
            })
        },
    },
    Claim {
        id: "pnim-proposition-3",
        statement: "hooks [c,1^(r-1)] are heavy: their value is c+r-1",
        source: "Gottlieb, Krnc and Muršič 2025, Proposition 3",
        status: Status::Proved,
        known_false: false,
        over: "hooks",
        size: LINES,
        up_to: 20,
        small: 9,
        level: |size, budget| heavy(size, budget, |diagram| diagram.part(1) <= 1),
    },
    Claim {
        id: "pnim-proposition-3-moves",
        statement: "from a hook one can move to a partition of k that is a row, a column or a hook, for every k below its size",
        source: "Gottlieb, Krnc and Muršič 2025, proof of Proposition 3",
        status: Status::Proved,
        known_false: false,
        over: "hooks, option by option",
        size: LINES,
        up_to: 18,
        small: 9,
        level: |size, _| {
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
                    plain(pnim(diagram), "all smaller sizes", &format!("{sizes:?}"))
                })
            })
        },
    },
    Claim {
        id: "pnim-proposition-4",
        statement: "the partitions [c,c-1,...,c-r+1], c >= r >= 1, are heavy",
        source: "Gottlieb, Krnc and Muršič 2025, Proposition 4",
        status: Status::Proved,
        known_false: false,
        over: "these partitions",
        size: LINES,
        up_to: 20,
        small: 9,
        level: |size, budget| heavy(size, budget, |diagram| steps(diagram) == Some(1)),
    },
    Claim {
        id: "pnim-distinct-parts",
        statement: "every partition into distinct parts, and every conjugate of one, is heavy",
        source: "an extension of Gottlieb, Krnc and Muršič 2025, Proposition 4, by induction on c+r: one column of height v; one column of each of a set of heights with r; so many columns with all heights; these options have all the smaller values",
        status: Status::Proved,
        known_false: false,
        over: "partitions into distinct parts and their conjugates",
        size: LINES,
        up_to: 20,
        small: 9,
        level: |size, budget| {
            heavy(size, budget, |diagram| {
                diagram.has_distinct_parts() || diagram.conjugate().has_distinct_parts()
            })
        },
    },
    Claim {
        id: "pnim-lower-bound",
        statement: "the value of a non-empty partition is at least |l1-r|+1",
        source: "observed; nobody has a proof",
        status: Status::Observed,
        known_false: false,
        over: "non-empty partitions",
        size: LINES,
        up_to: 22,
        small: 9,
        level: |size, budget| {
            diagrams(size, budget, |table, diagram| {
                let [normal, misere] = pair(table, diagram);
                let least = diagram.columns().abs_diff(diagram.rows()) as u32 + 1;
                Case::of(normal >= least, || {
                    differs(
                        pnim(diagram),
                        &format!("at least {least}"),
                        [normal, misere],
                    )
                })
            })
        },
    },
    Claim {
        id: "pnim-lemma-5",
        statement: "mex(S) + k = mex({0,...,k-1} and all s + k with s in S)",
        source: "Gottlieb, Krnc and Muršič 2025, Lemma 5",
        status: Status::Proved,
        known_false: false,
        over: "sets S of integers up to the size, k from 1 to 16",
        size: "bound of S",
        up_to: 13,
        small: 6,
        level: |size, _| {
            let sets = 2u64
                .checked_pow(size + 1)
                .and_then(|sets| sets.checked_mul(16));
            let sets =
                sets.ok_or_else(|| CheckError::TooLarge("there are 2^60 sets".to_string()))?;
            Ok(Level::new(sets, |number| {
                let (set, k) = (number / 16, number % 16 + 1);
                let members = |set: u64| (0..64).filter(move |s| set >> s & 1 == 1);
                let shifted = (0..k).chain(members(set).map(|s| s + k));
                let [left, right] = [mex_of(members(set)) + k, mex_of(shifted)];
                Case::of(left == right, || {
                    plain(
                        format!("S with bits {set:b}, k = {k}"),
                        &left.to_string(),
                        &right.to_string(),
                    )
                })
            }))
        },
    },
    Claim {
        id: "pnim-lemma-6",
        statement: "for r, c >= k >= 1, ((c-k) xor (r-k)) + k is the mex of 0 to k-1, of the ((r-k) xor c') + k with c' < c-k, and of the (r' xor (c-k)) + k with r' < r-k",
        source: "Gottlieb, Krnc and Muršič 2025, Lemma 6",
        status: Status::Proved,
        known_false: false,
        over: "triples r, c, k",
        size: "greater one of r and c",
        up_to: 60,
        small: 10,
        level: |size, _| {
            over_vectors(size, move |[r, c, k]| {
                if k == 0 || k > r.min(c) {
                    return Case::Outside;
                }
                let first = (0..c - k).map(|x| ((r - k) ^ x) + k);
                let second = (0..r - k).map(|x| (x ^ (c - k)) + k);
                let found = mex_of((0..k).chain(first).chain(second).map(u64::from));
                let claimed = u64::from(((c - k) ^ (r - k)) + k);
                Case::of(found == claimed, || {
                    plain(
                        format!("r = {r}, c = {c}, k = {k}"),
                        &claimed.to_string(),
                        &found.to_string(),
                    )
                })
            })
        },
    },
    Claim {
        id: "pnim-theorem-7",
        statement: "a binomial coefficient is modulo a prime p the product of those of the digits in base p (Lucas)",
        source: "Gottlieb, Krnc and Muršič 2025, Theorem 7",
        status: Status::Proved,
        known_false: false,
        over: "binomial coefficients (m over n) by Pascal's triangle modulo p = 2, 3, 5 and 7",
        size: "m",
        up_to: 400,
        small: 30,
        level: |size, _| {
            let primes = [2, 3, 5, 7];
            let rows = primes.map(|p| pascal(size.into(), p));
            let digits = primes.map(|p| (0..p).map(|m| pascal(m, p)).collect::<Vec<_>>());
            Ok(Level::new(4 * (u64::from(size) + 1), move |number| {
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
                    plain(
                        format!("({size} over {n}) mod {p}"),
                        &claimed.to_string(),
                        &found.to_string(),
                    )
                })
            }))
        },
    },
    Claim {
        id: "pnim-corollary-8",
        statement: "(m over n) is odd exactly if the binary digits 1 of n are among those of m",
        source: "Gottlieb, Krnc and Muršič 2025, Corollary 8",
        status: Status::Proved,
        known_false: false,
        over: "binomial coefficients by Pascal's triangle modulo 2",
        size: "m",
        up_to: 400,
        small: 30,
        level: |size, _| {
            let m = u64::from(size);
            let row = pascal(m, 2);
            Ok(Level::new(m + 1, move |n| {
                Case::of((row[n as usize] == 1) == (n & !m == 0), || {
                    plain(
                        format!("({m} over {n})"),
                        "odd exactly for n within m",
                        "not so",
                    )
                })
            }))
        },
    },
    Claim {
        id: "pnim-observation-9",
        statement: "the rectangle [c^r] is heavy exactly if (c+r-2 over r-1) is odd: the heavy entries of the matrix of values of rectangles form Sierpinski's triangle",
        source: "Gottlieb, Krnc and Muršič 2025, Observation 9, and section 6",
        status: Status::Proved,
        known_false: false,
        over: "rectangles, their values from those of all diagrams",
        size: LINES,
        up_to: 20,
        small: 9,
        level: |size, budget| {
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
                    differs(pnim(diagram), claimed, [normal, misere])
                })
            })
        },
    },
    Claim {
        id: "pnim-proposition-5",
        statement: "[c1,c2] has the value c1-1 if c1 = c2 is even, otherwise c1+1",
        source: "Gottlieb, Krnc and Muršič 2025, Proposition 5",
        status: Status::Proved,
        known_false: false,
        over: "partitions of two parts",
        size: LINES,
        up_to: 20,
        small: 9,
        level: |size, budget| {
            diagrams(size, budget, |table, diagram| {
                if diagram.rows() != 2 {
                    return Case::Outside;
                }
                let (c1, c2) = (diagram.part(0) as u32, diagram.part(1) as u32);
                let even = c1 == c2 && c1.is_multiple_of(2);
                value(table, diagram, if even { c1 - 1 } else { c1 + 1 })
            })
        },
    },
    Claim {
        id: "pnim-rectangles-are-rnim",
        statement: "PNim on rectangles is RNim on pairs: [c^r] and <r,c> have the same values in normal and in misere play",
        source: "Gottlieb, Krnc and Muršič 2025, section 4",
        status: Status::Proved,
        known_false: false,
        over: "rectangles",
        size: LINES,
        up_to: 18,
        small: 9,
        level: |size, budget| {
            let boxes = Boxes::new(2, size)?;
            diagrams(size, budget, move |table, diagram| {
                let Some((r, c)) = diagram.as_rectangle() else {
                    return Case::Outside;
                };
                let (one, other) = (pair(table, diagram), boxes.pair(&[r as u32, c as u32]));
                Case::of(one == other, || {
                    differs(pnim(diagram), &format!("{other:?}"), one)
                })
            })
        },
    },
    Claim {
        id: "pnim-example-rnim-moves",
        statement: "<5,1,2>+<2,3> and <5,4,2>+<0,3> can be reached from <5,4,2>+<2,3> in a move",
        source: "Gottlieb, Krnc and Muršič 2025, section 1.2",
        status: Status::Example,
        known_false: false,
        over: "the two moves",
        size: "0",
        up_to: 0,
        small: 0,
        level: |_, _| {
            let from = "rnim[5,4,2] + rnim[2,3]";
            Ok(Level::new(2, move |number| {
                let to = ["rnim[5,1,2] + rnim[2,3]", "rnim[5,4,2] + rnim[0,3]"];
                is_move(from, to[number as usize])
            }))
        },
    },
    Claim {
        id: "pnim-example-rnim-play-as-printed",
        statement: "<2,1>+<3,3,3> is reached on the way from <3,5>+<3,3,3> to <2,1>+<3,3,2> as a play on the initial position <3,5>+<3,3,3> goes: its first position is that one",
        source: "Gottlieb, Krnc and Muršič 2025, section 4, example, as printed",
        status: Status::Misprint,
        known_false: true,
        over: "the play",
        size: "0",
        up_to: 0,
        small: 0,
        level: |_, _| {
            play(&[
                "rnim[3,5] + rnim[3,3,3]",
                "rnim[2,1] + rnim[3,3,3]",
                "rnim[2,1] + rnim[3,3,2]",
                "rnim[0,1] + rnim[3,3,2]",
                "rnim[0,1] + rnim[3,0,2]",
            ])
        },
    },
    Claim {
        id: "pnim-example-rnim-play",
        statement: "<2,1>+<3,3,3> -> <2,1>+<3,3,2> -> <0,1>+<3,3,2> -> <0,1>+<3,0,2> is a play of RNim",
        source: "Gottlieb, Krnc and Muršič 2025, section 4, example, from the position where it starts",
        status: Status::Example,
        known_false: false,
        over: "the moves of the play",
        size: "0",
        up_to: 0,
        small: 0,
        level: |_, _| {
            play(&[
                "rnim[2,1] + rnim[3,3,3]",
                "rnim[2,1] + rnim[3,3,2]",
                "rnim[0,1] + rnim[3,3,2]",
                "rnim[0,1] + rnim[3,0,2]",
            ])
        },
    },
    Claim {
        id: "pnim-observation-10",
        statement: "the nim sum of numbers k_i is the mex of the nim sums in which one of them is replaced by a smaller one",
        source: "Gottlieb, Krnc and Muršič 2025, Observation 10",
        status: Status::Proved,
        known_false: false,
        over: "four numbers",
        size: "greatest number",
        up_to: 20,
        small: 4,
        level: |size, _| nim_sums(size, 0),
    },
    Claim {
        id: "pnim-corollary-11",
        statement: "k plus the nim sum of the k_i - k, all k_i > k, is the mex of 0 to k-1 and of k plus the nim sums in which one of the k_i - k is replaced by a smaller number",
        source: "Gottlieb, Krnc and Muršič 2025, Corollary 11",
        status: Status::Proved,
        known_false: false,
        over: "four numbers k_i, and k from 1 to 3",
        size: "greatest of the k_i - k",
        up_to: 16,
        small: 4,
        level: |size, _| nim_sums(size, 3),
    },
    Claim {
        id: "pnim-theorem-3",
        statement: "a hyperrectangle with sides k_i >= 1 has the value (the nim sum of the k_i - 1) + 1, one with a side 0 the value 0",
        source: "Gottlieb, Krnc and Muršič 2025, Theorem 3 and Corollary 12 for one box",
        status: Status::Proved,
        known_false: false,
        over: "boxes of 1 to 4 sides",
        size: "greatest side",
        up_to: 14,
        small: 4,
        level: |size, _| {
            let tables = (1..=4).map(|sides| Boxes::new(sides, size));
            let tables = tables.collect::<Result<Vec<_>, _>>()?;
            let cases = vectors(4, size)?;
            Ok(Level::new(4 * cases, move |number| {
                let Some((sides, boxes)) = some_sides(number, size).map(|sides| (sides, &tables))
                else {
                    return Case::Outside;
                };
                let claimed = rnim_value(&sides);
                let found = boxes[sides.len() - 1].pair(&sides);
                Case::of(found[0] == claimed, || {
                    differs(rnim(&sides), &claimed.to_string(), found)
                })
            }))
        },
    },
    Claim {
        id: "pnim-corollary-12",
        statement: "the value of a sum of boxes is the nim sum of theirs: 0 with a side 0, otherwise 1 plus the nim sum of the sides minus 1",
        source: "Gottlieb, Krnc and Muršič 2025, Corollary 12",
        status: Status::Proved,
        known_false: false,
        over: "sums of two boxes of two sides, option by option in the sum",
        size: "greatest side",
        up_to: 16,
        small: 4,
        level: |size, _| {
            let table = Boxes::sums_of_two(size)?;
            over_vectors(size, move |sides: [u32; 4]| {
                let claimed = rnim_value(&sides[..2]) ^ rnim_value(&sides[2..]);
                let found = table.pair(&sides);
                Case::of(found[0] == claimed, || {
                    differs(two_boxes(&sides), &claimed.to_string(), found)
                })
            })
        },
    },
    Claim {
        id: "pnim-misere-sums-of-boxes",
        statement: "a sum of boxes all of whose values are 0 or 1 has the misere Grundy number 1 xor their nim sum; any other has their nim sum in both plays",
        source: "Gottlieb, Krnc and Muršič 2025, section 5.1 (Theorem 14 with Corollary 12)",
        status: Status::Proved,
        known_false: false,
        over: "sums of two boxes of two sides, option by option in the sum",
        size: "greatest side",
        up_to: 16,
        small: 4,
        level: |size, _| {
            let table = Boxes::sums_of_two(size)?;
            over_vectors(size, move |sides: [u32; 4]| {
                let (g, h) = (rnim_value(&sides[..2]), rnim_value(&sides[2..]));
                let claimed = [g ^ h, g ^ h ^ u32::from(g.max(h) <= 1)];
                let found = table.pair(&sides);
                Case::of(found == claimed, || {
                    differs(two_boxes(&sides), &format!("{claimed:?}"), found)
                })
            })
        },
    },
    Claim {
        id: "pnim-misere-sums",
        statement: "a sum of partitions all of whose values are 0 or 1 has the misere Grundy number 1 xor their nim sum; any other has their nim sum in both plays: to resolve PNim in misere play is to resolve it in normal play",
        source: "Gottlieb, Krnc and Muršič 2025, section 1.2 and Theorem 14",
        status: Status::Proved,
        known_false: false,
        over: "sums of two partitions, option by option in the sum",
        size: "greater one of the two numbers of columns plus rows",
        up_to: 7,
        small: 4,
        level: |size, budget| {
            let table = Diagrams::new(size, budget)?;
            family(size, budget, pairs_of_partitions, move |text, game, at| {
                let parts = partitions_of(text);
                let values = parts.iter().map(|part| table.of(part));
                let total = values.clone().fold(0, |sum, value| sum ^ value);
                let small = values.max().unwrap_or(0) <= 1;
                game.pair(at) == [total, total ^ u32::from(small)]
            })
        },
    },
    Claim {
        id: "pnim-proposition-6-pet",
        statement: "1-PNim is pet: its positions are (0,1), (1,0), and (k,k) with k >= 2",
        source: "Gottlieb, Krnc and Muršič 2025, Proposition 6",
        status: Status::Proved,
        known_false: false,
        over: "non-empty partitions",
        size: LINES,
        up_to: 20,
        small: 9,
        level: |size, budget| {
            diagrams(size, budget, |table, diagram| {
                let found @ [normal, misere] = pair(table, diagram);
                let pet = matches!(found, [0, 1] | [1, 0]) || (normal == misere && normal >= 2);
                Case::of(pet, || {
                    differs(pnim(diagram), "(0,1), (1,0) or (k,k), k >= 2", found)
                })
            })
        },
    },
    Claim {
        id: "pnim-proposition-6-returnable",
        statement: "1-PNim is returnable: every non-terminal option of a (0,1)- or (1,0)-position has an option of the same kind",
        source: "Gottlieb, Krnc and Muršič 2025, Proposition 6",
        status: Status::Proved,
        known_false: false,
        over: "partitions, option by option",
        size: LINES,
        up_to: 11,
        small: 7,
        level: |size, budget| {
            family(size, budget, partitions, |_, game, at| {
                classes::returnable(game, at)
            })
        },
    },
    Claim {
        id: "pnim-proposition-6-not-forced",
        statement: "[2,2] = <2,2> is a (1,0)-position with the option [2] = <2,1>, a (2,2)-position: 1-PNim and 1-RNim are not forced",
        source: "Gottlieb, Krnc and Muršič 2025, Proposition 6",
        status: Status::Example,
        known_false: false,
        over: "the two games",
        size: "0",
        up_to: 0,
        small: 0,
        level: |_, _| {
            let cases = [("pnim[2,2]", "pnim[2]"), ("rnim[2,2]", "rnim[2,1]")];
            Ok(Level::new(2, move |number| {
                let (from, to) = cases[number as usize];
                match is_move(from, to) {
                    Case::Holds => {}
                    other => return other,
                }
                let found = [by_rules(from), by_rules(to)];
                Case::of(found == [[1, 0], [2, 2]], || {
                    differs(from.to_string(), "(1,0), with the (2,2)-option", found[0])
                })
            }))
        },
    },
    Claim {
        id: "pnim-proposition-6-rnim",
        statement: "1-RNim is pet and returnable",
        source: "Gottlieb, Krnc and Muršič 2025, Proposition 6",
        status: Status::Proved,
        known_false: false,
        over: "boxes of 1 to 3 sides, option by option",
        size: "greatest side",
        up_to: 9,
        small: 3,
        level: |size, budget| {
            family(size, budget, boxes, |_, game, at| {
                classes::pet(game, at) && classes::returnable(game, at)
            })
        },
    },
    Claim {
        id: "pnim-terminal-only-zero",
        statement: "only terminal positions of 1-PNim and 1-RNim have the value 0, and none is a (0,0)-position",
        source: "Gottlieb, Krnc and Muršič 2025, proof of Proposition 6",
        status: Status::Proved,
        known_false: false,
        over: "partitions with so many columns plus rows and boxes of 1 to 3 sides with such a greatest side, option by option",
        size: "columns plus rows, greatest side",
        up_to: 9,
        small: 4,
        level: |size, budget| {
            let both = |size| {
                let mut both = partitions(size);
                both.extend(boxes(size));
                both
            };
            family(size, budget, both, |_, game, at| {
                (game.pair(at)[0] == 0) == game.options(at).is_empty() && game.pair(at) != [0, 0]
            })
        },
    },
    Claim {
        id: "pnim-sums-are-pet-as-printed",
        statement: "PNim is pet, sums included",
        source: "Gottlieb, Krnc and Muršič 2025, section 5.2, as printed (\"Recall that PNim is pet\"; Proposition 6 says it of 1-PNim)",
        status: Status::Misprint,
        known_false: true,
        over: "sums of two partitions",
        size: "greater one of the two numbers of columns plus rows",
        up_to: 6,
        small: 4,
        level: |size, budget| {
            family(size, budget, pairs_of_partitions, |_, game, at| {
                classes::pet(game, at)
            })
        },
    },
    Claim {
        id: "pnim-corollary-13",
        statement: "PNim is miserable and returnable",
        source: "Gottlieb, Krnc and Muršič 2025, Corollary 13",
        status: Status::Proved,
        known_false: false,
        over: "sums of two partitions, option by option",
        size: "greater one of the two numbers of columns plus rows",
        up_to: 7,
        small: 4,
        level: |size, budget| {
            family(size, budget, pairs_of_partitions, |_, game, at| {
                classes::miserable(game, at) && classes::returnable(game, at)
            })
        },
    },
    Claim {
        id: "pnim-corollary-13-rnim",
        statement: "RNim is miserable and returnable",
        source: "Gottlieb, Krnc and Muršič 2025, Corollary 13",
        status: Status::Proved,
        known_false: false,
        over: "sums of two boxes of two sides, option by option",
        size: "greatest side",
        up_to: 8,
        small: 3,
        level: |size, budget| {
            family(size, budget, pairs_of_boxes, |_, game, at| {
                classes::miserable(game, at) && classes::returnable(game, at)
            })
        },
    },
    Claim {
        id: "pnim-corollary-13-not-pet",
        statement: "PNim and RNim are not pet: [2]+[2] and <2,1>+<2,1> are (0,0)-positions, as the heaps 2 and 2 of nim are",
        source: "Gottlieb, Krnc and Muršič 2025, Corollary 13 (\"because Nim is not pet\")",
        status: Status::Example,
        known_false: false,
        over: "the three positions",
        size: "0",
        up_to: 0,
        small: 0,
        level: |_, _| {
            let positions = ["pnim[2] + pnim[2]", "rnim[2,1] + rnim[2,1]", "nim[2,2]"];
            Ok(Level::new(3, move |number| {
                let text = positions[number as usize];
                let found = by_rules(text);
                Case::of(found == [0, 0], || {
                    differs(text.to_string(), "(0,0)", found)
                })
            }))
        },
    },
    Claim {
        id: "pnim-row-is-a-box-is-a-heap",
        statement: "a single row [n] of PNim, <n,1,...,1> of RNim and a nim heap of n are equivalent: sums of two of them have the values of nim in both plays",
        source: "Gottlieb, Krnc and Muršič 2025, proof of Corollary 13",
        status: Status::Proved,
        known_false: false,
        over: "pairs of numbers n; boxes of 2 and of 3 sides; option by option",
        size: "greater one of the two numbers",
        up_to: 12,
        small: 4,
        level: |size, budget| {
            let names: fn(u32) -> Vec<String> = |size| {
                let forms = |n: u32| {
                    [
                        format!("pnim[{n}]"),
                        format!("rnim[{n},1]"),
                        format!("rnim[{n},1,1]"),
                    ]
                };
                let pairs = (0..=size).map(|n| (n, size));
                let sums = pairs.flat_map(|(m, n)| {
                    let all = forms(m).into_iter();
                    all.flat_map(move |one| forms(n).map(|other| format!("{one} + {other}")))
                });
                sums.collect()
            };
            family(size, budget, names, move |text, game, at| {
                let numbers = text.split('+').filter_map(|part| {
                    let digits = part.split(['[', ',', ']']).nth(1)?;
                    digits.parse::<u32>().ok()
                });
                let (m, n) = match numbers.collect::<Vec<_>>()[..] {
                    [m, n] => (m, n),
                    _ => return false,
                };
                game.pair(at) == [m ^ n, m ^ n ^ u32::from(m.max(n) <= 1)]
            })
        },
    },
    Claim {
        id: "pnim-gurvich-ho-theorem-5",
        statement: "a game is pet exactly if it has no (0,0)-position",
        source: "Gurvich and Ho 2018, Theorem 5, in Gottlieb, Krnc and Muršič 2025, proof of Proposition 6",
        status: Status::Proved,
        known_false: false,
        over: EVERY_GAME,
        size: POSITIONS,
        up_to: 7,
        small: 4,
        level: |size, _| {
            games(size, |game| {
                game.all(classes::pet) == (0..game.len()).all(|at| game.pair(at) != [0, 0])
            })
        },
    },
    Claim {
        id: "pnim-classes-are-nested",
        statement: "a pet game is returnable and miserable, a miserable game is tame, and a forced game is returnable",
        source: "Gottlieb, Krnc and Muršič 2025, section 5; Gurvich and Ho 2018, Proposition 1",
        status: Status::Proved,
        known_false: false,
        over: EVERY_GAME,
        size: POSITIONS,
        up_to: 7,
        small: 4,
        level: |size, _| {
            games(size, |game| {
                let implies = |a: bool, b: bool| !a || b;
                let miserable = game.all(classes::miserable);
                let returnable = game.all(classes::returnable);
                implies(game.all(classes::pet), returnable && miserable)
                    && implies(miserable, game.all(classes::tame))
                    && implies(game.all(classes::forced), returnable)
            })
        },
    },
    Claim {
        id: "pnim-miserable-and-returnable-sums",
        statement: "the sum of two games that are miserable and returnable is miserable and returnable",
        source: "Gurvich and Ho 2018, Theorem 11 and Proposition 2, in Gottlieb, Krnc and Muršič 2025, proof of Corollary 13",
        status: Status::Proved,
        known_false: false,
        over: "pairs of games with so many positions",
        size: POSITIONS,
        up_to: 4,
        small: 3,
        level: |size, _| {
            fn both(game: &Positions) -> bool {
                game.all(classes::miserable) && game.all(classes::returnable)
            }
            pairs_of_games(size, |one, other| {
                (both(one) && both(other)).then(|| both(&one.sum(other)))
            })
        },
    },
    Claim {
        id: "pnim-theorem-14-as-printed",
        statement: "a sum of positions of tame games is a (1,0)-position exactly if it has an odd number of 1-positions and the rest are 0-positions, a (0,1)-position exactly if it has an even number of 1-positions and the rest are 0-positions, otherwise a (k,k)-position",
        source: "Gottlieb, Krnc and Muršič 2025, Theorem 14, as printed",
        status: Status::Misprint,
        known_false: true,
        over: "single positions of nim with two heaps, a tame game",
        size: "greater heap",
        up_to: 12,
        small: 4,
        level: |size, budget| {
            let names: fn(u32) -> Vec<String> =
                |size| (0..=size).map(|m| format!("nim[{m},{size}]")).collect();
            family(size, budget, names, |_, game, at| match game.pair(at) {
                [1, misere] => misere == 0,
                [0, misere] => misere == 1,
                [normal, misere] => normal == misere,
            })
        },
    },
    Claim {
        id: "pnim-theorem-14",
        statement: "a sum of positions of tame games is a (1,0)-position exactly if it has an odd number of (1,0)-positions and the rest are (0,1)-positions, a (0,1)-position exactly if it has an even number of (1,0)-positions and the rest are (0,1)-positions, otherwise a (k,k)-position with k the nim sum of the values",
        source: "Conway, On Numbers and Games, page 178, in Gottlieb, Krnc and Muršič 2025, Theorem 14, with pairs in place of values",
        status: Status::Proved,
        known_false: false,
        over: "pairs of tame games with so many positions",
        size: POSITIONS,
        up_to: 4,
        small: 3,
        level: |size, _| {
            pairs_of_games(size, |one, other| {
                if !one.all(classes::tame) || !other.all(classes::tame) {
                    return None;
                }
                let sum = one.sum(other);
                let agrees = |at: usize| {
                    let [p, q] = [one.pair(at / other.len()), other.pair(at % other.len())];
                    let swaps = [p, q].iter().all(|pair| matches!(pair, [0, 1] | [1, 0]));
                    let value = p[0] ^ q[0];
                    sum.pair(at) == [value, value ^ u32::from(swaps)]
                };
                Some((0..sum.len()).all(agrees))
            })
        },
    },
    Claim {
        id: "pnim-table-1",
        statement: "<2,2>+<4,3,2>+<1,1> is a (1,0)-position, <1,0,2>+<2,3,4>+<4,4> a (0,1)-position, <1,2,3>+<2,2> a (5,5)-position and <1,2,3>+<3,2> a (0,0)-position, the boxes having the values 1, 1, 1; 0, 1, 1; 4, 1; 4, 4",
        source: "Gottlieb, Krnc and Muršič 2025, Table 1",
        status: Status::Example,
        known_false: false,
        over: "the rows of the table, their boxes and their sums by the rules alone",
        size: "0",
        up_to: 0,
        small: 0,
        level: |_, _| {
            const ROWS: [Row; 4] = [
                (
                    &[("rnim[2,2]", 1), ("rnim[4,3,2]", 1), ("rnim[1,1]", 1)],
                    [1, 0],
                ),
                (
                    &[("rnim[1,0,2]", 0), ("rnim[2,3,4]", 1), ("rnim[4,4]", 1)],
                    [0, 1],
                ),
                (&[("rnim[1,2,3]", 4), ("rnim[2,2]", 1)], [5, 5]),
                (&[("rnim[1,2,3]", 4), ("rnim[3,2]", 4)], [0, 0]),
            ];
            Ok(Level::new(4, |number| {
                let (boxes, claimed) = ROWS[number as usize];
                for &(text, value) in boxes {
                    let found = by_rules(text);
                    if found[0] != value {
                        return Case::of(false, || {
                            differs(text.to_string(), &value.to_string(), found)
                        });
                    }
                }
                let sum: Vec<&str> = boxes.iter().map(|&(text, _)| text).collect();
                let found = by_rules(&sum.join(" + "));
                Case::of(found == claimed, || {
                    differs(sum.join(" + "), &format!("{claimed:?}"), found)
                })
            }))
        },
    },
    Claim {
        id: "pnim-figure-1-nim",
        statement: "nim of one heap is pet and forced; nim is miserable and returnable",
        source: "Gottlieb, Krnc and Muršič 2025, Figure 1",
        status: Status::Proved,
        known_false: false,
        over: "heaps, and nim of up to three heaps, option by option",
        size: "greatest heap",
        up_to: 12,
        small: 3,
        level: |size, budget| {
            let names: fn(u32) -> Vec<String> = |size| {
                let mut names = vec![format!("nim[{size}]")];
                let pairs = (0..=size).flat_map(|a| (0..=a).map(move |b| (a, b)));
                names.extend(pairs.map(|(a, b)| format!("nim[{b},{a},{size}]")));
                names
            };
            family(size, budget, names, |text, game, at| {
                match text.contains(',') {
                    false => classes::pet(game, at) && classes::forced(game, at),
                    true => classes::miserable(game, at) && classes::returnable(game, at),
                }
            })
        },
    },
    Claim {
        id: "pnim-figure-1-subtraction",
        statement: "subtraction games are pet",
        source: "Gottlieb, Krnc and Muršič 2025, Figure 1; Gurvich and Ho 2018",
        status: Status::Proved,
        known_false: false,
        over: "subtraction games with sets of numbers up to the size, heaps up to four times that",
        size: "bound of the numbers one may take",
        up_to: 10,
        small: 4,
        level: |size, _| {
            let sets = 1u64.checked_shl(size).unwrap_or(0);
            Ok(Level::new(sets, move |set| {
                let mut heaps = Positions::default();
                for heap in 0..=4 * size as usize {
                    let taken = (1..=heap.min(size as usize)).filter(|k| set >> (k - 1) & 1 == 1);
                    heaps.push(taken.map(|k| heap - k).collect());
                }
                Case::of(heaps.all(classes::pet), || {
                    plain(
                        format!("subtraction set with bits {set:b}"),
                        "pet",
                        "not pet",
                    )
                })
            }))
        },
    },
    Claim {
        id: "pnim-figure-1-wythoff",
        statement: "Wythoff's game is miserable",
        source: "Gottlieb, Krnc and Muršič 2025, Figure 1; Gurvich and Ho 2018",
        status: Status::Proved,
        known_false: false,
        over: "positions of Wythoff's game, option by option",
        size: "larger heap",
        up_to: 20,
        small: 5,
        level: |size, budget| {
            let names: fn(u32) -> Vec<String> =
                |size| (0..=size).map(|m| format!("wythoff[{m},{size}]")).collect();
            family(size, budget, names, |_, game, at| {
                classes::miserable(game, at)
            })
        },
    },
    Claim {
        id: "pnim-figure-1-lctr",
        statement: "LCTR and Downright are returnable",
        source: "Gottlieb, Krnc and Muršič 2025, Figure 1; Gottlieb, Krnc and Muršič 2024 (LCTR)",
        status: Status::Proved,
        known_false: false,
        over: "partitions, option by option",
        size: LINES,
        up_to: 13,
        small: 7,
        level: |size, budget| {
            let names: fn(u32) -> Vec<String> = |size| {
                let names = partitions(size).into_iter().filter(|name| name != "pnim[]");
                names
                    .flat_map(|name| {
                        [
                            name.replace("pnim", "lctr"),
                            name.replace("pnim", "downright"),
                        ]
                    })
                    .collect()
            };
            family(size, budget, names, |_, game, at| {
                classes::returnable(game, at)
            })
        },
    },
    Claim {
        id: "pnim-welter-on-partitions",
        statement: "Welter's game is a game on partitions: coins on the squares a_1 > ... > a_m are the partition with the parts a_i - (m-i), and sliding a coin down removes a hook; the values agree in both plays",
        source: "Sato 1970, in Gottlieb, Krnc and Muršič 2025, section 1.1",
        status: Status::Proved,
        known_false: false,
        over: "sets of coins, each game option by option",
        size: "highest square",
        up_to: 10,
        small: 5,
        level: |size, budget| {
            let mut reached = Reached::default();
            let sets = 1u64.checked_shl(size).filter(|&sets| sets > 0);
            let sets =
                sets.ok_or_else(|| CheckError::TooLarge("there are 2^64 sets".to_string()))?;
            let mut found = Vec::new();
            for set in 0..sets {
                let coins: Vec<u32> = (0..=size)
                    .filter(|&a| a == size || set >> a & 1 == 1)
                    .collect();
                let parts: Vec<u32> = (0..).zip(&coins).map(|(below, a)| a - below).collect();
                let texts = [
                    format!("welter[{}]", listing(coins.iter().copied())),
                    format!(
                        "sato[{}]",
                        listing(parts.into_iter().filter(|&part| part > 0).rev())
                    ),
                ];
                let places = [
                    reached.add(&texts[0], budget)?,
                    reached.add(&texts[1], budget)?,
                ];
                let pairs = places.map(|at| reached.positions.pair(at));
                found.push((texts, pairs));
            }
            Ok(Level::new(sets, move |number| {
                let (texts, pairs) = &found[number as usize];
                Case::of(pairs[0] == pairs[1], || {
                    differs(
                        texts[0].clone(),
                        &format!("{:?} as {}", pairs[1], texts[1]),
                        pairs[0],
                    )
                })
            }))
        },
    },
    Claim {
        id: "pnim-moebius-ladder",
        statement: "for n >= 5 the value of [n,n] is the number of Hamiltonian cycles of the Moebius ladder with n-2 rungs",
        source: "Gottlieb, Krnc and Muršič 2025, section 6 (OEIS A124356)",
        status: Status::Proved,
        known_false: false,
        over: "n from 5 on; the cycles are counted one by one",
        size: "n",
        up_to: 14,
        small: 7,
        level: |size, budget| {
            if size < 5 {
                return Ok(Level::none());
            }
            let diagram = Partition::new([size.into(), size.into()]);
            let found = pair(&Diagrams::new(size + 2, budget)?, &diagram);
            let cycles = moebius_cycles(size - 2);
            Ok(Level::single(Case::of(found[0] == cycles, || {
                differs(pnim(&diagram), &format!("{cycles} cycles"), found)
            })))
        },
    },
    Claim {
        id: "pnim-matrix-cyclic",
        statement: "in the matrix M of the values of rectangles k is the entry (i,j) exactly if j is the entry (k,i)",
        source: "Gottlieb, Krnc and Muršič 2025, section 6",
        status: Status::Proved,
        known_false: false,
        over: "triples i, j, k; the matrix by the rules of RNim with two sides",
        size: "greatest of the three",
        up_to: 64,
        small: 10,
        level: |size, _| {
            let matrix = Boxes::new(2, size)?;
            Ok(Level::new(vectors(3, size)?, move |number| {
                let Some([i, j, k]) = vector::<3>(number, size).filter(|ijk| !ijk.contains(&0))
                else {
                    return Case::Outside;
                };
                let (one, other) = (matrix.pair(&[i, j]), matrix.pair(&[k, i]));
                Case::of((one[0] == k) == (other[0] == j), || {
                    differs(
                        rnim(&[i, j]),
                        &format!("{k} exactly if {} has {j}", rnim(&[k, i])),
                        one,
                    )
                })
            }))
        },
    },
    Claim {
        id: "pnim-matrix-lexicographic",
        statement: "read by antidiagonals M is lexicographically first among the matrices of positive integers without a repeated entry in a row or column: each entry is the least that its row and its column do not have already",
        source: "Gottlieb, Krnc and Muršič 2025, section 6 (OEIS A280172)",
        status: Status::Proved,
        known_false: false,
        over: "entries of M, from the values of all diagrams",
        size: "row plus column",
        up_to: 20,
        small: 9,
        level: |size, budget| {
            diagrams(size, budget, |table, diagram| {
                let Some((r, c)) = diagram.as_rectangle() else {
                    return Case::Outside;
                };
                let entry =
                    |rows, columns| u64::from(table.of(&Partition::rectangle(rows, columns)));
                let row = (1..c).map(|columns| entry(r, columns));
                let column = (1..r).map(|rows| entry(rows, c));
                let least = mex_of([0].into_iter().chain(row).chain(column));
                value(table, diagram, least as u32)
            })
        },
    },
    Claim {
        id: "pnim-question-1-misere",
        statement: "a partition has the value 2 exactly if it has the misere Grundy number 2",
        source: "Gottlieb, Krnc and Muršič 2025, Question 1, in parentheses",
        status: Status::Proved,
        known_false: false,
        over: "non-empty partitions",
        size: LINES,
        up_to: 20,
        small: 9,
        level: |size, budget| {
            diagrams(size, budget, |table, diagram| {
                let found = pair(table, diagram);
                Case::of((found[0] == 2) == (found[1] == 2), || {
                    differs(pnim(diagram), "2 in both plays or in none", found)
                })
            })
        },
    },
    Claim {
        id: "pnim-question-1",
        statement: "a partition of value 2 has |l1-r| = 0 or |l1-r| = 1",
        source: "what can be said so far to Gottlieb, Krnc and Muršič 2025, Question 1: which partitions have the value 2?",
        status: Status::Question,
        known_false: false,
        over: "partitions of value 2",
        size: LINES,
        up_to: 22,
        small: 9,
        level: |size, budget| {
            diagrams(size, budget, |table, diagram| {
                let found = pair(table, diagram);
                if found[0] != 2 {
                    return Case::Outside;
                }
                let holds = diagram.columns().abs_diff(diagram.rows()) <= 1;
                Case::of(holds, || differs(pnim(diagram), "not 2", found))
            })
        },
    },
    Claim {
        id: "pnim-question-4",
        statement: "of the partitions with a given number of columns plus rows at least three in four are heavy",
        source: "what can be said so far to Gottlieb, Krnc and Muršič 2025, Question 4: which partitions are heavy?",
        status: Status::Question,
        known_false: false,
        over: "the partitions of a size, counted",
        size: LINES,
        up_to: 24,
        small: 9,
        level: |size, budget| {
            let level = by_lines(size, budget)?;
            let (heavy, all) = (level.heavy, level.partitions());
            if size < 2 {
                return Ok(Level::none());
            }
            Ok(Level::single(Case::of(4 * heavy >= 3 * all, || {
                plain(
                    format!("columns plus rows {size}"),
                    "three in four heavy",
                    &format!("{heavy} of {all}"),
                )
            })))
        },
    },
    Claim {
        id: "pnim-appendix-a-order-as-printed",
        statement: "the partitions of value 2 with up to 15 squares, which section 6 says the list of appendix A holds, are those with up to 26 squares, which the appendix says it holds",
        source: "Gottlieb, Krnc and Muršič 2025, section 6 and appendix A, as printed",
        status: Status::Misprint,
        known_false: true,
        over: "partitions with up to 26 squares",
        size: "number of squares",
        up_to: 26,
        small: 18,
        level: |size, budget| {
            let census = by_size(size.min(26), budget)?;
            let mut twos = Vec::new();
            if (16..=26).contains(&size) {
                let Ok(()) = census.try_for_each(size, Which::Value(2), |entry| {
                    twos.push(entry.word);
                    Ok::<_, std::convert::Infallible>(())
                });
            }
            Ok(Level::single(match twos.first() {
                None => Case::Holds,
                Some(&word) => Case::of(false, || {
                    let diagram = Partition::from_word(word);
                    differs(pnim(&diagram), "not 2", [2, 2])
                }),
            }))
        },
    },
    Claim {
        id: "pnim-anti-diagonal-as-printed",
        statement: "squares below the main anti-diagonal of a rectangle can be removed without a change of its value: a partition with r rows and c >= r columns whose part i is at least c-i+2 for i >= 2 has the value of [c^r]",
        source: "Gottlieb, Krnc and Muršič 2025, section 6, as printed (\"from a rectangular partition\"), with the diagonal of Theorem 2",
        status: Status::Misprint,
        known_false: true,
        over: "such partitions",
        size: LINES,
        up_to: 18,
        small: 9,
        level: |size, budget| anti_diagonal(size, budget, false),
    },
    Claim {
        id: "pnim-anti-diagonal",
        statement: "squares below the main anti-diagonal of a square can be removed without a change of its value: a partition with r rows and columns whose part i is at least r-i+2 for i >= 2 has the value of [r^r], 1",
        source: "Gottlieb, Krnc and Muršič 2025, section 6, for squares: Theorem 2",
        status: Status::Proved,
        known_false: false,
        over: "such partitions",
        size: LINES,
        up_to: 20,
        small: 10,
        level: |size, budget| anti_diagonal(size, budget, true),
    },
    Claim {
        id: "pnim-conjecture-2-as-printed",
        statement: "let a and b be integers >= 0 for which [(a+1)^(b+1)] is heavy; then every partition between [a+1,a,...,a-b+1] (parts that are not positive left out) and [(a+1)^(b+1)] is heavy",
        source: "Gottlieb, Krnc and Muršič 2025, Conjecture 2, as printed, without a >= b",
        status: Status::Misprint,
        known_false: true,
        over: "rectangles and the partitions between",
        size: "columns plus rows of the rectangle",
        up_to: 12,
        small: 8,
        level: |size, budget| {
            let table = Diagrams::new(size, budget)?;
            let words = 1u64 << size.saturating_sub(1).min(60);
            Ok(Level::new(words * u64::from(size), move |number| {
                let (rows, word) = (number / words, u128::from(number % words));
                let columns = u64::from(size) - rows;
                let diagram = Partition::from_word(word);
                let steps = Partition::new((0..rows.min(columns)).map(|i| columns - i));
                let full = Partition::rectangle(rows, columns);
                let between = diagram.contains(&steps) && full.contains(&diagram);
                if rows == 0 || !between || table.of(&full) + 1 != size {
                    return Case::Outside;
                }
                value(&table, &diagram, size_of(&diagram) - 1)
            }))
        },
    },
    Claim {
        id: "pnim-conjecture-2",
        statement: "let a >= b >= 0, and [(a+1)^(b+1)] be heavy; then every partition between [a+1,a,...,a-b+1] and [(a+1)^(b+1)] is heavy",
        source: "Gottlieb, Krnc and Muršič 2025, Conjecture 2; false: the least counterexample is [11,11,11,8,8], of value 10 where 15 is claimed",
        status: Status::Conjecture,
        known_false: true,
        over: "the partitions between",
        size: LINES,
        up_to: 17,
        small: 16,
        level: |size, budget| conjecture_2(size, budget, u64::MAX),
    },
    Claim {
        id: "pnim-conjecture-2-four-rows",
        statement: "let a >= b, 0 <= b <= 3, and [(a+1)^(b+1)] be heavy; then every partition between [a+1,a,...,a-b+1] and [(a+1)^(b+1)] is heavy",
        source: "what remains of Gottlieb, Krnc and Muršič 2025, Conjecture 2: at most four rows; for two rows it is Proposition 5, nobody has a proof for more",
        status: Status::Observed,
        known_false: false,
        over: "the partitions between, of at most four rows",
        size: LINES,
        up_to: 22,
        small: 10,
        level: |size, budget| conjecture_2(size, budget, 4),
    },
    Claim {
        id: "pnim-conjecture-3",
        statement: "the partitions [i+(k-1)s,...,i+s,i], i, s, k >= 1, are heavy",
        source: "Gottlieb, Krnc and Muršič 2025, Conjecture 3; true, for their parts are distinct",
        status: Status::Proved,
        known_false: false,
        over: "these partitions",
        size: LINES,
        up_to: 22,
        small: 9,
        level: |size, budget| heavy(size, budget, |diagram| steps(diagram).is_some()),
    },
];

const LINES: &str = "columns plus rows";
const POSITIONS: &str = "number of positions";
const ONCE: &str = "the one example";
const EVERY_GAME: &str = "games of so many positions, every one of them";

fn pnim(diagram: &Partition) -> String {
    format!("pnim[{diagram}]")
}

fn rnim(sides: &[u32]) -> String {
    format!("rnim[{}]", listing(sides.iter().copied()))
}

fn listing(numbers: impl Iterator<Item = u32>) -> String {
    numbers
        .map(|number| number.to_string())
        .collect::<Vec<_>>()
        .join(",")
}

fn two_boxes(sides: &[u32; 4]) -> String {
    format!("{} + {}", rnim(&sides[..2]), rnim(&sides[2..]))
}

fn word_of(diagram: &Partition) -> usize {
    diagram.word().unwrap_or(0) as usize
}

/// Columns plus rows.
fn size_of(diagram: &Partition) -> u32 {
    diagram.lines() as u32
}

fn pair(table: &Diagrams, diagram: &Partition) -> [u32; 2] {
    table.pair(diagram.word().unwrap_or(0))
}

/// The claim that a diagram has a value.
fn value(table: &Diagrams, diagram: &Partition, claimed: u32) -> Case {
    let found = pair(table, diagram);
    Case::of(found[0] == claimed, || {
        differs(pnim(diagram), &claimed.to_string(), found)
    })
}

/// The non-empty partitions with so many columns plus rows, and the values of all up to there.
fn diagrams(
    size: u32,
    budget: &Budget,
    check: impl Fn(&Diagrams, &Partition) -> Case + Send + Sync + 'static,
) -> Result<Level, CheckError> {
    let table = Diagrams::new(size, budget)?;
    let (count, word) = places(size);
    Ok(Level::new(count, move |number| match word(number) {
        0 => Case::Outside,
        word => check(&table, &Partition::from_word(word)),
    }))
}

/// The non-empty partitions with so many columns plus rows.
fn listed(
    size: u32,
    check: impl Fn(&Partition) -> Case + Send + Sync + 'static,
) -> Result<Level, CheckError> {
    let (count, word) = places(size);
    Ok(Level::new(count, move |number| match word(number) {
        0 => Case::Outside,
        word => check(&Partition::from_word(word)),
    }))
}

/// The claim that some partitions are heavy.
fn heavy(size: u32, budget: &Budget, among: fn(&Partition) -> bool) -> Result<Level, CheckError> {
    diagrams(size, budget, move |table, diagram| match among(diagram) {
        true => value(table, diagram, size_of(diagram) - 1),
        false => Case::Outside,
    })
}

/// The options of a diagram, by the rules, some perhaps twice.
fn options(diagram: &Partition) -> impl Iterator<Item = Partition> + use<> {
    let position = Pnim(diagram.clone());
    let moves: Vec<_> = position.moves().collect();
    moves
        .into_iter()
        .filter_map(move |mv| Some(position.clone().play(&mv).ok()?.0))
}

/// \[1\], or between \[r,r,r-1,...,2\] and \[r^r\], as Theorem 2 puts it.
fn in_theorem_2(diagram: &Partition) -> bool {
    let r = diagram.rows();
    let least = Partition::new([r].into_iter().chain(2..=r));
    match r {
        0 => false,
        1 => diagram.size() == 1,
        _ => diagram.contains(&least) && Partition::rectangle(r, r).contains(diagram),
    }
}

/// The common difference of the parts, 1 for a single part, if there is one and it is not 0.
fn steps(diagram: &Partition) -> Option<u64> {
    let parts: Vec<u64> = diagram.parts().collect();
    let mut differences = parts.windows(2).map(|pair| pair[0] - pair[1]);
    let step = differences.next().unwrap_or(1);
    (!parts.is_empty() && step > 0 && differences.all(|other| other == step)).then_some(step)
}

fn misere_target(size: u32, budget: &Budget, with_one: bool) -> Result<Level, CheckError> {
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
            case: pnim(diagram),
            claimed: "a move into the set".to_string(),
            found: "N-position of misere play without such a move".to_string(),
            facts: vec![Fact {
                position: pnim(diagram),
                play: Play::Misere,
                verdict: Verdict::Outcome(Outcome::N),
            }],
        })
    })
}

fn mex(size: u32, budget: &Budget, proper: bool) -> Result<Level, CheckError> {
    let table = Diagrams::new(size, budget)?;
    listed(size, move |diagram| {
        let found = pair(&table, diagram);
        let pairs = options(diagram).map(|option| pair(&table, &option));
        let pairs: Vec<[u32; 2]> = pairs.collect();
        let mex = |play: usize| mex_of(pairs.iter().map(|pair| pair[play].into()));
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
            differs(pnim(diagram), claimed, found)
        })
    })
}

fn mex_of(values: impl Iterator<Item = u64>) -> u64 {
    let mut values: Vec<u64> = values.collect();
    values.sort_unstable();
    values.dedup();
    let values = values.iter().zip(0..);
    values.take_while(|&(&value, at)| value == at).count() as u64
}

/// (m over 0) to (m over m) modulo p, by Pascal's triangle.
fn pascal(m: u64, p: u64) -> Vec<u64> {
    let mut row = vec![1];
    for _ in 0..m {
        let inner = row.windows(2).map(|pair| (pair[0] + pair[1]) % p);
        row = [1].into_iter().chain(inner).chain([1]).collect();
    }
    row
}

/// Claims on a sequence of positions: each is followed by one of its options.
fn play(positions: &'static [&'static str]) -> Result<Level, CheckError> {
    Ok(Level::new(positions.len() as u64 - 1, move |number| {
        let at = number as usize;
        is_move(positions[at], positions[at + 1])
    }))
}

/// Plain tables of boxes: the sides of one box, or of two boxes of two sides in a sum.
struct Boxes {
    size: u32,
    /// How many sides a box has.
    sides: usize,
    values: Vec<[u8; 2]>,
}

impl Boxes {
    /// Boxes of so many sides, none longer than `size`.
    fn new(sides: usize, size: u32) -> Result<Boxes, CheckError> {
        Boxes::table(sides, sides, size)
    }

    fn sums_of_two(size: u32) -> Result<Boxes, CheckError> {
        Boxes::table(2, 4, size)
    }

    fn table(sides: usize, numbers: usize, size: u32) -> Result<Boxes, CheckError> {
        // Values of boxes are at most 64 then, and fit into the masks in sums as well.
        if size > 64 || vectors(numbers as u32, size)? > 1 << 30 {
            return Err(CheckError::TooLarge(format!(
                "the table of all boxes with sides up to {size} is too large"
            )));
        }
        let base = size as usize + 1;
        let mut boxes = Boxes {
            size,
            sides,
            values: Vec::new(),
        };
        for index in 0..base.pow(numbers as u32) {
            let at = |i: usize| index / base.pow((numbers - 1 - i) as u32) % base;
            let over = |i: usize| {
                let first = i / sides * sides;
                (first..first + sides).any(|side| at(side) == 0)
            };
            let mut reached = [0u128; 2];
            for i in (0..numbers).filter(|&i| !over(i)) {
                let step = base.pow((numbers - 1 - i) as u32);
                for k in 1..=at(i) {
                    for (mask, value) in reached.iter_mut().zip(boxes.values[index - k * step]) {
                        *mask |= 1 << value;
                    }
                }
            }
            boxes.values.push(match reached {
                [0, _] => [0, 1],
                masks => masks.map(|mask| mask.trailing_ones() as u8),
            });
        }
        Ok(boxes)
    }

    fn pair(&self, sides: &[u32]) -> [u32; 2] {
        debug_assert!(sides.len().is_multiple_of(self.sides));
        let base = self.size as usize + 1;
        let index = sides
            .iter()
            .fold(0, |index, &side| index * base + side as usize);
        self.values[index].map(u32::from)
    }
}

fn rnim_value(sides: &[u32]) -> u32 {
    match sides.contains(&0) {
        true => 0,
        false => sides.iter().fold(0, |sum, side| sum ^ (side - 1)) + 1,
    }
}

/// The boxes of 1 to 4 sides, the longest one exactly `size`.
fn some_sides(number: u64, size: u32) -> Option<Vec<u32>> {
    let count = (number % 4) as usize + 1;
    let mut rest = number / 4;
    let base = u64::from(size) + 1;
    let sides = (0..count).map(|_| {
        let side = (rest % base) as u32;
        rest /= base;
        side
    });
    let sides: Vec<u32> = sides.collect();
    (rest == 0 && sides.contains(&size)).then_some(sides)
}

/// Observation 10 with `most_k` 0, Corollary 11 with k from 1 to `most_k`; numbers above k.
fn nim_sums(size: u32, most_k: u32) -> Result<Level, CheckError> {
    let ks = u64::from(most_k.max(1));
    Ok(Level::new(vectors(4, size)? * ks, move |number| {
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
        let found = mex_of((0..k).chain(smaller.map(|sum| k + u64::from(sum))));
        let claimed = k + u64::from(total);
        Case::of(found == claimed, || {
            plain(
                format!("{numbers:?}, k = {k}"),
                &claimed.to_string(),
                &found.to_string(),
            )
        })
    }))
}

/// A row of Table 1: boxes with their values, and the pair of their sum.
type Row = (&'static [(&'static str, u32)], [u32; 2]);

/// Positions in notation, by size.
type Names = fn(u32) -> Vec<String>;

/// A claim on each of some positions, which sees all that can be reached from them, by the rules alone.
fn family(
    size: u32,
    budget: &Budget,
    names: Names,
    holds: impl Fn(&str, &Positions, usize) -> bool + Send + Sync + 'static,
) -> Result<Level, CheckError> {
    too_large(size, 24)?;
    let mut reached = Reached::default();
    let names = names(size);
    let places = names.iter().map(|name| reached.add(name, budget));
    let places = places.collect::<Result<Vec<_>, _>>()?;
    Ok(Level::new(names.len() as u64, move |number| {
        let (name, at) = (&names[number as usize], places[number as usize]);
        Case::of(holds(name, &reached.positions, at), || {
            differs(
                name.as_str(),
                "the property stated",
                reached.positions.pair(at),
            )
        })
    }))
}

fn partitions(size: u32) -> Vec<String> {
    let (count, word) = places(size);
    (0..count)
        .map(|number| pnim(&Partition::from_word(word(number))))
        .collect()
}

/// Sums of two partitions, the one with more columns plus rows first.
fn pairs_of_partitions(size: u32) -> Vec<String> {
    let large = partitions(size);
    let small: Vec<String> = (0..=size).flat_map(partitions).collect();
    let pairs = large
        .iter()
        .flat_map(|one| small.iter().map(move |other| format!("{one} + {other}")));
    pairs.collect()
}

/// The partitions in a sum as [`pairs_of_partitions`] writes it.
fn partitions_of(sum: &str) -> Vec<Partition> {
    let parts = sum.split(" + ").filter_map(|part| {
        let body = part.strip_prefix("pnim[")?.strip_suffix(']')?;
        let runs = body.split(',').filter_map(|run| match run.split_once('^') {
            Some((part, count)) => Some(Run {
                part: part.parse().ok()?,
                count: count.parse().ok()?,
            }),
            None => Some(Run {
                part: run.parse().ok()?,
                count: 1,
            }),
        });
        Partition::from_runs(runs)
    });
    parts.collect()
}

/// Boxes of 1 to 3 sides, the longest one exactly `size`.
fn boxes(size: u32) -> Vec<String> {
    let base = u64::from(size) + 1;
    let all = (0..4 * base.pow(3)).filter_map(|number| some_sides(number, size));
    all.filter(|sides| sides.len() <= 3)
        .map(|sides| rnim(&sides))
        .collect()
}

fn pairs_of_boxes(size: u32) -> Vec<String> {
    let base = u64::from(size) + 1;
    let all = (0..base.pow(4)).filter_map(|number| vector::<4>(number, size));
    all.map(|sides| two_boxes(&sides)).collect()
}

/// A claim on every game with so many positions.
fn games(
    size: u32,
    holds: impl Fn(&Positions) -> bool + Send + Sync + 'static,
) -> Result<Level, CheckError> {
    Ok(Level::new(Positions::numbers(size)?, move |number| {
        Case::of(holds(&Positions::numbered(size as usize, number)), || {
            plain(
                format!("game {number} of {size} positions"),
                "the statement",
                "it fails",
            )
        })
    }))
}

/// A claim on every pair of games with so many positions; `None` where it says nothing.
fn pairs_of_games(
    size: u32,
    holds: impl Fn(&Positions, &Positions) -> Option<bool> + Send + Sync + 'static,
) -> Result<Level, CheckError> {
    let games = Positions::numbers(size)?;
    let pairs = games.checked_mul(games);
    let pairs = pairs
        .ok_or_else(|| CheckError::TooLarge("there are too many pairs of games".to_string()))?;
    Ok(Level::new(pairs, move |number| {
        let of = |number| Positions::numbered(size as usize, number);
        let (first, second) = (number / games, number % games);
        match holds(&of(first), &of(second)) {
            None => Case::Outside,
            Some(holds) => Case::of(holds, || {
                plain(
                    format!("games {first} and {second} of {size} positions"),
                    "the statement",
                    "it fails",
                )
            }),
        }
    }))
}

fn longest_plays(game: &Positions) -> Vec<usize> {
    let mut longest: Vec<usize> = Vec::new();
    for at in 0..game.len() {
        let next = game
            .options(at)
            .iter()
            .map(|&option| longest[option] + 1)
            .max();
        longest.push(next.unwrap_or(0));
    }
    longest
}

/// How many Hamiltonian cycles, each taken in one direction only, the Möbius ladder with so many rungs has:
/// a cycle of 2n points with its n diameters.
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

/// Conjecture 2, for rectangles of at most so many rows.
fn conjecture_2(size: u32, budget: &Budget, most_rows: u64) -> Result<Level, CheckError> {
    // Which ones are not heavy is all that is asked, and the census goes further than a table.
    let light = by_lines(size, budget)?.light;
    let is_light = move |diagram: &Partition| {
        let word = diagram.word().unwrap_or(0) as u64;
        light
            .binary_search_by_key(&word, |light| light.place())
            .is_ok()
    };
    let (count, word) = places(size);
    Ok(Level::new(count, move |number| {
        let diagram = Partition::from_word(word(number));
        let (c, r) = (diagram.columns(), diagram.rows());
        let between = r <= most_rows && c >= r && (1..=r).all(|i| diagram.part(i - 1) + i > c);
        if r == 0 || !between || is_light(&Partition::rectangle(r, c)) {
            return Case::Outside;
        }
        Case::of(!is_light(&diagram), || {
            let text = pnim(&diagram);
            let found = by_rules(&text);
            differs(text, &(c + r - 1).to_string(), found)
        })
    }))
}

/// The partitions with columns plus rows `size`, counted, with those that are not heavy.
fn by_lines(
    size: u32,
    budget: &Budget,
) -> Result<nimfield_engines::partitions::CensusLevel, CheckError> {
    let mut census = Census::new(Grading::Perimeter);
    let quiet = budget.clone().progress(|_| {});
    words::extend(&mut census, size, &quiet, &mut |_| Ok(())).map_err(stopped)?;
    Ok(census.levels.pop().unwrap_or_default())
}

/// The values of the partitions with up to `size` squares.
fn by_size(size: u32, budget: &Budget) -> Result<Census, CheckError> {
    use nimfield_engines::partitions::closure;
    let mut census = Census::new(Grading::Size);
    let quiet = budget.clone().progress(|_| {});
    closure::extend(&mut census, size, &quiet, &mut |_| Ok(())).map_err(stopped)?;
    Ok(census)
}

fn stopped(stop: Stop) -> CheckError {
    match stop {
        Stop::Unfinished(unfinished) => CheckError::Unfinished(unfinished),
        other => CheckError::TooLarge(other.to_string()),
    }
}

fn anti_diagonal(size: u32, budget: &Budget, squares: bool) -> Result<Level, CheckError> {
    diagrams(size, budget, move |table, diagram| {
        let (c, r) = (diagram.columns(), diagram.rows());
        let reaches = c >= r && (2..=r).all(|i| diagram.part(i - 1) + i >= c + 2);
        if !reaches || (squares && c != r) {
            return Case::Outside;
        }
        value(table, diagram, table.of(&Partition::rectangle(r, c)))
    })
}

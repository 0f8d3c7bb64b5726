//! Sections 1 and 2: PNim of one partition, its values and its longest plays.

use super::diagrams::{Diagrams, places};
use super::frames::{LINES, all, in_theorem_2, listed, options, pair, pnim};
use super::frames::{pairs, size_of, valued};
use super::games::{POSITIONS, games, longest_plays};
use crate::brute_force::wins_by;
use crate::cases::is_play;
use crate::claim::{Case, Cases, CheckError, Claim, Counterexample};
use crate::claim::{ONCE, by, example, misprint, proved};
use crate::claim::{other_outcome, other_pair, plain};
use nimfield_core::budget::Budget;
use nimfield_core::mex::mex;
use nimfield_core::sorting::Sort as _;
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
        "a non-empty partition of r parts, the largest one c, has a value of at most c+r-1, in misère play as well",
        "Gottlieb, Krnc and Muršič 2025, Proposition 1, and section 2 for misère play: both values are bounded by the longest play",
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
        "Gottlieb, Krnc and Muršič 2025, proof of Theorem 2, (i), which is also how to play misère 1-PNim (section 5.2); with part 1 > part 2 the index is 2",
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
        "the partitions of Theorem 2 have as many rows as columns, their conjugates are among them, and those with c = r are the ones whose part i is at least c-i+2 for i from 2 to c",
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
        "a partition is a P-position of misère 1-PNim exactly if its value in normal play is 1",
        "Gottlieb, Krnc and Muršič 2025, sections 3 and 5.2",
        "non-empty partitions",
        by(LINES, 9..=20),
        |size, budget| {
            pairs(
                size,
                budget,
                "value 1 exactly if P in misère play",
                |_, [normal, misere]| Some((normal == 1) == (misere == 0)),
            )
        },
    ),
    misprint(
        "pnim-misere-target-as-printed",
        "a player who can win misère 1-PNim can move into the set of the partitions between [r,r,r-1,...,2] and [r^r], r >= 2",
        "Gottlieb, Krnc and Muršič 2025, section 5.2, as printed",
        "partitions that are not P-positions of misère play, option by option",
        by(LINES, 8..=12),
        |size, budget| misere_target(size, budget, false),
    ),
    proved(
        "pnim-misere-target",
        "a player who can win misère 1-PNim, from a non-empty partition, can move to [1] or between [r,r,r-1,...,2] and [r^r], r >= 2",
        "Gottlieb, Krnc and Muršič 2025, section 5.2, with [1] added",
        "partitions that are not P-positions of misère play, option by option",
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
        "the value of a partition is the least non-negative integer that is not the value of an option, in misère play with the value 1 for []",
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
        "PNim on partitions of single parts is nim: the options of [n] are [0] to [n-1], its value is n, and in misère play that of the heap",
        "Gottlieb, Krnc and Muršič 2025, section 1.2",
        "partitions [n]",
        by("n", 7..=19),
        |size, budget| {
            let diagram = Partition::new([size.into()]);
            let mut sizes: Vec<u128> = options(&diagram).map(|option| option.size()).collect();
            sizes.put_in_order();
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
        "the player to move loses normal (misere) play exactly if the Grundy value (misère Grundy number) is 0",
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
        "neither the Grundy value nor the misère Grundy number exceeds the length of the longest play, but for the misère number 1 of a terminal position",
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
        "neither the Grundy value nor the misère Grundy number of a position exceeds the length of the longest play",
        "Gottlieb, Krnc and Muršič 2025, section 2, as printed: terminal positions have the misère Grundy number 1 and no play",
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
            found: "N-position of misère play without such a move".to_string(),
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

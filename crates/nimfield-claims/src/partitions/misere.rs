//! Section 5: the classes of Conway, Gurvich and Ho, and misère play.

use super::classes::{self, OUTSIDE, Positions, Reached};
use super::diagrams::Diagrams;
use super::frames::{LINES, listing, pairs};
use super::games::{EVERY_GAME, POSITIONS, boxes, family, games, pairs_of_boxes, pairs_of_games};
use super::games::{pairs_of_partitions, partitions, partitions_of};
use crate::brute_force;
use crate::cases::is_move;
use crate::claim::{Case, Cases, CheckError, Claim};
use crate::claim::{ONCE, by, example, misprint, other_pair, plain, proved};

pub(crate) const CLAIMS: &[Claim] = &[
    proved(
        "pnim-misere-sums",
        "a sum of partitions all of whose values are 0 or 1 has the misère Grundy number 1 xor their nim sum; any other has their nim sum in both plays: to resolve PNim in misère play is to resolve it in normal play",
        "Gottlieb, Krnc and Muršič 2025, section 1.2 and Theorem 14",
        "sums of two partitions, option by option in the sum",
        by("greater one of the two numbers of columns plus rows", 4..=7),
        |size, budget| {
            let table = Diagrams::new(size, budget)?;
            family(size, budget, pairs_of_partitions, move |text, game, at| {
                let parts = partitions_of(text);
                let values = parts.iter().map(|part| table.of(part));
                let total = values.clone().fold(0, |sum, value| sum ^ value);
                let small = values.max().unwrap_or(0) <= 1;
                game.pair(at) == [total, total ^ u32::from(small)]
            })
        },
    ),
    proved(
        "pnim-proposition-6-pet",
        "1-PNim is pet: its positions are (0,1), (1,0), and (k,k) with k >= 2",
        "Gottlieb, Krnc and Muršič 2025, Proposition 6",
        "non-empty partitions",
        by(LINES, 9..=20),
        |size, budget| {
            pairs(
                size,
                budget,
                "(0,1), (1,0) or (k,k), k >= 2",
                |_, found @ [normal, misere]| {
                    Some(matches!(found, [0, 1] | [1, 0]) || (normal == misere && normal >= 2))
                },
            )
        },
    ),
    proved(
        "pnim-proposition-6-returnable",
        "1-PNim is returnable: every non-terminal option of a (0,1)- or (1,0)-position has an option of the same kind",
        "Gottlieb, Krnc and Muršič 2025, Proposition 6",
        "partitions, option by option",
        by(LINES, 7..=11),
        |size, budget| {
            family(size, budget, partitions, |_, game, at| {
                classes::returnable(game, at)
            })
        },
    ),
    example(
        "pnim-proposition-6-not-forced",
        "[2,2] = <2,2> is a (1,0)-position with the option [2] = <2,1>, a (2,2)-position: 1-PNim and 1-RNim are not forced",
        "Gottlieb, Krnc and Muršič 2025, Proposition 6",
        "the two games",
        ONCE,
        |_, _| {
            let cases = [("pnim[2,2]", "pnim[2]"), ("rnim[2,2]", "rnim[2,1]")];
            Ok(Cases::new(2, move |number| {
                let (from, to) = cases[number as usize];
                match is_move(from, to) {
                    Case::Holds => {}
                    other => return other,
                }
                let found = [brute_force::pair(from), brute_force::pair(to)];
                Case::of(found == [[1, 0], [2, 2]], || {
                    other_pair(from, "(1,0), with the (2,2)-option", found[0])
                })
            }))
        },
    ),
    proved(
        "pnim-proposition-6-rnim",
        "1-RNim is pet and returnable",
        "Gottlieb, Krnc and Muršič 2025, Proposition 6",
        "boxes of 1 to 3 sides, option by option",
        by("greatest side", 3..=9),
        |size, budget| {
            family(size, budget, boxes, |_, game, at| {
                classes::pet(game, at) && classes::returnable(game, at)
            })
        },
    ),
    proved(
        "pnim-terminal-only-zero",
        "only terminal positions of 1-PNim and 1-RNim have the value 0, and none is a (0,0)-position",
        "Gottlieb, Krnc and Muršič 2025, proof of Proposition 6",
        "partitions with so many columns plus rows and boxes of 1 to 3 sides with such a greatest side, option by option",
        by("columns plus rows, greatest side", 4..=9),
        |size, budget| {
            let both = |size| {
                let mut both = partitions(size);
                both.extend(boxes(size));
                both
            };
            family(size, budget, both, |_, game, at| {
                (game.pair(at)[0] == 0) == game.options(at).is_empty() && game.pair(at) != [0, 0]
            })
        },
    ),
    misprint(
        "pnim-sums-are-pet-as-printed",
        "PNim is pet, sums included",
        "Gottlieb, Krnc and Muršič 2025, section 5.2, as printed (\"Recall that PNim is pet\"; Proposition 6 says it of 1-PNim)",
        "sums of two partitions",
        by("greater one of the two numbers of columns plus rows", 4..=6),
        |size, budget| {
            family(size, budget, pairs_of_partitions, |_, game, at| {
                classes::pet(game, at)
            })
        },
    ),
    proved(
        "pnim-corollary-13",
        "PNim is miserable and returnable",
        "Gottlieb, Krnc and Muršič 2025, Corollary 13",
        "sums of two partitions, option by option",
        by("greater one of the two numbers of columns plus rows", 4..=7),
        |size, budget| {
            family(size, budget, pairs_of_partitions, |_, game, at| {
                classes::miserable(game, at) && classes::returnable(game, at)
            })
        },
    ),
    proved(
        "pnim-corollary-13-rnim",
        "RNim is miserable and returnable",
        "Gottlieb, Krnc and Muršič 2025, Corollary 13",
        "sums of two boxes of two sides, option by option",
        by("greatest side", 3..=8),
        |size, budget| {
            family(size, budget, pairs_of_boxes, |_, game, at| {
                classes::miserable(game, at) && classes::returnable(game, at)
            })
        },
    ),
    example(
        "pnim-corollary-13-not-pet",
        "PNim and RNim are not pet: [2]+[2] and <2,1>+<2,1> are (0,0)-positions, as the heaps 2 and 2 of nim are",
        "Gottlieb, Krnc and Muršič 2025, Corollary 13 (\"because Nim is not pet\")",
        "the three positions",
        ONCE,
        |_, _| {
            let positions = ["pnim[2] + pnim[2]", "rnim[2,1] + rnim[2,1]", "nim[2,2]"];
            Ok(Cases::new(3, move |number| {
                let text = positions[number as usize];
                let found = brute_force::pair(text);
                Case::of(found == [0, 0], || other_pair(text, "(0,0)", found))
            }))
        },
    ),
    proved(
        "pnim-row-is-a-box-is-a-heap",
        "a single row [n] of PNim, <n,1,...,1> of RNim and a nim heap of n are equivalent: sums of two of them have the values of nim in both plays",
        "Gottlieb, Krnc and Muršič 2025, proof of Corollary 13",
        "pairs of numbers n; boxes of 2 and of 3 sides; option by option",
        by("greater one of the two numbers", 4..=12),
        |size, budget| {
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
    ),
    proved(
        "pnim-gurvich-ho-theorem-5",
        "a game is pet exactly if it has no (0,0)-position",
        "Gurvich and Ho 2018, Theorem 5, in Gottlieb, Krnc and Muršič 2025, proof of Proposition 6",
        EVERY_GAME,
        by(POSITIONS, 4..=7),
        |size, _| {
            games(size, |game| {
                game.all(classes::pet) == (0..game.len()).all(|at| game.pair(at) != [0, 0])
            })
        },
    ),
    proved(
        "pnim-classes-are-nested",
        "a pet game is returnable and miserable, a miserable game is tame, and a forced game is returnable",
        "Gottlieb, Krnc and Muršič 2025, section 5; Gurvich and Ho 2018, Proposition 1",
        EVERY_GAME,
        by(POSITIONS, 4..=7),
        |size, _| {
            games(size, |game| {
                let implies = |a: bool, b: bool| !a || b;
                let miserable = game.all(classes::miserable);
                let returnable = game.all(classes::returnable);
                implies(game.all(classes::pet), returnable && miserable)
                    && implies(miserable, game.all(classes::tame))
                    && implies(game.all(classes::forced), returnable)
            })
        },
    ),
    proved(
        "pnim-miserable-and-returnable-sums",
        "the sum of two games that are miserable and returnable is miserable and returnable",
        "Gurvich and Ho 2018, Theorem 11 and Proposition 2, in Gottlieb, Krnc and Muršič 2025, proof of Corollary 13",
        "pairs of games with so many positions",
        by(POSITIONS, 3..=4),
        |size, _| {
            fn both(game: &Positions) -> bool {
                game.all(classes::miserable) && game.all(classes::returnable)
            }
            pairs_of_games(size, |one, other| {
                (both(one) && both(other)).then(|| both(&one.sum(other)))
            })
        },
    ),
    misprint(
        "pnim-theorem-14-as-printed",
        "a sum of positions of tame games is a (1,0)-position exactly if it has an odd number of 1-positions and the rest are 0-positions, a (0,1)-position exactly if it has an even number of 1-positions and the rest are 0-positions, otherwise a (k,k)-position",
        "Gottlieb, Krnc and Muršič 2025, Theorem 14, as printed",
        "single positions of nim with two heaps, a tame game",
        by("greater heap", 4..=12),
        |size, budget| {
            let names: fn(u32) -> Vec<String> =
                |size| (0..=size).map(|m| format!("nim[{m},{size}]")).collect();
            family(size, budget, names, |_, game, at| match game.pair(at) {
                [1, misere] => misere == 0,
                [0, misere] => misere == 1,
                [normal, misere] => normal == misere,
            })
        },
    ),
    proved(
        "pnim-theorem-14",
        "a sum of positions of tame games is a (1,0)-position exactly if it has an odd number of (1,0)-positions and the rest are (0,1)-positions, a (0,1)-position exactly if it has an even number of (1,0)-positions and the rest are (0,1)-positions, otherwise a (k,k)-position with k the nim sum of the values",
        "Conway, On Numbers and Games, page 178, in Gottlieb, Krnc and Muršič 2025, Theorem 14, with pairs in place of values",
        "pairs of tame games with so many positions",
        by(POSITIONS, 3..=4),
        |size, _| {
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
    ),
    example(
        "pnim-table-1",
        "<2,2>+<4,3,2>+<1,1> is a (1,0)-position, <1,0,2>+<2,3,4>+<4,4> a (0,1)-position, <1,2,3>+<2,2> a (5,5)-position and <1,2,3>+<3,2> a (0,0)-position, the boxes having the values 1, 1, 1; 0, 1, 1; 4, 1; 4, 4",
        "Gottlieb, Krnc and Muršič 2025, Table 1",
        "the rows of the table, their boxes and their sums by the rules alone",
        ONCE,
        |_, _| {
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
            Ok(Cases::new(4, |number| {
                let (boxes, claimed) = ROWS[number as usize];
                for &(text, value) in boxes {
                    let found = brute_force::pair(text);
                    if found[0] != value {
                        return Case::of(false, || other_pair(text, value, found));
                    }
                }
                let sum: Vec<&str> = boxes.iter().map(|&(text, _)| text).collect();
                let found = brute_force::pair(&sum.join(" + "));
                Case::of(found == claimed, || {
                    other_pair(sum.join(" + "), format!("{claimed:?}"), found)
                })
            }))
        },
    ),
    proved(
        "pnim-figure-1-nim",
        "nim of one heap is pet and forced; nim is miserable and returnable",
        "Gottlieb, Krnc and Muršič 2025, Figure 1",
        "heaps, and nim of up to three heaps, option by option",
        by("greatest heap", 3..=12),
        |size, budget| {
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
    ),
    proved(
        "pnim-figure-1-subtraction",
        "subtraction games are pet",
        "Gottlieb, Krnc and Muršič 2025, Figure 1; Gurvich and Ho 2018",
        "subtraction games with sets of numbers up to the size, heaps up to four times that",
        by("bound of the numbers one may take", 4..=10),
        |size, _| {
            let sets = 1u64.checked_shl(size).unwrap_or(0);
            Ok(Cases::new(sets, move |set| {
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
    ),
    proved(
        "pnim-figure-1-wythoff",
        "Wythoff's game is miserable",
        "Gottlieb, Krnc and Muršič 2025, Figure 1; Gurvich and Ho 2018",
        "positions of Wythoff's game, option by option",
        by("larger heap", 5..=20),
        |size, budget| {
            let names: fn(u32) -> Vec<String> =
                |size| (0..=size).map(|m| format!("wythoff[{m},{size}]")).collect();
            family(size, budget, names, |_, game, at| {
                classes::miserable(game, at)
            })
        },
    ),
    proved(
        "pnim-figure-1-lctr",
        "LCTR and Downright are returnable",
        "Gottlieb, Krnc and Muršič 2025, Figure 1; Gottlieb, Krnc and Muršič 2024 (LCTR)",
        "partitions, option by option",
        by(LINES, 7..=13),
        |size, budget| {
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
    ),
    example(
        "pnim-figure-1-apart",
        "LCTR and Downright are neither tame nor forced, Wythoff's game is neither pet nor forced, 1-PNim and subtraction games are not all forced, and the rook of impartial chess is in none of the five classes",
        "Gottlieb, Krnc and Muršič 2025, Figure 1: what lies outside of a class",
        "partitions with columns plus rows up to 9 and, for the rook, [5^5,1]; Wythoff's game with heaps up to 5, heaps up to 6 of which 1 or 2 may be taken",
        ONCE,
        |_, budget| {
            let all = |game: &str| -> Vec<String> {
                let names = (2..=9).flat_map(partitions);
                names.map(|name| name.replace("pnim", game)).collect()
            };
            let pairs = (0..=5).flat_map(|m| (m..=5).map(move |n| format!("wythoff[{m},{n}]")));
            // The least diagram of a rook that is not returnable has eleven columns plus rows.
            let rook = [all("rook"), vec!["rook[5^5,1]".to_string()]].concat();
            let sets = [
                all("lctr"),
                all("downright"),
                rook,
                pairs.collect(),
                all("pnim"),
            ];
            let mut games = Vec::new();
            for names in &sets {
                let mut reached = Reached::default();
                for name in names {
                    reached.add(name, budget)?;
                }
                games.push(reached.positions);
            }
            let mut heaps = Positions::default();
            for heap in 0..=6usize {
                let taken = [1, 2].into_iter().filter_map(|k| heap.checked_sub(k));
                heaps.push(taken.collect());
            }
            games.push(heaps);
            let names = [
                "LCTR",
                "Downright",
                "the rook",
                "Wythoff's game",
                "1-PNim",
                "take 1 or 2",
            ];
            let outside = OUTSIDE.map(|(game, class, has)| {
                Case::of(!games[game].all(has), || {
                    plain(names[game], format!("not {class}"), "no witness")
                })
            });
            Ok(Cases::each(outside.to_vec(), Case::clone))
        },
    ),
    proved(
        "pnim-welter-on-partitions",
        "Welter's game is a game on partitions: coins on the squares a_1 > ... > a_m are the partition with the parts a_i - (m-i), and sliding a coin down removes a hook; the values agree in both plays",
        "Sato 1970, in Gottlieb, Krnc and Muršič 2025, section 1.1",
        "sets of coins, each game option by option",
        by("highest square", 5..=10),
        |size, budget| {
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
            Ok(Cases::new(sets, move |number| {
                let (texts, pairs) = &found[number as usize];
                Case::of(pairs[0] == pairs[1], || {
                    other_pair(
                        texts[0].clone(),
                        format!("{:?} as {}", pairs[1], texts[1]),
                        pairs[0],
                    )
                })
            }))
        },
    ),
];

/// A row of Table 1: boxes with their values, and the pair of their sum.
type Row = (&'static [(&'static str, u32)], [u32; 2]);

//! Claims of section 5: the classes of Conway, Gurvich and Ho, and misère play.

use super::classes::{self, Class, Positions, reached};
use super::diagrams::Diagrams;
use super::frames::{by_lines, listing};
use super::games::{EVERY_GAME, boxes, by_positions, pairs_of_boxes};
use super::games::{pairs_of_partitions, partitions, sums_of_partitions};
use crate::brute_force;
use crate::cases::{each_of, is_move, too_large};
use crate::claim::Status::{Example, Misprint, Proved};
use crate::claim::{Case, Cases, CheckError, Claim, ONCE, by};

pub(crate) const CLAIMS: &[Claim] = &[
    Proved.claim(
        "pnim-misere-sums",
        "a sum of partitions all of whose values are 0 or 1 has the misère Grundy number 1 xor their nim sum; any other has their nim sum in both plays: to resolve PNim in misère play is to resolve it in normal play",
        "Gottlieb, Krnc and Muršič 2025, section 1.2 and Theorem 14",
        "sums of two partitions, option by option in the sum",
        &by("greater one of the two numbers of columns plus rows", 4..=7).cases(|size, budget| {
            too_large(size, 24)?;
            let table = Diagrams::new(size, budget)?;
            let (words, sums): (Vec<_>, Vec<_>) = sums_of_partitions(size).unzip();
            let (game, places) = reached(&sums, budget)?;
            let cases = words.into_iter().zip(sums).zip(places).collect();
            Ok(Cases::each(cases, move |((words, sum), at)| {
                let [g, h] = words.map(|word| table.at(word)[0]);
                let holds = game.pair(*at) == [g ^ h, g ^ h ^ u32::from(g.max(h) <= 1)];
                Case::pair(holds, sum, "the property stated", game.pair(*at))
            }))
        }),
    ),
    Proved.claim(
        "pnim-proposition-6-pet",
        "1-PNim is pet: its positions are (0,1), (1,0), and (k,k) with k >= 2",
        "Gottlieb, Krnc and Muršič 2025, Proposition 6",
        "non-empty partitions",
        &by_lines(9..=20).pairs(
            "(0,1), (1,0) or (k,k), k >= 2",
            |_, found @ [normal, misere]| {
                Some(matches!(found, [0, 1] | [1, 0]) || (normal == misere && normal >= 2))
            },
        ),
    ),
    Proved.claim(
        "pnim-proposition-6-returnable",
        "1-PNim is returnable: every non-terminal option of a (0,1)- or (1,0)-position has an option of the same kind",
        "Gottlieb, Krnc and Muršič 2025, Proposition 6",
        "partitions, option by option",
        &by_lines(7..=11).family(partitions, |_, game, at| classes::returnable(game, at)),
    ),
    Example.claim(
        "pnim-proposition-6-not-forced",
        "[2,2] = <2,2> is a (1,0)-position with the option [2] = <2,1>, a (2,2)-position: 1-PNim and 1-RNim are not forced",
        "Gottlieb, Krnc and Muršič 2025, Proposition 6",
        "the two games",
        &each_of(
            &[("pnim[2,2]", "pnim[2]"), ("rnim[2,2]", "rnim[2,1]")],
            |&(from, to)| {
                if let fails @ Case::Fails(_) = is_move(from, to)? {
                    return Ok(fails);
                }
                let found = [brute_force::pair(from)?, brute_force::pair(to)?];
                let holds = found == [[1, 0], [2, 2]];
                let claimed = "(1,0), with the (2,2)-option";
                Ok::<_, CheckError>(Case::pair(holds, from, claimed, found[0]))
            },
        ),
    ),
    Proved.claim(
        "pnim-proposition-6-rnim",
        "1-RNim is pet and returnable",
        "Gottlieb, Krnc and Muršič 2025, Proposition 6",
        "boxes of 1 to 3 sides, option by option",
        &by("greatest side", 3..=9).family(boxes, |_, game, at| {
            classes::pet(game, at) && classes::returnable(game, at)
        }),
    ),
    Proved.claim(
        "pnim-terminal-only-zero",
        "only terminal positions of 1-PNim and 1-RNim have the value 0, and none is a (0,0)-position",
        "Gottlieb, Krnc and Muršič 2025, proof of Proposition 6",
        "partitions with this number of columns plus rows, and boxes of 1 to 3 sides with this greatest side, option by option",
        &by("columns plus rows, greatest side", 4..=9).family(
            |size| [partitions(size), boxes(size)].concat(),
            |_, game, at| {
                (game.pair(at)[0] == 0) == game.options(at).is_empty() && game.pair(at) != [0, 0]
            },
        ),
    ),
    Misprint.claim(
        "pnim-sums-are-pet-as-printed",
        "PNim is pet, sums included",
        "Gottlieb, Krnc and Muršič 2025, section 5.2, as printed (\"Recall that PNim is pet\"; Proposition 6 says it of 1-PNim)",
        "sums of two partitions",
        &by("greater one of the two numbers of columns plus rows", 4..=6)
            .family(pairs_of_partitions, |_, game, at| classes::pet(game, at)),
    ),
    Proved.claim(
        "pnim-corollary-13",
        "PNim is miserable and returnable",
        "Gottlieb, Krnc and Muršič 2025, Corollary 13",
        "sums of two partitions, option by option",
        &by("greater one of the two numbers of columns plus rows", 4..=7)
            .family(pairs_of_partitions, |_, game, at| {
                classes::miserable(game, at) && classes::returnable(game, at)
            }),
    ),
    Proved.claim(
        "pnim-corollary-13-rnim",
        "RNim is miserable and returnable",
        "Gottlieb, Krnc and Muršič 2025, Corollary 13",
        "sums of two boxes of two sides, option by option",
        &by("greatest side", 3..=8).family(pairs_of_boxes, |_, game, at| {
            classes::miserable(game, at) && classes::returnable(game, at)
        }),
    ),
    Example.claim(
        "pnim-corollary-13-not-pet",
        "PNim and RNim are not pet: [2]+[2] and <2,1>+<2,1> are (0,0)-positions, as the heaps 2 and 2 of nim are",
        "Gottlieb, Krnc and Muršič 2025, Corollary 13 (\"because Nim is not pet\")",
        "the three positions",
        &each_of(
            &["pnim[2] + pnim[2]", "rnim[2,1] + rnim[2,1]", "nim[2,2]"],
            |text| {
                let found = brute_force::pair(text)?;
                Ok::<_, CheckError>(Case::pair(found == [0, 0], text, "(0,0)", found))
            },
        ),
    ),
    Proved.claim(
        "pnim-row-is-a-box-is-a-heap",
        "a single row [n] of PNim, <n,1,...,1> of RNim and a nim heap of n are equivalent: sums of two of them have the values of nim in both plays",
        "Gottlieb, Krnc and Muršič 2025, proof of Corollary 13",
        "pairs of numbers n; boxes of 2 and of 3 sides; option by option",
        &by("greater one of the two numbers", 4..=12).family(
            |size| {
                let forms = |n: u32| {
                    [
                        format!("pnim[{n}]"),
                        format!("rnim[{n},1]"),
                        format!("rnim[{n},1,1]"),
                    ]
                };
                let sums = (0..=size).flat_map(|m| {
                    let all = forms(m).into_iter();
                    all.flat_map(move |one| forms(size).map(|other| format!("{one} + {other}")))
                });
                sums.collect()
            },
            |text, game, at| {
                let number = |part: &str| {
                    let digits = part.split(['[', ',', ']']).nth(1);
                    let digits = digits.expect("a form as above");
                    digits.parse::<u32>().expect("the size of a form")
                };
                let (one, other) = text.split_once('+').expect("a sum of two");
                let (m, n) = (number(one), number(other));
                game.pair(at) == [m ^ n, m ^ n ^ u32::from(m.max(n) <= 1)]
            },
        ),
    ),
    Proved.claim(
        "pnim-gurvich-ho-theorem-5",
        "a game is pet exactly if it has no (0,0)-position",
        "Gurvich and Ho 2018, Theorem 5, in Gottlieb, Krnc and Muršič 2025, proof of Proposition 6",
        EVERY_GAME,
        &by_positions(4..=6).games(|game| {
            game.all(classes::pet) == (0..game.len()).all(|at| game.pair(at) != [0, 0])
        }),
    ),
    Proved.claim(
        "pnim-classes-are-nested",
        "a pet game is returnable and miserable, a miserable game is tame, and a forced game is returnable",
        "Gottlieb, Krnc and Muršič 2025, section 5; Gurvich and Ho 2018, Proposition 1",
        EVERY_GAME,
        &by_positions(4..=6).games(|game| {
            let implies = |a: bool, b: bool| !a || b;
            let miserable = game.all(classes::miserable);
            let returnable = game.all(classes::returnable);
            implies(game.all(classes::pet), returnable && miserable)
                && implies(miserable, game.all(classes::tame))
                && implies(game.all(classes::forced), returnable)
        }),
    ),
    Proved.claim(
        "pnim-miserable-and-returnable-sums",
        "the sum of two games that are miserable and returnable is miserable and returnable",
        "Gurvich and Ho 2018, Theorem 11 and Proposition 2, in Gottlieb, Krnc and Muršič 2025, proof of Corollary 13",
        "pairs of games with this number of positions",
        &by_positions(3..=4).pairs_of_games(|one, other| {
            fn both(game: &Positions) -> bool {
                game.all(classes::miserable) && game.all(classes::returnable)
            }
            (both(one) && both(other)).then(|| both(&one.sum(other)))
        }),
    ),
    Misprint.claim(
        "pnim-theorem-14-as-printed",
        "a sum of positions of tame games is a (1,0)-position exactly if it has an odd number of 1-positions and the rest are 0-positions, a (0,1)-position exactly if it has an even number of 1-positions and the rest are 0-positions, otherwise a (k,k)-position",
        "Gottlieb, Krnc and Muršič 2025, Theorem 14, as printed",
        "single positions of nim with two heaps, a tame game",
        &by("greater heap", 4..=12).family(
            |size| (0..=size).map(|m| format!("nim[{m},{size}]")).collect(),
            |_, game, at| match game.pair(at) {
                [1, misere] => misere == 0,
                [0, misere] => misere == 1,
                [normal, misere] => normal == misere,
            },
        ),
    ),
    Proved.claim(
        "pnim-theorem-14",
        "a sum of positions of tame games is a (1,0)-position exactly if it has an odd number of (1,0)-positions and the rest are (0,1)-positions, a (0,1)-position exactly if it has an even number of (1,0)-positions and the rest are (0,1)-positions, otherwise a (k,k)-position with k the nim sum of the values",
        "Conway, On Numbers and Games, page 178, in Gottlieb, Krnc and Muršič 2025, Theorem 14, with pairs in place of values",
        "pairs of tame games with this number of positions",
        &by_positions(3..=4).pairs_of_games(|one, other| {
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
        }),
    ),
    Example.claim(
        "pnim-table-1",
        "<2,2>+<4,3,2>+<1,1> is a (1,0)-position, <1,0,2>+<2,3,4>+<4,4> a (0,1)-position, <1,2,3>+<2,2> a (5,5)-position and <1,2,3>+<3,2> a (0,0)-position, the boxes having the values 1, 1, 1; 0, 1, 1; 4, 1; 4, 4",
        "Gottlieb, Krnc and Muršič 2025, Table 1",
        "the rows of the table, their boxes and their sums by the rules alone",
        &each_of(&ROWS, |&(boxes, claimed)| {
            for &(text, value) in boxes {
                let found = brute_force::pair(text)?;
                if found[0] != value {
                    return Ok(Case::pair(false, text, value, found));
                }
            }
            let sum: Vec<&str> = boxes.iter().map(|&(text, _)| text).collect();
            let sum = sum.join(" + ");
            let (found, words) = (brute_force::pair(&sum)?, format_args!("{claimed:?}"));
            Ok::<_, CheckError>(Case::pair(found == claimed, sum, words, found))
        }),
    ),
    Proved.claim(
        "pnim-figure-1-nim",
        "nim of one heap is pet and forced; nim is miserable and returnable",
        "Gottlieb, Krnc and Muršič 2025, Figure 1",
        "heaps, and nim of up to three heaps, option by option",
        &by("greatest heap", 3..=12).family(
            |size| {
                let pairs = (0..=size).flat_map(|a| (0..=a).map(move |b| (a, b)));
                let sums = pairs.map(|(a, b)| format!("nim[{b},{a},{size}]"));
                [format!("nim[{size}]")].into_iter().chain(sums).collect()
            },
            |text, game, at| match text.contains(',') {
                false => classes::pet(game, at) && classes::forced(game, at),
                true => classes::miserable(game, at) && classes::returnable(game, at),
            },
        ),
    ),
    Proved.claim(
        "pnim-figure-1-subtraction",
        "subtraction games are pet",
        "Gottlieb, Krnc and Muršič 2025, Figure 1; Gurvich and Ho 2018",
        "subtraction games with sets of numbers up to the size, heaps up to four times that",
        &by("bound of the numbers one may take", 4..=10).cases(|size, _| {
            too_large(size, 63)?;
            Ok(Cases::new(1 << size, move |set| {
                let sizes = (1..=size as usize).filter(|k| set >> (k - 1) & 1 == 1);
                let heaps = heaps(4 * size as usize, &sizes.collect::<Vec<_>>());
                let case = format_args!("subtraction set with bits {set:b}");
                Case::plain(heaps.all(classes::pet), case, "pet", "not pet")
            }))
        }),
    ),
    Proved.claim(
        "pnim-figure-1-wythoff",
        "Wythoff's game is miserable",
        "Gottlieb, Krnc and Muršič 2025, Figure 1; Gurvich and Ho 2018",
        "positions of Wythoff's game, option by option",
        &by("larger heap", 5..=20).family(
            |size| (0..=size).map(|m| format!("wythoff[{m},{size}]")).collect(),
            |_, game, at| classes::miserable(game, at),
        ),
    ),
    Proved.claim(
        "pnim-figure-1-lctr",
        "LCTR and Downright are returnable",
        "Gottlieb, Krnc and Muršič 2025, Figure 1; Gottlieb, Krnc and Muršič 2024 (LCTR)",
        "partitions, option by option",
        &by_lines(7..=13).family(
            |size| {
                let names = partitions(size).into_iter().filter(|name| name != "pnim[]");
                let games =
                    |name: String| ["lctr", "downright"].map(|game| name.replace("pnim", game));
                names.flat_map(games).collect()
            },
            |_, game, at| classes::returnable(game, at),
        ),
    ),
    Example.claim(
        "pnim-figure-1-apart",
        "LCTR and Downright are neither tame nor forced, Wythoff's game is neither pet nor forced, 1-PNim and subtraction games are not all forced, and the rook of impartial chess is in none of the five classes",
        "Gottlieb, Krnc and Muršič 2025, Figure 1: what lies outside of a class",
        "partitions with columns plus rows up to 9 and, for the rook, [5^5,1]; Wythoff's game with heaps up to 5, heaps up to 6 of which 1 or 2 may be taken",
        &ONCE.cases(|_, budget| {
            let all = |game: &str| -> Vec<String> {
                let names = (2..=9).flat_map(partitions);
                names.map(|name| name.replace("pnim", game)).collect()
            };
            let pairs = (0..=5).flat_map(|m| (m..=5).map(move |n| format!("wythoff[{m},{n}]")));
            // The least diagram of the rook game that is not returnable has eleven columns plus rows.
            let rook = [all("rook"), vec!["rook[5^5,1]".to_string()]].concat();
            let [pet, tame]: [(&str, Class); 2] = [("pet", classes::pet), ("tame", classes::tame)];
            let forced: (&str, Class) = ("forced", classes::forced);
            let miserable: (&str, Class) = ("miserable", classes::miserable);
            let returnable: (&str, Class) = ("returnable", classes::returnable);
            let set = |names: Vec<String>| Ok::<_, CheckError>(reached(&names, budget)?.0);
            let games = [
                ("LCTR", set(all("lctr"))?, vec![tame, forced]),
                ("Downright", set(all("downright"))?, vec![tame, forced]),
                (
                    "the rook",
                    set(rook)?,
                    vec![pet, tame, miserable, returnable, forced],
                ),
                ("Wythoff's game", set(pairs.collect())?, vec![pet, forced]),
                ("1-PNim", set(all("pnim"))?, vec![forced]),
                ("take 1 or 2", heaps(6, &[1, 2]), vec![forced]),
            ];
            let cases = games.into_iter().flat_map(|(name, game, outside)| {
                outside.into_iter().map(move |(class, has)| {
                    let claimed = format_args!("not {class}");
                    Case::plain(!game.all(has), name, claimed, "no witness")
                })
            });
            Ok(Cases::each(cases.collect(), Case::clone))
        }),
    ),
    Proved.claim(
        "pnim-welter-on-partitions",
        "Welter's game is a game on partitions: coins on the squares a_1 > ... > a_m are the partition with the parts a_i - (m-i), and sliding a coin down removes a hook; the values agree in both plays",
        "Sato 1970, in Gottlieb, Krnc and Muršič 2025, section 1.1",
        "sets of coins, each game option by option",
        &by("highest square", 5..=10).cases(|size, budget| {
            too_large(size, 63)?;
            let (mut welter, mut sato) = (Vec::new(), Vec::new());
            for set in 0..1u64 << size {
                let coins = (0..=size).filter(|&a| a == size || set >> a & 1 == 1);
                let parts: Vec<u32> = (0..)
                    .zip(coins.clone())
                    .map(|(below, a)| a - below)
                    .collect();
                let parts = parts.into_iter().filter(|&part| part > 0).rev();
                welter.push(format!("welter[{}]", listing(coins)));
                sato.push(format!("sato[{}]", listing(parts)));
            }
            let (game, places) = reached(&[&welter[..], &sato].concat(), budget)?;
            Ok(Cases::new(1 << size, move |number| {
                let (at, sets) = (number as usize, welter.len());
                let [found, claimed] = [at, sets + at].map(|at| game.pair(places[at]));
                let words = format_args!("{claimed:?} as {}", sato[at]);
                Case::pair(found == claimed, &welter[at], words, found)
            }))
        }),
    ),
];

/// Returns the heaps up to a bound, where a move takes one of these numbers.
fn heaps(most: usize, taken: &[usize]) -> Positions {
    let options = |heap: usize| taken.iter().filter_map(|&k| heap.checked_sub(k)).collect();
    Positions::new((0..=most).map(options).collect())
}

/// Table 1.
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

/// A row of Table 1: boxes with their values, and the pair of their sum.
type Row = (&'static [(&'static str, u32)], [u32; 2]);

//! Sections 1 and 2: PNim of one partition, its values and its longest plays.

use super::diagrams::{Diagrams, places};
use super::frames::{by_lines, in_theorem_2, options, pnim, size_of};
use super::games::{by_positions, longest_plays};
use crate::brute_force::wins_by;
use crate::cases::is_play;
use crate::claim::Status::{Example, Misprint, Proved};
use crate::claim::{
    BySize, Case, Cases, Claim, Counterexample, Frame, Sizes, by, once, other_outcome,
};
use nimfield_core::mex::mex;
use nimfield_core::words::{Outcome, Play};
use nimfield_games::partitions::{Partition, Run};

pub(crate) const CLAIMS: &[Claim] = &[
    Proved.claim(
        "pnim-theorem-1",
        "the rectangle [c^r] has the value ((r-1) xor (c-1)) + 1",
        "Gottlieb, Krnc and Muršič 2025, Theorem 1",
        "rectangles, their values from those of all diagrams",
        &by_lines(9..=20).valued(|diagram| {
            let (r, c) = diagram.as_rectangle()?;
            Some(((r - 1) ^ (c - 1)) + 1)
        }),
    ),
    Proved.claim(
        "pnim-proposition-1",
        "a non-empty partition of r parts, the largest one c, has a value of at most c+r-1, in misère play as well",
        "Gottlieb, Krnc and Muršič 2025, Proposition 1, and section 2 for misère play: both values are bounded by the longest play",
        "non-empty partitions",
        &by_lines(9..=20).pairs(
            "at most columns plus rows minus 1",
            |diagram, [normal, misere]| Some(normal.max(misere) < size_of(diagram)),
        ),
    ),
    Proved.claim(
        "pnim-proposition-1-tight",
        "the bound c+r-1 is tight: for all c and r some partition with c columns and r rows has this value",
        "Gottlieb, Krnc and Muršič 2025, abstract and section 1.2 (\"tight upper bound\")",
        "all pairs of c and r",
        &by_lines(9..=18).cases(|size, budget| {
            let table = Diagrams::new(size, budget)?;
            let (words, word) = places(size);
            let mut attained = vec![false; size as usize + 1];
            for word in (0..words).map(word) {
                if table.at(word)[0] == size.saturating_sub(1) {
                    attained[Partition::from_word(word).rows() as usize] = true;
                }
            }
            Ok(Cases::new(size.saturating_sub(1).into(), move |number| {
                let rows = number as usize + 1;
                let some = format_args!("partitions with {rows} rows and columns plus rows {size}");
                Case::plain(attained[rows], some, "some partition is heavy", "none is")
            }))
        }),
    ),
    Proved.claim(
        "pnim-theorem-2",
        "the value is 1 exactly for [1] and for the partitions between [r,r,r-1,r-2,...,2] and [r^r] in Young's order, r >= 2",
        "Gottlieb, Krnc and Muršič 2025, Theorem 2",
        "non-empty partitions",
        &by_lines(9..=20).pairs("1 exactly for these partitions", |diagram, [normal, _]| {
            Some((normal == 1) == in_theorem_2(diagram))
        }),
    ),
    Proved.claim(
        "pnim-theorem-2-moves",
        "every partition other than [] and those of Theorem 2 has a move to one of Theorem 2, and none of Theorem 2 has",
        "Gottlieb, Krnc and Muršič 2025, proof of Theorem 2, (i) and (ii)",
        "non-empty partitions, option by option",
        &by_lines(8..=13).all(
            "a move to Theorem 2 exactly if not itself there",
            |diagram| {
                let some = options(diagram).any(|option| in_theorem_2(&option));
                some != in_theorem_2(diagram)
            },
        ),
    ),
    Proved.claim(
        "pnim-theorem-2-winning-move",
        "let c >= r, and the partition neither empty nor one of Theorem 2. With i the least index above 1 for which part i is less than c-i+2 (parts past the last are 0), the move that removes the first c-i+1 columns leads to a partition of Theorem 2",
        "Gottlieb, Krnc and Muršič 2025, proof of Theorem 2, (i), which is also how to play misère 1-PNim (section 5.2); with part 1 > part 2 the index is 2",
        "non-empty partitions with c >= r",
        &by_lines(9..=18).listed(|diagram| {
            let c = diagram.columns();
            if c < diagram.rows() || in_theorem_2(diagram) {
                return Case::Outside;
            }
            let short = |i: &u64| diagram.part(i - 1) + i < c + 2;
            let rest = (2..=c).find(short).map(|i| diagram.beyond(0, c + 1 - i));
            let holds = rest.as_ref().is_some_and(in_theorem_2);
            let (claimed, found) = ("a move to value 1 by columns", format_args!("{rest:?}"));
            Case::plain(holds, pnim(diagram), claimed, found)
        }),
    ),
    Proved.claim(
        "pnim-theorem-2-shape",
        "the partitions of Theorem 2 have as many rows as columns, their conjugates are among them, and those with c = r are the ones whose part i is at least c-i+2 for i from 2 to c",
        "Gottlieb, Krnc and Muršič 2025, proof of Theorem 2",
        "non-empty partitions",
        &by_lines(9..=18).all("the three statements", |diagram| {
            let (c, r) = (diagram.columns(), diagram.rows());
            let among = in_theorem_2(diagram);
            let long = (2..=c).all(|i| diagram.part(i - 1) + i >= c + 2);
            (!among || c == r)
                && among == in_theorem_2(&diagram.conjugate())
                && among == (c >= r && long)
        }),
    ),
    Proved.claim(
        "pnim-misere-losing",
        "a partition is a P-position of misère 1-PNim exactly if its value in normal play is 1",
        "Gottlieb, Krnc and Muršič 2025, sections 3 and 5.2",
        "non-empty partitions",
        &by_lines(9..=20).pairs(
            "value 1 exactly if P in misère play",
            |_, [normal, misere]| Some((normal == 1) == (misere == 0)),
        ),
    ),
    Misprint.claim(
        "pnim-misere-target-as-printed",
        "a player who can win misère 1-PNim can move into the set of the partitions between [r,r,r-1,...,2] and [r^r], r >= 2",
        "Gottlieb, Krnc and Muršič 2025, section 5.2, as printed",
        "partitions that are not P-positions of misère play, option by option",
        &by_lines(8..=12).misere_target(false),
    ),
    Proved.claim(
        "pnim-misere-target",
        "a player who can win misère 1-PNim, from a non-empty partition, can move to [1] or between [r,r,r-1,...,2] and [r^r], r >= 2",
        "Gottlieb, Krnc and Muršič 2025, section 5.2, with [1] added",
        "partitions that are not P-positions of misère play, option by option",
        &by_lines(8..=13).misere_target(true),
    ),
    Misprint.claim(
        "pnim-mex-as-printed",
        "the values of the options of a position form a finite set of integers that are at most 0, as the definition of mex asks",
        "Gottlieb, Krnc and Muršič 2025, section 2, as printed",
        "partitions in 1-PNim, option by option",
        &by_lines(8..=11).mex_claim(false),
    ),
    Proved.claim(
        "pnim-mex",
        "the value of a partition is the least non-negative integer that is not the value of an option, in misère play with the value 1 for []",
        "Gottlieb, Krnc and Muršič 2025, section 2 and the definition of 1-PNim, with mex on sets of non-negative integers",
        "partitions in 1-PNim, option by option",
        &by_lines(8..=13).mex_claim(true),
    ),
    Misprint.claim(
        "pnim-rank-as-printed",
        "Dyson's rank of a partition, its largest part minus the number of its parts, is |l1-r|",
        "Gottlieb, Krnc and Muršič 2025, section 2, as printed",
        "non-empty partitions",
        &by_lines(8..=18).listed(|diagram| {
            let rank = i128::from(diagram.columns()) - i128::from(diagram.rows());
            let holds = rank == i128::from(diagram.columns().abs_diff(diagram.rows()));
            let (claimed, found) = (
                "a rank of at least 0",
                format_args!("Dyson's rank is {rank}"),
            );
            Case::plain(holds, pnim(diagram), claimed, found)
        }),
    ),
    Proved.claim(
        "pnim-rank",
        "|l1-r| is the absolute value of Dyson's rank, and that of the conjugate partition as well",
        "Gottlieb, Krnc and Muršič 2025, section 2, in the sense in which the paper uses it",
        "non-empty partitions",
        &by_lines(8..=18).all("|l1-r| twice, but for the sign", |diagram| {
            let rank = |diagram: &Partition| {
                (diagram.part(0) as i128 - diagram.parts().count() as i128).abs()
            };
            let claimed = i128::from(diagram.columns().abs_diff(diagram.rows()));
            rank(diagram) == claimed && rank(&diagram.conjugate()) == claimed
        }),
    ),
    Proved.claim(
        "pnim-single-part",
        "PNim on partitions of single parts is nim: the options of [n] are [0] to [n-1], its value is n, and in misère play that of the heap",
        "Gottlieb, Krnc and Muršič 2025, section 1.2",
        "partitions [n]",
        &by("n", 7..=19).single(|size, budget| {
            let diagram = Partition::new([size.into()]);
            let mut sizes: Vec<u128> = options(&diagram).map(|option| option.size()).collect();
            sizes.sort_unstable();
            sizes.dedup();
            let table = Diagrams::new(size + 1, budget)?;
            let heap = if size < 2 { 1 - size } else { size };
            let all = sizes.iter().copied().eq(0..size.into());
            let holds = all && table.pair(&diagram) == [size, heap];
            Ok(table.holds(holds, &diagram, "the nim heap"))
        }),
    ),
    Example.claim(
        "pnim-example-notation",
        "[3,3,2,2,2] = [5^0,3^2,2^3] = [3^2,2^3]",
        "Gottlieb, Krnc and Muršič 2025, section 2",
        "the one example",
        &once(|_| {
            let run = |part, count| Run { part, count };
            let listed = Partition::new([3, 3, 2, 2, 2]);
            let with_zero = Partition::from_runs([run(5, 0), run(3, 2), run(2, 3)]);
            let without = Partition::from_runs([run(3, 2), run(2, 3)]);
            let holds = with_zero.as_ref() == Some(&listed) && without.as_ref() == Some(&listed);
            Ok(Case::plain(holds, "the three forms", "equal", "different"))
        }),
    ),
    Example.claim(
        "pnim-example-play",
        "[4,2,1]+[3,3] -> [4]+[3,3] -> [4]+[3] -> [3]+[3] -> [3] -> [ ] is a play of PNim; its first move removes the last two rows of [4,2,1]",
        "Gottlieb, Krnc and Muršič 2025, section 3, example, and section 1.2",
        "the moves of the play",
        &is_play(&[
            "pnim[4,2,1] + pnim[3,3]",
            "pnim[4] + pnim[3,3]",
            "pnim[4] + pnim[3]",
            "pnim[3] + pnim[3]",
            "pnim[3] + pnim[]",
            "pnim[] + pnim[]",
        ]),
    ),
    Proved.claim(
        "pnim-empty-subsequence",
        "every non-empty partition has the option [ ]: the proper subsequence of rows that a move keeps may be empty",
        "Gottlieb, Krnc and Muršič 2025, definition of 1-PNim, made explicit; used in the proofs of Proposition 6 and Theorem 1",
        "non-empty partitions, option by option",
        &by_lines(8..=13).all("an option [ ]", |diagram| {
            options(diagram).any(|option| option.is_empty())
        }),
    ),
    Proved.claim(
        "pnim-outcomes",
        "the player to move loses normal (misere) play exactly if the Grundy value (misère Grundy number) is 0",
        "Gottlieb, Krnc and Muršič 2025, section 2",
        "all impartial games with this number of positions; the outcomes by recursion on who wins",
        &by_positions(4..=6).games(|game| {
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
        }),
    ),
    Proved.claim(
        "pnim-longest-play-bounds",
        "neither the Grundy value nor the misère Grundy number exceeds the length of the longest play, but for the misère number 1 of a terminal position",
        "Gottlieb, Krnc and Muršič 2025, section 2 (\"a natural upper bound\"; the exception is not mentioned)",
        "all games with this number of positions",
        &by_positions(4..=6).games(|game| {
            let mut longest = longest_plays(game).into_iter().enumerate();
            longest.all(|(at, longest)| {
                let [normal, misere] = game.pair(at);
                normal as usize <= longest && (misere as usize <= longest || longest == 0)
            })
        }),
    ),
    Misprint.claim(
        "pnim-longest-play-bounds-as-printed",
        "neither the Grundy value nor the misère Grundy number of a position exceeds the length of the longest play",
        "Gottlieb, Krnc and Muršič 2025, section 2, as printed: terminal positions have the misère Grundy number 1 and no play",
        "partitions [n]",
        &by("n", 4..=8).single(|size, budget| {
            let diagram = Partition::new([size.into()]);
            let table = Diagrams::new(size + 1, budget)?;
            let holds = table.pair(&diagram).iter().all(|&value| value <= size);
            Ok(table.holds(holds, &diagram, format_args!("at most {size}")))
        }),
    ),
];

impl Sizes {
    const fn misere_target(self, with_one: bool) -> BySize<impl Frame> {
        self.diagrams(move |table, diagram| {
            if table.pair(diagram)[1] == 0 {
                return None;
            }
            let target = |option: &Partition| {
                in_theorem_2(option)
                    && (with_one || option.size() > 1)
                    && table.pair(option)[1] == 0
            };
            let some = options(diagram).any(|option| target(&option));
            let claimed = "a move into the set";
            Some(Case::of(some, || Counterexample {
                found: "N-position of misère play without such a move".to_string(),
                ..other_outcome(pnim(diagram), Play::Misere, claimed, Outcome::N)
            }))
        })
    }

    const fn mex_claim(self, proper: bool) -> BySize<impl Frame> {
        self.diagrams(move |table, diagram| {
            let found = table.pair(diagram);
            let pairs: Vec<[u32; 2]> = options(diagram).map(|option| table.pair(&option)).collect();
            let mex = |play: usize| mex(pairs.iter().map(|pair| pair[play]));
            let (holds, claimed) = match proper {
                true => ([0, 1].map(mex) == found.map(u64::from), "the mex"),
                false => (
                    pairs.iter().all(|pair| pair[0] == 0),
                    "options with values of at most 0 only",
                ),
            };
            table.holds(holds, diagram, claimed)
        })
    }
}

//! Every theorem, lemma, remark and example on impartial play of T. S. Ferguson, "Another form of matrix nim",
//! Electronic Journal of Combinatorics 8 (2001) R9, and of its preprint, by brute force and by the crate; also their
//! misprints: the printed statement fails, and the intended one holds.

use crate::asked::valued;
use crate::brute;
use crate::brute::{INF, Part, Twin, boxes, p_positions, two};
use nimfield::words::ReasonKind;
use nimfield::{Analyzer, Budget, Grundy, Outcome, Play, Query, read};
use nimfield_games::matrix::{Entry, Grid, Matrix, normal_form, two_by_two};

fn value(part: Part) -> u32 {
    Twin::default().values(&[part])[0]
}

/// The outcomes of all 2x2 matrices with entries below `side`, by brute force.
struct Squares {
    side: usize,
    lost: Vec<bool>,
}

impl Squares {
    fn below(side: usize) -> Squares {
        Squares {
            side,
            lost: p_positions(2, 2, side, false),
        }
    }

    fn is_p(&self, [[a, b], [c, d]]: [[usize; 2]; 2]) -> bool {
        self.lost[a + self.side * (b + self.side * (c + self.side * d))]
    }
}

/// All matrices that a move leads to.
fn followers([[a, b], [c, d]]: [[usize; 2]; 2]) -> Vec<[[usize; 2]; 2]> {
    let rows = (1..=a.min(b)).map(|k| [[a - k, b - k], [c, d]]);
    let rows = rows.chain((1..=c.min(d)).map(|k| [[a, b], [c - k, d - k]]));
    let columns = (1..=a.min(c)).map(|k| [[a - k, b], [c - k, d]]);
    let columns = columns.chain((1..=b.min(d)).map(|k| [[a, b - k], [c, d - k]]));
    rows.chain(columns).collect()
}

/// Type (4) of Theorem 3, for some rotation.
fn is_type_4([[a, b], [c, d]]: [[usize; 2]; 2]) -> bool {
    (b == c && a >= b && d >= b) || (a == d && b >= a && c >= a)
}

/// Type (5) of Theorem 3, for some rotation; `below` is the comparison of its last condition.
fn is_type_5([[a, b], [c, d]]: [[usize; 2]; 2], below: impl Fn(usize, usize) -> bool) -> bool {
    let holds = |a: usize, b: usize, d: usize| a < b && b < d && below(a % (d - a), d - b);
    (b == c && holds(a.min(d), b, a.max(d))) || (a == d && holds(b.min(c), a, b.max(c)))
}

fn strictly(x: usize, y: usize) -> bool {
    x < y
}

// The rules.

#[test]
fn terminal_positions_have_a_zero_in_every_row_and_column() {
    for cells in boxes(6, 2) {
        let line = |at: &[usize]| at.iter().any(|&at| cells[at] == 0);
        let lines = [&[0, 1, 2][..], &[3, 4, 5], &[0, 3], &[1, 4], &[2, 5]];
        let ended = lines.into_iter().all(line);
        let part = Part::Matrix(3, cells.clone());
        assert_eq!(part.moves().is_empty(), ended, "{cells:?}");
        let blocks = normal_form(&Grid::from_cells(
            3,
            cells.iter().map(|&cell| Entry::Finite(cell.into())),
        ));
        assert_eq!(blocks.is_empty(), ended);
    }
}

#[test]
fn one_by_two_is_wythoffs_game() {
    let mut twin = Twin::default();
    for a in 0..=12 {
        for b in 0..=12 {
            let matrix = twin.values(&[Part::Matrix(2, vec![a, b])]);
            assert_eq!(matrix, twin.values(&[Part::Wythoff(a, b)]), "({a}, {b})");
        }
    }
}

#[test]
fn permuted_and_transposed_games_are_the_same() {
    let mut twin = Twin::default();
    for cells in boxes(6, 2) {
        let [a, b, c, d, e, f] = cells[..] else {
            unreachable!()
        };
        let values = twin.values(&[Part::Matrix(3, cells.clone())]);
        for other in [
            Part::Matrix(3, vec![d, e, f, a, b, c]),
            Part::Matrix(3, vec![b, a, c, e, d, f]),
            Part::Matrix(3, vec![b, c, a, e, f, d]),
            Part::Matrix(2, vec![a, d, b, e, c, f]),
        ] {
            assert_eq!(twin.values(&[other]), values, "{cells:?}");
        }
    }
}

// Section 3.

/// All diagonally subordinate 3x3 matrices with a small diagonal and off-diagonal entries at or
/// one above the bound.
fn subordinate() -> impl Iterator<Item = Vec<u32>> {
    boxes(3, 2).flat_map(|diagonal| {
        boxes(6, 1).map(move |more| {
            let mut more = more.into_iter();
            let mut cells = Vec::new();
            for i in 0..3 {
                for j in 0..3 {
                    cells.push(match i == j {
                        true => diagonal[i],
                        false => diagonal[i] + diagonal[j] + more.next().unwrap(),
                    });
                }
            }
            cells
        })
    })
}

fn is_subordinate(cells: &[u32]) -> bool {
    let at = |i: usize, j: usize| cells[3 * i + j];
    (0..3).all(|i| (0..3).all(|j| i == j || at(i, j) >= at(i, i) + at(j, j)))
}

#[test]
fn theorem_1_diagonally_subordinate_matrices() {
    let mut twin = Twin::default();
    let mut analyzer = Analyzer::new(Query::default(), Budget::unlimited());
    for cells in subordinate() {
        let [normal, misere] = twin.values(&[Part::Matrix(3, cells.clone())]);
        let heaps = vec![cells[0], cells[4], cells[8]];
        assert_eq!(
            [normal, misere],
            twin.values(&[Part::Nim(heaps.clone())]),
            "{cells:?}"
        );
        let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        assert_eq!(normal, sum);
        let text = brute::text(&[Part::Matrix(3, cells)]);
        let answer = read(&text).unwrap().analyze(&mut analyzer);
        assert_eq!(
            answer.outcome,
            Some(Outcome::impartial(sum == 0)),
            "{answer:?}"
        );
        assert_eq!(answer.effort.positions, 0, "theory suffices: {answer:?}");
    }
}

#[test]
fn theorem_1_proof_moves_keep_matrices_subordinate() {
    for cells in subordinate() {
        for (mv, after) in Part::Matrix(3, cells.clone()).moves() {
            let Part::Matrix(_, after) = after else {
                unreachable!()
            };
            assert!(is_subordinate(&after), "{cells:?} {mv}");
        }
    }
}

/// "This move back to a P-position may be made either using a row or a column."
#[test]
fn theorem_1_proof_wins_by_a_row_and_by_a_column() {
    let mut twin = Twin::default();
    for cells in subordinate() {
        let position = [Part::Matrix(3, cells)];
        let winning = twin.winning(&position, false);
        if !winning.is_empty() {
            assert!(
                winning.keys().any(|mv| mv.starts_with("row")),
                "{winning:?}"
            );
            assert!(
                winning.keys().any(|mv| mv.starts_with("column")),
                "{winning:?}"
            );
        }
    }
}

#[test]
fn berlekamp_example_10_5_3_6() {
    let mut twin = Twin::default();
    let expected = twin.values(&[two(10, 5, 3, 6)]);
    for larger in [8, 9, 11, 12, 20, INF] {
        assert_eq!(twin.values(&[two(larger, 5, 3, 6)]), expected, "{larger}");
    }
    let answer = valued("matrix[10 5; 3 6]", Play::Normal);
    assert_eq!(answer.value, Some(Grundy::from(u128::from(expected[0]))));
    assert!(
        answer.reason.text.contains("matrix[inf 5; 3 6]"),
        "{answer:?}"
    );
}

/// The corrected reduction: the minima run over the other cells.
#[test]
fn berlekamps_reduction_as_corrected_holds() {
    let mut twin = Twin::default();
    for cells in boxes(6, 3) {
        let at = |i: usize, j: usize| cells[3 * i + j];
        let in_row = (1..3).map(|l| at(0, l)).min().unwrap();
        let in_column = at(1, 0);
        // The cell in the corner, once; zeros elsewhere may freeze lines, but change nothing here.
        if cells[0] == in_row + in_column {
            let expected = twin.values(&[Part::Matrix(3, cells.clone())]);
            for larger in [cells[0] + 1, cells[0] + 2, INF] {
                let mut other = cells.clone();
                other[0] = larger;
                assert_eq!(
                    twin.values(&[Part::Matrix(3, other)]),
                    expected,
                    "{cells:?}"
                );
            }
        }
    }
}

/// As printed, a_ij >= min_k a_kj + min_l a_il with the minima over all cells, it is false, also in
/// impartial play: in (0 1; 1 2) the entry 1 beside the 0 may not be replaced.
#[test]
fn erratum_berlekamps_reduction_as_printed_is_false() {
    let printed = |cells: &[u32], i: usize, j: usize| {
        let row = cells[2 * i].min(cells[2 * i + 1]);
        let column = cells[j].min(cells[2 + j]);
        cells[2 * i + j] >= row + column
    };
    assert!(printed(&[0, 1, 1, 2], 0, 1));
    assert_eq!(value(two(0, 1, 1, 2)), 0);
    assert_ne!(value(two(0, 9, 1, 2)), 0);
    assert_eq!(
        valued("matrix[0 1; 1 2]", Play::Normal).outcome,
        Some(Outcome::P)
    );
    assert_eq!(
        valued("matrix[0 9; 1 2]", Play::Normal).outcome,
        Some(Outcome::N)
    );
    // Only zeros cause this: without them the printed form is equivalent to the corrected one.
    let mut twin = Twin::default();
    let mut failures = 0;
    for cells in boxes(4, 4) {
        for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            if !printed(&cells, i, j) {
                continue;
            }
            let mut other = cells.clone();
            other[2 * i + j] += 3;
            let [before, after] =
                [&cells, &other].map(|cells| twin.values(&[Part::Matrix(2, cells.clone())]));
            failures += usize::from(before != after);
            assert!(before == after || cells.contains(&0), "{cells:?}");
        }
    }
    assert!(failures > 0);
}

/// Replacing all cells that qualify at the same time is wrong too: in (0 1; 0 1) either 1 may be
/// replaced, but not both.
#[test]
fn erratum_cells_are_replaced_one_at_a_time() {
    let cells = [0, 1, 0, 1];
    let qualifies = |at: usize| cells[at] >= cells[at ^ 1] + cells[at ^ 2];
    assert!(qualifies(1) && qualifies(3));
    assert_eq!(value(two(0, 1, 0, 1)), 1);
    assert_eq!(value(two(0, INF, 0, 1)), 1);
    assert_eq!(value(two(0, 1, 0, INF)), 1);
    assert_eq!(value(two(0, 9, 0, 9)), 9);
    assert_eq!(
        valued("matrix[0 1; 0 1]", Play::Normal).value,
        Some(Grundy::from(1))
    );
}

#[test]
fn there_is_a_finite_entry_in_every_row_and_column() {
    let (x, inf) = (Entry::Finite(3), Entry::Infinite);
    let new = |cells: [Entry; 4]| Matrix::new(Grid::from_cells(2, cells));
    assert!(new([x, inf, inf, x]).is_ok());
    let endless = |line: &str| format!("{line} has no finite entry, so the game would never end");
    assert_eq!(new([inf, inf, x, x]), Err(endless("row 1")));
    assert_eq!(new([x, inf, x, inf]), Err(endless("column 2")));
}

#[test]
fn theorem_2_a_single_finite_entry_is_a_heap() {
    let mut twin = Twin::default();
    for cells in boxes(4, 3) {
        for n in 0..=3 {
            let [a, b, c, d] = cells[..] else {
                unreachable!()
            };
            let matrix = Part::Matrix(3, vec![n, INF, INF, INF, a, b, INF, c, d]);
            let sum = [Part::Nim(vec![n]), two(a, b, c, d)];
            assert_eq!(twin.values(&[matrix]), twin.values(&sum), "{n}, {cells:?}");
        }
    }
}

#[test]
fn theorem_2_blocks_on_the_diagonal_are_summands() {
    let mut twin = Twin::default();
    for cells in boxes(6, 2) {
        let [a, b, c, d, e, f] = cells[..] else {
            unreachable!()
        };
        // A row of two and a 2x2 block.
        let matrix = vec![a, b, INF, INF, INF, INF, c, d, INF, INF, e, f];
        let sum = [Part::Matrix(2, vec![a, b]), two(c, d, e, f)];
        let expected = twin.values(&sum);
        assert_eq!(
            twin.values(&[Part::Matrix(4, matrix.clone())]),
            expected,
            "{cells:?}"
        );
        let text = brute::text(&[Part::Matrix(4, matrix)]);
        assert_eq!(
            valued(&text, Play::Normal).value,
            Some(Grundy::from(u128::from(expected[0])))
        );
    }
}

#[test]
fn theorem_2_example_17_7_5_6_8() {
    let mut twin = Twin::default();
    let block = twin.values(&[two(7, 5, 6, 8)])[0];
    let whole = twin.values(&[Part::Matrix(3, vec![17, INF, INF, INF, 7, 5, INF, 6, 8])])[0];
    assert_eq!(whole, 17 ^ block);
    let answer = valued("matrix[17 inf inf; inf 7 5; inf 6 8]", Play::Normal);
    assert_eq!(answer.value, Some(Grundy::from(u128::from(whole))));
    assert!(
        answer.reason.text.contains("*17 + matrix[7 5; 6 8]"),
        "{answer:?}"
    );
}

// Section 4.

#[test]
fn section_4_odd_rows() {
    let mut twin = Twin::default();
    for (n, most) in [(1, 9), (3, 8), (5, 3)] {
        for cells in boxes(n, most) {
            let sum = cells.iter().fold(0, |sum, cell| sum ^ cell);
            assert_eq!(twin.values(&[Part::Matrix(n, cells.clone())])[0], sum);
            let text = brute::text(&[Part::Matrix(n, cells)]);
            let answer = valued(&text, Play::Normal);
            assert_eq!(
                answer.value,
                Some(Grundy::from(u128::from(sum))),
                "{answer:?}"
            );
            assert_eq!(answer.effort.positions, 0, "theory suffices: {answer:?}");
        }
    }
}

/// "If in nim we allow a player to remove the same number of counters from any odd number of piles
/// of his choice, the P-positions are still those of nim."
#[test]
fn section_4_remark_any_odd_number_of_piles() {
    let side = 5usize;
    let total = side.pow(4);
    let pile = |index: usize, at: usize| index / side.pow(at as u32) % side;
    let mut won = vec![false; total];
    for index in 0..total {
        let sum = (0..4).fold(0, |sum, at| sum ^ pile(index, at));
        assert_eq!(won[index], sum != 0, "{index}");
        if won[index] {
            continue;
        }
        for chosen in (1..16usize).filter(|chosen| chosen.count_ones() % 2 == 1) {
            let piles = (0..4).filter(|at| chosen >> at & 1 == 1);
            let step: usize = piles.clone().map(|at| side.pow(at as u32)).sum();
            let room = piles.map(|at| side - 1 - pile(index, at)).min().unwrap();
            for k in 1..=room {
                won[index + k * step] = true;
            }
        }
    }
}

#[test]
fn section_4_even_rows_are_not_nim() {
    let mut twin = Twin::default();
    assert_eq!(twin.values(&[Part::Matrix(2, vec![1, 2])])[0], 0);
    assert_ne!(twin.values(&[Part::Matrix(2, vec![1, 1])])[0], 0);
    let differ = boxes(4, 3).any(|cells| {
        let sum = cells.iter().fold(0, |sum, cell| sum ^ cell);
        (twin.values(&[Part::Matrix(4, cells)])[0] == 0) != (sum == 0)
    });
    assert!(differ);
}

// Section 5.

#[test]
fn lemma_1() {
    let squares = Squares::below(25);
    for b in 0..25 {
        for a in b..25 {
            for d in b..25 {
                assert!(squares.is_p([[a, b], [b, d]]), "{a} {b}; {b} {d}");
                assert!(two_by_two::is_p([[a, b], [b, d]]));
            }
        }
    }
}

#[test]
fn outcomes_do_not_change_by_rotation_or_transposition() {
    let squares = Squares::below(10);
    for cells in boxes(4, 9) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|at| cells[at] as usize);
        let expected = squares.is_p([[a, b], [c, d]]);
        assert_eq!(squares.is_p([[c, a], [d, b]]), expected);
        assert_eq!(squares.is_p([[a, c], [b, d]]), expected);
    }
}

#[test]
fn all_p_positions_have_a_constant_diagonal() {
    let squares = Squares::below(20);
    for cells in boxes(4, 19) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|at| cells[at] as usize);
        assert!(!squares.is_p([[a, b], [c, d]]) || a == d || b == c);
    }
}

#[test]
fn theorem_3() {
    let squares = Squares::below(32);
    for cells in boxes(4, 31) {
        let matrix @ [[a, b], [c, d]] =
            [0, 2].map(|at| [cells[at], cells[at + 1]].map(|x| x as usize));
        let by_theorem = is_type_4(matrix) || is_type_5(matrix, strictly);
        assert_eq!(squares.is_p(matrix), by_theorem, "{a} {b}; {c} {d}");
        assert_eq!(two_by_two::is_p(matrix), by_theorem);
    }
}

#[test]
fn theorem_3_example_20_24_24_27() {
    assert_eq!(20 % (27 - 20), 6);
    let squares = Squares::below(28);
    let start = [[20, 24], [24, 27]];
    assert!(!squares.is_p(start));
    let winning: Vec<_> = followers(start)
        .into_iter()
        .filter(|&to| squares.is_p(to))
        .collect();
    assert_eq!(winning, [[[20, 24], [17, 20]], [[20, 17], [24, 20]]]);
    let answer = valued("matrix[20 24; 24 27]", Play::Normal);
    assert_eq!(answer.outcome, Some(Outcome::N));
    let listed: Vec<String> = answer
        .winning_moves
        .iter()
        .map(|mv| mv.mv.to_string())
        .collect();
    assert_eq!(listed, ["row 2 by 7", "column 2 by 7"]);
    assert!(answer.complete);
    assert_eq!(answer.reason.kind, ReasonKind::Theorem);
}

/// The preprint's example ends "17 mod (24-17) = 3 is now <= (24-20) = 4"; the condition is strict:
/// 3 < 4. With <= in its place Theorem 3 is wrong.
#[test]
fn erratum_the_condition_after_theorem_3_is_strict() {
    assert_eq!((17 % (24 - 17), 24 - 20), (3, 4));
    let squares = Squares::below(28);
    assert!(squares.is_p([[17, 20], [20, 24]]));
    assert!(two_by_two::is_p([[17, 20], [20, 24]]));
    // (1 2; 2 3): 1 mod 2 = 1 = 3 - 2.
    let equal = [[1, 2], [2, 3]];
    assert!(is_type_5(equal, |x, y| x <= y) && !is_type_5(equal, strictly));
    assert!(!squares.is_p(equal) && !two_by_two::is_p(equal));
    assert_eq!(
        valued("matrix[1 2; 2 3]", Play::Normal).outcome,
        Some(Outcome::N)
    );
}

/// All a < b < d <= a + b below a bound.
fn triples(bound: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..bound).flat_map(move |a| {
        (a + 1..bound).flat_map(move |b| (b + 1..=(a + b).min(bound)).map(move |d| (a, b, d)))
    })
}

#[test]
fn lemma_2() {
    for (a, b, d) in triples(150) {
        let (a1, b1, d1) = (a + b - d, a, b);
        assert!(a1 < b1 && b1 < d1);
        assert_eq!(
            a % (d - a) < d - b,
            a1 % (d1 - a1) >= d1 - b1,
            "{a} {b} {d}"
        );
    }
}

/// The proof's last line: with s = a' mod (d-a) >= b-a, the preprint has r = s - b - a; it is
/// r = s - (b - a).
#[test]
fn erratum_lemma_2_proof() {
    let mut printed_fails = false;
    for (a, b, d) in triples(100) {
        let (r, s) = (a % (d - a), (a + b - d) % (d - a));
        if r < d - b {
            assert_eq!(s, r + b - a);
        }
        if s >= b - a {
            assert_eq!(r, s - (b - a), "{a} {b} {d}");
            let modulus = (d - a) as i64;
            let printed = (s as i64 - b as i64 - a as i64).rem_euclid(modulus);
            printed_fails |= printed != r as i64;
        }
    }
    assert!(printed_fails);
}

#[test]
fn theorem_3_proof_no_move_joins_two_p_positions() {
    for cells in boxes(4, 15) {
        let matrix = [0, 2].map(|at| [cells[at], cells[at + 1]].map(|x| x as usize));
        if is_type_4(matrix) || is_type_5(matrix, strictly) {
            for to in followers(matrix) {
                assert!(
                    !is_type_4(to) && !is_type_5(to, strictly),
                    "{matrix:?} {to:?}"
                );
            }
        }
    }
}

/// Part (i): from type (5) at most one amount, d - a from the last row or column, leads to a
/// constant diagonal, and only if d <= a + b; the follower is (a, b-d+a; b, a), with
/// a' = a+b-d, b' = a, d' = b.
#[test]
fn theorem_3_proof_i_the_follower_with_a_constant_diagonal() {
    for a in 0..24usize {
        for b in a + 1..24 {
            for d in b + 1..24 {
                let start = [[a, b], [b, d]];
                let constant = |[[a, b], [c, d]]: [[usize; 2]; 2]| a == d || b == c;
                let mut reached: Vec<_> = followers(start)
                    .into_iter()
                    .filter(|&to| constant(to))
                    .collect();
                reached.sort_unstable();
                reached.dedup();
                let mut expected = Vec::new();
                if d <= a + b {
                    let less = b + a - d;
                    expected = vec![[[a, less], [b, a]], [[a, b], [less, a]]];
                    expected.sort_unstable();
                    // Rotated: (a' b'; b' d').
                    let delta = [[less, a], [a, b]];
                    assert_eq!(
                        two_by_two::is_p(delta),
                        two_by_two::is_p([[a, less], [b, a]])
                    );
                    assert!(!is_type_4(delta));
                    assert!(is_type_5(start, strictly) != is_type_5(delta, strictly));
                }
                assert_eq!(reached, expected, "{start:?}");
            }
        }
    }
}

/// Part (i) as printed has lost the minus signs of (a, b-d+a; b, a) in places: the matrix is no
/// follower then.
#[test]
fn erratum_theorem_3_proof_i_signs() {
    let (a, b, d) = (17, 20, 24);
    let followers = followers([[a, b], [b, d]]);
    assert!(followers.contains(&[[a, b + a - d], [b, a]]));
    assert!(!followers.contains(&[[a, b * d + a], [b, a]]));
}

/// Part (ii): a matrix of neither type has a follower of one of them.
#[test]
fn theorem_3_proof_ii_every_other_position_has_a_p_follower() {
    for cells in boxes(4, 15) {
        let matrix = [0, 2].map(|at| [cells[at], cells[at + 1]].map(|x| x as usize));
        let is_p = |matrix| is_type_4(matrix) || is_type_5(matrix, strictly);
        assert_eq!(
            is_p(matrix),
            !followers(matrix).into_iter().any(is_p),
            "{matrix:?}"
        );
    }
}

/// Part (ii), a < b < c < d: the two moves of the last row to a constant diagonal, of which exactly
/// one wins.
#[test]
fn theorem_3_proof_ii_one_of_two_moves_of_the_last_row_wins() {
    let squares = Squares::below(25);
    for a in 0..24 {
        for b in a + 1..24 {
            for c in b + 1..24 {
                for d in c + 1..24 {
                    let first = [[a, b], [b, b + d - c]];
                    let second = (a + c >= d).then(|| [[a, b], [a + c - d, a]]);
                    let first_wins = squares.is_p(first);
                    let second_wins = second.is_some_and(|second| squares.is_p(second));
                    assert!(first_wins != second_wins, "{a} {b}; {c} {d}");
                }
            }
        }
    }
}

/// "From any N-position with a <= b <= c and a <= d there exists a move to a P-position using the
/// bottom row."
#[test]
fn remark_bottom_row_always_wins() {
    let squares = Squares::below(25);
    for a in 0..25usize {
        for b in a..25 {
            for c in b..25 {
                for d in a..25 {
                    let start = [[a, b], [c, d]];
                    if squares.is_p(start) {
                        continue;
                    }
                    let wins = |k: usize| squares.is_p([[a, b], [c - k, d - k]]);
                    assert!((1..=c.min(d)).any(wins), "{start:?}");
                }
            }
        }
    }
}

// The introduction's other games.

/// "The game N1 is the game nim": Holladay's game with one column.
#[test]
fn introduction_holladays_game_with_one_column_is_nim() {
    let mut twin = Twin::default();
    for heaps in boxes(3, 4) {
        let nim = twin.values(&[Part::Nim(heaps.clone())]);
        assert_eq!(twin.values(&[Part::Holladay(1, heaps)]), nim);
    }
}

/// "When all counters are on the lowest row, the game is nim."
#[test]
fn introduction_counters_on_the_lowest_row_are_nim() {
    let mut twin = Twin::default();
    for heaps in boxes(3, 4) {
        let nim = twin.values(&[Part::Nim(heaps.clone())]);
        let counters: Vec<(u32, u32)> = heaps.iter().map(|&x| (x, 0)).collect();
        let lattice = Part::Lattice(8, counters);
        assert_eq!(twin.values(std::slice::from_ref(&lattice)), nim);
        let answer = valued(&lattice.text(), Play::Normal);
        assert_eq!(answer.value, Some(Grundy::from(u128::from(nim[0]))));
    }
}

/// Schrage's rectangles generalise Grundy's game: 1xn and 2xn are its heaps.
#[test]
fn introduction_schrages_game_generalises_grundys() {
    let heaps = nimfield_games::schrage::GrundysGame::default();
    for n in 1..=60u128 {
        let heap = heaps.value(n, &Budget::unlimited()).unwrap();
        for width in [1, 2] {
            let answer = valued(&format!("schrage[{width}x{n}]"), Play::Normal);
            assert_eq!(answer.value, Some(Grundy::from(heap)));
        }
    }
}

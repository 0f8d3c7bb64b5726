//! Every closed form against brute force over whole ranges, and for integers of any size against
//! the definition: no P-position has a move to one, every other position has.

use crate::brute;
use crate::brute::{Part, Twin, boxes, mex, p_positions};
use nimfield::ToSum;
use nimfield::game::{Engines, Part as GamePart, Rules, Theory};
use nimfield::words::misere_nim_value;
use nimfield::{Analyzer, Budget, Grundy, Outcome, Play, Query, Sum, read};
use nimfield_games::holladay::{self, Holladay};
use nimfield_games::matrix::{Line, LineMove, Matrix, two_by_two};
use nimfield_games::schrage::{GrundysGame, Rectangle};
use nimfield_games::wythoff;
use proptest::prelude::*;

const PLAYS: [Play; 2] = [Play::Normal, Play::Misere];

fn analyzer(play: Play) -> Analyzer {
    let query = Query {
        play,
        ..Query::default()
    };
    Analyzer::new(query, Budget::unlimited())
}

fn answer(sum: &Sum, play: Play) -> nimfield::Answer {
    sum.analyze(&mut analyzer(play))
}

/// The matrix of four digits of an index.
fn square(index: usize, side: usize) -> [[u32; 2]; 2] {
    let digit = |at: u32| (index / side.pow(at) % side) as u32;
    [[digit(0), digit(1)], [digit(2), digit(3)]]
}

#[test]
fn theorem_3_is_brute_force_to_40() {
    let side = 41;
    let lost = p_positions(2, 2, side, false);
    for (index, &expected) in lost.iter().enumerate() {
        let matrix = square(index, side);
        assert_eq!(two_by_two::is_p(matrix), expected, "{matrix:?}");
    }
}

#[test]
fn winning_moves_of_2x2_are_brute_forces_to_20() {
    let side = 21;
    let lost = p_positions(2, 2, side, false);
    let is_lost = |[[a, b], [c, d]]: [[u32; 2]; 2]| {
        let [a, b, c, d] = [a, b, c, d].map(|x| x as usize);
        lost[a + side * (b + side * (c + side * d))]
    };
    for index in 0..lost.len() {
        let matrix @ [[a, b], [c, d]] = square(index, side);
        let mut expected = Vec::new();
        for k in 1..=a.min(b) {
            expected.push((Line::Row(0), k, [[a - k, b - k], [c, d]]));
        }
        for k in 1..=c.min(d) {
            expected.push((Line::Row(1), k, [[a, b], [c - k, d - k]]));
        }
        for k in 1..=a.min(c) {
            expected.push((Line::Column(0), k, [[a - k, b], [c - k, d]]));
        }
        for k in 1..=b.min(d) {
            expected.push((Line::Column(1), k, [[a, b - k], [c, d - k]]));
        }
        expected.retain(|&(_, _, to)| is_lost(to));
        let mut expected: Vec<(Line, u32)> = expected.iter().map(|&(l, k, _)| (l, k)).collect();
        let mut found = two_by_two::winning_moves(matrix).to_vec();
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{matrix:?}");
        assert!(found.is_empty() == is_lost(matrix));
    }
}

/// The outcomes and moves of the analyser are compared further than its values.
#[test]
fn the_analyser_lists_the_same_moves_of_2x2() {
    let mut analyzer = analyzer(Play::Normal);
    for index in (0..21usize.pow(4)).step_by(17) {
        let matrix = square(index, 21);
        let rows = matrix.map(|row| row.map(u128::from));
        let answer = analyzer.analyze(&Matrix::of(rows));
        let is_p = two_by_two::is_p(matrix);
        assert_eq!(answer.outcome, Some(Outcome::impartial(is_p)));
        let mut listed: Vec<String> = answer
            .winning_moves
            .iter()
            .map(|m| m.mv.to_string())
            .collect();
        let expected = two_by_two::winning_moves(matrix);
        let mut expected: Vec<String> = expected
            .iter()
            .map(|(line, k)| format!("{line} by {k}"))
            .collect();
        listed.sort_unstable();
        expected.sort_unstable();
        assert_eq!(listed, expected, "{matrix:?}");
        assert!(answer.complete);
    }
}

#[test]
fn misere_2x2_with_what_is_not_proved_is_brute_force_to_20() {
    let side = 21;
    let lost = p_positions(2, 2, side, true);
    let mut applied = 0;
    for (index, &expected) in lost.iter().enumerate() {
        let rows = square(index, side).map(|row| row.map(u128::from));
        for part in GamePart::of(&Matrix::of(rows)) {
            // A single part that is the whole position.
            let summand = part.position();
            if part.to_string() != Matrix::of(rows).to_string() {
                continue;
            }
            let [proved, unproved] =
                [false, true].map(|unproved| summand.outcome(Play::Misere, unproved));
            if let Some(finding) = &unproved {
                assert_eq!(finding.value, expected, "{rows:?}");
            }
            if proved.is_none()
                && let Some(finding) = unproved
            {
                applied += 1;
                assert!(finding.reason.text.starts_with("NOT PROVED"));
            }
        }
    }
    assert!(applied > 1000);
}

#[test]
fn wythoff_is_brute_force_to_150_in_both_plays() {
    let side = 151;
    for play in PLAYS {
        let lost = p_positions(1, 2, side, play == Play::Misere);
        for a in 0..side {
            for b in 0..side {
                let is_p = wythoff::is_p(a as u128, b as u128, play);
                assert_eq!(is_p, lost[a + side * b], "({a}, {b}) {play}");
            }
        }
        // The lists of moves, as far as 60.
        let mut analyzer = analyzer(play);
        for a in 0..=60 {
            for b in (a % 3..=60).step_by(3) {
                let after = |a: usize, b: usize| lost[a + side * b];
                let mut expected = Vec::new();
                expected.extend(
                    (1..=a)
                        .filter(|k| after(a - k, b))
                        .map(|k| format!("heap 1 by {k}")),
                );
                expected.extend(
                    (1..=b)
                        .filter(|k| after(a, b - k))
                        .map(|k| format!("heap 2 by {k}")),
                );
                let both = (1..=a.min(b)).filter(|k| after(a - k, b - k));
                expected.extend(both.map(|k| format!("both by {k}")));
                let answer = analyzer.analyze(&wythoff::Wythoff([a as u128, b as u128]));
                let mut listed: Vec<String> = answer
                    .winning_moves
                    .iter()
                    .map(|mv| mv.mv.to_string())
                    .collect();
                listed.sort_unstable();
                expected.sort_unstable();
                assert_eq!(listed, expected, "({a}, {b}) {play}");
                assert!(answer.complete && listed.len() <= 3);
            }
        }
    }
}

#[test]
fn odd_rows_are_nim_in_both_plays() {
    let mut twin = Twin::default();
    for (n, most) in [(1, 20), (3, 10), (5, 4), (7, 2)] {
        for cells in boxes(n, most) {
            let values = twin.values(&[Part::Matrix(n, cells.clone())]);
            let sum = cells.iter().fold(0, |sum, cell| sum ^ cell);
            assert_eq!(values[0], sum, "{cells:?}");
            let as_nim = misere_nim_value(cells.iter().map(|&cell| cell.into()));
            assert_eq!(values[1] == 0, as_nim == 0, "{cells:?}");
        }
    }
}

#[test]
fn odd_rows_in_normal_play_win_by_all_listed_moves() {
    let side = 13;
    let lost = [false, true].map(|misere| p_positions(1, 3, side, misere));
    for play in PLAYS {
        let lost = &lost[usize::from(play == Play::Misere)];
        let at = |[a, b, c]: [usize; 3]| lost[a + side * (b + side * c)];
        let mut analyzer = analyzer(play);
        for index in 0..side.pow(3) {
            let piles = [index % side, index / side % side, index / side / side];
            let mut expected = Vec::new();
            for k in 1..=piles.iter().copied().min().unwrap() {
                if at(piles.map(|pile| pile - k)) {
                    expected.push(format!("row 1 by {k}"));
                }
            }
            for j in 0..3 {
                for k in 1..=piles[j] {
                    let mut after = piles;
                    after[j] -= k;
                    if at(after) {
                        expected.push(format!("column {} by {k}", j + 1));
                    }
                }
            }
            let answer = analyzer.analyze(&Matrix::of([piles.map(|pile| pile as u128)]));
            let listed: Vec<String> = answer
                .winning_moves
                .iter()
                .map(|m| m.mv.to_string())
                .collect();
            let (mut sorted, mut wanted) = (listed, expected);
            sorted.sort_unstable();
            wanted.sort_unstable();
            assert_eq!(sorted, wanted, "{piles:?} {play}");
            assert_eq!(answer.outcome, Some(Outcome::impartial(at(piles))));
        }
    }
}

/// One infinite entry: P exactly if the finite diagonal is constant. Here infinity is a number
/// larger than what can be taken.
#[test]
fn open_2x2_is_brute_force() {
    let mut twin = Twin::default();
    for cells in boxes(3, 6) {
        let position = [brute::two(cells[0], cells[1], cells[2], brute::INF)];
        let is_p = twin.values(&position)[0] == 0;
        let answer = answer(&read(&brute::text(&position)).unwrap(), Play::Normal);
        assert_eq!(answer.outcome, Some(Outcome::impartial(is_p)), "{answer:?}");
        if cells.iter().all(|&cell| cell > 0) {
            assert_eq!(is_p, cells[1] == cells[2], "{cells:?}");
        }
    }
}

/// (0 b; c d): P exactly if d = 0 or b = c < d or b = c = 0.
#[test]
fn zero_cornered_2x2_is_brute_force() {
    let side = 25;
    let lost = p_positions(2, 2, side, false);
    for b in 0..side {
        for c in 0..side {
            for d in 0..side {
                let expected = d == 0 || (b == c && c < d) || (b == 0 && c == 0);
                assert_eq!(
                    lost[side * (b + side * (c + side * d))],
                    expected,
                    "0 {b}; {c} {d}"
                );
            }
        }
    }
}

#[test]
fn symmetric_matrices_with_a_heavy_diagonal_are_p() {
    let mut twin = Twin::default();
    let mut found = 0;
    for off in boxes(3, 2) {
        for diagonal in boxes(3, 5) {
            let [x, y, z] = [off[0], off[1], off[2]];
            let heavy = diagonal[0] >= 2 * x.min(y)
                && diagonal[1] >= 2 * x.min(z)
                && diagonal[2] >= 2 * y.min(z);
            if !heavy || diagonal.iter().sum::<u32>() > 9 {
                continue;
            }
            found += 1;
            let cells = vec![diagonal[0], x, y, x, diagonal[1], z, y, z, diagonal[2]];
            assert_eq!(
                twin.values(&[Part::Matrix(3, cells.clone())])[0],
                0,
                "{cells:?}"
            );
            let rows: Vec<Vec<u128>> = cells
                .chunks(3)
                .map(|row| row.iter().map(|&x| x.into()).collect())
                .collect();
            let answer = analyzer(Play::Normal).analyze(&Matrix::of(&rows));
            assert_eq!(answer.outcome, Some(Outcome::P), "{cells:?}");
        }
    }
    assert!(found > 1000, "{found}");
}

#[test]
fn matrices_with_a_mirror_image_are_p() {
    let mut twin = Twin::default();
    for cells in boxes(4, 2) {
        let [a, b, c, d] = [cells[0], cells[1], cells[2], cells[3]];
        // Rows change places, and columns 1 and 2, 3 and 4.
        let rows = vec![a, b, c, d, b, a, d, c];
        assert_eq!(
            twin.values(&[Part::Matrix(4, rows.clone())])[0],
            0,
            "{rows:?}"
        );
        let rows: Vec<Vec<u128>> = rows
            .chunks(4)
            .map(|row| row.iter().map(|&x| x.into()).collect())
            .collect();
        let mut analyzer = analyzer(Play::Normal);
        assert_eq!(
            analyzer.analyze(&Matrix::of(&rows)).outcome,
            Some(Outcome::P)
        );
    }
    // Far beyond any search, once with the mirror hidden by an order of rows and columns.
    let big = u128::MAX;
    let [a, b, c, d] = [big, big - 17, big / 2, big / 3 + 5];
    for rows in [[[a, b, c, d], [b, a, d, c]], [[a, c, b, d], [b, d, a, c]]] {
        let answer = analyzer(Play::Normal).analyze(&Matrix::of(rows));
        assert_eq!(answer.outcome, Some(Outcome::P), "{answer:?}");
        assert_eq!(answer.effort.positions, 0);
    }
}

#[test]
fn holladays_criterion_is_brute_force_and_its_move_wins() {
    let mut twin = Twin::default();
    let shapes = [
        (1, 3, 5),
        (2, 2, 9),
        (2, 4, 3),
        (3, 3, 3),
        (2, 6, 2),
        (3, 6, 1),
        (4, 4, 2),
    ];
    for (columns, count, most) in shapes {
        for cells in boxes(count, most).step_by(if most == 2 && count == 6 { 11 } else { 1 }) {
            let is_p = twin.values(&[Part::Holladay(columns, cells.clone())])[0] == 0;
            let piles: Vec<u128> = cells.iter().map(|&x| x.into()).collect();
            let position = Holladay::new(columns, piles).unwrap();
            assert_eq!(holladay::is_p(&position), is_p, "{position}");
            match holladay::winning_move(&position) {
                None => assert!(is_p, "{position}"),
                Some(mv) => {
                    let after = position.clone().play(&mv).expect("legal");
                    assert!(
                        !is_p && holladay::is_p(&after),
                        "{position}: {mv} to {after}"
                    );
                }
            }
        }
    }
}

#[test]
fn schrages_formula_is_the_literal_mex_to_40() {
    let side = 40;
    let heaps = GrundysGame::default();
    let mut values = vec![vec![0; side + 1]; side + 1];
    for m in 1..=side {
        for n in 1..=side {
            let across = (1..m)
                .filter(|k| 2 * k < m)
                .map(|k| values[k][n] ^ values[m - k][n]);
            let along = (1..n)
                .filter(|k| 2 * k < n)
                .map(|k| values[m][k] ^ values[m][n - k]);
            values[m][n] = mex(across.chain(along));
            let rectangle = Rectangle {
                width: m as u128,
                height: n as u128,
            };
            assert_eq!(
                heaps.rectangle(rectangle, &Budget::unlimited()),
                Ok(values[m][n].into()),
                "{m}x{n}"
            );
        }
    }
}

#[test]
fn winning_cuts_of_rectangles_to_14() {
    let side = 14u32;
    let heaps = GrundysGame::default();
    let value = |m: u32, n: u32| {
        let rectangle = Rectangle {
            width: m.into(),
            height: n.into(),
        };
        heaps.rectangle(rectangle, &Budget::unlimited()).unwrap()
    };
    for m in 1..=side {
        for n in 1..=side {
            let moves = Part::Schrage(vec![(m, n)]).moves();
            let winning = moves.into_iter().filter(|(_, to)| match to {
                Part::Schrage(pieces) => {
                    pieces.iter().fold(0, |sum, &(m, n)| sum ^ value(m, n)) == 0
                }
                _ => unreachable!(),
            });
            let mut expected: Vec<String> = winning.map(|(name, _)| name).collect();
            let answer = answer(&read(&format!("schrage[{m}x{n}]")).unwrap(), Play::Normal);
            let mut listed: Vec<String> = answer
                .winning_moves
                .iter()
                .map(|mv| mv.mv.to_string())
                .collect();
            listed.sort_unstable();
            expected.sort_unstable();
            assert_eq!(listed, expected);
            assert_eq!(answer.outcome == Some(Outcome::P), expected.is_empty());
        }
    }
}

/// The misère Grundy numbers of nim heaps; the genus of heaps is based on their formula.
#[test]
fn misere_nim_values_are_brute_force() {
    let mut twin = Twin::default();
    for heaps in boxes(4, 3) {
        let expected = twin.values(&[Part::Nim(heaps.clone())])[1];
        assert_eq!(
            misere_nim_value(heaps.iter().map(|&x| x.into())),
            expected.into()
        );
    }
}

/// Numbers of all sizes up to 2^128, often close to each other.
fn any_size() -> impl Strategy<Value = u128> {
    (any::<u128>(), 0..128u32).prop_map(|(number, shift)| number >> shift)
}

/// A 2x2 matrix that is often close to a P-position.
fn squares() -> impl Strategy<Value = [[u128; 2]; 2]> {
    let offsets = [0..4u128, 0..4, 0..4].prop_map(|offsets| offsets);
    prop_oneof![
        [any_size(), any_size(), any_size(), any_size()].prop_map(|[a, b, c, d]| [[a, b], [c, d]]),
        [any_size(), any_size(), any_size()].prop_map(|[a, b, d]| [[a, b], [b, d]]),
        (any_size(), offsets).prop_map(|(a, [x, y, z])| {
            let up = |by| a.saturating_add(by);
            [[a, up(x)], [up(y), up(z)]]
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn integers_of_all_widths_agree(cells in any::<[u32; 4]>(), shift in 0..32u32) {
        let [a, b, c, d] = cells.map(|cell| cell >> shift);
        for [[a, b], [c, d]] in [[[a, b], [c, d]], [[a, b], [b, d]]] {
            let narrow = [[a, b], [c, d]];
            let wide = narrow.map(|row| row.map(u64::from));
            let widest = narrow.map(|row| row.map(u128::from));
            let is_p = two_by_two::is_p(narrow);
            prop_assert_eq!(two_by_two::is_p(wide), is_p);
            prop_assert_eq!(two_by_two::is_p(widest), is_p);
            let of_narrow: Vec<_> = two_by_two::winning_moves(narrow)
                .iter().map(|&(line, k)| (line, u128::from(k))).collect();
            let of_wide: Vec<_> = two_by_two::winning_moves(wide)
                .iter().map(|&(line, k)| (line, u128::from(k))).collect();
            prop_assert_eq!(&of_narrow[..], &two_by_two::winning_moves(widest)[..]);
            prop_assert_eq!(&of_wide[..], &two_by_two::winning_moves(widest)[..]);
        }
    }

    #[test]
    fn large_2x2_are_consistent(rows in squares(), amounts in any::<[u128; 4]>()) {
        let is_p = two_by_two::is_p(rows);
        let winning = two_by_two::winning_moves(rows);
        prop_assert_eq!(is_p, winning.is_empty());
        let position = Matrix::of(rows);
        for (line, amount) in winning {
            let after = position.clone().play(&LineMove { line, amount }).expect("legal");
            let cells: Vec<u128> = after.grid().cells().iter().map(|cell| match cell {
                nimfield_games::matrix::Entry::Finite(size) => *size,
                nimfield_games::matrix::Entry::Infinite => unreachable!(),
            }).collect();
            prop_assert!(two_by_two::is_p([[cells[0], cells[1]], [cells[2], cells[3]]]));
        }
        // No move from a P-position leads to one: some at random.
        if is_p {
            let lines = [Line::Row(0), Line::Row(1), Line::Column(0), Line::Column(1)];
            for (line, seed) in lines.into_iter().zip(amounts) {
                let limit = position.limit(line).unwrap();
                if limit > 0 {
                    let mv = LineMove { line, amount: seed % limit + 1 };
                    let after = position.clone().play(&mv).unwrap();
                    let mut analyzer = analyzer(Play::Normal);
                    prop_assert_eq!(analyzer.analyze(&after).outcome, Some(Outcome::N));
                }
            }
        }
    }

    /// The outcome does not depend on the order of rows and columns, nor on transposition.
    #[test]
    fn outcomes_are_symmetric([[a, b], [c, d]] in squares()) {
        let is_p = two_by_two::is_p([[a, b], [c, d]]);
        for other in [[[b, a], [d, c]], [[c, d], [a, b]], [[d, c], [b, a]], [[a, c], [b, d]]] {
            prop_assert_eq!(two_by_two::is_p(other), is_p);
        }
    }

    #[test]
    fn large_wythoff_is_consistent(a in any_size(), b in any_size(), k in any::<u128>()) {
        for play in PLAYS {
            let position = wythoff::Wythoff([a, b]);
            let answer = analyzer(play).analyze(&position);
            prop_assert!(answer.complete);
            prop_assert_eq!(answer.outcome == Some(Outcome::P), wythoff::is_p(a, b, play));
            let terminal = a == 0 && b == 0;
            if !(terminal && play == Play::Misere) {
                prop_assert_eq!(answer.outcome == Some(Outcome::P), answer.winning_moves.is_empty());
            }
            for mv in &answer.winning_moves {
                let to = mv.to().unwrap();
                prop_assert_eq!(to.analyze(&mut analyzer(play)).outcome, Some(Outcome::P));
            }
            if answer.outcome == Some(Outcome::P) && a.min(b) > 0 {
                let k = k % a.min(b) + 1;
                for (a, b) in [(a - k, b), (a, b - k), (a - k, b - k)] {
                    prop_assert!(!wythoff::is_p(a, b, play));
                }
            }
        }
    }

    #[test]
    fn large_odd_rows_are_consistent(mut piles in prop::collection::vec(any_size(), 1..8)) {
        if piles.len() % 2 == 0 {
            piles.pop();
        }
        for play in PLAYS {
            consistent(&Matrix::of([&piles[..]]), play)?;
            let last = piles.len() - 1;
            // Make it a P-position, mostly.
            let mut p = piles.clone();
            p[last] = p[..last].iter().fold(0, |sum, pile| sum ^ pile);
            consistent(&Matrix::of([&p[..]]), play)?;
        }
    }

    #[test]
    fn large_diagonally_subordinate_matrices_are_nim(
        diagonal in [0..1u128 << 125, 0..1u128 << 125, 0..1u128 << 125],
        more in any::<[u32; 6]>(),
    ) {
        let mut more = more.into_iter().map(u128::from);
        let mut off = |i: usize, j: usize| diagonal[i] + diagonal[j] + more.next().unwrap();
        let rows = [
            [diagonal[0], off(0, 1), off(0, 2)],
            [off(1, 0), diagonal[1], off(1, 2)],
            [off(2, 0), off(2, 1), diagonal[2]],
        ];
        let position = Matrix::of(rows);
        let answer = analyzer(Play::Normal).analyze(&position);
        let sum = diagonal[0] ^ diagonal[1] ^ diagonal[2];
        prop_assert_eq!(answer.value, Some(Grundy::from(sum)));
        prop_assert_eq!(answer.outcome, Some(Outcome::impartial(sum == 0)));
        for play in PLAYS {
            consistent(&position, play)?;
        }
        let mut balanced = rows;
        balanced[2][2] = diagonal[0] ^ diagonal[1];
        for (i, line) in balanced.iter_mut().enumerate() {
            for (j, cell) in line.iter_mut().enumerate() {
                if i != j {
                    *cell = cell.saturating_add(1 << 127);
                }
            }
        }
        consistent(&Matrix::of(balanced), Play::Normal)?;
    }

    #[test]
    fn large_sums_are_consistent(
        heaps in prop::collection::vec(any_size(), 1..4),
        piles in [any_size(), any_size(), any_size()],
        counter in any::<[u128; 2]>(),
        zero in squares(),
    ) {
        let nim: Vec<String> = heaps.iter().map(u128::to_string).collect();
        let [a, b, c] = piles;
        let parts = [
            format!("nim[{}]", nim.join(",")),
            format!("matrix[{a}; {b}; {c}]"),
            format!("lattice[({},{})]", counter[0], counter[1]),
        ];
        consistent(&read(&parts.join(" + ")).unwrap(), Play::Normal)?;
        consistent(&read(&parts[..2].join(" + ")).unwrap(), Play::Normal)?;
        // A 2x2 P-position has the value 0.
        let [[a, b], [c, d]] = zero;
        if two_by_two::is_p(zero) {
            let sum = read(&format!("{} + matrix[{a} {b}; {c} {d}]", parts[0])).unwrap();
            let expected = heaps.iter().fold(0, |sum, heap| sum ^ heap);
            // But not the moves: to find one that changes the value of the matrix takes a search.
            let query = Query { moves: false, ..Query::default() };
            let answer = Analyzer::new(query, Budget::unlimited()).analyze(&sum);
            prop_assert_eq!(answer.value, Some(Grundy::from(expected)));
        }
    }

    #[test]
    fn large_holladay_positions_are_consistent(
        columns in 1..4usize,
        rows in 1..4usize,
        seed in prop::collection::vec(0..1u128 << 124, 9),
        small in any::<bool>(),
    ) {
        let piles: Vec<u128> = seed[..rows * columns].iter()
            .map(|pile| if small { pile % 4 } else { *pile }).collect();
        let position = Holladay::new(columns, piles).unwrap();
        match holladay::winning_move(&position) {
            None => prop_assert!(holladay::is_p(&position)),
            Some(mv) => {
                prop_assert!(!holladay::is_p(&position));
                let after = position.play(&mv);
                prop_assert!(after.as_ref().is_ok_and(holladay::is_p), "{:?}", after);
            }
        }
    }

    #[test]
    fn large_lattices_are_consistent(counters in prop::collection::vec(any::<[u128; 2]>(), 1..5)) {
        let text = |counters: &[[u128; 2]]| {
            let counters: Vec<String> = counters.iter().map(|[x, y]| format!("({x},{y})")).collect();
            read(&format!("lattice[{}]", counters.join(" "))).unwrap()
        };
        for play in PLAYS {
            consistent(&text(&counters), play)?;
        }
        let (x, y) = counters.iter().fold((0, 0), |(x, y), c| (x ^ c[0], y ^ c[1]));
        let value = answer(&text(&counters), Play::Normal).value;
        let expected = match (y, x) {
            (0, x) => x.to_string(),
            (1, 0) => "w".to_string(),
            (1, x) => format!("w+{x}"),
            (y, 0) => format!("w*{y}"),
            (y, x) => format!("w*{y}+{x}"),
        };
        prop_assert_eq!(value.map(|value| value.ordinal_text()), Some(expected));
        let mut balanced = counters.clone();
        balanced.push([x, y]);
        prop_assert_eq!(answer(&text(&balanced), Play::Normal).outcome, Some(Outcome::P));
    }
}

/// The outcome and the list of moves agree: P without winning moves, N with some, each to a P.
fn consistent<P: ToSum>(position: &P, play: Play) -> Result<(), TestCaseError> {
    let position = position.to_sum();
    let mut analyzer = analyzer(play);
    let answer = analyzer.analyze(&position);
    prop_assert!(answer.complete, "{:?}", answer);
    let is_p = answer.outcome == Some(Outcome::P);
    prop_assert!(is_p || answer.outcome == Some(Outcome::N));
    let ended = position.move_count() == 0;
    if !(ended && play == Play::Misere) {
        prop_assert_eq!(is_p, answer.winning_moves.is_empty(), "{:?}", answer);
    }
    for mv in &answer.winning_moves {
        let to = mv.to().expect("a single move");
        prop_assert_eq!(
            to.analyze(&mut analyzer).outcome,
            Some(Outcome::P),
            "{:?}",
            answer
        );
    }
    // The first moves from a P-position, and the longest.
    if is_p {
        for mv in position.moves().take(50) {
            let after = position.clone().play(&mv).expect("listed moves are legal");
            prop_assert_eq!(analyzer.analyze(&after).outcome, Some(Outcome::N), "{}", mv);
        }
    }
    Ok(())
}

/// 1x4 by the fourth pile: outcomes and all winning moves, in every order of the piles and as a column.
#[test]
fn four_in_line_is_brute_force() {
    let side = 10;
    let lost = p_positions(1, 4, side, false);
    let is_lost = |piles: &[u128; 4]| {
        let at = piles
            .iter()
            .rev()
            .fold(0, |at, &pile| at * side + pile as usize);
        lost[at]
    };
    for index in 0..lost.len() {
        let digit = |at: u32| (index / side.pow(at) % side) as u128;
        let piles = [digit(0), digit(1), digit(2), digit(3)];
        // A few of the orders.
        if piles.contains(&0) || index % 3 != 0 && !piles.is_sorted() {
            continue;
        }
        let mut expected = Vec::new();
        for k in 1..=*piles.iter().min().unwrap() {
            if is_lost(&piles.map(|pile| pile - k)) {
                expected.push((Line::Row(0), k));
            }
        }
        for (j, &pile) in piles.iter().enumerate() {
            for k in 1..=pile {
                let mut after = piles;
                after[j] -= k;
                if is_lost(&after) {
                    expected.push((Line::Column(j), k));
                }
            }
        }
        for is_column in [false, true] {
            let matrix = match is_column {
                false => Matrix::of([piles]),
                true => Matrix::of([piles]).transposed(),
            };
            let [part] = &GamePart::of(&matrix)[..] else {
                panic!("{matrix} is one part");
            };
            let settled =
                part.position()
                    .outcome_by_engine(Play::Normal, true, &Budget::unlimited());
            let settled = settled.unwrap().unwrap();
            assert_eq!(settled.is_p.value, is_lost(&piles), "{matrix}");
            let plainly =
                (part.position()).outcome_by_engine(Play::Normal, false, &Budget::unlimited());
            assert!(plainly.unwrap().unwrap().moves.is_empty(), "{matrix}");
            let turned = |line: Line| match (is_column, line) {
                (false, line) => line,
                (true, Line::Row(at)) => Line::Column(at),
                (true, Line::Column(at)) => Line::Row(at),
            };
            let moves = settled.moves.into_iter().map(|mv| part.named(mv));
            let moves = moves.map(|mv| (turned(mv.line), mv.amount));
            let mut moves: Vec<_> = moves.collect();
            moves.sort();
            expected.sort();
            assert_eq!(moves, expected, "{matrix}");
        }
    }
}

#[test]
fn large_lines_of_four_are_decided_within_the_budget() {
    let answer = answer(&read("matrix[100 101 103 105]").unwrap(), Play::Normal);
    assert_eq!((answer.outcome, answer.complete), (Some(Outcome::N), true));
    assert!(answer.reason.text.contains("f(100,101,103)"), "{answer:?}");
    for winning in &answer.winning_moves {
        let to = winning.to().unwrap();
        // The table of another box.
        let finding = analyzer(Play::Normal).has_value(&to, Grundy::ZERO).unwrap();
        assert!(finding.value, "{to}");
    }
    // No memory is requested that the machine lacks, and no table is made that is too large for every machine.
    let small = Budget::unlimited().bytes(1 << 20);
    let settled = |piles: [u128; 4]| {
        GamePart::of(&Matrix::of([piles]))[0]
            .position()
            .outcome_by_engine(Play::Normal, true, &small)
    };
    assert!(settled([1000, 1001, 1005, 1003]).unwrap().is_err());
    assert!(
        settled([4_000_000_000, 5, 4_000_000_001, 6])
            .unwrap()
            .is_err()
    );
    assert!(settled([u128::MAX; 4]).is_none());
}

/// If a position is not decided, the answer says what that would cost.
#[test]
fn undecided_positions_state_their_cost() {
    let reason = |text: &str, play, budget: Budget| {
        let answer = Analyzer::new(Query::play(play), budget).analyze(&read(text).unwrap());
        assert_eq!(answer.outcome, None, "{text}");
        answer.reason.text
    };
    let small = Budget::unlimited().positions(2_000).bytes(16 << 20);
    let text = reason("matrix[1000 2000 3000 4000]", Play::Normal, small.clone());
    // The triples of the three least piles in order of size, by their definition.
    let triples: u64 = (0..=1000u64)
        .map(|x| (x..=2000).map(|y| 3001 - y).sum::<u64>())
        .sum();
    assert_eq!(triples, 2_672_671_001);
    for part in [
        "up to 10^14 followers",
        "a table with one bit for each would take up to 10^13 bytes",
        "4.5 GiB needed",
        "2,672,671,001 positions to do",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // 78 places are below a stone: (13,6) has all of them.
    let text = reason("nimbers[(10,2) (13,6)]", Play::Misere, small);
    let part =
        "up to 10^24 followers, and a table with one bit for each would take up to 10^23 bytes";
    assert!(text.contains(part), "{text}");
    let late = Budget::unlimited().time(std::time::Duration::from_millis(150));
    let text = reason("nimbers[(10,2) (13,6)]", Play::Misere, late);
    assert!(text.contains(" positions per second, up to 10^"), "{text}");
}

/// The orders of 0, 1, ..., n - 1.
fn orders(n: usize) -> Vec<Vec<usize>> {
    match n {
        0 => vec![Vec::new()],
        _ => {
            let shorter = orders(n - 1).into_iter();
            shorter
                .flat_map(|order| {
                    (0..n).map(move |at| {
                        let mut order = order.clone();
                        order.insert(at, n - 1);
                        order
                    })
                })
                .collect()
        }
    }
}

#[test]
fn symmetries_are_found_in_every_order_of_the_lines() {
    let reflected = vec![vec![9, 5, 4], vec![5, 9, 4], vec![4, 4, 9]];
    let paired = vec![vec![2, 3, 2, 3], vec![3, 2, 3, 2]];
    // Eight lines, and a cap on each of them.
    let long: Vec<Vec<u128>> = (0..4)
        .flat_map(|i| [vec![20 + i, 25 + i], vec![25 + i, 20 + i]])
        .collect();
    for (matrix, source) in [
        (reflected, "Ferguson 2001, the argument of Lemma 1"),
        (paired, "pairing strategy"),
        (long, "pairing strategy"),
    ] {
        for rows in orders(matrix.len()).iter().step_by(matrix.len() / 2) {
            for columns in orders(matrix[0].len()) {
                let row = |&i: &usize| columns.iter().map(|&j| matrix[i][j]).collect();
                let permuted: Vec<Vec<u128>> = rows.iter().map(row).collect();
                let permuted = Matrix::of(&permuted);
                let [part] = &GamePart::of(&permuted)[..] else {
                    panic!("{permuted} is one part");
                };
                let found = part
                    .position()
                    .outcome(Play::Normal, false)
                    .expect("a theorem");
                assert_eq!(
                    (found.value, &*found.reason.source),
                    (true, source),
                    "{permuted}"
                );
            }
            if matrix.len() == 8 && rows[0] == 3 {
                break;
            }
        }
    }
}

/// The symmetries of 3x3 and 2x4 are correct, also with zeros and caps.
#[test]
fn symmetries_are_brute_force() {
    let mut told = 0;
    for (rows, columns, side) in [(3, 3, 4), (2, 4, 3)] {
        let lost = p_positions(rows, columns, side, false);
        for (index, &expected) in lost.iter().enumerate() {
            let digit = |at: usize| (index / side.pow(at as u32) % side) as u128;
            let row = |i: usize| (0..columns).map(|j| digit(i * columns + j)).collect();
            // Symmetric ones are rare: others are left out soon.
            let cells: Vec<Vec<u128>> = (0..rows).map(row).collect();
            if !expected && index % 64 != 0 {
                continue;
            }
            let [part] = &GamePart::of(&Matrix::of(&cells))[..] else {
                continue;
            };
            if let Some(found) = part.position().outcome(Play::Normal, false) {
                told += 1;
                assert_eq!(found.value, expected, "{cells:?}");
            }
        }
    }
    assert!(told > 100, "{told}");
}

//! Every game against its brute-force twin, in both plays: outcome, value or misère value, genus,
//! and the complete list of winning moves.

use crate::brute;
use std::collections::BTreeMap;

use crate::brute::{INF, Part, Twin, boxes, two};
use nimfield::words::ReasonKind;
use nimfield::{Analyzer, Answer, Budget, Outcome, Play, Query, read};

/// Compares answers with the twin; keeps both between positions.
struct Comparison {
    twin: Twin,
    normal: Analyzer,
    misere: Analyzer,
}

impl Comparison {
    fn new() -> Comparison {
        let analyzer = |play| {
            let query = Query {
                play,
                value: true,
                ..Query::default()
            };
            Analyzer::new(query, Budget::unlimited())
        };
        Comparison {
            twin: Twin::default(),
            normal: analyzer(Play::Normal),
            misere: analyzer(Play::Misere),
        }
    }

    fn check(&mut self, sum: &[Part]) {
        self.check_normal(sum);
        self.check_misere(sum);
    }

    fn check_normal(&mut self, sum: &[Part]) {
        let answer = self.common(sum, Play::Normal);
        let value = answer.value.as_ref().and_then(|value| value.finite());
        let [expected, _] = self.twin.values(sum);
        assert_eq!(value, Some(expected.into()), "{answer:?}");
        assert_eq!((answer.misere_value, answer.genus), (None, None));
    }

    fn check_misere(&mut self, sum: &[Part]) {
        let answer = self.common(sum, Play::Misere);
        let [normal, misere] = self.twin.values(sum);
        assert_eq!(answer.value, None);
        assert_eq!(answer.misere_value, Some(misere.into()), "{answer:?}");
        let genus = answer.genus.as_ref().expect("asked for").to_string();
        let (value, numbers) = read_genus(&genus);
        assert_eq!((value, numbers[0]), (normal, misere), "{answer:?}");
    }

    /// The common parts of answers in normal and misère play.
    fn common(&mut self, sum: &[Part], play: Play) -> Answer {
        let text = brute::text(sum);
        let position = read(&text).expect("the twin writes notation");
        let misere = play == Play::Misere;
        let analyzer = match misere {
            false => &mut self.normal,
            true => &mut self.misere,
        };
        let answer = position.analyze(analyzer);
        assert_eq!(
            (answer.position.to_string(), answer.play),
            (text.clone(), play)
        );
        let is_p = self.twin.values(sum)[usize::from(misere)] == 0;
        assert_eq!(answer.outcome, Some(Outcome::impartial(is_p)), "{answer:?}");
        assert!(answer.complete, "{answer:?}");
        assert_ne!(answer.reason.kind, ReasonKind::Budget);
        assert!(!answer.reason.text.is_empty() && !answer.reason.source.is_empty());
        let listed: BTreeMap<String, String> = answer
            .winning_moves
            .iter()
            .filter_map(|mv| Some((mv.mv.to_string(), mv.to()?.to_string())))
            .collect();
        assert_eq!(
            listed.len(),
            answer.winning_moves.len(),
            "a move twice: {answer:?}"
        );
        assert_eq!(listed, self.twin.winning(sum, misere), "{text} {play}");
        for mv in &answer.winning_moves {
            let to = mv.to().expect("a single move leads somewhere");
            assert_eq!(read(&to.to_string()).expect("reads back"), to);
        }
        answer
    }
}

/// `0^120` or `12^(3,12,14)` as numbers.
fn read_genus(genus: &str) -> (u32, Vec<u32>) {
    let (value, numbers) = genus.split_once('^').expect("a genus has a superscript");
    let list: Vec<u32> = match numbers.strip_prefix('(') {
        Some(rest) => rest
            .trim_end_matches(')')
            .split(',')
            .map(|n| n.parse().unwrap())
            .collect(),
        None => numbers.chars().map(|c| c.to_digit(10).unwrap()).collect(),
    };
    (value.parse().unwrap(), list)
}

#[test]
fn nim() {
    let mut comparison = Comparison::new();
    for heaps in boxes(3, 5) {
        comparison.check(&[Part::Nim(heaps)]);
    }
    for heaps in boxes(4, 2) {
        comparison.check(&[Part::Nim(heaps)]);
    }
    for heap in 0..40 {
        comparison.check(&[Part::Nim(vec![heap])]);
    }
}

#[test]
fn wythoff() {
    let mut comparison = Comparison::new();
    for a in 0..=18 {
        for b in 0..=18 {
            comparison.check(&[Part::Wythoff(a, b)]);
        }
    }
}

#[test]
fn single_rows_and_columns() {
    let mut comparison = Comparison::new();
    for (n, most, misere) in [(1, 12, 12), (2, 10, 10), (3, 7, 5), (4, 5, 4), (5, 3, 2)] {
        for cells in boxes(n, most) {
            comparison.check_normal(&[Part::Matrix(n, cells.clone())]);
            if cells.iter().all(|&cell| cell <= misere) {
                comparison.check_misere(&[Part::Matrix(n, cells.clone())]);
            }
            if n <= 3 {
                comparison.check_normal(&[Part::Matrix(1, cells)]);
            }
        }
    }
}

#[test]
fn two_by_two_normal() {
    let mut comparison = Comparison::new();
    for cells in boxes(4, 8) {
        comparison.check_normal(&[Part::Matrix(2, cells)]);
    }
}

#[test]
fn two_by_two_misere() {
    let mut comparison = Comparison::new();
    for cells in boxes(4, 5) {
        comparison.check_misere(&[Part::Matrix(2, cells)]);
    }
}

#[test]
fn two_by_three() {
    let mut comparison = Comparison::new();
    for cells in boxes(6, 3) {
        comparison.check_normal(&[Part::Matrix(3, cells.clone())]);
        if cells.iter().all(|&cell| cell <= 2) {
            comparison.check(&[Part::Matrix(2, cells)]);
        }
    }
}

#[test]
fn three_by_three() {
    let mut comparison = Comparison::new();
    for (index, cells) in boxes(9, 2).enumerate() {
        comparison.check_normal(&[Part::Matrix(3, cells.clone())]);
        if index % 5 == 0 {
            comparison.check_misere(&[Part::Matrix(3, cells)]);
        }
    }
    // Larger ones, spread by a multiplier prime to their number.
    for index in 0..400u64 {
        let mut seed = index.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut cell = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 60) as u32 % 5
        };
        let cells: Vec<u32> = (0..9).map(|_| cell()).collect();
        if cells.iter().sum::<u32>() <= 18 {
            comparison.check(&[Part::Matrix(3, cells)]);
        }
    }
}

#[test]
fn infinite_entries_are_large_ones() {
    let mut comparison = Comparison::new();
    let choices = [0, 1, 2, 4, INF];
    for (columns, count) in [(2, 4), (3, 6)] {
        for indices in boxes(count, 4).step_by(if count == 6 { 5 } else { 1 }) {
            let cells: Vec<u32> = indices.iter().map(|&i| choices[i as usize]).collect();
            let finite = |line: &[usize]| line.iter().any(|&at| cells[at] != INF);
            let rows = (0..count / columns).map(|i| (i * columns..(i + 1) * columns).collect());
            let lines = (0..columns).map(|j| (j..count).step_by(columns).collect());
            if rows.chain(lines).all(|line: Vec<usize>| finite(&line)) {
                comparison.check(&[Part::Matrix(columns, cells)]);
            }
        }
    }
}

#[test]
fn holladay() {
    let mut comparison = Comparison::new();
    for cells in boxes(4, 3) {
        comparison.check(&[Part::Holladay(2, cells)]);
    }
    for cells in boxes(4, 2) {
        comparison.check(&[Part::Holladay(1, cells.clone())]);
        comparison.check(&[Part::Holladay(4, cells)]);
    }
    for cells in boxes(6, 1) {
        comparison.check(&[Part::Holladay(2, cells.clone())]);
        comparison.check(&[Part::Holladay(3, cells)]);
    }
    for cells in boxes(6, 2).step_by(7) {
        comparison.check_normal(&[Part::Holladay(2, cells.clone())]);
        comparison.check_normal(&[Part::Holladay(3, cells)]);
    }
}

#[test]
fn schrage() {
    let mut comparison = Comparison::new();
    for m in 1..=9 {
        for n in 1..=9 {
            if m * n <= 20 {
                comparison.check(&[Part::Schrage(vec![(m, n)])]);
            }
        }
    }
    comparison.check(&[Part::Schrage(vec![(3, 3), (1, 4), (3, 3)])]);
    comparison.check(&[Part::Schrage(vec![(1, 5), (5, 1)])]);
    comparison.check(&[Part::Schrage(vec![(1, 5), (1, 5)])]);
}

#[test]
fn sums_of_mixed_games() {
    let mut comparison = Comparison::new();
    let matrices = [
        two(1, 2, 2, 3),
        two(2, 1, 1, 2),
        Part::Matrix(4, vec![1, 2, 2, 3]),
    ];
    let others = [
        Part::Nim(vec![2]),
        Part::Nim(vec![1, 3]),
        Part::Nim(vec![0]),
    ];
    let thirds = [
        Part::Wythoff(1, 2),
        Part::Wythoff(2, 2),
        Part::Schrage(vec![(3, 3)]),
    ];
    for matrix in &matrices {
        for other in &others {
            comparison.check(&[matrix.clone(), other.clone()]);
            comparison.check(&[other.clone(), matrix.clone()]);
            for third in &thirds {
                comparison.check(&[third.clone(), matrix.clone(), other.clone()]);
            }
        }
    }
    comparison.check(&[
        two(1, 1, 1, 2),
        Part::Nim(vec![2]),
        Part::Wythoff(1, 2),
        Part::Schrage(vec![(3, 1)]),
    ]);
    comparison.check(&[two(1, 2, 2, 1), two(1, 2, 2, 1)]);
    comparison.check(&[Part::Holladay(2, vec![1, 1, 1, 0]), Part::Nim(vec![2])]);
    comparison.check(&[Part::Holladay(2, vec![1, 1, 1, 1]), two(1, 1, 1, 1)]);
    comparison.check(&[Part::Wythoff(0, 0), Part::Nim(vec![0])]);
    comparison.check(&[Part::Wythoff(3, 4), Part::Wythoff(2, 3)]);
}

/// A typed position and its sum with an empty heap, whose types are erased, have the same answers.
#[test]
fn the_erased_route_gives_the_same() {
    let mut comparison = Comparison::new();
    for cells in boxes(4, 3).step_by(3) {
        for part in [Part::Matrix(2, cells.clone()), Part::Matrix(4, cells)] {
            comparison.check(&[part, Part::Nim(vec![0])]);
        }
    }
}

#[test]
fn genera_are_misere_numbers_beside_heaps_of_two() {
    let mut twin = Twin::default();
    let query = Query {
        play: Play::Misere,
        value: true,
        ..Query::default()
    };
    let mut analyzer = Analyzer::new(query, Budget::unlimited());
    let mut check = |sum: &[Part]| {
        let genus = read(&brute::text(sum))
            .unwrap()
            .analyze(&mut analyzer)
            .genus
            .unwrap();
        let (_, numbers) = read_genus(&genus.to_string());
        let beside = twin.beside_twos(sum, 6);
        for (n, &number) in beside.iter().enumerate() {
            let index = match numbers.get(n) {
                Some(_) => n,
                None => numbers.len() - 2 + (n - numbers.len()) % 2,
            };
            assert_eq!(
                numbers[index], number,
                "{genus} at {n}: {beside:?} of {sum:?}"
            );
        }
    };
    for cells in boxes(4, 2) {
        let total: u32 = cells.iter().sum();
        if total <= 5 {
            check(&[Part::Matrix(2, cells.clone())]);
        }
        if total <= 4 {
            check(&[Part::Matrix(4, cells)]);
        }
    }
    for a in 0..=3 {
        for b in a..=5 {
            check(&[Part::Wythoff(a, b)]);
        }
    }
    check(&[two(1, 2, 2, 1), Part::Nim(vec![1, 2])]);
    check(&[Part::Schrage(vec![(3, 3)]), Part::Wythoff(1, 3)]);
    check(&[Part::Schrage(vec![(3, 3)])]);
    check(&[Part::Holladay(2, vec![1, 1, 2, 1])]);
}

/// On a board of 2^k columns and 2^r rows a counter is the heap 2^k row + column, and the
/// transfinite values of the endless board are those with w for 2^k.
#[test]
fn lattice_on_a_finite_board() {
    let mut twin = Twin::default();
    let width = 4;
    let places: Vec<(u32, u32)> = (0..width)
        .flat_map(|x| (0..3).map(move |y| (x, y)))
        .collect();
    for play in [Play::Normal, Play::Misere] {
        let query = Query {
            play,
            value: true,
            ..Query::default()
        };
        let mut analyzer = Analyzer::new(query, Budget::unlimited());
        for &first in &places {
            for &second in places.iter().filter(|&&second| second >= first) {
                let sum = [Part::Lattice(width, vec![first, second])];
                let answer = read(&brute::text(&sum)).unwrap().analyze(&mut analyzer);
                let values = twin.values(&sum);
                let misere = play == Play::Misere;
                let is_p = values[usize::from(misere)] == 0;
                assert_eq!(answer.outcome, Some(Outcome::impartial(is_p)), "{answer:?}");
                if !misere {
                    let expected = match (values[0] / width, values[0] % width) {
                        (0, column) => column.to_string(),
                        (1, 0) => "w".to_string(),
                        (1, column) => format!("w+{column}"),
                        (row, 0) => format!("w*{row}"),
                        (row, column) => format!("w*{row}+{column}"),
                    };
                    let value = answer.value.as_ref().unwrap();
                    assert_eq!(value.ordinal_text(), expected, "{answer:?}");
                }
                let listed: BTreeMap<String, String> = answer
                    .winning_moves
                    .iter()
                    .filter_map(|mv| Some((mv.mv.to_string(), mv.to()?.to_string())))
                    .collect();
                assert_eq!(listed, twin.winning(&sum, misere), "{answer:?}");
                assert!(answer.complete);
                assert_eq!(
                    listed.len(),
                    answer.winning_moves.len(),
                    "a move twice: {answer:?}"
                );
            }
        }
    }
}

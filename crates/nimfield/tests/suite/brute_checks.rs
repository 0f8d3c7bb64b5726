//! The twin against numbers known from the literature, so that the tester is tested, too.

use crate::brute::{Part, Twin, boxes, p_positions};

#[test]
fn nim_values_are_nim_sums_and_misere_outcomes_boutons() {
    let mut twin = Twin::default();
    for heaps in boxes(3, 5) {
        let [normal, misere] = twin.values(&[Part::Nim(heaps.clone())]);
        assert_eq!(normal, heaps.iter().fold(0, |sum, heap| sum ^ heap));
        let ones = heaps.iter().all(|&heap| heap <= 1);
        assert_eq!(misere == 0, (normal == 0) != ones, "{heaps:?}");
    }
}

#[test]
fn wythoff_values_are_those_of_winning_ways() {
    // Winning Ways, chapter 3, the table of Wyt Queens.
    let table = [
        [0, 1, 2, 3, 4, 5, 6, 7],
        [1, 2, 0, 4, 5, 3, 7, 8],
        [2, 0, 1, 5, 3, 4, 8, 6],
        [3, 4, 5, 6, 2, 0, 1, 9],
        [4, 5, 3, 2, 7, 6, 9, 0],
        [5, 3, 4, 0, 6, 8, 10, 1],
        [6, 7, 8, 1, 9, 10, 3, 4],
        [7, 8, 6, 9, 0, 1, 4, 5],
    ];
    let mut twin = Twin::default();
    for (a, row) in (0..).zip(table) {
        for (b, value) in (0..).zip(row) {
            assert_eq!(twin.values(&[Part::Wythoff(a, b)])[0], value, "({a}, {b})");
        }
    }
}

#[test]
fn grundys_game_is_a_rectangle_of_width_one() {
    let known = [0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0];
    let mut twin = Twin::default();
    for (n, value) in (1..).zip(known).take(14) {
        assert_eq!(twin.values(&[Part::Schrage(vec![(1, n)])])[0], value);
        assert_eq!(twin.values(&[Part::Schrage(vec![(n, 2)])])[0], value);
    }
}

#[test]
fn the_sieve_and_the_recursion_agree() {
    let mut twin = Twin::default();
    for (rows, columns, side) in [(1, 2, 9), (1, 3, 6), (2, 2, 6), (2, 3, 3)] {
        for misere in [false, true] {
            let lost = p_positions(rows, columns, side, misere);
            for (index, cells) in boxes(rows * columns, side as u32 - 1).enumerate() {
                let values = twin.values(&[Part::Matrix(columns, cells.clone())]);
                assert_eq!(lost[index], values[usize::from(misere)] == 0, "{cells:?}");
            }
        }
    }
}

//! The theorems, lemmas, examples and remarks of Ferguson's papers on impartial play by name,
//! checked on outcomes that a plain sieve finds from the rules alone, and the errata: what is
//! printed fails, the corrected form holds.

mod brute;

use std::sync::LazyLock;

use brute::{Part, Twin, boxes, p_positions};
use nimfield::games::matrix::{Matrix, normal_form, two_by_two};

/// Entries of the sieved 2x2 positions are below this.
const SIDE: u32 = 40;
static LOST: LazyLock<Vec<bool>> = LazyLock::new(|| p_positions(2, 2, SIDE as usize, false));

/// Whether (a b; c d) is a P-position, by brute force.
fn is_p(a: u32, b: u32, c: u32, d: u32) -> bool {
    LOST[[a, b, c, d]
        .iter()
        .fold(0, |index, &entry| index * SIDE as usize + entry as usize)]
}

fn value(columns: usize, cells: &[u32]) -> u32 {
    Twin::default().values(&[Part::Matrix(columns, cells.to_vec())])[0]
}

#[test]
fn theorem_1_diagonally_subordinate_matrices() {
    let mut twin = Twin::default();
    for diagonal in boxes(3, 3) {
        let [x, y, z] = [diagonal[0], diagonal[1], diagonal[2]];
        for extra in [0, 1] {
            let cells = vec![
                x,
                x + y,
                x + z + extra,
                y + x + extra,
                y,
                y + z,
                z + x,
                z + y,
                z,
            ];
            let value = twin.values(&[Part::Matrix(3, cells.clone())])[0];
            assert_eq!(value == 0, x ^ y ^ z == 0, "{cells:?}");
            // More than the theorem says: the value is that of nim.
            assert_eq!(value, x ^ y ^ z, "{cells:?}");
        }
    }
}

#[test]
fn theorem_2_example_17_7_5_6_8() {
    let position = nimfield::read("matrix[17 inf inf; inf 7 5; inf 6 8]").unwrap();
    let reduced = position.components()[0].reduced();
    assert_eq!(reduced.as_deref(), Some("*17 + matrix[7 5; 6 8]"));
    // The same with 3 for 17, small enough for brute force.
    let block = value(2, &[7, 5, 6, 8]);
    assert_eq!(value(3, &[3, 30, 30, 30, 7, 5, 30, 6, 8]), 3 ^ block);
}

#[test]
fn berlekamp_example_10_5_3_6() {
    let blocks = normal_form(Matrix::of([[10, 5], [3, 6]]).grid());
    assert_eq!(blocks.len(), 1);
    assert_eq!(blocks[0].block.to_string(), "matrix[inf 5; 3 6]");
    // 8 = 5 + 3 is as good as 10 or infinity; 7 is not, somewhere below.
    for entry in [9, 10, 12] {
        assert_eq!(value(2, &[entry, 5, 3, 6]), value(2, &[8, 5, 3, 6]));
    }
}

/// Printed: a_ij >= min_k a_kj + min_l a_il, over all k and l. Then 1 >= 0 + 1 would free the entry
/// b of (0 1; 1 2), a P-position; but with b = 9 it is an N-position.
#[test]
fn erratum_berlekamps_reduction_must_leave_the_entry_itself_out() {
    assert!(is_p(0, 1, 1, 2));
    assert!(!is_p(0, 9, 1, 2));
    // Corrected, among entries without a zero: replacing never changes the value.
    let mut twin = Twin::default();
    for cells in boxes(4, 5).filter(|cells| !cells.contains(&0)) {
        let [a, b, c, d] = [cells[0], cells[1], cells[2], cells[3]];
        if a >= b + c {
            let free = twin.values(&[brute::two(b + c + 7, b, c, d)]);
            assert_eq!(twin.values(&[brute::two(a, b, c, d)]), free);
        }
    }
}

#[test]
fn section_4_odd_rows_are_nim() {
    let mut twin = Twin::default();
    for cells in boxes(3, 6) {
        let sum = cells.iter().fold(0, |sum, cell| sum ^ cell);
        assert_eq!(twin.values(&[Part::Matrix(3, cells)])[0], sum);
    }
}

#[test]
fn section_4_even_rows_are_not_nim() {
    assert_ne!(value(2, &[1, 1]), 0);
    assert_ne!(value(4, &[1, 1, 1, 1]), 0);
}

#[test]
fn lemma_1_dominated_constant_diagonals_are_p() {
    for a in 0..SIDE {
        for d in 0..SIDE {
            for b in 0..=a.min(d) {
                assert!(is_p(a, b, b, d), "({a} {b}; {b} {d})");
            }
        }
    }
}

#[test]
fn lemma_2_one_of_two_neighbours_on_the_diagonal() {
    for d in 0..60u32 {
        for b in 0..d {
            for a in 0..b {
                if d > a + b {
                    continue;
                }
                let (a2, b2, d2) = (a + b - d, a, b);
                assert!(a2 < b2 && b2 < d2);
                assert_eq!(a % (d - a) < d - b, a2 % (d2 - a2) >= d2 - b2);
            }
        }
    }
}

/// Its proof prints r = s - b - a where r = s - (b - a) is meant.
#[test]
fn erratum_lemma_2_proof_r_is_s_minus_b_minus_a_in_parentheses() {
    let mut printed_fails = false;
    for d in 0..60i64 {
        for b in 0..d {
            for a in (0..b).filter(|a| d <= a + b) {
                let n = d - a;
                let (r, s) = (a % n, (a + b - d).rem_euclid(n));
                if s >= b - a {
                    assert_eq!(r, s - (b - a));
                    printed_fails |= (s - b - a).rem_euclid(n) != r;
                }
            }
        }
    }
    assert!(printed_fails);
}

#[test]
fn theorem_3_all_positions_below_40() {
    for a in 0..SIDE {
        for b in 0..SIDE {
            for c in 0..SIDE {
                for d in 0..SIDE {
                    assert_eq!(
                        two_by_two::is_p([[a, b], [c, d]]),
                        is_p(a, b, c, d),
                        "({a} {b}; {c} {d})"
                    );
                }
            }
        }
    }
}

#[test]
fn theorem_3_example_20_24_24_27() {
    assert_eq!(20 % (27 - 20), 6);
    assert!(!is_p(20, 24, 24, 27));
    assert!(is_p(17, 20, 20, 24));
    let winning: Vec<_> = two_by_two::winning_moves([[20u32, 24], [24, 27]])
        .into_iter()
        .map(|(line, k)| format!("{line} by {k}"))
        .collect();
    assert_eq!(winning, ["row 2 by 7", "column 2 by 7"]);
}

/// After the example the preprint has "<=" where the condition is strict: 17 mod 7 = 3 < 4. With
/// equality the position is not P.
#[test]
fn erratum_condition_5_is_strict() {
    let mut equal_cases = 0;
    for d in 1..SIDE {
        for b in 1..d {
            for a in 0..b {
                if a % (d - a) == d - b {
                    assert!(!is_p(a, b, b, d), "({a} {b}; {b} {d})");
                    equal_cases += 1;
                }
            }
        }
    }
    assert!(equal_cases > 100);
}

/// Part (i) of the proof: taking d-a from the last row of (a b; b d) leaves (a, b; a+b-d, a); the
/// published text has lost the minus signs.
#[test]
fn erratum_theorem_3_proof_the_matrix_of_part_i() {
    for d in 0..SIDE {
        for b in 0..d {
            for a in (0..b).filter(|a| d <= a + b) {
                let after = [b - (d - a), d - (d - a)];
                assert_eq!(after, [a + b - d, a]);
            }
        }
    }
}

#[test]
fn remark_the_bottom_row_always_wins() {
    for a in 0..20u32 {
        for b in a..20 {
            for c in b..20 {
                for d in a..20 {
                    if !is_p(a, b, c, d) {
                        let wins = (1..=c.min(d)).any(|k| is_p(a, b, c - k, d - k));
                        assert!(wins, "({a} {b}; {c} {d})");
                    }
                }
            }
        }
    }
}

#[test]
fn remark_p_positions_have_a_constant_diagonal() {
    for (index, _) in LOST.iter().enumerate().filter(|&(_, &lost)| lost) {
        let side = SIDE as usize;
        let [a, b, c, d] = [
            index / side.pow(3),
            index / side.pow(2) % side,
            index / side % side,
            index % side,
        ];
        assert!(a == d || b == c);
    }
}

//! Closed forms as plain functions: `cargo run -p nimfield-games --example closed_forms`.

use nimfield_core::words::{Outcome, Play};
use nimfield_games::matrix::two_by_two::winning_moves;
use nimfield_games::matrix_partizan::outcome_2x2;
use nimfield_games::wythoff::is_p;

/// Runs the example.
pub fn main() {
    let pairs = (0..40u128).flat_map(|a| (a..40).map(move |b| (a, b)));
    let pairs: Vec<_> = pairs.filter(|&(a, b)| is_p(a, b, Play::Normal)).collect();
    println!("P-positions of Wythoff's game: {pairs:?}");
    assert_eq!(pairs[..4], [(0, 0), (1, 2), (3, 5), (4, 7)]);

    let moves = winning_moves([[20u64, 24], [24, 27]]);
    println!("winning moves of the matrix 20 24; 24 27: {moves:?}");
    assert_eq!(moves.len(), 2);

    assert_eq!(outcome_2x2([[0, 5], [2, 7]]), Outcome::L);
}

//! Searches with and without what theory knows, on one and two threads.
//!
//! `cargo bench -p nimfield --bench search`

use std::collections::HashMap;

use divan::{Bencher, black_box};
use nimfield::families::taking::Taking;
use nimfield::{Budget, Play};
use nimfield_engines::disjunctive_sum::DisjunctiveSum;
use nimfield_engines::search::{Knowledge, Search};
use nimfield_games::matrix::block::Block;
use nimfield_games::matrix::{Matrix, normal_form};

fn main() {
    divan::main();
}

/// The only block of a position.
fn block(text: &str) -> Block<u32> {
    let sum = nimfield::read(text).expect("a position");
    let piles: Vec<Vec<u128>> = text[7..text.len() - 1]
        .split(';')
        .map(|row| {
            row.split_whitespace()
                .map(|n| n.parse().expect("a number"))
                .collect()
        })
        .collect();
    assert_eq!(sum.to_string(), Matrix::of(&piles).to_string());
    let blocks = normal_form(Matrix::of(&piles).grid());
    blocks[0].block.small().expect("small entries")
}

const POSITIONS: [&str; 3] = [
    "matrix[20 21 22 23]",
    "matrix[7 8 9; 10 9 8]",
    "matrix[4 5 6; 5 6 4; 6 5 5]",
];

fn outcome(bencher: Bencher, text: &str, knowledge: Knowledge, threads: usize) {
    let block = block(text);
    let budget = Budget::unlimited().threads(threads);
    bencher.bench(|| {
        let search = Search::new(Play::Normal, knowledge);
        black_box(search.has_value(&block, 0, &budget))
    });
}

#[divan::bench(args = POSITIONS, sample_count = 10)]
fn outcome_one_thread(bencher: Bencher, text: &str) {
    outcome(bencher, text, Knowledge::Theory, 1);
}

#[divan::bench(args = POSITIONS, sample_count = 10)]
fn outcome_two_threads(bencher: Bencher, text: &str) {
    outcome(bencher, text, Knowledge::Theory, 2);
}

#[divan::bench(args = POSITIONS, sample_count = 3)]
fn outcome_rules_only(bencher: Bencher, text: &str) {
    outcome(bencher, text, Knowledge::RulesOnly, 1);
}

#[divan::bench(args = POSITIONS, sample_count = 3)]
fn value(bencher: Bencher, text: &str) {
    let block = block(text);
    let budget = Budget::unlimited();
    bencher.bench(|| {
        let search = Search::new(Play::Normal, Knowledge::Theory);
        black_box(search.value(&block, &budget))
    });
}

#[divan::bench(args = POSITIONS, sample_count = 3)]
fn misere_outcome(bencher: Bencher, text: &str) {
    let sum = DisjunctiveSum::new([block(text)]);
    let budget = Budget::unlimited();
    bencher.bench(|| {
        let search = Search::new(Play::Misere, Knowledge::Theory);
        black_box(search.has_value(&sum, 0, &budget))
    });
}

const BOARDS: [&str; 3] = ["tactix[4x4]", "lines(max=3)[4x4]", "tactix[4x5]"];

/// Boards in misère play: components up to symmetry, in the search of all games.
#[divan::bench(args = BOARDS, sample_count = 5)]
fn misere_board(bencher: Bencher, text: &str) {
    let sum = nimfield::read(text).expect("a board");
    let parts = sum.summands();
    let parts = parts.iter().map(|part| part.small().expect("small"));
    let sum = DisjunctiveSum::new(parts);
    let budget = Budget::unlimited();
    bencher.bench_local(|| {
        let search = Search::new(Play::Misere, Knowledge::Theory);
        black_box(search.has_value(&sum, 0, &budget))
    });
}

/// The same by a plain search that remembers every state it has seen.
#[divan::bench(args = BOARDS, sample_count = 5)]
fn misere_board_plain(bencher: Bencher, text: &str) {
    fn is_p(game: &Taking, state: u64, known: &mut HashMap<u64, bool>) -> bool {
        if state == 0 {
            return false;
        }
        if let Some(&known) = known.get(&state) {
            return known;
        }
        let is_p = game
            .moves(state)
            .all(|mask| !is_p(game, state & !mask, known));
        known.insert(state, is_p);
        is_p
    }
    let sum = nimfield::read(text).expect("a board");
    let (game, state) = sum.components()[0].taking().expect("a board");
    bencher.bench_local(|| black_box(is_p(game, state, &mut HashMap::new())));
}

//! Misère play of boards: forms, sums of two boards, certificates and search, beside plain ways.
//!
//! `cargo bench -p nimfield --bench misere`; `-- --ignored large` for 3x7 + 3x7 and the
//! certificate of 7x7.

use std::collections::HashMap;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use nimfield::solve::budget::Budget;
use nimfield::solve::misere::{Board, Forms, MisereSearch, PairMatrix, winning_split};
use nimfield::solve::taking::Taking;

fn main() {
    divan::main();
}

/// Runs of any length on a board, row by row.
fn rectangle(rows: u32, columns: u32) -> Taking {
    let cell = |row: u32, column: u32| 1u64 << (row * columns + column);
    let mut masks = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            for length in 1..=columns - column {
                masks.push((0..length).map(|i| cell(row, column + i)).sum());
            }
            for length in 1..=rows - row {
                masks.push((0..length).map(|i| cell(row + i, column)).sum());
            }
        }
    }
    let map = |to: &dyn Fn(u32, u32) -> (u32, u32)| -> Vec<u8> {
        let cells = (0..rows * columns).map(|i| to(i / columns, i % columns));
        cells.map(|(r, c)| (r * columns + c) as u8).collect()
    };
    let symmetries = vec![
        map(&|r, c| (rows - 1 - r, c)),
        map(&|r, c| (r, columns - 1 - c)),
        map(&|r, c| (rows - 1 - r, columns - 1 - c)),
    ];
    Taking::new(rows * columns, masks, symmetries).unwrap()
}

fn forms_of(game: &Taking) -> (Forms, Board) {
    let mut forms = Forms::new();
    let board = Board::new(&mut forms, game, game.full(), &Budget::unlimited()).unwrap();
    (forms, board)
}

#[divan::bench(args = [(4, 4), (4, 5), (3, 7)], sample_count = 5)]
fn forms(bencher: Bencher, (rows, columns): (u32, u32)) {
    let game = rectangle(rows, columns);
    let positions = 1u64 << game.cells();
    bencher
        .counter(ItemsCount::new(positions))
        .bench(|| black_box(forms_of(&game)).1.classes().len());
}

/// Pairs of forms a second.
#[divan::bench(args = [(2, 4), (3, 6)], sample_count = 5)]
fn pairs(bencher: Bencher, (rows, columns): (u32, u32)) {
    pair_matrix(bencher, rows, columns);
}

#[divan::bench(sample_count = 3, ignore)]
fn large_pairs_3x7(bencher: Bencher) {
    pair_matrix(bencher, 3, 7);
}

fn pair_matrix(bencher: Bencher, rows: u32, columns: u32) {
    let (forms, board) = forms_of(&rectangle(rows, columns));
    let classes = board.classes();
    let budget = Budget::unlimited().threads(2);
    bencher
        .counter(ItemsCount::new(classes.len() * classes.len()))
        .bench(|| PairMatrix::new(&forms, classes, classes, &budget).map(|m| m.p_count()));
}

/// The plain way: recursion over all pairs of states, of 2x4 + 2x4.
#[divan::bench(sample_count = 5)]
fn pairs_of_states_by_recursion(bencher: Bencher) {
    let game = rectangle(2, 4);
    let positions = 1u64 << (2 * game.cells());
    bencher.counter(ItemsCount::new(positions)).bench(|| {
        let mut is_p: Vec<bool> = Vec::with_capacity(positions as usize);
        for pair in 0..positions {
            let (left, right) = (pair >> game.cells(), pair & game.full());
            let lefts = game.moves(left).map(|mask| mask << game.cells());
            let mut moves = lefts.chain(game.moves(right)).peekable();
            let lost = moves.peek().is_some();
            is_p.push(lost && moves.all(|mask| !is_p[(pair ^ mask) as usize]));
        }
        is_p
    });
}

#[divan::bench(args = [(5, 8), (5, 10), (6, 7)], sample_count = 3)]
fn winner(bencher: Bencher, (rows, columns): (u32, u32)) {
    winner_of(bencher, rows, columns);
}

#[divan::bench(sample_count = 1, ignore)]
fn large_winner_7x7(bencher: Bencher) {
    winner_of(bencher, 7, 7);
}

fn winner_of(bencher: Bencher, rows: u32, columns: u32) {
    let game = rectangle(rows, columns);
    let budget = Budget::unlimited().threads(2);
    bencher.bench(|| winning_split(&game, game.full(), &budget).map(|won| won.is_some()));
}

#[divan::bench(args = [(6, 7)], sample_count = 3)]
fn certificate_and_check(bencher: Bencher, (rows, columns): (u32, u32)) {
    certified(bencher, rows, columns);
}

#[divan::bench(sample_count = 1, ignore)]
fn large_certificate_and_check_7x7(bencher: Bencher) {
    certified(bencher, 7, 7);
}

fn certified(bencher: Bencher, rows: u32, columns: u32) {
    let game = rectangle(rows, columns);
    let budget = Budget::unlimited().threads(2);
    let found = winning_split(&game, game.full(), &budget).unwrap();
    let (mask, split) = found.expect("the first player wins");
    bencher.bench(|| {
        let certificate = split.certificate(&game, String::new(), game.full(), mask, &budget);
        certificate.map(|certificate| certificate.map(|certificate| certificate.check()))
    });
}

/// Random positions of 6x6 with at most 29 stones, as the search meets them.
fn random_positions(game: &Taking, count: usize, most: u32) -> Vec<u64> {
    let mut random = fastrand::Rng::with_seed(6);
    let mut position = || {
        let mut cells: Vec<u32> = (0..game.cells()).collect();
        random.shuffle(&mut cells);
        cells.truncate(most as usize);
        cells.iter().map(|cell| 1u64 << cell).sum::<u64>()
    };
    (0..count).map(|_| position()).collect()
}

/// A search with an empty memory for each of ten positions; prints the sums searched for each.
#[divan::bench(args = [20, 25, 29], sample_count = 3)]
fn search_6x6(bencher: Bencher, stones: u32) {
    let game = rectangle(6, 6);
    let positions = random_positions(&game, 10, stones);
    let budget = Budget::unlimited();
    let outcomes = || {
        let mut sums = 0;
        for &state in &positions {
            let mut search = MisereSearch::new(game.clone());
            let _ = black_box(search.is_p(state, &budget));
            sums += search.positions();
        }
        sums
    };
    println!("{} sums a position", outcomes() / positions.len() as u64);
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench(outcomes);
}

/// The plain way: a memory of states, no more.
#[divan::bench(args = [20], sample_count = 1)]
fn search_6x6_by_recursion(bencher: Bencher, stones: u32) {
    fn is_p(game: &Taking, state: u64, known: &mut HashMap<u64, bool>) -> bool {
        if let Some(&known) = known.get(&state) {
            return known;
        }
        let mut moves = game.moves(state).peekable();
        let found = moves.peek().is_some() && moves.all(|mask| !is_p(game, state ^ mask, known));
        known.insert(state, found);
        found
    }
    let game = rectangle(6, 6);
    let positions = random_positions(&game, 10, stones);
    bencher.counter(ItemsCount::new(positions.len())).bench(|| {
        for &state in &positions {
            black_box(is_p(&game, state, &mut HashMap::new()));
        }
    });
}

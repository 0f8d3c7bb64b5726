//! Misère play of boards: forms, sums of two boards, certificates and search, beside plain ways.
//!
//! `cargo bench -p nimfield --bench misere`; `-- --ignored large` for 3x7 + 3x7 and the
//! certificate of 7x7.

use std::collections::HashMap;
use std::sync::Arc;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use nimfield::families::taking::Taking;
use nimfield::{Budget, Play};
use nimfield_engines::misere::{BoardForms, Forms, MisereSearch, PairMatrix, Trial, winning_split};
use nimfield_engines::taking::Embedding;
use nimfield_engines::taking::table::{BoardTable, TableKind};

fn main() {
    divan::main();
}

/// Runs of any length on a board.
fn rectangle(rows: u32, columns: u32) -> Taking {
    let sum = nimfield::read(&format!("tactix[{rows}x{columns}]")).unwrap();
    sum.components()[0].taking().unwrap().0.clone()
}

fn forms_of(game: &Taking) -> (Forms, BoardForms) {
    let mut forms = Forms::new();
    let board = BoardForms::new(&mut forms, game, game.full(), &Budget::unlimited()).unwrap();
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
    bencher.bench(|| {
        winning_split(&game, game.full(), Trial::Promising, &budget).map(|won| won.is_some())
    });
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
    let found = winning_split(&game, game.full(), Trial::Promising, &budget).unwrap();
    let (mask, mut split) = found.expect("the first player wins");
    bencher.bench_local(|| {
        let certificate = split.certificate(&game, String::new(), game.full(), mask, &budget);
        certificate.map(|certificate| certificate.map(|certificate| certificate.check()))
    });
}

/// How many stones random positions have.
#[derive(Clone, Copy, Debug)]
enum Stones {
    Exactly(u32),
    UpTo(u32),
}

use Stones::{Exactly, UpTo};

/// Random positions, each number of stones as often as the others.
fn random_positions(game: &Taking, count: u32, stones: Stones) -> Vec<u64> {
    let mut random = fastrand::Rng::with_seed(6);
    let mut position = |number: u32| {
        let stones = match stones {
            Exactly(stones) => stones,
            UpTo(most) => number % (most + 1),
        };
        let mut cells: Vec<u32> = (0..game.cells()).collect();
        random.shuffle(&mut cells);
        cells.truncate(stones as usize);
        cells.iter().map(|cell| 1u64 << cell).sum::<u64>()
    };
    (0..count).map(&mut position).collect()
}

/// A search with an empty memory for each position; prints the sums searched for each.
#[divan::bench(args = [Exactly(20), Exactly(25), Exactly(29), UpTo(29)], sample_count = 3)]
fn search_6x6(bencher: Bencher, stones: Stones) {
    search(bencher, stones, |game| MisereSearch::new(game.clone()));
}

/// The same with the table of the 5x6 board.
#[divan::bench(args = [Exactly(20), Exactly(25), Exactly(29), UpTo(29)], sample_count = 3)]
fn search_6x6_with_a_table_of_5x6(bencher: Bencher, stones: Stones) {
    let board = rectangle(5, 6);
    let budget = Budget::unlimited().threads(2);
    let table = BoardTable::solve(&board, Play::Misere, TableKind::Outcomes, &budget).unwrap();
    let table = Arc::new(table);
    search(bencher, stones, |game| {
        let packing = Embedding::new(game, &board, table.clone()).expect("it can be laid there");
        let oracle = move |parts: &[u64]| packing.is_p(parts).ok().flatten();
        MisereSearch::new(game.clone()).with_oracle(Box::new(oracle))
    });
}

fn search(bencher: Bencher, stones: Stones, new: impl Fn(&Taking) -> MisereSearch + Sync) {
    let game = rectangle(6, 6);
    let positions = random_positions(&game, 30, stones);
    let budget = Budget::unlimited();
    let outcomes = || {
        let mut sums = 0;
        for &state in &positions {
            let mut search = new(&game);
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
#[divan::bench(args = [Exactly(20)], sample_count = 1)]
fn search_6x6_by_recursion(bencher: Bencher, stones: Stones) {
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
    let positions = random_positions(&game, 30, stones);
    bencher.counter(ItemsCount::new(positions.len())).bench(|| {
        for &state in &positions {
            black_box(is_p(&game, state, &mut HashMap::new()));
        }
    });
}

//! Whole boards, beside plain dynamic programming over all states in the same run.
//! `cargo bench -p nimfield --bench boards`; the largest boards are in the example `whole_boards`.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use nimfield::families::taking::Taking;
use nimfield::{Budget, Play};
use nimfield_engines::taking::table::{BoardTable, Code, Solver, TableKind};

fn main() {
    divan::main();
}

const BOARDS: [&str; 7] = [
    "tactix[4x4]",
    "lines(max=3)[4x4]",
    "tactix[5x5]",
    "lines(max=3)[5x5]",
    "efr[5x5]",
    "tactix[5x6]",
    "lines(max=3)[5x6]",
];

fn game(board: &str) -> Taking {
    let sum = nimfield::read(board).unwrap();
    sum.components()[0].taking().unwrap().0.clone()
}

fn states(game: &Taking) -> ItemsCount {
    ItemsCount::new(1u64 << game.cells())
}

fn solve(bencher: Bencher<'_, '_>, board: &str, threads: usize, portable: bool) {
    let game = game(board);
    let budget = Budget::unlimited().threads(threads);
    let mut solver = Solver::new(&game, &budget).unwrap();
    if portable {
        solver = solver.by(Code::Portable);
    }
    bencher
        .counter(states(&game))
        .bench_local(|| solver.solve(Play::Misere, &budget).unwrap());
}

#[divan::bench(args = BOARDS, max_time = 2)]
fn one_thread(bencher: Bencher<'_, '_>, board: &str) {
    solve(bencher, board, 1, false);
}

#[divan::bench(args = BOARDS, max_time = 2)]
fn two_threads(bencher: Bencher<'_, '_>, board: &str) {
    solve(bencher, board, 2, false);
}

#[divan::bench(args = BOARDS, max_time = 2)]
fn one_thread_portable(bencher: Bencher<'_, '_>, board: &str) {
    solve(bencher, board, 1, true);
}

/// Every state from its options, one byte a state.
#[divan::bench(args = ["tactix[4x4]", "lines(max=3)[4x4]", "tactix[5x5]"], max_time = 2, sample_size = 1)]
fn plain(bencher: Bencher<'_, '_>, board: &str) {
    let game = game(board);
    let masks: Vec<usize> = game.masks().iter().map(|&mask| mask as usize).collect();
    bencher.counter(states(&game)).bench_local(|| {
        let mut lost = vec![false; 1 << game.cells()];
        for state in 1..lost.len() {
            let mut options = masks.iter().filter(|&mask| mask & !state == 0);
            lost[state] = !options.any(|mask| lost[state ^ mask]);
        }
        lost
    });
}

/// Grundy values of all states.
#[divan::bench(args = ["tactix[4x4]", "tactix[5x5]", "lines(max=3)[5x5]"], max_time = 2)]
fn values(bencher: Bencher<'_, '_>, board: &str) {
    let game = game(board);
    let budget = Budget::unlimited().threads(2);
    let values = || BoardTable::solve(&game, Play::Normal, TableKind::Values, &budget).unwrap();
    bencher.counter(states(&game)).bench_local(values);
}

/// States all over a table.
#[divan::bench]
fn probe(bencher: Bencher<'_, '_>) {
    let game = game("tactix[5x6]");
    let budget = Budget::unlimited().threads(2);
    let table = BoardTable::solve(&game, Play::Misere, TableKind::Outcomes, &budget).unwrap();
    let mut random = fastrand::Rng::with_seed(5);
    let states: Vec<u64> = (0..1 << 16).map(|_| random.u64(..) & game.full()).collect();
    bencher
        .counter(ItemsCount::new(states.len()))
        .bench_local(|| {
            let lost = |state: &&u64| table.is_p(black_box(**state)).unwrap();
            states.iter().filter(lost).count()
        });
}

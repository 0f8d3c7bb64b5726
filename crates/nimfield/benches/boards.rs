//! Whole boards, beside plain dynamic programming over all states in the same run.
//! `cargo bench -p nimfield --bench boards`; the largest boards are in the example `whole_boards`.

use std::fmt;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use nimfield::Play;
use nimfield::solve::budget::Budget;
use nimfield::solve::taking::Taking;
use nimfield::solve::taking::table::{Kind, Solver, Table};

fn main() {
    divan::main();
}

/// A rectangle, and the most neighbours of a row or column that a move takes.
#[derive(Clone, Copy)]
struct Case {
    rows: u32,
    columns: u32,
    most: u32,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{} max {}", self.rows, self.columns, self.most)
    }
}

impl Case {
    fn states(&self) -> ItemsCount {
        ItemsCount::new(1u64 << (self.rows * self.columns))
    }

    fn game(&self) -> Taking {
        let &Case {
            rows,
            columns,
            most,
        } = self;
        let cell = |r: u32, c: u32| (r * columns + c) as u8;
        let mut masks = Vec::new();
        let mut line = |cells: &dyn Fn(u32) -> u8, len: u32| {
            for (from, to) in (0..len).flat_map(|from| (from..len).map(move |to| (from, to))) {
                if to - from < most {
                    masks.push((from..=to).fold(0u64, |mask, i| mask | 1 << cells(i)));
                }
            }
        };
        (0..rows).for_each(|r| line(&|i| cell(r, i), columns));
        (0..columns).for_each(|c| line(&|i| cell(i, c), rows));
        let all = || (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
        let (down, right) = (rows - 1, columns - 1);
        let symmetries = vec![
            all().map(|(r, c)| cell(r, right - c)).collect(),
            all().map(|(r, c)| cell(down - r, c)).collect(),
            all().map(|(r, c)| cell(down - r, right - c)).collect(),
        ];
        Taking::new(rows * columns, masks, symmetries).unwrap()
    }
}

const fn case(rows: u32, columns: u32, most: u32) -> Case {
    Case {
        rows,
        columns,
        most,
    }
}

const BOARDS: [Case; 6] = [
    case(4, 4, 4),
    case(4, 4, 3),
    case(5, 5, 5),
    case(5, 5, 3),
    case(5, 6, 6),
    case(5, 6, 3),
];

fn solve(bencher: Bencher<'_, '_>, case: Case, threads: usize, portable: bool) {
    let game = case.game();
    let budget = Budget::unlimited().threads(threads);
    let mut solver = Solver::new(&game, &budget).unwrap();
    if portable {
        solver = solver.portable();
    }
    bencher
        .counter(case.states())
        .bench_local(|| solver.solve(Play::Misere, &budget).unwrap());
}

#[divan::bench(args = BOARDS, max_time = 2)]
fn one_thread(bencher: Bencher<'_, '_>, case: Case) {
    solve(bencher, case, 1, false);
}

#[divan::bench(args = BOARDS, max_time = 2)]
fn two_threads(bencher: Bencher<'_, '_>, case: Case) {
    solve(bencher, case, 2, false);
}

#[divan::bench(args = BOARDS, max_time = 2)]
fn one_thread_portable(bencher: Bencher<'_, '_>, case: Case) {
    solve(bencher, case, 1, true);
}

/// Every state from its options, one byte a state.
#[divan::bench(args = [case(4, 4, 4), case(4, 4, 3), case(5, 5, 5)], max_time = 2, sample_size = 1)]
fn plain(bencher: Bencher<'_, '_>, case: Case) {
    let game = case.game();
    let masks: Vec<usize> = game.masks().iter().map(|&mask| mask as usize).collect();
    bencher.counter(case.states()).bench_local(|| {
        let mut lost = vec![false; 1 << game.cells()];
        for state in 1..lost.len() {
            let mut options = masks.iter().filter(|&mask| mask & !state == 0);
            lost[state] = !options.any(|mask| lost[state ^ mask]);
        }
        lost
    });
}

/// Grundy values of all states.
#[divan::bench(args = [case(4, 4, 4), case(5, 5, 5), case(5, 5, 3)], max_time = 2)]
fn values(bencher: Bencher<'_, '_>, case: Case) {
    let game = case.game();
    let budget = Budget::unlimited().threads(2);
    let values = || Table::solve(&game, Play::Normal, Kind::Values, &budget).unwrap();
    bencher.counter(case.states()).bench_local(values);
}

/// States all over a table.
#[divan::bench]
fn probe(bencher: Bencher<'_, '_>) {
    let game = case(5, 6, 6).game();
    let budget = Budget::unlimited().threads(2);
    let table = Table::solve(&game, Play::Misere, Kind::Outcomes, &budget).unwrap();
    let mut random = fastrand::Rng::with_seed(5);
    let states: Vec<u64> = (0..1 << 16).map(|_| random.u64(..) & game.full()).collect();
    bencher
        .counter(ItemsCount::new(states.len()))
        .bench_local(|| {
            let lost = |state: &&u64| table.is_p(black_box(**state)).unwrap();
            states.iter().filter(lost).count()
        });
}

//! Times whole boards in memory: `cargo run --release -p nimfield --example whole_boards -- 6 6 6`
//!
//! The arguments are rows, columns, the most neighbours taken, and if wished the number of threads.
//! It prints how long the system took to provide the memory and how long each of three solutions of
//! misère play took.

use std::time::Instant;

use nimfield::Play;
use nimfield::solve::budget::Budget;
use nimfield::solve::taking::Taking;
use nimfield::solve::taking::table::{Kind, Solver, memory_needed};

fn main() {
    let numbers: Result<Vec<u32>, _> = std::env::args().skip(1).map(|text| text.parse()).collect();
    let (rows, columns, most, threads) = match numbers.as_deref() {
        Ok(&[rows, columns, most]) => (rows, columns, most, 2),
        Ok(&[rows, columns, most, threads]) => (rows, columns, most, threads as usize),
        _ => {
            eprintln!("usage: whole_boards ROWS COLUMNS MOST [THREADS]");
            std::process::exit(2);
        }
    };
    let game = game(rows, columns, most);
    let budget = Budget::unlimited().threads(threads);
    println!(
        "memory {:.2} GiB",
        memory_needed(game.cells(), Kind::Outcomes) as f64 / (1u64 << 30) as f64
    );
    let start = Instant::now();
    let mut solver = Solver::new(&game, &budget).expect("there is enough memory");
    println!("first touch {:.2?}", start.elapsed());
    for _ in 0..3 {
        let start = Instant::now();
        solver
            .solve(Play::Misere, &budget)
            .expect("there is no limit");
        let rate = 2f64.powi(game.cells() as i32) / start.elapsed().as_secs_f64();
        println!(
            "solved in {:.2?}, {rate:.3e} states a second",
            start.elapsed()
        );
    }
    let start = Instant::now();
    let table = solver
        .table(Play::Misere, &budget)
        .expect("there is no limit");
    println!(
        "solved and counted in {:.2?}: {} P-positions",
        start.elapsed(),
        table.summary().p_positions()
    );
}

/// Runs of neighbours in the rows and columns of a rectangle.
fn game(rows: u32, columns: u32, most: u32) -> Taking {
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
    Taking::new(rows * columns, masks, symmetries).expect("runs are moves")
}

//! Times a whole board in memory:
//! `cargo run --release -p nimfield --example whole_boards -- 'lines(max=3)[6x6]' 2`
//!
//! The arguments are the board and the number of threads. It prints how long the system took to
//! provide the memory, how long each of three solutions took (in the play of the game's source), and
//! the states a second.

use std::time::Instant;

use nimfield::Budget;
use nimfield_engines::taking::table::{Solver, TableKind, memory_needed};

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [board, threads] = &arguments[..] else {
        return Err("usage: whole_boards BOARD THREADS".to_string());
    };
    let sum = nimfield::read(board).map_err(|error| error.to_string())?;
    let threads = threads.parse().map_err(|_| "how many threads?")?;
    let play = sum.default_play();
    let board = sum.components().first().and_then(|board| board.taking());
    let (game, _) = board.ok_or("this is no board of stones")?;
    let budget = Budget::unlimited().threads(threads);
    println!(
        "{} MiB",
        memory_needed(game.cells(), TableKind::Outcomes) >> 20
    );
    let start = Instant::now();
    let mut solver = Solver::new(game, &budget).map_err(|error| error.to_string())?;
    println!("memory provided in {:.2?}", start.elapsed());
    for _ in 0..3 {
        let start = Instant::now();
        let solved = solver.solve(play, &budget);
        solved.map_err(|error| error.to_string())?;
        let time = start.elapsed();
        let rate = 2f64.powi(game.cells() as i32) / time.as_secs_f64();
        println!("{play} play solved in {time:.2?}, {rate:.2e} states a second");
    }
    let start = Instant::now();
    let table = solver.table(play, &budget);
    let positions = table
        .map_err(|error| error.to_string())?
        .summary()
        .p_positions();
    println!(
        "solved and counted in {:.2?}: {positions} P-positions",
        start.elapsed()
    );
    Ok(())
}

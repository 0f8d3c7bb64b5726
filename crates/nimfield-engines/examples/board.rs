//! Solves a whole board: `cargo run -p nimfield-engines --example board`.

use nimfield_core::budget::Budget;
use nimfield_core::families::taking::Taking;
use nimfield_core::words::Play;
use nimfield_engines::taking::table::{BoardTable, TableKind};

/// Runs the example.
///
/// # Errors
/// If the board cannot be solved.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Twelve coins in a row: a move takes one, or two that are neighbours. Each coin is a bit.
    let ones = (0..12).map(|coin| 1u64 << coin);
    let twos = (0..11).map(|coin| 0b11u64 << coin);
    let row = Taking::new(12, ones.chain(twos).collect(), vec![])?;
    let table = BoardTable::solve(
        &row,
        Play::Normal,
        TableKind::Outcomes,
        &Budget::unlimited(),
    )?;
    println!("winning moves: {:?}", table.summary().winning_moves);
    // Kayles: the first player leaves two equal halves.
    assert_eq!(table.summary().winning_moves, [0b11 << 5]);
    Ok(())
}

//! Reads a sum, analyses it within a budget, and plays a winning move: `cargo run -p nimfield --example tour`.

use std::time::Duration;

use nimfield::{Analyzer, Budget, Outcome, Player, Query};

/// Runs the example.
///
/// # Errors
/// If a position or a move cannot be read.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let budget = Budget::unlimited().time(Duration::from_secs(10));
    let mut analyzer = Analyzer::new(Query::default(), budget);

    let sum = nimfield::read("matrix[20 24; 24 27] + wythoff[4,6]")?;
    let answer = analyzer.analyze(&sum);
    println!("{sum}: {:?}, {}", answer.outcome, answer.reason.text);
    let winning = answer.winning_moves.first().ok_or("no winning move")?;
    let after = sum.after(&winning.mv)?;
    println!("{} leaves {after}", winning.mv);
    assert_eq!(analyzer.analyze(&after).outcome, Some(Outcome::P));

    // In a partizan game a move belongs to a player; amounts next to each other make a run.
    let sum = nimfield::read("matrix-partizan[0 5; 9 9]")?;
    let answer = analyzer.analyze(&sum);
    let run = &answer.winning_moves[0].mv;
    println!("{:?}: {run}, {} moves", run.player(), run.count());
    assert_eq!(run.player(), Some(Player::Right));
    assert!(run.moves().all(|mv| sum.after(&mv).is_ok()));
    Ok(())
}

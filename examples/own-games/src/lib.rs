//! Three games that Nimfield does not have, and how it comes to know them.

pub mod euclid;
pub mod kayles;
pub mod taker;

use std::fmt::Write;
use std::time::Duration;

use nimfield::notation::NotationError;
use nimfield::{Analyzer, Budget, Games, Query};

/// The games of Nimfield and these three.
pub fn games() -> Games {
    Games::builtin()
        .with_game::<euclid::Euclid>()
        .with_game::<kayles::Kayles>()
        .with_game::<taker::Taker>()
}

/// Who wins a position, why, and by which moves; within ten seconds, 100,000 positions and 256 MiB.
///
/// # Errors
/// Where the text is not a position of these games.
pub fn report(games: &Games, text: &str) -> Result<String, NotationError> {
    let sum = games.read(text)?;
    let budget = Budget::unlimited()
        .time(Duration::from_secs(10))
        .positions(100_000)
        .bytes(256 << 20);
    let answer = Analyzer::new(Query::default(), budget).analyze(&sum);
    let reason = &answer.reason.text;
    let mut report = match answer.outcome {
        Some(outcome) => format!("{sum}: {}, because {reason}\n", outcome.meaning()),
        None => format!("{sum}: {reason}\n"),
    };
    for found in &answer.winning_moves {
        let _ = writeln!(report, "  {found}");
    }
    Ok(report)
}

//! Two-dimensional nim and its relatives: rules, theory, search and tables.
//!
//! Who wins a position, what it is worth, which moves win, and why:
//!
//! ```
//! use nimfield::Outcome;
//!
//! let sum = nimfield::read("matrix[20 24; 24 27]")?;
//! let answer = nimfield::analyze(&sum);
//! assert_eq!(answer.outcome, Some(Outcome::N));
//! assert_eq!(answer.winning_moves[0].to_string(), "row 2 by 7 to matrix[20 24; 17 20]");
//! assert_eq!(answer.reason.source, "Ferguson 2001, Theorem 3");
//! # Ok::<(), nimfield::NotationError>(())
//! ```
//!
//! # What is where
//!
//! | | |
//! |---|---|
//! | [`read`], [`Games`] | reading positions and sums; adding games |
//! | [`Sum`], [`SumMove`] | a position of any games, and a move in it |
//! | [`analyze`](fn@analyze), [`Analyzer`](analyze::Analyzer) | the answer, with a budget and with memory |
//! | [`Answer`] | outcome, value, winning moves, reason |
//! | [`opponent`] | choosing a move in play |
//! | [`template`], [`tables`], [`bfile`] | families of positions, tables of them |
//! | [`game`] | the definition of a game |
//! | [`games`] | the games: rules, notation, theory |
//! | [`engines`] | searches and tables, which know no game by name |
//! | [`budget`] | how long and how much |

pub mod analyze;
pub mod answer;
pub mod bfile;
pub mod erased;
pub mod expression;
pub mod opponent;
pub mod reader;
pub mod registry;
pub mod sum;
pub mod tables;
pub mod template;
pub mod term;
pub mod values;

pub use answer::{Answer, WinningMove};
pub use nimfield_core::notation::NotationError;
pub use nimfield_core::words::{Grundy, Outcome, Play, Player};
pub use nimfield_core::{
    budget, by_rules, clock, component, diagram, families, files, game, handles, info, notation,
    partizan, pieces, rules, sealed, shard, theory, words,
};
pub use nimfield_engines as engines;
pub use nimfield_games as games;
pub use reader::read;
pub use registry::{GameEntry, Games, usual_start};
pub use sum::{Sum, SumMove};
pub use term::Term;

/// Outcome, value if it is cheap, winning moves and the reason, in the play convention of the game's
/// source and without any limit; see [`Analyzer`](analyze::Analyzer) for one with a budget.
///
/// ```
/// let sum = nimfield::read("nim[7] + nim[2]").unwrap();
/// let answer = nimfield::analyze(&sum);
/// assert_eq!(answer.winning_moves[0].mv.to_string(), "1: heap 1 by 5");
/// ```
#[must_use]
pub fn analyze(sum: &Sum) -> Answer {
    let query = analyze::Query::play(sum.default_play());
    analyze::Analyzer::new(query, budget::Budget::unlimited()).analyze(sum)
}

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
//! | [`analyze`], [`Analyzer`], [`Query`] | the answer, with a budget and with memory |
//! | [`Answer`] | outcome, value, winning moves, reason |
//! | [`opponent`] | choosing a move in play |
//! | [`template`], [`tables`], [`bfile`] | families of positions, tables of them |
//! | [`statement`] | expressions over facts of positions |
//! | [`periods`], [`quotients`] | periods of values along one letter, misère quotients |
//! | [`game`], [`prelude`] | the definition of a game, and what a game of your own imports |
//! | [`games`] | the games: rules, notation, theory |
//! | [`rules`] | games by rule files, and the shelf |
//! | [`engines`] | searches and tables, which know no game by name |
//! | [`budget`] | how long and how much |

mod analyze;
pub mod answer;
pub mod bfile;
pub mod by_size;
mod erased;
mod examples;
pub mod expression;
pub mod guess;
pub mod opponent;
pub mod periods;
pub mod quotients;
mod reader;
mod registry;
mod rules_read;
pub mod statement;
mod sum;
pub mod tables;
pub mod template;
mod term;
pub mod values;

pub use analyze::{
    Analyzer, MisereReport, MoveList, Query, Trail, Undecided, is_p_by_rules, misere_report,
    partizan_parts, symmetry_key,
};
pub use answer::{Answer, WinningMove};
pub use erased::{AnyMove, AnyPartizan, AnyPosition};
pub use examples::{CheckedExample, check_examples};
pub use nimfield_core::budget::Budget;
pub use nimfield_core::notation::NotationError;
pub use nimfield_core::words::{Grundy, Outcome, Play, Player};
pub use nimfield_core::{
    budget, component, diagram, families, game, handles, info, notation, partizan, pieces, theory,
    words,
};
pub use nimfield_engines as engines;
pub use nimfield_games as games;
pub use nimfield_rules as rules;
pub use reader::{Load, Reader, read};
pub use registry::{GameEntry, Games, usual_start};
pub use sum::{Illegal, Sum, SumMove, ToSum};
pub use term::{Term, WrittenValue};

/// What most programs import: reading, asking, and the definition of a game.
///
/// ```
/// use nimfield::prelude::*;
///
/// let sum = read("wythoff[3,5]")?;
/// let mut analyzer = Analyzer::new(Query::play(Play::Normal), Budget::unlimited());
/// assert_eq!(analyzer.analyze(&sum).outcome, Some(Outcome::P));
/// # Ok::<(), NotationError>(())
/// ```
pub mod prelude {
    pub use crate::game::{Game, Moves, Part};
    pub use crate::info::GameInfo;
    pub use crate::notation::{Cursor, NotationError, read_list};
    pub use crate::partizan::PartizanGame;
    pub use crate::theory::Finding;
    pub use crate::{
        Analyzer, Answer, Budget, Games, Grundy, Outcome, Play, Player, Query, Sum, SumMove,
        analyze, read,
    };
}

/// Certificates of outcomes, and searches for them that are kept in files.
pub mod certify {
    pub use crate::analyze::{
        Certified, StateError, StateFile, certify, certify_keeping, is_certificate_of,
    };
}

/// The steps of an analysis: which routes were tried, and what came of each.
pub mod trail {
    pub use crate::analyze::{End, Step, Trail};
}

/// Finds the outcome, the value if it is cheap, winning moves and the reason, in the play convention of the game's
/// source and without any limit; see [`Analyzer`] for one with a budget.
///
/// ```
/// let sum = nimfield::read("nim[7] + nim[2]").unwrap();
/// let answer = nimfield::analyze(&sum);
/// assert_eq!(answer.winning_moves[0].mv.to_string(), "1: heap 1 by 5");
/// ```
#[must_use]
pub fn analyze(sum: &Sum) -> Answer {
    let query = Query::play(sum.default_play());
    Analyzer::new(query, Budget::unlimited()).analyze(sum)
}

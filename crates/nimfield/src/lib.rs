//! Two-dimensional nim and its relatives: rules, theory, search and tables.
//!
//! The answer about a position: who wins, its value, the winning moves, and the reason:
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
//! # Overview
//!
//! | | |
//! |---|---|
//! | [`read`], [`Games`] | reading positions and sums; adding games |
//! | [`Sum`], [`SumMove`] | a position of any games, and a move in it |
//! | [`analyze`], [`Analyzer`], [`Query`] | the answer within ten seconds; with a budget and a cache |
//! | [`Answer`] | outcome, value, winning moves, reason |
//! | [`opponent`] | choosing a move in play |
//! | [`template`], [`tables`] | families of positions, tables of them |
//! | [`statement`] | expressions over facts of positions |
//! | [`laws`] | laws for all numbers |
//! | [`periods`], [`quotients`] | periods of values along one letter, misère quotients |
//! | [`game`], [`prelude`] | the definition of a game, and the imports for your own game |
//! | [`budget`] | limits on time and memory |
// Pages leave out the routes by laws.
#![cfg_attr(target_family = "wasm", allow(dead_code))]

mod analyze;
pub mod answer;
pub mod by_size;
mod erased;
mod examples;
pub mod laws;
pub mod opponent;
pub mod periods;
mod quotient_certificate;
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
    Analyzer, FormStyle, MisereReport, MoveList, Query, Trail, Undecided, canonical_form,
    is_p_by_rules, misere_report, partizan_parts, symmetry_key,
};
pub use answer::{Answer, WinningMove};
pub use erased::{AnyPartizan, AnyPosition};
pub use examples::{CheckedExample, check_examples};
pub use nimfield_core::budget::Budget;
pub use nimfield_core::notation::NotationError;
pub use nimfield_core::words::{Grundy, Outcome, Play, Player};
pub use nimfield_core::{
    budget, by_default, component, diagram, displays_as_move, displays_as_shape, families, game,
    handles, info, moves, notation, partizan, pieces, shape, theory, words,
};
pub use nimfield_engines::taking::table::TableSet;
pub use nimfield_rules::RuleFile;
pub use reader::{Reader, read};
pub use registry::{GameEntry, Games, usual_start};
pub use sum::{Illegal, Sum, SumMove, ToSum};
pub use term::{Term, WrittenValue};

/// The usual imports: reading, analysing, and the definition of a game.
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
    pub use crate::game::{Engines, Game, Moves, Part, Rules, Search, Shown, Theory};
    pub use crate::info::GameInfo;
    pub use crate::moves::{Arg, GameMove, Move};
    pub use crate::notation::{Cursor, NotationError, read_list};
    pub use crate::partizan::{PartizanGame, PartizanRules, PartizanTheory};
    pub use crate::shape::Shape;
    pub use crate::theory::Finding;
    pub use crate::{
        Analyzer, Answer, Budget, Games, Grundy, Outcome, Play, Player, Query, Sum, SumMove,
        analyze, read,
    };
    pub use crate::{by_default, displays_as_move, displays_as_shape};
}

/// Certificates of outcomes, and searches for them that files hold.
pub mod certify {
    pub use nimfield_engines::certificate::OutcomeCertificate;

    pub use crate::analyze::{
        Certified, StateError, StateFile, certify, certify_keeping, is_certificate_of,
    };
}

/// The steps of an analysis: which routes were tried, with their results.
pub mod trail {
    pub use crate::analyze::{End, Step, Trail};
}

/// Finds the outcome, the value if it is cheap, winning moves and the reason, in the play convention of the game's
/// source and within [`Budget::default`]: ten seconds and 1 GiB. If that is not enough, undecided parts of the answer
/// are missing. An [`Analyzer`] takes any budget and caches its results.
///
/// ```
/// let sum = nimfield::read("nim[7] + nim[2]").unwrap();
/// let answer = nimfield::analyze(&sum);
/// assert_eq!(answer.winning_moves[0].mv.to_string(), "1: heap 1 by 5");
/// ```
#[must_use]
pub fn analyze(sum: &Sum) -> Answer {
    let query = Query::play(sum.default_play());
    Analyzer::new(query, Budget::default()).analyze(sum)
}

/// The program of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

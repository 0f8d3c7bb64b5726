//! Questions to an analyser, and lists of moves.

use std::collections::HashSet;

use nimfield_core::words::Play;

use crate::sum::SumMove;

/// A question: what to find, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The play convention.
    pub play: Play,
    /// Find the value even if that takes a search.
    pub value: bool,
    /// List the winning moves. Otherwise the answer lists none and is incomplete, unless there are none.
    pub moves: bool,
    /// Find only the outcome if theory gives it without the value. Long tables use this.
    pub only_outcome: bool,
    /// Use results that are verified but not proved; the reason then says so.
    pub unproved: bool,
    /// Partizan games: longer forms, in characters, are summarized.
    pub limit: usize,
    /// Partizan games: print the form as numbered nodes.
    pub dag: bool,
}

impl Default for Query {
    fn default() -> Query {
        Query {
            play: Play::Normal,
            value: false,
            moves: true,
            only_outcome: false,
            unproved: false,
            limit: short_game::DEFAULT_LIMIT,
            dag: false,
        }
    }
}

impl Query {
    /// Creates the default query in this play convention.
    #[must_use]
    pub fn play(play: Play) -> Query {
        Query {
            play,
            ..Query::default()
        }
    }

    /// Creates a query for the outcome only.
    #[must_use]
    pub fn outcome(play: Play) -> Query {
        Query {
            moves: false,
            only_outcome: true,
            ..Query::play(play)
        }
    }

    /// Creates a query for the value, without the winning moves; forms of more characters than the limit are
    /// summarized.
    #[must_use]
    pub fn value(play: Play, limit: usize) -> Query {
        Query {
            value: true,
            moves: false,
            limit,
            ..Query::play(play)
        }
    }

    /// Sets whether to use results that are verified but not proved.
    #[must_use]
    pub fn unproved(self, unproved: bool) -> Query {
        Query { unproved, ..self }
    }
}

/// Moves with a common property.
#[derive(Clone, Debug)]
pub struct MoveList {
    /// The moves.
    pub moves: Vec<SumMove>,
    /// Whether the list is complete.
    pub complete: bool,
    /// Why no move is found, if theory explains it.
    pub gap: Option<String>,
}

/// Bytes of a listed move, with its texts and the position after it.
pub(super) const BYTES_A_MOVE: u64 = 1 << 10;

/// The number of moves that are listed whatever the budget.
pub(super) const ALWAYS_LISTED: usize = 64;

impl MoveList {
    /// Creates a complete list of these moves.
    pub(crate) fn all(moves: Vec<SumMove>) -> MoveList {
        MoveList {
            moves,
            complete: true,
            gap: None,
        }
    }

    /// Removes duplicate moves: equal summands, such as two counters in one place, have the same
    /// moves.
    pub(crate) fn without_repetitions(mut self) -> MoveList {
        let mut seen = HashSet::new();
        self.moves.retain(|mv| seen.insert(mv.to_string()));
        self
    }
}

//! Questions to an analyser, and lists of moves.

use std::collections::HashSet;

use nimfield_core::words::Play;

use crate::sum::SumMove;

/// What to find out, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The play convention.
    pub play: Play,
    /// Find the value even where only a search can.
    pub value: bool,
    /// List the winning moves. Without it the answer holds none and is not complete, unless there
    /// are none.
    pub moves: bool,
    /// Find the outcome and nothing else, where theory gives it without the value: for long tables.
    pub only_outcome: bool,
    /// Use what is verified but not proved; the reason then says so.
    pub unproved: bool,
    /// Partizan games: forms of more characters are summed up.
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

    /// Creates a query for the outcome and nothing else.
    #[must_use]
    pub fn outcome(play: Play) -> Query {
        Query {
            moves: false,
            only_outcome: true,
            ..Query::play(play)
        }
    }

    /// Creates a query for the value, without the winning moves; forms of more characters than the limit are summed
    /// up.
    #[must_use]
    pub fn value(play: Play, limit: usize) -> Query {
        Query {
            value: true,
            moves: false,
            limit,
            ..Query::play(play)
        }
    }

    /// Returns the same query, which uses what is verified but not proved if `unproved` holds.
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
    /// Whether these are all of them.
    pub complete: bool,
    /// Why none is found, where theory says it.
    pub gap: Option<String>,
}

/// Bytes that a listed move takes, with its texts and what it leaves.
pub(super) const BYTES_A_MOVE: u64 = 1 << 10;

/// This many moves are listed whatever the budget.
pub(super) const ALWAYS_LISTED: usize = 64;

impl MoveList {
    /// Creates the list of these moves, which are all.
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

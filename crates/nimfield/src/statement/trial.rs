//! A statement tested over many positions, the smaller ones first: a counterexample, or how far there is none.
//!
//! ```
//! use nimfield::Budget;
//! use nimfield::statement::{Cases, StatementTrial};
//!
//! let cases = Cases::by_size("crim", &|_| Err("no files".to_string()))?;
//! let mut trial = StatementTrial::new(cases, "P -> even(size)", None, false)?;
//! trial.run(Some(6), &Budget::unlimited(), |_| {})?;
//! let found = trial.state().counterexample.clone().unwrap();
//! assert_eq!(found.position, "crim[2,1]");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use nimfield_core::budget::{Budget, Limit, Progress, Unfinished};
use nimfield_core::files::{FileError, replace};
use nimfield_core::notation::{Cursor, NotationError};
use nimfield_core::sealed::{End, Format};
use nimfield_core::shard::Shard;
use nimfield_core::words::Play;
use serde::{Deserialize, Serialize};

use super::cases::{Case, Cases};
use super::facts::{Facts, Undefined};
use super::read::Statement;

const FORMAT: Format = Format {
    magic: *b"NIMFSTAT",
    version: 1,
    foreign: "not the state of a hunt for a statement",
    end: End::Hash,
};

/// How far a statement was tested.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrialState {
    /// What is tested: positions, statement and play convention.
    pub of: String,
    /// The part of the positions that is tested here.
    pub shard: Shard,
    /// The number of the next position, over all shards.
    pub next: u64,
    /// The positions of this shard for which the statement holds.
    pub held: u64,
    /// All positions up to this size are tested, where positions have a size.
    pub size: Option<u64>,
    /// The first position for which it does not hold.
    pub counterexample: Option<StatementCounterexample>,
}

/// A position for which a statement does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatementCounterexample {
    /// Its number among the positions.
    pub number: u64,
    /// The position.
    pub position: String,
    /// The facts that the statement names.
    pub facts: Vec<(String, i128)>,
}

impl TrialState {
    /// Writes the file, as a whole.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        replace(path, &FORMAT.seal_data(self))
    }

    /// Reads a file of at most `most` bytes; `None` if there is none.
    ///
    /// # Errors
    /// If the file cannot be read, is longer, or is not the state of such a test.
    pub fn load(path: &Path, most: u64) -> Result<Option<TrialState>, FileError> {
        FORMAT.load_data(path, most, "the state")
    }
}

/// Why a statement was not tested to the end.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TrialStop {
    /// The budget ended.
    #[error("the hunt was {0}")]
    Unfinished(Unfinished),
    /// A single position was too much for the budget.
    #[error("{0} was not decided within the budget")]
    Undecided(String),
    /// The statement names a fact that a position does not have.
    #[error("{0}")]
    Undefined(#[from] Undefined),
    /// The state is one of another test.
    #[error("the state is that of {found}, shard {shard}; expected {expected}")]
    Foreign {
        /// What the state is of.
        found: String,
        /// Its shard.
        shard: Shard,
        /// What is tested now.
        expected: String,
    },
}

/// A statement that is tested over many positions.
pub struct StatementTrial<'a> {
    cases: Cases<'a>,
    statement: Statement,
    play: Play,
    unproved: bool,
    state: TrialState,
}

impl<'a> StatementTrial<'a> {
    /// Begins a test, in the play convention of the game if no other is given.
    ///
    /// # Errors
    /// Where the text is not an expression of the letters and of facts, or if the games of a sum differ in their
    /// play convention.
    pub fn new(
        cases: Cases<'a>,
        statement: &str,
        play: Option<Play>,
        unproved: bool,
    ) -> Result<StatementTrial<'a>, NotationError> {
        let statement = Statement::read(statement.trim(), &cases.letters())?;
        let Some(play) = play.or(cases.play()) else {
            let cursor = Cursor::new(cases.written());
            let help = "choose --play normal or --play misere";
            return Err(cursor.fault(0..0, "the games differ in their play convention", help));
        };
        let proof = if unproved {
            ", unproved theory allowed"
        } else {
            ""
        };
        let state = TrialState {
            of: format!("{}: {statement} ({play} play{proof})", cases.text()),
            shard: Shard::WHOLE,
            next: 0,
            held: 0,
            size: None,
            counterexample: None,
        };
        Ok(StatementTrial {
            cases,
            statement,
            play,
            unproved,
            state,
        })
    }

    /// Tests only the positions of a shard.
    #[must_use]
    pub fn shard(mut self, shard: Shard) -> StatementTrial<'a> {
        self.state.shard = shard;
        self
    }

    /// Continues a former test of the same statement.
    ///
    /// # Errors
    /// If the state is one of another statement or shard.
    pub fn from_state(mut self, state: TrialState) -> Result<StatementTrial<'a>, TrialStop> {
        if state.of != self.state.of || state.shard != self.state.shard {
            return Err(TrialStop::Foreign {
                found: state.of,
                shard: state.shard,
                expected: format!("{}, shard {}", self.state.of, self.state.shard),
            });
        }
        self.state = state;
        Ok(self)
    }

    /// Returns how far it was tested.
    #[must_use]
    pub fn state(&self) -> &TrialState {
        &self.state
    }

    /// Returns the play convention.
    #[must_use]
    pub fn play(&self) -> Play {
        self.play
    }

    /// Returns the positions in one spelling.
    #[must_use]
    pub fn cases(&self) -> String {
        self.cases.text()
    }

    /// Returns the statement.
    #[must_use]
    pub fn statement(&self) -> &Statement {
        &self.statement
    }

    /// Tests one position after the other, up to a size where positions have one, and ends at the first
    /// counterexample. `each` is called with the state after every position.
    ///
    /// # Errors
    /// Why not all positions were tested; the state says how far the test came.
    pub fn run(
        &mut self,
        up_to: Option<u64>,
        budget: &Budget,
        mut each: impl FnMut(&TrialState),
    ) -> Result<(), TrialStop> {
        let mut facts = Facts::new(self.play, self.unproved, budget.clone());
        let StatementTrial {
            cases,
            statement,
            state,
            ..
        } = self;
        let first = state.next;
        for (number, case) in (0u64..).zip(cases.walk(up_to)) {
            if state.counterexample.is_some() {
                return Ok(());
            }
            if number < first {
                continue;
            }
            budget.check(0).map_err(|limit| stopped(limit, state))?;
            // With the first position of a size all smaller ones are done.
            let done = case.size.and_then(|size| size.checked_sub(1));
            state.size = state.size.max(done);
            if state.shard.owns(number) {
                let asked = (&*cases, &*statement);
                test(asked, (number, &case), &mut facts, state, budget)?;
            }
            state.next = number + 1;
            each(state);
        }
        if state.counterexample.is_none() && cases.have_size() {
            state.size = state.size.max(up_to);
        }
        Ok(())
    }
}

fn stopped(limit: Limit, state: &TrialState) -> TrialStop {
    TrialStop::Unfinished(Unfinished {
        limit,
        done: state.held,
        total: None,
    })
}

/// Tests one position, and adds what came of it to the state.
fn test(
    (cases, statement): (&Cases<'_>, &Statement),
    (number, case): (u64, &Case),
    facts: &mut Facts,
    state: &mut TrialState,
    budget: &Budget,
) -> Result<(), TrialStop> {
    let position = case.text.as_ref().map(|text| cases.read(text, budget));
    // What is not a position needs no test; what could not be read within the budget does.
    let position = match position {
        Some(Ok(position)) => position,
        Some(Err(error)) if error.unfinished => return Err(TrialStop::Undecided(error.text)),
        Some(Err(_)) | None => return Ok(()),
    };
    let undecided = |state: &TrialState| match budget.check(0) {
        Err(limit) => stopped(limit, state),
        Ok(()) => TrialStop::Undecided(position.to_string()),
    };
    match facts.value(statement, &position, &case.letters)? {
        None => return Err(undecided(state)),
        Some(0) => {
            let named = facts.named(statement, &position)?;
            let named = named.ok_or_else(|| undecided(state))?;
            let letters = cases.letters().into_iter().map(String::from);
            let letters = letters.zip(case.letters.iter().map(|&value| value.into()));
            state.counterexample = Some(StatementCounterexample {
                number,
                position: position.to_string(),
                facts: letters.chain(named).collect(),
            });
        }
        Some(_) => state.held += 1,
    }
    budget.report(Progress {
        phase: "testing positions",
        size: case.size.and_then(|size| u32::try_from(size).ok()),
        done: state.held,
        total: None,
    });
    Ok(())
}

/// Joins the finished tests of all shards; `None` if they are not of one test.
#[must_use]
pub fn joined_trials(parts: &[TrialState]) -> Option<TrialState> {
    let first = parts.first()?;
    if parts.iter().any(|part| part.of != first.of) {
        return None;
    }
    // Each shard has tested all its positions before the one that it found.
    let found = parts.iter().filter_map(|part| part.counterexample.as_ref());
    let counterexample = found.min_by_key(|found| found.number).cloned();
    Some(TrialState {
        of: first.of.clone(),
        shard: Shard::WHOLE,
        next: parts.iter().map(|part| part.next).max()?,
        held: parts.iter().map(|part| part.held).sum(),
        size: parts.iter().map(|part| part.size).min()?,
        counterexample,
    })
}

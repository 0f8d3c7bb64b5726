//! Tests a statement over many positions, the smaller ones first, to find a counterexample or a bound below which there
//! is none.
//!
//! ```
//! use nimfield::{Budget, Games};
//! use nimfield::statement::{TrialPositions, StatementTrial};
//!
//! let cases = TrialPositions::by_size("crim", &Games::builtin().reader())?;
//! let mut trial = StatementTrial::new(cases, "P -> even(size)", None, false)?;
//! trial.run(Some(6), &Budget::unlimited(), |_| {})?;
//! let found = trial.state().counterexample.clone().unwrap();
//! assert_eq!(found.position, "crim[2,1]");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::Duration;

use nimfield_core::budget::Progress;
use nimfield_core::clock::Instant;
use nimfield_core::prelude::*;
use nimfield_core::sealed::{Format, SealedData};
use nimfield_core::shard::Shard;
use serde::{Deserialize, Serialize};

use super::facts::{FactFinder, Undefined};
use super::positions::{TrialPosition, TrialPositions};
use super::read::Statement;
use crate::laws::ProvedLaw;

/// The progress of the test of a statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrialState {
    /// The subject of the test: positions, statement and play convention.
    pub of: String,
    /// The part of the positions that is tested here.
    pub shard: Shard,
    /// The number of the next position, over all shards.
    pub next: u64,
    /// The positions of this shard for which the statement holds.
    pub held: u64,
    /// All positions up to this size have been tested, if positions have sizes.
    pub size: Option<u64>,
    /// The first position for which it does not hold.
    pub counterexample: Option<StatementCounterexample>,
}

/// A position for which a statement does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatementCounterexample {
    /// Its number among the positions.
    pub number: u64,
    /// The position.
    pub position: String,
    /// The facts that the statement names.
    pub facts: Vec<(String, i128)>,
}

impl SealedData for TrialState {
    const FORMAT: Format = Format {
        magic: *b"NIMFSTAT",
        version: 2,
        foreign: "not the state of a hunt for a statement",
    };
    const PART: &str = "the state";
}

/// Why the test of a statement stopped.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TrialStop {
    /// The budget ran out.
    #[error("the hunt was {0}")]
    Unfinished(Unfinished),
    /// A single position was not decided.
    #[error("{position}: {why}")]
    Undecided {
        /// The position.
        position: String,
        /// The reason: a limit of the budget, with its number.
        why: String,
    },
    /// The statement names a fact that a position does not have.
    #[error("{0}")]
    Undefined(#[from] Undefined),
    /// The state contradicts the test of the statement.
    #[error("the state contradicts the test: {0}")]
    Impossible(String),
    /// The state belongs to another test.
    #[error("the state is that of {found}, shard {shard}; expected {expected}")]
    Foreign {
        /// The subject of the state.
        found: String,
        /// Its shard.
        shard: Shard,
        /// The current subject.
        expected: String,
    },
}

/// A statement that is tested over many positions.
pub struct StatementTrial {
    cases: TrialPositions,
    statement: Statement,
    play: Play,
    unproved: bool,
    law: Option<Arc<ProvedLaw>>,
    state: TrialState,
}

impl StatementTrial {
    /// Starts a test, in the play convention of the game unless another one is given.
    ///
    /// # Errors
    /// If the text is not an expression of the letters and of facts, or the games of a sum differ in their play
    /// convention.
    pub fn new(
        cases: TrialPositions,
        statement: &str,
        play: Option<Play>,
        unproved: bool,
    ) -> Result<StatementTrial, NotationError> {
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
            law: None,
            state,
        })
    }

    /// Sets a law that decides the positions of its family.
    #[must_use]
    pub fn law(mut self, law: Option<Arc<ProvedLaw>>) -> StatementTrial {
        self.law = law;
        self
    }

    /// Returns what finds the facts of positions.
    fn facts(&self, budget: &Budget) -> FactFinder {
        FactFinder::new(self.play, self.unproved, budget.clone()).law(self.law.clone())
    }

    /// Tests only the positions of a shard.
    #[must_use]
    pub fn shard(mut self, shard: Shard) -> StatementTrial {
        self.state.shard = shard;
        self
    }

    /// Continues an earlier test of the same statement, after testing a sample of its positions again.
    ///
    /// # Errors
    /// If the state belongs to another statement or shard, contradicts the test, or the budget runs out.
    pub fn from_state(
        mut self,
        state: TrialState,
        budget: &Budget,
    ) -> Result<StatementTrial, TrialStop> {
        if state.of != self.state.of || state.shard != self.state.shard {
            return Err(TrialStop::Foreign {
                found: state.of,
                shard: state.shard,
                expected: format!("{}, shard {}", self.state.of, self.state.shard),
            });
        }
        self.check_sample(std::slice::from_ref(&state), budget)?;
        self.state = state;
        Ok(self)
    }

    /// Checks states from files: their numbers must match the positions, and a sample of positions is tested again.
    fn check_sample(&self, parts: &[TrialState], budget: &Budget) -> Result<(), TrialStop> {
        /// The most positions of each state to test again.
        const SAMPLE: u64 = 64;
        /// How long to count the positions among the members.
        const MOMENT: Duration = Duration::from_secs(1);
        let start = Instant::now();
        // The number of positions of each state, all of which but a counterexample must hold; `None` if counting takes
        // longer than `MOMENT`.
        let mut positions = Some(vec![0u64; parts.len()]);
        let wrong = |why: String| Err(TrialStop::Impossible(why));
        // A random choice, so that the writer of a file cannot predict it.
        let chance = RandomState::new();
        let mut sample = BTreeMap::new();
        // The sizes that the states report where they end.
        let mut ends: BTreeMap<u64, Option<u64>> = BTreeMap::new();
        for part in parts {
            if part.size.is_some() && !self.have_size() {
                return wrong("these positions have no size".to_string());
            }
            let (next, mut most) = (part.next, part.shard.share(part.next));
            let end = ends.entry(next).or_default();
            *end = part.size.max(*end);
            for at in 0..most.min(SAMPLE) {
                let place = match most <= SAMPLE {
                    true => at,
                    false => chance.hash_one(at) % most,
                };
                sample.insert(part.shard.nth(place), part);
            }
            if let Some(StatementCounterexample { number, .. }) = part.counterexample {
                if number.checked_add(1) != Some(next) || !part.shard.owns(number) {
                    return wrong(format!("position {number} is not the last one tested"));
                }
                sample.insert(number, part);
                most -= 1;
            }
            if part.held > most {
                let (held, tested) = (part.held, counted(most, "position"));
                return wrong(format!("{held} of {tested} hold"));
            }
        }
        let tested = |part: &TrialState| part.held + u64::from(part.counterexample.is_some());
        let most = parts.iter().map(|part| part.next).max().unwrap_or(0);
        let mut facts = self.facts(budget);
        let mut number = 0u64;
        let mut sizes = BTreeSet::new();
        for case in self.cases.walk(None) {
            if case.is_none() || number.is_multiple_of(STRIDE) {
                budget
                    .check(0)
                    .map_err(|limit| stopped(limit, &self.state))?;
            }
            let Some(case) = case else { continue };
            if let Some(&Some(size)) = ends.get(&number)
                && case.size.is_none_or(|own| own <= size)
            {
                return wrong(format!("not all positions of size {size} are tested"));
            }
            if let Some(own) = case.size.filter(|own| sizes.insert(*own)) {
                // The first position of a size completes all smaller sizes.
                let late = |part: &TrialState| {
                    part.next > number
                        && part
                            .size
                            .map_or(own > 0, |size| own > size.saturating_add(1))
                };
                if parts.iter().any(late) {
                    return wrong(format!("positions of size {own} are not tested"));
                }
            }
            if number == most {
                break;
            }
            positions = positions.filter(|_| start.elapsed() < MOMENT);
            if let Some(found) = &mut positions
                && self
                    .cases
                    .position(&case, budget)
                    .map_err(unread)?
                    .is_some()
            {
                let owning = |part: &TrialState| part.next > number && part.shard.owns(number);
                for (part, found) in parts.iter().zip(found) {
                    *found += u64::from(owning(part));
                    if *found > tested(part) {
                        return wrong(format!("more than {} positions are tested", tested(part)));
                    }
                }
            }
            if let Some(&part) = sample.get(&number) {
                let mut again = TrialState {
                    held: 0,
                    counterexample: None,
                    ..part.clone()
                };
                let asked = (&self.cases, &self.statement);
                match test(asked, (number, &case), &mut facts, &mut again, budget) {
                    // Another budget may have decided this position.
                    Err(TrialStop::Undecided { .. }) => {}
                    tested => tested?,
                }
                let said = part.counterexample.as_ref();
                if again.counterexample.as_ref() != said.filter(|said| said.number == number) {
                    return wrong(format!("position {number} has another result"));
                }
            }
            number += 1;
        }
        let exact = |(part, &found): (&TrialState, &u64)| tested(part) == found;
        match number == most {
            true if positions.is_some_and(|found| !parts.iter().zip(&found).all(exact)) => {
                wrong("it has another number of positions".to_string())
            }
            true => Ok(()),
            false => wrong(format!("only {} exist", counted(number, "position"))),
        }
    }

    /// Returns the state of the test.
    #[must_use]
    pub fn state(&self) -> &TrialState {
        &self.state
    }

    /// Returns the number of members of a family that were skipped so far because they are not positions; not counted
    /// for a single shard, or after a counterexample.
    #[must_use]
    pub fn left_out(&self) -> u64 {
        let state = &self.state;
        let is_whole = state.shard == Shard::WHOLE && state.counterexample.is_none();
        match is_whole && !self.have_size() {
            true => state.next - state.held,
            false => 0,
        }
    }

    /// Returns the play convention.
    #[must_use]
    pub fn play(&self) -> Play {
        self.play
    }

    /// Returns a unique description of the positions.
    #[must_use]
    pub fn cases(&self) -> String {
        self.cases.text()
    }

    /// Returns the game or the position with letters, as it was written.
    #[must_use]
    pub fn written(&self) -> &str {
        self.cases.written()
    }

    /// Returns the letters of the positions.
    #[must_use]
    pub fn letters(&self) -> Vec<char> {
        self.cases.letters()
    }

    /// Returns whether the positions come in order of size, so that only a size ends their test.
    #[must_use]
    pub fn have_size(&self) -> bool {
        self.cases.have_size()
    }

    /// Returns the statement.
    #[must_use]
    pub fn statement(&self) -> &Statement {
        &self.statement
    }

    /// Tests the positions in order, up to a size if positions have sizes, and stops at the first counterexample.
    /// `each` is called with the state after every position.
    ///
    /// # Errors
    /// Why not all positions were tested; the state holds the progress.
    pub fn run(
        &mut self,
        up_to: Option<u64>,
        budget: &Budget,
        mut each: impl FnMut(&TrialState),
    ) -> Result<(), TrialStop> {
        let mut facts = self.facts(budget);
        let StatementTrial {
            cases,
            statement,
            state,
            ..
        } = self;
        let first = state.next;
        if state.counterexample.is_some() {
            return Ok(());
        }
        let mut next = 0u64;
        for case in cases.walk(up_to) {
            // The walk to the end of an earlier test can be long, too.
            if case.is_none() || next >= first || next.is_multiple_of(STRIDE) {
                budget.check(0).map_err(|limit| stopped(limit, state))?;
            }
            let Some(case) = case else { continue };
            let number = next;
            next += 1;
            if number < first {
                continue;
            }
            // The first position of a size completes all smaller sizes.
            let done = case.size.and_then(|size| size.checked_sub(1));
            state.size = state.size.max(done);
            if state.shard.owns(number) {
                let asked = (&*cases, &*statement);
                test(asked, (number, &case), &mut facts, state, budget)?;
            }
            state.next = number + 1;
            each(state);
            if state.counterexample.is_some() {
                return Ok(());
            }
        }
        if cases.have_size() {
            state.size = state.size.max(up_to);
        }
        Ok(())
    }

    /// Joins the finished tests of all shards; `None` if they do not belong to this test. The state is then that of a
    /// test without shards.
    ///
    /// # Errors
    /// If the budget runs out while the positions before a counterexample are counted.
    pub fn joined(
        mut self,
        parts: &[TrialState],
        budget: &Budget,
    ) -> Result<Option<StatementTrial>, TrialStop> {
        let mut shards = Shard::all(parts.len() as u64).zip(parts);
        let mine = shards.all(|(shard, part)| (part.shard, &part.of) == (shard, &self.state.of));
        let Some(mut state) = joined_states(parts).filter(|_| mine) else {
            return Ok(None);
        };
        self.check_sample(parts, budget)?;
        if let Some(found) = &state.counterexample {
            // The other shards continued to positions that a test without shards does not reach.
            state.held = 0;
            state.next = found.number + 1;
            let cases = self.cases.walk(None).flatten();
            for (number, case) in (0..found.number).zip(cases) {
                if number.is_multiple_of(STRIDE) {
                    budget.check(0).map_err(|limit| stopped(limit, &state))?;
                }
                let position = self.cases.position(&case, budget).map_err(unread)?;
                state.held += u64::from(position.is_some());
            }
        }
        self.state = state;
        Ok(Some(self))
    }
}

/// The number of skipped or parsed positions between two checks of the budget.
const STRIDE: u64 = 1 << 10;

fn stopped(limit: Limit, state: &TrialState) -> TrialStop {
    TrialStop::Unfinished(limit.after(state.held))
}

/// Says why a position could not be read within the budget.
fn unread(error: NotationError) -> TrialStop {
    TrialStop::Undecided {
        position: error.text,
        why: error.message,
    }
}

/// Tests one position, and adds the result to the state.
fn test(
    (cases, statement): (&TrialPositions, &Statement),
    (number, case): (u64, &TrialPosition),
    facts: &mut FactFinder,
    state: &mut TrialState,
    budget: &Budget,
) -> Result<(), TrialStop> {
    let Some(position) = cases.position(case, budget).map_err(unread)? else {
        return Ok(());
    };
    let undecided = |state: &TrialState, facts: &FactFinder| match budget.check(0) {
        Err(limit) => stopped(limit, state),
        Ok(()) => TrialStop::Undecided {
            position: position.to_string(),
            why: facts.why_undecided().to_string(),
        },
    };
    match facts.value(statement, &position, &case.letters)? {
        None => return Err(undecided(state, facts)),
        Some(0) => {
            let named = facts.named(statement, &position)?;
            let named = named.ok_or_else(|| undecided(state, facts))?;
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
        // Larger sizes are not reported.
        size: case.size.and_then(|size| u32::try_from(size).ok()),
        ..Progress::new("testing positions", state.held)
    });
    Ok(())
}

/// Joins the states of all shards; `None` without any. Positions after a counterexample count among those that hold.
fn joined_states(parts: &[TrialState]) -> Option<TrialState> {
    let first = parts.first()?;
    // Each shard has tested all its positions before its counterexample.
    let found = parts.iter().filter_map(|part| part.counterexample.as_ref());
    let counterexample = found.min_by_key(|found| found.number).cloned();
    Some(TrialState {
        of: first.of.clone(),
        shard: Shard::WHOLE,
        next: parts.iter().map(|part| part.next).max()?,
        held: (parts.iter().map(|part| part.held)).fold(0, u64::saturating_add),
        size: parts.iter().map(|part| part.size).min()?,
        counterexample,
    })
}

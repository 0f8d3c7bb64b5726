//! The routes that an analyser tried for its last question, and their results.

use std::borrow::Cow;
use std::fmt;

use nimfield_core::budget::Counts;
use nimfield_core::prelude::*;

use super::route::{Ask, Cost, Goal, Stop};

/// The routes that were tried for a question, in order. Questions about the moves of the position are not included.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    steps: Vec<Step>,
}

/// A route that was tried.
#[derive(Clone, Debug)]
pub struct Step {
    ask: Ask,
    /// The part of the position that the question is about; `None` for all of it.
    pub part: Option<String>,
    /// The name of the route.
    pub route: &'static str,
    /// The positions that the route expected to examine, if it had an estimate.
    pub estimate: Option<u64>,
    /// The most positions of its trial, if it was only tried.
    pub trial: Option<u64>,
    /// The positions that it examined.
    pub positions: u64,
    /// What its search counted: what it found in memory, what bounds decided, and so on.
    pub counts: Counts,
    /// Its result.
    pub end: End,
}

/// The result of a route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It answered.
    Answered,
    /// It passed, for this reason.
    Passed(Cow<'static, str>),
    /// It stopped the question, for this reason.
    Stopped(Undecided),
}

impl Trail {
    /// Returns the routes that were tried.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the work that routes skipped because the budget was too small, with its size in words.
    pub(super) fn too_large(&self) -> impl Iterator<Item = String> {
        self.steps.iter().filter_map(|step| match &step.end {
            End::Passed(why) if why.contains(Unfinished::NOT_STARTED) => {
                Some(format!("{}: {why}", step.route))
            }
            _ => None,
        })
    }

    /// Returns whether a route of this name answered.
    #[must_use]
    pub(crate) fn answered(&self, route: &str) -> bool {
        let mut steps = self.steps.iter();
        steps.any(|step| step.route == route && step.end == End::Answered)
    }

    /// Returns the route of the last step.
    pub(super) fn last(&self) -> Option<&'static str> {
        self.steps.last().map(|step| step.route)
    }

    pub(super) fn clear(&mut self) {
        self.steps.clear();
    }

    /// Moves the steps of another trail to this one.
    pub(super) fn append(&mut self, other: &mut Trail) {
        self.steps.append(&mut other.steps);
    }

    pub(super) fn add(
        &mut self,
        (part, ask): (Option<String>, &Ask),
        (route, cost): (&'static str, &Cost),
        (trial, positions, counts): (Option<u64>, u64, Counts),
        end: End,
    ) {
        let estimate = match cost {
            Cost::About(work) => work.positions,
            _ => None,
        };
        self.steps.push(Step {
            ask: ask.clone(),
            part,
            route,
            estimate,
            trial,
            positions,
            counts,
            end,
        });
    }
}

impl End {
    /// Returns the end for a reply; `None` if the trail omits it.
    pub(super) fn of<T>(reply: &Result<T, Stop>) -> Option<End> {
        match reply {
            Ok(_) => Some(End::Answered),
            Err(Stop::Foreign) => None,
            Err(Stop::Passed(why)) => Some(End::Passed(why.clone())),
            Err(Stop::Undecided(why)) => Some(End::Stopped(why.clone())),
        }
    }
}

impl Step {
    /// Returns the question, in words.
    #[must_use]
    pub fn question(&self) -> String {
        let part = self.part.as_deref().unwrap_or("the position");
        let Ask {
            play, goal, target, ..
        } = &self.ask;
        let play = play.adjective();
        match goal {
            Goal::Value => format!("the value of {part} in {play} play"),
            Goal::Has if self.ask.is_outcome() => format!("the outcome of {part} in {play} play"),
            Goal::Sides => format!("the outcome of {part} in {play} play"),
            Goal::More => format!("the value and the moves of {part} in {play} play"),
            Goal::Has => format!("whether {part} has the value {target} in {play} play"),
            Goal::MovesTo => format!("the moves of {part} to the value {target} in {play} play"),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.route)?;
        if let Some(most) = self.trial {
            write!(f, ", at most {}", counted(most, "position"))?;
        }
        if let Some(estimate) = self.estimate {
            write!(f, ", about {}", counted(estimate, "position"))?;
        }
        match &self.end {
            End::Answered => f.write_str(": answered")?,
            End::Passed(why) => write!(f, ": passed: {why}")?,
            End::Stopped(why) => write!(f, ": stopped: {why}")?,
        }
        if self.positions > 0 {
            write!(f, " ({})", counted(self.positions, "position"))?;
        }
        for (name, number) in &self.counts {
            write!(f, "\n    {name}: {number}")?;
        }
        Ok(())
    }
}

/// A line for each question, and below it a line for each route.
impl fmt::Display for Trail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut last = String::new();
        for step in &self.steps {
            let question = step.question();
            if question != last {
                writeln!(f, "{question}:")?;
                last = question;
            }
            writeln!(f, "  {step}")?;
        }
        Ok(())
    }
}

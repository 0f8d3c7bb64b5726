//! What the sources state, as things that can be checked.
//!
//! Every theorem, example, conjecture and question is a [`Claim`]: its words, where it stands, and
//! a check that uses an engine which does not assume it. A claim is examined size by size, and the
//! cases of a size by number, so that a check runs on several threads, in shards, and can be taken
//! up again.

mod boards;
mod certificate;
mod classes;
mod diagrams;
mod ferguson;
mod hunt;
mod nimbers;
mod oracle;
mod partitions;
mod report;
mod state;
mod twin;

use std::fmt;

pub use certificate::{Certificate, CertificateError};
pub use hunt::{Found, Hunt, HuntError, Shard, SizeResult, merge};
pub use report::{Row, report};
pub use state::StateError;
pub use twin::{TwinError, Verdict};

use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::words::Play;
use nimfield_engines::TableError;

/// What kind of statement a claim is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Proved in the source, or here.
    Proved,
    /// A worked example of the source.
    Example,
    /// A conjecture of the source.
    Conjecture,
    /// An open question of the source, as the statement that would answer it with yes.
    Question,
    /// Observed while Nimfield was made; nobody has a proof.
    Observed,
    /// As printed in the source, where that is a slip.
    Misprint,
    /// Tempting and wrong: what must not be used, though nobody printed it.
    Fallacy,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Status::Proved => "proved",
            Status::Example => "example",
            Status::Conjecture => "conjecture",
            Status::Question => "question",
            Status::Observed => "observed",
            Status::Misprint => "misprint",
            Status::Fallacy => "fallacy",
        })
    }
}

/// A statement and its check.
pub struct Claim {
    /// A name, such as `ferguson-theorem-3`.
    pub id: &'static str,
    /// The statement in words.
    pub statement: &'static str,
    /// Paper and place.
    pub source: &'static str,
    /// What kind of statement it is.
    pub status: Status,
    /// Whether it is known to be false.
    pub known_false: bool,
    /// What it ranges over.
    pub over: &'static str,
    /// How the size of a case is measured.
    pub size: &'static str,
    /// The bound to which it is checked unless another is asked for: a matter of seconds.
    pub up_to: u32,
    /// The bound for the tests: a matter of milliseconds. A false claim fails below it.
    pub small: u32,
    /// The cases of a size, with what the check needs worked out.
    pub level: fn(u32, &Budget) -> Result<Level, CheckError>,
}

impl fmt::Debug for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Claim").field("id", &self.id).finish()
    }
}

/// The cases of one size, numbered from 0.
pub struct Level {
    /// How many numbers there are.
    pub cases: u64,
    /// The check of a case; it does not depend on the order in which cases are checked.
    pub check: Box<dyn Fn(u64) -> Case + Send + Sync>,
}

impl Level {
    /// The cases `0..cases` with this check.
    pub fn new(cases: u64, check: impl Fn(u64) -> Case + Send + Sync + 'static) -> Level {
        Level {
            cases,
            check: Box::new(check),
        }
    }

    /// The check of each of these.
    pub fn each<T: Send + Sync + 'static>(
        cases: Vec<T>,
        check: impl Fn(&T) -> Case + Send + Sync + 'static,
    ) -> Level {
        Level::new(cases.len() as u64, move |number| {
            check(&cases[number as usize])
        })
    }

    /// A size without cases.
    pub fn none() -> Level {
        Level::new(0, |_| Case::Outside)
    }

    /// A size that consists of a single case.
    pub fn single(case: Case) -> Level {
        Level::new(1, move |_| case.clone())
    }
}

/// The outcome of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Case {
    /// The number is no case of the claim, or one of another size.
    Outside,
    /// The claim holds.
    Holds,
    /// It does not.
    Fails(Box<Counterexample>),
}

impl Case {
    /// Whether the claim holds; if not, the counterexample is made.
    pub fn of(holds: bool, counterexample: impl FnOnce() -> Counterexample) -> Case {
        match holds {
            true => Case::Holds,
            false => Case::Fails(Box::new(counterexample())),
        }
    }
}

/// Where a claim fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The case in words or notation.
    pub case: String,
    /// What the claim says of it.
    pub claimed: String,
    /// What is found.
    pub found: String,
    /// The facts on which that rests, in a form that can be checked again by the rules alone.
    pub facts: Vec<Fact>,
}

/// A value or outcome that a counterexample rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The position, in notation.
    pub position: String,
    /// The play convention.
    pub play: Play,
    /// What the position is worth, or who wins.
    pub verdict: Verdict,
}

/// Why a size could not be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckError {
    /// The budget ran out.
    Unfinished(Unfinished),
    /// The size is past what the check reaches, with the reason.
    TooLarge(String),
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::Unfinished(unfinished) => unfinished.fmt(f),
            CheckError::TooLarge(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for CheckError {}

impl From<Unfinished> for CheckError {
    fn from(unfinished: Unfinished) -> CheckError {
        CheckError::Unfinished(unfinished)
    }
}

impl From<TableError> for CheckError {
    fn from(error: TableError) -> CheckError {
        match error {
            TableError::Unfinished(unfinished) => CheckError::Unfinished(unfinished),
            other => CheckError::TooLarge(other.to_string()),
        }
    }
}

/// All claims, document by document.
pub fn claims() -> impl Iterator<Item = &'static Claim> {
    [
        ferguson::CLAIMS,
        boards::CLAIMS,
        partitions::CLAIMS,
        nimbers::CLAIMS,
    ]
    .into_iter()
    .flatten()
}

/// The claim with this name.
#[must_use]
pub fn find(id: &str) -> Option<&'static Claim> {
    claims().find(|claim| claim.id.eq_ignore_ascii_case(id))
}

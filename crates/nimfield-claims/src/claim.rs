//! A claim, its cases and what comes of checking them.

use std::fmt;
use std::ops::RangeInclusive;

use crate::brute_force::Verdict;
use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::words::{Outcome, Play};
use nimfield_engines::TableError;
use serde::Serialize;

/// What kind of statement a claim is, and so whether it is true as far as anybody knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Status {
    /// Proved in the source, or here.
    Proved,
    /// A worked example of the source.
    Example,
    /// A conjecture of the source.
    Conjecture,
    /// A conjecture of the source that has a counterexample.
    Refuted,
    /// An open question of the source, as the statement that would answer it with yes.
    Question,
    /// Observed while Nimfield was made; nobody has a proof.
    Observed,
    /// As printed in the source, where that is a slip.
    Misprint,
    /// Tempting and wrong: what must not be used, though nobody printed it.
    Fallacy,
}

impl Status {
    /// Every status, in the order of the report.
    pub const ALL: [Status; 8] = [
        Status::Proved,
        Status::Example,
        Status::Conjecture,
        Status::Refuted,
        Status::Question,
        Status::Observed,
        Status::Misprint,
        Status::Fallacy,
    ];

    /// Returns whether a statement of this kind is known to be false.
    #[must_use]
    pub const fn is_false(self) -> bool {
        matches!(self, Status::Refuted | Status::Misprint | Status::Fallacy)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Status::Proved => "proved",
            Status::Example => "example",
            Status::Conjecture => "conjecture",
            Status::Refuted => "refuted",
            Status::Question => "question",
            Status::Observed => "observed",
            Status::Misprint => "misprint",
            Status::Fallacy => "fallacy",
        })
    }
}

/// The cases of a claim that have this size, with what the check needs worked out.
pub type CasesOfSize = fn(u32, &Budget) -> Result<Cases, CheckError>;

/// A statement and its check.
#[derive(Clone, Copy)]
pub struct Claim {
    /// A name, such as `ferguson-theorem-3`.
    pub id: &'static str,
    /// The statement in words.
    pub statement: &'static str,
    /// Paper and place.
    pub source: &'static str,
    /// What kind of statement it is.
    pub status: Status,
    /// What it ranges over.
    pub over: &'static str,
    /// How the size of a case is measured.
    pub size: &'static str,
    /// The bound to which it is checked unless another is asked for: a matter of seconds.
    pub up_to: u32,
    /// The bound for the tests: a matter of milliseconds. A false claim fails below it.
    pub small: u32,
    /// The greatest size that a case can have, if there is one: all there is to check ends here.
    pub last: Option<u32>,
    /// The cases by size.
    pub cases: CasesOfSize,
}

impl fmt::Debug for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Claim").field("id", &self.id).finish()
    }
}

impl Claim {
    /// Returns whether it is known to be false, by its status.
    #[must_use]
    pub const fn known_false(&self) -> bool {
        self.status.is_false()
    }
}

/// The sizes of the cases of a claim.
pub(crate) struct Sizes {
    measure: &'static str,
    small: u32,
    up_to: u32,
    last: Option<u32>,
}

/// Creates sizes from how a size is measured and the bounds: for the tests, and by default.
pub(crate) const fn by(measure: &'static str, bounds: RangeInclusive<u32>) -> Sizes {
    Sizes {
        measure,
        small: *bounds.start(),
        up_to: *bounds.end(),
        last: None,
    }
}

/// There is one thing to check, which has no size.
pub(crate) const ONCE: Sizes = by("0", 0..=0).last(0);

impl Sizes {
    /// Sets the last size: no case is larger than this.
    pub(crate) const fn last(self, size: u32) -> Sizes {
        Sizes {
            last: Some(size),
            ..self
        }
    }
}

/// The constructors of claims, one for each status.
macro_rules! constructors {
    ($($name:ident $status:ident)*) => {$(
        pub(crate) const fn $name(
            id: &'static str,
            statement: &'static str,
            source: &'static str,
            over: &'static str,
            sizes: Sizes,
            cases: CasesOfSize,
        ) -> Claim {
            Claim {
                id,
                statement,
                source,
                status: Status::$status,
                over,
                size: sizes.measure,
                up_to: sizes.up_to,
                small: sizes.small,
                last: sizes.last,
                cases,
            }
        }
    )*};
}

constructors! {
    proved Proved
    example Example
    refuted Refuted
    question Question
    observed Observed
    misprint Misprint
    fallacy Fallacy
}

/// The check of a case by its number.
pub type Check = Box<dyn Fn(u64) -> Case + Send + Sync>;

/// The cases of one size, numbered from 0.
pub struct Cases {
    /// How many numbers there are.
    pub count: u64,
    /// The check of a case; it does not depend on the order in which cases are checked.
    pub check: Check,
}

impl Cases {
    /// Creates the cases `0..count` with this check.
    pub fn new(count: u64, check: impl Fn(u64) -> Case + Send + Sync + 'static) -> Cases {
        Cases {
            count,
            check: Box::new(check),
        }
    }

    /// Creates a case for the check of each of these.
    pub fn each<T: Send + Sync + 'static>(
        cases: Vec<T>,
        check: impl Fn(&T) -> Case + Send + Sync + 'static,
    ) -> Cases {
        Cases::new(cases.len() as u64, move |number| {
            check(&cases[number as usize])
        })
    }

    /// Creates a size without cases.
    #[must_use]
    pub fn none() -> Cases {
        Cases::new(0, |_| Case::Outside)
    }

    /// Creates a size that consists of a single case.
    #[must_use]
    pub fn single(case: Case) -> Cases {
        Cases::new(1, move |_| case.clone())
    }

    /// Creates a size that consists of a single case, which holds or not.
    pub fn one(holds: bool, counterexample: impl FnOnce() -> Counterexample) -> Cases {
        Cases::single(Case::of(holds, counterexample))
    }
}

/// The outcome of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Case {
    /// The number does not name a case of the claim, or names one of another size.
    Outside,
    /// The claim holds.
    Holds,
    /// It does not.
    Fails(Box<Counterexample>),
}

impl Case {
    /// Creates a case from whether the claim holds; if not, makes the counterexample.
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
    /// What that rests on, in a form that can be checked again by the rules alone.
    pub evidence: Vec<Evidence>,
}

/// Creates a counterexample in which no position is decisive.
pub(crate) fn plain(
    case: impl Into<String>,
    claimed: impl fmt::Display,
    found: impl fmt::Display,
) -> Counterexample {
    Counterexample {
        case: case.into(),
        claimed: claimed.to_string(),
        found: found.to_string(),
        evidence: Vec::new(),
    }
}

/// Creates the counterexample of a position that has another outcome.
pub(crate) fn other_outcome(
    position: impl Into<String>,
    play: Play,
    claimed: impl fmt::Display,
    found: Outcome,
) -> Counterexample {
    let position = position.into();
    Counterexample {
        evidence: vec![Evidence::new(&position, play, Verdict::Outcome(found))],
        ..plain(position, claimed, found)
    }
}

/// Creates the counterexample of a position that has another value, in misère play another misère Grundy number.
pub(crate) fn other_value(
    position: impl Into<String>,
    play: Play,
    claimed: impl fmt::Display,
    found: u32,
) -> Counterexample {
    let position = position.into();
    Counterexample {
        evidence: vec![Evidence::new(&position, play, Verdict::Value(found.into()))],
        ..plain(position, claimed, format!("value {found}"))
    }
}

/// Creates the counterexample of a position whose value and misère Grundy number are not what is claimed.
pub(crate) fn other_pair(
    position: impl Into<String>,
    claimed: impl fmt::Display,
    found: [u32; 2],
) -> Counterexample {
    let position = position.into();
    let [normal, misere] = found;
    let words = format!("value {normal}, in misère play {misere}");
    Counterexample {
        evidence: Evidence::pair(&position, found),
        ..plain(position, claimed, words)
    }
}

/// A value or outcome that a counterexample rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The position, in notation.
    pub position: String,
    /// The play convention.
    pub play: Play,
    /// What the position is worth, or who wins.
    pub verdict: Verdict,
}

impl Evidence {
    pub(crate) fn new(position: &str, play: Play, verdict: Verdict) -> Evidence {
        Evidence {
            position: position.to_string(),
            play,
            verdict,
        }
    }

    /// Returns the value and the misère Grundy number of a position.
    pub(crate) fn pair(position: &str, [normal, misere]: [u32; 2]) -> Vec<Evidence> {
        let both = [(Play::Normal, normal), (Play::Misere, misere)];
        both.map(|(play, value)| Evidence::new(position, play, Verdict::Value(value.into())))
            .into()
    }
}

/// Why a size could not be checked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// The budget ran out.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
    /// The size is past what the check reaches, with the reason.
    #[error("{0}")]
    TooLarge(String),
}

impl CheckError {
    /// Creates the error for a size that is out of reach, with the reason in words.
    pub(crate) fn too_large(why: impl fmt::Display) -> CheckError {
        CheckError::TooLarge(why.to_string())
    }
}

impl From<TableError> for CheckError {
    fn from(error: TableError) -> CheckError {
        match error {
            TableError::Unfinished(unfinished) => CheckError::Unfinished(unfinished),
            other => CheckError::too_large(other),
        }
    }
}

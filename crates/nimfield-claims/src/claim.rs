//! Claims, their cases, and the results of checking them.

use std::fmt;
use std::ops::RangeInclusive;

use nimbers::NimberError;
use nimfield_core::prelude::*;
use nimfield_engines::TableError;
use serde::Serialize;

/// The kind of statement that a claim is, and so whether it is true as far as is known.
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
    /// Observed during the development of Nimfield, without a known proof.
    Observed,
    /// As printed in the source, where it is a misprint.
    Misprint,
    /// Tempting and wrong: a rule that must not be used, although no source states it.
    Fallacy,
}

impl Status {
    /// All statuses, in the order of the report.
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

/// A function that returns the cases of a claim with a given size and prepares the data for their check.
pub type CasesOfSize = &'static (dyn Fn(u32, &Budget) -> Result<Cases, CheckError> + Send + Sync);

/// The function of a claim that returns the cases of a size; constants can hold it, and every thread can call it.
pub(crate) trait Frame:
    Fn(u32, &Budget) -> Result<Cases, CheckError> + Copy + Send + Sync + 'static
{
}

impl<F> Frame for F where
    F: Fn(u32, &Budget) -> Result<Cases, CheckError> + Copy + Send + Sync + 'static
{
}

/// The bound on every check of a claim: a function that constants can hold and every thread can call.
pub(crate) trait Plain: Copy + Send + Sync + 'static {}

impl<F: Copy + Send + Sync + 'static> Plain for F {}

/// A statement and its check.
#[derive(Clone, Copy)]
pub struct Claim {
    /// A name, such as `ferguson-theorem-3`.
    pub id: &'static str,
    /// The statement, in words.
    pub statement: &'static str,
    /// The paper and the place in it.
    pub source: &'static str,
    /// The kind of statement.
    pub status: Status,
    /// The range of the statement.
    pub over: &'static str,
    /// The measure of the size of a case.
    pub size: &'static str,
    /// The default bound of a check, which takes seconds.
    pub up_to: u32,
    /// The bound for the tests, which take milliseconds; a false claim fails within it.
    pub small: u32,
    /// The greatest possible size of a case, if there is one; a check up to it is complete.
    pub last: Option<u32>,
    /// The cases of each size.
    pub cases: CasesOfSize,
}

impl fmt::Debug for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Claim").field("id", &self.id).finish()
    }
}

impl Claim {
    /// Returns whether the status says that the claim is false.
    #[must_use]
    pub const fn known_false(&self) -> bool {
        self.status.is_false()
    }
}

/// The measure of the cases of a claim, and the sizes to which they are checked.
#[derive(Clone, Copy)]
pub(crate) struct Sizes {
    measure: &'static str,
    small: u32,
    up_to: u32,
    last: Option<u32>,
}

/// The sizes to which a claim is checked: in the tests, and by default.
pub(crate) type Bounds = RangeInclusive<u32>;

/// Creates sizes from the measure and the bounds.
pub(crate) const fn by(measure: &'static str, bounds: Bounds) -> Sizes {
    Sizes {
        measure,
        small: *bounds.start(),
        up_to: *bounds.end(),
        last: None,
    }
}

/// The sizes of a claim with a single case, which has no size.
pub(crate) const ONCE: Sizes = by("0", 0..=0).last(0);

/// The cases of a claim by size.
pub(crate) struct BySize<F> {
    sizes: Sizes,
    cases: F,
}

impl Sizes {
    /// Sets the last size: no case is larger.
    pub(crate) const fn last(self, size: u32) -> Sizes {
        Sizes {
            last: Some(size),
            ..self
        }
    }

    /// Makes a claim from the cases of each size. The other functions that return a [`BySize`] call this one.
    pub(crate) const fn cases<F>(self, cases: F) -> BySize<F>
    where
        F: Fn(u32, &Budget) -> Result<Cases, CheckError> + Plain,
    {
        BySize { sizes: self, cases }
    }

    /// Makes a claim with a single case of each size.
    pub(crate) const fn single(
        self,
        check: impl Fn(u32, &Budget) -> Result<Case, CheckError> + Plain,
    ) -> BySize<impl Frame> {
        self.cases(move |size, budget: &Budget| Ok(Cases::single(check(size, budget)?)))
    }
}

/// Makes a claim with one case, which has no size.
pub(crate) const fn once(
    check: impl Fn(&Budget) -> Result<Case, CheckError> + Plain,
) -> BySize<impl Frame> {
    ONCE.single(move |_, budget: &Budget| check(budget))
}

impl Status {
    /// Creates a claim with this status.
    pub(crate) const fn claim<F: Frame>(
        self,
        id: &'static str,
        statement: &'static str,
        source: &'static str,
        over: &'static str,
        by_size: &'static BySize<F>,
    ) -> Claim {
        let sizes = by_size.sizes;
        Claim {
            id,
            statement,
            source,
            status: self,
            over,
            size: sizes.measure,
            up_to: sizes.up_to,
            small: sizes.small,
            last: sizes.last,
            cases: &by_size.cases,
        }
    }
}

/// The check of a case by its number.
pub type Check = Box<dyn Fn(u64) -> Result<Case, CheckError> + Send + Sync>;

/// The cases of one size, numbered from 0.
pub struct Cases {
    /// The number of case numbers.
    pub count: u64,
    /// The check of a case; its result does not depend on the order of the checks.
    pub check: Check,
}

impl Cases {
    /// Creates the cases `0..count` with this check.
    pub fn new<C: IntoCase>(count: u64, check: impl Fn(u64) -> C + Send + Sync + 'static) -> Cases {
        Cases {
            count,
            check: Box::new(move |number| check(number).into_case()),
        }
    }

    /// Creates a case for each of these values.
    pub fn each<T: Send + Sync + 'static, C: IntoCase>(
        cases: Vec<T>,
        check: impl Fn(&T) -> C + Send + Sync + 'static,
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
        Cases::each(vec![case], Case::clone)
    }
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Case {
    /// The number belongs to no case of the claim, or to a case of another size.
    Outside,
    /// The claim holds in the case.
    Holds,
    /// The claim fails in the case.
    Fails(Box<Counterexample>),
}

/// The possible results of a check: a case, `None` if the number belongs to no case, or an error if it cannot be
/// decided.
pub trait IntoCase {
    /// Returns the case.
    ///
    /// # Errors
    /// Fails if the check could not decide.
    fn into_case(self) -> Result<Case, CheckError>;
}

impl IntoCase for Case {
    fn into_case(self) -> Result<Case, CheckError> {
        Ok(self)
    }
}

impl<C: IntoCase> IntoCase for Option<C> {
    fn into_case(self) -> Result<Case, CheckError> {
        self.map_or(Ok(Case::Outside), C::into_case)
    }
}

impl<C: IntoCase> IntoCase for Result<C, CheckError> {
    fn into_case(self) -> Result<Case, CheckError> {
        self.and_then(C::into_case)
    }
}

impl Case {
    /// Creates a case that holds, or that fails with the counterexample.
    pub fn of(holds: bool, counterexample: impl FnOnce() -> Counterexample) -> Case {
        match holds {
            true => Case::Holds,
            false => Case::fails(counterexample()),
        }
    }

    /// Creates a case that fails.
    pub(crate) fn fails(counterexample: Counterexample) -> Case {
        Case::Fails(Box::new(counterexample))
    }

    /// Creates a case that fails with a counterexample in which no position is decisive.
    pub(crate) fn plain(
        holds: bool,
        case: impl fmt::Display,
        claimed: impl fmt::Display,
        found: impl fmt::Display,
    ) -> Case {
        Case::of(holds, || plain(case, claimed, found))
    }

    /// Creates a case that fails if the claimed and the found values differ; no position is decisive.
    pub(crate) fn equal<T: PartialEq + fmt::Display>(
        case: impl fmt::Display,
        claimed: T,
        found: T,
    ) -> Case {
        Case::plain(claimed == found, case, claimed, found)
    }

    /// Creates a case that fails if the outcome of a position differs from the claimed one.
    pub(crate) fn outcome(
        position: impl fmt::Display,
        play: Play,
        claimed: Outcome,
        found: Outcome,
    ) -> Case {
        Case::of(claimed == found, || {
            other_outcome(position, play, claimed, found)
        })
    }

    /// Creates a case that fails if the player to move loses a position that is claimed to be a win, or the reverse.
    pub(crate) fn is_p(
        position: impl fmt::Display,
        play: Play,
        claimed: bool,
        found: bool,
    ) -> Case {
        let [claimed, found] = [claimed, found].map(Outcome::impartial);
        Case::outcome(position, play, claimed, found)
    }

    /// Creates a case that fails because the position has another value in normal play.
    pub(crate) fn value(position: impl fmt::Display, claimed: u32, found: u32) -> Case {
        Case::of(claimed == found, || {
            other_value(position, Play::Normal, claimed, found)
        })
    }

    /// Creates a case that fails with the value and the misère Grundy number of a position.
    pub(crate) fn pair(
        holds: bool,
        position: impl fmt::Display,
        claimed: impl fmt::Display,
        found: [u32; 2],
    ) -> Case {
        Case::of(holds, || other_pair(position, claimed, found))
    }
}

/// A case in which a claim fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The case, in words or notation.
    pub case: String,
    /// The claim's prediction for the case.
    pub claimed: String,
    /// The actual result.
    pub found: String,
    /// The facts that support the result, in a form that can be checked from the rules alone.
    pub evidence: Vec<Evidence>,
}

impl Counterexample {
    /// Adds further supporting facts.
    pub(crate) fn and(mut self, facts: impl IntoIterator<Item = Evidence>) -> Counterexample {
        self.evidence.extend(facts);
        self
    }
}

/// Creates a counterexample in which no position is decisive.
pub(crate) fn plain(
    case: impl fmt::Display,
    claimed: impl fmt::Display,
    found: impl fmt::Display,
) -> Counterexample {
    let texts: [&dyn fmt::Display; 3] = [&case, &claimed, &found];
    let [case, claimed, found] = texts.map(ToString::to_string);
    Counterexample {
        case,
        claimed,
        found,
        evidence: Vec::new(),
    }
}

/// Creates the counterexample of a position whose outcome differs from the claimed one.
pub(crate) fn other_outcome(
    position: impl fmt::Display,
    play: Play,
    claimed: impl fmt::Display,
    found: Outcome,
) -> Counterexample {
    let position = position.to_string();
    let fact = Evidence::new(&position, play, Verdict::Outcome(found));
    plain(position, claimed, found).and([fact])
}

/// Creates the counterexample of a position whose value, or misère Grundy number in misère play, differs from the
/// claimed one.
pub(crate) fn other_value(
    position: impl fmt::Display,
    play: Play,
    claimed: impl fmt::Display,
    found: u32,
) -> Counterexample {
    let position = position.to_string();
    let fact = Evidence::new(&position, play, Verdict::Value(found.into()));
    plain(position, claimed, format_args!("value {found}")).and([fact])
}

/// Creates the counterexample of a position whose value and misère Grundy number differ from the claimed ones.
pub(crate) fn other_pair(
    position: impl fmt::Display,
    claimed: impl fmt::Display,
    found @ [normal, misere]: [u32; 2],
) -> Counterexample {
    let facts = Evidence::pair(&position.to_string(), found);
    let words = format_args!("value {normal}, in misère play {misere}");
    plain(position, claimed, words).and(facts)
}

/// The value or the outcome of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The Grundy value or, in misère play, the misère Grundy number.
    Value(u128),
    /// The outcome class.
    Outcome(Outcome),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Value(value) => write!(f, "value {value}"),
            Verdict::Outcome(outcome) => write!(f, "outcome {outcome}"),
        }
    }
}

/// A value or an outcome that supports a counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The position, in notation.
    pub position: String,
    /// The play convention.
    pub play: Play,
    /// The value or the outcome of the position.
    pub verdict: Verdict,
}

impl Evidence {
    pub(crate) fn new(position: impl fmt::Display, play: Play, verdict: Verdict) -> Evidence {
        Evidence {
            position: position.to_string(),
            play,
            verdict,
        }
    }

    /// Returns the value and the misère Grundy number of a position as evidence.
    pub(crate) fn pair(position: &str, [normal, misere]: [u32; 2]) -> Vec<Evidence> {
        let both = [(Play::Normal, normal), (Play::Misere, misere)];
        both.map(|(play, value)| Evidence::new(position, play, Verdict::Value(value.into())))
            .into()
    }
}

/// The reason why a size could not be checked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// The budget ran out.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
    /// The size is too large for the check, for the reason given.
    #[error("{0}")]
    TooLarge(String),
    /// The check failed because of a defect in the check, in an engine, or in the rules.
    #[error("{0}")]
    Failed(String),
}

impl CheckError {
    /// Creates the error for a size that is too large, with the reason in words.
    pub(crate) fn too_large(why: impl fmt::Display) -> CheckError {
        CheckError::TooLarge(why.to_string())
    }
}

impl From<NotationError> for CheckError {
    fn from(error: NotationError) -> CheckError {
        CheckError::Failed(error.to_string())
    }
}

impl From<short_game::Error> for CheckError {
    fn from(error: short_game::Error) -> CheckError {
        CheckError::too_large(error)
    }
}

impl From<NimberError> for CheckError {
    fn from(error: NimberError) -> CheckError {
        CheckError::too_large(error)
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

//! Checks a claim size by size: in parallel, in shards, and continuing an earlier run.

use std::hash::{BuildHasher, RandomState};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::certificate::{CertificateError, CounterexampleCertificate};
use crate::claim::{Case, Cases, CheckError, Claim, Counterexample};
use nimfield_core::budget::{Budget, Limit, Progress};
use nimfield_core::clock::Instant;
use nimfield_core::shard::Shard;
use nimfield_engines::parallel::{locked, on_threads};

/// The largest number of case numbers in a piece of a size.
const LARGEST_PIECE: u64 = 1 << 10;

/// The least number of pieces in a size with enough numbers, so that shards get equal shares of small sizes, too.
const FEWEST_PIECES: u64 = 1 << 12;

/// The number of marks for the pieces of a size.
const MARKS: u64 = 1 << 8;

/// Returns the number of case numbers in a piece of a size.
fn piece(cases: &Cases) -> u64 {
    (cases.count / FEWEST_PIECES).clamp(1, LARGEST_PIECE)
}

/// Returns the number of pieces between two marks of a shard with this number of pieces.
fn stride(of_shard: u64) -> u64 {
    of_shard.div_ceil(MARKS).max(1)
}

/// The results for one size.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SizeResult {
    /// The number of finished pieces, a prefix of the shard's pieces.
    pub pieces: u64,
    /// The number of checked cases that belong to the claim and to this size.
    pub cases: u64,
    /// Whether all of the shard's pieces are finished.
    pub complete: bool,
    /// The least counterexample among the finished pieces.
    pub found: Option<Found>,
    /// The number of cases so far after every 256th part of the pieces. Merged shards use it to count the cases before
    /// a counterexample.
    pub marks: Vec<u64>,
}

/// A counterexample and its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The number of the case in its size.
    pub number: u64,
    /// The evidence.
    pub certificate: CounterexampleCertificate,
}

/// A hunt: all results for sizes 0, 1, 2, … of one claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hunt {
    /// The claim's name.
    pub claim: String,
    /// The part of the work done by this hunt. The pieces of each size are dealt to the shards, starting at a shard
    /// that depends on the size.
    pub shard: Shard,
    /// The results by size, from 0.
    pub sizes: Vec<SizeResult>,
}

/// The reason why a hunt stopped before its bound.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HuntError {
    /// The budget ran out, or the next size is too large for the check.
    #[error("{0}")]
    Check(#[from] CheckError),
    /// The rules alone did not confirm a counterexample, so an engine or a check is wrong.
    #[error(
        "{case} was reported as a counterexample, but the rules alone do not confirm it: {error}"
    )]
    NotConfirmed {
        /// The case.
        case: String,
        /// The error in its certificate.
        error: Box<CertificateError>,
    },
}

impl Hunt {
    /// Creates a hunt that has not begun.
    #[must_use]
    pub fn new(claim: &Claim, shard: Shard) -> Hunt {
        Hunt {
            claim: claim.id.to_string(),
            shard,
            sizes: Vec::new(),
        }
    }

    /// Returns the least counterexample: of the least size and, within it, the least number.
    #[must_use]
    pub fn found(&self) -> Option<&Found> {
        self.sizes.iter().find_map(|size| size.found.as_ref())
    }

    /// Returns the greatest size up to which all cases are checked.
    #[must_use]
    pub fn complete_to(&self) -> Option<u32> {
        let complete = self.sizes.iter().take_while(|size| size.complete).count();
        complete.checked_sub(1).map(|size| size as u32)
    }

    /// Returns the number of cases checked so far.
    #[must_use]
    pub fn cases(&self) -> u64 {
        self.sizes.iter().map(|size| size.cases).sum()
    }

    /// Continues to the bound, to the greatest possible size of a case, or to the end of the first size with a
    /// counterexample. Periodically calls `keep` with the results so far, so that they can be saved.
    ///
    /// The result does not depend on the number of threads or interruptions.
    ///
    /// # Errors
    /// Returns a [`HuntError`]; earlier results stay in the hunt.
    pub fn go_on(
        &mut self,
        claim: &Claim,
        up_to: u32,
        budget: &Budget,
        mut keep: impl FnMut(&Hunt),
    ) -> Result<(), HuntError> {
        let before = self.cases();
        let last = claim.last.unwrap_or(u32::MAX);
        for size in 0..=up_to.min(last) {
            let at = size as usize;
            if self.sizes.len() == at {
                self.sizes.push(SizeResult::default());
            }
            while !self.sizes[at].complete {
                let done = self.cases() - before;
                within(budget, done)?;
                let cases = (claim.cases)(size, budget)?;
                self.check(claim, size, &cases, (budget, before), &mut keep)?;
            }
            if self.sizes[at].found.is_some() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Checks a hunt from a file: its numbers must be consistent, and its counterexample must be genuine. For the
    /// smallest sizes, as far as a brief time limit allows, and for the last one, a sample of cases must hold and have
    /// the recorded count.
    ///
    /// # Errors
    /// Returns [`MergeError::Shards`] if no search of this claim yields the hunt, or the budget ends.
    pub fn check_sample(&self, claim: &Claim, budget: &Budget) -> Result<(), MergeError> {
        /// The time limit for the smallest sizes, and for the last one.
        const MOMENT: Duration = Duration::from_millis(250);
        let wrong = |size: usize, why: &str| {
            let id = claim.id;
            Err(MergeError::Shards(format!(
                "the file contradicts a hunt of {id}: {why} of size {size}"
            )))
        };
        let Some((last, result)) = self.sizes.iter().enumerate().next_back() else {
            return Ok(());
        };
        if let Some(most) = claim.last.filter(|&most| last > most as usize) {
            return wrong(most as usize + 1, "the claim has no cases");
        }
        let mut total = 0u64;
        for (size, result) in self.sizes.iter().enumerate() {
            let ends = size == last || result.complete && result.found.is_none();
            let possible = result.pieces.saturating_mul(LARGEST_PIECE);
            let all = total.checked_add(result.cases);
            let (true, Some(all)) = (ends && result.cases <= possible, all) else {
                return wrong(size, "the numbers contradict each other");
            };
            total = all;
        }
        let failed = |error: CheckError| MergeError::Hunt(error.into());
        if let Some(found) = &result.found {
            let cases = (claim.cases)(last as u32, budget).map_err(failed)?;
            let number = found.number;
            let mine =
                number < cases.count && self.shard.turned(last as u64).owns(number / piece(&cases));
            let made = match mine {
                true => (cases.check)(number).map_err(failed)?,
                false => Case::Outside,
            };
            let Case::Fails(counterexample) = made else {
                return wrong(last, "the counterexample is not one");
            };
            let made = CounterexampleCertificate::new(claim, last as u32, &counterexample);
            if made.as_ref() != Ok(&found.certificate) {
                return wrong(last, "the counterexample is different");
            }
        }
        for sizes in [0..last, last..last + 1] {
            let short = budget.briefly(MOMENT);
            for size in sizes {
                match self.check_size(claim, size, &short) {
                    Ok(true) => {}
                    Ok(false) => return wrong(size, "the number of cases is different"),
                    Err(CheckError::Unfinished(_)) => break,
                    Err(error) => return Err(failed(error)),
                }
            }
        }
        within(budget, 0).map_err(failed)
    }

    /// Recounts the cases of some pieces of a size; returns whether their number agrees with the hunt and they hold.
    fn check_size(&self, claim: &Claim, size: usize, budget: &Budget) -> Result<bool, CheckError> {
        /// The most numbers of a size for which all cases are counted.
        const FEW: u64 = 1 << 13;
        let result = &self.sizes[size];
        if result.pieces == 0 && !result.complete {
            return Ok(true);
        }
        let cases = (claim.cases)(size as u32, budget)?;
        let (shard, piece) = (self.shard.turned(size as u64), piece(&cases));
        let of_shard = shard.share(cases.count.div_ceil(piece));
        let stride = stride(of_shard);
        let found = result.found.as_ref().map(|found| found.number);
        // A counterexample ends the count within its piece.
        let last = found.map(|number| shard.share(number / piece));
        let counted = last.map_or(result.pieces, |last| last + 1);
        let marks = &result.marks;
        let marked = marks.len() as u64;
        // Without marks all pieces are counted.
        if result.pieces > of_shard
            || result.complete && result.pieces < of_shard
            || marked > 0 && marked != counted / stride
        {
            return Ok(false);
        }
        let end = last.map_or(marked, |last| marked.min(last / stride));
        // Among many numbers, the last interval is counted, and a random one, which the author of a file cannot
        // predict.
        let chosen = match counted * piece <= FEW {
            true => (0..=end).collect(),
            false => vec![RandomState::new().hash_one(size) % (end + 1), end],
        };
        let mark = |number: u64| marks.get(number as usize).copied();
        for stretch in chosen {
            let mut reached = stretch.checked_sub(1).and_then(mark).unwrap_or(0);
            let (expected, pieces) = match mark(stretch) {
                Some(mark) => (mark, stretch * stride..(stretch + 1) * stride),
                None => (result.cases, stretch * stride..counted),
            };
            let mut fails = None;
            for at in pieces {
                within(budget, 0)?;
                let (more, failing) = check(&cases, shard.nth(at) * piece, piece, budget)?;
                reached = more.saturating_add(reached);
                fails = fails.or(failing.map(|(number, _)| number));
                if fails.is_some() {
                    break;
                }
            }
            let is_last = stretch == end;
            if reached != expected
                || fails != found.filter(|_| is_last)
                || is_last && expected != result.cases
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn check(
        &mut self,
        claim: &Claim,
        size: u32,
        cases: &Cases,
        (budget, before): (&Budget, u64),
        keep: &mut impl FnMut(&Hunt),
    ) -> Result<(), HuntError> {
        let shard = self.shard.turned(size.into());
        let of_shard = shard.share(cases.count.div_ceil(piece(cases)));
        let at = size as usize;
        while self.sizes[at].pieces < of_shard {
            let done = self.cases() - before;
            within(budget, done)?;
            // A batch takes about a second; after it the results are in order again.
            let first = self.sizes[at].pieces;
            let batch = batch(cases, shard, first..of_shard, budget, done);
            let result = &mut self.sizes[at];
            for cases in batch.cases {
                result.pieces += 1;
                result.cases += cases;
                if result.pieces.is_multiple_of(stride(of_shard)) {
                    result.marks.push(result.cases);
                }
            }
            if let Some((number, counterexample)) = batch.found {
                let certificate = CounterexampleCertificate::new(claim, size, &counterexample)
                    .map_err(|error| HuntError::NotConfirmed {
                        case: counterexample.case.clone(),
                        error: Box::new(error),
                    })?;
                result.found = Some(Found {
                    number,
                    certificate,
                });
                // The numbers after it do not matter.
                result.pieces = of_shard;
            }
            budget.report(Progress {
                phase: claim.id,
                size: Some(size),
                done: self.cases() - before,
                total: None,
            });
            if let Some(error) = batch.error {
                // The error of a cancelled budget already contains the amount of work.
                let done = self.cases() - before;
                within(budget, done)?;
                return Err(error.into());
            }
            if self.sizes[at].pieces < of_shard {
                keep(self);
            }
        }
        self.sizes[at].complete = true;
        keep(self);
        Ok(())
    }
}

/// Checks pieces of a shard for a limited time.
fn batch(cases: &Cases, shard: Shard, pieces: Range<u64>, budget: &Budget, done: u64) -> Batch {
    let Range { start: first, end } = pieces;
    let start = Instant::now();
    let next = AtomicU64::new(first);
    let results = Mutex::new(Vec::new());
    let piece = piece(cases);
    let work = || {
        loop {
            // A piece that was begun is finished, unless the work is cancelled.
            let begun = next.load(Ordering::Relaxed) - first;
            let enough =
                start.elapsed().as_millis() >= 500 || budget.check(done + begun * piece).is_err();
            if enough && begun > 0 {
                break;
            }
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= end {
                break;
            }
            let checked = check(cases, shard.nth(at) * piece, piece, budget);
            let stop = !matches!(checked, Ok((_, None)));
            locked(&results).push((at, checked));
            if stop {
                break;
            }
        }
    };
    on_threads(budget.thread_count(), &|_| work());
    let mut results = std::mem::take(&mut *locked(&results));
    results.sort_unstable_by_key(|&(at, _)| at);
    let mut batch = Batch::default();
    for (expected, (at, checked)) in (first..).zip(results) {
        // Pieces after an unfinished one are checked again.
        if at != expected {
            break;
        }
        match checked {
            Ok((cases, found)) => {
                batch.cases.push(cases);
                batch.found = found;
            }
            Err(error) => batch.error = Some(error),
        }
        if batch.found.is_some() || batch.error.is_some() {
            break;
        }
    }
    batch
}

/// Counts the cases among these numbers up to the first counterexample, and returns it as well.
///
/// # Errors
/// Fails if the budget is cancelled, or a case cannot be decided.
fn check(
    cases: &Cases,
    first: u64,
    numbers: u64,
    budget: &Budget,
) -> Result<(u64, Option<(u64, Counterexample)>), CheckError> {
    let mut done = 0;
    for number in first..cases.count.min(first + numbers) {
        if budget.is_cancelled() {
            return Err(Limit::Cancelled.after(done).into());
        }
        match (cases.check)(number)? {
            Case::Outside => {}
            Case::Holds => done += 1,
            Case::Fails(counterexample) => {
                return Ok((done + 1, Some((number, *counterexample))));
            }
        }
    }
    Ok((done, None))
}

/// Fails if the budget ends the hunt after this many cases.
fn within(budget: &Budget, done: u64) -> Result<(), CheckError> {
    Ok(budget.check(done).map_err(|limit| limit.after(done))?)
}

/// Results of consecutive pieces, up to the first with a counterexample.
#[derive(Default)]
struct Batch {
    /// The number of cases in each piece.
    cases: Vec<u64>,
    found: Option<(u64, Counterexample)>,
    /// The reason why the next piece could not be checked.
    error: Option<CheckError>,
}

/// The reason why hunts could not be merged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// The hunts are not all the shards of one hunt of this claim, each once; the text gives the reason.
    #[error("{0}")]
    Shards(String),
    /// The cases before a counterexample could not be counted.
    #[error("{0}")]
    Hunt(HuntError),
}

/// Merges the shards of one hunt. The result omits sizes that some shard has not finished.
///
/// The result equals that of one hunt to that size, except for the marks and pieces of single shards. To count the
/// cases before a counterexample, at most a 256th part of the cases of its size is checked again.
///
/// # Errors
/// Fails if these are not all the shards of one hunt of the claim, each once, or the budget ends.
pub fn merge(claim: &Claim, hunts: &[Hunt], budget: &Budget) -> Result<Hunt, MergeError> {
    let wrong = |why: String| Err(MergeError::Shards(why));
    if hunts.is_empty() {
        return wrong("no hunt to merge".to_string());
    }
    let mut seen = vec![false; hunts.len()];
    for hunt in hunts {
        if hunt.claim != claim.id {
            return wrong(format!(
                "a hunt of {}, but {} was expected",
                hunt.claim, claim.id
            ));
        }
        let shard = hunt.shard;
        if shard.of != hunts.len() as u64 || shard.index >= shard.of {
            let found = hunts.len();
            return wrong(format!(
                "shard {shard} needs {} files, found {found}",
                shard.of
            ));
        }
        if std::mem::replace(&mut seen[shard.index as usize], true) {
            return wrong(format!("shard {shard} occurs twice"));
        }
        hunt.check_sample(claim, budget)?;
    }
    let common = hunts
        .iter()
        .map(|hunt| hunt.sizes.iter().take_while(|size| size.complete).count());
    let mut whole = Hunt::new(claim, Shard::WHOLE);
    for at in 0..common.min().unwrap_or(0) {
        let parts = || hunts.iter().map(|hunt| &hunt.sizes[at]);
        let found = parts().filter_map(|part| part.found.as_ref());
        let found = found.min_by_key(|found| found.number).cloned();
        let stop = found.is_some();
        let cases = match &found {
            None => parts().map(|part| part.cases).fold(0, u64::saturating_add),
            Some(found) => up_to_counterexample(claim, hunts, at as u32, found.number, budget)
                .map_err(MergeError::Hunt)?,
        };
        whole.sizes.push(SizeResult {
            pieces: (parts().map(|part| part.pieces)).fold(0, u64::saturating_add),
            cases,
            complete: true,
            found,
            marks: Vec::new(),
        });
        if stop {
            break;
        }
    }
    Ok(whole)
}

/// Counts the cases of a size up to the least counterexample, which has this number.
fn up_to_counterexample(
    claim: &Claim,
    hunts: &[Hunt],
    size: u32,
    number: u64,
    budget: &Budget,
) -> Result<u64, HuntError> {
    let cases = (claim.cases)(size, budget)?;
    let piece = piece(&cases);
    let pieces = cases.count.div_ceil(piece);
    let mut total = 0;
    for hunt in hunts {
        let part = &hunt.sizes[size as usize];
        if part
            .found
            .as_ref()
            .is_some_and(|found| found.number == number)
        {
            total = part.cases.saturating_add(total);
            continue;
        }
        let shard = hunt.shard.turned(size.into());
        let before = shard.share(number / piece);
        let stride = stride(shard.share(pieces));
        let marked = (before / stride).min(part.marks.len() as u64);
        if let Some(last) = marked.checked_sub(1) {
            total = part.marks[last as usize].saturating_add(total);
        }
        for at in marked * stride..before {
            within(budget, 0)?;
            let (cases, _) = check(&cases, shard.nth(at) * piece, piece, budget)?;
            total = cases.saturating_add(total);
        }
    }
    Ok(total)
}

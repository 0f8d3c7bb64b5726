//! Checking a claim size by size: in parallel, in shards, and from where an earlier run stopped.

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

/// The numbers of a size are dealt in pieces of at most this many.
const LARGEST_PIECE: u64 = 1 << 10;

/// A size has at least this many pieces, if it has enough numbers: shards get equal shares of sizes
/// with few cases too.
const FEWEST_PIECES: u64 = 1 << 12;

/// The number of marks that are kept for the pieces of a size.
const MARKS: u64 = 1 << 8;

/// Returns how many numbers a piece of a size has.
fn piece(cases: &Cases) -> u64 {
    (cases.count / FEWEST_PIECES).clamp(1, LARGEST_PIECE)
}

/// Returns how many pieces lie between two marks of a shard with this number of pieces.
fn stride(of_shard: u64) -> u64 {
    of_shard.div_ceil(MARKS).max(1)
}

/// What is known of one size.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SizeResult {
    /// Pieces done, a prefix of the shard's.
    pub pieces: u64,
    /// Cases checked that are cases of the claim and of this size.
    pub cases: u64,
    /// Whether all of the shard's pieces are done.
    pub complete: bool,
    /// The least counterexample among the pieces done.
    pub found: Option<Found>,
    /// How many cases there are among the first pieces, after every 256th part of them: so that merged
    /// shards can work out how many come before a counterexample.
    pub marks: Vec<u64>,
}

/// A counterexample and its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The number of the case within its size.
    pub number: u64,
    /// The evidence.
    pub certificate: CounterexampleCertificate,
}

/// A hunt: everything known about sizes 0, 1, 2, … of one claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hunt {
    /// The claim's name.
    pub claim: String,
    /// The part of the work that was done here: the pieces of each size are dealt to the shards, turned by
    /// the size.
    pub shard: Shard,
    /// By size, from 0.
    pub sizes: Vec<SizeResult>,
}

/// Why a hunt stopped before its bound.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HuntError {
    /// The budget ran out, or the next size is past what the check reaches.
    #[error("{0}")]
    Check(#[from] CheckError),
    /// A counterexample was not confirmed by the rules alone: an engine or a check is wrong.
    #[error(
        "{case} was reported as a counterexample, but the rules alone do not confirm it: {error}"
    )]
    NotConfirmed {
        /// The case.
        case: String,
        /// What is wrong.
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

    /// Returns the least counterexample: that of the least size, there that of the least number.
    #[must_use]
    pub fn found(&self) -> Option<&Found> {
        self.sizes.iter().find_map(|size| size.found.as_ref())
    }

    /// Returns the greatest size up to which all is done.
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

    /// Continues to the bound, to the greatest size that a case can have, or to the end of the first size with a
    /// counterexample. `keep` is called now and then with what is known, so that it can be saved.
    ///
    /// The result does not depend on the number of threads, nor on how often it was interrupted.
    ///
    /// # Errors
    /// [`HuntError`]; what was done before stays in the hunt.
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

    /// Checks a hunt that comes from a file: whether its numbers fit together; whether its counterexample is one; and
    /// of the smallest sizes, as far as a moment allows, and of the last one, whether some cases are as many as it says
    /// and hold.
    ///
    /// # Errors
    /// [`MergeError::Shards`] if the hunt is not what a search of this claim finds, or the budget ends.
    pub fn check_sample(&self, claim: &Claim, budget: &Budget) -> Result<(), MergeError> {
        /// The time for the smallest sizes, and that for the last one.
        const MOMENT: Duration = Duration::from_millis(250);
        let wrong = |size: usize, why: &str| {
            let id = claim.id;
            Err(MergeError::Shards(format!(
                "the file does not hold what a hunt of {id} finds: {why} of size {size}"
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
                return wrong(last, "the counterexample is another one");
            }
        }
        let short = || {
            let left = budget.deadline();
            let left = left.map(|end| end.saturating_duration_since(Instant::now()));
            budget
                .clone()
                .time(left.map_or(MOMENT, |left| left.min(MOMENT)))
        };
        for sizes in [0..last, last..last + 1] {
            let short = short();
            for size in sizes {
                match self.check_size(claim, size, &short) {
                    Ok(true) => {}
                    Ok(false) => return wrong(size, "other cases are found"),
                    Err(CheckError::Unfinished(_)) => break,
                    Err(error) => return Err(failed(error)),
                }
            }
        }
        within(budget, 0).map_err(failed)
    }

    /// Counts the cases of some pieces of a size again; returns whether they are as many as the hunt says, and hold.
    fn check_size(&self, claim: &Claim, size: usize, budget: &Budget) -> Result<bool, CheckError> {
        /// Up to this many numbers of a size all are counted.
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
        // A counterexample ends the count, in its piece.
        let last = found.map(|number| shard.share(number / piece));
        let counted = last.map_or(result.pieces, |last| last + 1);
        let marks = &result.marks;
        let marked = marks.len() as u64;
        // Without marks all is counted.
        if result.pieces > of_shard
            || result.complete && result.pieces < of_shard
            || marked > 0 && marked != counted / stride
        {
            return Ok(false);
        }
        let end = last.map_or(marked, |last| marked.min(last / stride));
        // Of many numbers the last stretch is counted, and one of which nobody who writes a file knows which it is.
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
            // A batch is about a second of work; after it the results are in order again.
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
                // A cancelled budget says itself how much was done.
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

/// Checks pieces of a shard for a while.
fn batch(cases: &Cases, shard: Shard, pieces: Range<u64>, budget: &Budget, done: u64) -> Batch {
    let Range { start: first, end } = pieces;
    let start = Instant::now();
    let next = AtomicU64::new(first);
    let results = Mutex::new(Vec::new());
    let piece = piece(cases);
    let work = || {
        loop {
            // One that is begun is finished, unless the work is cancelled.
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
        // Those after a piece that was left are checked again.
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

/// Counts the cases among this many numbers up to the first counterexample, which is returned too.
///
/// # Errors
/// If the budget is cancelled meanwhile, or a case could not be decided.
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

/// Returns how the budget ends the hunt after this many cases, if it does.
fn within(budget: &Budget, done: u64) -> Result<(), CheckError> {
    Ok(budget.check(done).map_err(|limit| limit.after(done))?)
}

/// Consecutive pieces, up to the first with a counterexample.
#[derive(Default)]
struct Batch {
    /// The cases of each piece.
    cases: Vec<u64>,
    found: Option<(u64, Counterexample)>,
    /// Why the piece after them could not be checked.
    error: Option<CheckError>,
}

/// Why hunts are not put together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// They are not all shards of one hunt of this claim, each once; the text says why.
    #[error("{0}")]
    Shards(String),
    /// The cases before a counterexample could not be counted.
    #[error("{0}")]
    Hunt(HuntError),
}

/// Joins the shards of one hunt. Sizes that some shard has not finished are left out.
///
/// What comes out is what one hunt to that size gives, but for the marks and pieces of single shards. Where
/// a counterexample was found the cases before it are counted, and a 256th part of those of its size at the most
/// is checked again for that.
///
/// # Errors
/// If these are not all the shards of one hunt of the claim, each once, or the budget does not suffice to count.
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

//! Checking a claim size by size: in parallel, in shards, and from where an earlier run stopped.

use std::fmt;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use crate::certificate::{CounterexampleCertificate, CounterexampleCertificateError};
use crate::claim::{Case, Cases, CheckError, Claim, Counterexample};
use nimfield_core::budget::{Budget, Limit, Progress, Unfinished};

/// Cases are handed out in pieces of at most so many; a piece belongs to one shard.
const PIECE: u64 = 1 << 10;

/// A part of the work: the pieces whose number is `index` modulo `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// From 0 to `of - 1`.
    pub index: u64,
    /// How many parts there are, at least 1.
    pub of: u64,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Shard = Shard { index: 0, of: 1 };
}

impl fmt::Display for Shard {
    /// As on the command line: `1/4` is the first of four.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.of)
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts = text.split_once('/');
        let parts = parts.and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match parts {
            Some((index, of)) if (1..=of).contains(&index) && of <= 1 << 20 => Ok(Shard {
                index: index - 1,
                of,
            }),
            _ => Err(format!(
                "expected I/N with 1 <= I <= N, as in 1/4; found {text:?}"
            )),
        }
    }
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
    /// The part of the work that was done here.
    pub shard: Shard,
    /// By size, from 0.
    pub sizes: Vec<SizeResult>,
}

/// Why a hunt stopped before its bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HuntError {
    /// The budget ran out, or the next size is past what the check reaches.
    Check(CheckError),
    /// A counterexample was not confirmed by the rules alone: an engine or a check is wrong.
    NotConfirmed {
        /// The case.
        case: String,
        /// What is wrong.
        error: Box<CounterexampleCertificateError>,
    },
}

impl fmt::Display for HuntError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HuntError::Check(error) => error.fmt(f),
            HuntError::NotConfirmed { case, error } => write!(
                f,
                "{case} was reported as a counterexample, but the rules alone do not confirm it: {error}"
            ),
        }
    }
}

impl std::error::Error for HuntError {}

impl Hunt {
    /// A hunt that has not begun.
    #[must_use]
    pub fn new(claim: &Claim, shard: Shard) -> Hunt {
        Hunt {
            claim: claim.id.to_string(),
            shard,
            sizes: Vec::new(),
        }
    }

    /// The least counterexample: that of the least size, there that of the least number.
    #[must_use]
    pub fn found(&self) -> Option<&Found> {
        self.sizes.iter().find_map(|size| size.found.as_ref())
    }

    /// The greatest size up to which all is done.
    #[must_use]
    pub fn complete_to(&self) -> Option<u32> {
        let complete = self.sizes.iter().take_while(|size| size.complete).count();
        complete.checked_sub(1).map(|size| size as u32)
    }

    /// Cases checked so far.
    #[must_use]
    pub fn cases(&self) -> u64 {
        self.sizes.iter().map(|size| size.cases).sum()
    }

    /// Goes on to the bound, to the greatest size that a case can have, or to the end of the first
    /// size with a counterexample. `keep` is called now and then with what is known, so that it can be
    /// saved.
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
                budget.check(done).map_err(|limit| stopped(limit, done))?;
                let cases = (claim.cases)(size, budget).map_err(HuntError::Check)?;
                self.check(claim, size, &cases, (budget, before), &mut keep)?;
            }
            if self.sizes[at].found.is_some() {
                return Ok(());
            }
        }
        Ok(())
    }

    fn check(
        &mut self,
        claim: &Claim,
        size: u32,
        cases: &Cases,
        (budget, before): (&Budget, u64),
        keep: &mut impl FnMut(&Hunt),
    ) -> Result<(), HuntError> {
        let pieces = cases.count.div_ceil(PIECE);
        let of_shard = pieces
            .saturating_sub(self.shard.index)
            .div_ceil(self.shard.of);
        let at = size as usize;
        while self.sizes[at].pieces < of_shard {
            let done = self.cases() - before;
            budget.check(done).map_err(|limit| stopped(limit, done))?;
            // A batch is about a second of work; after it the results are in order again.
            let first = self.sizes[at].pieces;
            let batch = self.batch(cases, first..of_shard, budget, done);
            let result = &mut self.sizes[at];
            result.pieces = first + batch.pieces;
            result.cases += batch.cases;
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
            if self.sizes[at].pieces < of_shard {
                keep(self);
            }
        }
        self.sizes[at].complete = true;
        keep(self);
        Ok(())
    }

    fn batch(
        &self,
        cases_of_size: &Cases,
        pieces: Range<u64>,
        budget: &Budget,
        done: u64,
    ) -> Batch {
        let Range { start: first, end } = pieces;
        let start = nimfield_core::clock::Instant::now();
        let next = AtomicU64::new(first);
        let results = Mutex::new(Vec::new());
        let work = || {
            loop {
                // No piece is left out: one that is begun is finished, so the pieces done are a prefix.
                let begun = next.load(Ordering::Relaxed) - first;
                let enough = start.elapsed().as_millis() >= 500
                    || budget.check(done + begun * PIECE).is_err();
                if enough && begun > 0 {
                    break;
                }
                let piece = next.fetch_add(1, Ordering::Relaxed);
                if piece >= end {
                    break;
                }
                let number = (piece * self.shard.of + self.shard.index) * PIECE;
                let mut cases = 0;
                let mut found = None;
                for number in number..cases_of_size.count.min(number + PIECE) {
                    match (cases_of_size.check)(number) {
                        Case::Outside => {}
                        Case::Holds => cases += 1,
                        Case::Fails(counterexample) => {
                            cases += 1;
                            found = Some((number, *counterexample));
                            break;
                        }
                    }
                }
                let stop = found.is_some();
                if let Ok(mut results) = results.lock() {
                    results.push((piece, cases, found));
                }
                if stop {
                    break;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..budget.thread_count() {
                scope.spawn(work);
            }
            work();
        });
        let mut results = results.into_inner().unwrap_or_default();
        results.sort_unstable_by_key(|&(piece, ..)| piece);
        let mut batch = Batch::default();
        for (_, cases, found) in results {
            batch.pieces += 1;
            batch.cases += cases;
            if found.is_some() {
                batch.found = found;
                break;
            }
        }
        batch
    }
}

fn stopped(limit: Limit, done: u64) -> HuntError {
    HuntError::Check(CheckError::Unfinished(Unfinished {
        limit,
        done,
        total: None,
    }))
}

/// Consecutive pieces, up to the first with a counterexample.
#[derive(Default)]
struct Batch {
    pieces: u64,
    cases: u64,
    found: Option<(u64, Counterexample)>,
}

/// Puts the shards of one hunt together. Sizes that some shard has not finished are left out.
///
/// With a counterexample the number of cases of its size depends on how far each shard went, and is
/// that of all of them.
///
/// # Errors
/// In words, if these are not all the shards of one hunt, each once.
pub fn merge(hunts: &[Hunt]) -> Result<Hunt, String> {
    let [first, ..] = hunts else {
        return Err("there is no hunt to merge".to_string());
    };
    let mut seen = vec![false; hunts.len()];
    for hunt in hunts {
        if hunt.claim != first.claim {
            return Err(format!("hunts of {} and of {}", first.claim, hunt.claim));
        }
        if hunt.shard.of != hunts.len() as u64 {
            let shard = hunt.shard;
            return Err(format!(
                "shard {shard} needs {} files, found {}",
                shard.of,
                hunts.len()
            ));
        }
        let place = &mut seen[hunt.shard.index as usize];
        if std::mem::replace(place, true) {
            return Err(format!("shard {} is there twice", hunt.shard));
        }
    }
    let common = hunts
        .iter()
        .map(|hunt| hunt.sizes.iter().take_while(|size| size.complete).count());
    let common = common.min().unwrap_or(0);
    let mut sizes = Vec::new();
    for at in 0..common {
        let parts: Vec<&SizeResult> = hunts.iter().map(|hunt| &hunt.sizes[at]).collect();
        let found = parts.iter().filter_map(|part| part.found.as_ref());
        let found = found.min_by_key(|found| found.number).cloned();
        let stop = found.is_some();
        sizes.push(SizeResult {
            pieces: parts.iter().map(|part| part.pieces).sum(),
            cases: parts.iter().map(|part| part.cases).sum(),
            complete: true,
            found,
        });
        if stop {
            break;
        }
    }
    Ok(Hunt {
        claim: first.claim.clone(),
        shard: Shard::WHOLE,
        sizes,
    })
}

//! Lenstra's excesses over a range of primes, with a file for resuming: `nimfield nimber --excess`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use nimbers::Interrupt;
use nimbers::excess::{ExcessError, Excesses, odd_primes};
use nimfield_core::sealed::{Format, SealedData};
use nimfield_core::shard::Shard;
use serde::{Deserialize, Serialize};

use crate::budget::budget;
use crate::errors::{Failure, Status, remark};
use crate::objects::{self, ExcessObject};
use crate::options::{Common, within};
use crate::output::{self, cannot_write, lock};
use crate::shards::{self, Spelling};

/// Reads `3..709`, both ends included, or a single number.
pub fn primes(text: &str) -> Result<(u32, u32), String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| within(0..=u32::MAX)(text.trim());
    match (number(from), number(to.trim_start_matches('='))) {
        (Ok(from), Ok(to)) if from <= to => Ok((from, to)),
        (Ok(_), Ok(_)) => Err("the range is empty".to_string()),
        _ => Err("a range of primes is written like 3..709".to_string()),
    }
}

/// The requested excesses, and how to print them.
#[derive(Clone, Copy)]
pub struct ExcessesOf<'a> {
    /// The range of primes, both ends included.
    pub range: (u32, u32),
    /// Whether to print a b-file.
    pub bfile: bool,
    /// The file for finished primes.
    pub state: Option<&'a Path>,
}

impl ExcessesOf<'_> {
    fn primes(&self) -> impl Iterator<Item = u32> + use<> {
        odd_primes(self.range.0..=self.range.1)
    }

    /// Writes the heading of the excesses.
    fn head(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.bfile {
            writeln!(out, "# Lenstra's excess of the n-th odd prime")?;
        }
        Ok(())
    }

    /// Writes the line for the prime with this index in the range, from 0.
    fn line(
        &self,
        out: &mut dyn Write,
        common: &Common,
        number: usize,
        (p, excess): (u32, u32),
    ) -> Result<(), Failure> {
        // The n-th odd prime has index n in b-files.
        let before = || odd_primes(3..=self.range.0.saturating_sub(1)).count();
        match (common.json, self.bfile) {
            (true, _) => {
                writeln!(out, "{}", objects::json(&ExcessObject { p, excess }))?;
            }
            (false, true) => writeln!(out, "{} {excess}", before() + number + 1)?,
            (false, false) => writeln!(out, "m_{p} = {excess}")?,
        }
        Ok(())
    }
}

/// Prints Lenstra's excesses of the primes in a range, each as soon as it is found.
pub fn run(
    common: &Common,
    wanted: ExcessesOf<'_>,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    wanted.head(out)?;
    let mut number = 0;
    compute(common, wanted.state, wanted.primes(), |p, excess| {
        wanted.line(out, common, number, (p, excess))?;
        number += 1;
        Ok(out.flush()?)
    })?;
    if number == 0 {
        let (from, to) = wanted.range;
        remark(&format!("{from}..{to} contains no odd prime"));
    }
    Ok(Status::Answered)
}

/// Computes the excesses for a part of the primes.
pub fn part(
    common: &Common,
    wanted: ExcessesOf<'_>,
    (shard, path): (Shard, &Path),
) -> Result<Status, Failure> {
    let (from, to) = wanted.range;
    let job = Spelling::of("nimber", common)
        .option("excess", Some(format!("{from}..{to}")))
        .flag("bfile", wanted.bfile)
        .rest::<&str>([]);
    shards::run(common, job, (shard, path), || {
        let primes = (0..).zip(wanted.primes());
        let primes = primes.filter(|&(number, _)| shard.owns(number));
        let mut found = Vec::new();
        compute(common, wanted.state, primes.map(|(_, p)| p), |p, excess| {
            found.push((p, excess));
            Ok(())
        })?;
        Ok(found)
    })
}

/// Prints the combined result of the finished shards of a range.
pub fn merged(
    common: &Common,
    wanted: ExcessesOf<'_>,
    found: &[String],
    file: Option<&Path>,
) -> Result<Status, Failure> {
    let primes: Vec<u32> = wanted.primes().collect();
    let found: Vec<(u32, u32)> = shards::all(found, primes.len() as u64)?;
    if !found.iter().map(|(p, _)| p).eq(&primes) {
        return Err(shards::no_shards());
    }
    check(common, found.iter().copied())?;
    output::to(file, |out| {
        wanted.head(out)?;
        for (number, &excess) in found.iter().enumerate() {
            wanted.line(out, common, number, excess)?;
        }
        Ok(Status::Answered)
    })
}

/// Checks excesses from a file against the table of this program; beyond the table, recomputes those that take only a
/// moment.
fn check(common: &Common, found: impl Iterator<Item = (u32, u32)> + Clone) -> Result<(), Failure> {
    /// The largest degree of a field in which an excess is recomputed, which takes milliseconds.
    const SMALL: u64 = 20_000;
    let mut known = Excesses::shipped();
    let budget = budget(common);
    let stop = || budget.check(0).is_err();
    for (p, excess) in found {
        let wrong = || {
            Failure::input(format!(
                "the excess of {p} is not {excess}, as the file says"
            ))
        };
        let right = match known.get(p) {
            Some(known) => known == excess,
            None => match known.plan(p) {
                Ok(plan) if plan.degree <= SMALL => {
                    let again = known.compute(p, common.memory.as_u64(), Interrupt::when(&stop));
                    again.map_err(|error| Failure::Undecided(error.to_string()))? == excess
                }
                Ok(plan) => excess >= plan.first_candidate,
                Err(ExcessError::NotAnOddPrime(_)) => false,
                // Its field needs unknown excesses, or is too large for this machine.
                Err(_) => true,
            },
        };
        if !right {
            return Err(wrong());
        }
        known.insert(p, excess);
    }
    Ok(())
}

/// Computes excesses, including those of smaller primes that they need, and prints each.
fn compute(
    common: &Common,
    state: Option<&Path>,
    primes: impl Iterator<Item = u32>,
    mut tell: impl FnMut(u32, u32) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let _lock = state.map(lock).transpose()?;
    let memory = common.memory.as_u64();
    let found = match state {
        Some(path) => Finished::load(path, memory).map_err(Failure::input)?,
        None => None,
    };
    let mut done = found.unwrap_or(Finished(BTreeMap::new()));
    check(common, done.0.iter().map(|(&p, &excess)| (p, excess)))?;
    let mut known = Excesses::shipped();
    for (&p, &excess) in &done.0 {
        known.insert(p, excess);
    }
    let budget = budget(common);
    let stop = || budget.check(0).is_err();
    let interrupt = Interrupt::when(&stop);
    for p in primes {
        // Primes beyond the table may need smaller ones first.
        let mut needed = vec![p];
        while let Some(&next) = needed.last() {
            let excess = match done.0.get(&next) {
                Some(&excess) => excess,
                None => {
                    let computed = match stop() {
                        true => Err(ExcessError::Stopped { prime: next }),
                        false => known.compute(next, memory, interrupt),
                    };
                    match computed {
                        Ok(excess) => {
                            done.0.insert(next, excess);
                            if let Some(path) = state {
                                done.save(path)
                                    .map_err(|error| cannot_write(path, &error))?;
                            }
                            excess
                        }
                        Err(ExcessError::Unknown(unknown)) if unknown.prime < next => {
                            needed.push(unknown.prime);
                            continue;
                        }
                        Err(error) => return Err(Failure::Undecided(error.to_string())),
                    }
                }
            };
            needed.pop();
            if needed.is_empty() {
                tell(next, excess)?;
            }
        }
    }
    Ok(())
}

/// The contents of a state file: finished primes with their excesses.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
struct Finished(BTreeMap<u32, u32>);

impl SealedData for Finished {
    const FORMAT: Format = Format {
        magic: *b"NIMFEXCE",
        version: 1,
        foreign: "not a state file of `nimfield nimber --excess`",
    };
    const PART: &str = "the excesses";
}

#[cfg(test)]
#[path = "../../tests/units/excess.rs"]
mod tests;

//! Lenstra's excesses over a range of primes, with a file to go on from: `nimfield nimber --excess`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use nimbers::Interrupt;
use nimbers::excess::{ExcessError, Excesses, odd_primes};
use nimfield::words::SchemaVersion;
use nimfield_core::files::{self, FileFault};
use nimfield_core::shard::Shard;
use serde_json::{Value, json};

use crate::budget::budget;
use crate::errors::{Failure, Status};
use crate::objects::{self, ExcessObject};
use crate::options::Common;
use crate::output::{self, cannot_write, lock};
use crate::shards::{self, Spelling};

/// Reads `3..709`, both ends included, or a single number.
pub fn primes(text: &str) -> Result<(u32, u32), String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<u32>();
    match (number(from), number(to.trim_start_matches('='))) {
        (Ok(from), Ok(to)) if from <= to => Ok((from, to)),
        (Ok(_), Ok(_)) => Err("the range is empty".to_string()),
        _ => Err("a range of primes is written like 3..709".to_string()),
    }
}

/// Which excesses are wanted, and how they are printed.
#[derive(Clone, Copy)]
pub struct ExcessesOf<'a> {
    /// Of the primes in this range, both ends included.
    pub range: (u32, u32),
    /// As a b-file.
    pub bfile: bool,
    /// Finished primes are kept in this file.
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

    /// Writes the line of the prime with this number in the range, from 0.
    fn line(
        &self,
        out: &mut dyn Write,
        common: &Common,
        number: usize,
        (p, excess): (u32, u32),
    ) -> Result<(), Failure> {
        // The n-th odd prime has the number n in b-files.
        let before = || odd_primes(3..=self.range.0.saturating_sub(1)).count();
        match (common.json, self.bfile) {
            (true, _) => {
                let schema = SchemaVersion;
                writeln!(
                    out,
                    "{}",
                    objects::json(&ExcessObject { schema, p, excess })
                )?;
            }
            (false, true) => writeln!(out, "{} {excess}", before() + number + 1)?,
            (false, false) => writeln!(out, "m_{p} = {excess}")?,
        }
        Ok(())
    }
}

/// Prints Lenstra's excesses of the primes in a range, each as soon as it is known.
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
    Ok(Status::Answered)
}

/// Computes those of a part of the primes.
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
    output::to(file, |out| {
        wanted.head(out)?;
        for (number, &excess) in found.iter().enumerate() {
            wanted.line(out, common, number, excess)?;
        }
        Ok(Status::Answered)
    })
}

/// Computes excesses, with those of smaller primes that are needed, and prints each.
fn compute(
    common: &Common,
    state: Option<&Path>,
    primes: impl Iterator<Item = u32>,
    mut tell: impl FnMut(u32, u32) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let _lock = state.map(lock).transpose()?;
    let mut done = match state {
        Some(path) => read_state(path)?,
        None => BTreeMap::new(),
    };
    let mut known = Excesses::shipped();
    for (&p, &excess) in &done {
        known.insert(p, excess);
    }
    let budget = budget(common);
    let stop = || budget.check(0).is_err();
    let interrupt = Interrupt::when(&stop);
    for p in primes {
        // Of primes past the table smaller ones may be needed first.
        let mut needed = vec![p];
        while let Some(&next) = needed.last() {
            let excess = match done.get(&next) {
                Some(&excess) => excess,
                None => {
                    let memory = common.memory.as_u64();
                    let computed = match stop() {
                        true => Err(ExcessError::Stopped { prime: next }),
                        false => known.compute(next, memory, &mut |_| (), interrupt),
                    };
                    match computed {
                        Ok(excess) => {
                            done.insert(next, excess);
                            if let Some(path) = state {
                                write_state(path, &done)?;
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

/// Returns the first line of a state file.
fn header() -> Value {
    json!({ "magic": "nimfield excesses", "version": 1 })
}

/// Writes the state: a header, the finished primes one a line, and the number of lines before it with a checksum of
/// them.
fn write_state(path: &Path, done: &BTreeMap<u32, u32>) -> Result<(), Failure> {
    let mut text = format!("{}\n", header());
    for (p, excess) in done {
        text.push_str(&format!("{}\n", json!({ "p": p, "excess": excess })));
    }
    let hash = blake3::hash(text.as_bytes()).to_hex();
    let end = json!({ "lines": done.len() + 1, "blake3": hash.as_str() });
    text.push_str(&format!("{end}\n"));
    files::replace(path, text.as_bytes()).map_err(|error| cannot_write(path, &error))
}

/// Returns the finished primes of a state file; none if the file does not exist yet.
fn read_state(path: &Path) -> Result<BTreeMap<u32, u32>, Failure> {
    /// A line takes some 25 bytes, and no prime past 2^32 has one.
    const LONGEST_STATE: u64 = 1 << 30;
    let start = format!("{}\n", header());
    let accept = |found: &[u8]| match found.starts_with(start.as_bytes()) {
        true => Ok(()),
        false => Err(FileFault::Foreign(FOREIGN)),
    };
    let bytes = files::if_there(path, |path| files::read(path, LONGEST_STATE, accept));
    let bytes = bytes.map_err(|error| match error.fault {
        FileFault::Foreign(_) => Failure::input(error),
        _ => Failure::input(format!("cannot read {error}")),
    })?;
    let Some(bytes) = bytes else {
        return Ok(BTreeMap::new());
    };
    let text = String::from_utf8_lossy(&bytes);
    state_of(&text).map_err(|why| Failure::input(format!("{}: {why}", path.display())))
}

/// What is said of another file.
const FOREIGN: &str = "not a state file of `nimfield nimber --excess`, version 1";

fn state_of(text: &str) -> Result<BTreeMap<u32, u32>, String> {
    let cut = || "the file is cut short".to_string();
    if text.lines().next() != Some(header().to_string().as_str()) {
        return Err(FOREIGN.to_string());
    }
    let body = text.strip_suffix('\n').ok_or_else(cut)?;
    let at = body.rfind('\n').ok_or_else(cut)? + 1;
    let end: Value = serde_json::from_str(&body[at..]).map_err(|_| cut())?;
    let hash = end["blake3"].as_str().ok_or_else(cut)?;
    if blake3::hash(&text.as_bytes()[..at]).to_hex().as_str() != hash {
        return Err("the file was altered: its checksum does not fit".to_string());
    }
    let mut done = BTreeMap::new();
    for line in text[..at].lines().skip(1) {
        let row: Option<Value> = serde_json::from_str(line).ok();
        let number = |key: &str| u32::try_from(row.as_ref()?[key].as_u64()?).ok();
        let (Some(p), Some(excess)) = (number("p"), number("excess")) else {
            return Err(format!("a line is not a finished prime: {line}"));
        };
        done.insert(p, excess);
    }
    Ok(done)
}

#[cfg(test)]
#[path = "../../tests/units/excess.rs"]
mod tests;

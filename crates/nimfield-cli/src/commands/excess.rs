//! Lenstra's excesses over a range of primes, with a file to go on from: `nimfield nimber --excess`.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::ops::ControlFlow;
use std::path::Path;

use nimbers::Interrupt;
use nimbers::excess::{ExcessError, Excesses, odd_primes};
use nimfield::files;
use nimfield::words::SCHEMA;
use serde_json::{Value, json};

use crate::budget::budget;
use crate::errors::{Failure, Status};
use crate::input::{FileFault, text_file};
use crate::options::Common;
use crate::output::{cannot_write, lock};

/// `3..709`, both ends included, or a single number.
pub fn primes(text: &str) -> Result<(u32, u32), String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<u32>();
    match (number(from), number(to.trim_start_matches('='))) {
        (Ok(from), Ok(to)) if from <= to => Ok((from, to)),
        (Ok(_), Ok(_)) => Err("the range is empty".to_string()),
        _ => Err("a range of primes is written like 3..709".to_string()),
    }
}

/// Prints Lenstra's excesses of the primes in a range, each as soon as it is known; finished primes
/// are kept in the file `state`.
pub fn excesses(
    common: &Common,
    range: &(u32, u32),
    state: Option<&Path>,
    bfile: bool,
) -> Result<Status, Failure> {
    let mut out = anstream::stdout().lock();
    // The n-th odd prime has the number n in b-files.
    let mut index = odd_primes(3..=range.0.saturating_sub(1)).count();
    if bfile {
        writeln!(out, "# Lenstra's excess of the n-th odd prime")?;
    }
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
    for p in odd_primes(range.0..=range.1) {
        // Of primes past the table smaller ones may be needed first.
        let mut needed = vec![p];
        while let Some(&next) = needed.last() {
            let excess = match done.get(&next) {
                Some(&excess) => excess,
                None => {
                    let memory = common.memory.as_u64();
                    let mut go_on = |_: &_| match stop() {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    };
                    let computed = match stop() {
                        true => Err(ExcessError::Stopped { prime: next }),
                        false => known.compute_until(next, memory, &mut go_on, interrupt),
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
                        Err(error) => {
                            out.flush()?;
                            return Err(Failure::Undecided(error.to_string()));
                        }
                    }
                }
            };
            needed.pop();
            if needed.is_empty() {
                index += 1;
                match (common.json, bfile) {
                    (true, _) => writeln!(
                        out,
                        "{}",
                        json!({ "schema": SCHEMA, "p": next, "excess": excess })
                    )?,
                    (false, true) => writeln!(out, "{index} {excess}")?,
                    (false, false) => writeln!(out, "m_{next} = {excess}")?,
                }
                out.flush()?;
            }
        }
    }
    Ok(Status::Answered)
}

/// The first line of a state file.
fn header() -> Value {
    json!({ "magic": "nimfield excesses", "version": 1 })
}

/// The state: a header, the finished primes one a line, and the number of lines before it with a
/// checksum of them.
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

/// The finished primes of a state file; none if there is no such file yet.
fn read_state(path: &Path) -> Result<BTreeMap<u32, u32>, Failure> {
    /// A line takes some 25 bytes, and no prime past 2^32 has one.
    const LONGEST_STATE: u64 = 1 << 30;
    let text = match text_file(path, LONGEST_STATE) {
        Ok(text) => text,
        Err(FileFault::Io(error)) if error.kind() == ErrorKind::NotFound => {
            return Ok(BTreeMap::new());
        }
        Err(fault) => {
            return Err(Failure::input(format!(
                "cannot read {}: {fault}",
                path.display()
            )));
        }
    };
    state_of(&text).map_err(|why| Failure::input(format!("{}: {why}", path.display())))
}

fn state_of(text: &str) -> Result<BTreeMap<u32, u32>, String> {
    let cut = || "the file is cut short".to_string();
    if text.lines().next() != Some(header().to_string().as_str()) {
        return Err("this is no state file of `nimfield nimber --excess`, version 1".to_string());
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
            return Err(format!("a line is no finished prime: {line}"));
        };
        done.insert(p, excess);
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn states_are_checked() {
        let done = BTreeMap::from([(3, 0), (5, 0), (19, 4)]);
        let path = std::env::temp_dir().join(format!("nimfield-excess-{}", std::process::id()));
        write_state(&path, &done).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert_eq!(state_of(&text), Ok(done));
        for cut in 0..text.len() {
            assert!(state_of(&text[..cut]).is_err(), "cut at {cut}");
        }
        let altered = text.replace("\"excess\":4", "\"excess\":1");
        assert!(state_of(&altered).unwrap_err().contains("altered"));
        assert!(state_of("{\"magic\":\"else\"}\n").is_err());
        assert!(
            read_state(Path::new("/nonexistent/state"))
                .unwrap()
                .is_empty()
        );
    }
}

//! `nimfield nimber`

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::path::Path;

use nimbers::calc::{CalcError, evaluate};
use nimbers::excess::{ExcessError, Excesses, odd_primes};
use nimfield::games::nimbers::{Nimbers, diagonal_stone};
use nimfield::words::SCHEMA;
use serde_json::{Value, json};

use crate::analyze::text_of;
use crate::args::{Common, Nimber};
use crate::budget::{budget, interrupted, waiting};
use crate::errors::{Failure, Status, complain};

/// Runs the command.
pub fn run(common: &Common, wanted: &Nimber) -> Result<Status, Failure> {
    let mut out = anstream::stdout().lock();
    let status = match (&wanted.excess, &wanted.diagonal) {
        (Some(range), _) => excesses(&mut out, common, wanted, range)?,
        (None, Some(position)) => {
            let text = text_of(position).map_err(Failure::Input)?;
            diagonal(&mut out, common, text)?
        }
        (None, None) => {
            let mut status = Status::Answered;
            for expression in &wanted.expressions {
                match text_of(expression).map_err(Failure::Input)? {
                    "-" => {
                        let mut lines = std::io::stdin().lock().lines();
                        while let Some(line) = waiting(|| lines.next()) {
                            let line = line.map_err(|error| {
                                Failure::input(format!("cannot read stdin: {error}"))
                            })?;
                            let line = line.trim();
                            if !line.is_empty() && !line.starts_with('#') {
                                status = status.max(answer(&mut out, common, line)?);
                                out.flush()?;
                            }
                        }
                    }
                    text => status = status.max(answer(&mut out, common, text)?),
                }
            }
            status
        }
    };
    out.flush()?;
    Ok(status)
}

/// One expression.
fn answer(out: &mut impl Write, common: &Common, text: &str) -> Result<Status, Failure> {
    let value = match evaluate(text) {
        Ok(value) => value.to_string(),
        Err(error) => {
            out.flush()?;
            let pointed = pointed(text, &error);
            complain(&pointed);
            if common.json {
                // Answers stay aligned with the lines they answer.
                let first = pointed.lines().next().unwrap_or_default();
                let row = json!({ "schema": SCHEMA, "expression": text, "error": first });
                writeln!(out, "{row}")?;
            }
            return Ok(Status::Input);
        }
    };
    match common.json {
        true => {
            let row = json!({ "schema": SCHEMA, "expression": text, "value": value });
            writeln!(out, "{row}")?;
        }
        false => writeln!(out, "{value}")?,
    }
    Ok(Status::Answered)
}

/// The error with a caret under its place.
fn pointed(text: &str, error: &CalcError) -> String {
    let message = error.to_string();
    let place = format!("bytes {}..{}: ", error.span.start, error.span.end);
    nimfield::NotationError {
        text: text.to_string(),
        span: error.span.clone(),
        message: message.strip_prefix(&place).unwrap_or(&message).to_string(),
        help: String::new(),
        example: String::new(),
    }
    .to_string()
}

/// Where one stone on the diagonal makes a P-position.
fn diagonal(out: &mut impl Write, common: &Common, text: &str) -> Result<Status, Failure> {
    let mut position: Nimbers = text.parse().map_err(Failure::input)?;
    let stone = match diagonal_stone(&position) {
        Ok(stone) => stone,
        Err(error) => {
            let message = format!("the place on the diagonal is out of reach: {error}");
            return Err(Failure::Undecided(message));
        }
    };
    let before = position.to_string();
    let removed = stone
        .as_ref()
        .is_some_and(|stone| position.stones().contains(stone));
    if let Some(stone) = &stone {
        position.toggle(stone.clone());
    }
    if common.json {
        let row = json!({
            "schema": SCHEMA,
            "position": before,
            "stone": stone.as_ref().map(ToString::to_string),
            "to": position.to_string(),
        });
        writeln!(out, "{row}")?;
        return Ok(Status::Answered);
    }
    match stone {
        None => writeln!(out, "{before} is a P-position as it is")?,
        Some(stone) => {
            let what = if removed {
                "taking away the stone at"
            } else {
                "a stone at"
            };
            writeln!(out, "{what} {stone} makes a P-position: {position}")?;
        }
    }
    Ok(Status::Answered)
}

/// Lenstra's excesses of the primes in a range.
fn excesses(
    out: &mut impl Write,
    common: &Common,
    wanted: &Nimber,
    range: &(u32, u32),
) -> Result<Status, Failure> {
    let state = wanted.state.as_deref();
    // The n-th odd prime has the number n in b-files.
    let mut index = odd_primes(3..=range.0.saturating_sub(1)).count();
    if wanted.bfile {
        writeln!(out, "# Lenstra's excess of the n-th odd prime")?;
    }
    let mut done = match state {
        Some(path) => read_state(path)?,
        None => BTreeMap::new(),
    };
    let mut known = Excesses::shipped();
    for (&p, &excess) in &done {
        known.insert(p, excess);
    }
    let budget = budget(common);
    for p in odd_primes(range.0..=range.1) {
        // Of primes past the table smaller ones may be needed first.
        let mut needed = vec![p];
        while let Some(&next) = needed.last() {
            let excess = match done.get(&next) {
                Some(&excess) => excess,
                None => {
                    let mut go_on = |_: &_| match budget.check(0) {
                        Ok(()) if !interrupted() => ControlFlow::Continue(()),
                        _ => ControlFlow::Break(()),
                    };
                    match known.compute(next, common.memory.as_u64(), &mut go_on) {
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
                        Err(ExcessError::Stopped { prime }) => {
                            out.flush()?;
                            complain(&format!("stopped while computing the excess of {prime}"));
                            return Ok(Status::Undecided);
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
                match (common.json, wanted.bfile) {
                    (true, _) => writeln!(out, "{}", json!({ "p": next, "excess": excess }))?,
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
    nimfield::files::replace(path, text.as_bytes())
        .map_err(|error| Failure::input(format!("cannot write {}: {error}", path.display())))
}

/// The finished primes of a state file; none if there is no such file yet.
fn read_state(path: &Path) -> Result<BTreeMap<u32, u32>, Failure> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(error) => {
            return Err(Failure::input(format!(
                "cannot read {}: {error}",
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

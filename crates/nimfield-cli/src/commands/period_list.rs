//! `nimfield period` with ranges, or with a list of codes: one answer for each member.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use nimfield::NotationError;
use nimfield::periods::find;
use nimfield::template::{Letter, Template};
use nimfield_core::sampling::shuffled;
use serde_json::Value;

use super::period::{Args, failure, in_words, object};
use crate::budget::{budget, budget_within, interrupted};
use crate::errors::{Failure, Status, complain};
use crate::objects::json;
use crate::options::Common;
use crate::output::{self, append, lock};
use crate::session::reader;
use crate::shards::Spelling;

/// The letter of the heap of a code, and in a state file the one that no option chose.
const USUAL: char = 'n';

/// Answers for all members, each within its own budget. Only a sample of the members in the state file is recomputed.
pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    let (text, letters) = asked(wanted)?;
    if wanted.state.is_some() && !common.json {
        return Err(Failure::input(
            "a state file of a list holds lines of JSON: add --jsonl",
        ));
    }
    let family = Template::read(&text, letters, &reader())?;
    if let Some(values) = family.values().next() {
        let member = family.with(&values).map_err(Failure::input)?;
        let grows = wanted.query(common, &member).letter;
        let is_left = member
            .split_once('[')
            .is_some_and(|(_, body)| body.contains(grows));
        if !is_left && family.letters().iter().any(|letter| letter.name == grows) {
            return Err(Failure::input(format!(
                "the letter {grows} stands for the number that grows and has no range: --up-to 100 says how far it grows, \
                 and --letter chooses another one"
            )));
        }
    }
    let _lock = wanted.state.as_deref().map(lock).transpose()?;
    let ranges = family
        .letters()
        .iter()
        .map(|letter| (letter.name, letter.range.clone()));
    let job = Spelling::of("period", common)
        .option("up-to", wanted.up_to)
        .option("letter", Some(wanted.letter.unwrap_or(USUAL)))
        .option("show", wanted.show.as_deref())
        .flag("outcomes", wanted.outcomes)
        .rest([&text[..], &format!("{:?}", ranges.collect::<Vec<_>>())])
        .to_string();
    let done = match &wanted.state {
        Some(path) => {
            let done = begin(path, &job)?;
            check_sample(path, &done, common, wanted)?;
            done
        }
        None => BTreeMap::new(),
    };
    output::to(wanted.output.as_deref(), |out| {
        let mut worst = Status::Answered;
        let family = family.narrowed();
        for values in family.values().filter(|values| family.allows(values)) {
            let member = family.with(&values).map_err(Failure::input)?;
            // A line of the state file cannot contain tabs or line ends.
            let key = member.split_whitespace().collect::<Vec<_>>().join(" ");
            if let Some(line) = done.get(&key) {
                writeln!(out, "{line}")?;
                continue;
            }
            let report = match find(&wanted.query(common, &member), &budget(common)) {
                Ok(report) => report,
                Err(error) => {
                    complain(&error.to_string());
                    worst = worst.max(failure(error).status());
                    continue;
                }
            };
            if interrupted() {
                return Ok(Status::Interrupted);
            }
            worst = worst.max(Status::complete(report.stopped.is_none()));
            if !common.json {
                let words = in_words(&report, &member);
                let words = output::shown(wanted.output.as_deref(), &words);
                out.write_all(words.as_bytes())?;
                out.flush()?;
                continue;
            }
            let line = json(&object(&report));
            writeln!(out, "{line}")?;
            // The next member may take all of its budget.
            out.flush()?;
            // Members that the budget cut short are not saved, so the next run repeats them.
            if let (Some(path), None) = (&wanted.state, &report.stopped) {
                append(path, &format!("{key}\t{line}\n"))?;
            }
        }
        Ok(worst)
    })
}

/// Returns the position with its letters.
fn asked(wanted: &Args) -> Result<(String, Vec<Letter>), Failure> {
    const DIGITS: &str = "0..7";
    let read = |text: &str| Letter::read(text);
    let Some(code) = &wanted.codes else {
        let text = wanted.text.as_deref().unwrap_or("").to_string();
        let letters: Result<Vec<Letter>, NotationError> =
            wanted.ranges.iter().map(|range| read(range)).collect();
        return Ok((text, letters?));
    };
    let mut names: Vec<char> = Vec::new();
    for c in code.chars() {
        if c.is_ascii_lowercase() && !c.is_ascii_hexdigit() && !names.contains(&c) {
            names.push(c);
        }
    }
    if names.is_empty() || !code.contains('.') {
        return Err(Failure::input(format!(
            "the codes `{code}` need a point and letters from g to z for the digits from 0 to 7, as in --codes 0.xy"
        )));
    }
    let letters: Result<Vec<Letter>, NotationError> = names
        .iter()
        .map(|name| read(&format!("{name}={DIGITS}")))
        .collect();
    let grows = wanted.letter.unwrap_or(USUAL);
    Ok((format!("code({code})[{grows}]"), letters?))
}

/// Returns the lines of a state file by member, and creates the file if it is missing or empty.
fn begin(path: &Path, job: &str) -> Result<BTreeMap<String, String>, Failure> {
    let header = format!("# nimfield {job}\n");
    let fault = |what: &str| Failure::input(format!("{}: {what}", path.display()));
    let found = output::read_lines(path, |text| {
        if text.is_empty() {
            return Ok(None);
        }
        let lines = text.strip_prefix(&header).ok_or_else(|| {
            fault(&format!(
                "the file is not for this list: expected {}",
                header.trim()
            ))
        })?;
        let mut done = BTreeMap::new();
        for line in lines.lines() {
            let (member, line) = line.split_once('\t').unwrap_or(("", line));
            if serde_json::from_str::<Value>(line).is_err() || member.is_empty() {
                return Err(fault(&format!("not a line of a list of periods: {line}")));
            }
            done.insert(member.to_string(), line.to_string());
        }
        Ok(Some(done))
    })?;
    match found {
        Some(done) => Ok(done),
        None => {
            append(path, &header)?;
            Ok(BTreeMap::new())
        }
    }
}

/// Finds the periods of some lines of a state file again, in random order, and compares them.
fn check_sample(
    path: &Path,
    done: &BTreeMap<String, String>,
    common: &Common,
    wanted: &Args,
) -> Result<(), Failure> {
    /// The time for all lines, and for each of them; slower ones are not compared.
    const MOMENT: Duration = Duration::from_secs(2);
    const EACH: Duration = Duration::from_millis(500);
    let start = Instant::now();
    for (member, line) in shuffled(done) {
        let left = MOMENT.saturating_sub(start.elapsed()).min(EACH);
        if left.is_zero() {
            break;
        }
        let found = find(&wanted.query(common, member), &budget_within(common, left));
        // If the period is not found in this time, the line may still be right.
        let Ok(report) = found else { continue };
        if report.stopped.is_none() && json(&object(&report)) != **line {
            return Err(Failure::input(format!(
                "{}: the period of {member} differs from the one in the file",
                path.display()
            )));
        }
    }
    Ok(())
}

//! `nimfield hunt --statement`: counterexamples to a statement of your own.

use std::fmt::Display;
use std::path::Path;

use nimfield::statement::{StatementTrial, TrialPositions, TrialState, TrialStop};
use nimfield::template::{Letter, Template};
use nimfield::words::counted;
use nimfield_claims::{CertificateError, StatementCertificate};
use nimfield_core::budget::Limit;
use nimfield_core::sealed::SealedData;
use nimfield_core::shard::Shard;

use super::hunt::{Args, goes_on, with_state};
use super::law;
use crate::budget::budget;
use crate::errors::{Failure, Status, complain, print, remark};
use crate::objects::{FactsOfPosition, RefutedObject, StatementObject, json};
use crate::options::Common;
use crate::output::{self, lock};
use crate::render::sheet::Sheet;
use crate::saves::{Saves, tell_from_file};
use crate::session::reader;
use crate::shards::{self, Spelling};

/// Returns the ranges; the first one is in the place of the claim.
fn ranges(wanted: &Args) -> impl Iterator<Item = &String> {
    wanted.claim.iter().chain(&wanted.ranges)
}

/// Returns the requested test.
fn trial(common: &Common, wanted: &Args, text: &str) -> Result<StatementTrial, Failure> {
    let Some((positions, statement)) = text.rsplit_once(':') else {
        return Err(Failure::input(
            "a statement consists of positions, a colon and an expression\nexample: nimfield hunt --statement 'crim: \
             P -> even(rank)' --up-to 20",
        ));
    };
    let letters = ranges(wanted).map(|range| Letter::read(range));
    let letters: Vec<Letter> = letters.collect::<Result<_, _>>().map_err(Failure::input)?;
    let mut law = None;
    let cases = match letters.is_empty() && !positions.contains('[') {
        true if wanted.law.is_some() => {
            return Err(Failure::input(
                "a law decides the positions of a family, such as 'yama[a b]: P -> a < b+2' with a=0..9 b=0..9",
            ));
        }
        true => TrialPositions::by_size(positions, &reader()),
        false => {
            if wanted.up_to.is_some() {
                return Err(Failure::input(
                    "--up-to is for all positions of a game by size; the ranges of its letters bound a family",
                ));
            }
            let family = Template::read(positions.trim(), letters, &reader());
            let family = family.map_err(Failure::input)?;
            law = law::for_family(common, wanted.law.as_deref(), &family)?;
            TrialPositions::family(family)
        }
    };
    let cases = cases.map_err(Failure::input)?;
    // A law holds for one play convention.
    let play = law.as_ref().map(|law| law.play()).or(common.play);
    let trial = StatementTrial::new(cases, statement, play, common.allow_unproved);
    Ok(trial.map_err(Failure::input)?.law(law))
}

/// Runs the command.
pub fn run(common: &Common, wanted: &Args, text: &str) -> Result<Status, Failure> {
    let trial = trial(common, wanted, text)?;
    if let (Some(shard), Some(path)) = (wanted.shard, &wanted.output) {
        if wanted.up_to.is_none() && trial.have_size() {
            let example = "nimfield hunt --statement 'crim: P -> even(rank)' --up-to 20 --shard 1/4 -o part1.shard";
            return Err(shards::endless(example));
        }
        let job = Spelling::of("hunt", common)
            .option("statement", Some(text))
            .option("up-to", wanted.up_to)
            .rest(ranges(wanted));
        return shards::run(common, job, (shard, path), || {
            let (trial, end, _) = tested(common, wanted, trial)?;
            end.map_err(|stop| with_state(failure(stop), wanted))?;
            Ok(trial.state().clone())
        });
    }
    let (trial, end, unsaved) = tested(common, wanted, trial)?;
    // If a position lacks a fact that the statement names, the statement is invalid.
    if let Err(stop @ TrialStop::Undefined(_)) = end {
        return Err(failure(stop));
    }
    let stopped = end.as_ref().err().map(ToString::to_string);
    output::text(None, &said(common, &trial, stopped.as_deref()))?;
    certify(common, &trial, wanted.certificate.as_deref())?;
    if unsaved {
        return Ok(Status::Input);
    }
    if let Some(stopped) = &stopped {
        complain(stopped);
        if let (Some(path), false) = (&wanted.state, common.quiet) {
            remark(&goes_on(path));
        }
    }
    Ok(match end {
        _ if trial.state().counterexample.is_some() => Status::False,
        Err(TrialStop::Unfinished(unfinished)) if unfinished.limit == Limit::Cancelled => {
            Status::Interrupted
        }
        Err(_) => Status::Undecided,
        Ok(()) => Status::Answered,
    })
}

/// Prints the combined result of the finished shards.
pub fn merged(
    common: &Common,
    wanted: &Args,
    text: &str,
    found: &[String],
    file: Option<&Path>,
    certificate: Option<&Path>,
) -> Result<Status, Failure> {
    let parts: Vec<TrialState> = shards::each(found)?;
    let trial = trial(common, wanted, text)?;
    // A finished shard ends with the last size, unless a counterexample ends it before.
    let ends = |part: &TrialState| {
        part.counterexample.is_some() || part.size == wanted.up_to.map(u64::from)
    };
    if trial.have_size() && !parts.iter().all(ends) {
        return Err(shards::no_shards());
    }
    let joined = trial.joined(&parts, &budget(common)).map_err(failure)?;
    let trial = joined.ok_or_else(shards::no_shards)?;
    output::text(file, &said(common, &trial, None))?;
    certify(common, &trial, certificate)?;
    Ok(match trial.state().counterexample {
        Some(_) => Status::False,
        None => Status::Answered,
    })
}

/// Writes the certificate of a counterexample, if there is one and a file for it.
fn certify(common: &Common, trial: &StatementTrial, path: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = path else {
        return Ok(());
    };
    let made = StatementCertificate::of(trial, &budget(common));
    let made = made.map_err(|error| {
        let text = format!("no certificate: {error}");
        match error {
            CertificateError::Unchecked(_) => Failure::Undecided(text),
            _ => Failure::Input(text),
        }
    });
    match made? {
        Some(made) => output::replace(path, made.to_json().map_err(Failure::input)?.as_bytes()),
        None => Ok(()),
    }
}

/// Checks the certificate of a counterexample by the rules alone.
pub fn check_certificate(
    common: &Common,
    path: &Path,
    given: &StatementCertificate,
) -> Result<Status, Failure> {
    given.check(&budget(common)).map_err(|error| {
        let text = format!("{}: {error}", path.display());
        match error {
            CertificateError::Unchecked(_) => Failure::Undecided(text),
            _ => Failure::False(text),
        }
    })?;
    let letters = given.letters.iter();
    let letters = letters.map(|(letter, value)| (letter.to_string(), value.clone()));
    let facts = given.facts.iter();
    let facts = facts.map(|(name, value)| (name.clone(), value.clone()));
    let facts: Vec<(String, String)> = letters.chain(facts).collect();
    let text = match common.json {
        true => json(&RefutedObject {
            statement: &given.statement,
            play: given.play,
            counterexample: facts_of(&given.position, &facts),
        }),
        false => format!(
            "{} ({} play) does not hold for {}: {}\nevery fact follows from the rules",
            given.statement,
            given.play.adjective(),
            given.position,
            equations(&facts)
        ),
    };
    print(format!("{text}\n").as_bytes())
}

/// Returns the facts of a position for JSON.
fn facts_of<'a>(position: &'a str, facts: &'a [(String, impl Display)]) -> FactsOfPosition<'a> {
    let facts = facts.iter();
    FactsOfPosition {
        position,
        facts: facts
            .map(|(name, fact)| (&**name, fact.to_string()))
            .collect(),
    }
}

/// Returns the facts in words: `size = 3, P = 1`.
fn equations(facts: &[(String, impl Display)]) -> String {
    let facts = facts.iter().map(|(name, fact)| format!("{name} = {fact}"));
    facts.collect::<Vec<_>>().join(", ")
}

fn failure(stop: TrialStop) -> Failure {
    match stop {
        TrialStop::Undefined(_) | TrialStop::Foreign { .. } | TrialStop::Impossible(_) => {
            Failure::input(stop)
        }
        stop => Failure::Undecided(stop.to_string()),
    }
}

type Tested = (StatementTrial, Result<(), TrialStop>, bool);

/// Runs the test, and saves the state at intervals and at the end; the last value returned is whether saving failed.
fn tested(common: &Common, wanted: &Args, trial: StatementTrial) -> Result<Tested, Failure> {
    let mut trial = trial.shard(wanted.shard.unwrap_or(Shard::WHOLE));
    // The lock is held until the last save.
    let mut _lock = None;
    if let Some(path) = &wanted.state {
        _lock = lock(path)?;
        let state = TrialState::load(path, common.memory.as_u64()).map_err(Failure::input)?;
        if let Some(state) = state {
            trial = trial.from_state(state, &budget(common)).map_err(failure)?;
            tell_from_file(common, path);
        }
    }
    let mut saves = Saves::new(wanted.state.as_deref(), "state");
    let up_to = wanted.up_to.map(u64::from);
    let end = trial.run(up_to, &budget(common), |state| {
        saves.now_and_then(|path| state.save(path));
    });
    saves.at_the_end(|path| trial.state().save(path));
    Ok((trial, end, saves.failed()))
}

/// Returns the result as a line of JSON.
#[must_use]
pub fn as_json(trial: &StatementTrial, stopped: Option<&str>) -> String {
    let state = trial.state();
    let found = state.counterexample.as_ref();
    json(&StatementObject {
        positions: &trial.cases(),
        statement: &trial.statement().to_string(),
        play: trial.play(),
        shard: shard(state),
        held: state.held,
        up_to: state.size,
        counterexample: found.map(|found| facts_of(&found.position, &found.facts)),
        complete: stopped.is_none(),
    })
}

/// Returns the shard that a state belongs to; `None` for all of the work.
fn shard(state: &TrialState) -> Option<String> {
    (state.shard != Shard::WHOLE).then(|| state.shard.to_string())
}

/// Returns the result in words, or as JSON.
fn said(common: &Common, trial: &StatementTrial, stopped: Option<&str>) -> String {
    if common.json {
        return as_json(trial, stopped) + "\n";
    }
    let (cases, statement) = (trial.cases(), trial.statement().to_string());
    let state = trial.state();
    let shard = shard(state);
    let mut sheet = Sheet::plain(&format!("{cases}: {statement}"));
    sheet.line("play", trial.play().adjective());
    let part = match &shard {
        Some(shard) => format!(" of shard {shard}"),
        None => String::new(),
    };
    let held = counted(state.held, "position") + &part;
    let all = match shard {
        Some(_) => "all that this shard has",
        None => "all positions",
    };
    match (&state.counterexample, state.size) {
        (Some(found), _) => {
            let facts = equations(&found.facts);
            sheet.line(
                "counterexample",
                format_args!("{}, where {facts}", found.position),
            );
            sheet.line("held before", &held);
        }
        (None, Some(size)) => {
            sheet.line(
                "seen",
                format_args!("no counterexample among {held}: {all} of size 0 to {size}"),
            );
        }
        (None, None) => sheet.line("seen", format_args!("no counterexample among {held}")),
    }
    let left_out = trial.left_out();
    if left_out > 0 {
        sheet.line(
            "left out",
            format_args!("{}, which are not positions", counted(left_out, "member")),
        );
    }
    if stopped.is_some() {
        sheet.line("end", "the search was not finished");
    }
    sheet.text()
}

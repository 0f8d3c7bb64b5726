//! `nimfield verify` and `nimfield hunt`

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use nimfield::budget::Limit;
use nimfield::words::SCHEMA;
use nimfield_claims::{
    Certificate, CheckError, Claim, Hunt, HuntError, Row, StateError, claims, find, merge, report,
};
use serde_json::json;

use crate::args::{Common, HuntArgs, Verify};
use crate::budget::budget;
use crate::errors::{Failure, Status, complain, remark};

/// A hunt is saved this often, and when it ends.
const SAVE_EVERY: Duration = Duration::from_secs(1);

/// Runs `nimfield verify`.
pub fn verify(common: &Common, wanted: &Verify) -> Result<Status, Failure> {
    let mut out = anstream::stdout().lock();
    let chosen = chosen(wanted)?;
    if wanted.list {
        for claim in chosen {
            writeln!(
                out,
                "{:<42} {:<11} {}",
                claim.id, claim.status, claim.source
            )?;
        }
        out.flush()?;
        return Ok(Status::Answered);
    }
    let mut rows = Vec::new();
    let mut status = Status::Answered;
    if !common.json && chosen.len() > 1 {
        writeln!(
            out,
            "{:<42} {:<11} {:<11} {:>11} {:>8}  verdict",
            "claim", "status", "checked", "cases", "seconds"
        )?;
    }
    for claim in &chosen {
        let row = checked(common, claim, wanted.up_to.unwrap_or(claim.up_to))?;
        let unexpected = match chosen.len() {
            // A claim asked for by name is simply true or false.
            1 => row.hunt.found().is_some(),
            _ => !row.as_expected(),
        };
        status = status.max(match (unexpected, &row.stopped) {
            (true, _) => Status::False,
            (false, Some(_)) => Status::Undecided,
            (false, None) => Status::Answered,
        });
        match (common.json, chosen.len()) {
            (true, _) => writeln!(out, "{}", in_json(&row))?,
            (false, 1) => write!(out, "{}", in_words(&row))?,
            (false, _) => writeln!(out, "{}", line(&row))?,
        }
        out.flush()?;
        rows.push(row);
    }
    if let Some(path) = &wanted.report {
        std::fs::write(path, report(&rows))
            .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
    }
    if !common.json && chosen.len() > 1 {
        let surprises = rows.iter().filter(|row| !row.as_expected()).count();
        let stopped = rows.iter().filter(|row| row.stopped.is_some()).count();
        let of = rows.len();
        writeln!(
            out,
            "{of} claims, {surprises} of them not as recorded, {stopped} not finished"
        )?;
    }
    Ok(status)
}

/// The claims that the arguments name.
fn chosen(wanted: &Verify) -> Result<Vec<&'static Claim>, Failure> {
    if wanted.all || (wanted.list && wanted.claims.is_empty()) {
        return Ok(claims().collect());
    }
    if wanted.claims.is_empty() {
        return Err(Failure::input(
            "which claim? Name one, or use --all; `nimfield verify --list` lists them",
        ));
    }
    wanted.claims.iter().map(|name| named(name)).collect()
}

fn named(name: &str) -> Result<&'static Claim, Failure> {
    find(name).ok_or_else(|| {
        let near: Vec<&str> = claims()
            .map(|claim| claim.id)
            .filter(|id| {
                name.split('-')
                    .any(|word| word.len() > 2 && id.contains(&word.to_lowercase()))
            })
            .take(8)
            .collect();
        let hint = match near.is_empty() {
            true => "`nimfield verify --list` lists the claims".to_string(),
            false => format!("perhaps {}", near.join(", ")),
        };
        Failure::input(format!("there is no claim {name:?}; {hint}"))
    })
}

fn checked(common: &Common, claim: &'static Claim, up_to: u32) -> Result<Row, Failure> {
    let start = Instant::now();
    let mut hunt = Hunt::new(claim, nimfield_claims::Shard::WHOLE);
    let end = hunt.go_on(claim, up_to, &budget(common), |_| {});
    Ok(Row {
        claim,
        hunt,
        stopped: stopped(end)?,
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// Why a hunt stopped before its bound; an unconfirmed counterexample is a fault of the program.
fn stopped(end: Result<(), HuntError>) -> Result<Option<String>, Failure> {
    match end {
        Ok(()) => Ok(None),
        Err(error @ HuntError::Check(_)) => Ok(Some(error.to_string())),
        Err(error @ HuntError::NotConfirmed { .. }) => Err(Failure::input(error)),
    }
}

fn line(row: &Row) -> String {
    let mut verdict = row.verdict();
    if row.claim.known_false && row.hunt.found().is_some() {
        verdict.push_str(", as recorded");
    }
    if !row.as_expected() {
        verdict.push_str(": NOT AS RECORDED");
    }
    format!(
        "{:<42} {:<11} {:<11} {:>11} {:>8.2}  {verdict}",
        row.claim.id,
        row.claim.status.to_string(),
        row.range(),
        row.hunt.cases(),
        row.seconds
    )
}

fn in_words(row: &Row) -> String {
    let claim = row.claim;
    let mut text = format!("\x1b[1m{}\x1b[0m ({})\n", claim.id, claim.status);
    let mut line = |label: &str, what: &str| text.push_str(&format!("  {label:<16}{what}\n"));
    line("statement", claim.statement);
    line("source", claim.source);
    line("checked over", claim.over);
    line("size", claim.size);
    line(
        "checked",
        &format!("{}, {} cases", row.range(), row.hunt.cases()),
    );
    line("verdict", &format!("\x1b[1m{}\x1b[0m", row.verdict()));
    if let Some(found) = row.hunt.found() {
        let certificate = &found.certificate;
        line("counterexample", &certificate.case);
        line("claimed", &certificate.claimed);
        line("found", &certificate.found);
        let positions: usize = certificate.facts.iter().map(|fact| fact.tree.len()).sum();
        if positions > 0 {
            line(
                "confirmed",
                &format!("by the rules alone, on {positions} positions"),
            );
        }
    }
    if let Some(why) = &row.stopped {
        line("stopped", why);
    }
    text
}

fn in_json(row: &Row) -> serde_json::Value {
    let found = row.hunt.found().map(|found| &found.certificate);
    json!({
        "schema": SCHEMA,
        "claim": row.claim.id,
        "statement": row.claim.statement,
        "source": row.claim.source,
        "status": row.claim.status.to_string(),
        "complete_to": row.hunt.complete_to(),
        "cases": row.hunt.cases(),
        "verdict": row.verdict(),
        "as_recorded": row.as_expected(),
        "counterexample": found,
        "stopped": row.stopped,
        "seconds": row.seconds,
    })
}

/// Checks the certificate of a counterexample; `None` if the file is none, to judge by its first
/// character.
pub fn check_if_counterexample(path: &Path) -> Result<Option<Status>, Failure> {
    let at = |error: &dyn std::fmt::Display| Failure::input(format!("{}: {error}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| at(&error))?;
    if !bytes.trim_ascii_start().starts_with(b"{") {
        return Ok(None);
    }
    let text = String::from_utf8(bytes).map_err(|error| at(&error))?;
    let certificate = Certificate::read(&text).map_err(|error| at(&error))?;
    if let Err(error) = certificate.check() {
        complain(&format!("{}: {error}", path.display()));
        return Ok(Some(Status::False));
    }
    let positions: usize = certificate.facts.iter().map(|fact| fact.tree.len()).sum();
    let text = format!(
        "{}: {}, claimed: {}, found: {}\nevery step holds: {} facts, {positions} positions\n",
        certificate.claim,
        certificate.case,
        certificate.claimed,
        certificate.found,
        certificate.facts.len()
    );
    crate::errors::print(text.as_bytes()).map(Some)
}

/// Runs `nimfield hunt`.
pub fn hunt(common: &Common, wanted: &HuntArgs) -> Result<Status, Failure> {
    let claim = named(&wanted.claim)?;
    let start = Instant::now();
    let (hunt, end) = if wanted.merge.is_empty() {
        let mut hunt = begun(claim, wanted)?;
        let mut saved = Instant::now();
        let mut fault = None;
        let budget = budget(common);
        let end = hunt.go_on(claim, wanted.up_to.unwrap_or(u32::MAX), &budget, |hunt| {
            if saved.elapsed() >= SAVE_EVERY {
                saved = Instant::now();
                fault = save(hunt, wanted.state.as_deref()).err();
            }
        });
        if let Some(fault) = fault {
            return Err(fault);
        }
        save(&hunt, wanted.state.as_deref())?;
        (hunt, end)
    } else {
        let parts = wanted.merge.iter().map(|path| {
            loaded(path)?
                .ok_or_else(|| Failure::input(format!("{}: there is no such file", path.display())))
        });
        let merged = merge(&parts.collect::<Result<Vec<_>, _>>()?).map_err(Failure::input)?;
        if merged.claim != claim.id {
            return Err(Failure::input(format!(
                "these are hunts of {}",
                merged.claim
            )));
        }
        (merged, Ok(()))
    };
    // The largest size that a check reaches is an end like a bound.
    let reached = matches!(end, Err(HuntError::Check(CheckError::TooLarge(_))));
    let cancelled = matches!(&end, Err(HuntError::Check(CheckError::Unfinished(unfinished))) if unfinished.limit == Limit::Cancelled);
    let row = Row {
        claim,
        hunt,
        stopped: stopped(end)?,
        seconds: start.elapsed().as_secs_f64(),
    };
    let mut out = anstream::stdout().lock();
    match common.json {
        true => writeln!(out, "{}", in_json(&row))?,
        false => write!(out, "{}", in_words(&row))?,
    }
    out.flush()?;
    if let (Some(path), Some(found)) = (&wanted.certificate, row.hunt.found()) {
        std::fs::write(path, found.certificate.to_json())
            .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
    }
    if let (Some(path), true) = (&wanted.state, row.stopped.is_some() && !common.quiet) {
        remark(&format!("the same command goes on from {}", path.display()));
    }
    Ok(match (row.hunt.found(), &row.stopped) {
        (Some(_), _) => Status::False,
        (None, Some(_)) if cancelled => Status::Interrupted,
        (None, Some(_)) if !reached => Status::Undecided,
        (None, _) => Status::Answered,
    })
}

/// The hunt to go on with: that of the state file, if there is one.
fn begun(claim: &Claim, wanted: &HuntArgs) -> Result<Hunt, Failure> {
    let Some(path) = &wanted.state else {
        return Ok(Hunt::new(claim, wanted.shard));
    };
    let Some(hunt) = loaded(path)? else {
        return Ok(Hunt::new(claim, wanted.shard));
    };
    if hunt.claim != claim.id || hunt.shard != wanted.shard {
        return Err(Failure::input(format!(
            "{} holds a hunt of {}, shard {}; wanted is {}, shard {}",
            path.display(),
            hunt.claim,
            hunt.shard,
            claim.id,
            wanted.shard
        )));
    }
    Ok(hunt)
}

fn loaded(path: &Path) -> Result<Option<Hunt>, Failure> {
    Hunt::load(path)
        .map_err(|error: StateError| Failure::input(format!("{}: {error}", path.display())))
}

fn save(hunt: &Hunt, path: Option<&Path>) -> Result<(), Failure> {
    match path {
        None => Ok(()),
        Some(path) => hunt
            .save(path)
            .map_err(|error| Failure::input(format!("{}: {error}", path.display()))),
    }
}

//! `nimfield verify`: what the sources state, checked.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use nimfield_claims::{CheckedClaim, Claim, Hunt, Shard, claims, report};

use crate::budget::budget;
use crate::errors::{Failure, Status};
use crate::options::Common;
use crate::output::replace;
use crate::render::claim::{in_json, in_words, line, named, refuse_play, stopped};

/// The arguments of `nimfield verify`.
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield verify ferguson-theorem-3               one claim, to its usual bound
  nimfield verify ferguson-theorem-3 --up-to 100   further
  nimfield verify --all                            all of them, a line each
  nimfield verify --all --report claims.md         and a report in Markdown
  nimfield verify --list                           what is claimed, and where
Exit code 1: a claim is false; with several claims: one is not as recorded.")]
pub struct Args {
    /// Claims by name
    #[arg(value_name = "CLAIM")]
    pub claims: Vec<String>,
    /// All claims
    #[arg(long, conflicts_with = "claims")]
    pub all: bool,
    /// List the claims, check nothing
    #[arg(long)]
    pub list: bool,
    /// Check sizes up to this one [default: the claim's own bound, a matter of seconds]
    #[arg(long, value_name = "SIZE")]
    pub up_to: Option<u32>,
    /// Write a report in Markdown
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
}

/// Runs the command.
pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    refuse_play(common)?;
    let mut out = anstream::stdout().lock();
    let chosen = chosen(wanted)?;
    if wanted.list {
        for claim in chosen {
            if common.json {
                let row = serde_json::json!({
                    "schema": nimfield::words::SCHEMA,
                    "claim": claim.id,
                    "status": claim.status.to_string(),
                    "source": claim.source,
                    "up_to": claim.up_to,
                });
                writeln!(out, "{row}")?;
                continue;
            }
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
        replace(path, report(&rows).as_bytes())?;
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
fn chosen(wanted: &Args) -> Result<Vec<&'static Claim>, Failure> {
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

fn checked(common: &Common, claim: &'static Claim, up_to: u32) -> Result<CheckedClaim, Failure> {
    let start = Instant::now();
    let mut hunt = Hunt::new(claim, Shard::WHOLE);
    let end = hunt.go_on(claim, up_to, &budget(common), |_| {});
    Ok(CheckedClaim {
        claim,
        hunt,
        stopped: stopped(end)?,
        seconds: start.elapsed().as_secs_f64(),
    })
}

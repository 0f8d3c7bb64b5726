//! `nimfield verify`: checks statements of the sources.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use nimfield_claims::{CheckedClaim, Claim, Hunt, HuntError, Shard, claims, report};

use super::atlas;
use super::checked::{CheckedPart, joined};
use crate::budget::{TIME, budget, budget_within};
use crate::errors::{Failure, Status};
use crate::objects::{ListedClaim, json};
use crate::options::{Common, within};
use crate::output::{self, replace};
use crate::render::claim::{in_words, line, named, refuse_play, stopped};
use crate::shards::{self, Sharding, Spelling};

/// The arguments of `nimfield verify`.
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield verify ferguson-theorem-3               one claim, to its usual bound
  nimfield verify ferguson-theorem-3 --up-to 100   further
  nimfield verify --all                            all of them, one line each, in about two minutes
  nimfield verify --all --report claims.md         and a report in Markdown
  nimfield verify --all --shard 1/4 -o part1.shard     a part of them, for `nimfield merge`
  nimfield verify atlas --shard 1/1 -o laws.jsonl   laws of 906 games; it can resume
  nimfield verify --list                           what is claimed, and where
Exit code 1: a claim is false; with several claims: one is not as recorded. Shards divide the cases of a \
single claim, or a list of claims. Without --time and --up-to, each claim is checked up to its own bound, however long \
that takes. --time limits the wall-clock time of each claim, --total-time that of all claims together; with only \
--up-to, a claim stops after 60 s.")]
pub struct Args {
    /// Claims by name
    #[arg(value_name = "CLAIM")]
    pub claims: Vec<String>,
    /// All claims
    #[arg(long, conflicts_with = "claims")]
    pub all: bool,
    /// List the claims, check nothing
    #[arg(long, conflicts_with = "shard")]
    pub list: bool,
    /// Check sizes up to this one [default: the claim's own bound; with these bounds --all takes about two minutes
    /// of one processor]
    #[arg(long, value_name = "SIZE", value_parser = within(0..=u32::MAX))]
    pub up_to: Option<u32>,
    /// Stop after this time in all; the claims that are left count as not checked
    #[arg(long, value_name = "TIME", value_parser = crate::options::time)]
    pub total_time: Option<Duration>,
    /// Write a report in Markdown
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    pub report: Option<PathBuf>,
    /// Leave out the seconds, which differ from run to run
    #[arg(long)]
    pub no_seconds: bool,
    #[command(flatten)]
    pub sharding: Sharding,
}

/// Runs the command.
pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    refuse_play(common)?;
    if wanted.claims == ["atlas"] {
        let part = wanted.sharding.wanted().ok_or_else(|| {
            Failure::input(
                "the atlas of laws is written into a file\nexample: nimfield verify atlas --shard 1/1 -o laws.jsonl",
            )
        })?;
        return atlas::run(common, wanted.up_to, part);
    }
    let mut out = anstream::stdout().lock();
    let chosen = chosen(wanted)?;
    if wanted.list {
        for claim in chosen {
            if common.json {
                let row = ListedClaim {
                    claim: claim.id,
                    status: claim.status,
                    source: claim.source,
                    up_to: claim.up_to,
                };
                writeln!(out, "{}", json(&row))?;
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
    if let Some((shard, path)) = wanted.sharding.wanted() {
        return part(common, wanted, &chosen, (shard, path));
    }
    let start = Instant::now();
    let path = wanted.report.as_deref();
    tell(common, &chosen, &mut out, path, |at| {
        checked(common, wanted, chosen[at], start)
    })
}

/// Checks a shard: some of the cases of a single claim, or some of several claims.
fn part(
    common: &Common,
    wanted: &Args,
    chosen: &[&'static Claim],
    (shard, path): (Shard, &Path),
) -> Result<Status, Failure> {
    let named = chosen.iter().map(|claim| claim.id);
    let job = Spelling::of("verify", common)
        .option("up-to", wanted.up_to)
        .flag("no-seconds", wanted.no_seconds)
        .flag("all", wanted.all)
        .rest(named.filter(|_| !wanted.all));
    let start = Instant::now();
    let part = |claim: &'static Claim, shard: Shard| {
        let (hunt, end, seconds) = hunted(common, wanted, claim, shard, start);
        CheckedPart::of(hunt, end, seconds)
    };
    shards::run(common, job, (shard, path), || match chosen {
        [claim] => Ok(vec![part(claim, shard)?]),
        _ => (0..shard.share(chosen.len() as u64))
            .map(|i| part(chosen[shard.nth(i) as usize], Shard::WHOLE))
            .collect(),
    })
}

/// Prints the combined result of the finished shards of a check.
pub fn merged(
    common: &Common,
    wanted: &Args,
    found: &[String],
    file: Option<&Path>,
    path: Option<&Path>,
) -> Result<Status, Failure> {
    let chosen = chosen(wanted)?;
    let seconds = !wanted.no_seconds;
    let rows = match chosen[..] {
        [claim] => {
            let parts: Vec<Vec<CheckedPart>> = shards::each(found)?;
            let parts = parts.into_iter().flatten().collect();
            vec![joined(claim, parts, &budget(common), seconds)?]
        }
        _ => {
            let parts: Vec<CheckedPart> = shards::all(found, chosen.len() as u64)?;
            let rows = parts.into_iter().zip(&chosen);
            rows.map(|(part, claim)| part.whole(claim, &budget(common), seconds))
                .collect::<Result<_, _>>()?
        }
    };
    let mut rows = rows.into_iter();
    let mut out = Vec::new();
    let status = tell(common, &chosen, &mut out, path, |_| {
        rows.next().ok_or_else(shards::no_shards)
    })?;
    let text = String::from_utf8(out).map_err(Failure::input)?;
    output::text(file, &text)?;
    Ok(status)
}

/// Prints each claim as soon as it is checked, and a summary at the end; then writes the report, if one is requested.
fn tell(
    common: &Common,
    chosen: &[&'static Claim],
    out: &mut impl Write,
    path: Option<&Path>,
    mut check: impl FnMut(usize) -> Result<CheckedClaim, Failure>,
) -> Result<Status, Failure> {
    let mut rows = Vec::new();
    let mut status = Status::Answered;
    if !common.json && chosen.len() > 1 {
        writeln!(
            out,
            "{:<42} {:<11} {:<11} {:>11} {:>8}  verdict",
            "claim", "status", "checked", "cases", "seconds"
        )?;
    }
    for at in 0..chosen.len() {
        let row = check(at)?;
        let unexpected = match chosen.len() {
            // A claim requested by name is simply true or false.
            1 => row.hunt.found().is_some(),
            _ => !row.as_expected(),
        };
        status = status.max(match (unexpected, &row.stopped) {
            (true, _) => Status::False,
            (false, Some(_)) => Status::Undecided,
            (false, None) => Status::Answered,
        });
        match (common.json, chosen.len()) {
            (true, _) => writeln!(out, "{}", row.to_json())?,
            (false, 1) => write!(out, "{}", in_words(&row))?,
            (false, _) => writeln!(out, "{}", line(&row))?,
        }
        out.flush()?;
        rows.push(row);
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
    if let Some(path) = path {
        replace(path, report(&rows).as_bytes())?;
    }
    Ok(status)
}

/// Returns the claims that the arguments name.
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

/// Checks a claim; all began at `start`.
fn checked(
    common: &Common,
    wanted: &Args,
    claim: &'static Claim,
    start: Instant,
) -> Result<CheckedClaim, Failure> {
    let (hunt, end, seconds) = hunted(common, wanted, claim, Shard::WHOLE, start);
    let total = wanted.total_time.filter(|&total| start.elapsed() >= total);
    let over = |why| match total {
        Some(total) => format!(
            "the total time of {} is over",
            humantime::format_duration(total)
        ),
        None => why,
    };
    Ok(CheckedClaim {
        claim,
        hunt,
        stopped: stopped(end)?.map(over),
        seconds: (!wanted.no_seconds).then_some(seconds),
    })
}

/// Returns the time for a claim. Its own bound limits the work, so that the result does not depend on the machine.
fn time_of(time: Option<Duration>, up_to: Option<u32>) -> Duration {
    time.unwrap_or(up_to.map_or(Duration::MAX, |_| TIME))
}

/// Checks a part of a claim's cases as far as requested; returns how it ended, and after how many seconds.
fn hunted(
    common: &Common,
    wanted: &Args,
    claim: &Claim,
    shard: Shard,
    all: Instant,
) -> (Hunt, Result<(), HuntError>, f64) {
    let start = Instant::now();
    let left = wanted
        .total_time
        .map(|total| total.saturating_sub(all.elapsed()));
    let time = time_of(common.time, wanted.up_to);
    let budget = budget_within(common, left.map_or(time, |left| left.min(time)));
    let mut hunt = Hunt::new(claim, shard);
    let up_to = wanted.up_to.unwrap_or(claim.up_to);
    let end = hunt.go_on(claim, up_to, &budget, |_| {});
    (hunt, end, start.elapsed().as_secs_f64())
}

#[cfg(test)]
#[path = "../../tests/units/verify.rs"]
mod tests;

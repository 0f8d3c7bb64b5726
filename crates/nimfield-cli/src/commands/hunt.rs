//! `nimfield hunt`: counterexamples looked for, in parts and with a file to go on from.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use nimfield::budget::Limit;
use nimfield::files::Lock;
use nimfield_claims::{CheckError, CheckedClaim, Claim, Hunt, HuntError, merge};

use crate::budget::budget;
use crate::errors::{Failure, Status, complain, remark};
use crate::options::Common;
use crate::output::{lock, replace};
use crate::render::claim::{in_json, in_words, named, refuse_play, stopped};

/// A hunt is saved this often, and when it ends.
const SAVE_EVERY: Duration = Duration::from_secs(1);

/// The arguments of `nimfield hunt`.
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield hunt ferguson-conjecture --certificate found.json
  nimfield hunt ferguson-theorem-3 --time 1h --state theorem-3.hunt
  nimfield hunt ferguson-theorem-3 --up-to 80 --shard 1/4 --state part1.hunt
  nimfield hunt ferguson-theorem-3 --merge part1.hunt part2.hunt part3.hunt part4.hunt
Exit code 1: a counterexample was found. Interrupted or killed, the same command with the same --state \
goes on where it was.")]
pub struct Args {
    /// The claim by name; `nimfield verify --list` lists them
    #[arg(value_name = "CLAIM")]
    pub claim: String,
    /// Hunt up to this size [default: as far as time allows]
    #[arg(long, value_name = "SIZE")]
    pub up_to: Option<u32>,
    /// Do only this part of the work, I/N
    #[arg(
        long,
        value_name = "I/N",
        default_value = "1/1",
        hide_default_value = true
    )]
    pub shard: nimfield_claims::Shard,
    /// Keep what is done in this file, and go on from there
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,
    /// Write the counterexample with its evidence here, as JSON
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Put the state files of all shards together instead of hunting
    #[arg(long, value_name = "FILES", num_args = 1.., conflicts_with_all = ["state", "shard", "up_to"])]
    pub merge: Vec<PathBuf>,
}

/// Runs the command.
pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    refuse_play(common)?;
    let claim = named(&wanted.claim)?;
    let start = Instant::now();
    let mut unsaved = None;
    let (hunt, end) = if wanted.merge.is_empty() {
        // Held until the last save.
        let (_lock, mut hunt) = begun(claim, wanted)?;
        let mut saved = Instant::now();
        let budget = budget(common);
        let mut save = |hunt: &Hunt| {
            let fault = save(hunt, wanted.state.as_deref()).err();
            // Once is enough, until it is another fault or the file can be written again.
            if let Some(fault) = &fault
                && unsaved.as_ref() != Some(fault)
            {
                complain(&format!("what is done cannot be saved: {fault}"));
            }
            unsaved = fault;
        };
        let end = hunt.go_on(claim, wanted.up_to.unwrap_or(u32::MAX), &budget, |hunt| {
            if saved.elapsed() >= SAVE_EVERY {
                saved = Instant::now();
                save(hunt);
            }
        });
        save(&hunt);
        (hunt, end)
    } else {
        let parts = wanted.merge.iter().map(|path| {
            Hunt::load(path)
                .map_err(Failure::input)?
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
    let row = CheckedClaim {
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
        replace(path, found.certificate.to_json().as_bytes())?;
    }
    if unsaved.is_some() {
        return Ok(Status::Input);
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

/// The hunt to go on with: that of the state file, if there is one, which is locked.
fn begun(claim: &Claim, wanted: &Args) -> Result<(Option<Lock>, Hunt), Failure> {
    let Some(path) = &wanted.state else {
        return Ok((None, Hunt::new(claim, wanted.shard)));
    };
    let lock = lock(path)?;
    let hunt = Hunt::load(path).map_err(Failure::input)?;
    let hunt = hunt.unwrap_or_else(|| Hunt::new(claim, wanted.shard));
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
    Ok((lock, hunt))
}

fn save(hunt: &Hunt, path: Option<&Path>) -> Result<(), String> {
    match path {
        None => Ok(()),
        Some(path) => hunt
            .save(path)
            .map_err(|error| format!("{}: {error}", path.display())),
    }
}

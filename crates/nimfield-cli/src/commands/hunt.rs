//! `nimfield hunt`: searches for counterexamples, in parts and with a file for resuming.

use std::path::{Path, PathBuf};
use std::time::Instant;

use nimfield::budget::Limit;
use nimfield_claims::{CheckError, CheckedClaim, Claim, Hunt, HuntError, Shard};
use nimfield_core::files::Lock;
use nimfield_core::sealed::SealedData;

use super::checked::{CheckedPart, joined, not_a_hunt, one_of};
use crate::budget::budget;
use crate::errors::{Failure, Status, remark};
use crate::options::{Common, within};
use crate::output::{self, lock, replace};
use crate::render::claim::{in_words, named, refuse_play, stopped};
use crate::saves::{Saves, tell_from_file};
use crate::shards::{self, Spelling};

/// The arguments of `nimfield hunt`.
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield hunt ferguson-conjecture --certificate found.json
  nimfield hunt --statement 'crim: P -> even(size)' --certificate found.json
  nimfield hunt ferguson-theorem-3 --time 1h --state theorem-3.hunt
  nimfield hunt ferguson-theorem-3 --up-to 80 --shard 1/4 -o part1.shard     for `nimfield merge`
  nimfield hunt ferguson-theorem-3 --time 1h --shard 1/4 --state part1.hunt
  nimfield hunt --statement 'crim: P -> even(rank)' --up-to 20      your own statement
  nimfield hunt --statement 'wythoff[a b]: P -> a <= b <= 2a' a=1..50 b=a..50
  nimfield hunt ferguson-theorem-3 --merge part1.hunt part2.hunt part3.hunt part4.hunt
Exit code 1: a counterexample was found. After a stop or a crash, the same command with the same --state continues the work.")]
pub struct Args {
    /// The claim by name; `nimfield verify --list` lists them
    #[arg(value_name = "CLAIM", required_unless_present = "statement")]
    pub claim: Option<String>,
    /// With --statement: the ranges of the letters, as in `nimfield table`
    #[arg(value_name = "LETTER=FROM..TO", requires = "statement")]
    pub ranges: Vec<String>,
    /// Test your own statement: a game, which means all its positions, or a position with letters;
    /// then a colon and an expression of the letters and of the facts of `nimfield table --show`
    #[arg(long, value_name = "POSITIONS: EXPRESSION", conflicts_with_all = ["merge", "no_seconds"])]
    pub statement: Option<String>,
    /// With --statement: decide by this law of the family, written by `guess --prove --certificate`, after proving it
    /// again
    #[arg(long, value_name = "FILE", requires = "statement", conflicts_with_all = ["shard", "up_to"])]
    pub law: Option<PathBuf>,
    /// Hunt up to this size [default: as far as time allows]
    #[arg(long, value_name = "SIZE", value_parser = within(0..=u32::MAX))]
    pub up_to: Option<u32>,
    /// Do only the I-th of N parts of the work
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// The file for that part when it is finished, for `nimfield merge`
    #[arg(
        short,
        long,
        value_name = "FILE",
        requires = "shard",
        conflicts_with = "certificate"
    )]
    pub output: Option<PathBuf>,
    /// Save the progress in this file, and continue from there
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,
    /// Write the counterexample with its evidence here, as JSON
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Combine the state files of all shards, finished or not, instead of hunting
    #[arg(long, value_name = "FILES", num_args = 1.., conflicts_with_all = ["state", "shard", "up_to"])]
    pub merge: Vec<PathBuf>,
    /// Leave out the seconds, which differ from run to run
    #[arg(long)]
    pub no_seconds: bool,
}

/// Runs the command.
pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    refuse_play(common)?;
    let claim = named(claim_name(wanted))?;
    let start = Instant::now();
    if let (Some(shard), Some(path)) = (wanted.shard, &wanted.output) {
        if wanted.up_to.is_none() {
            let example = "nimfield hunt ferguson-theorem-3 --up-to 80 --shard 1/4 -o part1.shard";
            return Err(shards::endless(example));
        }
        let job = Spelling::of("hunt", common)
            .option("up-to", wanted.up_to)
            .flag("no-seconds", wanted.no_seconds)
            .rest([claim.id]);
        return shards::run(common, job, (shard, path), || {
            let Hunted { hunt, end, .. } = hunted(common, claim, wanted)?;
            let part = CheckedPart::of(hunt, end, start.elapsed().as_secs_f64());
            part.map_err(|failure| with_state(failure, wanted))
        });
    }
    let Hunted { hunt, end, unsaved } = match wanted.merge.is_empty() {
        true => hunted(common, claim, wanted)?,
        false => Hunted {
            hunt: merged_states(common, claim, &wanted.merge)?,
            end: Ok(()),
            unsaved: false,
        },
    };
    // The largest size that a check reaches acts like a bound.
    let reached = matches!(end, Err(HuntError::Check(CheckError::TooLarge(_))));
    let cancelled = matches!(&end, Err(HuntError::Check(CheckError::Unfinished(unfinished))) if unfinished.limit == Limit::Cancelled);
    let row = CheckedClaim {
        claim,
        hunt,
        stopped: stopped(end)?,
        seconds: (!wanted.no_seconds).then(|| start.elapsed().as_secs_f64()),
    };
    output::text(None, &said(common, &row))?;
    certify(&row, wanted.certificate.as_deref())?;
    if unsaved {
        return Ok(Status::Input);
    }
    if let (Some(path), true) = (&wanted.state, row.stopped.is_some() && !common.quiet) {
        remark(&goes_on(path));
    }
    Ok(match (row.hunt.found(), &row.stopped) {
        (Some(_), _) => Status::False,
        (None, Some(_)) if cancelled => Status::Interrupted,
        (None, Some(_)) if !reached => Status::Undecided,
        (None, _) => Status::Answered,
    })
}

/// Prints the combined result of the finished shards of a hunt.
pub fn merged(
    common: &Common,
    wanted: &Args,
    found: &[String],
    file: Option<&Path>,
    certificate: Option<&Path>,
) -> Result<Status, Failure> {
    let claim = named(claim_name(wanted))?;
    let parts = shards::each(found)?;
    let row = joined(claim, parts, &budget(common), !wanted.no_seconds)?;
    output::text(file, &said(common, &row))?;
    certify(&row, certificate)?;
    Ok(match row.hunt.found() {
        Some(_) => Status::False,
        None => Status::Answered,
    })
}

/// Returns the name of the claim, which is required unless there is a statement.
fn claim_name(wanted: &Args) -> &str {
    wanted
        .claim
        .as_deref()
        .expect("required without --statement")
}

fn said(common: &Common, row: &CheckedClaim) -> String {
    match common.json {
        true => format!("{}\n", row.to_json()),
        false => in_words(row),
    }
}

/// Writes the certificate of a counterexample, if there is one and a file for it.
fn certify(row: &CheckedClaim, path: Option<&Path>) -> Result<(), Failure> {
    match (path, row.hunt.found()) {
        (Some(path), Some(found)) => {
            let text = found.certificate.to_json().map_err(Failure::input)?;
            replace(path, text.as_bytes())
        }
        _ => Ok(()),
    }
}

pub(super) fn goes_on(state: &Path) -> String {
    format!("the same command continues from {}", state.display())
}

/// Adds to a failure that the part can be continued, if its state was saved.
pub(super) fn with_state(failure: Failure, wanted: &Args) -> Failure {
    match (failure, &wanted.state) {
        (Failure::Undecided(why), Some(path)) => {
            Failure::Undecided(format!("{why}; {}", goes_on(path)))
        }
        (failure, _) => failure,
    }
}

/// A hunt that ended, by itself or by its budget.
struct Hunted {
    hunt: Hunt,
    end: Result<(), HuntError>,
    /// Whether saving its state failed.
    unsaved: bool,
}

/// Hunts, and saves the state at intervals and at the end.
fn hunted(common: &Common, claim: &Claim, wanted: &Args) -> Result<Hunted, Failure> {
    // The lock is held until the last save.
    let (_lock, mut hunt) = begun(common, claim, wanted)?;
    let mut saves = Saves::new(wanted.state.as_deref(), "progress");
    let budget = budget(common);
    let end = hunt.go_on(claim, wanted.up_to.unwrap_or(u32::MAX), &budget, |hunt| {
        saves.now_and_then(|path| hunt.save(path));
    });
    saves.at_the_end(|path| hunt.save(path));
    let unsaved = saves.failed();
    Ok(Hunted { hunt, end, unsaved })
}

/// Joins the hunts in the state files of the shards.
fn merged_states(common: &Common, claim: &Claim, paths: &[PathBuf]) -> Result<Hunt, Failure> {
    let parts = paths.iter().map(|path| {
        Hunt::load(path, common.memory.as_u64())
            .map_err(Failure::input)?
            .ok_or_else(|| Failure::input(format!("{}: file not found", path.display())))
    });
    let parts: Vec<Hunt> = parts.collect::<Result<_, _>>()?;
    one_of(claim, &parts, &budget(common))
}

/// Returns the hunt to continue, from the state file if there is one, and locks the file.
fn begun(common: &Common, claim: &Claim, wanted: &Args) -> Result<(Option<Lock>, Hunt), Failure> {
    let shard = wanted.shard.unwrap_or(Shard::WHOLE);
    let Some(path) = &wanted.state else {
        return Ok((None, Hunt::new(claim, shard)));
    };
    let lock = lock(path)?;
    let hunt = Hunt::load(path, common.memory.as_u64()).map_err(Failure::input)?;
    let from_file = hunt.is_some();
    let hunt = hunt.unwrap_or_else(|| Hunt::new(claim, shard));
    if hunt.claim != claim.id || hunt.shard != shard {
        return Err(Failure::input(format!(
            "{} holds a hunt of {}, shard {}, but {}, shard {shard}, was expected",
            path.display(),
            hunt.claim,
            hunt.shard,
            claim.id,
        )));
    }
    hunt.check_sample(claim, &budget(common))
        .map_err(|error| match not_a_hunt(error) {
            Failure::Input(why) => Failure::input(format!("{}: {why}", path.display())),
            failure => failure,
        })?;
    if from_file {
        tell_from_file(common, path);
    }
    Ok((lock, hunt))
}

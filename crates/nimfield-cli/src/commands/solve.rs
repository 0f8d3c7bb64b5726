//! `nimfield solve`: the outcome or the value of every state of a board.

#[cfg(feature = "cluster")]
mod cluster;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, HumanCount};
use nimfield::{Budget, Play};
use nimfield_api::Solved as Summary;
use nimfield_core::budget::Limit;
use nimfield_engines::taking::table::{
    BoardTable, Estimate, FileFault, Job, JobError, MAX_TABLE_CELLS, Prepared, SolveError, Solved,
    Survey, TableKind, memory_needed,
};

use crate::board::{on_a_board, print_summary};
use crate::budget::budget;
use crate::errors::{Failure, Status, print, remark};
use crate::input::text_of;
use crate::objects::{PlanObject, json};
use crate::options::Common;
use crate::processes::Options;
use crate::session::{play_of, read};

/// Boards that take less memory are solved without a message about it.
const WORTH_MENTIONING: u64 = 256 << 20;

/// The arguments of `nimfield solve`.
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  nimfield solve 'lines(max=3)[4x4]'               who wins, and how many states are P-positions
  nimfield solve 'tactix[4x5]' -o 4x5.nimtable     keep the outcome of every state
  nimfield solve 'lines(max=3)[6x6]' -o 6x6.nimtable --memory 9GiB --time 1h
  nimfield solve 'lines(max=3)[6x6]' -o 6x6.nimtable --memory 1GiB --scratch . --time 1h
  nimfield solve 'lines(max=3)[6x6]' -o 6x6.nimtable --memory 5GiB --processes 2 --time 1h
  nimfield solve --values --play normal 'efr[4x5]' -o efr.nimtable
  nimfield probe 4x5.nimtable 'tactix[11111/10001/10001/11111]'",
    after_help = "The outcomes of a board of n cells take 2^n bits of memory: 8 GiB for 36 cells; boards go to 40 \
cells. With --scratch a table that is larger than --memory is built piece by piece on disk, in the file that becomes \
the table. After a stop or a crash, the same command continues from FILE.part and FILE.state, and produces the same \
file, bit for bit.\n\nWith --processes, or --hosts on many machines, each process holds its share of the table alone \
in memory; it needs a program built with the feature cluster (cargo build --release --features cluster)."
)]
pub struct Args {
    /// The board, full: `lines(max=3)[6x6]`, `tactix[5x5]`, `nimbi[full]`, `@board.txt`
    #[arg(value_name = "BOARD")]
    pub board: OsString,
    /// Save the table in this file, usually NAME.nimtable; without it only the summary is printed
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Find the Grundy value of every state (in misère play the misère Grundy number), not only its
    /// outcome
    #[arg(long)]
    pub values: bool,
    /// Save finished parts of a large table this often
    #[arg(long, default_value = "30s", value_parser = crate::options::time, value_name = "TIME")]
    pub save_every: Duration,
    /// If the table is larger than --memory, build it in this folder, piece by piece; best on the disk of FILE. Prints
    /// the cost first
    #[arg(long, value_name = "DIR")]
    pub scratch: Option<PathBuf>,
    /// Print the disk, memory and time that the work on disk needs, and stop
    #[arg(long, requires = "scratch")]
    pub plan: bool,
    /// Rebuild saved pieces that were damaged since they were made, instead of rejecting them
    #[arg(long)]
    pub recompute: bool,
    /// Work by several processes.
    #[command(flatten)]
    pub by: Options,
}

/// Runs the command.
pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    let text = text_of(&wanted.board).map_err(Failure::Input)?;
    let sum = read(common, text)?;
    let (game, state) = on_a_board(&sum)?;
    if state != game.full() {
        return Err(Failure::input(format!(
            "{sum} is not a full board; a table holds every state of a full board\n\
             example: nimfield solve 'tactix[4x4]' -o 4x4.nimtable"
        )));
    }
    let play = play_of(common, &sum).map_err(Failure::Input)?;
    let kind = match wanted.values {
        true => TableKind::Values,
        false => TableKind::Outcomes,
    };
    let memory = memory_needed(game.cells(), kind);
    let name = sum.to_string();
    let unnamed;
    let file = match (&wanted.output, &wanted.scratch) {
        (None, Some(folder)) => {
            unnamed = folder.join(format!("{}.nimtable", file_name(&name, play)));
            Some(&unnamed)
        }
        (file, _) => file.as_ref(),
    };
    let job = file.map(|path| Job {
        path,
        text: &name,
        game,
        play,
        kind,
        save_every: wanted.save_every,
        recompute: wanted.recompute,
        folder: wanted.scratch.as_deref(),
    });
    if wanted.by.requested() {
        return by_processes(common, wanted, &sum, job);
    }
    // Tables that fit into memory are computed there, unless work on disk has started already.
    let is_on_disk =
        |job: &Job<'_>| memory > common.memory.as_u64() || job.is_begun() || wanted.plan;
    let scratch = job.filter(|job| job.folder.is_some() && is_on_disk(job));
    if scratch.is_none()
        && memory >= WORTH_MENTIONING
        && game.cells() <= MAX_TABLE_CELLS
        && !common.quiet
    {
        remark(&format!(
            "{sum}: 2^{} states, {} of memory",
            game.cells(),
            HumanBytes(memory)
        ));
    }
    let budget = budget(common);
    let start = Instant::now();
    let failure = |error: JobError| failed(error, wanted, (kind, scratch.is_some()));
    let job = job.filter(|_| wanted.output.is_some() || scratch.is_some());
    let (table, note) = match job {
        None => {
            let table = BoardTable::solve(game, play, kind, &budget);
            (table.map_err(|error| stopped(error, failure))?, None)
        }
        Some(job) => {
            let job = Job {
                folder: scratch.and(job.folder),
                ..job
            };
            // A finished table needs no work.
            let is_finished = job.path.exists();
            if scratch.is_some() && (wanted.plan || !is_finished && !common.quiet) {
                let prepared = job.prepare(&budget).map_err(failure)?;
                let plan = told(&prepared, memory, &budget).map_err(failure)?;
                if wanted.plan {
                    drop(budget);
                    let plan = match common.json {
                        true => format!("{}\n", plan.json(&name)),
                        false => plan.words(&name),
                    };
                    return print(plan.as_bytes());
                }
                remark(plan.words(&name).trim_end());
            }
            let solved = job.run(&budget).map_err(failure)?;
            let note = note(&solved);
            (solved.table, note)
        }
    };
    if wanted.output.is_none()
        && let Some(unnamed) = file
    {
        // Only the summary was requested. If the file stays, it is a valid table.
        let _ = std::fs::remove_file(unnamed);
    }
    // Clears the progress line.
    drop(budget);
    print_summary(
        common,
        &Summary {
            file: wanted
                .output
                .as_ref()
                .map(|file| file.display().to_string()),
            note,
            seconds: start.elapsed().as_secs_f64(),
            ..Summary::of(&sum, &table)
        },
    )
}

/// Explains why the table was not computed.
fn failed(error: JobError, wanted: &Args, (kind, on_disk): (TableKind, bool)) -> Failure {
    match error {
        JobError::File(error) => match error.fault {
            FileFault::AlteredPiece { .. } => {
                Failure::input(format!("{error}\n--recompute builds it again"))
            }
            _ => Failure::input(error),
        },
        JobError::Solve(SolveError::Unfinished(unfinished)) => {
            let disk = match (&wanted.scratch, kind) {
                (None, TableKind::Outcomes) => ", --scratch works on disk",
                (Some(_), _) if !on_disk => {
                    "; this table was begun in memory: delete its file .part to begin on disk"
                }
                _ => "",
            };
            let advice = match unfinished.limit {
                Limit::Bytes { .. } => format!(" (--memory allows more{disk})"),
                Limit::Time { .. } => " (--time allows more)".to_string(),
                Limit::Positions { .. } | Limit::Cancelled => String::new(),
            };
            Failure::Undecided(format!("the board was {unfinished}{advice}"))
        }
        error @ JobError::NoRoom(_) => Failure::input(error),
        JobError::Solve(error) => Failure::input(error),
        stopped @ JobError::Stopped { .. } => {
            Failure::Undecided(format!("the board was {stopped}"))
        }
    }
}

/// Solves a board with several processes, or works as one of them.
#[cfg(feature = "cluster")]
fn by_processes(
    common: &Common,
    wanted: &Args,
    sum: &nimfield::Sum,
    job: Option<Job<'_>>,
) -> Result<Status, Failure> {
    let Some(job) = job.filter(|_| wanted.output.is_some()) else {
        return Err(Failure::input(
            "several processes need a file for the table\n\
             example: nimfield solve 'tactix[5x6]' -o 5x6.nimtable --processes 2",
        ));
    };
    let folder = nimfield_core::files::folder_of(job.path);
    let job = Job {
        folder: Some(job.folder.unwrap_or(folder)),
        ..job
    };
    let failure = |error: JobError| failed(error, wanted, (job.kind, true));
    let budget = budget(common);
    let start = Instant::now();
    let Some(solved) = cluster::solved(common, &wanted.by, job, &budget, &failure)? else {
        return Ok(Status::Answered);
    };
    drop(budget);
    print_summary(
        common,
        &Summary {
            file: Some(job.path.display().to_string()),
            note: note(&solved),
            seconds: start.elapsed().as_secs_f64(),
            ..Summary::of(sum, &solved.table)
        },
    )
}

/// Reports that this build does not support several processes.
#[cfg(not(feature = "cluster"))]
fn by_processes(
    _: &Common,
    _: &Args,
    _: &nimfield::Sum,
    _: Option<Job<'_>>,
) -> Result<Status, Failure> {
    Err(crate::processes::not_built_in())
}

/// Returns remarks on how a file was computed.
fn note(solved: &Solved) -> Option<String> {
    let resumed = |states| {
        format!(
            "{} states were taken over from an interrupted run",
            HumanCount(states)
        )
    };
    let again = |pieces| format!("damaged pieces that were rebuilt: {}", HumanCount(pieces));
    match (solved.was_there, solved.resumed, solved.recomputed) {
        (true, ..) => Some("the table existed already and is intact".to_string()),
        (false, 0, 0) => None,
        (false, states, 0) => Some(resumed(states)),
        (false, 0, pieces) => Some(again(pieces)),
        (false, states, pieces) => Some(format!("{}; {}", resumed(states), again(pieces))),
    }
}

/// Returns a file name for the work on a temporary table: letters, digits and dashes.
fn file_name(board: &str, play: Play) -> String {
    let tame = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let start: String = board.chars().map(tame).take(40).collect();
    let hash = blake3::hash(format!("{play} {board}").as_bytes());
    format!("{start}-{}", &hash.to_hex()[..12])
}

/// The resources that the work on disk needs.
struct DiskNeeds {
    survey: Survey,
    /// Not measured for small tables, or if the disk lacks space.
    estimate: Option<Estimate>,
}

/// Estimates the time, memory and disk space for the work.
fn told(work: &Prepared<'_>, memory: u64, budget: &Budget) -> Result<DiskNeeds, JobError> {
    let survey = work.survey()?;
    // The probe of the disk writes to it.
    let estimate = match memory >= WORTH_MENTIONING && survey.has_room() {
        true => Some(work.estimate(budget)?),
        false => None,
    };
    Ok(DiskNeeds { survey, estimate })
}

impl DiskNeeds {
    /// Describes the plan in words.
    fn words(&self, board: &str) -> String {
        let Survey {
            pieces,
            finished,
            piece_bytes,
            memory,
            reads,
            writes,
            disk,
            free,
            ..
        } = self.survey;
        let bytes = |bytes: u64| HumanBytes(bytes).to_string();
        let mut text = format!(
            "{board}: {} pieces of {} on disk",
            HumanCount(pieces),
            bytes(piece_bytes)
        );
        if finished > 0 {
            text += &format!(", {} of them finished", HumanCount(finished));
        }
        let free = free.map_or(String::new(), |free| format!(" of {} free", bytes(free)));
        text += &format!(
            "\n  disk    {}{free}\n  memory  {}\n  reads   {}\n  writes  {}\n",
            bytes(disk),
            bytes(memory),
            bytes(reads),
            bytes(writes)
        );
        if let Some(estimate) = &self.estimate {
            let seconds = Duration::from_secs(estimate.seconds.ceil() as u64);
            text += &format!("  time    about {}", humantime::format_duration(seconds));
            if let Some(rates) = estimate.rates {
                let rate = |rate: f64| HumanBytes(rate as u64).to_string();
                text += &format!(
                    ": {:.0} s for the outcomes, the disk writes {}/s and reads {}/s",
                    estimate.settling,
                    rate(rates.written),
                    rate(rates.read)
                );
            }
            text += "\n";
        }
        text
    }

    /// Describes the plan as JSON.
    fn json(&self, board: &str) -> String {
        let survey = &self.survey;
        json(&PlanObject {
            board,
            pieces: survey.pieces,
            finished: survey.finished,
            piece_bytes: survey.piece_bytes,
            disk: survey.disk,
            free: survey.free,
            memory: survey.memory,
            reads: survey.reads,
            writes: survey.writes,
            seconds: self.estimate.as_ref().map(|estimate| estimate.seconds),
        })
    }
}

/// Returns the failure for a board that is not saved in a file.
fn stopped(error: SolveError, failure: impl Fn(JobError) -> Failure) -> Failure {
    match error {
        SolveError::Unfinished(unfinished) if unfinished.done > 0 => {
            Failure::Undecided(format!("the board was {unfinished}"))
        }
        error => failure(JobError::Solve(error)),
    }
}

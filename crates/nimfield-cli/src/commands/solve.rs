//! `nimfield solve`: the outcome or the value of every state of a board.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Instant;

use indicatif::{HumanBytes, HumanCount};
use nimfield::engines::taking::table::{
    BoardTable, Job, JobError, MAX_TABLE_CELLS, SolveError, TableKind, memory_needed,
};

use crate::board::{Report, on_a_board};
use crate::budget::budget;
use crate::errors::{Failure, Status, print, remark};
use crate::input::text_of;
use crate::options::Common;
use crate::session::{play_of, read};

/// Boards that take less memory are solved without a word about it.
const WORTH_MENTIONING: u64 = 256 << 20;

/// The arguments of `nimfield solve`.
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  nimfield solve 'lines(max=3)[4x4]'               who wins, and how many states are P-positions
  nimfield solve 'tactix[5x6]' -o 5x6.nimtable     keep the outcome of every state
  nimfield solve 'lines(max=3)[6x6]' -o 6x6.nimtable --memory 9GiB --time 1h
  nimfield solve --values --play normal 'efr[4x5]' -o efr.nimtable
  nimfield probe 5x6.nimtable 'tactix[111111/111111/110011/111111/111111]'",
    after_help = "\
The outcomes of a board of n cells take 2^n bits of memory: 8 GiB for 36 cells; boards go to 40 cells. \
Interrupted or killed, the same command goes on where it was, by FILE.part and FILE.state, and ends with \
the same file, bit for bit."
)]
pub struct Args {
    /// The board, full: `lines(max=3)[6x6]`, `tactix[5x5]`, `nimbi[full]`, `@board.txt`
    #[arg(value_name = "BOARD")]
    pub board: OsString,
    /// Keep the table in this file, by custom NAME.nimtable; without it only the summary is printed
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The Grundy value of every state (in misère play the misère Grundy number), not only its
    /// outcome
    #[arg(long)]
    pub values: bool,
    /// How often finished parts of a large table are saved
    #[arg(long, default_value = "30s", value_parser = humantime::parse_duration, value_name = "TIME")]
    pub save_every: std::time::Duration,
}

/// Runs the command.
pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    let text = text_of(&wanted.board).map_err(Failure::Input)?;
    let sum = read(common, text).map_err(Failure::Input)?;
    let (game, state) = on_a_board(&sum)?;
    if state != game.full() {
        return Err(Failure::input(format!(
            "{sum} is not full; tables are of full boards, and hold every state of them\n\
             example: nimfield solve 'tactix[4x4]' -o 4x4.nimtable"
        )));
    }
    let play = play_of(common, &sum).map_err(Failure::Input)?;
    let kind = match wanted.values {
        true => TableKind::Values,
        false => TableKind::Outcomes,
    };
    let memory = memory_needed(game.cells(), kind);
    if memory >= WORTH_MENTIONING && game.cells() <= MAX_TABLE_CELLS && !common.quiet {
        remark(&format!(
            "{sum}: 2^{} states, {} of memory",
            game.cells(),
            HumanBytes(memory)
        ));
    }
    let budget = budget(common);
    let start = Instant::now();
    let failure = |error: JobError| match error {
        JobError::File(error) => Failure::input(error),
        JobError::Solve(SolveError::Unfinished(unfinished)) => {
            Failure::Undecided(format!("the board was {unfinished} (--memory allows more)"))
        }
        JobError::Solve(error) => Failure::input(error),
        stopped @ JobError::Stopped { .. } => {
            Failure::Undecided(format!("the board was {stopped}"))
        }
    };
    let name = sum.to_string();
    let (table, note) = match &wanted.output {
        None => {
            let table = BoardTable::solve(game, play, kind, &budget);
            (table.map_err(|error| stopped(error, failure))?, None)
        }
        Some(path) => {
            let job = Job {
                path,
                text: &name,
                game,
                play,
                kind,
                save_every: wanted.save_every,
            };
            let solved = job.run(&budget).map_err(failure)?;
            let note = match (solved.was_there, solved.resumed) {
                (true, _) => Some("it was there already, and is whole".to_string()),
                (false, 0) => None,
                (false, resumed) => Some(format!(
                    "{} states were taken over from an interrupted run",
                    HumanCount(resumed)
                )),
            };
            (solved.table, note)
        }
    };
    // Clears the progress line.
    drop(budget);
    let report = Report {
        board: &sum,
        name: &name,
        game,
        table: &table,
        file: wanted.output.as_deref(),
        note,
        seconds: start.elapsed().as_secs_f64(),
    };
    print(
        match common.json {
            true => format!("{}\n", report.json()),
            false => report.words(),
        }
        .as_bytes(),
    )
}

/// What stopped a board that is not kept in a file.
fn stopped(error: SolveError, failure: impl Fn(JobError) -> Failure) -> Failure {
    match error {
        SolveError::Unfinished(unfinished) if unfinished.done > 0 => {
            Failure::Undecided(format!("the board was {unfinished}"))
        }
        error => failure(JobError::Solve(error)),
    }
}

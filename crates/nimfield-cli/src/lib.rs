//! The command `nimfield`: analyses, plays and tabulates two-dimensional nim.
//!
//! A thin layer over the library: it reads arguments, calls the library, prints, and returns an exit code. Each command
//! is a file under `commands`, with its arguments.

mod args;
mod board;
mod budget;
mod commands;
mod config;
mod console;
mod errors;
mod hints;
mod input;
mod objects;
mod options;
mod output;
mod processes;
mod questions;
mod record;
mod render;
mod saves;
#[cfg(feature = "schema")]
mod schemas;
mod session;
mod shards;
mod tables;

use std::ffi::OsString;

use nimfield::Play;

use crate::args::{Args, Command};
use crate::commands::*;
use crate::errors::{Failure, Status};
use crate::options::Common;

pub use crate::commands::guess::{as_json as guess_as_json, values_as_json as value_guess_as_json};
pub use crate::commands::period::as_json as period_as_json;
pub use crate::commands::statement::as_json as statement_as_json;
pub use crate::render::answer::whole as answer_in_words;
#[cfg(feature = "schema")]
pub use crate::schemas::schemas;
pub use crate::session::load as board_file;

/// Runs the command with these arguments, the first of which is the name of the program, and returns its exit code.
/// Help, versions and invalid arguments end the process.
///
/// It handles Ctrl-C, so a process must call it only once and do nothing else.
#[must_use]
pub fn run(arguments: Vec<OsString>) -> u8 {
    let args = Args::read(arguments);
    args.common.color.write_global();
    budget::on_interrupt();
    nimfield_engines::report_size_limit();
    let status = answer(&args).unwrap_or_else(|failure| failure.tell(args.common.json));
    let status = match budget::interrupted() {
        true => Status::Interrupted,
        false => status,
    };
    status.code()
}

/// Refuses a play convention that a command could only ignore.
fn refuse_play(args: &Args) -> Result<(), Failure> {
    let why = match (&args.command, args.common.play) {
        (Command::Misere(_) | Command::Certify(_), Some(Play::Normal)) => {
            "this command is about misère play"
        }
        (
            Command::Value(_)
            | Command::Nimber(_)
            | Command::Partition(_)
            | Command::Classify(_)
            | Command::Draw(_)
            | Command::Check(_)
            | Command::Games(_),
            Some(_),
        ) => "the answer does not depend on the play convention",
        _ => return Ok(()),
    };
    Err(Failure::input(format!(
        "--play is not available here: {why}"
    )))
}

fn answer(args: &Args) -> Result<Status, Failure> {
    let common = &args.common;
    refuse_play(args)?;
    match &args.command {
        Command::Analyze(wanted) => analyze::run(common, wanted),
        Command::Value(wanted) => value::run(common, wanted),
        Command::Nimber(wanted) => nimber::run(common, wanted),
        Command::Play(wanted) => play::run(common, wanted),
        Command::Solve(wanted) => solve::run(common, wanted),
        Command::Probe(wanted) => probe::run(common, wanted),
        Command::Table(wanted) => table::run(common, wanted),
        Command::Period(wanted) if wanted.is_list() => period_list::run(common, wanted),
        Command::Period(wanted) => period::run(common, wanted),
        Command::Quotient(wanted) => quotient::run(common, wanted),
        Command::Guess(wanted) => guess::run(common, wanted),
        Command::Partition(wanted) => partition::run(common, wanted),
        Command::Classify(wanted) => classify::run(common, wanted),
        Command::Draw(wanted) => draw::run(common, wanted),
        Command::Verify(wanted) => verify::run(common, wanted),
        Command::Hunt(wanted) => match &wanted.statement {
            Some(text) => statement::run(common, wanted, text),
            None => hunt::run(common, wanted),
        },
        Command::Merge(wanted) => merged(common, wanted),
        Command::Misere(wanted) => misere::run(common, wanted),
        Command::Certify(wanted) => certify::run(common, wanted),
        Command::Check(wanted) => check::run(common, wanted),
        Command::Games(wanted) => games::run(common, wanted),
        Command::Repl(_) => repl::run(common),
        Command::Completions(_) | Command::Man(_) if common.json => Err(Failure::input(
            "--json is not available here: the output is a script or a page for other programs",
        )),
        Command::Serve(wanted) => serve::run(common, wanted),
        Command::Completions(wanted) => completions::run(wanted, args::program()),
        Command::Man(wanted) => man::run(wanted, args::program()),
    }
}

/// Joins the shards of a job; its command combines the results.
fn merged(common: &Common, wanted: &merge::Args) -> Result<Status, Failure> {
    let done = shards::job(common, &wanted.files)?;
    let found = &done.found;
    let job = Args::of_job(&done.job)?;
    // The job defines the question, and this run how to print it.
    let common = &Common {
        play: job.common.play,
        json: job.common.json || common.json,
        allow_unproved: job.common.allow_unproved,
        ..common.clone()
    };
    let output = wanted.output.as_deref();
    let refused = |option: &str, command: &str| {
        Failure::input(format!(
            "{option} is for the shards of {command}; these belong to: {}",
            done.job
        ))
    };
    if wanted.certificate.is_some() && !matches!(job.command, Command::Hunt(_)) {
        return Err(refused("--certificate", "hunt"));
    }
    if wanted.report.is_some() && !matches!(job.command, Command::Verify(_)) {
        return Err(refused("--report", "verify"));
    }
    match &job.command {
        Command::Hunt(job) => match &job.statement {
            Some(text) => {
                let certificate = wanted.certificate.as_deref();
                statement::merged(common, job, text, found, output, certificate)
            }
            None => hunt::merged(common, job, found, output, wanted.certificate.as_deref()),
        },
        Command::Verify(job) => {
            verify::merged(common, job, found, output, wanted.report.as_deref())
        }
        Command::Table(job) => table::merged(common, job, found, output),
        Command::Nimber(job) => nimber::merged(common, job, found, output),
        Command::Classify(job) => classify::merged(common, job, found, output),
        _ => Err(Failure::input(format!(
            "no command has such shards: {}",
            done.job
        ))),
    }
}

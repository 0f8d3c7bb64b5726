//! The command `nimfield`: two-dimensional nim analysed, played and tabulated.
//!
//! A thin face over the library: it reads arguments, asks, prints, and turns the outcome into an
//! exit code.

mod analyze;
mod args;
mod budget;
mod claims;
mod classify;
mod describe;
mod draw;
mod errors;
mod export;
mod misere;
mod nimber;
mod play;
mod probe;
mod sequence;
mod solve;
mod table;
mod value;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use crate::args::{Args, Command};
use crate::errors::{Failure, Status};

fn main() -> ExitCode {
    let args = Args::parse();
    args.common.color.write_global();
    budget::on_interrupt();
    let result = match &args.command {
        Command::Analyze(wanted) => analyze::run(&args.common, wanted),
        Command::Nimber(wanted) => nimber::run(&args.common, wanted),
        Command::Value(wanted) => value::run(&args.common, wanted),
        Command::Play(wanted) => play::run(&args.common, wanted),
        Command::Solve(wanted) => solve::run(&args.common, wanted),
        Command::Probe(wanted) => probe::run(&args.common, wanted),
        Command::Table(wanted) => table::run(&args.common, wanted),
        Command::Classify(wanted) => classify::run(&args.common, wanted),
        Command::Draw(wanted) => draw::run(&args.common, wanted),
        Command::Verify(wanted) => claims::verify(&args.common, wanted),
        Command::Hunt(wanted) => claims::hunt(&args.common, wanted),
        Command::Misere(wanted) => misere::run(&args.common, wanted),
        Command::Certify(wanted) => misere::certify(&args.common, wanted),
        Command::Check { file } => misere::check(&args.common, file),
        Command::Games { name } => describe::games(&args.common, name.as_deref()),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Args::command(), "nimfield", &mut script);
            errors::print(&script)
        }
        Command::Man { command } => describe::man(command.as_deref()),
    };
    let status = match result {
        Ok(status) => status,
        Err(Failure::ClosedPipe) => Status::Answered,
        Err(Failure::Input(message)) => {
            errors::complain(&message);
            Status::Input
        }
        Err(Failure::Undecided(message)) => {
            errors::complain(&message);
            Status::Undecided
        }
    };
    let status = match (budget::interrupted(), status) {
        (true, _) => Status::Interrupted,
        (false, status) => status,
    };
    ExitCode::from(status.code())
}

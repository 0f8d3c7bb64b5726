//! `nimfield certify`: a certificate of the winner of a board in misère play.

use nimfield::Undecided;
use nimfield::certify::{Certified, StateError, StateFile, certify, certify_keeping};
use std::ffi::OsString;
use std::path::PathBuf;

use crate::budget::budget;
use crate::errors::{Failure, Status, complain, remark};
use crate::input::text_of;
use crate::options::{Common, State};
use crate::output::{cannot_write, lock};
use crate::render::certificate::report;
use crate::session::read;

/// The arguments of `nimfield certify`.
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield certify 'tactix[7x7]' -o tactix-7x7.cert
  nimfield check tactix-7x7.cert
  nimfield certify 'tactix[7x8]' -o tactix-7x8.cert --memory 6GiB --time 2h --state tactix-7x8.state
After a stop or a crash, the same command with the same --state continues the work.")]
pub struct Args {
    /// A position on a board that is, or that one move makes, a sum of two parts of at most 24
    /// cells
    #[arg(value_name = "POSITION")]
    pub position: OsString,
    /// Where to write the certificate
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    #[command(flatten)]
    pub state: State,
}

pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    let text = text_of(&wanted.position).map_err(Failure::Input)?;
    let sum = read(common, text)?;
    let state = wanted.state.file.as_deref();
    // The lock is held until the last save.
    let _lock = state.map(lock).transpose()?;
    let Certified { certificate, fault } = match state {
        Some(path) => {
            let file = StateFile::new(path.to_owned(), wanted.state.save_every);
            certify_keeping(&sum, &budget(common), file).map_err(|error| match error {
                StateError::TooLarge(..) => Failure::Undecided(error.to_string()),
                error => Failure::input(error),
            })?
        }
        None => Certified {
            certificate: certify(&sum, &budget(common)),
            fault: None,
        },
    };
    if let Some(fault) = &fault {
        complain(&format!("the progress cannot be saved: {fault}"));
    }
    let certificate = match certificate {
        Ok(Some(certificate)) => certificate,
        Ok(None) => {
            return Err(Failure::Undecided(format!(
                "no certificate: neither is {sum} a sum of two parts of at most 24 cells, nor does \
                 a winning move make it one"
            )));
        }
        Err(Undecided::OutOfReach(why)) => return Err(Failure::Input(why)),
        Err(undecided) => {
            if let (Some(path), None, false) = (state, &fault, common.quiet) {
                remark(&format!(
                    "the same command continues from {}",
                    path.display()
                ));
            }
            return Err(Failure::Undecided(format!("no certificate: {undecided}")));
        }
    };
    let file = &wanted.output;
    certificate
        .write(file)
        .map_err(|error| cannot_write(file, &error))?;
    let status = report(common, &certificate, &sum)?;
    Ok(match fault {
        Some(_) => Status::Input,
        None => status,
    })
}

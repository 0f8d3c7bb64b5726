//! `nimfield certify`: a certificate of the winner of a board in misère play.

use std::ffi::OsString;
use std::path::PathBuf;

use nimfield::analyze::Undecided;

use crate::budget::budget;
use crate::errors::{Failure, Status};
use crate::input::text_of;
use crate::options::Common;
use crate::output::cannot_write;
use crate::render::certificate::report;
use crate::session::read;

/// The arguments of `nimfield certify`.
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield certify 'tactix[7x7]' -o tactix-7x7.cert
  nimfield check tactix-7x7.cert")]
pub struct Args {
    /// A position on a board that is, or that one move makes, a sum of two parts of at most 24
    /// cells
    #[arg(value_name = "POSITION")]
    pub position: OsString,
    /// Where to write the certificate
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

/// Runs the command.
pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    let text = text_of(&wanted.position).map_err(Failure::Input)?;
    let sum = read(common, text)?;
    let certificate = match nimfield::analyze::certify(&sum, &budget(common)) {
        Ok(Some(certificate)) => certificate,
        Ok(None) => {
            return Err(Failure::Undecided(format!(
                "no certificate: neither is {sum} a sum of two parts of at most 24 cells, nor does \
                 a winning move make it one"
            )));
        }
        Err(Undecided::OutOfReach(why)) => return Err(Failure::Input(why)),
        Err(undecided) => return Err(Failure::Undecided(format!("no certificate: {undecided}"))),
    };
    let file = &wanted.output;
    certificate
        .write(file)
        .map_err(|error| cannot_write(file, &error))?;
    report(common, &certificate, &sum)
}

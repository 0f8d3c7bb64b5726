//! `nimfield check`: certificates checked without a search.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use nimfield::certify::is_certificate_of;
use nimfield::periods::{PeriodCertificate, TermsCertificate};
use nimfield_core::files::{self, FileFault};
use nimfield_core::strict_json;
use nimfield_engines::certificate::OutcomeCertificate;
use serde_json::Value;

use super::{law, period, quotient, statement};
use crate::budget::budget;
use crate::errors::{Failure, Status};
use crate::input::of_kind;
use crate::options::Common;
use crate::render::{certificate, claim};
use crate::session::{read, reader};

/// The arguments of `nimfield check`.
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield certify 'tactix[4x4]' -o 4x4.cert
  nimfield check 4x4.cert                          who wins this board, without a search
  nimfield hunt ferguson-conjecture --certificate found.json
  nimfield check found.json                        a counterexample, by the rules alone
  nimfield period 'code(0.77)[n]' --certificate kayles.json
  nimfield check kayles.json                       a period: the values are computed again
  nimfield guess 'wythoff[a b]' --prove --certificate law.json
  nimfield check law.json                          a law: proved again, by the rules
  nimfield quotient 'kayles[n]' --certificate quotient.json
  nimfield check quotient.json                     a misère quotient: proved again, without a search")]
pub struct Args {
    /// The certificate
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// Runs the command. Counterexamples, and certificates of laws, periods and quotients, are JSON and begin with a brace.
pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    let path = &wanted.file;
    let at = |error: &dyn Display| Failure::input(format!("{}: {error}", path.display()));
    let is_counterexample = |bytes: &[u8]| bytes.trim_ascii_start().starts_with(b"{");
    let accept = |start: &[u8]| match OutcomeCertificate::from_bytes(start) {
        Err(error @ FileFault::Foreign(_)) if !is_counterexample(start) => Err(error),
        _ => Ok(()),
    };
    let bytes = files::read(path, common.memory.as_u64(), accept).map_err(Failure::input)?;
    if is_counterexample(&bytes) {
        let text = String::from_utf8(bytes).map_err(|error| at(&error))?;
        let value: Value =
            strict_json::read(&text).map_err(|error| at(&format!("not a certificate: {error}")))?;
        return match value["certificate"].as_str() {
            Some("period") => {
                let given: PeriodCertificate =
                    of_kind(&value, &text, "period").map_err(|error| at(&error))?;
                period::checked(common, path, given.check(reader(), &budget(common)))
            }
            Some("terms") => {
                let given: TermsCertificate =
                    of_kind(&value, &text, "terms").map_err(|error| at(&error))?;
                period::checked(common, path, given.check(reader(), &budget(common)))
            }
            Some("quotient") => {
                let certificate = of_kind(&value, &text, "quotient").map_err(|error| at(&error))?;
                quotient::check_certificate(common, path, certificate)
            }
            Some("statement") => {
                let certificate = of_kind(&value, &text, "statement");
                let certificate = certificate.map_err(|error| at(&error))?;
                statement::check_certificate(common, path, &certificate)
            }
            Some("law") => {
                let certificate = of_kind(&value, &text, "law").map_err(|error| at(&error))?;
                law::check_certificate(common, path, &certificate)
            }
            Some(other) => {
                let known =
                    "expected \"law\", \"period\", \"quotient\", \"statement\" or \"terms\"";
                Err(at(&format!(
                    "unknown kind of certificate {other:?}, {known}"
                )))
            }
            None => claim::check_counterexample(common, path, &text),
        };
    }
    let certificate = OutcomeCertificate::from_bytes(&bytes).map_err(|error| at(&error))?;
    of_a_board(common, path, &certificate)
}

/// Checks that the game is what its name says, and then every step.
fn of_a_board(
    common: &Common,
    path: &Path,
    certificate: &OutcomeCertificate,
) -> Result<Status, Failure> {
    let foreign = |why: String| {
        Failure::input(format!(
            "{}: the certificate is not for {}: {why}",
            path.display(),
            certificate.position
        ))
    };
    let sum = read(common, &certificate.position).map_err(|fault| foreign(fault.message()))?;
    if !is_certificate_of(certificate, &sum) {
        return Err(foreign("the moves or the stones differ".to_string()));
    }
    certificate::report(common, certificate, &sum)
}

//! The command `nimfield`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(nimfield_cli::run(std::env::args_os().collect()))
}

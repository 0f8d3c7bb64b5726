//! `nimfield completions`: scripts that complete commands and options in a shell.

use clap_complete::Shell;

use crate::errors::{Failure, Status, print};

/// The arguments of `nimfield completions`.
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield completions bash > nimfield.bash        then: source ./nimfield.bash
  nimfield completions zsh > _nimfield             into a folder of $fpath
  nimfield completions fish > nimfield.fish        into ~/.config/fish/completions")]
pub struct Args {
    /// The shell
    pub shell: Shell,
}

pub fn run(wanted: &Args, mut program: clap::Command) -> Result<Status, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(wanted.shell, &mut program, "nimfield", &mut script);
    print(&script)
}

//! `nimfield man`: manual pages.

use crate::errors::{Failure, Status, print};

/// The arguments of `nimfield man`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A command; without it, the page of `nimfield` itself
    pub command: Option<String>,
}

/// Prints the manual page of the program or of a command.
pub fn run(wanted: &Args, mut program: clap::Command) -> Result<Status, Failure> {
    program.build();
    let page = match wanted.command.as_deref() {
        None => program,
        Some(name) => match program.find_subcommand(name) {
            Some(command) => command.clone(),
            None => return Err(Failure::input(format!("there is no command `{name}`"))),
        },
    };
    let mut roff = Vec::new();
    clap_mangen::Man::new(page).render(&mut roff)?;
    print(&roff)
}

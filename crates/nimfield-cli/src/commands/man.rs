//! `nimfield man`: manual pages.

use nimfield::notation::closest;

use crate::errors::{Failure, Status, print};

/// The arguments of `nimfield man`.
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield man > nimfield.1
  nimfield man analyze > nimfield-analyze.1")]
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
            None => {
                let names = program.get_subcommands().map(clap::Command::get_name);
                let guess = closest(name, names);
                let guess =
                    guess.map_or(String::new(), |guess| format!("; did you mean `{guess}`?"));
                return Err(Failure::input(format!("unknown command `{name}`{guess}")));
            }
        },
    };
    let examples = page.get_before_help().map(ToString::to_string);
    let mut roff = Vec::new();
    clap_mangen::Man::new(page)
        .source(concat!("nimfield ", env!("CARGO_PKG_VERSION")))
        .render(&mut roff)?;
    // Help without examples has an empty section.
    roff.extend(section(&examples.unwrap_or_default()).into_bytes());
    print(&roff)
}

/// Returns the examples of the help as a section: commands verbatim, followed by their descriptions.
fn section(examples: &str) -> String {
    let lines = examples.lines().skip(1);
    let (commands, told): (Vec<&str>, Vec<&str>) =
        lines.partition(|line| line.starts_with("  nimfield"));
    let mut text = ".SH EXAMPLES\n.nf\n".to_string();
    for line in commands {
        text += &format!("{}\n", escaped(line.trim_start()));
    }
    text += ".fi\n";
    for line in told {
        text += &format!(".PP\n{}\n", escaped(line));
    }
    text
}

/// Returns a line that roff prints as it is.
fn escaped(line: &str) -> String {
    let line = line.replace('\\', "\\e").replace('-', "\\-");
    let line = line
        .replace('\'', "\\(aq")
        .replace('^', "\\(ha")
        .replace('~', "\\(ti");
    match line.starts_with('.') {
        true => format!("\\&{line}"),
        false => line,
    }
}

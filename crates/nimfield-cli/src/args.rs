//! The command line: all commands, and the layout of their help.

use std::ffi::OsString;
use std::io::IsTerminal;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use nimfield_core::shard::ShardJob;

use crate::commands::*;
use crate::config;
use crate::errors::{Failure, tell_in_json};
use crate::hints;
use crate::options::Common;

/// The examples in the help, after the description and the usage.
const EXAMPLES: &str = "\
Examples:
  nimfield analyze 'matrix[20 24; 24 27]'          who wins, all winning moves, and why
  nimfield analyze 'matrix[7 5; 6 8] + nim[17]'    sums, of different games too
  nimfield analyze --play misere 'matrix[5 5; 5 7]'
  nimfield analyze --json - < positions.txt        a position per line in, an answer per line out
  nimfield play 'wythoff[12,17]' --first human     play against a perfect opponent
  nimfield table 'wythoff[a b]' a=0..9 b=0..9 --show value
  nimfield analyze 'matrix-partizan[1 2; 2 2] - {2|0}'
  nimfield period 'code(0.77)[n]'                  the period of Kayles, with its proof
  nimfield draw 'pnim[4,2,1]' -o diagram.svg       a picture
  nimfield solve 'lines(max=3)[4x4]'               the outcome of every state of a board
  nimfield value '{2|-1} + *3 >= ^'                the calculator for values of games
  nimfield nimber '(w+4)*(w+1) + root(3,2)'        the calculator in the field of nimbers
  nimfield games matrix                            rules, notation, theory and sources
";

/// The exit codes, at the end of the help.
const EXIT_CODES: &str = "Exit codes: 0 answered; 1 the checked statement is false; 2 usage or input error; 3 not \
finished within the budget (what is known is printed); 130 after Ctrl-C.";

/// The help of every command: description, usage, examples (`before_help`), options.
const LAYOUT: &str = "\
{about-with-newline}
{usage-heading} {usage}

{before-help}{all-args}{after-help}";

/// Two-dimensional nim: who wins, what a position is worth, every winning move and why.
#[derive(Debug, Parser)]
#[command(
    name = "nimfield",
    version,
    before_help = EXAMPLES,
    after_help = EXIT_CODES,
    args_override_self = true,
    propagate_version = true
)]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
}

impl Args {
    /// Reads the arguments, the first of which is the name of the program; help, versions and errors end
    /// the process.
    pub fn read(mut arguments: Vec<OsString>) -> Args {
        let program = program();
        let is_command = |argument: &OsString| {
            let name = argument.to_str();
            name.is_some_and(|name| program.find_subcommand(name).is_some())
        };
        let mut rest = arguments.iter_mut().skip(1);
        if rest
            .find(|argument| is_command(argument))
            .is_some_and(|command| command == "value")
        {
            rest.for_each(value::shield);
        }
        let json = arguments
            .iter()
            .any(|argument| argument == "--json" || argument == "--jsonl");
        // Alone, on a terminal.
        if arguments.len() == 1 && std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
        {
            arguments.push("repl".into());
        }
        let refused =
            |message: String| std::process::exit(Failure::input(message).tell(json).code().into());
        let options = config::options(&arguments).unwrap_or_else(refused);
        arguments.splice(1..1, options.iter().cloned());
        // Words that are not Unicode cannot be positions.
        let given = arguments.iter().skip(1).filter_map(|word| word.to_str());
        let given: Vec<String> = given.map(String::from).collect();
        let read = program
            .try_get_matches_from(arguments)
            .and_then(|matches| Args::from_arg_matches(&matches));
        read.unwrap_or_else(|error| {
            if error.use_stderr()
                && let Some(message) = config::fault(self::program(), &options)
            {
                refused(message);
            }
            let message = error.to_string();
            for play in ["normal", "misere"] {
                if message.contains(&format!("argument '--{play}'")) {
                    let message = format!("unknown option --{play}; use --play {play}");
                    std::process::exit(Failure::input(message).tell(json).code().into());
                }
            }
            let hint = match error.kind() {
                ErrorKind::InvalidSubcommand => hints::line(&given),
                ErrorKind::UnknownArgument => hints::minus(&given),
                _ => None,
            };
            if let Some(message) = hint {
                std::process::exit(Failure::input(message).tell(json).code().into());
            }
            // Help and versions are not errors.
            if json && error.use_stderr() {
                let message = error.to_string();
                // The usage comes after a blank line.
                let (message, _) = message.split_once("\n\n").unwrap_or((&message, ""));
                let words: Vec<&str> = message.split_whitespace().collect();
                let message = words.join(" ");
                tell_in_json(message.strip_prefix("error: ").unwrap_or(&message));
            }
            let printed = error.print().map_err(Failure::from);
            let code = match printed {
                Ok(()) => error.exit_code(),
                Err(failure) => failure.tell(json).code().into(),
            };
            std::process::exit(code)
        })
    }

    /// Reads the arguments of a job, which this program wrote.
    ///
    /// # Errors
    /// If they are not arguments of this program.
    pub fn of_job(job: &ShardJob) -> Result<Args, Failure> {
        let arguments = std::iter::once("nimfield").chain(job.command.iter().map(String::as_str));
        let read = program()
            .try_get_matches_from(arguments)
            .and_then(|matches| Args::from_arg_matches(&matches));
        read.map_err(|_| Failure::input(format!("unknown job: {job}")))
    }
}

/// Returns the description of the program for clap.
pub fn program() -> clap::Command {
    // A negative number is refused as the value of its option, not as an unknown option.
    let negative = |arg: clap::Arg| match arg.is_positional() || !arg.get_action().takes_values() {
        true => arg,
        false => arg.allow_negative_numbers(true),
    };
    let laid_out = |command: clap::Command| {
        command
            .help_template(LAYOUT)
            .args_override_self(true)
            .mut_args(negative)
    };
    laid_out(Args::command()).mut_subcommands(laid_out)
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Analyze a position: outcome, value, all winning moves, and why
    Analyze(analyze::Args),
    /// Calculate values of partizan games
    Value(value::Args),
    /// Calculate with nimbers, compute Lenstra's excesses, or balance Nimbers with a stone
    Nimber(nimber::Args),
    /// Play a position against the machine
    Play(play::Args),
    /// Solve a whole board: the outcome or the value of every state, in a file
    Solve(solve::Args),
    /// Look positions up in the table of a board
    Probe(probe::Args),
    /// Tabulate outcomes or values over ranges of numbers
    Table(table::Args),
    /// Find the period of values along a letter, and prove it
    Period(period::Args),
    /// Find the misère quotient of heaps, or of the followers of a position
    Quotient(quotient::Args),
    /// Guess the law of the P-positions of a family, for Walnut to prove
    Guess(guess::Args),
    /// Compute hook lengths, degree, core and rank of a partition
    Partition(partition::Args),
    /// Find the Conway-Gurvich-Ho classes of a game up to a bound, with counterexamples
    Classify(classify::Args),
    /// Draw a position, or the thermograph of a partizan one
    Draw(draw::Args),
    /// Check statements of the sources
    Verify(verify::Args),
    /// Look for a counterexample to a claim or a statement
    Hunt(hunt::Args),
    /// Combine the shards of a job
    Merge(merge::Args),
    /// Print the misère canonical form of a position, its genus, and whether it is tame
    Misere(misere::Args),
    /// Write a certificate of the winner of a board in misère play
    Certify(certify::Args),
    /// Check a certificate, without a search
    Check(check::Args),
    /// Evaluate positions and expressions line by line; also `nimfield` alone on a terminal
    Repl(repl::Args),
    /// List the games, or print the rules, notation, theory and sources of one
    Games(games::Args),
    /// Serve the explorer, a page to set up, examine and play games
    Serve(serve::Args),
    /// Print a completion script for a shell
    Completions(completions::Args),
    /// Print the manual page, in roff
    Man(man::Args),
}

#[cfg(test)]
#[path = "../tests/units/args.rs"]
mod tests;

//! The loop over questions, from the arguments or from the lines of stdin, for all commands that answer several.

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};

use crate::budget::interrupted;
use crate::errors::{Failure, Status, complain, object};
use crate::hints::split_position;
use crate::input::{Lines, text_of};
use crate::options::Common;

/// A question.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The text.
    pub text: &'a str,
    /// Its line of stdin; `None` for an argument.
    pub line: Option<u64>,
}

/// The output for a question, and its status.
pub struct Reply<'a> {
    print: Print<'a>,
    /// The worst status of all questions is that of the command.
    status: Status,
}

/// Prints a reply with its line ends; returns whether the budget sufficed for all of it.
type Print<'a> = Box<dyn FnOnce(&mut dyn Write) -> io::Result<bool> + 'a>;

impl<'a> Reply<'a> {
    /// Creates a reply with a text.
    pub fn new(text: String, status: Status) -> Reply<'a> {
        let print = move |out: &mut dyn Write| out.write_all(text.as_bytes()).map(|()| true);
        Reply::printed(print, status)
    }

    /// Creates a reply that may be too long to hold in memory: `print` returns whether it wrote all of it.
    pub fn printed(
        print: impl FnOnce(&mut dyn Write) -> io::Result<bool> + 'a,
        status: Status,
    ) -> Reply<'a> {
        Reply {
            print: Box::new(print),
            status,
        }
    }
}

/// Answers the arguments; for `-`, the lines of stdin, except blank lines and comments (#). With `--json`, a question
/// without an answer also prints an object on stdout, so that answers stay aligned with questions.
pub fn run<'a>(
    common: &Common,
    arguments: &[OsString],
    ask: impl FnMut(Question<'_>) -> Result<Reply<'a>, Failure>,
) -> Result<Status, Failure> {
    // JSON contains no terminal sequences, so it needs no filter.
    let out: Box<dyn Write> = match common.json {
        true => Box::new(io::stdout().lock()),
        false => Box::new(anstream::stdout().lock()),
    };
    let mut session = Conversation {
        json: common.json,
        ask,
        out: BufWriter::new(out),
        status: Status::Answered,
    };
    // A position that the shell has split: an open bracket, followed by something that is not a position.
    let cut = |pair: &&[OsString]| {
        let [here, next] = [&pair[0], &pair[1]].map(|argument| argument.to_string_lossy());
        lacks_bracket(&here) && !next.contains('[') && next != "-"
    };
    if let Some([argument, ..]) = arguments.windows(2).find(cut) {
        return Err(Failure::input(format!(
            "the bracket in {} is not closed: {QUOTES}",
            argument.to_string_lossy()
        )));
    }
    if let Some(position) = split_position(arguments) {
        return Err(Failure::input(format!(
            "each argument is a position of its own; did you mean `{position}`?"
        )));
    }
    for argument in arguments {
        if argument == "-" {
            session.lines()?;
        } else {
            session.answer(text_of(argument), None)?;
            session.out.flush()?;
        }
        if interrupted() {
            break;
        }
    }
    session.out.flush()?;
    Ok(session.status)
}

/// The advice on positions that the shell has split.
const QUOTES: &str = "the shell interprets blanks and semicolons; use quotes, as in nimfield analyze 'matrix[20 24; 24 27]'";

/// Returns whether a bracket is opened and not closed.
fn lacks_bracket(text: &str) -> bool {
    text.matches('[').count() > text.matches(']').count()
}

struct Conversation<A, W: Write> {
    json: bool,
    ask: A,
    out: W,
    status: Status,
}

impl<'a, A: FnMut(Question<'_>) -> Result<Reply<'a>, Failure>, W: Write> Conversation<A, W> {
    fn lines(&mut self) -> Result<(), Failure> {
        let mut lines = Lines::of_stdin();
        while !interrupted()
            && let Some(line) = lines.next_question(|| Ok(self.out.flush()?))?
        {
            self.answer(
                line.text.as_deref().map_err(String::clone),
                Some(line.number),
            )?;
        }
        Ok(())
    }

    /// Answers one question.
    fn answer(&mut self, text: Result<&str, String>, line: Option<u64>) -> Result<(), Failure> {
        let reply = match &text {
            Ok(text) => (self.ask)(Question { text, line }),
            Err(why) => Err(Failure::Input(why.clone())),
        };
        match reply {
            Ok(Reply { print, status }) => {
                let all = print(&mut self.out)?;
                self.status = self.status.max(status).max(Status::complete(all));
            }
            Err(failure) => {
                self.status = self.status.max(failure.status());
                let mut message = failure.message();
                if let Ok(text) = text
                    && line.is_none()
                    && lacks_bracket(text)
                    && !text.contains(' ')
                {
                    message.push_str(&format!("\n{QUOTES}"));
                }
                let place = line.map_or(String::new(), |line| format!("line {line}: "));
                // Earlier answers come first.
                self.out.flush()?;
                complain(&format!("{place}{message}"));
                if self.json {
                    writeln!(self.out, "{}", object(line, &message))?;
                }
            }
        }
        Ok(())
    }
}

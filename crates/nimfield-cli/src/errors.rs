//! How a run ends: exit codes, errors, and output that may be cut off.

use std::fmt::Display;
use std::io::{ErrorKind, Write};

use nimfield::NotationError;
use nimfield_api::{self as api, ApiError};

use crate::hints;
use crate::objects::{ErrorObject, json};

/// The status of a run that printed what it could; the guide documents the exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Everything was answered: 0.
    Answered,
    /// Not finished within the budget: 3.
    Undecided,
    /// The checked statement is false: 1.
    False,
    /// The input was invalid: 2.
    Input,
    /// Stopped by Ctrl-C: 130.
    Interrupted,
}

impl Status {
    /// Returns `Answered` if the answer is complete, otherwise `Undecided`.
    pub fn complete(complete: bool) -> Status {
        match complete {
            true => Status::Answered,
            false => Status::Undecided,
        }
    }

    /// Returns the exit code.
    pub fn code(self) -> u8 {
        match self {
            Status::Answered => 0,
            Status::False => 1,
            Status::Undecided => 3,
            Status::Input => 2,
            Status::Interrupted => 130,
        }
    }
}

/// Why a run stopped early.
#[derive(Debug)]
pub enum Failure {
    /// The reader closed the output.
    ClosedPipe,
    /// The input was invalid, or a file could not be used.
    Input(String),
    /// The answer could not be written, for this reason.
    Unwritten(String),
    /// The budget was too small for any output.
    Undecided(String),
    /// The checked statement is false, with nothing else to report.
    False(String),
}

impl Failure {
    /// Returns the status of a run with this failure.
    pub fn status(&self) -> Status {
        match self {
            Failure::ClosedPipe => Status::Answered,
            Failure::Input(_) | Failure::Unwritten(_) => Status::Input,
            Failure::Undecided(_) => Status::Undecided,
            Failure::False(_) => Status::False,
        }
    }

    /// Reports it on stderr, and if JSON was requested, also as an object on stdout.
    pub fn tell(&self, json: bool) -> Status {
        if !matches!(self, Failure::ClosedPipe) {
            let message = &self.message();
            complain(message);
            if json {
                tell_in_json(message);
            }
        }
        self.status()
    }

    /// Returns the message, for callers that continue after the error.
    pub fn message(&self) -> String {
        match self {
            Failure::ClosedPipe => String::new(),
            Failure::Unwritten(why) => format!("cannot write the answer: {why}"),
            Failure::Input(message) | Failure::Undecided(message) | Failure::False(message) => {
                message.clone()
            }
        }
    }

    /// Creates the failure for invalid input.
    pub fn input(message: impl Display) -> Failure {
        Failure::Input(message.to_string())
    }

    /// Creates the failure for an answer that exceeds the budget.
    pub fn undecided(message: impl Display) -> Failure {
        Failure::Undecided(message.to_string())
    }

    /// Prefixes the failure with its place: a file, a line.
    pub fn at(self, place: impl Display) -> Failure {
        let message = format!("{place}: {}", self.message());
        match self.status() {
            Status::Undecided => Failure::Undecided(message),
            _ => Failure::Input(message),
        }
    }
}

impl From<NotationError> for Failure {
    fn from(error: NotationError) -> Failure {
        match error.unfinished {
            true => Failure::undecided(error),
            false => Failure::input(with_hint(&error)),
        }
    }
}

/// Returns the message of an error in a text, with a suggestion for the position that was probably meant.
fn with_hint(error: &NotationError) -> String {
    // One suggestion is enough.
    let hint = match error.message.contains("did you mean") {
        true => None,
        false => hints::meant(&error.text),
    };
    let hint = hint.map(|position| format!("\ndid you mean `{position}`?"));
    format!("{error}{}", hint.as_deref().unwrap_or(""))
}

impl From<ApiError> for Failure {
    fn from(error: ApiError) -> Failure {
        match error.kind {
            api::ErrorKind::Undecided => Failure::undecided(error),
            _ => match &error.place {
                Some(place) => Failure::input(with_hint(place)),
                None => Failure::input(error),
            },
        }
    }
}

impl From<Failure> for String {
    fn from(failure: Failure) -> String {
        failure.message()
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        match error.kind() {
            ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Unwritten(error.to_string()),
        }
    }
}

/// Returns the object in place of an answer that cannot be given: the line of the question, if there is one, and the
/// first line of the message.
pub fn object(line: Option<u64>, message: &str) -> String {
    json(&ErrorObject {
        line,
        // An empty message has no first line.
        error: message.lines().next().unwrap_or_default(),
    })
}

/// Prints on stdout why a whole command failed.
pub fn tell_in_json(message: &str) {
    // If stdout is closed, stderr has the message already.
    let _ = print(format!("{}\n", object(None, message)).as_bytes());
}

/// Prints bytes on stdout.
pub fn print(text: &[u8]) -> Result<Status, Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(text)?;
    out.flush()?;
    Ok(Status::Answered)
}

/// Prints an error on stderr.
pub fn complain(message: &str) {
    remark(&format!("\x1b[1;31merror:\x1b[0m {message}"));
}

/// Prints a warning on stderr.
pub fn warn(message: &str) {
    remark(&format!("\x1b[1;33mwarning:\x1b[0m {message}"));
}

/// Prints a line on stderr.
pub fn remark(message: &str) {
    // If even stderr is closed there is nowhere left to report it.
    let _ = writeln!(anstream::stderr(), "{message}");
}

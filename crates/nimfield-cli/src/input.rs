//! Input: lines of stdin, which are limited in length, and certificates.
//!
//! While the program waits for input, a single Ctrl-C ends it.

use std::ffi::OsStr;
use std::fmt::Display;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, StdinLock};

use nimfield_core::strict_json;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::budget::waiting;
use crate::errors::Failure;

/// Longer lines are refused, and never held in memory.
pub const LONGEST_LINE: usize = 32 << 20;

/// A line.
#[derive(Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number, from 1.
    pub number: u64,
    /// The trimmed text of the line, or the error in it.
    pub text: Result<String, String>,
}

impl Line {
    /// Returns whether the line is blank or a comment.
    fn is_passed_over(&self) -> bool {
        matches!(&self.text, Ok(text) if text.is_empty() || text.starts_with('#'))
    }
}

/// An input, read line by line.
pub struct Lines<R> {
    input: BufReader<R>,
    longest: usize,
    number: u64,
}

impl Lines<StdinLock<'static>> {
    /// Returns the lines of stdin.
    pub fn of_stdin() -> Lines<StdinLock<'static>> {
        Lines::new(io::stdin().lock(), LONGEST_LINE)
    }
}

impl<R: Read> Lines<R> {
    fn new(input: R, longest: usize) -> Lines<R> {
        Lines {
            input: BufReader::new(input),
            longest,
            number: 0,
        }
    }

    /// Reads the next line that is neither blank nor a comment (#); `None` at the end. Calls `flush` before it waits,
    /// so that a program that waits for an answer gets it.
    pub fn next_question(
        &mut self,
        mut flush: impl FnMut() -> Result<(), Failure>,
    ) -> Result<Option<Line>, Failure> {
        loop {
            match self.next_line(&mut flush)? {
                Some(line) if line.is_passed_over() => {}
                line => return Ok(line),
            }
        }
    }

    /// Reads the next line, even if blank; `None` at the end. The last line may lack a line end.
    pub fn next_line(
        &mut self,
        mut flush: impl FnMut() -> Result<(), Failure>,
    ) -> Result<Option<Line>, Failure> {
        let mut line = Vec::new();
        let mut begun = false;
        loop {
            if self.input.buffer().is_empty() {
                flush()?;
            }
            let chunk = match waiting(|| self.input.fill_buf()) {
                Ok([]) if begun => break,
                Ok([]) => return Ok(None),
                Ok(chunk) => chunk,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(Failure::input(format!("cannot read stdin: {error}"))),
            };
            begun = true;
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let used = end.map_or(chunk.len(), |end| end + 1);
            // One byte more shows that it is too long.
            let room = (self.longest + 1).saturating_sub(line.len());
            let text = &chunk[..end.unwrap_or(used)];
            line.extend_from_slice(&text[..text.len().min(room)]);
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        self.number += 1;
        let text = match std::str::from_utf8(&line) {
            _ if line.len() > self.longest => {
                Err(format!("the line is longer than {} bytes", self.longest))
            }
            // Some editors begin a file with a byte order mark.
            Ok(text) => Ok(text.trim_start_matches('\u{feff}').trim().to_string()),
            Err(error) => Err(format!(
                "byte {} is not valid UTF-8",
                error.valid_up_to() + 1
            )),
        };
        Ok(Some(Line {
            number: self.number,
            text,
        }))
    }
}

/// Returns an argument as text, or an error message.
pub fn text_of(argument: &OsStr) -> Result<&str, String> {
    argument.to_str().ok_or_else(|| {
        let shown = argument.to_string_lossy();
        format!("the position is not valid UTF-8: {shown}")
    })
}

/// Reads a certificate of a kind, version 1: a value, and its text, whose places errors name.
pub fn of_kind<T: DeserializeOwned + Serialize>(
    value: &Value,
    text: &str,
    kind: &str,
) -> Result<T, String> {
    let wrong = |what: &dyn Display| format!("not a certificate of a {kind}: {what}");
    match value.get("version").map(Value::as_u64) {
        Some(Some(1)) => strict_json::read(text).map_err(|error| wrong(&error)),
        Some(Some(other)) => Err(wrong(&format!(
            "version {other}; this program reads version 1"
        ))),
        _ => Err(wrong(&"expected a version, as in \"version\": 1")),
    }
}

#[cfg(test)]
#[path = "../tests/units/input.rs"]
mod tests;

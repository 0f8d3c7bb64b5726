//! Input from a person: a terminal with line editing, history and completion, or else the lines of stdin.

use std::io::{IsTerminal, StdinLock, Write};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::{History, MemHistory};
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

use crate::errors::Failure;
use crate::input::Lines;

/// The result of waiting for a line.
pub enum Typed {
    /// A trimmed line, or the error in it.
    Line(Result<String, String>),
    /// The end of the input.
    End,
    /// Ctrl-C.
    Interrupt,
}

/// The source of input.
pub enum Console {
    /// A terminal.
    Terminal(Box<Editor<Words, MemHistory>>),
    /// Anything else.
    Lines(Lines<StdinLock<'static>>),
}

impl Console {
    /// Creates the console of this process.
    pub fn new() -> Console {
        let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        let config = Config::builder().auto_add_history(true).build();
        let editor = terminal
            // If the terminal does not support editing, its lines are read like those of a pipe.
            .then(|| Editor::with_history(config, MemHistory::new()).ok())
            .flatten();
        match editor {
            Some(mut editor) => {
                editor.set_helper(Some(Words::default()));
                Console::Terminal(Box::new(editor))
            }
            None => Console::Lines(Lines::of_stdin()),
        }
    }

    /// Returns whether the console is a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Console::Terminal(_))
    }

    /// Sets the words that the Tab key completes.
    pub fn complete(&mut self, words: Vec<String>) {
        if let Console::Terminal(editor) = self {
            editor.set_helper(Some(Words(words)));
        }
    }

    /// Adds the lines typed before this session, the oldest first.
    pub fn remember(&mut self, lines: impl IntoIterator<Item = String>) {
        if let Console::Terminal(editor) = self {
            for line in lines {
                // A full history drops lines.
                let _ = editor.history_mut().add_owned(line);
            }
        }
    }

    /// Reads the next line, after a prompt.
    pub fn line(&mut self, prompt: &str, out: &mut dyn Write) -> Result<Typed, Failure> {
        match self {
            Console::Terminal(editor) => {
                out.flush()?;
                match editor.readline(prompt) {
                    Ok(line) => Ok(Typed::Line(Ok(line.trim().to_string()))),
                    Err(ReadlineError::Eof) => Ok(Typed::End),
                    Err(ReadlineError::Interrupted) => Ok(Typed::Interrupt),
                    Err(error) => Err(Failure::input(format!("cannot read the terminal: {error}"))),
                }
            }
            Console::Lines(lines) => {
                write!(out, "{prompt}")?;
                out.flush()?;
                match lines.next_line(|| Ok(()))? {
                    Some(line) => Ok(Typed::Line(line.text)),
                    None => {
                        if !prompt.is_empty() {
                            writeln!(out)?;
                        }
                        Ok(Typed::End)
                    }
                }
            }
        }
    }
}

/// Words to complete.
#[derive(Default)]
pub struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = &line[..at];
        let word = before
            .char_indices()
            .rev()
            .take_while(|(_, c)| c.is_alphanumeric() || "_-".contains(*c))
            .last();
        let Some((start, _)) = word else {
            return Ok((at, Vec::new()));
        };
        let begun = before[start..].to_lowercase();
        let words = self
            .0
            .iter()
            .filter(|word| word.to_lowercase().starts_with(&begun));
        Ok((start, words.cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

#[cfg(test)]
#[path = "../tests/units/console.rs"]
mod tests;

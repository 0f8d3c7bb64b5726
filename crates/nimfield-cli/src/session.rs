//! Reading and analysing positions: the only place where commands use the reader and analyser of the library.

use std::path::Path;
use std::sync::Arc;

use nimfield::certify::{StateError, StateFile};
use nimfield::laws::ProvedLaw;
use nimfield::{Analyzer, Answer, Budget, Games, Play, Query, Reader, Sum, Trail, values};
use nimfield_api::Context;
use nimfield_core::files::{FileFault, read_text};
use nimfield_core::notation::Cursor;
use nimfield_rules::{RuleFile, file_name};

use crate::budget::budget;
use crate::errors::Failure;
use crate::options::Common;
use crate::record::{Record, is_saved};
use crate::tables::AtHand;

/// Reads a position for the requested play convention, or by default for that of the sources of its games.
///
/// # Errors
/// Errors of [`read_for`].
pub fn read(common: &Common, text: &str) -> Result<Sum, Failure> {
    read_for(common, common.play, text)
}

/// Reads a position as it is played. `@FILE` is a board or a position from a file. The values of a partizan position
/// get their own arena, limited by the time and memory of the options.
///
/// # Errors
/// The place of the error in the text, or that the budget was too small.
pub fn read_for(common: &Common, play: Option<Play>, text: &str) -> Result<Sum, Failure> {
    Ok(read_as(common, play, text)?.0)
}

/// Reads as [`read_for`] does, and returns the play convention as well, if it is requested or that of a saved game.
///
/// # Errors
/// Errors of [`read_for`].
pub fn read_as(
    common: &Common,
    play: Option<Play>,
    text: &str,
) -> Result<(Sum, Option<Play>), Failure> {
    let reader = reader().budget(budget(common));
    if let Some(name) = text.trim().strip_prefix('@')
        && let Ok(saved) = load(name)
        && is_saved(&saved)
    {
        // A saved game cannot refer to another one.
        let own = |text: &str, play| Ok(reader.read_for(text, Some(play))?);
        let record = Record::read(&saved, own).map_err(|fault| fault.at(name))?;
        let play = play.or(Some(record.play));
        let sum = reader.read_for(&record.sum.to_string(), play);
        return Ok((sum.map_err(|error| Failure::from(error).at(name))?, play));
    }
    let started = usual_start(text)?;
    let sum = reader.read_for(started.as_deref().unwrap_or(text), play)?;
    Ok((sum, play))
}

/// Returns the first example of a rule file, if the text consists of its name and the game has no position without
/// brackets.
fn usual_start(text: &str) -> Result<Option<String>, Failure> {
    let rules = text.trim().strip_prefix('@').and_then(|name| {
        // Reading the text itself reports errors in the file.
        let rules = RuleFile::read(&file_name(name), &load(name).ok()?).ok()?;
        let bare = rules.position(&mut Cursor::new(""));
        bare.is_err().then_some((name, rules))
    });
    let Some((name, rules)) = rules else {
        return Ok(None);
    };
    match rules.examples().first() {
        Some(example) => Ok(Some(format!("@{name}{}", example.position))),
        None => Err(Failure::input(format!(
            "{name} has no `example` line to begin from: write a position after the name, @{name}[…]"
        ))),
    }
}

/// Reads as [`read_for`] does, for a game to play: its values stay usable when the time for reading is over.
pub fn read_to_play(common: &Common, play: Option<Play>, text: &str) -> Result<Sum, Failure> {
    let sum = read_for(common, play, text)?;
    values::rest(&sum);
    Ok(sum)
}

/// Returns the requested play convention, or that of the sources of the games.
///
/// # Errors
/// If the sources of a sum differ.
pub fn play_of(common: &Common, sum: &Sum) -> Result<Play, String> {
    let differ =
        |differ: String| format!("{differ}; choose one with --play normal or --play misere");
    sum.play_or_agreed(common.play).map_err(differ)
}

/// Returns the context for requests: no tables, and unproved formulas if the options allow them.
pub fn context(common: &Common) -> Context {
    Context {
        allow_unproved: common.allow_unproved,
        ..Context::default()
    }
}

/// Returns the reader for the games of Nimfield, with files.
#[must_use]
pub fn reader() -> Reader<'static> {
    Games::builtin().reader().files(load)
}

/// Returns the text of a board file or of a saved game.
///
/// # Errors
/// If the file cannot be read, or is longer than 1 MiB.
pub fn load(name: &str) -> Result<String, String> {
    /// The longest file; longer ones are mistakes.
    const LONGEST_FILE: u64 = 1 << 20;
    read_text(Path::new(name), LONGEST_FILE).map_err(|error| match error.fault {
        FileFault::TooLong(most) => format!("the file {name} is longer than {most} bytes"),
        _ => format!("cannot read the file {error}"),
    })
}

/// An answer.
#[derive(Debug)]
pub struct Analyzed {
    /// The answer.
    pub answer: Answer,
    /// Whether time, positions, or Ctrl-C ended the work on it.
    pub ended: bool,
    /// The routes that were tried, with `--verbose`.
    pub trail: Option<Trail>,
}

/// The analysers for all positions of a command.
pub struct Session<'a> {
    common: &'a Common,
    /// The query for each position; its play convention varies.
    query: Query,
    /// The play convention, if it is not that of the options.
    play: Option<Play>,
    analyzer: Analyzer,
    tables: AtHand,
}

impl<'a> Session<'a> {
    /// Creates a session with these tables of whole boards.
    pub fn new(common: &'a Common, query: Query, tables: AtHand) -> Session<'a> {
        let query = query.unproved(common.allow_unproved);
        let mut analyzer = Analyzer::new(query.clone(), Budget::unlimited());
        analyzer.set_tables(tables.set());
        Session {
            common,
            query,
            play: None,
            analyzer,
            tables,
        }
    }

    /// Answers in this play convention from now on, or in that of the options or the sources.
    pub fn play_as(&mut self, play: Option<Play>) {
        self.play = play;
    }

    /// Decides positions by a law from now on.
    pub fn decide_by(&mut self, law: Arc<ProvedLaw>) {
        self.analyzer.set_law(Some(law));
    }

    /// Analyses a position with its own budget.
    ///
    /// # Errors
    /// If it is a sum of games with different play conventions and none is requested.
    pub fn analyze(&mut self, sum: &Sum) -> Result<Analyzed, String> {
        let common = self.common;
        let analyzer = self.analyzer(sum)?;
        let within = budget(common);
        analyzer.set_budget(within.clone());
        let answer = analyzer.analyze(sum);
        let ended = within.check(answer.effort.positions).is_err();
        // The old budget holds the progress line; replacing it clears the line.
        analyzer.set_budget(Budget::unlimited());
        let trail = common.verbose.then(|| analyzer.trail().clone());
        self.tables.tell_faults();
        Ok(Analyzed {
            answer,
            ended,
            trail,
        })
    }

    /// Saves the search of a position in a file, and continues from an earlier save; returns how
    /// many sums are decided.
    pub fn keep_in(&mut self, sum: &Sum, file: StateFile) -> Result<u64, Failure> {
        let common = self.common;
        let analyzer = self.analyzer(sum).map_err(Failure::input)?;
        analyzer.set_budget(budget(common));
        analyzer.keep_in(sum, file).map_err(|error| match error {
            StateError::TooLarge(..) => Failure::undecided(error),
            error => Failure::input(error),
        })
    }

    /// Saves the search of a position now; returns how many sums are decided.
    pub fn save_search(&mut self, sum: &Sum) -> Result<Option<u64>, String> {
        let saved = self.analyzer(sum)?.save_search();
        saved.map_err(|error| error.to_string())
    }

    /// Returns the analyser for the play convention of a position.
    fn analyzer(&mut self, sum: &Sum) -> Result<&mut Analyzer, String> {
        let play = self.play.map_or_else(|| play_of(self.common, sum), Ok)?;
        self.analyzer.set_query(Query {
            play,
            ..self.query.clone()
        });
        Ok(&mut self.analyzer)
    }
}

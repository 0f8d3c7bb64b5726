//! What is asked about the terms along a letter, and which engine knows them.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::families::heaps::HeapRules;
use nimfield_core::families::ray::RayGame;
use nimfield_core::files::FileError;
use nimfield_core::notation::NotationError;
use nimfield_core::words::Play;
use nimfield_engines::heaps::PeriodTheorem;

use crate::registry::Games;
use crate::sum::Sum;
use crate::template::{Letter, Template};

/// The largest number that a letter stands for.
pub const LARGEST: u64 = 1 << 31;

/// What is asked.
#[derive(Clone, Debug)]
pub struct PeriodQuery {
    /// A position in which the letter stands for a number.
    pub text: String,
    /// The letter.
    pub letter: char,
    /// The greatest number; by default a proof ends the search, or else the budget or a modest number.
    pub up_to: Option<u64>,
    /// The play convention; by default that of the game.
    pub play: Option<Play>,
    /// Whether outcomes are looked at instead of values: 0 for P, 1 for N.
    pub outcomes: bool,
    /// An expression of the letter and of facts of the positions, as a [statement](crate::statement), to look at instead.
    pub expression: Option<String>,
    /// A file that keeps the values of heaps, and how often it is written.
    pub state: Option<(PathBuf, Duration)>,
    /// Returns the text of a file that the position names after `@`, or says why not.
    pub load: fn(&str) -> Result<String, String>,
}

impl PeriodQuery {
    /// Asks for the period of the values along the letter n.
    #[must_use]
    pub fn new(text: &str) -> PeriodQuery {
        PeriodQuery {
            text: text.to_string(),
            letter: 'n',
            up_to: None,
            play: None,
            outcomes: false,
            expression: None,
            state: None,
            load: |_| Err("files cannot be read here".to_string()),
        }
    }
}

/// Why no terms can be reported.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum PeriodError {
    /// The position cannot be read.
    Notation(NotationError),
    /// The state file cannot be read or written.
    File(FileError),
    /// The positions have no such terms, in words.
    Unsuitable(String),
    /// The budget ended before any term was found.
    Unfinished(Unfinished),
}

impl fmt::Display for PeriodError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PeriodError::Notation(error) => error.fmt(f),
            PeriodError::File(error) => error.fmt(f),
            PeriodError::Unsuitable(why) => f.write_str(why),
            PeriodError::Unfinished(unfinished) => unfinished.fmt(f),
        }
    }
}

impl std::error::Error for PeriodError {}

impl From<NotationError> for PeriodError {
    fn from(error: NotationError) -> PeriodError {
        PeriodError::Notation(error)
    }
}

impl From<FileError> for PeriodError {
    fn from(error: FileError) -> PeriodError {
        PeriodError::File(error)
    }
}

impl From<Unfinished> for PeriodError {
    fn from(unfinished: Unfinished) -> PeriodError {
        PeriodError::Unfinished(unfinished)
    }
}

/// Where the terms come from.
pub(crate) enum Source {
    /// The number is the size of a heap, and the position with its letter is written so.
    Heaps { rules: HeapRules, text: String },
    /// The number is one of two piles, and the other one has this size.
    Row {
        game: RayGame,
        growing: usize,
        fixed: u32,
    },
    /// Each position is analysed.
    Analysis,
}

/// Returns the position with a number for the letter.
pub(crate) fn member(
    query: &PeriodQuery,
    number: u64,
    budget: &Budget,
) -> Result<(Template, Sum), PeriodError> {
    let template = family(query, number..=number)?;
    let unsuitable =
        |error: crate::template::TermOutOfRange| PeriodError::Unsuitable(error.to_string());
    let text = template.with(&[number]).map_err(unsuitable)?;
    let sum = Games::builtin()
        .reader()
        .files(&query.load)
        .budget(budget.clone())
        .read(&text)?;
    Ok((template, sum))
}

pub(super) fn family(
    query: &PeriodQuery,
    range: std::ops::RangeInclusive<u64>,
) -> Result<Template, NotationError> {
    let letter = Letter {
        name: query.letter,
        range,
        not_below: None,
    };
    Template::new(&query.text, vec![letter])?.with_files(&query.load)
}

/// Returns the first number for which there is a position, 0 or 1, and that position.
pub(crate) fn beginning(query: &PeriodQuery, budget: &Budget) -> Result<(u64, Sum), PeriodError> {
    let (first, (_, sum)) = match member(query, 0, budget) {
        Ok(sum) => (0, sum),
        Err(_) => (
            1,
            member(query, 1, budget).map_err(|error| as_typed(error, query))?,
        ),
    };
    match sum.is_impartial() {
        true => Ok((first, sum)),
        false => Err(PeriodError::Unsuitable(format!(
            "{sum} is partizan, and has no Grundy value"
        ))),
    }
}

/// Shows the position with its letter, if what is wrong stands before that.
fn as_typed(error: PeriodError, query: &PeriodQuery) -> PeriodError {
    match error {
        PeriodError::Notation(mut error) => {
            let same = error.text.bytes().zip(query.text.bytes());
            let same = same.take_while(|(read, typed)| read == typed).count();
            if error.span.end <= same {
                error.text = query.text.clone();
            }
            PeriodError::Notation(error)
        }
        error => error,
    }
}

/// Returns which engine knows the values.
pub(crate) fn source(query: &PeriodQuery, budget: &Budget) -> Result<Source, PeriodError> {
    let numbers = [7, 8];
    let sums = numbers.map(|number| member(query, number, budget));
    let [Ok((template, seven)), Ok((_, eight))] = sums else {
        return Ok(Source::Analysis);
    };
    let ([seven], [eight]) = (seven.components(), eight.components()) else {
        return Ok(Source::Analysis);
    };
    if !template.is_box() {
        return Ok(Source::Analysis);
    }
    if let (Some((rules, heaps)), Some((_, larger))) = (seven.in_code(), eight.in_code())
        && (&heaps[..], &larger[..]) == (&[7], &[8])
    {
        let text = format!("code({rules})[{}]", query.letter);
        return Ok(Source::Heaps { rules, text });
    }
    if let (Some((game, seven)), Some((_, eight))) = (seven.in_box(), eight.in_box()) {
        let growing = (0..seven.len()).find(|&pile| seven[pile] != eight[pile]);
        if let ([a, b], Some(growing)) = (&seven[..], growing) {
            let fixed = if growing == 0 { *b } else { *a };
            return Ok(Source::Row {
                game,
                growing,
                fixed,
            });
        }
    }
    Ok(Source::Analysis)
}

/// Returns up to which heap a proof is looked for.
pub(super) fn most_heaps(rules: &HeapRules) -> u64 {
    /// Heaps of games for which no theorem proves a period, and of those whose values take cubic time.
    const MODEST: [u64; 2] = [10_000, 500];
    match (rules.most_pieces(), PeriodTheorem::of(rules, 0)) {
        (3, _) => MODEST[1],
        (_, None) => MODEST[0],
        (_, Some(_)) => LARGEST,
    }
}

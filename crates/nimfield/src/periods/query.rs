//! What is asked about the terms along a letter, and which engine knows them.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use nimfield_core::families::heaps::HeapRules;
use nimfield_core::files::FileError;
use nimfield_core::prelude::*;
use nimfield_engines::heaps::PeriodTheorem;
use nimfield_engines::rows::GrowingRow;

use crate::reader::Reader;
use crate::registry::Games;
use crate::sum::Sum;
use crate::template::{Letter, NoMember, Template};

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
    /// A number past which no terms are needed: the search ends there at the latest.
    pub enough: Option<u64>,
    /// The play convention; by default that of the game.
    pub play: Option<Play>,
    /// Whether outcomes are looked at instead of values: 0 for P, 1 for N.
    pub outcomes: bool,
    /// An expression of the letter and of facts of the positions, as a [statement](crate::statement), to look at instead.
    pub expression: Option<String>,
    /// A file that keeps the values of heaps, and how often it is written.
    pub state: Option<(PathBuf, Duration)>,
    /// Reads the positions: their games, and the files that they name.
    pub reader: Reader<'static>,
}

impl PeriodQuery {
    /// Asks for the period of the values along the letter n.
    #[must_use]
    pub fn new(text: &str) -> PeriodQuery {
        PeriodQuery {
            text: text.to_string(),
            letter: 'n',
            up_to: None,
            enough: None,
            play: None,
            outcomes: false,
            expression: None,
            state: None,
            reader: Games::builtin().reader(),
        }
    }

    /// Returns the greatest number that is looked at, where this is the usual one.
    pub(super) fn last(&self, usual: u64) -> u64 {
        let needed = self.enough.map_or(usual, |enough| usual.min(enough));
        self.up_to.unwrap_or(needed)
    }

    /// Returns the positions along the letter.
    pub(super) fn family(&self, range: RangeInclusive<u64>) -> Result<Template, NotationError> {
        along(&self.text, self.letter, range, &self.reader)
    }
}

/// Returns the positions that a text stands for along a letter.
pub(crate) fn along(
    text: &str,
    name: char,
    range: RangeInclusive<u64>,
    reader: &Reader<'_>,
) -> Result<Template, NotationError> {
    let letter = Letter {
        name,
        range,
        not_below: None,
    };
    Template::read(text, vec![letter], reader)
}

/// Why no terms, or no further ones, can be reported.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PeriodError {
    /// The position cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The state file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The positions have no such terms, in words.
    #[error("{0}")]
    Unsuitable(String),
    /// The budget ended.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
    /// This position was not decided, and no limit was reached that would say why.
    #[error("stopped at {0}, which was not decided within the budget")]
    Undecided(String),
}

impl From<NoMember> for PeriodError {
    fn from(error: NoMember) -> PeriodError {
        match error {
            NoMember::Term(error) => PeriodError::Unsuitable(error.to_string()),
            NoMember::Notation(error) => PeriodError::Notation(error),
        }
    }
}

/// Where the terms come from.
pub(crate) enum TermSource {
    /// The number is the size of a heap, and the position with its letter is written so.
    Heaps { rules: HeapRules, text: String },
    /// The number is one of two piles, and the other one stays.
    Row(GrowingRow),
    /// Each position is analysed.
    Analysis,
}

/// Returns the first number for which there is a position, and that position: 0 or 1, unless the game lacks some.
pub(crate) fn beginning(family: &Template, budget: &Budget) -> Result<(u64, Sum), PeriodError> {
    /// One of these numbers gives a position.
    const TRIED: u64 = 4096;
    let mut fault = None;
    for number in 0..TRIED {
        match family.position(&[number], budget) {
            Ok(sum) if sum.is_impartial() => return Ok((number, sum)),
            Ok(sum) => {
                let why = format!("{sum} is partizan, and has no Grundy value");
                return Err(PeriodError::Unsuitable(why));
            }
            Err(error) if !error.is_no_position() => return Err(error.into()),
            // Many positions have none for 0: what is wrong with 1 tells more.
            Err(error) if number <= 1 => fault = Some(error),
            Err(_) => {}
        }
    }
    let fault = fault.expect("two numbers are tried at least");
    Err(as_typed(fault.into(), family))
}

/// Shows the position with its letter, if what is wrong stands before that.
fn as_typed(error: PeriodError, family: &Template) -> PeriodError {
    match error {
        PeriodError::Notation(mut error) => {
            let same = error.text.bytes().zip(family.text().bytes());
            let same = same.take_while(|(read, typed)| read == typed).count();
            if error.span.end <= same {
                error.text = family.text().to_string();
            }
            PeriodError::Notation(error)
        }
        error => error,
    }
}

/// Returns which engine knows the values.
pub(crate) fn source(family: &Template, budget: &Budget) -> TermSource {
    let [Ok(seven), Ok(eight)] = [7, 8].map(|number| family.position(&[number], budget)) else {
        return TermSource::Analysis;
    };
    let ([seven], [eight]) = (seven.components(), eight.components()) else {
        return TermSource::Analysis;
    };
    if !family.is_box() {
        return TermSource::Analysis;
    }
    // The rules may depend on the size of the position: then no engine for all sizes knows the values.
    if let (Some((rules, heaps)), Some((others, larger))) =
        (seven.as_code_heaps(), eight.as_code_heaps())
        && (&heaps[..], &larger[..]) == (&[7], &[8])
        && rules == others
    {
        let text = format!("code({rules})[{}]", family.letters()[0].name);
        return TermSource::Heaps { rules, text };
    }
    // Which pile grows, and the size of the other one.
    let growing = |[a, b]: [u64; 2], [c, d]: [u64; 2]| match ([a, c], [b, d]) {
        ([7, 8], [b, d]) if b == d => Some((0, u32::try_from(b).ok()?)),
        ([a, c], [7, 8]) if a == c => Some((1, u32::try_from(a).ok()?)),
        _ => None,
    };
    let row = if let (Some((game, seven)), Some((other, eight))) =
        (seven.as_ray_box(), eight.as_ray_box())
        && game == other
        && let ([a, b], [c, d]) = (&seven[..], &eight[..])
    {
        growing([*a, *b].map(u64::from), [*c, *d].map(u64::from))
            .and_then(|(growing, fixed)| GrowingRow::new(&game, growing, fixed))
    } else if let (Some((moves, seven)), Some((others, eight))) =
        (seven.as_vectors(), eight.as_vectors())
        && moves == others
        && let ([a, b], [c, d]) = (&seven[..], &eight[..])
    {
        growing([*a, *b], [*c, *d])
            .and_then(|(growing, fixed)| GrowingRow::of_vectors(&moves, growing, fixed))
    } else {
        None
    };
    if let Some(row) = row {
        return TermSource::Row(row);
    }
    TermSource::Analysis
}

/// Returns up to which heap a proof is looked for.
pub(super) fn most_heaps(rules: &HeapRules) -> u64 {
    /// Heaps of games for which no theorem proves a period, and of those whose values take cubic time.
    const MODEST: [u64; 2] = [10_000, 500];
    match (rules.most_pieces(), PeriodTheorem::of(rules, 0)) {
        (3.., _) => MODEST[1],
        (_, None | Some(PeriodTheorem::Repeating)) => MODEST[0],
        (_, Some(_)) => LARGEST,
    }
}

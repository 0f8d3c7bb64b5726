//! Queries about the terms along a letter, and the choice of the engine.

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

/// The largest number for a letter.
pub const LARGEST: u64 = 1 << 31;

/// A query about the terms along a letter.
#[derive(Clone, Debug)]
pub struct PeriodQuery {
    /// A position in which the letter stands for a number.
    pub text: String,
    /// The letter.
    pub letter: char,
    /// The greatest number; by default the search ends with a proof, at the end of the budget, or at a modest number.
    pub up_to: Option<u64>,
    /// The search ends at this number at the latest, since no further terms are needed.
    pub enough: Option<u64>,
    /// The play convention; by default that of the game.
    pub play: Option<Play>,
    /// Use outcomes instead of values: 0 for P, 1 for N.
    pub outcomes: bool,
    /// Use the values of this expression in the letter and facts of the positions instead; see
    /// [statements](crate::statement).
    pub expression: Option<String>,
    /// A file for the values of heaps, and how often to write it.
    pub state: Option<(PathBuf, Duration)>,
    /// The reader of the positions, with its games and files.
    pub reader: Reader<'static>,
}

impl PeriodQuery {
    /// Creates a query for the period of the values along the only letter between the brackets, or along n if there is not
    /// exactly one.
    #[must_use]
    pub fn new(text: &str) -> PeriodQuery {
        PeriodQuery {
            text: text.to_string(),
            letter: only_letter(text).unwrap_or('n'),
            up_to: None,
            enough: None,
            play: None,
            outcomes: false,
            expression: None,
            state: None,
            reader: Games::builtin().reader(),
        }
    }

    /// Returns the greatest number to examine, which defaults to `usual`.
    pub(super) fn last(&self, usual: u64) -> u64 {
        let needed = self.enough.map_or(usual, |enough| usual.min(enough));
        self.up_to.unwrap_or(needed)
    }

    /// Returns the positions along the letter.
    pub(super) fn family(&self, range: RangeInclusive<u64>) -> Result<Template, NotationError> {
        along(&self.text, self.letter, range, &self.reader)
    }
}

/// Returns the letter between the brackets of a position that belongs to no word, if there is just one. The letters of
/// ordinals and of pictures do not count.
fn only_letter(text: &str) -> Option<char> {
    let (_, body) = text.split_once('[')?;
    let words = body.split(|c: char| !c.is_alphanumeric());
    let words = words.map(|word| word.trim_start_matches(|c: char| c.is_ascii_digit()));
    let mut letters = words.filter_map(|word| match word.as_bytes() {
        [b'w' | b'x' | b'o'] => None,
        &[letter @ b'a'..=b'z'] => Some(char::from(letter)),
        _ => None,
    });
    let letter = letters.next()?;
    letters.all(|other| other == letter).then_some(letter)
}

/// Returns the positions of a text along a letter.
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

/// Why terms, or further terms, cannot be reported.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PeriodError {
    /// The position cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The state file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The positions have no such terms, for this reason.
    #[error("{0}")]
    Unsuitable(String),
    /// The budget ran out.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
    /// This position was not decided, although no limit was reached.
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

/// The source of the terms.
pub(crate) enum TermSource {
    /// The number is the size of a heap; the text is the position with its letter.
    Heaps { rules: HeapRules, text: String },
    /// The number is one of two piles, and the other pile is fixed.
    Row(GrowingRow),
    /// Each position is analysed.
    Analysis,
}

/// Returns the first number that gives a position, with that position: 0 or 1, unless the game lacks these.
pub(crate) fn beginning(family: &Template, budget: &Budget) -> Result<(u64, Sum), PeriodError> {
    /// Numbers below this are tried.
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
            // Many families have no position for 0, so the error for 1 is more useful.
            Err(error) if number <= 1 => fault = Some(error),
            Err(_) => {}
        }
    }
    let fault = fault.expect("at least two numbers are tried");
    Err(as_typed(fault.into(), family))
}

/// Shows the position with its letter, if the error is before the letter.
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

/// Returns the source of the values.
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
    // The rules may depend on the size of the position; then no engine covers all sizes.
    if let (Some((rules, heaps)), Some((others, larger))) =
        (seven.as_code_heaps(), eight.as_code_heaps())
        && (&heaps[..], &larger[..]) == (&[7], &[8])
        && rules == others
    {
        let text = format!("code({rules})[{}]", family.letters()[0].name);
        return TermSource::Heaps { rules, text };
    }
    // The pile that grows, and the size of the other one.
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

/// Returns the largest heap in the search for a proof.
pub(super) fn most_heaps(rules: &HeapRules) -> u64 {
    /// The limits for games without a theorem that proves a period, and for games whose values take cubic time.
    const MODEST: [u64; 2] = [10_000, 500];
    match (rules.most_pieces(), PeriodTheorem::of(rules, 0)) {
        (3.., _) => MODEST[1],
        (_, None | Some(PeriodTheorem::Repeating)) => MODEST[0],
        (_, Some(_)) => LARGEST,
    }
}

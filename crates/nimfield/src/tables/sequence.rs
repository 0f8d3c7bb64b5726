//! Sequences from tables: antidiagonals of squares, and counts along growing boxes.

use std::ops::RangeInclusive;

use nimfield_core::notation::NotationError;

use crate::reader::Reader;
use crate::template::{Letter, Template};

/// Why a table does not give a sequence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SequenceError {
    /// The two letters have different ranges.
    #[error("a table of two letters is read by antidiagonals: both letters have the same range")]
    NotSquare,
    /// No range ends with a letter.
    #[error("counts are a sequence if the boxes grow with a letter")]
    NoSize,
    /// The letter that ends ranges has no range itself.
    #[error("the letter `{0}` has no range")]
    NoRange(char),
    /// A range or the family is invalid.
    #[error(transparent)]
    Notation(#[from] NotationError),
}

/// Returns the cells of a square, given row by row, in the order in which the OEIS reads tables: T(0,0), T(0,1),
/// T(1,0), T(0,2), …, for complete antidiagonals only. For families with another number of letters, returns the cells
/// unchanged.
///
/// # Errors
/// [`SequenceError::NotSquare`].
pub fn antidiagonals<T: Clone>(family: &Template, cells: Vec<T>) -> Result<Vec<T>, SequenceError> {
    let [down, across] = family.letters() else {
        return Ok(cells);
    };
    if down.range != across.range {
        return Err(SequenceError::NotSquare);
    }
    let side = usize::try_from(across.count()).unwrap_or(usize::MAX);
    let mut sequence = Vec::new();
    for sum in 0..side {
        let terms = (0..=sum).filter_map(|row| cells.get(row * side + sum - row));
        sequence.extend(terms.cloned());
    }
    Ok(sequence)
}

/// Boxes that grow with a letter: `nim[a b]` with `a=0..n b=0..n n=0..9`.
#[derive(Clone, Debug)]
pub struct GrowingBoxes {
    template: String,
    reader: Reader<'static>,
    size: char,
    sizes: RangeInclusive<u64>,
    ranges: Vec<String>,
}

impl GrowingBoxes {
    /// Finds the letter for the size, which ends other ranges. The reader reads the positions.
    ///
    /// # Errors
    /// If there is none, or it has no range.
    pub fn new(
        template: &str,
        ranges: &[String],
        reader: &Reader<'static>,
    ) -> Result<GrowingBoxes, SequenceError> {
        let size = size_letter(ranges).ok_or(SequenceError::NoSize)?;
        let mut sizes = None;
        let mut others = Vec::new();
        for range in ranges {
            match range.trim_start().starts_with(size) {
                true => sizes = Some(Letter::read(range)?.range),
                false => others.push(range.clone()),
            }
        }
        Ok(GrowingBoxes {
            template: template.to_string(),
            reader: reader.clone(),
            size,
            sizes: sizes.ok_or(SequenceError::NoRange(size))?,
            ranges: others,
        })
    }

    /// Returns the letter for the size.
    #[must_use]
    pub fn size(&self) -> char {
        self.size
    }

    /// Returns the sizes.
    #[must_use]
    pub fn sizes(&self) -> RangeInclusive<u64> {
        self.sizes.clone()
    }

    /// Returns the ranges of the other letters, as given.
    #[must_use]
    pub fn ranges(&self) -> &[String] {
        &self.ranges
    }

    /// Returns the box of size `n`.
    ///
    /// # Errors
    /// If a range or the family is invalid.
    pub fn family(&self, n: u64) -> Result<Template, SequenceError> {
        let letter = |range: &String| match range.trim_end().strip_suffix(self.size) {
            Some(start) => Letter::read(&format!("{start}{n}")),
            None => Letter::read(range),
        };
        let letters = self.ranges.iter().map(letter).collect::<Result<_, _>>()?;
        Ok(Template::read(&self.template, letters, &self.reader)?)
    }
}

fn size_letter(ranges: &[String]) -> Option<char> {
    ranges.iter().find_map(|range| {
        let mut end = range.rsplit("..").next()?.trim_start_matches('=').chars();
        match (end.next(), end.next()) {
            (Some(letter), None) if letter.is_ascii_alphabetic() => Some(letter),
            _ => None,
        }
    })
}

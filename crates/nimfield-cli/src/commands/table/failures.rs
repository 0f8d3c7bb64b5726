//! The errors of tables and sequences, in the words of the command.

use nimfield::tables::{FamilyError, SequenceError};
use nimfield::template::Template;
use nimfield_export::{latex, map, markdown};

use super::args::{Args, MOST_ROWS};
use crate::errors::Failure;
use crate::options::Format;

/// Returns the failure for a table that does not exist, or that the budget ended.
pub fn failure(error: FamilyError) -> Failure {
    match error {
        FamilyError::Unfinished(_) => Failure::Undecided(error.to_string()),
        error => Failure::input(error),
    }
}

/// Returns the failure for boxes that do not make a sequence.
pub fn no_sequence(error: SequenceError) -> Failure {
    match error {
        SequenceError::NoSize => Failure::input(format!(
            "{error}\nexample: nimfield table 'nim[a b c]' a=0..n b=0..n c=0..n n=0..15 --count --format bfile"
        )),
        error => Failure::input(error),
    }
}

/// Refuses, before anything is computed, a game without a table, or a table that this form cannot hold.
pub fn refuse_unfit(wanted: &Args, format: Format, family: &Template) -> Result<(), Failure> {
    let letters = family.letters().len();
    if wanted.only_p && !wanted.shows().has_p() {
        return Err(Failure::input(
            "--only-p goes with --show outcome and --show value",
        ));
    }
    if letters == 0 {
        return Err(Failure::input(
            "no letter has a range\nexample: nimfield table 'wythoff[a b]' a=0..9 b=0..9",
        ));
    }
    if wanted.count && !matches!(format, Format::Text | Format::Json) {
        return Err(Failure::input(
            "a count is a number, not a table: --count goes with --format text, json or bfile",
        ));
    }
    if format == Format::Bfile && !family.is_free() {
        return Err(Failure::input(
            "a b-file is of ranges that begin with numbers: a=0..9",
        ));
    }
    if format == Format::Bfile && (letters > 2 || wanted.only_p) {
        return Err(Failure::input(
            "a b-file is a sequence: one letter or a square of two, all positions\nexample: nimfield table 'schrage[n x n]' n=1..50 --show value --format bfile",
        ));
    }
    // P-positions are printed as they are found, but a shard holds all its rows.
    let is_large = family.count() > MOST_ROWS && !wanted.count;
    if is_large && (!wanted.only_p || wanted.shard.is_some()) {
        return Err(Failure::input(format!(
            "the table has {} rows, more than {MOST_ROWS}; --count counts its P-positions, and --only-p lists them",
            family.count()
        )));
    }
    let most = match format {
        Format::Latex => latex::MOST_CELLS,
        Format::Svg | Format::Png | Format::Pdf => map::MOST_CELLS,
        Format::Markdown => markdown::MOST_CELLS,
        _ => return Ok(()),
    };
    if wanted.only_p {
        return Err(Failure::input(
            "--only-p goes with text, CSV, JSON and Parquet; this form shows all positions",
        ));
    }
    if family.count() > most as u128 {
        return Err(Failure::input(format!(
            "the table has {} cells; this form is for at most {most}",
            family.count()
        )));
    }
    Ok(())
}

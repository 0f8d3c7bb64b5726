//! Messages about tables on stderr: errors in the words of the command, and costs.

use indicatif::HumanCount;
use nimfield::answer::Effort;
use nimfield::tables::{Engine, FamilyError, SequenceError};
use nimfield::template::Template;
use nimfield::words::counted;
use nimfield_export::{latex, map, markdown};

use super::args::{Args, MOST_ROWS};
use crate::errors::{Failure, remark};
use crate::options::{Common, Format};

/// Returns the failure for a table that does not exist, or that ran out of budget.
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

/// Refuses, before any computation, games without a table and tables that the format cannot hold.
pub fn refuse_unfit(wanted: &Args, format: Format, family: &Template) -> Result<(), Failure> {
    let letters = family.letters().len();
    let is_bfile = format == Format::Bfile;
    let is_number = matches!(format, Format::Text | Format::Json | Format::JsonArray);
    let faults = [
        (
            wanted.only_p && !wanted.shows().has_p(),
            "--only-p goes with --show outcome and --show value",
        ),
        (
            letters == 0,
            "no letter has a range\nexample: nimfield table 'wythoff[a b]' a=0..9 b=0..9",
        ),
        (
            wanted.count && !is_number,
            "a count is a number, not a table: --count goes with --format text, json or bfile",
        ),
        (
            is_bfile && !family.is_free(),
            "a b-file needs ranges that begin with numbers, such as a=0..9",
        ),
        (
            is_bfile && (letters > 2 || wanted.only_p),
            "a b-file is a sequence: it needs one letter or a square of two, and all positions\nexample: nimfield \
             table 'schrage[n x n]' n=1..50 --show value --format bfile",
        ),
    ];
    if let Some((_, why)) = faults.into_iter().find(|(is_fault, _)| *is_fault) {
        return Err(Failure::input(why));
    }
    // P-positions are printed as they are found, but a shard keeps all its rows in memory.
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
            "--only-p goes with text, CSV, JSON and Parquet; this format shows all positions",
        ));
    }
    if family.count() > most as u128 {
        return Err(Failure::input(format!(
            "the table has {} cells; this format allows at most {most}",
            family.count()
        )));
    }
    Ok(())
}

/// Prints on stderr how many members of a family are not positions, if any.
pub(super) fn tell_left_out(common: &Common, empty: u128) {
    let are = match empty {
        0 => return,
        1 => "1 member of the family is not a position and is left out".to_string(),
        _ => format!("{empty} members of the family are not positions and are left out"),
    };
    if !common.quiet {
        remark(&are);
    }
}

/// Prints on stderr, with `--verbose`, which engine computed a table, and its cost.
pub(super) fn tell_effort(common: &Common, engine: Engine, effort: Effort) {
    if common.verbose {
        let positions = counted(HumanCount(effort.positions), "position");
        let seconds = effort.seconds;
        remark(&format!("{engine}: {positions} in {seconds:.2} s"));
    }
}

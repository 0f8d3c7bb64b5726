//! Existing b-files: checks of their format, and comparisons of their terms with computed ones.

use std::fmt::Display;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;

use nimfield::words::counted;
use nimfield_core::files;
use nimfield_export::bfile::{self, Comparison};

use crate::errors::{Failure, Status, print};
use crate::objects::{BfileObject, json};
use crate::options::Common;
use crate::output;

fn named(path: &Path, error: &dyn Display) -> Failure {
    Failure::input(format!("{}: {error}", path.display()))
}

/// Opens a file, with a message on failure.
pub fn open(path: &Path) -> Result<BufReader<File>, Failure> {
    files::open(path)
        .map(BufReader::new)
        .map_err(Failure::input)
}

/// Returns the index of the last term of a file.
pub fn last_index(path: &Path) -> Result<i64, Failure> {
    let summary = bfile::check(open(path)?).map_err(|fault| named(path, &fault))?;
    Ok(summary.last)
}

/// Sends the output of `write` to a file or to stdout; or, with a b-file at `against`, compares it with that.
pub fn to(
    against: Option<&Path>,
    file: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> Result<Status, Failure>,
) -> Result<Status, Failure> {
    let Some(path) = against else {
        return output::to(file, write);
    };
    // An unreadable file ends the command before any computation.
    let other = open(path)?;
    let mut computed = Vec::new();
    let status = write(&mut computed)?;
    let found = bfile::compare(other, &computed[..]).map_err(|fault| named(path, &fault))?;
    report(path, found, status)
}

/// Compares the b-file with the terms from `own`, whose first and last index are `range`.
pub fn beside(
    path: &Path,
    range: (i64, i64),
    own: impl Fn(i64) -> Option<String>,
    status: Status,
) -> Result<Status, Failure> {
    let found =
        bfile::compare_with(open(path)?, range, own).map_err(|fault| named(path, &fault))?;
    report(path, found, status)
}

/// Prints the result of a comparison.
fn report(path: &Path, found: Comparison, status: Status) -> Result<Status, Failure> {
    let (first, last) = (
        found.file.0.max(found.computed.0),
        found.file.1.min(found.computed.1),
    );
    let (text, status) = match found.difference {
        None if found.common == 0 => {
            let ((from, to), (first, last)) = (found.file, found.computed);
            let why = format!(
                "no term to compare: the file has n = {from} to {to}, and n = {first} to {last} are computed"
            );
            return Err(named(path, &why));
        }
        None => {
            let common = found.common;
            let text = format!("all {common} common terms agree, n = {first} to {last}");
            (text, status)
        }
        Some((n, theirs, own)) => {
            let text = format!(
                "{} of {} common terms differ, the first at n = {n}: {theirs} in the file, {own} computed",
                found.different, found.common
            );
            (text, Status::False)
        }
    };
    print(format!("{}: {text}\n", path.display()).as_bytes())?;
    Ok(status)
}

/// Checks the format of a file.
pub fn check(common: &Common, path: &Path) -> Result<Status, Failure> {
    let summary = bfile::check(open(path)?).map_err(|fault| named(path, &fault))?;
    let count = summary.last.abs_diff(summary.first) + 1;
    if common.json {
        let row = BfileObject {
            file: path.display().to_string(),
            terms: count,
            first: summary.first,
            last: summary.last,
            data: summary.data.line().to_string(),
        };
        return print((json(&row) + "\n").as_bytes());
    }
    let text = format!(
        "{}: a well-formed b-file, {}, n = {} to {}\ndata: {}\n",
        path.display(),
        counted(count, "term"),
        summary.first,
        summary.last,
        summary.data.line()
    );
    print(text.as_bytes())
}

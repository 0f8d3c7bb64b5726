//! Looks terms up in the OEIS's file of all sequences, `stripped`, with lines `A002187 ,0,1,2,0,3,`.

use std::io::{BufRead, Read as _, Write};
use std::path::Path;

use nimfield::budget::Budget;
use nimfield::words::counted;

use super::bfile::open;
use crate::errors::{Failure, Status};

/// The least number of terms that must agree.
const LEAST: usize = 8;
/// The most terms to compare.
pub const MOST: usize = 512;
/// The most initial terms that either side may lack.
const SHIFT: usize = 8;
/// Longer lines are refused before they are read completely.
const LONGEST_LINE: u64 = 1 << 16;

/// The place of terms in a sequence.
#[derive(Debug, PartialEq, Eq)]
struct Match {
    /// The number of computed terms before those of the sequence.
    skipped: usize,
    /// The number of terms of the sequence before the computed ones.
    before: usize,
    /// The number of terms that agree, up to the end of one side.
    common: usize,
}

/// Finds the computed terms in a sequence, with the least shift.
fn place(own: &[String], theirs: &[&str]) -> Option<Match> {
    let forward = (0..=SHIFT).map(|skipped| (skipped, 0));
    let back = (1..=SHIFT).map(|before| (0, before));
    let mut shifts = forward.chain(back);
    shifts.find_map(|(skipped, before)| {
        let (own, theirs) = (own.get(skipped..)?, theirs.get(before..)?);
        let common = own.len().min(theirs.len());
        let tells = own[..common].iter().any(|term| *term != own[0]);
        let agree =
            common >= LEAST && tells && own.iter().zip(theirs).all(|(own, theirs)| own == theirs);
        agree.then_some(Match {
            skipped,
            before,
            common,
        })
    })
}

/// Prints the sequences of the file that contain these terms, the first of which has index `first`.
pub fn look_up(
    out: &mut dyn Write,
    path: &Path,
    (letter, first): (char, u64),
    terms: &[String],
    budget: &Budget,
) -> Result<Status, Failure> {
    let name = path.display();
    if terms.len() < LEAST {
        let terms = counted(terms.len() as u64, "term");
        return Err(Failure::input(format!(
            "{name}: a look-up needs {LEAST} terms, and there are {terms}"
        )));
    }
    let mut file = open(path)?;
    let mut line = Vec::new();
    let (mut sequences, mut found) = (0u64, 0u64);
    for number in 1u64.. {
        line.clear();
        let read = (&mut file).take(LONGEST_LINE).read_until(b'\n', &mut line);
        if read.map_err(|error| Failure::input(format!("cannot read {name}: {error}")))? == 0 {
            break;
        }
        if number.is_multiple_of(1 << 12) {
            budget.check(0).map_err(|limit| {
                Failure::Undecided(format!(
                    "the look-up ended at line {number} of {name}: stopped by {limit}"
                ))
            })?;
        }
        let wrong = || {
            let form = "expected the name of a sequence and its terms between commas, as in `A002187 ,0,1,2,0,3,`";
            Failure::input(format!("{name}: line {number}: {form}"))
        };
        let text = std::str::from_utf8(&line).map_err(|_| wrong())?.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let (sequence, data) = text.split_once(" ,").ok_or_else(wrong)?;
        if !sequence.starts_with('A') {
            return Err(wrong());
        }
        sequences += 1;
        let theirs: Vec<&str> = data
            .trim_end_matches(',')
            .split(',')
            .take(MOST + SHIFT)
            .collect();
        if let Some(Match {
            skipped,
            before,
            common,
        }) = place(terms, &theirs)
        {
            found += 1;
            let number = first + skipped as u64;
            writeln!(
                out,
                "{sequence}: {common} terms agree, {letter} = {number} is its term {}",
                before + 1
            )?;
        }
    }
    let sequences = counted(sequences, "sequence");
    match found {
        0 => writeln!(out, "none of {sequences} has these terms")?,
        found => writeln!(out, "{found} of {sequences}")?,
    }
    Ok(Status::Answered)
}

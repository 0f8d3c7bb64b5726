//! Partitions in notation.

use std::ops::Range;

use super::value::{Partition, Run};
use crate::component::write_number;
use crate::notation::{Cursor, NotationError, at_closing};

/// How a partition is written.
pub const BODY: &str = "the parts, the largest first, separated by commas or blanks, with exponents for repeated \
     ones (5^2,3): whole numbers below 2^64; nothing for the empty partition";

/// The most distinct parts of a partition, to limit memory.
const MOST_RUNS: usize = 1_000_000;

/// Reads a partition, the largest part first, up to the first text that does not belong to it.
///
/// # Errors
/// If a part or an exponent is not a number below 2^64, a part is larger than the one before it, or the partition is
/// too long.
pub fn read_partition(cursor: &mut Cursor<'_>) -> Result<Partition, NotationError> {
    /// Longer partitions are not written out in messages.
    const LONGEST: usize = 60;
    let mut least = u64::MAX;
    let mut larger = None;
    let partition = read_parts(cursor, |part, span| {
        if part > least && larger.is_none() {
            larger = Some((part, least, span));
        }
        least = part;
    })?;
    let Some((part, before, span)) = larger else {
        return Ok(partition);
    };
    let sorted = partition.to_string();
    let guess = match sorted.len() <= LONGEST {
        true => format!("; did you mean `[{sorted}]`?"),
        false => String::new(),
    };
    let message =
        format!("the parts of a partition do not increase, but {part} follows {before}{guess}");
    Err(cursor.fault(span, message, BODY))
}

/// Reads a partition with its parts in any order. `each` is called with every part and its place.
///
/// # Errors
/// If a part or an exponent is not a number below 2^64, or the partition is too long.
pub fn read_parts(
    cursor: &mut Cursor<'_>,
    mut each: impl FnMut(u64, Range<usize>),
) -> Result<Partition, NotationError> {
    cursor.blanks();
    let start = cursor.at();
    let mut runs = Vec::new();
    let mut comma = false;
    loop {
        cursor.blanks();
        let place = cursor.at();
        let here = cursor.peek();
        let number = here.is_some_and(|c| c.is_ascii_digit() || c == '-' || c == '−');
        if !number && !comma {
            break;
        }
        let part = read_number(cursor, "a part")?;
        let place = place..cursor.at();
        let count = match cursor.take("^") {
            true => read_number(cursor, "an exponent")?,
            false => 1,
        };
        if count > 0 {
            each(part, place);
        }
        runs.push(Run { part, count });
        if runs.len() > MOST_RUNS {
            let message = format!("this partition has more than {MOST_RUNS} terms");
            let help = "larger ones are refused before they take memory";
            return Err(cursor.fault(start..cursor.at(), message, help));
        }
        comma = cursor.take(",");
    }
    Partition::from_runs(runs).ok_or_else(|| {
        cursor.fault(
            start..cursor.at(),
            "this partition has 2^64 parts or more",
            BODY,
        )
    })
}

/// Reads a number below 2^64.
pub fn read_number(cursor: &mut Cursor<'_>, what: &str) -> Result<u64, NotationError> {
    cursor.blanks();
    let start = cursor.at();
    let help = format!("{what} is a whole number below 2^64");
    let number = cursor
        .need_number(what)
        .map_err(|fault| fault.with_help(&help))?;
    u64::try_from(number).map_err(|_| {
        let message = format!("{what} is too large");
        cursor.fault(start..cursor.at(), message, help)
    })
}

/// Reads a body that is one partition.
pub fn read_body(cursor: &mut Cursor<'_>) -> Result<Partition, NotationError> {
    let partition = read_partition(cursor)?;
    match at_closing(cursor) || cursor.at_end() {
        true => Ok(partition),
        false => Err(cursor.expected("a part", BODY)),
    }
}

/// Appends the key of a diagram, which its conjugate shares.
pub fn write_key(diagram: &Partition, key: &mut Vec<u8>) {
    let conjugate = diagram.conjugate();
    let least = diagram.runs().min(conjugate.runs());
    write_number(key, least.len() as u64);
    for run in least {
        write_number(key, run.part);
        write_number(key, run.count);
    }
}

//! Partitions in notation, and as pictures.

use crate::games::partitions::partition::{Partition, Run};
use crate::notation::at_closing;
use crate::words::NotationError;
use crate::words::notation::Cursor;

/// How a partition is written.
pub(crate) const BODY: &str = "the parts, separated by commas or blanks, with exponents for repeated ones (5^2,3): whole \
     numbers below 2^64; nothing for the empty partition";

/// Partitions with more distinct parts are refused before they take memory.
const MOST_RUNS: usize = 1_000_000;

/// Reads a partition, up to whatever is no part of it.
pub(crate) fn read_partition(cursor: &mut Cursor<'_>) -> Result<Partition, NotationError> {
    cursor.blanks();
    let start = cursor.at();
    let mut runs = Vec::new();
    let mut comma = false;
    loop {
        cursor.blanks();
        let here = cursor.peek();
        let number = here.is_some_and(|c| c.is_ascii_digit() || c == '-' || c == '−');
        if !number && !comma {
            break;
        }
        let part = read_number(cursor, "a part")?;
        let count = match cursor.take("^") {
            true => read_number(cursor, "an exponent")?,
            false => 1,
        };
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
pub(crate) fn read_number(cursor: &mut Cursor<'_>, what: &str) -> Result<u64, NotationError> {
    cursor.blanks();
    let start = cursor.at();
    let Some(number) = cursor.number(what)? else {
        return Err(cursor.expected(what, BODY));
    };
    u64::try_from(number).map_err(|_| {
        let message = format!("{what} is too large");
        cursor.fault(start..cursor.at(), message, format!("{what} is below 2^64"))
    })
}

/// Reads a body that is one partition.
pub(crate) fn read_body(cursor: &mut Cursor<'_>) -> Result<Partition, NotationError> {
    let partition = read_partition(cursor)?;
    match at_closing(cursor) || cursor.at_end() {
        true => Ok(partition),
        false => Err(cursor.expected("a part", BODY)),
    }
}

/// A Young diagram, the square at its corner shown as `corner`; large ones only in part.
pub(crate) fn draw(partition: &Partition, corner: char) -> String {
    /// Rows shown.
    const ROWS: usize = 40;
    /// Squares of a row shown.
    const SQUARES: u64 = 38;
    let square = '□';
    if partition.is_empty() {
        return "(empty)".to_string();
    }
    let width = partition.columns().to_string().len();
    let mut lines = Vec::new();
    for (i, part) in partition.parts().take(ROWS).enumerate() {
        let squares =
            (0..part.min(SQUARES)).map(|j| if (i, j) == (0, 0) { corner } else { square });
        let squares: Vec<String> = squares.map(String::from).collect();
        let more = if part > SQUARES { " …" } else { "" };
        lines.push(format!("{part:>width$}  {}{more}", squares.join(" ")));
    }
    let hidden = partition.rows().saturating_sub(ROWS as u64);
    if hidden > 0 {
        lines.push(format!("{:>width$}  ({hidden} rows more)", "…"));
    }
    lines.join("\n")
}

/// A Young diagram.
pub(crate) fn draw_diagram(partition: &Partition) -> String {
    draw(partition, '□')
}

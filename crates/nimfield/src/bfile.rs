//! OEIS b-files: `n a(n)` lines, the numbers n one after the other.

use std::fmt;
use std::io::{self, BufRead, Read, Write};

/// Writes a b-file. Its indices stay below 2^63, as far as [`check`] reads them.
///
/// # Errors
/// Those of `out`, and [`io::ErrorKind::InvalidInput`] for an index that is too large.
pub fn write(
    mut out: impl Write,
    title: &str,
    first: u64,
    terms: impl IntoIterator<Item = u128>,
) -> io::Result<()> {
    writeln!(out, "# {title}")?;
    let mut next = i64::try_from(first).ok();
    for term in terms {
        let n = next.ok_or_else(|| {
            let message = "the indices of a b-file are integers below 2^63";
            io::Error::new(io::ErrorKind::InvalidInput, message)
        })?;
        writeln!(out, "{n} {term}")?;
        next = n.checked_add(1);
    }
    Ok(())
}

/// What a well-formed b-file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BFileSummary {
    /// The first index.
    pub first: i64,
    /// The last index.
    pub last: i64,
    /// The first terms as the data of an OEIS entry.
    pub data: Data,
}

/// The data line of an OEIS entry: the first terms, with commas and blanks between them, as many as
/// fit into 260 characters, but one at least.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Data {
    line: String,
    full: bool,
}

impl Data {
    const LONGEST: usize = 260;

    /// Adds the next term, if there is room.
    pub fn push(&mut self, term: &str) {
        if self.line.is_empty() {
            self.line.push_str(term);
        } else if !self.full && self.line.len() + ", ".len() + term.len() <= Data::LONGEST {
            self.line.push_str(", ");
            self.line.push_str(term);
        } else {
            self.full = true;
        }
    }

    /// The line.
    #[must_use]
    pub fn line(&self) -> &str {
        &self.line
    }
}

/// Where a file is no b-file.
#[derive(Debug)]
pub enum Fault {
    /// The file could not be read.
    Io(io::Error),
    /// A line is wrong.
    Line {
        /// The line, from 1.
        number: u64,
        /// What is wrong with it.
        message: String,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Io(error) => write!(f, "cannot read the file: {error}"),
            Fault::Line { number, message } => write!(f, "line {number}: {message}"),
        }
    }
}

impl std::error::Error for Fault {}

/// Longer lines are refused before they are read whole.
const LONGEST_LINE: u64 = 1 << 16;

/// Checks the form the OEIS asks for: comments begin with #, every other line holds an index and a
/// term, two integers separated by one blank, indices grow by one, there is at least one term, terms
/// have at most 1,000 digits, and the last line ends. No line is longer than 65,536 bytes.
///
/// # Errors
/// The first line that breaks the form.
pub fn check(mut input: impl BufRead) -> Result<BFileSummary, Fault> {
    let mut summary: Option<BFileSummary> = None;
    let mut line = Vec::new();
    let mut number = 0;
    loop {
        line.clear();
        number += 1;
        let wrong = |message: String| Fault::Line { number, message };
        let read = (&mut input)
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)
            .map_err(Fault::Io)?;
        if read == 0 {
            return summary.ok_or_else(|| wrong("there is no term".to_string()));
        }
        if read as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
            return Err(wrong(format!(
                "the line is longer than {LONGEST_LINE} bytes"
            )));
        }
        let Some(content) = line.strip_suffix(b"\n") else {
            return Err(wrong("the line does not end with a line feed".to_string()));
        };
        let content = std::str::from_utf8(content)
            .ok()
            .filter(|content| content.is_ascii())
            .ok_or_else(|| wrong("the line is not plain ASCII".to_string()))?;
        if content.starts_with('#') {
            continue;
        }
        let Some((index, term)) = content.split_once(' ') else {
            return Err(wrong(format!("expected `n a(n)`, found {content:?}")));
        };
        // Rust would read a plus sign, which the OEIS does not.
        let index: i64 = Some(index)
            .filter(|index| !index.starts_with('+'))
            .and_then(|index| index.parse().ok())
            .ok_or_else(|| wrong(format!("the index {index:?} is no integer below 2^63")))?;
        let digits = term.strip_prefix('-').unwrap_or(term);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(wrong(format!("the term {term:?} is no integer")));
        }
        if digits.len() > 1_000 {
            return Err(wrong("the term has more than 1,000 digits".to_string()));
        }
        let summary = summary.get_or_insert_with(|| BFileSummary {
            first: index,
            last: index,
            data: Data::default(),
        });
        if summary.data.line.is_empty() {
            // The first term.
        } else if summary.last.checked_add(1) == Some(index) {
            summary.last = index;
        } else {
            let last = summary.last;
            return Err(wrong(format!("the index is {index} after {last}")));
        }
        summary.data.push(term);
    }
}

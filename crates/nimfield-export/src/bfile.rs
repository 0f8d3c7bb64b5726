//! OEIS b-files: `n a(n)` lines, with consecutive n.

use std::io::{self, BufRead, Read, Write};

/// Writes a b-file. Its indices stay below 2^63, as far as [`check`] reads them.
///
/// # Errors
/// Errors of `out`, and [`io::ErrorKind::InvalidInput`] for an index that is too large.
pub fn write(
    mut out: impl Write,
    title: &str,
    first: u64,
    terms: impl IntoIterator<Item = u128>,
) -> io::Result<()> {
    writeln!(out, "# {title}")?;
    // Indices of 2^63 and above are refused with the first term.
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

/// The contents of a well-formed b-file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BFileSummary {
    /// The first index.
    pub first: i64,
    /// The last index.
    pub last: i64,
    /// The first terms as the data of an OEIS entry.
    pub data: Data,
}

/// The data line of an OEIS entry: the first terms, with commas and blanks between them, as many as fit into 260
/// characters, but at least one.
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

    /// Returns the line.
    #[must_use]
    pub fn line(&self) -> &str {
        &self.line
    }
}

/// The place where a file is not a b-file.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The file could not be read.
    #[error("cannot read the file: {0}")]
    Io(io::Error),
    /// A line is invalid.
    #[error("line {number}: {message}")]
    Line {
        /// The line, from 1.
        number: u64,
        /// What is wrong with it.
        message: String,
    },
}

/// Longer lines are refused before they are read completely.
const LONGEST_LINE: u64 = 1 << 16;

/// Checks the format that the OEIS requires: comments begin with #, every other line that is not blank holds an index
/// and a term, two integers separated by blanks, indices grow by one, there is at least one term, terms have at most
/// 1,000 digits, and the last line ends. Lines may end as on Windows. No line is longer than 65,536 bytes.
///
/// # Errors
/// The first line that breaks the format.
pub fn check(input: impl BufRead) -> Result<BFileSummary, Fault> {
    let mut data = Data::default();
    let (first, last) = read(input, |_, term| data.push(term))?;
    Ok(BFileSummary { first, last, data })
}

/// The result of comparing two b-files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The first and the last index of the file.
    pub file: (i64, i64),
    /// The first and the last index of the computed terms.
    pub computed: (i64, i64),
    /// The number of common indices.
    pub common: u64,
    /// The number of terms that differ.
    pub different: u64,
    /// The first index at which they differ, with the term of the file and the computed one.
    pub difference: Option<(i64, String, String)>,
}

/// Compares the terms of a file with computed ones at common indices.
///
/// # Errors
/// The first line of either that breaks the format.
pub fn compare(file: impl BufRead, computed: impl BufRead) -> Result<Comparison, Fault> {
    let mut terms = Vec::new();
    let computed = read(computed, |_, term| terms.push(term.to_string()))?;
    compare_with(file, computed, |index| {
        // Indices outside of the computed range have no terms.
        let place = usize::try_from(index.checked_sub(computed.0)?).ok()?;
        terms.get(place).map(String::as_str)
    })
}

/// Compares the terms of a file with those from `own`, whose first and last index are `computed`.
///
/// # Errors
/// The first line of the file that breaks the format.
pub fn compare_with<T: AsRef<str>>(
    file: impl BufRead,
    computed: (i64, i64),
    own: impl Fn(i64) -> Option<T>,
) -> Result<Comparison, Fault> {
    let (mut common, mut different, mut difference) = (0, 0, None);
    let file = read(file, |index, term| {
        let Some(own) = own(index) else {
            return;
        };
        common += 1;
        if own.as_ref() != term {
            different += 1;
            difference.get_or_insert_with(|| (index, term.to_string(), own.as_ref().to_string()));
        }
    })?;
    Ok(Comparison {
        file,
        computed,
        common,
        different,
        difference,
    })
}

/// Passes each term with its index to `term`, and returns the first and the last index.
fn read(mut input: impl BufRead, mut term: impl FnMut(i64, &str)) -> Result<(i64, i64), Fault> {
    let mut indices: Option<(i64, i64)> = None;
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
            return indices.ok_or_else(|| wrong("the file has no terms".to_string()));
        }
        if read as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
            return Err(wrong(format!(
                "the line is longer than {LONGEST_LINE} bytes"
            )));
        }
        let Some(content) = line.strip_suffix(b"\n") else {
            return Err(wrong("the line does not end with a line feed".to_string()));
        };
        // Both errors look the same to the reader of the file.
        let content = std::str::from_utf8(content)
            .ok()
            .filter(|content| content.is_ascii())
            .ok_or_else(|| wrong("the line is not plain ASCII".to_string()))?
            .trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let Some((index, digits)) = content.split_once([' ', '\t']) else {
            return Err(wrong(format!("expected `n a(n)`, found {content:?}")));
        };
        // Rust accepts a plus sign, but the OEIS does not.
        let index: i64 = Some(index)
            .filter(|index| !index.starts_with('+'))
            .and_then(|index| index.parse().ok())
            .ok_or_else(|| wrong(format!("the index {index:?} is not an integer below 2^63")))?;
        let signed = digits.trim_start();
        let digits = signed.strip_prefix('-').unwrap_or(signed);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(wrong(format!("the term {signed:?} is not an integer")));
        }
        if digits.len() > 1_000 {
            return Err(wrong("the term has more than 1,000 digits".to_string()));
        }
        indices = match indices {
            None => Some((index, index)),
            Some((first, last)) if last.checked_add(1) == Some(index) => Some((first, index)),
            Some((_, last)) => {
                return Err(wrong(format!(
                    "the index {index} follows {last}; indices grow by one"
                )));
            }
        };
        term(index, signed);
    }
}

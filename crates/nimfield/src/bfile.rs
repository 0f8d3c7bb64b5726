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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_passes_the_check() {
        let mut file = Vec::new();
        write(&mut file, "Grundy's game", 1, [0, 0, 1, 0, 2]).unwrap();
        assert_eq!(file, b"# Grundy's game\n1 0\n2 0\n3 1\n4 0\n5 2\n");
        let summary = check(&file[..]).unwrap();
        assert_eq!((summary.first, summary.last), (1, 5));
        assert_eq!(summary.data.line(), "0, 0, 1, 0, 2");
    }

    #[test]
    fn indices_past_the_largest_are_refused() {
        let mut file = Vec::new();
        let last = i64::MAX.unsigned_abs();
        write(&mut file, "the last", last, [7]).unwrap();
        assert_eq!(check(&file[..]).unwrap().last, i64::MAX);
        for (first, terms) in [(last, 2), (last + 1, 1), (u64::MAX, 2)] {
            let fault = write(io::sink(), "too far", first, (0..).take(terms)).unwrap_err();
            assert_eq!(fault.kind(), io::ErrorKind::InvalidInput);
        }
    }

    #[test]
    fn data_lines_end_in_time() {
        let mut file = Vec::new();
        write(&mut file, "tens", 0, (0..100).map(|n| 10 * n)).unwrap();
        let data = check(&file[..]).unwrap().data;
        // 0, then 9 of two digits and all of three: 1 + 9 * 4 + 44 * 5 = 257 characters.
        assert!(data.line().ends_with(", 530"), "{data:?}");
        assert_eq!(data.line().len(), 257);
        // A term too long ends the line even if a shorter one would fit.
        let mut data = Data::default();
        for term in ["-1", &"9".repeat(300), "5"] {
            data.push(term);
        }
        assert_eq!(data.line(), "-1");
    }

    #[test]
    fn faults_are_found() {
        let fault = |text: &str| check(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(fault(""), "line 1: there is no term");
        assert_eq!(fault("1 5\n3 6\n"), "line 2: the index is 3 after 1");
        assert_eq!(
            fault("1 5"),
            "line 1: the line does not end with a line feed"
        );
        assert_eq!(fault("1  5\n"), "line 1: the term \" 5\" is no integer");
        assert_eq!(fault("1,5\n"), "line 1: expected `n a(n)`, found \"1,5\"");
        assert_eq!(fault("1 5\r\n"), "line 1: the term \"5\\r\" is no integer");
        let no_index = "line 2: the index \"n\" is no integer below 2^63";
        assert_eq!(fault("# x\nn 5\n"), no_index);
        assert!(fault("+1 5\n").contains("\"+1\" is no integer"));
        // The index after the largest one is not computed.
        let last = i64::MAX;
        let overflow = format!("line 2: the index is 5 after {last}");
        assert_eq!(fault(&format!("{last} 1\n5 1\n")), overflow);
        let endless = "1".repeat(1 << 17);
        assert_eq!(
            fault(&endless),
            "line 1: the line is longer than 65536 bytes"
        );
    }
}

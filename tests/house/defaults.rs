//! Failures that become values without a word.
//!
//! `unwrap_or_default`, `.ok()`, `let _ =` and `filter_map(Result::ok)` turn a failure into a value. Where that is the
//! right answer a comment says why, in the same line or shortly above; a number that does not fit a smaller type, and an
//! argument that a default method leaves alone, need none.

/// What swallows a failure.
const SWALLOWS: [&str; 4] = [
    ".unwrap_or_default()",
    ".ok()",
    "let _ = ",
    "filter_map(Result::ok)",
];

/// How many lines may lie between a comment and what it explains.
const NEAR: usize = 4;

/// The lines of a source file that swallow a failure without a comment, with their numbers.
pub fn without_reason(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let (mut commented, mut statement) = (0_usize, String::new());
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line == "#[cfg(test)]" {
            break;
        }
        let (code, comment) = parted(line);
        if comment {
            commented = number + NEAR;
        }
        statement.push_str(code);
        let swallows = SWALLOWS.iter().any(|word| code.contains(word));
        if swallows && number > commented && !harmless(code, &statement) {
            found.push((number, line));
        }
        if code.ends_with([';', '{', '}', ',']) {
            statement.clear();
        }
    }
    found
}

/// The code of a line, and whether it has a comment that is not documentation.
fn parted(line: &str) -> (&str, bool) {
    match line.find("//") {
        Some(0) => ("", !line.starts_with("///") && !line.starts_with("//!")),
        Some(at) if line[..at].ends_with(' ') => (line[..at].trim_end(), true),
        _ => (line, false),
    }
}

/// Whether what is swallowed is that a number does not fit, or nothing: names alone stand behind `let _ =`.
fn harmless(code: &str, statement: &str) -> bool {
    if let Some((_, rest)) = code.split_once("let _ = ") {
        let names = rest.trim_end_matches(';');
        return names
            .chars()
            .all(|c| c.is_alphanumeric() || "_(), ".contains(c));
    }
    let fits = ["::try_from(", ".try_into()", ".binary_search"];
    code.contains(".ok()") && fits.iter().any(|word| statement.contains(word))
}

#[test]
fn only_what_nobody_explains_is_found() {
    let found = |text| without_reason(text).len();
    assert_eq!(found("let x = read(text).ok();"), 1);
    assert_eq!(found("let x = read(text)\n    .unwrap_or_default();"), 1);
    assert_eq!(found("// The usual one.\nlet x = read(text).ok();"), 0);
    assert_eq!(found("let x = read(text).ok(); // the usual one"), 0);
    assert_eq!(found("/// Reads.\nlet x = read(text).ok();"), 1);
    assert_eq!(found("// Why.\n\n\n\n\nlet x = read(text).ok();"), 1);
    assert_eq!(found("let x = u32::try_from(n).ok();"), 0);
    assert_eq!(found("let _ = (play, budget);"), 0);
    assert_eq!(found("let _ = keeper.save(search());"), 1);
}

//! Numbers with their nouns.

use std::fmt::Display;

/// Returns a number with its noun: `1 row`, `3 rows`.
///
/// ```
/// use nimfield_core::words::{counted, there_are};
/// assert_eq!(counted(1, "column") + " and " + &counted(0, "row"), "1 column and 0 rows");
/// assert_eq!(there_are(1, "heap"), "there is 1 heap");
/// ```
pub fn counted(count: impl Display, noun: &str) -> String {
    let count = count.to_string();
    let plural = if count == "1" { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// Returns `there is 1 row`, `there are 3 rows`.
pub fn there_are(count: impl Display, noun: &str) -> String {
    let counted = counted(count, noun);
    let verb = if counted.starts_with("1 ") {
        "is"
    } else {
        "are"
    };
    format!("there {verb} {counted}")
}

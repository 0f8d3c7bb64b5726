//! Text with a title and labelled lines.

use std::fmt::Display;

/// A text of labelled lines.
pub struct Sheet(String);

impl Sheet {
    /// Creates a sheet with a bold title, followed by `rest`.
    pub fn new(title: &str, rest: &str) -> Sheet {
        Sheet(format!("\x1b[1m{title}\x1b[0m{rest}\n"))
    }

    /// Creates a sheet under a plain title.
    pub fn plain(title: &str) -> Sheet {
        Sheet(format!("{title}\n"))
    }

    /// Adds a line.
    pub fn line(&mut self, label: &str, what: impl Display) {
        self.0.push_str(&format!("  {label:<14} {what}\n"));
    }

    /// Returns the text.
    pub fn text(self) -> String {
        self.0
    }
}

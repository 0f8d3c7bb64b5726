//! Rows and columns.

use std::fmt;

/// The rows of a diagram, or its columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The rows.
    Rows,
    /// The columns.
    Columns,
}

impl Side {
    /// Rows, then columns.
    pub const BOTH: [Side; 2] = [Side::Rows, Side::Columns];

    /// Returns columns for rows, and rows for columns.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::Rows => Side::Columns,
            Side::Columns => Side::Rows,
        }
    }

    /// Returns the word for one line of this side: `row`, `column`.
    #[must_use]
    pub fn line(self) -> &'static str {
        match self {
            Side::Rows => "row",
            Side::Columns => "column",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::Rows => "rows",
            Side::Columns => "columns",
        })
    }
}

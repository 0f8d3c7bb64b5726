//! Reasons for results.

use std::fmt;

use serde::Serialize;

/// The kind of a [`Reason`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ReasonKind {
    /// A theorem decided.
    Theorem,
    /// A search decided.
    Search,
    /// A complete table decided.
    Table,
    /// The values of the summands decided.
    Sum,
    /// Nothing decided: the budget ran out, or the position is out of reach.
    Budget,
}

impl fmt::Display for ReasonKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ReasonKind::Theorem => "theorem",
            ReasonKind::Search => "search",
            ReasonKind::Table => "table",
            ReasonKind::Sum => "sum",
            ReasonKind::Budget => "budget",
        })
    }
}

/// Why an answer holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reason {
    /// How it was decided; `sum`: by the values of the summands; `budget`: nothing was decided.
    pub kind: ReasonKind,
    /// Paper and theorem (`Ferguson 2001, Theorem 3`), or the engine; empty if nothing decided.
    pub source: String,
    /// The argument, with this position's numbers.
    pub text: String,
    /// The names of the claims that check the theorems it rests on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<&'static str>,
}

impl Reason {
    /// Creates a reason without claims.
    pub fn new(kind: ReasonKind, source: impl Into<String>, text: impl Into<String>) -> Reason {
        Reason {
            kind,
            source: source.into(),
            text: text.into(),
            claims: Vec::new(),
        }
    }

    /// Creates a reason by a theorem from `source`.
    pub fn theorem(source: impl Into<String>, text: impl Into<String>) -> Reason {
        Reason::new(ReasonKind::Theorem, source, text)
    }

    /// Adds claims that check the reason, each once.
    #[must_use]
    pub fn checked_by(mut self, claims: &[&'static str]) -> Reason {
        for claim in claims {
            if !self.claims.contains(claim) {
                self.claims.push(claim);
            }
        }
        self
    }
}

//! Why something is known of a position.

use std::fmt;

use serde::ser::{Serialize, SerializeMap, Serializer};

/// The kind of a [`Reason`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Theorem, search, table, sum or budget.
    pub kind: ReasonKind,
    /// The source of a theorem (`Ferguson 2001, Theorem 3`), or the engine that decided.
    pub source: String,
    /// The argument, with this position's numbers.
    pub text: String,
    /// The names of the claims that check the theorems it rests on.
    pub claims: Vec<&'static str>,
}

impl Reason {
    /// A reason that no claim is known to check.
    pub fn new(kind: ReasonKind, source: impl Into<String>, text: impl Into<String>) -> Reason {
        Reason {
            kind,
            source: source.into(),
            text: text.into(),
            claims: Vec::new(),
        }
    }

    /// A theorem from `source`.
    pub fn theorem(source: impl Into<String>, text: impl Into<String>) -> Reason {
        Reason::new(ReasonKind::Theorem, source, text)
    }

    /// The reason with more claims that check it, each of them once.
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

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", &self.kind.to_string())?;
        map.serialize_entry("source", &self.source)?;
        map.serialize_entry("text", &self.text)?;
        if !self.claims.is_empty() {
            map.serialize_entry("claims", &self.claims)?;
        }
        map.end()
    }
}

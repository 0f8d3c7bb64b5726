//! The forms of certificates of periods, and what periods of sums and of rows of outcomes rest on.

use std::collections::BTreeMap;

use nimfield_core::words::Play;
use serde::{Deserialize, Serialize};

use crate::laws::LawCertificate;
use crate::quotient_certificate::QuotientCertificate;

/// A certificate of a period, as `period --certificate` writes it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PeriodCertificate {
    /// The kind of certificate: `period`.
    pub certificate: String,
    /// The version of this form.
    pub version: u32,
    /// The position with its letter.
    pub position: String,
    /// The rule files that the position names: their names and texts.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
    /// The letter.
    pub letter: char,
    /// The theorem: `splitting`, `subtraction`, `all-but` or `returning state`.
    pub theorem: String,
    /// The least number from which on the law holds.
    pub preperiod: u64,
    /// The period.
    pub period: u64,
    /// The growth of the terms over a period.
    pub saltus: i64,
    /// The number of terms, starting with that of 0, that prove it.
    pub terms: u64,
}

/// The certificate from which a period of terms follows.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// The values of single heaps.
    Period(PeriodCertificate),
    /// The classes of single heaps in misère play.
    Quotient(QuotientCertificate),
    /// The outcomes of the rows up to that of the position: each letter except the one that grows stands for the numbers
    /// up to that of the position.
    Law(LawCertificate),
}

/// A certificate of a period that follows from another certificate: of the values or outcomes of sums of heaps, or of a
/// row of outcomes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TermsCertificate {
    /// The kind of certificate: `terms`.
    pub certificate: String,
    /// The version of this form.
    pub version: u32,
    /// The position with its letter.
    pub position: String,
    /// The letter.
    pub letter: char,
    /// The play convention.
    pub play: Play,
    /// Whether the terms are outcomes, 0 for P and 1 for N, instead of values.
    pub outcomes: bool,
    /// The least number from which on the law holds.
    pub preperiod: u64,
    /// The period.
    pub period: u64,
    /// The growth of the terms over a period.
    pub saltus: i64,
    /// The certificate from which it follows.
    pub by: Basis,
}

//! Certificates of periods.

use serde::{Deserialize, Serialize};

use super::report::PeriodReport;

/// A certificate of a period, as `period --certificate` writes it.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PeriodCertificate {
    /// The kind of certificate: `period`.
    pub certificate: String,
    /// The version of this form.
    pub version: u32,
    /// The position with its letter.
    pub position: String,
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

impl PeriodCertificate {
    /// Certifies a report, if a theorem that certificates support proves it.
    #[must_use]
    pub fn of(report: &PeriodReport) -> Option<PeriodCertificate> {
        let (law, theorem) = (report.law?, report.proof.as_ref()?.theorem?);
        Some(PeriodCertificate {
            certificate: "period".to_string(),
            version: 1,
            position: report.position.clone(),
            letter: report.letter,
            theorem: theorem.to_string(),
            preperiod: law.preperiod,
            period: law.period,
            saltus: law.saltus,
            terms: report.terms.len() as u64,
        })
    }
}

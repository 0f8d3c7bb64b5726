//! Certificates of periods.

use super::basis::{PeriodCertificate, TermsCertificate};
use super::report::PeriodReport;

impl PeriodCertificate {
    /// Certifies a report, if a theorem that certificates support proves it.
    #[must_use]
    pub fn of(report: &PeriodReport) -> Option<PeriodCertificate> {
        let (law, theorem) = (report.law?, report.proof.as_ref()?.theorem?);
        Some(PeriodCertificate {
            certificate: "period".to_string(),
            version: 1,
            position: report.position.clone(),
            files: report.files.iter().cloned().collect(),
            letter: report.letter,
            theorem: theorem.to_string(),
            preperiod: law.preperiod,
            period: law.period,
            saltus: law.saltus,
            terms: report.terms.len() as u64,
        })
    }
}

impl TermsCertificate {
    /// Certifies a report whose proof rests on another certificate.
    #[must_use]
    pub fn of(report: &PeriodReport) -> Option<TermsCertificate> {
        let (law, (position, by)) = (report.law?, report.basis.clone()?);
        Some(TermsCertificate {
            certificate: "terms".to_string(),
            version: 1,
            position,
            letter: report.letter,
            play: report.play,
            outcomes: report.outcomes,
            preperiod: law.preperiod,
            period: law.period,
            saltus: law.saltus,
            by,
        })
    }
}

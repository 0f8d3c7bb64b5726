//! The form of certificates of misère quotients.

use nimfield_engines::heaps::{HeapPeriod, PeriodTheorem};
use nimfield_engines::quotient::{HeapClasses, QuotientClaim};
use serde::{Deserialize, Serialize};

/// A certificate of a misère quotient, as `quotient --certificate` writes it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct QuotientCertificate {
    /// The kind of certificate: `quotient`.
    pub certificate: String,
    /// The version of this form.
    pub version: u32,
    /// The position, with its letter if it has one.
    pub position: String,
    /// The letter; null without one.
    #[serde(deserialize_with = "Option::deserialize")]
    pub letter: Option<char>,
    /// The greatest number for the letter; null without one.
    #[serde(deserialize_with = "Option::deserialize")]
    pub up_to: Option<u64>,
    /// The positions that generate the sums, each after its followers; for heaps, their sizes.
    pub positions: Vec<String>,
    /// The class of each position; 0 is that of the empty sum.
    pub classes: Vec<u32>,
    /// The numbers of the positions whose classes generate all others, counted from 0.
    pub generators: Vec<u32>,
    /// For each class its products with the generators.
    pub steps: Vec<Vec<u32>>,
    /// The classes of P-positions.
    pub p_portion: Vec<u32>,
    /// The law of the classes of all heaps; null if none is proved.
    #[serde(deserialize_with = "Option::deserialize")]
    pub law: Option<LawOfClasses>,
}

/// The repetition of the classes of heaps.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LawOfClasses {
    /// The theorem: `splitting` or `subtraction`.
    pub theorem: String,
    /// The least number from which on the law holds.
    pub preperiod: u64,
    /// The period.
    pub period: u64,
}

/// What repeats, and the theorem that proves it.
type Proved = Option<(HeapPeriod, PeriodTheorem)>;

impl QuotientCertificate {
    /// Certifies what is claimed of the quotient of these positions.
    pub(crate) fn of_claim(
        claim: QuotientClaim,
        position: String,
        (letter, up_to): (Option<char>, Option<u64>),
        positions: Vec<String>,
        law: Proved,
    ) -> QuotientCertificate {
        QuotientCertificate {
            certificate: "quotient".to_string(),
            version: 1,
            position,
            letter,
            up_to,
            positions,
            classes: claim.classes,
            generators: claim.generators,
            steps: claim.steps,
            p_portion: claim.p_portion,
            law: law.map(|(law, theorem)| LawOfClasses {
                theorem: theorem.name().to_string(),
                preperiod: law.preperiod,
                period: law.period,
            }),
        }
    }

    /// Certifies the quotient of the heaps along a letter, from their text.
    pub(crate) fn of_heaps(text: String, letter: char, known: &HeapClasses) -> QuotientCertificate {
        let claim = QuotientClaim::of(&known.quotient);
        let heaps = claim.classes.len() as u64;
        let positions = (1..=heaps).map(|heap| heap.to_string()).collect();
        let range = (Some(letter), Some(heaps));
        QuotientCertificate::of_claim(claim, text, range, positions, known.law)
    }
}

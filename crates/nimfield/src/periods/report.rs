//! Reports on the terms along a letter.

use nimfield_core::words::Play;
use nimfield_engines::heaps::HeapPeriod;

use super::basis::Basis;
use super::query::PeriodError;

/// The report on the terms along a letter.
#[derive(Clone, Debug)]
pub struct PeriodReport {
    /// The position with its letter.
    pub position: String,
    /// The rule files that the position names, and their texts.
    pub files: Vec<(String, String)>,
    /// The letter.
    pub letter: char,
    /// The play convention.
    pub play: Play,
    /// Whether the terms are outcomes.
    pub outcomes: bool,
    /// The expression whose values are the terms, if there is one.
    pub expression: Option<String>,
    /// The number of the first term.
    pub first: u64,
    /// The terms.
    pub terms: Vec<u32>,
    /// The law; its preperiod is the least number from which it holds.
    pub law: Option<HeapPeriod>,
    /// The proof of the law for all numbers.
    pub proof: Option<PeriodProof>,
    /// What the proof rests on, if certificates contain it: the position as they write it, and the certificate.
    pub basis: Option<(String, Basis)>,
    /// Why automata do not prove outcomes along a number while others are fixed.
    pub unproved: Option<String>,
    /// The reason why the search ended early.
    pub stopped: Option<PeriodError>,
}

/// The proof of a law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodProof {
    /// The name of the theorem in certificates, which exist for values of single heaps and of rows.
    pub theorem: Option<&'static str>,
    /// The source of the theorem.
    pub source: &'static str,
    /// The theorem with the numbers of this case.
    pub text: String,
}

impl PeriodReport {
    /// Returns the last number whose term is known.
    #[must_use]
    pub fn last(&self) -> Option<u64> {
        (self.first + self.terms.len() as u64)
            .checked_sub(1)
            .filter(|_| !self.terms.is_empty())
    }

    /// Returns the term of a number: a computed one, or beyond these the one that a proved law gives.
    #[must_use]
    pub fn term(&self, number: u64) -> Option<u128> {
        let place = number.checked_sub(self.first)?;
        // Indices that do not fit `usize` have no terms.
        let found = self.terms.get(usize::try_from(place).ok()?);
        if found.is_some() || self.proof.is_none() {
            return found.map(|&term| term.into());
        }
        let law = self.law?;
        let law = HeapPeriod {
            preperiod: law.preperiod - self.first,
            ..law
        };
        law.value(&self.terms, place.into())
    }

    /// Returns the numbers in the preperiod whose terms differ from the law continued backwards.
    #[must_use]
    pub fn exceptions(&self) -> Vec<u64> {
        let Some(law) = self.law else {
            return Vec::new();
        };
        let term = |number: u64| i64::from(self.terms[(number - self.first) as usize]);
        let continued = |number: u64| {
            let rounds = (law.preperiod - number).div_ceil(law.period);
            term(number + rounds * law.period) - rounds as i64 * law.saltus
        };
        let before = self.first..law.preperiod;
        before
            .filter(|&number| term(number) != continued(number))
            .collect()
    }

    /// Returns the largest term and the first number that has it.
    #[must_use]
    pub fn largest(&self) -> Option<(u32, u64)> {
        let largest = self.terms.iter().copied().max()?;
        let place = self.terms.iter().position(|&term| term == largest)?;
        Some((largest, self.first + place as u64))
    }
}

/// Rewrites an argument about n with the letter of the query.
pub(super) fn in_letter(argument: &str, letter: char) -> String {
    let argument = argument.replace("g(n", &format!("g({letter}"));
    argument.replace("<= n <", &format!("<= {letter} <"))
}

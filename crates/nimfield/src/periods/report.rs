//! What is known of the terms along a letter.

use nimfield_core::words::Play;
use nimfield_engines::heaps::HeapPeriod;

use super::query::PeriodError;

/// What was found.
#[derive(Clone, Debug)]
pub struct PeriodReport {
    /// The position with its letter.
    pub position: String,
    /// The letter.
    pub letter: char,
    /// The play convention.
    pub play: Play,
    /// Whether the terms are outcomes.
    pub outcomes: bool,
    /// The expression that the terms are the values of, if they are that.
    pub expression: Option<String>,
    /// The number of the first term.
    pub first: u64,
    /// The terms.
    pub terms: Vec<u32>,
    /// The law; its preperiod is the least number from which on it holds.
    pub law: Option<HeapPeriod>,
    /// What proves the law for all numbers.
    pub proof: Option<PeriodProof>,
    /// What ended the search before it was done.
    pub stopped: Option<PeriodError>,
}

/// What proves a law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodProof {
    /// The name of the theorem in certificates, which there are for values of single heaps and of rows.
    pub theorem: Option<&'static str>,
    /// Where the theorem is from.
    pub source: &'static str,
    /// The theorem with the numbers of this case.
    pub text: String,
}

impl PeriodReport {
    /// Returns the last number whose term was found.
    #[must_use]
    pub fn last(&self) -> Option<u64> {
        (self.first + self.terms.len() as u64)
            .checked_sub(1)
            .filter(|_| !self.terms.is_empty())
    }

    /// Returns the term of a number: one that was found, or beyond those the one that a proved law gives.
    #[must_use]
    pub fn term(&self, number: u64) -> Option<u128> {
        let place = number.checked_sub(self.first)?;
        // Places past the memory have no terms.
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

    /// Returns the numbers before the preperiod ends whose terms are not those of the law continued backwards.
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

/// Returns an argument about n in the letter that the query uses.
pub(super) fn in_letter(argument: &str, letter: char) -> String {
    let argument = argument.replace("g(n", &format!("g({letter}"));
    argument.replace("<= n <", &format!("<= {letter} <"))
}

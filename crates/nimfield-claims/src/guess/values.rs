//! Guesses at Grundy values: formulas, and values that grow with the quotients of the letters.

use nimfield_core::prelude::*;
use nimfield_engines::heaps::{HeapPeriod, seen_period};

use super::points::{GuessError, number, table_of};
use super::value_points::ValuePoints;
use nimfield::tables::{FamilyError, FamilyQuery, Shown};
use nimfield::template::Template;
use nimfield_laws::ValueFormula;

/// A law that the values of all examined positions follow.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueGuess {
    /// The value is given by an expression.
    Formula(ValueFormula),
    /// The value grows by a number whenever a letter grows by another one.
    Growth(Growth),
    /// For a single letter, from some number on: the value grows by a number, possibly 0, whenever the letter grows by
    /// another one.
    Period(HeapPeriod),
}

/// The guesses about values.
#[derive(Clone, Debug)]
pub struct ValueReport {
    /// The family with its letters and ranges.
    pub family: Template,
    /// The play convention.
    pub play: Play,
    /// The values that the guesses agree with.
    pub points: ValuePoints,
    /// The guesses; the simpler ones come first.
    pub guesses: Vec<ValueGuess>,
}

/// Searches for laws of the values of a family; the ranges of its letters must be independent and begin at 0 or 1.
///
/// # Errors
/// As [`find`](super::find); and if a position has no finite Grundy value.
pub fn find_values(
    family: Template,
    query: FamilyQuery,
    budget: &Budget,
) -> Result<ValueReport, GuessError> {
    let family = family.without_fixed().map_err(FamilyError::from)?;
    let table = table_of(&family, query, Shown::Values, budget)?;
    let points = ValuePoints::of(&table, budget)?;
    let letters: Vec<char> = family.letters().iter().map(|letter| letter.name).collect();
    let formula = ValueFormula::guess(points.points(), &letters, budget)?;
    let growth = Growth::guess(&points, letters.len(), budget)?.map(ValueGuess::Growth);
    let growth = growth.or_else(|| period(&points).map(ValueGuess::Period));
    Ok(ValueReport {
        play: table.play(),
        guesses: (formula.map(ValueGuess::Formula).into_iter())
            .chain(growth)
            .collect(),
        points,
        family,
    })
}

/// Finds the period of the values along a letter, if it is the only one and every number has a value.
fn period(points: &ValuePoints) -> Option<HeapPeriod> {
    let first = points.points().first()?.0[0];
    let terms = (first..)
        .zip(points.points())
        .map(|(number, (own, value))| {
            // The search for periods takes values of 32 bits.
            let value = u32::try_from(*value).ok()?;
            (own[..] == [number]).then_some(value)
        });
    let law = seen_period(&terms.collect::<Option<Vec<u32>>>()?)?;
    Some(law.numbered_from(first))
}

/// The largest divisor of letters, and the most remainders to list.
const MOST: (u64, u64) = (24, 36);

/// The value depends on the remainders, plus a multiple of the quotient of each letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The letters are divided by this number.
    pub modulus: u64,
    /// The growth of the value when each letter grows by the modulus.
    pub saltus: Vec<i64>,
    /// The values of the remainders, the last letter changes fastest.
    pub values: Vec<i64>,
}

impl Growth {
    /// Finds the least divisor; each remainder must have occurred four times in every letter.
    fn guess(
        points: &ValuePoints,
        letters: usize,
        budget: &Budget,
    ) -> Result<Option<Growth>, Unfinished> {
        let fits = |modulus: &u64| {
            modulus.pow(letters as u32) <= MOST.1 && points.last() + 1 >= 4 * modulus
        };
        for modulus in (1..=MOST.0).filter(fits) {
            let looked = points.points().len() as u64;
            budget.check(0).map_err(|limit| limit.after(looked))?;
            if let Some(growth) = Growth::with(points, letters, modulus) {
                return Ok(Some(growth));
            }
        }
        Ok(None)
    }

    fn with(points: &ValuePoints, letters: usize, modulus: u64) -> Option<Growth> {
        let mut growth = Growth {
            modulus,
            saltus: vec![0; letters],
            values: vec![0; modulus.pow(letters as u32) as usize],
        };
        // The values below the modulus, and those next to the least one of each letter.
        let at = |numbers: &[u64]| {
            let place = points
                .points()
                .binary_search_by(|(own, _)| own[..].cmp(numbers));
            // Points outside of the table are unknown.
            Some(points.points()[place.ok()?].1)
        };
        let first = points.points().first()?.0.clone();
        for letter in 0..letters {
            let mut grown = first.clone();
            grown[letter] += modulus;
            growth.saltus[letter] = at(&grown)? - at(&first)?;
        }
        let mut known = vec![false; growth.values.len()];
        for (numbers, value) in points.points() {
            let place = growth.place(numbers);
            let rest = value - growth.grown(numbers);
            if known[place] && growth.values[place] != rest {
                return None;
            }
            (known[place], growth.values[place]) = (true, rest);
        }
        known.iter().all(|&known| known).then_some(growth)
    }

    fn place(&self, numbers: &[u64]) -> usize {
        let remainders = numbers.iter().map(|number| number % self.modulus);
        number(remainders, self.modulus)
    }

    fn grown(&self, numbers: &[u64]) -> i64 {
        let pairs = numbers.iter().zip(&self.saltus);
        let terms = pairs.map(|(number, saltus)| (number / self.modulus) as i64 * saltus);
        terms.sum()
    }

    /// Returns the value for numbers of the letters.
    #[must_use]
    pub fn value(&self, numbers: &[u64]) -> i64 {
        self.values[self.place(numbers)] + self.grown(numbers)
    }

    /// Returns the law in words, with the names of the letters.
    #[must_use]
    pub fn in_words(&self, letters: &[char]) -> String {
        let Growth {
            modulus,
            saltus,
            values,
        } = self;
        let listed: Vec<String> = values.iter().map(i64::to_string).collect();
        let names: Vec<String> = letters.iter().map(char::to_string).collect();
        let grows = letters.iter().zip(saltus).filter(|(_, by)| **by != 0);
        let grows: Vec<String> = grows
            .map(|(letter, by)| format!("{by} whenever {letter} grows by {modulus}"))
            .collect();
        let grows = match grows.is_empty() {
            true => "does not grow".to_string(),
            false => format!("grows by {}", grows.join(", by ")),
        };
        let names = match &names[..] {
            [name] => name.clone(),
            names => format!("({})", names.join(", ")),
        };
        let listed = listed.join(", ");
        format!("the value {grows}, and for {names} below {modulus} it is {listed}")
    }
}

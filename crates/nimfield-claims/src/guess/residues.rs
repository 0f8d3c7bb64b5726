//! Outcomes that depend on remainders.

use std::fmt;

use nimfield_core::families::formulas::{Formula, Linear};

use super::points::{Points, digits, number};

/// The outcome depends on the remainders of the letters, from some number on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Residues {
    /// The letters are divided by this number; 1 if all positions have one outcome.
    pub modulus: u64,
    /// The least number of every letter from which on the law holds.
    pub from: u64,
    /// The remainders of P-positions, in order.
    pub of_p: Vec<Vec<u64>>,
    /// Coefficients, and the remainders of the weighted sum at P-positions.
    pub linear: Option<(Vec<u64>, Vec<u64>)>,
}

/// The largest divisor to try, and the most small numbers to leave out.
const MOST: (u64, u64) = (24, 4);

impl Residues {
    /// Finds the least divisor; each remainder must have occurred four times in every letter.
    pub(super) fn guess(points: &Points) -> Option<Residues> {
        let numbers = |from| (points.last() + 1).saturating_sub(from);
        let divisors =
            (1..=MOST.0).flat_map(|modulus| (0..=MOST.1).map(move |from| (modulus, from)));
        divisors
            .filter(|&(modulus, from)| numbers(from) >= 4 * modulus)
            .find_map(|(modulus, from)| Residues::with(points, modulus, from))
    }

    fn with(points: &Points, modulus: u64, from: u64) -> Option<Residues> {
        let classes = modulus.pow(points.letters() as u32) as usize;
        let mut outcomes: Vec<Option<bool>> = vec![None; classes];
        for (values, is_p) in points.each() {
            if values.iter().any(|&value| value < from) {
                continue;
            }
            let class = number(values.iter().map(|value| value % modulus), modulus);
            if *outcomes[class].get_or_insert(is_p) != is_p {
                return None;
            }
        }
        // A class without any position means that the positions do not fill the ranges.
        let outcomes: Vec<bool> = outcomes.into_iter().collect::<Option<_>>()?;
        let remainders = |class| digits(class, modulus, points.letters());
        let classes: Vec<(Vec<u64>, bool)> = (0..).map(remainders).zip(outcomes).collect();
        let of_p = classes.iter().filter(|(_, is_p)| *is_p);
        Some(Residues {
            modulus,
            from,
            of_p: of_p.map(|(remainders, _)| remainders.clone()).collect(),
            linear: linear(&classes, modulus),
        })
    }

    /// Returns whether a position is a P-position by this law; `None` where the law says nothing.
    #[must_use]
    pub fn is_p(&self, values: &[u64]) -> Option<bool> {
        let remainders: Vec<u64> = values.iter().map(|value| value % self.modulus).collect();
        let held = values.iter().all(|&value| value >= self.from);
        held.then(|| self.of_p.contains(&remainders))
    }

    /// Returns the law as a sentence about letters, and where it holds.
    pub(super) fn sentence(&self, letters: usize) -> (Formula, Formula) {
        // Divisors and numbers left out are small.
        let rest = |letter: usize, rest: u64| {
            Formula::Rest(Linear::of(letter), self.modulus as u32, rest as u32)
        };
        let class = |class: &Vec<u64>| {
            let rests = class.iter().enumerate();
            Formula::All(rests.map(|(letter, &own)| rest(letter, own)).collect())
        };
        let large = |letter: usize| {
            let from = Linear::constant(self.from as i64);
            let below = Formula::less(&Linear::of(letter), &from).expect("both are small");
            Formula::Not(Box::new(below))
        };
        (
            Formula::Any(self.of_p.iter().map(class).collect()),
            Formula::All((0..letters).map(large).collect()),
        )
    }

    /// Returns the law in words, with the names of the letters.
    #[must_use]
    pub fn in_words(&self, letters: &[char]) -> String {
        let (modulus, all) = (self.modulus, modulus_classes(self.modulus, letters.len()));
        let listed = |numbers: &[u64]| {
            numbers
                .iter()
                .map(u64::to_string)
                .collect::<Vec<_>>()
                .join(", ")
        };
        let law = match (&self.linear, self.of_p.len() as u64) {
            (_, 0) => "never P".to_string(),
            (_, count) if count == all => "always P".to_string(),
            (Some((coefficients, remainders)), _) => {
                let terms = coefficients
                    .iter()
                    .zip(letters)
                    .filter(|(coefficient, _)| **coefficient > 0);
                let term = |(coefficient, letter): (&u64, &char)| match coefficient {
                    1 => letter.to_string(),
                    _ => format!("{coefficient}{letter}"),
                };
                let sum = terms.map(term).collect::<Vec<_>>().join(" + ");
                let sum = if sum.contains('+') {
                    format!("({sum})")
                } else {
                    sum
                };
                format!(
                    "P exactly if {sum} mod {modulus} is {}",
                    Alternatives(remainders)
                )
            }
            (None, _) => {
                let names: Vec<String> = letters.iter().map(char::to_string).collect();
                let classes = self.of_p.iter().map(|class| format!("({})", listed(class)));
                format!(
                    "P exactly if ({}) mod {modulus} is one of {}",
                    names.join(", "),
                    classes.collect::<Vec<_>>().join(" ")
                )
            }
        };
        match (self.from, letters) {
            (0, _) => law,
            (from, [letter]) => format!("{law}, where {letter} is at least {from}"),
            (from, _) => format!("{law}, where all letters are at least {from}"),
        }
    }
}

fn modulus_classes(modulus: u64, letters: usize) -> u64 {
    modulus.pow(letters as u32)
}

struct Alternatives<'a>(&'a [u64]);

impl fmt::Display for Alternatives<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, number) in self.0.iter().enumerate() {
            f.write_str(match i {
                0 => "",
                _ if i + 1 == self.0.len() => " or ",
                _ => ", ",
            })?;
            write!(f, "{number}")?;
        }
        Ok(())
    }
}

/// Finds coefficients for which the outcome depends only on the remainder of the sum.
fn linear(classes: &[(Vec<u64>, bool)], modulus: u64) -> Option<(Vec<u64>, Vec<u64>)> {
    let letters = classes.first()?.0.len();
    let mut coefficients = vec![0; letters];
    loop {
        // Counts through all coefficients, small ones of the last letters first.
        let place = (0..letters)
            .rev()
            .find(|&place| coefficients[place] + 1 < modulus)?;
        coefficients[place] += 1;
        coefficients[place + 1..].fill(0);
        let mut outcomes = vec![None; modulus as usize];
        let fits = classes.iter().all(|(remainders, is_p)| {
            let products = remainders.iter().zip(&coefficients).map(|(a, b)| a * b);
            let sum = products.sum::<u64>() % modulus;
            *outcomes[sum as usize].get_or_insert(*is_p) == *is_p
        });
        if fits {
            let of_p = (0..modulus).filter(|&sum| outcomes[sum as usize] == Some(true));
            return Some((coefficients, of_p.collect()));
        }
    }
}

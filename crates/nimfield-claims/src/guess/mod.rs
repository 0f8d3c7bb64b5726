//! Guesses at laws of P-positions (residues, Beatty pairs, digits) and of values (formulas).
//!
//! Every guess agrees with all examined positions. None is proved.
//!
//! ```
//! use nimfield::Budget;
//! use nimfield_claims::guess::{Guess, find};
//! use nimfield::tables::{FamilyQuery, Shown};
//! use nimfield::template::{Letter, Template};
//!
//! let letters = ["a=0..60", "b=0..60"].map(|range| Letter::read(range).unwrap());
//! let family = Template::new("wythoff[a b]", letters.to_vec())?;
//! let report = find(family, FamilyQuery::new(Shown::Outcomes), &Budget::unlimited())?;
//! let Guess::Pairs(pairs) = &report.guesses[0] else { panic!() };
//! assert_eq!(pairs.to_string(), "{floor(n x), floor(n y)} for n = 0, 1, ... with x = (1+sqrt(5))/2 and y = (3+sqrt(5))/2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod pairs;
mod points;
mod prove;
mod residues;
mod value_points;
mod values;
mod walnut;
mod words;

use nimfield_core::prelude::*;

use nimfield::tables::{FamilyError, FamilyQuery, Shown};
use nimfield::template::Template;
use nimfield_laws::{Automaton, Bound, Numeration, Stopped, learn};

pub use nimfield_laws::ValueFormula;
pub use pairs::{Pairs, Quadratic};
use points::table_of;
pub use points::{GuessError, MOST_POSITIONS, Points};
pub use prove::{Proof, ProofQuery, ProofReport, Redundant, prove};
pub use residues::Residues;
pub use value_points::ValuePoints;
pub use values::{Growth, ValueGuess, ValueReport, find_values};
use walnut::walnut_system;
pub use walnut::{WalnutError, WalnutFiles};

/// A law that agrees with all examined positions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Guess {
    /// The outcome depends on the remainders of the letters.
    Residues(Residues),
    /// The P-positions are pairs of two Beatty sequences.
    Pairs(Pairs),
    /// An automaton reads the digits of the letters.
    Automaton(Automaton),
}

/// The most states of a guessed automaton.
const MOST_STATES: usize = 64;

/// What was guessed.
#[derive(Clone, Debug)]
pub struct GuessReport {
    /// The family with its letters and ranges.
    pub family: Template,
    /// The play convention.
    pub play: Play,
    /// The outcomes that the guesses agree with.
    pub points: Points,
    /// The guesses; the simpler ones come first.
    pub guesses: Vec<Guess>,
    /// The digits whose automata were not searched for because the budget ended, and the limit that ended it.
    pub not_searched: Option<(Vec<Numeration>, Limit)>,
}

impl GuessReport {
    /// Returns the smallest automaton for Walnut, with the sentences that prove it.
    ///
    /// # Errors
    /// If no guess is an automaton, or the moves cannot be written as a sentence.
    pub fn walnut(&self) -> Result<WalnutFiles, WalnutError> {
        let automata = self.guesses.iter().filter_map(|guess| match guess {
            Guess::Automaton(automaton) => Some(automaton),
            _ => None,
        });
        let read = automata.filter(|automaton| walnut_system(automaton.numeration()).is_some());
        let smallest = read.min_by_key(|automaton| automaton.states());
        let automaton = smallest.ok_or(WalnutError::NoAutomaton)?;
        WalnutFiles::of(automaton, &self.family, self.play)
    }
}

/// Searches for laws of the P-positions of a family; the ranges of its letters must be independent and begin at 0 or 1.
/// A letter with a single number is replaced by it.
///
/// # Errors
/// If the family cannot be read, has other ranges or too many positions, or the budget ends before all of them are
/// decided, since a guess from only some positions would claim too much. If the budget ends later, that is not an
/// error: the report says what was not searched for.
pub fn find(
    family: Template,
    query: FamilyQuery,
    budget: &Budget,
) -> Result<GuessReport, GuessError> {
    let family = family.without_fixed().map_err(FamilyError::from)?;
    let table = table_of(&family, query, Shown::Outcomes, budget)?;
    let points = Points::of(&table)?;
    let residues = Residues::guess(&points).map(Guess::Residues);
    let pairs = Pairs::guess(&points).map(Guess::Pairs);
    let mut automata = Vec::new();
    let mut not_searched = None;
    let bound = Bound {
        budget,
        states: MOST_STATES,
    };
    let letters = points.letters();
    let mut numerations = Numeration::all();
    while let Some(numeration) = numerations.next() {
        match learn(numeration, letters, &|values| points.is_p(values), bound) {
            // A guess needs many more positions than the automaton has steps.
            Ok(Some((learned, seen))) if seen >= 8 * learned.live_steps() as u64 => {
                automata.push(learned);
            }
            Err(Stopped::Budget(limit)) => {
                let left = [numeration].into_iter().chain(&mut numerations).collect();
                not_searched = Some((left, limit));
            }
            _ => {}
        }
    }
    automata.sort_by_key(Automaton::states);
    let automata = automata.into_iter().map(Guess::Automaton);
    Ok(GuessReport {
        play: table.play(),
        guesses: residues.into_iter().chain(pairs).chain(automata).collect(),
        points,
        family,
        not_searched,
    })
}

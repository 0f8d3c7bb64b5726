//! Automata that read digits.

use std::collections::HashMap;
use std::fmt;

use nimfield_core::budget::{Budget, Limit};

use super::numeration::{Numeration, digits, number};
use super::points::Points;

/// The least deterministic automaton that agrees with all points. It reads the digits of all letters at once, the highest
/// first, and begins in state 0. The shorter numbers have digits 0 before them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    numeration: Numeration,
    letters: usize,
    /// Whether the numbers that end in a state are those of a P-position.
    accepting: Vec<bool>,
    /// From each state by the digits that are possible, in order.
    steps: Vec<Vec<(Vec<u64>, usize)>>,
}

/// Automata with more states are not learned.
const MOST_STATES: usize = 64;

/// States are separated by at most this number of further digits, and of rows of them.
const MOST_DIGITS: (u32, u64) = (6, 4096);

impl Automaton {
    /// Learns an automaton; `None` if the points do not show one, or not clearly.
    ///
    /// Two rows of digits lead to one state if the same happens whatever follows: so many digits follow as the points
    /// allow, and what they show is then tested with all points.
    ///
    /// # Errors
    /// If the budget ends.
    pub(super) fn learn(
        points: &Points,
        numeration: &Numeration,
        budget: &Budget,
    ) -> Result<Option<Automaton>, Limit> {
        let rows = |digits: &u32| numeration.digits().pow(points.letters() as u32 * digits);
        let lengths = (1..=MOST_DIGITS.0).take_while(|digits| rows(digits) <= MOST_DIGITS.1);
        let learner = Learner {
            points,
            numeration,
            budget,
        };
        for digits in lengths {
            if let Some(automaton) = learner.automaton(digits)?
                && automaton.agrees(points, budget)?
            {
                return Ok(Some(automaton));
            }
        }
        Ok(None)
    }

    /// Returns the digits that it reads.
    #[must_use]
    pub fn numeration(&self) -> &Numeration {
        &self.numeration
    }

    /// Returns how many states it has, with those that no P-position passes.
    #[must_use]
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// Returns whether numbers that end in this state are those of a P-position.
    #[must_use]
    pub(crate) fn accepts(&self, state: usize) -> bool {
        self.accepting[state]
    }

    /// Returns the digits that are possible in a state, one of each letter, with the states that they lead to.
    #[must_use]
    pub(crate) fn steps(&self, state: usize) -> &[(Vec<u64>, usize)] {
        &self.steps[state]
    }

    /// Returns how many letters it reads.
    #[must_use]
    pub(crate) fn letters(&self) -> usize {
        self.letters
    }

    /// Calls `each` with the numbers up to `last` and whether it accepts them, until one call returns false.
    fn walk(&self, last: u64, mut each: impl FnMut(&[u64], bool) -> bool) -> bool {
        let mut todo = vec![(vec![0; self.letters], 0)];
        while let Some((numbers, state)) = todo.pop() {
            if !each(&numbers, self.accepting[state]) {
                return false;
            }
            for (digits, next) in &self.steps[state] {
                let appended = append(&self.numeration, &numbers, digits);
                // Digits 0 before all numbers lead nowhere new.
                if let Some(appended) = appended
                    && appended.iter().all(|&number| number <= last)
                    && appended.iter().any(|&number| number > 0)
                {
                    todo.push((appended, *next));
                }
            }
        }
        true
    }

    /// Returns whether it accepts exactly the P-positions among the points. There must be many more of these than
    /// steps.
    fn agrees(&self, points: &Points, budget: &Budget) -> Result<bool, Limit> {
        /// Numbers between two looks at the clock.
        const POLL: usize = 4096;
        let steps: usize = self.steps.iter().map(Vec::len).sum();
        let mut numbers = 0usize;
        let mut checked = Ok(());
        let agrees = self.walk(points.last(), |values, accepted| {
            if numbers.is_multiple_of(POLL) {
                checked = budget.check(0);
            }
            numbers += 1;
            checked.is_ok() && points.is_p(values) == Some(accepted)
        });
        checked?;
        Ok(agrees && numbers >= 8 * steps)
    }

    /// Returns, for all numbers up to `last`, whether it accepts them, the last letter running fastest.
    #[must_use]
    pub fn table(&self, last: u32) -> Vec<bool> {
        let base = u64::from(last) + 1;
        let mut table = vec![false; base.pow(self.letters as u32) as usize];
        let numeration = self.numeration.up_to(last.into());
        let own = Automaton {
            numeration,
            ..self.clone()
        };
        own.walk(last.into(), |numbers, accepted| {
            table[number(numbers.iter().copied(), base)] = accepted;
            true
        });
        table
    }
}

/// Appends a digit to each number.
fn append(numeration: &Numeration, numbers: &[u64], digits: &[u64]) -> Option<Vec<u64>> {
    let pairs = numbers.iter().zip(digits);
    pairs
        .map(|(&number, &digit)| numeration.append(number, digit))
        .collect()
}

/// Returns all rows of one digit for each letter.
fn all_digits(numeration: &Numeration, letters: usize) -> impl Iterator<Item = Vec<u64>> {
    let base = numeration.digits();
    (0..base.pow(letters as u32)).map(move |number| digits(number, base, letters))
}

struct Learner<'a> {
    points: &'a Points,
    numeration: &'a Numeration,
    budget: &'a Budget,
}

/// What is seen of a row of digits.
type Seen = Vec<Option<bool>>;

impl Learner<'_> {
    /// Learns the automaton whose states differ within so many further digits; `None` if the points do not reach so
    /// far.
    fn automaton(&self, digits: u32) -> Result<Option<Automaton>, Limit> {
        let letters = self.points.letters();
        let mut automaton = Automaton {
            numeration: self.numeration.clone(),
            letters,
            accepting: Vec::new(),
            steps: Vec::new(),
        };
        let mut known: HashMap<Seen, usize> = HashMap::new();
        // The first numbers that lead to each state.
        let mut first: Vec<Vec<u64>> = Vec::new();
        let mut state_of = |numbers: Vec<u64>, first: &mut Vec<Vec<u64>>| {
            self.budget.check(0)?;
            let mut seen = Seen::new();
            if self.look(&numbers, digits, &mut seen).is_none() {
                return Ok(None);
            }
            let next = known.len();
            let state = *known.entry(seen).or_insert(next);
            if state == next {
                first.push(numbers);
            }
            Ok((first.len() <= MOST_STATES).then_some(state))
        };
        if state_of(vec![0; letters], &mut first)?.is_none() {
            return Ok(None);
        }
        while automaton.steps.len() < first.len() {
            let numbers = first[automaton.steps.len()].clone();
            let mut steps = Vec::new();
            for digits in all_digits(self.numeration, letters) {
                if let Some(appended) = append(self.numeration, &numbers, &digits) {
                    let Some(state) = state_of(appended, &mut first)? else {
                        return Ok(None);
                    };
                    steps.push((digits, state));
                }
            }
            let is_p = self.points.is_p(&numbers) == Some(true);
            automaton.accepting.push(is_p);
            automaton.steps.push(steps);
        }
        Ok(Some(automaton))
    }

    /// Records the outcomes of all numbers that begin with these and have up to this many more digits; `None` where
    /// the points end.
    fn look(&self, numbers: &[u64], digits: u32, seen: &mut Seen) -> Option<()> {
        seen.push(Some(self.points.is_p(numbers)?));
        if digits == 0 {
            return Some(());
        }
        for next in all_digits(self.numeration, self.points.letters()) {
            match append(self.numeration, numbers, &next) {
                Some(appended) => self.look(&appended, digits - 1, seen)?,
                // No number has these digits.
                None => seen.push(None),
            }
        }
        Some(())
    }
}

impl fmt::Display for Automaton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (state, steps) in self.steps.iter().enumerate() {
            let accepts = if self.accepting[state] { " P" } else { "" };
            write!(f, "{}{state}{accepts}:", if state > 0 { "; " } else { "" })?;
            for (digits, next) in steps {
                let digits: String = digits.iter().map(u64::to_string).collect();
                write!(f, " {digits}>{next}")?;
            }
        }
        Ok(())
    }
}

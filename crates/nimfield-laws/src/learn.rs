//! Learning an automaton from a table.

use hashbrown::HashMap;

use crate::automaton::{Automaton, width};
use crate::bound::{Bound, Stopped};
use crate::numeration::Numeration;

/// The most further digits that separate states, and the most rows of them.
const MOST_DIGITS: (u32, u64) = (10, 1 << 14);

/// The information about a row of digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Glance {
    Member,
    Other,
    /// No numbers have these digits.
    NoNumbers,
    /// The numbers are beyond the table.
    Beyond,
}

/// The information about the rows of digits that begin with some digits.
type Seen = Vec<Glance>;

/// Learns the automaton with the fewest states that agrees with a table of members of a set of tuples of numbers, and
/// counts these; `None` if the table does not show one. `is_member` returns `None` past the end of the table; tuples of
/// larger numbers are then past it as well.
///
/// Two rows of digits lead to the same state if they have the same results for all continuations in the table. The
/// number of further digits grows from one as needed. The learned automaton is then compared with the whole table.
///
/// # Errors
/// If the bound does not suffice.
pub fn learn(
    numeration: Numeration,
    variables: usize,
    is_member: &dyn Fn(&[u64]) -> Option<bool>,
    bound: Bound<'_>,
) -> Result<Option<(Automaton, u64)>, Stopped> {
    let width = width(numeration, variables);
    let learner = Learner {
        numeration,
        rows: rows(numeration, variables),
        is_member,
        bound,
    };
    // The information that is stored at once, less than a table has.
    let lengths = (1..=MOST_DIGITS.0).take_while(|&digits| {
        (width as u64).saturating_pow(digits) <= MOST_DIGITS.1.max(width as u64)
    });
    for digits in lengths {
        let Some(learned) = learner.automaton(variables, digits)? else {
            // The table ends too early, and so it does for longer rows.
            return Ok(None);
        };
        if let Some(seen) = learner.agrees(&learned)? {
            return Ok(Some((learned.minimal(bound)?, seen)));
        }
    }
    Ok(None)
}

/// Returns all rows of digits.
fn rows(numeration: Numeration, variables: usize) -> Vec<Vec<u32>> {
    let blank = Automaton {
        variables: (0..variables).collect(),
        ..Automaton::constant(numeration, false)
    };
    (0..blank.width()).map(|row| blank.row(row)).collect()
}

/// Numbers that are read digit by digit.
#[derive(Clone)]
struct Numbers {
    /// For each number, the sums of its digits with the terms of the recurrence and with those one place lower, and its
    /// last digit.
    read: Vec<(u64, u64, u32)>,
}

/// Returns the amount of common information, if nothing in it differs.
fn shared(one: &Seen, other: &Seen) -> Option<usize> {
    if one.len() != other.len() {
        return None;
    }
    let mut shared = 0;
    for (a, b) in one.iter().zip(other) {
        if *a == Glance::Beyond || *b == Glance::Beyond {
            continue;
        }
        if a != b {
            return None;
        }
        shared += 1;
    }
    Some(shared)
}

struct Learner<'a> {
    numeration: Numeration,
    rows: Vec<Vec<u32>>,
    is_member: &'a dyn Fn(&[u64]) -> Option<bool>,
    bound: Bound<'a>,
}

impl Learner<'_> {
    /// Returns the numbers with one more digit each; `None` if no numbers have these digits.
    fn append(&self, numbers: &Numbers, row: &[u32]) -> Option<Numbers> {
        let (a, b) = (u64::from(self.numeration.a), u64::from(self.numeration.b));
        let append = |(&(high, low, before), &digit): (&(u64, u64, u32), &u32)| {
            let next = a.saturating_mul(high).saturating_add(b.saturating_mul(low));
            let next = next.saturating_add(digit.into());
            (self.numeration.follows(before, digit)).then_some((next, high, digit))
        };
        let read = numbers.read.iter().zip(row).map(append);
        Some(Numbers {
            read: read.collect::<Option<_>>()?,
        })
    }

    fn values(&self, numbers: &Numbers) -> Vec<u64> {
        let surplus = u64::from(self.numeration.b > 0);
        let values = numbers.read.iter();
        values
            .map(|&(high, low, _)| high.saturating_add(surplus.saturating_mul(low)))
            .collect()
    }

    /// Learns the automaton whose states differ within this number of further digits; `None` if the table does not
    /// reach that far.
    fn automaton(&self, variables: usize, digits: u32) -> Result<Option<Automaton>, Stopped> {
        let mut learned = Automaton {
            numeration: self.numeration,
            variables: (0..variables).collect(),
            next: Vec::new(),
            accepts: Vec::new(),
        };
        let mut known: HashMap<Seen, u32> = HashMap::new();
        let mut all_seen: Vec<Seen> = Vec::new();
        // The first numbers that lead to each state; no numbers lead to the state of invalid rows.
        let mut first: Vec<Option<Numbers>> = Vec::new();
        let mut state_of = |numbers: Option<Numbers>, first: &mut Vec<Option<Numbers>>| {
            self.bound.check(first.len(), self.rows.len())?;
            self.bound.budget.check(0)?;
            let mut seen = Seen::new();
            if let Some(numbers) = &numbers {
                self.look(numbers, digits, &mut seen);
            }
            if seen.first() == Some(&Glance::Beyond) {
                return Ok::<_, Stopped>(None);
            }
            if let Some(&state) = known.get(&seen) {
                return Ok(Some(state));
            }
            if seen.contains(&Glance::Beyond) {
                // The state that shares the most information with it, without a difference.
                let shared = |other: &Seen| shared(&seen, other);
                let alike = (0u32..)
                    .zip(&all_seen)
                    .filter_map(|(state, other)| Some((shared(other)?, state)));
                match alike.max_by_key(|&(shared, state)| (shared, std::cmp::Reverse(state))) {
                    Some((shared, state)) if shared > self.rows.len() => return Ok(Some(state)),
                    _ => {}
                }
            }
            let state = first.len() as u32;
            known.insert(seen.clone(), state);
            all_seen.push(seen);
            first.push(numbers);
            Ok(Some(state))
        };
        let start = Numbers {
            read: vec![(0, 0, 0); variables],
        };
        if state_of(Some(start), &mut first)?.is_none() {
            return Ok(None);
        }
        while learned.accepts.len() < first.len() {
            let numbers = first[learned.accepts.len()].clone();
            for row in &self.rows {
                let appended = numbers
                    .as_ref()
                    .and_then(|numbers| self.append(numbers, row));
                let Some(state) = state_of(appended, &mut first)? else {
                    return Ok(None);
                };
                learned.next.push(state);
            }
            let is_member = |numbers| (self.is_member)(&self.values(&numbers)) == Some(true);
            learned.accepts.push(numbers.is_some_and(is_member));
        }
        Ok(Some(learned))
    }

    /// Records the information about all numbers that begin with these digits and have up to this many more.
    fn look(&self, numbers: &Numbers, digits: u32, seen: &mut Seen) {
        let glance = match (self.is_member)(&self.values(numbers)) {
            Some(true) => Glance::Member,
            Some(false) => Glance::Other,
            None => Glance::Beyond,
        };
        seen.push(glance);
        if digits == 0 {
            return;
        }
        // All continuations are also beyond the table, and take the same number of places.
        for row in &self.rows {
            match self.append(numbers, row) {
                Some(appended) if glance != Glance::Beyond => {
                    self.look(&appended, digits - 1, seen);
                }
                Some(_) => {
                    seen.extend(std::iter::repeat_n(Glance::Beyond, self.places(digits - 1)))
                }
                None => seen.extend(std::iter::repeat_n(
                    Glance::NoNumbers,
                    self.places(digits - 1),
                )),
            }
        }
    }

    /// Returns the number of rows of up to this many digits.
    fn places(&self, digits: u32) -> usize {
        (0..=digits).map(|digits| self.rows.len().pow(digits)).sum()
    }

    /// Returns the number of tuples in the table, if an automaton agrees with all of them.
    fn agrees(&self, learned: &Automaton) -> Result<Option<u64>, Stopped> {
        /// The number of tuples between two checks of the clock.
        const POLL: u64 = 4096;
        let mut todo = vec![(
            Numbers {
                read: vec![(0, 0, 0); learned.variables.len()],
            },
            0usize,
        )];
        let mut numbers = 0u64;
        while let Some((at, state)) = todo.pop() {
            let values = self.values(&at);
            let Some(is_member) = (self.is_member)(&values) else {
                continue;
            };
            if numbers.is_multiple_of(POLL) {
                self.bound.budget.check(0)?;
            }
            numbers += 1;
            if is_member != learned.accepts[state] {
                return Ok(None);
            }
            for (row, &next) in self.rows.iter().zip(learned.steps(state)) {
                if let Some(appended) = self.append(&at, row)
                    // Leading zeros of all numbers lead to no new state.
                    && self.values(&appended).iter().any(|&value| value > 0)
                {
                    todo.push((appended, next as usize));
                }
            }
        }
        Ok(Some(numbers))
    }
}

//! Learning an automaton from a table.

use hashbrown::HashMap;

use crate::automaton::Automaton;
use crate::bound::{Bound, Stopped};
use crate::numeration::Numeration;

/// The most further digits that separate states, and the most rows of them.
const MOST_DIGITS: (u32, u64) = (10, 1 << 14);

/// The most rows of digits that counterexamples add.
const MOST_TAILS: usize = 128;

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
/// counts these; `None` if the table does not show one, or there are more than four variables. `is_member` returns `None`
/// past the end of the table; tuples of larger numbers are then past it as well.
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
    let learner = Learner::new(numeration, variables, is_member, bound);
    learner.map_or(Ok(None), |learner| learner.by_next_digits())
}

/// Learns an automaton like [`learn`], but by continuations that counterexamples show: where an automaton is wrong about a
/// tuple, the digits after the first wrong state tell that state from the right one (Rivest and Schapire 1993). So it
/// learns states that only longer continuations tell apart, from longer tables.
///
/// # Errors
/// If the bound does not suffice.
pub fn learn_by_counterexamples(
    numeration: Numeration,
    variables: usize,
    is_member: &dyn Fn(&[u64]) -> Option<bool>,
    bound: Bound<'_>,
) -> Result<Option<(Automaton, u64)>, Stopped> {
    let learner = Learner::new(numeration, variables, is_member, bound);
    learner.map_or(Ok(None), |learner| learner.by_counterexamples())
}

/// Returns all rows of digits.
fn rows(numeration: Numeration, variables: usize) -> Vec<Vec<u32>> {
    let blank = Automaton {
        variables: (0..variables).collect(),
        ..Automaton::constant(numeration, false)
    };
    (0..blank.width()).map(|row| blank.row(row)).collect()
}

/// The most variables: three letters and a value.
const MOST_VARIABLES: usize = 4;

/// Numbers that are read digit by digit.
#[derive(Clone, Copy, Default)]
struct Numbers {
    /// For each number, the sums of its digits with the terms of the recurrence and with those one place lower, and its
    /// last digit; those of missing variables are 0.
    read: [(u64, u64, u32); MOST_VARIABLES],
}

/// Returns the amount of common information, if nothing in it differs. Whole pieces are compared at once.
fn shared(one: &Seen, other: &Seen) -> Option<usize> {
    /// The length of a piece, so that its counts are bytes.
    const PIECE: usize = 128;
    if one.len() != other.len() {
        return None;
    }
    let mut shared = 0;
    for (one, other) in one.chunks(PIECE).zip(other.chunks(PIECE)) {
        let (mut known, mut same) = (0u8, 0u8);
        for (a, b) in one.iter().zip(other) {
            let both = (*a != Glance::Beyond) & (*b != Glance::Beyond);
            known += u8::from(both);
            same += u8::from(both & (a == b));
        }
        if known != same {
            return None;
        }
        shared += usize::from(known);
    }
    Some(shared)
}

/// A learned automaton, and the first numbers that lead to each state; no numbers lead to the state of invalid rows.
type Learned = (Automaton, Vec<Option<Numbers>>);

struct Learner<'a> {
    numeration: Numeration,
    variables: usize,
    rows: Vec<Vec<u32>>,
    is_member: &'a dyn Fn(&[u64]) -> Option<bool>,
    bound: Bound<'a>,
}

impl<'a> Learner<'a> {
    /// Returns the learner; `None` if there are too many variables.
    fn new(
        numeration: Numeration,
        variables: usize,
        is_member: &'a dyn Fn(&[u64]) -> Option<bool>,
        bound: Bound<'a>,
    ) -> Option<Learner<'a>> {
        (variables <= MOST_VARIABLES).then(|| Learner {
            numeration,
            variables,
            rows: rows(numeration, variables),
            is_member,
            bound,
        })
    }

    /// Learns by all rows of some further digits.
    fn by_next_digits(&self) -> Result<Option<(Automaton, u64)>, Stopped> {
        let width = self.rows.len();
        // The information that is stored at once, less than a table has.
        let lengths = (1..=MOST_DIGITS.0).take_while(|&digits| {
            (width as u64).saturating_pow(digits) <= MOST_DIGITS.1.max(width as u64)
        });
        for digits in lengths {
            let look = |numbers: &Numbers| {
                let mut seen = Seen::new();
                self.look(numbers, digits, &mut seen);
                seen
            };
            let Some((learned, _)) = self.automaton(&look, width)? else {
                // The table ends too early, and so it does for longer rows.
                return Ok(None);
            };
            let (tuples, _, wrong) = self.compare(&learned, (usize::MAX, 1))?;
            if wrong.is_empty() {
                return Ok(Some((learned.minimal(self.bound)?, tuples)));
            }
        }
        Ok(None)
    }

    /// Learns by rows of digits that tell states apart: those after the first wrong state on the way of a tuple for which
    /// the automaton learned before is wrong.
    fn by_counterexamples(&self) -> Result<Option<(Automaton, u64)>, Stopped> {
        /// The most wrong tuples of one automaton.
        const WRONG: usize = 8;
        let single = (0..self.rows.len()).map(|row| vec![row]);
        let mut tails: Vec<Vec<usize>> = std::iter::once(Vec::new()).chain(single).collect();
        let most = tails.len() + MOST_TAILS;
        let mut digits = 1;
        while tails.len() <= most {
            let look = |numbers: &Numbers| {
                let tails = tails.iter().map(|tail| self.after(numbers, tail));
                tails.collect()
            };
            let Some((learned, first)) = self.automaton(&look, 0)? else {
                return Ok(None);
            };
            // Short rows of digits come first, since the table tells more about what follows them.
            let wrong = loop {
                match self.compare(&learned, (digits, WRONG))? {
                    (_, true, wrong) if wrong.is_empty() => digits += 1,
                    (tuples, false, wrong) if wrong.is_empty() => {
                        return Ok(Some((learned.minimal(self.bound)?, tuples)));
                    }
                    (_, _, wrong) => break wrong,
                }
            };
            let known = tails.len();
            for word in wrong {
                match self.tail(&learned, &first, &word) {
                    Some(tail) if !tails.contains(&tail) => tails.push(tail),
                    _ => {}
                }
            }
            // The table ends too early to tell more states apart.
            if tails.len() == known {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// Returns the numbers with one more digit each; `None` if no numbers have these digits.
    fn append(&self, numbers: &Numbers, row: &[u32]) -> Option<Numbers> {
        let (a, b) = (u64::from(self.numeration.a), u64::from(self.numeration.b));
        let mut numbers = *numbers;
        for ((high, low, before), &digit) in numbers.read.iter_mut().zip(row) {
            if !self.numeration.follows(*before, digit) {
                return None;
            }
            let next = a
                .saturating_mul(*high)
                .saturating_add(b.saturating_mul(*low));
            (*high, *low, *before) = (next.saturating_add(digit.into()), *high, digit);
        }
        Some(numbers)
    }

    fn values(&self, numbers: &Numbers) -> [u64; MOST_VARIABLES] {
        let surplus = u64::from(self.numeration.b > 0);
        (numbers.read).map(|(high, low, _)| high.saturating_add(surplus.saturating_mul(low)))
    }

    /// Returns whether numbers belong to the set; `None` past the end of the table.
    fn holds(&self, numbers: &Numbers) -> Option<bool> {
        (self.is_member)(&self.values(numbers)[..self.variables])
    }

    /// Learns the automaton whose states differ in the information about some continuations, the first of which is
    /// empty; `None` if the table does not reach that far. Where information is missing, a state has to share more than
    /// `least` of it with another one to be the same.
    fn automaton(
        &self,
        look: &dyn Fn(&Numbers) -> Seen,
        least: usize,
    ) -> Result<Option<Learned>, Stopped> {
        let mut learned = Automaton {
            numeration: self.numeration,
            variables: (0..self.variables).collect(),
            next: Vec::new(),
            accepts: Vec::new(),
        };
        let mut known: HashMap<Seen, u32> = HashMap::new();
        let mut all_seen: Vec<Seen> = Vec::new();
        let mut first: Vec<Option<Numbers>> = Vec::new();
        let mut state_of = |numbers: Option<Numbers>, first: &mut Vec<Option<Numbers>>| {
            self.bound.check(first.len(), self.rows.len())?;
            self.bound.budget.check(0)?;
            let seen = numbers.as_ref().map_or_else(Seen::new, look);
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
                    Some((shared, state)) if shared > least => return Ok(Some(state)),
                    _ => {}
                }
            }
            let state = first.len() as u32;
            known.insert(seen.clone(), state);
            all_seen.push(seen);
            first.push(numbers);
            Ok(Some(state))
        };
        if state_of(Some(Numbers::default()), &mut first)?.is_none() {
            return Ok(None);
        }
        while learned.accepts.len() < first.len() {
            let numbers = first[learned.accepts.len()];
            for row in &self.rows {
                let appended = numbers
                    .as_ref()
                    .and_then(|numbers| self.append(numbers, row));
                let Some(state) = state_of(appended, &mut first)? else {
                    return Ok(None);
                };
                learned.next.push(state);
            }
            let is_member = |numbers| self.holds(&numbers) == Some(true);
            learned.accepts.push(numbers.is_some_and(is_member));
        }
        Ok(Some((learned, first)))
    }

    /// Returns the information about numbers.
    fn glance(&self, numbers: &Numbers) -> Glance {
        match self.holds(numbers) {
            Some(true) => Glance::Member,
            Some(false) => Glance::Other,
            None => Glance::Beyond,
        }
    }

    /// Returns the information about numbers with more digits.
    fn after(&self, numbers: &Numbers, tail: &[usize]) -> Glance {
        let mut rows = tail.iter().map(|&row| &self.rows[row]);
        let numbers = rows.try_fold(*numbers, |numbers, row| self.append(&numbers, row));
        numbers.map_or(Glance::NoNumbers, |numbers| self.glance(&numbers))
    }

    /// Returns digits that tell a state from the one that it was taken for, on the way of a row that is wrong; `None` if
    /// the table ends before they do.
    fn tail(
        &self,
        learned: &Automaton,
        first: &[Option<Numbers>],
        word: &[usize],
    ) -> Option<Vec<usize>> {
        let after = |state: usize, place: usize| match &first[state] {
            Some(numbers) => self.after(numbers, &word[place..]),
            None => Glance::NoNumbers,
        };
        let mut state = 0;
        let mut before = after(state, 0);
        for (place, &row) in (1..).zip(word) {
            state = learned.steps(state)[row] as usize;
            let seen = after(state, place);
            if before != seen && before != Glance::Beyond && seen != Glance::Beyond {
                return Some(word[place..].to_vec());
            }
            before = seen;
        }
        None
    }

    /// Records the information about all numbers that begin with these digits and have up to this many more.
    fn look(&self, numbers: &Numbers, digits: u32, seen: &mut Seen) {
        let glance = self.glance(numbers);
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

    /// Compares an automaton with the tuples in the table that have up to this many digits, until this many are wrong:
    /// returns the number of tuples, whether the table has some with more digits, and the rows of those that are wrong.
    fn compare(
        &self,
        learned: &Automaton,
        (digits, most): (usize, usize),
    ) -> Result<(u64, bool, Vec<Vec<usize>>), Stopped> {
        /// The number of tuples between two checks of the clock.
        const POLL: u64 = 4096;
        // Numbers, their state, their number of digits, and the last row of these.
        let mut todo = vec![(Numbers::default(), 0usize, 0usize, 0usize)];
        let (mut word, mut wrong) = (Vec::new(), Vec::new());
        let (mut tuples, mut longer) = (0u64, false);
        while let Some((at, state, length, row)) = todo.pop() {
            let Some(is_member) = self.holds(&at) else {
                continue;
            };
            if length > digits {
                longer = true;
                continue;
            }
            if tuples.is_multiple_of(POLL) {
                self.bound.budget.check(0)?;
            }
            tuples += 1;
            if length > 0 {
                word.truncate(length - 1);
                word.push(row);
            }
            if is_member != learned.accepts[state] {
                wrong.push(word.clone());
                if wrong.len() == most {
                    break;
                }
            }
            // If zeros lead past the end of the table, all digits do.
            let least = self.append(&at, &self.rows[0]);
            if least.is_none_or(|least| self.holds(&least).is_none()) {
                continue;
            }
            for (row, &next) in learned.steps(state).iter().enumerate() {
                if let Some(appended) = self.append(&at, &self.rows[row])
                    // Leading zeros of all numbers lead to no new state.
                    && self.values(&appended).iter().any(|&value| value > 0)
                {
                    todo.push((appended, next as usize, length + 1, row));
                }
            }
        }
        Ok((tuples, longer, wrong))
    }
}

//! Learning an automaton from a table.

use hashbrown::HashMap;

use crate::automaton::Automaton;
use crate::bound::{Bound, Stopped};
use crate::numeration::Numeration;

/// States are told apart by at most this number of rows of digits: true laws of 100 states need some 30.
const MOST_TAILS: usize = 128;

/// What is seen of a row of digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Glance {
    Member,
    Other,
    /// No numbers have these digits.
    NoNumbers,
    /// The numbers are beyond the table.
    Beyond,
}

/// What is seen of digits followed by each of the rows that tell states apart.
type Seen = Vec<Glance>;

/// Learns the automaton with the fewest states that agrees with a table of members of a set of tuples of numbers, and
/// counts these; `None` if the table does not show one. `is_member` returns `None` past the end of the table, where a number is above
/// `last`.
///
/// Two rows of digits lead to one state if the same happens whatever follows, of what tells states apart so far. Where
/// what is learned disagrees with the table, the digits after the first wrong state tell it from the right one (Rivest and
/// Schapire 1993).
///
/// # Errors
/// If the bound does not suffice.
pub fn learn(
    numeration: Numeration,
    (variables, last): (usize, u64),
    is_member: &dyn Fn(&[u64]) -> Option<bool>,
    bound: Bound<'_>,
) -> Result<Option<(Automaton, u64)>, Stopped> {
    let learner = Learner {
        numeration,
        rows: rows(numeration, variables),
        is_member,
        bound,
    };
    let single = (0..learner.rows.len()).map(|row| vec![row]);
    let mut tails: Vec<Vec<usize>> = std::iter::once(Vec::new()).chain(single).collect();
    let most = tails.len() + MOST_TAILS;
    while tails.len() <= most {
        let Some((learned, first)) = learner.automaton(variables, &tails)? else {
            return Ok(None);
        };
        let wrong = match learner.agrees(&learned, last)? {
            Ok(seen) => return Ok(Some((learned.minimal(bound)?, seen))),
            Err(wrong) => wrong,
        };
        let known = tails.len();
        for word in wrong {
            match learner.tail(&learned, &first, &word) {
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
    /// Of each number: the sums of its digits with the terms of the recurrence, those one place lower, and its last
    /// digit.
    read: Vec<(u64, u64, u32)>,
}

/// Returns how much two looks share, if they differ in nothing that both see.
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
    /// Appends a digit to each of the numbers; returns whether some numbers have these digits.
    fn append(&self, numbers: &mut Numbers, row: usize) -> bool {
        let (a, b) = (u64::from(self.numeration.a), u64::from(self.numeration.b));
        let mut all = true;
        for ((high, low, before), &digit) in numbers.read.iter_mut().zip(&self.rows[row]) {
            all &= self.numeration.follows(*before, digit);
            let next = a
                .saturating_mul(*high)
                .saturating_add(b.saturating_mul(*low));
            (*low, *high, *before) = (*high, next.saturating_add(digit.into()), digit);
        }
        all
    }

    fn values(&self, numbers: &Numbers) -> Vec<u64> {
        let surplus = u64::from(self.numeration.b > 0);
        let values = numbers.read.iter();
        values
            .map(|&(high, low, _)| high.saturating_add(surplus.saturating_mul(low)))
            .collect()
    }

    /// Says what is seen of numbers with more digits; `at` is overwritten.
    fn glance(&self, numbers: Option<&Numbers>, tail: &[usize], at: &mut Numbers) -> Glance {
        let Some(numbers) = numbers else {
            return Glance::NoNumbers;
        };
        at.read.clone_from(&numbers.read);
        if !tail.iter().all(|&row| self.append(at, row)) {
            return Glance::NoNumbers;
        }
        match (self.is_member)(&self.values(at)) {
            Some(true) => Glance::Member,
            Some(false) => Glance::Other,
            None => Glance::Beyond,
        }
    }

    /// Learns the automaton whose states these rows of digits tell apart, with the first numbers that lead to each state,
    /// `None` where no numbers do; `None` if the table does not reach so far.
    fn automaton(
        &self,
        variables: usize,
        tails: &[Vec<usize>],
    ) -> Result<Option<(Automaton, Vec<Option<Numbers>>)>, Stopped> {
        let mut learned = Automaton {
            numeration: self.numeration,
            variables: (0..variables).collect(),
            next: Vec::new(),
            accepts: Vec::new(),
        };
        let mut known: HashMap<Seen, u32> = HashMap::new();
        let mut all_seen: Vec<Seen> = Vec::new();
        let mut first: Vec<Option<Numbers>> = Vec::new();
        let zero = Numbers {
            read: vec![(0, 0, 0); variables],
        };
        let mut at = zero.clone();
        let mut state_of = |numbers: Option<Numbers>, first: &mut Vec<Option<Numbers>>| {
            self.bound.check(first.len(), self.rows.len())?;
            self.bound.budget.check(0)?;
            let seen = tails.iter();
            let seen = seen.map(|tail| self.glance(numbers.as_ref(), tail, &mut at));
            let seen: Seen = seen.collect();
            if seen[0] == Glance::Beyond {
                return Ok::<_, Stopped>(None);
            }
            if let Some(&state) = known.get(&seen) {
                return Ok(Some(state));
            }
            if seen.contains(&Glance::Beyond) {
                // The state with which it shares most of what is seen, and differs in nothing.
                let shared = |other: &Seen| shared(&seen, other);
                let alike = (0u32..)
                    .zip(&all_seen)
                    .filter_map(|(state, other)| Some((shared(other)?, state)));
                let alike = alike.max_by_key(|&(shared, state)| (shared, std::cmp::Reverse(state)));
                if let Some((_, state)) = alike {
                    return Ok(Some(state));
                }
            }
            let state = first.len() as u32;
            known.insert(seen.clone(), state);
            all_seen.push(seen);
            first.push(numbers);
            Ok(Some(state))
        };
        if state_of(Some(zero), &mut first)?.is_none() {
            return Ok(None);
        }
        while learned.accepts.len() < first.len() {
            let numbers = first[learned.accepts.len()].clone();
            for row in 0..self.rows.len() {
                let mut appended = numbers.clone();
                appended = appended.take_if(|numbers| self.append(numbers, row));
                let Some(state) = state_of(appended, &mut first)? else {
                    return Ok(None);
                };
                learned.next.push(state);
            }
            let is_member = |numbers| (self.is_member)(&self.values(&numbers)) == Some(true);
            learned.accepts.push(numbers.is_some_and(is_member));
        }
        Ok(Some((learned, first)))
    }

    /// Returns digits that tell a state from the one that it was taken for, on the way of a row that is wrong; `None` if the
    /// table ends before they do.
    fn tail(
        &self,
        learned: &Automaton,
        first: &[Option<Numbers>],
        word: &[usize],
    ) -> Option<Vec<usize>> {
        let mut at = Numbers { read: Vec::new() };
        let mut seen_from = |state: usize, place: usize| {
            self.glance(first[state].as_ref(), &word[place..], &mut at)
        };
        let mut state = 0;
        let mut before = seen_from(state, 0);
        for (place, &row) in (1..).zip(word) {
            state = learned.steps(state)[row] as usize;
            let seen = seen_from(state, place);
            if before != seen && before != Glance::Beyond && seen != Glance::Beyond {
                return Some(word[place..].to_vec());
            }
            before = seen;
        }
        None
    }

    /// Returns how many tuples there are in the table, if an automaton agrees with all of it, or else the rows of digits
    /// of some that are wrong, of small numbers.
    fn agrees(
        &self,
        learned: &Automaton,
        last: u64,
    ) -> Result<Result<u64, Vec<Vec<usize>>>, Stopped> {
        /// Numbers between two looks at the clock.
        const POLL: u64 = 4096;
        /// Rows that are wrong, at most.
        const WRONG: usize = 8;
        let mut most = last.min(7);
        loop {
            let zero = Numbers {
                read: vec![(0, 0, 0); learned.variables.len()],
            };
            let mut todo = vec![(zero, 0usize)];
            let (mut numbers, mut wrong) = (0u64, Vec::new());
            while let Some((at, state)) = todo.pop() {
                let values = self.values(&at);
                if values.iter().any(|&value| value > most) {
                    continue;
                }
                if numbers.is_multiple_of(POLL) {
                    self.bound.budget.check(0)?;
                }
                numbers += 1;
                if (self.is_member)(&values) != Some(learned.accepts[state]) {
                    wrong.push(self.word(&values));
                    if wrong.len() == WRONG {
                        break;
                    }
                }
                for (row, &next) in (0..).zip(learned.steps(state)) {
                    let mut appended = at.clone();
                    if self.append(&mut appended, row)
                        // Zeros before all numbers lead nowhere new.
                        && self.values(&appended).iter().any(|&value| value > 0)
                    {
                        todo.push((appended, next as usize));
                    }
                }
            }
            match (wrong.is_empty(), most == last) {
                (false, _) => return Ok(Err(wrong)),
                (true, true) => return Ok(Ok(numbers)),
                (true, false) => most = most.saturating_mul(2).min(last),
            }
        }
    }

    /// Returns the digits of numbers, row by row, the highest first.
    fn word(&self, values: &[u64]) -> Vec<usize> {
        let digits = values.iter();
        let digits = digits.map(|&value| self.numeration.digits_of(value.into()));
        let digits: Vec<Vec<u32>> = digits.collect();
        let length = digits.iter().map(Vec::len).max().unwrap_or(0);
        let digit = |own: &Vec<u32>, place: usize| {
            let before = length - own.len();
            place.checked_sub(before).map_or(0, |place| own[place])
        };
        let row = |place| {
            let row: Vec<u32> = digits.iter().map(|own| digit(own, place)).collect();
            self.rows.iter().position(|own| *own == row)
        };
        // All digits are those of a row.
        (0..length).filter_map(row).collect()
    }
}

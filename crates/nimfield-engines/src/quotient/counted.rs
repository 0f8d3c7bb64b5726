//! Successively better guesses at a quotient.
//!
//! A guess that is wrong about a sum confuses some positions of this sum with others. The next guess counts these
//! positions instead: exactly up to some number, and from there on modulo a period. An *element* consists of the
//! counters and the class of all other positions in the guess. There are finitely many, and the outcome of each is
//! found by play with its first sum, whose options have elements with earlier first sums. Elements with the same
//! outcomes in sums with all elements are then identified.
//!
//! Elements are finer than the classes of the guess. So the guess stays right about everything before its first
//! mistake. If all positions of the mistake are counted, this sum is the first one of its element, and becomes right,
//! too; often fewer positions suffice.
//!
//! **Source**: A. N. Siegel's MisereSolver, which also chooses the positions in this way. The idea is described in Plambeck
//! and Siegel 2008.

use std::collections::{BTreeSet, HashMap};

use nimfield_core::budget::{Budget, Limit, Unfinished};

use super::closed_set::{ClosedSet, Word};
use super::first_sums::FirstSums;
use super::monoid::Quotient;
use super::reduction::Automaton;

/// A counter of a position: exact below `index`, from there on modulo `period`.
#[derive(Clone, Copy, Debug)]
struct Counter {
    position: u32,
    index: u64,
    period: u64,
}

impl Counter {
    /// Creates a counter that is finer than the powers of the class of a position, and that distinguishes `count` from
    /// all smaller numbers.
    fn new(guess: &Quotient, position: u32, count: u64) -> Counter {
        let class = guess.classes()[position as usize];
        let mut powers = vec![0];
        let index = loop {
            let next = guess.product(powers[powers.len() - 1], class);
            match powers.iter().position(|&power| power == next) {
                Some(index) => break index,
                None => powers.push(next),
            }
        };
        let period = (powers.len() - index) as u64;
        let index = (index as u64).max(count.saturating_sub(1));
        // Quotients have even periods. If a long preperiod does not end, the period may be longer than assumed.
        let period = if period.is_multiple_of(2) {
            period
        } else {
            2 * period
        };
        let times = index.saturating_sub(4).div_ceil(period).max(1);
        Counter {
            position,
            index,
            period: times * period,
        }
    }

    fn size(&self) -> u64 {
        self.index + self.period
    }

    /// Returns the representative of a count.
    fn wrapped(&self, count: u64) -> u64 {
        match count.checked_sub(self.index) {
            Some(more) => self.index + more % self.period,
            None => count,
        }
    }
}

/// A monoid with counters. An element is a number: its last digit, in the base given by the order of the monoid, is a
/// class, and the other digits are the counters.
#[derive(Debug)]
struct Counted<'a> {
    quotient: &'a Quotient,
    counters: Vec<Counter>,
    /// The element of each position.
    elements: Vec<u64>,
    /// The elements of the options of each position.
    options: Vec<Vec<u64>>,
}

impl<'a> Counted<'a> {
    /// Creates a monoid with counters for some positions.
    ///
    /// # Errors
    /// If there are more than 2^64 elements.
    fn new(
        set: &ClosedSet,
        quotient: &'a Quotient,
        counters: Vec<Counter>,
        budget: &Budget,
    ) -> Result<Counted<'a>, Unfinished> {
        let classes = quotient.classes().iter().copied();
        let mut elements: Vec<u64> = classes.map(u64::from).collect();
        elements.resize(set.len(), 0);
        let mut unit = quotient.order() as u64;
        for counter in &counters {
            elements[counter.position as usize] = unit;
            unit = unit
                .checked_mul(counter.size())
                .ok_or_else(|| too_many(budget))?;
        }
        let mut counted = Counted {
            quotient,
            counters,
            elements,
            options: Vec::new(),
        };
        for position in 0..set.len() as u32 {
            let options = set.options(position).iter();
            let mut options: Vec<u64> = options.map(|option| counted.element(option)).collect();
            options.sort_unstable();
            options.dedup();
            counted.options.push(options);
        }
        Ok(counted)
    }

    fn element(&self, word: &[u32]) -> u64 {
        let elements = word.iter().map(|&part| self.elements[part as usize]);
        elements.fold(0, |sum, element| self.product(sum, element))
    }

    fn product(&self, a: u64, b: u64) -> u64 {
        let order = self.quotient.order() as u64;
        let class = self
            .quotient
            .product((a % order) as u32, (b % order) as u32);
        let (mut product, mut unit) = (u64::from(class), order);
        for counter in &self.counters {
            let digit = |element: u64| element / unit % counter.size();
            product += unit * counter.wrapped(digit(a) + digit(b));
            unit *= counter.size();
        }
        product
    }

    /// Returns the quotient of the elements by their outcomes.
    fn reduced(&self, set: &ClosedSet, budget: &Budget) -> Result<Quotient, Unfinished> {
        let mut sums = FirstSums::new(0);
        let mut places = HashMap::from([(0, 0)]);
        // In misère play, a player without a move has won.
        let mut p_portion = vec![false];
        for (position, &own) in (0..).zip(&self.elements) {
            if set.options(position).is_empty() {
                continue;
            }
            sums.add_position(position, |sums, place| {
                let element = self.product(sums.states()[place], own);
                if places.contains_key(&element) {
                    return Ok(None);
                }
                let done = places.len() as u64;
                let bytes = done * (96 + 8 * set.len() as u64);
                (budget.check(done))
                    .and_then(|()| budget.fits(bytes))
                    .map_err(|limit| limit.after(done))?;
                let mut options = self.options_of(sums, (place, position));
                let is_p = !options.any(|option| p_portion[places[&option]]);
                places.insert(element, p_portion.len());
                p_portion.push(is_p);
                Ok(Some(element))
            })?;
        }
        let kinds: BTreeSet<u64> = self.elements.iter().copied().collect();
        let kinds: Vec<u64> = kinds.into_iter().collect();
        let steps = sums.states().iter().flat_map(|&element| {
            let after = kinds.iter().map(move |&kind| self.product(element, kind));
            after.map(|after| places[&after])
        });
        let kind = |element: &u64| kinds.partition_point(|kind| kind < element);
        let automaton = Automaton {
            steps: steps.collect(),
            p_portion,
            kinds: self.elements.iter().map(kind).collect(),
        };
        automaton.reduced(budget)?.monoid(budget)
    }

    /// Returns the elements of the options of a sum: the sum at a place plus one more position, at least as large as
    /// its others.
    fn options_of(
        &self,
        sums: &FirstSums<u64>,
        (mut place, mut position): (usize, u32),
    ) -> impl Iterator<Item = u64> {
        // The element of the summands after a position, and the position.
        let mut parts = vec![(sums.states()[place], position)];
        let mut after = 0;
        while let Some((before, smaller)) = sums.last_step(place) {
            after = self.product(after, self.elements[position as usize]);
            if smaller != position {
                parts.push((self.product(sums.states()[before], after), smaller));
            }
            (place, position) = (before, smaller);
        }
        parts.into_iter().flat_map(move |(rest, position)| {
            let options = self.options[position as usize].iter();
            options.map(move |&option| self.product(rest, option))
        })
    }
}

/// Returns the first guess at the quotient with one more position, which is counted in addition to the classes of the
/// others.
///
/// # Errors
/// If the budget runs out.
pub(super) fn with_position(
    set: &ClosedSet,
    quotient: &Quotient,
    budget: &Budget,
) -> Result<Quotient, Unfinished> {
    let counter = Counter {
        position: quotient.positions() as u32,
        index: 2,
        period: 2,
    };
    Counted::new(set, quotient, vec![counter], budget)?.reduced(set, budget)
}

/// Returns the next guess, which is right about the first mistake of this one.
///
/// # Errors
/// If the budget runs out.
pub(super) fn corrected(
    set: &ClosedSet,
    guess: &Quotient,
    mistake: &Word,
    budget: &Budget,
) -> Result<Quotient, Unfinished> {
    let is_p = |quotient: &Quotient| quotient.is_p(quotient.class(mistake));
    let positions: BTreeSet<u32> = mistake.iter().copied().collect();
    let counters: Vec<Counter> = (positions.iter())
        .map(|&position| {
            let count = mistake.iter().filter(|&&part| part == position).count();
            Counter::new(guess, position, count as u64)
        })
        .collect();
    for chosen in choices(counters.len()) {
        let chosen = (0..).zip(&counters).filter(|(at, _)| chosen >> at & 1 == 1);
        let chosen = chosen.map(|(_, &counter)| counter).collect();
        let next = Counted::new(set, guess, chosen, budget)?.reduced(set, budget)?;
        if is_p(&next) != is_p(guess) {
            return Ok(next);
        }
    }
    // This happens only for sums of more than 63 different positions.
    Err(too_many(budget))
}

/// Returns all choices of one of `count` things, of two of them and so on, as bits; at most 63 things are considered.
fn choices(count: usize) -> impl Iterator<Item = u64> {
    let end = 1u64 << count.min(63);
    (1..=count.min(63)).flat_map(move |size| {
        let next_choice = |&choice: &u64| {
            // The next larger number with the same number of bits.
            let lowest = choice & choice.wrapping_neg();
            let carried = choice + lowest;
            Some(carried | ((choice ^ carried) / lowest) >> 2)
        };
        std::iter::successors(Some((1 << size) - 1), next_choice)
            .take_while(move |&next| next < end)
    })
}

fn too_many(budget: &Budget) -> Unfinished {
    let (allowed, needed) = (budget.most_bytes(), u64::MAX);
    Limit::Bytes { allowed, needed }.after(0)
}

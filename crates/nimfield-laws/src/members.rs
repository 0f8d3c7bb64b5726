//! Single tuples that automata accept: tests, restrictions and lists.

use std::fmt;

use hashbrown::HashMap;

use crate::atoms::build;
use crate::automaton::Automaton;
use crate::bound::{Bound, Stopped};
use crate::numeration::Numeration;

/// Tuples of numbers, in order, and whether the list is complete.
pub type Members = (Vec<Vec<u128>>, bool);

impl Automaton {
    /// Returns the automaton that accepts exactly these numbers, one for each of the variables, which are ascending.
    pub(crate) fn exactly(
        numeration: Numeration,
        variables: Vec<usize>,
        numbers: &[u128],
        bound: Bound<'_>,
    ) -> Result<Automaton, Stopped> {
        let digits = |&number: &u128| numeration.digits_of(number);
        let digits: Vec<Vec<u32>> = numbers.iter().map(digits).collect();
        let length = digits.iter().map(Vec::len).max().unwrap_or(0);
        let digit = |own: &Vec<u32>, at: usize| match (at + own.len()).checked_sub(length) {
            Some(at) => own[at],
            None => 0,
        };
        let step = |at: Option<usize>, row: &[u32]| match at? {
            0 if row.iter().all(|&digit| digit == 0) => Some(0),
            at if at < length
                && digits
                    .iter()
                    .map(|own| digit(own, at))
                    .eq(row.iter().copied()) =>
            {
                Some(at + 1)
            }
            _ => None,
        };
        let accepts = |at| at == Some(length);
        build((numeration, variables), Some(0), step, accepts, bound)
    }

    /// Returns the automaton without the variable with this index, from 0 on, which takes a fixed value.
    ///
    /// # Errors
    /// If the bound does not suffice.
    pub fn with(&self, at: usize, number: u128, bound: Bound<'_>) -> Result<Automaton, Stopped> {
        let variable = self.variables[at];
        let fixed = Automaton::exactly(self.numeration, vec![variable], &[number], bound)?;
        self.and(&fixed, bound)?
            .exists(|own| own == variable, bound)
    }

    /// Lists tuples that it accepts, at most `most` of them with at most this many digits, in order. Numbers of 2^128
    /// and above are left out.
    ///
    /// # Errors
    /// If the bound does not suffice.
    pub fn members(
        &self,
        (most, digits): (usize, usize),
        bound: Bound<'_>,
    ) -> Result<Members, Stopped> {
        /// The number of prefixes between two checks of the clock.
        const POLL: usize = 1024;
        let alive = self.alive();
        let (mut found, mut all) = (Vec::new(), true);
        // A stack of prefixes of accepted rows of digits, the next one on top.
        let mut prefixes: Vec<(usize, Vec<usize>)> = vec![(0, Vec::new())];
        let mut looks = 0usize;
        while let Some((state, rows)) = prefixes.pop() {
            looks += 1;
            if looks.is_multiple_of(POLL) {
                bound.budget.check(0)?;
                let bytes = size_of::<u128>() * self.variables.len() * found.len();
                bound.budget.fits(bytes as u64)?;
            }
            let read: Vec<Vec<u32>> = rows.iter().map(|&row| self.row(row)).collect();
            let number = |at: usize| {
                let own: Vec<u32> = read.iter().map(|row| row[at]).collect();
                self.numeration.number_of(&own)
            };
            let Some(tuple) = (0..self.variables.len()).map(number).collect() else {
                all = false;
                continue;
            };
            if self.accepts[state] {
                if found.len() == most {
                    all = false;
                    break;
                }
                found.push(tuple);
            }
            for (row, &next) in self.steps(state).iter().enumerate().rev() {
                // Leading zeros give the same tuple.
                if !alive[next as usize] || (row == 0 && rows.is_empty()) {
                    continue;
                }
                all &= rows.len() < digits;
                if rows.len() < digits {
                    prefixes.push((next as usize, [&rows[..], &[row]].concat()));
                }
            }
        }
        found.sort_unstable();
        Ok((found, all))
    }

    /// Returns the first tuples that it accepts, by their largest numbers, at most `most`; numbers of 2^128 and above
    /// are left out.
    ///
    /// # Errors
    /// If the bound does not suffice.
    pub fn first_members(&self, most: usize, bound: Bound<'_>) -> Result<Vec<Vec<u128>>, Stopped> {
        // Fewer digits make smaller numbers.
        let mut digits = 1;
        loop {
            let (mut found, all) = self.members((usize::MAX, digits), bound)?;
            if all || found.len() >= most || digits > u128::BITS as usize * 2 {
                found.sort_by_key(|tuple| tuple.iter().copied().max());
                found.truncate(most);
                return Ok(found);
            }
            digits += 1;
        }
    }

    /// Counts the tuples of numbers below a limit that it accepts, and returns decimal digits. It works digit by digit,
    /// and tracks which numbers are already below the digits of the limit minus 1.
    ///
    /// **Complexity**: additions of counts, for each digit of the limit one for each state, row of digits and set of
    /// variables.
    ///
    /// # Errors
    /// If the bound does not suffice.
    pub fn count_below(&self, limit: u128, bound: Bound<'_>) -> Result<String, Stopped> {
        let Some(last) = limit.checked_sub(1) else {
            return Ok("0".to_string());
        };
        let rows: Vec<Vec<u32>> = (0..self.width()).map(|row| self.row(row)).collect();
        let mut counts: HashMap<(u32, u64), Count> = HashMap::new();
        counts.insert((0, 0), Count(vec![1]));
        for most in self.numeration.digits_of(last) {
            bound.budget.check(0)?;
            let mut next: HashMap<(u32, u64), Count> = HashMap::new();
            for ((state, below), count) in &counts {
                for (digits, &to) in rows.iter().zip(self.steps(*state as usize)) {
                    let mut after = *below;
                    let fits = digits.iter().enumerate().all(|(at, &digit)| {
                        after |= u64::from(digit < most) << at;
                        digit <= most || below >> at & 1 == 1
                    });
                    if fits {
                        next.entry((to, after)).or_default().add(count);
                    }
                }
            }
            counts = next;
        }
        let mut all = Count::default();
        for ((state, _), count) in &counts {
            if self.accepts[*state as usize] {
                all.add(count);
            }
        }
        Ok(all.to_string())
    }
}

/// A number of any size for addition and printing, in pieces of 18 decimal digits, the lowest first.
#[derive(Default)]
struct Count(Vec<u64>);

impl Count {
    /// One more than the largest piece.
    const PIECE: u64 = 10u64.pow(18);

    fn add(&mut self, other: &Count) {
        let length = self.0.len().max(other.0.len());
        self.0.resize(length, 0);
        let mut carry = 0;
        for (at, own) in self.0.iter_mut().enumerate() {
            let sum = *own + other.0.get(at).unwrap_or(&0) + carry;
            (*own, carry) = (sum % Count::PIECE, sum / Count::PIECE);
        }
        if carry > 0 {
            self.0.push(carry);
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pieces = self.0.iter().rev();
        write!(f, "{}", pieces.next().unwrap_or(&0))?;
        pieces.try_for_each(|piece| write!(f, "{piece:018}"))
    }
}

//! Values that grow: laws `g(n + p) = g(n) + s` with s > 0, proved for all heaps by a finite automaton.
//!
//! Let the law hold for all heaps below n. A move leaves at most t heaps; let these be so large in total that one of
//! them is e or more. Such a heap has the number e + r + p x with r < p, and the value g(e + r) + s x; the smaller
//! heaps are the exceptions. The ways to leave heaps with given remainders r and given exceptions are the solutions of
//!
//! - x + y + z = i + a constant, if n = e + r + p (j + i), and their values are
//! - (s x + b) xor (s y + c) xor (s z + d) xor the values of the exceptions.
//!
//! Both are read digit by digit in base 2, the lowest first, with carries that stay small. So there are finitely many
//! states after any number of digits of i and of a value v. The law holds for n if in each state, assuming that all
//! further digits are 0, v is the value of a way if v < g(n), and is not if v = g(n).

use std::cmp::Ordering;

use hashbrown::HashSet;
use nimfield_core::families::heaps::HeapRules;
use smallvec::SmallVec;

use super::law::HeapPeriod;

/// The most heaps that a move of these games leaves.
pub(super) const MOST_PIECES: usize = 3;

/// The most ways in all states; every code of two digits has fewer.
const MOST_WAYS: usize = 1 << 21;

/// The ways to leave heaps with given remainders and exceptions, after some digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Ways {
    /// The rest of the constant by which the rounds of the heaps exceed i.
    rounds: i64,
    /// The rest of the nim-sum of the exceptions.
    exceptions: u32,
    /// For each other heap, the amount by which its value exceeds s times its rounds, in ascending order.
    heaps: SmallVec<[u32; MOST_PIECES]>,
}

impl Ways {
    /// Returns whether one of the ways has the value 0, if i is 0.
    fn reach_zero(&self, saltus: u32) -> bool {
        let Ok(rounds) = u32::try_from(self.rounds) else {
            return false;
        };
        let value = |heap: usize, rounds: u32| {
            let value = u64::from(self.heaps[heap]) + u64::from(saltus) * u64::from(rounds);
            value ^ if heap == 0 { self.exceptions.into() } else { 0 }
        };
        match self.heaps.len() {
            1 => value(0, rounds) == 0,
            2 => (0..=rounds).any(|x| value(0, x) == value(1, rounds - x)),
            _ => (0..=rounds).any(|x| {
                let rest = rounds - x;
                (0..=rest).any(|y| value(0, x) ^ value(1, y) == value(2, rest - y))
            }),
        }
    }

    /// Adds the ways that have these next digits of i and of the value.
    fn read(&self, saltus: u32, (of_i, of_value): (u32, u32), into: &mut Vec<Ways>) {
        for digits in 0..1u32 << self.heaps.len() {
            let rounds = self.rounds + i64::from(of_i) - i64::from(digits.count_ones());
            let mut sum = self.exceptions;
            let heaps = self.heaps.iter().enumerate();
            let heaps = heaps.map(|(place, &heap)| {
                let heap = heap + saltus * (digits >> place & 1);
                sum ^= heap;
                heap >> 1
            });
            let mut heaps: SmallVec<[u32; MOST_PIECES]> = heaps.collect();
            if rounds % 2 == 0 && sum & 1 == of_value {
                heaps.sort_unstable();
                into.push(Ways {
                    rounds: rounds / 2,
                    exceptions: self.exceptions >> 1,
                    heaps,
                });
            }
        }
    }
}

/// The state after some digits of i and of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    /// All ways that fit the digits, in ascending order.
    ways: Vec<Ways>,
    /// The rest of the value of the whole heap, minus s times the rest of i.
    whole: u64,
    /// The order of the digits of the value and those of the value of the whole heap.
    order: Ordering,
}

impl State {
    /// Returns whether the condition on the value holds, if all further digits are 0.
    fn holds(&self, saltus: u32) -> bool {
        let order = 0.cmp(&self.whole).then(self.order);
        let reached = || self.ways.iter().any(|ways| ways.reach_zero(saltus));
        match order {
            Ordering::Less => reached(),
            Ordering::Equal => !reached(),
            Ordering::Greater => true,
        }
    }

    fn next(&self, saltus: u32, (of_i, of_value): (u32, u32)) -> State {
        let mut ways = Vec::new();
        for each in &self.ways {
            each.read(saltus, (of_i, of_value), &mut ways);
        }
        ways.sort_unstable();
        ways.dedup();
        let whole = self.whole + u64::from(saltus * of_i);
        State {
            ways,
            whole: whole >> 1,
            order: u64::from(of_value).cmp(&(whole & 1)).then(self.order),
        }
    }
}

/// Returns the number of heaps, from the empty one on, for which the law must hold.
pub(super) fn heaps_needed(rules: &HeapRules, law: &HeapPeriod) -> u64 {
    let from = law.preperiod.max(1);
    from + law.period * first_round(rules, law)
}

/// Returns the number of rounds after which each move leaves a heap that is not an exception.
fn first_round(rules: &HeapRules, law: &HeapPeriod) -> u64 {
    let taken = rules.head().len() as u64 - 1;
    let others = rules.most_pieces().max(1) as u64 - 1;
    (others * law.preperiod.max(1) + taken)
        .div_ceil(law.period)
        .max(1)
}

/// Returns whether a law that holds for the first [`heaps_needed`] heaps, whose values these are, holds for all. `None`
/// if that takes too many states.
pub(super) fn holds_for_all(rules: &HeapRules, values: &[u32], law: &HeapPeriod) -> Option<bool> {
    // A larger saltus would take too many states.
    let saltus = u32::try_from(law.saltus).ok()?;
    let mut left = MOST_WAYS;
    let mut open = Vec::new();
    let mut seen: HashSet<State> = HashSet::new();
    let small = small_heaps(values, law, rules.most_pieces(), &mut left)?;
    for remainder in 0..law.period {
        open.push(beginning(
            rules,
            (values, &small),
            law,
            remainder,
            &mut left,
        )?);
        while let Some(state) = open.pop() {
            if !state.holds(saltus) {
                return Some(false);
            }
            if seen.contains(&state) {
                continue;
            }
            for digits in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let next = state.next(saltus, digits);
                if !seen.contains(&next) {
                    left = left.checked_sub(next.ways.len() + 1)?;
                    open.push(next);
                }
            }
            seen.insert(state);
        }
    }
    Some(true)
}

/// The totals of exceptions with the nim-sums of their values, for 0, 1, … exceptions.
type SmallHeaps = [Vec<(u64, u32)>];

/// Returns the state before any digit, for heaps with this remainder. `None` if it has more than `left` ways.
fn beginning(
    rules: &HeapRules,
    (values, small): (&[u32], &SmallHeaps),
    law: &HeapPeriod,
    remainder: u64,
    left: &mut usize,
) -> Option<State> {
    let (from, period) = (law.preperiod.max(1), law.period);
    let value = |remainder: u64| values[(from + remainder) as usize];
    let first = first_round(rules, law);
    let whole = from + remainder + period * first;
    let mut ways = Vec::new();
    for (taken, digit) in (0..).zip(rules.head()) {
        for pieces in 1..=MOST_PIECES {
            if !digit.leaves(pieces) {
                continue;
            }
            for (count, small) in small.iter().enumerate().take(pieces) {
                let large = pieces - count;
                for &(total, exceptions) in small {
                    // The remainders of all large heaps except the last, which follows from the sum.
                    let rest = (whole - taken) as i64 - (total + large as u64 * from) as i64;
                    for chosen in 0..period.pow(large as u32 - 1) {
                        let chosen = [chosen % period, chosen / period];
                        let chosen = &chosen[..large - 1];
                        let rest = rest - chosen.iter().sum::<u64>() as i64;
                        let last = rest.rem_euclid(period as i64);
                        let all = chosen.iter().copied().chain([last as u64]);
                        let mut heaps: SmallVec<[u32; MOST_PIECES]> = all.map(value).collect();
                        heaps.sort_unstable();
                        *left = left.checked_sub(1)?;
                        ways.push(Ways {
                            rounds: (rest - last) / period as i64,
                            exceptions,
                            heaps,
                        });
                    }
                }
            }
        }
    }
    ways.sort_unstable();
    ways.dedup();
    Some(State {
        ways,
        whole: u64::from(value(remainder)) + law.saltus as u64 * first,
        order: Ordering::Equal,
    })
}

/// Returns the combinations of fewer than `pieces` exceptions; `None` if they are more than `left`.
fn small_heaps(
    values: &[u32],
    law: &HeapPeriod,
    pieces: usize,
    left: &mut usize,
) -> Option<Vec<Vec<(u64, u32)>>> {
    let from = law.preperiod.max(1);
    let mut all = vec![vec![(0, 0)]];
    for _ in 1..pieces {
        let mut more = Vec::new();
        for (heap, &value) in (1..from).zip(&values[1..]) {
            for &(total, sum) in &all[all.len() - 1] {
                *left = left.checked_sub(1)?;
                more.push((total + heap, sum ^ value));
            }
        }
        more.sort_unstable();
        more.dedup();
        all.push(more);
    }
    Some(all)
}

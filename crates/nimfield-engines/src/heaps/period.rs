//! Periods of the values of heaps, and what proves them.

use std::fmt;

use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::families::heaps::HeapRules;
use nimfield_core::sorting::Sort as _;

use super::values::HeapValues;

/// A law `g(n + period) = g(n) + saltus` for all n from `preperiod` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeapPeriod {
    /// The least n from which on it holds, so that the empty heap counts.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// What the values grow by in a period.
    pub saltus: i64,
}

impl HeapPeriod {
    /// Returns the value of a heap of any size from those of smaller heaps. `None` if these are too few.
    #[must_use]
    pub fn value(&self, values: &[u32], heap: u64) -> Option<u128> {
        if let Some(&value) = values.get(usize::try_from(heap).ok()?) {
            return Some(value.into());
        }
        let beyond = heap.checked_sub(self.preperiod)?;
        let place = self.preperiod + beyond % self.period;
        let value = i128::from(*values.get(place as usize)?);
        let rounds = i128::from(beyond / self.period);
        u128::try_from(value + rounds * i128::from(self.saltus)).ok()
    }

    /// Returns the last heap whose value is not that of the law, if there is one.
    #[must_use]
    pub fn last_exception(&self) -> Option<u64> {
        self.preperiod.checked_sub(1)
    }
}

/// What proves a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeriodTheorem {
    /// Moves take at most k counters and leave at most t heaps: `g(n + p) = g(n)` for `e <= n < t e + (t - 1) p + k`.
    Splitting,
    /// Moves take at most k counters and leave at most one heap: `g(n + p) = g(n)` for k neighbours n.
    Subtraction,
    /// Moves take any number of counters but some: a state repeats.
    AllBut,
}

impl PeriodTheorem {
    /// Returns the theorem for a code, if there is one.
    #[must_use]
    pub fn of(rules: &HeapRules) -> Option<PeriodTheorem> {
        let leaves_one = |digit: &nimfield_core::families::heaps::CodeDigit| digit.leaves(1);
        match (rules.most_pieces(), rules.tail()) {
            (0 | 1, []) => Some(PeriodTheorem::Subtraction),
            (_, []) => (!rules.has_unequal()).then_some(PeriodTheorem::Splitting),
            (1, [digit]) if leaves_one(digit) && digit.leaves(0) => Some(PeriodTheorem::AllBut),
            _ => None,
        }
    }

    /// Returns the name by which certificates call the theorem.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            PeriodTheorem::Splitting => "splitting",
            PeriodTheorem::Subtraction => "subtraction",
            PeriodTheorem::AllBut => "all-but",
        }
    }

    /// Returns where the theorem is from.
    #[must_use]
    pub fn source(self) -> &'static str {
        match self {
            PeriodTheorem::Splitting => "Guy and Smith 1956, the octal period theorem",
            PeriodTheorem::Subtraction => "Guy and Smith 1956, for subtraction games",
            PeriodTheorem::AllBut => "Siegel 2013, ch. IV, all-but subtraction games",
        }
    }

    /// Returns the number of heaps, from the empty one on, whose values prove a period by this theorem.
    #[must_use]
    pub fn heaps_needed(self, rules: &HeapRules, law: &HeapPeriod) -> u64 {
        // The argument moves heaps by a period, and none of them may become empty.
        let from = law.preperiod.max(1);
        let taken = rules.head().len() as u64 - 1;
        let pieces = rules.most_pieces() as u64;
        match self {
            PeriodTheorem::Splitting => pieces * (from + law.period) + taken,
            PeriodTheorem::Subtraction => from + law.period + taken.max(1),
            PeriodTheorem::AllBut => from + taken + law.period + 1,
        }
    }

    /// Explains the proof with the numbers of a case.
    #[must_use]
    pub fn argument(self, rules: &HeapRules, values: &[u32], law: &HeapPeriod) -> String {
        let HeapPeriod { period, saltus, .. } = law;
        let from = law.preperiod.max(1);
        let taken = rules.head().len() - 1;
        match self {
            PeriodTheorem::Splitting => {
                let pieces = rules.most_pieces();
                let end = self.heaps_needed(rules, law) - period;
                format!(
                    "moves take at most {taken} and leave at most {pieces} heaps, and g(n + {period}) = g(n) for \
                     {from} <= n < {pieces}*{from} + {}*{period} + {taken} = {end}",
                    pieces - 1
                )
            }
            PeriodTheorem::Subtraction => {
                let end = from + taken.max(1) as u64;
                format!(
                    "moves take at most {taken} and leave at most one heap, and g(n + {period}) = g(n) for {from} <= \
                     n < {end}"
                )
            }
            PeriodTheorem::AllBut => {
                let last = values.len();
                format!(
                    "moves take any number but some below {}, and heaps {} and {last} have the same state up to a \
                     shift by {saltus}: the values of the last {taken} heaps, and of those before them the values \
                     above the least unused one",
                    taken + 1,
                    last as u64 - period
                )
            }
        }
    }

    /// Returns whether the values prove the law, and whether the law holds in all of them.
    ///
    /// # Complexity
    /// Linear in the values.
    #[must_use]
    pub fn proves(self, rules: &HeapRules, values: &[u32], law: &HeapPeriod) -> bool {
        if law.period == 0 || (values.len() as u64) < self.heaps_needed(rules, law) {
            return false;
        }
        let (from, period) = (law.preperiod as usize, law.period as usize);
        let shifted = |(&now, &then): (&u32, &u32)| i64::from(then) - i64::from(now) == law.saltus;
        let holds = values[from..]
            .iter()
            .zip(&values[from + period..])
            .all(shifted);
        let fits = match self {
            PeriodTheorem::Splitting | PeriodTheorem::Subtraction => law.saltus == 0,
            PeriodTheorem::AllBut => {
                let digits = rules.head().len();
                // The later the state, the fewer values above its mex are exceptional.
                let at = values.len() - period;
                let state = |at: usize| State::of(&values[..=at - digits]);
                let (now, then) = (state(at), state(at + period));
                i64::from(then.mex) - i64::from(now.mex) == law.saltus && now.above == then.above
            }
        };
        holds && fits
    }
}

impl fmt::Display for PeriodTheorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.source())
    }
}

/// The values that all further heaps of an all-but game have among their options.
struct State {
    mex: u32,
    /// Those above the mex, less the mex.
    above: Vec<u32>,
}

impl State {
    fn of(values: &[u32]) -> State {
        let mut sorted = values.to_vec();
        sorted.put_in_order();
        sorted.dedup();
        let mex = (0..)
            .zip(&sorted)
            .take_while(|(i, value)| i == *value)
            .count();
        let above = sorted[mex..].iter().map(|value| value - mex as u32);
        State {
            mex: mex as u32,
            above: above.collect(),
        }
    }
}

/// What is known of the period of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeriodStatus {
    /// The law holds for all heaps, by this theorem.
    Proved(PeriodTheorem),
    /// The law holds for all heaps that were computed.
    Seen,
}

/// Returns the law that the theorem for a code proves, or else the one that [`seen_period`] finds. `None` if there is
/// none.
///
/// # Complexity
/// Linear in the values.
#[must_use]
pub fn find_period(rules: &HeapRules, values: &[u32]) -> Option<(HeapPeriod, PeriodStatus)> {
    let laws = laws(values);
    let len = values.len() as u64;
    if let Some(theorem) = PeriodTheorem::of(rules) {
        let proved = laws.iter().find(|law| {
            theorem.heaps_needed(rules, law) <= len && theorem.proves(rules, values, law)
        });
        if let Some(&law) = proved {
            return Some((law, PeriodStatus::Proved(theorem)));
        }
    }
    seen(&laws, values.len()).map(|law| (law, PeriodStatus::Seen))
}

/// Returns the law with the shortest period that the terms of any sequence show over at least three periods and half of
/// all terms.
#[must_use]
pub fn seen_period(terms: &[u32]) -> Option<HeapPeriod> {
    seen(&laws(terms), terms.len())
}

fn seen(laws: &[HeapPeriod], len: usize) -> Option<HeapPeriod> {
    let len = len as u64;
    let repeats =
        |law: &&HeapPeriod| len >= law.preperiod + 3 * law.period && 2 * law.preperiod <= len;
    laws.iter().find(repeats).copied()
}

/// Returns the laws that hold up to the last value: each for another period, the shortest first, with its preperiod.
fn laws(values: &[u32]) -> Vec<HeapPeriod> {
    let Some(steps) = values.len().checked_sub(1).filter(|&steps| steps > 0) else {
        return Vec::new();
    };
    // Differences of neighbours, the last one first.
    let step = |i: usize| {
        let at = steps - i;
        i64::from(values[at]) - i64::from(values[at - 1])
    };
    // For each number of last differences the longest of their proper prefixes that is also a suffix (Morris and Pratt
    // 1970): they repeat with the period that is left.
    let mut borders = vec![0u32; steps];
    let mut found: Vec<HeapPeriod> = Vec::new();
    let mut note = |count: usize, border: usize| {
        let period = count - border;
        let last = values.len() - 1;
        let law = HeapPeriod {
            preperiod: (steps - count) as u64,
            period: period as u64,
            saltus: i64::from(values[last]) - i64::from(values[last - period.min(last)]),
        };
        // Where less than two periods are seen, nothing repeats.
        if law.preperiod + 2 * law.period > values.len() as u64 {
            return;
        }
        match found.last_mut() {
            Some(other) if other.period == law.period => *other = law,
            _ => found.push(law),
        }
    };
    note(1, 0);
    for i in 1..steps {
        let mut border = borders[i - 1] as usize;
        while border > 0 && step(i) != step(border) {
            border = borders[border - 1] as usize;
        }
        if step(i) == step(border) {
            border += 1;
        }
        borders[i] = border as u32;
        note(i + 1, border);
    }
    found
}

/// Finds the values of heaps until a period is proved, or of those below `len`. `pause` sees the values from time to
/// time, so that it can save them.
///
/// # Errors
/// If the budget runs out, or `pause` fails.
pub fn search_period<E: From<Unfinished>>(
    heaps: &mut HeapValues,
    len: usize,
    budget: &Budget,
    mut pause: impl FnMut(&HeapValues) -> Result<(), E>,
) -> Result<Option<(HeapPeriod, PeriodStatus)>, E> {
    /// Heaps before the values are looked at for the first time.
    const FIRST: usize = 64;
    loop {
        let rules = heaps.rules();
        let found = find_period(rules, heaps.values());
        let now = heaps.values().len();
        if matches!(found, Some((_, PeriodStatus::Proved(_)))) || now >= len {
            return Ok(found);
        }
        let needed = PeriodTheorem::of(rules).and_then(|theorem| {
            let (law, _) = found?;
            usize::try_from(theorem.heaps_needed(rules, &law)).ok()
        });
        let step = (now / 4).clamp(FIRST, 1 << 20);
        let next = match needed {
            Some(needed) if needed > now => {
                needed.clamp(now + step.min(now / 16 + FIRST), 2 * now + FIRST)
            }
            _ => now + step,
        };
        heaps.extend(next.min(len), budget)?;
        pause(heaps)?;
    }
}

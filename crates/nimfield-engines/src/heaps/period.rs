//! Periods of the values of heaps, and the theorems that prove them.

use std::fmt;

use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::families::heaps::HeapRules;

use super::growth::{self, MOST_PIECES};
use super::law::{HeapPeriod, laws, seen};
use super::values::HeapValues;

/// A theorem that proves a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeriodTheorem {
    /// Moves take at most k counters and leave at most t heaps: `g(n + p) = g(n)` for `e <= n < t e + (t - 1) p + k`.
    Splitting,
    /// Moves take at most k counters and leave at most one heap: `g(n + p) = g(n)` for k neighbours n.
    Subtraction,
    /// Moves take any number of counters except some: a state repeats.
    AllBut,
    /// Moves leave at most one heap, and the digits after the first k repeat with period q: if `g(n + p) = g(n)` from e
    /// on for 2 P + k heaps, with P the least multiple of p and q, then the last k values and the values that occur
    /// among the heaps of each remainder by q equal those of P heaps before, and all further heaps repeat.
    Repeating,
    /// Moves take at most k counters, and values grow: an automaton compares the values of options with the law.
    Growth,
}

impl PeriodTheorem {
    /// Returns the theorem for a code and values that grow by this saltus, if there is one.
    #[must_use]
    pub fn of(rules: &HeapRules, saltus: i64) -> Option<PeriodTheorem> {
        let leaves_one = |digit: &nimfield_core::families::heaps::CodeDigit| digit.leaves(1);
        match (rules.most_pieces(), rules.tail()) {
            (0 | 1, []) => Some(PeriodTheorem::Subtraction),
            (pieces, []) if rules.has_sizes() || pieces == usize::MAX => None,
            (pieces, []) if saltus > 0 => (pieces <= MOST_PIECES).then_some(PeriodTheorem::Growth),
            (_, []) => Some(PeriodTheorem::Splitting),
            (1, [digit]) if leaves_one(digit) && digit.leaves(0) => Some(PeriodTheorem::AllBut),
            (0 | 1, _) if saltus == 0 => Some(PeriodTheorem::Repeating),
            _ => None,
        }
    }

    /// Returns the name of the theorem in certificates.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            PeriodTheorem::Splitting => "splitting",
            PeriodTheorem::Subtraction => "subtraction",
            PeriodTheorem::AllBut => "all-but",
            PeriodTheorem::Growth => "growth",
            PeriodTheorem::Repeating => "repeating digits",
        }
    }

    /// Returns the source of the theorem.
    #[must_use]
    pub fn source(self) -> &'static str {
        match self {
            PeriodTheorem::Splitting => "Guy and Smith 1956, the octal period theorem",
            PeriodTheorem::Subtraction => "Guy and Smith 1956, for subtraction games",
            PeriodTheorem::AllBut => "Siegel 2013, ch. IV, all-but subtraction games",
            PeriodTheorem::Repeating => "a returning state, for codes with repeating digits",
            PeriodTheorem::Growth => {
                "growing values (Austin 1976), proved by induction with an automaton"
            }
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
            PeriodTheorem::Growth => growth::heaps_needed(rules, law),
            PeriodTheorem::Repeating => from + 2 * common(rules, law) + taken + 1,
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
            PeriodTheorem::Repeating => {
                let (common, digits) = (common(rules, law), rules.tail().len());
                let end = from + common + taken as u64 + 1;
                format!(
                    "moves leave at most one heap, and from {} counters on what they may leave repeats every {digits}; \
                     g(n + {period}) = g(n) for {from} <= n < {end}, so that after {common} more heaps the values that \
                     occur among the heaps of each remainder by {digits} are the same, and so are those of the last \
                     {taken} heaps",
                    taken + 1
                )
            }
            PeriodTheorem::Growth => {
                let (pieces, end) = (rules.most_pieces(), self.heaps_needed(rules, law));
                format!(
                    "moves take at most {taken} and leave at most {pieces} heaps; g(n + {period}) = g(n) + {saltus} \
                     for the heaps below {end}, and in larger ones each move leaves a heap of {from} or more; if the \
                     law holds for smaller heaps, each larger one has options of all values below that of the law, \
                     and none of that value: an automaton that reads the binary digits of heap and value finds no \
                     exception"
                )
            }
        }
    }

    /// Returns whether the values prove the law, which includes that all of them obey it.
    ///
    /// # Complexity
    /// Linear in the number of values.
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
            PeriodTheorem::Splitting | PeriodTheorem::Subtraction | PeriodTheorem::Repeating => {
                law.saltus == 0
            }
            PeriodTheorem::AllBut => {
                let digits = rules.head().len();
                // The later the state, the fewer values above its mex are exceptional.
                let at = values.len() - period;
                let state = |at: usize| State::of(&values[..=at - digits]);
                let (now, then) = (state(at), state(at + period));
                i64::from(then.mex) - i64::from(now.mex) == law.saltus && now.above == then.above
            }
            PeriodTheorem::Growth => {
                law.saltus > 0 && holds && growth::holds_for_all(rules, values, law) == Some(true)
            }
        };
        holds && fits
    }
}

/// Returns the least multiple of a period and of the number of digits that repeat.
fn common(rules: &HeapRules, law: &HeapPeriod) -> u64 {
    let digits = rules.tail().len().max(1) as u64;
    let rounds = (1..=digits).find(|rounds| (rounds * law.period).is_multiple_of(digits));
    rounds.unwrap_or(digits) * law.period
}

impl fmt::Display for PeriodTheorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.source())
    }
}

/// The values among the options of all further heaps of an all-but game.
struct State {
    mex: u32,
    /// The values above the mex, minus the mex.
    above: Vec<u32>,
}

impl State {
    fn of(values: &[u32]) -> State {
        let mut sorted = values.to_vec();
        sorted.sort_unstable();
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

/// The status of the period of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeriodStatus {
    /// The law holds for all heaps, by this theorem.
    Proved(PeriodTheorem),
    /// The law holds for all computed heaps.
    Seen,
}

/// Returns the law that the theorem for a code proves, or else the one that [`seen_period`](super::seen_period) finds.
/// `None` if there is no law.
///
/// # Complexity
/// Linear in the number of values.
#[must_use]
pub fn find_period(rules: &HeapRules, values: &[u32]) -> Option<(HeapPeriod, PeriodStatus)> {
    let laws = laws(values);
    let proved = proved(rules, values, &laws);
    let proved = proved.map(|(law, theorem)| (law, PeriodStatus::Proved(theorem)));
    proved.or_else(|| Some((seen(&laws, values.len())?, PeriodStatus::Seen)))
}

/// Returns the law without growth that the theorem for a code proves, where `values` may be anything that the options
/// of a heap determine, not only Grundy values. `None` if there is no law.
#[must_use]
pub fn proved_repetition(rules: &HeapRules, values: &[u32]) -> Option<(HeapPeriod, PeriodTheorem)> {
    let mut laws = laws(values);
    laws.retain(|law| law.saltus == 0);
    proved(rules, values, &laws)
}

fn proved(
    rules: &HeapRules,
    values: &[u32],
    laws: &[HeapPeriod],
) -> Option<(HeapPeriod, PeriodTheorem)> {
    laws.iter().find_map(|&law| {
        let theorem = PeriodTheorem::of(rules, law.saltus)?;
        let enough = theorem.heaps_needed(rules, &law) <= values.len() as u64;
        (enough && theorem.proves(rules, values, &law)).then_some((law, theorem))
    })
}

/// Finds the values of heaps until a period is proved, or of those below `len`. `pause` receives the values from time
/// to time, so that it can save them.
///
/// # Errors
/// If the budget runs out, or `pause` fails.
pub fn search_period<E: From<Unfinished>>(
    heaps: &mut HeapValues,
    len: usize,
    budget: &Budget,
    mut pause: impl FnMut(&HeapValues) -> Result<(), E>,
) -> Result<Option<(HeapPeriod, PeriodStatus)>, E> {
    /// The number of heaps before the first check of the values.
    const FIRST: usize = 64;
    loop {
        let rules = heaps.rules();
        let found = find_period(rules, heaps.values());
        let now = heaps.values().len();
        if matches!(found, Some((_, PeriodStatus::Proved(_)))) || now >= len {
            return Ok(found);
        }
        let needed = found.and_then(|(law, _)| {
            let theorem = PeriodTheorem::of(rules, law.saltus)?;
            // More heaps than `usize` can count are out of reach, so the search continues step by step.
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

//! Laws of the values of heaps, and laws that finitely many values suggest.

/// A law `g(n + period) = g(n) + saltus` for all n from `preperiod` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeapPeriod {
    /// The least n from which it holds; the empty heap counts.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// The growth of the values over a period.
    pub saltus: i64,
}

impl HeapPeriod {
    /// Returns the value of a heap of any size from those of smaller heaps. `None` if there are too few of them.
    #[must_use]
    pub fn value(&self, values: &[u32], heap: u128) -> Option<u128> {
        if heap < values.len() as u128 {
            return Some(values[heap as usize].into());
        }
        let [preperiod, period] = [self.preperiod, self.period].map(u128::from);
        let beyond = heap.checked_sub(preperiod)?;
        let value = u128::from(*values.get((preperiod + beyond % period) as usize)?);
        let change = (beyond / period).checked_mul(self.saltus.unsigned_abs().into())?;
        // Values are never negative: if the law gives a negative one, the value is unknown.
        match self.saltus < 0 {
            true => value.checked_sub(change),
            false => value.checked_add(change),
        }
    }

    /// Returns the heaps of a value, where values grow: finitely many, in no order.
    #[must_use]
    pub fn places(&self, values: &[u32], value: u128) -> Vec<u128> {
        let Ok(saltus) = u128::try_from(self.saltus) else {
            return Vec::new();
        };
        let once = values.iter().take((self.preperiod + self.period) as usize);
        let places = once.zip(0u128..).filter_map(|(&first, heap)| {
            let grown = value.checked_sub(first.into())?;
            let repeats = heap >= self.preperiod.into();
            match grown {
                0 => Some(heap),
                _ if repeats && grown.checked_rem(saltus) == Some(0) => {
                    heap.checked_add((grown / saltus).checked_mul(self.period.into())?)
                }
                _ => None,
            }
        });
        places.collect()
    }

    /// Returns the law of the same terms when the first of them has this number instead of 0.
    #[must_use]
    pub fn numbered_from(self, first: u64) -> HeapPeriod {
        HeapPeriod {
            preperiod: self.preperiod + first,
            ..self
        }
    }

    /// Returns the last heap whose value differs from the law, if there is one.
    #[must_use]
    pub fn last_exception(&self) -> Option<u64> {
        self.preperiod.checked_sub(1)
    }
}

/// Returns the law with the shortest period that the terms satisfy over at least three periods and half of all terms,
/// or over a hundred periods of more than one term and an eighth of all terms.
#[must_use]
pub fn seen_period(terms: &[u32]) -> Option<HeapPeriod> {
    seen(&laws(terms), terms.len())
}

/// Returns the law with the least period and then the least preperiod. The terms must be known to repeat, or grow by
/// the same number, in each period of some length p from a place on, and must reach at least 3 p beyond that place.
///
/// By the theorem of Fine and Wilf (1965) a shorter period that holds in the last p terms and its own length holds for
/// all further terms.
#[must_use]
pub fn least_law(terms: &[u32], from: u64) -> Option<HeapPeriod> {
    laws(terms).into_iter().find(|law| law.preperiod <= from)
}

/// This many periods show a law even if it begins late, provided that they fill the last part of all terms.
const MANY: u64 = 100;
/// The last part of the terms is one of this many parts.
const LATE: u64 = 8;

pub(super) fn seen(laws: &[HeapPeriod], len: usize) -> Option<HeapPeriod> {
    let len = len as u64;
    let repeats = |law: &&HeapPeriod| {
        let shown = len - law.preperiod;
        let half = 2 * law.preperiod <= len && shown >= 3 * law.period;
        // Terms that stay the same for a long time often change once more.
        let varies = law.period > 1;
        half || varies && shown >= MANY * law.period && LATE * shown >= len
    };
    laws.iter().find(repeats).copied()
}

/// Returns the laws that hold up to the last value: each with a different period, the shortest first, with its
/// preperiod.
pub(super) fn laws(values: &[u32]) -> Vec<HeapPeriod> {
    let Some(steps) = values.len().checked_sub(1).filter(|&steps| steps > 0) else {
        return Vec::new();
    };
    // Differences of neighbours, the last one first.
    let step = |i: usize| {
        let at = steps - i;
        i64::from(values[at]) - i64::from(values[at - 1])
    };
    // For each number of last differences, the longest proper prefix that is also a suffix (Morris and Pratt 1970); the
    // rest is the period.
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
        // Fewer than two periods show no repetition.
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

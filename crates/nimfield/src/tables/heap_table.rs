//! The Grundy values of heaps of a taking-and-breaking game, using their period.

use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::families::heaps::HeapRules;
use nimfield_engines::heaps::{HeapPeriod, HeapValues, PeriodStatus, search_period};

/// The most heaps to evaluate before their period is proved.
const MOST_VALUED: u64 = 1 << 16;

/// The values of heaps up to some size, or of all heaps.
#[derive(Clone, Debug)]
pub(super) struct HeapTable {
    values: Vec<u32>,
    /// The law of larger heaps, with saltus 0.
    law: Option<HeapPeriod>,
}

impl HeapTable {
    /// Finds the values of heaps up to `largest`; `None` if that takes too long.
    ///
    /// # Errors
    /// If the budget runs out.
    pub(super) fn of(
        rules: &HeapRules,
        largest: u64,
        budget: &Budget,
    ) -> Result<Option<HeapTable>, Unfinished> {
        let mut heaps = HeapValues::new(rules.clone());
        let len = largest.min(MOST_VALUED) as usize + 1;
        let found = search_period(&mut heaps, len, budget, |_| Ok::<(), Unfinished>(()))?;
        let law = match found {
            Some((law, PeriodStatus::Proved(_))) if law.saltus == 0 => Some(law),
            _ => None,
        };
        let values = heaps.values().to_vec();
        let known = law.is_some() || (values.len() as u64) > largest;
        Ok(known.then_some(HeapTable { values, law }))
    }

    /// Returns the index of the value of a heap in the table.
    fn place(&self, heap: u64) -> usize {
        match self.law {
            Some(law) if heap >= self.values.len() as u64 => {
                (law.preperiod + (heap - law.preperiod) % law.period) as usize
            }
            _ => heap as usize,
        }
    }

    /// Returns the value of a heap.
    pub(super) fn value(&self, heap: u64) -> u64 {
        self.values[self.place(heap)].into()
    }

    /// Adds the values of the heaps `first`, `first + step`, … to nim-sums.
    pub(super) fn add(&self, sums: &mut [u64], first: u64, step: u64) {
        let Some(law) = self.law.filter(|law| first >= law.preperiod) else {
            for (i, sum) in (0u64..).zip(sums) {
                *sum ^= self.value(first + step * i);
            }
            return;
        };
        // Stepping around the period avoids divisions.
        let period = &self.values[law.preperiod as usize..(law.preperiod + law.period) as usize];
        let mut at = ((first - law.preperiod) % law.period) as usize;
        let step = (step % law.period) as usize;
        for sum in sums {
            *sum ^= u64::from(period[at]);
            at += step;
            if at >= period.len() {
                at -= period.len();
            }
        }
    }
}

//! The values of heaps, cached while a position with them lives.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nimfield_core::families::heaps::{HeapRules, HeapSplit};
use nimfield_core::prelude::*;
use nimfield_core::words::ReasonKind;
use nimfield_engines::heaps::{
    HeapPeriod, HeapValues, PeriodStatus, PeriodTheorem, find_period, search_period,
};

use crate::live::Live;

/// The values of heaps.
pub(super) const VALUES: Fact = Fact {
    statement: "heaps add up by nim-sum, and the value of a heap is found by the definition from those of all \
                smaller heaps",
    source: "Sprague 1935, Grundy 1939; Winning Ways, vol. 1, ch. 4",
    checked: Checked::BY_TESTS_OF_THE_GAME,
};

/// Periods.
pub(super) const PERIODS: Fact = Fact {
    statement: "the values of many codes repeat from some heap on, or grow by the same number in each period; where \
                finitely many values prove that, the value of a heap of any size is known",
    source: "R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956), \
             514-526",
    checked: Checked::BY_TESTS_OF_ENGINES,
};

/// The data about the heaps of a code.
pub(super) struct Heaps {
    pub(super) values: HeapValues,
    /// The period, with the theorem that proves it.
    law: Option<(HeapPeriod, PeriodTheorem)>,
    /// The number of values in the last search for a period.
    looked: usize,
    /// The nim heaps that equal the smallest heaps in misère play.
    misere: Vec<Option<u128>>,
}

impl fmt::Debug for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Heaps").finish_non_exhaustive()
    }
}

impl Heaps {
    fn value(&self, heap: u128) -> Option<u128> {
        let values = self.values.values();
        match self.law {
            Some((law, _)) => law.value(values, heap),
            None => (heap < values.len() as u128).then(|| values[heap as usize].into()),
        }
    }

    /// Finds the value of a heap, from a period if the values prove one.
    pub(super) fn find(&mut self, heap: u128, budget: &Budget) -> Result<u128, Unfinished> {
        loop {
            if let Some(value) = self.value(heap) {
                return Ok(value);
            }
            let heaps = usize::try_from(heap)
                .unwrap_or(usize::MAX)
                .saturating_add(1);
            let found = search_period(&mut self.values, heaps, budget, |_| Ok(()));
            self.note(found?);
        }
    }

    fn note(&mut self, found: Option<(HeapPeriod, PeriodStatus)>) {
        self.looked = self.values.values().len();
        if let Some((law, PeriodStatus::Proved(theorem))) = found {
            self.law = Some((law, theorem));
        }
    }

    /// Lists moves of a heap, and whether the list is complete. If the values repeat, moving whole periods from one
    /// remaining heap to the largest one changes nothing, so only one of each such class of moves is listed.
    pub(super) fn splits(&self, size: u128) -> (impl Iterator<Item = HeapSplit> + '_, bool) {
        let parts = self.values.rules().most_pieces() > 1;
        let repeats = self.law.filter(|(law, _)| parts && law.saltus == 0);
        let once = repeats.map(|(law, _)| u128::from(law.preperiod + law.period));
        let small = once.filter(|once| size / 4 > *once).unwrap_or(size);
        let splits = self.values.rules().splits_with_small(size, small);
        (splits, small == size)
    }

    /// Lists all moves to a value that leave at most one heap, where no other moves exist and values grow: any amount may
    /// be taken, but a value belongs to few heaps.
    pub(super) fn single(&self, size: u128, target: u128) -> Option<Vec<HeapSplit>> {
        let rules = self.values.rules();
        let (law, _) = self.law.filter(|(law, _)| law.saltus > 0)?;
        let heaps = law.places(self.values.values(), target);
        let below = heaps.into_iter().filter(|&heap| heap < size);
        let splits = below.map(|heap| HeapSplit::new(size - heap, &[heap]));
        let mut splits: Vec<HeapSplit> = splits
            .filter(|split| rules.fault(size, split).is_none())
            .collect();
        splits.sort_unstable_by_key(|split| split.taken);
        (rules.most_pieces() == 1 && rules.most_taken().is_none()).then_some(splits)
    }

    /// Finds a move to a value that leaves two heaps of almost the same size and a third one, which alone has the value.
    /// Among values that grow, such moves are far beyond those that can be listed.
    pub(super) fn balanced(&self, size: u128, target: u128) -> Option<HeapSplit> {
        let (law, _) = self.law.filter(|(law, _)| law.saltus > 0)?;
        let rules = self.values.rules();
        let period = u128::from(law.period);
        let thirds = law.places(self.values.values(), target);
        let taken = 0..=u128::from(rules.most_taken()?).min(size);
        let splits = thirds.into_iter().flat_map(|third| {
            let rest = move |taken: u128| Some((taken, (size - taken).checked_sub(third)?));
            let rests = taken.clone().filter_map(rest);
            rests.flat_map(move |(taken, rest)| {
                (0..=2 * period).map(move |half_gap| {
                    let least = (rest / 2).saturating_sub(half_gap);
                    HeapSplit::new(taken, &[third, least, rest - least])
                })
            })
        });
        let fits = |split: &HeapSplit| {
            rules.fault(size, split).is_none() && self.after(split) == Some(target)
        };
        splits.take(LOOKED_AT).find(fits)
    }

    /// Returns the nim heap to which the next heap is equal in misère play, if all its options are nim heaps, and one is 0
    /// or 1: then it is their mex.
    fn next_misere(&self) -> Option<u128> {
        let mut options = 0u64;
        for split in self.values.rules().splits(self.misere.len() as u128) {
            let (mut sum, mut large) = (0, 0);
            for &piece in split.pieces() {
                let heap = self.misere[piece as usize]?;
                sum ^= heap;
                large += u32::from(heap > 1);
            }
            // The sum of two larger nim heaps is not a nim heap, and larger values are not considered.
            if large > 1 || sum >= u64::BITS.into() {
                return None;
            }
            options |= 1 << sum;
        }
        (options == 0 || options & 0b11 != 0).then(|| options.trailing_ones().into())
    }

    /// Returns the number of heaps to evaluate for this one: with a law, those that prove it.
    pub(super) fn needed(&self, size: u128) -> u64 {
        let all = u64::try_from(size).unwrap_or(u64::MAX).saturating_add(1);
        let proof = self
            .law
            .map(|(law, theorem)| theorem.heaps_needed(self.values.rules(), &law));
        proof.map_or(all, |proof| all.min(proof))
    }

    /// Returns the nim-sum of the values of the heaps that a move leaves.
    pub(super) fn after(&self, split: &HeapSplit) -> Option<u128> {
        let mut pieces = split.pieces().iter();
        pieces.try_fold(0, |sum, &piece| Some(sum ^ self.value(piece)?))
    }
}

/// The data about the heaps of a code, shared by its positions.
pub(super) type Table = Arc<Mutex<Heaps>>;

pub(super) fn locked(table: &Table) -> MutexGuard<'_, Heaps> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the table of a code.
pub(super) fn table(rules: &HeapRules) -> Table {
    static TABLES: Live<HeapRules, Mutex<Heaps>> = Live::new();
    TABLES.get(rules, || {
        Mutex::new(Heaps {
            values: HeapValues::new(rules.clone()),
            law: None,
            looked: 0,
            misere: Vec::new(),
        })
    })
}

/// Returns the largest heap whose value is computed on demand, in a few milliseconds.
fn quick(rules: &HeapRules) -> u128 {
    match (rules.most_pieces(), rules.tail().is_empty()) {
        (0 | 1, _) | (2, true) => 1000,
        _ => 100,
    }
}

/// Returns the nim heap that equals a heap in misère play, if known: there are then far fewer different sums. Source:
/// J. H. Conway, On Numbers and Games, chapter 12.
pub(super) fn misere_heap(table: &Table, size: u128) -> Option<u128> {
    /// The largest heap; values of larger ones might not fit into a word of bits, and few of them are nim heaps.
    const MOST: u128 = 32;
    if size > MOST {
        return None;
    }
    let mut heaps = locked(table);
    while heaps.misere.len() as u128 <= size {
        let next = heaps.next_misere();
        heaps.misere.push(next);
    }
    heaps.misere[size as usize]
}

/// Computes and stores the values of the heaps up to a size.
pub(super) fn tabulate(table: &Table, size: u128, budget: &Budget) -> Result<(), Undecided> {
    locked(table).find(size, budget)?;
    Ok(())
}

/// Returns the value of a heap, if it is quick to find or already known.
pub(super) fn value(table: &Table, size: u128) -> Option<u128> {
    let mut heaps = locked(table);
    let quick = quick(heaps.values.rules());
    if heaps.value(size).is_none() {
        heaps
            .values
            .extend(size.min(quick) as usize + 1, &Budget::unlimited())
            .expect("no budget ends it");
    }
    if heaps.value(size).is_none() && heaps.looked < heaps.values.values().len() {
        let found = find_period(heaps.values.rules(), heaps.values.values());
        heaps.note(found);
    }
    heaps.value(size)
}

/// Returns the value of a heap with the reason, if it is quick to find or already known.
pub(super) fn finding(table: &Table, size: u128) -> Option<Finding<Grundy>> {
    let value = value(table, size)?;
    let reason = reason(&locked(table), size, value);
    Some(Finding::new(value.into(), reason))
}

pub(super) fn reason(heaps: &Heaps, size: u128, value: u128) -> Reason {
    let code = heaps.values.rules();
    match heaps
        .law
        .filter(|_| size >= heaps.values.values().len() as u128)
    {
        None => {
            let text = format!(
                "a heap of {size} has the value {value} in the table of the heaps of {code}"
            );
            Reason::new(ReasonKind::Table, "table of Grundy values", text)
        }
        Some((law, theorem)) => {
            let HeapPeriod {
                preperiod,
                period,
                saltus,
            } = law;
            let grows = if saltus == 0 {
                String::new()
            } else {
                format!(" + {saltus}")
            };
            let place = u128::from(preperiod) + (size - u128::from(preperiod)) % u128::from(period);
            let text = format!(
                "in {code}, g(n + {period}) = g(n){grows} for n >= {preperiod}; {size} = {place} + {period}*{}, so a \
                 heap of {size} has the value {value}",
                (size - place) / u128::from(period)
            );
            Reason::theorem(theorem.source(), text)
        }
    }
}

/// Finds the first move of a heap to a value among the moves that can be examined in some tenths of a second.
pub(super) fn move_to(table: &Table, size: u128, target: u128) -> Option<HeapSplit> {
    let heaps = locked(table);
    heaps.balanced(size, target).or_else(|| {
        let (splits, _) = heaps.splits(size);
        let mut splits = splits.take(LOOKED_AT);
        splits.find(|split| heaps.after(split) == Some(target))
    })
}

/// The most moves to examine.
pub(super) const LOOKED_AT: usize = 1 << 24;

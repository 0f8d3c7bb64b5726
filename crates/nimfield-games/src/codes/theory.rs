//! The values of heaps, kept between questions.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::families::heaps::{HeapRules, HeapSplit};
use nimfield_core::info::{Checked, Fact};
use nimfield_core::theory::{Finding, Followers, Undecided};
use nimfield_core::words::{Grundy, Reason, ReasonKind};
use nimfield_engines::heaps::{
    HeapPeriod, HeapValues, PeriodStatus, PeriodTheorem, find_period, search_period,
};

use super::rules::{CodeGame, CodeMove};

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

/// What is known of the heaps of a code.
struct Heaps {
    values: HeapValues,
    /// The period, and what proves it.
    law: Option<(HeapPeriod, PeriodTheorem)>,
    /// The number of values among which a period was looked for.
    looked: usize,
}

impl Heaps {
    fn value(&self, heap: u32) -> Option<u128> {
        match (self.law, self.values.values().get(heap as usize)) {
            (_, Some(&value)) => Some(value.into()),
            (Some((law, _)), None) => law.value(self.values.values(), heap.into()),
            (None, None) => None,
        }
    }

    /// Finds the value of a heap, from a period if the values prove one.
    fn find(&mut self, heap: u32, budget: &Budget) -> Result<u128, Unfinished> {
        loop {
            if let Some(value) = self.value(heap) {
                return Ok(value);
            }
            let found = search_period(&mut self.values, heap as usize + 1, budget, |_| Ok(()));
            self.note(found?);
        }
    }

    fn note(&mut self, found: Option<(HeapPeriod, PeriodStatus)>) {
        self.looked = self.values.values().len();
        if let Some((law, PeriodStatus::Proved(theorem))) = found {
            self.law = Some((law, theorem));
        }
    }

    /// Returns the nim-sum of the values of the heaps that a move leaves.
    fn after(&self, split: &HeapSplit) -> Option<u128> {
        let mut pieces = split.pieces().iter();
        pieces.try_fold(0, |sum, &piece| Some(sum ^ self.value(piece)?))
    }
}

type Table = Arc<Mutex<Heaps>>;

fn locked(table: &Table) -> MutexGuard<'_, Heaps> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the table of a code. The tables used last are kept.
fn table(rules: &HeapRules) -> Table {
    const KEPT: usize = 8;
    static TABLES: Mutex<Vec<(HeapRules, Table)>> = Mutex::new(Vec::new());
    let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    let place = tables.iter().position(|(other, _)| other == rules);
    let entry = match place {
        Some(place) => tables.remove(place),
        None => {
            let heaps = Heaps {
                values: HeapValues::new(rules.clone()),
                law: None,
                looked: 0,
            };
            (rules.clone(), Arc::new(Mutex::new(heaps)))
        }
    };
    tables.truncate(KEPT - 1);
    let table = entry.1.clone();
    tables.insert(0, entry);
    table
}

/// Returns the largest heap whose value is computed whenever it is requested, in a few milliseconds.
fn quick(rules: &HeapRules) -> u32 {
    match (rules.most_pieces(), rules.tail().is_empty()) {
        (0 | 1, _) | (2, true) => 1000,
        _ => 100,
    }
}

/// Finds the values of the heaps up to a size, for later.
pub(super) fn tabulate(rules: &HeapRules, size: u32, budget: &Budget) -> Result<(), Undecided> {
    locked(&table(rules)).find(size, budget)?;
    Ok(())
}

/// Returns the value of a heap, if it is quick to find or has been found before.
pub(super) fn value(rules: &HeapRules, size: u32) -> Option<u128> {
    let table = table(rules);
    let mut heaps = locked(&table);
    let quick = quick(rules);
    if heaps.value(size).is_none() {
        heaps
            .values
            .extend(size.min(quick) as usize + 1, &Budget::unlimited())
            .ok()?;
    }
    if heaps.value(size).is_none() && heaps.looked < heaps.values.values().len() {
        let found = find_period(rules, heaps.values.values());
        heaps.note(found);
    }
    heaps.value(size)
}

/// Returns the value of a heap with the reason, if it is quick to find or has been found before.
pub(super) fn finding(rules: &HeapRules, size: u32) -> Option<Finding<Grundy>> {
    let value = value(rules, size)?;
    let table = table(rules);
    let reason = reason(&locked(&table), size, value);
    Some(Finding::new(value.into(), reason))
}

fn reason(heaps: &Heaps, size: u32, value: u128) -> Reason {
    let code = heaps.values.rules();
    match heaps
        .law
        .filter(|_| size as usize >= heaps.values.values().len())
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
            let place = preperiod + (u64::from(size) - preperiod) % period;
            let text = format!(
                "in {code}, g(n + {period}) = g(n){grows} for n >= {preperiod}; {size} = {place} + {period}*{}, so a \
                 heap of {size} has the value {value}",
                (u64::from(size) - place) / period
            );
            Reason::theorem(theorem.source(), text)
        }
    }
}

/// The values of a heap and all smaller ones.
pub(super) struct SmallerHeaps {
    position: CodeGame,
    size: u32,
    table: Table,
    value: u128,
}

impl SmallerHeaps {
    /// Finds the values for the only heap of a position.
    pub(super) fn find(
        position: &CodeGame,
        size: u32,
        budget: &Budget,
    ) -> Result<SmallerHeaps, Undecided> {
        let table = table(position.rules());
        let value = locked(&table).find(size, budget)?;
        Ok(SmallerHeaps {
            position: position.clone(),
            size,
            table,
            value,
        })
    }
}

/// Finds the first move of a heap to a value among those that are looked at in some tenths of a second.
pub(super) fn move_to(rules: &HeapRules, size: u32, target: u128) -> Option<HeapSplit> {
    let table = table(rules);
    let heaps = locked(&table);
    let mut splits = rules.splits(size).take(LOOKED_AT);
    splits.find(|split| heaps.after(split) == Some(target))
}

/// Moves that are looked at.
const LOOKED_AT: usize = 1 << 24;

impl Followers<CodeMove> for SmallerHeaps {
    fn value(&self) -> u128 {
        self.value
    }

    fn moves_to(&self, target: u128, most: usize) -> (Vec<CodeMove>, bool) {
        let heaps = locked(&self.table);
        let mut splits = self.position.rules().splits(self.size);
        let found = splits.by_ref().take(LOOKED_AT);
        let found = found.filter(|split| heaps.after(split) == Some(target));
        let mut moves = found.map(|split| CodeMove { heap: 0, split });
        let found: Vec<CodeMove> = moves.by_ref().take(most).collect();
        let complete = moves.next().is_none();
        (found, complete && splits.next().is_none())
    }

    fn reason(&self) -> Option<Reason> {
        Some(reason(&locked(&self.table), self.size, self.value))
    }

    /// Returns the number of heaps that this one needs, whatever others have been requested before.
    fn positions(&self) -> u64 {
        u64::from(self.size) + 1
    }

    fn bytes(&self) -> u64 {
        4 * locked(&self.table).values.values().len() as u64
    }
}

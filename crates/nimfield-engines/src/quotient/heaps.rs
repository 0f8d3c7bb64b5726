//! The misère quotient of the heaps of a taking-and-breaking game.

use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::families::heaps::HeapRules;

use super::closed_set::ClosedSet;
use super::monoid::Quotient;
use super::search::QuotientSearch;
use crate::heaps::{HeapPeriod, PeriodStatus, PeriodTheorem, find_period};

/// Heaps are added this many at a time before the classes are searched for a period.
const LOOK_EVERY: u32 = 8;

/// The quotient of the heaps up to some size, and the law of the classes of all larger heaps once that is proved.
#[derive(Debug)]
pub struct HeapQuotient {
    rules: HeapRules,
    search: QuotientSearch,
    law: Option<(HeapPeriod, PeriodTheorem)>,
}

impl HeapQuotient {
    /// Creates the quotient of no heaps.
    #[must_use]
    pub fn new(rules: HeapRules) -> HeapQuotient {
        HeapQuotient {
            rules,
            search: QuotientSearch::default(),
            law: None,
        }
    }

    /// Returns the rules.
    #[must_use]
    pub fn rules(&self) -> &HeapRules {
        &self.rules
    }

    /// Returns the quotient with its heaps: heap n is the position number n - 1.
    #[must_use]
    pub fn search(&self) -> &QuotientSearch {
        &self.search
    }

    /// Returns the quotient with its heaps as a search that other positions can be added to.
    #[must_use]
    pub fn into_search(self) -> QuotientSearch {
        self.search
    }

    /// Returns the largest heap that was added.
    #[must_use]
    pub fn largest(&self) -> u32 {
        self.search.quotient().positions() as u32
    }

    /// Returns the law of the classes of all heaps, with the theorem that proves it.
    #[must_use]
    pub fn law(&self) -> Option<(HeapPeriod, PeriodTheorem)> {
        self.law
    }

    /// Adds heaps up to a size.
    ///
    /// # Errors
    /// If the budget runs out. The heaps added before stay.
    pub fn extend(&mut self, largest: u32, budget: &Budget) -> Result<(), Unfinished> {
        for heap in self.largest() + 1..=largest {
            let options = ClosedSet::heap_options(&self.rules, heap);
            self.search.add(heap.to_string(), options, budget)?;
            if heap == largest || heap.is_multiple_of(LOOK_EVERY) {
                self.law = self
                    .law
                    .or_else(|| proved_law(&self.rules, self.search.quotient()));
            }
        }
        Ok(())
    }

    /// Adds heaps until all heaps up to a size are known: because they were added, or by a law for all heaps.
    ///
    /// # Errors
    /// If the budget runs out. The heaps added before stay.
    pub fn extend_until_known(&mut self, largest: u32, budget: &Budget) -> Result<(), Unfinished> {
        while self.law.is_none() && self.largest() < largest {
            let next = (self.largest() / LOOK_EVERY + 1) * LOOK_EVERY;
            self.extend(next.min(largest), budget)?;
        }
        Ok(())
    }

    /// Returns the class of a heap, if it is known.
    #[must_use]
    pub fn class(&self, heap: u32) -> Option<u32> {
        let Some(number) = heap.checked_sub(1) else {
            return Some(0);
        };
        let classes = self.search.quotient().classes();
        if let Some(&class) = classes.get(number as usize) {
            return Some(class);
        }
        let (law, _) = self.law?;
        let class = law.value(&heap_classes(self.search.quotient()), heap.into())?;
        u32::try_from(class).ok()
    }

    /// Returns the class of a sum of heaps, if those of all heaps are known.
    #[must_use]
    pub fn class_of_sum(&self, heaps: &[u32]) -> Option<u32> {
        let quotient = self.search.quotient();
        heaps.iter().try_fold(0, |sum, &heap| {
            Some(quotient.product(sum, self.class(heap)?))
        })
    }
}

/// Returns the classes of the heaps from the empty one on.
#[must_use]
pub fn heap_classes(quotient: &Quotient) -> Vec<u32> {
    let classes = quotient.classes().iter().copied();
    std::iter::once(0).chain(classes).collect()
}

/// Returns the law of the classes of all heaps that those of the heaps of a quotient prove, by the theorem for values: its
/// proof rests on the options of a heap alone.
#[must_use]
pub fn proved_law(rules: &HeapRules, quotient: &Quotient) -> Option<(HeapPeriod, PeriodTheorem)> {
    // The theorem for all-but games is about values alone.
    rules.most_taken()?;
    match find_period(rules, &heap_classes(quotient))? {
        (law, PeriodStatus::Proved(theorem)) if law.saltus == 0 => Some((law, theorem)),
        _ => None,
    }
}

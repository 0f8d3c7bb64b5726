//! The misère quotient of the heaps of a taking-and-breaking game.

use nimfield_core::budget::{Budget, Meter, Unfinished};
use nimfield_core::families::heaps::HeapRules;

use super::closed_set::ClosedSet;
use super::monoid::Quotient;
use super::search::QuotientSearch;
use crate::heaps::{HeapPeriod, PeriodTheorem, proved_repetition};

/// The source of the proof that the classes of heaps repeat.
pub const STABLE: &str = "Plambeck and Siegel 2008, by the argument of Guy and Smith 1956";

/// The number of heaps to add between searches for a period of the classes.
const LOOK_EVERY: u32 = 8;

/// The quotient of the heaps up to some size, and the law of the classes of all larger heaps once proved.
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

    /// Returns the quotient with its heaps as a search, to which other positions can be added.
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
            let options = ClosedSet::heap_options(&self.rules, heap, &mut Meter::silent(budget))?;
            self.search.add(heap.to_string(), options, budget)?;
            if heap == largest || heap.is_multiple_of(LOOK_EVERY) {
                self.law = self
                    .law
                    .or_else(|| proved_law(&self.rules, self.search.quotient()));
            }
        }
        Ok(())
    }

    /// Adds heaps until the classes of all heaps up to a size are known, directly or by a law for all heaps.
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

    /// Adds heaps, for a few seconds at most, until the classes of all heaps up to a size are known; for quotients that
    /// help with another question.
    ///
    /// # Errors
    /// If the budget runs out. The heaps added before stay.
    pub fn extend_a_while(&mut self, largest: u128, budget: &Budget) -> Result<(), Unfinished> {
        /// The most steps: a guess takes one for each element, a proof one for each pair of a class and a gap.
        const MOST_STEPS: u64 = 1_000_000;
        /// The most bytes of these.
        const MOST_BYTES: u64 = 64 << 20;
        /// The largest heap: nearly all known quotients repeat much earlier.
        const MOST_HEAPS: u32 = 400;
        let limited = budget
            .clone()
            .positions(MOST_STEPS.min(budget.most_positions()))
            .bytes(MOST_BYTES.min(budget.most_bytes() / 2));
        self.extend_until_known(largest.min(MOST_HEAPS.into()) as u32, &limited)
    }

    /// Returns how many heaps tell the classes of all heaps up to a size, and the law that does so if they are fewer.
    fn telling(&self, largest: u128) -> (u128, Option<(HeapPeriod, PeriodTheorem)>) {
        let needed = |(law, theorem): (HeapPeriod, PeriodTheorem)| {
            // The empty heap has a class, too.
            let heaps = u128::from(theorem.heaps_needed(&self.rules, &law) - 1);
            (heaps <= largest).then_some((heaps, Some((law, theorem))))
        };
        self.law.and_then(needed).unwrap_or((largest, None))
    }

    /// Returns whether the classes of the heaps up to a size are known: directly or by a law for all heaps.
    #[must_use]
    pub fn is_known_to(&self, largest: u128) -> bool {
        self.telling(largest).0 <= self.largest().into()
    }

    /// Returns the classes of the heaps up to a size, if they are [known](HeapQuotient::is_known_to). The result does
    /// not depend on further heaps that were added.
    #[must_use]
    pub fn classes_to(&self, largest: u128) -> Option<HeapClasses> {
        let (heaps, law) = self.telling(largest);
        self.is_known_to(largest).then(|| HeapClasses {
            quotient: self.search.quotient_of_first(heaps as usize),
            law,
        })
    }
}

/// The quotient of the heaps up to a size, with the law of the classes of all larger heaps if these heaps prove one.
#[derive(Clone, Debug)]
pub struct HeapClasses {
    /// The quotient of the heaps.
    pub quotient: Quotient,
    /// The law, and the theorem that proves it.
    pub law: Option<(HeapPeriod, PeriodTheorem)>,
}

impl HeapClasses {
    /// Returns the class of a sum of heaps, if the classes of all its heaps are known.
    #[must_use]
    pub fn class_of_sum(&self, heaps: &[u128]) -> Option<u32> {
        let classes = heap_classes(&self.quotient);
        let by_law = |heap: u128| {
            let (law, _) = self.law?;
            let class = law.value(&classes, heap)?;
            Some(u32::try_from(class).expect("a law of classes repeats them"))
        };
        heaps.iter().try_fold(0, |sum, &heap| {
            // A heap beyond the range of indices is not listed.
            let listed = usize::try_from(heap).ok();
            let class = listed.and_then(|heap| classes.get(heap)).copied();
            Some(self.quotient.product(sum, class.or_else(|| by_law(heap))?))
        })
    }
}

/// Returns the classes of the heaps from the empty one on.
#[must_use]
pub fn heap_classes(quotient: &Quotient) -> Vec<u32> {
    let classes = quotient.classes().iter().copied();
    std::iter::once(0).chain(classes).collect()
}

/// Returns the law of the classes of all heaps that the heaps of a quotient prove. The theorem for values applies,
/// since its proof uses only the options of a heap.
#[must_use]
pub fn proved_law(rules: &HeapRules, quotient: &Quotient) -> Option<(HeapPeriod, PeriodTheorem)> {
    // The theorem for all-but games applies only to values.
    rules.most_taken()?;
    proved_repetition(rules, &heap_classes(quotient))
}

//! Grundy values of placing games: a search with bounds over components.

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use smallvec::SmallVec;

use nimfield_core::budget::{Budget, Limit, Unfinished};
use nimfield_core::families::placing::{Placement, Placing};
use nimfield_core::sorting::Sort as _;

use super::forms::{Forms, Key};
use super::pairing::Pairing;
use super::parts::join;
use super::spending::Spending;

/// A search for Grundy values, with its memory.
///
/// For each component it keeps a lower bound of the value, exact or not. Whether the value is `n` is asked by
/// looking for options of the values 0, 1, …: the first that none has is the value. An option that falls into
/// several components is valued from the small ones to the large one, of which only one value is in question.
pub struct PlacingValues {
    placing: Placing,
    forms: Forms,
    pairing: Pairing,
    /// Whether moves remove no more than they need.
    only_covers: bool,
    /// Of each component: the value is at least this, and exactly this if `EXACT` is set.
    known: HashMap<Key, u16, FixedState>,
    positions: u64,
}

/// The bit of a bound that says it is exact; values never exceed the number of cells.
const EXACT: u16 = 1 << 15;

/// An option of a component: the nim-sum of its known parts, and the others.
struct Choice {
    known: u16,
    open: SmallVec<[(u128, Key); 2]>,
}

impl Choice {
    /// The size of the largest open part: they are in ascending order.
    fn cost(&self) -> u32 {
        self.open.last().map_or(0, |(part, _)| part.count_ones())
    }
}

impl PlacingValues {
    /// Makes a search that knows nothing yet.
    ///
    /// # Panics
    /// If Left and Right have different moves.
    #[must_use]
    pub fn new(placing: Placing) -> PlacingValues {
        assert!(!placing.is_partizan(), "both players have the same moves");
        PlacingValues {
            forms: Forms::new(&placing),
            pairing: Pairing::new(&placing),
            only_covers: placing.placements().iter().all(|p| p.removes == p.needs),
            placing,
            known: HashMap::with_hasher(FixedState::with_seed(0)),
            positions: 0,
        }
    }

    /// Returns how many components have been searched.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns the bytes of memory held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.known.allocation_size() as u64
    }

    /// Returns the Grundy value of a state.
    ///
    /// # Errors
    /// If the budget runs out; what was found stays in memory.
    ///
    /// # Complexity
    /// In the worst case all components that can be reached, each with all its options as often as its value;
    /// mostly far fewer. Memory: 32 bytes for each component searched.
    ///
    /// # Source
    /// The theorem of Sprague (1935) and Grundy (1939); J. Lemoine and S. Viennot, Nimbers are inevitable
    /// (2012), for values found by questions about single nimbers.
    pub fn value(&mut self, free: u128, budget: &Budget) -> Result<u16, Unfinished> {
        let mut value = 0;
        self.ask(budget, |search, budget| {
            for component in search.placing.components(free) {
                value ^= search.pursue(component, search.forms.key(component), u16::MAX, budget)?;
            }
            Ok(value)
        })
    }

    /// Returns whether the Grundy value of a state is `value`.
    ///
    /// # Errors
    /// If the budget runs out; what was found stays in memory.
    ///
    /// # Complexity
    /// As [`value`](PlacingValues::value), and mostly far less.
    pub fn has_value(
        &mut self,
        free: u128,
        value: u16,
        budget: &Budget,
    ) -> Result<bool, Unfinished> {
        self.ask(budget, |search, budget| {
            let moves = search.placing.clone();
            let mut option = search.choice(free, moves.placements(), &mut Vec::new());
            search.choice_has(&mut option, value, budget)
        })
    }

    fn ask<T>(
        &mut self,
        budget: &Budget,
        question: impl FnOnce(&mut PlacingValues, &mut Spending<'_>) -> Result<T, Limit>,
    ) -> Result<T, Unfinished> {
        let mut spending = Spending::new(budget, self.positions);
        let answer = question(self, &mut spending);
        answer.map_err(|limit| spending.unfinished(limit, self.positions))
    }

    fn bound(&self, key: &Key) -> u16 {
        self.known.get(key).copied().unwrap_or(0)
    }

    fn keep(&mut self, key: Key, bound: u16, budget: &Spending<'_>) -> Result<(), Limit> {
        if let Some(known) = self.known.get_mut(&key) {
            // Exact bounds exceed all others.
            *known = bound.max(*known);
            return Ok(());
        }
        budget.room(&self.known)?;
        self.known.insert(key, bound);
        Ok(())
    }

    /// Returns the value of a component if it is at most `most`, and more than `most` otherwise.
    fn pursue(
        &mut self,
        component: u128,
        key: Key,
        most: u16,
        budget: &Spending<'_>,
    ) -> Result<u16, Limit> {
        let mut bound = self.bound(&key);
        if bound & EXACT != 0 {
            return Ok(bound & !EXACT);
        }
        if bound > most {
            return Ok(bound);
        }
        self.positions += 1;
        budget.poll(self.positions)?;
        let legal: Vec<Placement> = self.placing.legal(component).copied().collect();
        if bound == 0 && self.pairing.wins_second(component, &legal) {
            self.keep(key, EXACT, budget)?;
            return Ok(0);
        }
        let mut options: Vec<Choice> = Vec::with_capacity(legal.len());
        let mut parts = Vec::new();
        while bound <= most {
            // What is known costs nothing, and often ends the question before all options are made.
            let is_known = |option: &Choice| option.open.is_empty() && option.known == bound;
            for option in &mut options {
                self.refresh(option);
            }
            let mut found = options.iter().any(is_known);
            while !found && let Some(placement) = legal.get(options.len()) {
                let free = component & !placement.removes;
                let option = self.choice(free, &legal, &mut parts);
                found = is_known(&option);
                options.push(option);
            }
            if !found {
                options.put_in_order_by_key(Choice::cost);
            }
            for option in options.iter_mut() {
                found = found || self.choice_has(option, bound, budget)?;
            }
            if found {
                bound += 1;
                continue;
            }
            self.keep(key, bound | EXACT, budget)?;
            return Ok(bound);
        }
        self.keep(key, bound, budget)?;
        Ok(bound)
    }

    /// A state as an option; `moves` contains its legal moves. Equal components cancel.
    fn choice(&self, free: u128, moves: &[Placement], parts: &mut Vec<u128>) -> Choice {
        let mut choice = Choice {
            known: 0,
            open: SmallVec::new(),
        };
        self.split(free, moves, parts);
        for &part in &*parts {
            let key = self.forms.key(part);
            let bound = self.bound(&key);
            if bound & EXACT != 0 {
                choice.known ^= bound & !EXACT;
                continue;
            }
            match choice.open.iter().position(|&(_, other)| other == key) {
                Some(equal) => drop(choice.open.remove(equal)),
                None => choice.open.push((part, key)),
            }
        }
        choice
            .open
            .put_in_order_by_key(|&(part, key)| (part.count_ones(), key));
        choice
    }

    /// Writes the parts of a state that the legal ones of these moves join.
    fn split(&self, free: u128, moves: &[Placement], parts: &mut Vec<u128>) {
        let legal = moves.iter().filter(|p| p.needs & !free == 0);
        let live = match self.only_covers {
            true => free,
            false => legal.clone().fold(0, |live, p| live | p.needs),
        };
        join(legal.map(|p| p.removes & live), parts);
    }

    /// Takes out of an option what has become known of its parts.
    fn refresh(&self, option: &mut Choice) {
        let known = &mut option.known;
        option.open.retain(|(_, key)| {
            let bound = self.bound(key);
            if bound & EXACT != 0 {
                *known ^= bound & !EXACT;
            }
            bound & EXACT == 0
        });
    }

    /// Returns whether an option has this value.
    fn choice_has(
        &mut self,
        option: &mut Choice,
        value: u16,
        budget: &Spending<'_>,
    ) -> Result<bool, Limit> {
        self.refresh(option);
        while option.open.len() > 1 {
            let (part, key) = option.open[0];
            option.known ^= self.pursue(part, key, u16::MAX, budget)?;
            option.open.remove(0);
        }
        let Some(&(part, key)) = option.open.first() else {
            return Ok(option.known == value);
        };
        let wanted = option.known ^ value;
        Ok(self.pursue(part, key, wanted, budget)? == wanted)
    }
}

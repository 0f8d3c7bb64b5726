//! Grundy values of placing games: a search with bounds over components.

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use smallvec::SmallVec;

use nimfield_core::budget::{Budget, Limit, Unfinished};
use nimfield_core::families::placing::{Placement, Placing};
use nimfield_core::sorting::Sort as _;

use super::forms::{Forms, Key};
use super::links::Links;
use super::pairing::Pairing;
use super::parts::join;
use super::spending::Spending;

/// A search for Grundy values, with its memory.
///
/// Whether the value of a component is `n` is asked first by looking for an option of the value `n`: if there is one,
/// the answer is no, and nothing else need be known. Otherwise the value is at most `n`, and it is the first of 0, 1, …
/// that no option has. An option that falls into several components is valued from the small ones to the large one, of
/// which only one value is in question.
pub struct PlacingValues {
    placing: Placing,
    forms: Forms,
    pairing: Pairing,
    links: Option<Links>,
    /// Whether moves remove no more than they need.
    only_covers: bool,
    known: HashMap<Key, Found, FixedState>,
    positions: u64,
}

/// What is known of the value of a component: the value itself, or which small values it does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Found(u32);

impl Found {
    /// The bit that says that the value is known; the others hold it then. Values never exceed the number of cells.
    const EXACT: u32 = 1 << 31;

    fn exactly(value: u16) -> Found {
        Found(Found::EXACT | u32::from(value))
    }

    fn value(self) -> Option<u16> {
        (self.0 & Found::EXACT != 0).then_some(self.0 as u16)
    }

    fn excludes(self, value: u16) -> bool {
        value < 31 && self.0 >> value & 1 == 1
    }

    fn exclude(&mut self, value: u16) {
        if value < 31 {
            self.0 |= 1 << value;
        }
    }
}

/// An option of a component: the nim-sum of its known parts, and the others, those with the fewest moves first.
struct Choice {
    known: u16,
    open: SmallVec<[OpenPart; 2]>,
}

/// A part whose value is not known.
struct OpenPart {
    /// How many moves it has.
    moves: u32,
    key: Key,
    cells: u128,
}

impl Choice {
    fn has(&self, value: u16) -> bool {
        self.open.is_empty() && self.known == value
    }

    /// Returns the number of moves in open parts.
    fn cost(&self) -> u32 {
        self.open.iter().map(|part| part.moves).sum()
    }
}

/// The options of a component, as far as they have been made.
struct Options {
    component: u128,
    /// For each option the move.
    legal: Vec<Placement>,
    made: Vec<Choice>,
}

impl PlacingValues {
    /// Creates a search with an empty memory.
    ///
    /// # Panics
    /// If Left and Right have different moves.
    #[must_use]
    pub fn new(placing: Placing) -> PlacingValues {
        assert!(!placing.is_partizan(), "both players have the same moves");
        PlacingValues {
            forms: Forms::new(&placing),
            pairing: Pairing::new(&placing),
            links: Links::new(&placing),
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
                let key = search.forms.key(component);
                value ^= search.valued(component, key, budget)?;
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
            let mut parts = Vec::new();
            search.split(free, moves.placements(), &mut parts);
            let mut option = search.choice(&parts, moves.placements());
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

    fn found(&self, key: &Key) -> Found {
        self.known.get(key).copied().unwrap_or_default()
    }

    fn keep(&mut self, key: Key, found: Found, budget: &Spending<'_>) -> Result<(), Limit> {
        if let Some(known) = self.known.get_mut(&key) {
            *known = found;
            return Ok(());
        }
        budget.room(&self.known)?;
        self.known.insert(key, found);
        Ok(())
    }

    /// Returns the value of a component.
    fn valued(&mut self, component: u128, key: Key, budget: &Spending<'_>) -> Result<u16, Limit> {
        let found = self.pursue(component, key, None, budget)?;
        Ok(found.value().expect("a value was asked for"))
    }

    /// Finds the value of a component, or whether it is `wanted`.
    fn pursue(
        &mut self,
        component: u128,
        key: Key,
        wanted: Option<u16>,
        budget: &Spending<'_>,
    ) -> Result<Found, Limit> {
        let mut found = self.found(&key);
        if found.value().is_some() || wanted.is_some_and(|wanted| found.excludes(wanted)) {
            return Ok(found);
        }
        self.positions += 1;
        budget.poll(self.positions)?;
        let legal: Vec<Placement> = self.placing.legal(component).copied().collect();
        let mut options = Options {
            component,
            made: Vec::with_capacity(legal.len()),
            legal,
        };
        let is_new = found == Found::default();
        if is_new && self.pairing.wins_second(component, &options.legal) {
            found = Found::exactly(0);
        } else if let Some(wanted) = wanted
            && self.some_option_has(wanted, &mut options, budget)?
        {
            found.exclude(wanted);
        } else {
            let mut value = 0;
            // No option has the wanted value.
            while wanted != Some(value)
                && (found.excludes(value) || self.some_option_has(value, &mut options, budget)?)
            {
                found.exclude(value);
                value += 1;
            }
            found = Found::exactly(value);
        }
        self.keep(key, found, budget)?;
        Ok(found)
    }

    /// Returns whether an option has this value.
    fn some_option_has(
        &mut self,
        value: u16,
        options: &mut Options,
        budget: &Spending<'_>,
    ) -> Result<bool, Limit> {
        // What is known costs nothing, and often ends the question before all options are made.
        for option in &mut options.made {
            self.refresh(option);
        }
        if options.made.iter().any(|option| option.has(value)) {
            return Ok(true);
        }
        let Options {
            component,
            legal,
            made,
        } = options;
        let mut parts = Vec::new();
        while let Some(placement) = legal.get(made.len()) {
            match &self.links {
                Some(links) => links.split(*component, placement.removes, &mut parts),
                None => self.split(*component & !placement.removes, legal, &mut parts),
            }
            let option = self.choice(&parts, legal);
            let has = option.has(value);
            made.push(option);
            if has {
                return Ok(true);
            }
        }
        made.put_in_order_by_key(Choice::cost);
        for option in made {
            if self.choice_has(option, value, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns a state of these components as an option; their moves are among `legal`. Equal components cancel.
    fn choice(&self, parts: &[u128], legal: &[Placement]) -> Choice {
        let mut choice = Choice {
            known: 0,
            open: SmallVec::new(),
        };
        for &cells in parts {
            let key = self.forms.key(cells);
            if let Some(value) = self.found(&key).value() {
                choice.known ^= value;
                continue;
            }
            match choice.open.iter().position(|other| other.key == key) {
                Some(equal) => drop(choice.open.remove(equal)),
                None => {
                    let moves = self.moves(cells, legal);
                    choice.open.push(OpenPart { moves, key, cells });
                }
            }
        }
        if choice.open.len() > 1 {
            (choice.open).put_in_order_by_key(|part| (part.moves, part.key));
        }
        choice
    }

    /// Returns the number of moves in a component, of which all are among `legal`; where pairs of cells are joined,
    /// the number of these pairs, which says as much.
    fn moves(&self, component: u128, legal: &[Placement]) -> u32 {
        match &self.links {
            Some(links) => links.count(component),
            None => legal.iter().filter(|p| p.needs & !component == 0).count() as u32,
        }
    }

    /// Writes the parts of a state that the legal ones of these moves, which contain all of its own, join.
    fn split(&self, free: u128, moves: &[Placement], parts: &mut Vec<u128>) {
        let legal = moves.iter().filter(|p| p.needs & !free == 0);
        let live = match self.only_covers {
            true => free,
            false => legal.clone().fold(0, |live, p| live | p.needs),
        };
        join(legal.map(|p| p.removes & live), parts);
    }

    /// Removes from an option the parts whose values have become known.
    fn refresh(&self, option: &mut Choice) {
        let known = &mut option.known;
        option.open.retain(|part| {
            let value = self.found(&part.key).value();
            *known ^= value.unwrap_or(0);
            value.is_none()
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
            let OpenPart { key, cells, .. } = option.open[0];
            option.known ^= self.valued(cells, key, budget)?;
            option.open.remove(0);
        }
        let Some(&OpenPart { key, cells, .. }) = option.open.first() else {
            return Ok(option.known == value);
        };
        let wanted = option.known ^ value;
        let found = self.pursue(cells, key, Some(wanted), budget)?;
        Ok(found.value() == Some(wanted))
    }
}

//! Grundy values of placing games: a search that asks whether a component has one value.

use std::fmt;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::sync::LazyLock;

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use smallvec::SmallVec;

use nimfield_core::budget::{Budget, Meter, Unfinished};
use nimfield_core::families::placing::{MOST_CELLS, Placing};

use super::counts::Count;
use super::forms::{Forms, Numbers, bounds};
use super::links::{Links, Parts, split};
use super::pairing::Pairing;
use super::state::{SavedLine, SearchState, plays_alike};
use super::word::{MoveCells, Word, moves_of, place};
use crate::generations::Entry;
use crate::state::{ResumeError, SavedSearch};

/// A search for Grundy values, with its memory.
///
/// To test whether the value of a component is `n`, the search first looks for an option of the value `n`: if there is
/// one, the answer is no, and nothing else is needed. Otherwise the value is at most `n`, and it is the first of 0, 1, …
/// that no option has. An option that falls into several components is valued from the small ones to the large one, of
/// which only one value is in question.
pub struct PlacingValues {
    search: Search,
}

/// The words of boards of at most 64 cells: in browsers the same as of others, as they fetch the program.
#[cfg(not(target_family = "wasm"))]
pub(super) type ShortWord = u64;
#[cfg(target_family = "wasm")]
pub(super) type ShortWord = u128;

/// A search in words as short as the board allows.
enum Search {
    Narrow(ValueSearch<ShortWord>),
    Wide(ValueSearch<u128>),
}

macro_rules! either {
    ($search:expr, $inner:ident => $result:expr) => {
        match $search {
            Search::Narrow($inner) => $result,
            Search::Wide($inner) => $result,
        }
    };
}

impl PlacingValues {
    /// Creates a search with an empty memory.
    ///
    /// # Panics
    /// If Left and Right have different moves.
    #[must_use]
    pub fn new(placing: Placing) -> PlacingValues {
        let placing = &placing;
        assert!(!placing.is_partizan(), "both players have the same moves");
        let numbers = Numbers::new(placing);
        let search = match numbers.width <= 64 {
            true => Search::Narrow(ValueSearch::new(placing, numbers)),
            false => Search::Wide(ValueSearch::new(placing, numbers)),
        };
        PlacingValues { search }
    }

    /// Returns how many components have been searched.
    #[must_use]
    pub fn positions(&self) -> u64 {
        either!(&self.search, search => search.state.positions)
    }

    /// Returns the bytes of memory held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        either!(&self.search, search => search.state.memory.bytes())
    }

    /// Starts to count the work on a question, which begins with the memory that is held.
    fn meter<'a>(&self, budget: &'a Budget) -> Result<Meter<'a>, Unfinished> {
        let mut meter = Meter::new(budget, "searching");
        meter.hold(self.bytes())?;
        Ok(meter)
    }

    /// Returns the Grundy value of a state.
    ///
    /// # Errors
    /// If the budget runs out; what was found stays in memory.
    ///
    /// # Complexity
    /// In the worst case all components that can be reached, each with all its options as often as its value;
    /// mostly far fewer. Memory: 21 to 43 bytes for each component searched, and twice as much on boards of more than 64
    /// cells. If the budget allows no more, the older half of the components is dropped.
    ///
    /// # Source
    /// The theorem of Sprague (1935) and Grundy (1939); J. Lemoine and S. Viennot, Nimbers are inevitable
    /// (2012), for values found by questions about single nimbers.
    pub fn value(&mut self, free: u128, budget: &Budget) -> Result<u16, Unfinished> {
        let meter = &mut self.meter(budget)?;
        either!(&mut self.search, search => {
            let mut sum = search.whole(free);
            let found = search.value_all_but(0, &mut sum, meter);
            search.state.counts.report(budget);
            found.map(|()| sum.known.into())
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
        let Ok(value) = u8::try_from(value) else {
            return Ok(false);
        };
        let meter = &mut self.meter(budget)?;
        either!(&mut self.search, search => {
            let mut sum = search.whole(free);
            let found = search.sum_has(&mut sum, value, meter);
            search.state.counts.report(budget);
            found
        })
    }
}

impl SavedSearch for PlacingValues {
    fn decided(&self) -> u64 {
        self.positions()
    }

    fn save(&self, position: &str, out: &mut dyn Write) -> io::Result<()> {
        either!(&self.search, search => search.state.save(position, out))
    }

    fn resume(
        &mut self,
        (position, free): (&str, u128),
        input: &mut dyn Read,
        budget: &Budget,
    ) -> Result<(), ResumeError> {
        let placing = either!(&mut self.search, search => {
            search.state.resume(position, input, budget)?;
            search.state.placing.clone()
        });
        let mut new = PlacingValues::new(placing.clone());
        plays_alike(&placing, free, |free| {
            Ok(self.value(free, budget)? == new.value(free, budget)?)
        })
    }
}

impl fmt::Debug for PlacingValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("PlacingValues");
        shown
            .field("positions", &self.positions())
            .finish_non_exhaustive()
    }
}

struct ValueSearch<W> {
    moves: Vec<MoveCells<W>>,
    order: Order<W>,
    forms: Forms<W>,
    pairing: Pairing,
    links: Option<Links<W>>,
    /// Whether estimates are worth their time.
    estimates: bool,
    state: SearchState<Entry<W, Found>>,
}

/// A position as the sum of its components.
struct Sum<W> {
    /// The nim-sum of the known ones.
    known: u8,
    /// The others.
    open: SmallVec<[Open<W>; 2]>,
    cost: f32,
}

/// Components with their keys, and whether two images of each may be the same.
type Keyed<W> = SmallVec<[(W, W, bool); 3]>;

/// A component whose value is not known.
#[derive(Clone, Copy)]
struct Open<W> {
    cells: W,
    key: W,
    /// What was known when the option was made or refreshed.
    found: Found,
}

/// The order in which the moves of a component are tried.
struct Order<W> {
    /// Where the cells lie; all at one place if nothing is known of that.
    places: Vec<(i16, i16)>,
    /// The places in `moves` of those in a box, by its edges.
    boxes: HashMap<[i16; 4], Range<usize>, FixedState>,
    /// The moves in boxes, those of each in the order in which they are tried.
    moves: Vec<MoveCells<W>>,
}

impl<W: Word> SavedLine for Entry<W, Found> {
    fn numbers(&self) -> (u128, u64) {
        let key = self.key.to_u128().expect("words have at most 128 bits");
        let Found {
            value, excluded, ..
        } = self.value;
        let value = value.map_or(0, |value| u64::from(value) + 1);
        (key, value << 16 | u64::from(excluded))
    }

    fn of(key: u128, found: u64) -> Option<Self> {
        let value = u8::try_from(found >> 16);
        Some(Entry {
            key: W::from(key)?,
            value: Found {
                // Larger numbers are not written; 0 stands for no value.
                value: value.ok()?.checked_sub(1),
                excluded: found as u16,
                // An estimate can be made again.
                cost: 0.0,
            },
        })
    }
}

/// The information about a component: its value, or values that it does not have.
#[derive(Clone, Copy, Default)]
struct Found {
    value: Option<u8>,
    /// The excluded values below 16, one bit each.
    excluded: u16,
    /// The estimated cost of proving a value, made when the first one was in question; 0 before.
    cost: f32,
}

impl Found {
    /// Returns the bit of a value; values above 15 have none.
    fn bit(value: u8) -> u16 {
        1u16.checked_shl(value.into()).unwrap_or(0)
    }

    fn excludes(self, value: u8) -> bool {
        self.excluded & Found::bit(value) != 0
    }

    fn exclude(&mut self, value: u8) {
        self.excluded |= Found::bit(value);
    }

    /// Returns the least value that it may have.
    fn least(self) -> u8 {
        self.excluded.trailing_ones() as u8
    }
}

impl<W: Word> SearchState<Entry<W, Found>> {
    /// Stores what was found of the component with this key.
    fn store(&mut self, key: W, value: Found, meter: &mut Meter<'_>) -> Result<(), Unfinished> {
        self.keep(Entry { key, value }, 0, meter)
    }
}

impl<W: Word> ValueSearch<W> {
    fn new(placing: &Placing, numbers: Numbers) -> ValueSearch<W> {
        let moves = moves_of(placing, &numbers.bits);
        let links = Links::new(&moves);
        let dominoes = links.as_ref().is_some_and(|links| links.dominoes);
        ValueSearch {
            pairing: Pairing::new(placing, &numbers),
            estimates: dominoes && placing.cells() >= CELLS_OF_LARGE_BOARDS,
            links,
            order: Order::new(numbers.places.clone()),
            forms: Forms::numbered(placing, numbers),
            state: SearchState::new(placing.clone()),
            moves,
        }
    }

    /// Returns a position as a sum.
    fn whole(&self, free: u128) -> Sum<W> {
        let free = place(free, &self.forms.numbers.bits);
        let parts = split(self.links.as_ref(), &self.moves, free, W::zero());
        let mut keyed = Keyed::new();
        self.find_keys(parts, &mut keyed);
        self.sum(&keyed, &self.moves)
    }

    /// Finds the keys of components, and has memory look for them.
    fn find_keys(&self, parts: Parts<W>, keyed: &mut Keyed<W>) {
        keyed.clear();
        for cells in parts {
            let (key, symmetric) = self.forms.least(cells);
            self.state.memory.fetch(key);
            keyed.push((cells, key, symmetric));
        }
    }

    /// Returns the sum of components whose moves are among `moves`. Equal ones cancel.
    fn sum(&self, parts: &Keyed<W>, moves: &[MoveCells<W>]) -> Sum<W> {
        let mut sum = Sum {
            known: 0,
            open: SmallVec::new(),
            cost: 0.0,
        };
        for &(cells, key, symmetric) in parts {
            let found = self.found(key);
            if let Some(value) = found.value {
                self.state.counts.add(Count::KnownParts);
                sum.known ^= value;
            } else if symmetric && self.pairing.answers(cells, moves).is_some() {
                // Its value is 0.
                self.state.counts.add(Count::SymmetricParts);
            } else if let Some(equal) = sum.open.iter().position(|other| other.key == key) {
                self.state.counts.add(Count::EqualParts);
                sum.open.remove(equal);
            } else {
                sum.open.push(Open { cells, key, found });
            }
        }
        if sum.open.len() > 1 {
            (sum.open).sort_unstable_by_key(|part| (part.cells.count_ones(), part.key));
        }
        sum
    }

    fn found(&self, key: W) -> Found {
        let line = self.state.memory.get(key);
        line.map_or_else(Found::default, |line| line.value)
    }

    /// Returns whether the value of a component is `n`, and keeps what is found of it.
    fn test(&mut self, part: Open<W>, n: u8, meter: &mut Meter<'_>) -> Result<bool, Unfinished> {
        let mut found = self.found(part.key);
        if found.value.is_some() || found.excludes(n) {
            self.state.counts.add(Count::KnownAnswers);
            return Ok(found.value == Some(n));
        }
        let Some(mut options) = self.open_options(part, n, &mut found, meter)? else {
            return Ok(false);
        };
        if self.some_option_has(part.cells, n, &mut options, meter)? {
            self.state.counts.add(Count::SearchedOptions);
            found.exclude(n);
            self.state.store(part.key, found, meter)?;
            return Ok(false);
        }
        let mut value = 0;
        while value < n {
            options.retain_mut(|option| {
                self.refresh(option);
                if option.open.is_empty() {
                    found.exclude(option.known);
                }
                !option.open.is_empty()
            });
            if !found.excludes(value)
                && !self.some_option_has(part.cells, value, &mut options, meter)?
            {
                break;
            }
            found.exclude(value);
            value += 1;
        }
        found.value = Some(value);
        self.state.store(part.key, found, meter)?;
        Ok(value == n)
    }

    /// Lists the options whose value is not known, and excludes the values of the others; `None` if one of these is `n`.
    /// Counts as a searched component.
    fn open_options(
        &mut self,
        part: Open<W>,
        n: u8,
        found: &mut Found,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Sum<W>>>, Unfinished> {
        self.state.count(meter)?;
        let edges = self.forms.bounds(part.cells);
        let list = self.order.list(edges, &self.moves);
        let moves = &self.order.moves[list];
        let mut options = Vec::new();
        let legal = (moves.iter()).filter(|mv| mv.needs.is_within(part.cells));
        let mut made = [Keyed::new(), Keyed::new()];
        for (turn, mv) in legal.map(Some).chain([None]).enumerate() {
            if let Some(mv) = mv {
                let parts = split(self.links.as_ref(), moves, part.cells, mv.removes);
                self.find_keys(parts, &mut made[turn % 2]);
            }
            // What memory knows of one option is fetched while the next one is made.
            if turn == 0 {
                continue;
            }
            let option = self.sum(&made[(turn + 1) % 2], moves);
            if !option.open.is_empty() {
                options.push(option);
                continue;
            }
            found.exclude(option.known);
            // What is known costs nothing, and often ends the question before all options are made.
            if option.known == n {
                self.state.counts.add(Count::KnownOptions);
                self.state.store(part.key, *found, meter)?;
                return Ok(None);
            }
        }
        Ok(Some(options))
    }

    /// Returns whether one of these options of a component, of none of which the value is known, has the value `n`. Those
    /// are tried first that should cost least.
    fn some_option_has(
        &mut self,
        cells: W,
        n: u8,
        options: &mut [Sum<W>],
        meter: &mut Meter<'_>,
    ) -> Result<bool, Unfinished> {
        let costs = costs_in(self.forms.bounds(cells));
        for option in options.iter_mut() {
            option.cost = cost(costs, &option.open);
            if let [Open { found, .. }] = option.open[..] {
                // Its options are partly known.
                if found.excluded != 0 {
                    option.cost *= 0.1;
                }
                // The next value to ask for is the one in question, so the answer may be yes.
                if found.least() == n ^ option.known {
                    option.cost *= 0.5;
                }
            }
        }
        options.sort_by(|one, other| one.cost.total_cmp(&other.cost));
        let is_large = self.estimates && cells.count_ones() >= CELLS_OF_LARGE_COMPONENTS;
        if is_large && self.estimate(n, options, meter)? {
            return Ok(true);
        }
        for option in options {
            // Estimating has refuted the rest.
            if option.cost == f32::INFINITY {
                break;
            }
            self.state.counts.add(Count::OptionsSearched);
            if self.sum_has(option, n, meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Sorts options by the estimated cost of proving that they have the value `n`; those without it come last, at infinite
    /// cost. Returns whether an option is known to have it.
    fn estimate(
        &mut self,
        n: u8,
        options: &mut [Sum<W>],
        meter: &mut Meter<'_>,
    ) -> Result<bool, Unfinished> {
        for option in options.iter_mut() {
            self.refresh(option);
            option.cost = match option.open[..] {
                [] if option.known == n => return Ok(true),
                [] => f32::INFINITY,
                [part] => self.cost_of_proof(part, n ^ option.known, meter)?,
                _ => 10.0 * cost(&COSTS_OF_PROOFS, &option.open),
            };
        }
        options.sort_by(|one, other| one.cost.total_cmp(&other.cost));
        Ok(false)
    }

    /// Returns the estimated cost of proving that a component has the value `n`: the sum over its options that may still
    /// have it. Infinite if it has another value.
    fn cost_of_proof(
        &mut self,
        part: Open<W>,
        n: u8,
        meter: &mut Meter<'_>,
    ) -> Result<f32, Unfinished> {
        let mut found = part.found;
        if found.excludes(n) {
            return Ok(f32::INFINITY);
        }
        if found.cost == 0.0 {
            let Some(options) = self.open_options(part, n, &mut found, meter)? else {
                return Ok(f32::INFINITY);
            };
            let may_have = |option: &&Sum<W>| match option.open[..] {
                [other] => !other.found.excludes(n ^ option.known),
                _ => true,
            };
            let costs = (options.iter().filter(may_have)).map(|o| cost(&COSTS_OF_PROOFS, &o.open));
            found.cost = costs.sum::<f32>().max(f32::MIN_POSITIVE);
            self.state.store(part.key, found, meter)?;
        }
        Ok(found.cost)
    }

    /// Returns whether the value of an option is `n`.
    fn sum_has(
        &mut self,
        option: &mut Sum<W>,
        n: u8,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Unfinished> {
        self.refresh(option);
        self.value_all_but(1, option, meter)?;
        match option.open.first() {
            Some(&part) => self.test(part, n ^ option.known, meter),
            None => Ok(option.known == n),
        }
    }

    /// Finds the values of all open parts but the `most` largest.
    fn value_all_but(
        &mut self,
        most: usize,
        option: &mut Sum<W>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Unfinished> {
        while option.open.len() > most {
            let part = option.open[0];
            let mut value = 0;
            while !self.test(part, value, meter)? {
                value += 1;
            }
            option.known ^= value;
            option.open.remove(0);
        }
        Ok(())
    }

    /// Removes from an option the parts whose values have become known.
    fn refresh(&self, option: &mut Sum<W>) {
        let known = &mut option.known;
        option.open.retain(|part| {
            part.found = self.found(part.key);
            *known ^= part.found.value.unwrap_or(0);
            part.found.value.is_none()
        });
    }
}

impl<W: Word> Order<W> {
    /// With more moves in lists than this, the lists are made again.
    const MOST_LISTED: usize = 1 << 18;

    fn new(places: Vec<(i16, i16)>) -> Order<W> {
        Order {
            places,
            boxes: HashMap::with_hasher(FixedState::with_seed(0)),
            moves: Vec::new(),
        }
    }

    /// Returns where in `self.moves` those of these moves are that lie in a box.
    fn list(&mut self, edges: [i16; 4], moves: &[MoveCells<W>]) -> Range<usize> {
        if let Some(list) = self.boxes.get(&edges) {
            return list.clone();
        }
        if self.moves.len() > Self::MOST_LISTED {
            self.moves.clear();
            self.boxes.clear();
        }
        let [left, right, top, bottom] = edges;
        let box_of = |mv: &MoveCells<W>| bounds(mv.needs, &self.places);
        let inside = |mv: &&MoveCells<W>| {
            let [from, to, above, below] = box_of(mv);
            from >= left && to <= right && above >= top && below <= bottom
        };
        let (short, long) = sides(edges);
        // Moves near the middle leave parts that are soon valued. Which distance counts more was found by measuring.
        let weight = if short % 2 == 1 && long % 2 == 1 {
            64
        } else {
            2
        };
        let distance = |mv: &MoveCells<W>| {
            let [from, to, above, below] = box_of(mv);
            let across = u32::from((from + to).abs_diff(left + right));
            let along = u32::from((above + below).abs_diff(top + bottom));
            match right - left <= bottom - top {
                true => weight * across + along,
                false => weight * along + across,
            }
        };
        let mut list: Vec<_> = moves.iter().filter(inside).copied().collect();
        list.sort_by_key(distance);
        let start = self.moves.len();
        self.moves.extend(list);
        self.boxes.insert(edges, start..self.moves.len());
        start..self.moves.len()
    }
}

/// Returns the short and the long side of a box.
fn sides([left, right, top, bottom]: [i16; 4]) -> (u16, u16) {
    let (columns, rows) = (right.abs_diff(left) + 1, bottom.abs_diff(top) + 1);
    (columns.min(rows), columns.max(rows))
}

/// Only games of dominoes on at least this many cells have estimates: 5x7 of Cram takes more components with them, and
/// queens more time.
const CELLS_OF_LARGE_BOARDS: usize = 36;

/// On large boards the options of options are listed before one is tried, in components of this many cells or more.
const CELLS_OF_LARGE_COMPONENTS: u32 = 29;

/// Estimated costs of components by their cells.
type Costs = [f32; MOST_CELLS + 1];

/// The costs of finding values.
static COSTS_OF_VALUES: LazyLock<Costs> = LazyLock::new(|| powers(1.8));

/// The costs of refuting a value of a component.
static COSTS_OF_PROOFS: LazyLock<Costs> = LazyLock::new(|| powers(1.1));

/// Returns costs to which each cell adds a factor.
fn powers(factor: f32) -> Costs {
    std::array::from_fn(|cells| factor.powi(cells as i32))
}

/// Returns the costs of finding values of the parts of a component in a box.
fn costs_in(edges: [i16; 4]) -> &'static Costs {
    match sides(edges) {
        (short, long) if short % 2 == 1 && long.is_multiple_of(2) => &[1.0; MOST_CELLS + 1],
        _ => &COSTS_OF_VALUES,
    }
}

/// Returns the sum of the costs of some components.
fn cost<W: Word>(costs: &Costs, parts: &[Open<W>]) -> f32 {
    let costs = parts
        .iter()
        .map(|part| costs[part.cells.count_ones() as usize]);
    costs.sum()
}

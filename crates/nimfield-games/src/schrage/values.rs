//! The values of Grundy's game, and of rectangles computed from these.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::live::Live;
use crate::schrage::rectangle::Rectangle;
use crate::schrage::rectangle::{RectangleCut, cuts};
use nimfield_core::prelude::*;
use nimfield_core::theory::Followers;

/// The value of a rectangle.
pub(super) const VALUE: Fact = Fact {
    statement: "with g for Grundy's game, the value of m x n is g(n) if g(m) = 0, g(m) if \
                g(n) = 0, else 1",
    source: "Schrage 1985",
    checked: Checked::By(&["schrage-rectangles"]),
};

/// The largest heap evaluated on demand, in a millisecond or two.
const QUICK: u128 = 2_000;

/// The number of heaps between two checks of the budget.
const POLL: usize = 64;

/// The values of Grundy's game found so far, shared by clones and all live positions: a move splits a heap into two
/// unequal ones. Threads that wait for a value continue where the last one stopped.
#[derive(Clone)]
pub struct GrundysGame(Arc<Mutex<Values>>);

impl fmt::Debug for GrundysGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GrundysGame").finish_non_exhaustive()
    }
}

/// The data about heaps are not part of a position.
impl PartialEq for GrundysGame {
    fn eq(&self, _: &GrundysGame) -> bool {
        true
    }
}

impl Eq for GrundysGame {}

impl Hash for GrundysGame {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Default for GrundysGame {
    fn default() -> GrundysGame {
        static VALUES: Live<(), Mutex<Values>> = Live::new();
        GrundysGame(VALUES.get(&(), Mutex::default))
    }
}

impl GrundysGame {
    fn locked(&self) -> MutexGuard<'_, Values> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Finds the Grundy value of a heap of `n` in Grundy's game (a move splits a heap into two unequal ones).
    ///
    /// The values up to n are computed by definition and stored.
    ///
    /// # Errors
    /// If the budget runs out; the values found so far stay.
    ///
    /// # Complexity
    /// O(n·r) for r rare values up to n; r is 1,273 for n = 100,000. A value is *rare* if it has an even number of ones
    /// above its lowest bit. Rare values form a subgroup and common ones its coset, so a common value is the nim-sum of
    /// a rare and a common one, and the heaps of rare values alone determine the least common value that no option has.
    /// The only other relevant values, the rare ones below it, soon occur as nim-sums of two common values, or of two
    /// rare ones. Two bytes are held for each heap.
    ///
    /// # Source
    /// Berlekamp, Conway and Guy, Winning Ways, chapter 4 (the sparse space).
    ///
    /// ```
    /// use nimfield_core::budget::Budget;
    /// use nimfield_games::schrage::GrundysGame;
    /// let heaps = GrundysGame::default();
    /// let values = (1..=12).map(|n| heaps.value(n, &Budget::unlimited()));
    /// let values: Result<Vec<_>, _> = values.collect();
    /// assert_eq!(values?, [0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1]);
    /// # Ok::<(), nimfield_core::budget::Unfinished>(())
    /// ```
    pub fn value(&self, n: u128, budget: &Budget) -> Result<u128, Unfinished> {
        if let Some(value) = self.locked().value(n) {
            return Ok(value);
        }
        let total = u64::try_from(n).unwrap_or(u64::MAX).saturating_add(1);
        let needed = total.saturating_mul(size_of::<u16>() as u64);
        let mut meter = Meter::new(budget, "heaps of Grundy's game").of(total);
        meter.hold(needed)?;
        if total > budget.most_positions() {
            let allowed = budget.most_positions();
            return Err(meter.stopped(Limit::Positions { allowed }));
        }
        let refused = meter.stopped(Limit::Bytes { allowed: 0, needed });
        let last = u32::try_from(n).map_err(|_| refused)? as usize;
        loop {
            // The table is locked only while a few heaps are added.
            let mut values = self.locked();
            if let Some(value) = values.value(n) {
                return Ok(value);
            }
            let done = values.all.len();
            // Growing would hold the old and the new table at once.
            let more = (last + 1).saturating_sub(done);
            values.all.try_reserve_exact(more).map_err(|_| refused)?;
            for _ in 0..more.min(POLL) {
                values.add();
            }
            drop(values);
            meter.at(done as u64).poll()?;
        }
    }

    /// Returns the value of a heap, if it is quick to find or already known.
    fn known(&self, n: u128) -> Option<u128> {
        let mut values = self.locked();
        if n <= QUICK {
            while values.all.len() as u128 <= n {
                values.add();
            }
        }
        values.value(n)
    }

    /// Finds the Grundy value of a rectangle: with g for Grundy's game, g(n) if g(m) = 0, g(m) if g(n) = 0, else 1.
    ///
    /// # Errors
    /// See [`value`](GrundysGame::value).
    ///
    /// # Source
    /// Schrage 1985. Let f(a, b) be that function of a = g(m) and b = g(n). A cut of m turns f(a, b) into f(a', b) xor
    /// f(a'', b), where the a' xor a'' are the options of Grundy's heap m, whose mex is a. If b = 0 these are just a'
    /// xor a'', of mex a; cuts of n have b' != b'' and give a xor 1 or 0 if a > 0, b' xor b'' > 0 if a = 0, never a. If
    /// a, b > 0 every option is 0, a xor 1 or b xor 1, never 1, and 0 is among them.
    pub fn rectangle(&self, rectangle: Rectangle, budget: &Budget) -> Result<u128, Unfinished> {
        // The longer side comes first, since it may be refused, and its table includes the shorter one.
        let Rectangle { width, height } = rectangle;
        let long = self.value(width.max(height), budget)?;
        let short = self.value(width.min(height), budget)?;
        Ok(of_sides(long, short))
    }

    /// Returns the value of a rectangle, if it is quick to find or already known.
    pub(super) fn known_rectangle(&self, rectangle: Rectangle) -> Option<u128> {
        Some(of_sides(
            self.known(rectangle.width)?,
            self.known(rectangle.height)?,
        ))
    }

    /// Explains why a rectangle has its value.
    pub(super) fn reason(&self, rectangle: Rectangle) -> Option<Reason> {
        let Rectangle { width, height } = rectangle;
        let (g, h) = (self.known(width)?, self.known(height)?);
        let text = format!(
            "with g for Grundy's game, g({width}) = {g} and g({height}) = {h}: the value is the other one if one of them is 0, else 1; here {}",
            of_sides(g, h)
        );
        Some(Reason::theorem(VALUE.source, text).checked_by(VALUE.claims()))
    }
}

/// The values of Grundy's game from 0 on.
#[derive(Default)]
struct Values {
    all: Vec<u16>,
    /// The heaps of rare values, without 0, with their values.
    rare: Vec<(u32, u16)>,
    /// The last heap that has an option of each value.
    seen: Vec<u32>,
}

/// Returns whether a value has an even number of ones above its lowest bit.
fn is_rare(value: usize) -> bool {
    (value >> 1).count_ones().is_multiple_of(2)
}

impl Values {
    fn value(&self, heap: u128) -> Option<u128> {
        let heap = usize::try_from(heap).ok()?;
        self.all.get(heap).map(|&value| value.into())
    }

    /// Adds the value of the next heap.
    fn add(&mut self) {
        let whole = self.all.len();
        // Nearly all of the time is spent here.
        let (all, seen) = (&self.all[..], &mut self.seen[..]);
        let half = self
            .rare
            .partition_point(|&(heap, _)| 2 * (heap as usize) < whole);
        let (below, above) = self.rare.split_at(half);
        // Equal halves are not a move.
        let equal = above
            .first()
            .is_some_and(|&(heap, _)| 2 * (heap as usize) == whole);
        for &(heap, value) in below.iter().chain(&above[usize::from(equal)..]) {
            seen[usize::from(value ^ all[whole - heap as usize])] = whole as u32;
        }
        let unseen = |seen: &[u32], value: &usize| seen.get(*value) != Some(&(whole as u32));
        let common = (0..).find(|value| !is_rare(*value) && unseen(&self.seen, value));
        let common = common.expect("finitely many values are seen");
        let rare = (0..common).filter(|&value| is_rare(value));
        let mut open = rare
            .clone()
            .filter(|value| unseen(&self.seen, value))
            .count();
        // Two heaps of common values: the only unmarked options have rare values.
        let mut small = 1;
        while open > 0 && 2 * small < whole {
            let value = usize::from(self.all[small] ^ self.all[whole - small]);
            if unseen(&self.seen, &value) {
                self.see(small, whole - small);
                open -= usize::from(value < common);
            }
            small += 1;
        }
        let value = rare.clone().find(|value| unseen(&self.seen, value));
        let value = value.unwrap_or(common);
        if is_rare(value) && whole > 0 {
            self.rare.push((whole as u32, value as u16));
        }
        // A value is at most the number of options, and nim-sums have no more bits than the largest.
        self.all.push(value as u16);
        let width = (value + 1).next_power_of_two();
        self.seen.resize(self.seen.len().max(width), 0);
    }

    /// Marks the nim-sum of two heaps as the value of an option of the next heap.
    fn see(&mut self, small: usize, large: usize) {
        self.seen[usize::from(self.all[small] ^ self.all[large])] = self.all.len() as u32;
    }
}

/// Returns the value of a rectangle from those of its sides.
fn of_sides(g: u128, h: u128) -> u128 {
    match (g, h) {
        (0, other) | (other, 0) => other,
        _ => 1,
    }
}

/// A rectangle with known value, and known values of all its pieces.
pub(super) struct Cuts {
    rectangle: Rectangle,
    heaps: GrundysGame,
    value: u128,
}

impl Cuts {
    /// Finds the value of a rectangle.
    pub(super) fn find(
        rectangle: Rectangle,
        heaps: &GrundysGame,
        budget: &Budget,
    ) -> Result<Cuts, Unfinished> {
        Ok(Cuts {
            rectangle,
            heaps: heaps.clone(),
            value: heaps.rectangle(rectangle, budget)?,
        })
    }
}

impl Followers<RectangleCut> for Cuts {
    fn value(&self) -> u128 {
        self.value
    }

    fn moves_to(&self, target: u128, most: usize) -> (Vec<RectangleCut>, bool) {
        let after = |cut: &RectangleCut| {
            let [first, second] = cut.pieces.map(|piece| self.heaps.known_rectangle(piece));
            Some(first? ^ second?)
        };
        let mut moves = cuts(self.rectangle).filter(|cut| after(cut) == Some(target));
        let found: Vec<RectangleCut> = moves.by_ref().take(most).collect();
        let complete = moves.next().is_none();
        (found, complete)
    }

    fn reason(&self) -> Option<Reason> {
        self.heaps.reason(self.rectangle)
    }

    /// Returns the number of heaps that this rectangle needs, regardless of earlier requests.
    fn positions(&self) -> u64 {
        let longest = self.rectangle.width.max(self.rectangle.height);
        u64::try_from(longest).unwrap_or(u64::MAX).saturating_add(1)
    }

    fn bytes(&self) -> u64 {
        size_of::<u16>() as u64 * self.heaps.locked().all.len() as u64
    }
}

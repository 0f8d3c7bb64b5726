//! The values of Grundy's game, and of rectangles by them.

use std::sync::Mutex;

use crate::schrage::rules::Rectangle;

/// Sides up to this are tabulated; the table costs a fraction of a second.
const LONGEST: u128 = 100_000;

/// The Grundy value of a heap of `n` in Grundy's game (a move splits a heap into two unequal ones);
/// `None` if `n` is past 100,000.
///
/// The values up to n are found by their definition and kept for later calls.
///
/// # Complexity
/// O(n·r) for r rare values up to n; r is 1,273 for n = 100,000. A value is *rare* if it has an even
/// number of ones above its lowest bit. This splits the values as a subgroup and its coset do, so a
/// common value is the nim-sum of a rare and a common one, and the heaps of rare values alone show
/// the least common value that no option has. Rare values below it, the only other ones that matter,
/// are nim-sums of two common values soon, or of two rare ones.
///
/// # Source
/// Berlekamp, Conway and Guy, Winning Ways, chapter 4 (the sparse space).
///
/// ```
/// use nimfield_games::schrage::grundys_game;
/// let values: Vec<_> = (1..=12).filter_map(grundys_game).collect();
/// assert_eq!(values, [0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1]);
/// ```
pub fn grundys_game(n: u128) -> Option<u128> {
    static VALUES: Mutex<Values> = Mutex::new(Values::NONE);
    let n = usize::try_from(n).ok().filter(|&n| n as u128 <= LONGEST)?;
    let mut values = VALUES
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    if values.all.is_empty() {
        // Growing would hold the old and the new table at once.
        values.all.reserve_exact(LONGEST as usize + 1);
    }
    while values.all.len() <= n {
        values.add();
    }
    Some(values.all[n].into())
}

/// The values of Grundy's game from 0 on.
struct Values {
    all: Vec<u16>,
    /// The heaps of rare values, without 0, with their values.
    rare: Vec<(u32, u16)>,
    /// The last heap that has an option of each value.
    seen: Vec<u32>,
}

/// Whether a value has an even number of ones above its lowest bit.
fn is_rare(value: usize) -> bool {
    (value >> 1).count_ones().is_multiple_of(2)
}

impl Values {
    const NONE: Values = Values {
        all: Vec::new(),
        rare: Vec::new(),
        seen: Vec::new(),
    };

    /// Adds the value of the next heap.
    fn add(&mut self) {
        let whole = self.all.len();
        // Nearly all of the time is spent here.
        let (all, seen) = (&self.all[..], &mut self.seen[..]);
        let half = self
            .rare
            .partition_point(|&(heap, _)| 2 * (heap as usize) < whole);
        let (below, above) = self.rare.split_at(half);
        // Halves are equal, and no move makes them.
        let equal = above
            .first()
            .is_some_and(|&(heap, _)| 2 * (heap as usize) == whole);
        for &(heap, value) in below.iter().chain(&above[usize::from(equal)..]) {
            seen[usize::from(value ^ all[whole - heap as usize])] = whole as u32;
        }
        let unseen = |seen: &[u32], value: &usize| seen.get(*value) != Some(&(whole as u32));
        let common = (0..).find(|value| !is_rare(*value) && unseen(&self.seen, value));
        let common = common.unwrap_or_default();
        let rare = (0..common).filter(|&value| is_rare(value));
        let mut open = rare
            .clone()
            .filter(|value| unseen(&self.seen, value))
            .count();
        // Heaps of two common values: the only ones that are still unseen leave a rare one.
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
        // A value is below the number of options, and nim-sums have no more bits than the largest.
        self.all.push(value as u16);
        let width = (value + 1).next_power_of_two();
        self.seen.resize(self.seen.len().max(width), 0);
    }

    /// Marks what two heaps add up to as an option of the next heap.
    fn see(&mut self, small: usize, large: usize) {
        self.seen[usize::from(self.all[small] ^ self.all[large])] = self.all.len() as u32;
    }
}

/// The Grundy value of a rectangle: with g for Grundy's game, g(n) if g(m) = 0, g(m) if g(n) = 0,
/// else 1. `None` if a side is past 100,000.
///
/// **Source**: Schrage 1985. Say f(a, b) is that function of a = g(m) and b = g(n). A cut of m turns
/// f(a, b) into f(a', b) xor f(a'', b), where the a' xor a'' are the options of Grundy's heap m,
/// whose mex is a. If b = 0 these are just a' xor a'', of mex a; cuts of n have b' != b'' and give
/// a xor 1 or 0 if a > 0, b' xor b'' > 0 if a = 0, never a. If a, b > 0 every option is 0, a xor 1
/// or b xor 1, never 1, and 0 is among them.
pub fn rectangle_value(rectangle: Rectangle) -> Option<u128> {
    let g = grundys_game(rectangle.width)?;
    let h = grundys_game(rectangle.height)?;
    Some(match (g, h) {
        (0, other) | (other, 0) => other,
        _ => 1,
    })
}

//! The memory of a search: what it knows of positions, in two generations.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;

/// What is known of a position, with its key.
pub(crate) trait Line: Default {
    /// What identifies a position.
    type Key<'a>: Copy + Hash + PartialEq
    where
        Self: 'a;

    /// Returns the key; `None` if the line is free.
    fn key(&self) -> Option<Self::Key<'_>>;
}

/// A line whose key is not the default one.
#[derive(Default)]
pub(crate) struct Entry<K, V> {
    pub(crate) key: K,
    pub(crate) value: V,
}

impl<K: Copy + Default + Hash + PartialEq, V: Default> Line for Entry<K, V> {
    type Key<'a>
        = K
    where
        Self: 'a;

    fn key(&self) -> Option<K> {
        (self.key != K::default()).then_some(self.key)
    }
}

/// Lines by their keys. If the younger ones cannot take more memory, they become the older ones, which are dropped.
///
/// Each line is in the first free place after the one for its hash, so usually one memory access finds it. A table of
/// `hashbrown` needs two, which makes 5x7 of Cram 1.1 times slower.
#[derive(Clone, Default)]
pub(crate) struct Generations<L> {
    young: Vec<L>,
    old: Vec<L>,
    /// The number of younger and of older lines that are not free.
    used: [usize; 2],
}

/// The distance of lines that are listed one after the other: odd, so that all are listed.
const STEP: usize = 0x9E37_79B1;

/// The lines of the smallest table.
const LEAST: usize = 1 << 8;

impl<L: Line> Generations<L> {
    /// Returns the bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        size_of_val(&self.young[..]) as u64 + size_of_val(&self.old[..]) as u64
    }

    /// Returns the number of lines; a line of both generations counts twice.
    pub(crate) fn len(&self) -> usize {
        self.used[0] + self.used[1]
    }

    /// Returns the lines, the older ones first.
    ///
    /// In the order of their places they would crowd together in each smaller table that they are read into: a file about
    /// 5x7 of Cram took 281 ms instead of 22, and the time grew with the square of the lines. So these are places far apart.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &L> {
        let all = [&self.old, &self.young].into_iter().flat_map(|lines| {
            (0..lines.len()).map(move |turn| &lines[turn.wrapping_mul(STEP) & (lines.len() - 1)])
        });
        all.filter(|line| line.key().is_some())
    }

    /// Returns the line of a key.
    pub(crate) fn get<'a>(&'a self, key: L::Key<'a>) -> Option<&'a L> {
        let find = |lines: &'a [L]| match lines.is_empty() {
            true => None,
            false => Some(&lines[place(lines, key)]).filter(|line| line.key().is_some()),
        };
        find(&self.young).or_else(|| find(&self.old))
    }

    /// Prefetches the line of a key: Cram 5x8 takes 0.85 times as long.
    #[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables))]
    pub(crate) fn fetch<'a>(&'a self, key: L::Key<'a>) {
        #[cfg(target_arch = "x86_64")]
        if !self.young.is_empty() {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let line = &self.young[start(&self.young, key)];
            // SAFETY: a prefetch reads nothing, and the address is that of a line.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(line).cast()) };
        }
    }

    /// Returns the bytes held at most while the next line is stored.
    pub(crate) fn next_bytes(&self) -> u64 {
        let new = match 4 * self.used[0] < 3 * self.young.len() {
            true => 0,
            // While lines move, the old and the new ones are held.
            false => (2 * self.young.len()).max(LEAST),
        };
        self.bytes() + (new * size_of::<L>()) as u64
    }

    /// Stores a line in at most `room` bytes, or in a small table; returns how many lines are dropped for it.
    pub(crate) fn set(&mut self, line: L, room: u64) -> usize {
        let mut dropped = 0;
        let needed = self.next_bytes();
        if needed > self.bytes() {
            let mut lines = (2 * self.young.len()).max(LEAST);
            let grows = needed <= room || self.young.is_empty();
            if !grows {
                self.old = std::mem::take(&mut self.young);
                dropped = self.used[1];
                self.used[1] = self.used[0];
                lines = LEAST;
            }
            let new = std::iter::repeat_with(L::default).take(lines).collect();
            let old = std::mem::replace(&mut self.young, new);
            self.used[0] = 0;
            old.into_iter().for_each(|line| self.insert(line));
        }
        self.insert(line);
        dropped
    }

    fn insert(&mut self, line: L) {
        if let Some(key) = line.key() {
            let place = place(&self.young, key);
            self.used[0] += usize::from(self.young[place].key().is_none());
            self.young[place] = line;
        }
    }
}

/// Returns the place where the search for a key begins.
fn start<K: Hash>(lines: &[impl Sized], key: K) -> usize {
    FixedState::with_seed(0).hash_one(key) as usize & (lines.len() - 1)
}

/// Returns where the line of a key is, or where it belongs.
fn place<'a, L: Line>(lines: &'a [L], key: L::Key<'a>) -> usize {
    let mut place = start(lines, key);
    while lines[place].key().is_some_and(|other| other != key) {
        place = (place + 1) & (lines.len() - 1);
    }
    place
}

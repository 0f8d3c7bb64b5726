//! The memory of a search for values.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;

use nimfield_core::budget::{Meter, Unfinished};

use super::word::Word;

/// The information about components by their keys.
///
/// Each line is in the first free place after the one for its hash, so usually one memory access finds it. A table of
/// `hashbrown` needs two, which makes 5x7 of Cram 1.1 times slower.
#[derive(Default)]
pub(super) struct Memory<W> {
    lines: Vec<Line<W>>,
    used: usize,
}

/// A key, 0 if the line is free, and the information.
#[derive(Clone, Copy, Default)]
struct Line<W> {
    key: W,
    found: Found,
}

/// The information about a component: its value, or values that it does not have.
#[derive(Clone, Copy, Default)]
pub(super) struct Found {
    pub(super) value: Option<u8>,
    /// The excluded values below 16, one bit each.
    pub(super) excluded: u16,
}

impl Found {
    /// Returns the bit of a value; values above 15 have none.
    fn bit(value: u8) -> u16 {
        1u16.checked_shl(value.into()).unwrap_or(0)
    }

    pub(super) fn excludes(self, value: u8) -> bool {
        self.excluded & Found::bit(value) != 0
    }

    pub(super) fn exclude(&mut self, value: u8) {
        self.excluded |= Found::bit(value);
    }

    /// Returns the least value that it may have.
    pub(super) fn least(self) -> u8 {
        self.excluded.trailing_ones() as u8
    }
}

impl<W: Word> Memory<W> {
    /// Returns the bytes held.
    pub(super) fn bytes(&self) -> u64 {
        (self.lines.len() * size_of::<Line<W>>()) as u64
    }

    /// Returns the place where the search for a key begins.
    fn start(&self, key: W) -> usize {
        let mask = self.lines.len().wrapping_sub(1);
        FixedState::with_seed(0).hash_one(key) as usize & mask
    }

    /// Prefetches the line of a key: Cram 5x8 takes 0.85 times as long.
    #[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables))]
    pub(super) fn fetch(&self, key: W) {
        #[cfg(target_arch = "x86_64")]
        if let Some(line) = self.lines.get(self.start(key)) {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch reads nothing, and the address is that of a line.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(line).cast()) };
        }
    }

    /// Returns where a key is, or where it belongs.
    fn place(&self, key: W) -> usize {
        let mask = self.lines.len() - 1;
        let mut place = self.start(key);
        while !self.lines[place].key.is_zero() && self.lines[place].key != key {
            place = (place + 1) & mask;
        }
        place
    }

    /// Returns the information about a component.
    pub(super) fn get(&self, key: W) -> Found {
        match self.lines.is_empty() {
            true => Found::default(),
            false => self.lines[self.place(key)].found,
        }
    }

    /// Stores the information about a component.
    pub(super) fn set(
        &mut self,
        key: W,
        found: Found,
        meter: &mut Meter<'_>,
    ) -> Result<(), Unfinished> {
        if 4 * self.used >= 3 * self.lines.len() {
            // While lines move, the old and the new ones are held.
            let new = (2 * self.lines.len()).max(1 << 8);
            meter.hold(self.bytes() + (new * size_of::<Line<W>>()) as u64)?;
            let old = std::mem::replace(&mut self.lines, vec![Line::default(); new]);
            meter.bytes = self.bytes();
            for line in old.into_iter().filter(|line| !line.key.is_zero()) {
                let place = self.place(line.key);
                self.lines[place] = line;
            }
        }
        let place = self.place(key);
        self.used += usize::from(self.lines[place].key.is_zero());
        self.lines[place] = Line { key, found };
        Ok(())
    }
}

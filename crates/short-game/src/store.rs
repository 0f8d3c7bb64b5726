//! Append-only storage that many threads read while some append: chunks double in size and never move, so references
//! stay valid for the life of the arena. Also counts bytes.

use std::ops::Index;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use crate::error::{Error, Result};
use crate::game::{Game, Map};

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Updates under the locks of the arena are complete before anything can panic.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Allocates `length` default values, or returns an error if the system lacks memory.
pub(crate) fn boxed<T: Default>(length: usize) -> Result<Box<[T]>> {
    let mut values = Vec::new();
    values
        .try_reserve_exact(length)
        .map_err(|_| Error::Memory)?;
    values.extend((0..length).map(|_| T::default()));
    Ok(values.into_boxed_slice())
}

/// Bytes in use, against a limit.
#[derive(Debug)]
pub(crate) struct Budget {
    used: AtomicUsize,
    limit: AtomicUsize,
}

impl Budget {
    /// Creates an unused budget.
    pub(crate) fn new(limit: usize) -> Self {
        Budget {
            used: AtomicUsize::new(0),
            limit: AtomicUsize::new(limit),
        }
    }

    /// Returns the bytes in use.
    pub(crate) fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    /// Sets the limit; bytes in use stay.
    pub(crate) fn set_limit(&self, limit: usize) {
        self.limit.store(limit, Ordering::Relaxed);
    }

    /// Returns the bytes that may still be taken.
    pub(crate) fn left(&self) -> usize {
        let limit = self.limit.load(Ordering::Relaxed);
        limit.saturating_sub(self.used())
    }

    /// Takes `bytes`, or fails without taking any.
    pub(crate) fn take(&self, bytes: usize) -> Result<()> {
        let limit = self.limit.load(Ordering::Relaxed);
        self.used
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
                used.checked_add(bytes).filter(|&after| after <= limit)
            })
            .map_or(Err(Error::Memory), |_| Ok(()))
    }

    /// Gives back bytes that were taken.
    pub(crate) fn give_back(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// Bytes taken from a budget, returned when this is dropped.
#[derive(Debug)]
pub(crate) struct Lease<'a> {
    budget: &'a Budget,
    bytes: usize,
}

impl<'a> Lease<'a> {
    /// Creates an empty lease.
    pub(crate) fn new(budget: &'a Budget) -> Self {
        Lease { budget, bytes: 0 }
    }

    /// Takes `bytes` more.
    pub(crate) fn take(&mut self, bytes: usize) -> Result<()> {
        self.budget.take(bytes)?;
        self.bytes += bytes;
        Ok(())
    }

    /// Raises the lease to `bytes` in total.
    pub(crate) fn reach(&mut self, bytes: usize) -> Result<()> {
        self.take(bytes.saturating_sub(self.bytes))
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        self.budget.give_back(self.bytes);
    }
}

/// The first chunk is small, since most arenas read a single text and hold little.
const FIRST_LOG: u32 = 5;
/// Chunk `k` holds `FIRST << k` elements.
pub(crate) const FIRST: usize = 1 << FIRST_LOG;
/// The number of chunks.
pub(crate) const CHUNKS: usize = (32 - FIRST_LOG) as usize;

/// Returns the chunk and the place in it of element `index`.
#[inline]
pub(crate) fn locate(index: u32) -> (usize, usize) {
    let shifted = index as usize + FIRST;
    let chunk = shifted.ilog2() - FIRST_LOG;
    (chunk as usize, shifted - (FIRST << chunk))
}

/// A growing array of default values with shared access, indexed by `u32`.
#[derive(Debug, Default)]
pub(crate) struct Chunks<T> {
    chunks: [OnceLock<Box<[T]>>; CHUNKS],
}

impl<T: Default> Chunks<T> {
    /// Returns the element at `index`, whose chunk [`Chunks::reach`] has created.
    #[inline]
    pub(crate) fn get(&self, index: u32) -> &T {
        let (chunk, at) = locate(index);
        &self.chunks[chunk].get().expect("an index below the length")[at]
    }

    /// Returns `length` consecutive elements from `start`, which are in one chunk (see [`Chunks::fit`]).
    #[inline]
    pub(crate) fn slice(&self, start: u32, length: u32) -> &[T] {
        if length == 0 {
            return &[];
        }
        let (chunk, at) = locate(start);
        &self.chunks[chunk].get().expect("an index below the length")[at..at + length as usize]
    }

    /// Returns the first place at or after `index` from which `length` consecutive elements are in one chunk, or `None`
    /// beyond the last chunk.
    pub(crate) fn fit(index: u32, length: usize) -> Option<u32> {
        let (mut chunk, at) = locate(index);
        if at + length <= FIRST << chunk {
            return Some(index);
        }
        loop {
            chunk += 1;
            if chunk >= CHUNKS {
                return None;
            }
            if length <= FIRST << chunk {
                // A place beyond 32 bits is beyond the last chunk.
                return u32::try_from((FIRST << chunk) - FIRST).ok();
            }
        }
    }

    /// Ensures that the chunk of `index` exists. The lock of the arena serializes callers.
    pub(crate) fn reach(&self, index: u32, budget: &Budget) -> Result<()> {
        let (chunk, _) = locate(index);
        let slot = self.chunks.get(chunk).ok_or(Error::Memory)?;
        if slot.get().is_none() {
            let length = FIRST << chunk;
            let bytes = length.checked_mul(size_of::<T>()).ok_or(Error::Memory)?;
            budget.take(bytes)?;
            match boxed(length) {
                Ok(chunk) => slot.get_or_init(|| chunk),
                Err(error) => {
                    budget.give_back(bytes);
                    return Err(error);
                }
            };
        }
        Ok(())
    }
}

/// A table of results about games.
#[derive(Debug)]
pub(crate) struct Memo<'a, T> {
    known: Map<T>,
    lease: Lease<'a>,
}

impl<'a, T> Memo<'a, T> {
    pub(crate) fn new(budget: &'a Budget) -> Self {
        Memo {
            known: Map::default(),
            lease: Lease::new(budget),
        }
    }

    /// Stores `value`, which holds `more` bytes outside the table.
    pub(crate) fn insert(&mut self, g: Game, value: T, more: usize) -> Result<()> {
        let mut bytes = more;
        if self.known.len() == self.known.capacity() {
            // The table doubles; the first one is small.
            bytes += self.known.allocation_size() + 8 * (size_of::<(Game, T)>() + 1);
        }
        self.lease.take(bytes)?;
        self.known.try_reserve(1).map_err(|_| Error::Memory)?;
        self.known.insert(g, value);
        Ok(())
    }

    pub(crate) fn contains(&self, g: Game) -> bool {
        self.known.contains_key(&g)
    }
}

impl<T> Index<Game> for Memo<'_, T> {
    type Output = T;

    fn index(&self, g: Game) -> &T {
        &self.known[&g]
    }
}

//! The memory of a table: zeroed words on their own pages, large ones if available.

use std::thread;

#[cfg(not(target_family = "wasm"))]
use memmap2::MmapMut;

use crate::memory::Refused;

/// The fewest words of an array worth dividing among threads.
const WORTH_A_THREAD: usize = 1 << 20;

/// Words, zero at first.
#[cfg(not(target_family = "wasm"))]
pub(super) struct Bits(MmapMut);

/// Words, zero at first; without a memory map on this system.
#[cfg(target_family = "wasm")]
pub(super) struct Bits(Vec<u64>);

#[cfg(target_family = "wasm")]
impl Bits {
    /// Allocates room for this many bits, a multiple of 64.
    pub(super) fn new(bits: u64) -> Result<Bits, Refused> {
        let refused = Refused { bytes: bits / 8 };
        let words = usize::try_from(bits / 64).map_err(|_| refused)?;
        crate::memory::zeroed(words).map(Bits)
    }

    pub(super) fn words(&self) -> &[u64] {
        &self.0
    }

    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}

#[cfg(not(target_family = "wasm"))]
impl Bits {
    /// Allocates room for this many bits, a multiple of 64.
    pub(super) fn new(bits: u64) -> Result<Bits, Refused> {
        let bytes = bits / 8;
        let refused = Refused { bytes };
        let Ok(len) = usize::try_from(bytes) else {
            return Err(refused);
        };
        let map = MmapMut::map_anon(len).map_err(|_| refused)?;
        // Miri does not support this call.
        #[cfg(all(target_os = "linux", not(miri)))]
        {
            // With small pages, the system would be busier than the program. Failure does not matter.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Ok(Bits(map))
    }

    pub(super) fn words(&self) -> &[u64] {
        // SAFETY: a map begins with a page, so it is aligned; it lives as long as `self`, all its bytes are
        // initialized, and any bytes are a valid number.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), self.0.len() / 8) }
    }

    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        // SAFETY: as above, and `self` is borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(self.0.as_mut_ptr().cast(), self.0.len() / 8) }
    }
}

impl Bits {
    /// Touches all pages in several threads, so that the system provides them.
    pub(super) fn touch(&mut self, threads: usize) {
        const PAGE: usize = 4096 / 8;
        let words = self.words_mut();
        let part = words.len().div_ceil(threads).max(WORTH_A_THREAD);
        thread::scope(|scope| {
            for part in words.chunks_mut(part) {
                let mut touch = move || {
                    for page in part.chunks_mut(PAGE) {
                        // SAFETY: the reference is exclusive. The write is volatile, so that the
                        // compiler keeps it.
                        unsafe { std::ptr::write_volatile(&mut page[0], 0) };
                    }
                };
                match threads {
                    1 => touch(),
                    _ => drop(scope.spawn(touch)),
                }
            }
        });
    }
}

/// Combines each word of one array with that of another, in several threads.
pub(super) fn in_parts(
    threads: usize,
    words: &mut [u64],
    others: &[u64],
    combine: impl Fn(&mut u64, u64) + Sync,
) {
    let part = words.len().div_ceil(threads).max(WORTH_A_THREAD);
    let parts = words.chunks_mut(part).zip(others.chunks(part));
    let combine = &combine;
    let work = move |(words, others): (&mut [u64], &[u64])| {
        for (word, other) in words.iter_mut().zip(others) {
            combine(word, *other);
        }
    };
    thread::scope(|scope| {
        for part in parts {
            match threads {
                1 => work(part),
                _ => drop(scope.spawn(move || work(part))),
            }
        }
    });
}

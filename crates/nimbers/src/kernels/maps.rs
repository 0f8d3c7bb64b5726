//! Linear maps of 64-bit words.

#![allow(unsafe_code, reason = "an empty piece of assembly")]

/// The number of bits that select an entry of a table. Browsers download the tables, which do not compress: with byte
/// digits they were 105 kB of the 1.4 MB that a page may download.
pub(crate) const DIGIT: usize = if cfg!(target_family = "wasm") { 4 } else { 8 };
/// The number of entries of such a table.
pub(crate) const SIZE: usize = 1 << DIGIT;

/// A map with a table for each byte (in browsers each half byte) of its argument: 16 KiB, and the image is the sum of
/// eight entries.
pub(crate) struct Map64([[u64; SIZE]; 64 / DIGIT]);

impl Map64 {
    /// Creates the map that sends the single bits to these columns.
    #[must_use]
    pub(crate) const fn new(columns: &[u64; 64]) -> Map64 {
        Map64(tables(columns))
    }

    /// Returns the image of a word, also at compile time.
    #[must_use]
    pub(crate) const fn image(&self, x: u64) -> u64 {
        let (mut image, mut place) = (0, 0);
        while place < self.0.len() {
            image ^= self.0[place][(x >> (DIGIT * place)) as usize & (SIZE - 1)];
            place += 1;
        }
        image
    }
}

/// Returns the image of a word.
#[inline(always)]
pub(crate) fn apply(by: &Map64, x: u64) -> u64 {
    let Map64(map) = by;
    if DIGIT < 8 {
        return by.image(x);
    }
    let pair =
        |byte: usize, x: u64| map[byte][x as usize & 255] ^ map[byte + 1][x as usize >> 8 & 255];
    let x16 = unmerged(x >> 16);
    let x32 = unmerged(x16 >> 16);
    let x48 = unmerged(x32 >> 16);
    (pair(0, x) ^ pair(2, x16)) ^ (pair(4, x32) ^ pair(6, x48))
}

/// Returns the image of a word below `2^32`.
#[inline(always)]
pub(crate) fn apply_low(by: &Map64, x: u32) -> u64 {
    let Map64(map) = by;
    if DIGIT < 8 {
        return by.image(x.into());
    }
    let b = x.to_le_bytes().map(usize::from);
    map[0][b[0]] ^ map[1][b[1]] ^ map[2][b[2]] ^ map[3][b[3]]
}

/// Returns the image of a word below `2^16`.
#[inline(always)]
pub(crate) fn apply_16(by: &Map64, x: u16) -> u16 {
    let Map64(map) = by;
    if DIGIT < 8 {
        return by.image(x.into()) as u16;
    }
    let [low, high] = x.to_le_bytes().map(usize::from);
    (map[0][low] ^ map[1][high]) as u16
}

/// Returns the image of a byte.
#[inline(always)]
pub(crate) fn apply_8(by: &Map64, x: u8) -> u8 {
    let Map64(map) = by;
    if DIGIT < 8 {
        return by.image(x.into()) as u8;
    }
    map[0][usize::from(x)] as u8
}

/// Hides the argument from the optimizer, which would otherwise shift `x` again for every byte and use 50% more
/// instructions.
#[inline(always)]
fn unmerged(x: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        let mut x = x;
        // SAFETY: the assembly is empty.
        unsafe {
            core::arch::asm!("/* {0} */", inout(reg) x, options(pure, nomem, nostack, preserves_flags))
        };
        x
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    x
}

/// Returns one table for each digit of the argument, in base `SIZE`, a power of 2.
pub(crate) const fn tables<const SIZE: usize, const TABLES: usize>(
    columns: &[u64; 64],
) -> [[u64; SIZE]; TABLES] {
    let bits = SIZE.trailing_zeros() as usize;
    let mut tables = [[0; SIZE]; TABLES];
    let mut place = 0;
    while place < TABLES {
        let mut i = 1_usize;
        while i < SIZE {
            let column = columns[bits * place + i.trailing_zeros() as usize];
            tables[place][i] = tables[place][i & (i - 1)] ^ column;
            i += 1;
        }
        place += 1;
    }
    tables
}

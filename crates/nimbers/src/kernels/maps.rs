//! Linear maps of 64-bit words: tables where time counts, columns where size does.

#![allow(unsafe_code, reason = "an empty piece of assembly")]

/// A map by the bytes of its argument: 16 KiB, and the image is the sum of eight entries.
pub struct ByBytes([[u64; 256]; 8]);

/// A map by the images of the single bits: 512 bytes.
pub struct ByBits([u64; 64]);

#[cfg(not(target_family = "wasm"))]
pub(crate) type Map64 = ByBytes;
/// Browsers fetch the program: six tables of 16 KiB, which do not compress, were a fifteenth of it.
#[cfg(target_family = "wasm")]
pub(crate) type Map64 = ByBits;

impl ByBytes {
    /// Creates the map that takes the single bits to these columns.
    #[must_use]
    pub const fn new(columns: &[u64; 64]) -> ByBytes {
        ByBytes(byte_tables(columns))
    }

    /// Returns the image of a word, at compile time too.
    #[must_use]
    pub const fn image(&self, x: u64) -> u64 {
        let (mut image, mut byte) = (0, 0);
        while byte < 8 {
            image ^= self.0[byte][(x >> (8 * byte)) as usize & 255];
            byte += 1;
        }
        image
    }
}

#[cfg(not(target_family = "wasm"))]
impl ByBytes {
    #[inline(always)]
    fn quick(&self, x: u64) -> u64 {
        let map = &self.0;
        let pair = |byte: usize, x: u64| {
            map[byte][x as usize & 255] ^ map[byte + 1][x as usize >> 8 & 255]
        };
        let x16 = unmerged(x >> 16);
        let x32 = unmerged(x16 >> 16);
        let x48 = unmerged(x32 >> 16);
        (pair(0, x) ^ pair(2, x16)) ^ (pair(4, x32) ^ pair(6, x48))
    }

    #[inline(always)]
    fn quick_32(&self, x: u32) -> u64 {
        let b = x.to_le_bytes().map(usize::from);
        self.0[0][b[0]] ^ self.0[1][b[1]] ^ self.0[2][b[2]] ^ self.0[3][b[3]]
    }

    #[inline(always)]
    fn quick_16(&self, x: u16) -> u64 {
        let [low, high] = x.to_le_bytes().map(usize::from);
        self.0[0][low] ^ self.0[1][high]
    }

    #[inline(always)]
    fn quick_8(&self, x: u8) -> u64 {
        self.0[0][usize::from(x)]
    }
}

impl ByBits {
    /// Creates the map that takes the single bits to these columns.
    #[must_use]
    pub const fn new(columns: &[u64; 64]) -> ByBits {
        ByBits(*columns)
    }

    /// Returns the image of a word, at compile time too.
    #[must_use]
    pub const fn image(&self, mut x: u64) -> u64 {
        let mut image = 0;
        while x != 0 {
            image ^= self.0[x.trailing_zeros() as usize];
            x &= x - 1;
        }
        image
    }
}

#[cfg(target_family = "wasm")]
impl ByBits {
    fn quick(&self, x: u64) -> u64 {
        self.image(x)
    }

    fn quick_32(&self, x: u32) -> u64 {
        self.image(x.into())
    }

    fn quick_16(&self, x: u16) -> u64 {
        self.image(x.into())
    }

    fn quick_8(&self, x: u8) -> u64 {
        self.image(x.into())
    }
}

/// Returns the image of a word.
#[inline(always)]
pub(crate) fn apply(map: &Map64, x: u64) -> u64 {
    map.quick(x)
}

/// Returns the image of a word below `2^32`.
#[inline(always)]
pub(crate) fn apply_low(map: &Map64, x: u32) -> u64 {
    map.quick_32(x)
}

/// Returns the image of a word below `2^16`.
#[inline(always)]
pub(crate) fn apply_16(map: &Map64, x: u16) -> u16 {
    map.quick_16(x) as u16
}

/// Returns the image of a byte.
#[inline(always)]
pub(crate) fn apply_8(map: &Map64, x: u8) -> u8 {
    map.quick_8(x) as u8
}

/// Returns the argument in a form that the optimiser does not see through: it would shift `x` again for every byte,
/// for half as many instructions again.
#[cfg(not(target_family = "wasm"))]
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

/// Returns one table of 256 entries for each byte of the argument.
pub(crate) const fn byte_tables<const BYTES: usize>(columns: &[u64; 64]) -> [[u64; 256]; BYTES] {
    let mut tables = [[0; 256]; BYTES];
    let mut byte = 0;
    while byte < BYTES {
        let mut i = 1_usize;
        while i < 256 {
            let column = columns[8 * byte + i.trailing_zeros() as usize];
            tables[byte][i] = tables[byte][i & (i - 1)] ^ column;
            i += 1;
        }
        byte += 1;
    }
    tables
}

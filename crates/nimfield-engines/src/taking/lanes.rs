//! Eight 64-bit words at a time: in one wide register, or in an array.

/// Eight words. All methods are inlined into functions that enable the instructions of the processor.
pub(super) trait Lanes: Copy {
    /// Loads the words at `from`.
    ///
    /// # Safety
    /// Eight words can be read there, and the processor supports the implementation.
    unsafe fn load(from: *const u64) -> Self;
    /// Writes the words to `to`.
    ///
    /// # Safety
    /// Eight words can be written there.
    unsafe fn store(self, to: *mut u64);
    /// Returns eight copies of the same word.
    ///
    /// # Safety
    /// The processor supports the implementation.
    unsafe fn splat(word: u64) -> Self;
    fn or(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    /// Returns `self` without the bits of `other`.
    fn without(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// Returns the words minus those of `other`, modulo 2^64.
    fn minus(self, other: Self) -> Self;
    /// Returns all words shifted up by `by` < 64 bits.
    fn up(self, by: u32) -> Self;
    /// Returns all words shifted down by `by` < 64 bits.
    fn down(self, by: u32) -> Self;
    /// Moves word `i` to place `i + set` where `i` has no bit of `set`; the other places get 0.
    fn spread(self, set: usize) -> Self;
    /// Exchanges word `j` of the `i`-th row with word `i` of the `j`-th.
    fn transpose(rows: &mut [Self; 8]);
}

/// Eight words in an array, for every processor.
#[derive(Clone, Copy)]
pub(super) struct Portable([u64; 8]);

impl Portable {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word = f(*word, other);
        }
        Portable(words)
    }
}

/// Methods that combine two of them word by word.
macro_rules! portable {
    ($($name:ident: $combine:expr,)*) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            self.zip(other, $combine)
        }
    )*};
}

impl Lanes for Portable {
    #[inline(always)]
    unsafe fn load(from: *const u64) -> Self {
        // SAFETY: the caller meets the requirements of this function, and these are the same.
        Portable(unsafe { from.cast::<[u64; 8]>().read() })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u64) {
        // SAFETY: the caller meets the requirements of this function, and these are the same.
        unsafe { to.cast::<[u64; 8]>().write(self.0) };
    }

    #[inline(always)]
    unsafe fn splat(word: u64) -> Self {
        Portable([word; 8])
    }

    portable! {
        or: |a, b| a | b,
        and: |a, b| a & b,
        without: |a, b| a & !b,
        xor: |a, b| a ^ b,
        minus: u64::wrapping_sub,
    }

    #[inline(always)]
    fn up(self, by: u32) -> Self {
        let mut words = self.0;
        for word in &mut words {
            *word <<= by;
        }
        Portable(words)
    }

    #[inline(always)]
    fn down(self, by: u32) -> Self {
        let mut words = self.0;
        for word in &mut words {
            *word >>= by;
        }
        Portable(words)
    }

    #[inline(always)]
    fn spread(self, set: usize) -> Self {
        let mut words = [0; 8];
        for (i, word) in words.iter_mut().enumerate() {
            if i & set == set {
                *word = self.0[i ^ set];
            }
        }
        Portable(words)
    }

    #[inline(always)]
    fn transpose(rows: &mut [Self; 8]) {
        let old = *rows;
        for (j, row) in rows.iter_mut().enumerate() {
            for (i, word) in row.0.iter_mut().enumerate() {
                *word = old[i].0[j];
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use wide::Wide;

#[cfg(target_arch = "x86_64")]
mod wide {
    use super::Lanes;
    use core::arch::x86_64::{
        __m512i, _mm512_and_si512, _mm512_andnot_si512, _mm512_loadu_si512,
        _mm512_maskz_permutexvar_epi64, _mm512_or_si512, _mm512_set1_epi64, _mm512_shuffle_i64x2,
        _mm512_sllv_epi64, _mm512_srlv_epi64, _mm512_storeu_si512, _mm512_sub_epi64,
        _mm512_unpackhi_epi64, _mm512_unpacklo_epi64, _mm512_xor_si512,
    };

    /// Eight words in a register of 512 bits. A value exists only if the processor has AVX-512 F, which `load` and
    /// `splat`, the only ways to create one, require.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Wide(__m512i);

    /// For each set of bits, the places `i ^ set` and the mask of the `i` that contain it.
    static SPREAD: [([u64; 8], u8); 8] = {
        let mut table = [([0; 8], 0); 8];
        let mut set = 0;
        while set < 8 {
            let mut i = 0;
            while i < 8 {
                table[set].0[i] = (i ^ set) as u64;
                if i & set == set {
                    table[set].1 |= 1 << i;
                }
                i += 1;
            }
            set += 1;
        }
        table
    };

    /// Methods that combine two registers.
    macro_rules! wide {
        ($($name:ident($a:ident, $b:ident): $combined:expr,)*) => {$(
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                // SAFETY: a `Wide` exists only where the processor has AVX-512 F.
                Wide(unsafe { $combined })
            }
        )*};
    }

    impl Lanes for Wide {
        #[inline(always)]
        unsafe fn load(from: *const u64) -> Self {
            // SAFETY: `Lanes` requires of the caller AVX-512 F, and eight words at the pointer.
            Wide(unsafe { _mm512_loadu_si512(from.cast()) })
        }

        #[inline(always)]
        unsafe fn store(self, to: *mut u64) {
            // SAFETY: `Lanes` requires of the caller AVX-512 F, and eight words at the pointer.
            unsafe { _mm512_storeu_si512(to.cast(), self.0) };
        }

        #[inline(always)]
        unsafe fn splat(word: u64) -> Self {
            // SAFETY: `Lanes` requires of the caller AVX-512 F.
            Wide(unsafe { _mm512_set1_epi64(word as i64) })
        }

        wide! {
            or(a, b): _mm512_or_si512(a, b),
            and(a, b): _mm512_and_si512(a, b),
            without(a, b): _mm512_andnot_si512(b, a),
            xor(a, b): _mm512_xor_si512(a, b),
            minus(a, b): _mm512_sub_epi64(a, b),
        }

        #[inline(always)]
        fn up(self, by: u32) -> Self {
            // SAFETY: a `Wide` exists only where the processor has AVX-512 F.
            Wide(unsafe { _mm512_sllv_epi64(self.0, _mm512_set1_epi64(i64::from(by))) })
        }

        #[inline(always)]
        fn down(self, by: u32) -> Self {
            // SAFETY: a `Wide` exists only where the processor has AVX-512 F.
            Wide(unsafe { _mm512_srlv_epi64(self.0, _mm512_set1_epi64(i64::from(by))) })
        }

        #[inline(always)]
        fn spread(self, set: usize) -> Self {
            let (places, mask) = &SPREAD[set];
            // SAFETY: a `Wide` exists only where the processor has AVX-512 F.
            unsafe {
                let places = _mm512_loadu_si512(places.as_ptr().cast());
                Wide(_mm512_maskz_permutexvar_epi64(*mask, places, self.0))
            }
        }

        #[inline(always)]
        fn transpose(rows: &mut [Self; 8]) {
            // SAFETY: a `Wide` exists only where the processor has AVX-512 F.
            unsafe {
                let mut out = [rows[0].0; 8];
                let mut odd = 0;
                while odd < 2 {
                    // Pairs of rows, with their even or their odd words interleaved.
                    let pair = |i: usize| {
                        let (a, b) = (rows[2 * i].0, rows[2 * i + 1].0);
                        match odd {
                            0 => _mm512_unpacklo_epi64(a, b),
                            _ => _mm512_unpackhi_epi64(a, b),
                        }
                    };
                    let (a, b, c, d) = (pair(0), pair(1), pair(2), pair(3));
                    let (ab, cd) = (
                        _mm512_shuffle_i64x2::<0x88>(a, b),
                        _mm512_shuffle_i64x2::<0x88>(c, d),
                    );
                    out[odd] = _mm512_shuffle_i64x2::<0x88>(ab, cd);
                    out[odd + 4] = _mm512_shuffle_i64x2::<0xdd>(ab, cd);
                    let (ab, cd) = (
                        _mm512_shuffle_i64x2::<0xdd>(a, b),
                        _mm512_shuffle_i64x2::<0xdd>(c, d),
                    );
                    out[odd + 2] = _mm512_shuffle_i64x2::<0x88>(ab, cd);
                    out[odd + 6] = _mm512_shuffle_i64x2::<0xdd>(ab, cd);
                    odd += 1;
                }
                for (row, out) in rows.iter_mut().zip(out) {
                    *row = Wide(out);
                }
            }
        }
    }
}

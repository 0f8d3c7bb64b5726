//! Blocks of 64 nimbers at once by AVX-512 and GFNI.
//!
//! GF2P8MULB multiplies 64 pairs of bytes in a field isomorphic to that of the nimbers below 256; an affine map for
//! each operand converts to it and back. Blocks of wider nimbers are split into planes, one for each byte of the
//! nimbers, and multiplied by Karatsuba's scheme plane by plane: 27 byte products for 64 bits.

#![allow(unsafe_code, reason = "vector instructions")]
// The private `unsafe fn`s have one condition: the processor features of a `Gfni`. They are inlined into the
// `#[target_feature]` functions at the end, whose callers all hold one. Their pointers stay within arrays whose sizes
// are checked at compile time.

use core::arch::x86_64::{
    __m512i, _mm512_gf2p8affine_epi64_epi8, _mm512_gf2p8mul_epi8, _mm512_loadu_si512,
    _mm512_permutex2var_epi8, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_storeu_si512,
    _mm512_xor_si512,
};

use crate::kernels::tables::{FROM_AES, TO_AES, TOP_AES, TOP_SQUARED_AES};

/// Proves that the processor has AVX-512 F, BW and VBMI, and GFNI.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gfni(());

impl Gfni {
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        #[cfg(feature = "std")]
        let found = std::arch::is_x86_feature_detected!("gfni")
            && std::arch::is_x86_feature_detected!("avx512vbmi")
            && std::arch::is_x86_feature_detected!("avx512bw")
            && std::arch::is_x86_feature_detected!("avx512f");
        #[cfg(not(feature = "std"))]
        let found = cfg!(all(
            target_feature = "gfni",
            target_feature = "avx512vbmi",
            target_feature = "avx512bw",
            target_feature = "avx512f"
        ));
        found.then_some(Self(()))
    }
}

/// Products in place, products by one factor, and sums of products of blocks of 64.
///
/// The two lists of blocks have the same length.
pub(crate) trait Blocks: Sized {
    fn multiply(gfni: Gfni, a: &mut [[Self; 64]], b: &[[Self; 64]]);
    fn scale(gfni: Gfni, a: &mut [[Self; 64]], factor: Self);
    fn dot(gfni: Gfni, a: &[[Self; 64]], b: &[[Self; 64]]) -> Self;
}

/// Byte indices in two registers: the even places, the odd places, the first halves interleaved, the second halves
/// interleaved.
static EVEN: [u8; 64] = places(0, 2, 0);
static ODD: [u8; 64] = places(1, 2, 0);
static MIX_LOW: [u8; 64] = places(0, 1, 64);
static MIX_HIGH: [u8; 64] = places(32, 1, 64);

/// Returns the places `first, first + step, ...` if `other = 0`; otherwise every place twice, the second time in the
/// other register.
const fn places(first: u8, step: u8, other: u8) -> [u8; 64] {
    let mut places = [0; 64];
    let mut i = 0;
    while i < 64 {
        places[i] = if other == 0 {
            first + step * i as u8
        } else {
            first + i as u8 / 2 + other * (i as u8 % 2)
        };
        i += 1;
    }
    places
}

#[inline(always)]
unsafe fn register(bytes: *const u8) -> __m512i {
    // SAFETY: the caller holds a `Gfni`, so the processor has this instruction; it has 64 bytes at the pointer.
    unsafe { _mm512_loadu_si512(bytes.cast()) }
}

#[inline(always)]
unsafe fn affine<const N: usize>(mut planes: [__m512i; N], matrix: u64) -> [__m512i; N] {
    let mut i = 0;
    while i < N {
        // SAFETY: the caller holds a `Gfni`, so the processor has these instructions.
        planes[i] = unsafe {
            _mm512_gf2p8affine_epi64_epi8::<0>(planes[i], _mm512_set1_epi64(matrix as i64))
        };
        i += 1;
    }
    planes
}

#[inline(always)]
unsafe fn xor<const N: usize>(a: &[__m512i; N], b: &[__m512i; N]) -> [__m512i; N] {
    let mut sum = *a;
    let mut i = 0;
    while i < N {
        // SAFETY: the caller holds a `Gfni`, so the processor has these instructions.
        sum[i] = unsafe { _mm512_xor_si512(a[i], b[i]) };
        i += 1;
    }
    sum
}

/// Loads 64 nimbers of `N` bytes as planes: plane `k` has the bytes at places `k` modulo `N`.
#[inline(always)]
unsafe fn load<const N: usize, T>(block: &[T; 64]) -> [__m512i; N] {
    const { assert!(size_of::<T>() == N) };
    // SAFETY: the caller holds a `Gfni`, so the processor has these instructions. The block has 64 times `N` bytes, as
    // asserted at compile time, and the tables have 64.
    unsafe {
        let bytes = block.as_ptr().cast::<u8>();
        let mut planes = [_mm512_setzero_si512(); N];
        let mut i = 0;
        while i < N {
            planes[i] = register(bytes.add(64 * i));
            i += 1;
        }
        let (even, odd) = (register(EVEN.as_ptr()), register(ODD.as_ptr()));
        // Each round sorts by one bit of the place, the lowest first.
        let mut round = 1;
        while round < N {
            let former = planes;
            let mut i = 0;
            while i < N / 2 {
                planes[i] = _mm512_permutex2var_epi8(former[2 * i], even, former[2 * i + 1]);
                planes[N / 2 + i] = _mm512_permutex2var_epi8(former[2 * i], odd, former[2 * i + 1]);
                i += 1;
            }
            round *= 2;
        }
        affine(planes, TO_AES)
    }
}

/// Stores planes as nimbers, the inverse of [`load`].
#[inline(always)]
unsafe fn store<const N: usize, T>(planes: [__m512i; N], block: &mut [T; 64]) {
    const { assert!(size_of::<T>() == N) };
    // SAFETY: the caller holds a `Gfni`, so the processor has these instructions. The block has 64 times `N` bytes, as
    // asserted at compile time, and the tables have 64.
    unsafe {
        let mut planes = affine(planes, FROM_AES);
        let (low, high) = (register(MIX_LOW.as_ptr()), register(MIX_HIGH.as_ptr()));
        let mut round = 1;
        while round < N {
            let former = planes;
            let mut i = 0;
            while i < N / 2 {
                planes[2 * i] = _mm512_permutex2var_epi8(former[i], low, former[N / 2 + i]);
                planes[2 * i + 1] = _mm512_permutex2var_epi8(former[i], high, former[N / 2 + i]);
                i += 1;
            }
            round *= 2;
        }
        let bytes = block.as_mut_ptr().cast::<u8>();
        let mut i = 0;
        while i < N {
            _mm512_storeu_si512(bytes.add(64 * i).cast(), planes[i]);
            i += 1;
        }
    }
}

#[inline(always)]
unsafe fn multiply_1(a: &[__m512i; 1], b: &[__m512i; 1]) -> [__m512i; 1] {
    // SAFETY: the caller holds a `Gfni`, so the processor has these instructions.
    unsafe { [_mm512_gf2p8mul_epi8(a[0], b[0])] }
}

#[inline(always)]
unsafe fn top_1(a: &[__m512i; 1]) -> [__m512i; 1] {
    // SAFETY: the caller holds a `Gfni`, so the processor has these instructions.
    unsafe { affine(*a, TOP_AES) }
}

#[inline(always)]
unsafe fn top_top_1(a: &[__m512i; 1]) -> [__m512i; 1] {
    // SAFETY: the caller holds a `Gfni`, so the processor has these instructions.
    unsafe { affine(*a, TOP_SQUARED_AES) }
}

#[inline(always)]
fn halves<const N: usize, const HALF: usize>(
    a: &[__m512i; N],
) -> ([__m512i; HALF], [__m512i; HALF]) {
    let (mut lower, mut upper) = ([a[0]; HALF], [a[0]; HALF]);
    lower.copy_from_slice(&a[..HALF]);
    upper.copy_from_slice(&a[HALF..]);
    (lower, upper)
}

#[inline(always)]
fn joined<const N: usize, const HALF: usize>(
    lower: [__m512i; HALF],
    upper: [__m512i; HALF],
) -> [__m512i; N] {
    let mut planes = [lower[0]; N];
    planes[..HALF].copy_from_slice(&lower);
    planes[HALF..].copy_from_slice(&upper);
    planes
}

/// Product, product by the top bit and by its square, from those of the field of half the bits; see `long`.
macro_rules! doubled {
    ($n:literal: $multiply:ident $top:ident $top_top:ident,
     $half:literal: $half_multiply:ident $half_top:ident $half_top_top:ident) => {
        #[inline(always)]
        unsafe fn $multiply(a: &[__m512i; $n], b: &[__m512i; $n]) -> [__m512i; $n] {
            // SAFETY: the caller holds a `Gfni`, so the processor has these instructions.
            unsafe {
                let ((a0, a1), (b0, b1)) = (halves::<$n, $half>(a), halves::<$n, $half>(b));
                let low = $half_multiply(&a0, &b0);
                let mid = $half_multiply(&xor(&a0, &a1), &xor(&b0, &b1));
                let high = $half_top(&$half_multiply(&a1, &b1));
                joined(xor(&low, &high), xor(&mid, &low))
            }
        }

        #[inline(always)]
        unsafe fn $top(a: &[__m512i; $n]) -> [__m512i; $n] {
            // SAFETY: the caller holds a `Gfni`, so the processor has these instructions.
            unsafe {
                let (a0, a1) = halves::<$n, $half>(a);
                joined($half_top_top(&a1), $half_top(&xor(&a0, &a1)))
            }
        }

        #[inline(always)]
        #[allow(dead_code, reason = "the widest is not the half of anything")]
        unsafe fn $top_top(a: &[__m512i; $n]) -> [__m512i; $n] {
            // SAFETY: the caller holds a `Gfni`, so the processor has these instructions.
            unsafe { $top(&$top(a)) }
        }
    };
}

doubled!(2: multiply_2 top_2 top_top_2, 1: multiply_1 top_1 top_top_1);
doubled!(4: multiply_4 top_4 top_top_4, 2: multiply_2 top_2 top_top_2);
doubled!(8: multiply_8 top_8 top_top_8, 4: multiply_4 top_4 top_top_4);

/// Multiplies one level higher than [`multiply_8`], for 128 bits; without its product by the top bit, which is not
/// needed.
#[inline(always)]
unsafe fn multiply_16(a: &[__m512i; 16], b: &[__m512i; 16]) -> [__m512i; 16] {
    // SAFETY: the caller holds a `Gfni`, so the processor has these instructions.
    unsafe {
        let ((a0, a1), (b0, b1)) = (halves::<16, 8>(a), halves::<16, 8>(b));
        let low = multiply_8(&a0, &b0);
        let mid = multiply_8(&xor(&a0, &a1), &xor(&b0, &b1));
        let high = top_8(&multiply_8(&a1, &b1));
        joined(xor(&low, &high), xor(&mid, &low))
    }
}

macro_rules! blocks {
    ($word:ty, $bytes:literal, $multiply:ident) => {
        impl Blocks for $word {
            fn multiply(_: Gfni, a: &mut [[Self; 64]], b: &[[Self; 64]]) {
                #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
                fn run(a: &mut [[$word; 64]], b: &[[$word; 64]]) {
                    for (a, b) in a.iter_mut().zip(b) {
                        // SAFETY: this function is compiled with the processor features that the
                        // callee needs.
                        unsafe { store::<$bytes, _>($multiply(&load(a), &load(b)), a) };
                    }
                }
                // SAFETY: a `Gfni` proves the processor features.
                unsafe { run(a, b) }
            }

            fn scale(_: Gfni, a: &mut [[Self; 64]], factor: Self) {
                #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
                fn run(a: &mut [[$word; 64]], factor: $word) {
                    // SAFETY: this function is compiled with the processor features that the callee
                    // needs.
                    let factor = unsafe { load(&[factor; 64]) };
                    for a in a {
                        // SAFETY: as above.
                        unsafe { store::<$bytes, _>($multiply(&load(a), &factor), a) };
                    }
                }
                // SAFETY: a `Gfni` proves the processor features.
                unsafe { run(a, factor) }
            }

            fn dot(_: Gfni, a: &[[Self; 64]], b: &[[Self; 64]]) -> Self {
                #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
                fn run(a: &[[$word; 64]], b: &[[$word; 64]]) -> $word {
                    let mut sums = [0; 64];
                    // SAFETY: this function is compiled with the processor features that the callee
                    // needs.
                    unsafe {
                        let mut planes = [_mm512_setzero_si512(); $bytes];
                        for (a, b) in a.iter().zip(b) {
                            planes = xor(&planes, &$multiply(&load(a), &load(b)));
                        }
                        store::<$bytes, $word>(planes, &mut sums);
                    }
                    sums.iter().fold(0, |sum, x| sum ^ x)
                }
                // SAFETY: a `Gfni` proves the processor features.
                unsafe { run(a, b) }
            }
        }
    };
}

blocks!(u8, 1, multiply_1);
blocks!(u16, 2, multiply_2);
blocks!(u32, 4, multiply_4);
blocks!(u64, 8, multiply_8);
blocks!(u128, 16, multiply_16);

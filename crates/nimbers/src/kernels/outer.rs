//! One product of 64 or 128 bits by AVX-512 and GFNI.
//!
//! Each byte of one factor is multiplied by each byte of the other: all 64 products take one GF2P8MULB. They are
//! products in a tower of three quadratic extensions over the field of the bytes; at each level the four products of
//! two halves each become two by `E^2 = E + h`, with `h` the top bit of the field below, so that 64 bytes become 32,
//! then 16, then 8.
//!
//! At the bottom level `h` is 128, and the second factor is prepared:
//! `(a0 + a1 E)(b0 + b1 E) = a0 b0 + a1 (h b1) + (a0 b1 + a1 (b0 + b1)) E`. Further up four products
//! `x00, x01, x10, x11` become `x00 + h x11` and `x01 + x10 + x11`, and multiplication by `h` sends two
//! bytes `(u, v)` to `(h^2 v, h (u + v))`, and four bytes `(u, v, w, z)` to
//! `(h^3 (w + z), h^2 w + (h^3 + h^2) z, h^2 (v + z), h (u + v + w + z))`, with `h` for 128 again.

#![allow(unsafe_code, reason = "vector instructions")]

use core::arch::x86_64::{
    __m128i, __m512i, _mm_bsrli_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64,
    _mm_gf2p8affine_epi64_epi8, _mm_gf2p8mul_epi8, _mm_loadu_si128, _mm_set1_epi64x,
    _mm_shuffle_epi8, _mm_shuffle_epi32, _mm_unpackhi_epi32, _mm_unpacklo_epi32, _mm_xor_si128,
    _mm512_castsi128_si512, _mm512_castsi512_si128, _mm512_extracti32x4_epi32,
    _mm512_gf2p8mul_epi8, _mm512_loadu_si512, _mm512_permutexvar_epi8,
};

use crate::kernels::gfni::Gfni;
use crate::kernels::tables::{FROM_AES, TIMES_TOP_64, TO_AES, TOP_POWERS_AES, apply};

const H: u8 = TOP_POWERS_AES[1];
const H2: u8 = TOP_POWERS_AES[2];
const H3: u8 = TOP_POWERS_AES[3];

/// The index for a zero byte in [`_mm_shuffle_epi8`].
const NO: u8 = 0x80;

/// For the second factor `b`: its bytes, then for each pair `b0, b1` of them `b0 + b1, h b1`. These are the bytes at
/// `ITSELF` times `BY`, plus the bytes at `NEXT`.
static ITSELF: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7];
static BY: [u8; 16] = [1, 1, 1, 1, 1, 1, 1, 1, 1, H, 1, H, 1, H, 1, H];
static NEXT: [u8; 16] = [NO, NO, NO, NO, NO, NO, NO, NO, 1, NO, 3, NO, 5, NO, 7, NO];

/// The byte of the first factor, and of the prepared second one, for each place of the products. Places are ordered by
/// the halves at the bottom level, then at the middle, then at the top: first by the half of the first factor, then by
/// that of the second. At the bottom the products are `a0 b0`, `a0 b1`, `a1 (b0 + b1)`, `a1 (h b1)`.
static FIRST: [u8; 64] = meeting(1);
static SECOND: [u8; 64] = {
    let mut bytes = meeting(0);
    let mut place = 32;
    while place < 64 {
        bytes[place] += 8;
        place += 1;
    }
    bytes
};

/// Returns the index of the byte for a place, from the unprepared second factor, or with `side` 1 from the first.
const fn meeting(side: usize) -> [u8; 64] {
    let mut bytes = [0; 64];
    let mut place = 0;
    while place < 64 {
        let half = place >> side;
        let (bottom, middle, top) = (half >> 4 & 1, half >> 2 & 1, half & 1);
        bytes[place] = (bottom + 2 * middle + 4 * top) as u8;
        place += 1;
    }
    bytes
}

/// At the top level the halves alternate, and byte `4 k + 2 i + j` is byte k of the product of half i of the first
/// factor and half j of the second. Bytes k and 4 + k of the result are sums of up to five of these, which take two and
/// a half registers.
static ONCE: [u8; 16] = [0, 4, 8, 12, 1, 5, 9, 13, NO, NO, NO, NO, NO, NO, NO, NO];
static TWICE: [u8; 16] = [11, 11, 7, 3, 2, 6, 10, 14, 15, 15, 15, 15, 3, 7, 11, 15];
static TWICE_BY: [u8; 16] = [H3, H2, H2, H, 1, 1, 1, 1, H3, H3 ^ H2, H2, H, 1, 1, 1, 1];
static LAST: [u8; 16] = [
    NO, NO, NO, 11, NO, NO, NO, NO, NO, NO, NO, 7, NO, NO, NO, NO,
];

/// The factors of the middle level: `(h^2, h, 1, 1)` and `(0, h, 1, 1)`, four bytes each.
static MIDDLE: [u8; 16] = fours([H2, H, 1, 1]);
static MIDDLE_LAST: [u8; 16] = fours([0, H, 1, 1]);
static BY_H: [u8; 16] = [H; 16];

const fn fours(factors: [u8; 4]) -> [u8; 16] {
    let mut bytes = [0; 16];
    let mut i = 0;
    while i < 16 {
        bytes[i] = factors[i / 4];
        i += 1;
    }
    bytes
}

/// Returns the nim product.
#[inline]
pub(crate) fn product_64(_: Gfni, a: u64, b: u64) -> u64 {
    // SAFETY: a `Gfni` proves the processor features.
    unsafe { product(a, b) }
}

/// Returns the nim product, by three products of half the size (Karatsuba).
#[inline]
pub(crate) fn product_128(_: Gfni, a: u128, b: u128) -> u128 {
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    fn run(a: u128, b: u128) -> u128 {
        let halves = |x: u128| (x as u64, (x >> 64) as u64);
        let ((a0, a1), (b0, b1)) = (halves(a), halves(b));
        let low = product(a0, b0);
        let mid = product(a0 ^ a1, b0 ^ b1);
        let high = apply(&TIMES_TOP_64, product(a1, b1));
        u128::from(mid ^ low) << 64 | u128::from(low ^ high)
    }
    // SAFETY: a `Gfni` proves the processor features.
    unsafe { run(a, b) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
fn product(a: u64, b: u64) -> u64 {
    let xor = |a, b| _mm_xor_si128(a, b);
    let bytes = |x: u64| {
        let bytes = _mm_cvtsi64_si128(x as i64);
        _mm_gf2p8affine_epi64_epi8::<0>(bytes, _mm_set1_epi64x(TO_AES as i64))
    };
    let take = |from, places| _mm_shuffle_epi8(from, narrow(places));
    let times = |x, factors| _mm_gf2p8mul_epi8(x, narrow(factors));
    let spread = |from, places| _mm512_permutexvar_epi8(wide(places), _mm512_castsi128_si512(from));

    let (a, b) = (bytes(a), bytes(b));
    let b = xor(times(take(b, &ITSELF), &BY), take(b, &NEXT));
    let products = _mm512_gf2p8mul_epi8(spread(a, &FIRST), spread(b, &SECOND));
    let low = xor(
        _mm512_castsi512_si128(products),
        _mm512_extracti32x4_epi32::<3>(products),
    );
    let high = xor(
        _mm512_extracti32x4_epi32::<1>(products),
        _mm512_extracti32x4_epi32::<2>(products),
    );

    // The words (low, high) of the four products: 00 and 01, then 10 and 11.
    let firsts = _mm_unpacklo_epi32(low, high);
    let lasts = _mm_unpackhi_epi32(low, high);
    // h^2 high, h low of 11, then low, high of 10; nothing, h high, then low, high of 11.
    let once = _mm_shuffle_epi32::<0b01_00_10_11>(lasts);
    let again = _mm_shuffle_epi32::<0b11_10_11_11>(lasts);
    let words = xor(
        xor(firsts, times(once, &MIDDLE)),
        times(again, &MIDDLE_LAST),
    );

    let twice = times(take(words, &TWICE), &TWICE_BY);
    let last = times(take(words, &LAST), &BY_H);
    let two = xor(twice, last);
    let result = xor(xor(take(words, &ONCE), two), _mm_bsrli_si128::<8>(two));
    let result = _mm_gf2p8affine_epi64_epi8::<0>(result, _mm_set1_epi64x(FROM_AES as i64));
    _mm_cvtsi128_si64(result) as u64
}

#[target_feature(enable = "avx512f")]
fn wide(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: the array has the 64 bytes that the load reads.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f")]
fn narrow(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: the array has the 16 bytes that the load reads.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

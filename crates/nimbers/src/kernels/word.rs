//! Field operations on machine words: one function per operation and width.

#![allow(unsafe_code, reason = "the choice of the kernel by `dispatch`")]

use crate::kernels::clmul::{Clmul, dispatch};
use crate::kernels::maps::{DIGIT, SIZE, apply_8, apply_16};
use crate::kernels::tables::{
    ARTIN_SCHREIER, EXP_8, FROM_POLY_16, FROM_POLY_32, FROM_POLY_64, INVERSE_8, LOG_8, SQUARE,
    SQUARE_ROOT, TO_POLY_16, TO_POLY_32, TO_POLY_64, TOP_64_POLY, TOP_SQUARE_8, TOP_SQUARE_16,
    TOP_SQUARE_32, TOP_SQUARE_64, apply, apply_low,
};

/// The operations that the types of fixed width need from their words.
///
/// `artin_schreier` expects an argument with top bit 0 and returns the least (even) solution of
/// `x^2 + x = c`; `inverse` sends 0 to 0.
pub(crate) trait Word: Copy {
    fn product(self, other: Self) -> Self;
    fn square(self) -> Self;
    fn square_root(self) -> Self;
    fn inverse(self) -> Self;
    fn artin_schreier(self) -> Self;
    /// Computes the trace form: bit `i` of the result is the sum of the bits `j < 2^level` with `i | j = 2^level -
    /// 1`. The word has at least `2^level` bits, and none beyond that is set.
    fn trace_form(self, level: u32) -> Self;
}

/// The body of [`Word::trace_form`] for a type of word.
macro_rules! trace_form {
    ($word:ident) => {
        fn trace_form(self, level: u32) -> Self {
            let mut sums = self;
            for b in 0..level {
                // The positions whose index has a 0 at bit b: blocks of 2^b ones.
                let mask = $word::MAX / ((1 as $word) << (1_u32 << b)).wrapping_add(1);
                sums ^= sums >> (1_u32 << b) & mask;
            }
            sums.reverse_bits() >> ($word::BITS - (1 << level))
        }
    };
}

impl Word for u8 {
    #[inline]
    fn product(self, other: Self) -> Self {
        EXP_8[usize::from(LOG_8[usize::from(self)] + LOG_8[usize::from(other)])]
    }

    #[inline]
    fn square(self) -> Self {
        apply_8(&SQUARE, self)
    }

    #[inline]
    fn square_root(self) -> Self {
        apply_8(&SQUARE_ROOT, self)
    }

    #[inline]
    fn inverse(self) -> Self {
        INVERSE_8[usize::from(self)]
    }

    #[inline]
    fn artin_schreier(self) -> Self {
        apply_8(&ARTIN_SCHREIER, self)
    }

    trace_form!(u8);
}

/// Implements the operations of a field from those of the field of half the bits, and its own product and linear maps.
///
/// With `F` the Fermat power between the halves and `h = F/2`: the inverse of `a1 F + a0` is
/// `(a1 F + a0 + a1) / d`, `d = a0 (a0 + a1) + h a1^2` (the conjugate over the norm).
macro_rules! word {
    ($word:ident, $half:ident, $product:ident, $top_square:ident, |$x:ident| $square:expr, $root:expr, $artin:expr) => {
        impl Word for $word {
            #[inline]
            fn product(self, other: Self) -> Self {
                $product(self, other)
            }

            #[inline]
            fn square(self) -> Self {
                let $x = self;
                $square
            }

            #[inline]
            fn square_root(self) -> Self {
                let $x = self;
                $root
            }

            #[inline]
            fn inverse(self) -> Self {
                let (a1, a0) = ((self >> $half::BITS) as $half, self as $half);
                if a1 == 0 {
                    return a0.inverse().into();
                }
                let scale = (a0.product(a0 ^ a1) ^ $top_square(a1)).inverse();
                $word::from(a1.product(scale)) << $half::BITS
                    | $word::from((a0 ^ a1).product(scale))
            }

            #[inline]
            fn artin_schreier(self) -> Self {
                let $x = self;
                $artin
            }

            trace_form!($word);
        }
    };
}

word!(
    u16,
    u8,
    product_16,
    top_square_8,
    |x| apply_16(&SQUARE, x),
    apply_16(&SQUARE_ROOT, x),
    apply_16(&ARTIN_SCHREIER, x)
);
word!(
    u32,
    u16,
    product_32,
    top_square_16,
    |x| apply_low(&SQUARE, x) as u32,
    apply_low(&SQUARE_ROOT, x) as u32,
    apply_low(&ARTIN_SCHREIER, x) as u32
);
word!(
    u64,
    u32,
    product_64,
    top_square_32,
    |x| apply(&SQUARE, x),
    apply(&SQUARE_ROOT, x),
    apply(&ARTIN_SCHREIER, x)
);
word!(
    u128,
    u64,
    product_128,
    top_square_64,
    |x| square_128(x),
    square_root_128(x),
    artin_schreier_128(x)
);

dispatch!(pub(crate) fn product_16(a: u16, b: u16) -> u16 = product_16_with);
dispatch!(pub(crate) fn product_32(a: u32, b: u32) -> u32 = product_32_with);
dispatch!(pub(crate) fn product_64_by_tables(a: u64, b: u64) -> u64 = product_64_with);
dispatch!(pub(crate) fn product_128_by_tables(a: u128, b: u128) -> u128 = product_128_with);

/// Uses AVX-512 and GFNI if the processor has them, otherwise tables.
macro_rules! dispatch_outer {
    ($name:ident, $word:ty, $by_tables:ident) => {
        #[inline]
        fn $name(a: $word, b: $word) -> $word {
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            if let Some(gfni) = crate::kernels::gfni::Gfni::detect() {
                return crate::kernels::outer::$name(gfni, a, b);
            }
            $by_tables(a, b)
        }
    };
}

dispatch_outer!(product_64, u64, product_64_by_tables);
dispatch_outer!(product_128, u128, product_128_by_tables);

#[inline(always)]
pub(crate) fn product_16_with(clmul: impl Clmul, a: u16, b: u16) -> u16 {
    let poly = |x: u16| to_poly_16(x).into();
    from_poly_16(clmul.low(clmul.product(poly(a), poly(b))) as u32)
}

#[inline(always)]
pub(crate) fn product_32_with(clmul: impl Clmul, a: u32, b: u32) -> u32 {
    let poly = |x: u32| to_poly_32(x).into();
    from_poly_32(clmul.low(clmul.product(poly(a), poly(b))))
}

#[inline(always)]
pub(crate) fn product_64_with(clmul: impl Clmul, a: u64, b: u64) -> u64 {
    apply(
        &FROM_POLY_64,
        clmul.reduce(clmul.product_of_images(&TO_POLY_64, a, b)),
    )
}

#[inline(always)]
pub(crate) fn product_128_with(clmul: impl Clmul, a: u128, b: u128) -> u128 {
    let poly = |x: u128| {
        [
            apply(&TO_POLY_64, x as u64),
            apply(&TO_POLY_64, (x >> 64) as u64),
        ]
    };
    let [lower, upper] =
        pair_product(clmul, poly(a), poly(b)).map(|word| apply(&FROM_POLY_64, word));
    u128::from(upper) << 64 | u128::from(lower)
}

/// Computes the product in the field of 128 bits on polynomials, lower halves first, by Karatsuba's three products:
/// `(mid + low) F + low + h high`.
#[inline(always)]
pub(crate) fn pair_product(clmul: impl Clmul, [a0, a1]: [u64; 2], [b0, b1]: [u64; 2]) -> [u64; 2] {
    let low = clmul.product(a0, b0);
    let mid = clmul.product(a0 ^ a1, b0 ^ b1);
    let high = clmul.reduce(clmul.product(a1, b1));
    let lower = clmul.sum(low, clmul.product(high, TOP_64_POLY));
    [clmul.reduce(lower), clmul.reduce(clmul.sum(mid, low))]
}

#[inline(always)]
fn top_square_8(x: u8) -> u8 {
    TOP_SQUARE_8[usize::from(x)]
}

/// The image of a word by one of the narrower maps.
macro_rules! narrow_images {
    ($($image:ident: $map:ident, $from:ty => $to:ty;)*) => {$(
        #[inline(always)]
        fn $image(x: $from) -> $to {
            let tables = $map.iter().enumerate();
            tables.fold(0, |image, (place, table)| {
                image ^ table[(x >> (DIGIT * place)) as usize & (SIZE - 1)]
            })
        }
    )*};
}

narrow_images! {
    to_poly_16: TO_POLY_16, u16 => u16;
    from_poly_16: FROM_POLY_16, u32 => u16;
    to_poly_32: TO_POLY_32, u32 => u32;
    from_poly_32: FROM_POLY_32, u64 => u32;
    top_square_16: TOP_SQUARE_16, u16 => u16;
    top_square_32: TOP_SQUARE_32, u32 => u32;
}

#[inline(always)]
fn top_square_64(x: u64) -> u64 {
    apply(&TOP_SQUARE_64, x)
}

/// Computes `(a1 F + a0)^2 = a1^2 F + a0^2 + h a1^2`.
fn square_128(a: u128) -> u128 {
    let (a1, a0) = ((a >> 64) as u64, a as u64);
    u128::from(a1.square()) << 64 | u128::from(a0.square() ^ top_square_64(a1))
}

fn square_root_128(a: u128) -> u128 {
    let (a1, a0) = ((a >> 64) as u64, a as u64);
    let upper = a1.square_root();
    u128::from(upper) << 64 | u128::from((a0 ^ top_square_64(upper)).square_root())
}

/// Solves `x^2 + x = c` by halves, with `x = y1 F + y0`: `y1^2 + y1 = c1` and `y0^2 + y0 = c0 + h y1^2`. The second has
/// a solution for exactly one of the two `y1`, since `h` has trace 1.
fn artin_schreier_128(c: u128) -> u128 {
    const TOP: u64 = 1 << 63;
    let (c1, c0) = ((c >> 64) as u64, c as u64);
    let y1 = c1.artin_schreier();
    let rest = c0 ^ top_square_64(y1);
    let wrong = rest >> 63;
    let y0 = (rest & !TOP).artin_schreier();
    u128::from(y1 ^ wrong) << 64 | u128::from(y0)
}

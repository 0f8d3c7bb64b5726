//! Products of polynomials over the field of two elements, by the processor or by integer products.

#![allow(unsafe_code, reason = "vector instructions")]

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use core::arch::x86_64::{
    __m128i, _mm_clmulepi64_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_loadl_epi64,
    _mm_loadu_si128, _mm_xor_si128,
};

use crate::kernels::maps::{Map64, apply};

/// A way to multiply polynomials of degree below 64, given by their bits.
pub(crate) trait Clmul: Copy {
    /// A product, in the representation of the method.
    type Wide: Copy;

    fn product(self, a: u64, b: u64) -> Self::Wide;
    /// Returns the product of the images of two words under a linear map.
    #[inline(always)]
    fn product_of_images(self, map: &Map64, a: u64, b: u64) -> Self::Wide {
        self.product(apply(map, a), apply(map, b))
    }
    fn sum(self, a: Self::Wide, b: Self::Wide) -> Self::Wide;
    /// Returns the coefficients of degree below 64.
    fn low(self, product: Self::Wide) -> u64;
    /// Returns all coefficients.
    #[cfg_attr(not(feature = "std"), allow(dead_code, reason = "for the transfinite"))]
    fn bits(self, product: Self::Wide) -> u128;
    /// Returns the remainder modulo `x^64 + x^4 + x^3 + x + 1`.
    fn reduce(self, product: Self::Wide) -> u64;
}

/// Integer products of numbers with gaps between their bits; works everywhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Clmul for Portable {
    type Wide = u128;

    #[inline]
    fn product(self, a: u64, b: u64) -> u128 {
        // Only every fourth bit of the factors is used, so that at most 15 ones add up in a place, and carry into three
        // bits that are discarded. To stay at 15, the top four bits of one factor are left out and added separately.
        const EVERY_FOURTH: u64 = 0x1111_1111_1111_1111;
        let low = a & (u64::MAX >> 4);
        let a_part = |i: usize| u128::from(low & (EVERY_FOURTH << i));
        let b_part = |i: usize| u128::from(b & (EVERY_FOURTH << i));
        let mut sum = 0;
        let mut k = 0;
        while k < 4 {
            let mut residue = 0;
            let mut i = 0;
            while i < 4 {
                residue ^= a_part(i) * b_part((4 + k - i) % 4);
                i += 1;
            }
            sum ^= residue & (0x1111_1111_1111_1111_1111_1111_1111_1111 << k);
            k += 1;
        }
        for i in 60..64 {
            sum ^= (u128::from(b) << i) & u128::from(a >> i & 1).wrapping_neg();
        }
        sum
    }

    #[inline(always)]
    fn sum(self, a: u128, b: u128) -> u128 {
        a ^ b
    }

    #[inline(always)]
    fn low(self, product: u128) -> u64 {
        product as u64
    }

    #[inline(always)]
    fn bits(self, product: u128) -> u128 {
        product
    }

    #[inline(always)]
    fn reduce(self, product: u128) -> u64 {
        let (low, high) = (product as u64, (product >> 64) as u64);
        // `x^64 = x^4 + x^3 + x + 1`; at most three bits are shifted beyond degree 63, and these are folded in first.
        let high = high ^ (high >> 60) ^ (high >> 61) ^ (high >> 63);
        low ^ high ^ (high << 1) ^ (high << 3) ^ (high << 4)
    }
}

/// The instruction PCLMULQDQ in its AVX form; a value of this type proves that the processor has it.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pclmul(());

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
impl Pclmul {
    #[inline(always)]
    pub(crate) fn detect() -> Option<Self> {
        #[cfg(feature = "std")]
        let found = std::arch::is_x86_feature_detected!("pclmulqdq")
            && std::arch::is_x86_feature_detected!("avx");
        #[cfg(not(feature = "std"))]
        let found = cfg!(all(target_feature = "pclmulqdq", target_feature = "avx"));
        found.then_some(Self(()))
    }

    /// Returns the token, for functions that are chosen once after [`detect`](Self::detect) succeeded.
    ///
    /// # Safety
    /// The processor must have PCLMULQDQ and AVX.
    #[cfg(feature = "std")]
    #[inline(always)]
    pub(crate) const unsafe fn detected_before() -> Self {
        Self(())
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
impl Clmul for Pclmul {
    type Wide = __m128i;

    #[inline(always)]
    fn product(self, a: u64, b: u64) -> __m128i {
        // SAFETY: `self` proves that the processor has PCLMULQDQ, and SSE2 is part of x86-64.
        unsafe {
            _mm_clmulepi64_si128::<0>(_mm_cvtsi64_si128(a as i64), _mm_cvtsi64_si128(b as i64))
        }
    }

    #[inline(always)]
    fn product_of_images(self, map: &Map64, a: u64, b: u64) -> __m128i {
        // The images are computed in the lower halves of vector registers, where they are needed. The upper halves
        // receive the memory after each entry, which does not matter.
        let entries = core::ptr::from_ref(map).cast::<u64>();
        let image = |x: u64| {
            let bytes = x.to_le_bytes().map(usize::from);
            // SAFETY: the index is below 8 * 256, and only the last table, where no entry need follow,
            // is read in 64 bits rather than 128. SSE2 is part of x86-64.
            unsafe {
                let mut sum = _mm_loadl_epi64(entries.add(7 * 256 + bytes[7]).cast());
                let mut i = 0;
                while i < 7 {
                    sum =
                        _mm_xor_si128(sum, _mm_loadu_si128(entries.add(256 * i + bytes[i]).cast()));
                    i += 1;
                }
                sum
            }
        };
        // SAFETY: as in `product`.
        unsafe { _mm_clmulepi64_si128::<0>(image(a), image(b)) }
    }

    #[inline(always)]
    fn sum(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: SSE2 is part of x86-64.
        unsafe { _mm_xor_si128(a, b) }
    }

    #[inline(always)]
    fn low(self, product: __m128i) -> u64 {
        // SAFETY: SSE2 is part of x86-64.
        unsafe { _mm_cvtsi128_si64(product) as u64 }
    }

    #[inline(always)]
    fn bits(self, product: __m128i) -> u128 {
        // SAFETY: both types are 128 bits, all values of which are valid.
        unsafe { core::mem::transmute::<__m128i, u128>(product) }
    }

    #[inline(always)]
    fn reduce(self, product: __m128i) -> u64 {
        // SAFETY: as in `product`.
        unsafe {
            // The upper half times `x^64 = x^4 + x^3 + x + 1`, and the same for the remaining upper bits.
            let x_to_64 = _mm_cvtsi64_si128(0b11011);
            let once = _mm_clmulepi64_si128::<1>(product, x_to_64);
            let twice = _mm_clmulepi64_si128::<1>(once, x_to_64);
            self.low(_mm_xor_si128(_mm_xor_si128(product, once), twice))
        }
    }
}

/// Defines a function that runs `$body::<Pclmul>` compiled for PCLMULQDQ if the processor has it, and
/// `$body::<Portable>` elsewhere. The body is generic in its first argument.
macro_rules! dispatch {
    ($(#[$doc:meta])* $vis:vis fn $name:ident($($arg:ident: $type:ty),*) -> $out:ty = $body:ident) => {
        $(#[$doc])*
        #[inline]
        $vis fn $name($($arg: $type),*) -> $out {
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            if let Some(pclmul) = $crate::kernels::clmul::Pclmul::detect() {
                #[target_feature(enable = "pclmulqdq,avx")]
                fn fast(pclmul: $crate::kernels::clmul::Pclmul, $($arg: $type),*) -> $out {
                    $body(pclmul, $($arg),*)
                }
                // SAFETY: `detect` has found PCLMULQDQ.
                return unsafe { fast(pclmul, $($arg),*) };
            }
            $body($crate::kernels::clmul::Portable, $($arg),*)
        }
    };
}
pub(crate) use dispatch;

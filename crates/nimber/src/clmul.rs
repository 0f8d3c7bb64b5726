//! Products of polynomials over the field of two elements, by the processor or by integer products.

/// A way to multiply two polynomials of degree below 64, given by their bits.
pub(crate) trait Clmul: Copy {
    fn clmul(self, a: u64, b: u64) -> u128;
}

/// Integer products of numbers with holes; works everywhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Clmul for Portable {
    #[inline(always)]
    fn clmul(self, a: u64, b: u64) -> u128 {
        // Only every fourth bit of the factors is kept, so that the at most 15 ones that meet in a
        // place carry into three bits that are thrown away. 15 asks for the top four bits of one
        // factor to be left out and added by hand.
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
}

/// The instruction PCLMULQDQ; a value of this type is a proof that the processor has it.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pclmul(());

#[cfg(target_arch = "x86_64")]
impl Pclmul {
    #[inline(always)]
    pub(crate) fn detect() -> Option<Self> {
        #[cfg(feature = "std")]
        let found = std::arch::is_x86_feature_detected!("pclmulqdq");
        #[cfg(not(feature = "std"))]
        let found = cfg!(target_feature = "pclmulqdq");
        found.then_some(Self(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Clmul for Pclmul {
    #[inline(always)]
    fn clmul(self, a: u64, b: u64) -> u128 {
        use core::arch::x86_64::{
            __m128i, _mm_clmulepi64_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_unpackhi_epi64,
        };
        // SAFETY: `self` is a proof that the processor has PCLMULQDQ; SSE2 is part of x86-64.
        unsafe {
            let word = |x: u64| -> __m128i { _mm_cvtsi64_si128(x as i64) };
            let product = _mm_clmulepi64_si128::<0>(word(a), word(b));
            let low = _mm_cvtsi128_si64(product) as u64;
            let high = _mm_cvtsi128_si64(_mm_unpackhi_epi64(product, product)) as u64;
            u128::from(high) << 64 | u128::from(low)
        }
    }
}

/// The remainder modulo `x^64 + x^4 + x^3 + x + 1`.
#[inline(always)]
pub(crate) fn reduce(product: u128) -> u64 {
    let (low, high) = (product as u64, (product >> 64) as u64);
    // `x^64 = x^4 + x^3 + x + 1`; what that shifts beyond degree 63 is at most three bits, folded in
    // first.
    let high = high ^ (high >> 60) ^ (high >> 61) ^ (high >> 63);
    low ^ high ^ (high << 1) ^ (high << 3) ^ (high << 4)
}

/// Defines a function that runs `$body::<Pclmul>` compiled for PCLMULQDQ where the processor has it,
/// and `$body::<Portable>` elsewhere. The body is generic in its first argument.
macro_rules! dispatch {
    ($(#[$doc:meta])* $vis:vis fn $name:ident($($arg:ident: $type:ty),*) -> $out:ty = $body:ident) => {
        $(#[$doc])*
        #[inline]
        $vis fn $name($($arg: $type),*) -> $out {
            #[cfg(target_arch = "x86_64")]
            if let Some(pclmul) = $crate::clmul::Pclmul::detect() {
                #[target_feature(enable = "pclmulqdq")]
                fn fast(pclmul: $crate::clmul::Pclmul, $($arg: $type),*) -> $out {
                    $body(pclmul, $($arg),*)
                }
                // SAFETY: `detect` has found PCLMULQDQ.
                return unsafe { fast(pclmul, $($arg),*) };
            }
            $body($crate::clmul::Portable, $($arg),*)
        }
    };
}
pub(crate) use dispatch;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn by_definition(a: u64, b: u64) -> u128 {
        (0..64)
            .filter(|i| a >> i & 1 == 1)
            .fold(0, |sum, i| sum ^ (u128::from(b) << i))
    }

    fn agrees(a: u64, b: u64) {
        assert_eq!(Portable.clmul(a, b), by_definition(a, b));
        #[cfg(target_arch = "x86_64")]
        if let Some(pclmul) = Pclmul::detect() {
            assert_eq!(pclmul.clmul(a, b), by_definition(a, b));
        }
    }

    #[test]
    fn full_words_do_not_overflow_the_holes() {
        for a in [u64::MAX, u64::MAX >> 1, u64::MAX << 1, 1 << 63, 0, 1] {
            for b in [u64::MAX, u64::MAX >> 1, u64::MAX << 1, 1 << 63, 0, 1] {
                agrees(a, b);
            }
        }
    }

    proptest! {
        #[test]
        fn products(a: u64, b: u64) {
            agrees(a, b);
        }

        #[test]
        fn remainders(a: u64, b: u64) {
            let product = by_definition(a, b);
            let mut slow = product;
            for i in (64..128).rev() {
                if slow >> i & 1 == 1 {
                    slow ^= 0x1_0000_0000_0000_001b << (i - 64);
                }
            }
            prop_assert_eq!(u128::from(reduce(product)), slow);
        }
    }
}

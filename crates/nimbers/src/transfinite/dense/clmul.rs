//! Products in F_2\[x\]/(x^b + tail) on words, with run-time detected carry-less multiplication.

#![allow(unsafe_code, reason = "vector instructions")]

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use crate::kernels::clmul::Pclmul;
use crate::kernels::clmul::{Clmul, Portable};

/// The modulus x^degree + tail; reduction in two steps requires that the degree d of the tail satisfies 2d - 2 < degree
/// and d <= 32.
pub(crate) struct Modulus {
    degree: usize,
    tail: u64,
}

type Binary = fn(&Modulus, &mut [u64], &[u64], &[u64]);
type Unary = fn(&Modulus, &mut [u64], &[u64]);

/// The arithmetic chosen for this machine and this length.
pub(crate) struct Kernel {
    pub(crate) modulus: Modulus,
    /// (out, x, c): every element of `x` times the single element `c`.
    pub(crate) mul: Binary,
    /// The square of one element.
    pub(crate) square: Unary,
    /// (out, a, b): the product of two polynomials of equally many coefficients, of one word each.
    pub(crate) polynomial: Binary,
}

impl Kernel {
    pub(crate) fn new(degree: usize, tail: u64) -> Kernel {
        let best = Kernel::all(degree, tail).next();
        best.expect("the portable path always exists")
    }

    /// Returns all kernels for this machine, the fastest first.
    pub(crate) fn all(degree: usize, tail: u64) -> impl Iterator<Item = Kernel> {
        let ways = candidates(degree.div_ceil(64)).into_iter().flatten();
        ways.map(move |(mul, square)| Kernel {
            modulus: Modulus { degree, tail },
            mul,
            square,
            polynomial: polynomials()
                .next()
                .expect("the portable path always exists"),
        })
    }
}

/// Returns the functions that this machine can run, the fastest first, the portable ones last.
fn candidates(words: usize) -> [Option<(Binary, Unary)>; 3] {
    macro_rules! by_words {
        ($mul:ident, $square:ident) => {
            match words {
                1 => ($mul::<1> as Binary, $square::<1> as Unary),
                2 => ($mul::<2> as Binary, $square::<2> as Unary),
                3 => ($mul::<3> as Binary, $square::<3> as Unary),
                4 => ($mul::<4> as Binary, $square::<4> as Unary),
                5 => ($mul::<5> as Binary, $square::<5> as Unary),
                6 => ($mul::<6> as Binary, $square::<6> as Unary),
                7 => ($mul::<7> as Binary, $square::<7> as Unary),
                8 => ($mul::<8> as Binary, $square::<8> as Unary),
                _ => unreachable!("a base field has at most eight words"),
            }
        };
    }
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    {
        use x86::{mul_avx512, mul_pclmul, square_pclmul};
        let pclmul = Pclmul::detect().is_some();
        let avx512 = pclmul
            && std::arch::is_x86_feature_detected!("avx512f")
            && std::arch::is_x86_feature_detected!("vpclmulqdq");
        [
            (avx512 && words > 1).then(|| by_words!(mul_avx512, square_pclmul)),
            pclmul.then(|| by_words!(mul_pclmul, square_pclmul)),
            Some(by_words!(mul_portable, square_portable)),
        ]
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    [None, None, Some(by_words!(mul_portable, square_portable))]
}

/// Returns the functions for products of polynomials that this machine can run, in the same order.
pub(crate) fn polynomials() -> impl Iterator<Item = Binary> {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    let fast = Pclmul::detect().map(|_| x86::polynomial_pclmul as Binary);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    let fast = None;
    fast.into_iter().chain([polynomial_portable as Binary])
}

/// Computes a ^= b.
#[inline]
pub(crate) fn xor(a: &mut [u64], b: &[u64]) {
    for (x, y) in a.iter_mut().zip(b) {
        *x ^= y;
    }
}

// The following code is generic over the way a machine multiplies two words.

#[inline(always)]
fn mul_generic<C: Clmul, const W: usize>(
    clmul: C,
    modulus: &Modulus,
    out: &mut [u64],
    x: &[u64],
    c: &[u64],
) {
    let c = words::<W>(c);
    for (out, a) in out.chunks_exact_mut(W).zip(x.chunks_exact(W)) {
        let mut t = [0; 17];
        for i in 0..W {
            for j in 0..W {
                let p = clmul.bits(clmul.product(a[i], c[j]));
                t[i + j] ^= p as u64;
                t[i + j + 1] ^= (p >> 64) as u64;
            }
        }
        reduce::<C, W>(clmul, modulus, out, &t);
    }
}

/// Computes the product of two polynomials over a field of one word: each coefficient is reduced once, not product by
/// product.
#[inline(always)]
fn polynomial_generic<C: Clmul>(
    clmul: C,
    modulus: &Modulus,
    out: &mut [u64],
    a: &[u64],
    b: &[u64],
) {
    let n = a.len();
    for (k, out) in out.iter_mut().enumerate() {
        let (from, to) = ((k + 1).saturating_sub(n), (k + 1).min(n));
        // Each word of one factor is paired with a word of the other, counted from the end.
        let pairs = a[from..to]
            .iter()
            .zip(b[k + 1 - to..k + 1 - from].iter().rev());
        let zero = clmul.product(0, 0);
        let sum = clmul.bits(pairs.fold(zero, |sum, (&a, &b)| clmul.sum(sum, clmul.product(a, b))));
        let mut t = [0; 17];
        (t[0], t[1]) = (sum as u64, (sum >> 64) as u64);
        reduce::<C, 1>(clmul, modulus, core::slice::from_mut(out), &t);
    }
}

#[inline(always)]
fn square_generic<C: Clmul, const W: usize>(
    clmul: C,
    modulus: &Modulus,
    out: &mut [u64],
    a: &[u64],
) {
    let a = words::<W>(a);
    let mut t = [0; 17];
    for i in 0..W {
        let p = clmul.bits(clmul.product(a[i], a[i]));
        (t[2 * i], t[2 * i + 1]) = (p as u64, (p >> 64) as u64);
    }
    reduce::<C, W>(clmul, modulus, out, &t);
}

#[inline(always)]
fn words<const W: usize>(x: &[u64]) -> &[u64; W] {
    x.try_into().expect("an element of the base field")
}

/// Computes out = t mod x^degree + tail, t of 2W words.
#[inline(always)]
fn reduce<C: Clmul, const W: usize>(clmul: C, modulus: &Modulus, out: &mut [u64], t: &[u64; 17]) {
    let out: &mut [u64; W] = out.try_into().expect("an element of the base field");
    // degree = 64·W - spare
    let spare = 64 * W - modulus.degree;
    let mask = u64::MAX >> spare;
    let mut r = [0; 9];
    r[..W].copy_from_slice(&t[..W]);
    r[W - 1] &= mask;
    for i in 0..W {
        let high = if spare == 0 {
            t[W + i]
        } else {
            t[W + i] << spare | t[W + i - 1] >> (64 - spare)
        };
        let p = clmul.bits(clmul.product(high, modulus.tail));
        r[i] ^= p as u64;
        r[i + 1] ^= (p >> 64) as u64;
    }
    let over = if spare == 0 {
        r[W]
    } else {
        r[W] << spare | r[W - 1] >> (64 - spare)
    };
    r[W - 1] &= mask;
    // The tail is short, so this product fits one word.
    r[0] ^= clmul.low(clmul.product(over, modulus.tail));
    out.copy_from_slice(&r[..W]);
}

fn mul_portable<const W: usize>(modulus: &Modulus, out: &mut [u64], a: &[u64], b: &[u64]) {
    mul_generic::<_, W>(Portable, modulus, out, a, b);
}

fn polynomial_portable(modulus: &Modulus, out: &mut [u64], a: &[u64], b: &[u64]) {
    polynomial_generic(Portable, modulus, out, a, b);
}

fn square_portable<const W: usize>(modulus: &Modulus, out: &mut [u64], a: &[u64]) {
    square_generic::<_, W>(Portable, modulus, out, a);
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod x86 {
    use core::arch::x86_64::*;

    use super::{Modulus, mul_generic, polynomial_generic, square_generic, words};
    use crate::kernels::clmul::Pclmul;

    pub(super) fn polynomial_pclmul(modulus: &Modulus, out: &mut [u64], a: &[u64], b: &[u64]) {
        #[target_feature(enable = "pclmulqdq,avx")]
        fn inner(clmul: Pclmul, modulus: &Modulus, out: &mut [u64], a: &[u64], b: &[u64]) {
            polynomial_generic(clmul, modulus, out, a, b);
        }
        // SAFETY: `polynomials` offers this function only where PCLMULQDQ and AVX are detected.
        unsafe { inner(Pclmul::detected_before(), modulus, out, a, b) }
    }

    pub(super) fn mul_pclmul<const W: usize>(
        modulus: &Modulus,
        out: &mut [u64],
        a: &[u64],
        b: &[u64],
    ) {
        #[target_feature(enable = "pclmulqdq,avx")]
        fn inner<const W: usize>(
            clmul: Pclmul,
            modulus: &Modulus,
            out: &mut [u64],
            a: &[u64],
            b: &[u64],
        ) {
            mul_generic::<_, W>(clmul, modulus, out, a, b);
        }
        // SAFETY: `candidates` offers this function only where PCLMULQDQ and AVX are detected.
        unsafe { inner::<W>(Pclmul::detected_before(), modulus, out, a, b) }
    }

    pub(super) fn square_pclmul<const W: usize>(modulus: &Modulus, out: &mut [u64], a: &[u64]) {
        #[target_feature(enable = "pclmulqdq,avx")]
        fn inner<const W: usize>(clmul: Pclmul, modulus: &Modulus, out: &mut [u64], a: &[u64]) {
            square_generic::<_, W>(clmul, modulus, out, a);
        }
        // SAFETY: `candidates` offers this function only where PCLMULQDQ and AVX are detected.
        unsafe { inner::<W>(Pclmul::detected_before(), modulus, out, a) }
    }

    /// Computes four word products with each instruction: row j of the schoolbook method is a·b_j, with even and odd
    /// words separate, added at word offset j in a pair of registers.
    pub(super) fn mul_avx512<const W: usize>(
        modulus: &Modulus,
        out: &mut [u64],
        a: &[u64],
        b: &[u64],
    ) {
        #[inline]
        #[target_feature(enable = "avx512f,vpclmulqdq,pclmulqdq")]
        fn one<const W: usize>(modulus: &Modulus, out: &mut [u64; W], a: &[u64; W], b: &[u64; W]) {
            let mask: __mmask8 = ((1u16 << W) - 1) as u8;
            // SAFETY: the mask limits both loads to the W words of the array.
            let va = unsafe { _mm512_maskz_loadu_epi64(mask, a.as_ptr().cast()) };
            let zero = _mm512_setzero_si512();
            let (mut low, mut high) = (zero, zero);
            // Horner over the words of b from the top: shift the pair by one word, add the row.
            for j in (0..W).rev() {
                let vb = _mm512_set1_epi64(b[j] as i64);
                let even = _mm512_clmulepi64_epi128::<0x00>(va, vb);
                let odd = _mm512_clmulepi64_epi128::<0x01>(va, vb);
                high = _mm512_alignr_epi64::<7>(high, low);
                low = _mm512_alignr_epi64::<7>(low, zero);
                // The products of the odd words are one word higher.
                low = _mm512_ternarylogic_epi64::<0x96>(
                    low,
                    even,
                    _mm512_alignr_epi64::<7>(odd, zero),
                );
                high = _mm512_xor_si512(high, _mm512_alignr_epi64::<7>(zero, odd));
            }
            // high_part = (high:low) >> degree, in two steps: whole words, then bits.
            let spare = (64 * W - modulus.degree) as u64;
            let index = _mm512_add_epi64(
                _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7),
                _mm512_set1_epi64(W as i64),
            );
            let upper = _mm512_permutex2var_epi64(low, index, high);
            let below =
                _mm512_permutex2var_epi64(low, _mm512_sub_epi64(index, _mm512_set1_epi64(1)), high);
            // A count of 64 gives 0: right for spare = 0.
            let up = _mm_cvtsi64_si128(spare as i64);
            let down = _mm_cvtsi64_si128((64 - spare) as i64);
            let over = _mm512_or_si512(_mm512_sll_epi64(upper, up), _mm512_srl_epi64(below, down));
            let over = _mm512_maskz_mov_epi64(mask, over);
            // low mod x^degree
            let top = 1 << (W - 1);
            let kept = _mm512_maskz_mov_epi64(mask, low);
            let cut = _mm512_set1_epi64((u64::MAX >> spare) as i64);
            let kept = _mm512_mask_and_epi64(kept, top, kept, cut);
            let tail = _mm512_set1_epi64(modulus.tail as i64);
            let even = _mm512_clmulepi64_epi128::<0x00>(over, tail);
            let odd = _mm512_clmulepi64_epi128::<0x01>(over, tail);
            let r =
                _mm512_ternarylogic_epi64::<0x96>(kept, even, _mm512_alignr_epi64::<7>(odd, zero));
            let mut words8 = [0u64; 8];
            // SAFETY: eight words are stored into eight words.
            unsafe { _mm512_storeu_si512(words8.as_mut_ptr().cast(), r) };
            // Word W, which for W = 8 only the topmost odd product reaches.
            let above = if W == 8 {
                _mm_cvtsi128_si64(_mm512_castsi512_si128(_mm512_alignr_epi64::<7>(zero, odd)))
                    as u64
            } else {
                words8[W % 8]
            };
            let over = if spare == 0 {
                above
            } else {
                above << spare | words8[W - 1] >> (64 - spare)
            };
            words8[W - 1] &= u64::MAX >> spare;
            let word = |x: u64| _mm_cvtsi64_si128(x as i64);
            let rest = _mm_clmulepi64_si128::<0>(word(over), word(modulus.tail));
            words8[0] ^= _mm_cvtsi128_si64(rest) as u64;
            out.copy_from_slice(&words8[..W]);
        }
        #[target_feature(enable = "avx512f,vpclmulqdq,pclmulqdq")]
        fn all<const W: usize>(modulus: &Modulus, out: &mut [u64], a: &[u64], b: &[u64]) {
            let b = words::<W>(b);
            for (out, a) in out.chunks_exact_mut(W).zip(a.chunks_exact(W)) {
                let out = out.try_into().expect("a chunk of W words");
                one::<W>(modulus, out, words::<W>(a), b);
            }
        }
        // SAFETY: `candidates` offers this function only where AVX-512F and VPCLMULQDQ are detected.
        unsafe { all::<W>(modulus, out, a, b) }
    }
}

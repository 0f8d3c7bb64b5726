//! Products, multiples and dot products of whole slices of nimbers of fixed width.
//!
//! Where the processor has AVX-512 with VBMI and GFNI, 64 products at a time, several times faster
//! than one by one; elsewhere one by one. Blocks need not be aligned, and any length will do.
//!
//! ```
//! use nimbers::{Nimber64, slice};
//! let a = [Nimber64(2), Nimber64(3), Nimber64(1 << 40)];
//! let b = [Nimber64(3), Nimber64(5), Nimber64(7)];
//! assert_eq!(slice::dot(&a, &b), a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
//! ```

#![allow(unsafe_code, reason = "slices of nimbers are read as slices of words")]

use crate::finite::field::FiniteNimber;
use crate::finite::fixed::{Nimber8, Nimber16, Nimber32, Nimber64, Nimber128};
use crate::kernels::slices::Kernel;

/// Elements that out-of-place operations copy and then work on while they are near.
const CHUNK: usize = 1024;

/// A nimber of fixed width: the types that slices can be made of.
///
/// Implemented by [`Nimber8`], [`Nimber16`], [`Nimber32`], [`Nimber64`] and [`Nimber128`] only.
pub trait FixedNimber: FiniteNimber + Copy + sealed::Transparent {}

mod sealed {
    /// The types that are `repr(transparent)` over their word, any value of which is valid.
    ///
    /// # Safety
    /// That is what the implementations promise.
    pub unsafe trait Transparent: Sized {
        #[doc(hidden)]
        type Word: crate::kernels::slices::Kernel;
    }
}

/// `a[i] = a[i] * b[i]`.
///
/// # Panics
/// If the lengths differ.
pub fn multiply_assign<N: FixedNimber>(a: &mut [N], b: &[N]) {
    Kernel::multiply(words_mut(a), words(b));
}

/// `out[i] = a[i] * b[i]`.
///
/// # Panics
/// If the lengths differ.
pub fn multiply<N: FixedNimber>(a: &[N], b: &[N], out: &mut [N]) {
    assert_eq!(
        (a.len(), b.len()),
        (out.len(), out.len()),
        "slices of different lengths"
    );
    for ((a, b), out) in a
        .chunks(CHUNK)
        .zip(b.chunks(CHUNK))
        .zip(out.chunks_mut(CHUNK))
    {
        out.copy_from_slice(a);
        multiply_assign(out, b);
    }
}

/// `a[i] = factor * a[i]`.
pub fn scale_assign<N: FixedNimber>(factor: N, a: &mut [N]) {
    Kernel::scale(words_mut(a), words(&[factor])[0]);
}

/// `out[i] = factor * a[i]`.
///
/// # Panics
/// If the lengths differ.
pub fn scale<N: FixedNimber>(factor: N, a: &[N], out: &mut [N]) {
    assert_eq!(a.len(), out.len(), "slices of different lengths");
    for (a, out) in a.chunks(CHUNK).zip(out.chunks_mut(CHUNK)) {
        out.copy_from_slice(a);
        scale_assign(factor, out);
    }
}

/// The sum of the `a[i] * b[i]`.
///
/// # Panics
/// If the lengths differ.
#[must_use]
pub fn dot<N: FixedNimber>(a: &[N], b: &[N]) -> N {
    let sum = [Kernel::dot(words(a), words(b))];
    // SAFETY: see `Transparent`.
    unsafe { sum.as_ptr().cast::<N>().read() }
}

macro_rules! transparent {
    ($($name:ident $word:ident)*) => { $(
        // SAFETY: it is declared so.
        unsafe impl sealed::Transparent for $name {
            type Word = $word;
        }
        impl FixedNimber for $name {}
    )* };
}
transparent!(Nimber8 u8 Nimber16 u16 Nimber32 u32 Nimber64 u64 Nimber128 u128);

fn words<N: FixedNimber>(nimbers: &[N]) -> &[N::Word] {
    // SAFETY: see `Transparent`.
    unsafe { core::slice::from_raw_parts(nimbers.as_ptr().cast(), nimbers.len()) }
}

fn words_mut<N: FixedNimber>(nimbers: &mut [N]) -> &mut [N::Word] {
    // SAFETY: see `Transparent`.
    unsafe { core::slice::from_raw_parts_mut(nimbers.as_mut_ptr().cast(), nimbers.len()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// Lengths around the chunks and the blocks, in and out of place.
    fn check<N: FixedNimber>(element: impl Fn(u128) -> N) {
        for length in [0, 1, 7, 8, 63, 64, 65, 72, 1023, 1024, 1025, 2050] {
            let list = |salt: u128| -> Vec<N> {
                let odd = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835_u128;
                let element = |i: u128| element((i + salt).wrapping_mul(odd));
                (0..length).map(element).collect()
            };
            let (a, b, factor) = (list(1), list(5000), element(0x1234_5678_9abc_def1));
            let products: Vec<N> = a.iter().zip(&b).map(|(a, b)| a.times(b)).collect();
            let multiples: Vec<N> = a.iter().map(|a| a.times(&factor)).collect();
            let mut out = b.clone();
            multiply(&a, &b, &mut out);
            assert_eq!(out, products);
            out.copy_from_slice(&a);
            multiply_assign(&mut out, &b);
            assert_eq!(out, products);
            scale(factor, &a, &mut out);
            assert_eq!(out, multiples);
            out.copy_from_slice(&a);
            scale_assign(factor, &mut out);
            assert_eq!(out, multiples);
            assert_eq!(dot(&a, &b), products.iter().sum());
        }
    }

    #[test]
    fn slices_are_products_one_by_one() {
        check(|x| Nimber8(x as u8));
        check(|x| Nimber16(x as u16));
        check(|x| Nimber32(x as u32));
        check(|x| Nimber64(x as u64));
        check(Nimber128);
    }

    /// However a list is shorter, nothing is computed.
    #[test]
    fn unequal_lengths_panic() {
        let lists = [0, 1, 8, 9, 64, 65].map(|n| (0..n).map(Nimber64).collect::<Vec<_>>());
        for (i, a) in lists.iter().enumerate() {
            for (j, b) in lists.iter().enumerate().filter(|&(j, _)| j != i) {
                let panics = |run: &dyn Fn()| {
                    let run = std::panic::AssertUnwindSafe(run);
                    assert!(std::panic::catch_unwind(run).is_err(), "{i} {j}");
                };
                panics(&|| assert_eq!(dot(a, b), Nimber64(0)));
                panics(&|| multiply_assign(&mut a.clone(), b));
                panics(&|| multiply(a, b, &mut a.clone()));
                panics(&|| multiply(a, a, &mut b.clone()));
                panics(&|| scale(Nimber64(3), a, &mut b.clone()));
            }
        }
    }

    #[test]
    fn all_pairs_of_bytes() {
        for factor in (0..=u8::MAX).map(Nimber8) {
            let all: Vec<_> = (0..=u8::MAX).map(Nimber8).collect();
            let expected: Vec<_> = all.iter().map(|&a| a * factor).collect();
            let mut out = all.clone();
            scale_assign(factor, &mut out);
            assert_eq!(out, expected);
        }
    }
}

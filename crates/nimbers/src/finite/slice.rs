//! Products, multiples and dot products of whole slices of nimbers of fixed width.
//!
//! On processors that have AVX-512 with VBMI and GFNI, 64 products are computed at a time, which is several times
//! faster; elsewhere one by one. Slices may have any alignment and length.
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

/// The number of elements that out-of-place operations copy and then process while they are in the cache.
const CHUNK: usize = 1024;

/// A nimber of fixed width: the element types of slices.
///
/// Implemented by [`Nimber8`], [`Nimber16`], [`Nimber32`], [`Nimber64`] and [`Nimber128`] only.
pub trait FixedNimber: FiniteNimber + Copy + sealed::Transparent {}

mod sealed {
    /// The types that are `repr(transparent)` over their word, any value of which is valid.
    ///
    /// # Safety
    /// Implementations must satisfy this.
    pub unsafe trait Transparent: Sized {
        #[doc(hidden)]
        type Word: crate::kernels::slices::Kernel;
    }
}

/// Computes `a[i] = a[i] * b[i]`.
///
/// # Panics
/// If the lengths differ.
pub fn multiply_assign<N: FixedNimber>(a: &mut [N], b: &[N]) {
    Kernel::multiply(words_mut(a), words(b));
}

/// Computes `out[i] = a[i] * b[i]`.
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

/// Computes `a[i] = factor * a[i]`.
pub fn scale_assign<N: FixedNimber>(factor: N, a: &mut [N]) {
    Kernel::scale(words_mut(a), words(&[factor])[0]);
}

/// Computes `out[i] = factor * a[i]`.
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

/// Returns the sum of the `a[i] * b[i]`.
///
/// # Panics
/// If the lengths differ.
#[must_use]
pub fn dot<N: FixedNimber>(a: &[N], b: &[N]) -> N {
    let sum = [Kernel::dot(words(a), words(b))];
    // SAFETY: a `Transparent` type has the layout of a word, and every word is a valid value.
    unsafe { sum.as_ptr().cast::<N>().read() }
}

macro_rules! transparent {
    ($($name:ident $word:ident)*) => { $(
        // SAFETY: the type is `repr(transparent)` over a word.
        unsafe impl sealed::Transparent for $name {
            type Word = $word;
        }
        impl FixedNimber for $name {}
    )* };
}
transparent!(Nimber8 u8 Nimber16 u16 Nimber32 u32 Nimber64 u64 Nimber128 u128);

fn words<N: FixedNimber>(nimbers: &[N]) -> &[N::Word] {
    // SAFETY: a `Transparent` type has the layout of a word, and every word is a valid value.
    unsafe { core::slice::from_raw_parts(nimbers.as_ptr().cast(), nimbers.len()) }
}

fn words_mut<N: FixedNimber>(nimbers: &mut [N]) -> &mut [N::Word] {
    // SAFETY: a `Transparent` type has the layout of a word, and every word is a valid value.
    unsafe { core::slice::from_raw_parts_mut(nimbers.as_mut_ptr().cast(), nimbers.len()) }
}

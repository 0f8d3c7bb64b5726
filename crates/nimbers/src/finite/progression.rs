//! The roots of an equation as an iterator.

use core::iter::FusedIterator;
use core::ops::Mul;

/// All roots of an equation `y^n = x`, each once: a geometric progression.
///
/// They come in no particular order; take the `min()` for the least. There may be as many as `n`.
#[derive(Clone, Debug)]
#[must_use = "roots are only computed on request"]
pub struct Roots<N> {
    next: N,
    ratio: N,
    left: u64,
}

impl<N> Roots<N> {
    /// Creates the progression of the first `left` of `first`, `first ratio`, `first ratio^2`, ...
    pub(super) const fn new(first: N, ratio: N, left: u64) -> Self {
        Self {
            next: first,
            ratio,
            left,
        }
    }

    /// Returns how many roots are still to come.
    #[must_use]
    pub const fn count_left(&self) -> u64 {
        self.left
    }
}

impl<N: Clone + for<'a> Mul<&'a N, Output = N>> Iterator for Roots<N> {
    type Item = N;

    fn next(&mut self) -> Option<N> {
        self.left = self.left.checked_sub(1)?;
        let following = self.next.clone() * &self.ratio;
        Some(core::mem::replace(&mut self.next, following))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.left);
        (left.unwrap_or(usize::MAX), left.ok())
    }
}

impl<N: Clone + for<'a> Mul<&'a N, Output = N>> FusedIterator for Roots<N> {}

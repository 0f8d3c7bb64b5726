//! Inverses, by the norm to the next layer down.

use alloc::vec::Vec;

use crate::interrupt::{Interrupt, Stopped};
use crate::transfinite::dense::tower::{Layer, Tower};

impl Tower {
    /// Returns 1/x, or None for 0: the product of the other conjugates over the next layer down, times the inverse of
    /// the norm.
    pub fn inverse(
        &self,
        x: &[u64],
        interrupt: Interrupt<'_>,
    ) -> Result<Option<Vec<u64>>, Stopped> {
        if x.iter().all(|&w| w == 0) {
            return Ok(None);
        }
        self.inverse_level(self.layers.len(), x, interrupt)
            .map(Some)
    }

    fn inverse_level(
        &self,
        level: usize,
        x: &[u64],
        interrupt: Interrupt<'_>,
    ) -> Result<Vec<u64>, Stopped> {
        let Some(i) = level.checked_sub(1) else {
            let mut elt = [0; 8];
            elt[..x.len()].copy_from_slice(x);
            return Ok(self.base.inverse(&elt)[..x.len()].to_vec());
        };
        let Layer { p, size, .. } = self.layers[i];
        // conjugates = product of sigma^j(x) for 1 <= j <= count, doubling along the bits of p - 1.
        let sigma = self.frobenius_at(level, self.degree_at(i), interrupt)?;
        let mul = |a: &[u64], b: &[u64]| self.mul_below(level, a, b);
        let first = self.apply_at(level, &sigma, x, interrupt)?;
        let (mut conjugates, mut count) = (first.clone(), 1);
        for bit in (0..(p - 1).ilog2()).rev() {
            let by_count = self.frobenius_at(level, self.degree_at(i) * count, interrupt)?;
            let moved = self.apply_at(level, &by_count, &conjugates, interrupt)?;
            conjugates = mul(&conjugates, &moved);
            count *= 2;
            if (p - 1) >> bit & 1 == 1 {
                let moved = self.apply_at(level, &sigma, &conjugates, interrupt)?;
                conjugates = mul(&moved, &first);
                count += 1;
            }
        }
        debug_assert_eq!(count, p - 1);
        let norm = mul(&conjugates, x);
        debug_assert!(norm[size..].iter().all(|&w| w == 0), "the norm lies below");
        let inverse = self.inverse_level(i, &norm[..size], interrupt)?;
        for block in conjugates.chunks_exact_mut(size) {
            let copy = block.to_vec();
            self.mul_at(i, block, &copy, &inverse);
        }
        Ok(conjugates)
    }
}

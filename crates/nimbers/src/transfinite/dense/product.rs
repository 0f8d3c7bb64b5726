//! Products, squares, and products with sparse elements.

use alloc::vec;
use alloc::vec::Vec;

use crate::transfinite::dense::base::ONE;
use crate::transfinite::dense::clmul::xor;
use crate::transfinite::dense::fft::Transform;
use crate::transfinite::dense::tower::{Layer, Sparse, Tower};

impl Tower {
    /// Returns the product of two elements.
    pub(crate) fn mul(&self, a: &[u64], b: &[u64]) -> Vec<u64> {
        self.mul_below(self.layers.len(), a, b)
    }

    pub(super) fn mul_below(&self, level: usize, a: &[u64], b: &[u64]) -> Vec<u64> {
        let mut out = vec![0; a.len()];
        self.mul_at(level, &mut out, a, b);
        out
    }

    pub(super) fn power_below(&self, level: usize, x: &[u64], n: usize) -> Vec<u64> {
        let mut y = vec![0; x.len()];
        y[0] = 1;
        if n == 0 {
            return y;
        }
        y.copy_from_slice(x);
        for bit in (0..n.ilog2()).rev() {
            y = self.mul_below(level, &y, &y);
            if n >> bit & 1 == 1 {
                y = self.mul_below(level, &y, x);
            }
        }
        y
    }

    pub(super) fn mul_at(&self, level: usize, out: &mut [u64], a: &[u64], b: &[u64]) {
        let mut scratch = vec![0; self.mul_scratch(level)];
        self.mul_level(level, out, a, b, &mut scratch);
    }

    /// Returns the number of scratch words for a product below layer `level`.
    fn mul_scratch(&self, level: usize) -> usize {
        let Some(i) = level.checked_sub(1) else {
            return 0;
        };
        let Layer {
            p,
            size,
            ref transform,
            ..
        } = self.layers[i];
        // The unreduced product; three arrays of a transform, or a Karatsuba recursion (4n blocks and 4 per level; the
        // reduction takes less); and a product one level down.
        let blocks = match transform {
            Some(t) => 3 * t.size(),
            None => 4 * p + 4 * p.ilog2() as usize + 8,
        };
        (2 * p - 1 + blocks) * size + self.mul_scratch(i)
    }

    fn mul_level(&self, level: usize, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        let Some(i) = level.checked_sub(1) else {
            return self.base.mul_into(out, a, b);
        };
        let Layer {
            p,
            size,
            ref transform,
            ..
        } = self.layers[i];
        let (product, scratch) = scratch.split_at_mut((2 * p - 1) * size);
        match transform {
            Some(transform) => self.by_transform(i, transform, product, a, b, scratch),
            None => self.karatsuba(i, p, product, a, b, scratch),
        }
        self.fold(i, out, product, scratch);
    }

    /// Computes out = product reduced by the layer's equation; the product has 2p-1 blocks.
    fn fold(&self, i: usize, out: &mut [u64], product: &[u64], scratch: &mut [u64]) {
        let layer = &self.layers[i];
        let (low, high) = product.split_at(layer.p * layer.size);
        out.copy_from_slice(low);
        if self.is_artin_schreier(i) {
            xor(&mut out[layer.size..], high);
        }
        for (block, x) in out
            .chunks_exact_mut(layer.size)
            .zip(high.chunks_exact(layer.size))
        {
            self.add_sparse(i, &layer.reduction, block, x, scratch);
        }
    }

    /// Computes the product of two polynomials with coefficients below layer `level`, as values at points of the
    /// base.
    fn by_transform(
        &self,
        level: usize,
        transform: &Transform,
        product: &mut [u64],
        a: &[u64],
        b: &[u64],
        scratch: &mut [u64],
    ) {
        let s = self.words_at(level);
        let n = transform.size() * s;
        let (x, scratch) = scratch.split_at_mut(n);
        let (y, scratch) = scratch.split_at_mut(n);
        for (values, coefficients) in [(&mut *x, a), (&mut *y, b)] {
            values[..a.len()].copy_from_slice(coefficients);
            values[a.len()..].fill(0);
            transform.evaluate(0, &self.base, s, values, &mut scratch[..n]);
        }
        let (block, rest) = scratch.split_at_mut(s);
        for (x, y) in x.chunks_exact_mut(s).zip(y.chunks_exact(s)) {
            self.mul_level(level, block, x, y, rest);
            x.copy_from_slice(block);
        }
        transform.interpolate(0, &self.base, s, x, y);
        product.copy_from_slice(&x[..product.len()]);
    }

    /// Computes the product of two polynomials of `n` coefficients below layer `level`, 2n-1 out.
    fn karatsuba(
        &self,
        level: usize,
        n: usize,
        out: &mut [u64],
        a: &[u64],
        b: &[u64],
        scratch: &mut [u64],
    ) {
        let s = self.words_at(level);
        if n == 1 {
            return self.mul_level(level, out, a, b, scratch);
        }
        if level == 0 && self.base.mul_short(out, a, b) {
            return;
        }
        if n == 3 {
            return self.karatsuba3(level, out, a, b, scratch);
        }
        let h = n.div_ceil(2);
        let (a0, a1) = a.split_at(h * s);
        let (b0, b1) = b.split_at(h * s);
        self.karatsuba(level, h, &mut out[..(2 * h - 1) * s], a0, b0, scratch);
        out[(2 * h - 1) * s..2 * h * s].fill(0);
        self.karatsuba(level, n - h, &mut out[2 * h * s..], a1, b1, scratch);
        let (sa, scratch) = scratch.split_at_mut(h * s);
        let (sb, scratch) = scratch.split_at_mut(h * s);
        let (middle, scratch) = scratch.split_at_mut((2 * h - 1) * s);
        sa.copy_from_slice(a0);
        xor(sa, a1);
        sb.copy_from_slice(b0);
        xor(sb, b1);
        self.karatsuba(level, h, middle, sa, sb, scratch);
        xor(middle, &out[..(2 * h - 1) * s]);
        xor(middle, &out[2 * h * s..]);
        xor(&mut out[h * s..], middle);
    }

    /// Multiplies three coefficients with six products instead of seven.
    fn karatsuba3(&self, level: usize, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        let s = self.words_at(level);
        let (sa, scratch) = scratch.split_at_mut(s);
        let (sb, scratch) = scratch.split_at_mut(s);
        let (t, scratch) = scratch.split_at_mut(s);
        out.fill(0);
        for i in 0..3 {
            self.mul_level(level, t, &a[i * s..][..s], &b[i * s..][..s], scratch);
            // a_i·b_i contributes to 2i, and cancels in the mixed products i + j.
            for j in (0..3).filter(|&j| j != i) {
                xor(&mut out[(i + j) * s..][..s], t);
            }
            xor(&mut out[2 * i * s..][..s], t);
        }
        for (i, j) in [(0, 1), (0, 2), (1, 2)] {
            sa.copy_from_slice(&a[i * s..][..s]);
            xor(sa, &a[j * s..][..s]);
            sb.copy_from_slice(&b[i * s..][..s]);
            xor(sb, &b[j * s..][..s]);
            self.mul_level(level, t, sa, sb, scratch);
            xor(&mut out[(i + j) * s..][..s], t);
        }
    }

    /// Computes out += sparse·x below layer `level`; scratch as long as x.
    pub(super) fn add_sparse(
        &self,
        level: usize,
        sparse: &Sparse,
        out: &mut [u64],
        x: &[u64],
        scratch: &mut [u64],
    ) {
        let size = x.len();
        let w = self.base.words;
        for (constant, layers) in &sparse.terms {
            if layers.is_empty() && *constant == ONE {
                xor(out, x);
                continue;
            }
            let (t, scratch) = scratch.split_at_mut(size);
            if *constant == ONE {
                t.copy_from_slice(x);
            } else {
                self.base.mul_into(t, x, &constant[..w]);
            }
            for &g in layers {
                self.mul_generator(level, g, t, scratch);
            }
            xor(out, t);
        }
    }

    /// Computes x *= the generator of layer `g`, for x below layer `level` > g.
    fn mul_generator(&self, level: usize, g: usize, x: &mut [u64], scratch: &mut [u64]) {
        debug_assert!(g < level);
        let Layer {
            p,
            size,
            ref reduction,
            ..
        } = self.layers[g];
        for x in x.chunks_exact_mut(p * size) {
            let (top, scratch) = scratch.split_at_mut(size);
            top.copy_from_slice(&x[(p - 1) * size..]);
            x.copy_within(..(p - 1) * size, size);
            x[..size].fill(0);
            if self.is_artin_schreier(g) {
                xor(&mut x[size..], top);
            }
            self.add_sparse(g, reduction, &mut x[..size], top, scratch);
        }
    }

    /// Returns sparse·x.
    pub(crate) fn mul_sparse(&self, sparse: &Sparse, x: &[u64]) -> Vec<u64> {
        let mut out = vec![0; x.len()];
        let mut scratch = vec![0; 4 * x.len()];
        self.add_sparse(self.layers.len(), sparse, &mut out, x, &mut scratch);
        out
    }

    /// Returns this sparse sum as an element.
    pub(crate) fn dense(&self, sparse: &Sparse) -> Vec<u64> {
        self.mul_sparse(sparse, &self.one())
    }

    /// Returns x·κ_i^p for x below layer i: one wrap-around of a Kummer layer.
    pub(super) fn reduce_once(&self, i: usize, x: &[u64]) -> Vec<u64> {
        let mut out = vec![0; x.len()];
        let mut scratch = vec![0; 4 * x.len()];
        self.add_sparse(i, &self.layers[i].reduction, &mut out, x, &mut scratch);
        out
    }

    /// Returns the square of an element.
    pub(crate) fn square(&self, x: &[u64]) -> Vec<u64> {
        let mut out = vec![0; x.len()];
        let mut scratch = vec![0; 4 * x.len() + 2 * self.base.words];
        self.square_level(self.layers.len(), &mut out, x, &mut scratch);
        out
    }

    fn square_level(&self, level: usize, out: &mut [u64], x: &[u64], scratch: &mut [u64]) {
        let Some(i) = level.checked_sub(1) else {
            return self.base.square_into(out, x);
        };
        let Layer { p, size, .. } = self.layers[i];
        let (product, scratch) = scratch.split_at_mut((2 * p - 1) * size);
        product.fill(0);
        for (square, x) in product.chunks_mut(2 * size).zip(x.chunks_exact(size)) {
            self.square_level(i, &mut square[..size], x, scratch);
        }
        self.fold(i, out, product, scratch);
    }
}

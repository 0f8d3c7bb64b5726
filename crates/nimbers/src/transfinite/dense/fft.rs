//! Evaluation at a subspace of the base and interpolation: the additive Fourier transform of
//! S. Gao and T. Mateer, "Additive fast Fourier transforms over finite fields" (2010), Algorithm 1.
//!
//! The coefficients are blocks of base elements, a vector space over the base, so every constant
//! multiplies a whole block.

use alloc::vec;
use alloc::vec::Vec;

use crate::transfinite::dense::base::{self, Base, Elt, ONE};
use crate::transfinite::dense::clmul::xor;

/// The transform of 2^m blocks.
pub(crate) struct Transform {
    /// One for each level of the recursion, the outermost first.
    steps: Vec<Step>,
    /// The nonzero point at the bottom level.
    last: Elt,
}

/// A level: the basis β_1 … β_k of its points.
struct Step {
    /// β_k and its inverse, unless it is 1.
    scale: Option<(Elt, Elt)>,
    /// All sums of β_i/β_k, i < k.
    points: Vec<Elt>,
}

impl Transform {
    /// Creates the transform for 2^m blocks, m >= 1 and at most the base's degree.
    pub(crate) fn new(field: &Base, m: usize) -> Transform {
        // x^(m-1), …, x, 1 are independent, and the outermost β_m is 1.
        let mut basis = vec![ONE];
        let x = [2, 0, 0, 0, 0, 0, 0, 0];
        for i in 1..m {
            basis.push(field.mul(&basis[i - 1], &x));
        }
        basis.reverse();
        let mut steps = Vec::new();
        while basis.len() > 1 {
            let top = basis.pop().expect("at least two");
            let inverse = field.inverse(&top);
            let mut points = vec![[0; 8]];
            for b in &mut basis {
                *b = field.mul(b, &inverse);
                for i in 0..points.len() {
                    let mut point = points[i];
                    base::add(&mut point, b);
                    points.push(point);
                }
                // The next level's basis: γ² + γ.
                let square = field.square(b);
                base::add(b, &square);
            }
            let scale = (top != ONE).then_some((top, inverse));
            steps.push(Step { scale, points });
        }
        Transform {
            steps,
            last: basis[0],
        }
    }

    /// Returns the number of points.
    pub(crate) fn size(&self) -> usize {
        2 << self.steps.len()
    }

    /// Estimates the cost of a product by two evaluations and an interpolation of 2^m blocks of `blocks` base
    /// elements, in products of the base, the product of two blocks costing `below`.
    pub(crate) fn cost(m: u32, blocks: f64, below: f64) -> f64 {
        let n = f64::from(1u32 << m);
        // Each level has a butterfly and a scaling, which cost more than their products.
        n * (below + 3.0 * 2.0 * f64::from(m) * blocks)
    }

    /// Turns coefficients into values, in place, from level `depth` on, 0 being the outermost; blocks of `s` words, `spare` as long as `data`.
    pub(crate) fn evaluate(
        &self,
        depth: usize,
        field: &Base,
        s: usize,
        data: &mut [u64],
        spare: &mut [u64],
    ) {
        let w = field.words;
        let half = data.len() / 2;
        let Some(step) = self.steps.get(depth) else {
            // f_0, f_0 + β·f_1
            let (low, high) = data.split_at_mut(half);
            field.mul_into(&mut spare[..half], high, &self.last[..w]);
            high.copy_from_slice(low);
            xor(high, &spare[..half]);
            return;
        };
        if let Some((scale, _)) = &step.scale {
            scale_powers(field, s, data, scale, &mut spare[..s]);
        }
        taylor(s, data);
        // Separate even and odd blocks.
        for (i, block) in data.chunks_exact(s).enumerate() {
            let place = i / 2 * s + i % 2 * half;
            spare[place..place + s].copy_from_slice(block);
        }
        data.copy_from_slice(&spare[..2 * half]);
        let (low, high) = data.split_at_mut(half);
        self.evaluate(depth + 1, field, s, low, spare);
        self.evaluate(depth + 1, field, s, high, spare);
        // u + G·v, and that + v
        for ((u, v), point) in low
            .chunks_exact_mut(s)
            .zip(high.chunks_exact_mut(s))
            .zip(&step.points)
        {
            field.mul_into(&mut spare[..s], v, &point[..w]);
            xor(u, &spare[..s]);
            xor(v, u);
        }
    }

    /// Turns values into coefficients, the inverse of [`evaluate`](Self::evaluate).
    pub(crate) fn interpolate(
        &self,
        depth: usize,
        field: &Base,
        s: usize,
        data: &mut [u64],
        spare: &mut [u64],
    ) {
        let w = field.words;
        let half = data.len() / 2;
        let Some(step) = self.steps.get(depth) else {
            let (low, high) = data.split_at_mut(half);
            xor(high, low);
            spare[..half].copy_from_slice(high);
            field.mul_into(high, &spare[..half], &field.inverse(&self.last)[..w]);
            return;
        };
        let (low, high) = data.split_at_mut(half);
        for ((u, v), point) in low
            .chunks_exact_mut(s)
            .zip(high.chunks_exact_mut(s))
            .zip(&step.points)
        {
            xor(v, u);
            field.mul_into(&mut spare[..s], v, &point[..w]);
            xor(u, &spare[..s]);
        }
        self.interpolate(depth + 1, field, s, low, spare);
        self.interpolate(depth + 1, field, s, high, spare);
        for (i, block) in spare[..2 * half].chunks_exact_mut(s).enumerate() {
            let place = i / 2 * s + i % 2 * half;
            block.copy_from_slice(&data[place..place + s]);
        }
        data.copy_from_slice(&spare[..2 * half]);
        inverse_taylor(s, data);
        if let Some((_, inverse)) = &step.scale {
            scale_powers(field, s, data, inverse, &mut spare[..s]);
        }
    }
}

/// Multiplies block i by c^i.
fn scale_powers(field: &Base, s: usize, data: &mut [u64], c: &Elt, spare: &mut [u64]) {
    let mut power = *c;
    for block in data.chunks_exact_mut(s).skip(1) {
        // Half of a factor is zero before the first evaluation.
        if block.iter().any(|&x| x != 0) {
            spare.copy_from_slice(block);
            field.mul_into(block, spare, &power[..field.words]);
        }
        power = field.mul(&power, c);
    }
}

/// Computes the expansion in powers of X² + X: blocks 2i and 2i+1 become the coefficients of (X² + X)^i and of
/// X·(X² + X)^i.
fn taylor(s: usize, data: &mut [u64]) {
    let n = data.len() / s;
    if n <= 2 {
        return;
    }
    fold_quarters(data, false);
    let (low, high) = data.split_at_mut(n / 2 * s);
    taylor(s, low);
    taylor(s, high);
}

fn inverse_taylor(s: usize, data: &mut [u64]) {
    let n = data.len() / s;
    if n <= 2 {
        return;
    }
    let (low, high) = data.split_at_mut(n / 2 * s);
    inverse_taylor(s, low);
    inverse_taylor(s, high);
    fold_quarters(data, true);
}

/// Uses X^(2q) = (X² + X)^q + X^q for a quarter q, a power of 2: adds the fourth quarter to the third, then the third
/// to the second; or undoes that.
fn fold_quarters(data: &mut [u64], undo: bool) {
    let quarter = data.len() / 4;
    let (low, high) = data.split_at_mut(2 * quarter);
    let (third, fourth) = high.split_at_mut(quarter);
    let second = &mut low[quarter..];
    if undo {
        xor(second, third);
        xor(third, fourth);
    } else {
        xor(third, fourth);
        xor(second, third);
    }
}

//! Powers of the Frobenius automorphism, and inverses by the norm to the next layer down.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use crate::interrupt::{Interrupt, OrStopped};
use crate::transfinite::dense::base::LinearMap;
use crate::transfinite::dense::clmul::xor;
use crate::transfinite::dense::tower::{Layer, Tower};

/// Maps of at least this many words check whether to stop before they are applied.
const LONG: usize = 256;

/// The `n`-th power of the Frobenius automorphism x -> x^2, prepared for a whole tower.
pub(crate) struct Frobenius {
    /// n modulo the degree.
    n: usize,
    base: LinearMap,
    /// For a Kummer layer: κ -> u·κ^e. For an Artin-Schreier layer: κ -> κ + u.
    layers: Vec<(usize, Box<[u64]>)>,
}

impl Tower {
    /// Returns the `n`-th power of Frobenius on the whole field.
    pub(crate) fn frobenius(&self, n: usize, interrupt: Interrupt<'_>) -> OrStopped<Frobenius> {
        self.frobenius_at(self.layers.len(), n, interrupt)
    }

    pub(super) fn frobenius_at(
        &self,
        level: usize,
        n: usize,
        interrupt: Interrupt<'_>,
    ) -> OrStopped<Frobenius> {
        let n = n % self.degree_at(level);
        let identity = self.identity(level);
        if n == 0 {
            return Ok(identity);
        }
        let step = self.single(level);
        let mut power = identity;
        for bit in (0..=n.ilog2()).rev() {
            power = self.compose(&power, &power, interrupt)?;
            if n >> bit & 1 == 1 {
                power = self.compose(&power, &step, interrupt)?;
            }
        }
        Ok(power)
    }

    fn identity(&self, level: usize) -> Frobenius {
        let layers = (0..level)
            .map(|i| {
                let mut u = vec![0; self.layers[i].size].into_boxed_slice();
                u[0] = u64::from(!self.is_artin_schreier(i));
                (1, u)
            })
            .collect();
        Frobenius {
            n: 0,
            base: self.base_frobenius(0),
            layers,
        }
    }

    /// Returns the first power of Frobenius: squaring itself.
    fn single(&self, level: usize) -> Frobenius {
        let layers = (0..level)
            .map(|i| {
                let layer = &self.layers[i];
                let mut one = vec![0; layer.size];
                one[0] = 1;
                if self.is_artin_schreier(i) {
                    let mut h = vec![0; layer.size];
                    let mut scratch = vec![0; 4 * layer.size];
                    self.add_sparse(i, &layer.reduction, &mut h, &one, &mut scratch);
                    (1, h.into_boxed_slice())
                } else {
                    (2, one.into_boxed_slice())
                }
            })
            .collect();
        Frobenius {
            n: 1,
            base: self.base_frobenius(1),
            layers,
        }
    }

    fn base_frobenius(&self, n: usize) -> LinearMap {
        LinearMap::new(self.base.words, &self.base.frobenius_images(n))
    }

    /// Composes two powers of Frobenius of one level, first and then second (they commute).
    pub(crate) fn compose(
        &self,
        first: &Frobenius,
        second: &Frobenius,
        interrupt: Interrupt<'_>,
    ) -> OrStopped<Frobenius> {
        let level = first.layers.len();
        interrupt.check()?;
        let n = (first.n + second.n) % self.degree_at(level);
        let mut layers = Vec::with_capacity(level);
        for i in 0..level {
            let (e, u) = &first.layers[i];
            let (d, v) = &second.layers[i];
            let mut image = self.apply_at(i, second, u, interrupt)?;
            layers.push(if self.is_artin_schreier(i) {
                // κ -> κ + u -> κ + v + second(u)
                xor(&mut image, v);
                (1, image.into_boxed_slice())
            } else {
                // κ -> u·κ^e -> second(u)·v^e·κ^(d·e)
                let p = self.layers[i].p;
                let mut product = self.mul_below(i, &image, &self.power_below(i, v, *e));
                for _ in 0..d * e / p {
                    product = self.reduce_once(i, &product);
                }
                (d * e % p, product.into_boxed_slice())
            });
        }
        Ok(Frobenius {
            n,
            base: self.base_frobenius(n),
            layers,
        })
    }

    /// Returns the image of an element.
    pub(crate) fn apply(
        &self,
        frobenius: &Frobenius,
        x: &[u64],
        interrupt: Interrupt<'_>,
    ) -> OrStopped<Vec<u64>> {
        self.apply_at(self.layers.len(), frobenius, x, interrupt)
    }

    pub(super) fn apply_at(
        &self,
        level: usize,
        frobenius: &Frobenius,
        x: &[u64],
        interrupt: Interrupt<'_>,
    ) -> OrStopped<Vec<u64>> {
        if x.len() >= LONG {
            interrupt.check()?;
        }
        let Some(i) = level.checked_sub(1) else {
            let mut out = vec![0; x.len()];
            frobenius.base.apply(&mut out, x);
            return Ok(out);
        };
        let Layer { p, size, .. } = self.layers[i];
        let (e, u) = &frobenius.layers[i];
        let mut out = vec![0; x.len()];
        if self.is_artin_schreier(i) {
            let low = self.apply_at(i, frobenius, &x[..size], interrupt)?;
            let high = self.apply_at(i, frobenius, &x[size..], interrupt)?;
            out[..size].copy_from_slice(&self.mul_below(i, &high, u));
            xor(&mut out[..size], &low);
            out[size..].copy_from_slice(&high);
            return Ok(out);
        }
        // (u·κ^e)^k = power·κ^place
        let (mut power, mut place) = (vec![0; size], 0);
        power[0] = 1;
        let plain = u[0] == 1 && u[1..].iter().all(|&w| w == 0);
        for (k, block) in x.chunks_exact(size).enumerate() {
            if block.iter().any(|&w| w != 0) {
                let image = self.apply_at(i, frobenius, block, interrupt)?;
                let target = &mut out[place * size..][..size];
                if k == 0 {
                    target.copy_from_slice(&image);
                } else {
                    self.mul_at(i, target, &image, &power);
                }
            }
            if k + 1 < p {
                if !plain {
                    power = self.mul_below(i, &power, u);
                }
                place += e;
                if place >= p {
                    place -= p;
                    power = self.reduce_once(i, &power);
                }
            }
        }
        Ok(out)
    }
}

impl Tower {
    /// Returns 1/x, or None for 0: the product of the other conjugates over the next layer down, times the inverse of
    /// the norm.
    pub(crate) fn inverse(
        &self,
        x: &[u64],
        interrupt: Interrupt<'_>,
    ) -> OrStopped<Option<Vec<u64>>> {
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
    ) -> OrStopped<Vec<u64>> {
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

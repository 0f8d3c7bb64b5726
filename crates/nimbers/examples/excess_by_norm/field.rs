//! A field of nimbers: a base of at most 384 bits, as polynomials in one of its elements, and above it one
//! layer for each odd prime q, κ^(q^n) = α_q. Products are single products of long polynomials over F_2: the
//! coefficients lie so far apart that nothing overlaps.

use std::collections::BTreeMap;

use super::base::{Base, Map};
use super::kappa::{Table, closure, degree, finite, order, parts};
use super::product::{add, product};

/// c + a sum of powers of the κ of layers.
pub struct Sum {
    constant: Vec<u64>,
    /// The product by c.
    times: Option<Map>,
    /// (layer, exponent).
    terms: Vec<(usize, usize)>,
}

struct Layer {
    size: usize,
    alpha: Sum,
}

pub struct Field {
    pub base: Base,
    layers: Vec<Layer>,
    /// Words of an element below each layer, and of the field.
    words: Vec<usize>,
    /// Bits of a product.
    strides: Vec<usize>,
    pub degree: u64,
    /// The highest power of each prime, as a variable of the base or a layer.
    highest: BTreeMap<u32, u32>,
}

impl Field {
    /// The field of κ_h and the nimber m.
    pub fn new(table: &Table, h: u32, m: u32, most: u64) -> Option<Field> {
        let mut wanted = parts(table, h)?;
        wanted.push((2, finite(m)));
        let highest = closure(table, &wanted)?;
        let degree = degree(&highest).filter(|&degree| degree <= most)?;
        let base = Base::new(table, &highest)?;
        let (words, strides) = (vec![base.words], vec![2 * base.degree - 1]);
        let mut field = Field {
            base,
            layers: Vec::new(),
            words,
            strides,
            degree,
            highest,
        };
        let above: Vec<(u32, u32)> = field
            .highest
            .iter()
            .map(|(&q, &n)| (q, n))
            .filter(|part| !field.base.has(part.0))
            .collect();
        for (q, n) in above {
            let alpha = field.sum(&parts(table, order(q))?, *table.get(&q)?);
            let size = q.pow(n) as usize;
            field.words.push(size * field.words[field.layers.len()]);
            field
                .strides
                .push((2 * size - 1) * field.strides[field.layers.len()]);
            field.layers.push(Layer { size, alpha });
        }
        Some(field)
    }

    /// The sum of these κ and of m.
    pub fn sum(&self, parts: &[(u32, u32)], m: u32) -> Sum {
        let mut constant = self.base.nimber(m);
        let mut terms = Vec::new();
        for &(q, n) in parts {
            let exponent = |highest: u32| q.pow(highest - n) as usize;
            if self.base.has(q) {
                add(&mut constant, &self.base.kappa(q, n));
            } else {
                let layer = self
                    .highest
                    .keys()
                    .filter(|&&r| r < q && !self.base.has(r))
                    .count();
                terms.push((layer, exponent(self.highest[&q])));
            }
        }
        let times = constant
            .iter()
            .any(|&word| word != 0)
            .then(|| self.base.times(&constant));
        Sum {
            constant,
            times,
            terms,
        }
    }

    pub fn top(&self) -> usize {
        self.layers.len()
    }

    pub fn size(&self, layer: usize) -> usize {
        self.layers[layer].size
    }

    pub fn words(&self, level: usize) -> usize {
        self.words[level]
    }

    pub fn one(&self, level: usize) -> Vec<u64> {
        let mut one = vec![0; self.words[level]];
        one[0] = 1;
        one
    }

    pub fn element(&self, sum: &Sum) -> Vec<u64> {
        let mut element = vec![0; self.words[self.top()]];
        add(&mut element, &sum.constant);
        for &(layer, exponent) in &sum.terms {
            element[exponent * self.words[layer]] ^= 1;
        }
        element
    }

    /// The product of two elements of the field below a layer.
    pub fn product(&self, level: usize, a: &[u64], b: &[u64]) -> Vec<u64> {
        let long = product(&self.spread(level, a), &self.spread(level, b));
        let mut out = vec![0; self.words[level]];
        self.reduce(level, &long, 0, &mut out);
        out
    }

    fn spread(&self, level: usize, a: &[u64]) -> Vec<u64> {
        // As long as the last coefficient, if the factors below are as long as their products.
        let bits = match level.checked_sub(1) {
            None => self.base.degree,
            Some(layer) => self.layers[layer].size * self.strides[layer],
        };
        let mut long = vec![0; bits.div_ceil(64) + 1];
        self.spread_from(level, a, 0, &mut long);
        long.pop();
        long
    }

    fn spread_from(&self, level: usize, a: &[u64], at: usize, long: &mut [u64]) {
        let Some(below) = level.checked_sub(1) else {
            let shift = at % 64;
            for (i, &word) in a.iter().enumerate() {
                long[at / 64 + i] |= word << shift;
                // The last word may end before: then there is nothing to carry.
                long[at / 64 + i + 1] |= word >> 1 >> (63 - shift);
            }
            return;
        };
        for (i, a) in a.chunks_exact(self.words[below]).enumerate() {
            self.spread_from(below, a, at + i * self.strides[below], long);
        }
    }

    /// Adds the element that the product of polynomials from this bit on stands for.
    fn reduce(&self, level: usize, long: &[u64], at: usize, out: &mut [u64]) {
        let Some(below) = level.checked_sub(1) else {
            return self.base.reduce(long, at, out);
        };
        let (layer, stride) = (&self.layers[below], self.strides[below]);
        let words = self.words[below];
        for (i, out) in out.chunks_exact_mut(words).enumerate() {
            self.reduce(below, long, at + i * stride, out);
        }
        let mut above = vec![0; words];
        for (i, out) in out.chunks_exact_mut(words).take(layer.size - 1).enumerate() {
            above.fill(0);
            self.reduce(below, long, at + (layer.size + i) * stride, &mut above);
            self.add_alpha(below, &above, out);
        }
    }

    /// Adds α_q times an element below the layer of q.
    pub fn add_alpha(&self, layer: usize, a: &[u64], out: &mut [u64]) {
        self.add_multiple(layer, &self.layers[layer].alpha, a, out);
    }

    fn add_multiple(&self, level: usize, sum: &Sum, a: &[u64], out: &mut [u64]) {
        if let Some(times) = &sum.times {
            let words = self.base.words;
            for (out, a) in out.chunks_exact_mut(words).zip(a.chunks_exact(words)) {
                times.add(a, out);
            }
        }
        for &(layer, exponent) in &sum.terms {
            self.add_power(level, layer, exponent, a, out);
        }
    }

    /// Adds an element times this power of a layer's κ.
    fn add_power(&self, level: usize, layer: usize, exponent: usize, a: &[u64], out: &mut [u64]) {
        let below = level - 1;
        let words = self.words[below];
        if below > layer {
            for (out, a) in out.chunks_exact_mut(words).zip(a.chunks_exact(words)) {
                self.add_power(below, layer, exponent, a, out);
            }
            return;
        }
        let (low, high) = a.split_at(a.len() - exponent * words);
        add(&mut out[exponent * words..], low);
        for (out, a) in out.chunks_exact_mut(words).zip(high.chunks_exact(words)) {
            self.add_alpha(layer, a, out);
        }
    }

    pub fn square(&self, a: &[u64]) -> Vec<u64> {
        let mut out = vec![0; a.len()];
        self.add_square(self.top(), a, &mut out);
        out
    }

    fn add_square(&self, level: usize, a: &[u64], out: &mut [u64]) {
        let Some(below) = level.checked_sub(1) else {
            return self.base.square.add(a, out);
        };
        let (size, words) = (self.layers[below].size, self.words[below]);
        let mut square = vec![0; words];
        for (i, a) in a.chunks_exact(words).enumerate() {
            let place = 2 * i % size * words;
            let out = &mut out[place..place + words];
            if 2 * i < size {
                self.add_square(below, a, out);
            } else {
                square.fill(0);
                self.add_square(below, a, &mut square);
                self.add_alpha(below, &square, out);
            }
        }
    }
}

//! F_{2^b}, b <= 512, in a polynomial basis: the bottom of a `Tower`.

use alloc::vec;
use alloc::vec::Vec;

use crate::finite::polynomial::BinaryPolynomial;
use crate::transfinite::dense::clmul::{Kernel, xor};
use crate::transfinite::integers::factor_small;

/// The largest base degree: one 512-bit register.
pub(crate) const MAX_DEGREE: usize = 512;
const MAX_WORDS: usize = MAX_DEGREE / 64;
/// The most one-word coefficients of polynomials that are multiplied term by term.
const SHORT: usize = 16;

/// An element; words beyond those of the field are zero.
pub(crate) type Elt = [u64; MAX_WORDS];
pub(crate) const ONE: Elt = [1, 0, 0, 0, 0, 0, 0, 0];
const ZERO: Elt = [0; MAX_WORDS];

/// F_2\[x\]/(x^degree + tail), irreducible, the tail below x^32.
pub(crate) struct Base {
    pub(crate) degree: usize,
    pub(crate) words: usize,
    kernel: Kernel,
}

impl Base {
    /// Creates the field of `degree` (1..=512), modulo its first irreducible polynomial x^degree + tail.
    pub(crate) fn new(degree: usize) -> Base {
        assert!((1..=MAX_DEGREE).contains(&degree));
        let tail = (1u64..)
            .step_by(2)
            .find(|&tail| is_irreducible(degree, tail))
            .expect(
                "an irreducible polynomial with a short tail exists for every degree up to 512",
            );
        Base::with_tail(degree, tail)
    }

    fn with_tail(degree: usize, tail: u64) -> Base {
        Base {
            degree,
            words: degree.div_ceil(64),
            kernel: Kernel::new(degree, tail),
        }
    }

    /// Computes out = every element of `a` times the single element `b`.
    #[inline]
    pub(crate) fn mul_into(&self, out: &mut [u64], a: &[u64], b: &[u64]) {
        (self.kernel.mul)(&self.kernel.modulus, out, a, b);
    }

    /// Computes out = the product of two polynomials over this field, if its elements are single words and there are at
    /// most sixteen coefficients; otherwise returns false.
    #[inline]
    pub(crate) fn mul_short(&self, out: &mut [u64], a: &[u64], b: &[u64]) -> bool {
        let short = self.words == 1 && a.len() <= SHORT;
        if short {
            (self.kernel.polynomial)(&self.kernel.modulus, out, a, b);
        }
        short
    }

    /// Computes out = a².
    #[inline]
    pub(crate) fn square_into(&self, out: &mut [u64], a: &[u64]) {
        (self.kernel.square)(&self.kernel.modulus, out, a);
    }

    /// Returns the product of two elements.
    pub(crate) fn mul(&self, a: &Elt, b: &Elt) -> Elt {
        let (mut out, w) = (ZERO, self.words);
        self.mul_into(&mut out[..w], &a[..w], &b[..w]);
        out
    }

    /// Returns the square of an element.
    pub(crate) fn square(&self, a: &Elt) -> Elt {
        let (mut out, w) = (ZERO, self.words);
        self.square_into(&mut out[..w], &a[..w]);
        out
    }

    /// Computes a^(2^degree - 2), by Itoh-Tsujii; 0 for 0.
    pub(crate) fn inverse(&self, a: &Elt) -> Elt {
        // power = a^(2^count - 1), doubling count along the bits of degree - 1.
        let n = self.degree - 1;
        if n == 0 {
            return *a;
        }
        let (mut power, mut count) = (*a, 1);
        for bit in (0..n.ilog2()).rev() {
            let shifted = (0..count).fold(power, |x, _| self.square(&x));
            power = self.mul(&power, &shifted);
            count *= 2;
            if n >> bit & 1 == 1 {
                power = self.mul(&self.square(&power), a);
                count += 1;
            }
        }
        self.square(&power)
    }

    pub(crate) fn trace(&self, a: &Elt) -> bool {
        let (mut sum, mut x) = (ZERO, *a);
        for _ in 0..self.degree {
            add(&mut sum, &x);
            x = self.square(&x);
        }
        sum == ONE
    }

    /// Returns a solution of y² + y = c, if c has trace 0.
    pub(crate) fn solve_artin_schreier(&self, c: &Elt) -> Option<Elt> {
        if self.trace(c) {
            return None;
        }
        // With Tr(d) = 1: y = sum_j (sum_{i>j} d^(2^i)) c^(2^j).
        let d = (0..self.degree)
            .map(|k| self.monomial(k))
            .find(|d| self.trace(d))?;
        let mut powers = vec![d];
        for i in 1..self.degree {
            powers.push(self.square(&powers[i - 1]));
        }
        let (mut y, mut tail) = (ZERO, ONE);
        let mut c_power = *c;
        for d_power in &powers {
            add(&mut tail, d_power);
            add(&mut y, &self.mul(&tail, &c_power));
            c_power = self.square(&c_power);
        }
        Some(y)
    }

    /// Returns one root of X^r = a, where r is an odd prime and X^r - a splits over the field.
    ///
    /// Berlekamp's trace method; the powers of X are monomials, so the trace is cheap.
    pub(crate) fn split_root(&self, r: usize, a: &Elt) -> Elt {
        let mut f = vec![ZERO; r + 1];
        (f[0], f[r]) = (*a, ONE);
        for k in 0..self.degree {
            if f.len() == 2 {
                break;
            }
            // Tr(x^k·X) mod X^r - a: the i-th conjugate is theta^(2^i)·X^(2^i).
            let mut trace = vec![ZERO; r];
            let (mut theta, mut exponent) = (self.monomial(k), 1);
            let mut wrapped = ONE; // X^(2^i) = wrapped·X^exponent
            for _ in 0..self.degree {
                add(&mut trace[exponent], &self.mul(&theta, &wrapped));
                theta = self.square(&theta);
                wrapped = self.square(&wrapped);
                exponent *= 2;
                if exponent >= r {
                    exponent -= r;
                    wrapped = self.mul(&wrapped, a);
                }
            }
            let g = self.poly_gcd(f.clone(), trace);
            if g.len() > 1 && g.len() < f.len() {
                let cofactor_is_smaller = f.len() - g.len() + 1 < g.len();
                f = if cofactor_is_smaller {
                    self.poly_div_rem(f, &g).0
                } else {
                    g
                };
            }
        }
        assert_eq!(f.len(), 2, "X^r - a must split");
        self.mul(&f[0], &self.inverse(&f[1]))
    }

    fn poly_gcd(&self, mut f: Vec<Elt>, mut g: Vec<Elt>) -> Vec<Elt> {
        loop {
            trim(&mut g);
            if g.is_empty() {
                return f;
            }
            let r = self.poly_div_rem(f, &g).1;
            (f, g) = (g, r);
        }
    }

    fn poly_div_rem(&self, mut f: Vec<Elt>, g: &[Elt]) -> (Vec<Elt>, Vec<Elt>) {
        let inverse = self.inverse(g.last().expect("division by a non-zero polynomial"));
        let mut quotient = vec![ZERO; (f.len() + 1).saturating_sub(g.len())];
        for i in (0..quotient.len()).rev() {
            let q = self.mul(&f[i + g.len() - 1], &inverse);
            for (j, c) in g.iter().enumerate() {
                let t = self.mul(&q, c);
                add(&mut f[i + j], &t);
            }
            quotient[i] = q;
        }
        trim(&mut f);
        (quotient, f)
    }

    /// Returns the power x^k.
    pub(crate) fn monomial(&self, k: usize) -> Elt {
        let mut x = ZERO;
        x[k / 64] = 1 << (k % 64);
        x
    }

    /// Returns the images of 1, x, …, x^(degree-1) under the `n`-th power of Frobenius.
    pub(crate) fn frobenius_images(&self, n: usize) -> Vec<Elt> {
        if self.degree == 1 {
            return vec![ONE];
        }
        let y = (0..n % self.degree).fold(self.monomial(1), |y, _| self.square(&y));
        let mut images = vec![ONE];
        for i in 1..self.degree {
            images.push(self.mul(&images[i - 1], &y));
        }
        images
    }
}

fn trim(f: &mut Vec<Elt>) {
    while f.last() == Some(&ZERO) {
        f.pop();
    }
}

pub(crate) fn add(a: &mut Elt, b: &Elt) {
    for (x, y) in a.iter_mut().zip(b) {
        *x ^= y;
    }
}

/// Runs Rabin's test for x^degree + tail.
fn is_irreducible(degree: usize, tail: u64) -> bool {
    let tail_degree = tail.ilog2() as usize;
    if degree == 1 {
        return tail == 1;
    }
    // The kernel's two-step reduction needs a short tail.
    if 2 * tail_degree > degree + 1 || tail_degree >= degree {
        return false;
    }
    let field = Base::with_tail(degree, tail);
    let mut modulus = BinaryPolynomial::monomial(degree);
    modulus.add_shifted(&BinaryPolynomial::from_words(vec![tail]), 0);
    let shares_no_factor = |power: &Elt| {
        let mut p = BinaryPolynomial::from_words(power.to_vec());
        p.add_shifted(&BinaryPolynomial::monomial(1), 0);
        p.degree().is_some() && p.gcd(&modulus).degree() == Some(0)
    };
    let proper: Vec<usize> = factor_small(degree as u64)
        .iter()
        .map(|&(q, _)| degree / q as usize)
        .collect();
    let mut power = field.monomial(1);
    for i in 1..=degree {
        power = field.square(&power);
        // Small factors are common: check them early, and the rest by Rabin's criterion.
        if (i <= 8 && i < degree || proper.contains(&i)) && !shares_no_factor(&power) {
            return false;
        }
    }
    power == field.monomial(1)
}

/// An F_2-linear map on the field, as tables of four input bits.
pub(crate) struct LinearMap {
    words: usize,
    table: Vec<u64>,
}

impl LinearMap {
    /// Creates the map sending the i-th bit to `images[i]`.
    pub(crate) fn new(words: usize, images: &[Elt]) -> LinearMap {
        let nibbles = words * 16;
        let mut table = vec![0; nibbles * 16 * words];
        for (nibble, rows) in table.chunks_exact_mut(16 * words).enumerate() {
            for value in 1..16usize {
                let bit = value.ilog2() as usize;
                let (done, row) = rows.split_at_mut(value * words);
                let rest = &done[(value ^ 1 << bit) * words..][..words];
                row[..words].copy_from_slice(rest);
                if let Some(image) = images.get(nibble * 4 + bit) {
                    row[..words]
                        .iter_mut()
                        .zip(image)
                        .for_each(|(x, y)| *x ^= y);
                }
            }
        }
        LinearMap { words, table }
    }

    /// Computes out = map(x).
    pub(crate) fn apply(&self, out: &mut [u64], x: &[u64]) {
        let w = self.words;
        out.fill(0);
        for (word, tables) in x.iter().zip(self.table.chunks_exact(256 * w)) {
            let mut bits = *word;
            for rows in tables.chunks_exact(16 * w) {
                let row = &rows[(bits & 15) as usize * w..][..w];
                xor(out, row);
                bits >>= 4;
            }
        }
    }
}

/// Returns the inverse of an invertible `n` × `n` matrix given by its columns.
pub(crate) fn invert(columns: &[Elt]) -> Vec<Elt> {
    // Gauss-Jordan on columns: the same operations turn the identity into the inverse.
    let n = columns.len();
    let mut a = columns.to_vec();
    let mut b: Vec<Elt> = (0..n)
        .map(|k| {
            let mut x = ZERO;
            x[k / 64] = 1 << (k % 64);
            x
        })
        .collect();
    for row in 0..n {
        let bit = |x: &Elt| x[row / 64] >> (row % 64) & 1 == 1;
        let pivot = (row..n)
            .find(|&c| bit(&a[c]))
            .expect("an invertible matrix");
        a.swap(row, pivot);
        b.swap(row, pivot);
        for c in 0..n {
            if c != row && bit(&a[c]) {
                let (x, y) = (a[row], b[row]);
                add(&mut a[c], &x);
                add(&mut b[c], &y);
            }
        }
    }
    b
}

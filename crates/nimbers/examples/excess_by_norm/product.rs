//! Products of polynomials over F_2, 64 coefficients to a word, the lowest first.
//!
//! Short ones are taken by Karatsuba's scheme. Long ones are cut into pieces of 32 coefficients, which are
//! coefficients in F_(2^64) of polynomials that are evaluated at the 2^k points of a subspace, multiplied there
//! and interpolated: the transform of Lin, Chung and Han (2014) over Cantor's basis.

use std::sync::OnceLock;

/// Words of a factor from which the transform is the faster way.
const LONG: usize = 384;

/// Points that a core holds.
const NEAR: usize = 2048;

/// The product of two factors of the same length, twice as long.
pub fn product(a: &[u64], b: &[u64]) -> Vec<u64> {
    if a.len() >= LONG {
        return by_transform(a, b);
    }
    let mut out = vec![0; 2 * a.len()];
    karatsuba(a, b, &mut out, &mut vec![0; 4 * a.len() + 64]);
    out
}

pub fn add(a: &mut [u64], b: &[u64]) {
    a.iter_mut().zip(b).for_each(|(a, b)| *a ^= b);
}

/// The product of two words, low and high: build with `RUSTFLAGS="-C target-cpu=native"` to have the
/// processor's instruction for it.
#[inline(always)]
fn words(a: u64, b: u64) -> (u64, u64) {
    #[cfg(all(target_arch = "x86_64", target_feature = "pclmulqdq"))]
    {
        use std::arch::x86_64::{
            _mm_clmulepi64_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_unpackhi_epi64,
        };
        // SAFETY: compiled only where these instructions are available.
        unsafe {
            let (a, b) = (_mm_cvtsi64_si128(a as i64), _mm_cvtsi64_si128(b as i64));
            let both = _mm_clmulepi64_si128::<0>(a, b);
            let high = _mm_cvtsi128_si64(_mm_unpackhi_epi64(both, both));
            (_mm_cvtsi128_si64(both) as u64, high as u64)
        }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "pclmulqdq")))]
    {
        // Ordinary products of every fifth bit: a count of at most 13 ends before the next.
        const FIFTH: u128 = 0x2108_4210_8421_0842_1084_2108_4210_8421;
        let part = |x: u64, i: usize| u128::from(x) & (FIFTH << (i % 5));
        let sum = (0..5).fold(0, |sum, k| {
            let products = (0..5).map(|i| part(a, i) * part(b, 5 + k - i));
            sum | products.fold(0, |sum, product| sum ^ product) & (FIFTH << k)
        });
        (sum as u64, (sum >> 64) as u64)
    }
}

fn karatsuba(a: &[u64], b: &[u64], out: &mut [u64], spare: &mut [u64]) {
    let n = a.len();
    if n <= 6 {
        out.fill(0);
        for (i, &a) in a.iter().enumerate() {
            for (j, &b) in b.iter().enumerate() {
                let (low, high) = words(a, b);
                out[i + j] ^= low;
                out[i + j + 1] ^= high;
            }
        }
        return;
    }
    let h = n.div_ceil(2);
    let ((a0, a1), (b0, b1)) = (a.split_at(h), b.split_at(h));
    let (sums, spare) = spare.split_at_mut(2 * h);
    // The sums of the halves wait in `out` for their product.
    out[..h].copy_from_slice(a0);
    out[h..2 * h].copy_from_slice(b0);
    add(&mut out[..n - h], a1);
    add(&mut out[h..n], b1);
    karatsuba(&out[..h], &out[h..2 * h], sums, spare);
    karatsuba(a0, b0, &mut out[..2 * h], spare);
    karatsuba(a1, b1, &mut out[2 * h..], spare);
    add(sums, &out[..2 * h]);
    add(sums, &out[2 * h..]);
    add(&mut out[h..], sums);
}

fn by_transform(a: &[u64], b: &[u64]) -> Vec<u64> {
    let twiddles = Twiddles::get();
    let values = |x: &[u64]| {
        let mut terms = vec![0; (2 * x.len()).next_power_of_two()];
        for (two, &word) in terms.chunks_exact_mut(2).zip(x) {
            two.copy_from_slice(&[word & 0xFFFF_FFFF, word >> 32]);
        }
        to_novel(&mut terms, 1);
        // The product has twice as many terms, and needs as many points.
        let mut points = terms.repeat(2);
        let halves = points.chunks_exact_mut(terms.len()).zip(0..);
        halves.for_each(|(points, j)| twiddles.evaluate(points, j));
        points
    };
    let mut points = values(a);
    let other = values(b);
    for (x, &y) in points.iter_mut().zip(&other) {
        *x = times(*x, y);
    }
    drop(other);
    twiddles.interpolate(&mut points, 0);
    from_novel(&mut points, 1);
    let mut carry = 0;
    let two = points.chunks_exact(2).take(a.len() + b.len());
    two.map(|two| {
        let word = two[0] ^ two[1] << 32 ^ carry;
        carry = two[1] >> 32;
        word
    })
    .collect()
}

/// The product in F_2[x]/(x^64 + x^4 + x^3 + x + 1).
#[inline(always)]
fn times(a: u64, b: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "pclmulqdq"))]
    {
        use std::arch::x86_64::{
            _mm_clmulepi64_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_xor_si128,
        };
        // SAFETY: compiled only where these instructions are available.
        unsafe {
            let (a, b) = (_mm_cvtsi64_si128(a as i64), _mm_cvtsi64_si128(b as i64));
            let tail = _mm_cvtsi64_si128(0x1B);
            let both = _mm_clmulepi64_si128::<0x00>(a, b);
            let folded = _mm_clmulepi64_si128::<0x01>(both, tail);
            let rest = _mm_clmulepi64_si128::<0x01>(folded, tail);
            _mm_cvtsi128_si64(_mm_xor_si128(_mm_xor_si128(both, folded), rest)) as u64
        }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "pclmulqdq")))]
    {
        let (low, high) = words(a, b);
        let (folded, rest) = words(high, 0x1B);
        low ^ folded ^ words(rest, 0x1B).0
    }
}

/// Sums of Cantor's basis: b_0 = 1, b_(i+1)^2 + b_(i+1) = b_i. With s_i the polynomial whose roots are the sums
/// of the first i of them, s_i(b_(i+j)) = b_j.
struct Twiddles {
    low: Vec<u64>,
    high: Vec<u64>,
}

const TWIDDLE_BITS: u32 = 14;

impl Twiddles {
    fn get() -> &'static Twiddles {
        static TWIDDLES: OnceLock<Twiddles> = OnceLock::new();
        TWIDDLES.get_or_init(|| {
            let basis: Vec<u64> = std::iter::successors(Some(1), |&b| Some(artin_schreier(b)))
                .take(32)
                .collect();
            let sums = |basis: &[u64]| {
                let mut sums = vec![0];
                for b in &basis[..TWIDDLE_BITS as usize] {
                    sums.extend_from_within(..);
                    let half = sums.len() / 2;
                    sums[half..].iter_mut().for_each(|sum| *sum ^= b);
                }
                sums
            };
            Twiddles {
                low: sums(&basis[1..]),
                high: sums(&basis[1 + TWIDDLE_BITS as usize..]),
            }
        })
    }

    /// What s_i is on the j-th block of 2^i points and has one added for the next: the sum of the b_(l+1) for the
    /// bits l of j/2.
    #[inline(always)]
    fn at(&self, j: usize) -> u64 {
        self.low[j & ((1 << TWIDDLE_BITS) - 1)] ^ self.high[j >> TWIDDLE_BITS]
    }

    /// From coefficients of the products of the s_i to the values at the j-th block of points. Half by half, as
    /// f = g + s h: where s is t, g + th; where it is t + 1, h more.
    fn evaluate(&self, points: &mut [u64], j: usize) {
        if points.len() > NEAR {
            self.split(points, j);
            let (left, right) = points.split_at_mut(points.len() / 2);
            self.evaluate(left, 2 * j);
            self.evaluate(right, 2 * j + 1);
            return;
        }
        let mut size = points.len();
        let mut j = j;
        while size > 1 {
            points
                .chunks_exact_mut(size)
                .zip(j..)
                .for_each(|(points, j)| self.split(points, j));
            (size, j) = (size / 2, 2 * j);
        }
    }

    fn interpolate(&self, points: &mut [u64], j: usize) {
        if points.len() > NEAR {
            let (left, right) = points.split_at_mut(points.len() / 2);
            self.interpolate(left, 2 * j);
            self.interpolate(right, 2 * j + 1);
            return self.join(points, j);
        }
        let mut size = 2;
        while size <= points.len() {
            let first = j * (points.len() / size);
            points
                .chunks_exact_mut(size)
                .zip(first..)
                .for_each(|(points, j)| self.join(points, j));
            size *= 2;
        }
    }

    #[inline(always)]
    fn split(&self, points: &mut [u64], j: usize) {
        let t = self.at(j);
        let (left, right) = points.split_at_mut(points.len() / 2);
        for (g, h) in left.iter_mut().zip(right) {
            *g ^= times(t, *h);
            *h ^= *g;
        }
    }

    #[inline(always)]
    fn join(&self, points: &mut [u64], j: usize) {
        let t = self.at(j);
        let (left, right) = points.split_at_mut(points.len() / 2);
        for (g, h) in left.iter_mut().zip(right) {
            *h ^= *g;
            *g ^= times(t, *h);
        }
    }
}

/// A z with z^2 + z = c, for a c of trace 0.
fn artin_schreier(c: u64) -> u64 {
    let conjugates = |x: u64| std::iter::successors(Some(x), |&x| Some(times(x, x))).take(64);
    let w = (0..64)
        .map(|i| 1 << i)
        .find(|&w| conjugates(w).fold(0, |a, b| a ^ b) == 1);
    let w = w.expect("some power of x has the trace 1");
    let (mut z, mut sum) = (0, 0);
    for (c, w) in conjugates(c).zip(conjugates(w).skip(1)) {
        sum ^= c;
        z ^= times(sum, w);
    }
    assert_eq!(times(z, z) ^ z, c, "a root");
    z
}

/// The coefficients of powers of x become those of products of the s_i, in `rows` of this width, one polynomial
/// for each column. With b = 2^(2^i), s_(2^i) is y = x^b + x: first come powers of y, with coefficients of fewer than
/// b terms, and then both kinds of powers for themselves.
fn to_novel(rows: &mut [u64], width: usize) {
    if (rows.len(), width) == (4, 1) {
        rows[2] ^= rows[3];
        rows[1] ^= rows[2];
        return;
    }
    let Some(b) = step(rows.len() / width) else {
        return;
    };
    let mut size = rows.len();
    while size > b * width {
        // x^(b 2^j) = y^(2^j) + x^(2^j).
        for part in rows.chunks_exact_mut(size) {
            let (low, high, shift) = halves(part, b);
            let (first, last) = high.split_at_mut(high.len() - shift);
            add(first, last);
            add(&mut low[shift..], first);
        }
        size /= 2;
    }
    to_novel(rows, b * width);
    rows.chunks_exact_mut(b * width)
        .for_each(|rows| to_novel(rows, width));
}

fn from_novel(rows: &mut [u64], width: usize) {
    if (rows.len(), width) == (4, 1) {
        rows[1] ^= rows[2];
        rows[2] ^= rows[3];
        return;
    }
    let Some(b) = step(rows.len() / width) else {
        return;
    };
    rows.chunks_exact_mut(b * width)
        .for_each(|rows| from_novel(rows, width));
    from_novel(rows, b * width);
    let mut size = 2 * b * width;
    while size <= rows.len() {
        for part in rows.chunks_exact_mut(size) {
            let (low, high, shift) = halves(part, b);
            let (first, last) = high.split_at_mut(high.len() - shift);
            add(&mut low[shift..], first);
            add(first, last);
        }
        size *= 2;
    }
}

/// The largest of 2, 4, 16, 256, … below n.
fn step(n: usize) -> Option<usize> {
    (0..6).rev().map(|i| 1 << (1 << i)).find(|&b: &usize| b < n)
}

/// The halves, and how much lower x^(2^j) is than x^(b 2^j) that starts the upper one.
fn halves(part: &mut [u64], b: usize) -> (&mut [u64], &mut [u64], usize) {
    let half = part.len() / 2;
    let (low, high) = part.split_at_mut(half);
    (low, high, half / b)
}

//! Factors of a nimber with prescribed top bits: the moves of the game Nimbers.
//!
//! Lenstra's Turning Corners in `d` dimensions: moving the stone at `(x_1, ..., x_d)` to the box with far corner `(u_1,
//! ..., u_d)` changes the value of the position by the product of the `x_k + u_k`. So a winning move is a factorisation
//! of the value into `A_1, ..., A_d` with `x_k + A_k < x_k`, that is, such that the top bit of `A_k` is a bit of `x_k`.
//! The Tartan theorem says that one exists; here every mex of its proof is replaced by a square root or a solution of
//! `x^2 + x = c`, so that a few field operations for each level, the `log2` of the number of bits, find one.

use alloc::vec::Vec;

use crate::finite::field::FiniteNimber;

/// Finds factors `A_k` with the given product such that `x_k + A_k < x_k` for every coordinate `x_k`.
///
/// `None` if the top bit of `product` does not occur in the nim product of the coordinates (or `product` is 0, or there
/// are no coordinates). If it occurs, there is an answer. In a position of value `product` it occurs in the value of at
/// least one of the stones; other stones may also have winning moves, which this function does not search for.
///
/// ```
/// use nimbers::{FiniteNimber, Nimber8, factor};
/// // The stone (14, 14), alone on the board, has the value 14 * 14 = 8.
/// let stone = [Nimber8(14), Nimber8(14)];
/// let factors = factor::decreasing(&(stone[0] * stone[1]), &stone).unwrap();
/// assert_eq!(factors[0] * factors[1], Nimber8(8));
/// assert!(stone.iter().zip(&factors).all(|(&x, &a)| x + a < x));
/// ```
#[must_use]
pub fn decreasing<N: FiniteNimber>(product: &N, coordinates: &[N]) -> Option<Vec<N>> {
    let mut top_bits = Vec::with_capacity(coordinates.len() + MOST_EXTRA);
    choose_bits(product.top_bit()?, coordinates, &mut top_bits)?;
    let mut factors = Vec::with_capacity(top_bits.capacity());
    solve(&mut top_bits, usize::BITS - 1, product, &mut factors)?;
    Some(factors)
}

/// Finds factors with the given product and exactly the given top bits: `A_j` from `2^i_j` up to but excluding
/// `2^(i_j + 1)`.
///
/// `None` if the top bit of `product` does not occur in the nim product of the `2^i_j` (or there are none of these, or
/// the type lacks these bits). If it occurs, there is an answer.
#[must_use]
pub fn with_top_bits<N: FiniteNimber>(product: &N, top_bits: &[usize]) -> Option<Vec<N>> {
    let mut of_powers = N::one();
    for &i in top_bits {
        of_powers = of_powers.times(&N::power_of_two(i)?);
    }
    if top_bits.is_empty() || !of_powers.bit(product.top_bit()?) {
        return None;
    }
    let mut top_bits = top_bits.to_vec();
    let mut factors = Vec::new();
    solve(&mut top_bits, usize::BITS - 1, product, &mut factors)?;
    Some(factors)
}

/// The expected number of extra factors that [`solve`] needs, so that its lists need not grow.
const MOST_EXTRA: usize = 6;

/// Chooses one bit `i_j` of each coordinate, such that bit `k` occurs in the product of the `2^i_j`.
fn choose_bits<N: FiniteNimber>(
    k: usize,
    coordinates: &[N],
    chosen: &mut Vec<usize>,
) -> Option<()> {
    // The products of all coordinates from the j-th on.
    let mut suffixes = Vec::with_capacity(coordinates.len());
    let mut suffix = N::one();
    let mut level = 0;
    for x in coordinates.iter().rev() {
        level = level.max(x.level());
        suffixes.push(suffix.clone());
        suffix = suffix.times(x);
    }
    if coordinates.is_empty() || !suffix.bit(k) {
        return None;
    }
    let mut prefix = N::one();
    for (x, suffix) in coordinates.iter().zip(suffixes.iter().rev()) {
        let i = prefix
            .times(suffix)
            .bits_with(k, level)?
            .lowest_common_bit(x)?;
        prefix = prefix.times(&N::power_of_two(i)?);
        chosen.push(i);
    }
    Some(())
}

/// Finds factors with product `c` whose top bits are the numbers in `top_bits` modulo `2^levels`. The top bit of `c`
/// must occur in the product of the corresponding powers of two.
///
/// Write `F` for the Fermat power of the highest bit `n` that occurs in these numbers, `h = F/2`,
/// and `c = c1 F + c0`. The factors with bit `n` are written `a (F + b)`, where `a` has the top bit
/// less `2^n`.
fn solve<N: FiniteNimber>(
    top_bits: &mut Vec<usize>,
    levels: u32,
    c: &N,
    factors: &mut Vec<N>,
) -> Option<()> {
    factors.clear();
    let union = top_bits.iter().fold(0, |union, i| union | i) & ((1 << levels) - 1);
    if let [_] = top_bits[..] {
        factors.push(c.clone());
        return Some(());
    }
    if union == 0 {
        factors.resize(top_bits.len(), N::one());
        return Some(());
    }
    let n = union.ilog2();
    let with_n = |i: &usize| i >> n & 1 == 1;
    let (c1, c0) = c.split(n);
    let top = (1 << n) - 1;
    match top_bits.iter().filter(|i| with_n(i)).count() {
        1 => {
            // b = c0 / c1.
            let b = c0.times(&c1.inverse()?);
            solve(top_bits, n, &c1, factors)?;
            multiply_by_linear(top_bits, n, factors, |_| b.clone());
        }
        2 if !c1.is_zero() => {
            // (F + b)^2 = F + h + b^2.
            let h = N::power_of_two(top)?;
            let b = c0.times(&c1.inverse()?).plus(&h).sqrt();
            solve(top_bits, n, &c1, factors)?;
            multiply_by_linear(top_bits, n, factors, |_| b.clone());
        }
        2 => {
            // (F + z)(F + z + 1) = e if z^2 + z = h + e, which has trace 0 if the top bit of e is h.
            top_bits.push(top);
            solve(top_bits, n, c, factors)?;
            top_bits.pop();
            let h = N::power_of_two(top)?;
            let z = factors.pop()?.plus(&h).artin_schreier()?;
            multiply_by_linear(top_bits, n, factors, |j| {
                if j == 0 { z.clone() } else { z.plus(&N::one()) }
            });
        }
        count => {
            // The a are free: powers of two, and the F + b take the rest g of the product.
            for i in top_bits.iter() {
                factors.push(N::power_of_two(i & top)?);
            }
            let product = factors.iter().fold(N::one(), |product, a| product.times(a));
            let mut g = c.times(&product.inverse()?);
            if n > 0 && count == 3 && g.is_one() {
                // Three F + b never have the product 1: insert an e, as above.
                top_bits.push(top);
                solve(top_bits, n, c, factors)?;
                top_bits.pop();
                g = factors.pop()?;
            }
            let constants = linear_factors(n, count, g)?;
            multiply_by_linear(top_bits, n, factors, |j| constants[j].clone());
        }
    }
    Some(())
}

/// Replaces the factors `a` whose index has bit `n` by `a (F + b)`, with `b = constant(j)` for the `j`-th of them.
fn multiply_by_linear<N: FiniteNimber>(
    top_bits: &[usize],
    n: u32,
    factors: &mut [N],
    constant: impl Fn(usize) -> N,
) {
    let members = factors
        .iter_mut()
        .zip(top_bits)
        .filter(|(_, i)| *i >> n & 1 == 1);
    for (j, (a, _)) in members.enumerate() {
        *a = N::join(a, &a.times(&constant(j)), n);
    }
}

/// Returns `b_1, ..., b_count`, `count >= 3`, such that the `F + b_j` have the product `g`.
///
/// For `n > 0`, three of them can have any product except 1, and four or more any product: `z1 z2 z3 = 1` with relative
/// traces 1 would put `z1` into the field of four elements.
fn linear_factors<N: FiniteNimber>(n: u32, count: usize, mut g: N) -> Option<Vec<N>> {
    let fermat = N::power_of_two(1 << n)?;
    let mut constants = Vec::with_capacity(count);
    if n == 0 {
        // 2 and 3 are the cube roots of unity w and w^2: change as many w into w^2 as needed.
        let log = if g.is_one() {
            0
        } else {
            g.top_bit()? + usize::from(g.bit(0))
        };
        let squares = (log + 2 * count) % 3;
        constants.resize(count, N::zero());
        constants[..squares].fill(N::one());
        return Some(constants);
    }
    if count > 3 {
        let rest = g.times(&fermat.pow(count as u64 - 3).inverse()?);
        constants.resize(count - 3, N::zero());
        g = if rest.is_one() {
            constants[0] = N::one();
            // F / (F + 1) in place of 1.
            fermat.times(&fermat.plus(&N::one()).inverse()?)
        } else {
            rest
        };
    }
    let h = N::power_of_two((1 << n) - 1)?;
    // With b1 given, r = g / (F + b1) = (F + b2)(F + b3) says b2 + b3 = 1 + r1, b2 b3 = h + r0. This
    // has a solution in the field for about half of the b1.
    let mut first = N::zero();
    loop {
        let (r1, r0) = g.times(&fermat.plus(&first).inverse()?).split(n);
        let (sum, product) = (r1.plus(&N::one()), r0.plus(&h));
        match sum.inverse() {
            None => {
                let root = product.sqrt();
                constants.extend([first, root.clone(), root]);
                return Some(constants);
            }
            Some(inverse) => {
                let t = product.times(&inverse.square());
                if !t.bit((1 << n) - 1) {
                    let second = t.artin_schreier()?.times(&sum);
                    let third = second.plus(&sum);
                    constants.extend([first, second, third]);
                    return Some(constants);
                }
            }
        }
        first = successor(&first, n)?;
    }
}

/// Returns the next nimber in the ordinary order, `None` at the end of the field `K_n`.
fn successor<N: FiniteNimber>(x: &N, n: u32) -> Option<N> {
    let zero = (0..1_usize << n).find(|&i| !x.bit(i))?;
    // Adding 2^(zero+1) - 1 clears the ones below and sets the zero.
    (0..=zero).try_fold(x.clone(), |x, i| Some(x.plus(&N::power_of_two(i)?)))
}

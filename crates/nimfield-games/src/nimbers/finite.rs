//! All factors of a finite nimber with prescribed top bits, and so all winning moves.

use nimbers::FiniteNimber;
use nimfield_core::order::numbers_by;

/// The remaining work, in steps of a few field operations each.
pub struct Steps(pub u64);

impl Steps {
    /// Takes `count` steps; `None` if fewer are left.
    pub(super) fn take(&mut self, count: u64) -> Option<()> {
        self.0 = self.0.checked_sub(count)?;
        Some(())
    }
}

/// Returns all factors `A_k` with product `c` and `x_k + A_k < x_k`, where the `x_k` are not 0; `None` if that takes
/// too many steps.
pub(super) fn factorisations<N: FiniteNimber>(
    c: &N,
    coordinates: &[N],
    steps: &mut Steps,
) -> Option<Vec<Vec<N>>> {
    if c.is_zero() {
        return Some(Vec::new());
    }
    // The small coordinates are enumerated, and the two largest ones solved for.
    let by_size = |i: usize, j: usize| coordinates[i].cmp(&coordinates[j]);
    let order = numbers_by(coordinates.len(), &by_size);
    let mut found = Vec::new();
    let mut chosen = vec![N::zero(); coordinates.len()];
    extend(c, coordinates, &order, &mut chosen, &mut found, steps)?;
    Some(found)
}

fn extend<N: FiniteNimber>(
    c: &N,
    coordinates: &[N],
    order: &[usize],
    chosen: &mut [N],
    found: &mut Vec<Vec<N>>,
    steps: &mut Steps,
) -> Option<()> {
    match *order {
        [] => {}
        [k] => {
            if coordinates[k].plus(c) < coordinates[k] {
                chosen[k] = c.clone();
                found.push(chosen.to_vec());
            }
        }
        [k, l] => {
            for (a, b) in pairs(c, &coordinates[k], &coordinates[l], steps)? {
                (chosen[k], chosen[l]) = (a, b);
                found.push(chosen.to_vec());
            }
        }
        [k, ref rest @ ..] => {
            for a in decreasing(&coordinates[k], steps)? {
                let rest_of_c = c.times(&a.inverse()?);
                chosen[k] = a;
                extend(&rest_of_c, coordinates, rest, chosen, found, steps)?;
            }
        }
    }
    Some(())
}

/// Coordinates with at most this many bits are always enumerated.
const TRIED: usize = 12;

/// Returns all `(a, b)` with product `c`, `x + a < x` and `y + b < y`, for `x <= y`.
fn pairs<N: FiniteNimber>(c: &N, x: &N, y: &N, steps: &mut Steps) -> Option<Vec<(N, N)>> {
    let (top_x, top_y) = (x.top_bit()?, y.top_bit()?);
    // About one in 2^(field - top_y) trials succeeds.
    let field = 1usize << x.level().max(y.level()).max(c.level());
    if top_x < TRIED || (top_x < 17 && field - top_y < 8) {
        let mut found = Vec::new();
        for a in decreasing(x, steps)? {
            let b = c.times(&a.inverse()?);
            if y.plus(&b) < *y {
                found.push((a, b));
            }
        }
        return Some(found);
    }
    let mut found = Vec::new();
    for i in (0..=top_x).filter(|&i| x.bit(i)) {
        for j in (0..=top_y).filter(|&j| y.bit(j)) {
            found.extend(with_top_bits(c, i, j, steps)?);
        }
    }
    Some(found)
}

/// Returns the `a` with `x + a < x`: `x + u` for all `u < x`.
pub fn decreasing<N: FiniteNimber>(
    x: &N,
    steps: &mut Steps,
) -> Option<impl Iterator<Item = N> + use<N>> {
    let count = u64::try_from(x.to_biguint()).ok()?;
    steps.take(count)?;
    let mut masks = Vec::new();
    let mut mask = N::zero();
    for i in 0..=x.top_bit()? {
        mask = mask.plus(&N::power_of_two(i)?);
        masks.push(mask.clone());
    }
    let mut next = x.clone();
    Some((1..=count).map(move |u| {
        // From u - 1 to u the bits up to the lowest one of u change.
        let changed = next.plus(&masks[(u.trailing_zeros() as usize).min(masks.len() - 1)]);
        std::mem::replace(&mut next, changed)
    }))
}

/// Returns all `(a, b)` with product `c` and top bits `i` and `j`.
///
/// Write `F` for the Fermat power of the highest bit `n` in which `i` and `j` have a one, `h = F/2`. The factors with
/// that bit are `a (F + b)`, so the problem reduces to the `a` in the smaller field, and is then linear or quadratic in
/// the `b`.
pub fn with_top_bits<N: FiniteNimber>(
    c: &N,
    i: usize,
    j: usize,
    steps: &mut Steps,
) -> Option<Vec<(N, N)>> {
    if i | j == 0 {
        return Some(if c.is_one() {
            vec![(N::one(), N::one())]
        } else {
            Vec::new()
        });
    }
    let n = (i | j).ilog2();
    if c.is_zero() || c.level() > n + 1 {
        return Some(Vec::new());
    }
    let bit = 1usize << n;
    let (c1, c0) = c.split(n);
    let mut found = Vec::new();
    if i & j & bit == 0 {
        let (low_i, low_j) = (i & !bit, j & !bit);
        for (a, b) in with_top_bits(&c1, low_i, low_j, steps)? {
            steps.take(1)?;
            if i & bit != 0 {
                found.push((N::join(&a, &c0.times(&b.inverse()?), n), b));
            } else {
                let upper = N::join(&b, &c0.times(&a.inverse()?), n);
                found.push((a, upper));
            }
        }
        return Some(found);
    }
    // Both have the bit: their b have the sum 1 + c1/p and the product h + c0/p, where p is the product of the a.
    let (low_i, low_j) = (i & !bit, j & !bit);
    steps.take(
        1u64.checked_shl((low_i + low_j) as u32)
            .filter(|_| low_i + low_j < 40)?,
    )?;
    let half = N::power_of_two(bit - 1)?;
    let seconds = block::<N>(low_j)?;
    for first in block::<N>(low_i)? {
        for second in &seconds {
            let inverse = first.times(second).inverse()?;
            let sum = N::one().plus(&c1.times(&inverse));
            let product = half.plus(&c0.times(&inverse));
            let mut push = |b1: &N, b2: &N| {
                let a = N::join(&first, &first.times(b1), n);
                found.push((a, N::join(second, &second.times(b2), n)));
            };
            let Some(scale) = sum.inverse() else {
                let root = product.sqrt();
                push(&root, &root);
                continue;
            };
            let t = product.times(&scale.square());
            if !t.bit(bit - 1) {
                let root = t.artin_schreier()?.times(&sum);
                let other = root.plus(&sum);
                push(&root, &other);
                push(&other, &root);
            }
        }
    }
    Some(found)
}

/// Returns the nimbers with top bit `i`.
pub fn block<N: FiniteNimber>(i: usize) -> Option<Vec<N>> {
    let mut block = vec![N::power_of_two(i)?];
    for k in 0..i {
        let bit = N::power_of_two(k)?;
        let with: Vec<N> = block.iter().map(|x| x.plus(&bit)).collect();
        block.extend(with);
    }
    Some(block)
}

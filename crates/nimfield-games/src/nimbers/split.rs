//! Monic polynomials over the nimbers below a component, split into factors of given degrees.
//!
//! A polynomial is the list of its coefficients without the leading 1, the constant one first.

use nimbers::ordinal::Subfield;
use nimbers::{Interrupt, Ordinal};
use nimfield_core::order::numbers_by;

use super::gap::Gap;
use super::kappa::Kappa;

/// Returns the product of polynomials.
pub(super) fn product<'a>(
    factors: impl Iterator<Item = &'a [Ordinal]>,
    interrupt: Interrupt<'_>,
) -> Result<Vec<Ordinal>, Gap> {
    let mut product = vec![Ordinal::one()];
    for factor in factors {
        let mut next = vec![Ordinal::ZERO; product.len() + factor.len()];
        for (i, a) in product.iter().enumerate() {
            for (j, b) in factor.iter().enumerate() {
                next[i + j] = next[i + j].plus(&a.times(b, interrupt)?);
            }
            next[i + factor.len()] = next[i + factor.len()].plus(a);
        }
        product = next;
    }
    product.pop();
    Ok(product)
}

/// Finds factors of a polynomial with these degrees, over a sufficiently large field below κ; `None` if they do not
/// exist over any.
pub(super) fn with_degrees(
    kappa: Kappa,
    polynomial: &[Ordinal],
    degrees: &[usize],
    interrupt: Interrupt<'_>,
) -> Result<Option<Vec<Vec<Ordinal>>>, Gap> {
    let mut field = Subfield::of(polynomial)?;
    let mut factors = field.factors(polynomial, interrupt)?;
    loop {
        if let Some(dealt) = dealt(&factors, degrees, interrupt)? {
            return Ok(Some(dealt));
        }
        let Some(larger) = extended(kappa, &field, &factors)? else {
            return Ok(None);
        };
        field = larger;
        let mut finer = Vec::new();
        for factor in &factors {
            finer.extend(field.factors(factor, interrupt)?);
        }
        factors = finer;
    }
}

/// Finds the roots of a polynomial, if all are below κ.
pub(super) fn roots(
    kappa: Kappa,
    polynomial: &[Ordinal],
    interrupt: Interrupt<'_>,
) -> Result<Option<Vec<Ordinal>>, Gap> {
    let linear = with_degrees(kappa, polynomial, &vec![1; polynomial.len()], interrupt)?;
    Ok(linear.map(|linear| linear.concat()))
}

/// Returns the next larger field below κ in which one of the factors may split.
fn extended(
    kappa: Kappa,
    field: &Subfield,
    factors: &[Vec<Ordinal>],
) -> Result<Option<Subfield>, Gap> {
    let degrees = || factors.iter().map(Vec::len).filter(|&degree| degree > 1);
    let most = degrees().max().unwrap_or(0);
    // A factor stays irreducible in fields whose degree has no prime in common with its own.
    for prime in (2..=most.min(kappa.prime as usize)).filter(|&q| (2..q).all(|r| q % r != 0)) {
        if !degrees().any(|degree| degree % prime == 0) {
            continue;
        }
        let (larger, component) = field.extended(prime as u32)?;
        if component < kappa.power(1) {
            return Ok(Some(larger));
        }
    }
    Ok(None)
}

/// Groups all factors into products with these degrees.
pub(super) fn dealt(
    factors: &[Vec<Ordinal>],
    degrees: &[usize],
    interrupt: Interrupt<'_>,
) -> Result<Option<Vec<Vec<Ordinal>>>, Gap> {
    let sizes: Vec<usize> = factors.iter().map(Vec::len).collect();
    let Some(places) = packed(&sizes, degrees) else {
        return Ok(None);
    };
    let products = (0..degrees.len()).map(|place| {
        let mine = factors.iter().zip(&places).filter(|(_, p)| **p == place);
        product(mine.map(|(factor, _)| factor.as_slice()), interrupt)
    });
    products.collect::<Result<_, _>>().map(Some)
}

/// Returns the bin of each item such that all bins are full; `None` if that is impossible, or takes too long to find.
pub fn packed(sizes: &[usize], bins: &[usize]) -> Option<Vec<usize>> {
    /// The most steps of a search; beyond it, the next polynomial is a better chance.
    const MOST_STEPS: u32 = 1 << 12;
    fn place(
        order: &[usize],
        sizes: &[usize],
        free: &mut [usize],
        places: &mut [usize],
        steps: &mut u32,
    ) -> bool {
        let Some((&item, rest)) = order.split_first() else {
            return free.iter().all(|&left| left == 0);
        };
        for bin in 0..free.len() {
            // Bins with equal remaining space are interchangeable.
            if free[bin] < sizes[item] || free[..bin].contains(&free[bin]) {
                continue;
            }
            let Some(left) = steps.checked_sub(1) else {
                return false;
            };
            *steps = left;
            free[bin] -= sizes[item];
            places[item] = bin;
            if place(rest, sizes, free, places, steps) {
                return true;
            }
            free[bin] += sizes[item];
        }
        false
    }
    let order = numbers_by(sizes.len(), &|i, j| sizes[j].cmp(&sizes[i]));
    let mut places = vec![0; sizes.len()];
    let mut steps = MOST_STEPS;
    place(&order, sizes, &mut bins.to_vec(), &mut places, &mut steps).then_some(places)
}

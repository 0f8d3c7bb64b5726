//! Roots of any degree.

use alloc::vec;
use alloc::vec::Vec;

use num_bigint::{BigInt, BigUint};
use num_traits::Zero;

use super::field::Field;
use super::product::{alpha, kappa_ordinal};
use super::{NimberError, Ordinal};
use crate::component::{Component, closure, factor_u64};
use crate::excess::Excesses;

/// The most roots that are listed: the odd part of the degree of a root.
pub const MAX_ROOTS: u64 = 10_000;

impl Ordinal {
    /// The least x with x^n = self.
    ///
    /// # Errors
    /// As for [`roots`](Self::roots).
    pub fn root(&self, n: u64) -> Result<Ordinal, NimberError> {
        Ok(self.roots(n)?.swap_remove(0))
    }

    /// All x with x^n = self, ascending: as many as the odd part of n (one for 0).
    ///
    /// # Errors
    /// [`NimberError::ZerothRoot`]; [`NimberError::TooMuchWork`] for more than [`MAX_ROOTS`] roots or powers beyond
    /// [`MAX_WORK`](super::MAX_WORK); [`NimberError::Unknown`], [`NimberError::FieldTooLarge`].
    pub fn roots(&self, n: u64) -> Result<Vec<Ordinal>, NimberError> {
        if n == 0 {
            return Err(NimberError::ZerothRoot);
        }
        if self.is_zero() {
            return Ok(vec![Ordinal::ZERO]);
        }
        let twos = n.trailing_zeros();
        let odd = n >> twos;
        if odd > MAX_ROOTS {
            return Err(NimberError::TooMuchWork {
                what: "the number of roots",
            });
        }
        let mut root = self.clone();
        for _ in 0..twos {
            root = root.sqrt()?;
        }
        let mut roots = vec![root];
        for (p, multiplicity) in factor_u64(odd) {
            for _ in 0..multiplicity {
                let mut next = Vec::with_capacity(roots.len() * p as usize);
                for x in &roots {
                    next.extend(prime_roots(x, p as u32)?);
                }
                roots = next;
            }
        }
        roots.sort_unstable();
        Ok(roots)
    }
}

/// The p roots of x != 0, p an odd prime.
///
/// In a field of 2^E elements with p | 2^E - 1 = p^s·u, x = y^p·h^j with h of order p^s; the root is
/// y·h^(j/p), or, when p does not divide j, it lies one component higher: h = g^u with g = κ_p^p or
/// κ_{p^n}, which is no p-th power, and g's root is the next component.
fn prime_roots(x: &Ordinal, p: u32) -> Result<Vec<Ordinal>, NimberError> {
    let excesses = Excesses::shipped();
    let alpha = alpha(p)?;
    // The least closed field with x and α_p; it has the p-th roots of unity.
    let generators: Vec<Component> = x
        .components()
        .into_iter()
        .chain(alpha.components())
        .collect();
    let highest = closure(&generators, &excesses)?
        .iter()
        .filter(|c| c.prime == p)
        .map(|c| c.power)
        .max();
    let field = Field::generated_by(&generators)?;
    let g = match highest {
        None => (*alpha).clone(),
        Some(power) => kappa_ordinal(Component { prime: p, power }),
    };
    let (x, g) = (field.dense(x), field.dense(&g));

    let group = field.group_order();
    let (mut s, mut u) = (0u32, group.clone());
    while (&u % p).is_zero() {
        u /= p;
        s += 1;
    }
    let sylow = BigUint::from(p).pow(s);
    // a·u = 1 modulo p^s; x = x^(a·u)·(x^(-c))^p with c = (a·u - 1)/p.
    let a = (&u % &sylow).modinv(&sylow).expect("u is coprime to p");
    let au = a * &u;
    let c = (&au - 1u32) / p % &group;
    let part = field.pow(&x, &au)?;
    let y = field.pow(&x, &(&group - c))?;

    let h = field.pow(&g, &u)?;
    let j = discrete_log(&field, &h, &part, p, s)?;
    let zeta = field.pow(&h, &(&sylow / p))?;
    let (first, next) = if (&j % p).is_zero() {
        (
            field.tower.mul(&y, &field.pow(&h, &(j / p))?),
            Ordinal::one(),
        )
    } else {
        let exponent = u * j;
        let digit = BigInt::from(&exponent % p);
        let power = field.pow(&g, &(exponent / p))?;
        let component = kappa_ordinal(Component {
            prime: p,
            power: highest.unwrap_or(0) + 1,
        });
        (field.tower.mul(&y, &power), component.pow(&digit)?)
    };
    let mut roots = Vec::with_capacity(p as usize);
    let mut root = first;
    for _ in 0..p {
        roots.push(field.ordinal(&root).times(&next)?);
        root = field.tower.mul(&root, &zeta);
    }
    Ok(roots)
}

/// j with h^j = target, h of order p^s: digit by digit, the lowest first (Pohlig and Hellman).
fn discrete_log(
    field: &Field,
    h: &[u64],
    target: &[u64],
    p: u32,
    s: u32,
) -> Result<BigUint, NimberError> {
    let p_to = |k: u32| BigUint::from(p).pow(k);
    let zeta = field.pow(h, &p_to(s - 1))?;
    let mut unity = vec![field.tower.one()];
    for i in 1..p as usize {
        unity.push(field.tower.mul(&unity[i - 1], &zeta));
    }
    let inverse = field.tower.inverse(h).expect("h is not 0");
    let mut j = BigUint::zero();
    for k in 0..s {
        let rest = field.tower.mul(target, &field.pow(&inverse, &j)?);
        let power = field.pow(&rest, &p_to(s - 1 - k))?;
        let digit = unity
            .iter()
            .position(|z| *z == power)
            .expect("a p-th root of unity");
        j += p_to(k) * digit;
    }
    Ok(j)
}

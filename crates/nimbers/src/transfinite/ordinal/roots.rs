//! Roots of any degree.

use alloc::sync::Arc;
use alloc::vec::Vec;

use num_bigint::{BigInt, BigUint};
use num_traits::Zero;

use crate::error::UnknownExcess;
use crate::error::{MAX_DEGREE, NimberError, Result, at_most};
use crate::interrupt::Interrupt;
use crate::transfinite::component::{Component, closure, q_set};
use crate::transfinite::excess::known::Excesses;
use crate::transfinite::integers::{factor, order_of_two_mod};
use crate::transfinite::ordinal::exponent::rank_of;
use crate::transfinite::ordinal::field::Field;
use crate::transfinite::ordinal::normal_form::Ordinal;
use crate::transfinite::ordinal::product::{alpha, kappa_ordinal};

/// The most roots to list: the odd part of the degree of a root. Finding only the least root has no such limit.
const MAX_ROOTS: u64 = 10_000;

/// The callback for each root.
type Visit<'a> = &'a mut dyn FnMut(Ordinal);

impl Ordinal {
    /// Returns the least x with x^n = self.
    ///
    /// This visits all roots, whose number is the odd part of n, and stores only the least, so a large n takes long;
    /// `interrupt` can stop it.
    ///
    /// # Errors
    /// See [`roots`](Self::roots), except that the number of roots is unlimited.
    pub fn root(&self, n: u64, interrupt: Interrupt<'_>) -> Result<Ordinal> {
        let mut least: Option<Ordinal> = None;
        let mut keep_less = |root: Ordinal| {
            if least.as_ref().is_none_or(|least| root < *least) {
                least = Some(root);
            }
        };
        visit_roots(self, n, interrupt, &mut keep_less)?;
        // The field is algebraically closed.
        least.ok_or(NimberError::OutOfRange)
    }

    /// Returns all x with x^n = self, ascending; their number is the odd part of n (one for 0).
    ///
    /// # Errors
    /// [`NimberError::ZerothRoot`]; [`NimberError::TooMuchWork`] for more than 10,000 roots or powers of more than 2^33
    /// bit operations; [`NimberError::OutOfRange`] for roots beyond the bounds of [`Exponent`](super::Exponent).
    pub fn roots(&self, n: u64, interrupt: Interrupt<'_>) -> Result<Vec<Ordinal>> {
        if n > 0 && !self.is_zero() {
            at_most(MAX_ROOTS, "the number of roots", n >> n.trailing_zeros())?;
        }
        let mut roots = Vec::new();
        visit_roots(self, n, interrupt, &mut |root| roots.push(root))?;
        roots.sort_unstable();
        Ok(roots)
    }
}

/// Visits all n-th roots of x, in no particular order.
fn visit_roots(x: &Ordinal, n: u64, interrupt: Interrupt<'_>, visit: Visit<'_>) -> Result<()> {
    if n == 0 {
        return Err(NimberError::ZerothRoot);
    }
    if x.is_zero() {
        visit(Ordinal::ZERO);
        return Ok(());
    }
    let twos = n.trailing_zeros();
    let mut root = x.clone();
    for _ in 0..twos {
        root = root.sqrt(interrupt)?;
    }
    let mut primes = Vec::new();
    for (p, multiplicity) in factor(n >> twos, interrupt)? {
        primes.extend((0..multiplicity).map(|_| p));
    }
    roots_of_roots(root, &primes, interrupt, visit)
}

/// Computes the roots for the first prime, for each of these the roots for the second prime, and so on.
fn roots_of_roots(
    x: Ordinal,
    primes: &[u64],
    interrupt: Interrupt<'_>,
    visit: Visit<'_>,
) -> Result<()> {
    let Some((&p, primes)) = primes.split_first() else {
        visit(x);
        return Ok(());
    };
    let roots = PrimeRoots::new(&x, p, interrupt)?;
    let mut root = roots.first;
    for _ in 0..p {
        interrupt.check()?;
        let mut x = roots.field.ordinal(&root);
        if let Some(next) = &roots.next {
            x = x.times(next, interrupt)?;
        }
        roots_of_roots(x, primes, interrupt, visit)?;
        root = roots.field.tower.mul(&root, &roots.unity);
    }
    Ok(())
}

/// The p roots of some x != 0 for an odd prime p: a geometric progression in a field, times a power of a component
/// outside of the field.
struct PrimeRoots {
    field: Arc<Field>,
    first: Vec<u64>,
    unity: Vec<u64>,
    next: Option<Ordinal>,
}

/// A field with p-th roots of unity, with an element that has no p-th root there, if known.
struct Ground {
    field: Arc<Field>,
    /// An element that is the p-th power of a component above the field, and that component, if Lenstra's excess is
    /// known.
    component: Option<(Vec<u64>, Component)>,
}

impl Ground {
    /// Returns the least closed field with x and α_p.
    fn of_alpha(x: &Ordinal, p: u32) -> Result<Ground> {
        let alpha = alpha(p)?;
        let generators: Vec<Component> = x
            .components()
            .into_iter()
            .chain(alpha.components())
            .collect();
        let field = Field::generated_by(&generators)?;
        let highest = closure(&generators, &Excesses::shipped())?
            .iter()
            .filter(|c| c.prime == p)
            .map(|c| c.power)
            .max();
        let g = match highest {
            None => field.dense(&alpha),
            Some(power) => field.dense(&kappa_ordinal(Component { prime: p, power })),
        };
        let power = highest.unwrap_or(0) + 1;
        Ok(Ground {
            field,
            component: Some((g, Component { prime: p, power })),
        })
    }

    /// Returns a field with x and the p-th roots of unity, for a p with unknown excess.
    fn of_unity(x: &Ordinal, p: u64, interrupt: Interrupt<'_>) -> Result<Ground> {
        let order = order_of_two_mod(p, interrupt)?;
        let order = order
            // Beyond 32 bits, it also exceeds the largest degree.
            .and_then(|f| u32::try_from(f).ok())
            .filter(|&f| f as usize <= MAX_DEGREE)
            .ok_or(NimberError::FieldTooLarge { degree: order })?;
        let mut generators = x.components();
        generators.extend(q_set(order, &Excesses::shipped())?);
        Ok(Ground {
            field: Field::generated_by(&generators)?,
            component: None,
        })
    }
}

/// Returns the error that κ_p is unknown, if Lenstra's excess of p is unknown rather than κ_p out of range.
fn unknown(p: u64) -> Option<NimberError> {
    // Primes beyond 32 bits have no component in range.
    let prime = u32::try_from(p).ok()?;
    rank_of(prime)?;
    Some(UnknownExcess { prime }.into())
}

impl PrimeRoots {
    /// Prepares p-th roots. In a field of 2^E elements with p | 2^E - 1 = p^s·u, x = y^p·h^j with h of order p^s. The
    /// root is y·h^(j/p), or, if p does not divide j, it is one component higher: h = g^u with g = κ_p^p or κ_{p^n},
    /// which is not a p-th power, and g's root is the next component.
    fn new(x: &Ordinal, p: u64, interrupt: Interrupt<'_>) -> Result<PrimeRoots> {
        let excesses = Excesses::shipped();
        let ground = match u32::try_from(p) {
            Ok(small) if excesses.get(small).is_some() => Ground::of_alpha(x, small)?,
            // If the field cannot be built, the missing excess is the cause.
            _ => Ground::of_unity(x, p, interrupt).map_err(|error| match error {
                NimberError::Stopped => error,
                _ => unknown(p).unwrap_or(error),
            })?,
        };
        let field = ground.field;
        let x = field.dense(x);

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
        let part = field.pow(&x, &au, interrupt)?;
        let y = field.pow(&x, &(&group - c), interrupt)?;

        let to_unity = &sylow / p;
        let one = field.tower.one();
        let pow = |x: &[u64], exponent: &BigUint| field.pow(x, exponent, interrupt);
        let (h, next) = match ground.component {
            Some((g, component)) => {
                let h = pow(&g, &u)?;
                (h, Some((g, component)))
            }
            None if pow(&part, &to_unity)? != one => {
                return Err(unknown(p).unwrap_or(NimberError::OutOfRange));
            }
            None => {
                // All elements except one in p work.
                let mut h = one.clone();
                for seed in 1.. {
                    h = pow(&field.scattered(seed), &u)?;
                    if pow(&h, &to_unity)? != one {
                        break;
                    }
                }
                (h, None)
            }
        };
        let unity = pow(&h, &to_unity)?;
        let j = discrete_log(&field, (&h, &unity), &part, (p, s), interrupt)?;
        let (factor, next) = match next {
            Some((g, component)) if !(&j % p).is_zero() => {
                let exponent = u * j;
                let digit = BigInt::from(&exponent % p);
                let next = kappa_ordinal(component).pow(&digit, interrupt)?;
                (pow(&g, &(exponent / p))?, Some(next))
            }
            _ => (pow(&h, &(j / p))?, None),
        };
        let first = field.tower.mul(&y, &factor);
        Ok(PrimeRoots {
            field,
            first,
            unity,
            next,
        })
    }
}

/// Returns j with h^j = target, h of order p^s: digit by digit, the lowest first (Pohlig and Hellman). `unity` is
/// h^(p^(s-1)).
fn discrete_log(
    field: &Field,
    (h, unity): (&[u64], &[u64]),
    target: &[u64],
    (p, s): (u64, u32),
    interrupt: Interrupt<'_>,
) -> Result<BigUint> {
    let p_to = |k: u32| BigUint::from(p).pow(k);
    let inverse = field.tower.inverse(h, interrupt)?.expect("h is not 0");
    let mut j = BigUint::zero();
    for k in 0..s {
        let rest = field
            .tower
            .mul(target, &field.pow(&inverse, &j, interrupt)?);
        let power = field.pow(&rest, &p_to(s - 1 - k), interrupt)?;
        // The target is a power of `unity`.
        let (mut digit, mut root) = (0_u64, field.tower.one());
        while root != power {
            interrupt.check()?;
            root = field.tower.mul(&root, unity);
            digit += 1;
        }
        j += p_to(k) * digit;
    }
    Ok(j)
}

//! The generators of the transfinite field: components κ_{p^n}, the sets Q(h) and their closures.
//!
//! Every nimber below ω^(ω^ω) is a polynomial over F_2 in the ordinals κ_q, q a prime power:
//! κ_{2^(n+1)} = 2^(2^n) and, for the odd prime p of rank k (3 has rank 0),
//! κ_{p^(n+1)} = ω^(ω^k·p^n). They satisfy κ_{p^(n+1)}^p = κ_{p^n} and κ_p^p = α_p = κ_{f(p)} + m_p,
//! where f(p) is the order of 2 modulo p and m_p is Lenstra's *excess*. For any h, κ_h is the sum
//! of κ_q over the set Q(h) that [`q_set`] finds (Lenstra, "On the algebraic closure of two", 1977;
//! DiMuro, "On On_p", 2011).

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use crate::error::UnknownExcess;
use crate::transfinite::excess::known::Excesses;
use crate::transfinite::integers::{factor_small, order_of_two};

/// The component κ_{prime^power}, a generator of the field of nimbers below ω^(ω^ω).
///
/// Ordered by prime, then by power, which is also the order of the ordinals themselves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Component {
    /// The prime p; adjoining the component multiplies the degree by p.
    pub prime: u32,
    /// The power n >= 1 in q = p^n.
    pub power: u32,
}

/// Returns Q(h): the components whose sum is κ_h, ascending; empty for h = 1.
pub(crate) fn q_set(h: u32, excesses: &Excesses) -> Result<Vec<Component>, UnknownExcess> {
    // Build up from the largest prime power: Q(g·q) = Q(g) when q divides the degree of κ_g.
    let mut set: Vec<Component> = Vec::new();
    for (p, n) in factor_small(h.into()).into_iter().rev() {
        let prime = p as u32;
        let present = if set.is_empty() {
            0
        } else {
            powers_of(prime, &closure(&set, excesses)?)
        };
        if present < n {
            set.push(Component { prime, power: n });
        }
    }
    set.sort_unstable();
    Ok(set)
}

/// Returns the number of components of `prime`: its exponent in the degree of a closed set.
pub(crate) fn powers_of(prime: u32, closed: &BTreeSet<Component>) -> u32 {
    closed.iter().filter(|c| c.prime == prime).count() as u32
}

/// Returns the least closed set of components containing the given ones: with κ_{p^n} it contains κ_p … κ_{p^(n-1)} and
/// everything that α_p needs. They generate a field whose degree over F_2 is the product of the primes.
///
/// # Errors
/// [`UnknownExcess`] if the set needs an unknown α_p.
pub(crate) fn closure(
    components: &[Component],
    excesses: &Excesses,
) -> Result<BTreeSet<Component>, UnknownExcess> {
    let mut closed = BTreeSet::new();
    close_over(components, excesses, &mut closed)?;
    Ok(closed)
}

fn close_over(
    components: &[Component],
    excesses: &Excesses,
    closed: &mut BTreeSet<Component>,
) -> Result<(), UnknownExcess> {
    for &Component { prime, power } in components {
        let has_alpha = prime == 2 || closed.contains(&Component { prime, power: 1 });
        closed.extend((1..=power).map(|power| Component { prime, power }));
        if !has_alpha {
            let alpha = Alpha::of(prime, excesses)?;
            close_over(&alpha.kappa, excesses, closed)?;
            close_over(finite_component(alpha.excess).as_slice(), excesses, closed)?;
        }
    }
    Ok(())
}

/// Returns the largest 2-power component the finite nimber `m` needs, if any.
pub(crate) fn finite_component(m: u32) -> Option<Component> {
    // m lies in the field of 2^(2^n) elements iff m < 2^(2^n).
    let power = (0..=5)
        .find(|&n| n == 5 || m >> (1u32 << n) == 0)
        .expect("five powers hold 32 bits");
    finite_level(power)
}

/// Returns the component that generates the finite field of 2^(2^level) elements over the one before.
pub(crate) fn finite_level(level: u32) -> Option<Component> {
    (level > 0).then_some(Component {
        prime: 2,
        power: level,
    })
}

/// α_p = κ_{f(p)} + m_p, the least nimber in the field below κ_p that is not a p-th power there.
pub(crate) struct Alpha {
    /// Q(f(p)), whose sum is κ_{f(p)}.
    pub(crate) kappa: Vec<Component>,
    /// m_p.
    pub(crate) excess: u32,
}

impl Alpha {
    pub(crate) fn of(p: u32, excesses: &Excesses) -> Result<Alpha, UnknownExcess> {
        let unknown = UnknownExcess { prime: p };
        let excess = excesses.get(p).ok_or(unknown)?;
        let order = order_of_two(p).ok_or(unknown)?;
        Ok(Alpha {
            kappa: q_set(order, excesses)?,
            excess,
        })
    }
}

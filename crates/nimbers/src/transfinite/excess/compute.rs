//! Computing an excess.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use crate::error::UnknownExcess;
use crate::interrupt::Interrupt;
use crate::transfinite::component::{Alpha, Component, closure, finite_component, q_set};
use crate::transfinite::dense::minimal::baby_steps;
use crate::transfinite::dense::tower::{Tower, degree_of, words_of};
use crate::transfinite::excess::known::Excesses;
use crate::transfinite::excess::power;
use crate::transfinite::integers::{is_prime, order_of_two};

impl Excesses {
    /// Returns the cost of computing the excess of `p`, without computing it.
    ///
    /// # Errors
    /// See [`compute`](Self::compute).
    pub fn plan(&self, p: u32) -> Result<Plan, ExcessError> {
        let order = order_of_two(p)
            .filter(|_| is_prime(p))
            .ok_or(ExcessError::NotAnOddPrime(p))?;
        let q_set = q_set(order, self)?;
        let first_candidate = least_possible(order, &q_set);
        let closed = with_candidate(closure(&q_set, self)?, first_candidate);
        let degree = degree_of(&closed).ok_or(ExcessError::TooLarge { prime: p })?;
        let words = words_of(&closed).ok_or(ExcessError::TooLarge { prime: p })?;
        let vectors = 32 + 2 * baby_steps(order as usize) as u64;
        let memory = (words as u64)
            .checked_mul(8 * vectors)
            .ok_or(ExcessError::TooLarge { prime: p })?
            + (4 << 20);
        Ok(Plan {
            prime: p,
            order,
            q_set,
            degree: degree as u64,
            first_candidate,
            memory,
        })
    }

    /// Computes the excess of the odd prime `p` and adds it to the set.
    ///
    /// The norm method: β^((2^E-1)/p) = N^((2^f-1)/p), where N is the norm of β = κ_f + m from its field
    /// F_{2^E} to F_{2^f}, f = f(p). Itoh and Tsujii's doubling finds N in about log2(E/f) products of
    /// E bits; then about sqrt(2f) more give the minimal polynomial of N over F_2 (a linear
    /// recurrence of bits, by baby and giant steps and Berlekamp-Massey), and the power is taken modulo that.
    /// Time grows roughly with E^1.4: milliseconds to E = 10^4, seconds to 10^6.
    ///
    /// The computation may use `memory` bytes. Between its steps, which take minutes in large fields, `interrupt` can
    /// stop it.
    ///
    /// # Errors
    /// [`ExcessError`]: not an odd prime; a smaller prime's excess not known; field or memory too
    /// large (found before starting); stopped.
    pub fn compute(
        &mut self,
        p: u32,
        memory: u64,
        interrupt: Interrupt<'_>,
    ) -> Result<u32, ExcessError> {
        let plan = self.plan(p)?;
        if plan.memory > memory {
            return Err(ExcessError::Memory {
                prime: p,
                needed: plan.memory,
                allowed: memory,
            });
        }
        let base_set = closure(&plan.q_set, self)?;
        let mut field: Option<(Option<Component>, Tower)> = None;
        for m in plan.first_candidate.. {
            // The finite subfield that contains m may be missing. Then the field is the compositum, where the answer is
            // the same, since its degree over the smaller field is a power of 2.
            let finite = finite_component(m);
            if field.as_ref().is_none_or(|(known, _)| *known < finite) {
                let closed = with_candidate(base_set.clone(), m);
                field = Some((finite, Tower::new(&closed, self)?));
            }
            let (_, tower) = field.as_ref().expect("made above");
            let beta = tower.alpha(&Alpha {
                kappa: plan.q_set.clone(),
                excess: m,
            });
            match power::is_pth_power(tower, &beta, p, plan.order as usize, interrupt) {
                Err(_) => return Err(ExcessError::Stopped { prime: p }),
                Ok(true) => {}
                Ok(false) => {
                    self.insert(p, m);
                    return Ok(m);
                }
            }
        }
        unreachable!("Lenstra proved that the excess is finite")
    }
}

/// Adds the components of the finite field that contains a candidate.
fn with_candidate(mut closed: BTreeSet<Component>, m: u32) -> BTreeSet<Component> {
    let levels = finite_component(m).map_or(0, |c| c.power);
    closed.extend((1..=levels).map(|power| Component { prime: 2, power }));
    closed
}

/// Returns Lenstra's lower bounds (1977): m_p >= 4 for f(p) = 2·3^k, k >= 1, and m_p >= 1 when Q(f(p)) is a single odd
/// prime power. Smaller candidates need no test.
fn least_possible(order: u32, q_set: &[Component]) -> u32 {
    let mut odd = order / 2;
    while odd > 1 && odd.is_multiple_of(3) {
        odd /= 3;
    }
    match q_set {
        _ if order > 2 && order.is_multiple_of(2) && odd == 1 => 4,
        [c] if c.prime != 2 => 1,
        _ => 0,
    }
}

/// The cost of computing one excess.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The prime p.
    pub prime: u32,
    /// f(p), the order of 2 modulo p.
    pub order: u32,
    /// Q(f(p)).
    pub q_set: Vec<Component>,
    /// E: the field of the first candidate has 2^E elements.
    pub degree: u64,
    /// The first candidate that Lenstra's theorems do not exclude.
    pub first_candidate: u32,
    /// An upper estimate of the bytes needed.
    pub memory: u64,
}

/// Why an excess could not be computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ExcessError {
    /// The argument is not an odd prime.
    NotAnOddPrime(u32),
    /// The excess of a smaller prime is needed first.
    Unknown(UnknownExcess),
    /// The degree of the field does not fit into a machine word.
    TooLarge {
        /// The prime.
        prime: u32,
    },
    /// The computation needs more memory than allowed.
    Memory {
        /// The prime.
        prime: u32,
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// The [`Interrupt`] stopped it.
    Stopped {
        /// The prime.
        prime: u32,
    },
}

impl From<UnknownExcess> for ExcessError {
    fn from(e: UnknownExcess) -> Self {
        ExcessError::Unknown(e)
    }
}

impl fmt::Display for UnknownExcess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let p = self.prime;
        write!(
            f,
            "Lenstra's excess of the prime {p} is not known: κ_{p}^{p} is unknown"
        )?;
        match Excesses::shipped().plan(p) {
            Ok(plan) => write!(
                f,
                "; computing it needs a field of degree {} and {} MiB of memory",
                plan.degree,
                plan.memory.div_ceil(1 << 20)
            ),
            Err(ExcessError::Unknown(other)) => {
                write!(f, "; first compute the excess of {}", other.prime)
            }
            Err(_) => Ok(()),
        }
    }
}

impl fmt::Display for ExcessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExcessError::NotAnOddPrime(n) => write!(f, "{n} is not an odd prime, e.g. 3, 5, 709"),
            ExcessError::Unknown(e) => write!(f, "{e}; compute that one first"),
            ExcessError::TooLarge { prime } => {
                write!(
                    f,
                    "the degree of the field for the prime {prime} is beyond this machine's word size"
                )
            }
            ExcessError::Memory {
                prime,
                needed,
                allowed,
            } => write!(
                f,
                "the excess of {prime} needs about {} MiB of memory, {} MiB are allowed",
                needed.div_ceil(1 << 20),
                allowed >> 20
            ),
            ExcessError::Stopped { prime } => {
                write!(f, "stopped while computing the excess of {prime}")
            }
        }
    }
}

impl Error for ExcessError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ExcessError::Unknown(e) => Some(e),
            _ => None,
        }
    }
}

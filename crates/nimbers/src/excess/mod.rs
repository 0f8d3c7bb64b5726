//! Lenstra's excess m_p: the table, and the program that recomputes it.
//!
//! For an odd prime p, α_p = κ_{f(p)} + m_p is the least nimber of the field below κ_p = ω^(ω^k) that
//! has no p-th root there (f(p) is the order of 2 modulo p, k the rank of p among the odd primes),
//! and κ_p^p = α_p. Everything transfinite rests on these numbers; no formula for them is proved.
//! m_p is the least m such that κ_{f(p)} + m is not a p-th power in its field, and that is what
//! [`Excesses::compute`] decides, candidate after candidate.
//!
//! The shipped table goes to p = 1499 but for 719, 1307, 1319, 1439 and 1487, whose fields have degrees above
//! 30 million (719: 1,258,230,380, and 1439 needs it). What was computed is kept by
//! [`insert`](Excesses::insert), so a long run resumes at the next prime:
//!
//! ```
//! use std::ops::ControlFlow;
//! use nimbers::excess::{Excesses, odd_primes};
//!
//! let mut excesses = Excesses::empty();
//! excesses.insert(3, 0); // from an earlier run
//! for p in odd_primes(5..=50) {
//!     let m = excesses.compute(p, 1 << 30, &mut |_| ControlFlow::Continue(()))?;
//!     assert_eq!(nimbers::excess::known(p), Ok(m));
//! }
//! # Ok::<(), nimbers::excess::ExcessError>(())
//! ```
//!
//! Sources: J. H. Conway, *On Numbers and Games*, ch. 6; H. W. Lenstra, "On the algebraic closure of two",
//! Proc. Kon. Ned. Akad. Wet. A 80 (1977); J. DiMuro, "On On_p" (2011); OEIS A380496.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

mod power;
mod table;

use crate::component::{Alpha, finite_component, is_prime};
pub use crate::component::{Component, closure, order_of_two, q_set};
use crate::dense::minimal::baby_steps;
use crate::dense::{Tower, degree_of};

/// Where a value of the table comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Source {
    /// OEIS A380496, recomputed by this crate.
    OeisA380496,
    /// Computed by this crate.
    Computed,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Source::OeisA380496 => "OEIS A380496, recomputed by this crate",
            Source::Computed => "computed by this crate",
        })
    }
}

/// The excess of a prime that is not known was needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownExcess {
    /// The prime.
    pub prime: u32,
}

impl fmt::Display for UnknownExcess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Lenstra's excess of the prime {p} is not known: κ_{p}^{p} cannot be told",
            p = self.prime
        )
    }
}

impl core::error::Error for UnknownExcess {}

/// A set of known excesses: what is looked up, and what computing further ones builds on.
#[derive(Clone, Debug)]
pub struct Excesses {
    shipped: bool,
    added: BTreeMap<u32, u32>,
}

impl Default for Excesses {
    fn default() -> Self {
        Excesses::shipped()
    }
}

/// The shipped table, ascending: prime, excess, source.
pub fn table() -> impl Iterator<Item = (u32, u32, Source)> {
    table::rows()
}

/// The odd primes of a range, ascending: what to hand to [`Excesses::compute`] one by one.
pub fn odd_primes(range: core::ops::RangeInclusive<u32>) -> impl Iterator<Item = u32> {
    range.filter(|&n| n % 2 == 1 && is_prime(n))
}

/// The shipped excess of `p`, or the error that names the prime.
pub fn known(p: u32) -> Result<u32, UnknownExcess> {
    table::get(p).ok_or(UnknownExcess { prime: p })
}

impl Excesses {
    /// The shipped table.
    pub const fn shipped() -> Excesses {
        Excesses {
            shipped: true,
            added: BTreeMap::new(),
        }
    }

    /// No value at all: everything is to be computed from p = 3 on.
    pub const fn empty() -> Excesses {
        Excesses {
            shipped: false,
            added: BTreeMap::new(),
        }
    }

    /// The excess of `p`, if known.
    pub fn get(&self, p: u32) -> Option<u32> {
        self.added
            .get(&p)
            .copied()
            .or_else(|| if self.shipped { table::get(p) } else { None })
    }

    /// Adds a value computed earlier; the next computations rely on it.
    pub fn insert(&mut self, p: u32, excess: u32) {
        self.added.insert(p, excess);
    }

    /// What computing the excess of `p` takes, without computing it.
    ///
    /// # Errors
    /// As for [`compute`](Self::compute).
    pub fn plan(&self, p: u32) -> Result<Plan, ExcessError> {
        if p == 2 || !is_prime(p) {
            return Err(ExcessError::NotAnOddPrime(p));
        }
        let order = order_of_two(p);
        let q_set = q_set(order, self)?;
        let first_candidate = least_possible(order, &q_set);
        let mut closed = closure(&q_set, self)?;
        if let Some(c) = finite_component(first_candidate) {
            closed.extend((1..=c.power).map(|power| Component { prime: 2, power }));
        }
        let degree = degree_of(&closed).ok_or(ExcessError::TooLarge { prime: p })?;
        let words = (degree / 64)
            .checked_mul(9)
            .ok_or(ExcessError::TooLarge { prime: p })?
            / 8
            + 64;
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
    /// `memory` is the number of bytes the computation may take; `progress` is called after each
    /// step and ends the computation by returning [`ControlFlow::Break`].
    ///
    /// # Errors
    /// [`ExcessError`]: not an odd prime; a smaller prime's excess not known; field or memory too
    /// large (found before starting); stopped.
    pub fn compute(
        &mut self,
        p: u32,
        memory: u64,
        progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
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
            // The finite subfield that holds m may be missing: then the field is the compositum, in
            // which the answer is the same, its degree over the smaller one being a power of 2.
            let finite = finite_component(m);
            if field.as_ref().is_none_or(|(known, _)| *known < finite) {
                let mut closed = base_set.clone();
                if let Some(c) = finite {
                    closed.extend((1..=c.power).map(|power| Component { prime: 2, power }));
                }
                field = Some((finite, Tower::new(&closed, self)?));
            }
            let (_, tower) = field.as_ref().expect("made above");
            let beta = tower.alpha(&Alpha {
                kappa: plan.q_set.clone(),
                excess: m,
            });
            let mut report = |done, total| {
                progress(&Progress {
                    prime: p,
                    candidate: m,
                    degree: tower.degree() as u64,
                    done,
                    total,
                })
            };
            match power::is_pth_power(tower, &beta, p, plan.order as usize, &mut report) {
                ControlFlow::Break(()) => return Err(ExcessError::Stopped { prime: p }),
                ControlFlow::Continue(true) => {}
                ControlFlow::Continue(false) => {
                    self.insert(p, m);
                    return Ok(m);
                }
            }
        }
        unreachable!("Lenstra proved that the excess is finite")
    }
}

/// Lenstra's lower bounds (1977): m_p >= 4 for f(p) = 2·3^k, k >= 1, and m_p >= 1 when Q(f(p)) is a single odd
/// prime power. The candidates below need no test.
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

/// What computing one excess takes.
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
    /// The first candidate that Lenstra's theorems leave.
    pub first_candidate: u32,
    /// An upper estimate of the bytes taken.
    pub memory: u64,
}

/// How far the test of one candidate has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The prime p.
    pub prime: u32,
    /// The candidate m under test.
    pub candidate: u32,
    /// The field has 2^degree elements.
    pub degree: u64,
    /// Steps done of this candidate's `total`; one step costs about one product in the field.
    pub done: u32,
    /// Steps in all.
    pub total: u32,
}

/// Why an excess was not computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ExcessError {
    /// The argument is not an odd prime.
    NotAnOddPrime(u32),
    /// The excess of a smaller prime is needed first.
    Unknown(UnknownExcess),
    /// The degree of the field does not fit the machine.
    TooLarge {
        /// The prime.
        prime: u32,
    },
    /// More memory than allowed.
    Memory {
        /// The prime.
        prime: u32,
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// The progress function asked to stop.
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

impl fmt::Display for ExcessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExcessError::NotAnOddPrime(n) => write!(f, "{n} is not an odd prime, e.g. 3, 5, 709"),
            ExcessError::Unknown(e) => write!(f, "{e}; compute that one first"),
            ExcessError::TooLarge { prime } => {
                write!(
                    f,
                    "the field for the excess of {prime} is beyond this machine's word size"
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

impl core::error::Error for ExcessError {}

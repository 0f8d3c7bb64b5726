//! Lenstra's excess m_p: the table, and the program that recomputes it.
//!
//! For an odd prime p, α_p = κ_{f(p)} + m_p is the least nimber of the field below κ_p = ω^(ω^k) that has no p-th root
//! there (f(p) is the order of 2 modulo p, k the rank of p among the odd primes), and κ_p^p = α_p. All transfinite
//! arithmetic depends on these numbers; no formula for them is proved. m_p is the least m such that κ_{f(p)} + m is not
//! a p-th power in its field; [`Excesses::compute`] tests the candidates in order.
//!
//! The shipped table has all primes below 2000 except 719 and 1319, whose fields have degrees above 10^9 (719:
//! 1,258,230,380), and 1439, which needs the excess of 719. Those above 1499, and those of 1307 and 1487, were each
//! computed a second time, by `examples/excess_by_definition.rs` or `examples/excess_by_norm`. Add computed values with
//! [`insert`](Excesses::insert), so that a long run resumes at the next prime:
//!
//! ```
//! use nimbers::Interrupt;
//! use nimbers::excess::{Excesses, odd_primes};
//!
//! let mut excesses = Excesses::empty();
//! excesses.insert(3, 0); // from an earlier run
//! for p in odd_primes(5..=50) {
//!     let m = excesses.compute(p, 1 << 30, Interrupt::NEVER)?;
//!     assert_eq!(nimbers::excess::known(p), Ok(m));
//! }
//! # Ok::<(), nimbers::excess::ExcessError>(())
//! ```
//!
//! Sources: J. H. Conway, *On Numbers and Games*, ch. 6; H. W. Lenstra, "On the algebraic closure of two",
//! Proc. Kon. Ned. Akad. Wet. A 80 (1977); J. DiMuro, "On On_p" (2011); OEIS A380496.

mod compute;
pub(crate) mod known;
mod power;
mod table;

pub use super::component::Component;
pub use super::integers::order_of_two;
pub use crate::error::UnknownExcess;
pub use compute::{ExcessError, Plan};
pub use known::{Excesses, known, odd_primes, table};

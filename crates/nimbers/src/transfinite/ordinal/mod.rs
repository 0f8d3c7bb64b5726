//! Transfinite nimbers: every ordinal below ω^(ω^ω), the algebraic closure of the field of two elements.
//!
//! An [`Ordinal`] is stored in Cantor normal form, ω^e·c + … with finite nimbers c > 0 of any size and exponents e
//! below ω^ω. The nim sum adds coefficients; the nim product follows from κ_{p^(n+1)}^p = κ_{p^n} and κ_p^p = α_p
//! ([`excess`](crate::transfinite::excess)). Products work term by term; inverses, roots, powers and equations work in
//! the finite field that the operands generate, which must have at most 2^(2^22) elements.
//!
//! Every operation that can need an unknown α_p returns [`NimberError`](crate::NimberError), which names the prime.
//!
//! Sources: J. H. Conway, *On Numbers and Games*, ch. 6; H. W. Lenstra, "On the algebraic closure of two" (1977);
//! J. DiMuro, "On On_p" (2011); A. N. Siegel, *Combinatorial Game Theory*, ch. VIII.4.
//!
//! ```
//! use nimbers::{Interrupt, Ordinal};
//! const NEVER: Interrupt<'_> = Interrupt::NEVER;
//! let w = Ordinal::omega();
//! assert_eq!(w.pow(&3.into(), NEVER)?.to_string(), "2");
//! let x: Ordinal = "w+4".parse()?;
//! assert_eq!(x.times(&"w+1".parse()?, NEVER)?.to_string(), "w^2+w*5+4");
//! assert_eq!(x.times(&x.inverse(NEVER)?, NEVER)?, Ordinal::one());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod classical;
mod exponent;
pub(crate) mod field;
mod normal_form;
mod operations;
mod product;
mod roots;
mod subfield;
mod text;

pub(crate) use exponent::rank_of;
pub use exponent::{Exponent, MAX_EXPONENT_BITS};
pub use normal_form::Ordinal;
pub use subfield::Subfield;

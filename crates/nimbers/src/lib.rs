//! The field of nimbers, exact and fast.
//!
//! Conway made the natural numbers (and all ordinals) into a field of characteristic 2: the sum of two
//! is their exclusive or, the product is the least number that the field axioms still allow,
//! `x y = mex { x' y + x y' + x' y' : x' < x, y' < y }`. The numbers below `2^(2^n)` are a subfield,
//! `K_n`. Nimbers are the values of impartial games, and products of nimbers the values of products of
//! coin-turning games.
//!
//! ```
//! use nimbers::{FiniteNimber, Interrupt, Multiplicative, Nimber, Nimber8, Nimber64};
//! const NEVER: Interrupt<'_> = Interrupt::NEVER;
//!
//! // The field of 8 bits, and the operations of a field.
//! let x = Nimber8(14);
//! assert_eq!(x * Nimber8(8), Nimber8(10));
//! assert_eq!(x + x, Nimber8(0));
//! assert_eq!(x * x, Nimber8(8));
//! assert_eq!(Nimber8(8).sqrt(), x);
//! assert_eq!(x.checked_div(&Nimber8::ZERO), None);
//!
//! // The field of 64 bits: roots, orders, logarithms, minimal polynomials.
//! let x = Nimber64(1 << 40);
//! assert!(x.roots(5, NEVER)?.all(|y| y.pow(5) == x));
//! let g = Nimber64::MAX; // generates the multiplicative group
//! assert_eq!(g.pow_big(&x.log(&g, NEVER)?, NEVER)?, x);
//! assert!(x.minimal_polynomial(NEVER)?.evaluate(&x).is_zero());
//!
//! // Any size. Every quadratic equation has its solutions among these.
//! let c: Nimber = "340282366920938463463374607431768211456".parse()?; // 2^128
//! let x = c.artin_schreier().unwrap();
//! assert_eq!(&x * &x + &x, c);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # Overview
//!
//! | | |
//! |---|---|
//! | [`Nimber8`], [`Nimber16`], [`Nimber32`], [`Nimber64`], [`Nimber128`] | the fields `K_3` to `K_7` |
//! | [`Nimber`] | finite nimbers of any size |
//! | [`FiniteNimber`], [`Multiplicative`] | the methods of all of them: import these traits |
//! | [`Ordinal`] | transfinite nimbers, below `w^(w^w)`: the algebraic closure |
//! | [`excess`] | Lenstra's excesses, which these need: the table, and its computation |
//! | [`calc`] | a calculator for expressions |
//! | [`slice`](mod@slice) | products, multiples and dot products of slices |
//! | [`Interrupt`] | stops long computations: `x.order(interrupt)` |
//! | [`polynomials`] | polynomials over the finite fields: factors, roots, text for Sage |
//! | [`factor`] | factors with prescribed top bits: winning moves of the game Nimbers |
//! | [`tower`] | the definition by recursion, slow |
//!
//! # How products are computed
//!
//! Eight table look-ups turn a nimber of 64 bits into a polynomial over two elements; polynomials are multiplied by
//! PCLMULQDQ if the processor has it (detected at run time with the feature `std`, which is on by default) and by
//! integer multiplication otherwise; eight look-ups convert back. The tables (about 100 KiB) are computed at compile
//! time, so a process starts at no cost. Products of 128 bits and more use Karatsuba's scheme on polynomials, converted
//! once. With AVX-512 and GFNI, slices and single products of 64 and 128 bits use these instead: 64 products of bytes
//! at a time, exactly what one product of 64 bits takes. No operation runs in constant time: this is not for
//! cryptography.
//!
//! # Sources
//!
//! J. H. Conway, *On Numbers and Games*, chapter 6; H. W. Lenstra, *Nim multiplication* (1978);
//! A. N. Siegel, *Combinatorial Game Theory*, chapter VIII.4. For the transfinite see [`ordinal`].
//!
//! # Features
//!
//! `std` (default): detects the features of the processor at run time; without it the crate needs only `alloc`, uses
//! the features of the target, and omits transfinite nimbers. `serde`: nimbers of fixed width as integers, [`Nimber`]
//! as a decimal string, [`Ordinal`] in Cantor normal form; it works without `std`, too. The traits of [`num_traits`]
//! are always implemented.

#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![deny(unsafe_code)]
// The tables are computed at compile time.
#![allow(long_running_const_eval)]

extern crate alloc;

#[forbid(unsafe_code)]
mod error;
mod finite;
#[forbid(unsafe_code)]
mod interrupt;
mod kernels;
#[cfg(feature = "std")]
mod transfinite;

pub use error::NimberError;
pub use finite::big::{Nimber, TooWide};
pub use finite::field::FiniteNimber;
pub use finite::fixed::{Nimber8, Nimber16, Nimber32, Nimber64, Nimber128};
pub use finite::group::Multiplicative;
pub use finite::order::group_factors;
pub use finite::polynomial::BinaryPolynomial;
pub use finite::roots::Roots;
pub use finite::text::{MAX_DECIMAL_DIGITS, ParseNimberError};
pub use finite::{factor, polynomials, slice};
pub use interrupt::{Interrupt, Stopped};
pub use kernels::tower;
pub use num_bigint;
#[cfg(feature = "std")]
pub use transfinite::ordinal::Ordinal;
#[cfg(feature = "std")]
pub use transfinite::{calc, excess, ordinal};

/// The program of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
#[path = "../tests/units/mod.rs"]
mod units;

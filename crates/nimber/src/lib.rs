//! The field of nimbers.
#![cfg_attr(not(feature = "std"), no_std)]
// The tables are made by the compiler.
#![allow(long_running_const_eval)]

extern crate alloc;

mod big;
#[cfg(feature = "std")]
mod component;
mod clmul;
#[cfg(feature = "std")]
mod cyclotomic;
#[cfg(feature = "std")]
mod dense;
#[cfg(feature = "std")]
pub mod excess;
mod field;
mod fixed;
pub mod log;
mod long;
pub mod order;
#[cfg(feature = "std")]
pub mod ordinal;
#[cfg(feature = "std")]
mod poly2;
mod polynomial;
pub mod roots;
mod tables;
pub mod text;
pub mod tower;
mod word;

pub use big::{Nimber, TooWide};
pub use field::FiniteNimber;
pub use fixed::{Nimber8, Nimber16, Nimber32, Nimber64, Nimber128};
pub use num_bigint;
#[cfg(feature = "std")]
pub use ordinal::Ordinal;
pub use polynomial::BinaryPolynomial;

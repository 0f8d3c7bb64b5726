//! The field of nimbers.
#![cfg_attr(not(feature = "std"), no_std)]
// The tables are made by the compiler.
#![allow(long_running_const_eval)]

extern crate alloc;

mod big;
mod clmul;
pub mod factor;
mod field;
mod fixed;
#[cfg(target_arch = "x86_64")]
mod gfni;
pub mod log;
mod long;
pub mod order;
mod polynomial;
pub mod roots;
pub mod slice;
mod tables;
pub mod text;
pub mod tower;
mod word;

pub use big::{Nimber, TooWide};
pub use field::FiniteNimber;
pub use fixed::{Nimber8, Nimber16, Nimber32, Nimber64, Nimber128};
pub use num_bigint;
pub use polynomial::BinaryPolynomial;

//! Finite nimbers: the fields of 8 to 128 bits, the type of any size, and computations in them.

#[forbid(unsafe_code)]
pub(crate) mod big;
#[forbid(unsafe_code)]
pub mod factor;
#[forbid(unsafe_code)]
pub(crate) mod field;
#[forbid(unsafe_code)]
pub(crate) mod fixed;
#[forbid(unsafe_code)]
pub(crate) mod group;
#[forbid(unsafe_code)]
pub(crate) mod log;
#[forbid(unsafe_code)]
pub(crate) mod operators;
#[forbid(unsafe_code)]
pub(crate) mod order;
#[forbid(unsafe_code)]
pub(crate) mod polynomial;
#[forbid(unsafe_code)]
pub mod polynomials;
#[forbid(unsafe_code)]
mod power;
#[forbid(unsafe_code)]
pub(crate) mod recurrence;
#[forbid(unsafe_code)]
pub(crate) mod roots;
pub mod slice;
#[forbid(unsafe_code)]
pub(crate) mod text;

//! Transfinite nimbers: the algebraic closure of the field of two elements.

#[forbid(unsafe_code)]
pub mod calc;
#[forbid(unsafe_code)]
pub(crate) mod component;
#[forbid(unsafe_code)]
mod cursor;
#[forbid(unsafe_code)]
pub(crate) mod cyclotomic;
pub(crate) mod dense;
#[forbid(unsafe_code)]
pub mod excess;
#[forbid(unsafe_code)]
pub(crate) mod integers;
#[forbid(unsafe_code)]
pub mod ordinal;
#[forbid(unsafe_code)]
pub(crate) mod steps;
#[forbid(unsafe_code)]
mod terms;

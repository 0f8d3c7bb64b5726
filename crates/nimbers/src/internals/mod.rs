//! For this crate's own tests, and no part of its public API: what the public interface reaches on
//! some processors only, or not at all.

#[forbid(unsafe_code)]
mod kernels;
#[cfg(feature = "std")]
#[forbid(unsafe_code)]
mod transfinite;

pub use kernels::*;
#[cfg(feature = "std")]
pub use transfinite::*;

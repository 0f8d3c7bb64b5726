//! Products of machine words and of arrays of them: by definition, by tables, by vector instructions.
//!
//! The vector kernels are compiled where the target has SSE2, as on every x86-64 target except the soft-float ones of
//! kernels and firmware; further features of the processor are detected at run time.

pub(crate) mod clmul;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(crate) mod gfni;
pub(crate) mod long;
pub(crate) mod maps;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(crate) mod outer;
pub(crate) mod slices;
pub(crate) mod tables;
#[forbid(unsafe_code)]
pub mod tower;
pub(crate) mod word;

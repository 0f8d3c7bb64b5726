//! Arrays of NumPy: the arithmetic of nimbers on whole arrays, and many small matrices at once.
//!
//! `nimfield/_arrays.py` handles shapes and types; here everything is contiguous and of one length.

mod matrices;
mod nimbers;

pub use matrices::{_matrices_2x2, _matrix_forms, _matrix_outcomes, _matrix_values};
pub use nimbers::{_nim_arrays, _nim_power};

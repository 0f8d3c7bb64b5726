//! The field On2 of nimbers.
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod component;
pub mod excess;
mod poly2;
mod dense;

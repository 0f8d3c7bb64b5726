//! The tests of what the public interface reaches on some processors only, or not at all.

mod every_kernel;
mod kernels;
mod slices;

#[cfg(feature = "std")]
mod dense;
#[cfg(feature = "std")]
mod dense_ways;
#[cfg(feature = "std")]
mod integers;

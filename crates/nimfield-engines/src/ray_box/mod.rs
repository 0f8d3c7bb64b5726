//! Sweeps a whole box of positions of a ray game, a block of bits at a time.
//!
//! The piles are divided into *inner* and *outer* ones. The positions that agree in their outer
//! entries form a *block*, a vector of bits indexed by the inner entries in mixed radix. Blocks
//! are visited in an order in which every option of a position lies in an earlier block, or in
//! the same one.
//!
//! For each ray with an outer pile, the blocks lie on *lines* in the direction of the ray. A line
//! carries an *accumulator*: the bits of its next block that have an option, along this ray, in
//! the set being built. One step along the line adds the bits just found and moves all of them up
//! by one in every inner pile of the ray: an OR, a shift and a mask for 64 positions at once.
//!
//! The inner piles are chosen so that they contain no ray: then no option is in the same block, and nothing else is
//! needed. This is impossible for nim and Wythoff's game; there the few bits that the accumulators leave open are
//! decided one by one, in ascending order.

mod division;
mod error;
mod lines;
mod masks;
mod sweep;
mod words;

pub(crate) use division::RayBox;
pub use error::TableError;
pub(crate) use masks::{Line, Masks};
pub(crate) use sweep::{Schedule, Worker, affordable};
pub(crate) use words::or;

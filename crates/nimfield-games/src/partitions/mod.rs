//! Games on integer partitions and on boxes.

pub mod coins;
mod hooks;
pub mod order;

pub mod pnim;
pub mod removal;
pub mod rnim;
pub(crate) mod sentences;
pub mod sub_diagrams;

pub mod walking;

pub use hooks::HookLengths;
pub use nimfield_core::shape::young::{read_partition, read_parts, young_diagrams};
pub use nimfield_core::shape::{Partition, Run};

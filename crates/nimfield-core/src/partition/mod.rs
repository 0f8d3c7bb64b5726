//! Integer partitions and their Young diagrams.

mod text;
mod value;

pub use text::{BODY, read_body, read_number, read_partition, read_parts, write_key};
pub use value::{Partition, Run};

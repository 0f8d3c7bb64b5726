//! Several processes that work on one thing, on one machine or on many: how they find each other, and what
//! goes between them. What the thing is, they know: boards, partitions, boxes.
//!
//! What is known of the dataflow engine stands in `flow`.

mod babble;
mod error;
mod flow;
mod meeting;

#[doc(hidden)]
pub use babble::babble;
pub use error::ClusterError;
pub use flow::lost_peer;
pub(crate) use flow::{Mesh, PART, Parcel, WINDOW};
pub(crate) use meeting::Rules;
pub use meeting::{Meeting, MeetingError, Token};

//! Several processes that work on one thing, on one machine or on many: how they find each other, and what
//! goes between them. What they work on, boards, stands in `taking::table`.
//!
//! What is known of the dataflow engine stands in `flow`.

mod error;
mod flow;
mod hello;
mod meeting;
mod noise;
mod token;

pub use error::ClusterError;
pub use flow::lost_peer;
pub(crate) use flow::{Mesh, PART, Parcel, WINDOW};
pub(crate) use meeting::JobIdentity;
pub use meeting::{Meeting, MeetingError};
#[doc(hidden)]
pub use noise::send_noise;
pub use token::Token;

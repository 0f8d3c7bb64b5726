//! Several processes that work on one job, on one machine or on many: how they find each other, and how they exchange
//! messages. Their jobs, solving boards, are in `taking::table`.
//!
//! Only `flow` uses the dataflow engine.

mod flow;
mod hello;
mod meeting;
mod noise;
mod token;

pub use flow::lost_peer;
pub(crate) use flow::{Mesh, PART, Parcel, WINDOW};
pub(crate) use meeting::JobIdentity;
pub use meeting::{Meeting, MeetingError};
#[doc(hidden)]
pub use noise::send_noise;
pub use token::Token;

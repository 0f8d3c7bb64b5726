//! Laws for all numbers: certificates, their proofs, and answers about positions of any size.

mod certificate;
mod family;
mod proved;
mod shelf;

pub(crate) use certificate::reader_of;
pub use certificate::{LawCertificate, LawFault};
pub use family::NumberFamily;
pub use proved::{Droppable, ProvedLaw, facts};
#[cfg(not(target_family = "wasm"))]
pub(crate) use shelf::law_about;

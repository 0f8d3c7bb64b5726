//! An internal crate of Nimfield, without stability guarantees for other programs.
//!
#![doc = include_str!("../README.md")]

mod boards;
mod brute_force;
mod cases;
mod catalogue;
mod certificate;
mod claim;
pub mod classify;
mod cuts;
mod ferguson;
pub mod guess;
mod hunt;
// For the tests only; not part of the public API.
#[doc(hidden)]
pub mod internals;
mod nimbers;
mod other_games;
mod partitions;
mod report;
mod state;
mod statement_certificate;

pub use brute_force::TreeNode;
pub use catalogue::{claims, find};
pub use certificate::{CertificateError, CertifiedEvidence, CounterexampleCertificate};
pub use claim::{
    Case, Cases, CasesOfSize, Check, CheckError, Claim, Counterexample, Evidence, Status, Verdict,
};
pub use hunt::{Found, Hunt, HuntError, MergeError, SizeResult, merge};
pub use nimfield_core::shard::Shard;
pub use report::{CheckedClaim, report};
pub use statement_certificate::StatementCertificate;

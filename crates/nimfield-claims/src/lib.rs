#![doc = include_str!("../README.md")]

mod boards;
mod brute_force;
mod cases;
mod catalogue;
mod certificate;
mod claim;
mod cuts;
mod ferguson;
mod hunt;
// For the tests: no part of the public API.
#[doc(hidden)]
pub mod internals;
mod nimbers;
mod other_games;
mod partitions;
mod report;
mod rules;
mod state;
mod statement_certificate;

pub use brute_force::{TreeNode, Verdict};
pub use catalogue::{claims, find};
pub use certificate::{
    CertifiedEvidence, CounterexampleCertificate, CounterexampleCertificateError,
};
pub use claim::{
    Case, Cases, CasesOfSize, Check, CheckError, Claim, Counterexample, Evidence, Status,
};
pub use hunt::{Found, Hunt, HuntError, MergeError, SizeResult, merge};
pub use nimfield_core::shard::Shard;
pub use report::{CheckedClaim, report};
pub use rules::RulesError;
pub use statement_certificate::{StatementCertificate, StatementCertificateError};

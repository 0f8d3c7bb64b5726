//! What the sources state, as things that can be checked.
//!
//! Every theorem, example, conjecture and question is a [`Claim`]: its words, where it stands, and
//! a check that uses an engine which does not assume it. A claim is examined size by size, and the
//! cases of a size by number, so that a check runs on several threads, in shards, and can be taken
//! up again.
//!
//! ```
//! use nimfield_claims::{Hunt, Shard, find};
//! use nimfield_core::budget::Budget;
//!
//! let conjecture = find("ferguson-conjecture").expect("it is one of the claims");
//! let mut hunt = Hunt::new(conjecture, Shard::WHOLE);
//! hunt.go_on(conjecture, 8, &Budget::unlimited(), |_| {})?;
//! let found = hunt.found().expect("it is refuted");
//! assert!(found.certificate.case.starts_with("matrix-partizan[2 6; 3 7]"));
//! # Ok::<(), nimfield_claims::HuntError>(())
//! ```

mod boards;
mod brute_force;
mod cases;
mod catalogue;
mod certificate;
mod claim;
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

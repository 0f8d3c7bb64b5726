//! Claims: lists them, checks them, and searches for counterexamples.

use nimfield::Budget;
use nimfield::words::SchemaVersion;
use nimfield_claims::{CheckedClaim, Claim, Hunt, HuntError, Shard, Status, claims, find};
use nimfield_core::clock::Instant;
use serde::{Deserialize, Serialize};

use crate::error::{ApiError, ErrorKind};
use crate::limits::{Limits, object};

/// A request for the claims.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClaimsRequest {}

/// The claims.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClaimList {
    /// The version of this form.
    pub schema: SchemaVersion,
    /// The claims.
    pub claims: Vec<ClaimInfo>,
}

/// A claim.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClaimInfo {
    /// Its name.
    pub id: &'static str,
    /// The statement in words.
    pub statement: &'static str,
    /// Paper and place.
    pub source: &'static str,
    /// Proved, example, conjecture, refuted, question, observed, misprint or fallacy.
    pub status: Status,
    /// The cases that it covers.
    pub over: &'static str,
    /// How the size of a case is measured.
    pub size: &'static str,
    /// The bound to which it is checked unless the request has another one.
    pub up_to: u32,
    /// The greatest size that a case can have, if there is one.
    pub last: Option<u32>,
}

/// A request to check a claim, or to hunt for a counterexample.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClaimRequest {
    /// The name of the claim.
    pub claim: String,
    /// Sizes up to this one; by default a check goes to the claim's own bound, and a hunt as far as the budget allows.
    #[serde(default)]
    pub up_to: Option<u32>,
    /// What the request may use.
    #[serde(default, deserialize_with = "object")]
    pub limits: Limits,
}

pub(crate) fn list(_: &ClaimsRequest) -> Result<ClaimList, ApiError> {
    let info = |claim: &Claim| ClaimInfo {
        id: claim.id,
        statement: claim.statement,
        source: claim.source,
        status: claim.status,
        over: claim.over,
        size: claim.size,
        up_to: claim.up_to,
        last: claim.last,
    };
    Ok(ClaimList {
        schema: SchemaVersion,
        claims: claims().map(info).collect(),
    })
}

pub(crate) fn verify(wanted: &ClaimRequest, budget: &Budget) -> Result<CheckedClaim, ApiError> {
    let claim = named(&wanted.claim)?;
    let up_to = wanted.up_to.unwrap_or(claim.up_to);
    check(claim, up_to, budget)
}

pub(crate) fn hunt(wanted: &ClaimRequest, budget: &Budget) -> Result<CheckedClaim, ApiError> {
    let claim = named(&wanted.claim)?;
    let up_to = wanted.up_to.unwrap_or(u32::MAX);
    check(claim, up_to, budget)
}

fn named(name: &str) -> Result<&'static Claim, ApiError> {
    find(name).ok_or_else(|| ApiError::new(ErrorKind::Unknown, format!("unknown claim `{name}`")))
}

fn check(claim: &'static Claim, up_to: u32, budget: &Budget) -> Result<CheckedClaim, ApiError> {
    let watch = Instant::now();
    let mut hunt = Hunt::new(claim, Shard::WHOLE);
    let end = hunt.go_on(claim, up_to, budget, |_| {});
    let stopped = match end {
        Ok(()) => None,
        Err(error @ HuntError::Check(_)) => Some(error.to_string()),
        // This is a bug.
        Err(error @ HuntError::NotConfirmed { .. }) => return Err(ApiError::unfit(error)),
    };
    Ok(CheckedClaim {
        claim,
        hunt,
        stopped,
        seconds: Some(watch.elapsed().as_secs_f64()),
    })
}

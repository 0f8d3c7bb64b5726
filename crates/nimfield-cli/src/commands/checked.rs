//! The result of a shard of `hunt` or `verify` for a claim, and the combined result of all shards.

use nimfield::Budget;
use nimfield_claims::{CheckError, CheckedClaim, Claim, Hunt, HuntError, MergeError, Shard, merge};
use serde::{Deserialize, Serialize};

use crate::errors::Failure;
use crate::render::claim::stopped;
use crate::shards;

/// The result of one shard for a claim, checked to its bound or as far as its check reaches.
#[derive(Debug, Serialize, Deserialize)]
pub struct CheckedPart {
    hunt: Hunt,
    stopped: Option<String>,
    seconds: f64,
}

impl CheckedPart {
    /// Builds the result of a finished hunt.
    ///
    /// # Errors
    /// If its budget stopped it: unfinished parts are not saved.
    pub fn of(
        hunt: Hunt,
        end: Result<(), HuntError>,
        seconds: f64,
    ) -> Result<CheckedPart, Failure> {
        if let Err(HuntError::Check(CheckError::Unfinished(unfinished))) = &end {
            return Err(Failure::Undecided(format!(
                "{} was {unfinished}",
                hunt.claim
            )));
        }
        let stopped = stopped(end)?;
        Ok(CheckedPart {
            hunt,
            stopped,
            // More digits would not be read back as they are written.
            seconds: (1e3 * seconds).round() / 1e3,
        })
    }

    /// Returns the result for the claim, if one shard did all the work.
    pub fn whole(
        self,
        claim: &'static Claim,
        budget: &Budget,
        seconds: bool,
    ) -> Result<CheckedClaim, Failure> {
        if (&*self.hunt.claim, self.hunt.shard) != (claim.id, Shard::WHOLE) {
            return Err(shards::no_shards());
        }
        let checked = self.hunt.check_sample(claim, budget);
        checked.map_err(not_a_hunt)?;
        Ok(CheckedClaim {
            claim,
            hunt: self.hunt,
            stopped: self.stopped,
            seconds: seconds.then_some(self.seconds),
        })
    }
}

/// Returns the result of all shards for the claim.
pub fn joined(
    claim: &'static Claim,
    parts: Vec<CheckedPart>,
    budget: &Budget,
    seconds: bool,
) -> Result<CheckedClaim, Failure> {
    let all: f64 = parts.iter().map(|part| part.seconds).sum();
    let stop = parts.iter().find_map(|part| part.stopped.clone());
    let hunts: Vec<Hunt> = parts.into_iter().map(|part| part.hunt).collect();
    let hunt = one_of(claim, &hunts, budget)?;
    Ok(CheckedClaim {
        claim,
        // A search that has found a counterexample does not continue to the end of the check.
        stopped: stop.filter(|_| hunt.found().is_none()),
        hunt,
        seconds: seconds.then_some(all),
    })
}

/// Joins the hunts of all shards.
pub fn one_of(claim: &Claim, parts: &[Hunt], budget: &Budget) -> Result<Hunt, Failure> {
    merge(claim, parts, budget).map_err(not_a_hunt)
}

/// Explains why hunts from files cannot be joined.
pub fn not_a_hunt(error: MergeError) -> Failure {
    match error {
        MergeError::Hunt(error) => Failure::Undecided(error.to_string()),
        error => Failure::input(error),
    }
}

//! Counterexamples that another program can check: each fact comes with its whole game tree.

use serde::{Deserialize, Serialize};

use crate::brute_force::{self, LARGEST_TREE, TreeNode};
use crate::catalogue::find;
use crate::claim::{Case, CheckError, Claim, Counterexample, Evidence, Verdict};
use nimfield_core::prelude::*;
use nimfield_core::strict_json;

/// A counterexample with its evidence, as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CounterexampleCertificate {
    /// The version of this form: 1.
    pub schema: u32,
    /// The claim's name.
    pub claim: String,
    /// The claim in words.
    pub statement: String,
    /// The size of the case.
    pub size: u32,
    /// The case.
    pub case: String,
    /// What the claim says about it.
    pub claimed: String,
    /// What is true.
    pub found: String,
    /// The facts on which that rests.
    pub facts: Vec<CertifiedEvidence>,
}

/// A value or an outcome with the game tree that proves it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CertifiedEvidence {
    /// The position.
    pub position: String,
    /// `normal` or `misere`.
    pub play: String,
    /// The Grundy value (misère Grundy number), if that is the fact.
    #[serde(deserialize_with = "Option::deserialize")]
    pub value: Option<u128>,
    /// The outcome class, if that is the fact.
    #[serde(deserialize_with = "Option::deserialize")]
    pub outcome: Option<String>,
    /// All positions that can be reached, each after its options; the position itself is last. The value of each one is
    /// the mex of its options' values.
    pub tree: Vec<TreeNode>,
}

/// An error in a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CertificateError {
    /// The certificate is not well-formed.
    #[error("{0}")]
    Form(String),
    /// A step of the certificate does not follow.
    #[error("the certificate is wrong: {0}")]
    Wrong(String),
    /// The rules alone could not decide a fact, or the budget did not suffice to reach the case.
    #[error("not checked: {0}")]
    Unchecked(#[from] CheckError),
}

impl CounterexampleCertificate {
    /// Creates the certificate of a counterexample and rederives each fact from the rules alone.
    ///
    /// # Errors
    /// Fails if a tree is too large, or if the rules contradict a fact, which means that an engine is wrong.
    pub fn new(
        claim: &Claim,
        size: u32,
        counterexample: &Counterexample,
    ) -> Result<CounterexampleCertificate, CertificateError> {
        let facts = counterexample.evidence.iter().map(certified);
        Ok(CounterexampleCertificate {
            schema: 1,
            claim: claim.id.to_string(),
            statement: claim.statement.to_string(),
            size,
            case: counterexample.case.clone(),
            claimed: counterexample.claimed.clone(),
            found: counterexample.found.clone(),
            facts: facts.collect::<Result<_, _>>()?,
        })
    }

    /// Reads a certificate.
    ///
    /// # Errors
    /// Fails if the text is not a certificate.
    pub fn read(text: &str) -> Result<CounterexampleCertificate, CertificateError> {
        let form = |why: String| CertificateError::Form(format!("not a certificate: {why}"));
        let read: CounterexampleCertificate =
            strict_json::read(text).map_err(|error| form(error.to_string()))?;
        match read.schema {
            1 => Ok(read),
            other => Err(form(format!("schema {other}; this program reads 1"))),
        }
    }

    /// Returns the certificate as JSON.
    ///
    /// # Errors
    /// Fails if it cannot be represented as JSON; it must not be written then.
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }

    /// Checks the certificate: evaluates the claim in the case again, and rederives the facts that support its failure
    /// from the rules alone. Everything in the certificate must follow.
    ///
    /// # Errors
    /// Returns the first statement that does not follow, or the reason why the check was not finished.
    ///
    /// # Complexity
    /// One evaluation of the claim for each case of this size up to that of the certificate, and one step for each move
    /// in the game trees.
    pub fn check(&self, budget: &Budget) -> Result<(), CertificateError> {
        let wrong = |what| Err(CertificateError::Wrong(what));
        let Some(claim) = find(&self.claim) else {
            return wrong(format!("unknown claim `{}`", self.claim));
        };
        let Some(counterexample) = self.failure(claim, budget)? else {
            let CounterexampleCertificate { size, case, .. } = self;
            return wrong(format!(
                "{} does not fail in a case {case:?} of size {size}",
                claim.id
            ));
        };
        match self.difference(&Self::new(claim, self.size, &counterexample)?) {
            Some(what) => wrong(what),
            None => Ok(()),
        }
    }

    /// Returns the failure of the claim in the case of this name and size.
    fn failure(
        &self,
        claim: &Claim,
        budget: &Budget,
    ) -> Result<Option<Counterexample>, CertificateError> {
        if claim.last.is_some_and(|last| self.size > last) {
            return Ok(None);
        }
        let cases = (claim.cases)(self.size, budget)?;
        for number in 0..cases.count {
            let stopped = |limit: Limit| limit.after_of(number, cases.count);
            budget
                .check(number)
                .map_err(stopped)
                .map_err(CheckError::from)?;
            // If the claim holds, or fails in another case, the search continues.
            if let Case::Fails(found) = (cases.check)(number)?
                && found.case == self.case
            {
                return Ok(Some(*found));
            }
        }
        Ok(None)
    }

    /// Describes the first difference between this certificate and the one that follows from the claim.
    fn difference(&self, expected: &CounterexampleCertificate) -> Option<String> {
        let texts = |of: &CounterexampleCertificate| {
            [&of.claim, &of.statement, &of.claimed, &of.found].map(String::clone)
        };
        for (found, expected) in std::iter::zip(texts(self), texts(expected)) {
            if found != expected {
                return Some(format!("found {found:?}, but {expected:?} follows"));
            }
        }
        let [found, needed] = [self, expected].map(|of| of.facts.len());
        if found != needed {
            return Some(format!("expected {needed} facts, found {found}"));
        }
        let mut facts = std::iter::zip(&self.facts, &expected.facts);
        let (_, expected) = facts.find(|(found, expected)| found != expected)?;
        let CertifiedEvidence { position, play, .. } = expected;
        Some(format!(
            "the fact on {position} in {} play, or its game tree, is not the one that follows",
            play.parse::<Play>().map_or("an unknown", Play::adjective)
        ))
    }
}

fn certified(fact: &Evidence) -> Result<CertifiedEvidence, CertificateError> {
    // The cases of claims are small, so a failure is confirmed regardless of the budget.
    let budget = Budget::unlimited();
    let tree = brute_force::tree(&fact.position, fact.play, LARGEST_TREE, &budget)?;
    let found = brute_force::verdict(&tree, fact.verdict);
    if found != Some(fact.verdict) {
        let found = found.map_or("nothing".to_string(), |found| found.to_string());
        return Err(CertificateError::Wrong(format!(
            "{} has {found} by the rules alone, not {}",
            fact.position, fact.verdict
        )));
    }
    let (value, outcome) = match fact.verdict {
        Verdict::Value(value) => (Some(value), None),
        Verdict::Outcome(outcome) => (None, Some(outcome.to_string())),
    };
    Ok(CertifiedEvidence {
        // The position in its printed form, since values can be read in any form.
        position: tree.last().expect("a verdict of the root").position.clone(),
        play: fact.play.to_string(),
        value,
        outcome,
        tree,
    })
}

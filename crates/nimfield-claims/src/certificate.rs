//! Counterexamples that another program can check: every fact with the whole game tree under it.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::brute_force::{self, LARGEST_TREE, TreeNode, Verdict, wins_by};
use crate::claim::{Claim, Counterexample, Evidence};
use crate::rules::RulesError;
use nimfield_core::words::{Outcome, Play};

/// A counterexample with its evidence, as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// What the claim says of it.
    pub claimed: String,
    /// What is true.
    pub found: String,
    /// The facts on which that rests.
    pub facts: Vec<CertifiedEvidence>,
}

/// A value or an outcome with the game tree that proves it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CertifiedEvidence {
    /// The position.
    pub position: String,
    /// `normal` or `misere`.
    pub play: String,
    /// The Grundy value (misère Grundy number), if that is the fact.
    pub value: Option<u128>,
    /// The outcome class, if that is the fact.
    pub outcome: Option<String>,
    /// All positions that can be reached, options before those who have them, the position itself
    /// last: its value is the mex of its options' values, and so all the way down.
    pub tree: Vec<TreeNode>,
}

/// What is wrong with a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CounterexampleCertificateError {
    /// It is not well-formed.
    Form(String),
    /// A step does not follow.
    Wrong(String),
    /// The rules alone could not decide.
    Rules(RulesError),
}

impl fmt::Display for CounterexampleCertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CounterexampleCertificateError::Form(what) => write!(f, "not a certificate: {what}"),
            CounterexampleCertificateError::Wrong(what) => {
                write!(f, "the certificate is wrong: {what}")
            }
            CounterexampleCertificateError::Rules(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CounterexampleCertificateError {}

impl CounterexampleCertificate {
    /// The certificate of a counterexample, each fact worked out anew by the rules alone.
    ///
    /// # Errors
    /// If a tree is too large, or the rules contradict a fact: then an engine is wrong.
    pub fn new(
        claim: &Claim,
        size: u32,
        counterexample: &Counterexample,
    ) -> Result<CounterexampleCertificate, CounterexampleCertificateError> {
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
    /// If the text is none.
    pub fn read(text: &str) -> Result<CounterexampleCertificate, CounterexampleCertificateError> {
        let read: CounterexampleCertificate = serde_json::from_str(text)
            .map_err(|error| CounterexampleCertificateError::Form(error.to_string()))?;
        match read.schema {
            1 => Ok(read),
            other => Err(CounterexampleCertificateError::Form(format!(
                "schema {other}, this program reads 1"
            ))),
        }
    }

    /// The certificate as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        // A tree of plain data always has a form as JSON.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Checks every step: the options of each position by the rules, and its value from theirs.
    ///
    /// # Errors
    /// The first step that is wrong.
    pub fn check(&self) -> Result<(), CounterexampleCertificateError> {
        for fact in &self.facts {
            fact.check()?;
        }
        Ok(())
    }
}

fn certified(fact: &Evidence) -> Result<CertifiedEvidence, CounterexampleCertificateError> {
    let tree = brute_force::tree(&fact.position, fact.play, LARGEST_TREE)
        .map_err(CounterexampleCertificateError::Rules)?;
    let found = brute_force::verdict(&tree, fact.verdict);
    if found != Some(fact.verdict) {
        let found = found.map_or("nothing".to_string(), |found| found.to_string());
        return Err(CounterexampleCertificateError::Wrong(format!(
            "{} has {found} by the rules alone, not {}",
            fact.position, fact.verdict
        )));
    }
    let (value, outcome) = match fact.verdict {
        Verdict::Value(value) => (Some(value), None),
        Verdict::Outcome(outcome) => (None, Some(outcome.to_string())),
    };
    Ok(CertifiedEvidence {
        // As it prints: values are read in any form.
        position: tree
            .last()
            .map_or_else(String::new, |root| root.position.clone()),
        play: fact.play.to_string(),
        value,
        outcome,
        tree,
    })
}

impl CertifiedEvidence {
    fn check(&self) -> Result<(), CounterexampleCertificateError> {
        let wrong = |what: String| Err(CounterexampleCertificateError::Wrong(what));
        let play: Play = self.play.parse().map_err(|_| {
            CounterexampleCertificateError::Form(format!("no play convention {:?}", self.play))
        })?;
        for (at, node) in self.tree.iter().enumerate() {
            let sides = [Some(&node.left), node.right.as_ref()];
            if sides
                .into_iter()
                .flatten()
                .flatten()
                .any(|&option| option >= at)
            {
                return wrong(format!(
                    "{} has an option that is not before it",
                    node.position
                ));
            }
            let options = brute_force::options(&node.position)
                .map_err(CounterexampleCertificateError::Rules)?;
            let [left, right] = options.map(BTreeSet::from_iter);
            let listed = |side: &[usize]| -> BTreeSet<String> {
                side.iter()
                    .map(|&at| self.tree[at].position.clone())
                    .collect()
            };
            if listed(&node.left) != left
                || node.right.as_deref().map(listed).unwrap_or_default() != right
            {
                return wrong(format!("the options of {} are others", node.position));
            }
            let values = node.left.iter().filter_map(|&at| self.tree[at].value);
            let first = |side: &[usize], opponent: usize| {
                let side = side
                    .iter()
                    .filter_map(|&at| Some(self.tree[at].wins?[opponent]));
                wins_by(play, side)
            };
            let agrees = match (&node.right, node.value, node.wins) {
                (None, Some(value), None) => value == brute_force::value(play, values),
                (Some(right), None, Some(wins)) => wins == [first(&node.left, 1), first(right, 0)],
                _ => false,
            };
            if !agrees {
                return wrong(format!(
                    "{} has another value than its options give",
                    node.position
                ));
            }
        }
        let like = match (self.value, self.outcome.as_deref()) {
            (Some(value), None) => Verdict::Value(value),
            (None, Some("P")) => Verdict::Outcome(Outcome::P),
            (None, Some("N")) => Verdict::Outcome(Outcome::N),
            (None, Some("L")) => Verdict::Outcome(Outcome::L),
            (None, Some("R")) => Verdict::Outcome(Outcome::R),
            _ => return wrong(format!("{} states no fact", self.position)),
        };
        let root = self.tree.last().map(|node| &node.position);
        if root != Some(&self.position) || brute_force::verdict(&self.tree, like) != Some(like) {
            return wrong(format!("the tree does not give {} {like}", self.position));
        }
        Ok(())
    }
}

//! Laws of P-positions that are proved for all numbers. Pages without a server do not have the prover.

use nimfield::laws::LawCertificate;
use nimfield::template::{Letter, Template};
use nimfield::words::SchemaVersion;
use nimfield::{Budget, Play};
use nimfield_claims::guess::{GuessError, ProofQuery, prove};
use serde::{Deserialize, Serialize};

use crate::asked::Asked;
use crate::context::Context;
use crate::error::ApiError;
use crate::table::failure;

/// A request to prove a law for all numbers.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProveRequest {
    /// The position, in which letters stand for numbers.
    #[serde(flatten)]
    pub asked: Asked,
    /// The letters, each of which stands for all numbers from 0 on; `a=0..60` learns a law from a table up to 60 only.
    pub letters: Vec<String>,
    /// Prove a law of Grundy values instead of P-positions.
    #[serde(default)]
    pub values: bool,
}

/// A law, and what became of it: what `nimfield guess --prove --json` prints, with the certificate.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProveAnswer {
    /// The version of this form.
    pub schema: SchemaVersion,
    /// The position with its letters.
    pub family: String,
    /// The play convention.
    pub play: Play,
    /// `proved` for all numbers; `refuted`: the law agrees with the table and fails beyond it; `seen`: it agrees with the
    /// table and was not decided; `none`: no law was seen.
    pub status: &'static str,
    /// The digits that the law reads; null without one.
    pub numeration: Option<String>,
    /// The law in words, where automata show that they mean the same as a proved law; null without.
    pub law: Option<String>,
    /// Where a refuted law fails; null for other laws.
    pub witness: Option<String>,
    /// The greatest number of each letter in the table that the law was learned from.
    pub up_to: u64,
    /// How a law was proved, or why not.
    pub reason: Option<String>,
    /// The certificate of a proved law, which has its automaton; null without.
    pub certificate: Option<LawCertificate>,
}

pub(crate) fn run(
    context: &Context,
    wanted: &ProveRequest,
    budget: &Budget,
) -> Result<ProveAnswer, ApiError> {
    let asked = &wanted.asked;
    let letters: Result<Vec<Letter>, _> = wanted
        .letters
        .iter()
        .map(|text| match text.contains('=') {
            true => Letter::read(text),
            false => Letter::read(&format!("{text}=0..0")),
        })
        .collect();
    let letters = letters?;
    if letters.iter().any(|letter| *letter.range.start() > 0) {
        return Err(ApiError::unfit(
            "a law is proved for all numbers from 0 on: letters are such as `a` or `a=0..60`",
        ));
    }
    let ends = letters.iter().map(|letter| *letter.range.end());
    let last = ends.max().filter(|&end| end > 0);
    let reader = context.reader(&asked.boards).budget(budget.clone());
    let family = Template::read(&asked.position, letters, &reader)?;
    let query = ProofQuery {
        play: asked.play,
        values: wanted.values,
        numeration: None,
        first: last,
        redundant: false,
        last,
    };
    let report = prove(&family, &query, budget).map_err(|error| match error {
        GuessError::Family(error) => failure(error),
        GuessError::Undecided(_) | GuessError::NoNumber(_) | GuessError::Unfinished(_) => {
            ApiError::undecided(error)
        }
        error => ApiError::unfit(error),
    })?;
    let (status, witness, reason) = report.verdict();
    let numeration = report.law.as_ref().map(|(law, _)| law.numeration());
    Ok(ProveAnswer {
        schema: SchemaVersion,
        family: report.family.text().to_string(),
        play: report.play,
        status,
        numeration: numeration.map(|digits| digits.to_string()),
        certificate: report.certificate(),
        law: report.words,
        witness,
        up_to: report.up_to,
        reason,
    })
}

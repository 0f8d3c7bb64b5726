//! Laws of families that are proved for all numbers.

use nimfield::template::{Letter, Template};
use nimfield::{Games, Play};
use nimfield_claims::guess::{GuessError, Proof, ProofQuery, prove};
use pyo3::prelude::*;

use super::family::family_error;
use crate::convert::{refused, to_python};
use crate::errors;
use crate::limits::Limits;
use crate::position::{RuleText, load};
use crate::run;

/// Finds a law and proves it: its certificate, and the law in words if it has a short form.
#[pyfunction]
pub fn _prove<'py>(
    py: Python<'py>,
    text: &str,
    letters: Vec<char>,
    how: (Option<String>, bool, Option<String>),
    up_to: Option<u64>,
    rules: Option<RuleText>,
    limits: Limits,
) -> PyResult<(Bound<'py, PyAny>, Option<String>)> {
    let load = |name: &str| load(rules.as_ref(), name);
    let reader = Games::builtin().reader().files(load);
    let letters = letters.into_iter().map(Letter::new).collect();
    let family = Template::read(text, letters, &reader);
    let family = family.map_err(|error| errors::notation(py, &error))?;
    let (play, values, numeration) = how;
    let play = play.as_deref().map(str::parse::<Play>);
    let numeration = numeration.as_deref().map(str::parse);
    let query = ProofQuery {
        play: play.transpose().map_err(refused)?,
        values,
        numeration: numeration.transpose().map_err(refused)?,
        first: up_to,
        redundant: false,
        last: up_to,
    };
    let report = run::long(py, &limits, |budgets| {
        prove(&family, &query, &budgets.begin())
    })?;
    let report = report.map_err(|error| match error {
        GuessError::Undecided(_) | GuessError::NoNumber(_) | GuessError::Unfinished(_) => {
            errors::not_decided(py, error.to_string())
        }
        GuessError::Family(error) => family_error(py, error),
        error => refused(error),
    })?;
    if let Some(certificate) = report.certificate() {
        return Ok((to_python(py, &certificate)?, report.words));
    }
    let why = match (report.law, report.ended, report.no_sentences) {
        (Some((_, Proof::Seen(why))), _, _) | (_, _, Some(why)) | (_, Some(why), _) => why,
        _ => "no law agrees with the table".to_string(),
    };
    let up_to = report.up_to;
    Err(errors::not_decided(
        py,
        format!("no law was proved from tables up to {up_to}: {why}"),
    ))
}

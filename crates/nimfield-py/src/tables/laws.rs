//! Laws of families that are proved for all numbers.

use nimfield::Play;
use nimfield::periods::{self, PeriodError, PeriodQuery};
use nimfield::statement::{StatementTrial, TrialPositions, TrialStop};
use nimfield::tables::{FamilyQuery, Shown};
use nimfield_claims::guess::{GuessError, Proof, ProofQuery, find, find_values, prove};
use nimfield_cli::{guess_as_json, period_as_json, statement_as_json, value_guess_as_json};
use pyo3::prelude::*;

use super::family::{Letters, family_error, family_of};
use crate::convert::{refused, to_python};
use crate::errors;
use crate::limits::Limits;
use crate::position::{Source, call_back, reader};
use crate::run;

fn guess_error(py: Python<'_>, error: GuessError) -> PyErr {
    match error {
        GuessError::Undecided(_) | GuessError::NoNumber(_) | GuessError::Unfinished(_) => {
            errors::not_decided(py, error.to_string())
        }
        GuessError::Family(error) => family_error(py, error),
        error => refused(error),
    }
}

/// Finds a law and proves it; returns its certificate, and the law in words if it has a short form.
#[pyfunction]
pub fn _prove<'py>(
    py: Python<'py>,
    text: &str,
    letters: Vec<char>,
    how: (Option<String>, bool, Option<String>),
    up_to: Option<u64>,
    rules: Vec<Source>,
    limits: Limits,
) -> PyResult<(Bound<'py, PyAny>, Option<String>)> {
    let limits = limits.calling_back(call_back(&rules));
    let letters = letters.into_iter().map(|letter| (letter, 0, 0));
    let family = family_of(py, text, letters.collect(), &rules)?;
    let (play, values, numeration) = how;
    let numeration = numeration.as_deref().map(str::parse);
    let query = ProofQuery {
        play: play_named(play.as_deref())?,
        values,
        numeration: numeration.transpose().map_err(refused)?,
        first: up_to,
        redundant: false,
        last: up_to,
    };
    let report = run::long(py, &limits, |budgets| {
        prove(&family, &query, &budgets.begin())
    })?;
    let report = report.map_err(|error| guess_error(py, error))?;
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

/// Finds laws of P-positions, or of values, that agree with a table, as the line of JSON that `nimfield guess` prints.
#[pyfunction]
pub fn _guess(
    py: Python<'_>,
    text: &str,
    letters: Letters,
    how: (Option<String>, bool, bool),
    rules: Vec<Source>,
    limits: Limits,
) -> PyResult<String> {
    let limits = limits.calling_back(call_back(&rules));
    let family = family_of(py, text, letters, &rules)?;
    let (play, values, unproved) = how;
    let query = FamilyQuery {
        play: play_named(play.as_deref())?,
        unproved,
        ..FamilyQuery::new(Shown::Outcomes)
    };
    let found = run::long(py, &limits, |budgets| {
        let budget = budgets.begin();
        Ok(match values {
            true => value_guess_as_json(&find_values(family, query, &budget)?),
            false => guess_as_json(&find(family, query, &budget)?),
        })
    })?;
    found.map_err(|error| guess_error(py, error))
}

/// Finds the period along a letter, as the line of JSON that `nimfield period` prints.
#[pyfunction]
pub fn _period(
    py: Python<'_>,
    text: &str,
    letter: Option<char>,
    up_to: Option<u64>,
    how: (Option<String>, bool, Option<String>),
    rules: Vec<Source>,
    limits: Limits,
) -> PyResult<String> {
    let limits = limits.calling_back(call_back(&rules));
    let (play, outcomes, expression) = how;
    let usual = PeriodQuery::new(text);
    let query = PeriodQuery {
        letter: letter.unwrap_or(usual.letter),
        up_to,
        play: play_named(play.as_deref())?,
        outcomes,
        expression,
        reader: reader(&rules)?,
        ..usual
    };
    let found = run::long(py, &limits, |budgets| {
        periods::find(&query, &budgets.begin())
    })?;
    let report = found.map_err(|error| match error {
        PeriodError::Notation(error) => errors::notation(py, &error),
        PeriodError::Unfinished(_) | PeriodError::Undecided(_) => {
            errors::not_decided(py, error.to_string())
        }
        error => refused(error),
    })?;
    Ok(period_as_json(&report))
}

/// Tests a statement over a family, or without letters over all positions of a game up to a size; returns the line of
/// JSON that `nimfield hunt --statement` prints.
#[pyfunction]
pub fn _hunt_statement(
    py: Python<'_>,
    text: &str,
    letters: Letters,
    up_to: Option<u64>,
    how: (Option<String>, bool),
    rules: Vec<Source>,
    limits: Limits,
) -> PyResult<String> {
    let limits = limits.calling_back(call_back(&rules));
    let (play, unproved) = how;
    let Some((positions, statement)) = text.rsplit_once(':') else {
        let example = "statement=\"crim: P -> even(rank)\", up_to=20";
        return Err(refused(format!(
            "a statement is positions, a colon and an expression; for example {example}"
        )));
    };
    let cases = match letters.is_empty() && !positions.contains('[') {
        true => {
            let reader = reader(&rules)?;
            run::short(|| TrialPositions::by_size(positions, &reader))?
        }
        false if up_to.is_some() => {
            return Err(refused(
                "up_to is for all positions of a game by size; the ranges of the letters bound a family",
            ));
        }
        false => TrialPositions::family(family_of(py, positions.trim(), letters, &rules)?),
    };
    let wrong = |error| errors::notation(py, &error);
    let play = play_named(play.as_deref())?;
    let trial = StatementTrial::new(cases.map_err(wrong)?, statement, play, unproved);
    let mut trial = trial.map_err(wrong)?;
    let (trial, end) = run::long(py, &limits, |budgets| {
        let end = trial.run(up_to, &budgets.begin(), |_| {});
        (trial, end)
    })?;
    match end {
        Err(TrialStop::Undefined(error)) => Err(refused(error)),
        end => {
            let stopped = end.err().map(|stop| stop.to_string());
            Ok(statement_as_json(&trial, stopped.as_deref()))
        }
    }
}

fn play_named(play: Option<&str>) -> PyResult<Option<Play>> {
    play.map(str::parse).transpose().map_err(refused)
}

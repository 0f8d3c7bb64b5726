//! Claims of the sources: checks, hunts and certificates; and classes of games.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use nimfield::Budget;
use nimfield::Games;
use nimfield::certify::{certify, is_certificate_of};
use nimfield_api::{Context, Request, answer};
use nimfield_claims::classify::{ClassifyError, Scope, classify, positions};
use nimfield_claims::{
    CertificateError, CheckError, CheckedClaim, CounterexampleCertificate, Hunt, HuntError, Shard,
    find,
};
use nimfield_core::files::{self, FileFault, Lock};
use nimfield_core::sealed::SealedData;
use nimfield_engines::certificate::OutcomeCertificate;
use nimfield_engines::classes::ScanError;
use nimfield_games::partitions::pnim::census::Grading;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::json;

use crate::convert::{refused, to_python};
use crate::errors;
use crate::limits::Limits;
use crate::position::PyPosition;
use crate::run;

/// Answers an operation of the interface for programs that needs no arguments: `games`, or `claims`.
#[pyfunction]
pub fn _listed<'py>(py: Python<'py>, operation: &str) -> PyResult<Bound<'py, PyAny>> {
    let request = Request::read(operation, b"").map_err(refused)?;
    let reply = answer(&Context::default(), &request, &Budget::unlimited());
    to_python(py, &reply.map_err(refused)?)?.get_item(operation)
}

/// Checks a claim up to a size, in a part of the work, from a state file if there is one; without a bound up to the
/// claim's own (`verify`) or forever (`hunt`).
#[pyfunction]
pub fn _hunt<'py>(
    py: Python<'py>,
    claim: &str,
    up_to: Option<u32>,
    for_ever: bool,
    shard: (u64, u64),
    state: Option<PathBuf>,
    limits: Limits,
) -> PyResult<Bound<'py, PyAny>> {
    /// Between two saves of the state.
    const SAVE_EVERY: Duration = Duration::from_secs(10);
    let unknown = || PyKeyError::new_err(format!("unknown claim `{claim}`"));
    let claim = find(claim).ok_or_else(unknown)?;
    let (index, of) = shard;
    let shard: Shard = format!("{index}/{of}").parse().map_err(|error| {
        PyValueError::new_err(format!("shard is a pair such as (1, 4): {error}"))
    })?;
    let up_to = up_to.unwrap_or(if for_ever { u32::MAX } else { claim.up_to });
    // Locked until the last save.
    let _lock: Option<Lock> = match &state {
        Some(path) => Some(Lock::on(path).map_err(|error| errors::file(py, &error))?),
        None => None,
    };
    let begun = match &state {
        Some(path) => Hunt::load(path, limits.memory).map_err(|error| errors::file(py, &error))?,
        None => None,
    };
    let mut hunt = begun.unwrap_or_else(|| Hunt::new(claim, shard));
    if hunt.claim != claim.id || hunt.shard != shard {
        return Err(PyValueError::new_err(format!(
            "the state is that of a hunt of {}, shard {}, but {}, shard {shard}, was expected",
            hunt.claim, hunt.shard, claim.id
        )));
    }
    let start = Instant::now();
    run::long(py, &limits, |budgets| {
        hunt.check_sample(claim, &budgets.begin())
    })?
    .map_err(|error| PyValueError::new_err(error.to_string()))?;
    let ended = run::long(py, &limits, |budgets| {
        let mut saved = Instant::now();
        let mut unsaved = None;
        let mut save = |hunt: &Hunt| {
            if let Some(path) = &state {
                unsaved = hunt.save(path).err();
            }
        };
        let end = hunt.go_on(claim, up_to, &budgets.begin(), |hunt| {
            if saved.elapsed() >= SAVE_EVERY {
                saved = Instant::now();
                save(hunt);
            }
        });
        save(&hunt);
        (hunt, end, unsaved)
    })?;
    let (hunt, end, unsaved) = ended;
    if let Some(error) = unsaved {
        return Err(error.into());
    }
    let stopped = match end {
        Ok(()) => None,
        Err(error @ HuntError::Check(_)) => Some(error.to_string()),
        Err(error @ HuntError::NotConfirmed { .. }) => {
            return Err(errors::other(py, error.to_string()));
        }
    };
    let checked = CheckedClaim {
        claim,
        hunt,
        stopped,
        seconds: Some(start.elapsed().as_secs_f64()),
    };
    to_python(py, &checked)
}

/// How partitions are graded, by name.
pub fn grading(by: &str) -> PyResult<Grading> {
    match by {
        "size" => Ok(Grading::Size),
        "perimeter" => Ok(Grading::Perimeter),
        _ => Err(PyValueError::new_err(
            "expected \"size\" or \"perimeter\" for by",
        )),
    }
}

/// The classes that contain a game, up to a bound, as `nimfield classify --json` prints them.
#[pyfunction]
pub fn _classify(
    py: Python<'_>,
    game: &str,
    up_to: u32,
    by: &str,
    sums: bool,
    limits: Limits,
) -> PyResult<String> {
    let scope = Scope {
        grading: grading(by)?,
        up_to,
        sums,
    };
    let report = run::long(py, &limits, |budgets| {
        classify(
            &positions(game, &Games::builtin().reader())?,
            scope,
            &budgets.begin(),
        )
    })?;
    let report = report.map_err(|error| match error {
        ClassifyError::Scan(ScanError::Unfinished(unfinished)) => {
            errors::not_decided(py, format!("the classification was {unfinished}"))
        }
        error => refused(error),
    })?;
    let text = serde_json::to_string(&report);
    Ok(text.expect("texts, numbers and lists only"))
}

/// A certificate of the winner of a board in misère play: the steps of a proof that are checked without a
/// search.
///
/// >>> certificate = nimfield.certify("tactix[5x5]")
/// >>> certificate.position, certificate.check()["first_player_wins"]
/// ('tactix[5x5]', True)
#[pyclass(frozen, name = "Certificate", module = "nimfield")]
pub struct PyCertificate(OutcomeCertificate);

#[pymethods]
impl PyCertificate {
    /// Reads a file that `write` or `nimfield certify` made.
    #[staticmethod]
    #[pyo3(signature = (path, /))]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<PyCertificate> {
        let read = OutcomeCertificate::read(&path);
        Ok(PyCertificate(
            read.map_err(|error| errors::file(py, &error))?,
        ))
    }

    /// Writes the certificate to a file.
    #[pyo3(signature = (path, /))]
    fn write(&self, path: PathBuf) -> PyResult<()> {
        Ok(self.0.write(&path)?)
    }

    /// The position that the certificate is about.
    #[getter]
    fn position(&self) -> &str {
        &self.0.position
    }

    /// Checks that the moves are those of the named game, and then every step; returns who wins, and what was examined.
    ///
    /// Raises `FalseCertificate` if a step does not hold.
    fn check<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let sum = crate::position::read(py, &self.0.position)?;
        if !is_certificate_of(&self.0, &sum) {
            let why = format!("not a certificate of {sum}: the moves or the stones differ");
            return Err(errors::false_certificate(py, why));
        }
        let checked = py.detach(|| self.0.check());
        let checked = checked.map_err(|error| errors::false_certificate(py, error.to_string()))?;
        to_python(
            py,
            &json!({
                "position": self.0.position,
                "first_player_wins": checked.first_player_wins,
                "positions": checked.positions,
                "classes": checked.classes,
                "pairs": checked.pairs,
            }),
        )
    }

    /// A certificate from a pickle.
    #[staticmethod]
    fn _of_bytes(bytes: &[u8]) -> PyResult<PyCertificate> {
        let read = OutcomeCertificate::from_bytes(bytes);
        Ok(PyCertificate(read.map_err(refused)?))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let bytes = PyBytes::new(slf.py(), &slf.get().0.to_bytes()?);
        Ok((slf.get_type().getattr("_of_bytes")?, (bytes,)))
    }

    fn __eq__(&self, other: &PyCertificate) -> PyResult<bool> {
        Ok(self.0.to_bytes()? == other.0.to_bytes()?)
    }

    fn __hash__<'py>(&self, py: Python<'py>) -> PyResult<isize> {
        self.0.position.as_str().into_pyobject(py)?.hash()
    }

    fn __repr__(&self) -> String {
        format!("<Certificate of {}>", self.0.position)
    }
}

/// A certificate of the winner of a board.
#[pyfunction]
pub fn _certify(py: Python<'_>, position: &PyPosition, limits: Limits) -> PyResult<PyCertificate> {
    let sum = &position.sum;
    let made = run::long(py, &limits, |budgets| certify(sum, &budgets.begin()))?;
    match made.map_err(|undecided| errors::undecided(py, &undecided))? {
        Some(certificate) => Ok(PyCertificate(certificate)),
        None => Err(errors::out_of_reach(
            py,
            format!(
                "no certificate: {sum} is not a sum of two parts of at most 24 cells, and no \
                 winning move makes it one"
            ),
        )),
    }
}

/// Checks the file of a certificate of either kind.
#[pyfunction]
pub fn _check(py: Python<'_>, path: PathBuf) -> PyResult<Bound<'_, PyAny>> {
    let limits = Limits::default();
    let other = FileFault::Foreign("not a counterexample");
    let accept = |start: &[u8]| match start.trim_ascii_start().starts_with(b"{") {
        true => Ok(()),
        false => Err(other.clone()),
    };
    let bytes = match files::read(&path, limits.memory, accept) {
        Err(error) if error.fault == other => return PyCertificate::read(py, path)?.check(py),
        read => read.map_err(|error| errors::file(py, &error))?,
    };
    let wrong = |error: &dyn std::fmt::Display| {
        PyValueError::new_err(format!("{}: {error}", path.display()))
    };
    let text = String::from_utf8(bytes).map_err(|error| wrong(&error))?;
    // A text that is not JSON is refused below, with its place.
    let other: Option<serde_json::Value> = serde_json::from_str(&text).ok();
    if let Some(kind) = other
        .as_ref()
        .and_then(|other| other["certificate"].as_str())
    {
        return Err(errors::out_of_reach(
            py,
            format!(
                "{}: the command `nimfield check` checks certificates of the kind `{kind}`",
                path.display()
            ),
        ));
    }
    let certificate = CounterexampleCertificate::read(&text).map_err(|error| wrong(&error))?;
    let checked = run::long(py, &limits, |budgets| certificate.check(&budgets.begin()))?;
    checked.map_err(|error| match error {
        CertificateError::Unchecked(CheckError::Unfinished(unfinished)) => {
            errors::undecided(py, &unfinished.into())
        }
        error => errors::false_certificate(py, error.to_string()),
    })?;
    let positions: usize = certificate.facts.iter().map(|fact| fact.tree.len()).sum();
    to_python(
        py,
        &json!({
            "claim": certificate.claim,
            "case": certificate.case,
            "claimed": certificate.claimed,
            "found": certificate.found,
            "facts": certificate.facts.len(),
            "positions": positions,
        }),
    )
}

/// Runs the command with these arguments, and returns its exit code.
#[pyfunction]
pub fn _run_command(py: Python<'_>, arguments: Vec<std::ffi::OsString>) -> u8 {
    py.detach(|| nimfield_cli::run(arguments))
}

//! Claims: lookup by name, and results in words and as JSON.

use std::fmt::Display;
use std::path::Path;

use nimfield::notation::closest;
use nimfield::words::counted;
use nimfield_claims::{
    CertificateError, CheckedClaim, Claim, CounterexampleCertificate, HuntError, claims, find,
};

use crate::budget::budget;
use crate::errors::{Failure, Status, print};
use crate::objects::{CounterexampleObject, json};
use crate::options::Common;

/// Returns the claim of this name.
pub fn named(name: &str) -> Result<&'static Claim, Failure> {
    find(name).ok_or_else(|| {
        let near: Vec<&str> = claims()
            .map(|claim| claim.id)
            .filter(|id| {
                name.split('-')
                    .any(|word| word.len() > 2 && id.contains(&word.to_lowercase()))
            })
            .take(8)
            .collect();
        let hint = match (
            closest(name, claims().map(|claim| claim.id)),
            near.is_empty(),
        ) {
            _ if name == "all" => "`nimfield verify --all` checks all claims".to_string(),
            (Some(guess), _) => format!("did you mean `{guess}`?"),
            (None, true) => "`nimfield verify --list` lists the claims".to_string(),
            (None, false) => format!("perhaps {}", near.join(", ")),
        };
        Failure::input(format!("unknown claim `{name}`; {hint}"))
    })
}

/// Explains why a hunt stopped before its bound; an unconfirmed counterexample is a bug.
pub fn stopped(end: Result<(), HuntError>) -> Result<Option<String>, Failure> {
    match end {
        Ok(()) => Ok(None),
        Err(error @ HuntError::Check(_)) => Ok(Some(error.to_string())),
        Err(error @ HuntError::NotConfirmed { .. }) => Err(Failure::input(error)),
    }
}

/// Returns a row of the table of several claims.
pub fn line(row: &CheckedClaim) -> String {
    let mut verdict = row.verdict();
    if row.claim.known_false() && row.hunt.found().is_some() {
        verdict.push_str(", as recorded");
    }
    if row.ends_before_its_counterexample() {
        verdict.push_str(", its counterexample is larger");
    }
    if !row.as_expected() {
        verdict.push_str(": NOT AS RECORDED");
    }
    format!(
        "{:<42} {:<11} {:<11} {:>11} {:>8}  {verdict}",
        row.claim.id,
        row.claim.status.to_string(),
        row.range(),
        row.hunt.cases(),
        row.seconds_text()
    )
}

/// Returns the full report on a claim.
pub fn in_words(row: &CheckedClaim) -> String {
    let claim = row.claim;
    let mut text = format!("\x1b[1m{}\x1b[0m ({})\n", claim.id, claim.status);
    let mut line = |label: &str, what: &str| text.push_str(&format!("  {label:<16}{what}\n"));
    line("statement", claim.statement);
    line("source", claim.source);
    line("checked over", claim.over);
    line("size", claim.size);
    line(
        "checked",
        &format!("{}, {}", row.range(), counted(row.hunt.cases(), "case")),
    );
    line("verdict", &format!("\x1b[1m{}\x1b[0m", row.verdict()));
    if let Some(found) = row.hunt.found() {
        let certificate = &found.certificate;
        line("counterexample", &certificate.case);
        line("claimed", &certificate.claimed);
        line("found", &certificate.found);
        let positions: usize = certificate.facts.iter().map(|fact| fact.tree.len()).sum();
        if positions > 0 {
            line(
                "confirmed",
                &format!("by the rules alone, on {}", counted(positions, "position")),
            );
        }
    }
    if let Some(why) = &row.stopped {
        line("stopped", why);
    }
    text
}

/// Checks the certificate of a counterexample, which came from this file.
pub fn check_counterexample(common: &Common, path: &Path, text: &str) -> Result<Status, Failure> {
    let at = |error: &dyn Display| format!("{}: {error}", path.display());
    let certificate =
        CounterexampleCertificate::read(text).map_err(|error| Failure::Input(at(&error)))?;
    certificate
        .check(&budget(common))
        .map_err(|error| match error {
            CertificateError::Unchecked(_) => Failure::Undecided(at(&error)),
            _ => Failure::False(at(&error)),
        })?;
    let positions: usize = certificate.facts.iter().map(|fact| fact.tree.len()).sum();
    let CounterexampleCertificate {
        claim,
        case,
        claimed,
        found,
        facts,
        ..
    } = &certificate;
    let facts = facts.len();
    let text = match common.json {
        true => json(&CounterexampleObject {
            claim,
            case,
            claimed,
            found,
            facts,
            positions,
        }),
        false => format!(
            "{claim}: {case}, claimed: {claimed}, found: {found}\n\
             every step holds: {}, {}",
            counted(facts, "fact"),
            counted(positions, "position")
        ),
    };
    print(format!("{text}\n").as_bytes())
}

/// Refuses `--play`, since every claim states its own play convention.
pub fn refuse_play(common: &Common) -> Result<(), Failure> {
    match common.play {
        None => Ok(()),
        Some(play) => Err(Failure::input(format!(
            "--play {play} is not available for claims: each claim states its play convention\n\
             example: nimfield verify ferguson-theorem-3"
        ))),
    }
}

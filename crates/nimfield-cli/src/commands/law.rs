//! Laws for all numbers: those that the user gives, and certificates that are checked.

use std::path::Path;
use std::sync::Arc;

use nimfield::laws::{LawCertificate, LawFault, ProvedLaw};
use nimfield::template::Template;
use nimfield::words::counted;
use nimfield::{Sum, Term};
use nimfield_core::notation::Cursor;
use nimfield_core::strict_json;
use serde_json::Value;

use crate::budget::budget;
use crate::errors::{Failure, Status, print};
use crate::input::of_kind;
use crate::objects::{CheckedLawObject, json};
use crate::options::Common;
use crate::session::load;

/// Reads the law in a file, and proves it again.
pub fn given(common: &Common, path: &Path) -> Result<ProvedLaw, Failure> {
    let at = |error: String| Failure::input(format!("{}: {error}", path.display()));
    let text = load(&path.to_string_lossy()).map_err(Failure::Input)?;
    let value: Value = strict_json::read(&text).map_err(|error| at(error.to_string()))?;
    let law: LawCertificate = of_kind(&value, &text, "law").map_err(at)?;
    if let Some(play) = common.play.filter(|play| *play != law.play) {
        return Err(at(format!(
            "the law is for {} play, but --play requests {} play",
            law.play.adjective(),
            play.adjective()
        )));
    }
    law.check(&budget(common))
        .map_err(|fault| failure(path, fault))
}

/// Reads the law for the positions of a family from a file, if there is one, and proves it again.
pub fn for_family(
    common: &Common,
    path: Option<&Path>,
    family: &Template,
) -> Result<Option<Arc<ProvedLaw>>, Failure> {
    let Some(path) = path else {
        return Ok(None);
    };
    let law = given(common, path)?;
    let ends = family.letters().iter().map(|letter| *letter.range.end());
    let last = family.position(&ends.collect::<Vec<_>>(), &budget(common));
    // Not all letters give a position, and the table says so.
    if let Ok(position) = last {
        is_about(&law, family.text(), &position)?;
    }
    Ok(Some(Arc::new(law)))
}

/// Checks that a law is about a position.
pub fn is_about(law: &ProvedLaw, text: &str, position: &Sum) -> Result<(), Failure> {
    if let [Term::Impartial(position)] = position.components()
        && law.numbers_of(&**position).is_some()
    {
        return Ok(());
    }
    let message = format!("not a position of the family {}", law.family().text());
    let help = "the law decides only positions of this family";
    Err(Cursor::new(text).fault(0..text.len(), message, help).into())
}

/// Returns why a certificate was not accepted.
fn failure(path: &Path, fault: LawFault) -> Failure {
    let text = format!("{}: {fault}", path.display());
    match fault {
        LawFault::Unchecked(_) => Failure::Undecided(text),
        LawFault::Form(_) => Failure::input(text),
        LawFault::Wrong(_) => Failure::False(text),
    }
}

/// Checks a certificate of a law.
pub fn check_certificate(
    common: &Common,
    path: &Path,
    given: &LawCertificate,
) -> Result<Status, Failure> {
    let budget = budget(common);
    given.check(&budget).map_err(|fault| failure(path, fault))?;
    let law = given.law().map_err(Failure::input)?;
    let text = match common.json {
        true => json(&CheckedLawObject {
            position: &given.position,
            play: given.play,
            terms: if given.values { "values" } else { "outcomes" },
            numeration: law.numeration().to_string(),
            states: law.states(),
        }),
        false => format!(
            "{} ({} play): {} an automaton of {} accepts the digits ({})\nproved again for all numbers, from the rules",
            given.position,
            given.play.adjective(),
            if given.values {
                "the value is v exactly if"
            } else {
                "P exactly if"
            },
            counted(law.states(), "state"),
            law.numeration(),
        ),
    };
    print((text + "\n").as_bytes())
}

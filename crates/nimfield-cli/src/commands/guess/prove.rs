//! `nimfield guess --prove`: laws that hold for all numbers.

use std::path::PathBuf;

use nimfield::tables::FamilyError;
use nimfield::template::{Letter, Template};
use nimfield::words::counted;
use nimfield_claims::guess::{
    GuessError, LawCertificate, Proof, ProofQuery, ProofReport, facts, prove,
};
use nimfield_laws::Numeration;

use crate::budget::{TIME, budget_within};
use crate::errors::{Failure, Status, complain, print};
use crate::objects::{ProofObject, RedundantObject, json};
use crate::options::Common;
use crate::output;
use crate::render::sheet::Sheet;

/// What `--prove` asks for.
#[derive(Debug, clap::Args)]
pub struct ProofArgs {
    /// Prove a law for all numbers: letters stand for all natural numbers
    #[arg(long, conflicts_with = "walnut")]
    pub prove: bool,
    /// The digits of the law: `2` to `16`, `fibonacci`, `pell`, or `A,B` [default: all that are known, one after the other]
    #[arg(long, value_name = "DIGITS", requires = "prove")]
    pub numeration: Option<Numeration>,
    /// Find all moves that can be added without changing the P-positions
    #[arg(long, requires = "prove", conflicts_with = "values")]
    pub redundant: bool,
    /// Write the certificate of a proved law into this file, for `check` and other programs
    #[arg(long, value_name = "FILE", requires = "prove")]
    pub certificate: Option<PathBuf>,
}

/// Returns the failure of a guess, or of a proof.
pub(super) fn failure(error: GuessError) -> Failure {
    match error {
        GuessError::Family(FamilyError::Unfinished(unfinished)) => {
            Failure::Undecided(format!("the table was {unfinished}"))
        }
        GuessError::Undecided(_) | GuessError::NoNumber(_) | GuessError::Unfinished(_) => {
            Failure::Undecided(error.to_string())
        }
        error => Failure::input(error),
    }
}

/// Returns the letters between the brackets of a text, each as it occurs first: those that stand alone.
fn letters_of(text: &str) -> Vec<char> {
    let mut found = Vec::new();
    let mut depth = 0;
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth -= 1,
            _ => {}
        }
        let joined = before.is_alphabetic() || rest.peek().is_some_and(|next| next.is_alphabetic());
        if depth > 0 && c.is_ascii_lowercase() && !joined && !found.contains(&c) {
            found.push(c);
        }
        before = c;
    }
    found
}

/// Runs the command.
pub(super) fn run(
    common: &Common,
    text: &str,
    values: bool,
    given: Vec<Letter>,
    wanted: &ProofArgs,
) -> Result<Status, Failure> {
    if let Some(letter) = given.iter().find(|letter| *letter.range.start() != 0) {
        return Err(Failure::input(format!(
            "a law is proved for all numbers from 0 on, and {0} begins with {1}\nexample: {0}=0..{2}",
            letter.name,
            letter.range.start(),
            letter.range.end()
        )));
    }
    let last = given.iter().map(|letter| *letter.range.end()).max();
    let letters = match given.is_empty() {
        false => given,
        true => letters_of(text).into_iter().map(Letter::new).collect(),
    };
    let family = Template::read(text, letters, &crate::session::reader());
    let family = family.map_err(Failure::input)?;
    let query = ProofQuery {
        play: common.play,
        values,
        numeration: wanted.numeration,
        first: last,
        redundant: wanted.redundant,
        last,
    };
    let budget = budget_within(common, common.time.unwrap_or(TIME));
    let report = prove(&family, &query, &budget).map_err(failure)?;
    if let Some(path) = &wanted.certificate {
        match LawCertificate::of(&report) {
            Some(certificate) => {
                let text = certificate.to_json().map_err(Failure::input)?;
                output::replace(path, (text + "\n").as_bytes())?;
            }
            None => complain("the law is not proved, so there is no certificate"),
        }
    }
    let object = object(&report);
    let text = match common.json {
        true => json(&object) + "\n",
        false => in_words(&report, &object),
    };
    Ok(print(text.as_bytes())?.max(Status::complete(object.status == "proved")))
}

fn object(report: &ProofReport) -> ProofObject<'_> {
    let law = report.law.as_ref();
    let proof = law.map(|(_, proof)| proof);
    let (status, witness, reason) = match proof {
        Some(Proof::Proved {
            measure: falls,
            largest,
        }) => (
            "proved",
            None,
            Some(format!(
                "decided by automata of digits (Büchi 1960): {}; {} falls with each move; the largest automaton \
                     has {}",
                facts(report.values, report.play),
                falls,
                counted(*largest, "state")
            )),
        ),
        Some(Proof::Refuted(found)) => ("refuted", Some(found.to_string()), report.ended.clone()),
        Some(Proof::Seen(why)) => ("seen", None, Some(why.clone())),
        _ => (
            "none",
            None,
            report.ended.clone().or_else(|| report.no_sentences.clone()),
        ),
    };
    ProofObject {
        position: report.family.text(),
        play: report.play,
        terms: if report.values { "values" } else { "outcomes" },
        status,
        numeration: law.map(|(law, _)| law.numeration().to_string()),
        states: law.map(|(law, _)| law.states()),
        law: report.words.as_deref(),
        automaton: law.map(|(law, _)| law.to_string()),
        witness,
        up_to: report.up_to,
        positions: report.positions,
        reason,
        redundant: report.redundant.as_ref().map(|redundant| RedundantObject {
            states: redundant.amounts.states(),
            first: redundant.first.clone(),
            automaton: redundant.amounts.to_string(),
        }),
    }
}

fn in_words(report: &ProofReport, found: &ProofObject<'_>) -> String {
    let mut sheet = Sheet::new(found.position, "");
    sheet.line("play", found.play.adjective());
    sheet.line(
        "table",
        format_args!("{} positions, up to {}", found.positions, found.up_to),
    );
    if let (Some(law), Some(digits), Some(states)) =
        (&found.automaton, &found.numeration, found.states)
    {
        let names: Vec<String> = report
            .family
            .letters()
            .iter()
            .map(|letter| letter.name.to_string())
            .collect();
        let names = names.join(", ");
        let states = counted(states, "state");
        let what = match report.values {
            false => format!(
                "P exactly if an automaton of {states} accepts the digits of {names} ({digits})"
            ),
            true => format!(
                "the value is v exactly if an automaton of {states} accepts the digits of {names}, v ({digits})"
            ),
        };
        sheet.line("law", what);
        sheet.line("", law);
    }
    if let Some(words) = found.law {
        sheet.line("in words", words);
    }
    match found.status {
        "proved" => sheet.line("status", "proved for all numbers"),
        "refuted" => sheet.line(
            "status",
            format_args!("refuted: the law agrees with the table, and fails beyond it"),
        ),
        "seen" => sheet.line(
            "status",
            format_args!("seen up to {}, not proved", found.up_to),
        ),
        _ => sheet.line("status", format_args!("no law seen up to {}", found.up_to)),
    };
    if let Some(witness) = &found.witness {
        sheet.line("witness", witness);
    }
    if let Some(reason) = &found.reason {
        sheet.line("why", reason);
    }
    if let Some(redundant) = &found.redundant {
        let states = counted(redundant.states, "state");
        let first = match redundant.first.is_empty() {
            true => "none of a sum up to 40".to_string(),
            false => {
                let listed = redundant.first.iter().map(|amounts| {
                    let amounts: Vec<String> = amounts.iter().map(u64::to_string).collect();
                    format!("({})", amounts.join(","))
                });
                listed.collect::<Vec<_>>().join(" ") + " …"
            }
        };
        sheet.line(
            "redundant",
            format_args!("moves that take these amounts change no P-position: {first}"),
        );
        sheet.line(
            "",
            format_args!(
                "all of them by an automaton of {states}: {}",
                redundant.automaton
            ),
        );
    }
    sheet.text()
}

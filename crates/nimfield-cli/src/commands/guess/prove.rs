//! `nimfield guess --prove`: laws that hold for all numbers.

use std::path::PathBuf;

use nimfield::Budget;
use nimfield::laws::Droppable;
use nimfield::tables::FamilyError;
use nimfield::template::{Letter, Template};
use nimfield::words::counted;
use nimfield_claims::guess::{GuessError, Proof, ProofQuery, ProofReport, prove};
use nimfield_export::{bfile, latex};
use nimfield_laws::{Automaton, Bound, Numeration};

use crate::budget::{TIME, budget_within};
use crate::errors::{Failure, Status, complain, print};
use crate::objects::{MinimalObject, ProofObject, RedundantObject, json};
use crate::options::{Common, within};
use crate::output::{self, Picture};
use crate::render::automaton;
use crate::render::sheet::Sheet;

/// The options of `--prove`.
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
    /// Find the kinds of moves that can be dropped without changing the P-positions, or the values
    #[arg(long, requires = "prove")]
    pub minimal: bool,
    /// Count the P-positions with all letters below this number, exactly
    #[arg(long, value_name = "N", value_parser = within(0..=u128::MAX), requires = "prove", conflicts_with = "values")]
    pub count: Option<u128>,
    /// Draw the automaton of a proved law: .svg, .png, .pdf, .tex or .dot
    #[arg(long, value_name = "FILE", requires = "prove")]
    pub draw: Option<PathBuf>,
    /// Write a proved law into this file as a theorem in LaTeX, with a sketch of its proof
    #[arg(long, value_name = "FILE", requires = "prove")]
    pub latex: Option<PathBuf>,
    /// Write 10,000 terms into a b-file: the P-positions of one letter, or the pairs of two by their larger numbers, one
    /// number after the other
    #[arg(
        long,
        value_name = "FILE",
        requires = "prove",
        conflicts_with = "values"
    )]
    pub bfile: Option<PathBuf>,
    /// Write the certificate of a proved law into this file, for `check` and other programs
    #[arg(long, value_name = "FILE", requires = "prove")]
    pub certificate: Option<PathBuf>,
}

/// Returns the failure of a guess, or of a proof.
pub(in crate::commands) fn failure(error: GuessError) -> Failure {
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

/// Returns the single letters between the brackets of a text, in order of first occurrence.
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
    let family = Template::read(text, given, &crate::session::reader()).map_err(Failure::input)?;
    let fixed = family.without_fixed().map_err(Failure::input)?;
    let parameter = fixed.option_letter();
    let (text, given) = match parameter.is_some() && fixed.count() == 1 {
        // Only parameters of the game were given, each a number.
        true => {
            let numbers = fixed.letters().iter().map(|own| *own.range.start());
            let text = fixed.with(&numbers.collect::<Vec<_>>());
            (text.map_err(Failure::input)?, Vec::new())
        }
        false => (fixed.text().to_string(), fixed.letters().to_vec()),
    };
    let text = text.as_str();
    let begins_late =
        |letter: &&Letter| *letter.range.start() != 0 && parameter != Some(letter.name);
    if let Some(letter) = given.iter().find(begins_late) {
        return Err(Failure::input(format!(
            "a law is proved for all numbers from 0 on, but the range of {0} begins with {1}\nexample: {0}=0..{2}",
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
    if let Some(letter) = family.option_letter() {
        return Err(Failure::input(format!(
            "a law is proved for one game, and `{letter}` is a parameter of the game: give it a number\nexample: {letter}=2"
        )));
    }
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
    let certificate = report.certificate();
    let files = [
        &wanted.certificate,
        &wanted.draw,
        &wanted.latex,
        &wanted.bfile,
    ];
    let more = wanted.minimal || wanted.count.is_some() || files.iter().any(|file| file.is_some());
    if more && certificate.is_none() {
        complain("the law is not proved: no certificate, count, list or picture was made");
    }
    let mut object = object(&report);
    if let (Some(certificate), Some((law, _))) = (certificate, &report.law) {
        if let Some(path) = &wanted.certificate {
            let text = certificate.to_json().map_err(Failure::input)?;
            output::replace(path, (text + "\n").as_bytes())?;
        }
        let bound = Bound::new(&budget);
        if let Some(limit) = wanted.count {
            let count = law.count_below(limit, bound).map_err(Failure::undecided)?;
            object.count = Some(count);
        }
        if wanted.minimal {
            let proved = certificate.check(&budget).map_err(Failure::undecided)?;
            object.minimal = Some(minimal(
                &proved.droppable(&budget).map_err(Failure::undecided)?,
            ));
        }
        write(common, wanted, (&report, law), &budget)?;
    }
    let text = match common.json {
        true => json(&object) + "\n",
        false => in_words(&report, &object, wanted.count),
    };
    Ok(print(text.as_bytes())?.max(Status::complete(object.status == "proved")))
}

/// Writes the pictures and lists of a proved law.
fn write(
    common: &Common,
    wanted: &ProofArgs,
    (report, law): (&ProofReport, &Automaton),
    budget: &Budget,
) -> Result<(), Failure> {
    /// Terms of a b-file.
    const TERMS: usize = 10_000;
    let position = report.family.text();
    if let Some(path) = &wanted.draw {
        let ending = path
            .extension()
            .and_then(|ending| ending.to_str())
            .unwrap_or("");
        let picture = |title: &str| automaton::drawing(law, title);
        match ending {
            "dot" => output::text(Some(path), &automaton::dot(law))?,
            "tex" => output::text(Some(path), &latex::drawing(&picture(position), position))?,
            _ => {
                let format = output::drawn(path).map_err(|_| {
                    let path = path.display();
                    Failure::input(format!(
                        "unknown file format of {path}: end the name in .svg, .png, .pdf, .tex or .dot, as in law.svg"
                    ))
                })?;
                let picture = Picture::Drawing(picture(position));
                output::to_file(path, |out| output::picture(out, common, format, picture))?;
            }
        }
    }
    if let (Some(path), Some((_, Proof::Proved { measure, .. }))) = (&wanted.latex, &report.law) {
        let family = (position, &names(report)[..], report.values);
        let falls = measure.to_string();
        let proof = (report.play.adjective(), &report.facts[..], &falls[..]);
        output::text(Some(path), &automaton::theorem(law, family, proof))?;
    }
    if let Some(path) = &wanted.bfile {
        let letters = law.variables();
        if letters > 2 {
            return Err(Failure::input(format!(
                "a b-file lists P-positions of one letter or pairs, and {position} has {letters} letters\nexample: {}",
                "nimfield guess 'wythoff[a b]' --prove --bfile b000001.txt"
            )));
        }
        let found = law.first_members(TERMS / letters, Bound::new(budget));
        let terms = found.map_err(Failure::undecided)?.into_iter().flatten();
        let play = report.play.adjective();
        let title = format!("P-positions of {position} ({play} play), proved for all numbers");
        let mut text = Vec::new();
        bfile::write(&mut text, &title, 1, terms).map_err(Failure::input)?;
        output::replace(path, &text)?;
    }
    Ok(())
}

/// Returns the letters of the family of a law.
fn names(report: &ProofReport) -> String {
    let letters = report.family.letters().iter();
    let names: Vec<String> = letters.map(|letter| letter.name.to_string()).collect();
    names.join(", ")
}

/// Returns the kinds of moves that can be dropped, each shown by one of its moves.
fn minimal(found: &Droppable) -> MinimalObject {
    let tuple = |numbers: &Vec<u128>| {
        let numbers: Vec<String> = numbers.iter().map(u128::to_string).collect();
        format!("({})", numbers.join(","))
    };
    let named = |&kind: &usize| match &found.kinds[kind] {
        Some((from, to)) => format!("{} to {}", tuple(from), tuple(to)),
        None => "a kind without moves".to_string(),
    };
    MinimalObject {
        kinds: found.kinds.len(),
        alone: found.alone.iter().map(named).collect(),
        together: found.together.iter().map(named).collect(),
    }
}

fn object(report: &ProofReport) -> ProofObject<'_> {
    let law = report.law.as_ref();
    let (status, witness, reason) = report.verdict();
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
        count: None,
        minimal: None,
        redundant: report.redundant.as_ref().map(|redundant| RedundantObject {
            states: redundant.amounts.states(),
            first: redundant.first.clone(),
            automaton: redundant.amounts.to_string(),
        }),
    }
}

fn in_words(report: &ProofReport, found: &ProofObject<'_>, limit: Option<u128>) -> String {
    let mut sheet = Sheet::new(found.position, "");
    sheet.line("play", found.play.adjective());
    sheet.line(
        "table",
        format_args!("{} positions, up to {}", found.positions, found.up_to),
    );
    if let (Some(law), Some(digits), Some(states)) =
        (&found.automaton, &found.numeration, found.states)
    {
        let names = names(report);
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
    if let (Some(count), Some(limit)) = (&found.count, limit) {
        let found = counted(count, "P-position");
        sheet.line(
            "count",
            format_args!("{found} with all letters below {limit}"),
        );
    }
    if let Some(minimal) = &found.minimal {
        let kinds = counted(minimal.kinds, "kind");
        if minimal.alone.is_empty() {
            sheet.line(
                "minimal",
                format_args!("of {kinds} of moves none can be dropped"),
            );
        } else {
            let alone = minimal.alone.join("; ");
            sheet.line(
                "minimal",
                format_args!("of {kinds} of moves each of these can be dropped, shown by one of its moves: {alone}"),
            );
            let together = minimal.together.join("; ");
            sheet.line(
                "",
                format_args!("all of these can be dropped together: {together}"),
            );
        }
    }
    if let Some(redundant) = &found.redundant {
        let states = counted(redundant.states, "state");
        let first = match redundant.first.is_empty() {
            true => "none with a sum up to 40".to_string(),
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
                "an automaton of {states} accepts all of them: {}",
                redundant.automaton
            ),
        );
    }
    sheet.text()
}

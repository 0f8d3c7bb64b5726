//! `nimfield guess`: laws of P-positions that agree with all examined positions.

pub(super) mod prove;

use std::fs;
use std::path::{Path, PathBuf};

use nimfield::tables::{FamilyQuery, Shown};
use nimfield::template::{Letter, Template};
use nimfield::words::counted;
use nimfield_claims::guess::{
    Guess, GuessReport, ValueGuess, ValueReport, WalnutError, find, find_values,
};

use crate::budget::{TIME, budget_within};
use crate::errors::{Failure, Status, complain, print, remark};
use crate::objects::{GuessObject, LawObject, json};
use crate::options::Common;
use crate::output;
use crate::render::sheet::Sheet;

/// The arguments of `nimfield guess`.
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  nimfield guess 'wythoff[a b]' a=0..60 b=0..60    Beatty pairs, and Fibonacci digits
  nimfield guess 'crim[b^a]' a=0..20 b=0..20       remainders
  nimfield guess 'nim[a b c]' a=0..15 b=0..15 c=0..15    binary digits
  nimfield guess 'wythoff[a b]' a=0..60 b=0..60 --walnut Walnut    for Walnut to prove
  nimfield guess 'nim[a b]' a=0..31 b=0..31 --values    Grundy values: a xor b
  nimfield guess 'wythoff[a b]' --prove    a law for all numbers, with its proof",
    after_help = "\
The command tries remainders of the letters, pairs of Beatty sequences with quadratic numbers, and automata that read \
the digits of the letters in base 2, 3 or 4 or as sums of Fibonacci numbers. A guess is printed if it agrees with all \
positions of the ranges. None is proved. With --values it looks for an expression of the letters that gives all Grundy \
values, and for values that grow with the letters. --prove learns automata from tables that grow, and decides whether \
each of them accepts exactly the P-positions, or the values, for all numbers."
)]
pub struct Args {
    /// The position, with one to three letters
    #[arg(value_name = "POSITION")]
    pub text: String,
    /// The ranges of the letters, which begin with 0 or 1: `a=0..60`, or one number: `a=2`. With --prove they limit the
    /// tables, which otherwise grow as needed
    #[arg(required_unless_present = "prove", value_name = "RANGE")]
    pub ranges: Vec<String>,
    /// Guess the Grundy values instead of the P-positions; in misère play the misère Grundy numbers
    #[arg(long, conflicts_with = "walnut")]
    pub values: bool,
    /// Write the smallest automaton, and the sentences that prove it, into this folder for Walnut
    #[arg(long, value_name = "FOLDER")]
    pub walnut: Option<PathBuf>,
    #[command(flatten)]
    pub proof: prove::ProofArgs,
}

/// Runs the command.
pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    let letters = wanted.ranges.iter().map(|range| Letter::read(range));
    let letters: Vec<Letter> = letters.collect::<Result<_, _>>().map_err(Failure::input)?;
    if wanted.proof.prove {
        return prove::run(
            common,
            wanted.text.trim(),
            wanted.values,
            letters,
            &wanted.proof,
        );
    }
    if let (Some(letter), true) = (
        letters.iter().find(|letter| *letter.range.start() != 0),
        wanted.walnut.is_some(),
    ) {
        return Err(Failure::input(format!(
            "the sentences for Walnut are about all numbers from 0 on, and {0} begins with {1}\nexample: {0}=0..{2}",
            letter.name,
            letter.range.start(),
            letter.range.end()
        )));
    }
    let family = Template::read(wanted.text.trim(), letters, &crate::session::reader());
    let family = family.map_err(Failure::input)?;
    let query = FamilyQuery {
        play: common.play,
        unproved: common.allow_unproved,
        ..FamilyQuery::new(Shown::Outcomes)
    };
    let budget = budget_within(common, common.time.unwrap_or(TIME));
    if wanted.values {
        let report = find_values(family, query, &budget).map_err(prove::failure)?;
        let text = said(common, &report.family, &object_of_values(&report));
        return print(text.as_bytes());
    }
    let report = find(family, query, &budget).map_err(prove::failure)?;
    let text = said(common, &report.family, &object(&report));
    let mut status = Status::complete(report.not_searched.is_none());
    // The files come first, so that no answer appears if they cannot be written.
    if let Some(folder) = &wanted.walnut {
        if !write_for_walnut(&report, folder)? {
            status = Status::Undecided;
        } else if !common.quiet {
            remark(&format!(
                "wrote the automaton and the sentences for Walnut to {}",
                folder.display()
            ));
        }
    }
    Ok(print(text.as_bytes())?.max(status))
}

/// Describes the laws that were not searched for, and the limit that ended the search.
fn not_searched(report: &GuessReport) -> Option<String> {
    let (digits, limit) = report.not_searched.as_ref()?;
    let digits: Vec<String> = digits.iter().map(ToString::to_string).collect();
    let digits = digits.join(", ");
    Some(format!("automata ({digits}), because of {limit}"))
}

/// Returns the letters with their ranges.
fn ranges(family: &Template) -> String {
    let letters = family.letters().iter();
    let range = |letter: &Letter| {
        format!(
            " {}={}..{}",
            letter.name,
            letter.range.start(),
            letter.range.end()
        )
    };
    letters.map(range).collect()
}

fn letters(family: &Template) -> Vec<char> {
    family.letters().iter().map(|letter| letter.name).collect()
}

/// Returns a law of this kind in one line.
fn law(kind: &'static str, law: String) -> LawObject {
    LawObject {
        kind,
        law,
        digits: None,
        states: None,
    }
}

/// Returns the laws of P-positions that were seen as a line of JSON.
#[must_use]
pub fn as_json(report: &GuessReport) -> String {
    json(&object(report))
}

/// Returns the laws of Grundy values that were seen as a line of JSON.
#[must_use]
pub fn values_as_json(report: &ValueReport) -> String {
    json(&object_of_values(report))
}

fn object(report: &GuessReport) -> GuessObject<'_> {
    let letters = letters(&report.family);
    let guesses = report.guesses.iter().map(|guess| match guess {
        Guess::Residues(residues) => law("remainders", residues.in_words(&letters)),
        Guess::Pairs(pairs) => {
            let names: Vec<String> = letters.iter().map(char::to_string).collect();
            let names = names.join(", ");
            law(
                "pairs",
                format!("P exactly if {{{names}}} is one of {pairs}"),
            )
        }
        Guess::Automaton(automaton) => LawObject {
            digits: Some(automaton.numeration().to_string()),
            states: Some(automaton.states()),
            ..law("automaton", automaton.to_string())
        },
        guess => law("other", format!("{guess:?}")),
    });
    GuessObject {
        position: report.family.text(),
        play: report.play,
        up_to: report.points.last(),
        positions: report.points.positions(),
        p_positions: Some(report.points.p_positions()),
        status: (!report.guesses.is_empty()).then_some("seen"),
        guesses: guesses.collect(),
        not_searched: not_searched(report),
    }
}

fn object_of_values(report: &ValueReport) -> GuessObject<'_> {
    let letters = letters(&report.family);
    let guesses = report.guesses.iter().map(|guess| match guess {
        ValueGuess::Formula(formula) => law("formula", format!("the value is {formula}")),
        ValueGuess::Growth(growth) => law("growth", growth.in_words(&letters)),
        ValueGuess::Period(period) => {
            let grows = match period.saltus {
                0 => "is the same".to_string(),
                saltus => format!("grows by {saltus}"),
            };
            let (letter, from, period) = (letters[0], period.preperiod, period.period);
            law(
                "period",
                format!("from {letter} = {from} on the value {grows} whenever {letter} grows by {period}"),
            )
        }
        guess => law("other", format!("{guess:?}")),
    });
    GuessObject {
        position: report.family.text(),
        play: report.play,
        up_to: report.points.last(),
        positions: report.points.points().len() as u64,
        p_positions: None,
        status: (!report.guesses.is_empty()).then_some("seen"),
        guesses: guesses.collect(),
        not_searched: None,
    }
}

/// Returns the examined positions and the guesses, as JSON or in words.
fn said(common: &Common, family: &Template, found: &GuessObject<'_>) -> String {
    if common.json {
        return json(found) + "\n";
    }
    let mut sheet = Sheet::new(found.position, &ranges(family));
    sheet.line("play", found.play.adjective());
    match found.p_positions {
        Some(p) => sheet.line(
            "positions",
            format_args!(
                "{}, {p} of them P{}",
                found.positions,
                left_out(family, found.positions)
            ),
        ),
        None => sheet.line("positions", found.positions),
    }
    for guess in &found.guesses {
        match (&guess.digits, guess.states) {
            (Some(digits), Some(states)) => {
                let states = counted(states, "state");
                sheet.line(
                    "guess",
                    format_args!(
                        "P exactly if an automaton of {states} accepts the digits ({digits})"
                    ),
                );
                sheet.line("", &guess.law);
            }
            _ => sheet.line("guess", &guess.law),
        }
    }
    // Ranges that differ stand in the first line.
    let ends = family.letters().iter().map(|letter| *letter.range.end());
    let (least, most) = (found.up_to, ends.max());
    let up_to = match most == Some(least) {
        true => format!("up to {least}"),
        false => "in these ranges".to_string(),
    };
    match found.status {
        Some(status) => sheet.line("status", format_args!("{status} {up_to}, not proved")),
        None => {
            sheet.line("guess", "none");
            sheet.line(
                "status",
                format_args!("no law seen {up_to}; longer ranges may show one"),
            );
        }
    }
    if let Some(left) = &found.not_searched {
        sheet.line("not searched", left);
    }
    sheet.text()
}

/// Describes how many members of a family are not positions, if any.
fn left_out(family: &Template, positions: u64) -> String {
    match family.count() - u128::from(positions) {
        0 => String::new(),
        empty => format!("; {empty} of the family are not positions and are left out"),
    }
}

/// Writes the files into the folders where Walnut expects them; there are none unless a guess is an automaton.
fn write_for_walnut(report: &GuessReport, folder: &Path) -> Result<bool, Failure> {
    let files = match report.walnut() {
        Err(error @ WalnutError::NoAutomaton) => {
            complain(&error.to_string());
            return Ok(false);
        }
        files => files.map_err(Failure::input)?,
    };
    for (name, text) in [
        ("Automata Library", &files.automaton),
        ("Command Files", &files.commands),
    ] {
        let folder = folder.join(name);
        fs::create_dir_all(&folder).map_err(|error| output::cannot_write(&folder, &error))?;
        output::replace(&folder.join("p.txt"), text.as_bytes())?;
    }
    Ok(true)
}

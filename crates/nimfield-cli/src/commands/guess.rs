//! `nimfield guess`: laws of P-positions that agree with all positions looked at.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use nimfield::Play;
use nimfield::guess::{
    Guess, GuessError, GuessReport, ValueGuess, ValueReport, WalnutError, find, find_values,
};
use nimfield::tables::{FamilyError, FamilyQuery, Shown};
use nimfield::template::{Letter, Template};
use nimfield::words::{SchemaVersion, counted};

use crate::budget::{TIME, budget_within};
use crate::errors::{Failure, Status, complain, print, remark};
use crate::objects::{GuessObject, LawObject, json};
use crate::options::Common;
use crate::output;

/// The arguments of `nimfield guess`.
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  nimfield guess 'wythoff[a b]' a=0..60 b=0..60    Beatty pairs, and Fibonacci digits
  nimfield guess 'crim[b^a]' a=0..20 b=0..20       remainders
  nimfield guess 'nim[a b c]' a=0..15 b=0..15 c=0..15    binary digits
  nimfield guess 'wythoff[a b]' a=0..60 b=0..60 --walnut Walnut    for Walnut to prove
  nimfield guess 'nim[a b]' a=0..31 b=0..31 --values    Grundy values: a xor b",
    after_help = "\
The command tries remainders of the letters, pairs of Beatty sequences with quadratic numbers, and automata that read \
the digits of the letters in base 2, 3 or 4 or as sums of Fibonacci numbers. A guess is printed if it agrees with all \
positions of the ranges. None is proved. With --values it looks for an expression of the letters that gives all Grundy \
values, and for values that grow with the letters."
)]
pub struct Args {
    /// The position, with one to three letters
    #[arg(value_name = "POSITION")]
    pub text: String,
    /// The ranges of the letters, which begin with 0 or 1 and end alike: `a=0..60`
    #[arg(required = true, value_name = "RANGE")]
    pub ranges: Vec<String>,
    /// Guess the Grundy values instead of the P-positions; in misère play the misère Grundy numbers
    #[arg(long, conflicts_with = "walnut")]
    pub values: bool,
    /// Write the smallest automaton, and the sentences that prove it, into this folder for Walnut
    #[arg(long, value_name = "FOLDER")]
    pub walnut: Option<PathBuf>,
}

/// Runs the command.
pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    let letters = wanted.ranges.iter().map(|range| Letter::read(range));
    let letters: Vec<Letter> = letters.collect::<Result<_, _>>().map_err(Failure::input)?;
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
    let family = Template::new(wanted.text.trim(), letters).map_err(Failure::input)?;
    let family = family
        .with_files(&crate::session::load)
        .map_err(Failure::input)?;
    let query = FamilyQuery {
        play: common.play,
        unproved: common.allow_unproved,
        ..FamilyQuery::new(Shown::Outcomes)
    };
    let budget = budget_within(common, common.time.unwrap_or(TIME));
    if wanted.values {
        let report = find_values(family, query, &budget).map_err(failure)?;
        let text = match common.json {
            true => json(&object_of_values(&report)) + "\n",
            false => values_in_words(&report),
        };
        return print(text.as_bytes());
    }
    let report = find(family, query, &budget).map_err(failure)?;
    let text = match common.json {
        true => json(&object(&report)) + "\n",
        false => in_words(&report),
    };
    let mut status = Status::complete(report.not_searched.is_none());
    // The files come first, so that no answer stands without those it was asked for.
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

/// Returns what was not looked for, and the limit that ended the search.
fn not_searched(report: &GuessReport) -> Option<String> {
    let (digits, limit) = report.not_searched.as_ref()?;
    let digits: Vec<String> = digits.iter().map(ToString::to_string).collect();
    let digits = digits.join(", ");
    Some(format!("automata ({digits}), because of {limit}"))
}

fn failure(error: GuessError) -> Failure {
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

/// Returns the law in one line.
fn law(report: &GuessReport, guess: &Guess) -> LawObject {
    let letters = letters(&report.family);
    let object = |kind, law| LawObject {
        kind,
        law,
        digits: None,
        states: None,
    };
    match guess {
        Guess::Residues(residues) => object("remainders", residues.in_words(&letters)),
        Guess::Pairs(pairs) => {
            let names: String = letters.iter().map(|letter| format!(", {letter}")).collect();
            object(
                "pairs",
                format!("P exactly if {{{}}} is one of {pairs}", &names[2..]),
            )
        }
        Guess::Automaton(automaton) => LawObject {
            digits: Some(automaton.numeration().to_string()),
            states: Some(automaton.states()),
            ..object("automaton", automaton.to_string())
        },
        guess => object("other", format!("{guess:?}")),
    }
}

fn object(report: &GuessReport) -> GuessObject<'_> {
    GuessObject {
        schema: SchemaVersion,
        position: report.family.text(),
        play: report.play,
        up_to: report.points.last(),
        positions: report.points.positions(),
        p_positions: Some(report.points.p_positions()),
        status: (!report.guesses.is_empty()).then_some("seen"),
        guesses: report
            .guesses
            .iter()
            .map(|guess| law(report, guess))
            .collect(),
        not_searched: not_searched(report),
    }
}

/// Returns the law of values in one line.
fn law_of_values(report: &ValueReport, guess: &ValueGuess) -> LawObject {
    let (kind, law) = match guess {
        ValueGuess::Formula(formula) => ("formula", format!("the value is {formula}")),
        ValueGuess::Growth(growth) => ("growth", growth.in_words(&letters(&report.family))),
        ValueGuess::Period(law) => {
            let letter = report.family.letters()[0].name;
            let grows = match law.saltus {
                0 => "is the same".to_string(),
                saltus => format!("grows by {saltus}"),
            };
            let (from, period) = (law.preperiod, law.period);
            (
                "period",
                format!(
                    "from {letter} = {from} on the value {grows} whenever {letter} grows by {period}"
                ),
            )
        }
        guess => ("other", format!("{guess:?}")),
    };
    LawObject {
        kind,
        law,
        digits: None,
        states: None,
    }
}

fn object_of_values(report: &ValueReport) -> GuessObject<'_> {
    let guesses = report.guesses.iter();
    GuessObject {
        schema: SchemaVersion,
        position: report.family.text(),
        play: report.play,
        up_to: report.points.last(),
        positions: report.points.points().len() as u64,
        p_positions: None,
        status: (!report.guesses.is_empty()).then_some("seen"),
        guesses: guesses.map(|guess| law_of_values(report, guess)).collect(),
        not_searched: None,
    }
}

fn values_in_words(report: &ValueReport) -> String {
    let points = &report.points;
    let guesses = report.guesses.iter();
    guessed_in_words(
        &report.family,
        report.play,
        &points.points().len().to_string(),
        guesses.map(|guess| law_of_values(report, guess).law),
        points.last(),
    )
}

fn in_words(report: &GuessReport) -> String {
    let points = &report.points;
    let positions = format!("{}, {} of them P", points.positions(), points.p_positions());
    let guesses = report.guesses.iter().map(|guess| {
        let law = law(report, guess);
        match (law.digits, law.states) {
            (Some(digits), Some(states)) => format!(
                "P exactly if an automaton of {} accepts the digits ({digits})\n  {:<15}{}",
                counted(states, "state"),
                "",
                law.law
            ),
            _ => law.law,
        }
    });
    let mut text = guessed_in_words(
        &report.family,
        report.play,
        &positions,
        guesses,
        points.last(),
    );
    if let Some(left) = not_searched(report) {
        let _ = writeln!(text, "  {:<15}{left}", "not searched");
    }
    text
}

/// Returns what was looked at, and what was guessed from it.
fn guessed_in_words(
    family: &Template,
    play: Play,
    positions: &str,
    guesses: impl ExactSizeIterator<Item = String>,
    up_to: u64,
) -> String {
    let mut text = format!("\x1b[1m{}\x1b[0m{}\n", family.text(), ranges(family));
    let mut line = |label: &str, what: &str| {
        let _ = writeln!(text, "  {label:<15}{what}");
    };
    line("play", play.adjective());
    line("positions", positions);
    match guesses.len() {
        0 => {
            line("guess", "none");
            line(
                "status",
                &format!("no law seen up to {up_to}; longer ranges may show one"),
            );
        }
        _ => {
            guesses.for_each(|guess| line("guess", &guess));
            line("status", &format!("seen up to {up_to}, not proved"));
        }
    }
    text
}

/// Writes the files into the folders where Walnut looks for them; if no guess is an automaton, there are none.
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

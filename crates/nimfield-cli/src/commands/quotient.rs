//! `nimfield quotient`: the misère quotient of heaps, or of the followers of a position.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use nimfield::engines::quotient::{QuotientClaim, Word};
use nimfield::quotients::{ClaimedQuotient, QuotientQuery, QuotientReport, check, find};
use nimfield::words::{Play, SchemaVersion, counted};
use nimfield_export::latex;

use super::period::failure;
use crate::budget::{TIME, budget_within};
use crate::errors::{Failure, Status, complain, print};
use crate::objects::{
    ClassObject, GeneratorObject, LawOfClasses, QuotientCertificate, QuotientObject, json,
};
use crate::options::Common;
use crate::output;
use crate::session::load;

/// The arguments of `nimfield quotient`.
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  nimfield quotient 'code(0.77)[n]' --up-to 12     heaps of Kayles to 12: order 24
  nimfield quotient 'code(0.123)[n]'               until the quotient is proved complete
  nimfield quotient 'tactix[111/011]'              a position and its followers
  nimfield quotient 'lines(max=2)[2xn]' --up-to 3  positions along a letter, with their followers
  nimfield quotient 'kayles[n]' --certificate kayles.json    for check",
    after_help = "\
Two sums belong to one class if they have the same outcome in misère play beside every sum of positions of the set. The \
answer is proved for sums of any length, and the sums that end after few moves are checked by play. The search goes position by \
position; where the budget ends it, the quotient of the positions before is reported."
)]
pub struct Args {
    /// The position, which may have a letter for a number that grows
    #[arg(value_name = "POSITION")]
    pub text: String,
    /// The letter
    #[arg(long, default_value = "n", value_name = "LETTER")]
    pub letter: char,
    /// The greatest number; heaps of codes are added until the quotient is proved not to grow [default for codes: no
    /// bound]
    #[arg(long, value_name = "N")]
    pub up_to: Option<u64>,
    /// Check at most this number of sums by play
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(..=1_000_000_000), value_name = "SUMS")]
    pub checked: u64,
    /// Print at most this number of relations, classes of P-positions, and positions
    #[arg(long, default_value_t = 40, value_name = "N")]
    pub limit: usize,
    /// Print the quotient in LaTeX, to be included in a document
    #[arg(long, conflicts_with = "json")]
    pub latex: bool,
    /// Write a certificate of the quotient for `nimfield check`
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Write to a file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Runs the command.
pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    if common.play == Some(Play::Normal) {
        let why = "quotients are those of misère play; in normal play values add up: `nimfield analyze` prints them";
        return Err(Failure::input(why));
    }
    let query = QuotientQuery {
        text: wanted.text.clone(),
        letter: wanted.letter,
        up_to: wanted.up_to,
        checked: wanted.checked,
        load,
    };
    let budget = budget_within(common, common.time.unwrap_or(TIME));
    let report = find(&query, &budget).map_err(failure)?;
    if let Some(path) = &wanted.certificate {
        let certificate = certified(&report, wanted.letter);
        output::replace(path, format!("{}\n", json(&certificate)).as_bytes())?;
    }
    let text = match (common.json, wanted.latex) {
        (true, _) => json(&object(&report)) + "\n",
        (false, true) => in_latex(&report),
        (false, false) => in_words(&report, wanted.limit),
    };
    output::text(wanted.output.as_deref(), &text)?;
    match &report.stopped {
        None => Ok(Status::Answered),
        Some(stopped) => {
            complain(&format!("the search was {stopped}"));
            Ok(Status::Undecided)
        }
    }
}

fn certified(report: &QuotientReport, letter: char) -> QuotientCertificate {
    let ClaimedQuotient {
        positions,
        claim,
        law,
    } = ClaimedQuotient::of(report);
    let law = law.map(|(theorem, preperiod, period)| LawOfClasses {
        theorem,
        preperiod,
        period,
    });
    QuotientCertificate {
        certificate: "quotient".to_string(),
        version: 1,
        position: report.position.clone(),
        letter: report.up_to.map(|_| letter),
        up_to: report.up_to,
        positions,
        classes: claim.classes,
        generators: claim.generators,
        steps: claim.steps,
        p_portion: claim.p_portion,
        law,
    }
}

/// Checks a certificate: the positions are found again, and the quotient is proved without a search.
pub fn check_certificate(
    common: &Common,
    path: &Path,
    given: QuotientCertificate,
) -> Result<Status, Failure> {
    let query = QuotientQuery {
        letter: given.letter.unwrap_or('n'),
        up_to: given.up_to,
        load,
        ..QuotientQuery::new(&given.position)
    };
    let claimed = ClaimedQuotient {
        positions: given.positions,
        claim: QuotientClaim {
            generators: given.generators,
            steps: given.steps,
            p_portion: given.p_portion,
            classes: given.classes,
        },
        law: (given.law).map(|law| (law.theorem, law.preperiod, law.period)),
    };
    let budget = budget_within(common, common.time.unwrap_or(TIME));
    let report = match check(&query, &claimed, &budget).map_err(failure)? {
        Ok(report)
            if (report.up_to, &report.position) == (given.up_to, &given.position)
                && report.up_to.is_some() == given.letter.is_some() =>
        {
            report
        }
        Ok(_) => {
            let why = format!(
                "{}: the position is not written as it should be",
                path.display()
            );
            return Err(Failure::False(why));
        }
        Err(wrong) => {
            let name = path.display();
            return Err(Failure::False(format!(
                "{name}: this is not the quotient: {wrong}"
            )));
        }
    };
    let text = match common.json {
        true => json(&object(&report)) + "\n",
        false => in_words(&report, LISTED),
    };
    print(text.as_bytes())
}

/// Relations and classes that are listed of a certificate.
const LISTED: usize = 40;

impl QuotientText<'_> {
    fn word(&self, word: &Word) -> String {
        self.0.quotient.class_text(word)
    }

    fn class(&self, class: u32) -> String {
        self.word(self.0.quotient.word(class))
    }

    fn relations(&self) -> Vec<String> {
        let relations = self.0.quotient.relations().into_iter();
        let text = |relation: nimfield::engines::quotient::Relation| {
            format!(
                "{} = {}",
                self.word(&relation.left),
                self.word(&relation.right)
            )
        };
        relations.map(text).collect()
    }

    fn p_classes(&self) -> Vec<String> {
        let classes = self.0.quotient.p_portion().into_iter();
        classes.map(|class| self.class(class)).collect()
    }
}

/// A report whose classes are written as products of generators.
struct QuotientText<'a>(&'a QuotientReport);

fn object(report: &QuotientReport) -> QuotientObject<'_> {
    let (set, quotient) = (&report.set, &report.quotient);
    let text = QuotientText(report);
    let legend = quotient.legend(set).into_iter();
    let classes = quotient.classes().iter().zip(0..);
    QuotientObject {
        schema: SchemaVersion,
        position: &report.position,
        up_to: report.up_to,
        positions: set.len(),
        order: quotient.order(),
        p_portion: quotient.p_portion().len(),
        tame: quotient.is_tame(),
        stable: report.stable.is_some(),
        reason: report.stable.as_ref().map(|proof| proof.text.as_str()),
        generators: legend
            .map(|(letter, position)| GeneratorObject { letter, position })
            .collect(),
        relations: text.relations(),
        p_classes: text.p_classes(),
        classes: classes
            .map(|(&class, position)| ClassObject {
                position: set.name(position).to_string(),
                class: text.class(class),
            })
            .collect(),
        idempotents: quotient.idempotents().len(),
        kernel: quotient.kernel().len(),
        orders: &report.orders,
        checked_sums: report.checked.map_or(0, |check| check.sums),
        checked_moves: report.checked.map_or(0, |check| check.moves),
        complete: report.stopped.is_none(),
    }
}

fn in_words(report: &QuotientReport, limit: usize) -> String {
    let (set, quotient) = (&report.set, &report.quotient);
    let shown = QuotientText(report);
    let mut text = format!("\x1b[1m{}\x1b[0m\n", report.position);
    let mut line = |label: &str, what: &str| {
        let _ = writeln!(text, "  {label:<15}{what}");
    };
    let positions = match report.up_to {
        Some(up_to) => format!("{}, up to {up_to}", counted(set.len(), "position")),
        None => format!("{}, the followers included", counted(set.len(), "position")),
    };
    let positions = match (&report.stopped, report.heaps) {
        (Some(_), false) => format!("{positions}, as far as the search went"),
        _ => positions,
    };
    line("set", &positions);
    line("order", &quotient.order().to_string());
    let p_classes = shown.p_classes();
    line(
        "P-portion",
        &match limit {
            0 => p_classes.len().to_string(),
            _ => format!("{}: {}", p_classes.len(), listed(&p_classes, limit)),
        },
    );
    line(
        "tame",
        if quotient.is_tame() {
            "yes: the quotient is one of nim heaps"
        } else {
            "no"
        },
    );
    let legend = quotient.legend(set);
    let legend: Vec<String> = legend
        .iter()
        .map(|(letter, name)| format!("{letter} for {name}"))
        .collect();
    line("generators", &listed(&legend, limit));
    line("relations", &listed(&shown.relations(), limit));
    let classes = quotient.classes().iter().zip(0..);
    let classes: Vec<String> = classes
        .map(|(&class, position)| format!("{}: {}", set.name(position), shown.class(class)))
        .collect();
    line("classes", &listed(&classes, limit));
    let (idempotents, kernel) = (quotient.idempotents().len(), quotient.kernel().len());
    line(
        "structure",
        &format!(
            "{}, a kernel of order {kernel}",
            counted(idempotents, "idempotent")
        ),
    );
    if let Some(growth) = growth(report) {
        line("growth", &growth);
    }
    if let Some(check) = report.checked {
        let most = counted(check.moves, "move");
        line(
            "checked",
            &format!(
                "by play: {} lasting at most {most}, all there are",
                counted(check.sums, "sum")
            ),
        );
    }
    text
}

/// Explains whether the quotient grows with further positions; `None` if that was not looked at.
fn growth(report: &QuotientReport) -> Option<String> {
    if let Some(proof) = &report.stable {
        return Some(format!(
            "none with further heaps ({}): {}",
            proof.source, proof.text
        ));
    }
    let (first, orders) = report.orders.split_first()?;
    let pairs = [first].into_iter().chain(orders).zip(orders);
    let grown = pairs.zip(1..).filter(|((a, b), _)| a != b);
    Some(match grown.last() {
        Some((_, position)) => format!("last with {}", report.set.name(position)),
        None => "none seen".to_string(),
    })
}

/// Returns a LaTeX display with the presentation, the classes of P-positions, and the classes of the positions, which
/// needs nothing but amsmath. Nothing is left out, whatever the limit. The display has lines of a page's width, and may go
/// on over several pages.
fn in_latex(report: &QuotientReport) -> String {
    let (set, quotient) = (&report.set, &report.quotient);
    let shown = QuotientText(report);
    let legend = quotient.legend(set).into_iter();
    let generators: Vec<String> = legend.map(|(letter, _)| product(&letter)).collect();
    let relations: Vec<String> = shown.relations().iter().map(|text| product(text)).collect();
    let p_classes = shown.p_classes();
    let p_classes: Vec<String> = p_classes.iter().map(|text| product(text)).collect();
    let classes = quotient.classes().iter().zip(0..);
    let classes: Vec<String> = classes
        .map(|(&class, position)| {
            let name = latex::escape(set.name(position));
            format!("\\Phi(\\text{{{name}}}) = {}", product(&shown.class(class)))
        })
        .collect();
    let mut text = format!("% Misère quotient of {}\n", latex::escape(&report.position));
    if let Some(stopped) = &report.stopped {
        let _ = writeln!(text, "% as far as the search went: it was {stopped}");
    }
    let presentation = match &generators[..] {
        [] => "\\{\\, 1 \\,\\}".to_string(),
        _ => format!(
            "\\langle\\, {} \\mid {} \\,\\rangle",
            in_lines(&generators),
            in_lines(&relations)
        ),
    };
    let order = quotient.order();
    let _ = write!(
        text,
        "{{\\allowdisplaybreaks\n\\begin{{gather*}}\n  \
         \\mathcal{{Q}} = {presentation}, \\qquad \\lvert\\mathcal{{Q}}\\rvert = {order} \\\\\n  \
         \\mathcal{{P}} = \\{{\\, {} \\,\\}} \\\\\n  {}\n\\end{{gather*}}}}\n",
        in_lines(&p_classes),
        in_lines(&classes),
    );
    text
}

/// Returns formulas one after the other, in lines of the display.
fn in_lines(formulas: &[String]) -> String {
    /// Characters of a line, without commands of LaTeX.
    const WIDTH: usize = 60;
    let mut text = String::new();
    let mut width = 0;
    for (formula, place) in formulas.iter().zip(0..) {
        let own = 2 + formula
            .replace("\\Phi(\\text", "")
            .chars()
            .filter(|c| !"{}^_\\".contains(*c))
            .count();
        if place > 0 {
            text.push(',');
            if width + own > WIDTH {
                text.push_str(" \\\\\n  ");
                width = 0;
            } else {
                text.push(' ');
            }
        }
        text.push_str(formula);
        width += own;
    }
    text
}

/// Returns a product of generators, or a relation, in LaTeX: `a1^12b` is `a_{1}^{12}b`.
fn product(text: &str) -> String {
    let (mut written, mut rest, mut before) = (String::new(), text, ' ');
    while let Some(c) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let length = digits.max(c.len_utf8());
        let part = &rest[..length];
        let _ = match before {
            '^' if digits > 0 => write!(written, "{{{part}}}"),
            'a'..='z' if digits > 0 => write!(written, "_{{{part}}}"),
            _ => write!(written, "{part}"),
        };
        (rest, before) = (&rest[length..], c);
    }
    written
}

fn listed(all: &[String], limit: usize) -> String {
    let listed = all
        .iter()
        .take(limit)
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(", ");
    match all.len() {
        0 => "none".to_string(),
        count if limit == 0 => format!("{count} in all"),
        count if count > limit => format!("{listed}, … ({count} in all)"),
        _ => listed,
    }
}

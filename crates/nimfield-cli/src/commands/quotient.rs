//! `nimfield quotient`: the misère quotient of heaps, or of the followers of a position.

use std::path::{Path, PathBuf};

use nimfield::quotients::{QuotientCertificate, QuotientQuery, QuotientReport, find};
use nimfield::words::{Play, counted};
use nimfield_engines::quotient::Word;
use nimfield_export::latex;

use super::period::failure;
use crate::budget::budget;
use crate::errors::{Failure, Status, complain, print};
use crate::objects::{ClassObject, GeneratorObject, QuotientObject, json, plain_json};
use crate::options::{Common, within};
use crate::output;
use crate::render::sheet::Sheet;
use crate::session::reader;

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
    after_help = "Two sums belong to one class if they have the same outcome in misère play together with every sum \
of positions of the set. The answer is proved for sums of any length, and the sums that end after few moves are \
checked by play. The search adds one position after the other; if the budget ends it, the command reports the \
quotient of the positions so far."
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
    #[arg(long, value_name = "N", value_parser = within(0..=u64::MAX))]
    pub up_to: Option<u64>,
    /// Check at most this number of sums by play
    #[arg(long, default_value_t = 20_000, value_parser = within(0..=1_000_000_000u64), value_name = "SUMS")]
    pub checked: u64,
    /// Print at most this number of relations, classes of P-positions, and positions
    #[arg(long, default_value_t = 40, value_name = "N", value_parser = within(0..=usize::MAX))]
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

pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    if common.play == Some(Play::Normal) {
        let why = "quotients exist only for misère play; in normal play values add up: `nimfield analyze` prints them";
        return Err(Failure::input(why));
    }
    let query = QuotientQuery {
        text: wanted.text.clone(),
        letter: wanted.letter,
        up_to: wanted.up_to,
        checked: wanted.checked,
        reader: reader(),
    };
    let budget = budget(common);
    let report = find(&query, &budget).map_err(failure)?;
    // A search that was stopped proves nothing.
    if let (Some(path), None) = (&wanted.certificate, &report.stopped) {
        let certificate = QuotientCertificate::of(&report, wanted.letter);
        output::replace(path, format!("{}\n", plain_json(&certificate)).as_bytes())?;
    }
    let text = match wanted.latex {
        true => in_latex(&report),
        false => said(common, &report, wanted.limit),
    };
    output::text(wanted.output.as_deref(), &text)?;
    match &report.stopped {
        None => Ok(Status::Answered),
        Some(stopped) => {
            complain(&format!("the search was {stopped}"));
            if let Some(path) = &wanted.certificate {
                complain(&format!("{} was not written", path.display()));
            }
            Ok(Status::Undecided)
        }
    }
}

/// Checks a certificate: generates the positions again, and proves the quotient without a search.
pub fn check_certificate(
    common: &Common,
    path: &Path,
    given: QuotientCertificate,
) -> Result<Status, Failure> {
    let budget = budget(common);
    let checked = given.check(reader(), &budget).map_err(failure)?;
    let report = checked.map_err(|wrong| Failure::False(format!("{}: {wrong}", path.display())))?;
    print(said(common, &report, LISTED).as_bytes())
}

/// The most relations and classes to list for a certificate.
const LISTED: usize = 40;

fn object(report: &QuotientReport) -> QuotientObject<'_> {
    let (set, quotient) = (&report.set, &report.quotient);
    let word = |word: &Word| quotient.class_text(word);
    let class = |class: u32| word(quotient.word(class));
    let legend = quotient.legend(set).into_iter();
    let relations = quotient.relations().into_iter();
    let classes = quotient.classes().iter().zip(0..);
    QuotientObject {
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
        relations: relations
            .map(|relation| format!("{} = {}", word(&relation.left), word(&relation.right)))
            .collect(),
        p_classes: quotient.p_portion().into_iter().map(class).collect(),
        classes: classes
            .map(|(&of, position)| ClassObject {
                position: set.name(position).to_string(),
                class: class(of),
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

/// Returns the quotient as JSON, or in words.
fn said(common: &Common, report: &QuotientReport, limit: usize) -> String {
    let found = object(report);
    if common.json {
        return json(&found) + "\n";
    }
    let mut sheet = Sheet::new(found.position, "");
    let positions = counted(found.positions, "position");
    let positions = match found.up_to {
        Some(up_to) => format!("{positions}, up to {up_to}"),
        None => format!("{positions}, the followers included"),
    };
    let end = match (found.complete, report.heaps) {
        (false, false) => ", as far as the search went",
        _ => "",
    };
    sheet.line("set", positions + end);
    sheet.line("order", found.order);
    match limit {
        0 => sheet.line("P-portion", found.p_portion),
        _ => {
            let classes = listed(&found.p_classes, limit);
            sheet.line("P-portion", format_args!("{}: {classes}", found.p_portion));
        }
    }
    sheet.line(
        "tame",
        match found.tame {
            true => "yes: the quotient is one of nim heaps",
            false => "no",
        },
    );
    let legend = found.generators.iter();
    let legend: Vec<String> = legend
        .map(|generator| format!("{} for {}", generator.letter, generator.position))
        .collect();
    sheet.line("generators", listed(&legend, limit));
    sheet.line("relations", listed(&found.relations, limit));
    let classes = found.classes.iter();
    let classes: Vec<String> = classes
        .map(|of| format!("{}: {}", of.position, of.class))
        .collect();
    sheet.line("classes", listed(&classes, limit));
    let idempotents = counted(found.idempotents, "idempotent");
    sheet.line(
        "structure",
        format_args!("{idempotents}, a kernel of order {}", found.kernel),
    );
    if let Some(growth) = growth(report) {
        sheet.line("growth", growth);
    }
    if let Some(check) = report.checked {
        let (sums, most) = (counted(check.sums, "sum"), counted(check.moves, "move"));
        sheet.line(
            "checked",
            format_args!("by play: all {sums} lasting at most {most}"),
        );
    }
    sheet.text()
}

/// Explains whether the quotient grows with further positions; `None` if that was not examined.
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
/// needs only amsmath. It is complete, whatever the limit. Its lines fit a page, and it may continue over several
/// pages.
fn in_latex(report: &QuotientReport) -> String {
    let found = object(report);
    let products = |texts: &[String]| texts.iter().map(|text| product(text)).collect::<Vec<_>>();
    let generators = found.generators.iter();
    let generators: Vec<String> = generators.map(|of| product(&of.letter)).collect();
    let classes = found.classes.iter();
    let classes: Vec<String> = classes
        .map(|of| {
            let name = latex::escape(&of.position);
            format!("\\Phi(\\text{{{name}}}) = {}", product(&of.class))
        })
        .collect();
    let mut text = format!("% Misère quotient of {}\n", latex::escape(&report.position));
    if let Some(stopped) = &report.stopped {
        text += &format!("% as far as the search went: it was {stopped}\n");
    }
    let presentation = match &generators[..] {
        [] => "\\{\\, 1 \\,\\}".to_string(),
        _ => format!(
            "\\langle\\, {} \\mid {} \\,\\rangle",
            in_lines(&generators),
            in_lines(&products(&found.relations))
        ),
    };
    let order = found.order;
    text += &format!(
        "{{\\allowdisplaybreaks\n\\begin{{gather*}}\n  \
         \\mathcal{{Q}} = {presentation}, \\qquad \\lvert\\mathcal{{Q}}\\rvert = {order} \\\\\n  \
         \\mathcal{{P}} = \\{{\\, {} \\,\\}} \\\\\n  {}\n\\end{{gather*}}}}\n",
        in_lines(&products(&found.p_classes)),
        in_lines(&classes),
    );
    text
}

/// Returns formulas as lines of the display.
fn in_lines(formulas: &[String]) -> String {
    /// The width of a line in characters, without LaTeX commands.
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
        written += &match before {
            '^' if digits > 0 => format!("{{{part}}}"),
            'a'..='z' if digits > 0 => format!("_{{{part}}}"),
            _ => part.to_string(),
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

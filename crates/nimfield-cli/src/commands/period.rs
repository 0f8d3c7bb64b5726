//! `nimfield period`: the period of values along a letter, and its proof.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use nimfield::Play;
use nimfield::budget::Budget;
use nimfield::periods::{
    PeriodCertificate, PeriodError, PeriodQuery, PeriodReport, TermsCertificate, find,
};
use nimfield_engines::heaps::HeapPeriod;

use nimfield_export::sequence;
use nimfield_export::svg::Drawing;

use super::bfile::{beside, last_index, open};
use super::stripped;
use crate::budget::budget;
use crate::errors::{Failure, Status, complain, print};
use crate::objects::{PeriodObject, json, plain_json};
use crate::options::{Common, within};
use crate::output::{self, Picture, lock};
use crate::render::sheet::Sheet;
use crate::session::reader;

/// The arguments of `nimfield period`.
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  nimfield period 'code(0.77)[n]'                  Kayles: preperiod 71, period 12, proved
  nimfield period 'code(0.56)[n]' --up-to 400000 --time 5m
  nimfield period 'kayles[n,2n+1]' --outcomes      what sums of heaps do, proved by single heaps
  nimfield period 'wythoff[5,n]'                   a row of Wythoff's game grows by its period
  nimfield period 'moore(n)[3,4,5]' --outcomes     along a parameter
  nimfield period 'code(take 1,2,a)[n]' a=3..9     one answer for each a
  nimfield period --codes 0.xy --up-to 1000 --jsonl    all octal games of two digits
  nimfield period 'lines(max=2)[1xn]' --up-to 14   any game: what its terms show
  nimfield period 'code(0.07)[n]' --bfile          the terms, for --against another b-file
  nimfield period 'code(0.07)[n]' --oeis stripped  the sequences of the OEIS that have the terms
  nimfield period 'code(0.07)[n]' --figure kayles.svg
  nimfield period 'code(0.137)[n]' --certificate dawson.json    for check",
    after_help = "\
The answer says whether the period is proved, by a theorem and the numbers that it needs, or seen up to a number. \
Theorems exist for codes (octal and hexadecimal games, subtraction games, all-but games), for their sums, for rule \
files of single piles, and for rows of games of two piles; automata prove outcomes while the other numbers are fixed. \
The search ends with a proof, at --up-to, or with the budget."
)]
pub struct Args {
    /// The position, with a letter for the number that grows
    #[arg(required_unless_present = "codes", value_name = "POSITION")]
    pub text: Option<String>,
    /// Ranges of further letters: one answer for each of their values
    #[arg(value_name = "LETTER=FROM..TO", conflicts_with_all = ["bfile", "against", "oeis", "figure", "certificate"])]
    pub ranges: Vec<String>,
    /// Instead of a position, find the periods of all codes in which letters from g to z stand for octal digits:
    /// --codes 0.xy
    #[arg(long, value_name = "CODE", conflicts_with_all = ["text", "ranges", "bfile", "against", "oeis", "figure", "certificate"])]
    pub codes: Option<String>,
    /// The letter [default: the only one between the brackets, or n]
    #[arg(long, value_name = "LETTER")]
    pub letter: Option<char>,
    /// Stop at this number; a b-file has the terms up to it, where possible by a proved law [default: until a proof, or
    /// as far as the budget allows; 10,000 for codes without a theorem, 500 for hexadecimal ones, 40 for positions that
    /// are analysed one by one]
    #[arg(long, value_name = "N", value_parser = within(0..=i64::MAX as u64))]
    pub up_to: Option<u64>,
    /// Look at outcomes instead of values: 0 for P, 1 for N
    #[arg(long)]
    pub outcomes: bool,
    /// Look at an expression of the letter and of facts of the positions instead, such as 'winning' or '2 value + P':
    /// nothing is proved about it
    #[arg(long, value_name = "EXPRESSION", conflicts_with_all = ["outcomes", "state", "certificate"])]
    pub show: Option<String>,
    /// Print the terms as an OEIS b-file
    #[arg(long, conflicts_with = "json")]
    pub bfile: bool,
    /// Compare the terms with those that an OEIS b-file also has, and print only the result; a proved law gives all
    /// terms of the file, or those up to --up-to
    #[arg(long, value_name = "FILE", conflicts_with_all = ["bfile", "json", "output"])]
    pub against: Option<PathBuf>,
    /// Look the terms up in a copy of the OEIS's file `stripped`, unpacked, and print only the sequences that contain
    /// them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["bfile", "json", "output", "against"])]
    pub oeis: Option<PathBuf>,
    /// Draw the terms, with the preperiod and one period marked; the ending .svg, .png or .pdf chooses the format
    #[arg(long, value_name = "FILE")]
    pub figure: Option<PathBuf>,
    /// Write a certificate of the period for `nimfield check`
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Save the values of heaps in this file, and continue from there; for a list, save the answers
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,
    /// Save the state this often
    #[arg(long, default_value = "30s", value_parser = crate::options::time, value_name = "TIME", requires = "state")]
    pub save_every: Duration,
    /// Write to a file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

impl Args {
    /// Returns whether there are several positions, with one answer each.
    pub fn is_list(&self) -> bool {
        self.codes.is_some() || !self.ranges.is_empty()
    }

    /// Creates the query for the terms along the letter of one position.
    pub(super) fn query(&self, common: &Common, text: &str) -> PeriodQuery {
        let usual = PeriodQuery::new(text);
        PeriodQuery {
            letter: self.letter.unwrap_or(usual.letter),
            up_to: self.up_to,
            play: common.play,
            outcomes: self.outcomes,
            expression: self.show.clone(),
            reader: reader(),
            ..usual
        }
    }
}

/// Converts an error about terms or positions along a letter into a failure of the command.
pub fn failure(error: PeriodError) -> Failure {
    match error {
        PeriodError::Unfinished(_) | PeriodError::Undecided(_) => Failure::undecided(error),
        error => Failure::input(error),
    }
}

pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    let _lock = wanted.state.as_deref().map(lock).transpose()?;
    // An unreadable file ends the command before any computation.
    let file = match &wanted.against {
        Some(path) => Some(last_index(path)?),
        None => None,
    };
    let text = wanted.text.as_deref().unwrap_or("");
    let query = PeriodQuery {
        // The file has no further terms to compare with.
        enough: file.map(|last| u64::try_from(last).unwrap_or(0)),
        state: wanted.state.clone().map(|path| (path, wanted.save_every)),
        ..wanted.query(common, text)
    };
    if let Some(path) = &wanted.oeis {
        open(path)?;
    }
    let drawn = wanted.figure.as_deref().map(output::drawn).transpose()?;
    let budget = budget(common);
    let report = find(&query, &budget).map_err(failure)?;
    let certified = match &wanted.certificate {
        Some(path) => certify(&query, &report, path, &budget)?,
        None => true,
    };
    if let (Some(path), Some(format)) = (&wanted.figure, drawn) {
        let drawing = figure(&report, wanted);
        output::to_file(path, |out| {
            output::picture(out, common, format, Picture::Drawing(drawing))
        })?;
    }
    let status = match (&wanted.against, &wanted.oeis) {
        (Some(path), _) => against(&report, wanted, path)?,
        (None, Some(path)) => output::to(None, |out| {
            let terms = terms(&report, wanted, |_| stripped::MOST as u64);
            let terms: Vec<String> = terms
                .iter()
                .take(stripped::MOST)
                .map(u128::to_string)
                .collect();
            stripped::look_up(out, path, (report.letter, report.first), &terms, &budget)
        })?,
        (None, None) => output::to(wanted.output.as_deref(), |out| {
            match (common.json, wanted.bfile) {
                (true, _) => writeln!(out, "{}", as_json(&report))?,
                (false, true) => bfile(out, &report, wanted, &budget)?,
                (false, false) => {
                    let words = in_words(&report, &typed(&report, wanted));
                    let words = output::shown(wanted.output.as_deref(), &words);
                    out.write_all(words.as_bytes())?
                }
            }
            Ok(Status::complete(report.stopped.is_none()))
        })?,
    };
    if let Some(stopped) = &report.stopped {
        complain(&format!("the search was {stopped}"));
    }
    if !certified {
        let why = match report.proof {
            Some(_) => {
                "certificates exist for heaps and rows with a number that grows, but not for"
            }
            None => "no certificate can be written, because no period is proved for",
        };
        complain(&format!("{why} {}", report.position));
    }
    Ok(match status {
        Status::Answered => Status::complete(certified),
        status => status,
    })
}

/// Returns the position as typed if that is a code, otherwise the code that it equals.
fn typed(report: &PeriodReport, wanted: &Args) -> String {
    let typed = wanted.text.clone().filter(|text| text.starts_with("code("));
    typed.unwrap_or_else(|| report.position.clone())
}

/// Returns the terms up to the requested number; by default the computed ones, or for a proved law as many as `useful`
/// returns.
fn terms(report: &PeriodReport, wanted: &Args, useful: impl Fn(HeapPeriod) -> u64) -> Vec<u128> {
    /// The most terms.
    const MOST: u64 = 1 << 22;
    let last = report.last().unwrap_or(0);
    let last = wanted
        .up_to
        .unwrap_or_else(|| match (report.law, &report.proof) {
            (Some(law), Some(_)) => useful(law),
            _ => last,
        });
    let numbers = report.first..=last.min(MOST);
    numbers.map_while(|number| report.term(number)).collect()
}

/// Draws the terms; for a proved law, several periods.
fn figure(report: &PeriodReport, wanted: &Args) -> Drawing {
    let terms = terms(report, wanted, |law| {
        law.preperiod.saturating_add(4 * law.period)
    });
    let mut title = format!("{}: {}", typed(report, wanted), what(report));
    if let Some(law) = report.law {
        let how = status(report);
        let grows = match law.saltus {
            0 => String::new(),
            saltus => format!(", saltus {saltus}"),
        };
        title += &format!("{grows}, {how}");
    }
    let law = report.law.map(|law| (law.preperiod, law.period));
    sequence::draw(&title, report.letter, report.first, &terms, law)
}

fn what(report: &PeriodReport) -> String {
    let play = match report.play {
        Play::Normal => "",
        Play::Misere => " (misere play)",
    };
    match (&report.expression, report.outcomes, report.play) {
        (Some(expression), ..) => format!("{expression}{play}"),
        (None, true, _) => format!("0 for P, 1 for N{play}"),
        (None, false, Play::Normal) => "Grundy value".to_string(),
        (None, false, Play::Misere) => "misere Grundy number".to_string(),
    }
}

/// Compares the terms, computed or from a proved law, with those of a b-file.
fn against(report: &PeriodReport, wanted: &Args, path: &Path) -> Result<Status, Failure> {
    let largest = i64::MAX as u64;
    let last = match (&report.proof, report.last()) {
        (Some(_), _) => wanted.up_to.unwrap_or(largest),
        (None, last) => last.unwrap_or(0),
    };
    let own = |n: i64| {
        // Negative numbers have no terms.
        let number = u64::try_from(n).ok().filter(|&number| number <= last)?;
        report.term(number).map(|term| term.to_string())
    };
    let range = (report.first as i64, last.min(largest) as i64);
    beside(path, range, own, Status::complete(report.stopped.is_none()))
}

/// Writes the terms as a b-file: up to the requested number if the law is proved, otherwise the computed ones.
fn bfile(
    out: &mut dyn Write,
    report: &PeriodReport,
    wanted: &Args,
    budget: &Budget,
) -> Result<(), Failure> {
    /// The number of lines between two checks of the budget.
    const LINES: u64 = 1 << 14;
    writeln!(out, "# {}: {}", what(report), typed(report, wanted))?;
    let Some(found) = report.last() else {
        return Ok(());
    };
    for number in report.first..=wanted.up_to.unwrap_or(found) {
        let Some(term) = report.term(number) else {
            break;
        };
        writeln!(out, "{number} {term}")?;
        if number > found && number.is_multiple_of(LINES) {
            budget.check(0).map_err(|limit| {
                Failure::Undecided(format!("the terms end at {number}: stopped by {limit}"))
            })?;
        }
    }
    Ok(())
}

/// Returns the status of a law.
fn status(report: &PeriodReport) -> &'static str {
    match report.proof {
        Some(_) => "proved",
        None => "seen",
    }
}

/// The most exceptions to list.
const LISTED: usize = 40;

/// Returns a report as a line of JSON.
#[must_use]
pub fn as_json(report: &PeriodReport) -> String {
    json(&object(report))
}

pub(super) fn object(report: &PeriodReport) -> PeriodObject<'_> {
    let law = report.law;
    let exceptions = report.exceptions();
    PeriodObject {
        position: &report.position,
        letter: report.letter.to_string(),
        play: report.play,
        terms: match &report.expression {
            Some(expression) => expression,
            None if report.outcomes => "outcomes",
            None => "values",
        },
        status: law.map(|_| status(report)),
        preperiod: law.map(|law| law.preperiod),
        period: law.map(|law| law.period),
        saltus: law.map(|law| law.saltus),
        last_exception: exceptions.last().copied(),
        exceptions: exceptions.iter().copied().take(LISTED).collect(),
        largest: report.largest().map(|(largest, _)| largest),
        up_to: report.last(),
        theorem: report.proof.as_ref().map(|proof| proof.source),
        reason: match &report.proof {
            Some(proof) => Some(&proof.text),
            None => report.unproved.as_deref(),
        },
        complete: report.stopped.is_none(),
    }
}

pub(super) fn in_words(report: &PeriodReport, position: &str) -> String {
    let mut sheet = Sheet::new(position, "");
    let letter = report.letter;
    let last = report
        .last()
        .map_or("nothing".to_string(), |last| format!("{letter} = {last}"));
    let play = if report.play == Play::Misere {
        " (misère play)"
    } else {
        ""
    };
    let terms = match &report.expression {
        Some(expression) => format!("values t of {expression}"),
        None if report.outcomes => "outcomes o, 0 for P and 1 for N".to_string(),
        None => "Grundy values".to_string(),
    };
    sheet.line("terms", terms + play);
    if report.first > 1 {
        let first = report.first;
        sheet.line(
            "first",
            format_args!("{letter} = {first}: smaller numbers give no position and are left out"),
        );
    }
    match (report.law, &report.proof) {
        (None, _) if report.terms.is_empty() => {
            sheet.line("period", "not searched: no term was found");
        }
        (None, _) => sheet.line("period", format_args!("none seen up to {last}")),
        (Some(law), proof) => {
            let grows = match law.saltus {
                0 => String::new(),
                saltus => format!(" {} {}", if saltus < 0 { '-' } else { '+' }, saltus.abs()),
            };
            let how = match proof {
                Some(_) => "proved".to_string(),
                None => format!("seen up to {last}"),
            };
            let name = match (&report.expression, report.outcomes) {
                (Some(_), _) => 't',
                (None, true) => 'o',
                (None, false) => 'g',
            };
            let (from, period) = (law.preperiod, law.period);
            let equation = format!("{name}({letter} + {period}) = {name}({letter}){grows}");
            let whole = format!("{equation} for all {letter} >= {from}: {how}");
            sheet.line("law", whole);
            sheet.line("period", period);
            sheet.line("preperiod", from);
            sheet.line("saltus", law.saltus);
            sheet.line("exceptions", exceptions(&report.exceptions()));
        }
    }
    if let Some((largest, first)) = report.largest() {
        let computed = report.terms.len();
        sheet.line(
            "largest term",
            format_args!("{largest}, first at {letter} = {first}, of {computed} computed"),
        );
    }
    if let Some(proof) = &report.proof {
        sheet.line("why", format_args!("{}: {}", proof.source, proof.text));
    }
    if let (None, Some(why)) = (&report.proof, &report.unproved) {
        sheet.line("why", format_args!("not proved: {why}"));
    }
    sheet.text()
}

fn exceptions(all: &[u64]) -> String {
    let Some(last) = all.last() else {
        return "none".to_string();
    };
    let listed: Vec<String> = all.iter().take(LISTED).map(u64::to_string).collect();
    match all.len() > LISTED {
        true => format!("{} of them, the last one {last}", all.len()),
        false => listed.join(", "),
    }
}

/// Writes a certificate, and returns whether there is one. No value in it comes from a state file.
fn certify(
    query: &PeriodQuery,
    report: &PeriodReport,
    path: &Path,
    budget: &Budget,
) -> Result<bool, Failure> {
    let text = match (PeriodCertificate::of(report), TermsCertificate::of(report)) {
        (Some(certificate), _) => {
            if let Some((state, _)) = &query.state {
                let proved = certificate.check(reader(), budget).map_err(failure)?;
                proved.ok_or_else(|| {
                    let name = state.display();
                    Failure::False(format!(
                        "{name}: values computed again do not prove this period"
                    ))
                })?;
            }
            plain_json(&certificate)
        }
        (None, Some(certificate)) => plain_json(&certificate),
        (None, None) => return Ok(false),
    };
    output::replace(path, format!("{text}\n").as_bytes())?;
    Ok(true)
}

/// Reports a certificate that was checked by finding the period again.
pub fn checked(
    common: &Common,
    path: &Path,
    checked: Result<Option<PeriodReport>, PeriodError>,
) -> Result<Status, Failure> {
    let report = checked.map_err(failure)?.ok_or_else(|| {
        let name = path.display();
        Failure::False(format!("{name}: the values do not prove this period"))
    })?;
    let text = match common.json {
        true => json(&object(&report)) + "\n",
        false => in_words(&report, &report.position),
    };
    print(text.as_bytes())
}

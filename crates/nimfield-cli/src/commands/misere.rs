//! `nimfield misere`: the misère canonical form of a position, its genus, and whether it is tame.

use nimfield::words::counted;
use nimfield::{FormStyle, MisereReport, Play, misere_report};
use std::ffi::OsString;

use short_game::DEFAULT_LIMIT;

use crate::budget::budget;
use crate::errors::{Failure, Status};
use crate::options::{Common, within};
use crate::questions::{self, Reply};
use crate::render::sheet::Sheet;
use crate::session::read_for;

/// The arguments of `nimfield misere`.
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield misere 'tactix[110/111]'                the form, the genus, and whether it is tame
  nimfield misere 'nim[2] + wythoff[2,2]'          sums of any impartial games
  nimfield misere --cgsuite 'kayles[9]'            the form in the notation of CGSuite
  nimfield misere --json 'tactix[3x3]'")]
pub struct Args {
    /// Positions in notation, sums included; `-` reads one per line from stdin
    #[arg(required = true, value_name = "POSITION")]
    pub texts: Vec<OsString>,
    /// Omit forms with more characters than this
    #[arg(long, default_value_t = DEFAULT_LIMIT, value_name = "CHARACTERS", value_parser = within(0..=usize::MAX))]
    pub limit: usize,
    /// Print the form as numbered nodes, whatever its size
    #[arg(long)]
    pub dag: bool,
    /// Print the form as CGSuite does: `*[2#320]`, where brackets after a digit add games
    #[arg(long)]
    pub cgsuite: bool,
}

pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    questions::run(common, &wanted.texts, |question| {
        let sum = read_for(common, Some(Play::Misere), question.text)?;
        if !sum.is_impartial() {
            return Err(Failure::input(format!(
                "{sum} is partizan; misère forms and genera exist only for games in which both players have the same \
                 moves"
            )));
        }
        let style = FormStyle {
            limit: wanted.limit,
            nodes: wanted.dag,
            cgsuite: wanted.cgsuite,
        };
        let report = misere_report(&sum, style, &budget(common))
            .map_err(|undecided| Failure::undecided(format!("{sum}: {undecided}")))?;
        let text = match common.json {
            true => serde_json::to_string(&report).map_err(Failure::input)? + "\n",
            false => in_words(&report, wanted.limit),
        };
        Ok(Reply::new(text, Status::Answered))
    })
}

fn in_words(report: &MisereReport, limit: usize) -> String {
    let mut sheet = Sheet::new(&report.position, "");
    sheet.line("outcome", format_args!("{} (misère play)", report.outcome));
    sheet.line("genus", &report.genus);
    sheet.line(
        "tame",
        match report.tame {
            true => {
                "yes, like all followers of the form: the nim rule holds in sums of such positions"
            }
            false => "not hereditarily",
        },
    );
    match (&report.nodes, &report.form) {
        (Some(nodes), _) => sheet.line("form", format_args!("as numbered nodes\n{nodes}")),
        (None, Some(form)) => sheet.line("form", form),
        (None, None) => sheet.line(
            "form",
            format_args!("longer than {limit} characters (--dag prints it as numbered nodes)"),
        ),
    }
    sheet.line("birthday", report.birthday);
    sheet.line(
        "followers",
        format_args!(
            "{}, of {}",
            counted(report.followers, "different form"),
            counted(report.positions, "position")
        ),
    );
    sheet.text()
}

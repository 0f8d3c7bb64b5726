//! `nimfield probe`: positions looked up in the table of a board.

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use nimfield::answer::{Effort, Reason, ReasonKind, WinningMove};
use nimfield::{Answer, Grundy, Outcome, Play};
use nimfield_api::Solved;
use nimfield_engines::taking::table::BoardTable;

use crate::board::{on_a_board, print_summary};
use crate::errors::{Failure, Status};
use crate::options::Common;
use crate::questions::{self, Reply};
use crate::render::answer::{AnswerView, write};
use crate::session::read;

/// The arguments of `nimfield probe`.
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield solve 'tactix[4x4]' -o 4x4.nimtable     makes a table
  nimfield probe 4x4.nimtable                      what the table says about the whole board
  nimfield probe 4x4.nimtable 'tactix[1111/1001/1001/1111]'
  nimfield probe 4x4.nimtable --verify             compare the whole file with its hash")]
pub struct Args {
    /// The table, made by `nimfield solve`
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Positions on its board, in notation; `-` reads one per line from stdin
    #[arg(value_name = "POSITION")]
    pub texts: Vec<OsString>,
    /// Compare the whole file with its hash
    #[arg(long)]
    pub verify: bool,
    /// Do not list the winning moves
    #[arg(long)]
    pub no_moves: bool,
}

/// Runs the command.
pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    let memory = common.memory.as_u64();
    let table = BoardTable::open_within(&wanted.file, memory).map_err(Failure::input)?;
    if let Some(play) = common.play
        && play != table.rules().play
    {
        return Err(Failure::input(format!(
            "{} is for {} play",
            wanted.file.display(),
            table.rules().play.adjective()
        )));
    }
    if wanted.verify {
        table.verify().map_err(Failure::input)?;
    }
    if wanted.texts.is_empty() {
        return summary(common, wanted, &table);
    }
    questions::run(common, &wanted.texts, |question| {
        let answer = answer(common, &table, question.text, wanted).map_err(Failure::input)?;
        let shown = AnswerView {
            value: false,
            moves: !wanted.no_moves,
            ended: false,
            picture: common.verbose.then_some(""),
        };
        let print = move |out: &mut dyn Write| write(out, common, &answer, shown);
        Ok(Reply::printed(print, Status::Answered))
    })
}

/// Prints the summary of the table.
fn summary(common: &Common, wanted: &Args, table: &BoardTable) -> Result<Status, Failure> {
    let name = &table.rules().text;
    let sum =
        read(common, name).map_err(|fault| fault.at("the board of this table cannot be read"))?;
    let (game, _) = on_a_board(&sum)?;
    if !table.is_for(game, table.rules().play) {
        return Err(Failure::input(format!(
            "the rules of {name} have changed since {} was made",
            wanted.file.display()
        )));
    }
    table.check_summary(game).map_err(Failure::input)?;
    let whole = || "the whole file matches its hash".to_string();
    print_summary(
        common,
        &Solved {
            board: name.clone(),
            file: Some(wanted.file.display().to_string()),
            note: wanted.verify.then(whole),
            ..Solved::of(&sum, table)
        },
    )
}

/// Returns the answer of the table for a position.
fn answer(
    common: &Common,
    table: &BoardTable,
    text: &str,
    wanted: &Args,
) -> Result<Answer, String> {
    let sum = read(common, text)?;
    let (game, state) = on_a_board(&sum).map_err(|_| format!("{sum} is not on a board"))?;
    let rules = table.rules();
    if !table.is_for(game, rules.play) {
        return Err(format!("{sum} is not on the board of this table: {rules}"));
    }
    let start = Instant::now();
    let is_p = table.is_p(state).map_err(|error| error.to_string())?;
    let value = table.value(state).map_err(|error| error.to_string())?;
    let mut winning_moves = Vec::new();
    if !wanted.no_moves {
        for mv in sum.moves() {
            let after = sum.after(&mv)?;
            let left = on_a_board(&after).map_or(0, |(_, state)| state);
            if table.is_p(left).map_err(|error| error.to_string())? {
                winning_moves.push(WinningMove::new(&sum, mv));
            }
        }
    }
    let outcome = Outcome::impartial(is_p);
    let normal = rules.play == Play::Normal;
    let lost = is_p.then_some(0);
    let value = value.or(lost).map(u128::from);
    Ok(Answer {
        position: sum.clone(),
        play: rules.play,
        outcome: Some(outcome),
        value: value.filter(|_| normal).map(Grundy::from),
        misere_value: value.filter(|_| !normal),
        genus: None,
        figures: None,
        complete: is_p || !wanted.no_moves,
        winning_moves,
        reason: Reason::new(
            ReasonKind::Table,
            "table of the whole board",
            format!("{}: {rules}", wanted.file.display()),
        ),
        effort: Effort {
            positions: 1,
            seconds: start.elapsed().as_secs_f64(),
        },
    })
}

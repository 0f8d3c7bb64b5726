//! `nimfield analyze`: outcome, value, all winning moves, and the reason.

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use indicatif::HumanCount;
use nimfield::certify::StateFile;
use nimfield::{Answer, Play, Query};

use super::law;
use crate::errors::{Failure, Status, complain, remark};
use crate::options::{Common, Forms, State, Tables};
use crate::output::lock;
use crate::questions::{self, Reply};
use crate::render::answer::{AnswerView, write};
use crate::session::{Analyzed, Session, read_as};
use crate::tables::AtHand;

/// The arguments of `nimfield analyze`.
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield analyze 'matrix[20 24; 24 27]'          who wins, all winning moves, and why
  nimfield analyze --value 'matrix[7 5; 6 8] + nim[17]'
  nimfield analyze --play misere 'nim[1,1,1]' 'wythoff[2,2]'
  nimfield analyze --json - < positions.txt        a position per line in, an answer per line out
  nimfield analyze 'yama[10^6, 10^12]'             by a law that guess --prove found
  nimfield analyze --no-moves 'tactix[6x6]' --time 1h --state 6x6.state
After a stop or a crash, the same command with the same --state continues the work.")]
pub struct Args {
    /// Positions in notation, sums included; `-` reads one per line from stdin, where blank lines and lines that begin
    /// with # are ignored
    #[arg(required = true, value_name = "POSITION")]
    pub texts: Vec<OsString>,
    /// Find the value even where only a search or a table can
    #[arg(long)]
    pub value: bool,
    /// Do not list the winning moves
    #[arg(long)]
    pub no_moves: bool,
    /// Decide by this law, written by `guess --prove --certificate`, after proving it again; numbers may have up to 38
    /// digits
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    pub law: Option<PathBuf>,
    #[command(flatten)]
    pub tables: Tables,
    #[command(flatten)]
    pub state: State,
    #[command(flatten)]
    pub forms: Forms,
}

pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    let query = Query {
        value: wanted.value,
        moves: !wanted.no_moves,
        limit: wanted.forms.limit,
        dag: wanted.forms.dag,
        ..Query::default()
    };
    let state = wanted.state.file.as_deref();
    if state.is_some() && !matches!(&wanted.texts[..], [text] if text != "-") {
        return Err(Failure::input(
            "--state saves the search of a single position\n\
             example: nimfield analyze --no-moves 'tactix[6x6]' --state 6x6.state",
        ));
    }
    // The lock is held until the last save.
    let _lock = state.map(lock).transpose()?;
    let law = wanted.law.as_deref();
    let law = law
        .map(|path| law::given(common, path))
        .transpose()?
        .map(Arc::new);
    // A law holds for one play convention.
    let requested = law.as_ref().map(|law| law.play()).or(common.play);
    let mut session = Session::new(common, query, AtHand::new(common, &wanted.tables)?);
    questions::run(common, &wanted.texts, |question| {
        let (position, play) = read_as(common, requested, question.text)?;
        session.play_as(play);
        if let Some(law) = &law {
            law::is_about(law, question.text, &position)?;
            session.decide_by(law.clone());
        }
        if let Some(path) = state {
            let file = StateFile::new(path.to_owned(), wanted.state.save_every);
            let decided = session.keep_in(&position, file)?;
            if decided > 0 && !common.quiet {
                remark(&format!(
                    "continues from {}: {}",
                    path.display(),
                    positions(decided)
                ));
            }
        }
        let Analyzed {
            answer,
            ended,
            trail,
        } = session.analyze(&position).map_err(Failure::input)?;
        if let Some(trail) = trail.filter(|trail| !trail.steps().is_empty()) {
            remark(trail.to_string().trim_end());
        }
        let picture = (common.verbose && !common.json).then(|| position.draw());
        let lacking = answer.outcome.is_none()
            || (wanted.value && lacks_value(&answer))
            || (!wanted.no_moves && lacks_moves(&answer));
        let mut status = Status::complete(!lacking);
        if let Some(path) = state {
            match session.save_search(&position) {
                Err(fault) => {
                    complain(&format!("the progress cannot be saved: {fault}"));
                    status = Status::Input;
                }
                Ok(Some(decided)) if lacking && !common.quiet => remark(&format!(
                    "the same command continues from {}: {}",
                    path.display(),
                    positions(decided)
                )),
                Ok(_) => {}
            }
        }
        let print = move |out: &mut dyn Write| {
            let shown = AnswerView {
                value: wanted.value,
                moves: !wanted.no_moves,
                ended,
                picture: picture.as_deref(),
            };
            write(out, common, &answer, shown)
        };
        Ok(Reply::printed(print, status))
    })
}

/// Describes how much a search has done.
fn positions(decided: u64) -> String {
    format!("{} positions decided", HumanCount(decided))
}

/// Returns whether a player wins, but the answer names no winning move.
fn lacks_moves(answer: &Answer) -> bool {
    answer.outcome.is_some() && !answer.complete && answer.winning_moves.is_empty()
}

/// Returns whether the value was not found.
fn lacks_value(answer: &Answer) -> bool {
    match (&answer.figures, answer.play) {
        // A form that is too large to print still counts as found.
        (Some(figures), Play::Normal) => {
            figures.value_text().or_else(|| figures.summary()).is_none()
        }
        (Some(_), Play::Misere) => false,
        (None, Play::Normal) => answer.value.is_none(),
        (None, Play::Misere) => answer.misere_value.is_none(),
    }
}

//! Solves whole boards.

use nimfield::words::SchemaVersion;
use nimfield::{Budget, Grundy, Outcome, Play, Sum, SumMove};
use nimfield_core::clock::Instant;
use nimfield_engines::taking::table::{
    BoardTable, EXTENSION, Job, JobError, SolveError, TableKind,
};
use serde::{Deserialize, Serialize};

use crate::asked::Asked;
use crate::context::{Context, play_of};
use crate::error::{ApiError, ErrorKind};

/// A request to solve a full board.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolveRequest {
    /// The board, full.
    #[serde(flatten)]
    pub asked: Asked,
    /// The Grundy value of every state, not only its outcome.
    #[serde(default)]
    pub values: bool,
    /// Keep the table in the data folder under this name: letters, digits, `-` and `_`.
    #[serde(default)]
    pub keep: Option<String>,
}

/// A board solved: the object of `nimfield solve --json`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Solved {
    /// The version of this form.
    pub schema: SchemaVersion,
    /// The board and its rules.
    pub board: String,
    /// The play convention.
    pub play: Play,
    /// What the table holds: `outcomes` or `values`.
    pub kind: String,
    /// Cells of the board; it has 2^cells states.
    pub cells: u32,
    /// The outcome of the full board: P or N.
    pub outcome: Outcome,
    /// Normal play: the Grundy value of the full board, if it is known.
    pub value: Option<String>,
    /// Misère play: the misère Grundy number of the full board, if it is known.
    pub misere_value: Option<String>,
    /// The winning moves on the full board.
    pub winning_moves: Vec<String>,
    /// How many states are P-positions.
    pub p_positions: u64,
    /// How many P-positions have 0, 1, 2, … stones.
    pub p_by_stones: Vec<u64>,
    /// How many states have the value 0, 1, 2, …; null for a table of outcomes.
    pub by_value: Option<Vec<u64>>,
    /// The file of the table, or its name in the data folder, if it is kept.
    pub file: Option<String>,
    /// Further remarks.
    pub note: Option<String>,
    /// Wall-clock time; 0 for a table that was read from a file.
    pub seconds: f64,
}

pub(crate) fn run(
    context: &Context,
    wanted: &SolveRequest,
    budget: &Budget,
) -> Result<Solved, ApiError> {
    let sum = context.read(&wanted.asked, budget)?;
    let (game, state) = sum
        .as_board()
        .ok_or_else(|| ApiError::unfit(format!("{sum} is not a position on a board of stones")))?;
    if state != game.full() {
        return Err(ApiError::unfit(format!(
            "{sum} is not a full board; a table holds every state of a full board"
        )));
    }
    let play = play_of(&wanted.asked, &sum)?;
    let kind = match wanted.values {
        true => TableKind::Values,
        false => TableKind::Outcomes,
    };
    let watch = Instant::now();
    let name = sum.to_string();
    let (table, file, note) = match &wanted.keep {
        None => {
            let table = BoardTable::solve(game, play, kind, budget);
            (table.map_err(unsolved)?, None, None)
        }
        Some(keep) => {
            let path = context.file(keep, EXTENSION)?;
            let job = Job {
                path: &path,
                text: &name,
                game,
                play,
                kind,
                save_every: std::time::Duration::from_secs(30),
                recompute: false,
                folder: None,
            };
            let solved = job.run(budget).map_err(|error| match error {
                JobError::File(error) => ApiError::unfit(error),
                JobError::Solve(error) => unsolved(error),
                error @ JobError::NoRoom(_) => ApiError::unfit(error),
                stopped @ JobError::Stopped { .. } => {
                    ApiError::undecided(format!("the board was {stopped}"))
                }
            })?;
            let note = match (solved.was_there, solved.resumed) {
                (true, _) => Some("the table existed already and is intact".to_string()),
                (false, 0) => None,
                (false, resumed) => Some(format!(
                    "{resumed} states were taken over from an interrupted run"
                )),
            };
            (solved.table, Some(keep.clone()), note)
        }
    };
    Ok(Solved {
        file,
        note,
        seconds: watch.elapsed().as_secs_f64(),
        ..Solved::of(&sum, &table)
    })
}

impl Solved {
    /// Describes the table of a full board, without a file and a time.
    #[must_use]
    pub fn of(board: &Sum, table: &BoardTable) -> Solved {
        let (summary, rules) = (table.summary(), table.rules());
        let lost = summary.full_is_p.then_some(0);
        let value = summary.full_value.map(u128::from).or(lost);
        let winning = &summary.winning_moves;
        let full = board.as_board().map_or(0, |(game, _)| game.full());
        let wins = |mv: &SumMove| {
            // A listed move is legal; an illegal one would not win.
            let after = board.after(mv).ok();
            let left = after.and_then(|after| Some(after.as_board()?.1));
            left.is_some_and(|left| winning.binary_search(&(full & !left)).is_ok())
        };
        let moves = board.moves().filter(wins);
        Solved {
            schema: SchemaVersion,
            board: board.to_string(),
            play: rules.play,
            kind: rules.kind.to_string(),
            cells: rules.cells,
            outcome: Outcome::impartial(summary.full_is_p),
            value: value
                .filter(|_| rules.play == Play::Normal)
                .map(|value| Grundy::from(value).to_string()),
            misere_value: value
                .filter(|_| rules.play == Play::Misere)
                .map(|value| value.to_string()),
            winning_moves: moves.map(|mv| mv.to_string()).collect(),
            p_positions: summary.p_positions(),
            p_by_stones: summary.p_by_stones.clone(),
            by_value: (!summary.by_value.is_empty()).then(|| summary.by_value.clone()),
            file: None,
            note: None,
            seconds: 0.0,
        }
    }
}

fn unsolved(error: SolveError) -> ApiError {
    match error {
        SolveError::Unfinished(_) => {
            ApiError::new(ErrorKind::Undecided, format!("the board was {error}"))
        }
        error => ApiError::unfit(error),
    }
}

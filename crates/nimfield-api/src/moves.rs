//! Every legal move, with the outcome and value of its result.

use std::collections::{HashMap, HashSet};

use nimfield::diagram::Diagram;
use nimfield::handles::{Grip, Handle};
use nimfield::words::{Reason, SchemaVersion};
use nimfield::{Answer, Budget, Outcome, Play, Player, Query, Sum, SumMove, symmetry_key, values};
use serde::{Deserialize, Serialize};

use crate::analyze::{LONGEST_LIST, shorten};
use crate::asked::{Asked, default_limit};
use crate::context::{Context, query};
use crate::describe::touched;
use crate::error::ApiError;
use crate::position::move_count;

/// The most moves listed, whatever the request; fewer if their text is longer than [`LONGEST_LIST`].
const MOST_LISTED: usize = 10_000;

/// A request for every legal move.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MovesRequest {
    /// The position.
    #[serde(flatten)]
    pub asked: Asked,
    /// Find the values of the results, even where only a search or a table can.
    #[serde(default)]
    pub value: bool,
    /// Explain for every result why it is won or lost.
    #[serde(default)]
    pub reasons: bool,
    /// List at most this many moves, and all winning ones in addition.
    #[serde(default = "default_most")]
    pub most: usize,
    /// Where the list begins: 0, or the `next` of an earlier answer.
    #[serde(default)]
    pub from: usize,
    /// Canonical forms with more characters than this are omitted.
    #[serde(default = "default_limit")]
    pub limit: usize,
}

fn default_most() -> usize {
    1000
}

/// Every legal move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MovesAnswer {
    /// The version of this form.
    pub schema: SchemaVersion,
    /// The analysis of the position itself.
    pub answer: Answer,
    /// The number of legal moves; null for infinitely many, or too many to count one by one.
    pub count: Option<String>,
    /// The moves in the order of the rules; the winning ones beyond the bound come last.
    pub moves: Vec<MoveRow>,
    /// Whether these are all moves, each with its outcome.
    pub complete: bool,
    /// Where the list continues, as `from` of the next request; null at its end.
    pub next: Option<usize>,
}

/// A move and what it leads to.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveRow {
    /// Whose move it is; null in impartial positions.
    pub player: Option<Player>,
    /// The number of its component, from 1.
    pub component: usize,
    /// The move; a run of amounts as `row 1 by 3..7`.
    #[serde(rename = "move")]
    pub mv: String,
    /// The cells or pieces of the component's diagram that it is made with.
    pub cells: Vec<usize>,
    /// Other moves of handles that lead to the same position: removing the second and the third column of 4,3,1
    /// leaves 3,2,1.
    pub same: Vec<String>,
    /// The position after it; null for a run of amounts.
    pub to: Option<String>,
    /// The outcome of that position; null if it was not decided.
    pub outcome: Option<Outcome>,
    /// Whether the move wins; null if that was not decided.
    pub wins: Option<bool>,
    /// The value of that position, if it is cheap or was requested; for a partizan one only if it or a reason was
    /// requested.
    pub value: Option<String>,
    /// Its misère Grundy number, in misère play.
    pub misere_value: Option<String>,
    /// Moves with the same number here have results that differ only by symmetry.
    pub class: Option<usize>,
    /// Why that position is won or lost, if requested.
    pub reason: Option<Reason>,
}

pub(crate) fn run(
    context: &Context,
    wanted: &MovesRequest,
    budget: &Budget,
) -> Result<MovesAnswer, ApiError> {
    let sum = context.read(&wanted.asked, budget)?;
    values::rest(&sum);
    let query = Query {
        limit: wanted.limit,
        ..query(&wanted.asked, &sum)?
    };
    let play = query.play;
    let mut analyzer = context.analyzer(query.clone(), budget);
    let mut answer = analyzer.analyze(&sum);
    shorten(&mut answer, budget);
    // The limit on positions is for all moves together.
    let mut left = budget.most_positions();
    left = left.saturating_sub(answer.effort.positions);
    analyzer.set_query(Query {
        moves: false,
        value: wanted.value,
        // Canonical forms of all results would take far longer than outcomes.
        only_outcome: !(sum.is_impartial() || wanted.value || wanted.reasons),
        ..query
    });
    let most = wanted.most.min(MOST_LISTED);
    let mut moves = sum.moves();
    // Moves before the page are skipped one by one.
    for _ in 0..wanted.from {
        budget.check(0).map_err(ApiError::undecided)?;
        if moves.next().is_none() {
            break;
        }
    }
    let mut rows: Vec<MoveRow> = Vec::new();
    let (mut listed, mut length) = (0, 0);
    // Numbers for results that are equal up to symmetry, according to the keys of searches.
    let mut classes: HashMap<Vec<u8>, usize> = HashMap::new();
    let pictures = Pictures::of(&sum);
    // The analysis of an impartial position covers its moves. Where some may be forbidden, a lost position has moves to
    // P-positions.
    let winning = answer.winning_moves.iter().map(|found| &found.mv);
    let winning: HashSet<&SumMove> = winning.filter(|_| sum.is_impartial()).collect();
    let forbids = sum.ending().map_or(0, |ending| ending.forbids);
    let all_known =
        sum.is_impartial() && forbids == 0 && answer.complete && answer.outcome.is_some();
    let mut seen: HashSet<SumMove> = HashSet::new();
    let next = loop {
        let Some(mv) = &moves.next() else { break None };
        if listed >= most || length >= LONGEST_LIST || budget.is_cancelled() {
            break Some(wanted.from + listed);
        }
        listed += 1;
        if !seen.insert(mv.clone()) {
            continue;
        }
        let Ok(after) = sum.after(mv) else { continue };
        let cells = pictures.touched(mv, || {
            Some(after.components().get(mv.component())?.diagram())
        });
        let wins = match winning.contains(mv) {
            true => Some(true),
            false => all_known.then_some(false),
        };
        let class = symmetry_key(&after).map(|key| {
            let next = classes.len();
            *classes.entry(key).or_insert(next)
        });
        let mut row = MoveRow {
            outcome: wins.map(Outcome::impartial),
            wins,
            class,
            ..MoveRow::new(mv, mv.to_string(), cells, Some(after.to_string()))
        };
        let open = row.wins.is_none() || wanted.value || wanted.reasons;
        if open && budget.check(0).is_ok() {
            analyzer.set_budget(budget.clone().positions(left));
            let found = analyzer.analyze(&after);
            left = left.saturating_sub(found.effort.positions);
            tell(&mut row, found, mv.player(), play, wanted.reasons);
        }
        length += row.length();
        rows.push(row);
    };
    if next.is_some() && wanted.from == 0 {
        rows.extend(beyond(&sum, &answer, &seen, &pictures));
    }
    pictures.join_same(&sum, &mut rows);
    Ok(MovesAnswer {
        schema: SchemaVersion,
        count: move_count(&sum),
        complete: wanted.from == 0 && next.is_none() && rows.iter().all(|row| row.wins.is_some()),
        next,
        moves: rows,
        answer,
    })
}

impl MoveRow {
    /// Creates the row of a move without results.
    fn new(made: &SumMove, mv: String, cells: Vec<usize>, to: Option<String>) -> MoveRow {
        MoveRow {
            player: made.player(),
            component: made.component() + 1,
            mv,
            cells,
            same: Vec::new(),
            to,
            outcome: None,
            wins: None,
            value: None,
            misere_value: None,
            class: None,
            reason: None,
        }
    }

    /// Returns the number of bytes of its texts.
    fn length(&self) -> usize {
        let texts = [&self.to, &self.value].into_iter().flatten();
        let reason = self.reason.as_ref().map_or(0, |reason| reason.text.len());
        self.mv.len() + reason + texts.map(String::len).sum::<usize>()
    }
}

/// Stores the result for a move in its row.
fn tell(row: &mut MoveRow, found: Answer, player: Option<Player>, play: Play, reasons: bool) {
    if let Some(outcome) = found.outcome {
        row.outcome = Some(outcome);
        row.wins = Some(match player {
            None => outcome == Outcome::P,
            Some(Player::Left) => matches!(outcome, Outcome::P | Outcome::L),
            Some(Player::Right) => matches!(outcome, Outcome::P | Outcome::R),
        });
    }
    row.value = match (&found.figures, play) {
        (None, Play::Misere) => None,
        _ => found.value_text(),
    };
    row.misere_value = found.misere_value.map(|value| value.to_string());
    row.reason = reasons.then_some(found.reason);
}

/// Returns the winning moves that are not yet listed.
fn beyond<'a>(
    sum: &'a Sum,
    answer: &'a Answer,
    seen: &'a HashSet<SumMove>,
    pictures: &'a Pictures,
) -> impl Iterator<Item = MoveRow> + 'a {
    let found = answer.winning_moves.iter();
    let new = found.filter(|found| !seen.contains(&found.mv));
    new.map(|found| {
        let cells = pictures.touched(&found.mv, || None);
        let (mv, to) = found.texts().clone();
        MoveRow {
            outcome: sum.is_impartial().then_some(Outcome::P),
            wins: Some(true),
            ..MoveRow::new(&found.mv, mv, cells, to)
        }
    })
}

/// The diagrams of the components, with their handles.
struct Pictures(Vec<(Diagram, Vec<Handle>)>);

impl Pictures {
    fn of(sum: &Sum) -> Pictures {
        let components = sum.components().iter();
        Pictures(
            components
                .map(|term| (term.diagram(), term.handles()))
                .collect(),
        )
    }

    /// Adds moves of handles that have no row to the row that leads to the same position. The rules list only the first
    /// of such moves.
    fn join_same(&self, sum: &Sum, rows: &mut [MoveRow]) {
        for (component, (_, handles)) in self.0.iter().enumerate() {
            let place = match self.0.len() {
                1 => String::new(),
                _ => format!("{}: ", component + 1),
            };
            for handle in handles {
                let Grip::Move { text } = &handle.grip else {
                    continue;
                };
                let text = format!("{place}{text}");
                let own = |row: &MoveRow| row.player == handle.player;
                if rows.iter().any(|row| own(row) && row.mv == text) {
                    continue;
                }
                let player = handle.player.unwrap_or(Player::Left);
                // A handle may offer a move that is not legal here and has no row.
                let read = sum.read_move_of(&text, player).ok();
                let Some(to) = read.and_then(|mv| sum.after(&mv).ok()) else {
                    continue;
                };
                let to = Some(to.to_string());
                if let Some(row) = rows.iter_mut().find(|row| own(row) && row.to == to) {
                    row.same.push(text);
                }
            }
        }
    }

    /// Returns the cells that a move involves; `after` returns its component after the move.
    fn touched(&self, mv: &SumMove, after: impl FnOnce() -> Option<Diagram>) -> Vec<usize> {
        let Some((diagram, handles)) = self.0.get(mv.component()) else {
            return Vec::new();
        };
        touched(handles, &mv.text_in_component(), diagram, after)
    }
}

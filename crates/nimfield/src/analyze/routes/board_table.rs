//! Tables of whole boards: existing ones, and one computed for the current question.

use std::sync::Arc;

use nimfield_core::families::taking::Taking;
use nimfield_core::files::FileError;
use nimfield_core::prelude::*;
use nimfield_engines::taking::table::{BoardTable, Solver, TableSet};

use crate::analyze::case::Part;
use crate::analyze::query::MoveList;
use crate::analyze::reasons::board_reason;
use crate::analyze::route::{
    Ask, Cost, Goal, Means, Memory, Reply, Route, SHORT, Stop, late, soon,
};
use crate::sum::Sum;

/// The most cells of a board that is solved for a single position, if a short search does not decide it. The table
/// takes 512 MiB and about a second.
const MOST_SOLVED: u32 = 32;

/// Positions of fewer stones are searched.
const FEWEST_STONES: u32 = 16;

/// The most cells of a board that is solved faster than a search, unless the position has few stones.
const SMALL: u32 = 16;

/// The same for small boards.
const FEWEST_ON_SMALL: u32 = 12;

/// With more moves than this, no search is short.
const MANY_MOVES: usize = 512;

/// Returns whether to compute a table for the position if a short search does not suffice.
pub(crate) fn may_be_solved(part: &Part, most_positions: u64) -> bool {
    let within = |(game, state)| why_not_solved(game, state).is_none();
    part.board().is_some_and(within) && most_positions > SHORT
}

/// Explains why no table is computed for a position whatever the budget, if that is so.
fn why_not_solved(game: &Taking, state: u64) -> Option<String> {
    let (cells, stones) = (game.cells(), state.count_ones());
    let fewest = match cells <= SMALL {
        true => FEWEST_ON_SMALL,
        false => FEWEST_STONES,
    };
    if cells > MOST_SOLVED {
        Some(format!(
            "the board has {cells} cells, and tables are built for at most {MOST_SOLVED}"
        ))
    } else if stones < fewest {
        Some(format!(
            "the position has {stones} stones, and tables of such a board are built only for at least {fewest}"
        ))
    } else {
        None
    }
}

/// Tables of boards.
#[derive(Default)]
pub(super) struct BoardTables {
    /// The table computed for the current question.
    solved: Option<(Taking, BoardTable)>,
    /// The error of a table used for the current question, if any.
    unusable: Option<FileError>,
}

impl BoardTables {
    /// Looks the state up in a table of the board, if there is one. A damaged file counts as missing, so another table
    /// of the board is used; a remark mentions it at the end. So does one whose entry for the state contradicts those of
    /// its options.
    fn probe<T>(
        &mut self,
        (game, state): (&Taking, u64),
        play: Play,
        means: &Means,
        ask: impl Fn(&BoardTable) -> Result<T, FileError>,
    ) -> Reply<T> {
        let fault = || Stop::Passed("the table of its board is damaged".into());
        if let Some(table) = self.solved_for(game, play) {
            return ask(table).map_err(|_| fault());
        }
        loop {
            let table = means.tables.and_then(|tables| tables.table(game, play));
            let table = table.ok_or_else(fault)?;
            // Damaged tables come last.
            let last = table.fault().is_some();
            let checked = table.check_once(game);
            let checked = checked.and_then(|()| table.check_state(game, state));
            match checked.and_then(|()| ask(&table)) {
                Ok(found) => return Ok(found),
                Err(error) => self.unusable = Some(error),
            }
            if last {
                return Err(fault());
            }
        }
    }

    /// Returns the table computed for the current question, if it matches this board and play.
    fn solved_for(&self, game: &Taking, play: Play) -> Option<&BoardTable> {
        let (board, table) = self.solved.as_ref()?;
        ((board, table.rules().play) == (game, play)).then_some(table)
    }

    /// Returns whether there is a table of the board.
    fn at_hand(&self, game: &Taking, play: Play, means: &Means) -> bool {
        let among = |tables: &Arc<TableSet>| tables.table(game, play).is_some();
        self.solved_for(game, play).is_some() || means.tables.is_some_and(among)
    }

    /// Solves the board, unless there is a table for it.
    fn solve(&mut self, game: &Taking, play: Play, means: &mut Means) -> Reply<()> {
        if self.at_hand(game, play, means) {
            return Ok(());
        }
        self.forget();
        let solver = match game.cells() <= SMALL {
            true => Solver::quick(game, means.budget),
            false => Solver::new(game, means.budget),
        };
        let table = solver.and_then(|solver| solver.table(play, means.budget));
        let table = table.map_err(|why| Stop::Passed(format!("its table was {why}").into()))?;
        self.solved = Some((game.clone(), table));
        means.spent += states(game);
        Ok(())
    }
}

/// Describes how the entry of a state in a table came about.
fn made(table: &BoardTable) -> &'static str {
    match table.planes() {
        Some(_) => ", solved for it",
        None => ", read from a file and compared with the entries of its options",
    }
}

/// Returns the number of states of a board.
fn states(game: &Taking) -> u64 {
    1 << game.cells().min(MOST_SOLVED)
}

impl Route for BoardTables {
    fn name(&self) -> &'static str {
        "table of the board"
    }

    fn cost(&self, part: &Part, ask: &Ask, means: &Means) -> Cost {
        let outcome = ask.is_outcome();
        let Some((game, state)) = part.board().filter(|_| outcome || ask.goal == Goal::Value)
        else {
            return Cost::Foreign;
        };
        if self.at_hand(game, ask.play, means) {
            return Cost::Cheap;
        }
        let most = means.budget.most_positions();
        let normal = ask.play == Play::Normal && ask.goal == Goal::Has;
        if !outcome {
            return Cost::Foreign;
        }
        if let Some(why) = why_not_solved(game, state) {
            return Cost::Never(why.into());
        }
        let alone = part.alone().is_some();
        if normal && !alone {
            return Cost::Never("the summands are decided one by one".into());
        }
        if part.follower && !normal {
            return Cost::Never("one search serves all moves".into());
        }
        let states = states(game);
        if states > most {
            return Cost::Never(
                format!("its board has {states} states, and {most} positions are allowed").into(),
            );
        }
        let many_moves =
            || !part.prefers_keys() && game.moves(state).take(MANY_MOVES + 1).count() > MANY_MOVES;
        let at_once = game.cells() <= SMALL || many_moves();
        if most <= SHORT && (normal || !at_once) {
            return Cost::Never(
                "a search of the allowed number of positions is short enough".into(),
            );
        }
        match at_once {
            true => soon(Some(states), Memory::Whole),
            false => late(Some(states), Memory::Whole),
        }
    }

    fn has_value(&mut self, part: &Part, ask: &Ask, means: &mut Means) -> Reply<Finding<bool>> {
        let (game, state) = part.board().ok_or(Stop::Foreign)?;
        let (position, play) = (part.whole.ok_or(Stop::Foreign)?, ask.play);
        self.solve(game, play, means)?;
        let (is_p, made) = self.probe((game, state), play, means, |table| {
            Ok((table.is_p(state)?, made(table)))
        })?;
        let outcome = Outcome::impartial(is_p);
        let cells = game.cells();
        let text = format!(
            "{} play: {position} is {} {outcome}-position in the table of the 2^{cells} states of its board{made}",
            play.adjective(),
            if is_p { "a" } else { "an" }
        );
        Ok(Finding::new(is_p, board_reason(text)))
    }

    fn value(&mut self, part: &Part, ask: &Ask, means: &mut Means) -> Reply<Finding<Grundy>> {
        let (game, state) = part.board().ok_or(Stop::Foreign)?;
        let position = part.whole.ok_or(Stop::Foreign)?;
        let (value, made) = self.probe((game, state), ask.play, means, |table| {
            Ok((table.value(state)?, made(table)))
        })?;
        let value = value.ok_or(Stop::Passed("the table of its board has no values".into()))?;
        let value = Grundy::from(u128::from(value));
        let text = format!("{position} has the value {value} in the table of its board{made}");
        Ok(Finding::new(value, board_reason(text)))
    }

    fn moves_to(&mut self, part: &Part, ask: &Ask, means: &mut Means) -> Reply<MoveList> {
        let (game, state) = part.board().ok_or(Stop::Foreign)?;
        let position = part.whole.ok_or(Stop::Foreign)?;
        self.solve(game, ask.play, means)?;
        let moves = self.probe((game, state), ask.play, means, |table| {
            let mut moves = Vec::new();
            for mv in position.moves() {
                // Only boards are in tables.
                let after = position.after(&mv).ok();
                let Some((_, state)) = after.as_ref().and_then(Sum::as_board) else {
                    return Ok(None);
                };
                if table.is_p(state)? {
                    table.check_state(game, state)?;
                    moves.push(mv);
                }
            }
            Ok(Some(moves))
        })?;
        moves.map(MoveList::all).ok_or(Stop::Foreign)
    }

    fn bytes(&self) -> u64 {
        self.solved.as_ref().map_or(0, |(game, _)| states(game) / 8)
    }

    fn forget(&mut self) {
        self.solved = None;
    }

    fn begin(&mut self) {
        *self = BoardTables::default();
    }

    fn remark(&mut self) -> Option<String> {
        let fault = self.unusable.take()?;
        Some(format!("a table of its board cannot be used: {fault}"))
    }
}

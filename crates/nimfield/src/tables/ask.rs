//! The one place where tables read positions and ask the analyser.

use nimfield_core::budget::Budget;
use nimfield_core::families::ray::RayGame;
use nimfield_core::info::GameInfo;
use nimfield_core::words::{Answer, Play};

use super::cell::{Cell, Shown};
use super::error::FamilyError;
use crate::analyze::{Analyzer, Query};
use crate::registry::Games;
use crate::sum::Sum;
use crate::term::Term;
use crate::values;

/// Reads a position. The values of partizan ones live within the budget's memory.
pub(super) fn read(text: &str, budget: &Budget) -> Result<Sum, FamilyError> {
    let files = |_: &str| Err("boards from files cannot be used here".to_string());
    Ok(Games::builtin().read_with(text, &files, &|| values::arena(budget))?)
}

/// The games of the components of a position, each once.
pub(super) fn games(sum: &Sum) -> Vec<&'static GameInfo> {
    let mut games: Vec<&'static GameInfo> = Vec::new();
    for info in sum.components().iter().filter_map(Term::info) {
        if games.iter().all(|known| known.name != info.name) {
            games.push(info);
        }
    }
    games
}

/// The position as the far corner of a box of a ray game, if it is a single one.
pub(super) fn in_box(sum: &Sum) -> Option<(RayGame, Vec<u32>)> {
    match sum.components() {
        [component] => component.in_box(),
        _ => None,
    }
}

/// Asks about one position after the other, with what was learnt from those before.
pub(super) struct Asker {
    analyzer: Analyzer,
    shown: Shown,
}

impl Asker {
    pub(super) fn new(shown: Shown, play: Play, unproved: bool, budget: &Budget) -> Asker {
        let query = Query {
            play,
            value: shown == Shown::Values,
            moves: false,
            unproved,
            ..Query::default()
        };
        Asker {
            analyzer: Analyzer::new(query, budget.clone()),
            shown,
        }
    }

    /// What the table says of a position, and how many positions were looked at for it.
    pub(super) fn ask(&mut self, sum: &Sum) -> (Cell, u64) {
        let answer = self.analyzer.analyze(sum);
        let positions = answer.effort.positions;
        let cell = match self.shown {
            Shown::Outcomes => answer.outcome.map(Cell::Outcome),
            Shown::Values => value(answer),
        };
        (cell.unwrap_or(Cell::Undecided), positions)
    }
}

fn value(answer: Answer) -> Option<Cell> {
    match answer.figures {
        Some(figures) => figures.value.map(Cell::Form),
        // A value without an outcome is none.
        None if answer.outcome.is_none() => None,
        None if answer.play == Play::Misere => {
            answer.misere_value.map(|value| Cell::Value(value.into()))
        }
        None => answer.value.map(Cell::Value),
    }
}

//! A game on a board in sentences.

use std::sync::Arc;

use crate::boards::cell::{Cell, Direction};
use crate::boards::game::{BoardGame, Lines, Name, Pick};
use crate::boards::rules::Board;
use crate::boards::shape::CellLattice;
use nimfield_core::prelude::*;

/// The most lines to list one by one.
const LINES_SHOWN: usize = 24;

/// Describes the rules in sentences, and the full board, for the author of a board file.
#[must_use]
pub fn describe(game: &Arc<BoardGame>) -> String {
    let title = match game.name() {
        Name::File {
            title: Some(title), ..
        } => format!("{game}: {title}"),
        _ => game.to_string(),
    };
    let lattice = match game.shape().lattice() {
        CellLattice::Square => "square",
        CellLattice::Triangular => "triangular",
    };
    let taking = game.taking();
    let cells = counted(taking.cells(), "cell");
    let symmetries = match taking.symmetries().len() {
        0 | 1 => "no symmetries".to_string(),
        count => format!("{count} symmetries"),
    };
    let moves = counted(taking.masks().len(), "move");
    let goal = match game.play() {
        Play::Normal => "wins",
        Play::Misere => "loses",
    };
    let drawn = Shown::draw(&Board::full(game.clone()));
    let drawn: Vec<String> = drawn.lines().map(|line| format!("  {line}")).collect();
    format!(
        "{title}\n\n{}\n\n  A {lattice} board of {cells}, {symmetries}.\n  {}\n  The full board \
         has {moves}.\n  The player who makes the last move {goal}.\n",
        drawn.join("\n"),
        plain_rules(game)
    )
}

/// Returns what the lines are and what a move takes, in sentences.
#[must_use]
pub fn plain_rules(game: &BoardGame) -> String {
    let lines = match game.lines() {
        Lines::Along(directions) => {
            let names: Vec<&str> = directions.iter().map(|&d| direction_name(d)).collect();
            format!("Lines are {}.", names.join(", "))
        }
        Lines::Listed(lines) => listed(lines),
    };
    let take = game.take();
    let stones = match (take.min, take.max) {
        (1, None) => "any number of stones".to_string(),
        (min, None) => format!("{min} or more stones"),
        (min, Some(max)) if min == max => counted(max, "stone"),
        (min, Some(max)) => format!("{min} to {max} stones"),
    };
    let which = match (take.pick, take.max) {
        (Pick::Whole, Some(1)) => " that makes up a whole line",
        (Pick::Whole, _) => " that make up a whole line",
        (_, Some(1)) => "",
        (Pick::Contiguous, _) => " that are neighbours on a line",
        (Pick::Any, _) => " of a line, with or without gaps between them",
    };
    let holes = match take.holes_break {
        true => "Places without a cell end a line.",
        false => "Places without a cell do not end a line.",
    };
    format!("{lines} {holes} On your turn take {stones}{which}.")
}

/// Returns the lines by their cells, as many as a person would read.
fn listed(lines: &[Vec<Cell>]) -> String {
    let line = |line: &Vec<Cell>| {
        let cells: Vec<String> = line.iter().map(Cell::to_string).collect();
        cells.join(" ")
    };
    let shown: Vec<String> = lines.iter().take(LINES_SHOWN).map(line).collect();
    let more = match lines.len().saturating_sub(LINES_SHOWN) {
        0 => String::new(),
        count => format!("; and {count} more"),
    };
    format!("Lines: {}{more}.", shown.join("; "))
}

fn direction_name(direction: Direction) -> &'static str {
    match direction {
        Direction::Row => "rows",
        Direction::Column => "columns",
        Direction::Diagonal => "diagonals",
        Direction::Anti => "antidiagonals",
    }
}

//! Whole boards: the position that a sum is on one, and the summary of a table.

use std::fmt::Write;
use std::path::Path;

use indicatif::HumanCount;
use nimfield::engines::taking::table::{BoardSummary, BoardTable};
use nimfield::families::taking::Taking;
use nimfield::rules::Impartial;
use nimfield::{Grundy, Outcome, Play, Sum, SumMove};

use crate::errors::Failure;

/// The game and the state of a sum that is one position on a board.
pub fn on_a_board(sum: &Sum) -> Result<(&Taking, u64), Failure> {
    if let [board] = sum.components()
        && let Some((game, state)) = board.taking()
    {
        return Ok((game, state));
    }
    Err(Failure::input(format!(
        "{sum} is not a position on a board of stones\nexample: nimfield solve 'tactix[4x4]' -o 4x4.nimtable"
    )))
}

/// The summary of a table.
pub struct Report<'a> {
    /// The full board.
    pub board: &'a Sum,
    /// Its name.
    pub name: &'a str,
    /// Its game.
    pub game: &'a Taking,
    /// The table.
    pub table: &'a BoardTable,
    /// Where it is kept.
    pub file: Option<&'a Path>,
    /// What else there is to say.
    pub note: Option<String>,
    /// How long it took.
    pub seconds: f64,
}

impl Report<'_> {
    /// The winning first moves in notation.
    fn moves(&self) -> Vec<String> {
        let winning = &self.table.summary().winning_moves;
        let full = self.game.full();
        let wins = |mv: &SumMove| {
            let after = self.board.after(mv).ok();
            let left = after.and_then(|after| Some(on_a_board(&after).ok()?.1));
            left.is_some_and(|left| winning.binary_search(&(full & !left)).is_ok())
        };
        let moves = self.board.moves().filter(wins);
        moves.map(|mv| mv.to_string()).collect()
    }

    /// For a person.
    pub fn words(&self) -> String {
        /// Winning moves in words; with `--json` there is no limit.
        const MOVES_SHOWN: usize = 12;
        let summary = self.table.summary();
        let play = self.table.rules().play;
        let mut text = format!("\x1b[1m{}\x1b[0m, {play} play\n", self.name);
        let mut line = |label: &str, what: String| {
            let _ = writeln!(text, "  {label:<15}{what}");
        };
        let outcome = Outcome::impartial(summary.full_is_p);
        line(
            "outcome",
            format!("\x1b[1m{outcome}\x1b[0m: {}", outcome.meaning()),
        );
        if let Some(value) = value(summary, play) {
            line(
                if play == Play::Normal {
                    "value"
                } else {
                    "misere value"
                },
                value,
            );
        }
        let moves = self.moves();
        line(
            "winning moves",
            match moves.len() {
                0 => "none".to_string(),
                1..=MOVES_SHOWN => format!("{}: {}", moves.len(), moves.join("  ")),
                count => format!(
                    "{count}: {}  and {} more (--json lists all)",
                    moves[..MOVES_SHOWN].join("  "),
                    count - MOVES_SHOWN
                ),
            },
        );
        let states = HumanCount(1 << self.game.cells());
        line(
            "P-positions",
            format!("{} of {states} states", HumanCount(summary.p_positions())),
        );
        let mut by_stones = String::new();
        for (stones, count) in summary
            .p_by_stones
            .iter()
            .enumerate()
            .filter(|(_, n)| **n > 0)
        {
            let _ = write!(by_stones, "  {stones}: {}", HumanCount(*count));
        }
        line("by stones", by_stones.trim_start().to_string());
        if !summary.by_value.is_empty() {
            let mut by_value = String::new();
            for (value, count) in summary.by_value.iter().enumerate() {
                let _ = write!(by_value, "  {value}: {}", HumanCount(*count));
            }
            line("by value", by_value.trim_start().to_string());
        }
        if let Some(file) = self.file {
            line("table", file.display().to_string());
        }
        if let Some(note) = &self.note {
            line("", note.clone());
        }
        text
    }

    /// For a program.
    pub fn json(&self) -> serde_json::Value {
        let (summary, rules) = (self.table.summary(), self.table.rules());
        let by_value = (!summary.by_value.is_empty()).then_some(&summary.by_value);
        let value = value(summary, rules.play);
        let (value, misere_value) = match rules.play {
            Play::Normal => (value, None),
            Play::Misere => (None, value),
        };
        serde_json::json!({
            "schema": nimfield::words::SCHEMA,
            "board": self.name,
            "play": rules.play.to_string(),
            "kind": rules.kind.to_string(),
            "cells": rules.cells,
            "outcome": Outcome::impartial(summary.full_is_p).to_string(),
            "value": value,
            "misere_value": misere_value,
            "winning_moves": self.moves(),
            "p_positions": summary.p_positions(),
            "p_by_stones": summary.p_by_stones,
            "by_value": by_value,
            "file": self.file.map(|file| file.display().to_string()),
            "note": self.note,
            "seconds": self.seconds,
        })
    }
}

/// The value of the full board: as a nimber in normal play, in digits in misère play.
fn value(summary: &BoardSummary, play: Play) -> Option<String> {
    let value = u128::from(summary.full_value?);
    Some(match play {
        Play::Normal => Grundy::from(value).to_string(),
        Play::Misere => value.to_string(),
    })
}

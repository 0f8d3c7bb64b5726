//! Positions of games on Young diagrams.

use std::fmt;
use std::sync::Arc;

use nimfield_core::budget::Budget;
use nimfield_core::diagram::Diagram;
use nimfield_core::game::{Game, Moves, Part};
use nimfield_core::info::GameInfo;
use nimfield_core::notation::{Cursor, NotationError};
use nimfield_core::theory::ValuedBelow;
use nimfield_core::words::{Play, Side};
use nimfield_games::boards::column_label;
use nimfield_games::partitions::sub_diagrams::{Removal as LineRemoval, Removed as Lines};
use nimfield_games::partitions::{Partition, young_diagrams};

use super::removal::{Removal, Removed, Rows, Splits, after, conjugate, moves};
use crate::about::goal;
use crate::info::RULES;

/// A game on Young diagrams, read from a rule file.
#[derive(Debug)]
pub struct DiagramGame {
    pub(crate) name: String,
    pub(crate) id: u64,
    pub(crate) info: &'static GameInfo,
    pub(crate) removals: Vec<Removal>,
    pub(crate) splits: Splits,
    pub(crate) play: Play,
}

impl DiagramGame {
    /// Returns whether the moves in a diagram are those in its conjugate.
    fn is_symmetric(&self) -> bool {
        let conjugate = |removal: &Removal| match removal {
            Removal::Row { first } => Removal::Column { first: *first },
            Removal::Column { first } => Removal::Row { first: *first },
            other => other.clone(),
        };
        let mut removals = self.removals.iter();
        removals.all(|removal| self.removals.contains(&conjugate(removal)))
    }

    /// Returns whether a move removes any one row or any one column, and what is left is pushed together.
    fn removes_one_line(&self) -> bool {
        let line = |removal: &Removal| {
            matches!(
                removal,
                Removal::Row { first: false } | Removal::Column { first: false }
            )
        };
        !self.splits.lines && self.is_symmetric() && self.removals.iter().all(line)
    }

    /// Describes the game in sentences.
    pub(crate) fn describe(&self) -> String {
        let mut lines = vec!["The position is a partition, drawn as a Young diagram.".to_string()];
        for removal in &self.removals {
            let what = match removal {
                Removal::Row { first: true } => "the first row",
                Removal::Row { first: false } => "a row",
                Removal::Column { first: true } => "the first column",
                Removal::Column { first: false } => "a column",
                Removal::Hook(_) if self.splits.hooks => "a hook of an allowed length",
                Removal::Hook(_) => {
                    "a hook of an allowed length, which is the same as a border strip"
                }
                Removal::Bite => "a cell with all cells below and to the right of it",
                Removal::Rim => "the whole rim",
            };
            lines.push(format!("A move removes {what}."));
        }
        let mut left = |of: &str, split: bool, closed: &str| {
            lines.push(match split {
                true => format!("A removed {of} leaves two diagrams."),
                false => closed.to_string(),
            });
        };
        let mut removals = self.removals.iter();
        if removals.any(|own| matches!(own, Removal::Row { .. } | Removal::Column { .. })) {
            left(
                "row or column",
                self.splits.lines,
                "What is left is pushed together.",
            );
        }
        let mut removals = self.removals.iter();
        if removals.any(|own| matches!(own, Removal::Hook(_))) {
            left(
                "hook",
                self.splits.hooks,
                "What is beyond a hook moves up and to the left.",
            );
        }
        lines.push(goal(self.play));
        let engine = match self.removes_one_line() {
            true => "tables of all diagrams that are left",
            false => "searches over diagrams",
        };
        lines.push(format!("Compiled to {engine}."));
        lines.join("\n")
    }
}

/// A position: one diagram or several.
#[derive(Clone, Debug)]
pub struct Diagrams {
    pub(crate) game: Arc<DiagramGame>,
    pub(crate) pieces: Vec<Rows>,
}

impl PartialEq for Diagrams {
    fn eq(&self, other: &Diagrams) -> bool {
        (self.game.id, &self.game.name, &self.pieces)
            == (other.game.id, &other.game.name, &other.pieces)
    }
}

impl Eq for Diagrams {}

/// A removal from one diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DiagramMove {
    piece: usize,
    removed: Removed,
    row: u32,
    column: u32,
}

impl fmt::Display for DiagramMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = || format!("{}{}", column_label(self.column as usize), self.row + 1);
        match self.removed {
            Removed::Row => write!(f, "row {}", self.row + 1)?,
            Removed::Column => write!(f, "column {}", self.column + 1)?,
            Removed::Hook => write!(f, "hook {}", cell())?,
            Removed::Bite => write!(f, "bite {}", cell())?,
            Removed::Rim => f.write_str("rim")?,
        }
        match self.piece {
            0 => Ok(()),
            piece => write!(f, " of {}", piece + 1),
        }
    }
}

impl fmt::Display for Diagrams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pieces = self.pieces.iter().map(|rows| {
            let rows: Vec<String> = rows.iter().map(u32::to_string).collect();
            rows.join(",")
        });
        write!(
            f,
            "{}[{}]",
            self.game.name,
            pieces.collect::<Vec<_>>().join("; ")
        )
    }
}

fn partition(rows: &[u32]) -> Partition {
    Partition::new(rows.iter().map(|&row| row.into()))
}

impl Diagrams {
    fn with(&self, pieces: Vec<Rows>) -> Diagrams {
        Diagrams {
            game: self.game.clone(),
            pieces,
        }
    }
}

impl Game for Diagrams {
    type Move = DiagramMove;

    const INFO: GameInfo = RULES;

    fn moves(&self) -> Moves<'_, DiagramMove> {
        let pieces = self.pieces.iter().enumerate();
        Box::new(pieces.flat_map(move |(piece, rows)| {
            let removals = self.game.removals.iter();
            let all = removals.flat_map(move |removal| moves(removal, rows, self.game.splits));
            // Two lines can allow the same.
            let mut distinct = std::collections::BTreeSet::new();
            distinct.extend(all);
            distinct
                .into_iter()
                .map(move |(removed, row, column)| DiagramMove {
                    piece,
                    removed,
                    row,
                    column,
                })
        }))
    }

    fn play(&self, mv: &DiagramMove) -> Result<Diagrams, String> {
        if !self.moves().any(|own| own == *mv) {
            return Err("no line `remove` of the rules allows this".to_string());
        }
        let mut pieces = self.pieces.clone();
        let removed = (mv.removed, mv.row, mv.column);
        let left = after(&self.pieces[mv.piece], removed, self.game.splits);
        pieces.splice(mv.piece..=mv.piece, left);
        Ok(self.with(pieces))
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Diagrams, NotationError> {
        Err(cursor.expected("the name of a rule file", RULES.body))
    }

    fn info(&self) -> &'static GameInfo {
        self.game.info
    }

    fn default_play(&self) -> Play {
        self.game.play
    }

    fn parts(&self) -> Vec<Part<Diagrams>> {
        let pieces = self.pieces.iter().enumerate();
        let part = |(piece, rows): (usize, &Rows)| {
            Part::new(self.with(vec![rows.clone()]), move |mv: DiagramMove| {
                DiagramMove { piece, ..mv }
            })
        };
        pieces.map(part).collect()
    }

    fn key(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.game.id.to_le_bytes());
        for rows in &self.pieces {
            let conjugate = self.game.is_symmetric().then(|| conjugate(rows));
            let rows = conjugate
                .as_ref()
                .map_or(rows, |conjugate| conjugate.min(rows));
            for row in rows {
                out.extend_from_slice(&row.to_le_bytes());
            }
            out.extend_from_slice(&0u32.to_le_bytes());
        }
    }

    fn diagram(&self) -> Diagram {
        let pieces = self.pieces.iter().map(|rows| partition(rows));
        young_diagrams(&pieces.collect::<Vec<_>>())
    }

    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<DiagramMove>> {
        let [rows] = &self.pieces[..] else {
            return None;
        };
        if !self.game.removes_one_line() {
            return None;
        }
        let removal = LineRemoval {
            removed: Lines::One,
            name: |diagram, side, counts| {
                // Of equal lines the first goes.
                let run = counts.iter().position(|&count| count > 0)?;
                let lines = diagram.oriented(side);
                let before = lines.runs()[..run].iter().map(|run| run.count);
                let line = u32::try_from(before.sum::<u64>()).ok()?;
                let (removed, row, column) = match side {
                    Side::Rows => (Removed::Row, line, 0),
                    Side::Columns => (Removed::Column, 0, line),
                };
                let piece = 0;
                Some(DiagramMove {
                    piece,
                    removed,
                    row,
                    column,
                })
            },
            remark: |_, _| None,
        };
        removal.values(&partition(rows), play, budget)
    }

    fn measure(&self) -> Option<u128> {
        let cells = self.pieces.iter().flatten();
        Some(cells.map(|&row| u128::from(row)).sum())
    }
}

//! The one place where tables read positions and ask the analyser.

use std::sync::Arc;

use nimfield_core::budget::Budget;
use nimfield_core::families::ray::RayGame;
use nimfield_core::info::GameInfo;
use nimfield_core::words::{Answer, Play};
use short_game::{Arena, Limits};

use super::cell::{Cell, Shown};
use super::error::FamilyError;
use crate::analyze::{Analyzer, Wishes};
use crate::partizan::{self, PartizanAnalyzer, PartizanSum, PartizanWishes};
use crate::sum::Sum;

/// A position of a family, impartial or partizan.
pub(super) enum Member {
    Impartial(Sum),
    Partizan(PartizanSum),
}

/// Reads a position. Of partizan ones the values live in an arena of their own, within the budget's
/// memory.
pub(super) fn read(text: &str, budget: &Budget) -> Result<Member, FamilyError> {
    if !PartizanSum::is_meant_by(text) {
        return Ok(Member::Impartial(crate::read(text)?));
    }
    let limits = Limits {
        bytes: usize::try_from(budget.most_bytes()).unwrap_or(usize::MAX),
        cancel: budget.cancel_flag(),
    };
    let arena = Arena::with_limits(limits).map_err(FamilyError::Values)?;
    Ok(Member::Partizan(PartizanSum::read(text, Arc::new(arena))?))
}

impl Member {
    /// The position in strict notation.
    pub(super) fn text(&self) -> String {
        match self {
            Member::Impartial(sum) => sum.to_string(),
            Member::Partizan(sum) => sum.to_string(),
        }
    }

    pub(super) fn default_play(&self) -> Play {
        match self {
            Member::Impartial(sum) => sum.default_play(),
            Member::Partizan(_) => Play::Normal,
        }
    }

    /// The games of its components, each once.
    pub(super) fn games(&self) -> Vec<&'static GameInfo> {
        let Member::Impartial(sum) = self else {
            return vec![&partizan::INFO];
        };
        let mut games: Vec<&'static GameInfo> = Vec::new();
        for component in sum.components() {
            let info = component.info();
            if games.iter().all(|known| known.name != info.name) {
                games.push(info);
            }
        }
        games
    }

    /// The position as the far corner of a box of a ray game, if it is a single one.
    pub(super) fn in_box(&self) -> Option<(RayGame, Vec<u32>)> {
        match self {
            Member::Impartial(sum) => match sum.components() {
                [component] => component.in_box(),
                _ => None,
            },
            Member::Partizan(_) => None,
        }
    }
}

/// Asks about one position after the other, with what was learnt from those before.
pub(super) struct Asker {
    analyzer: Analyzer,
    partizan: PartizanAnalyzer,
    shown: Shown,
}

impl Asker {
    pub(super) fn new(shown: Shown, play: Play, unproved: bool, budget: &Budget) -> Asker {
        let value = shown == Shown::Values;
        let wishes = Wishes {
            play,
            value,
            moves: false,
            unproved,
        };
        let partizan = PartizanWishes {
            play,
            value,
            moves: false,
            unproved,
            ..PartizanWishes::default()
        };
        Asker {
            analyzer: Analyzer::new(wishes, budget.clone()),
            partizan: PartizanAnalyzer::new(partizan, budget.clone()),
            shown,
        }
    }

    /// What the table says of a position, and how many positions were looked at for it.
    pub(super) fn ask(&mut self, member: &Member) -> (Cell, u64) {
        let answer = match member {
            Member::Impartial(sum) => sum.analyze(&mut self.analyzer),
            Member::Partizan(sum) => self.partizan.analyze(sum),
        };
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

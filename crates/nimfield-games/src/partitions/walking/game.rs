//! The definition of the games of walking pieces.

use crate::partitions::sentences;
use nimfield_core::families::formulas::FormulaGame;
use nimfield_core::prelude::*;
use std::slice;

use crate::partitions::walking::lctr::LCTR;
use crate::partitions::walking::rules::{Walk, Walker, Walking};
use crate::partitions::walking::squares::{Squares, all_squares};
use nimfield_core::component::write_number;
use nimfield_core::handles::{Grip, Handle};
use nimfield_core::notation::read_bracketed;
use nimfield_core::shape::young::{are_drawn, read_body, squares as cells};
use nimfield_core::theory::{Followers, ValuedBelow};
use nimfield_core::words::Side;

/// The most moves that theory tests one by one.
const FEW_MOVES: u128 = 8;

impl Walking {
    /// Reads the body of a position with its brackets.
    ///
    /// # Errors
    /// If the text is not a position.
    pub fn read_of(
        walker: &'static Walker,
        cursor: &mut Cursor<'_>,
    ) -> Result<Walking, NotationError> {
        let diagram = read_bracketed(cursor, walker.info.body, true, read_body)?;
        Ok(Walking::new(walker, diagram))
    }
}

/// One type represents all walking pieces.
impl Rules for Walking {
    type Move = Walk;

    const INFO: GameInfo = LCTR.info;

    const EMPTY_BODY: bool = true;

    fn info(&self) -> &'static GameInfo {
        &self.walker.info
    }

    fn moves(&self) -> Moves<'_, Walk> {
        let piece = &self.walker.piece;
        Box::new(piece.steps.iter().flat_map(move |step| {
            let times = 1..=self.times(step);
            times.map(move |k| Walk::new(piece, (k * step.down, k * step.right)))
        }))
    }

    fn play(&self, mv: &Walk) -> Result<Walking, String> {
        match self.fault(mv) {
            None => Ok(Walking::new(
                self.walker,
                self.diagram.beyond(mv.down, mv.right),
            )),
            Some(reason) => Err(reason),
        }
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Walking, NotationError> {
        read_body(cursor).map(|diagram| Walking::new(&LCTR, diagram))
    }

    fn shape(&self) -> Shape {
        Shape::Diagrams {
            pieces: vec![self.diagram.clone()],
            corner: Some(self.walker.letter),
            at: Vec::new(),
        }
    }
}

impl Shown for Walking {
    fn handles(&self) -> Vec<Handle> {
        let pieces = slice::from_ref(&self.diagram);
        if self.diagram.is_empty() || !are_drawn(pieces) {
            return Vec::new();
        }
        if self.walker.piece.leaves {
            return Side::BOTH
                .map(|side| {
                    let text = side.line().to_string();
                    let cells = cells(pieces, 0, side, 0);
                    Handle::new(text.clone(), cells, Grip::Move { text })
                })
                .into();
        }
        // In the picture, the person moves the piece to the square where the move ends.
        let moves = self.moves().filter_map(|walk| {
            let text = walk.to_string();
            let end = cells(pieces, 0, Side::Rows, walk.down);
            let end = end.get(usize::try_from(walk.right).ok()?).copied();
            Some(Handle::new(
                text.clone(),
                end.into_iter().collect(),
                Grip::Move { text },
            ))
        });
        moves.collect()
    }
}

impl Search for Walking {
    fn move_count(&self) -> u128 {
        let steps = self.walker.piece.steps.iter();
        steps.map(|step| u128::from(self.times(step))).sum()
    }

    /// Returns the option of this number; the longest steps come first.
    fn option(&self, mut index: u64) -> Option<Walking> {
        let mut steps = self.walker.piece.steps.iter();
        let (step, k) = steps.find_map(|step| {
            let times = self.times(step);
            match index.checked_sub(times) {
                None => Some((step, times - index)),
                Some(rest) => {
                    index = rest;
                    None
                }
            }
        })?;
        let after = self.diagram.beyond(k * step.down, k * step.right);
        Some(Walking::new(self.walker, after))
    }

    fn key(&self, out: &mut Vec<u8>) {
        // The pieces share a type, so the key must separate them.
        let name = self.walker.info.name.as_bytes();
        write_number(out, name.len() as u64);
        out.extend_from_slice(name);
        let runs = self.diagram.runs();
        write_number(out, runs.len() as u64);
        for run in runs {
            write_number(out, run.part);
            write_number(out, run.count);
        }
    }
}

impl Theory for Walking {
    fn value(&self) -> Option<Finding<Grundy>> {
        let Walking { diagram, walker } = self;
        (walker.closed)(diagram).or_else(|| (walker.reduced)(diagram))
    }

    fn outcome(&self, play: Play, _unproved: bool) -> Option<Finding<bool>> {
        let value = match play {
            Play::Normal => self.value(),
            Play::Misere => None,
        };
        match value {
            Some(found) => Some(found.is_p()),
            None => (self.walker.outcome)(&self.diagram, play),
        }
    }

    /// Returns the results of closed forms, without reductions to smaller diagrams, which cost more than a search.
    fn known(&self, play: Play) -> Known {
        let closed = match play {
            Play::Normal => (self.walker.closed)(&self.diagram),
            Play::Misere => None,
        };
        let value = closed.and_then(|found| found.value.finite());
        value.map_or(Known::Nothing, Known::Value)
    }

    fn candidates(&self, play: Play, target: Grundy, _budget: &Budget) -> Option<Vec<Walk>> {
        let named = |step| Walk::new(&self.walker.piece, step);
        if let Some(steps) = (self.walker.candidates)(&self.diagram, play, &target) {
            return Some(steps.into_iter().map(named).collect());
        }
        let easy = play == Play::Normal && self.move_count() <= FEW_MOVES;
        (easy && self.value().is_some()).then(|| self.moves().collect())
    }

    fn heap(&self) -> Option<Grundy> {
        (self.walker.heap)(&self.diagram).map(Grundy::from)
    }
}

impl Engines for Walking {
    fn as_formulas(&self) -> Option<Result<FormulaGame, String>> {
        Some(sentences::walks(self.diagram.parts(), &self.walker.piece))
    }

    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<Walk>> {
        let found = all_squares(&self.diagram, self.walker.piece, play, budget);
        let piece = &self.walker.piece;
        Some(found.map(|walks| Box::new(Squares { walks, piece }) as Box<dyn Followers<Walk>>))
    }
}

//! PNim: its definition, from the rules, the text and the theory.

use std::slice;

use crate::partitions::pnim::rules::{self, Pnim, PnimMove};
use crate::partitions::pnim::{text, theory, values};
use crate::partitions::text::{draw_diagram, read_body, write_key, young};
use nimfield_core::budget::Budget;
use nimfield_core::diagram::Diagram;
use nimfield_core::game::{Game, Moves};
use nimfield_core::handles::Handle;
use nimfield_core::info::{Fact, GameInfo};
use nimfield_core::notation::{Cursor, NotationError};
use nimfield_core::theory::{Finding, ValuedBelow};
use nimfield_core::words::{Grundy, Play};

impl Game for Pnim {
    type Move = PnimMove;

    const INFO: GameInfo = text::INFO;

    const EMPTY_BODY: bool = true;

    fn moves(&self) -> Moves<'_, PnimMove> {
        Box::new(rules::moves(&self.0))
    }

    fn move_count(&self) -> u128 {
        rules::move_count(&self.0)
    }

    fn play(&self, mv: &PnimMove) -> Result<Pnim, String> {
        self.after(mv).map(Pnim)
    }

    fn option(&self, index: u64) -> Option<Pnim> {
        Some(Pnim(rules::option(&self.0, index)))
    }

    fn key(&self, out: &mut Vec<u8>) {
        write_key(&self.0, out);
    }

    fn value(&self) -> Option<Finding<Grundy>> {
        theory::explained(&self.0)
    }

    fn outcome(&self, play: Play, _unproved: bool) -> Option<Finding<bool>> {
        Some(theory::outcome(&self.0, play))
    }

    fn candidates(&self, play: Play, target: Grundy, _budget: &Budget) -> Option<Vec<PnimMove>> {
        match (play, target.finite()) {
            (Play::Misere, _) => None,
            (Play::Normal, None) => Some(Vec::new()),
            (Play::Normal, Some(target)) => theory::moves_to(&self.0, target),
        }
    }

    fn constructed(
        &self,
        play: Play,
        target: &Grundy,
        _budget: &Budget,
    ) -> Option<Result<PnimMove, String>> {
        let target = match (play, target.finite()?) {
            (Play::Normal, target) => target,
            // Pet: a P-position of misère play is one of value 1 (Proposition 6).
            (Play::Misere, 0) => 1,
            (Play::Misere, _) => return None,
        };
        theory::constructed(&self.0, target).map(Ok)
    }

    /// Returns the heap that a single line is.
    fn heap(&self) -> Option<Grundy> {
        match self.0.as_rectangle()? {
            (1, size) | (size, 1) => Some(u128::from(size).into()),
            _ => None,
        }
    }

    fn pet(&self) -> Option<Fact> {
        Some(Fact {
            source: "Gottlieb, Krnc and Muršič 2025, Proposition 6",
            ..text::PET
        })
    }

    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<PnimMove>> {
        Some(values::sub_diagrams(&self.0, play, budget))
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Pnim, NotationError> {
        read_body(cursor).map(Pnim)
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<PnimMove, NotationError> {
        Pnim::read_removal(cursor)
    }

    fn draw(&self) -> String {
        draw_diagram(&self.0)
    }

    fn diagram(&self) -> Diagram {
        young(slice::from_ref(&self.0), None)
    }

    fn handles(&self) -> Vec<Handle> {
        self.line_handles()
    }
}

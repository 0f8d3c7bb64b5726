//! PNim: its definition, from the rules, the text and the theory.

use crate::partitions::sentences;
use nimfield_core::families::formulas::FormulaGame;
use nimfield_core::prelude::*;
use smallvec::SmallVec;

use crate::partitions::pnim::few_rows::FewRows;
use crate::partitions::pnim::long_run::LongRun;
use crate::partitions::pnim::rules::{Chosen, Pnim, PnimMove, choices, chosen};
use crate::partitions::pnim::{text, theory};
use crate::partitions::sub_diagrams::{MOST_LINES, Removal};
use nimfield_core::handles::{Grip, Handle, HandleItem};
use nimfield_core::shape::young::{are_drawn, read_body, squares, write_key};
use nimfield_core::theory::ValuedBelow;
use nimfield_core::words::Side;
use nimfield_engines::sub_diagrams::Removed;

impl Rules for Pnim {
    type Move = PnimMove;

    const INFO: GameInfo = text::INFO;

    const EMPTY_BODY: bool = true;

    fn moves(&self) -> Moves<'_, PnimMove> {
        let sides = Side::BOTH.map(|side| (side, self.0.oriented(side)));
        Box::new(sides.into_iter().flat_map(|(side, lines)| {
            let moves = Chosen::new(lines).map(move |sizes| PnimMove { side, sizes });
            moves.skip(1)
        }))
    }

    fn play(&self, mv: &PnimMove) -> Result<Pnim, String> {
        self.after(mv).map(Pnim)
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Pnim, NotationError> {
        read_body(cursor).map(Pnim)
    }

    fn shape(&self) -> Shape {
        Shape::diagrams(vec![self.0.clone()])
    }
}

impl Shown for Pnim {
    fn handles(&self) -> Vec<Handle> {
        let pieces = std::slice::from_ref(&self.0);
        if self.0.is_empty() || !are_drawn(pieces) {
            return Vec::new();
        }
        let handle = |side: Side| {
            let lines = (0..).zip(self.0.oriented(side).parts().collect::<Vec<_>>());
            let items = lines.map(|(line, part)| HandleItem {
                label: format!("{} {}", side.line(), line + 1),
                text: part.to_string(),
                cells: squares(pieces, 0, side, line),
            });
            let before = format!("{side} ");
            let items = items.collect();
            let all = (0..self.0.size() as usize).collect();
            Handle::new(side.to_string(), all, Grip::Set { before, items })
        };
        Side::BOTH.map(handle).into()
    }
}

impl Search for Pnim {
    fn move_count(&self) -> u128 {
        let counts = Side::BOTH.map(|side| choices(&self.0.oriented(side)) - 1);
        counts[0].saturating_add(counts[1])
    }

    /// Returns the option of this number; those that leave the most come last.
    fn option(&self, index: u64) -> Option<Pnim> {
        let rows = choices(&self.0) - 1;
        let (side, mut index) = match u128::from(index).checked_sub(rows) {
            None => (Side::Rows, index.into()),
            Some(index) => (Side::Columns, index),
        };
        let lines = self.0.oriented(side);
        let kept = lines.runs().iter().map(|run| {
            let choices = u128::from(run.count) + 1;
            // At most the count of the run.
            let count = (index % choices) as u64;
            index /= choices;
            count
        });
        let kept = chosen(&lines, &kept.collect::<SmallVec<[u64; 4]>>());
        Some(Pnim(kept.oriented(side)))
    }

    fn key(&self, out: &mut Vec<u8>) {
        write_key(&self.0, out);
    }
}

impl Theory for Pnim {
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

    fn move_to_value(
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
        theory::move_to_value(&self.0, target).map(Ok)
    }

    /// Returns the size of the heap, if the diagram is a single line.
    fn heap(&self) -> Option<Grundy> {
        match self.0.as_rectangle()? {
            (1, size) | (size, 1) => Some(u128::from(size).into()),
            _ => None,
        }
    }

    fn pet_fact(&self) -> Option<Fact> {
        Some(Fact {
            source: "Gottlieb, Krnc and Muršič 2025, Proposition 6",
            ..text::PET
        })
    }
}

impl Engines for Pnim {
    fn as_formulas(&self) -> Option<Result<FormulaGame, String>> {
        Some(sentences::any_lines(self.0.parts()))
    }

    /// Finds the values of all sub-diagrams. A diagram of more than [`MOST_LINES`] lines is out of reach, unless it has
    /// few lines on one side, or few besides a run of equal ones, since its options are too many for a search as well.
    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<PnimMove>> {
        let diagram = &self.0;
        let removal = Removal {
            removed: Removed::Any,
            name: |diagram, side, counts| {
                let sizes = chosen(&diagram.oriented(side), counts);
                Some(PnimMove { side, sizes })
            },
            remark: |diagram, value| {
                let bound = diagram.lines() - 1;
                Some(match value == bound {
                    true => "so it is heavy".to_string(),
                    false => format!("so it is not heavy: a heavy one has the value {bound}"),
                })
            },
        };
        let values = removal.values(diagram, play, budget);
        Some(values.unwrap_or_else(|| {
            if play == Play::Normal
                && let Some(few) = FewRows::new(diagram, budget)?
            {
                return Ok(Box::new(few));
            }
            if let Some(run) = LongRun::new(diagram, play, budget)? {
                return Ok(Box::new(run));
            }
            let lines = diagram.lines();
            Err(Undecided::OutOfReach(format!(
                "pnim[{diagram}] has {lines} rows and columns; values of sub-diagrams are found for up to \
                 {MOST_LINES}, or if few lines are outside one run of equal lines"
            )))
        }))
    }
}

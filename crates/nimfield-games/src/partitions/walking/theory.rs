//! Walking pieces: what the formulas of each give the analyser, and the values of all squares.

use crate::partitions::partition::Partition;
use crate::partitions::walking::rules::{Walk, Walking, count, walks};
use crate::whole::Whole;
use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::component::{AnyComponent, Component, Known, write_number};
use nimfield_core::rules::Impartial;
use nimfield_core::theory::{Finding, Followers, Game, Summand, Undecided, ValuedBelow};
use nimfield_core::words::{Grundy, Play};
use nimfield_engines::walks::{Piece, Walks};

impl Game for Walking {
    type Summand = Whole<Walking>;

    fn summands(&self) -> Vec<Whole<Walking>> {
        Whole::summands(self, self.move_count() > 0)
    }
}

/// Moves that theory tests one by one, where it knows the values.
const FEW_MOVES: u128 = 8;

impl Summand for Whole<Walking> {
    type Move = Walk;

    fn value(&self) -> Option<Finding<Grundy>> {
        let Walking { diagram, walker } = &self.0;
        let closed = (walker.closed)(diagram).or_else(|| (walker.reduced)(diagram))?;
        Some(Finding::new(closed.value.into(), closed.reason()))
    }

    fn outcome(&self, play: Play, _unproved: bool) -> Option<Finding<bool>> {
        let value = match play {
            Play::Normal => self.value(),
            Play::Misere => None,
        };
        match value {
            Some(found) => Some(found.is_p()),
            None => (self.0.walker.outcome)(&self.0.diagram, play),
        }
    }

    fn candidates(&self, play: Play, target: Grundy, _budget: &Budget) -> Option<Vec<Walk>> {
        let Walking { diagram, walker } = &self.0;
        let named = |step| Walk::new(&walker.piece, step);
        if let Some(steps) = (walker.candidates)(diagram, play, &target) {
            return Some(steps.into_iter().map(named).collect());
        }
        let easy = play == Play::Normal && self.move_count() <= FEW_MOVES;
        let known =
            easy && ((walker.closed)(diagram).is_some() || (walker.reduced)(diagram).is_some());
        known.then(|| walks(diagram, &walker.piece).collect())
    }

    fn moves(&self) -> Box<dyn Iterator<Item = Walk> + '_> {
        Box::new(walks(&self.0.diagram, &self.0.walker.piece))
    }

    fn move_count(&self) -> u128 {
        count(&self.0.diagram, &self.0.walker.piece)
    }

    fn small(&self) -> Result<AnyComponent, String> {
        match u64::try_from(self.move_count()) {
            Ok(_) => Ok(AnyComponent::new(SmallWalk(self.0.clone()))),
            Err(_) => Err(format!(
                "{self} has 2^64 moves or more, which no search reaches"
            )),
        }
    }

    fn heap(&self) -> Option<Grundy> {
        (self.0.walker.heap)(&self.0.diagram).map(Grundy::from)
    }

    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<Walk>> {
        let found = all_squares(&self.0.diagram, self.0.walker.piece, play, budget);
        let piece = &self.0.walker.piece;
        Some(found.map(|walks| Box::new(Squares { walks, piece }) as Box<dyn Followers<Walk>>))
    }
}

/// The values of all squares of a diagram.
pub(super) fn all_squares(
    diagram: &Partition,
    piece: Piece,
    play: Play,
    budget: &Budget,
) -> Result<Walks, Undecided> {
    /// Larger diagrams are refused whatever the budget.
    const MOST_SQUARES: u128 = 1 << 32;
    if diagram.size() > MOST_SQUARES {
        return Err(Undecided::OutOfReach(format!(
            "the diagram has {} squares; values are found for up to 2^32",
            diagram.size()
        )));
    }
    let bytes = 8 * diagram.rows();
    budget.fits(bytes).map_err(|limit| Unfinished {
        limit,
        done: 0,
        total: None,
    })?;
    let rows: Vec<usize> = diagram.parts().map(|part| part as usize).collect();
    Ok(Walks::new(&rows, piece, play, budget)?)
}

/// A piece and the values of all squares of its diagram.
struct Squares {
    walks: Walks,
    piece: &'static Piece,
}

impl Followers<Walk> for Squares {
    fn value(&self) -> u128 {
        self.walks.value().into()
    }

    fn moves_to(&self, target: u128, most: usize) -> (Vec<Walk>, bool) {
        let Ok(target) = u32::try_from(target) else {
            return (Vec::new(), true);
        };
        let (steps, complete) = self.walks.moves_to(target, most);
        let named = steps.into_iter().map(|step| Walk::new(self.piece, step));
        (named.collect(), complete)
    }

    fn positions(&self) -> u64 {
        self.walks.positions()
    }

    fn bytes(&self) -> u64 {
        self.walks.bytes()
    }
}

/// A piece as searches see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallWalk(Walking);

impl Component for SmallWalk {
    fn key(&self, out: &mut Vec<u8>) {
        // The pieces share a type, so that the key tells them apart.
        let name = self.0.walker.info.name.as_bytes();
        write_number(out, name.len() as u64);
        out.extend_from_slice(name);
        let runs = self.0.diagram.runs();
        write_number(out, runs.len() as u64);
        for run in runs {
            write_number(out, run.part);
            write_number(out, run.count);
        }
    }

    fn option_count(&self) -> u64 {
        count(&self.0.diagram, &self.0.walker.piece) as u64
    }

    fn option(&self, index: u64, out: &mut Vec<SmallWalk>) {
        let mut index = index;
        for step in self.0.walker.piece.steps {
            let times = super::rules::times(&self.0.diagram, &self.0.walker.piece, step);
            if index < times {
                let k = times - index;
                let after = self.0.diagram.beyond(k * step.down, k * step.right);
                if count(&after, &self.0.walker.piece) > 0 {
                    out.push(SmallWalk(Walking::new(self.0.walker, after)));
                }
                return;
            }
            index -= times;
        }
    }

    fn known(&self, play: Play) -> Known {
        match play {
            Play::Normal => (self.0.walker.closed)(&self.0.diagram)
                .map_or(Known::Nothing, |closed| Known::Value(closed.value)),
            Play::Misere => Known::Nothing,
        }
    }

    fn bytes_outside(&self) -> u64 {
        let runs = self.0.diagram.runs().len();
        if runs > 4 { 16 * runs as u64 } else { 0 }
    }

    fn heap(&self) -> Option<u128> {
        (self.0.walker.heap)(&self.0.diagram)
    }
}

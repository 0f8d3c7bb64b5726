//! Walking pieces: what the formulas of each give the analyser, and the values of all squares.

use std::fmt;
use std::marker::PhantomData;

use crate::partitions::partition::Partition;
use crate::partitions::walking::rules::{Walk, Walker, Walking, count, walks};
use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::component::{Component, Known, write_number};
use nimfield_core::rules::Impartial;
use nimfield_core::theory::{Finding, Followers, Game, Summand, Undecided, ValuedBelow};
use nimfield_core::words::{Grundy, Play, Reason};
use nimfield_engines::walks::{Piece, Walks};

/// A value that a formula gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closed {
    /// The value.
    pub value: u128,
    /// Where the formula is from.
    pub source: String,
    /// The formula with the numbers.
    pub text: String,
}

impl Closed {
    /// A value.
    pub(super) fn new(value: impl Into<u128>, source: &str, text: String) -> Closed {
        Closed {
            value: value.into(),
            source: source.to_string(),
            text,
        }
    }

    fn reason(&self) -> Reason {
        Reason::theorem(&self.source[..], &self.text[..])
    }
}

/// A piece that can still move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnSquare<K>(Walking<K>);

impl<K: Walker> fmt::Display for OnSquare<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl<K: Walker> Game for Walking<K> {
    type Summand = OnSquare<K>;

    fn summands(&self) -> Vec<OnSquare<K>> {
        let moving = Some(self).filter(|position| position.move_count() > 0);
        moving.cloned().map(OnSquare).into_iter().collect()
    }
}

/// Moves that theory tests one by one, where it knows the values.
const FEW_MOVES: u128 = 8;

impl<K: Walker> Summand for OnSquare<K> {
    type Move = Walk<K>;
    type Small = SmallWalk<K>;

    fn value(&self) -> Option<Finding<Grundy>> {
        let diagram = &self.0.diagram;
        let closed = K::closed(diagram).or_else(|| K::reduced(diagram))?;
        Some(Finding::new(closed.value.into(), closed.reason()))
    }

    fn outcome(&self, play: Play, _unproved: bool) -> Option<Finding<bool>> {
        let value = match play {
            Play::Normal => self.value(),
            Play::Misere => None,
        };
        match value {
            Some(found) => Some(Finding::new(found.value == Grundy::ZERO, found.reason)),
            None => K::outcome(&self.0.diagram, play),
        }
    }

    fn candidates(&self, play: Play, target: Grundy, _budget: &Budget) -> Option<Vec<Walk<K>>> {
        let diagram = &self.0.diagram;
        if let Some(steps) = K::candidates(diagram, play, &target) {
            return Some(steps.into_iter().map(Walk::new).collect());
        }
        let easy = play == Play::Normal && self.move_count() <= FEW_MOVES;
        let known = easy && (K::closed(diagram).is_some() || K::reduced(diagram).is_some());
        known.then(|| walks(diagram).collect())
    }

    fn moves(&self) -> Box<dyn Iterator<Item = Walk<K>> + '_> {
        Box::new(walks(&self.0.diagram))
    }

    fn move_count(&self) -> u128 {
        count(&self.0.diagram, &K::PIECE)
    }

    fn small(&self) -> Result<SmallWalk<K>, String> {
        match u64::try_from(self.move_count()) {
            Ok(_) => Ok(SmallWalk::new(self.0.diagram.clone())),
            Err(_) => Err(format!(
                "{self} has 2^64 moves or more, which no search reaches"
            )),
        }
    }

    fn heap(&self) -> Option<Grundy> {
        K::heap(&self.0.diagram).map(Grundy::from)
    }

    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<Walk<K>>> {
        let found = all_squares(&self.0.diagram, K::PIECE, play, budget);
        Some(found.map(|walks| Box::new(walks) as Box<dyn Followers<Walk<K>>>))
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

impl<K: Walker> Followers<Walk<K>> for Walks {
    fn value(&self) -> u128 {
        Walks::value(self).into()
    }

    fn moves_to(&self, target: u128, most: usize) -> (Vec<Walk<K>>, bool) {
        let Ok(target) = u32::try_from(target) else {
            return (Vec::new(), true);
        };
        let (steps, complete) = Walks::moves_to(self, target, most);
        (steps.into_iter().map(Walk::new).collect(), complete)
    }

    fn positions(&self) -> u64 {
        Walks::positions(self)
    }

    fn bytes(&self) -> u64 {
        Walks::bytes(self)
    }
}

/// A piece as searches see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallWalk<K> {
    diagram: Partition,
    game: PhantomData<K>,
}

impl<K: Walker> SmallWalk<K> {
    fn new(diagram: Partition) -> SmallWalk<K> {
        SmallWalk {
            diagram,
            game: PhantomData,
        }
    }
}

impl<K: Walker> Component for SmallWalk<K> {
    fn key(&self, out: &mut Vec<u8>) {
        let runs = self.diagram.runs();
        write_number(out, runs.len() as u64);
        for run in runs {
            write_number(out, run.part);
            write_number(out, run.count);
        }
    }

    fn option_count(&self) -> u64 {
        count(&self.diagram, &K::PIECE) as u64
    }

    fn option(&self, index: u64, out: &mut Vec<SmallWalk<K>>) {
        let mut index = index;
        for step in K::PIECE.steps {
            let times = super::rules::times(&self.diagram, &K::PIECE, step);
            if index < times {
                let k = times - index;
                let after = self.diagram.beyond(k * step.down, k * step.right);
                if count(&after, &K::PIECE) > 0 {
                    out.push(SmallWalk::new(after));
                }
                return;
            }
            index -= times;
        }
    }

    fn known(&self, play: Play) -> Known {
        match play {
            Play::Normal => {
                K::closed(&self.diagram).map_or(Known::Nothing, |closed| Known::Value(closed.value))
            }
            Play::Misere => Known::Nothing,
        }
    }

    fn bytes_outside(&self) -> u64 {
        let runs = self.diagram.runs().len();
        if runs > 4 { 16 * runs as u64 } else { 0 }
    }

    fn heap(&self) -> Option<u128> {
        K::heap(&self.diagram)
    }
}

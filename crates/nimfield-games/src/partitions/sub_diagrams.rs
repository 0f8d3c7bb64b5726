//! The values of all sub-diagrams of a diagram, for games in which a move removes lines.
//!
//! A game provides the names of its moves; [`Removal::values`] implements its [`Engines::followers`].

use nimfield_core::prelude::*;
use nimfield_core::theory::{Followers, ValuedBelow};
use nimfield_core::words::Side;
use nimfield_engines::sub_diagrams::{SubDiagrams, Wide, Word};

pub use nimfield_engines::sub_diagrams::Removed;

/// The most lines of a diagram for boundary words.
pub const MOST_LINES: u128 = 2048;

/// The description of the removals of a game.
#[derive(Clone, Copy, Debug)]
pub struct Removal<M> {
    /// The lines that a move removes.
    pub removed: Removed,
    /// The move that removes this many of each run of equal lines of this side.
    pub name: fn(&Partition, Side, &[u64]) -> Option<M>,
    /// A remark that follows from a value.
    pub remark: fn(&Partition, u128) -> Option<String>,
}

impl<M: GameMove> Removal<M> {
    /// Computes the values of all sub-diagrams of a diagram; `None` if it has more than [`MOST_LINES`] lines.
    ///
    /// # Complexity
    /// The errors of [`SubDiagrams::new`].
    pub fn values(
        self,
        diagram: &Partition,
        play: Play,
        budget: &Budget,
    ) -> Option<ValuedBelow<M>> {
        Some(match diagram.lines() {
            ..=64 => self.values_in::<u64>(diagram, play, budget),
            65..=128 => self.values_in::<u128>(diagram, play, budget),
            129..=256 => self.values_in::<Wide<4>>(diagram, play, budget),
            257..=512 => self.values_in::<Wide<8>>(diagram, play, budget),
            513..=MOST_LINES => self.values_in::<Wide<32>>(diagram, play, budget),
            _ => return None,
        })
    }

    fn values_in<W: Word>(
        self,
        diagram: &Partition,
        play: Play,
        budget: &Budget,
    ) -> ValuedBelow<M> {
        // The boundary of the diagram without the first and the last step.
        let steps = diagram.steps_up();
        let root = steps.fold(W::ZERO, |word, at| word.or(W::bit(at)));
        Ok(Box::new(Values {
            diagram: diagram.clone(),
            values: SubDiagrams::new(root, self.removed, play, budget)?,
            removal: self,
        }))
    }
}

/// A diagram with the values of all its sub-diagrams.
struct Values<W, M> {
    diagram: Partition,
    values: SubDiagrams<W>,
    removal: Removal<M>,
}

impl<W: Word, M: GameMove> Followers<M> for Values<W, M> {
    fn value(&self) -> u128 {
        self.values.value().into()
    }

    fn moves_to(&self, target: u128, most: usize) -> (Vec<M>, bool) {
        let Ok(target) = u32::try_from(target) else {
            return (Vec::new(), true);
        };
        let (moves, complete) = self.values.moves_to(target, most);
        let name =
            |(side, counts): (Side, Vec<u64>)| (self.removal.name)(&self.diagram, side, &counts);
        (moves.into_iter().filter_map(name).collect(), complete)
    }

    fn remark(&self) -> Option<String> {
        (self.removal.remark)(&self.diagram, self.value())
    }

    fn positions(&self) -> u64 {
        self.values.positions()
    }

    fn bytes(&self) -> u64 {
        self.values.bytes()
    }
}

//! The values of all squares of a diagram.

use crate::partitions::walking::rules::Walk;
use nimfield_core::prelude::*;
use nimfield_core::theory::Followers;
use nimfield_engines::walks::{Piece, Walks};

/// Returns the values of all squares of a diagram.
pub(super) fn all_squares(
    diagram: &Partition,
    piece: Piece,
    play: Play,
    budget: &Budget,
) -> Result<Walks, Undecided> {
    /// The most squares of a diagram, whatever the budget.
    const MOST_SQUARES: u128 = 1 << 32;
    if diagram.size() > MOST_SQUARES {
        return Err(Undecided::OutOfReach(format!(
            "the diagram has {} squares; values are found for up to 2^32",
            diagram.size()
        )));
    }
    let bytes = 8 * diagram.rows();
    budget.fits(bytes).map_err(|limit| limit.after(0))?;
    let rows: Vec<usize> = diagram.parts().map(|part| part as usize).collect();
    Ok(Walks::new(&rows, piece, play, budget)?)
}

/// A piece and the values of all squares of its diagram.
pub(super) struct Squares {
    pub(super) walks: Walks,
    pub(super) piece: &'static Piece,
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

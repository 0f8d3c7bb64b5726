//! The values of a heap and all smaller ones, for the moves of a position.

use nimfield_core::prelude::*;
use nimfield_core::theory::Followers;

use super::rules::{CodeGame, CodeMove};
use super::theory::{LOOKED_AT, locked, reason};

/// The values of a heap and all smaller ones.
pub(super) struct SmallerHeaps {
    position: CodeGame,
    size: u128,
    value: u128,
}

impl SmallerHeaps {
    /// Finds the values for the only heap of a position.
    pub(super) fn find(
        position: &CodeGame,
        size: u128,
        budget: &Budget,
    ) -> Result<SmallerHeaps, Undecided> {
        let value = locked(position.table()).find(size, budget)?;
        Ok(SmallerHeaps {
            position: position.clone(),
            size,
            value,
        })
    }
}

impl Followers<CodeMove> for SmallerHeaps {
    fn value(&self) -> u128 {
        self.value
    }

    fn moves_to(&self, target: u128, most: usize) -> (Vec<CodeMove>, bool) {
        let heaps = locked(self.position.table());
        if let Some(splits) = heaps.single(self.size, target) {
            let complete = splits.len() <= most;
            let moves = splits.into_iter().take(most);
            return (
                moves.map(|split| CodeMove { heap: 0, split }).collect(),
                complete,
            );
        }
        let (mut splits, all) = heaps.splits(self.size);
        let found = splits.by_ref().take(LOOKED_AT);
        let found = found.filter(|split| heaps.after(split) == Some(target));
        let mut moves = found.map(|split| CodeMove { heap: 0, split });
        let mut found: Vec<CodeMove> = moves.by_ref().take(most).collect();
        let complete = moves.next().is_none();
        let complete = all && complete && splits.next().is_none();
        if found.is_empty() && !complete && most > 0 {
            let balanced = heaps.balanced(self.size, target);
            found.extend(balanced.map(|split| CodeMove { heap: 0, split }));
        }
        (found, complete)
    }

    fn reason(&self) -> Option<Reason> {
        Some(reason(
            &locked(self.position.table()),
            self.size,
            self.value,
        ))
    }

    /// Returns the number of heaps that this one needs, regardless of earlier requests.
    fn positions(&self) -> u64 {
        locked(self.position.table()).needed(self.size)
    }

    fn bytes(&self) -> u64 {
        4 * locked(self.position.table()).values.values().len() as u64
    }
}

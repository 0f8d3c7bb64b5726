//! Rectangles without poison, with the values of all rectangles that fit into them.

use std::sync::Arc;

use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::theory::Followers;

use super::game::{RectangleGame, RectangleMove};
use super::parting::{Parting, Rectangle};
use super::values::RectangleTable;

/// A rectangle in a table.
pub(super) struct RectangleInTable {
    game: Arc<RectangleGame>,
    rectangle: Rectangle,
    table: Arc<RectangleTable>,
    fresh: u64,
}

impl RectangleInTable {
    /// Finds the values. The game stores them, and computes only the new values for the next rectangle.
    pub(super) fn new(
        game: &Arc<RectangleGame>,
        rectangle: Rectangle,
        budget: &Budget,
    ) -> Result<RectangleInTable, Unfinished> {
        let found = |table, fresh| RectangleInTable {
            game: game.clone(),
            rectangle,
            table,
            fresh,
        };
        let (rows, columns) = (rectangle.rows, rectangle.columns);
        let kept = game.table.get();
        if let Some(kept) = kept.clone().filter(|kept| kept.contains(rows, columns)) {
            return Ok(found(kept, 0));
        }
        let joined = kept
            .as_ref()
            .and_then(|kept| kept.joined_with(rows, columns));
        let size = joined.unwrap_or((rows, columns));
        let partings: Vec<Parting> = game.partings(None).collect();
        let table = RectangleTable::compute(&partings, size, (kept.as_deref(), budget))?;
        let fresh = table.fresh;
        let table = Arc::new(table);
        if kept.is_none_or(|kept| kept.values.len() < table.values.len()) {
            game.table.keep(table.clone());
        }
        Ok(found(table, fresh))
    }
}

impl Followers<RectangleMove> for RectangleInTable {
    fn value(&self) -> u128 {
        let (rows, columns) = (self.rectangle.rows, self.rectangle.columns);
        self.table.at(rows, columns).into()
    }

    fn moves_to(&self, target: u128, most: usize) -> (Vec<RectangleMove>, bool) {
        let moves = self.game.partings(None).flat_map(|parting| {
            (0..parting.count(&self.rectangle)).map(move |index| RectangleMove {
                piece: 0,
                kind: parting,
                place: parting.place(&self.rectangle, index),
            })
        });
        let mut found = moves.filter(|mv| {
            let parts = mv.kind.parts(&self.rectangle, mv.place);
            let values = parts.iter().map(|own| self.table.at(own.rows, own.columns));
            u128::from(values.fold(0, |sum, value| sum ^ value)) == target
        });
        let moves = found.by_ref().take(most).collect();
        (moves, found.next().is_none())
    }

    fn positions(&self) -> u64 {
        u64::from(self.rectangle.rows) * u64::from(self.rectangle.columns)
    }

    fn fresh(&self) -> u64 {
        self.fresh
    }

    fn bytes(&self) -> u64 {
        2 * self.table.values.len() as u64
    }
}

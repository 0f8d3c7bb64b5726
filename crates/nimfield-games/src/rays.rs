//! Values of positions of ray games, by the table of the box up to them.

use nimfield_core::game::Game;
use nimfield_core::prelude::*;
use nimfield_core::theory::{Followers, ValuedBelow};
use nimfield_engines::TableError;
use nimfield_engines::grundy_table::GrundyTable;

/// The table of the box up to a position.
struct Boxed<G> {
    position: G,
    game: RayGame,
    sizes: Vec<u32>,
    table: GrundyTable,
}

/// Computes the values of a position and all its followers; `None` if it is not in a box of a ray game, or if its box
/// is too large for any table. For [`Engines::followers`].
///
/// # Complexity
/// The errors of [`GrundyTable::compute`].
pub fn values_in_box<G: Game>(
    position: &G,
    play: Play,
    budget: &Budget,
) -> Option<ValuedBelow<G::Move>> {
    let (game, sizes) = position.as_ray_box()?;
    let bounds: Option<Vec<u32>> = sizes.iter().map(|size| size.checked_add(1)).collect();
    match GrundyTable::compute(&game, play, &bounds?, budget) {
        Ok(table) => Some(Ok(Box::new(Boxed {
            position: position.clone(),
            game,
            sizes,
            table,
        }))),
        Err(TableError::Unfinished(unfinished)) => Some(Err(unfinished.into())),
        Err(_) => None,
    }
}

impl<G: Game> Followers<G::Move> for Boxed<G> {
    fn value(&self) -> u128 {
        let own = self.table.value(&self.sizes);
        own.expect("the box holds the position that it was made for")
            .into()
    }

    fn moves_to(&self, target: u128, most: usize) -> (Vec<G::Move>, bool) {
        let Ok(target) = u32::try_from(target) else {
            return (Vec::new(), true);
        };
        let moves = self.table.moves_to(&self.game, &self.sizes, target);
        let all = moves.len() <= most;
        let named = moves.into_iter().take(most);
        let named = named.filter_map(|(ray, amount)| self.position.ray_move(ray, amount));
        (named.collect(), all)
    }

    fn positions(&self) -> u64 {
        self.table.positions()
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }
}

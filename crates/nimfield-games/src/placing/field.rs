//! Positions of placing games: the sets of free cells.

use std::sync::Arc;

use nimfield_core::prelude::*;
use nimfield_engines::SavedSearch;

use crate::boards::{BoardMove, Cell};
use crate::placing::rules::{CellNames, Rules};
use nimfield_core::families::placing::Placement;

/// A position: a game and the cells that are free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    rules: Arc<Rules>,
    free: u128,
}

/// A move: the cells that it occupies.
///
/// Prints as `b2`, as `a1-a3` if the cells are neighbours along a line, and otherwise as `a1,b2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacingMove {
    needs: u128,
    /// The places of the picture that it occupies: the cells that it needs, unless these have two bits each.
    places: u128,
    /// The player who makes it, if cells have two bits each.
    player: Option<Player>,
    text: Arc<str>,
}

/// The form of moves.
pub(super) const FORM: &str = "{places}";

/// The forms of moves on cells that have two bits each.
const FORMS: [(&str, Option<Player>); 3] = [
    (FORM, None),
    ("L {places}", Some(Player::Left)),
    ("R {places}", Some(Player::Right)),
];

impl GameMove for PlacingMove {
    fn to_move(&self) -> Move {
        let places = numbers(self.places).collect();
        let form = FORMS.iter().find(|(_, player)| *player == self.player);
        let form = form.map_or(FORM, |(form, _)| form);
        Move::new(form, [Arg::Places(self.text.clone(), places)])
    }

    fn of_move(mv: &Move) -> Option<PlacingMove> {
        let (_, player) = *FORMS.iter().find(|(form, _)| *form == mv.form())?;
        let [Arg::Places(text, places)] = mv.args() else {
            return None;
        };
        let places = places.iter().fold(0, |places, place| places | 1 << place);
        Some(PlacingMove {
            needs: places,
            places,
            player,
            text: text.clone(),
        })
    }
}

displays_as_move!(PlacingMove);

impl PlacingMove {
    /// Returns the move on a plane of this many cells with two bits each, from its places there.
    pub(super) fn on(self, cells: usize) -> PlacingMove {
        let right = self.player == Some(Player::Right);
        PlacingMove {
            // A move of another game may have places that do not exist here.
            needs: self
                .places
                .checked_shl(if right { cells as u32 } else { 0 })
                .unwrap_or(0),
            ..self
        }
    }

    /// Returns the cells that it occupies.
    pub(super) fn needs(&self) -> u128 {
        self.needs
    }
}

impl Field {
    /// Calls `with` with the search of its game: for values, or in a partizan game for winners.
    pub fn with_search<T>(&self, with: impl FnOnce(&mut dyn SavedSearch) -> T) -> T {
        match self.rules.placing().is_partizan() {
            true => with(&mut *self.rules.race()),
            false => with(&mut *self.rules.values()),
        }
    }

    /// Returns the position with these free cells, bit `i` for cell `i`; bits off the board are ignored.
    #[must_use]
    pub fn new(rules: Arc<Rules>, free: u128) -> Field {
        let free = free & rules.placing().full();
        Field { rules, free }
    }

    /// Returns the position with every cell free.
    #[must_use]
    pub fn full(rules: Arc<Rules>) -> Field {
        Field::new(rules, u128::MAX)
    }

    /// Returns the game.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Returns the free cells, bit `i` for cell `i`.
    #[must_use]
    pub fn free(&self) -> u128 {
        self.free
    }

    /// Returns the move that occupies these cells, legal or not.
    #[must_use]
    pub fn move_of(&self, needs: u128) -> PlacingMove {
        let (player, cells) = match self.rules.apart() {
            None => (None, needs),
            Some(cells) if needs >> cells == 0 => (Some(Player::Left), needs),
            Some(cells) => (Some(Player::Right), needs >> cells),
        };
        let numbers = numbers(cells);
        let text: String = match self.rules.board() {
            CellNames::Plane(shape) => {
                let cells: Vec<Cell> = numbers.map(|cell| shape.cells()[cell]).collect();
                BoardMove::new(cells).to_string()
            }
            CellNames::Listed { names, .. } => {
                let names: Vec<&str> = numbers.map(|cell| &*names[cell]).collect();
                names.join(",")
            }
        };
        let places = match self.rules.board() {
            CellNames::Plane(_) => cells,
            CellNames::Listed { .. } => needs,
        };
        PlacingMove {
            needs,
            places,
            player,
            text: text.into(),
        }
    }

    /// Returns the legal moves of a player, or of both.
    pub(super) fn moves_by(
        &self,
        player: Option<Player>,
    ) -> impl Iterator<Item = PlacingMove> + use<'_> {
        let legal = self.rules.placing().legal(self.free);
        let own = legal.filter(move |p| player.is_none_or(|player| p.is_of(player)));
        own.map(|placement| self.move_of(placement.needs))
    }

    /// Returns the move of the rules that corresponds to this one, if any.
    pub(super) fn placement(&self, mv: &PlacingMove) -> Option<&Placement> {
        let placements = self.rules.placing().placements();
        let found = placements.binary_search_by_key(&mv.needs, |p| p.needs);
        // A move of other rules is not among these.
        found.ok().map(|place| &placements[place])
    }

    /// Returns the position of the same game with these free cells.
    pub(super) fn with(&self, free: u128) -> Field {
        Field::new(self.rules.clone(), free)
    }

    /// Returns the parts that no move connects.
    pub(super) fn clusters(&self) -> Vec<Field> {
        let parts = self.rules.placing().components(self.free).into_iter();
        parts.map(|free| self.with(free)).collect()
    }
}

/// Returns the numbers of the cells in a set, ascending.
pub(super) fn numbers(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(cell)
    })
}

/// Appends the key of a component, which uses few bytes.
pub(super) fn write_key(key: u128, out: &mut Vec<u8>) {
    let length = key.ilog2() / 8 + 1;
    out.push(length as u8);
    out.extend_from_slice(&key.to_le_bytes()[..length as usize]);
}

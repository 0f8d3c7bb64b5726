//! Positions of placing games: which cells are free.

use std::fmt;
use std::sync::Arc;

use crate::boards::draw::board_diagram;
use crate::boards::{BoardMove, Cell};
use crate::placing::rules::{CellNames, Rules};
use nimfield_core::diagram::Diagram;
use nimfield_core::families::placing::Placement;
use nimfield_core::handles::{Grip, Handle, HandleItem};
use nimfield_core::sorting::Sort as _;
use nimfield_core::words::Player;

/// A game and the cells that are free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    rules: Arc<Rules>,
    free: u128,
}

/// A move: the cells that it occupies.
///
/// Prints as `b2`, as `a1-a3` where the cells are neighbours along a line, and otherwise as `a1,b2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacingMove {
    needs: u128,
    text: String,
}

impl fmt::Display for PlacingMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Field {
    /// Returns the position with these free cells, bit `i` for cell `i`; bits off the board are left out.
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
        let numbers = numbers(needs);
        let text = match self.rules.board() {
            CellNames::Plane(shape) => {
                let cells: Vec<Cell> = numbers.map(|cell| shape.cells()[cell]).collect();
                BoardMove::new(cells).to_string()
            }
            CellNames::Listed { names, .. } => {
                let names: Vec<&str> = numbers.map(|cell| &*names[cell]).collect();
                names.join(",")
            }
        };
        PlacingMove { needs, text }
    }

    /// Returns the legal moves of a player, or of both.
    pub(super) fn moves(
        &self,
        player: Option<Player>,
    ) -> impl Iterator<Item = PlacingMove> + use<'_> {
        let legal = self.rules.placing().legal(self.free);
        let own = legal.filter(move |p| player.is_none_or(|player| p.is_of(player)));
        own.map(|placement| self.move_of(placement.needs))
    }

    /// Returns the move as the rules hold it, if they have it.
    pub(super) fn placement(&self, mv: &PlacingMove) -> Option<&Placement> {
        let placements = self.rules.placing().placements();
        let found = placements.binary_search_by_key(&mv.needs, |p| p.needs);
        found.ok().map(|place| &placements[place])
    }

    /// Returns the position after a move, or why the move is not legal.
    pub(super) fn play(&self, mv: &PlacingMove) -> Result<Field, String> {
        if let Some(taken) = numbers(mv.needs & !self.free).next() {
            let cell = self.move_of(1 << taken);
            return Err(format!("{cell} is not free"));
        }
        let placement = (self.placement(mv))
            .ok_or_else(|| format!("no move of this game occupies exactly {mv}"))?;
        Ok(self.with(self.free & !placement.removes))
    }

    /// Returns the position of the same game with these free cells.
    pub(super) fn with(&self, free: u128) -> Field {
        Field::new(self.rules.clone(), free)
    }

    /// Returns the position with Left and Right exchanged, if the game has it.
    pub(super) fn exchanged(&self) -> Option<Field> {
        let (rules, free) = self.rules.exchanged(self.free)?;
        Some(Field::new(rules, free))
    }

    /// Returns the parts that no move joins.
    pub(super) fn parts(&self) -> Vec<Field> {
        let parts = self.rules.placing().components(self.free).into_iter();
        parts.map(|free| self.with(free)).collect()
    }

    /// Appends a key that only positions with the same game tree share.
    pub(super) fn key(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.rules.id().to_le_bytes());
        let mut keys: Vec<_> = (self.rules.placing().components(self.free).into_iter())
            .map(|part| self.rules.forms().key(part))
            .collect();
        keys.put_in_order();
        for key in keys {
            key.write(out);
        }
    }

    /// Draws the board with the free cells.
    pub(super) fn diagram(&self) -> Diagram {
        match self.rules.board() {
            CellNames::Plane(shape) => board_diagram(shape, |number| self.free >> number & 1 == 1),
            CellNames::Listed { names, .. } => {
                let free = numbers(self.free).map(|cell| &*names[cell]);
                let free: Vec<&str> = free.collect();
                Diagram::Text(vec![format!("free: {}", free.join(" "))])
            }
        }
    }

    /// Returns what can be held in the diagram: the cells on which a move can be made.
    pub(super) fn handles(&self) -> Vec<Handle> {
        let CellNames::Plane(shape) = self.rules.board() else {
            return Vec::new();
        };
        let live = (self.rules.placing().legal(self.free)).fold(0, |live, p| live | p.needs);
        let items: Vec<HandleItem> = numbers(live)
            .map(|cell| HandleItem {
                label: format!("cell {}", shape.cells()[cell]),
                text: shape.cells()[cell].to_string(),
                cells: vec![cell],
            })
            .collect();
        let all = numbers(live).collect();
        let before = String::new();
        match items.is_empty() {
            true => Vec::new(),
            false => vec![Handle::new("free cells", all, Grip::Set { before, items })],
        }
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

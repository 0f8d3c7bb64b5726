//! The family of posets: a move bites off an element with all elements above it.

use std::sync::Arc;

use nimfield_core::notation::{Cursor, NotationError, at_body_end};
use nimfield_games::boards::{Cell, CellLattice, Shape};
use nimfield_games::partitions::read_partition;
use nimfield_games::placing::{Field, Name, Placed, Rules, read_sized};
use nimfield_games::posets::{Bitten, Poset};

use crate::about::{About, Refused, goal};
use crate::keywords::Keyword;

/// The words with which the lines of this family begin.
pub(crate) static KEYWORDS: [Keyword; 2] = [
    Keyword::new(
        "poset",
        POSET,
        ["poset any", "poset a<b<c a<d", "poset 1<2 1<3 2<4 3<4"],
    ),
    Keyword::new(
        "poison",
        POISON,
        ["poison first", "poison b2", "poison 1.2.1"],
    ),
];

const POSET: &str = "with `poset any` each position describes its diagram or box; or list an order, lower elements first: \
                     `poset a<b<c a<d`";
const POISON: &str = "the poisoned element is never bitten: `poison first`, or its name: `poison b2`, `poison 1.2.1`";
const BODY: &str = "RxC for a rectangle; the rows from the top, separated by commas (4,4,3); the sides of a box \
                    (2x3x4), perhaps with its cells after a colon: o for one that is left, . for one that is not";

/// The lines of a game on posets as they are found.
#[derive(Default)]
pub(crate) struct PosetLines {
    any: bool,
    names: Vec<String>,
    order: Vec<(usize, usize)>,
    poison: Option<String>,
}

/// A game on the poset that a position says, or on one poset.
#[derive(Debug)]
pub(crate) struct PosetGame {
    name: Arc<Name>,
    poison: Option<String>,
    /// The game on its one poset.
    fixed: Option<Arc<Rules>>,
}

impl PosetLines {
    /// Reads what follows the first word of a line, one of [`KEYWORDS`].
    pub(crate) fn line(
        &mut self,
        word: &str,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), NotationError> {
        if word == "poison" {
            self.poison = Some(element(cursor, POISON)?);
            return cursor.need_end(POISON);
        }
        if cursor.take("any") {
            self.any = true;
            return cursor.need_end(POSET);
        }
        while !cursor.at_end() {
            let mut low = self.number(cursor)?;
            while cursor.take("<") {
                let high = self.number(cursor)?;
                self.order.push((low, high));
                low = high;
            }
        }
        Ok(())
    }

    fn number(&mut self, cursor: &mut Cursor<'_>) -> Result<usize, NotationError> {
        let name = element(cursor, POSET)?;
        let known = self.names.iter().position(|own| *own == name);
        Ok(known.unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        }))
    }

    /// Creates the game.
    pub(crate) fn finish(self, about: &About<'_>) -> Result<PosetGame, Refused> {
        if self.any != self.names.is_empty() {
            let message = match self.any {
                true => "`poset any` and a listed order exclude each other",
                false => "the poset has no elements",
            };
            return Err((message.to_string(), POSET));
        }
        let mut game = PosetGame {
            name: Arc::new(Name {
                text: about.name.to_string(),
                info: about.info,
                play: about.play,
                fixed_board: !self.any,
            }),
            poison: self.poison,
            fixed: None,
        };
        if !self.any {
            let rules = Poset::listed(self.names, &self.order).and_then(|poset| game.on(poset));
            game.fixed = Some(rules.map_err(|message| (message, POSET))?);
        }
        Ok(game)
    }
}

/// Reads the name of an element: letters, digits and points.
fn element(cursor: &mut Cursor<'_>, help: &str) -> Result<String, NotationError> {
    cursor.blanks();
    let rest = cursor.rest();
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '.');
    let name = &rest[..end.unwrap_or(rest.len())];
    if name.is_empty() {
        return Err(cursor.expected("the name of an element", help));
    }
    cursor.take(name);
    Ok(name.to_string())
}

impl PosetGame {
    /// Returns the game on a poset.
    fn on(&self, poset: Poset) -> Result<Arc<Rules>, String> {
        let poison = match self.poison.as_deref() {
            None => None,
            Some("first") => Some(0),
            Some(name) => Some(
                (poset.element(name))
                    .ok_or_else(|| format!("unknown element `{name}` to be poisoned"))?,
            ),
        };
        let poset = match poison {
            Some(element) => poset.poisoned(element)?,
            None => poset,
        };
        poset.rules((*self.name).clone())
    }

    /// Returns the whole poset, if the game is on one poset.
    pub(crate) fn whole(&self) -> Option<Result<Placed, Bitten>> {
        self.fixed.clone().map(|rules| placed(Field::full(rules)))
    }

    /// Reads a body up to its closing bracket.
    pub(crate) fn read_body(
        &self,
        cursor: &mut Cursor<'_>,
    ) -> Result<Result<Placed, Bitten>, NotationError> {
        if let Some(rules) = &self.fixed {
            return Field::read(rules, cursor).map(placed);
        }
        cursor.blanks();
        let start = cursor.at();
        let mut ahead = cursor.clone();
        let sides = read_sides(&mut ahead);
        if sides.len() > 2 {
            *cursor = ahead;
            let rules = Poset::product(&sides).and_then(|poset| self.on(poset));
            let rules = rules.map_err(|message| cursor.fault(start..cursor.at(), message, BODY))?;
            return match cursor.take(":") {
                true => Field::read(&rules, cursor).map(placed),
                false if at_body_end(cursor) => Ok(placed(Field::full(rules))),
                false => Err(cursor.expected("`:` and the cells", BODY)),
            };
        }
        if matches!(self.poison.as_deref(), Some("first" | "a1")) {
            return Bitten::read(&self.name, cursor).map(Err);
        }
        let on = |shape: Shape| self.on(Poset::on(shape));
        // One number is a row, not a square.
        if sides.len() == 2 || !cursor.peek_digit() {
            return read_sized(cursor, on).map(placed);
        }
        let partition = read_partition(cursor)?;
        if !at_body_end(cursor) {
            return Err(cursor.expected("a row", BODY));
        }
        let rules = diagram(&partition.parts().collect::<Vec<_>>()).and_then(on);
        let rules = rules.map_err(|message| cursor.fault(start..cursor.at(), message, BODY))?;
        Ok(placed(Field::full(rules)))
    }

    /// Describes the game in sentences.
    pub(crate) fn describe(&self) -> String {
        let poset = match &self.fixed {
            Some(rules) => format!("The poset has {} elements.", rules.placing().cells()),
            None => "Each position describes its own diagram or box.".to_string(),
        };
        let poison = match self.poison.as_deref() {
            None => "No element is poisoned.".to_string(),
            Some("first") => "The first element is poisoned and is never bitten.".to_string(),
            Some(name) => format!("The element {name} is poisoned and is never bitten."),
        };
        [
            poset,
            "A move bites off an element with all elements above it.".to_string(),
            poison,
            goal(self.name.play),
            "Compiled to tables of diagrams, and to the engine for placing games.".to_string(),
        ]
        .join("\n")
    }
}

/// Returns a position of a poset game, in which both players have the same moves.
fn placed(field: Field) -> Result<Placed, Bitten> {
    Ok(Placed::new(field).expect("both players have the same bites"))
}

/// Reads numbers joined by `x`.
fn read_sides(cursor: &mut Cursor<'_>) -> Vec<usize> {
    let mut sides = Vec::new();
    while let Ok(Some(side)) = cursor.number("a side") {
        sides.push(usize::try_from(side).unwrap_or(usize::MAX));
        if !cursor.take_any(&["x", "×"]) {
            break;
        }
    }
    sides
}

/// Returns the board of a Young diagram with these rows.
fn diagram(rows: &[u64]) -> Result<Shape, String> {
    let columns = rows.first().copied().unwrap_or(0);
    let fit = |side: u64| usize::try_from(side).unwrap_or(usize::MAX);
    // Sides that are too long are refused before there are any cells.
    Rules::rectangle(1, fit(columns))?;
    Rules::rectangle(rows.len(), 1)?;
    let cells = (0..rows.len()).flat_map(|row| {
        let length = rows[row] as u8;
        (0..length).map(move |column| Cell::new(column, row as u8))
    });
    let cells = cells.collect();
    Rules::shape(CellLattice::Square, fit(columns), rows.len(), cells)
}

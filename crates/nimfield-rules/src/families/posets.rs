//! The family of posets: a move bites off an element with all elements above it.

use std::sync::Arc;

use nimfield_core::notation::{Cursor, NotationError, OPENING, at_body_end};
use nimfield_core::words::Player;
use nimfield_games::boards::{Cell, CellLattice, Shape};
use nimfield_games::partitions::read_partition;
use nimfield_games::placing::{Field, Name, Pieces, Rules, read_sized};
use nimfield_games::posets::{Bitten, Poset};

use crate::about::{About, Refused, compiled, goal};
use crate::graph::read_name;
use crate::keywords::Keyword;
use crate::parameters::Scope;
use crate::position::{Instance, Lines, RulePosition, bracketed};

/// The words that begin lines of this family.
pub(crate) static KEYWORDS: [Keyword; 2] = [
    Keyword::new("poset", "poset any; poset a<b<c a<d; poset 1<2 1<3 2<4 3<4"),
    Keyword::new(
        "poison",
        "poison first; poison b2; poison 1.2.1; poison a; poison b; poison 1",
    ),
];

const POSET: &str = "with `poset any` each position describes its diagram or box; or list an order, lower elements first: \
                     `poset a<b<c a<d`";
const POISON: &str = "`poison first` says that the first element is never bitten; other elements are named: `poison b2`, `poison 1.2.1`";
const BODY: &str = "RxC for a rectangle; the rows from the top, separated by commas (4,4,3); the sides of a box \
                    (2x3x4), perhaps with its cells after a colon: o for a remaining cell, . for a removed one";

/// The lines of a game on posets read so far.
#[derive(Default)]
pub(crate) struct PosetLines {
    any: bool,
    names: Vec<String>,
    order: Vec<(usize, usize)>,
    poison: Option<String>,
}

/// A game on the poset that each position gives, or on one poset.
#[derive(Debug)]
pub(crate) struct PosetGame {
    name: Arc<Name>,
    poison: Option<String>,
    /// The game on its one poset.
    fixed: Option<Arc<Rules>>,
}

impl Lines for PosetLines {
    fn line(
        &mut self,
        word: &str,
        _player: Option<Player>,
        cursor: &mut Cursor<'_>,
        _scope: &Scope,
    ) -> Result<(), NotationError> {
        if word == "poison" {
            let mut names = Vec::new();
            read_element(&mut names, cursor, POISON)?;
            self.poison = names.pop();
            return cursor.need_end(POISON);
        }
        if cursor.take("any") {
            self.any = true;
            return cursor.need_end(POSET);
        }
        while !cursor.at_end() {
            let mut low = read_element(&mut self.names, cursor, POSET)?;
            while cursor.take("<") {
                let high = read_element(&mut self.names, cursor, POSET)?;
                self.order.push((low, high));
                low = high;
            }
        }
        Ok(())
    }

    fn finish(self: Box<Self>, about: About<'_>) -> Result<Box<dyn Instance>, Refused> {
        if self.any != self.names.is_empty() {
            let message = match self.any {
                true => "`poset any` and a listed order exclude each other",
                false => "the poset has no elements",
            };
            return Err((message.to_string(), POSET));
        }
        // Names of elements of boards and boxes have numbers: `b2`, `1.2.1`.
        let names_none =
            |name: &&String| *name != "first" && !name.contains(|c: char| c.is_ascii_digit());
        if let Some(name) = self
            .poison
            .as_ref()
            .filter(|name| self.any && names_none(name))
        {
            return Err((format!("unknown element `{name}` to be poisoned"), POISON));
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
            let rules = rules.map_err(|message| {
                let poison = message.contains("poisoned");
                (message, if poison { POISON } else { POSET })
            });
            game.fixed = Some(rules?);
        }
        Ok(Box::new(game))
    }
}

/// Reads the name of an element: letters, digits and points.
fn read_element(
    known: &mut Vec<String>,
    cursor: &mut Cursor<'_>,
    help: &str,
) -> Result<usize, NotationError> {
    read_name(
        known,
        cursor,
        |c| c == '.',
        ("the name of an element", help),
    )
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

    /// Reads a body up to its closing bracket.
    fn read_body(&self, cursor: &mut Cursor<'_>) -> Result<RulePosition, NotationError> {
        if let Some(rules) = &self.fixed {
            return Field::read(rules, Pieces::Taken, cursor).map(RulePosition::Placed);
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
                true => Field::read(&rules, Pieces::Taken, cursor).map(RulePosition::Placed),
                false if at_body_end(cursor) => Ok(RulePosition::Placed(Field::full(rules))),
                false => Err(cursor.expected("`:` and the cells", BODY)),
            };
        }
        if matches!(self.poison.as_deref(), Some("first" | "a1")) {
            return Bitten::read(&self.name, cursor).map(RulePosition::Bitten);
        }
        let on = |shape: Shape| self.on(Poset::on(shape));
        // One number is a row, not a square.
        if sides.len() == 2 || !cursor.peek_digit() {
            return read_sized(Pieces::Taken, cursor, on).map(RulePosition::Placed);
        }
        let partition = read_partition(cursor)?;
        if !at_body_end(cursor) {
            return Err(cursor.expected("a row", BODY));
        }
        let rules = diagram(&partition.parts().collect::<Vec<_>>()).and_then(on);
        let rules = rules.map_err(|message| cursor.fault(start..cursor.at(), message, BODY))?;
        Ok(RulePosition::Placed(Field::full(rules)))
    }
}

impl Instance for PosetGame {
    fn position(&self, cursor: &mut Cursor<'_>) -> Result<RulePosition, NotationError> {
        match &self.fixed {
            // Without a body, a game on one poset starts with the whole poset.
            Some(rules) if !cursor.clone().take_any(&OPENING) => {
                Ok(RulePosition::Placed(Field::full(rules.clone())))
            }
            _ => bracketed(cursor, |cursor| self.read_body(cursor)),
        }
    }

    fn describe(&self) -> String {
        let poset = match &self.fixed {
            Some(rules) => format!("The poset has {} elements.", rules.placing().cells()),
            None => "Each position describes its own diagram or box.".to_string(),
        };
        let poison = match self.poison.as_deref() {
            None => "No element is poisoned.".to_string(),
            Some("first") => "The first element is poisoned and is never bitten.".to_string(),
            Some(name) => format!("The element {name} is poisoned and is never bitten."),
        };
        let lines = [
            poset,
            "On your turn bite off an element with all elements above it.".to_string(),
            poison,
            goal(self.name.play),
        ];
        let engine = "tables of diagrams, and to the engine for placing games";
        let lines = lines.into_iter().chain(compiled(engine));
        lines.collect::<Vec<_>>().join("\n")
    }
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

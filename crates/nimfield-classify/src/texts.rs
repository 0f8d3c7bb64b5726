//! Games of which the classification knows no more than the texts of their positions.

use std::collections::HashMap;

use nimfield_core::budget::{Budget, Unfinished};
use nimfield_engines::classes::{Note, Notes};

use crate::family::Family;
use crate::report::{Report, Scope};

/// A game by the texts of its positions.
pub struct GameByTexts<'a> {
    /// Its name with its options.
    pub name: String,
    /// What the size of a position is.
    pub size_is: &'static str,
    /// The positions of a size.
    pub of_size: &'a dyn Fn(u32) -> Box<dyn Iterator<Item = String> + 'a>,
    /// The options of a position, each in the one spelling of its text.
    pub options: &'a dyn Fn(&str) -> Vec<String>,
}

/// Looks at the positions of all sizes and at all that they lead to.
pub(crate) fn scan(
    game: GameByTexts<'_>,
    scope: Scope,
    budget: &Budget,
) -> Result<Report, Unfinished> {
    let family = Family {
        of: format!("positions and what they lead to, n the {}", game.size_is),
        name: game.name,
        level: Box::new(
            |grade: u32, each: &mut dyn FnMut(String) -> Result<(), Unfinished>| {
                (game.of_size)(grade).try_for_each(each)
            },
        ),
        options: Box::new(|position: &String, out: &mut Vec<String>| {
            out.extend((game.options)(position));
            out.sort_unstable();
            out.dedup();
        }),
        empty: String::new(),
        show: Box::new(String::clone),
    };
    family.scan(scope, budget, ByText::default())
}

/// Notes by text, with the memory of the texts.
#[derive(Default)]
struct ByText {
    notes: HashMap<String, Note>,
    bytes: u64,
}

/// Bytes of a text beside its characters, and of its place: the text, its note, a byte of the table, and room to grow.
const BESIDE: u64 = 3 * (size_of::<(String, Note)>() as u64 + 1) + 16;

impl Notes<String> for ByText {
    fn get(&self, position: &String) -> Option<Note> {
        self.notes.get(position).copied()
    }

    fn set(&mut self, position: String, note: Note) {
        self.bytes += position.len() as u64 + BESIDE;
        self.notes.insert(position, note);
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }
}

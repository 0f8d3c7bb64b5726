//! What is kept of positions that are texts.

use std::collections::HashMap;

use nimfield_engines::classes::{Note, Notes};

/// Notes by text, with the memory of the texts.
#[derive(Default)]
pub(crate) struct ByText {
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

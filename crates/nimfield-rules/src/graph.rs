//! A graph that a file lists by its edges: `a-b b-c c-a`.

use nimfield_core::notation::{Cursor, NotationError};

/// Vertices by their names, and the pairs that are joined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Graph {
    pub(crate) vertices: Vec<String>,
    pub(crate) edges: Vec<(usize, usize)>,
}

impl Graph {
    /// Reads edges up to the end of the line; a vertex alone has no neighbours.
    pub(crate) fn read(
        &mut self,
        cursor: &mut Cursor<'_>,
        help: &str,
    ) -> Result<(), NotationError> {
        while !cursor.at_end() {
            let one = self.vertex(cursor, help)?;
            if cursor.take_char('-') {
                let other = self.vertex(cursor, help)?;
                self.edges.push((one, other));
            }
        }
        Ok(())
    }

    fn vertex(&mut self, cursor: &mut Cursor<'_>, help: &str) -> Result<usize, NotationError> {
        cursor.blanks();
        let rest = cursor.rest();
        let length = rest
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(rest.len());
        let word = &rest[..length];
        if word.is_empty() {
            return Err(cursor.expected("a vertex", help));
        }
        cursor.take(word);
        let known = self.vertices.iter().position(|vertex| vertex == word);
        Ok(known.unwrap_or_else(|| {
            self.vertices.push(word.to_string());
            self.vertices.len() - 1
        }))
    }
}

//! A graph that a file lists by its edges: `a-b b-c c-a`.

use std::fmt;

use nimfield_core::notation::{Cursor, NotationError, at_body_end};

/// Vertices by their names, and the pairs that are joined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Graph {
    pub(crate) vertices: Vec<String>,
    pub(crate) edges: Vec<(usize, usize)>,
}

impl Graph {
    /// Reads edges up to the end of the line or of the body, or up to a colon; a vertex alone has no neighbours.
    pub(crate) fn read(
        &mut self,
        cursor: &mut Cursor<'_>,
        help: &str,
    ) -> Result<(), NotationError> {
        while !at_body_end(cursor) && !cursor.clone().take(":") {
            let mut vertex = |cursor: &mut Cursor<'_>| {
                read_name(&mut self.vertices, cursor, |_| false, ("a vertex", help))
            };
            let one = vertex(cursor)?;
            if cursor.take_char('-') {
                let other = vertex(cursor)?;
                self.edges.push((one, other));
            }
            cursor.take(",");
        }
        Ok(())
    }
}

impl fmt::Display for Graph {
    /// Writes the edges, and the vertices without edges.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let edges = self.edges.iter();
        let edges =
            edges.map(|&(one, other)| format!("{}-{}", self.vertices[one], self.vertices[other]));
        let alone = |vertex: &usize| {
            let mut edges = self.edges.iter();
            edges.all(|&(one, other)| one != *vertex && other != *vertex)
        };
        let alone = (0..self.vertices.len()).filter(alone);
        let alone = alone.map(|vertex| self.vertices[vertex].clone());
        f.write_str(&edges.chain(alone).collect::<Vec<_>>().join(", "))
    }
}

/// Reads a name, which consists of letters, digits and other characters that `belong` to it, and returns its number
/// among the `known` names, to which a new name is added.
pub(crate) fn read_name(
    known: &mut Vec<String>,
    cursor: &mut Cursor<'_>,
    belongs: impl Fn(char) -> bool,
    (what, help): (&str, &str),
) -> Result<usize, NotationError> {
    cursor.blanks();
    let rest = cursor.rest();
    let other = |c: char| !c.is_alphanumeric() && !belongs(c);
    let name = &rest[..rest.find(other).unwrap_or(rest.len())];
    if name.is_empty() {
        return Err(cursor.expected(what, help));
    }
    cursor.take(name);
    let number = known.iter().position(|own| own == name);
    Ok(number.unwrap_or_else(|| {
        known.push(name.to_string());
        known.len() - 1
    }))
}

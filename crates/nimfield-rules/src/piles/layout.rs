//! Layouts of piles: in a row, on a ring, in a grid, on a graph.

use std::sync::Arc;

use nimfield_core::notation::{Cursor, NotationError};

use super::field::{Field, GraphPiles};
use crate::about::listed;
use crate::graph::Graph;
use crate::parameters::Scope;

/// How layouts are written.
pub(crate) const PILES: &str = "piles are `any` number of them in a row, a number `3`, a range `2..5`, perhaps with \
                                `ring` (the last pile is a neighbour of the first); a grid `2 x 3`, `any x any` or \
                                `2 x 2 x any`; or `on vertices a-b b-c` or `on edges a-b b-c` of a graph";

/// The most piles of a position.
pub(crate) const MOST_PILES: usize = 4096;

/// The possible numbers of piles, and their layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    Row {
        count: Count,
        ring: bool,
    },
    /// The sides of a grid, the columns last.
    Grid(Vec<Count>),
    Graph(Arc<GraphPiles>),
}

/// The possible numbers of rows, columns or piles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Count {
    least: usize,
    most: usize,
}

impl Layout {
    /// Reads what follows the word `piles`.
    pub(crate) fn read(cursor: &mut Cursor<'_>, scope: &Scope) -> Result<Layout, NotationError> {
        // The name of a parameter may begin with the same letters.
        if cursor.clone().word() == "on" {
            cursor.take("on");
            return read_graph(cursor);
        }
        let mut sides = vec![Count::read(cursor, scope)?];
        while cursor.take_any(&["x", "×"]) {
            sides.push(Count::read(cursor, scope)?);
        }
        let ring = cursor.take("ring");
        if ring && sides.len() > 1 {
            let here = cursor.at()..cursor.at();
            return Err(cursor.fault(here, "a grid has no ring", PILES));
        }
        cursor.need_end(PILES)?;
        Ok(match sides.len() {
            1 => Layout::Row {
                count: sides.remove(0),
                ring,
            },
            _ => Layout::Grid(sides),
        })
    }

    /// Returns the most piles of a position.
    pub(crate) fn most(&self) -> usize {
        match self {
            Layout::Row { count, .. } => count.most,
            Layout::Grid(sides) => {
                let sides = sides.iter().map(|side| side.most);
                sides.fold(1, usize::saturating_mul)
            }
            Layout::Graph(graph) => graph.len(),
        }
    }

    /// Returns whether the piles form a grid.
    pub(crate) fn is_grid(&self) -> bool {
        matches!(self, Layout::Grid(_))
    }

    /// Returns the field, if all positions have the same one.
    pub(crate) fn only_field(&self) -> Option<Field> {
        let (sides, ring, graph): (Vec<usize>, bool, _) = match self {
            Layout::Row { count, ring } => (vec![count.fixed()?], *ring, None),
            Layout::Grid(sides) => {
                let sides = sides.iter().map(Count::fixed);
                (sides.collect::<Option<_>>()?, false, None)
            }
            Layout::Graph(graph) => (vec![graph.len()], false, Some(graph.clone())),
        };
        Some(Field {
            sides: sides.into(),
            ring,
            graph,
        })
    }

    /// Returns the field of piles in lines of these lengths, with the levels of the marks between them: 1 for `;`
    /// between rows, 2 for `/` between layers, and so on.
    pub(crate) fn field(&self, lengths: &[usize], levels: &[usize]) -> Result<Field, String> {
        let columns = lengths.first().copied().unwrap_or(0);
        if let Some(row) = lengths.iter().position(|&length| length != columns) {
            return Err(format!(
                "the first row has {columns} piles, but row {} has {}",
                row + 1,
                lengths[row]
            ));
        }
        if !self.is_grid() && lengths.len() > 1 {
            return Err("the piles must be in one row".to_string());
        }
        let mut field = Field {
            sides: [columns].into(),
            ring: false,
            graph: None,
        };
        match self {
            Layout::Row { count, ring } => {
                count.check("pile", columns)?;
                field.ring = *ring;
            }
            Layout::Grid(own) => {
                field.sides = sides(columns, levels, own.len())?;
                for (axis, (own, &side)) in own.iter().zip(&field.sides).enumerate() {
                    own.check(axis_name(own_axis(axis, field.sides.len())), side)?;
                }
                let level = |row: usize| field.level_after(row);
                let fits = field.len() == columns * lengths.len();
                if !fits || (levels.iter().enumerate()).any(|(row, &own)| level(row) != own) {
                    return Err("the layers of the grid have different numbers of rows".to_string());
                }
            }
            Layout::Graph(graph) => {
                let count = graph.len();
                let exactly = Count {
                    least: count,
                    most: count,
                };
                exactly.check("pile", columns)?;
                field.graph = Some(graph.clone());
            }
        }
        Ok(field)
    }

    /// Describes the layout in a sentence; `beside` says whether it matters which piles are beside each other.
    pub(crate) fn words(&self, beside: bool) -> String {
        let place = match self {
            Layout::Row { count, ring } => {
                let place = match (ring, beside) {
                    (true, _) => " in a ring",
                    (false, true) => " in a row",
                    (false, false) => "",
                };
                return format!("Counters lie in {}{place}.", count.words("pile"));
            }
            Layout::Grid(sides) => {
                let named = sides.iter().enumerate();
                let named =
                    named.map(|(axis, count)| count.words(axis_name(own_axis(axis, sides.len()))));
                format!(
                    "in a grid with {}",
                    listed(&named.collect::<Vec<_>>(), "and")
                )
            }
            Layout::Graph(graph) => {
                let on = if graph.on_edges { "edges" } else { "vertices" };
                format!("on the {on} of the graph {}", graph.graph)
            }
        };
        format!("Counters lie in piles {place}.")
    }
}

/// Counts an axis from the axis of the columns on.
fn own_axis(axis: usize, dimensions: usize) -> usize {
    dimensions - 1 - axis
}

/// Returns the name of the places along an axis, counted from the axis of the columns on.
fn axis_name(axis: usize) -> &'static str {
    match axis {
        0 => "column",
        1 => "row",
        2 => "layer",
        _ => "block",
    }
}

/// Returns the sides of a grid with this many columns, if marks of these levels are between its rows. The caller must
/// check that all its layers are alike.
fn sides(columns: usize, levels: &[usize], dimensions: usize) -> Result<Box<[usize]>, String> {
    if levels.iter().any(|&level| level >= dimensions) {
        return Err(format!(
            "the grid has {dimensions} dimensions, but this mark needs more"
        ));
    }
    let side = |level: usize| match level {
        0 => columns,
        _ => {
            let before = levels.iter().take_while(|&&own| own <= level);
            1 + before.filter(|&&own| own == level).count()
        }
    };
    Ok((0..dimensions).rev().map(side).collect())
}

/// Reads a graph whose vertices or edges hold the piles.
fn read_graph(cursor: &mut Cursor<'_>) -> Result<Layout, NotationError> {
    let on_edges = match () {
        () if cursor.take("edges") => true,
        () if cursor.take("vertices") => false,
        () => return Err(cursor.expected("`vertices` or `edges`", PILES)),
    };
    cursor.blanks();
    let start = cursor.at();
    let mut graph = Graph::default();
    graph.read(cursor, PILES)?;
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for &(one, other) in &graph.edges {
        let pair = (one.min(other), one.max(other));
        let name = || format!("{}-{}", graph.vertices[one], graph.vertices[other]);
        let message = match () {
            () if one == other => format!("the edge {} joins a vertex to itself", name()),
            () if pairs.contains(&pair) => format!("the edge {} occurs twice", name()),
            () => {
                pairs.push(pair);
                continue;
            }
        };
        return Err(cursor.fault(start..cursor.at(), message, PILES));
    }
    let piles = GraphPiles { graph, on_edges };
    match piles.len() {
        0 => Err(cursor.expected("the edges of a graph", PILES)),
        1..=MOST_PILES => Ok(Layout::Graph(Arc::new(piles))),
        count => {
            let message = format!("{count} piles; at most {MOST_PILES} are possible");
            Err(cursor.fault(start..cursor.at(), message, PILES))
        }
    }
}

impl Count {
    fn read(cursor: &mut Cursor<'_>, scope: &Scope) -> Result<Count, NotationError> {
        if cursor.take("any") {
            return Ok(Count {
                least: 1,
                most: MOST_PILES,
            });
        }
        cursor.blanks();
        if !cursor
            .peek()
            .is_some_and(|c| c.is_alphanumeric() || c == '(')
        {
            return Err(cursor.expected("a number of piles or `any`", PILES));
        }
        const MOST: u64 = MOST_PILES as u64;
        let about = ("a number of piles", PILES);
        let least = scope.number(cursor, about, 1..=MOST)?;
        let most = match cursor.take("..") {
            true if cursor.take("any") => MOST,
            true => scope.end(cursor, about, (least, MOST))?,
            false => least,
        };
        Ok(Count {
            least: least as usize,
            most: most as usize,
        })
    }

    fn fixed(&self) -> Option<usize> {
        (self.least == self.most).then_some(self.least)
    }

    /// Checks a number of piles, rows or columns, named in the singular.
    fn check(&self, what: &str, count: usize) -> Result<(), String> {
        match (self.least..=self.most).contains(&count) {
            true => Ok(()),
            false => Err(format!("expected {}, found {count}", self.words(what))),
        }
    }

    fn words(&self, what: &str) -> String {
        match (self.least, self.most) {
            (1, 1) => format!("1 {what}"),
            (least, most) if least == most => format!("{least} {what}s"),
            (1, MOST_PILES) => format!("any number of {what}s"),
            (least, MOST_PILES) => format!("at least {least} {what}s"),
            (least, most) => format!("{least} to {most} {what}s"),
        }
    }
}

//! The piles of one position: their number, their names, and the sets that belong together.

use std::collections::BTreeMap;
use std::sync::Arc;

use nimfield_games::boards::column_label;

use crate::graph::Graph;

/// A graph with piles.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct GraphPiles {
    pub(crate) graph: Graph,
    /// Whether the piles are on the edges; otherwise they are on the vertices.
    pub(crate) on_edges: bool,
}

/// Piles that belong together, and their name.
pub(crate) type NamedSet = (Vec<usize>, String);

/// The piles of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    /// The number of piles along each axis of a grid, the columns last; one number for piles in a row or on a graph.
    pub(crate) sides: Box<[usize]>,
    pub(crate) ring: bool,
    pub(crate) graph: Option<Arc<GraphPiles>>,
}

impl GraphPiles {
    /// Returns the number of piles.
    pub(crate) fn len(&self) -> usize {
        match self.on_edges {
            true => self.graph.edges.len(),
            false => self.graph.vertices.len(),
        }
    }

    /// Returns the name of a pile: `a` on a vertex, `a-b` on an edge.
    pub(crate) fn name(&self, pile: usize) -> String {
        let vertices = &self.graph.vertices;
        match self.on_edges {
            true => {
                let (one, other) = self.graph.edges[pile];
                format!("{}-{}", vertices[one], vertices[other])
            }
            false => vertices[pile].clone(),
        }
    }

    /// Returns the stars: the edges at each vertex, or each vertex, first, with its neighbours.
    fn stars(&self) -> impl Iterator<Item = NamedSet> + '_ {
        let star = |(center, name): (usize, &String)| {
            let edges = self.graph.edges.iter().enumerate();
            let at = edges.filter_map(|(edge, &(one, other))| match center {
                _ if center == one => Some((edge, other)),
                _ if center == other => Some((edge, one)),
                _ => None,
            });
            let piles = match self.on_edges {
                true => at.map(|(edge, _)| edge).collect(),
                false => [center]
                    .into_iter()
                    .chain(at.map(|(_, vertex)| vertex))
                    .collect(),
            };
            (piles, format!("star {name}"))
        };
        self.graph.vertices.iter().enumerate().map(star)
    }
}

impl Field {
    /// Returns the number of piles.
    pub(crate) fn len(&self) -> usize {
        self.sides.iter().product()
    }

    /// Returns the number of piles, unless it is too large for any position.
    pub(crate) fn count(&self) -> Option<usize> {
        let mut sides = self.sides.iter();
        sides.try_fold(1usize, |count, &side| count.checked_mul(side))
    }

    /// Returns whether the piles form a grid.
    pub(crate) fn is_grid(&self) -> bool {
        self.sides.len() > 1
    }

    /// Returns the numbers of rows and columns of a grid in the plane.
    pub(crate) fn plane(&self) -> Option<(usize, usize)> {
        match self.sides[..] {
            [rows, columns] => Some((rows, columns)),
            _ => None,
        }
    }

    /// Returns the number of piles in a printed line.
    pub(crate) fn columns(&self) -> usize {
        self.sides[self.sides.len() - 1]
    }

    /// Returns the mark after a printed line, if another one follows: `;` ends a row, `/` a layer, `//` a
    /// four-dimensional part, and so on.
    pub(crate) fn mark_after(&self, row: usize) -> String {
        match self.level_after(row) {
            1 => "; ".to_string(),
            level => format!(" {} ", "/".repeat(level - 1)),
        }
    }

    /// Returns the dimension of the part that ends after a row, counted from 0.
    pub(crate) fn level_after(&self, row: usize) -> usize {
        let mut ended = row + 1;
        let mut level = 1;
        for side in self.sides[..self.sides.len() - 1].iter().rev() {
            if !ended.is_multiple_of(*side) {
                break;
            }
            ended /= side;
            level += 1;
        }
        level
    }

    /// Returns the name of a pile, counted from 0: `3` in a row, `b1` in a grid, `2.1.3` in one of more dimensions,
    /// `a` or `a-b` on a graph.
    pub(crate) fn name(&self, pile: usize) -> String {
        if let Some(graph) = &self.graph {
            return graph.name(pile);
        }
        let place = self.place(pile);
        match place[..] {
            [row, column] => format!("{}{}", column_label(column), row + 1),
            _ => {
                let numbers: Vec<String> = place.iter().map(|at| (at + 1).to_string()).collect();
                numbers.join(".")
            }
        }
    }

    /// Returns the place of a pile along each axis.
    fn place(&self, mut pile: usize) -> Vec<usize> {
        let mut place: Vec<usize> = self.sides.iter().map(|_| 0).collect();
        for (at, side) in place.iter_mut().zip(&self.sides).rev() {
            *at = pile % side;
            pile /= side;
        }
        place
    }

    /// Returns the piles that agree in all coordinates but those along some axes, for each choice of the others:
    /// lines for one free axis, layers for all but one.
    pub(crate) fn slices(&self, free: impl Fn(usize) -> bool) -> Vec<NamedSet> {
        // The coordinate 0 stands for all places along a free axis.
        let mut slices: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
        for pile in 0..self.len() {
            let place = self.place(pile).into_iter().enumerate();
            let fixed = place.map(|(axis, at)| if free(axis) { 0 } else { at + 1 });
            slices.entry(fixed.collect()).or_default().push(pile);
        }
        let named = |(fixed, piles): (Vec<usize>, Vec<usize>)| {
            let name = match fixed[..] {
                [row, 0] => format!("row {row}"),
                [0, column] => format!("column {column}"),
                _ => {
                    let one = fixed.iter().filter(|&&at| at == 0).count() == 1;
                    let numbers = fixed.iter().map(|&at| match at {
                        0 => "*".to_string(),
                        at => at.to_string(),
                    });
                    let numbers: Vec<String> = numbers.collect();
                    let what = if one { "line" } else { "layer" };
                    format!("{what} {}", numbers.join("."))
                }
            };
            (piles, name)
        };
        slices.into_iter().map(named).collect()
    }

    /// Returns the lines along an axis.
    pub(crate) fn lines(&self, axis: usize) -> Vec<NamedSet> {
        self.slices(|own| own == axis)
    }

    /// Returns the axes, the one of the column numbers first.
    pub(crate) fn axes(&self) -> impl DoubleEndedIterator<Item = usize> + use<> {
        (0..self.sides.len()).rev()
    }

    /// Returns the stars of a graph.
    pub(crate) fn stars(&self) -> Vec<NamedSet> {
        let graph = self.graph.iter();
        graph.flat_map(|graph| graph.stars()).collect()
    }

    /// Returns the pairs of piles on vertices that are joined.
    pub(crate) fn joined(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let graph = self.graph.iter();
        graph.flat_map(|graph| graph.graph.edges.iter().copied())
    }

    /// Returns the runs of `size` piles beside each other, along each axis or around the ring.
    pub(crate) fn runs(&self, size: usize) -> Vec<Vec<usize>> {
        let all = || (0..self.len()).collect::<Vec<_>>();
        let lines: Vec<Vec<usize>> = match self.is_grid() {
            // All single piles lie in the rows.
            true if size == 1 => vec![all()],
            true => {
                let lines = self.axes().flat_map(|axis| self.lines(axis));
                lines.map(|(piles, _)| piles).collect()
            }
            false => vec![all()],
        };
        let runs = lines.into_iter().flat_map(|line| {
            let count = line.len();
            // On a ring of `size` piles, all runs are the same set.
            let starts = match self.ring && size < count {
                true => count,
                false => (count + 1).saturating_sub(size),
            };
            let run =
                move |start: usize| (start..start + size).map(|at| line[at % count]).collect();
            (0..starts).map(run).collect::<Vec<Vec<usize>>>()
        });
        runs.collect()
    }
}

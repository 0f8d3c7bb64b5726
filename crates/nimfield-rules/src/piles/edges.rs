//! The sets of piles that one move may take from.

use std::sync::Arc;

use nimfield_core::notation::{Cursor, NotationError};
use nimfield_core::words::counted;

use super::field::{Field, NamedSet};
use super::layout::{Layout, MOST_PILES, PILES};
use crate::about::{Refused, between, listed};
use crate::parameters::Scope;

/// How sets of piles are written.
pub(crate) const EDGES: &str = "piles are `each`, `pairs`, `all`, `subsets K` or `subsets 1..K` (of that many \
                                piles), `neighbours K` or `neighbours 1..K` (that many in a row); in a grid `rows`, \
                                `columns`, `lines` (along every axis), `layers`, `all but a row`, `all but a \
                                column`; on a graph `edges` and `stars` (a vertex with its neighbours or edges); or \
                                listed by numbers: `1,2 2,3`; join them by `and`";

/// The most sets of piles for the moves of one line.
const MOST_EDGES: usize = 1 << 16;

/// Sets of piles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Edges {
    /// All sets of this many piles.
    Subsets(usize, usize),
    /// All runs of this many neighbours.
    Runs(usize, usize),
    All,
    /// Lines of a grid along the axis of the column numbers, the axis of the row numbers, or all axes.
    Rows,
    Columns,
    Lines,
    /// The piles that agree in one coordinate.
    Layers,
    AllButRow,
    AllButColumn,
    /// The vertices of each edge of a graph.
    Joined,
    /// A vertex with its neighbours, or with the edges at it.
    Stars,
    /// Listed, counted from 0.
    Listed(Vec<Vec<usize>>),
}

/// The piles of one move, and their common name, if they have one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    pub(crate) piles: Box<[usize]>,
    pub(crate) name: Option<Arc<str>>,
}

impl Edges {
    /// Reads sets of piles joined by `and`.
    pub(crate) fn read_all(
        cursor: &mut Cursor<'_>,
        scope: &Scope,
    ) -> Result<Vec<Edges>, NotationError> {
        let mut edges = Vec::new();
        loop {
            edges.push(Edges::read(cursor, scope)?);
            if !cursor.take("and") {
                return Ok(edges);
            }
        }
    }

    fn read(cursor: &mut Cursor<'_>, scope: &Scope) -> Result<Edges, NotationError> {
        const WORDS: [(&str, Edges); 11] = [
            ("each", Edges::Subsets(1, 1)),
            ("pairs", Edges::Subsets(2, 2)),
            ("all but a row", Edges::AllButRow),
            ("all but a column", Edges::AllButColumn),
            ("all", Edges::All),
            ("rows", Edges::Rows),
            ("columns", Edges::Columns),
            ("lines", Edges::Lines),
            ("layers", Edges::Layers),
            ("edges", Edges::Joined),
            ("stars", Edges::Stars),
        ];
        if let Some((_, edges)) = WORDS.iter().find(|(word, _)| cursor.take(word)) {
            return Ok(edges.clone());
        }
        let sizes = |cursor: &mut Cursor<'_>| {
            const MOST: u64 = 1 << 20;
            let about = ("the number of piles", EDGES);
            let least = scope.number(cursor, about, 1..=MOST)?;
            let most = match cursor.take("..") {
                true => scope.end(cursor, about, (least, MOST))?,
                false => least,
            };
            Ok::<_, NotationError>((least as usize, most as usize))
        };
        if cursor.take("subsets") {
            return sizes(cursor).map(|(least, most)| Edges::Subsets(least, most));
        }
        if cursor.take_any(&["neighbours", "neighbors"]) {
            return sizes(cursor).map(|(least, most)| Edges::Runs(least, most));
        }
        let mut listed = Vec::new();
        while cursor.peek_digit() {
            let mut piles = Vec::new();
            loop {
                cursor.blanks();
                let start = cursor.at();
                let pile = cursor.need_between("a pile", 1u64, 1 << 20)? as usize - 1;
                if piles.contains(&pile) {
                    let message = format!("pile {} occurs twice", pile + 1);
                    return Err(cursor.fault(start..cursor.at(), message, EDGES));
                }
                piles.push(pile);
                if !cursor.take(",") {
                    break;
                }
            }
            listed.push(piles);
        }
        match listed.is_empty() {
            true => Err(cursor.expected("a set of piles", EDGES)),
            false => Ok(Edges::Listed(listed)),
        }
    }

    /// Returns how many piles the smallest set has, if that does not depend on the position.
    pub(crate) fn fewest(&self) -> Option<usize> {
        match self {
            Edges::Subsets(least, _) | Edges::Runs(least, _) => Some(*least),
            Edges::Joined => Some(2),
            Edges::Listed(sets) => sets.iter().map(Vec::len).min(),
            _ => None,
        }
    }

    /// Returns one of the sets in words that follow `each of`, such as `two joined piles`; a single pile follows `from`.
    pub(crate) fn in_words(&self, layout: &Layout) -> String {
        let piles = |least: usize, most: usize, kind: &str| match (least, most) {
            (1, 1) => "one pile".to_string(),
            _ => format!("{} {kind}piles", between(least as u128, most as u128)),
        };
        let set = match self {
            Edges::Subsets(least, most) => return piles(*least, *most, ""),
            Edges::Runs(least, most) => return piles(*least, *most, "neighbouring "),
            Edges::Listed(sets) => {
                let field = layout.only_field();
                let name = |&pile: &usize| match &field {
                    Some(field) => field.name(pile),
                    None => (pile + 1).to_string(),
                };
                let set = |piles: &Vec<usize>| {
                    let names: Vec<String> = piles.iter().map(name).collect();
                    let noun = if piles.len() == 1 { "pile" } else { "piles" };
                    format!("{noun} {}", listed(&names, "and"))
                };
                return listed(&sets.iter().map(set).collect::<Vec<_>>(), "or");
            }
            Edges::All => "the piles",
            Edges::Rows => "the piles of one row",
            Edges::Columns => "the piles of one column",
            Edges::Lines => "the piles of one line",
            Edges::Layers => "the piles of one layer",
            Edges::AllButRow => "the piles outside of one row",
            Edges::AllButColumn => "the piles outside of one column",
            Edges::Joined => "two joined piles",
            Edges::Stars => match layout {
                Layout::Graph(graph) if graph.on_edges => "the piles at one vertex",
                _ => "the piles of a vertex and its neighbours",
            },
        };
        set.to_string()
    }

    /// Returns whether the sets, or the ordered sets, stay the same whatever piles are exchanged.
    pub(crate) fn is_symmetric(&self, ordered: bool) -> bool {
        matches!(self, Edges::Subsets(..)) || *self == Edges::All && !ordered
    }

    /// Returns whether vectors take from the piles of a set in every order.
    pub(crate) fn has_all_orders(&self) -> bool {
        matches!(self, Edges::Subsets(..) | Edges::Runs(_, 2) | Edges::Joined)
    }

    /// Returns whether two of the sets can be the same.
    pub(crate) fn overlap(&self) -> bool {
        matches!(self, Edges::Lines | Edges::Layers | Edges::Stars)
    }

    /// Checks that piles in this layout have such sets.
    pub(crate) fn fit(&self, layout: &Layout) -> Result<(), Refused> {
        use Edges::{AllButColumn, AllButRow, Columns, Joined, Layers, Lines, Rows, Runs, Stars};
        if let Edges::Listed(sets) = self
            && let Some(pile) = sets.iter().flatten().find(|&&pile| pile >= layout.most())
        {
            return Err((format!("unknown pile {}", pile + 1), EDGES));
        }
        let message = match (self, layout) {
            (Rows | Columns | Lines | Layers | AllButRow | AllButColumn, Layout::Grid(_)) => {
                return Ok(());
            }
            (Rows | Columns | AllButRow | AllButColumn, _) => {
                "rows and columns need a grid of piles: `piles 2 x 3`"
            }
            (Lines | Layers, _) => "lines and layers need a grid of piles: `piles 2 x 3`",
            (Joined, Layout::Graph(graph)) if graph.on_edges => {
                "the piles are on the edges; take from `each`, or from `stars`"
            }
            (Joined | Stars, Layout::Row { .. } | Layout::Grid(_)) => {
                "edges and stars need a graph: `piles on vertices a-b b-c`"
            }
            (Runs(..), Layout::Graph(_)) => {
                "neighbours need a row, a ring or a grid; on a graph take from `edges` or `stars`"
            }
            _ => return Ok(()),
        };
        Err((message.to_string(), PILES))
    }

    /// Returns how many piles the smallest and the largest of the sets may have.
    pub(crate) fn sizes(&self, layout: &Layout) -> Result<(usize, usize), String> {
        let count = layout.most();
        if let Some(field) = layout.only_field().filter(|_| count <= MOST_PILES) {
            let mut sets = Vec::new();
            self.on(&field, false, &mut sets)?;
            let sizes = sets.iter().map(|set| set.piles.len());
            let least = sizes.clone().min();
            let none = || format!("{} cannot form such a set", counted(count, "pile"));
            return least.zip(sizes.max()).ok_or_else(none);
        }
        let (least, most) = match self {
            Edges::Subsets(least, most) | Edges::Runs(least, most) => (*least, *most),
            Edges::Listed(sets) => {
                let sizes = sets.iter().map(Vec::len);
                (sizes.clone().min().unwrap_or(0), sizes.max().unwrap_or(0))
            }
            _ => (1, count),
        };
        match least > count {
            true => Err(format!(
                "a set of {least} piles does not exist: a position has at most {count}"
            )),
            false => Ok((least, most.min(count))),
        }
    }

    /// Appends the sets on a field. If their order matters, subsets come in all orders, and neighbours and the ends of
    /// edges in both; other sets come as they are listed, stars with the vertex first.
    pub(crate) fn on(
        &self,
        field: &Field,
        ordered: bool,
        edges: &mut Vec<Edge>,
    ) -> Result<(), String> {
        let count = field.len();
        let mut add = |piles: Vec<usize>, name: Option<String>| {
            if edges.len() == MOST_EDGES {
                return Err(format!(
                    "a move can take from more than {MOST_EDGES} sets of piles"
                ));
            }
            if !piles.is_empty() {
                edges.push(Edge {
                    piles: piles.into(),
                    name: name.map(Arc::from),
                });
            }
            Ok(())
        };
        let axis = field.sides.len() - 1;
        let named: Vec<NamedSet> = match self {
            Edges::Subsets(least, most) => {
                for size in *least..=(*most).min(count) {
                    subsets(count, size, |piles| match ordered {
                        true => orders(&mut piles.to_vec(), 0, &mut |piles| {
                            add(piles.to_vec(), None)
                        }),
                        false => add(piles.to_vec(), None),
                    })?;
                }
                return Ok(());
            }
            Edges::Runs(least, most) => {
                for size in *least..=(*most).min(count) {
                    for run in field.runs(size) {
                        if ordered && size > 1 {
                            add(run.iter().rev().copied().collect(), None)?;
                        }
                        add(run, None)?;
                    }
                }
                return Ok(());
            }
            Edges::Joined => {
                for (one, other) in field.joined() {
                    if ordered {
                        add(vec![other, one], None)?;
                    }
                    add(vec![one, other], None)?;
                }
                return Ok(());
            }
            Edges::All => return add((0..count).collect(), None),
            Edges::Listed(listed) => {
                for piles in listed {
                    if let Some(pile) = piles.iter().find(|&&pile| pile >= count) {
                        return Err(format!("unknown pile {}", pile + 1));
                    }
                    add(piles.clone(), None)?;
                }
                return Ok(());
            }
            Edges::AllButRow | Edges::AllButColumn => {
                let along = axis - usize::from(*self == Edges::AllButColumn);
                for (line, _) in field.lines(along) {
                    let others = (0..count).filter(|pile| !line.contains(pile));
                    add(others.collect(), None)?;
                }
                return Ok(());
            }
            Edges::Rows => field.lines(axis),
            Edges::Columns => field.lines(axis - 1),
            Edges::Lines => field.axes().flat_map(|axis| field.lines(axis)).collect(),
            Edges::Layers => (field.axes().rev())
                .flat_map(|fixed| field.slices(|axis| axis != fixed))
                .collect(),
            Edges::Stars => field.stars(),
        };
        named
            .into_iter()
            .try_for_each(|(piles, name)| add(piles, Some(name)))
    }
}

/// Calls `each` for all sets of `size` numbers below `count`, in lexicographic order.
pub(super) fn subsets(
    count: usize,
    size: usize,
    mut each: impl FnMut(&[usize]) -> Result<(), String>,
) -> Result<(), String> {
    let mut set: Vec<usize> = (0..size).collect();
    loop {
        each(&set)?;
        let Some(at) = (0..size).rfind(|&at| set[at] < count - size + at) else {
            return Ok(());
        };
        set[at] += 1;
        for next in at + 1..size {
            set[next] = set[next - 1] + 1;
        }
    }
}

/// Calls `each` for all orders of the numbers from place `at` on.
fn orders(
    set: &mut Vec<usize>,
    at: usize,
    each: &mut impl FnMut(&[usize]) -> Result<(), String>,
) -> Result<(), String> {
    if at == set.len() {
        return each(set);
    }
    for next in at..set.len() {
        set.swap(at, next);
        orders(set, at + 1, each)?;
        set.swap(at, next);
    }
    Ok(())
}

//! The rules of a placing game: its board and its moves.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::boards::{Cell, CellLattice, Shape};
use crate::placing::pattern::{
    Lying, Pattern, Reach, exchanging_maps, is_for_one, kept_maps, lying, place, placements,
};
use nimfield_core::families::placing::{MOST_CELLS, Placement, Placing};
use nimfield_core::prelude::*;
use nimfield_engines::placing::{Forms, PlacingRace, PlacingValues};

/// The most moves on the free board.
pub const MOST_MOVES: usize = 1 << 14;

/// The name of a game, and the notation of its positions.
#[derive(Clone, Debug)]
pub struct Name {
    /// The text before the brackets.
    pub text: String,
    /// A description of the game for people.
    pub info: &'static GameInfo,
    /// The play convention of the game's source.
    pub play: Play,
    /// Whether the board is the same in all positions, so that the name alone is the free board.
    pub fixed_board: bool,
}

/// The rules of a placing game. If cells can be free to only one player, each has two bits: if there are `n` cells, bit
/// `i` says that cell `i` is free to Left, and bit `n + i` that it is free to Right.
#[derive(Debug)]
pub struct Rules {
    name: Name,
    board: CellNames,
    /// The number of cells, if each has two bits.
    apart: Option<usize>,
    placing: Placing,
    forms: Forms,
    /// The orientations of the patterns, if the moves come from patterns.
    ways: BTreeSet<Lying>,
    values: OnceLock<Mutex<PlacingValues>>,
    race: OnceLock<Mutex<PlacingRace>>,
    /// A unique number for each game.
    id: u64,
}

/// The names and places of the cells.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum CellNames {
    /// By column and row.
    Plane(Shape),
    /// By a word each. A body names the box that the cells make up: `2x2x3`; of other cells the text is empty.
    Listed {
        names: Vec<String>,
        sides: String,
        /// The edges of a graph, for its picture.
        edges: Vec<(usize, usize)>,
    },
}

impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        self.name.text == other.name.text
            && self.name.play == other.name.play
            && self.board == other.board
            && self.placing == other.placing
    }
}

impl Eq for Rules {}

impl Rules {
    /// Creates a rectangular board for a placing game.
    ///
    /// # Errors
    /// If it has no cells or too many.
    pub fn rectangle(rows: usize, columns: usize) -> Result<Shape, String> {
        Shape::rectangle_of_at_most(MOST_CELLS, rows, columns)
    }

    /// Creates a board of these cells for a placing game.
    ///
    /// # Errors
    /// If there are no cells, too many of them, or some outside of the columns and rows.
    pub fn shape(
        lattice: CellLattice,
        columns: usize,
        rows: usize,
        cells: Vec<Cell>,
    ) -> Result<Shape, String> {
        Shape::of_at_most(MOST_CELLS, lattice, columns, rows, cells)
    }

    /// Creates the game in which the patterns are placed on a board wherever they fit.
    ///
    /// # Errors
    /// If there are no patterns, too many moves, or two moves with the same name.
    pub fn new(name: Name, shape: Shape, patterns: &[Pattern]) -> Result<Arc<Rules>, String> {
        if patterns.iter().any(|pattern| pattern.cells.is_empty()) {
            return Err("a tile covers at least one cell".to_string());
        }
        let ways = lying(patterns, shape.lattice());
        if ways.is_empty() {
            return Err("a game has at least one tile or piece".to_string());
        }
        Rules::by_patterns(name, shape, ways)
    }

    /// Creates the game in which the patterns are placed in these orientations only.
    fn by_patterns(name: Name, shape: Shape, ways: BTreeSet<Lying>) -> Result<Arc<Rules>, String> {
        let lattice = shape.lattice();
        let for_one = ways.iter().any(|(_, reaches, _)| is_for_one(reaches));
        let apart = apart(for_one, shape.cells().len())?;
        let mut placements = Vec::new();
        for way in &ways {
            place(way, &shape, apart, &mut placements);
            too_many(&placements)?;
        }
        if let Some(cells) = apart {
            let placing = Placing::new(2 * cells, placements).map_err(|error| error.to_string())?;
            let names = CellNames::Plane(shape);
            return Ok(Rules::with(name, names, apart, (placing, ways)));
        }
        let places = shape.cells().iter();
        let places = places.map(|cell| (cell.column.into(), cell.row.into()));
        let places: Vec<(i16, i16)> = places.collect();
        let placing = Placing::on_plane(&places, placements, &kept_maps(&ways, lattice));
        let placing = placing.map_err(|error| error.to_string())?;
        Ok(Rules::with(
            name,
            CellNames::Plane(shape),
            None,
            (placing, ways),
        ))
    }

    /// Returns the same game on a board turned or reflected so that Left and Right are exchanged, and the free cells on
    /// it; `None` if no map of the board does so.
    pub(super) fn exchanged(self: &Arc<Rules>, free: u128) -> Option<(Arc<Rules>, u128)> {
        let CellNames::Plane(shape) = &self.board else {
            return None;
        };
        if self.ways.is_empty() {
            return None;
        }
        let maps = exchanging_maps(&self.ways, shape.lattice()).into_iter();
        let images: Vec<_> = maps.filter_map(|map| shape.image(map)).collect();
        // If the board is the same, so is the game.
        let same = images.iter().position(|(image, _)| image == shape);
        let (image, numbers) = images.into_iter().nth(same.unwrap_or(0))?;
        let cells = shape.cells().len();
        let half = self.apart.unwrap_or(0);
        let free = (0..cells + half).filter(|bit| free >> bit & 1 == 1);
        let exchanged = |bit: usize| match bit < half {
            true => usize::from(numbers[bit]) + half,
            false => numbers[bit - half].into(),
        };
        let free = free.fold(0, |set, bit| set | 1u128 << exchanged(bit));
        if image == *shape {
            return Some((self.clone(), free));
        }
        if self.name.fixed_board {
            return None;
        }
        // If the rules do not fit the image, the symmetry is not used.
        let rules = Rules::by_patterns(self.name.clone(), image, self.ways.clone()).ok()?;
        Some((rules, free))
    }

    /// Creates the game on a board with these moves, bit `i` for cell `i` of the shape.
    ///
    /// # Errors
    /// If the moves do not fit the cells, or two have the same name.
    pub fn on_board(
        name: Name,
        shape: Shape,
        placements: Vec<Placement>,
    ) -> Result<Arc<Rules>, String> {
        too_many(&placements)?;
        let cells = shape.cells().len();
        let placing = Placing::new(cells, placements).map_err(|error| error.to_string())?;
        let board = CellNames::Plane(shape);
        Ok(Rules::with(name, board, None, (placing, BTreeSet::new())))
    }

    /// Creates the game on listed cells with these moves, bit `i` for cell `i`.
    ///
    /// # Errors
    /// If a name occurs twice or is not a word, or the moves do not fit the cells.
    pub fn listed(
        name: Name,
        cells: Vec<String>,
        placements: Vec<Placement>,
    ) -> Result<Arc<Rules>, String> {
        Rules::on_box(name, &[], cells, placements)
    }

    /// Creates the game on the cells of a box with these sides and moves, bit `i` for cell `i`. Bodies give the sides:
    /// `2x2x3`.
    ///
    /// # Errors
    /// The errors of [`Rules::listed`].
    pub fn on_box(
        name: Name,
        sides: &[usize],
        cells: Vec<String>,
        placements: Vec<Placement>,
    ) -> Result<Arc<Rules>, String> {
        let sides: Vec<String> = sides.iter().map(usize::to_string).collect();
        Rules::named(name, sides.join("x"), cells, (None, placements), Vec::new())
    }

    /// Creates the game on listed cells; bodies give the `sides`.
    fn named(
        name: Name,
        sides: String,
        cells: Vec<String>,
        (apart, placements): (Option<usize>, Vec<Placement>),
        edges: Vec<(usize, usize)>,
    ) -> Result<Arc<Rules>, String> {
        for (i, cell) in cells.iter().enumerate() {
            if cell.is_empty() || !cell.chars().all(in_name) {
                return Err(format!(
                    "`{cell}` is not a name of letters, digits and points"
                ));
            }
            if cells[..i].contains(cell) {
                return Err(format!("the cell {cell} is listed twice"));
            }
        }
        too_many(&placements)?;
        let bits = cells.len() + apart.unwrap_or(0);
        let placing = Placing::new(bits, placements).map_err(|error| error.to_string())?;
        let board = CellNames::Listed {
            names: cells,
            sides,
            edges,
        };
        Ok(Rules::with(name, board, apart, (placing, BTreeSet::new())))
    }

    /// Creates the game on the vertices of a graph in which a vertex forbids its neighbours, or, if there are patterns, in
    /// which these are placed: one cell is a vertex, and two are the ends of an edge. Bodies give the graph as this text,
    /// if it is not empty.
    ///
    /// # Errors
    /// The errors of [`Rules::listed`], or if an edge does not join two vertices, or a pattern does not fit a graph.
    pub fn graph(
        name: Name,
        text: String,
        (vertices, edges): (Vec<String>, &[(usize, usize)]),
        patterns: &[Pattern],
    ) -> Result<Arc<Rules>, String> {
        if vertices.len() > MOST_CELLS {
            let count = vertices.len();
            return Err(format!(
                "a graph of {count} vertices; at most {MOST_CELLS} are possible"
            ));
        }
        let usual = [Pattern::piece(Reach::NEIGHBOURS)];
        let patterns = if patterns.is_empty() {
            &usual
        } else {
            patterns
        };
        let for_one = patterns.iter().any(|own| is_for_one(&own.forbids));
        let apart = apart(for_one, vertices.len())?;
        let mut near = vec![0u128; vertices.len()];
        for &(one, other) in edges {
            if one == other || one.max(other) >= vertices.len() {
                return Err("an edge joins two different vertices of the graph".to_string());
            }
            near[one] |= 1 << other;
            near[other] |= 1 << one;
        }
        let mut moves = Vec::new();
        for pattern in patterns {
            let sets: Vec<u128> = match &pattern.cells[..] {
                [_] => (0..vertices.len()).map(|vertex| 1 << vertex).collect(),
                [one, other] if one.0.abs_diff(other.0) + one.1.abs_diff(other.1) == 1 => {
                    edges.iter().map(|&(a, b)| 1 << a | 1 << b).collect()
                }
                _ => return Err("on a graph a move places a `cell` or an `edge`".to_string()),
            };
            let mut reaches = [false; 2];
            for reach in &pattern.forbids {
                let of = |step: (i16, i16)| Reach { step, ..*reach };
                let all = Reach::NEIGHBOURS.map(|own| of(own.step));
                if reach.far
                    || !all.contains(reach)
                    || all.iter().any(|own| !pattern.forbids.contains(own))
                {
                    return Err("on a graph a cell forbids its `neighbours`".to_string());
                }
                for own in [Player::Left, Player::Right] {
                    reaches[own as usize] |= reach.to.is_none_or(|to| to == own);
                }
            }
            for set in sets {
                let around = (0..vertices.len()).filter(|vertex| set >> vertex & 1 == 1);
                let around = around.fold(0, |cells, vertex| cells | near[vertex]);
                let forbidden = reaches.map(|reaches| if reaches { around } else { 0 });
                moves.extend(placements(set, forbidden, pattern.player, apart));
            }
        }
        let mut edges: Vec<_> = edges.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
        edges.sort_unstable();
        edges.dedup();
        Rules::named(name, text, vertices, (apart, moves), edges)
    }

    fn with(
        name: Name,
        board: CellNames,
        apart: Option<usize>,
        (placing, ways): (Placing, BTreeSet<Lying>),
    ) -> Arc<Rules> {
        static GAMES: AtomicU64 = AtomicU64::new(0);
        Arc::new(Rules {
            name,
            board,
            apart,
            forms: Forms::new(&placing),
            placing,
            ways,
            values: OnceLock::new(),
            race: OnceLock::new(),
            id: GAMES.fetch_add(1, Ordering::Relaxed),
        })
    }

    /// Returns the name of the game.
    #[must_use]
    pub fn name(&self) -> &Name {
        &self.name
    }

    /// Returns the moves as sets of cells.
    #[must_use]
    pub fn placing(&self) -> &Placing {
        &self.placing
    }

    /// Returns the number of cells, if each has a bit for Left and one for Right.
    pub(super) fn apart(&self) -> Option<usize> {
        self.apart
    }

    pub(super) fn board(&self) -> &CellNames {
        &self.board
    }

    pub(super) fn forms(&self) -> &Forms {
        &self.forms
    }

    /// Returns the search for values, which the positions of an impartial game share, so that outcomes and values are
    /// found only once.
    pub(super) fn values(&self) -> MutexGuard<'_, PlacingValues> {
        let new = || Mutex::new(PlacingValues::new(self.placing.clone()));
        // A search that panicked has stored no wrong results.
        let values = self.values.get_or_init(new).lock();
        values.unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the search for winners, which the positions of a partizan game share.
    pub(super) fn race(&self) -> MutexGuard<'_, PlacingRace> {
        let new = || Mutex::new(PlacingRace::new(self.placing.clone()));
        // As above.
        let race = self.race.get_or_init(new).lock();
        race.unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn id(&self) -> u64 {
        self.id
    }
}

/// Returns whether a name of a listed cell may contain this.
pub(super) fn in_name(c: char) -> bool {
    c.is_alphanumeric() || c == '.'
}

/// Returns the number of cells, if each has two bits.
fn apart(for_one: bool, cells: usize) -> Result<Option<usize>, String> {
    /// The most cells with two bits each.
    const MOST: usize = MOST_CELLS / 2;
    match for_one && cells > MOST {
        true => Err(format!(
            "a board of {cells} cells; at most {MOST} are possible where cells are forbidden to one player alone"
        )),
        false => Ok(for_one.then_some(cells)),
    }
}

fn too_many(placements: &[Placement]) -> Result<(), String> {
    match placements.len() > MOST_MOVES {
        true => Err(format!(
            "a game of {}; at most {MOST_MOVES} are possible",
            counted(placements.len(), "move")
        )),
        false => Ok(()),
    }
}

/// The text before the brackets.
impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

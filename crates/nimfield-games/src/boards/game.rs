//! The rules of a game on a board: its lines, and the stones that may be taken from a line.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use foldhash::{HashSet, HashSetExt};
use smallvec::SmallVec;

use crate::boards::cell::{BoardMove, Cell, Direction};
use crate::boards::shape::{CellLattice, Shape};
use nimfield_core::families::placing::{LinearMap, image};
use nimfield_core::families::taking::{MAX_CELLS, Taking, permute};
use nimfield_core::words::Play;

/// The most sets of stones to choose from on the full board.
pub const MOST_MOVES: usize = 1 << 18;

/// The stones that a move may take from a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Take {
    /// The fewest stones, at least 1.
    pub min: u8,
    /// The most stones; any number if `None`.
    pub max: Option<u8>,
    /// Which stones of the line may be taken together.
    pub pick: Pick,
    /// Whether a place without a cell ends a line.
    pub holes_break: bool,
}

/// The sets of stones of a line that a move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pick {
    /// Neighbours without a gap between them.
    Contiguous,
    /// Any of them.
    Any,
    /// Only the whole line, every cell of it holding a stone.
    Whole,
}

impl Take {
    /// Neighbours, any number of them; holes end a line.
    pub const RUNS: Take = Take {
        min: 1,
        max: None,
        pick: Pick::Contiguous,
        holes_break: true,
    };

    /// Any stones of a line, across gaps and holes.
    pub const ANY: Take = Take {
        min: 1,
        max: None,
        pick: Pick::Any,
        holes_break: false,
    };

    /// Returns the most stones from a line of `length` cells.
    fn most(self, length: usize) -> usize {
        self.max.map_or(length, |max| usize::from(max).min(length))
    }

    /// Returns the number of runs that can be taken from a row of this length.
    pub(super) fn runs(self, length: usize) -> usize {
        let sizes = usize::from(self.min)..=self.most(length);
        sizes.map(|size| length - size + 1).sum()
    }

    /// Returns the number of sets of stones to choose from on a full line of `length` cells: the moves, and for
    /// [`Pick::Any`] also those that are too small.
    fn count(self, length: usize) -> usize {
        let (min, max) = (usize::from(self.min), self.most(length));
        match self.pick {
            Pick::Contiguous => self.runs(length),
            Pick::Whole => usize::from(min <= length && max == length),
            Pick::Any => {
                let mut binomial = 1usize;
                let mut count = 0usize;
                for size in 0..=max {
                    count = count.saturating_add(binomial);
                    binomial = binomial.saturating_mul(length - size) / (size + 1);
                }
                count
            }
        }
    }

    /// Adds the moves on a full line with these cells.
    fn masks(self, line: &[u8], out: &mut HashSet<u64>) {
        let (min, max) = (usize::from(self.min), self.most(line.len()));
        let mask = |cells: &[u8]| cells.iter().fold(0u64, |mask, &cell| mask | 1 << cell);
        match self.pick {
            Pick::Contiguous => {
                out.extend((min..=max).flat_map(|size| line.windows(size).map(mask)));
            }
            Pick::Whole if min <= line.len() && max == line.len() => {
                out.insert(mask(line));
            }
            Pick::Whole => {}
            Pick::Any => {
                // Subsets that end at each cell, built from the smaller ones that end before it.
                let mut subsets = vec![(0u64, 0usize)];
                for &cell in line {
                    for i in 0..subsets.len() {
                        let (mask, size) = subsets[i];
                        if size < max {
                            subsets.push((mask | 1 << cell, size + 1));
                        }
                    }
                }
                let large = subsets.into_iter().filter(|&(_, size)| size >= min);
                out.extend(large.map(|(mask, _)| mask));
            }
        }
    }
}

/// The lines of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Lines {
    /// All lines in these directions.
    Along(Vec<Direction>),
    /// These lines, each a list of cells in order.
    Listed(Vec<Vec<Cell>>),
}

/// The name of a game, which determines the notation of its positions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Name {
    /// `lines`, with its options.
    Lines,
    /// `tactix`.
    Tactix,
    /// `efr`.
    Efr,
    /// `nimbi`.
    Nimbi,
    /// `triangle`.
    Triangle,
    /// A board file.
    File {
        /// The path of the file as given.
        path: String,
        /// The name of the game in the file.
        title: Option<String>,
        /// Whether each position specifies its board.
        sized: bool,
    },
}

/// A game on a board.
#[derive(Debug)]
pub struct BoardGame {
    name: Name,
    shape: Shape,
    take: Take,
    lines: Lines,
    play: Play,
    taking: Taking,
    /// The images of the cells under each map of the lattice that keeps the directions, if the game on some stones
    /// depends only on the relative places of the stones.
    maps: Option<Vec<Vec<(i16, i16)>>>,
    /// A unique number for each game that is read.
    id: u64,
}

impl PartialEq for BoardGame {
    fn eq(&self, other: &BoardGame) -> bool {
        self.name == other.name
            && self.shape == other.shape
            && self.take == other.take
            && self.lines == other.lines
            && self.play == other.play
    }
}

impl Eq for BoardGame {}

impl BoardGame {
    /// Creates the game on this board.
    ///
    /// # Errors
    /// If there are too many moves, or a line contains a cell that is not on the board, or contains one twice.
    pub fn new(
        name: Name,
        shape: Shape,
        lines: Lines,
        take: Take,
        play: Play,
    ) -> Result<Arc<BoardGame>, String> {
        let lists = cell_lists(&shape, &lines, take.holes_break)?;
        let counts = lists.iter().map(|line| take.count(line.len()));
        let count = counts.fold(0, usize::saturating_add);
        if count > MOST_MOVES {
            return Err(format!(
                "more than {MOST_MOVES} sets of stones to choose from; a smaller board or a limit \
                 on the stones taken has fewer"
            ));
        }
        let mut masks = HashSet::new();
        for line in &lists {
            take.masks(line, &mut masks);
        }
        let candidates = shape.symmetries();
        let keeps = |permutation: &Vec<u8>| {
            let mut images = masks.iter().map(|&mask| permute(mask, permutation));
            images.all(|image| masks.contains(&image))
        };
        let symmetries: Vec<Vec<u8>> = candidates.into_iter().filter(keeps).collect();
        let maps = match &lines {
            Lines::Along(directions) if take.pick == Pick::Contiguous && take.holes_break => {
                Some(kept_maps(&shape, directions))
            }
            _ => None,
        };
        let cells = shape.cells().len() as u32;
        debug_assert!(cells <= MAX_CELLS);
        let masks = masks.into_iter().collect();
        let taking = Taking::new(cells, masks, symmetries).map_err(|error| error.to_string())?;
        let places = shape.cells().iter();
        let places = places.map(|cell| (cell.column.into(), cell.row.into()));
        let taking = taking.lying_at(&places.collect::<Vec<_>>());
        static GAMES: AtomicU64 = AtomicU64::new(0);
        Ok(Arc::new(BoardGame {
            name,
            shape,
            take,
            lines,
            play,
            taking,
            maps,
            id: GAMES.fetch_add(1, Ordering::Relaxed),
        }))
    }

    /// Returns the name of the game.
    #[must_use]
    pub fn name(&self) -> &Name {
        &self.name
    }

    /// Returns the board.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the stones that a move may take from a line.
    #[must_use]
    pub fn take(&self) -> Take {
        self.take
    }

    /// Returns the lines.
    #[must_use]
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// Returns the play convention of the game's source.
    #[must_use]
    pub fn play(&self) -> Play {
        self.play
    }

    /// Returns the moves as masks, with the symmetries of the board that keep them: the whole group, the identity
    /// included.
    #[must_use]
    pub fn taking(&self) -> &Taking {
        &self.taking
    }

    pub(super) fn maps(&self) -> Option<&[Vec<(i16, i16)>]> {
        self.maps.as_deref()
    }

    /// Returns a code for the lattice and the directions of lines; 0 for listed lines.
    pub(super) fn direction_code(&self) -> u8 {
        let Lines::Along(directions) = &self.lines else {
            return 0;
        };
        let code = directions.iter().fold(0, |code, &d| code | 1 << d as u8);
        code | u8::from(self.shape.lattice() == CellLattice::Triangular) << 4
    }

    /// Returns whether any stones of a row or a column may be taken, so that rows may be permuted, and columns as well.
    pub(super) fn is_rows_and_columns(&self) -> bool {
        let directions = 1 << Direction::Row as u8 | 1 << Direction::Column as u8;
        self.direction_code() == directions && self.take.pick == Pick::Any && !self.take.holes_break
    }

    pub(super) fn id(&self) -> u64 {
        self.id
    }

    /// Returns the move that takes the cells of a mask.
    #[must_use]
    pub fn move_of(&self, mask: u64) -> BoardMove {
        BoardMove::new(self.shape.cells_of(mask).collect())
    }

    /// Returns the parts of a state that no move connects, ordered by least cell: the game on the state is the sum of
    /// the games on the parts. Stones that no move takes belong to none.
    #[must_use]
    pub fn components(&self, state: u64) -> SmallVec<[u64; 4]> {
        self.taking.components(state)
    }

    /// Returns the mask of `cells`, or why the rules forbid taking them from `state`.
    pub(super) fn check(&self, state: u64, cells: &[Cell]) -> Result<u64, String> {
        let mut mask = 0;
        for &cell in cells {
            let Some(number) = self.shape.number(cell) else {
                return Err(format!("cell {cell} is not on the board"));
            };
            if state >> number & 1 == 0 {
                return Err(format!("no stone is at {cell}"));
            }
            mask |= 1 << number;
        }
        match self.taking.masks().binary_search(&mask) {
            Ok(_) => Ok(mask),
            Err(_) => Err(self.why_not(mask, cells)),
        }
    }

    /// Explains why existing stones must not be taken together.
    fn why_not(&self, mask: u64, cells: &[Cell]) -> String {
        if cells.is_empty() {
            return "a move takes at least one stone".to_string();
        }
        let lists = cell_lists(&self.shape, &self.lines, self.take.holes_break);
        // Games with too many lines to list are refused at creation.
        let lists = lists.unwrap_or_default();
        let mask_of = |line: &[u8]| line.iter().fold(0u64, |mask, &cell| mask | 1 << cell);
        let Some(line) = lists.iter().find(|line| mask & !mask_of(line) == 0) else {
            return match cells.len() {
                1 => format!("{} is not on any line", cells[0]),
                _ => "the stones are not on one line".to_string(),
            };
        };
        let count = cells.len();
        let stones = |count: usize| match count {
            1 => "1 stone".to_string(),
            _ => format!("{count} stones"),
        };
        if count < usize::from(self.take.min) {
            return format!("a move takes at least {}", stones(self.take.min.into()));
        }
        if let Some(max) = self.take.max.filter(|&max| count > usize::from(max)) {
            return format!("a move takes at most {}", stones(max.into()));
        }
        match self.take.pick {
            Pick::Whole => {
                let whole = self.move_of(mask_of(line));
                format!("a line is taken as a whole: {whole}")
            }
            _ => {
                // Every stone of the mask is on the line.
                let inside = line.iter().position(|cell| mask >> cell & 1 == 1);
                let first = inside.unwrap_or_default();
                let between = line[first..].iter().find(|&cell| mask >> cell & 1 == 0);
                let skipped = between.map(|&cell| self.shape.cells()[usize::from(cell)]);
                match skipped {
                    Some(cell) => {
                        format!("the stones are not neighbours: {cell} is between them")
                    }
                    None => "the stones are not neighbours".to_string(),
                }
            }
        }
    }
}

/// Returns the maps of the lattice that keep a set of directions, as images of the cells.
fn kept_maps(shape: &Shape, directions: &[Direction]) -> Vec<Vec<(i16, i16)>> {
    let lattice = shape.lattice();
    let keeps = |&map: &LinearMap| {
        directions.iter().all(|direction| {
            let image = image(map, direction.offsets());
            directions.iter().any(|other| {
                let (x, y) = other.offsets();
                image == (x, y) || image == (-x, -y)
            })
        })
    };
    let maps = lattice.maps().iter().filter(|map| keeps(map));
    maps.map(|&map| shape.images(map)).collect()
}

/// Returns the cells of each line, in order; a hole splits a line into several.
fn cell_lists(shape: &Shape, lines: &Lines, holes_break: bool) -> Result<Vec<Vec<u8>>, String> {
    match lines {
        Lines::Along(directions) => {
            let lines = directions.iter().flat_map(|&d| shape.lines(d));
            Ok(match holes_break {
                true => lines.flatten().collect(),
                false => lines.map(|line| line.concat()).collect(),
            })
        }
        Lines::Listed(lines) => {
            let numbers = |line: &Vec<Cell>| {
                let mut numbers = Vec::new();
                for &cell in line {
                    let number = shape
                        .number(cell)
                        .ok_or_else(|| format!("cell {cell} is not on the board"))?;
                    if numbers.contains(&number) {
                        return Err(format!("{cell} occurs twice in a line"));
                    }
                    numbers.push(number);
                }
                Ok(numbers)
            };
            lines.iter().map(numbers).collect()
        }
    }
}

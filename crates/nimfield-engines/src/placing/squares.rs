//! Pictures of sets of squares up to turning and reflecting, by reversing whole words.

use nimfield_core::families::placing::LinearMap;

/// The squares of a board, and the maps that keep their game.
#[derive(Clone, Debug)]
pub(super) struct Squares {
    /// For each cell its place in the board row by row, and column by column.
    places: Vec<[u8; 2]>,
    /// The number of columns and of rows, holes included.
    sides: [usize; 2],
    /// Whether the cells are the places of the board, row by row.
    is_full: bool,
    /// The images with rows for rows that keep the game.
    upright: Images,
    /// Those with columns for rows.
    turned: Images,
}

/// Which images of a picture keep the game.
#[derive(Clone, Copy, Debug, Default)]
struct Images {
    /// The picture itself.
    same: bool,
    /// With the rows in reverse order.
    upside_down: bool,
    /// With every row reversed.
    mirrored: bool,
    /// Both.
    half_turn: bool,
}

impl Squares {
    /// Prepares a board; `None` if a map does not keep squares, or if pictures would have more than 128 places.
    pub(super) fn new(places: &[(i16, i16)], maps: &[LinearMap]) -> Option<Squares> {
        let left = places.iter().map(|place| place.0).min()?;
        let top = places.iter().map(|place| place.1).min()?;
        let places = places.iter().map(|&(x, y)| {
            let place = (u8::try_from(x - left).ok()?, u8::try_from(y - top).ok()?);
            Some(place)
        });
        let places: Vec<(u8, u8)> = places.collect::<Option<_>>()?;
        let columns = places.iter().map(|&(x, _)| usize::from(x) + 1).max()?;
        let rows = places.iter().map(|&(_, y)| usize::from(y) + 1).max()?;
        if columns * rows > 128 {
            return None;
        }
        let in_board = |&(x, y): &(u8, u8)| [y * columns as u8 + x, x * rows as u8 + y];
        let places: Vec<[u8; 2]> = places.iter().map(in_board).collect();
        let (mut upright, mut turned) = (Images::default(), Images::default());
        for map in maps {
            let image = match map {
                [(1, 0), (0, 1)] => &mut upright.same,
                [(-1, 0), (0, 1)] => &mut upright.mirrored,
                [(1, 0), (0, -1)] => &mut upright.upside_down,
                [(-1, 0), (0, -1)] => &mut upright.half_turn,
                [(0, 1), (1, 0)] => &mut turned.same,
                [(0, -1), (1, 0)] => &mut turned.upside_down,
                [(0, 1), (-1, 0)] => &mut turned.mirrored,
                [(0, -1), (-1, 0)] => &mut turned.half_turn,
                _ => return None,
            };
            *image = true;
        }
        Some(Squares {
            is_full: (0u8..).zip(&places).all(|(cell, place)| cell == place[0]),
            places,
            sides: [columns, rows],
            upright,
            turned,
        })
    }

    /// Returns the least of the pictures of a non-empty set of cells, with its width.
    pub(super) fn least_picture(&self, cells: u128) -> (u8, u128) {
        let mut least = (u8::MAX, u128::MAX);
        let by_rows = match self.is_full {
            true => cells,
            false => self.in_board(cells, 0),
        };
        let lines = Lines::new(by_rows, self.sides[0]);
        let turned = self.turned.any();
        // A narrower picture is less, whatever it holds.
        if !turned || lines.width <= lines.count() {
            self.upright.least(&lines, &mut least);
        }
        if turned && lines.count() <= lines.width {
            let by_columns = self.in_board(cells, 1);
            (self.turned).least(&Lines::new(by_columns, self.sides[1]), &mut least);
        }
        least
    }

    /// Returns the cells as places of the board, by rows (0) or by columns (1).
    fn in_board(&self, mut cells: u128, order: usize) -> u128 {
        let mut board = 0;
        while cells != 0 {
            board |= 1 << self.places[cells.trailing_zeros() as usize][order];
            cells &= cells - 1;
        }
        board
    }
}

/// A set of places line by line, and the least lines and places of lines that hold it.
struct Lines {
    board: u128,
    /// Places in a line of the board.
    length: usize,
    first: usize,
    last: usize,
    /// The first place that is used in a line, and how many are.
    start: usize,
    width: usize,
}

impl Lines {
    fn new(board: u128, length: usize) -> Lines {
        let first = board.trailing_zeros() as usize / length;
        let last = (127 - board.leading_zeros() as usize) / length;
        let mut lines = Lines {
            board,
            length,
            first,
            last,
            start: 0,
            width: length,
        };
        let used = (first..=last).fold(0, |used, line| used | lines.line(line));
        lines.start = used.trailing_zeros() as usize;
        lines.width = 128 - used.leading_zeros() as usize - lines.start;
        lines
    }

    /// Returns how many lines are used.
    fn count(&self) -> usize {
        self.last - self.first + 1
    }

    /// Returns the used places of a line.
    fn line(&self, line: usize) -> u128 {
        let mask = u128::MAX >> (128 - self.width);
        self.board >> (line * self.length + self.start) & mask
    }

    /// Returns the picture with the lines in this order, the last line first.
    fn joined(&self, lines: impl Iterator<Item = usize>) -> u128 {
        // A picture of one line may be as wide as a word.
        let before = |picture: u128| picture.checked_shl(self.width as u32).unwrap_or(0);
        lines.fold(0, |picture, line| before(picture) | self.line(line))
    }
}

impl Images {
    fn any(self) -> bool {
        self.same || self.upside_down || self.mirrored || self.half_turn
    }

    /// Puts the least picture of these lines into `least`, with its width, if it is less.
    fn least(self, lines: &Lines, least: &mut (u8, u128)) {
        let places = lines.width * lines.count();
        let reversed = |picture: u128| picture.reverse_bits() >> (128 - places);
        let mut keep = |picture| *least = (*least).min((lines.width as u8, picture));
        if self.same || self.half_turn {
            let picture = lines.joined((lines.first..=lines.last).rev());
            if self.same {
                keep(picture);
            }
            if self.half_turn {
                keep(reversed(picture));
            }
        }
        if self.upside_down || self.mirrored {
            let picture = lines.joined(lines.first..=lines.last);
            if self.upside_down {
                keep(picture);
            }
            if self.mirrored {
                keep(reversed(picture));
            }
        }
    }
}

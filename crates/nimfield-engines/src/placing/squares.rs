//! Pictures of sets of squares up to turning and reflecting, by operations on whole words.

use nimfield_core::families::placing::{LinearMap, MOST_CELLS};

use super::word::Word;

/// A rectangle around the squares of a board, row by row, with the short side across.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    corner: [i16; 2],
    is_tall: bool,
    /// The number of columns.
    width: usize,
    /// The images with rows for rows that keep the game: the same, upside down, mirrored, and turned by half.
    upright: [bool; 4],
    /// Those with columns for rows.
    turned: [bool; 4],
}

/// Finds the least picture of a set of squares.
#[derive(Clone, Debug)]
pub(super) struct Squares<W> {
    grid: Grid,
    /// The first row, and the first column.
    edges: [W; 2],
    /// The row of each bit: a division takes longer.
    rows: Vec<u8>,
    /// Shifts that lay all rows on the first one.
    folds: Vec<usize>,
    /// For each pair of columns that a mirror exchanges their distance and the left one; the middle one alone.
    pairs: Vec<(usize, W)>,
    /// Each row as a column, if columns may become rows.
    columns: Vec<W>,
}

/// The images of a picture.
struct Images<W> {
    least: W,
    /// Whether two of them may be the same.
    symmetric: bool,
}

impl Grid {
    /// Prepares a board with this corner and these sides; `None` if a map does not keep squares, or if the rectangle has
    /// too many places.
    pub(super) fn new(
        corner: [i16; 2],
        [columns, rows]: [usize; 2],
        maps: &[LinearMap],
    ) -> Option<Grid> {
        if columns * rows > MOST_CELLS {
            return None;
        }
        let is_tall = columns <= rows;
        let (mut upright, mut turned) = ([false; 4], [false; 4]);
        for &map in maps {
            let [(a, b), (c, d)] = map;
            // With rows and columns exchanged, so are the steps and their images.
            let [(a, b), (c, d)] = if is_tall { map } else { [(d, c), (b, a)] };
            let (images, across, along) = match (a, b, c, d) {
                (_, 0, 0, _) => (&mut upright, a, d),
                // Columns become rows first, and are reflected then.
                (0, _, _, 0) => (&mut turned, c, b),
                _ => return None,
            };
            match (across, along) {
                (1, 1) => images[0] = true,
                (1, -1) => images[1] = true,
                (-1, 1) => images[2] = true,
                (-1, -1) => images[3] = true,
                _ => return None,
            }
        }
        Some(Grid {
            corner,
            is_tall,
            width: columns.min(rows),
            upright,
            turned,
        })
    }

    /// Returns the number of a place in the rectangle.
    pub(super) fn number(&self, (x, y): (i16, i16)) -> usize {
        let (x, y) = (x.abs_diff(self.corner[0]), y.abs_diff(self.corner[1]));
        let (across, along) = if self.is_tall { (x, y) } else { (y, x) };
        usize::from(along) * self.width + usize::from(across)
    }
}

impl<W: Word> Squares<W> {
    pub(super) fn new(grid: Grid) -> Squares<W> {
        let width = grid.width;
        let column = |row: usize| {
            let cells = (0..width).filter(|x| row >> x & 1 == 1);
            cells.fold(W::zero(), |column, x| column | W::cell(x * width))
        };
        let rows = match grid.turned.contains(&true) {
            true => 1 << width,
            false => 0,
        };
        let lines = W::BITS / width;
        let first = (0..lines).fold(W::zero(), |edge, y| edge | W::cell(y * width));
        let doubled = std::iter::successors(Some(width), |fold| Some(2 * fold));
        let pair = |x: usize| (width - 1 - 2 * x, first << x);
        Squares {
            edges: [!W::zero() >> (W::BITS - width), first],
            rows: (0..W::BITS).map(|bit| (bit / width) as u8).collect(),
            folds: doubled.take_while(|&fold| fold < W::BITS).collect(),
            pairs: (0..width.div_ceil(2)).map(pair).collect(),
            columns: (0..rows).map(column).collect(),
            grid,
        }
    }

    /// Returns the row of the first cell and that of the last one, and the columns that are used.
    fn extent(&self, cells: W) -> (usize, usize, W) {
        let row = |bit: usize| usize::from(self.rows[bit]);
        let fold = |cells: W, &fold: &usize| cells | cells >> fold;
        (
            row(cells.first()),
            row(W::BITS - 1 - cells.leading_zeros() as usize),
            self.folds.iter().fold(cells, fold) & self.edges[0],
        )
    }

    /// Returns the first and last column, and the first and last row, of a non-empty set of cells.
    pub(super) fn bounds(&self, cells: W) -> [i16; 4] {
        let (top, bottom, used) = self.extent(cells);
        let [left, right] = [used.first(), W::BITS - 1 - used.leading_zeros() as usize];
        let [x, y] = self.grid.corner;
        let [left, right, top, bottom] = [left, right, top, bottom].map(|place| place as i16);
        match self.grid.is_tall {
            true => [x + left, x + right, y + top, y + bottom],
            false => [x + top, x + bottom, y + left, y + right],
        }
    }

    /// Returns the least of the pictures of a non-empty set of cells, and whether two of them may be the same.
    pub(super) fn least_picture(&self, cells: W) -> (W, bool) {
        let row = self.edges[0];
        let stride = self.grid.width;
        let (top, bottom, used) = self.extent(cells);
        let picture = cells >> (top * stride + used.first());
        let height = bottom + 1 - top;
        let width = W::BITS - used.leading_zeros() as usize - used.first();
        let mut images = Images {
            least: !W::zero(),
            symmetric: false,
        };
        // A tall picture is less, whatever it holds.
        let turned = !self.columns.is_empty() && width >= height;
        if !turned || width == height {
            self.add(
                picture,
                picture,
                [width, height],
                self.grid.upright,
                &mut images,
            );
        }
        if turned {
            let line = |y: usize| (picture >> (y * stride) & row).to_usize().unwrap_or(0);
            let column = |y: usize| self.columns[line(y)] << y;
            let columns = (0..height).fold(W::zero(), |columns, y| columns | column(y));
            images.symmetric |= width == height && columns == picture;
            self.add(
                columns,
                picture,
                [height, width],
                self.grid.turned,
                &mut images,
            );
        }
        (images.least, images.symmetric)
    }

    /// Adds those images of a picture that keep the game.
    fn add(
        &self,
        picture: W,
        original: W,
        [width, height]: [usize; 2],
        keeps: [bool; 4],
        images: &mut Images<W>,
    ) {
        let stride = self.grid.width;
        let mirrored = self
            .pairs
            .iter()
            .fold(W::zero(), |mirrored, &(step, left)| {
                mirrored | (picture & left) << step | picture >> step & left
            });
        let mirrored = mirrored >> (stride - width);
        let reversed =
            |picture: W| picture.reverse_bits() >> (W::BITS - (height - 1) * stride - width);
        let others = [reversed(mirrored), mirrored, reversed(picture)];
        for (image, keeps) in std::iter::once(picture).chain(others).zip(keeps) {
            if keeps {
                images.least = images.least.min(image);
            }
        }
        images.symmetric |= others.contains(&picture) || others.contains(&original);
    }
}

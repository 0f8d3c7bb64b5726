//! Keys of components: the same for components that are images of each other.

use smallvec::SmallVec;

use nimfield_core::families::placing::{Layout, LinearMap, MOST_CELLS, Placing, image};

use super::squares::{Grid, Squares};
use super::word::{Word, place};

/// How the cells of a game are numbered in a search: those of a board of squares by their places in a rectangle.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    /// The number of each cell.
    pub(crate) bits: Vec<u8>,
    /// Where the cells lie, by number; all at one place if they lie nowhere.
    pub(super) places: Vec<(i16, i16)>,
    grid: Option<Grid>,
    /// The bits that the key of any component takes at most.
    pub(super) width: usize,
}

impl Numbers {
    pub(crate) fn new(placing: &Placing) -> Numbers {
        let mut numbers = Numbers {
            bits: (0..placing.cells() as u8).collect(),
            places: vec![(0, 0); placing.cells()],
            grid: None,
            width: placing.cells(),
        };
        let Layout::Plane { places, maps } = placing.layout() else {
            return numbers;
        };
        numbers.places.clone_from(places);
        let [left, right, top, bottom] = bounds(placing.full(), places);
        let sides = [right.abs_diff(left), bottom.abs_diff(top)].map(|side| usize::from(side) + 1);
        numbers.grid = Grid::new([left, top], sides, maps);
        match &numbers.grid {
            Some(grid) => {
                numbers.bits = (places.iter().map(|&place| grid.number(place) as u8)).collect();
                numbers.width = sides[0] * sides[1];
                numbers.places = vec![(0, 0); numbers.width];
                for (&bit, &place) in numbers.bits.iter().zip(places) {
                    numbers.places[usize::from(bit)] = place;
                }
            }
            None => numbers.width = numbers.width.max(sides[0] * (sides[1] + 1)),
        }
        numbers
    }
}

/// A component up to the symmetries of its game; never 0.
pub type Key = u128;

/// Finds the keys of components of one game.
#[derive(Clone, Debug)]
pub struct Forms<W = u128> {
    pub(crate) numbers: Numbers,
    kind: Kind<W>,
}

#[derive(Clone, Debug)]
enum Kind<W> {
    /// Maps that keep squares.
    Squares(Squares<W>),
    /// For each map the images of the cells.
    Plane(Vec<Vec<(i16, i16)>>),
    /// Permutations of the cells.
    Symmetries(Vec<Vec<u8>>),
}

impl Forms {
    /// Prepares the symmetries of a game.
    #[must_use]
    pub fn new(placing: &Placing) -> Forms {
        Forms::numbered(placing, Numbers::new(placing))
    }

    /// Returns the key of a non-empty component, which only its images share.
    #[must_use]
    pub fn key(&self, component: u128) -> Key {
        self.least(place(component, &self.numbers.bits)).0
    }
}

impl<W: Word> Forms<W> {
    pub(crate) fn numbered(placing: &Placing, numbers: Numbers) -> Forms<W> {
        let kind = match (placing.layout(), &numbers.grid) {
            (_, Some(grid)) => Kind::Squares(Squares::new(grid.clone())),
            (Layout::Plane { places, maps }, _) if numbers.width <= MOST_CELLS => {
                let images =
                    |&map: &LinearMap| places.iter().map(|&place| image(map, place)).collect();
                Kind::Plane(maps.iter().map(images).collect())
            }
            // Too wide for pictures.
            (Layout::Plane { .. }, _) => Kind::Symmetries(vec![numbers.bits.clone()]),
            (Layout::Symmetries(symmetries), _) => Kind::Symmetries(symmetries.clone()),
        };
        Forms { numbers, kind }
    }

    /// Returns whether components that lie alike at different places have the same key.
    pub(crate) fn see_places(&self) -> bool {
        !matches!(self.kind, Kind::Symmetries(_))
    }

    /// Returns the first and last column, and the first and last row, of a non-empty component.
    pub(super) fn bounds(&self, component: W) -> [i16; 4] {
        match &self.kind {
            Kind::Squares(squares) => squares.bounds(component),
            _ => bounds(component, &self.numbers.places),
        }
    }

    /// Returns the key of a non-empty component, and whether two of its images may be the same.
    pub(super) fn least(&self, component: W) -> (W, bool) {
        let images: SmallVec<[W; 12]> = match &self.kind {
            Kind::Squares(squares) => return squares.least_picture(component),
            Kind::Plane(maps) => (maps.iter())
                .filter_map(|images| picture(component, images))
                .collect(),
            Kind::Symmetries(symmetries) => (symmetries.iter())
                .map(|images| component.permuted(images))
                .collect(),
        };
        let least = images.iter().copied().min().unwrap_or(component);
        (least, images[1..].contains(&images[0]))
    }
}

/// Returns the images of the cells row by row, after a row of which only the last place is used, so that the width can be
/// read off; `None` if it has too many places.
fn picture<W: Word>(component: W, images: &[(i16, i16)]) -> Option<W> {
    let [left, right, top, bottom] = bounds(component, images);
    let (width, rows) = (right - left + 1, bottom - top + 2);
    if usize::from(width.unsigned_abs()) * usize::from(rows.unsigned_abs()) > W::BITS {
        return None;
    }
    let first = W::cell(width as usize - 1);
    let cell = |(x, y)| W::cell(((y - top + 1) * width + (x - left)) as usize);
    Some(places(component, images).fold(first, |set, place| set | cell(place)))
}

/// Returns the images of the cells of a component.
pub(super) fn places<W: Word>(
    component: W,
    images: &[(i16, i16)],
) -> impl Iterator<Item = (i16, i16)> {
    component.cells().map(|cell| images[cell])
}

/// Returns the first and last column, and the first and last row.
pub(super) fn bounds<W: Word>(component: W, images: &[(i16, i16)]) -> [i16; 4] {
    let start = [i16::MAX, i16::MIN, i16::MAX, i16::MIN];
    places(component, images).fold(start, |[left, right, top, bottom], (x, y)| {
        [left.min(x), right.max(x), top.min(y), bottom.max(y)]
    })
}

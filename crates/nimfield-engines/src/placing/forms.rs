//! Keys of components: the same for components that are images of each other.

use nimfield_core::families::placing::{Layout, LinearMap, Placing, image, permute};

use super::squares::Squares;

/// A component up to the symmetries of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    cells: [u64; 2],
    /// The width of the picture that `cells` holds row by row; 0 for a set of cells of the board.
    width: u8,
}

impl Key {
    /// Appends the bytes of the key to `out`; no key begins with another one.
    pub fn write(&self, out: &mut Vec<u8>) {
        let length = self.set().ilog2() as usize / 8 + 1;
        out.push(self.width);
        out.push(length as u8);
        out.extend_from_slice(&self.set().to_le_bytes()[..length]);
    }

    /// Returns the picture, or the cells.
    fn set(&self) -> u128 {
        u128::from(self.cells[1]) << 64 | u128::from(self.cells[0])
    }

    fn new((width, set): Picture) -> Key {
        Key {
            cells: [set as u64, (set >> 64) as u64],
            width,
        }
    }
}

/// Cells row by row, with the number of cells in a row.
pub(super) type Picture = (u8, u128);

/// Finds the keys of components of one game.
#[derive(Clone, Debug)]
pub struct Forms {
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Maps that keep squares.
    Squares(Squares),
    /// For each map the images of the cells.
    Plane(Vec<Vec<(i16, i16)>>),
    /// Permutations of the cells.
    Symmetries(Vec<Vec<u8>>),
}

impl Forms {
    /// Prepares the symmetries of a game.
    #[must_use]
    pub fn new(placing: &Placing) -> Forms {
        let kind = match placing.layout() {
            Layout::Plane { places, maps } => match Squares::new(places, maps) {
                Some(squares) => Kind::Squares(squares),
                None => {
                    let images =
                        |&map: &LinearMap| places.iter().map(|&place| image(map, place)).collect();
                    Kind::Plane(maps.iter().map(images).collect())
                }
            },
            Layout::Symmetries(symmetries) => Kind::Symmetries(symmetries.clone()),
        };
        Forms { kind }
    }

    /// Returns the key of a non-empty component.
    #[must_use]
    pub fn key(&self, component: u128) -> Key {
        Key::new(match &self.kind {
            Kind::Squares(squares) => squares.least_picture(component),
            Kind::Plane(maps) => {
                let pictures = maps.iter().filter_map(|images| picture(component, images));
                pictures.min().unwrap_or((0, component))
            }
            Kind::Symmetries(symmetries) => {
                let images = symmetries.iter().map(|p| permute(component, p));
                (0, images.min().unwrap_or(component))
            }
        })
    }
}

/// Returns the images of the cells as a picture; `None` if it has more than 128 places.
fn picture(component: u128, images: &[(i16, i16)]) -> Option<Picture> {
    let [left, right, top, bottom] = bounds(component, images);
    let (width, height) = (right - left + 1, bottom - top + 1);
    if width * height > 128 {
        return None;
    }
    let mut set = 0u128;
    for (x, y) in places(component, images) {
        set |= 1 << ((y - top) * width + (x - left));
    }
    Some((width as u8, set))
}

/// Returns the images of the cells of a component.
pub(super) fn places(
    mut component: u128,
    images: &[(i16, i16)],
) -> impl Iterator<Item = (i16, i16)> {
    std::iter::from_fn(move || {
        let cell = (component != 0).then(|| component.trailing_zeros() as usize)?;
        component &= component - 1;
        Some(images[cell])
    })
}

/// Returns the first and last column, and the first and last row.
pub(super) fn bounds(component: u128, images: &[(i16, i16)]) -> [i16; 4] {
    let start = [i16::MAX, i16::MIN, i16::MAX, i16::MIN];
    places(component, images).fold(start, |[left, right, top, bottom], (x, y)| {
        [left.min(x), right.max(x), top.min(y), bottom.max(y)]
    })
}

//! Components of a board, identified by their shapes in the plane.

use nimfield_core::families::ray::bits;
use nimfield_core::families::taking::Taking;

/// No cell of the board.
const NOWHERE: u8 = u8::MAX;
/// Boards in a larger rectangle are not supported.
const MOST_PLACES: i32 = 1 << 10;
/// Games with more moves are not looked through.
const MOST_MASKS: usize = 1 << 13;

/// A linear map: (x, y) goes to (ax + by, cx + dy).
type Map = [i32; 4];

fn image([a, b, c, d]: Map, (x, y): (i32, i32)) -> (i32, i32) {
    (a * x + b * y, c * x + d * y)
}

const IDENTITY: Map = [1, 0, 0, 1];
const HALF_TURN: Map = [-1, 0, 0, -1];

/// The plane a board lies in, where its rules are the same everywhere: what translations and the turns
/// and reflections found here make of a move is a move, if it is on the board.
///
/// So components are played alike that such maps make of each other, wherever they lie.
pub struct Plane {
    places: Vec<(i32, i32)>,
    /// The cells of the rectangle round the board, row by row, with its width.
    cells: Vec<u8>,
    width: i32,
    /// Whether half a turn keeps the rules.
    turns: bool,
    /// The width of a box that holds the image of the board under each map.
    side: u32,
    /// For each map and each cell the bit of its image in the box.
    images: Vec<Vec<u8>>,
}

impl Plane {
    /// Returns the plane of a game which says where its cells lie, if its rules are the same everywhere, and a box of
    /// 128 places holds the board.
    pub fn of(game: &Taking) -> Option<Plane> {
        let places = game.places()?.iter();
        let places: Vec<(i32, i32)> = places.map(|&(x, y)| (x.into(), y.into())).collect();
        let width = places.iter().map(|place| place.0).max()? + 1;
        let height = places.iter().map(|place| place.1).max()? + 1;
        if width.checked_mul(height)? > MOST_PLACES || game.masks().len() > MOST_MASKS {
            return None;
        }
        let mut cells = vec![NOWHERE; (width * height) as usize];
        for (cell, &(x, y)) in (0..).zip(&places) {
            let at = &mut cells[(y * width + x) as usize];
            if *at != NOWHERE {
                return None;
            }
            *at = cell;
        }
        let mut plane = Plane {
            places,
            cells,
            width,
            turns: false,
            side: 0,
            images: Vec::new(),
        };
        if !plane.keeps_rules(game, IDENTITY) {
            return None;
        }
        let maps = plane.maps(game);
        plane.turns = maps.contains(&HALF_TURN);
        plane.lay_out(&maps)?;
        Some(plane)
    }

    fn cell_at(&self, (x, y): (i32, i32)) -> Option<u8> {
        let inside = (0..self.width).contains(&x) && y >= 0;
        let at = inside.then_some((y * self.width + x) as usize)?;
        let cell = self.cells.get(at).copied();
        cell.filter(|&cell| cell != NOWHERE)
    }

    /// Returns whether the map makes a move of every move, wherever it is put on the board.
    fn keeps_rules(&self, game: &Taking, map: Map) -> bool {
        game.masks().iter().all(|&mask| {
            let images = bits(mask).map(|cell| image(map, self.places[cell]));
            let images: Vec<(i32, i32)> = images.collect();
            let (x, y) = images[0];
            self.places.iter().all(|&(to_x, to_y)| {
                let cells = images
                    .iter()
                    .map(|&(a, b)| self.cell_at((a - x + to_x, b - y + to_y)));
                let moved = cells.map(|cell| cell.map(|cell| 1u64 << cell));
                let moved = moved.sum::<Option<u64>>();
                moved.is_none_or(|moved| game.masks().binary_search(&moved).is_ok())
            })
        })
    }

    /// Returns the largest group of maps that keep the rules, among those of the square lattice and of hexagonal ones
    /// in either coordinates: the maps that keep x² + kxy + y².
    fn maps(&self, game: &Taking) -> Vec<Map> {
        let entry = |number: i32, place: u32| number / 3i32.pow(place) % 3 - 1;
        let all: Vec<Map> = (0..81)
            .map(|number| [0, 1, 2, 3].map(|place| entry(number, place)))
            .collect();
        let mut best = vec![IDENTITY];
        for k in [0, 1, -1] {
            let keeps = |&[a, b, c, d]: &Map| {
                a * a + k * a * c + c * c == 1
                    && b * b + k * b * d + d * d == 1
                    && 2 * (a * b + c * d) + k * (a * d + b * c) == k
            };
            let lattice = all.iter().copied().filter(keeps);
            if lattice.clone().count() <= best.len() {
                continue;
            }
            let maps: Vec<Map> = lattice.filter(|&map| self.keeps_rules(game, map)).collect();
            let is_group = maps.iter().all(|&first| {
                let after = |&second: &Map| {
                    let [x, y] = [(1, 0), (0, 1)].map(|unit| image(second, image(first, unit)));
                    [x.0, y.0, x.1, y.1]
                };
                maps.iter().all(|second| maps.contains(&after(second)))
            });
            if is_group && maps.len() > best.len() {
                best = maps;
            }
        }
        best
    }

    /// Lays the images of the board into a box: under all maps, or under those that do not exchange the
    /// axes.
    fn lay_out(&mut self, maps: &[Map]) -> Option<()> {
        let straight: Vec<Map> = maps
            .iter()
            .copied()
            .filter(|map| map[1] == 0 && map[2] == 0)
            .collect();
        for maps in [maps, &straight] {
            let images: Vec<Vec<(i32, i32)>> = maps
                .iter()
                .map(|&map| {
                    let images = self.places.iter().map(|&place| image(map, place));
                    let images: Vec<(i32, i32)> = images.collect();
                    let left = images.iter().map(|place| place.0).min().unwrap_or(0);
                    let top = images.iter().map(|place| place.1).min().unwrap_or(0);
                    images.iter().map(|(x, y)| (x - left, y - top)).collect()
                })
                .collect();
            let side = images.iter().flatten().map(|place| place.0).max()? + 1;
            let rows = images.iter().flatten().map(|place| place.1).max()? + 1;
            if side * rows <= 128 {
                let bit = |&(x, y): &(i32, i32)| (y * side + x) as u8;
                self.side = side as u32;
                self.images = images
                    .iter()
                    .map(|image| image.iter().map(bit).collect())
                    .collect();
                return Some(());
            }
        }
        None
    }

    /// Returns how many maps, the identity among them, keep the rules.
    pub fn maps_kept(&self) -> usize {
        self.images.len()
    }

    /// Returns a number for each way of lying: the same for components that a map makes of each other.
    pub fn lie(&self, part: u64) -> u128 {
        let images = self.images.iter().map(|image| {
            let image = bits(part).fold(0u128, |bits, cell| bits | 1 << image[cell]);
            self.in_the_corner(image)
        });
        images.min().unwrap_or(0)
    }

    fn in_the_corner(&self, image: u128) -> u128 {
        let side = self.side;
        let image = image >> (image.trailing_zeros().min(127) / side * side);
        let mut columns = image;
        let mut rows = image;
        while rows >> side != 0 {
            rows >>= side;
            columns |= rows;
        }
        image >> columns.trailing_zeros().min(127)
    }

    /// Returns whether half a turn maps the component to itself and meets no move of it: then every move can be
    /// answered by its image.
    pub fn is_reflected(&self, game: &Taking, part: u64) -> bool {
        if !self.turns {
            return false;
        }
        let ends = |of: fn(&(i32, i32)) -> i32| {
            let along = || bits(part).map(|cell| of(&self.places[cell]));
            along().min().unwrap_or(0) + along().max().unwrap_or(0)
        };
        let (x, y) = (ends(|place| place.0), ends(|place| place.1));
        let turned = |cell: usize| self.cell_at((x - self.places[cell].0, y - self.places[cell].1));
        let image = |mask: u64| {
            let cells = bits(mask).map(|cell| turned(cell).map(|cell| 1u64 << cell));
            cells.sum::<Option<u64>>()
        };
        image(part) == Some(part)
            && game
                .moves(part)
                .all(|mask| image(mask).is_some_and(|image| image & mask == 0))
    }
}

//! Proves that positions are lost in normal play because every move can be answered by its image.

use std::cell::OnceCell;

use nimfield_core::families::placing::{LinearMap, image};

use crate::boards::cell::bits;
use crate::boards::game::BoardGame;
use crate::boards::shape::CellLattice;

/// Returns the maps of a lattice that are their own inverses, without the identity, with their names.
fn reflections(lattice: CellLattice) -> &'static [(LinearMap, &'static str)] {
    match lattice {
        CellLattice::Square => &[
            ([(-1, 0), (0, -1)], "a half-turn"),
            ([(-1, 0), (0, 1)], "reflection from left to right"),
            ([(1, 0), (0, -1)], "reflection from top to bottom"),
            ([(0, 1), (1, 0)], "reflection in the diagonal"),
            ([(0, -1), (-1, 0)], "reflection in the antidiagonal"),
        ],
        CellLattice::Triangular => &[
            ([(-1, 0), (0, -1)], "a half-turn"),
            ([(0, 1), (1, 0)], "reflection in a diagonal"),
            ([(-1, -1), (0, 1)], "reflection in a column"),
            ([(1, 0), (-1, -1)], "reflection in a row"),
            (
                [(-1, 0), (1, 1)],
                "reflection in the perpendicular of a row",
            ),
            (
                [(1, 1), (0, -1)],
                "reflection in the perpendicular of a column",
            ),
            (
                [(0, -1), (-1, 0)],
                "reflection in the perpendicular of a diagonal",
            ),
        ],
    }
}

/// Returns the name of a map of a lattice that is its own inverse.
pub(crate) fn reflection_name(lattice: CellLattice, map: LinearMap) -> Option<&'static str> {
    let mut known = reflections(lattice).iter();
    known.find(|(own, _)| *own == map).map(|(_, name)| *name)
}

/// Returns the name of a symmetry with which the second player answers every move from `stones` by its image, and so
/// moves last.
///
/// Let σ be a map of the stones onto themselves with σσ = 1 that maps moves to moves, and let no move from the position
/// overlap its own image. After a move m and the answer σ(m), which is still possible, σ maps the remaining stones onto
/// themselves, and their moves are among the earlier ones. So there is always an answer, and the position is a
/// P-position in normal play. In misère play this proves nothing, since the player who moves last loses.
pub fn pairing(game: &BoardGame, stones: u64) -> Option<&'static str> {
    Pairings::new(game).of(stones)
}

/// Searches for such symmetries of many positions of a board. The same few moves exclude a map in most positions, so
/// they are checked first.
pub struct Pairings<'a> {
    game: &'a BoardGame,
    /// For each map, the moves that excluded it.
    obstacles: Vec<Vec<u64>>,
    /// For each map, the last shift, and the images of the cells under both.
    images: Vec<Option<(Point, Images)>>,
    /// The moves of one or two stones, which are most likely to exclude a map.
    short: OnceCell<Vec<u64>>,
}

impl Pairings<'_> {
    /// Creates pairings for this board, without cached data.
    #[must_use]
    pub fn new(game: &BoardGame) -> Pairings<'_> {
        let maps = reflections(game.shape().lattice()).len();
        Pairings {
            game,
            obstacles: vec![Vec::new(); maps],
            images: vec![None; maps],
            short: OnceCell::new(),
        }
    }

    /// Returns the [`pairing`] of these stones; checks at most all their moves for each map.
    pub fn of(&mut self, stones: u64) -> Option<&'static str> {
        let taking = self.game.taking();
        let extent = Extent::of(self.game, stones)?;
        let maps = reflections(self.game.shape().lattice()).iter();
        let known = self.obstacles.iter_mut().zip(&mut self.images);
        for ((map, name), (obstacles, last)) in maps.zip(known) {
            let Some(shift) = shift(self.game, stones, &extent, *map) else {
                continue;
            };
            let images = match last {
                Some((before, images)) if *before == shift => &*images,
                _ => &last.insert((shift, images(self.game, shift, *map))).1,
            };
            if !bits(stones).all(|cell| {
                stones
                    .checked_shr(images[cell].into())
                    .is_some_and(|rest| rest & 1 == 1)
            }) {
                continue;
            }
            let is_in_the_way = |&mask: &u64| {
                let image = bits(mask).fold(0u64, |image, cell| image | 1 << images[cell]);
                image & mask != 0 || taking.masks().binary_search(&image).is_err()
            };
            let mut known = obstacles.iter().filter(|&mask| mask & !stones == 0);
            if known.any(is_in_the_way) {
                continue;
            }
            let short = self.short.get_or_init(|| {
                let masks = taking.masks().iter().copied();
                masks.filter(|mask| mask.count_ones() <= 2).collect()
            });
            let short = short.iter().copied().filter(|mask| mask & !stones == 0);
            match short.chain(taking.moves(stones)).find(is_in_the_way) {
                None => return Some(name),
                Some(mask) => obstacles.push(mask),
            }
        }
        None
    }
}

type Point = (i16, i16);

fn point(game: &BoardGame, cell: usize) -> Point {
    let cell = game.shape().cells()[cell];
    (i16::from(cell.column), i16::from(cell.row))
}

fn least(a: Point, b: Point) -> Point {
    (a.0.min(b.0), a.1.min(b.1))
}

/// The least rectangle that holds some stones.
struct Extent {
    least: Point,
    greatest: Point,
}

impl Extent {
    fn of(game: &BoardGame, stones: u64) -> Option<Extent> {
        let points = || bits(stones).map(|cell| point(game, cell));
        Some(Extent {
            least: points().reduce(least)?,
            greatest: points().reduce(|a, b| (a.0.max(b.0), a.1.max(b.1)))?,
        })
    }
}

/// The number of the image of each cell, 64 if there is none.
type Images = [u8; 64];

/// Returns the shift that may move the image of the stones under a map onto the stones; `None` if the shifted map would
/// not be its own inverse.
fn shift(
    game: &BoardGame,
    stones: u64,
    extent: &Extent,
    map @ [right, down]: [Point; 2],
) -> Option<Point> {
    let corner = extent.least;
    let corner_of_images = if right.0 * down.0 == 0 && right.1 * down.1 == 0 {
        // Rectangles become rectangles.
        least(image(map, corner), image(map, extent.greatest))
    } else {
        let images = bits(stones).map(|cell| image(map, point(game, cell)));
        images.reduce(least)?
    };
    let shift = (corner.0 - corner_of_images.0, corner.1 - corner_of_images.1);
    // Applied twice, the map only moves the stones by the shift and its image.
    let back = image(map, shift);
    ((back.0 + shift.0, back.1 + shift.1) == (0, 0)).then_some(shift)
}

fn images(game: &BoardGame, shift: Point, map: [Point; 2]) -> Images {
    let mut images = [64; 64];
    for (cell, number) in images
        .iter_mut()
        .enumerate()
        .take(game.shape().cells().len())
    {
        let (x, y) = image(map, point(game, cell));
        *number = game
            .shape()
            .number_at(x + shift.0, y + shift.1)
            .unwrap_or(64);
    }
    images
}

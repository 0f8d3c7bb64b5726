//! Answering every move by its image: a proof that a position is lost, in normal play.

use crate::boards::cell::bits;
use crate::boards::game::BoardGame;
use crate::boards::shape::CellLattice;

/// The maps of a lattice that are their own inverses, without the identity, with their names.
fn reflections(lattice: CellLattice) -> &'static [([(i16, i16); 2], &'static str)] {
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

/// A symmetry by which the second player answers every move from `stones` with its image, and so
/// moves last: its name.
///
/// Let σ be a map of the stones onto themselves with σσ = 1 that maps moves to moves, and let no
/// move from the position meet its own image. After a move m and the answer σ(m), which is still
/// there, σ maps what is left onto itself, and its moves are among those from before; so there is
/// always an answer, and the position is a P-position in normal play. In misère play this proves
/// nothing: whoever answers last loses.
pub fn pairing(game: &BoardGame, stones: u64) -> Option<&'static str> {
    Pairings::new(game).of(stones)
}

/// Looks for such symmetries of many positions of a board. The few moves that keep a map from being
/// one do so in most positions: they are asked first.
pub struct Pairings<'a> {
    game: &'a BoardGame,
    /// For each map the moves that were in its way.
    obstacles: Vec<Vec<u64>>,
}

impl Pairings<'_> {
    /// Nothing is known of this board yet.
    #[must_use]
    pub fn new(game: &BoardGame) -> Pairings<'_> {
        let maps = reflections(game.shape().lattice()).len();
        Pairings {
            game,
            obstacles: vec![Vec::new(); maps],
        }
    }

    /// What [`pairing`] says of these stones: at most all moves of them are gone through for each map.
    pub fn of(&mut self, stones: u64) -> Option<&'static str> {
        let taking = self.game.taking();
        let extent = Extent::of(self.game, stones)?;
        let maps = reflections(self.game.shape().lattice()).iter();
        for ((map, name), obstacles) in maps.zip(&mut self.obstacles) {
            let Some(images) = image_of_stones(self.game, stones, &extent, *map) else {
                continue;
            };
            let is_in_the_way = |&mask: &u64| {
                let image = bits(mask).fold(0u64, |image, cell| image | 1 << images[cell]);
                image & mask != 0 || taking.masks().binary_search(&image).is_err()
            };
            let mut known = obstacles.iter().filter(|&mask| mask & !stones == 0);
            if known.any(is_in_the_way) {
                continue;
            }
            match taking.moves(stones).find(is_in_the_way) {
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

/// The image of each stone under a map that is its own inverse, moved so that the stones come to
/// lie on themselves; `None` if they do not.
fn image_of_stones(
    game: &BoardGame,
    stones: u64,
    extent: &Extent,
    [right, down]: [Point; 2],
) -> Option<[u8; 64]> {
    let image = |(x, y): Point| (x * right.0 + y * down.0, x * right.1 + y * down.1);
    let corner = extent.least;
    let corner_of_images = if right.0 * down.0 == 0 && right.1 * down.1 == 0 {
        // Rectangles become rectangles.
        least(image(corner), image(extent.greatest))
    } else {
        let images = bits(stones).map(|cell| image(point(game, cell)));
        images.reduce(least)?
    };
    let shift = (corner.0 - corner_of_images.0, corner.1 - corner_of_images.1);
    // Applied twice, the map only moves the stones by the shift and its image.
    let back = image(shift);
    if (back.0 + shift.0, back.1 + shift.1) != (0, 0) {
        return None;
    }
    let mut images = [0; 64];
    for cell in bits(stones) {
        let (x, y) = image(point(game, cell));
        let number = game.shape().number_at(x + shift.0, y + shift.1)?;
        if stones >> number & 1 == 0 {
            return None;
        }
        images[cell] = number;
    }
    Some(images)
}

//! Components of a board, identified by their shapes in the plane.

use foldhash::HashMap;

use crate::placing::{Forms, MoveCells, Numbers, Pairing, moves_of, place};
use nimfield_core::families::placing::{LinearMap, Placement, Placing, image};
use nimfield_core::families::ray::bits;
use nimfield_core::families::taking::Taking;

/// The most moves of a game that is examined.
const MOST_MASKS: usize = 1 << 13;

const IDENTITY: LinearMap = [(1, 0), (0, 1)];
const HALF_TURN: LinearMap = [(-1, 0), (0, -1)];

/// The plane of a board whose rules are the same everywhere: the image of a move under translations, and under the
/// rotations and reflections found here, is a move if it is on the board.
///
/// So components that such maps transform into each other are equivalent, wherever they are.
pub struct Plane {
    forms: Forms,
    /// The moves, and the half turn if it preserves the rules, in the cells of `forms`.
    moves: Vec<MoveCells<u128>>,
    half_turn: Pairing,
}

impl Plane {
    /// Returns the plane of a game with known places of its cells, if its rules are the same everywhere and the board
    /// fits into 128 places.
    pub fn of(game: &Taking) -> Option<Plane> {
        let places = game.places()?;
        let cells: HashMap<(i16, i16), usize> = places.iter().copied().zip(0..).collect();
        if cells.len() < places.len() || game.masks().len() > MOST_MASKS {
            return None;
        }
        // Whether a map turns every move into a move, at every place of the board.
        let keeps_rules = |&map: &LinearMap| {
            game.masks().iter().all(|&mask| {
                let images: Vec<_> = bits(mask).map(|cell| image(map, places[cell])).collect();
                let (x, y) = images[0];
                places.iter().all(|&(to_x, to_y)| {
                    let at = |&(a, b): &(i16, i16)| cells.get(&(a - x + to_x, b - y + to_y));
                    let moved = images
                        .iter()
                        .map(|place| at(place).map(|cell| 1u64 << cell));
                    let moved = moved.sum::<Option<u64>>();
                    moved.is_none_or(|moved| game.masks().binary_search(&moved).is_ok())
                })
            })
        };
        if !keeps_rules(&IDENTITY) {
            return None;
        }
        let maps = largest_group(keeps_rules);
        let half_turn = maps.iter().copied().filter(|&map| map == HALF_TURN);
        let half_turn: Vec<LinearMap> = half_turn.collect();
        let placement = |&mask: &u64| Placement {
            needs: mask.into(),
            removes: mask.into(),
            player: None,
        };
        let placing = |maps: &[LinearMap]| {
            let placements = game.masks().iter().map(placement).collect();
            Placing::on_plane(places, placements, maps).expect("moves of few cells on the board")
        };
        let numbers = Numbers::new(&placing(&maps));
        let plane = Plane {
            moves: moves_of(&placing(&[]), &numbers.bits),
            half_turn: Pairing::new(&placing(&half_turn), &numbers),
            forms: Forms::numbered(&placing(&maps), numbers),
        };
        plane.forms.see_places().then_some(plane)
    }

    /// Returns a number for the shape of a component: the same for components that a map transforms into each other.
    pub fn lie(&self, part: u64) -> u128 {
        self.forms.key(part.into())
    }

    /// Returns whether the half turn maps the component to itself and no move to an overlapping one: then every move
    /// can be answered by its image.
    pub fn is_reflected(&self, part: u64) -> bool {
        let part = place(part.into(), &self.forms.numbers.bits);
        self.half_turn.answers(part, &self.moves).is_some()
    }
}

/// Returns the largest group of maps that preserve the rules, among those of the square lattice and of the hexagonal
/// lattice in both coordinate systems: the maps that preserve x² + kxy + y².
fn largest_group(keeps_rules: impl Fn(&LinearMap) -> bool) -> Vec<LinearMap> {
    let entry = |number: i16, place: u32| number / 3i16.pow(place) % 3 - 1;
    let all = (0..81).map(|number| [0, 1, 2, 3].map(|place| entry(number, place)));
    let all: Vec<LinearMap> = all.map(|[a, b, c, d]| [(a, c), (b, d)]).collect();
    let mut best = vec![IDENTITY];
    for k in [0, 1, -1] {
        let form = |(x, y): (i16, i16)| x * x + k * x * y + y * y;
        let keeps_form = |&[right, down]: &LinearMap| {
            let diagonal = (right.0 + down.0, right.1 + down.1);
            form(right) == 1 && form(down) == 1 && form(diagonal) == form((1, 1))
        };
        let lattice = all.iter().copied().filter(keeps_form);
        if lattice.clone().count() <= best.len() {
            continue;
        }
        let maps: Vec<LinearMap> = lattice.filter(&keeps_rules).collect();
        let after = |first: &LinearMap, second: &LinearMap| first.map(|step| image(*second, step));
        let mut pairs = maps
            .iter()
            .flat_map(|one| maps.iter().map(move |two| (one, two)));
        if maps.len() > best.len() && pairs.all(|(one, two)| maps.contains(&after(one, two))) {
            best = maps;
        }
    }
    best
}

//! The second player's strategy of answering by reflection.

use std::collections::HashMap;

use nimfield_core::families::placing::{Layout, LinearMap, Placing, image};

use super::forms::{Numbers, bounds, places};
use super::word::{MoveCells, Word, moves_of, place};

/// A symmetry of order two of free cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reflection {
    /// A linear map, and a shift.
    Linear(LinearMap),
    /// A permutation of the cells.
    Permutation,
}

/// Finds components in which the second player can answer every move by its image.
#[derive(Clone, Debug)]
pub(crate) struct Pairing {
    /// The places of the cells.
    places: Vec<(i16, i16)>,
    /// The cell at each place.
    cells: HashMap<(i16, i16), u8, foldhash::fast::FixedState>,
    /// Each map of order two, with the images of the cells.
    maps: Vec<(Reflection, Vec<(i16, i16)>)>,
    /// Whether the game is invariant under translations.
    moves: bool,
}

impl Pairing {
    pub(crate) fn new(placing: &Placing, numbers: &Numbers) -> Pairing {
        let (places, maps): (_, Vec<_>) = match placing.layout() {
            Layout::Plane { maps, .. } => {
                let turns_back = |&&map: &&LinearMap| {
                    let twice = |place| image(map, image(map, place)) == place;
                    twice((1, 0)) && twice((0, 1)) && map != [(1, 0), (0, 1)]
                };
                let images = |&map: &LinearMap| {
                    let places = numbers.places.iter();
                    let images = places.map(|&place| image(map, place)).collect();
                    (Reflection::Linear(map), images)
                };
                let maps = maps.iter().filter(turns_back).map(images).collect();
                (numbers.places.clone(), maps)
            }
            Layout::Symmetries(symmetries) => {
                let turns_back = |p: &&Vec<u8>| {
                    let mut cells = (0u8..).zip(p.iter());
                    let moved = cells.clone().any(|(from, &to)| to != from);
                    moved && cells.all(|(from, &to)| p[usize::from(to)] == from)
                };
                // The cells are treated as a row.
                let row = |cells: &Vec<u8>| -> Vec<_> {
                    cells.iter().map(|&cell| (cell.into(), 0)).collect()
                };
                let maps = symmetries.iter().filter(turns_back).map(row);
                let maps = maps.map(|images| (Reflection::Permutation, images));
                (row(&numbers.bits), maps.collect())
            }
        };
        let cell = |&bit: &u8| (places[usize::from(bit)], bit);
        Pairing {
            cells: numbers.bits.iter().map(cell).collect(),
            places,
            maps,
            moves: matches!(placing.layout(), Layout::Plane { .. }),
        }
    }

    /// Returns a symmetry of order two that maps the component to itself so that no legal move keeps its own image from
    /// being made: then the second player wins, move by move. The component has the legal ones of these moves.
    pub(crate) fn answers<W: Word>(
        &self,
        component: W,
        moves: &[MoveCells<W>],
    ) -> Option<Reflection> {
        let [left, right, top, bottom] = bounds(component, &self.places);
        let mut maps = self.maps.iter();
        let found = maps.find(|(_, images)| {
            let [from, to, above, below] = bounds(component, images);
            let fits = to - from == right - left && below - above == bottom - top;
            if !fits || !self.moves && from != left {
                return false;
            }
            // The image of a set, if the component contains it.
            let reflected = |set: W| {
                places(set, images).try_fold(W::zero(), |image, (x, y)| {
                    let place = (x - from + left, y - above + top);
                    let cell = W::cell(usize::from(*self.cells.get(&place)?));
                    component.meets(cell).then_some(image | cell)
                })
            };
            let mut legal = moves.iter().filter(|mv| mv.needs.is_within(component));
            reflected(component).is_some()
                && legal.all(|mv| reflected(mv.needs).is_some_and(|image| !image.meets(mv.removes)))
        });
        found.map(|&(reflection, _)| reflection)
    }
}

/// Returns a symmetry of order two of the free cells with which the second player wins, in normal play, by answering
/// every move with its image; `None` without moves, or if no such symmetry is found.
///
/// # Source
/// The strategy of Tweedledum and Tweedledee: E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapter 1.
#[must_use]
pub fn answered_by_reflection(placing: &Placing, free: u128) -> Option<Reflection> {
    let live = placing.legal(free).fold(0, |live, p| live | p.needs);
    let numbers = Numbers::new(placing);
    let moves = moves_of::<u128>(placing, &numbers.bits);
    let pairing = Pairing::new(placing, &numbers);
    let component = (live != 0).then(|| place(live, &numbers.bits))?;
    pairing.answers(component, &moves)
}

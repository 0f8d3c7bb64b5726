//! The second player's strategy of answering by reflection.

use std::collections::HashMap;

use nimfield_core::families::placing::{Layout, LinearMap, Placement, Placing, image, permute};

use super::forms::{bounds, places};

/// Finds components in which the second player can answer every move by its image.
#[derive(Clone, Debug)]
pub(super) struct Pairing {
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Where the cells lie, which cell lies where, and for each map of order two the images of the cells.
    Plane {
        places: Vec<(i16, i16)>,
        cells: HashMap<(i16, i16), u8, foldhash::fast::FixedState>,
        maps: Vec<Vec<(i16, i16)>>,
    },
    /// Permutations of order two.
    Symmetries(Vec<Vec<u8>>),
}

impl Pairing {
    pub(super) fn new(placing: &Placing) -> Pairing {
        let kind = match placing.layout() {
            Layout::Plane { places: at, maps } => {
                let turns_back = |&&map: &&LinearMap| {
                    let twice = |place| image(map, image(map, place)) == place;
                    twice((1, 0)) && twice((0, 1)) && map != [(1, 0), (0, 1)]
                };
                let images = |&map: &LinearMap| at.iter().map(|&place| image(map, place)).collect();
                Kind::Plane {
                    places: at.clone(),
                    cells: at.iter().copied().zip(0..).collect(),
                    maps: maps.iter().filter(turns_back).map(images).collect(),
                }
            }
            Layout::Symmetries(symmetries) => {
                let turns_back = |p: &&Vec<u8>| {
                    let mut cells = (0u8..).zip(p.iter());
                    let moved = p.iter().zip(0u8..).any(|(&to, from)| to != from);
                    moved && cells.all(|(from, &to)| p[usize::from(to)] == from)
                };
                Kind::Symmetries(symmetries.iter().filter(turns_back).cloned().collect())
            }
        };
        Pairing { kind }
    }

    /// Returns whether a symmetry of order two maps the component to itself and no legal move keeps its own image
    /// from being made: then the second player wins, move by move.
    pub(super) fn wins_second(&self, component: u128, legal: &[Placement]) -> bool {
        match &self.kind {
            Kind::Plane {
                places,
                cells,
                maps,
            } => maps.iter().any(|images| {
                let (from, to) = (bounds(component, images), bounds(component, places));
                if from[1] - from[0] != to[1] - to[0] || from[3] - from[2] != to[3] - to[2] {
                    return false;
                }
                // The image of a set, if the component contains it.
                let reflected = |set: u128| {
                    let mut moved = self::places(set, images);
                    moved.try_fold(0u128, |image, (x, y)| {
                        let place = (x - from[0] + to[0], y - from[2] + to[2]);
                        let cell = cells
                            .get(&place)
                            .filter(|&&cell| component >> cell & 1 == 1)?;
                        Some(image | 1 << cell)
                    })
                };
                reflected(component).is_some()
                    && legal.iter().all(|p| {
                        reflected(p.needs & component).is_some_and(|image| image & p.removes == 0)
                    })
            }),
            Kind::Symmetries(symmetries) => symmetries.iter().any(|permutation| {
                permute(component, permutation) == component
                    && (legal.iter()).all(|p| permute(p.needs, permutation) & p.removes == 0)
            }),
        }
    }
}

/// Returns whether the second player wins, in normal play, by answering every move with its image under a symmetry
/// of order two of the free cells.
///
/// # Source
/// The strategy of Tweedledum and Tweedledee: E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapter 1.
#[must_use]
pub fn answered_by_reflection(placing: &Placing, free: u128) -> bool {
    let legal: Vec<Placement> = placing.legal(free).copied().collect();
    let live = legal.iter().fold(0, |live, p| live | p.needs);
    live == 0 || Pairing::new(placing).wins_second(live, &legal)
}

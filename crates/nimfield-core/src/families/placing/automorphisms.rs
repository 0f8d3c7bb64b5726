//! The permutations of the cells that keep the moves of a placing game, by backtracking.

use std::collections::{HashMap, HashSet};

use super::placement::{Placement, permute};

/// The most symmetries to find: more would cost a search more than they save.
const MOST_SYMMETRIES: usize = 48;

/// The most images of cells to try before giving up on further symmetries.
const MOST_STEPS: usize = 1 << 20;

/// Returns symmetries of the moves, the identity first. Some are missing if there are very many, or if they are
/// hard to find.
pub(super) fn of(cells: usize, placements: &[Placement]) -> Vec<Vec<u8>> {
    let relations = relations(cells, placements);
    let moves: HashSet<Placement> = placements.iter().copied().collect();
    let mut search = Search {
        cells,
        order: order(cells, &relations),
        relations,
        moves,
        image: vec![0; cells],
        used: 0,
        steps: MOST_STEPS,
        found: vec![(0..cells as u8).collect()],
    };
    search.extend(0);
    search.found
}

/// Returns a number for each pair of cells that symmetries preserve: how the moves relate them.
fn relations(cells: usize, placements: &[Placement]) -> Vec<u64> {
    let mut relations = vec![0u64; cells * cells];
    let each = |set: u128| (0..cells).filter(move |&cell| set >> cell & 1 == 1);
    for p in placements {
        let player = p.player.map_or(0, |player| player as u64 + 1);
        let kind = u64::from(p.needs.count_ones()) << 16 | u64::from(p.removes.count_ones());
        for one in each(p.removes) {
            let needs_one = p.needs >> one & 1 == 1;
            for other in each(p.removes) {
                let needs_other = p.needs >> other & 1 == 1;
                let roles = u64::from(needs_one) << 1 | u64::from(needs_other);
                let what = ((kind << 2 | player) << 2 | roles) + 1;
                let relation = &mut relations[one * cells + other];
                // Sums of mixed words do not depend on the order of the moves.
                let mixed = what.wrapping_mul(0x9E37_79B9_7F4A_7C15);
                *relation = relation.wrapping_add(mixed ^ mixed >> 29);
            }
        }
    }
    relations
}

/// Returns the cells in an order in which each is related to an earlier one, where that is possible.
fn order(cells: usize, relations: &[u64]) -> Vec<usize> {
    let mut counts: HashMap<u64, usize> = HashMap::new();
    for cell in 0..cells {
        *counts.entry(relations[cell * cells + cell]).or_default() += 1;
    }
    let rarity = |cell: usize| counts[&relations[cell * cells + cell]];
    let mut left: Vec<usize> = (0..cells).collect();
    let mut order = Vec::with_capacity(cells);
    while !left.is_empty() {
        let related = |cell: usize| {
            let earlier = order.iter();
            earlier
                .filter(|&&other: &&usize| relations[cell * cells + other] != 0)
                .count()
        };
        let best =
            (0..left.len()).max_by_key(|&i| (related(left[i]), usize::MAX - rarity(left[i])));
        order.push(left.remove(best.unwrap_or(0)));
    }
    order
}

struct Search {
    cells: usize,
    order: Vec<usize>,
    relations: Vec<u64>,
    moves: HashSet<Placement>,
    image: Vec<u8>,
    used: u128,
    steps: usize,
    found: Vec<Vec<u8>>,
}

impl Search {
    fn relation(&self, one: usize, other: usize) -> u64 {
        self.relations[one * self.cells + other]
    }

    /// Gives an image to the cell at this place of the order, and to all that follow.
    fn extend(&mut self, place: usize) {
        let Some(&cell) = self.order.get(place) else {
            let keeps = |p: &Placement| {
                self.moves.contains(&Placement {
                    needs: permute(p.needs, &self.image),
                    removes: permute(p.removes, &self.image),
                    player: p.player,
                })
            };
            if self.moves.iter().all(keeps) && !self.found.contains(&self.image) {
                self.found.push(self.image.clone());
            }
            return;
        };
        for to in 0..self.cells {
            if self.found.len() == MOST_SYMMETRIES || self.steps == 0 {
                return;
            }
            if self.used >> to & 1 == 1 {
                continue;
            }
            self.steps -= 1;
            let fits = |&earlier: &usize| {
                let image = usize::from(self.image[earlier]);
                self.relation(cell, earlier) == self.relation(to, image)
                    && self.relation(earlier, cell) == self.relation(image, to)
            };
            if self.relation(cell, cell) == self.relation(to, to)
                && self.order[..place].iter().all(fits)
            {
                self.image[cell] = to as u8;
                self.used |= 1 << to;
                self.extend(place + 1);
                self.used &= !(1 << to);
            }
        }
    }
}

//! The choice of a layout: the order of the cells in the index of a table.

use super::inword::InWord;
use super::plan::{BLOCK, Group, Mirror, Plan, Signature, Upper, WORD, WORDS, Within};
use nimfield_core::families::ray::bits;
use nimfield_core::families::taking::{Taking, permute};

/// The most batch cells.
const BATCH: u32 = 8;
/// The most top cells.
const TOP: u32 = 6;

/// The cells of a block that moves take: those that choose the word, and those in the word.
type Lows = Vec<(u8, u8)>;

impl Plan {
    /// Finds the layout with the least estimated work.
    pub(super) fn new(game: &Taking) -> Plan {
        let involutions = game.symmetries().iter().filter(|p| is_involution(p));
        let layouts = involutions.map(Some).chain([None]);
        let layouts = layouts.map(|mirror| Layout::grown(game, mirror));
        let best = layouts.min_by(|a, b| a.cost.total_cmp(&b.cost));
        best.expect("there is the layout without symmetry")
            .plan(game)
    }

    /// Returns a layout in a fraction of the time, without symmetry.
    pub(super) fn quick(game: &Taking) -> Plan {
        Layout::grown(game, None).plan(game)
    }

    /// Returns the same layout with fewer batch cells, so that at least `high` cells are outer ones; `None` if the
    /// board has too few cells above the block, or the symmetry mixes them with the others.
    pub(super) fn with_outer(&self, game: &Taking, high: u32) -> Option<Plan> {
        let above = self.cells.checked_sub(BLOCK + high)?;
        if !self.keeps(self.cells - high) {
            return None;
        }
        let batch = (0..=above.min(self.batch_cells)).rev();
        let batch = batch.into_iter().find(|batch| self.keeps(BLOCK + batch))?;
        let layout = Layout {
            order: self.order.clone(),
            batch,
            top: self.top_cells,
            mirror: self.mirror.as_ref().map(|mirror| mirror.cells.clone()),
            cost: 0.0,
        };
        Some(layout.plan(game))
    }
}

fn is_involution(permutation: &[u8]) -> bool {
    let twice = permutation.iter().map(|&to| permutation[to as usize]);
    let moved = (0..).zip(permutation).any(|(from, &to)| from != to);
    moved && (0..).zip(twice).all(|(from, to)| from == to)
}

/// The order of the cells, and its cost.
struct Layout {
    order: Vec<u8>,
    batch: u32,
    top: u32,
    mirror: Option<Vec<u8>>,
    cost: f64,
}

/// Returns the frequency of a move that takes this many stones above the place in question.
fn weight(cells: u64) -> f64 {
    0.5f64.powi(cells.count_ones() as i32)
}

impl Layout {
    /// Grows the layout from below: always adds the cells that leave the fewest moves between chosen cells and others.
    fn grown(game: &Taking, mirror: Option<&Vec<u8>>) -> Layout {
        let image = |cell: u32| mirror.map_or(cell, |p| u32::from(p[cell as usize]));
        let mut orbits: Vec<u64> = (0..game.cells())
            .filter(|&cell| cell <= image(cell))
            .map(|cell| 1 << cell | 1 << image(cell))
            .collect();
        let block = BLOCK.min(game.cells());
        let mut sequence: Vec<u64> = Vec::new();
        let mut chosen = 0u64;
        while !orbits.is_empty() {
            let size = chosen.count_ones();
            // A block must be filled exactly.
            let room = if size < block { block - size } else { 64 };
            let crossing = |orbit: &u64| -> f64 {
                let set = chosen | orbit;
                let crossing = game
                    .masks()
                    .iter()
                    .filter(|&&m| m & set != 0 && m & !set != 0);
                crossing.map(|m| weight(*m)).sum()
            };
            let singles = orbits.iter().filter(|o| o.count_ones() == 1).count();
            // A single cell at an odd place needs another one to complete the block.
            let fits = |orbit: &u64| match orbit.count_ones() {
                1 if size < block => room % 2 == 1 || singles >= 2,
                2 => room >= 2,
                _ => true,
            };
            let candidates = (0..orbits.len()).filter(|&i| fits(&orbits[i]));
            let best =
                candidates.min_by(|&i, &j| crossing(&orbits[i]).total_cmp(&crossing(&orbits[j])));
            // If none fits, the block stays incomplete, whichever comes next.
            let orbit = orbits.remove(best.unwrap_or(0));
            chosen |= orbit;
            sequence.push(orbit);
        }
        Layout::arranged(game, mirror, &sequence)
    }

    /// Arranges the layout with the cells in this order, with the block and the word within it chosen from the first
    /// ones.
    fn arranged(game: &Taking, mirror: Option<&Vec<u8>>, sequence: &[u64]) -> Layout {
        let block_size = BLOCK.min(game.cells());
        let mut count = 0;
        let block_orbits = sequence.iter().take_while(|orbit| {
            count += orbit.count_ones();
            count <= block_size
        });
        let block_orbits: Vec<u64> = block_orbits.copied().collect();
        let block: u64 = block_orbits.iter().sum();
        let above = &sequence[block_orbits.len()..];
        let inside: Vec<u64> = game
            .masks()
            .iter()
            .copied()
            .filter(|m| m & !block == 0)
            .collect();
        let (word, in_block_cost) = best_word(&block_orbits, block_size, &inside);
        let mut order = ordered_word(word, &inside);
        let rest = block_orbits.iter().filter(|&orbit| orbit & word == 0);
        order.extend(rest.chain(above).flat_map(|orbit| cells_of(*orbit)));

        let hi = game.cells().saturating_sub(BLOCK);
        let mut batch = 0;
        for orbit in above {
            if batch < BATCH {
                batch += orbit.count_ones();
            }
        }
        let mut top = 0;
        for orbit in above.iter().rev() {
            if top + orbit.count_ones() > TOP.min(hi - batch) {
                break;
            }
            top += orbit.count_ones();
        }
        let top_set: u64 = order[order.len() - top as usize..]
            .iter()
            .fold(0, |set, c| set | 1 << c);

        let mut cost = in_block_cost;
        for &mask in game.masks() {
            let (upper, low) = (mask & !block, mask & block);
            cost += match (upper, low) {
                (0, _) => 0.0,
                (_, 0) => 12.0 * weight(upper),
                (_, _) if mask & word == 0 => 50.0 * weight(upper),
                (_, _) => 70.0 * weight(upper),
            };
            if upper & top_set != 0 {
                cost += 30.0 * weight(upper);
            }
        }
        if mirror.is_some() {
            cost = 0.5 * cost + 100.0;
        }
        Layout {
            order,
            batch,
            top,
            mirror: mirror.cloned(),
            cost,
        }
    }

    /// Returns the plan of a board with this layout.
    fn plan(self, game: &Taking) -> Plan {
        let cells = game.cells();
        let mut place = vec![0; cells as usize];
        for (to, &cell) in self.order.iter().enumerate() {
            place[cell as usize] = to as u8;
        }
        let masks: Vec<u64> = game.masks().iter().map(|&m| permute(m, &place)).collect();
        let batch_cells = self.batch;
        let outer_cells = cells.saturating_sub(BLOCK) - batch_cells;

        let mut words: [u8; WORDS] = std::array::from_fn(|w| w as u8);
        words.sort_by_key(|word| word.count_ones());
        let mut in_word = Vec::new();
        let mut plain = vec![Vec::new(); WORDS];
        let mut shifted = vec![Vec::new(); WORDS];
        // The lower parts for each upper part.
        let mut by_upper: Vec<(Upper, Lows)> = Vec::new();
        let mut sorted = masks.clone();
        sorted.sort_unstable();
        for &mask in &sorted {
            let low = ((mask >> WORD & 63) as u8, (mask & 63) as u8);
            let upper = Upper {
                batch: (mask >> BLOCK) as u32 & ((1 << batch_cells) - 1),
                outer: (mask >> (BLOCK + batch_cells)) as u32,
            };
            match low {
                _ if mask >> BLOCK != 0 => match by_upper.last_mut() {
                    Some((last, lows)) if *last == upper => lows.push(low),
                    _ => by_upper.push((upper, vec![low])),
                },
                (0, bits) => in_word.push(bits),
                (word, bits) => {
                    for w in (0..WORDS as u8).filter(|w| w & word == word) {
                        match bits {
                            0 => plain[w as usize].push(w ^ word),
                            bits => shifted[w as usize].push((w ^ word, bits)),
                        }
                    }
                }
            }
        }
        by_upper.sort_unstable_by(|(a, a_lows), (b, b_lows)| (a_lows, a).cmp(&(b_lows, b)));
        let mut kinds: Vec<(Lows, Vec<Upper>)> = Vec::new();
        // The kind that takes nothing of the block comes first, even if there is no such move.
        kinds.push((vec![(0, 0)], Vec::new()));
        for (upper, lows) in by_upper {
            match kinds.last_mut() {
                Some((last, uppers)) if *last == lows => uppers.push(upper),
                _ => kinds.push((lows, vec![upper])),
            }
        }
        let mut signatures = Vec::new();
        let mut groups: Vec<Group> = Vec::new();
        for (lows, uppers) in kinds {
            let first = groups.len();
            if first == 0 {
                groups.push(Group {
                    batch: 0,
                    outer: Vec::new(),
                });
            }
            for upper in uppers {
                match groups[first..].last_mut() {
                    Some(group) if group.batch == upper.batch => group.outer.push(upper.outer),
                    _ => groups.push(Group {
                        batch: upper.batch,
                        outer: vec![upper.outer],
                    }),
                }
            }
            let mut parts: Vec<(u8, Vec<u8>)> = Vec::new();
            for &(word, bits) in lows.iter().filter(|low| **low != (0, 0)) {
                match parts.last_mut() {
                    Some((last, sets)) if *last == word => sets.push(bits),
                    _ => parts.push((word, vec![bits])),
                }
            }
            signatures.push(Signature {
                nothing: lows.contains(&(0, 0)),
                parts,
                groups: first..groups.len(),
            });
        }
        let batch_sets = 0..1u32 << batch_cells;
        let within = |set: u32| {
            let signatures =
                (0..)
                    .zip(&signatures)
                    .map(|(number, signature): (u32, &Signature)| {
                        let usable = |g: &usize| *g > 0 && groups[*g].batch & !set == 0;
                        let usable = signature.groups.clone().filter(usable);
                        Within {
                            signature: number,
                            groups: usable.map(|g| g as u32).collect(),
                        }
                    });
            signatures
                .filter(|within| !within.groups.is_empty())
                .collect()
        };
        let within = batch_sets.clone().map(within).collect();

        let mirror = self.mirror.clone().map(|mirror| {
            // The symmetry as a permutation of places.
            let mut image: Vec<u8> = (0..cells.max(BLOCK) as u8).collect();
            for (to, &cell) in self.order.iter().enumerate() {
                image[to] = place[mirror[cell as usize] as usize];
            }
            let shifted = |from: u32, len: u32| -> Vec<u8> {
                let part = &image[from as usize..(from + len) as usize];
                part.iter().map(|&to| to - from as u8).collect()
            };
            let word = shifted(0, WORD);
            let block = shifted(WORD, BLOCK - WORD);
            let batch = shifted(BLOCK, batch_cells);
            let swaps = (0..WORD as u8).map(|a| (a, word[a as usize]));
            Mirror {
                swaps: swaps.filter(|(a, b)| a < b).collect(),
                words: std::array::from_fn(|w| permute(w as u64, &block) as u8),
                batch: batch_sets
                    .clone()
                    .map(|set| permute(u64::from(set), &batch) as u32)
                    .collect(),
                outer: shifted(BLOCK + batch_cells, outer_cells),
                cells: mirror,
            }
        });
        let batches = |keep: &dyn Fn(u32) -> bool| -> Vec<Vec<u32>> {
            let by_size = (0..=batch_cells).map(|size| {
                let sets = batch_sets.clone().filter(|set| set.count_ones() == size);
                sets.filter(|set| keep(*set)).collect::<Vec<u32>>()
            });
            let parts = by_size.flat_map(|sets| {
                let parts = sets.chunks(8).map(<[u32]>::to_vec);
                parts.collect::<Vec<Vec<u32>>>()
            });
            parts.collect()
        };
        let half = |set: u32| match &mirror {
            Some(mirror) => set <= mirror.batch[set as usize],
            None => true,
        };
        Plan {
            cells,
            order: self.order,
            batch_cells,
            outer_cells,
            top_cells: self.top,
            in_word: InWord::new(&in_word),
            words,
            plain,
            shifted,
            signatures,
            groups,
            within,
            batches: batches(&|_| true),
            half_batches: batches(&half),
            singles: (0..cells).all(|cell| game.masks().binary_search(&(1 << cell)).is_ok()),
            mirror,
            masks,
        }
    }
}

/// Returns the cells of a set, ascending.
fn cells_of(set: u64) -> impl Iterator<Item = u8> {
    bits(set).map(|cell| cell as u8)
}

/// Returns the best cells of the word within a block, and the resulting cost of the moves inside the block (`inside`).
fn best_word(orbits: &[u64], block: u32, inside: &[u64]) -> (u64, f64) {
    let size = WORD.min(block);
    let mut best = (0, f64::INFINITY);
    for choice in 0u32..1 << orbits.len() {
        let chosen = (0..orbits.len()).filter(|i| choice >> i & 1 == 1);
        let word: u64 = chosen.map(|i| orbits[i]).sum();
        if word.count_ones() != size {
            continue;
        }
        let cost = word_cost(word, inside);
        if cost < best.1 {
            best = (word, cost);
        }
    }
    best
}

/// Returns the cost of the moves inside a block, per block.
fn word_cost(word: u64, inside: &[u64]) -> f64 {
    let outside = inside.iter().filter(|&&m| m & !word != 0);
    let outside: f64 = outside
        .map(|&m| weight(m & !word) * if m & word == 0 { 3.0 } else { 6.0 })
        .sum();
    let order = ordered_word(word, inside);
    let in_word = InWord::new(&word_masks(&order, inside));
    // 64 words of eight blocks at a time, two instructions per cycle.
    8.0 * (0.5 * in_word.cost() + outside)
}

/// Returns the cells of a word in the best order for its moves.
fn ordered_word(word: u64, inside: &[u64]) -> Vec<u8> {
    let cells: Vec<u8> = cells_of(word).collect();
    let order = InWord::order(&word_masks(&cells, inside));
    let order = order.iter().filter_map(|&i| cells.get(i as usize));
    order.copied().collect()
}

/// Returns the moves within a word as sets of its places.
fn word_masks(cells: &[u8], inside: &[u64]) -> Vec<u8> {
    let word: u64 = cells.iter().fold(0, |word, c| word | 1 << c);
    let masks = inside.iter().filter(|&&m| m & !word == 0);
    masks
        .map(|m| {
            let places = (0..cells.len()).filter(|&i| m >> cells[i] & 1 == 1);
            places.fold(0, |set, i| set | 1 << i)
        })
        .collect()
}

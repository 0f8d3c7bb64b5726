//! The owners of the pieces, and the place where these are written.

use super::super::division::PieceDivision;

/// The place where the pieces are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// All processes are on one machine and write to the same folder.
    Shared,
    /// Process 0 has the folder, and the others send their pieces there.
    Sent,
}

/// The owner of each piece. A piece and its image have the same one.
pub(super) struct Shares {
    owner: Vec<u16>,
}

/// The factor by which a share may exceed the mean, if that reduces communication.
const UNEVEN: f64 = 1.04;

impl Shares {
    /// Distributes the pieces by a few of the high cells, chosen so that the shares are even and few moves lead from
    /// one share to another.
    pub(super) fn new(cut: &PieceDivision, processes: usize) -> Shares {
        let orbits = orbits(cut);
        let least = processes.next_power_of_two().trailing_zeros();
        let best = (0..1u32 << orbits.len())
            .map(|chosen| {
                let chosen = (0..orbits.len()).filter(|i| chosen >> i & 1 == 1);
                chosen.fold(0, |cells, i| cells | orbits[i])
            })
            .filter(|cells| {
                let count = cells.count_ones();
                (least..=least + MORE).contains(&count) || *cells == cut.pieces() as u32 - 1
            })
            .map(|cells| Deal::new(cut, cells, processes))
            .min_by(|a, b| {
                let even = |deal: &Deal| deal.uneven <= UNEVEN;
                (!even(a)).cmp(&!even(b)).then(match even(a) {
                    true => a.cost.total_cmp(&b.cost),
                    false => a.uneven.total_cmp(&b.uneven),
                })
            });
        // Dealing by all cells always works.
        let owner = best.map_or(Vec::new(), |best| {
            let pieces = 0..cut.pieces() as u32;
            pieces.map(|piece| best.owner(piece)).collect()
        });
        Shares { owner }
    }

    pub(super) fn owner(&self, piece: u32) -> usize {
        usize::from(self.owner[piece as usize])
    }

    /// Returns the largest number of pieces that one of the processes owns.
    pub(super) fn largest(&self) -> usize {
        let processes = self.owner.iter().max().map_or(0, |most| most + 1);
        let count = |process| self.owner.iter().filter(|owner| **owner == process).count();
        (0..processes).map(count).max().unwrap_or(0)
    }
}

/// The number of additional cells, besides those that number the processes, that make the shares even.
const MORE: u32 = 5;

/// Returns the high cells, each together with its image.
fn orbits(cut: &PieceDivision) -> Vec<u32> {
    let orbits = (0..cut.high).map(|cell| 1 << cell | cut.image(1 << cell));
    let mut orbits: Vec<u32> = orbits.collect();
    orbits.sort_unstable();
    orbits.dedup();
    orbits
}

/// A way to deal pieces out by some of their cells.
struct Deal {
    cells: u32,
    /// The owner by these cells, packed.
    owner: Vec<u16>,
    /// The largest share divided by the mean.
    uneven: f64,
    /// The cost: moves between shares, plus the size of the largest share.
    cost: f64,
}

impl Deal {
    fn new(cut: &PieceDivision, cells: u32, processes: usize) -> Deal {
        let keys = 1u32 << cells.count_ones();
        let spread = |key: u32| spread(key, cells);
        let image = |key: u32| pack(cut.image(spread(key)), cells);
        // Keys that are images of each other are dealt together, and before others.
        let mut classes: Vec<(u32, u32)> = (0..keys)
            .map(|key| (key, image(key)))
            .filter(|(key, image)| key <= image)
            .collect();
        classes.sort_unstable_by_key(|(key, image)| (key == image, key.count_ones(), *key));
        let mut loads = vec![0usize; processes];
        let mut owner = vec![0u16; keys as usize];
        for (key, image) in classes {
            let least = (0..processes).min_by_key(|process| loads[*process]);
            let least = least.expect("there are processes");
            for key in [key, image] {
                owner[key as usize] = least as u16;
            }
            loads[least] += 1 + usize::from(key != image);
        }
        let uneven =
            loads.iter().max().map_or(0, |most| *most) as f64 * processes as f64 / f64::from(keys);
        let mut crossing = 0.0;
        for taken in cut.taken() {
            let moved = pack(taken & cells, cells);
            if moved == 0 {
                continue;
            }
            let from = (0..keys).filter(|key| key & moved == moved);
            let crossed = from.filter(|key| owner[*key as usize] != owner[(key ^ moved) as usize]);
            let others = (taken & !cells).count_ones() as i32;
            crossing += crossed.count() as f64 * 0.5f64.powi(others) / f64::from(keys);
        }
        Deal {
            cells,
            owner,
            uneven,
            // Marking a piece by another one takes a fraction of the time for deciding it.
            cost: uneven + crossing / 8.0,
        }
    }

    fn owner(&self, piece: u32) -> u16 {
        self.owner[pack(piece & self.cells, self.cells) as usize]
    }
}

/// Packs the bits of a set at the places of some cells.
fn pack(set: u32, cells: u32) -> u32 {
    let places = (0..32).filter(|place| cells >> place & 1 == 1);
    (0..)
        .zip(places)
        .fold(0, |packed, (to, place)| packed | (set >> place & 1) << to)
}

/// Spreads packed bits to the places of some cells, the inverse of `pack`.
fn spread(packed: u32, cells: u32) -> u32 {
    let places = (0..32).filter(|place| cells >> place & 1 == 1);
    (0..)
        .zip(places)
        .fold(0, |set, (from, place)| set | (packed >> from & 1) << place)
}

//! Parts of games in which pairs of cells say what moves join.

use nimfield_core::families::placing::Placing;

/// Which free cells are joined to which, in games such as Cram and Node Kayles: whether a move joins two cells
/// depends on no other cell.
#[derive(Clone, Debug)]
pub(super) struct Links {
    /// For each cell the cells that a move joins to it if both are free.
    near: Vec<u128>,
    /// The cells on which a move can be made whatever lies around them.
    lone: u128,
}

impl Links {
    /// Finds the links of a game; `None` if a move needs more than two cells, or if what it removes besides could
    /// join cells that no move needs.
    pub(super) fn new(placing: &Placing) -> Option<Links> {
        let single = |needs: u128| needs.count_ones() == 1;
        let placements = placing.placements();
        let lone = (placements.iter().filter(|p| single(p.needs))).fold(0, |all, p| all | p.needs);
        let fits = |needs: u128, removes| match removes == needs {
            true => needs.count_ones() <= 2,
            false => single(needs) && lone == placing.full(),
        };
        if !placements.iter().all(|p| fits(p.needs, p.removes)) {
            return None;
        }
        let mut near = vec![0u128; placing.cells()];
        for p in placements {
            let first = p.needs.trailing_zeros() as usize;
            near[first] |= p.removes;
            for cell in cells(p.removes) {
                near[cell] |= 1 << first;
            }
        }
        Some(Links { near, lone })
    }

    /// Writes the parts of the cells that remain free when `removed` is taken out of one part.
    pub(super) fn split(&self, part: u128, removed: u128, parts: &mut Vec<u128>) {
        parts.clear();
        let free = part & !removed;
        // Every part that remains touches what was removed.
        let mut border = self.around(part & removed) & free;
        if border == 0 {
            return;
        }
        let nearby = (border | self.around(border)) & free;
        if border & !self.grown(border & border.wrapping_neg(), nearby) == 0 {
            self.add(free, parts);
            return;
        }
        while border != 0 {
            let whole = self.grown(border & border.wrapping_neg(), free);
            self.add(whole, parts);
            border &= !whole;
        }
    }

    /// Counts the ordered pairs of joined cells.
    pub(super) fn count(&self, part: u128) -> u32 {
        let joined = |cell: usize| (self.near[cell] & part).count_ones();
        cells(part).map(joined).sum()
    }

    /// Adds cells that are joined, unless no move needs them.
    fn add(&self, joined: u128, parts: &mut Vec<u128>) {
        if joined & self.lone != 0 || joined & (joined - 1) != 0 {
            parts.push(joined);
        }
    }

    /// Returns the cells that are joined to some of these if they are free.
    fn around(&self, some: u128) -> u128 {
        cells(some).fold(0, |around, cell| around | self.near[cell])
    }

    /// Returns the free cells that are joined to `grown`, directly or by others.
    fn grown(&self, mut grown: u128, free: u128) -> u128 {
        let mut new = grown;
        while new != 0 {
            let cell = new.trailing_zeros() as usize;
            new &= new - 1;
            let fresh = self.near[cell] & free & !grown;
            grown |= fresh;
            new |= fresh;
        }
        grown
    }
}

/// Returns the numbers of the cells of a set.
fn cells(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(cell)
    })
}

//! Parts of games in which pairs of cells say what moves join.

use nimfield_core::families::joined;
use smallvec::SmallVec;

use super::word::{MoveCells, Word};

/// Sets of cells that moves join.
pub(super) type Parts<W> = SmallVec<[W; 4]>;

/// Which free cells are joined to which, in games such as Cram and Node Kayles: whether a move joins two cells
/// depends on no other cell.
#[derive(Clone, Debug)]
pub(super) struct Links<W> {
    /// The differences between the numbers of joined cells, each with the lower ones of these cells: two, as most games
    /// need no more and a loop over them takes longer, and the others.
    steps: [(usize, W); 2],
    others: Vec<(usize, W)>,
    /// The cells on which a move can be made whatever lies around them.
    lone: W,
    /// Whether each move takes two joined cells and nothing else.
    pub(super) dominoes: bool,
}

/// Returns the parts of the cells that remain free when some are taken out of one part, or none out of any free cells.
/// Without links, legal ones of these moves join them, which contain all of the part.
pub(super) fn split<W: Word>(
    links: Option<&Links<W>>,
    moves: &[MoveCells<W>],
    part: W,
    removed: W,
) -> Parts<W> {
    let free = part & !removed;
    let Some(links) = links else {
        let legal = moves.iter().filter(|mv| mv.needs.is_within(free));
        let live = legal.clone().fold(W::zero(), |live, mv| live | mv.needs);
        return joined(legal.map(|mv| mv.removes & live));
    };
    match removed.is_zero() {
        true => links.parts(free, free),
        false => links.parts(free, links.around(part & removed) & free),
    }
}

impl<W: Word> Links<W> {
    /// Finds the links of a game; `None` if a move needs more than two cells, or if what it removes besides could
    /// join cells that no move needs.
    pub(super) fn new(moves: &[MoveCells<W>]) -> Option<Links<W>> {
        let single = |needs: W| needs.count_ones() == 1;
        let all = moves.iter().fold(W::zero(), |all, mv| all | mv.removes);
        let alone = moves.iter().filter(|mv| single(mv.needs));
        let lone = alone.fold(W::zero(), |lone, mv| lone | mv.needs);
        let fits = |mv: &MoveCells<W>| match mv.removes == mv.needs {
            true => mv.needs.count_ones() <= 2,
            false => single(mv.needs) && lone == all,
        };
        if !moves.iter().all(fits) {
            return None;
        }
        let mut steps: Vec<(usize, W)> = Vec::new();
        for mv in moves {
            let first = mv.needs.first();
            for cell in mv.removes.cells().filter(|&cell| cell != first) {
                let (low, step) = (W::cell(cell.min(first)), cell.abs_diff(first));
                match steps.iter_mut().find(|(other, _)| *other == step) {
                    Some((_, lower)) => *lower |= low,
                    None => steps.push((step, low)),
                }
            }
        }
        let others = steps.split_off(steps.len().min(2));
        steps.resize(2, (0, W::zero()));
        Some(Links {
            steps: [steps[0], steps[1]],
            others,
            lone,
            dominoes: lone.is_zero(),
        })
    }

    /// Returns the links of a game in which Left and Right have different moves: cells that the one can do without may
    /// serve the other.
    pub(super) fn without_reductions(self) -> Links<W> {
        let dominoes = false;
        Links { dominoes, ..self }
    }

    /// Returns the parts of the free cells, of which each has a cell in `border`.
    fn parts(&self, mut free: W, mut border: W) -> Parts<W> {
        let mut parts = SmallVec::new();
        let mut redundant = self.redundant(free);
        while !redundant.is_zero() {
            free &= !redundant;
            border |= self.around(redundant);
            redundant = self.redundant(free);
        }
        border &= free;
        while !border.is_zero() {
            let mut grown = border.lowest();
            // Most moves leave one part: the one that touches the whole border.
            while !border.is_within(grown) {
                let new = self.around(grown) & free & !grown;
                if new.is_zero() {
                    break;
                }
                grown |= new;
            }
            if border.is_within(grown) {
                grown = free;
            }
            if grown.meets(self.lone) || grown.count_ones() > 1 {
                parts.push(grown);
            }
            free &= !grown;
            border &= free;
        }
        parts
    }

    /// Returns cells that can be left out at once in a game of dominoes: each neighbour of theirs has another
    /// neighbour that has no other one. Whatever takes such a cell can take that leaf instead.
    fn redundant(&self, free: W) -> W {
        let [one, two] = self.counted(free);
        let leaves = free & one & !two;
        if !self.dominoes || (free & !one | leaves).is_zero() {
            return W::zero();
        }
        let [near_leaf, near_leaves] = self.counted(leaves);
        let inner = free & !leaves & !self.around(free & !near_leaf);
        if near_leaves.is_zero() {
            return inner;
        }
        // Of leaves at one place one has to stay.
        inner | (leaves & !self.around(free & !near_leaves)).lowest()
    }

    /// Returns the cells that are joined to some of these if they are free.
    fn around(&self, some: W) -> W {
        self.counted(some)[0]
    }

    /// Returns the cells that are joined to at least one of these, and to at least two.
    fn counted(&self, some: W) -> [W; 2] {
        let [mut one, mut two] = [W::zero(); 2];
        let mut add = |(step, lower): (usize, W)| {
            for near in [(some & lower) << step, some >> step & lower] {
                two |= one & near;
                one |= near;
            }
        };
        add(self.steps[0]);
        add(self.steps[1]);
        self.others.iter().copied().for_each(add);
        [one, two]
    }
}

//! The schedule of pieces in memory: pieces in ascending order, each after the pieces that it needs.
//!
//! The order is known, so the best piece to evict is the one whose next use is last (L. A. Belady, A study of
//! replacement algorithms, IBM Systems Journal 5, 1966).

use std::collections::BTreeSet;

use super::division::PieceDivision;

/// The assignment of a piece to a place in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceSlot {
    pub(super) piece: u32,
    pub(super) slot: u32,
    /// Whether the piece is read from disk; otherwise it will be computed.
    pub(super) read: bool,
    /// The piece that had this place before.
    pub(super) instead_of: Option<u32>,
}

/// A piece to process, the lower one of two images, and its image, which may be the piece itself.
pub(super) type Pair = [u32; 2];

/// Returns the pieces of these pairs, each once.
pub(super) fn pieces_of(pairs: &[Pair]) -> impl Iterator<Item = u32> {
    let images = |&[piece, image]: &Pair| (image != piece).then_some(image);
    let both = move |pair: &Pair| std::iter::once(pair[0]).chain(images(pair));
    pairs.iter().flat_map(both)
}

/// Returns all pieces with their images.
fn pairs(cut: &PieceDivision) -> impl Iterator<Item = Pair> {
    let pairs = (0..cut.pieces() as u32).map(|piece| [piece, cut.image(piece)]);
    pairs.filter(|[piece, image]| piece <= image)
}

/// Returns the pairs with a piece that is not yet `settled`.
fn open_pairs(cut: &PieceDivision, settled: &[bool]) -> Vec<Pair> {
    let is_open = |pair: &Pair| pair.iter().any(|piece| !settled[*piece as usize]);
    pairs(cut).filter(is_open).collect()
}

/// Returns the pieces that must be in memory to process this pair.
fn needed(cut: &PieceDivision, pair: &Pair) -> Vec<u32> {
    let made = pieces_of(std::slice::from_ref(pair));
    made.chain(cut.sources(pair[0])).collect()
}

/// Pieces to process together, without moves from one to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) pairs: Vec<Pair>,
    /// The pieces to place in memory before.
    pub(super) placed: Vec<PieceSlot>,
}

impl Step {
    /// Creates the step that computes a table in a single piece.
    pub(super) fn whole() -> Step {
        Step {
            pairs: vec![[0, 0]],
            placed: Vec::new(),
        }
    }

    /// Returns the pieces that the step computes.
    pub(super) fn made(&self) -> impl Iterator<Item = u32> {
        pieces_of(&self.pairs)
    }
}

/// All steps.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    pub(super) steps: Vec<Step>,
    /// The number of places used.
    pub(super) slots: u64,
}

/// The number that means "no step".
const NEVER: u32 = u32::MAX;

impl Schedule {
    /// Plans the steps for all pieces that are not yet `settled`, with all pieces in memory: level by level, that is,
    /// by the number of cells in the number of the piece.
    pub(super) fn resident(cut: &PieceDivision, settled: &[bool]) -> Schedule {
        let open = open_pairs(cut, settled);
        let steps = (0..=cut.high).map(|level| {
            let of_level = |pair: &&Pair| pair[0].count_ones() == level;
            Step {
                pairs: open.iter().filter(of_level).copied().collect(),
                placed: Vec::new(),
            }
        });
        let mut steps: Vec<Step> = steps.filter(|step| !step.pairs.is_empty()).collect();
        if let Some(first) = steps.first_mut() {
            let placed = (0..cut.pieces() as u32).map(|piece| PieceSlot {
                piece,
                slot: piece,
                read: settled[piece as usize] && settled[cut.image(piece) as usize],
                instead_of: None,
            });
            first.placed = placed.collect();
        }
        Schedule {
            steps,
            slots: cut.pieces() as u64,
        }
    }

    /// Returns the total number of pieces read.
    pub(super) fn reads(&self) -> u64 {
        let placed = self.steps.iter().flat_map(|step| &step.placed);
        placed.filter(|placed| placed.read).count() as u64
    }

    /// Returns the total number of pieces written.
    pub(super) fn writes(&self) -> u64 {
        self.steps.iter().flat_map(Step::made).count() as u64
    }

    /// Plans the steps for all pieces that are not yet `settled`, with this many places in memory; `None` if these are
    /// too few.
    ///
    /// During a step, the pieces of the previous one are still being written, and those for the next one are read, so
    /// the pieces of two consecutive steps have places at the same time.
    pub(super) fn new(cut: &PieceDivision, settled: &[bool], slots: u64) -> Option<Schedule> {
        let open = open_pairs(cut, settled);
        let mut uses: Vec<Vec<u32>> = vec![Vec::new(); cut.pieces()];
        for (number, step) in (0..).zip(&open) {
            for piece in needed(cut, step) {
                // A piece may be the source of its image.
                if uses[piece as usize].last() != Some(&number) {
                    uses[piece as usize].push(number);
                }
            }
        }
        let next_use = |piece: u32, after: u32| {
            let uses = &uses[piece as usize];
            let next = uses.partition_point(|&number| number <= after);
            uses.get(next).copied().unwrap_or(NEVER)
        };

        let mut slot_of: Vec<Option<u32>> = vec![None; cut.pieces()];
        let mut slots_used = 0u64;
        // The pieces in memory, by their next use.
        let mut there: BTreeSet<(u32, u32)> = BTreeSet::new();
        let mut before: Vec<u32> = Vec::new();
        let mut steps = Vec::new();
        for (number, step) in (0u32..).zip(&open) {
            let needed = needed(cut, step);
            let mut placed = Vec::new();
            for &piece in &needed {
                if slot_of[piece as usize].is_some() {
                    continue;
                }
                let mut instead_of = None;
                let slot = if slots_used < slots {
                    slots_used += 1;
                    (slots_used - 1) as u32
                } else {
                    let idle = |piece: &u32| !needed.contains(piece) && !before.contains(piece);
                    let leaving = there.iter().rev().find(|(_, piece)| idle(piece));
                    let leaving = *leaving?;
                    there.remove(&leaving);
                    instead_of = Some(leaving.1);
                    slot_of[leaving.1 as usize].take()?
                };
                slot_of[piece as usize] = Some(slot);
                placed.push(PieceSlot {
                    piece,
                    slot,
                    read: !step.contains(&piece),
                    instead_of,
                });
            }
            for &piece in &needed {
                there.remove(&(number, piece));
                there.insert((next_use(piece, number), piece));
            }
            steps.push(Step {
                pairs: vec![*step],
                placed,
            });
            before = needed;
        }
        Some(Schedule {
            steps,
            slots: slots_used,
        })
    }

    /// Returns a number of places in memory that always suffices.
    pub(super) fn least_slots(cut: &PieceDivision) -> u64 {
        let mut before: Vec<u32> = Vec::new();
        let mut most = 0;
        for pair in pairs(cut) {
            let needed = needed(cut, &pair);
            let mut both = [&before[..], &needed].concat();
            both.sort_unstable();
            both.dedup();
            most = most.max(both.len() as u64);
            before = needed;
        }
        most
    }
}

//! What is in memory when: pieces in ascending order, and before each of them what it needs.
//!
//! The order is known, so the best that can leave memory is the piece that is needed again last
//! (L. A. Belady, A study of replacement algorithms, IBM Systems Journal 5, 1966).

use std::collections::BTreeSet;

use super::division::PieceDivision;
use nimfield_core::sorting::Sort as _;

/// A piece that gets a place in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceSlot {
    pub(super) piece: u32,
    pub(super) slot: u32,
    /// Whether the piece is read from disk; otherwise it is yet to be computed.
    pub(super) read: bool,
    /// The piece whose place it was.
    pub(super) instead_of: Option<u32>,
}

/// A piece to be settled, with its image if that is another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) piece: u32,
    pub(super) image: Option<u32>,
    /// What is placed before.
    pub(super) placed: Vec<PieceSlot>,
}

impl Step {
    /// Returns the pieces that are made.
    pub(super) fn made(&self) -> impl Iterator<Item = u32> + use<> {
        [Some(self.piece), self.image].into_iter().flatten()
    }
}

/// All steps.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    pub(super) steps: Vec<Step>,
    /// Places that are used.
    pub(super) slots: u64,
    /// Pieces read and written in all.
    pub(super) reads: u64,
    pub(super) writes: u64,
}

/// For no step.
const NEVER: u32 = u32::MAX;

impl Schedule {
    /// Plans the steps that settle what is not `settled` yet, with this many places in memory; `None` if these are
    /// too few.
    ///
    /// While a step is worked at, what it made before is still being written, and what the next one
    /// needs is read: so the pieces of two steps one after the other have places at the same time.
    pub(super) fn new(cut: &PieceDivision, settled: &[bool], slots: u64) -> Option<Schedule> {
        let pieces = 0..cut.pieces() as u32;
        let open: Vec<(u32, Option<u32>)> = pieces
            .map(|piece| {
                (
                    piece,
                    Some(cut.image(piece)).filter(|image| *image != piece),
                )
            })
            .filter(|&(piece, image)| image.is_none_or(|image| piece < image))
            .filter(|&(piece, image)| {
                let open = |piece: u32| !settled[piece as usize];
                open(piece) || image.is_some_and(open)
            })
            .collect();
        let needed = |&(piece, image): &(u32, Option<u32>)| -> Vec<u32> {
            let made = [Some(piece), image].into_iter().flatten();
            made.chain(cut.sources(piece)).collect()
        };
        let mut uses: Vec<Vec<u32>> = vec![Vec::new(); cut.pieces()];
        for (number, step) in (0..).zip(&open) {
            for piece in needed(step) {
                // A piece may be its image's source.
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
        // What is in memory, by its next use.
        let mut there: BTreeSet<(u32, u32)> = BTreeSet::new();
        let mut before: Vec<u32> = Vec::new();
        let (mut steps, mut reads, mut writes) = (Vec::new(), 0, 0);
        for (number, step) in (0u32..).zip(&open) {
            let needed = needed(step);
            let made = |piece: u32| piece == step.0 || Some(piece) == step.1;
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
                let read = !made(piece);
                reads += u64::from(read);
                placed.push(PieceSlot {
                    piece,
                    slot,
                    read,
                    instead_of,
                });
            }
            writes += 1 + u64::from(step.1.is_some());
            for &piece in &needed {
                there.remove(&(number, piece));
                there.insert((next_use(piece, number), piece));
            }
            steps.push(Step {
                piece: step.0,
                image: step.1,
                placed,
            });
            before = needed;
        }
        Some(Schedule {
            steps,
            slots: slots_used,
            reads,
            writes,
        })
    }

    /// Returns the number of places in memory that are enough, whatever is settled already.
    pub(super) fn least_slots(cut: &PieceDivision) -> u64 {
        let mut before: Vec<u32> = Vec::new();
        let mut most = 0;
        for piece in 0..cut.pieces() as u32 {
            let image = cut.image(piece);
            if image < piece {
                continue;
            }
            let mut both: Vec<u32> = cut.sources(piece).chain([piece, image]).collect();
            let needed = both.clone();
            both.extend(&before);
            both.put_in_order();
            both.dedup();
            most = most.max(both.len() as u64);
            before = needed;
        }
        most
    }
}

//! The lines through each block, and the places of their accumulators.

use super::division::{Axis, Ray};
use super::masks::Line;

/// Finds the lines of one ray.
///
/// A line is identified by the differences of its outer entries to the entry in its *lead*, its first outer pile, and
/// by the entries off the ray. Differences are reduced modulo the bound. If two differences then agree, the line with
/// the smaller one starts after the other has ended, in the order of a sweep.
///
/// This fails between the two piles along which a sweep is split. There, a *window* of entries is in use at a time, at
/// most the whole bound, and entries count modulo its width. Differences count modulo the sum of both widths, one more
/// than a window has, since a line of the next window may enter beside it.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    pub(super) shift: usize,
    pub(super) mask: usize,
    /// The first slot.
    first_slot: usize,
    /// The number of slots of a worker.
    pub(super) count: usize,
    /// The distance between the slots of two workers; 0 if they share them.
    pub(super) per_worker: usize,
    /// The outer piles of the ray.
    members: Vec<usize>,
    /// For each outer pile whose entries differ between the lines: its part in the number of a line.
    digits: Vec<Digit>,
}

/// The part of one outer pile in the number of a line.
#[derive(Debug, Clone, Copy)]
struct Digit {
    pile: usize,
    /// Whether the difference from the entry in the lead counts, instead of the entry itself.
    relative: bool,
    modulus: usize,
    stride: usize,
}

impl Lines {
    /// Creates the lines; `windows` are the widths of the windows in the piles along which the sweep is split.
    pub(super) fn new(outer: &[Axis], ray: &Ray, windows: &[usize], first_slot: usize) -> Self {
        // The lines of a ray without split piles stay within a task, and all end before any pile ahead of its lead
        // advances.
        let lead = ray.outer[0];
        let shared = lead < windows.len();
        let mut count = 1;
        let mut digits: Vec<Digit> = (if shared { 0 } else { lead }..outer.len())
            .rev()
            .filter(|&pile| pile != lead)
            .map(|pile| {
                let relative = ray.outer.contains(&pile);
                let modulus = match windows.get(pile) {
                    Some(window) if relative => windows[lead] + window,
                    Some(window) => *window,
                    None => outer[pile].bound,
                };
                let digit = Digit {
                    pile,
                    relative,
                    modulus,
                    stride: count,
                };
                count *= modulus;
                digit
            })
            .collect();
        digits.reverse();
        Lines {
            shift: ray.shift,
            mask: ray.mask,
            first_slot,
            count,
            per_worker: if shared { 0 } else { count },
            members: ray.outer.clone(),
            digits,
        }
    }

    /// Returns the lines through a row of blocks: the line with outer entries `at`, and the lines after it in the last
    /// outer pile.
    pub(super) fn through(&self, outer: &[Axis], at: &[usize], worker: usize) -> Row {
        let (lead, last) = (self.members[0], outer.len() - 1);
        let mut row = Row {
            base: self.first_slot + worker * self.per_worker,
            turn: 0,
            turns: 0,
            modulus: 1,
            member: self.members.contains(&last),
            starts: false,
            ends: false,
        };
        for &pile in self.members.iter().filter(|&&pile| pile != last) {
            row.starts |= at[pile] == 0;
            row.ends |= at[pile] + 1 == outer[pile].bound;
        }
        for digit in &self.digits {
            let back = if digit.relative {
                at[lead] % digit.modulus
            } else {
                0
            };
            let value = (at[digit.pile] + digit.modulus - back) % digit.modulus;
            if digit.pile == last {
                debug_assert_eq!(digit.stride, 1);
                (row.turn, row.turns, row.modulus) = (value, 1, digit.modulus);
            } else {
                row.base += value * digit.stride;
            }
        }
        row
    }
}

/// The lines of one ray through a row of blocks.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Row {
    /// The slot of the next block is `base + turn`; `turn` advances cyclically by `turns`, which is 0 or 1.
    base: usize,
    turn: usize,
    turns: usize,
    modulus: usize,
    /// Whether the row is along a pile of the ray.
    member: bool,
    /// Whether lines start, or end, in the whole row.
    starts: bool,
    ends: bool,
}

impl Row {
    /// Calls `line` for the next block, with this entry in the last outer pile, whose last entry is
    /// `last`.
    #[inline(always)]
    pub(super) fn next(&mut self, line: &mut Line, entry: usize, last: usize) {
        line.slot = self.base + self.turn;
        line.starts = self.starts || self.member && entry == 0;
        line.ends = self.ends || self.member && entry == last;
        self.turn += self.turns;
        if self.turn == self.modulus {
            self.turn = 0;
        }
    }
}

//! Which lines go through which blocks, and where their accumulators are kept.

use super::division::{Axis, Ray};
use super::masks::Line;

/// Finds the lines of one ray.
///
/// A line is identified by the differences of its outer entries to the entry in its *lead*, its
/// first outer pile, and by the entries off the ray. A difference is kept modulo the bound: in the
/// order of a sweep, the line with the smaller one of two equal differences starts after the other
/// has ended.
///
/// Not so between the two piles a sweep is split along. In these a *window* of entries is in use at
/// a time, the whole bound or less, and entries count modulo its width; differences count modulo
/// the sum of both widths, one more than there are in a window: a line may enter beside it that
/// is met in the next one.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    pub(super) shift: usize,
    pub(super) mask: usize,
    /// The first slot.
    first_slot: usize,
    /// How many slots a worker needs.
    pub(super) count: usize,
    /// How far the slots of two workers are apart; 0 when they share them.
    pub(super) per_worker: usize,
    /// The outer piles of the ray.
    members: Vec<usize>,
    /// For every outer pile that separates the lines, its part in the number.
    digits: Vec<Digit>,
}

/// The part of one outer pile in the number of a line.
#[derive(Debug, Clone, Copy)]
struct Digit {
    pile: usize,
    /// The difference to the entry in the lead counts, not the entry itself.
    relative: bool,
    modulus: usize,
    stride: usize,
}

impl Lines {
    /// Creates the lines; `windows` are the widths of those in the piles that the sweep is split along.
    pub(super) fn new(outer: &[Axis], ray: &Ray, windows: &[usize], first_slot: usize) -> Self {
        // A ray through no split pile has its lines within a task, and all of them end before any
        // pile ahead of its lead moves on.
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

    /// Returns the lines through a row of blocks: the one with outer entries `at`, and those after it in the last
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
    /// The slot of the next block is `base + turn`; `turn` goes on by `turns`, 0 or 1, and round.
    base: usize,
    turn: usize,
    turns: usize,
    modulus: usize,
    /// The row goes along a pile of the ray.
    member: bool,
    /// In all of the row, lines start, or end.
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

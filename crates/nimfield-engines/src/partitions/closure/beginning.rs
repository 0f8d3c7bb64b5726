//! Partitions that begin alike, and what leaving out one of their parts leads to.

use std::ops::Range;

use super::super::order::Order;

/// Blocks have at most so many partitions: two arrays of them fit into the first-level cache.
pub(super) const BLOCK: u32 = 1024;

/// A task has at most so many partitions, so that what it reads of files is some megabytes.
const TASK: u32 = 1 << 18;

/// The partitions that begin with some parts: a block, or several.
#[derive(Clone, Debug)]
pub(super) struct Beginning {
    pub(super) parts: Vec<u8>,
    /// What is left for the end, in parts up to `cap`.
    pub(super) left: u32,
    pub(super) cap: u32,
    /// The rank of the first of them.
    pub(super) rank: u32,
}

impl Beginning {
    pub(super) fn count(&self, order: &Order) -> u32 {
        order.at_most(self.cap.min(self.left), self.left)
    }

    /// Divides them, in order, until none has more than `most` partitions.
    pub(super) fn divide(&self, order: &Order, most: u32, each: &mut impl FnMut(&Beginning)) {
        if self.count(order) <= most {
            return each(self);
        }
        let mut longer = self.clone();
        longer.parts.push(0);
        for part in 1..=self.cap.min(self.left) {
            longer.parts.truncate(self.parts.len());
            longer.parts.push(part as u8);
            longer.left = self.left - part;
            longer.cap = part;
            longer.divide(order, most, each);
            longer.rank += longer.count(order);
        }
    }

    /// The parts of a level for several threads.
    pub(super) fn tasks(order: &Order, n: u32) -> Vec<Beginning> {
        let all = Beginning {
            parts: Vec::new(),
            left: n,
            cap: n,
            rank: 0,
        };
        let mut tasks = Vec::new();
        let most = (order.count(n) / 64).clamp(BLOCK, TASK);
        all.divide(order, most, &mut |task| tasks.push(task.clone()));
        tasks
    }

    /// The ranks of what is left of those of the partitions of `n` that have a part d, without one d: for
    /// each d a stretch of the partitions of n - d.
    pub(super) fn without(&self, order: &Order, n: u32) -> Vec<(u32, Range<u32>)> {
        let mut needs: Vec<(u32, Range<u32>)> = Vec::new();
        // A common part: all of them have it.
        for (i, &part) in self.parts.iter().enumerate() {
            if self.parts.get(i + 1) != Some(&part) {
                let mut rest = self.parts.clone();
                rest.remove(i);
                let part = u32::from(part);
                let first = first_rank(order, &rest, n - part);
                needs.push((part, first..first + self.count(order)));
            }
        }
        // A part of the end.
        for part in 1..=self.cap.min(self.left) {
            if needs.iter().all(|(common, _)| *common != part) {
                let left = self.left - part;
                let first = first_rank(order, &self.parts, n - part);
                let count = order.at_most(self.cap.min(left), left);
                needs.push((part, first..first + count));
            }
        }
        needs
    }
}

/// The rank of the first partition of `n` that begins with these parts.
fn first_rank(order: &Order, parts: &[u8], n: u32) -> u32 {
    let mut size = n;
    let mut rank = 0;
    for &part in parts {
        rank += order.at_most(u32::from(part) - 1, size);
        size -= u32::from(part);
    }
    rank
}

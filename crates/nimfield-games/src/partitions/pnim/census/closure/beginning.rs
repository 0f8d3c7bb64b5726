//! Partitions that begin alike.

use crate::partitions::order::Order;

/// Blocks have at most so many partitions: two arrays of them fit into the first-level cache.
pub(super) const BLOCK: u32 = 1024;

/// The most partitions of a task.
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
}

//! Which process owns which partitions, and where their closures lie in its memory.

use super::super::super::order::Order;
use super::super::beginning::{BLOCK, Beginning};
use crate::cluster::PART;

/// A partition belongs to the owner of its largest part, whatever its size: so to leave out any part but a
/// largest one leads from a process to itself.
pub(super) struct Shares {
    /// By the largest part.
    owner: Vec<u16>,
    processes: usize,
}

/// The partitions of a number with the same largest part, of one process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// The largest part.
    pub(super) part: u32,
    /// Where the closures of those of one's own of this number begin.
    pub(super) start: usize,
    /// The rank of the first.
    pub(super) rank: u32,
    /// How many there are.
    pub(super) count: usize,
}

impl Shares {
    /// Deals the largest parts out, those with the most partitions first, each to the process that has least.
    pub(super) fn new(order: &Order, processes: usize) -> Shares {
        let up_to = order.up_to();
        let weight = |part: u32| -> u64 {
            let counts = (part..=up_to).map(|n| u64::from(order.at_most(part, n - part)));
            counts.sum()
        };
        let mut parts: Vec<(u64, u32)> = (1..=up_to).map(|part| (weight(part), part)).collect();
        parts.sort_unstable_by(|a, b| b.cmp(a));
        let mut loads = vec![0u64; processes];
        let mut owner = vec![0; up_to as usize + 1];
        for (weight, part) in parts {
            let least = (0..processes).min_by_key(|process| loads[*process]);
            let least = least.unwrap_or(0);
            owner[part as usize] = least as u16;
            loads[least] += weight;
        }
        Shares { owner, processes }
    }

    pub(super) fn processes(&self) -> usize {
        self.processes
    }

    /// The owner of the partitions with this largest part.
    pub(super) fn owner(&self, part: u32) -> usize {
        usize::from(self.owner[part as usize])
    }

    /// The partitions of n that a process owns, one after the other as its memory has them.
    pub(super) fn heads(&self, order: &Order, process: usize, n: u32) -> Vec<Head> {
        let mut start = 0;
        let own = (1..=n).filter(|part| self.owner(*part) == process);
        own.map(|part| {
            let count = order.at_most(part, n - part) as usize;
            let head = Head {
                part,
                start,
                rank: order.at_most(part - 1, n),
                count,
            };
            start += count;
            head
        })
        .collect()
    }

    /// How many partitions of n a process owns.
    pub(super) fn count(&self, order: &Order, process: usize, n: u32) -> usize {
        self.heads(order, process, n)
            .last()
            .map_or(0, |head| head.start + head.count)
    }

    /// The most closures that a process holds, of all numbers up to the bound.
    pub(super) fn largest(&self, order: &Order) -> u64 {
        let own = |process| -> u64 {
            let counts = (0..=order.up_to()).map(|n| self.count(order, process, n) as u64);
            counts.sum()
        };
        (0..self.processes).map(own).max().unwrap_or(0)
    }

    /// What a process works on at a time, in the order in which its memory has it: partitions of n that begin
    /// alike, no more than are sent at a time.
    pub(super) fn tasks(&self, order: &Order, process: usize, n: u32) -> Vec<Beginning> {
        let mut tasks = Vec::new();
        let most = (order.count(n) / 64).clamp(BLOCK, PART as u32);
        for head in self.heads(order, process, n) {
            let all = Beginning {
                parts: vec![head.part as u8],
                left: n - head.part,
                cap: head.part,
                rank: head.rank,
            };
            all.divide(order, most, &mut |task| tasks.push(task.clone()));
        }
        tasks
    }
}

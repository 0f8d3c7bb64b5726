//! What a process holds, and what it works out with it: nothing here knows of a network.

use super::super::super::census::CensusLevel;
use super::super::super::order::Order;
use super::super::beginning::{BLOCK, Beginning};
use super::super::levels::{Stretch, Stretches};
use super::super::tables::{Counts, Tables};
use super::shares::{Head, Shares};
use crate::memory::{Refused, zeroed};
use crate::ray_box::or;

/// The share of a process.
pub(super) struct Share<'a> {
    pub(super) tables: Tables,
    pub(super) shares: &'a Shares,
    pub(super) me: usize,
    /// The closures of finished levels.
    pub(super) levels: Vec<Vec<u64>>,
    /// The partitions of each of these that are here.
    held: Vec<Vec<Head>>,
    /// Those of the level at hand, of which row moves are looked at first.
    pub(super) rows: Vec<u64>,
    /// The partitions of the level at hand that are here.
    pub(super) heads: Vec<Head>,
    /// For each largest part that is here what is to be added to a rank to have the place in `rows`.
    places: Vec<usize>,
}

/// Part of the work on a level.
pub(super) struct Task {
    pub(super) beginning: Beginning,
    /// Where its closures lie.
    pub(super) start: usize,
    pub(super) count: usize,
}

impl<'a> Share<'a> {
    pub(super) fn new(tables: Tables, shares: &'a Shares, me: usize) -> Share<'a> {
        // The empty partition is everywhere; it has no moves.
        let empty = vec![tables.bit(0)];
        Share {
            tables,
            shares,
            me,
            levels: vec![empty],
            held: vec![Vec::new()],
            rows: Vec::new(),
            heads: Vec::new(),
            places: Vec::new(),
        }
    }

    pub(super) fn order(&self) -> &Order {
        &self.tables.order
    }

    /// Begins with the partitions of n.
    pub(super) fn begin(&mut self, n: u32) -> Result<(), Refused> {
        self.heads = self.shares.heads(&self.tables.order, self.me, n);
        self.places = vec![0; n as usize + 1];
        for head in &self.heads {
            let place = head.start.wrapping_sub(head.rank as usize);
            self.places[head.part as usize] = place;
        }
        let count = self.heads.last().map_or(0, |head| head.start + head.count);
        self.rows = zeroed(count)?;
        Ok(())
    }

    /// Finishes the level at hand, of which this is known; the closures of the last one are of no use.
    pub(super) fn finish(&mut self, n: u32, level: &CensusLevel) {
        if n == 0 {
            return;
        }
        self.tables.note_long(n, level);
        let mut rows = std::mem::take(&mut self.rows);
        if n < self.order().up_to() {
            for Task {
                beginning,
                start,
                count,
            } in self.tasks(n)
            {
                let mut out = &mut rows[start..start + count];
                beginning.divide(self.order(), BLOCK, &mut |block| {
                    let count = block.count(self.order()) as usize;
                    let (piece, rest) = std::mem::take(&mut out).split_at_mut(count);
                    out = rest;
                    self.tables.add_known(block, level, piece);
                });
            }
        }
        self.levels.push(rows);
        self.held.push(std::mem::take(&mut self.heads));
    }

    /// The own tasks of n.
    pub(super) fn tasks(&self, n: u32) -> Vec<Task> {
        let mut start = 0;
        let tasks = self.shares.tasks(self.order(), self.me, n).into_iter();
        tasks
            .map(|beginning| {
                let count = beginning.count(self.order()) as usize;
                start += count;
                Task {
                    beginning,
                    start: start - count,
                    count,
                }
            })
            .collect()
    }

    /// The place of a partition whose largest part is here.
    fn place(&self, part: u32, rank: u32) -> usize {
        self.places[part as usize].wrapping_add(rank as usize)
    }

    /// The partitions with parts up to `part` of `m` that a process owns, in its memory side by side.
    pub(super) fn needed(&self, process: usize, part: u32, m: u32) -> Vec<Head> {
        let mut heads = self.shares.heads(self.order(), process, m);
        heads.retain(|head| head.part <= part);
        heads
    }

    /// The same for this process, where the level is finished.
    fn own(&self, part: u32, m: u32) -> &[Head] {
        let heads = &self.held[m as usize];
        &heads[..heads.partition_point(|head| head.part <= part)]
    }

    /// Unites closures of a lower level, which another process has at `start` of its memory, with those that
    /// lead to them by leaving out the largest part. `false` if they are none of these.
    pub(super) fn unite(
        &mut self,
        from: usize,
        n: u32,
        part: u32,
        start: usize,
        words: &[u64],
    ) -> bool {
        let Some(own) = self.heads.iter().find(|head| head.part == part).copied() else {
            return false;
        };
        let mut done = 0;
        for head in self.needed(from, part, n - part) {
            let first = start.max(head.start);
            let last = (start + words.len()).min(head.start + head.count);
            if first < last {
                let to = own.start + head.rank as usize + first - head.start;
                let length = last - first;
                or(
                    &mut self.rows[to..to + length],
                    &words[first - start..last - start],
                );
                done += length;
            }
        }
        done == words.len()
    }

    /// What row moves reach from the partitions of a task, but for those that lead to others' partitions.
    pub(super) fn rows_of(&self, n: u32, task: &Beginning, mut out: &mut [u64]) {
        let part = u32::from(task.parts[0]);
        let m = n - part;
        // Without the largest part, in this order, they are stretches of the partitions of m.
        let first = (task.rank - self.order().at_most(part - 1, n)) as usize;
        if m == 0 {
            or(out, &self.levels[0]);
        }
        for head in self.own(part, m) {
            let rank = head.rank as usize;
            let start = first.max(rank);
            let end = (first + out.len()).min(rank + head.count);
            if start < end {
                let from = &self.levels[m as usize][head.start..][start - rank..end - rank];
                or(&mut out[start - first..end - first], from);
            }
        }
        let mut without: Stretches<'_> = [Stretch::NOTHING; Order::MOST as usize + 1];
        for other in 1..=n - part {
            let heads = self.own(part, n - other);
            if let Some(head) = heads.last().filter(|head| head.part == part) {
                without[other as usize] = Stretch {
                    first: head.rank,
                    closures: &self.levels[(n - other) as usize][head.start..][..head.count],
                };
            }
        }
        task.divide(self.order(), BLOCK, &mut |block| {
            let count = block.count(self.order()) as usize;
            let (piece, rest) = std::mem::take(&mut out).split_at_mut(count);
            out = rest;
            let done = Some(part as u8);
            self.tables.rows_of_block(n, block, &without, done, piece);
        });
    }

    /// What is reached from those of the conjugates of a task's partitions that are here, in the order of the
    /// partitions.
    pub(super) fn of_conjugates(&self, task: &Beginning) -> Vec<u64> {
        let mut words = Vec::new();
        let is_here = |part: u32| self.shares.owner(part) == self.me;
        task.divide(self.order(), BLOCK, &mut |block| {
            self.tables.conjugates(block, is_here, |part, rank| {
                words.push(self.rows[self.place(part, rank)]);
            });
        });
        words
    }

    /// The values of a task's partitions, with what is reached from their conjugates at each of the others;
    /// `None` if these are not as many as they should be.
    pub(super) fn values_of(&self, n: u32, task: &Task, others: &[Vec<u64>]) -> Option<Counts> {
        let largest = u32::from(task.beginning.parts[0]);
        let is_here = |part: u32| self.shares.owner(part) == self.me;
        let mut counts = Counts::default();
        let mut others: Vec<_> = others.iter().map(|words| words.iter()).collect();
        let mut here = Vec::new();
        let mut own = self.rows[task.start..][..task.count].iter();
        let mut is_right = true;
        task.beginning.divide(self.order(), BLOCK, &mut |block| {
            here.clear();
            self.tables
                .conjugates(block, is_here, |part, rank| here.push((part, rank)));
            let mut conjugates = here.iter();
            // A partition is looked at with its conjugate where both are, at each of them otherwise.
            for (place, rows) in self.tables.places(block).zip(own.by_ref()) {
                let owner = self.shares.owner(place.lines - largest);
                let (columns, conjugate) = match owner == self.me {
                    true => {
                        let next = conjugates.next();
                        let columns = next.map(|&(part, rank)| &self.rows[self.place(part, rank)]);
                        (columns, next.map(|next| next.1))
                    }
                    false => (others[owner].next(), None),
                };
                if conjugate.is_some_and(|conjugate| conjugate < place.rank) {
                    continue;
                }
                let Some(columns) = columns else {
                    is_right = false;
                    return;
                };
                match self.tables.value(n, &place, rows | columns) {
                    Some(value) => counts.add(&place, conjugate, value),
                    None => counts.undecided = true,
                }
            }
        });
        let is_right = is_right && others.iter().all(|words| words.len() == 0);
        is_right.then_some(counts)
    }
}

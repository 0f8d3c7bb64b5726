//! The census by several processes, on one machine or on many.
//!
//! Each process owns some of the largest parts that a partition can have, and holds the closures of the
//! partitions of all sizes that have them. A level takes three steps, in which processes wait for each other
//! only where they need what others have:
//!
//! 1. What row moves reach. To leave out a part that is not the largest leads to partitions of one's own. The
//!    partitions of n with largest part k, in their order, without that part are those of n - k with parts
//!    up to k, in theirs: so of a process that owns some of these a stretch of each finished level is asked
//!    for and united with one's own closures as it comes, in any order.
//! 2. Values. For a stretch of one's own partitions each of the others is asked for what is reached from those
//!    of their conjugates that it owns, in the order of the partitions. Nothing is written in this step.
//! 3. Process 0 puts the level together, saves it, and tells it to all; each adds the values to its closures.
//!
//! What is saved is the census itself, so that any number of processes, or any other engine, goes on from it:
//! the closures of known levels are made again by the first step, and the values are added.

mod share;
mod shares;
mod words;
mod work;

use std::net::TcpListener;

use super::super::census::{Census, Grading, Save};
use super::super::order::Order;
use super::super::stop::Stop;
use super::tables::{Tables, tables};
use crate::cluster::{ClusterError, Meeting, Mesh, PART, Rules, WINDOW};
use nimfield_core::budget::Budget;

use self::share::Share;
use self::shares::Shares;
use self::work::Work;

/// A census graded by size that several processes make.
///
/// # Example
/// ```
/// use nimfield_engines::partitions::closure::{self, ClusterCensus};
/// let census = ClusterCensus { up_to: 100, processes: 4 };
/// assert!(census.memory() < closure::memory(100) / 4 * 11 / 10);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ClusterCensus {
    /// The bound.
    pub up_to: u32,
    /// The number of processes.
    pub processes: usize,
}

impl ClusterCensus {
    /// Bytes of memory that the process with the largest share takes: its closures, the tables, and what is on
    /// its way. Past the largest possible bound: those for that one.
    #[must_use]
    pub fn memory(&self) -> u64 {
        let order = Order::new(self.up_to.min(Order::MOST));
        let shares = Shares::new(&order, self.processes.max(1));
        // What is asked of a process, and what it has asked for.
        let moving = 3 * (WINDOW * PART * 8) as u64;
        8 * shares.largest(&order) + tables(order.up_to()) + moving
    }

    /// Checks that the work can be done within a budget.
    ///
    /// # Errors
    /// If the bound is out of range, or the memory of a process or the number of partitions too small.
    pub fn check(&self, budget: &Budget) -> Result<(), Stop> {
        if self.up_to > Order::MOST {
            return Err(Stop::OutOfRange {
                asked: self.up_to,
                most: Order::MOST,
                why: "ranks are below 2^32",
            });
        }
        let order = Order::new(self.up_to);
        let total = (0..=self.up_to).map(|n| u64::from(order.count(n))).sum();
        let allowed = budget.fits(self.memory());
        let allowed = allowed.and_then(|()| budget.check(total));
        allowed.map_err(|limit| Stop::limit(limit, 0, total))
    }

    /// Works as one of the processes. That of process 0 continues its census, calls `save` after each new
    /// level, and has all levels at the end; those of the others are made by what process 0 tells.
    ///
    /// # Errors
    /// If the processes do not meet, one of them says what it should not, or as
    /// [`closure::extend`](super::extend). When a process is lost, a thread of another name panics: see
    /// [`lost_peer`](crate::cluster::lost_peer).
    ///
    /// # Panics
    /// If the census is graded by perimeter, or there are more than 65536 processes.
    ///
    /// # Complexity
    /// Of n partitions up to the bound each of p processes holds n/p closures of 8 bytes, as long as a
    /// largest part has few of them: some 18 processes for a bound of 110. It is sent 16 n/p bytes at the most.
    pub fn work(
        &self,
        meeting: &Meeting<'_>,
        listener: TcpListener,
        census: &mut Census,
        budget: &Budget,
        save: &mut Save<'_>,
    ) -> Result<(), ClusterError<Stop>> {
        assert_eq!(census.grading, Grading::Size);
        assert!(self.processes <= 1 << 16);
        self.check(budget).map_err(ClusterError::Work)?;
        let identity = format!("pnim normal size closures up to {}", self.up_to);
        let rules = Rules {
            identity: identity.as_bytes(),
            words: format!("all partitions of n <= {} in pnim", self.up_to),
        };
        let known = (census.levels.len() as u32).min(self.up_to + 1);
        let met = meeting.meet(listener, &rules, &known.to_le_bytes(), budget)?;
        let known = met.told.try_into().map_or(u32::MAX, u32::from_le_bytes);
        if known > self.up_to + 1 {
            let why = "process 0 tells what it should not";
            return Err(ClusterError::Network(why.to_owned()));
        }
        if meeting.me != 0 {
            census.levels.clear();
        }
        let order = Order::new(self.up_to);
        let shares = Shares::new(&order, self.processes);
        let mesh = Mesh::join(met.sockets, meeting.me)?;
        let share = Share::new(Tables::new(order, u64::BITS), &shares, meeting.me);
        let mut work = Work::new(share, mesh, budget, census, known);
        work.run(save)?;
        work.finish();
        Ok(())
    }
}

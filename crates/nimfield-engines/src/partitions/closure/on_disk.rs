//! The closures of the levels in files, so that the memory need hold but one level.

use std::path::Path;

use super::super::census::{Census, Grading, Save};
use super::super::order::Order;
use super::super::stop::Stop;
use super::beginning::Beginning;
use super::engine::fill;
use super::ledger::Ledger;
use super::levels::whole_units;
use super::store::Store;
use super::tables::tables;
use crate::disk::{self, NoRoom, Rates};
use nimfield_core::budget::Budget;
use nimfield_core::clock::Instant;
use nimfield_core::files::FileError;

/// A census graded by size whose closures lie in files of a folder, one for each level.
///
/// Files that are there are used, so that a run that was killed goes on after the last level, and a larger
/// bound continues it. They stay until somebody removes them.
#[derive(Clone, Copy, Debug)]
pub struct ScratchCensus<'a> {
    /// The folder.
    pub folder: &'a Path,
    /// The bound.
    pub up_to: u32,
}

/// What a census on disk will take.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CensusSurvey {
    /// The levels that are finished already.
    pub finished: u32,
    /// The partitions of the others.
    pub partitions: u64,
    /// The levels, from 0 on, whose closures are held in memory, too.
    pub held: u32,
    /// Bytes that a task reads at the most.
    pub stretches: u64,
    /// Bytes of memory: a level, the stretches of a task for each thread, and the levels that are held.
    pub memory: u64,
    /// Bytes that are still to be read.
    pub reads: u64,
    /// Bytes that are still to be written.
    pub writes: u64,
    /// Bytes of disk that are still needed in the folder.
    pub disk: u64,
    /// Bytes that are free there; `None` if the system does not tell.
    pub free: Option<u64>,
}

impl CensusSurvey {
    /// Whether the disk has room, as far as the system tells.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.free.is_none_or(|free| free >= self.disk)
    }
}

/// How long a census on disk will take.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CensusEstimate {
    /// Seconds in all, if nothing is read from the system's cache of files.
    pub seconds: f64,
    /// Seconds of computing.
    pub computing: f64,
    /// What the disk does.
    pub rates: Rates,
}

/// The bound of the census that is made to measure how long one takes: some 10 million partitions.
const TRIAL: u32 = 64;

impl ScratchCensus<'_> {
    /// What the work will take. Nothing is written.
    ///
    /// # Errors
    /// If the bound is out of range, the memory too little, or the files are damaged.
    pub fn survey(&self, budget: &Budget) -> Result<CensusSurvey, Stop> {
        let ledger = Ledger::read(self.folder, u64::BITS)?;
        self.takes(&ledger, budget)
    }

    /// How long the work will take, by what a small census and a probe of the disk take now.
    ///
    /// # Errors
    /// As [`extend`](ScratchCensus::extend).
    pub fn estimate(&self, survey: &CensusSurvey, budget: &Budget) -> Result<CensusEstimate, Stop> {
        let quiet = Budget::unlimited().threads(budget.thread_count());
        let mut trial = Census::new(Grading::Size);
        let start = Instant::now();
        fill(
            u64::BITS,
            &mut trial,
            TRIAL,
            &quiet,
            &mut |_| Ok(()),
            0,
            None,
        )?;
        let rate = trial.partitions() as f64 / start.elapsed().as_secs_f64().max(1e-6);
        // What is written makes no difference.
        let content = [0; 1 << 20];
        let rates = Rates::measure(self.folder, &content);
        let rates = rates.map_err(|error| FileError::io(self.folder, &error))?;
        let computing = survey.partitions as f64 / rate;
        let moving = survey.reads as f64 / rates.read + survey.writes as f64 / rates.written;
        Ok(CensusEstimate {
            seconds: computing + moving,
            computing,
            rates,
        })
    }

    /// What [`closure::extend`](super::extend) does, with the closures on disk.
    ///
    /// # Errors
    /// As that, and if the disk has no room or a file is damaged; if the file of a level is removed it is
    /// made again.
    ///
    /// # Panics
    /// If the census is graded by perimeter.
    ///
    /// # Arguments
    /// `save` is called after each new level.
    ///
    /// # Complexity
    /// Bytes of memory: 8 for each partition of the bound, and buffers; of disk: 8 for each of the levels
    /// below. Each level reads those below it once, but for what is held in memory.
    ///
    /// # Source
    /// As [`closure::extend`](super::extend).
    pub fn extend(
        &self,
        census: &mut Census,
        budget: &Budget,
        save: &mut Save<'_>,
    ) -> Result<(), Stop> {
        self.extend_with_masks_of(u64::BITS, census, budget, save)
    }

    /// Does what [`extend`](ScratchCensus::extend) does, with masks of `width` values.
    ///
    /// # Errors
    /// As [`closure::extend_with_masks_of`](super::extend_with_masks_of).
    ///
    /// # Panics
    /// As that.
    pub fn extend_with_masks_of(
        &self,
        width: u32,
        census: &mut Census,
        budget: &Budget,
        save: &mut Save<'_>,
    ) -> Result<(), Stop> {
        assert_eq!(census.grading, Grading::Size);
        let (_lock, ledger) = Ledger::open(self.folder, width)?;
        let known = census.levels.len();
        for entry in ledger
            .entries
            .iter()
            .take(self.up_to as usize + 1)
            .skip(known)
        {
            census.levels.push(entry.level.clone());
            save(census).map_err(Stop::Save)?;
        }
        if census.levels.len() > self.up_to as usize {
            return Ok(());
        }
        let survey = self.takes(&ledger, budget)?;
        NoRoom::check(self.folder, survey.disk, survey.free)?;
        let store = Store {
            folder: self.folder,
            up_to: self.up_to,
            held: survey.held,
            stretches: survey.stretches,
            ledger,
        };
        let bytes = survey.memory;
        fill(width, census, self.up_to, budget, save, bytes, Some(store))
    }

    /// What is left to be done takes.
    fn takes(&self, ledger: &Ledger, budget: &Budget) -> Result<CensusSurvey, Stop> {
        let up_to = self.up_to;
        if up_to > Order::MOST {
            return Err(Stop::OutOfRange {
                asked: up_to,
                most: Order::MOST,
                why: "ranks are below 2^32",
            });
        }
        let order = Order::new(up_to);
        let bytes = |n: u32| 8 * u64::from(order.count(n));
        let finished = (ledger.entries.len() as u32).min(up_to + 1);
        // What the tasks read of each level, and at most at a time.
        let mut read = vec![0u64; up_to as usize + 1];
        let mut buffer = 0;
        for n in finished..=up_to {
            for task in Beginning::tasks(&order, n) {
                let mut together = 0;
                for (part, ranks) in task.without(&order, n) {
                    let m = n - part;
                    let closures = whole_units(&ranks, order.count(m) as usize).len() as u64;
                    read[m as usize] += 8 * closures;
                    together += 8 * closures;
                }
                buffer = buffer.max(together);
            }
        }
        let threads = budget.thread_count().min(256) as u64;
        let least = bytes(up_to) + threads * buffer + tables(up_to);
        let fits = budget.fits(least);
        fits.map_err(|limit| {
            Stop::limit(
                limit,
                0,
                (0..=up_to).map(|n| u64::from(order.count(n))).sum(),
            )
        })?;
        let mut memory = least;
        let mut held = 0;
        while held < up_to && memory + bytes(held) <= budget.most_bytes() {
            memory += bytes(held);
            held += 1;
        }
        let at_once = (0..held.min(finished)).map(bytes);
        let later = read.iter().skip(held as usize);
        // The closures of the last level are not kept, and if the bound grows made again.
        let is_kept = |n: &u32| {
            ledger
                .entries
                .get(*n as usize)
                .is_some_and(|entry| !entry.sums.is_empty())
        };
        let missing = || (0..up_to).filter(|n| !is_kept(n));
        let there = |n: u32| disk::allocated(&Ledger::closures_in(self.folder, n));
        let free = disk::free_bytes(self.folder);
        Ok(CensusSurvey {
            finished,
            partitions: (finished..=up_to).map(|n| u64::from(order.count(n))).sum(),
            held,
            stretches: buffer,
            memory,
            reads: at_once.sum::<u64>() + later.sum::<u64>(),
            writes: missing().map(bytes).sum(),
            // The ledger is rewritten, with 4 bytes for 64 KiB.
            disk: missing()
                .map(|n| bytes(n).saturating_sub(there(n)) + bytes(n) / 8192)
                .sum::<u64>()
                + LEDGER,
            free: free.map_err(|error| FileError::io(self.folder, &error))?,
        })
    }
}

/// Bytes of disk for what is kept beside the closures: the values of the light partitions.
const LEDGER: u64 = 4 << 20;

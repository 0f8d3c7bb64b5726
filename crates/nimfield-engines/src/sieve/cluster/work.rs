//! A process at work: what it asks the others for, and what it answers.

use super::cut::Cut;
use super::slab::Slab;
use crate::cluster::{Mesh, PART, Parcel};
use crate::memory::zeroed;
use crate::ray_box::{Meter, TableError};
use nimfield_core::budget::{Budget, Limit};

/// Why a process ends.
type ClusterError = crate::cluster::ClusterError<TableError>;

/// What a parcel says: the first number of its head.
/// The lines that enter with a tile, the second number, are asked for, of the process below.
const ASKED: u64 = 1;
/// Here they are, in parts; the third number is that of the part.
const ENTERS: u64 = 2;
/// So many P-positions has a process counted, the second number; for process 0.
const COUNTED: u64 = 3;

/// What has come of the lines that enter with a tile, and is not taken yet.
struct Entering {
    /// The tile that was asked for.
    tile: Option<usize>,
    /// Room for all of the words, and how many there are to be and have come.
    words: Vec<u64>,
    all: usize,
    come: usize,
    parts: u64,
}

/// What is said among the processes, and what this one knows of them.
pub(super) struct Talk<'a> {
    cut: &'a Cut,
    mesh: Mesh,
    me: usize,
    processes: usize,
    budget: &'a Budget,
    meter: &'a Meter<'a>,
    entering: Entering,
    /// The tile of which the process above has asked for the lines, counted from 1; 0 for none.
    asked: usize,
    /// What each process has counted.
    counts: Vec<Option<u64>>,
}

impl<'a> Talk<'a> {
    pub(super) fn new(
        cut: &'a Cut,
        mesh: Mesh,
        processes: usize,
        budget: &'a Budget,
        meter: &'a Meter<'a>,
    ) -> Self {
        Talk {
            cut,
            me: mesh.me(),
            mesh,
            processes,
            budget,
            meter,
            entering: Entering {
                tile: None,
                words: Vec::new(),
                all: 0,
                come: 0,
                parts: 0,
            },
            asked: 0,
            counts: vec![None; processes],
        }
    }

    /// Works until all is counted, or one of the processes has to stop; process 0 has the sum. If there is no
    /// slab for want of memory, the others are told.
    pub(super) fn run(
        &mut self,
        slab: Result<Option<Slab<'_>>, ClusterError>,
    ) -> Result<Option<u64>, ClusterError> {
        let done = slab.and_then(|slab| self.count(slab));
        self.mesh.end(done, |error| match error {
            TableError::Unfinished(unfinished) => unfinished.limit,
            _ => Limit::Cancelled,
        })
    }

    /// Takes leave, when all have.
    pub(super) fn finish(self) {
        self.mesh.finish();
    }

    fn count(&mut self, slab: Option<Slab<'_>>) -> Result<Option<u64>, ClusterError> {
        let own = match slab {
            Some(mut slab) => {
                self.tiles(&mut slab)?;
                slab.count
            }
            None => 0,
        };
        if self.me != 0 {
            self.mesh.send(0, [COUNTED, own, 0, 0], &[]);
            return Ok(None);
        }
        self.counts[0] = Some(own);
        loop {
            self.pump()?;
            if let Some(counts) = self.counts.iter().copied().collect::<Option<Vec<u64>>>() {
                return Ok(Some(counts.iter().sum()));
            }
            self.rest()?;
        }
    }

    fn tiles(&mut self, slab: &mut Slab<'_>) -> Result<(), ClusterError> {
        let tiles = self.cut.tiles();
        let largest = (0..tiles).map(|tile| slab.entering(tile)).max();
        self.entering.words =
            zeroed(largest.unwrap_or(0)).map_err(|refused| ClusterError::Work(refused.into()))?;
        self.ask(slab, 0);
        for tile in 0..tiles {
            while self.entering.tile.is_some() && self.entering.come < self.entering.all {
                self.pump()?;
                self.rest()?;
            }
            if self.entering.tile.take().is_some() {
                slab.enter(tile, &self.entering.words[..self.entering.all]);
            }
            if tile + 1 < tiles {
                self.ask(slab, tile + 1);
            }
            self.pump()?;
            let meter = self.meter;
            let stopped = |limit| ClusterError::Work(meter.unfinished(limit).into());
            slab.sweep(tile, meter, stopped, || self.pump())?;
            if slab.leaving(tile) > 0 {
                while self.asked <= tile {
                    self.pump()?;
                    self.rest()?;
                }
                self.send(slab, tile);
                self.pump()?;
            }
        }
        Ok(())
    }

    /// Asks the process below for the lines that enter with a tile, if there are any.
    fn ask(&mut self, slab: &Slab<'_>, tile: usize) {
        let all = slab.entering(tile);
        if all == 0 {
            return;
        }
        self.entering.tile = Some(tile);
        (self.entering.all, self.entering.come, self.entering.parts) = (all, 0, 0);
        self.mesh.send(self.me - 1, [ASKED, tile as u64, 0, 0], &[]);
    }

    /// Sends the process above the lines that leave after a tile, for which it has asked.
    fn send(&mut self, slab: &Slab<'_>, tile: usize) {
        let (mut part, mut number) = (Vec::with_capacity(PART), 0);
        let (mesh, above) = (&mut self.mesh, self.me + 1);
        let mut send = |part: &mut Vec<u64>| {
            mesh.send(above, [ENTERS, tile as u64, number, 0], part);
            number += 1;
            part.clear();
        };
        slab.leave(tile, |mut words| {
            while !words.is_empty() {
                let (some, rest) = words.split_at(words.len().min(PART - part.len()));
                part.extend_from_slice(some);
                words = rest;
                if part.len() == PART {
                    send(&mut part);
                }
            }
        });
        if !part.is_empty() {
            send(&mut part);
        }
    }

    /// Waits a moment, if nothing comes.
    fn rest(&mut self) -> Result<(), ClusterError> {
        Ok(self.mesh.rest()?)
    }

    /// Lets parcels go and come, hears them, and looks whether to go on.
    fn pump(&mut self) -> Result<(), ClusterError> {
        self.mesh.step()?;
        while let Some(parcel) = self.mesh.receive()? {
            self.hear(&parcel)?;
        }
        self.budget.check(0).map_err(|limit| self.stopped(limit))
    }

    fn stopped(&self, limit: Limit) -> ClusterError {
        ClusterError::Work(self.meter.unfinished(limit).into())
    }

    fn hear(&mut self, parcel: &Parcel) -> Result<(), ClusterError> {
        if let Some(limit) = parcel.stop() {
            return Err(self.stopped(limit));
        }
        let from = parcel.from();
        let [says, one, two, _] = parcel.head;
        let is_right = match says {
            ASKED => {
                // One tile after the other; those without lines are passed over.
                let is_next = from == self.me + 1 && from < self.cut.slabs;
                let tile = usize::try_from(one).ok().filter(|tile| {
                    *tile >= self.asked && *tile < self.cut.tiles() && parcel.words() == 0
                });
                let is_right = is_next && tile.is_some();
                self.asked = tile.map_or(self.asked, |tile| tile + 1);
                is_right
            }
            ENTERS => {
                let Entering {
                    tile,
                    words,
                    all,
                    come,
                    parts,
                } = &mut self.entering;
                let length = parcel.words();
                let is_right = from + 1 == self.me
                    && *tile == usize::try_from(one).ok()
                    && tile.is_some()
                    && *parts == two
                    && length == PART.min(*all - *come)
                    && length > 0;
                if is_right {
                    parcel.copy_to(&mut words[*come..*come + length]);
                    *come += length;
                    *parts += 1;
                }
                is_right
            }
            COUNTED => {
                let most = match from < self.cut.slabs {
                    true => self.cut.positions(from),
                    false => 0,
                };
                let is_right = self.me == 0
                    && from != 0
                    && from < self.processes
                    && self.counts[from].is_none()
                    && one <= most;
                if is_right {
                    self.counts[from] = Some(one);
                }
                is_right
            }
            _ => false,
        };
        match is_right {
            true => Ok(()),
            false => Err(ClusterError::Network(format!(
                "process {from} says what it should not"
            ))),
        }
    }
}

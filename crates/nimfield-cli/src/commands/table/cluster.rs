//! `nimfield table pnim --processes`, `--hosts`: the closures of all partitions, held by several processes.
//!
//! The command that watches keeps the census: process 0 is told what is known of it, and says each level that is
//! finished.

use std::ffi::OsString;
use std::path::Path;
use std::time::Instant;

use indicatif::HumanBytes;
use nimfield::budget::Budget;
use nimfield::engines::partitions::closure::ClusterCensus;
use nimfield::engines::partitions::{Census, CensusLevel, Grading, Light, Save, Stop, state};
use nimfield::tables::{PartitionError, PartitionQuery, PartitionTable};

use super::args::Args;
use crate::errors::{Failure, remark};
use crate::options::Common;
use crate::processes::{Ends, Party, Saved, Seat, Work, supervise, work};

/// A level as a line: its counts, the heavy ones, and places and values of the others.
type Line = (Vec<u64>, u64, Vec<(u64, u8)>);

/// A census that several processes make.
struct Shared<'a, 's> {
    up_to: u32,
    census: &'a mut Census,
    save: &'a mut Save<'s>,
    state: Option<&'a Path>,
}

impl Work for Shared<'_, '_> {
    fn words(&self) -> Vec<OsString> {
        let up_to = self.up_to.to_string();
        let words = ["table", "pnim", "--method", "closure", "--up-to", &up_to];
        words.map(Into::into).into()
    }

    fn known(&self) -> String {
        let bytes = state::encode(self.census);
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn hear(&mut self, line: &str) -> Result<(), Failure> {
        let strange = |_| Failure::input(format!("process 0 says what is no level: {line:.40}"));
        let (counts, heavy, light): Line = serde_json::from_str(line).map_err(strange)?;
        let light = light.into_iter();
        self.census.levels.push(CensusLevel {
            counts,
            heavy,
            light: light
                .map(|(place, value)| Light::new(place, value))
                .collect(),
        });
        (self.save)(self.census).map_err(Failure::input)
    }

    fn saved(&self) -> Result<Saved, Failure> {
        let what = match (self.state, self.census.levels.len()) {
            (Some(_), 0) => "nothing is finished yet".to_owned(),
            (Some(path), levels) => format!("n <= {} is saved in {}", levels - 1, path.display()),
            (None, _) => "nothing is saved (--state FILE keeps what is finished)".to_owned(),
        };
        Ok(Saved {
            what,
            goes_on: self.state.is_some(),
        })
    }
}

/// Has the closures held by several processes, or works as one of them; `None` if the table is not here.
pub(super) fn by_processes(
    common: &Common,
    wanted: &Args,
    query: PartitionQuery,
    budget: &Budget,
    failure: impl Fn(PartitionError) -> Failure,
) -> Result<Option<PartitionTable>, Failure> {
    let start = Instant::now();
    let up_to = query.up_to;
    if wanted.by.worker.is_some() {
        work(&wanted.by, budget, |seat| worked(seat, up_to, budget))?;
        return Ok(None);
    }
    let party = Party::of(&wanted.by)?;
    let job = ClusterCensus {
        up_to,
        processes: party.processes,
    };
    let state = wanted.partitions.state.as_deref();
    let mut failed = None;
    let mut fill = |census: &mut Census, save: &mut Save<'_>| -> Result<(), Stop> {
        if census.levels.len() > up_to as usize {
            return Ok(());
        }
        job.check(budget)?;
        if !common.quiet {
            remark(&format!(
                "all partitions of n <= {up_to}: {} processes, {} of memory each",
                party.processes,
                HumanBytes(job.memory())
            ));
        }
        let mut shared = Shared {
            up_to,
            census,
            save,
            state,
        };
        let done = supervise(common, &wanted.by, &party, start, &mut shared);
        done.map(|_| ()).map_err(|failure| {
            let why = failure.message();
            failed = Some(failure);
            Stop::Save(why)
        })
    };
    let table = match party.here.contains(&0) {
        true => PartitionTable::filled("pnim", common.play, query, state, &mut fill).map(Some),
        false => {
            let mut nothing = |_: &Census| Ok(());
            let done = fill(&mut Census::new(Grading::Size), &mut nothing);
            done.map(|()| None).map_err(PartitionError::Stop)
        }
    };
    table.map_err(|error| failed.take().unwrap_or_else(|| failure(error)))
}

/// Works as one of the processes.
fn worked(seat: &Seat, up_to: u32, budget: &Budget) -> Result<(), Ends> {
    let wrong = |why: &dyn std::fmt::Display| Ends::Wrong(why.to_string());
    let mut census = Census::new(Grading::Size);
    if seat.me == 0 {
        let digits = seat.known.as_bytes().as_chunks::<2>().0.iter();
        let byte = |two: &[u8; 2]| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok();
        let bytes: Vec<u8> = digits.map_while(byte).collect();
        census = state::decode(&bytes, Grading::Size).map_err(|fault| wrong(&fault))?;
    }
    let job = ClusterCensus {
        up_to,
        processes: seat.hosts.len(),
    };
    let (meeting, listener) = seat.meeting().map_err(|error| wrong(&error))?;
    let mut save = |census: &Census| -> Result<(), String> {
        let Some(level) = census.levels.last() else {
            return Ok(());
        };
        let light = level.light.iter();
        let light: Vec<(u64, u8)> = light.map(|light| (light.place(), light.value())).collect();
        let line: (&[u64], u64, Vec<(u64, u8)>) = (&level.counts, level.heavy, light);
        let line = serde_json::to_string(&line).map_err(|error| error.to_string())?;
        seat.made(&line);
        Ok(())
    };
    let done = job.work(&meeting, listener, &mut census, budget, &mut save);
    done.map_err(|error| {
        Ends::of(error, |stop| match stop {
            Stop::Unfinished(unfinished) => Ends::Stopped(format!("the table was {unfinished}")),
            Stop::OutOfMemory { .. } => Ends::Undecided(format!("the table was {stop}")),
            stop => Ends::Wrong(stop.to_string()),
        })
    })
}

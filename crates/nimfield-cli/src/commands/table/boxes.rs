//! `nimfield table 'POSITION' LETTER=… --count --processes`, `--hosts`: the P-positions of a box, counted by several
//! processes.

use std::ffi::OsString;
use std::time::Instant;

use indicatif::HumanBytes;
use nimfield::budget::Budget;
use nimfield::engines::TableError;
use nimfield::engines::sieve::ClusterSieve;
use nimfield::tables::{CountOfP, FamilyError, WholeBox};

use super::args::Args;
use crate::errors::{Failure, remark};
use crate::options::Common;
use crate::processes::{Ends, Party, Saved, Seat, Work, supervise, work};

/// A box that several processes count.
struct Counted<'a> {
    template: &'a str,
    ranges: &'a [String],
    play: nimfield::Play,
    /// What process 0 says in the end.
    count: Option<u64>,
}

impl Work for Counted<'_> {
    fn words(&self) -> Vec<OsString> {
        let play = self.play.to_string();
        let words = ["table", self.template, "--count", "--play", &play];
        let words = words
            .into_iter()
            .chain(self.ranges.iter().map(String::as_str));
        words.map(Into::into).collect()
    }

    fn hear(&mut self, line: &str) -> Result<(), Failure> {
        let strange = |_| Failure::input(format!("process 0 says what is no count: {line:.40}"));
        self.count = Some(line.parse().map_err(strange)?);
        Ok(())
    }

    fn saved(&self) -> Result<Saved, Failure> {
        Ok(self.saved_elsewhere())
    }

    fn saved_elsewhere(&self) -> Saved {
        Saved {
            what: "of a sieve nothing is saved".to_owned(),
            goes_on: false,
        }
    }
}

/// Has a box counted by several processes, or works as one of them; `None` if the count is not here.
pub(super) fn by_processes(
    common: &Common,
    wanted: &Args,
    template: &str,
    whole: &WholeBox,
    budget: &Budget,
    failure: impl Fn(FamilyError) -> Failure,
) -> Result<Option<CountOfP>, Failure> {
    let start = Instant::now();
    let job = |processes| ClusterSieve {
        game: whole.game(),
        play: whole.play(),
        bounds: whole.bounds(),
        text: template,
        processes,
    };
    if wanted.by.worker.is_some() {
        work(&wanted.by, budget, |seat| {
            worked(seat, &job(seat.hosts.len()), budget)
        })?;
        return Ok(None);
    }
    let party = Party::of(&wanted.by)?;
    let job = job(party.processes);
    let allowed = job.check(budget).and_then(|()| job.memory());
    let memory = allowed.map_err(|error| failure(FamilyError::from(error)))?;
    if !common.quiet {
        remark(&format!(
            "{template}: {} processes, {} of memory each",
            party.processes,
            HumanBytes(memory)
        ));
    }
    let mut counted = Counted {
        template,
        ranges: &wanted.ranges,
        play: whole.play(),
        count: None,
    };
    supervise(common, &wanted.by, &party, start, &mut counted)?;
    let seconds = start.elapsed().as_secs_f64();
    match (party.here.contains(&0), counted.count) {
        (true, Some(count)) => Ok(Some(whole.counted(count, seconds))),
        (true, None) => Err(Failure::input("process 0 did not say what it has counted")),
        (false, _) => Ok(None),
    }
}

/// Works as one of the processes.
fn worked(seat: &Seat, job: &ClusterSieve<'_>, budget: &Budget) -> Result<(), Ends> {
    let (meeting, listener) = seat
        .meeting()
        .map_err(|error| Ends::Wrong(error.to_string()))?;
    let counted = job.work(&meeting, listener, budget).map_err(|error| {
        Ends::of(error, |error| match error {
            TableError::Unfinished(unfinished) => {
                Ends::Stopped(format!("the slab of process {} was {unfinished}", seat.me))
            }
            error @ TableError::OutOfMemory { .. } => Ends::Undecided(error.to_string()),
            error => Ends::Wrong(error.to_string()),
        })
    })?;
    if let Some(count) = counted {
        seat.made(&count.to_string());
    }
    Ok(())
}

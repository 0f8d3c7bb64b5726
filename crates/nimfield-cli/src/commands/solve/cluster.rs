//! `nimfield solve --processes`, `--hosts`: a board solved by several processes.

use std::ffi::OsString;
use std::time::Instant;

use indicatif::HumanBytes;
use nimfield::budget::Budget;
use nimfield::engines::taking::table::{
    ClusterJob, Job, JobError, Place, ScratchJob, Solved, Stand,
};

use crate::errors::{Failure, remark};
use crate::options::Common;
use crate::processes::{Ends, Options, Party, Supervised, Work, Writes, supervise, work};

/// A board that several processes solve.
struct Board<'a> {
    job: ClusterJob<'a>,
    failure: &'a dyn Fn(JobError) -> Failure,
}

impl Work for Board<'_> {
    fn words(&self) -> Vec<OsString> {
        let Job {
            text,
            play,
            save_every,
            ..
        } = self.job.scratch.job;
        let mut words: Vec<OsString> = vec!["solve".into(), text.into()];
        let mut option = |name: &str, value: OsString| {
            words.push(name.into());
            words.push(value);
        };
        option("-o", self.job.scratch.job.path.into());
        option("--play", play.to_string().into());
        option(
            "--save-every",
            format!("{}ms", save_every.as_millis()).into(),
        );
        option("--scratch", self.job.scratch.folder.into());
        words
    }

    fn saved(&self) -> Result<String, Failure> {
        let stand = self.job.stand();
        let Stand {
            pieces,
            saved,
            levels,
            saved_levels,
            ..
        } = stand.map_err(self.failure)?;
        Ok(format!(
            "level {saved_levels} of {levels} is saved, {saved} pieces of {pieces}"
        ))
    }

    fn abandon(&self) {
        self.job.leave_nothing();
    }
}

/// Has a board solved by several processes, or works as one of them; `None` if the table is not here.
pub(super) fn solved(
    common: &Common,
    options: &Options,
    scratch: ScratchJob<'_>,
    budget: &Budget,
    failure: &dyn Fn(JobError) -> Failure,
) -> Result<Option<Solved>, Failure> {
    let start = Instant::now();
    let job = scratch.job;
    if let Some(writes) = options.worker {
        work(options, budget, |seat| {
            let job = ClusterJob {
                scratch,
                processes: seat.hosts.len(),
                place: place(writes),
            };
            let wrong = |error: std::io::Error| Ends::Wrong(error.to_string());
            let (meeting, listener) = seat.meeting().map_err(wrong)?;
            let done = job.work(&meeting, listener, budget);
            done.map_err(|error| Ends::of(error, |error| ends(error, failure)))
        })?;
        return Ok(None);
    }
    // A table that is there already is looked at, whoever made it.
    let here = options.process.is_none_or(|process| process == 0);
    if here && std::fs::symlink_metadata(job.path).is_ok() {
        return job.run(budget).map(Some).map_err(failure);
    }
    let party = Party::of(options)?;
    let shared = ClusterJob {
        scratch,
        processes: party.processes,
        place: place(party.writes),
    };
    let keeps = party.here.contains(&0);
    // Whether the board is large enough to be shared out does not depend on what is saved.
    let stand = match keeps {
        true => shared.prepare(budget).map_err(failure)?,
        false => shared.outline(budget).map_err(failure)?,
    };
    let Some(stand) = stand else {
        // The board is too small to be shared out.
        let solved = keeps.then(|| job.run(budget).map_err(failure));
        return solved.transpose();
    };
    if !common.quiet {
        remark(&format!(
            "{}: {} pieces of {}, {} processes, {} of memory each",
            job.text,
            stand.pieces,
            HumanBytes(stand.piece_bytes),
            party.processes,
            HumanBytes(stand.memory)
        ));
    }
    let board = Board {
        job: shared,
        failure,
    };
    if supervise(common, options, &party, start, &board)? == Supervised::Elsewhere {
        return Ok(None);
    }
    // The processors of those that worked are free now.
    let here = common.threads.map_or(1, |_| party.here.len());
    let threads = budget.thread_count() * here;
    let solved = scratch.run(&budget.clone().threads(threads));
    let mut solved = solved.map_err(failure)?;
    if !solved.was_there {
        // For the last step all was saved before.
        solved.resumed = stand.saved * stand.piece_bytes * 8;
    }
    Ok(Some(solved))
}

fn place(writes: Writes) -> Place {
    match writes {
        Writes::Shared => Place::Shared,
        Writes::Sent => Place::Sent,
    }
}

/// How a process ends by a failure of the work.
fn ends(error: JobError, failure: &dyn Fn(JobError) -> Failure) -> Ends {
    match error {
        JobError::Stopped { unfinished, .. } => {
            Ends::Stopped(format!("the board was {unfinished}"))
        }
        error => match failure(error) {
            Failure::Undecided(why) => Ends::Undecided(why),
            failure => Ends::Wrong(failure.message()),
        },
    }
}

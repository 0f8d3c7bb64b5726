//! `nimfield solve --processes`, `--hosts`: a board solved by several processes.

use std::ffi::OsString;
use std::time::Instant;

use indicatif::HumanBytes;
use nimfield::Budget;
use nimfield_engines::cluster::MeetingError;
use nimfield_engines::taking::table::{
    ClusterError, ClusterJob, Job, JobError, JobProgress, Place, Solved,
};

use crate::errors::{Failure, remark};
use crate::options::Common;
use crate::processes::{Options, ProcessGroup, WorkerFailure, Writes, run_worker, supervise};

/// Returns the command that starts the processes, without the options for their cooperation.
fn command(job: &Job<'_>) -> Vec<OsString> {
    let Job {
        path,
        text,
        play,
        save_every,
        folder,
        ..
    } = *job;
    let mut words: Vec<OsString> = vec!["solve".into(), text.into()];
    let mut option = |name: &str, value: OsString| {
        words.push(name.into());
        words.push(value);
    };
    option("-o", path.into());
    option("--play", play.to_string().into());
    let save_every = format!("{}ms", save_every.as_millis());
    option("--save-every", save_every.into());
    if let Some(folder) = folder {
        option("--scratch", folder.into());
    }
    words
}

/// Describes how much is saved.
fn saved(job: &ClusterJob<'_>) -> Result<String, JobError> {
    let JobProgress {
        pieces,
        saved,
        levels,
        saved_levels,
        ..
    } = job.stand()?;
    Ok(format!(
        "level {saved_levels} of {levels} is saved, {saved} pieces of {pieces}"
    ))
}

/// Solves a board with several processes, or works as one of them; `None` if the table is on another machine.
pub(super) fn solved(
    common: &Common,
    options: &Options,
    job: Job<'_>,
    budget: &Budget,
    failure: &dyn Fn(JobError) -> Failure,
) -> Result<Option<Solved>, Failure> {
    let start = Instant::now();
    let in_memory = Job {
        folder: None,
        ..job
    };
    if let Some(writes) = options.worker {
        run_worker(options, budget, |meeting, listener| {
            let job = ClusterJob {
                job,
                processes: meeting.hosts.len(),
                place: place(writes),
            };
            let done = job.work(meeting, listener, budget);
            done.map_err(|error| ends(error, failure))
        })?;
        return Ok(None);
    }
    // An existing table is used, no matter which process wrote it.
    let here = options.process.is_none_or(|process| process == 0);
    if here && std::fs::symlink_metadata(job.path).is_ok() {
        return in_memory.run(budget).map(Some).map_err(failure);
    }
    let group = ProcessGroup::of(options)?;
    let shared = ClusterJob {
        job,
        processes: group.processes,
        place: place(group.writes),
    };
    let keeps = group.here.contains(&0);
    // The decision whether to distribute the board does not depend on saved pieces.
    let Some(stand) = shared.prepare(keeps, budget).map_err(failure)? else {
        // The board is too small to distribute.
        let solved = keeps.then(|| in_memory.run(budget).map_err(failure));
        return solved.transpose();
    };
    if !common.quiet {
        remark(&format!(
            "{}: {} pieces of {}, {} processes, {} of memory each",
            job.text,
            stand.pieces,
            HumanBytes(stand.piece_bytes),
            group.processes,
            HumanBytes(stand.memory)
        ));
    }
    let saved = || saved(&shared).map_err(failure);
    let supervised = supervise(common, options, &group, start, &command(&job), &saved);
    if supervised.is_err() && keeps {
        shared.leave_nothing();
    }
    supervised?;
    if !keeps {
        return Ok(None);
    }
    // The processors of the finished workers are free now.
    let here = common.threads.map_or(1, |_| group.here.len());
    let threads = budget.thread_count() * here;
    let solved = job.run(&budget.clone().threads(threads));
    let mut solved = solved.map_err(failure)?;
    if !solved.was_there {
        // Everything was saved before the last step.
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

/// Converts the error of a process into the reason for its end.
fn ends(error: ClusterError, failure: &dyn Fn(JobError) -> Failure) -> WorkerFailure {
    match error {
        ClusterError::Work(JobError::Stopped { unfinished, .. }) => {
            WorkerFailure::Stopped(format!("the board was {unfinished}"))
        }
        ClusterError::Work(error) => match failure(error) {
            Failure::Undecided(why) => WorkerFailure::Undecided(why),
            failure => WorkerFailure::Wrong(failure.message()),
        },
        ClusterError::Meeting(error @ MeetingError::Stopped(_)) => {
            WorkerFailure::Stopped(error.to_string())
        }
        ClusterError::Meeting(error @ MeetingError::Missing { .. }) => {
            WorkerFailure::Undecided(error.to_string())
        }
        error => WorkerFailure::Wrong(error.to_string()),
    }
}

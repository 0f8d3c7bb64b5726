//! Parallel tasks.
//!
//! Not generic, so that the code that distributes work is compiled once; a task must be worth a dynamic call.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

pub use rayon_core::ThreadPool;
use rayon_core::ThreadPoolBuilder;

/// Creates a pool of this many threads; `None` if one is enough, or the system does not provide more; then the current
/// thread does the work.
pub fn pool(threads: usize) -> Option<ThreadPool> {
    match threads {
        0 | 1 => None,
        _ if cfg!(target_family = "wasm") => None,
        // Without more threads, the work takes longer, but gives the same result.
        threads => ThreadPoolBuilder::new().num_threads(threads).build().ok(),
    }
}

/// Runs tasks 0 to `tasks` - 1, in any order, each once.
pub fn each(pool: Option<&ThreadPool>, tasks: usize, task: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= tasks {
                return;
            }
            task(number);
        }
    };
    match pool {
        Some(pool) if !cfg!(target_family = "wasm") => _ = pool.broadcast(|_| work()),
        _ => work(),
    }
}

/// Runs tasks 0 to `tasks` - 1, in any order, until one fails.
///
/// # Errors
/// The error of one of the failed tasks.
pub fn try_each<E: Send + Sync>(
    pool: Option<&ThreadPool>,
    tasks: usize,
    task: impl Fn(usize) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let failed = OnceLock::new();
    each(pool, tasks, &|number| {
        if failed.get().is_none()
            && let Err(error) = task(number)
        {
            // Another task may have failed already.
            let _ = failed.set(error);
        }
    });
    failed.into_inner().map_or(Ok(()), Err)
}

/// Applies `of` to each item, and returns the results in order.
///
/// # Errors
/// The error of one of the failed calls.
pub fn map<T: Send, R: Send, E: Send + Sync>(
    pool: Option<&ThreadPool>,
    things: Vec<T>,
    of: impl Fn(T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let things: Vec<Mutex<Option<T>>> = things
        .into_iter()
        .map(|thing| Mutex::new(Some(thing)))
        .collect();
    let made: Vec<Mutex<Option<R>>> = things.iter().map(|_| Mutex::new(None)).collect();
    try_each(pool, things.len(), |number| {
        let thing = locked(&things[number]).take();
        *locked(&made[number]) = thing.map(&of).transpose()?;
        Ok(())
    })?;
    let made = made.into_iter();
    Ok(made
        .filter_map(|made| made.into_inner().unwrap_or_else(PoisonError::into_inner))
        .collect())
}

/// Runs `work` on this many threads, at least the current one, and waits for all; each receives its
/// number, the current one 0.
///
/// # Panics
/// If one of the threads panicked.
pub fn on_threads(threads: usize, work: &(dyn Fn(usize) + Sync)) {
    if cfg!(target_family = "wasm") {
        return work(0);
    }
    std::thread::scope(|scope| {
        for number in 1..threads {
            scope.spawn(move || work(number));
        }
        work(0);
    });
}

/// Locks a mutex and returns its contents, even if poisoned: a panicked thread has ended the work, so nobody uses
/// incomplete contents.
pub fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

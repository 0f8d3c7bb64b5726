//! Tasks side by side.
//!
//! Not generic, so that what divides work among threads is compiled once: a task is to be worth a call.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use rayon_core::{ThreadPool, ThreadPoolBuilder};

/// A pool of so many threads; `None` if one is enough, or no more are to be had: then one does the work.
pub(crate) fn pool(threads: usize) -> Option<ThreadPool> {
    match threads {
        0 | 1 => None,
        threads => ThreadPoolBuilder::new().num_threads(threads).build().ok(),
    }
}

/// Does tasks 0 to `tasks` - 1, in any order, each once.
pub(crate) fn each(pool: Option<&ThreadPool>, tasks: usize, task: &(dyn Fn(usize) + Sync)) {
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
        Some(pool) => _ = pool.broadcast(|_| work()),
        None => work(),
    }
}

/// Does tasks 0 to `tasks` - 1, in any order, until one fails.
///
/// # Errors
/// Of the tasks that failed, one's.
pub(crate) fn try_each<E: Send + Sync>(
    pool: Option<&ThreadPool>,
    tasks: usize,
    task: impl Fn(usize) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let failed = OnceLock::new();
    each(pool, tasks, &|number| {
        if failed.get().is_none()
            && let Err(error) = task(number)
        {
            // Another one may have failed meanwhile.
            let _ = failed.set(error);
        }
    });
    failed.into_inner().map_or(Ok(()), Err)
}

/// What `of` makes of each of some things, in their order.
///
/// # Errors
/// Of those that failed, one's.
pub(crate) fn map<T: Send, R: Send, E: Send + Sync>(
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

/// Runs `work` on so many threads, at least this one, and waits for all; each is told its number, this one 0.
///
/// # Panics
/// If one of them did.
pub(crate) fn on_threads(threads: usize, work: &(dyn Fn(usize) + Sync)) {
    std::thread::scope(|scope| {
        for number in 1..threads {
            scope.spawn(move || work(number));
        }
        work(0);
    });
}

/// What a mutex holds. A thread that panicked has ended the work, so that nobody sees what it left.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_is_done_once_and_results_keep_their_order() {
        for threads in [1, 3] {
            let pool = pool(threads);
            assert_eq!(pool.is_some(), threads > 1);
            let done: Vec<AtomicUsize> = (0..100).map(|_| AtomicUsize::new(0)).collect();
            each(pool.as_ref(), 100, &|i| {
                done[i].fetch_add(1, Ordering::Relaxed);
            });
            assert!(done.iter().all(|done| done.load(Ordering::Relaxed) == 1));
            let squares = map(pool.as_ref(), (0..50u64).collect(), |i| Ok::<_, ()>(i * i));
            assert_eq!(squares, Ok((0..50).map(|i| i * i).collect()));
        }
    }

    #[test]
    fn threads_have_numbers() {
        for threads in [0, 1, 3] {
            let told = Mutex::new(Vec::new());
            on_threads(threads, &|number| locked(&told).push(number));
            let mut told = told.into_inner().unwrap();
            told.sort_unstable();
            assert_eq!(told, (0..threads.max(1)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_failure_is_told() {
        for threads in [1, 3] {
            let pool = pool(threads);
            let odd = |i: u64| {
                if i.is_multiple_of(2) {
                    Ok(i)
                } else {
                    Err("odd")
                }
            };
            assert_eq!(map(pool.as_ref(), vec![2, 4, 5, 6], odd), Err("odd"));
            assert_eq!(map(pool.as_ref(), Vec::new(), odd), Ok(Vec::new()));
        }
    }
}

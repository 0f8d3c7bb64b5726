//! Tasks side by side.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use nimfield_engines::parallel::{each, map, on_threads, pool};

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
        on_threads(threads, &|number| told.lock().unwrap().push(number));
        let mut told = told.into_inner().unwrap();
        told.sort_unstable();
        assert_eq!(told, (0..threads.max(1)).collect::<Vec<_>>());
    }
}

#[test]
fn a_failure_is_reported() {
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

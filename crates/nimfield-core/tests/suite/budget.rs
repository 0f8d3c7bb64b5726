//! Limits, and the messages when they are reached.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use nimfield_core::budget::{Budget, Bytes, Limit, Unfinished};

#[test]
fn each_limit_is_noticed() {
    let budget = Budget::unlimited();
    assert!(budget.check(u64::MAX).is_ok() && budget.fits(u64::MAX).is_ok());
    assert_eq!(
        budget.clone().positions(7).check(8),
        Err(Limit::Positions { allowed: 7 })
    );
    assert!(budget.clone().positions(7).check(7).is_ok());
    let allowed = Duration::ZERO;
    assert_eq!(
        budget.clone().time(allowed).check(0),
        Err(Limit::Time { allowed })
    );
    assert!(budget.clone().time(Duration::MAX).check(0).is_ok());
    let flag = Arc::new(AtomicBool::new(false));
    let cancellable = budget.clone().cancel(flag.clone());
    assert!(cancellable.check(0).is_ok());
    flag.store(true, Ordering::Relaxed);
    assert_eq!(cancellable.check(0), Err(Limit::Cancelled));
    assert_eq!(
        budget.clone().bytes(10).fits(11),
        Err(Limit::Bytes {
            allowed: 10,
            needed: 11
        })
    );
    assert_eq!(budget.threads(0).thread_count(), 1);
}

#[test]
fn messages_report_the_progress() {
    let unfinished = |limit, done, total| Unfinished { limit, done, total }.to_string();
    assert_eq!(
        unfinished(Limit::Cancelled, 1_000_000, Some(4_000_000)),
        "stopped by a request to cancel after 1,000,000 of 4,000,000 positions (25.0 %)"
    );
    let allowed = Duration::from_millis(1500);
    assert_eq!(
        unfinished(Limit::Time { allowed }, 12_003, None),
        "stopped by the time limit of 1.5s after 12,003 positions"
    );
    let limit = Limit::Bytes {
        allowed: 1000,
        needed: 3 << 29,
    };
    assert_eq!(
        unfinished(limit, 0, Some(5)),
        "not started because of the memory limit (1.5 GiB needed, 1000 bytes allowed): \
         there are 5 positions to do"
    );
    // A long computation may not have finished a single position.
    assert_eq!(
        unfinished(Limit::Positions { allowed: 1000 }, 0, None),
        "stopped by the limit of 1,000 positions"
    );
    assert_eq!(
        unfinished(Limit::Time { allowed }, 0, None),
        "stopped by the time limit of 1.5s"
    );
    assert_eq!(
        unfinished(Limit::Cancelled, 0, Some(1)),
        "stopped by a request to cancel: there is 1 position to do"
    );
    let (allowed, needed) = (1 << 20, (1 << 20) + 1);
    assert_eq!(
        Limit::Bytes { allowed, needed }.to_string(),
        "the memory limit (1,048,577 needed, 1,048,576 bytes allowed)"
    );
    assert_eq!(
        Limit::Positions { allowed: 1 }.to_string(),
        "the limit of 1 position"
    );
    assert_eq!(Bytes(u64::MAX).to_string(), "16.0 EiB");
}

#[test]
fn a_budget_can_cancel_itself_after_some_questions() {
    let (budget, left) = Budget::unlimited().cancel_after(3);
    let flag = budget.cancel_flag().unwrap();
    // Clones count together.
    let clone = budget.clone();
    assert_eq!([budget.check(0), clone.check(9)], [Ok(()), Ok(())]);
    assert!(!clone.is_cancelled());
    assert_eq!(left.load(Ordering::Relaxed), 0);
    assert!(!flag.load(Ordering::Relaxed));
    assert_eq!(budget.check(0), Err(Limit::Cancelled));
    assert!(clone.is_cancelled() && flag.load(Ordering::Relaxed));
    assert!(!Budget::unlimited().is_cancelled());
}

#[test]
fn a_budget_collects_counts_if_they_are_wanted() {
    let silent = Budget::unlimited();
    silent.add_count("cuts", 1);
    assert_eq!(silent.take_counts(), []);
    let budget = Budget::unlimited().counting();
    budget.add_count("cuts", 2);
    // Clones count together, and what did not happen is not named.
    budget.clone().positions(1).add_count("cuts", 3);
    budget.add_count("hits", 0);
    budget.add_count("hits", 1);
    assert_eq!(budget.take_counts(), [("cuts", 5), ("hits", 1)]);
    assert_eq!(budget.take_counts(), []);
}

//! Work by several processes, here threads that talk over the loopback.
#![cfg(feature = "cluster")]

use std::net::TcpListener;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use nimfield_core::budget::{Budget, Limit};
use nimfield_engines::cluster::{ClusterError, Meeting, Token, babble};
use nimfield_engines::partitions::closure::{self, ClusterCensus, extend};
use nimfield_engines::partitions::{Census, Grading, Stop};

/// What becomes of work by so many processes, each of which is told its number.
fn together<T: Send>(
    processes: usize,
    work: impl Fn(&Meeting<'_>, TcpListener) -> T + Sync,
) -> Vec<T> {
    let listeners = (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap());
    let listeners: Vec<TcpListener> = listeners.collect();
    let hosts: Vec<String> = listeners
        .iter()
        .map(|listener| listener.local_addr().unwrap().to_string())
        .collect();
    let token = Token([7; 16]);
    let (hosts, work) = (&hosts, &work);
    std::thread::scope(|scope| {
        let started: Vec<_> = (0..)
            .zip(listeners)
            .map(|(me, listener)| {
                let wait = Duration::from_secs(3600);
                scope.spawn(move || {
                    let meeting = Meeting {
                        me,
                        hosts,
                        token,
                        wait,
                    };
                    work(&meeting, listener)
                })
            })
            .collect();
        started.into_iter().map(|one| one.join().unwrap()).collect()
    })
}

/// The census that each of so many processes has in the end.
fn censuses(
    processes: usize,
    up_to: u32,
    known: &Census,
    budget: &Budget,
) -> Vec<(Census, Result<(), ClusterError<Stop>>)> {
    let job = ClusterCensus { up_to, processes };
    together(processes, |meeting, listener| {
        let mut census = match meeting.me {
            0 => known.clone(),
            _ => Census::new(Grading::Size),
        };
        let mut nothing = |_: &Census| Ok(());
        let done = job.work(meeting, listener, &mut census, budget, &mut nothing);
        (census, done)
    })
}

#[test]
fn any_number_of_processes_makes_the_census_that_one_makes() {
    let mut nothing = |_: &Census| Ok(());
    for up_to in [0, 1, 2, 7, 20, 46] {
        let mut one = Census::new(Grading::Size);
        extend(&mut one, up_to, &Budget::unlimited(), &mut nothing).unwrap();
        for (processes, threads) in [(1, 2), (2, 1), (3, 2), (5, 1)] {
            for known in [0, 1, up_to / 2, up_to, up_to + 1] {
                let mut begun = one.clone();
                begun.levels.truncate(known as usize);
                let budget = Budget::unlimited().threads(threads);
                for (census, done) in censuses(processes, up_to, &begun, &budget) {
                    done.unwrap();
                    assert!(census == one, "{up_to} by {processes} from {known}");
                }
            }
        }
    }
}

#[test]
fn if_one_has_to_stop_all_do_and_what_is_finished_stays() {
    let job = ClusterCensus {
        up_to: 50,
        processes: 3,
    };
    let ends = together(3, |meeting, listener| {
        let mut census = Census::new(Grading::Size);
        // One of them is cancelled in the midst, by what it saves.
        let mut save = |census: &Census| match census.levels.len() {
            30 => Err("no more".to_owned()),
            _ => Ok(()),
        };
        let done = job.work(
            meeting,
            listener,
            &mut census,
            &Budget::unlimited(),
            &mut save,
        );
        (census.levels.len(), done)
    });
    for (me, (levels, done)) in ends.into_iter().enumerate() {
        match (me, done) {
            (0, Err(ClusterError::Work(Stop::Save(why)))) => assert_eq!(why, "no more"),
            (_, Err(ClusterError::Work(Stop::Unfinished(unfinished)))) => {
                assert_eq!(unfinished.limit, Limit::Cancelled);
            }
            (me, done) => panic!("{me}: {done:?}"),
        }
        assert!((29..=30).contains(&levels), "{me}: {levels}");
    }
}

#[test]
fn shares_of_the_memory_are_even() {
    let one = closure::memory(110) - closure::memory(0);
    for processes in 1..=12 {
        let memory = ClusterCensus {
            up_to: 110,
            processes,
        }
        .memory();
        assert!(memory > one / processes as u64);
        assert!(
            memory < one / processes as u64 * 103 / 100 + (64 << 20),
            "{processes}"
        );
    }
}

/// Whatever another process says, this one ends with an error, if it does not go on.
#[test]
fn what_a_process_says_does_no_harm() {
    let up_to = 24;
    let job = ClusterCensus {
        up_to,
        processes: 2,
    };
    let identity = format!("pnim normal size closures up to {up_to}");
    let mut random = fastrand::Rng::with_seed(4);
    for trial in 0..150 {
        let number = |random: &mut fastrand::Rng| match random.usize(..8) {
            0 => random.u64(..),
            1 => u64::MAX,
            2 => 1 << random.usize(..64),
            _ => random.u64(..30),
        };
        let mut parcels = Vec::new();
        for _ in 0..random.usize(1..6) {
            let head = [
                random.u64(..8),
                number(&mut random),
                number(&mut random),
                number(&mut random),
            ];
            let words = (0..random.usize(..40))
                .map(|_| number(&mut random))
                .collect();
            parcels.push((head, words));
        }
        // This nobody says.
        parcels.push(([99, 0, 0, 0], Vec::new()));
        let is_over = AtomicBool::new(false);
        let liar = 1 - trial % 2;
        let ends = together(2, |meeting, listener| {
            if meeting.me == liar {
                let told = (trial as u32 % 20).to_le_bytes();
                let identity = identity.as_bytes();
                babble(meeting, listener, identity, &told, &parcels, &is_over).unwrap();
                return None;
            }
            let mut census = Census::new(Grading::Size);
            let mut nothing = |_: &Census| Ok(());
            let budget = Budget::unlimited().threads(1);
            let done = job.work(meeting, listener, &mut census, &budget, &mut nothing);
            is_over.store(true, Ordering::Relaxed);
            Some(done)
        });
        for done in ends.into_iter().flatten() {
            assert!(
                matches!(done, Err(ClusterError::Network(_))),
                "{trial}: {done:?}"
            );
        }
    }
}

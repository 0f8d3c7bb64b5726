//! Work by several processes, here threads that talk over the loopback.
#![cfg(feature = "cluster")]

use std::fmt;
use std::net::TcpListener;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use nimfield_core::budget::{Budget, Limit};
use nimfield_core::families::ray::RayGame;
use nimfield_core::families::taking::Taking;
use nimfield_core::words::Play;
use nimfield_engines::TableError;
use nimfield_engines::cluster::{ClusterError, Meeting, MeetingError, Token, babble};
use nimfield_engines::partitions::closure::{self, ClusterCensus, extend};
use nimfield_engines::partitions::{Census, Grading, Stop};
use nimfield_engines::sieve::{ClusterSieve, OutcomeTable};
use nimfield_engines::taking::table::{ClusterJob, Job, Place, ScratchJob, TableKind};

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

/// Some parcels that say anything, the first number of their heads below `words`, and at last one that says what nobody
/// says.
fn lies(random: &mut fastrand::Rng, words: u64) -> Vec<([u64; 4], Vec<u64>)> {
    let number = |random: &mut fastrand::Rng| match random.usize(..8) {
        0 => random.u64(..),
        1 => u64::MAX,
        2 => 1 << random.usize(..64),
        _ => random.u64(..30),
    };
    let mut parcels = Vec::new();
    for _ in 0..random.usize(1..6) {
        let head = [
            random.u64(..words),
            number(random),
            number(random),
            number(random),
        ];
        let words = (0..random.usize(..40)).map(|_| number(random)).collect();
        parcels.push((head, words));
    }
    parcels.push(([99, 0, 0, 0], Vec::new()));
    parcels
}

/// Whatever another process says, whether it is the first or the second, this one ends with an error.
///
/// What is said in `trial` has the first number of its heads below `words`.
fn lied_to<E: fmt::Debug + Send>(
    trial: usize,
    (random, words): (&mut fastrand::Rng, u64),
    (identity, told): (&[u8], &[u8]),
    work: impl Fn(&Meeting<'_>, TcpListener) -> Result<(), ClusterError<E>> + Sync,
) {
    let parcels = lies(random, words);
    let is_over = AtomicBool::new(false);
    let liar = 1 - trial % 2;
    let ends = together(2, |meeting, listener| {
        if meeting.me == liar {
            babble(meeting, listener, identity, told, &parcels, &is_over).unwrap();
            return None;
        }
        let done = work(meeting, listener);
        is_over.store(true, Ordering::Relaxed);
        Some(done)
    });
    for done in ends.into_iter().flatten() {
        let is_right = matches!(done, Err(ClusterError::Network(_)));
        assert!(is_right, "{trial}: {done:?}");
    }
}

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
        let told = (trial as u32 % 20).to_le_bytes();
        let said = (identity.as_bytes(), &told[..]);
        lied_to(trial, (&mut random, 8), said, |meeting, listener| {
            let mut census = Census::new(Grading::Size);
            let mut nothing = |_: &Census| Ok(());
            let budget = Budget::unlimited().threads(1);
            job.work(meeting, listener, &mut census, &budget, &mut nothing)
        });
    }
}

/// The number of P-positions of a box by the definition: a position is P if no option is, and in misère play has an
/// option.
fn plain(game: &RayGame, play: Play, bounds: &[u32]) -> u64 {
    let strides: Vec<usize> = (0..bounds.len())
        .map(|pile| {
            let behind = bounds[pile + 1..].iter();
            behind.map(|&bound| bound as usize).product()
        })
        .collect();
    let all: usize = bounds.iter().map(|&bound| bound as usize).product();
    let mut is_p = vec![false; all];
    for place in 0..all {
        let entry = |pile: usize| place / strides[pile] % bounds[pile] as usize;
        let (mut moves, mut wins) = (false, false);
        for ray in game.rays() {
            let ray: Vec<usize> = ray.collect();
            let step: usize = ray.iter().map(|&pile| strides[pile]).sum();
            let most = ray.iter().map(|&pile| entry(pile)).min().unwrap();
            moves |= most > 0;
            wins |= (1..=most).any(|amount| is_p[place - amount * step]);
        }
        is_p[place] = !wins && (moves || play == Play::Normal);
    }
    is_p.iter().filter(|is_p| **is_p).count() as u64
}

/// What each of so many processes has counted in the end.
fn counts(
    job: ClusterSieve<'_>,
    budget: &Budget,
) -> Vec<Result<Option<u64>, ClusterError<TableError>>> {
    together(job.processes, |meeting, listener| {
        job.work(meeting, listener, budget)
    })
}

fn agrees(game: &RayGame, play: Play, bounds: &[u32], processes: usize, expected: u64) {
    let job = ClusterSieve {
        game,
        play,
        bounds,
        text: "a game",
        processes,
    };
    for (me, count) in counts(job, &Budget::unlimited()).into_iter().enumerate() {
        let expected = (me == 0).then_some(expected);
        assert_eq!(count.unwrap(), expected, "{job:?}, process {me}");
    }
}

#[test]
fn any_number_of_processes_counts_what_one_counts() {
    let nim = |piles| RayGame::nim(piles).unwrap();
    let matrix = |rows, columns| RayGame::matrix(rows, columns).unwrap();
    // A tile is a 32nd, or a 48th, of the second pile: so many entries, one less, one more. One block, one row, and
    // more processes than entries are among them.
    let cases: [(RayGame, &[u32]); 14] = [
        (nim(1), &[1]),
        (nim(2), &[100, 3]),
        (nim(3), &[1, 1, 1]),
        (nim(3), &[2, 1, 70]),
        (nim(3), &[33, 32, 31]),
        (nim(4), &[17, 2, 16, 18]),
        (RayGame::wythoff(), &[130, 129]),
        (RayGame::wythoff(), &[1, 200]),
        (matrix(2, 2), &[33, 31, 32, 17]),
        (matrix(2, 2), &[2, 49, 2, 48]),
        (matrix(1, 4), &[16, 17, 15, 18]),
        (matrix(2, 3), &[7, 8, 6, 7, 5, 9]),
        (matrix(3, 3), &[4, 3, 4, 3, 4, 3, 4, 3, 4]),
        (matrix(1, 3), &[65, 64, 63]),
    ];
    for (game, bounds) in &cases {
        for play in [Play::Normal, Play::Misere] {
            let expected = plain(game, play, bounds);
            for threads in [1, 2] {
                let budget = Budget::unlimited().threads(threads);
                let one = OutcomeTable::count(game, play, bounds, &budget);
                assert_eq!(one.unwrap(), expected, "{game:?} {bounds:?} {play}");
            }
            for processes in [1, 2, 3] {
                agrees(game, play, bounds, processes, expected);
            }
        }
    }
}

#[test]
fn any_box_is_counted_by_any_number_of_processes() {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..120 {
        let piles = random.usize(1..=6);
        let mut rays: Vec<u64> = (0..random.usize(0..=6))
            .map(|_| random.u64(1..1 << piles))
            .collect();
        rays.sort_unstable();
        rays.dedup();
        let members = |ray: u64| (0..piles).filter(move |pile| ray >> pile & 1 == 1);
        let game = RayGame::new(piles, rays.into_iter().map(members)).unwrap();
        let longest = [700, 130, 66, 18, 9, 6][piles - 1];
        let bounds: Vec<u32> = (0..piles).map(|_| random.u32(1..=longest)).collect();
        for play in [Play::Normal, Play::Misere] {
            let expected = plain(&game, play, &bounds);
            agrees(&game, play, &bounds, random.usize(1..=5), expected);
        }
    }
}

#[test]
fn marks_larger_than_a_parcel_are_sent_in_parts() {
    // Blocks of 2^22 bits, 65536 words.
    let game = RayGame::new(3, [vec![0], vec![1], vec![0, 1], vec![0, 1, 2]]).unwrap();
    let bounds = [3, 4, 1 << 22];
    let budget = Budget::unlimited();
    let expected = OutcomeTable::count(&game, Play::Normal, &bounds, &budget).unwrap();
    agrees(&game, Play::Normal, &bounds, 3, expected);
}

#[test]
fn a_process_that_may_not_hold_its_slab_refuses_it_beforehand() {
    let game = RayGame::matrix(2, 2).unwrap();
    let job = ClusterSieve {
        game: &game,
        play: Play::Normal,
        bounds: &[60; 4],
        text: "a matrix",
        processes: 2,
    };
    let memory = job.memory().unwrap();
    let limited = |bytes| job.check(&Budget::unlimited().bytes(bytes));
    assert_eq!(limited(memory), Ok(()));
    let Err(TableError::Unfinished(unfinished)) = limited(memory - 1) else {
        panic!("it is allowed");
    };
    let (allowed, needed) = (memory - 1, memory);
    assert_eq!(unfinished.limit, Limit::Bytes { allowed, needed });
    let few = job.check(&Budget::unlimited().positions(60));
    assert!(matches!(few, Err(TableError::Unfinished(_))), "{few:?}");
    let bounds = &[60; 3];
    let wrong = ClusterSieve { bounds, ..job }.check(&Budget::unlimited());
    let (piles, bounds) = (4, 3);
    assert_eq!(wrong, Err(TableError::Dimension { piles, bounds }));
}

#[test]
fn if_one_has_to_stop_counting_all_do() {
    let game = RayGame::matrix(2, 2).unwrap();
    for stopping in 0..3 {
        let job = ClusterSieve {
            game: &game,
            play: Play::Normal,
            bounds: &[150; 4],
            text: "a matrix",
            processes: 3,
        };
        let ends = together(3, |meeting, listener| {
            let flag = std::sync::Arc::new(AtomicBool::new(false));
            let raised = flag.clone();
            let mut budget = Budget::unlimited().cancel(flag);
            if meeting.me == stopping {
                budget = budget.progress(move |_| raised.store(true, Ordering::Relaxed));
            }
            job.work(meeting, listener, &budget)
        });
        for (me, end) in ends.into_iter().enumerate() {
            match end {
                Err(ClusterError::Work(TableError::Unfinished(unfinished))) => {
                    assert_eq!(unfinished.limit, Limit::Cancelled);
                }
                // Who has finished needs nobody.
                Ok(None) if me != 0 && me != stopping => {}
                end => panic!("{me}: {end:?}"),
            }
        }
    }
}

#[test]
fn those_that_count_something_else_are_refused() {
    let nim = RayGame::nim(3).unwrap();
    let other = RayGame::matrix(1, 3).unwrap();
    let job = ClusterSieve {
        game: &nim,
        play: Play::Normal,
        bounds: &[9, 9, 9],
        text: "nim[a b c]",
        processes: 2,
    };
    for different in [
        ClusterSieve {
            game: &other,
            ..job
        },
        ClusterSieve {
            play: Play::Misere,
            ..job
        },
        ClusterSieve {
            bounds: &[9, 9, 8],
            ..job
        },
    ] {
        let flag = std::sync::Arc::new(AtomicBool::new(false));
        let ends = together(2, |meeting, listener| {
            let budget = Budget::unlimited().cancel(flag.clone());
            if meeting.me == 0 {
                return job.work(meeting, listener, &budget);
            }
            let end = different.work(meeting, listener, &Budget::unlimited());
            // The first one waits on for another.
            flag.store(true, Ordering::Relaxed);
            end
        });
        let Err(ClusterError::Meeting(MeetingError::Refused(0, why))) = &ends[1] else {
            panic!("{ends:?}");
        };
        assert!(why.contains("the P-positions of nim[a b c]"), "{why}");
        assert!(ends[0].is_err());
    }
}

#[test]
fn what_a_process_says_does_no_harm_to_a_sieve() {
    let game = RayGame::matrix(2, 2).unwrap();
    let bounds = [40; 4];
    let job = ClusterSieve {
        game: &game,
        play: Play::Normal,
        bounds: &bounds,
        text: "a matrix",
        processes: 2,
    };
    let identity = format!(
        "sieve, normal play, bounds {bounds:?}, rays {:?}",
        game.masks()
    );
    let mut random = fastrand::Rng::with_seed(5);
    for trial in 0..150 {
        let said = (identity.as_bytes(), &[][..]);
        lied_to(trial, (&mut random, 5), said, |meeting, listener| {
            job.work(meeting, listener, &Budget::unlimited()).map(drop)
        });
    }
}

#[test]
fn what_a_process_says_does_no_harm_to_a_board() {
    // A line of which up to three neighbours are taken.
    let cells = 21;
    let runs =
        (1..=3).flat_map(|size| (0..=cells - size).map(move |at| ((1u64 << size) - 1) << at));
    let game = Taking::new(
        cells,
        runs.collect(),
        vec![(0..cells as u8).rev().collect()],
    )
    .unwrap();
    let name = format!("nimfield-lies-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    let path = folder.join("board.nimtable");
    let budget = Budget::unlimited().threads(1);
    let mut random = fastrand::Rng::with_seed(6);
    for trial in 0..100 {
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let job = ClusterJob {
            scratch: ScratchJob {
                job: Job {
                    path: &path,
                    text: "a test",
                    game: &game,
                    play: Play::Misere,
                    kind: TableKind::Outcomes,
                    save_every: Duration::ZERO,
                },
                folder: &folder,
                recompute: false,
            },
            processes: 2,
            place: [Place::Shared, Place::Sent][trial / 2 % 2],
        };
        let stand = job.prepare(&budget).unwrap().expect("it can be shared out");
        let identity = job.identity().unwrap();
        let mut told = (stand.levels as u32 - 1).to_le_bytes().to_vec();
        told.resize(4 + 8 * stand.pieces as usize, 0);
        lied_to(
            trial,
            (&mut random, 6),
            (&identity, &told),
            |meeting, listener| job.work(meeting, listener, &budget).map(drop),
        );
    }
    let _ = std::fs::remove_dir_all(&folder);
}

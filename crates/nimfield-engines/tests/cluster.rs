//! Work by several processes, here threads that talk over the loopback.
#![cfg(feature = "cluster")]

use std::fmt;
use std::net::TcpListener;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use nimfield_core::budget::Budget;
use nimfield_core::families::taking::Taking;
use nimfield_core::words::Play;
use nimfield_engines::cluster::{ClusterError, Meeting, Token, send_noise};
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
            send_noise(meeting, listener, identity, told, &parcels, &is_over).unwrap();
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
                    recompute: false,
                },
                folder: &folder,
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

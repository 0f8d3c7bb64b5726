//! Work by several processes, here threads that communicate over the loopback.
#![cfg(feature = "cluster")]

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use nimfield_core::budget::Budget;
use nimfield_core::families::taking::Taking;
use nimfield_core::words::Play;
use nimfield_engines::cluster::{Meeting, Token, send_noise};
use nimfield_engines::taking::table::{ClusterError, ClusterJob, Job, Place, TableKind};

/// The results of work by this many processes, each of which receives its number.
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

/// Some parcels with any contents, the first number of their heads below `words`, and at the end one of an unknown
/// kind.
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

/// Whatever another process sends, whether it is the first or the second, this one ends with an error.
///
/// In the messages of `trial`, the first number of the heads is below `words`.
fn lied_to(
    trial: usize,
    (random, words): (&mut fastrand::Rng, u64),
    (identity, told): (&[u8], &[u8]),
    work: impl Fn(&Meeting<'_>, TcpListener) -> Result<(), ClusterError> + Sync,
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

/// A line of which up to three neighbours are taken.
fn line() -> Taking {
    let cells = 21;
    let runs =
        (1..=3).flat_map(|size| (0..=cells - size).map(move |at| ((1u64 << size) - 1) << at));
    Taking::new(
        cells,
        runs.collect(),
        vec![(0..cells as u8).rev().collect()],
    )
    .unwrap()
}

/// A job of two processes in a folder, and the message of process 0 to the other one.
fn job_of_two<'a>(
    game: &'a Taking,
    folder: &'a Path,
    path: &'a Path,
    place: Place,
) -> (ClusterJob<'a>, Vec<u8>) {
    let job = ClusterJob {
        job: Job {
            path,
            text: "a test",
            game,
            play: Play::Misere,
            kind: TableKind::Outcomes,
            save_every: Duration::ZERO,
            recompute: false,
            folder: Some(folder),
        },
        processes: 2,
        place,
    };
    let stand = job
        .prepare(true, &Budget::unlimited().threads(1))
        .unwrap()
        .expect("it can be shared out");
    let mut told = (stand.levels as u32 - 1).to_le_bytes().to_vec();
    told.resize(4 + 8 * stand.pieces as usize, 0);
    (job, told)
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("nimfield-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn false_messages_of_a_process_do_not_damage_a_board() {
    let game = line();
    let budget = Budget::unlimited().threads(1);
    let mut random = fastrand::Rng::with_seed(6);
    for trial in 0..100 {
        let folder = folder("lies");
        let path = folder.join("board.nimtable");
        let place = [Place::Shared, Place::Sent][trial / 2 % 2];
        let (job, told) = job_of_two(&game, &folder, &path, place);
        let identity = job.identity().unwrap();
        lied_to(
            trial,
            (&mut random, 6),
            (&identity, &told),
            |meeting, listener| job.work(meeting, listener, &budget).map(drop),
        );
        let _ = std::fs::remove_dir_all(&folder);
    }
}

#[test]
fn silent_strangers_do_not_keep_processes_from_meeting() {
    let game = line();
    let folder = folder("silent");
    let path = folder.join("board.nimtable");
    let (job, told) = job_of_two(&game, &folder, &path, Place::Shared);
    let identity = job.identity().unwrap();
    let is_over = AtomicBool::new(false);
    let ends = together(2, |meeting, listener| {
        // Shorter than reading from each stranger in turn would take.
        let meeting = &Meeting {
            wait: Duration::from_secs(15),
            ..*meeting
        };
        if meeting.me == 0 {
            let done = job.work(meeting, listener, &Budget::unlimited().threads(1));
            is_over.store(true, Ordering::Relaxed);
            return Some(done.map(drop));
        }
        let silent = (0..180).map(|_| TcpStream::connect(&meeting.hosts[0]));
        let silent: Vec<_> = silent.collect();
        // If the next, invalid message causes an error, they had met.
        let parcels = lies(&mut fastrand::Rng::with_seed(1), 6);
        let said = send_noise(meeting, listener, &identity, &told, &parcels, &is_over);
        assert!(said.is_ok(), "{said:?}");
        drop(silent);
        None
    });
    let _ = std::fs::remove_dir_all(&folder);
    let done = ends.into_iter().flatten().next().unwrap();
    assert!(matches!(done, Err(ClusterError::Network(_))), "{done:?}");
}

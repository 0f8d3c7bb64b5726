//! Boards solved by several processes: the same file, even if processes are missing, foreign, killed or stopped.

use std::fs;
use std::io::{Read, Seek, SeekFrom, Write};
use std::net::{TcpListener, TcpStream};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::common::{
    self, code, end, err, grows_to, interrupt, names_in, nimfield, out, run, silent, start, text,
    with_room_for,
};

/// A board that takes little time.
const BOARD: &str = "tactix[4x7]";
/// Bytes of a state file's header.
const HEADER: u64 = 4_116;

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    common::folder(&format!("processes-{name}"))
}

/// The file that one process makes.
fn whole(folder: &Path, board: &str) -> Vec<u8> {
    let path = folder.join("whole.nimtable");
    let output = run(&["solve", board, "-q", "-o", text(&path)]);
    assert_eq!((code(&output), err(&output)), (0, ""));
    let bytes = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    bytes
}

/// The running processes that a command has started.
fn children(command: &Child) -> Vec<Pid> {
    let path = format!("/proc/{0}/task/{0}/children", command.id());
    let list = fs::read_to_string(path).unwrap_or_default();
    let pids = list.split_whitespace();
    pids.map(|pid| Pid::from_raw(pid.parse().unwrap()))
        .collect()
}

/// KiB of memory of its own that one of the processes of a command had at the most.
fn peak(command: &Child) -> u64 {
    let peaks = children(command).into_iter();
    let peaks = peaks.filter_map(|process| common::own_memory(process.as_raw().unsigned_abs()));
    peaks.max().unwrap_or(0)
}

/// Waits until a command has succeeded, and returns the most KiB of memory that one of its processes had.
fn most_memory(mut command: Child) -> u64 {
    let mut most = 0;
    while command.try_wait().unwrap().is_none() {
        most = most.max(peak(&command));
        std::thread::yield_now();
    }
    let (code, _, said) = end(command);
    assert_eq!((code, said.as_str()), (0, ""));
    most
}

/// Runs a command again as long as processes of the previous run still hold its files.
fn patiently(arguments: &[&str]) -> Output {
    loop {
        let output = run(arguments);
        if !err(&output).contains("another process") {
            return output;
        }
        std::thread::yield_now();
    }
}

#[test]
fn any_number_of_processes_makes_the_file_that_one_makes() {
    let folder = folder("same");
    let path = folder.join("board.nimtable");
    for board in [
        "tactix[2x2]",
        "lines(max=2)[3x4]",
        "tactix[4x4]",
        "efr[4x4]",
        "lines(max=3)[4x5]",
        "nimbi[full]",
        "lines(max=2)[5x5]",
        "tactix[5x5]",
    ] {
        for play in ["misere", "normal"] {
            let one = folder.join("one.nimtable");
            let words = ["solve", board, "-q", "--play", play, "-o"];
            let output = run(&[&words[..], &[text(&one)]].concat());
            assert_eq!((code(&output), err(&output)), (0, ""));
            let said = out(&output).replace("one.nimtable", "board.nimtable");
            let expected = fs::read(&one).unwrap();
            fs::remove_file(&one).unwrap();
            for processes in ["1", "2", "3"] {
                let by = [text(&path), "--processes", processes];
                let output = run(&[&words[..], &by].concat());
                assert_eq!((code(&output), err(&output)), (0, ""), "{board}");
                assert_eq!(out(&output), said, "{board} by {processes}");
                assert!(
                    fs::read(&path).unwrap() == expected,
                    "{board} by {processes}"
                );
                assert_eq!(names_in(&folder), ["board.nimtable"]);
                fs::remove_file(&path).unwrap();
            }
        }
    }
}

/// Kills runs of a command, whose last word is `--processes`, at random moments, with different numbers of processes,
/// and lets them end, until this many were killed; the file of each run that ended is checked.
///
/// A moment is when the state has a size out of `sizes`, or any.
fn killed_at_random(
    words: &[&str],
    (state, sizes): (&Path, Range<u64>),
    kills: usize,
    seed: u64,
    check: impl Fn(&Output),
) {
    let mut random = fastrand::Rng::with_seed(seed);
    let (mut killed, mut finished) = (0, 0);
    while killed < kills || finished < kills / 8 {
        for _ in 0..random.usize(1..4) {
            let processes = ["1", "2", "3"][random.usize(..3)];
            let mut child = silent(&[words, &[processes]].concat());
            let size = random.u64(sizes.clone());
            if random.bool() {
                grows_to(state, size, &mut child);
            }
            let those = children(&child);
            let victim = match random.usize(..4) {
                0 => Some(Pid::from_raw(child.id() as i32)),
                _ => those.get(random.usize(..those.len().max(1))).copied(),
            };
            killed += usize::from(victim.is_some_and(|pid| kill(pid, Signal::SIGKILL).is_ok()));
            child.wait().unwrap();
        }
        let output = patiently(&[words, &["2"]].concat());
        assert_eq!((code(&output), err(&output)), (0, ""));
        check(&output);
        finished += 1;
    }
}

fn boards_killed_at_random(name: &str, kills: usize, seed: u64) {
    let folder = folder(name);
    let expected = whole(&folder, BOARD);
    let path = folder.join("killed.nimtable");
    let state = folder.join("killed.nimtable.state");
    let words = ["solve", BOARD, "-q", "--save-every", "0s", "--threads", "1"];
    let words = [
        &words[..],
        &["--time", "1h", "-o", text(&path), "--processes"],
    ]
    .concat();
    // From the start to the last piece.
    let sizes = HEADER..HEADER + 40_000;
    killed_at_random(&words, (&state, sizes), kills, seed, |_| {
        assert!(fs::read(&path).unwrap() == expected);
        fs::remove_file(&path).unwrap();
        // A kill between naming the table and removing the state leaves the state behind.
        let _ = fs::remove_file(&state);
        assert_eq!(names_in(&folder), [""; 0]);
    });
}

#[test]
fn killed_at_random_moments_it_ends_with_the_same_file() {
    boards_killed_at_random("killed", 8, 1);
}

#[test]
#[ignore = "takes minutes"]
fn killed_at_200_random_moments_it_ends_with_the_same_file() {
    boards_killed_at_random("killed-often", 200, 2);
}

/// Starts a run and kills it after the first save; returns the words with which it was started.
fn begun(path: &Path) -> Vec<String> {
    let state = PathBuf::from(format!("{}.state", text(path)));
    let words = ["solve", BOARD, "-q", "--save-every", "0s", "--threads", "1"];
    let words = [
        &words[..],
        &["--time", "1h", "-o", text(path), "--processes", "2"],
    ]
    .concat();
    loop {
        let mut child = nimfield(&words).stdout(Stdio::null()).spawn().unwrap();
        let grown = grows_to(&state, HEADER + 1, &mut child);
        child.kill().unwrap();
        child.wait().unwrap();
        if grown && !path.exists() {
            return words.into_iter().map(Into::into).collect();
        }
        // It finished before the kill.
        let _ = fs::remove_file(path);
    }
}

#[test]
fn a_lost_process_is_reported_and_restarted_on_request() {
    let folder = folder("lost");
    let expected = whole(&folder, BOARD);
    let path = folder.join("board.nimtable");
    let state = folder.join("board.nimtable.state");
    let words = ["solve", BOARD, "--save-every", "0s", "--threads", "1", "-o"];
    let words = [
        &words[..],
        &[text(&path), "--time", "1h", "--processes", "3"],
    ]
    .concat();
    // On a busy machine the work may be finished before the kill.
    loop {
        let mut child = start(&words);
        grows_to(&state, HEADER + 1, &mut child);
        let victim = children(&child).last().copied();
        let hit = victim.is_some_and(|pid| kill(pid, Signal::SIGKILL).is_ok());
        let (code, _, said) = end(child);
        let _ = fs::remove_file(&path);
        if hit && code == 3 {
            assert!(said.contains(" was lost (signal: 9"), "{said}");
            assert!(said.contains(" is saved, "), "{said}");
            assert!(said.contains("the same command continues"), "{said}");
            break;
        }
    }
    loop {
        let _ = fs::remove_file(&path);
        let mut child = start(&[&words[..], &["--restarts", "9"]].concat());
        grows_to(&state, HEADER + 1, &mut child);
        if let Some(victim) = children(&child).last() {
            let _ = kill(*victim, Signal::SIGKILL);
        }
        let (code, _, said) = end(child);
        assert_eq!(code, 0, "{said}");
        assert!(fs::read(&path).unwrap() == expected);
        if said.contains("starting again") {
            return;
        }
    }
}

#[test]
fn a_run_stopped_by_its_budget_or_by_hand_continues() {
    let folder = folder("stopped");
    let expected = whole(&folder, BOARD);
    let path = folder.join("board.nimtable");
    let state = folder.join("board.nimtable.state");
    let words = ["solve", BOARD, "--threads", "1", "--save-every", "0s", "-o"];
    let words = [&words[..], &[text(&path), "--processes", "2"]].concat();
    let output = run(&[&words[..], &["--time", "0s"]].concat());
    assert_eq!(code(&output), 3, "{}", err(&output));
    assert!(err(&output).contains("the time limit"), "{}", err(&output));
    let memory = run(&[&words[..], &["--memory", "9MiB"]].concat());
    assert_eq!(code(&memory), 3, "{}", err(&memory));
    let mut child = start(&[&words[..], &["--time", "1h"]].concat());
    grows_to(&state, HEADER + 1, &mut child);
    interrupt(&child);
    let (code_of, _, said) = end(child);
    assert_eq!(code_of, 130, "{said}");
    if !path.exists() {
        assert!(said.contains(" is saved, "), "{said}");
        // On disk by a single process, from the pieces that two have saved.
        let disk = ["solve", BOARD, "-q", "--memory", "16MiB", "-o", text(&path)];
        let disk = [&disk[..], &["--scratch", text(&folder), "--time", "1h"]].concat();
        let output = patiently(&disk);
        assert_eq!((code(&output), err(&output)), (0, ""));
    }
    assert!(fs::read(&path).unwrap() == expected);
}

#[test]
fn a_flipped_bit_is_found_reported_and_rebuilt_on_request() {
    let folder = folder("flipped");
    let expected = whole(&folder, BOARD);
    let path = folder.join("board.nimtable");
    let words = begun(&path);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let state = fs::read(folder.join("board.nimtable.state")).unwrap();
    let number = |at: usize| u32::from_le_bytes(state[at..at + 4].try_into().unwrap());
    let (high, piece) = (number(HEADER as usize - 8), number(HEADER as usize));
    let at = 4096 + (u64::from(piece) << (28 - 3 - high)) + 7;
    // The other processes of the run that was killed may still be at work.
    let locked = ["solve", BOARD, "-q", "-o", text(&path), "--time", "0s"];
    patiently(&[&locked[..], &["--processes", "2"]].concat());
    let mut part = fs::File::options()
        .read(true)
        .write(true)
        .open(folder.join("board.nimtable.part"))
        .unwrap();
    let mut byte = [0];
    part.seek(SeekFrom::Start(at)).unwrap();
    part.read_exact(&mut byte).unwrap();
    part.seek(SeekFrom::Start(at)).unwrap();
    part.write_all(&[byte[0] ^ 4]).unwrap();
    drop(part);
    let output = run(&words);
    assert_eq!(code(&output), 2, "{}", err(&output));
    let named = format!("piece {piece} of {}", 1 << high);
    assert!(err(&output).contains(&named), "{}", err(&output));
    assert!(err(&output).contains("--recompute"), "{}", err(&output));
    let output = run(&[&words[..], &["--recompute"]].concat());
    assert_eq!((code(&output), err(&output)), (0, ""));
    assert!(fs::read(&path).unwrap() == expected);
}

#[test]
fn a_full_disk_ends_all_processes_and_the_work_goes_on_when_there_is_room() {
    let folder = folder("full");
    let expected = whole(&folder, BOARD);
    let path = folder.join("board.nimtable");
    let words = ["solve", BOARD, "-q", "--time", "1h", "-o", text(&path)];
    let words = [&words[..], &["--processes", "2"]].concat();
    let bytes = expected.len() as u64;
    for room in [0, HEADER, bytes / 3, bytes - 1] {
        let output = with_room_for(nimfield(&words), room).output().unwrap();
        assert_eq!(code(&output), 2, "{room}: {}", err(&output));
        assert!(
            err(&output).contains("board.nimtable"),
            "{room}: {}",
            err(&output)
        );
    }
    let output = patiently(&words);
    assert_eq!((code(&output), err(&output)), (0, ""));
    assert!(fs::read(&path).unwrap() == expected);
}

#[test]
fn each_process_stays_within_its_share_of_the_memory() {
    let folder = folder("memory");
    let path = folder.join("board.nimtable");
    let words = [
        "solve",
        "tactix[5x6]",
        "-q",
        "--time",
        "1h",
        "-o",
        text(&path),
    ];
    let within = ["--processes", "2", "--memory", "80MiB"];
    let most = most_memory(start(&[&words[..], &within].concat()));
    // The table has 128 MiB.
    assert!(most < 90 << 10, "{most} KiB");
    let table = fs::metadata(&path).unwrap().len();
    assert!(table > 128 << 20);
    fs::remove_file(&path).unwrap();
}

/// To wait for processes that will connect, however busy the machine is.
const LONG: [&str; 2] = ["--wait", "1h"];

/// Machines of a job, all of them this one: a file of hosts, and a token.
struct Machines {
    folder: PathBuf,
    hosts: Vec<String>,
    token: String,
}

impl Machines {
    fn new(name: &str, count: usize) -> Machines {
        let folder = folder(name);
        // This many ports that are free now.
        let listeners = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap());
        let listeners: Vec<TcpListener> = listeners.collect();
        let hosts = listeners
            .iter()
            .map(|listener| listener.local_addr().unwrap().to_string());
        let machines = Machines {
            hosts: hosts.collect(),
            token: "00112233445566778899aabbccddeeff".to_owned(),
            folder,
        };
        fs::write(machines.folder.join("hosts"), machines.hosts.join("\n")).unwrap();
        machines
    }

    fn file(&self, me: usize) -> PathBuf {
        let folder = self.folder.join(me.to_string());
        fs::create_dir_all(&folder).unwrap();
        folder.join("board.nimtable")
    }

    fn start(&self, me: usize, board: &str, more: &[&str]) -> Child {
        self.start_with(&self.token, me, board, more)
    }

    fn start_with(&self, token: &str, me: usize, board: &str, more: &[&str]) -> Child {
        let file = self.file(me);
        let words = ["solve", board, "-o", text(&file)];
        self.command(token, me, &[&words[..], more].concat())
    }

    /// A command on one of the machines.
    fn command(&self, token: &str, me: usize, words: &[&str]) -> Child {
        let hosts = self.folder.join("hosts");
        let mut command = nimfield(words);
        command.args(["-q", "--time", "1h"]);
        command.env("NIMFIELD_TOKEN", token);
        command.args(["--hosts", text(&hosts), "--process", &me.to_string()]);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command.spawn().unwrap()
    }
}

/// Checks that a command has waited in vain for a process.
fn waited_for(process: usize, command: Child) {
    let (code, _, said) = end(command);
    assert_eq!(code, 3, "{said}");
    let who = format!("process {process} at 127.0.0.1:");
    assert!(said.contains(&who), "{said}");
}

/// A process that connects while another one waits receives the reason why they do not work together; the one that waits
/// continues.
fn refuses(mut waiting: Child, comes: impl Fn() -> Child, why: &str) {
    // It connects as soon as the other one listens.
    let (code, _, said) = end(comes());
    waiting.kill().unwrap();
    waiting.wait().unwrap();
    // A busy machine may not listen within a second.
    assert!(code == 2 || said.contains("did not connect"), "{said}");
    assert!(code == 3 || said.contains(why), "{said}");
}

#[test]
fn machines_send_their_pieces_to_the_first() {
    let machines = Machines::new("machines", 3);
    let expected = whole(&machines.folder, BOARD);
    let started: Vec<Child> = (0..3).map(|me| machines.start(me, BOARD, &LONG)).collect();
    for child in started {
        let (code, _, said) = end(child);
        assert_eq!((code, said.as_str()), (0, ""));
    }
    assert!(fs::read(machines.file(0)).unwrap() == expected);
    assert_eq!(names_in(&machines.folder.join("1")), [""; 0]);
}

#[test]
fn machines_continue_where_others_were_killed() {
    let machines = Machines::new("machines-killed", 2);
    let expected = whole(&machines.folder, BOARD);
    let state = machines.folder.join("0/board.nimtable.state");
    let slowly = ["--save-every", "0s", "--threads", "1", "--restarts", "9"];
    let slowly = [&slowly[..], &LONG].concat();
    let mut random = fastrand::Rng::with_seed(3);
    let mut started: Vec<Child> = (0..2)
        .map(|me| machines.start(me, BOARD, &slowly))
        .collect();
    for _ in 0..3 {
        grows_to(&state, HEADER + random.u64(0..9_000), &mut started[0]);
        let who = random.usize(..2);
        if let Some(victim) = children(&started[who]).first() {
            let _ = kill(*victim, Signal::SIGKILL);
        }
    }
    for child in started {
        let (code, _, said) = end(child);
        assert_eq!((code, said.as_str()), (0, ""));
    }
    assert!(fs::read(machines.file(0)).unwrap() == expected);
}

#[test]
fn missing_and_foreign_processes_are_reported() {
    let machines = Machines::new("strangers", 2);
    let short = ["--wait", "1s"];
    // Nobody comes.
    waited_for(1, machines.start(0, BOARD, &["--wait", "10ms"]));
    assert_eq!(names_in(&machines.folder.join("0")), [""; 0]);
    waited_for(0, machines.start(1, BOARD, &["--wait", "10ms"]));

    // Somebody else comes.
    let other = "ffeeddccbbaa99887766554433221100";
    let three = Machines::new("strangers-three", 3);
    fs::write(
        three.folder.join("hosts"),
        [&machines.hosts[..], &["127.0.0.1:1".to_owned()]]
            .concat()
            .join("\n"),
    )
    .unwrap();
    type Comes<'a> = &'a dyn Fn() -> Child;
    let cases: [(Comes<'_>, &str); 4] = [
        (
            &|| machines.start_with(other, 1, BOARD, &short),
            "a different token",
        ),
        (
            &|| machines.start(1, "tactix[4x6]", &short),
            "it works on tactix[4x7]",
        ),
        (
            &|| machines.start(1, BOARD, &["--play", "normal", "--wait", "1s"]),
            "misère play",
        ),
        (&|| three.start(1, BOARD, &short), "expects 2 processes"),
    ];
    for (comes, why) in cases {
        refuses(machines.start(0, BOARD, &LONG), comes, why);
    }
}

/// The messages of a connecting process, up to the point where it needs the token.
fn hello(version: &str) -> Vec<u8> {
    let mut hello = b"\x89NIMMESH".to_vec();
    for text in [version, "a board"] {
        hello.extend((text.len() as u32).to_le_bytes());
        hello.extend(text.as_bytes());
    }
    for number in [1u32, 0, 2] {
        hello.extend(number.to_le_bytes());
    }
    hello.extend([0; 48]);
    hello
}

#[test]
fn other_versions_and_strangers_do_no_harm() {
    let machines = Machines::new("versions", 2);
    let expected = whole(&machines.folder, BOARD);
    let waiting = machines.start(0, BOARD, &LONG);
    let reach = || loop {
        if let Ok(socket) = TcpStream::connect(&machines.hosts[0]) {
            return socket;
        }
        std::thread::yield_now();
    };
    let mut other = reach();
    other.write_all(&hello("1 0.0.1")).unwrap();
    let mut said = Vec::new();
    // It sends its own version, and closes the connection.
    let _ = other.read_to_end(&mut said);
    assert!(
        said.ends_with(env!("CARGO_PKG_VERSION").as_bytes()),
        "{said:?}"
    );
    let mut stranger = reach();
    stranger.write_all(b"GET / HTTP/1.0\r\n\r\n").unwrap();
    let mut said = Vec::new();
    let _ = stranger.read_to_end(&mut said);
    assert_eq!(said, b"");
    let _silent = reach();
    // A process with the token is still accepted.
    let (code, _, said) = end(machines.start(1, BOARD, &LONG));
    assert_eq!((code, said.as_str()), (0, ""));
    let (code, _, said) = end(waiting);
    assert_eq!((code, said.as_str()), (0, ""));
    assert!(fs::read(machines.file(0)).unwrap() == expected);
}

#[test]
fn impossible_options_are_refused_with_an_example() {
    let folder = folder("refused");
    let hosts = folder.join("hosts");
    let path = folder.join("board.nimtable");
    let solve = |more: &[&str]| {
        let words = ["solve", BOARD, "-q", "-o", text(&path)];
        let output = run(&[&words[..], more].concat());
        assert_eq!(code(&output), 2, "{}", err(&output));
        err(&output).to_owned()
    };
    let by_hosts = ["--hosts", text(&hosts), "--process", "0"];
    assert!(solve(&by_hosts).contains("hosts"));
    fs::write(&hosts, "127.0.0.1:7199\n# the second\n10.9.8.7:7199\n").unwrap();
    assert!(solve(&by_hosts).contains("--token FILE or $NIMFIELD_TOKEN"));
    let token = folder.join("token");
    fs::write(&token, "0123").unwrap();
    let with = [&by_hosts[..], &["--token", text(&token)]].concat();
    assert!(solve(&with).contains("32 hexadecimal digits"));
    fs::write(&token, "00112233445566778899aabbccddeeff\n").unwrap();
    let second = ["--hosts", text(&hosts), "--process", "1"];
    let second = [&second[..], &["--token", text(&token)]].concat();
    assert!(solve(&second).contains("example: --listen 10.9.8.7"));
    let third = ["--hosts", text(&hosts), "--process", "2"];
    assert!(solve(&third).contains("does not name process 2"));
    assert!(solve(&["--hosts", text(&hosts)]).contains("--process"));
    assert!(solve(&["--processes", "0"]).contains("--processes"));
    assert!(solve(&["--processes", "2", "--values"]).contains("by a single process"));
    let nowhere = run(&["solve", BOARD, "--processes", "2"]);
    assert_eq!(code(&nowhere), 2);
    assert!(err(&nowhere).contains("need a file"), "{}", err(&nowhere));
    assert_eq!(names_in(&folder), ["hosts", "token"]);
}

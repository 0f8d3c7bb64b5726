//! Boxes counted by several processes: the same number, whoever is missing, strange, killed or stopped.

use std::process::Child;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::common::{code, end, err, interrupt, out, run, silent, start};
use crate::processes::{Machines, children, most_memory, refuses, waited_for};

/// A box that takes a moment.
const BOX: [&str; 7] = [
    "table",
    "matrix[a b; c d]",
    "a=0..150",
    "b=0..150",
    "c=0..150",
    "d=0..150",
    "--count",
];

/// A box that nobody counts within a test.
const ENDLESS: [&str; 7] = [
    "table",
    "matrix[a b; c d]",
    "a=0..1023",
    "b=0..1023",
    "c=0..1023",
    "d=0..1023",
    "--count",
];

/// What one process prints.
fn whole() -> String {
    let output = run(&BOX);
    assert_eq!(code(&output), 0, "{}", err(&output));
    out(&output).to_owned()
}

#[test]
fn any_number_of_processes_prints_what_one_prints() {
    for words in [
        &["nim[a b c]", "a=0..32", "b=0..31", "c=0..33"][..],
        &["nim[a b c d]", "a=0..15", "b=0..16", "c=0..17", "d=0..2"],
        &["nim[a]", "a=0..0"],
        &["wythoff[a b]", "a=0..99", "b=0..64"],
        &[
            "matrix[a b; c d]",
            "a=0..32",
            "b=0..30",
            "c=0..1",
            "d=0..31",
        ],
        &["matrix[a b c]", "a=0..63", "b=0..0", "c=0..64"],
    ] {
        for more in [&["--play", "normal"][..], &["--play", "misere", "--json"]] {
            let words = [&["table", "-q", "--count"], words, more].concat();
            let one = run(&words);
            assert_eq!((code(&one), err(&one)), (0, ""));
            for processes in ["1", "2", "3"] {
                let output = run(&[&words[..], &["--processes", processes]].concat());
                assert_eq!((code(&output), err(&output)), (0, ""));
                assert_eq!(out(&output), out(&one), "{words:?} by {processes}");
            }
        }
    }
}

#[test]
fn what_the_work_takes_is_told() {
    let output = run(&[&BOX[..], &["--processes", "2", "-v"]].concat());
    let said = err(&output);
    assert!(said.contains("matrix[a b; c d]: 2 processes, "), "{said}");
    assert!(said.contains("519,885,601 positions in"), "{said}");
}

/// Kills a process as soon as so many are there; `false` if the work was done before.
fn killed(child: &mut Child, processes: usize, random: &mut fastrand::Rng) -> bool {
    while child.try_wait().unwrap().is_none() {
        let those = children(child);
        if those.len() == processes {
            let victim = those[random.usize(..processes)];
            return kill(victim, Signal::SIGKILL).is_ok();
        }
        std::thread::yield_now();
    }
    false
}

#[test]
fn a_lost_process_is_told_and_started_again_on_request() {
    let expected = whole();
    let words = [&BOX[..], &["-q", "--time", "1h", "--processes", "3"]].concat();
    let mut random = fastrand::Rng::with_seed(9);
    let endless = [&ENDLESS[..], &["--time", "1h", "--processes", "3"]].concat();
    for _ in 0..4 {
        let mut child = start(&endless);
        assert!(killed(&mut child, 3, &mut random));
        let (code, told, said) = end(child);
        assert_eq!((code, told.as_str()), (3, ""), "{said}");
        assert!(said.contains(" was lost"), "{said}");
        assert!(said.contains("nothing is saved"), "{said}");
        assert!(said.contains("--restarts N"), "{said}");
        let mut child = start(&[&words[..], &["--restarts", "9"]].concat());
        killed(&mut child, 3, &mut random);
        let (code, told, said) = end(child);
        assert_eq!((code, said.as_str()), (0, ""));
        assert_eq!(told, expected);
    }
}

#[test]
fn when_the_command_is_killed_its_processes_end() {
    let words = [&ENDLESS[..], &["--time", "1h", "--processes", "2"]].concat();
    let mut child = silent(&words);
    let mut those = Vec::new();
    while those.len() < 2 {
        those = children(&child);
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // Whoever takes them over may leave them as they are when they have ended.
    let ended = |pid: &Pid| {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status"));
        status.map_or(true, |status| status.contains("State:\tZ"))
    };
    while !those.iter().all(ended) {
        std::thread::yield_now();
    }
}

#[test]
fn a_budget_or_a_hand_stops_all() {
    let words = [&ENDLESS[..], &["-q", "--processes", "2"]].concat();
    let stopped = |more: &[&str], why: &str| {
        let output = run(&[&words[..], more].concat());
        assert_eq!((code(&output), out(&output)), (3, ""), "{}", err(&output));
        assert!(err(&output).contains(why), "{}", err(&output));
    };
    stopped(&["--time", "0s"], "the time limit");
    stopped(&["--time", "1s"], "the same command begins again");
    stopped(&["--memory", "9MiB"], "9.0 MiB allowed");
    stopped(&["--positions", "1000"], "1,000 positions");
    let child = start(&[&words[..], &["--time", "1h"]].concat());
    while children(&child).len() < 2 {
        std::thread::yield_now();
    }
    interrupt(&child);
    let (code, _, said) = end(child);
    assert_eq!(code, 130, "{said}");
}

#[test]
fn each_process_stays_within_its_share_of_the_memory() {
    let words = [
        "table",
        "matrix[a b c; d e f]",
        "a=0..49",
        "b=0..49",
        "c=0..49",
        "d=0..49",
        "e=0..49",
        "f=0..49",
        "--count",
        "-q",
        "--time",
        "1h",
    ];
    let most = most_memory(start(&[&words[..], &["--processes", "2"]].concat()));
    // One process takes 80 MiB, where the table has 1.8 GiB; each of two foretells 49 MiB, beside the program itself.
    assert!(most > 40 << 10 && most < 80 << 10, "{most} KiB");
}

#[test]
fn machines_print_the_count_on_the_first() {
    Machines::new("box-machines", 3).print(&BOX, &whole());
}

#[test]
fn who_does_not_come_or_is_another_is_told() {
    let machines = Machines::new("box-strangers", 2);
    let by = |token: &str, me: usize, words: &[&str], wait: &str| {
        machines.command(token, me, &[words, &["--wait", wait]].concat())
    };
    waited_for(1, by(&machines.token, 0, &BOX, "10ms"));
    let other = "ffeeddccbbaa99887766554433221100";
    let census = ["table", "pnim", "--up-to", "58", "--count"];
    let misere = [&BOX[..], &["--play", "misere"]].concat();
    let cases: [(&str, &[&str], &str); 4] = [
        (other, &BOX, "another token"),
        (
            &machines.token,
            &ENDLESS,
            "it works on the P-positions of matrix[a b; c d]",
        ),
        (&machines.token, &misere, "in normal play, and this process"),
        (
            &machines.token,
            &census,
            "and this process on all partitions of n <= 58",
        ),
    ];
    for (token, words, why) in cases {
        let waiting = by(&machines.token, 0, &BOX, "1h");
        refuses(waiting, || by(token, 1, words, "1s"), why);
    }
}

#[test]
fn what_cannot_be_shared_out_is_refused_with_the_reason() {
    let refused = |words: &[&str], why: &str| {
        let output = run(&[&["table"], words, &["--processes", "2"]].concat());
        assert_eq!((code(&output), out(&output)), (2, ""));
        let said = err(&output);
        assert!(said.contains(why), "{said}");
        assert!(said.contains("example: "), "{said}");
    };
    let ranges = ["a=0..9", "b=0..9"];
    let [a, b] = ranges;
    refused(&["wythoff[a b]", a, b], "keep none of them: --count");
    refused(&["wythoff[a b]", a, b, "--only-p"], "--count");
    refused(
        &["wythoff[a b]", a, b, "--count", "--show", "value"],
        "--show outcome",
    );
    refused(
        &["wythoff[a b]", "a=1..9", b, "--count"],
        "has to begin with 0",
    );
    refused(
        &["wythoff[a b]", a, "b=a..9", "--count"],
        "has to begin with 0",
    );
    refused(
        &["schrage[a x b]", "a=1..9", "b=1..9", "--count"],
        "one by one, which --shard shares out",
    );
    refused(
        &[
            "nim[a b]", "a=0..n", "b=0..n", "n=0..5", "--count", "--format", "bfile",
        ],
        "one box at a time",
    );
    let state = ["nim[a b]", a, b, "--count", "--state", "s"];
    refused(&state, "--state");
    // Nor is it for one process.
    let output = run(&[&["table"], &state[..]].concat());
    assert_eq!(code(&output), 2);
    assert!(
        err(&output).contains("nothing is saved"),
        "{}",
        err(&output)
    );
}

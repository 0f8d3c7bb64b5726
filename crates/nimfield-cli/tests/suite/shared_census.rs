//! The census of partitions by several processes: the same table, whoever is missing, strange, killed or stopped.

use std::fs;
use std::path::Path;

use nix::sys::signal::{Signal, kill};

use crate::common::{code, end, err, folder, grows_to, interrupt, out, run, start, text};
use crate::processes::{Machines, children, killed_at_random, most_memory, refuses, waited_for};

/// A table that takes a moment.
const TABLE: [&str; 6] = [
    "table",
    "pnim",
    "--up-to",
    "58",
    "--non-heavy",
    "--format=csv",
];

/// What one process prints.
fn whole() -> String {
    let output = run(&TABLE);
    assert_eq!(code(&output), 0);
    out(&output).to_owned()
}

#[test]
fn any_number_of_processes_prints_what_one_prints() {
    for words in [
        &["--count"][..],
        &["--value", "2", "--up-to-conjugation"],
        &["--heavy", "--format", "bfile"],
        &["--json", "--non-heavy"],
    ] {
        for up_to in ["0", "1", "6", "40"] {
            let words = [&["table", "pnim", "-q", "--up-to", up_to], words].concat();
            let one = run(&words);
            assert_eq!((code(&one), err(&one)), (0, ""));
            for processes in ["1", "2", "3"] {
                let output = run(&[&words[..], &["--processes", processes]].concat());
                assert_eq!((code(&output), err(&output)), (0, ""));
                assert!(out(&output) == out(&one), "{words:?} by {processes}");
            }
        }
    }
}

fn census_killed_at_random(name: &str, kills: usize, seed: u64) {
    let state = folder(name).join("killed.census");
    let expected = whole();
    let words = ["-q", "--threads", "1", "--time", "1h", "--state"];
    let words = [&TABLE[..], &words, &[text(&state), "--processes"]].concat();
    killed_at_random(&words, (&state, 0..6_000), kills, seed, |output| {
        assert!(out(output) == expected);
        fs::remove_file(&state).unwrap();
    });
}

#[test]
fn killed_at_random_moments_it_ends_with_the_same_table() {
    census_killed_at_random("shared-census", 6, 11);
}

#[test]
#[ignore = "takes minutes"]
fn killed_at_50_random_moments_it_ends_with_the_same_table() {
    census_killed_at_random("shared-census-often", 50, 12);
}

#[test]
fn a_lost_process_is_told_and_started_again_on_request() {
    let state = folder("shared-census-lost").join("lost.census");
    let expected = whole();
    let words = [
        &TABLE[..],
        &["--threads", "1", "--time", "1h", "--processes", "3"],
    ]
    .concat();
    let saved = [&words[..], &["--state", text(&state)]].concat();
    let again = [&saved[..], &["--restarts", "9"]].concat();
    // A busy machine may have the work done before the kill.
    let lost = |words: &[&str], path: &Path| loop {
        let _ = fs::remove_file(path);
        let mut child = start(words);
        grows_to(path, 600, &mut child);
        let victim = children(&child).last().copied();
        let hit = victim.is_some_and(|pid| kill(pid, Signal::SIGKILL).is_ok());
        let ended = end(child);
        if hit && ended.2.contains(" was lost") {
            return ended;
        }
    };
    let (code_of, _, said) = lost(&saved, &state);
    assert_eq!(code_of, 3, "{said}");
    assert!(said.contains("is saved in"), "{said}");
    assert!(said.contains("the same command goes on"), "{said}");
    let output = run(&saved);
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(out(&output) == expected);
    let (code_of, told, said) = lost(&again, &state);
    assert_eq!(code_of, 0, "{said}");
    assert!(said.contains("starting again"), "{said}");
    assert!(told == expected);
    // Then all is known, and nobody is needed.
    let output = run(&[&again[..], &["--positions", "0"]].concat());
    assert!(out(&output) == expected);
}

#[test]
fn stopped_by_its_budget_or_by_hand_it_goes_on() {
    let state = folder("shared-census-stopped").join("stopped.census");
    let words = [
        &TABLE[..],
        &["-q", "--state", text(&state), "--processes", "2"],
    ]
    .concat();
    let output = run(&[&words[..], &["--time", "0s"]].concat());
    assert_eq!(code(&output), 3, "{}", err(&output));
    assert!(err(&output).contains("the time limit"), "{}", err(&output));
    let output = run(&[&words[..], &["--memory", "9MiB"]].concat());
    assert_eq!(code(&output), 3, "{}", err(&output));
    let mut child = start(&[&words[..], &["--time", "1h"]].concat());
    grows_to(&state, 600, &mut child);
    interrupt(&child);
    let (code_of, _, said) = end(child);
    assert_eq!(code_of, 130, "{said}");
    // Another method goes on from what they have saved.
    let output = run(&[&TABLE[..], &["--state", text(&state)]].concat());
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(out(&output) == whole());
}

#[test]
fn each_process_stays_within_its_share_of_the_memory() {
    let words = [
        "table", "pnim", "--up-to", "76", "--count", "-q", "--time", "1h",
    ];
    let by = ["--processes", "2", "--threads", "1"];
    let most = most_memory(start(&[&words[..], &by].concat()));
    // One process takes 552 MiB; each of two foretells 318 MiB, beside the program itself.
    assert!(most > 270 << 10 && most < 345 << 10, "{most} KiB");
}

#[test]
fn machines_print_the_table_on_the_first() {
    Machines::new("census-machines", 3).print(&TABLE, &whole());
}

#[test]
fn who_does_not_come_or_is_another_is_told() {
    let machines = Machines::new("census-strangers", 2);
    let by = |token: &str, me: usize, words: &[&str], wait: &str| {
        machines.command(token, me, &[words, &["--wait", wait]].concat())
    };
    let token = &machines.token[..];
    waited_for(1, by(token, 0, &TABLE, "10ms"));
    let other = "ffeeddccbbaa99887766554433221100";
    let mut shorter = TABLE;
    shorter[3] = "57";
    let board = machines.folder.join("board.nimtable");
    let solve = ["solve", "tactix[4x6]", "-o", text(&board)];
    let cases: [(&str, &[&str], &str); 3] = [
        (other, &TABLE, "another token"),
        (
            token,
            &shorter,
            "it works on all partitions of n <= 58 in pnim",
        ),
        (token, &solve, "and this process on tactix[4x6]"),
    ];
    for (token_of, words, why) in cases {
        let waiting = by(token, 0, &TABLE, "1h");
        refuses(waiting, || by(token_of, 1, words, "1s"), why);
    }
}

#[test]
fn what_cannot_be_shared_out_is_refused_with_the_reason() {
    let refused = |words: &[&str], why: &str| {
        let output = run(&[&["table"], words, &["--processes", "2"]].concat());
        assert_eq!((code(&output), out(&output)), (2, ""));
        assert!(err(&output).contains(why), "{}", err(&output));
    };
    refused(&["pnim", "--up-to", "20", "--by", "perimeter"], "--by size");
    refused(&["pnim", "--up-to", "20", "--method", "sparse"], "closure");
    refused(&["pnim", "--up-to", "20", "--scratch", "."], "--scratch");
    refused(&["pnim", "--up-to", "121"], "ranks");
}

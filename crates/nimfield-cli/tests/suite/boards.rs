//! Tables of boards through the command: killed and resumed, refused, probed, used.

use crate::common;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::common::{err, grows_to, interrupt, names_in, out, run, run_command_with, start, text};
use serde_json::Value;

/// A board that takes little time, in several slices.
const BOARD: &str = "tactix[4x7]";

fn nimfield() -> Command {
    common::nimfield(&[])
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    common::folder(&format!("boards-{name}"))
}

/// Bytes of a state file's header; each finished part of the board adds some.
const HEADER: u64 = 4_112;

/// Runs these words, which have a board solved to `killed.nimtable` in the folder, and kills them when the state
/// has one of the sizes that `saved` draws, until that was done often: the table is always the one that is made
/// without a kill.
fn killed_at_any_moment(
    folder: &Path,
    arguments: &[&str],
    kills: u32,
    seed: u64,
    saved: impl Fn(&mut fastrand::Rng) -> [u64; 3],
) {
    let whole = folder.join("whole.nimtable");
    let values = arguments.iter().find(|word| **word == "--values");
    let words = [arguments[0], arguments[1], "-q", "-o", text(&whole)];
    let output = run(&words.into_iter().chain(values.copied()).collect::<Vec<_>>());
    assert_eq!((code(&output), err(&output)), (Some(0), ""));
    let expected = fs::read(&whole).unwrap();
    let path = folder.join("killed.nimtable");
    let state = folder.join("killed.nimtable.state");
    let mut random = fastrand::Rng::with_seed(seed);
    let (mut killed, mut resumed) = (0, 0);
    // On a busy machine a run may finish before the kill; then it is repeated.
    while killed < kills || resumed < 4 {
        // Killed at the start, after the first save, and after more saves; then not killed any more.
        for saved in saved(&mut random) {
            let mut child = nimfield()
                .args(arguments)
                .args(["--threads", ["1", "2", "3"][random.usize(..3)]])
                .stdout(Stdio::null())
                .spawn()
                .unwrap();
            grows_to(&state, saved, &mut child);
            child.kill().unwrap();
            killed += u32::from(child.wait().unwrap().code().is_none());
        }
        let output = run(&[arguments, &["--json"]].concat());
        assert_eq!((code(&output), err(&output)), (Some(0), ""));
        let report: Value = serde_json::from_str(out(&output)).unwrap();
        let taken_over = |note: &str| note.contains("taken over");
        resumed += usize::from(report["note"].as_str().is_some_and(taken_over));
        assert!(fs::read(&path).unwrap() == expected);
        fs::remove_file(&path).unwrap();
        // A kill between naming the table and removing the state leaves the state behind.
        let _ = fs::remove_file(&state);
        assert_eq!(names_in(folder), ["whole.nimtable"]);
    }
}

#[cfg(not(feature = "cluster"))]
#[test]
fn a_build_without_processes_says_how_to_build_them() {
    let path = folder("one-only").join("4x4.nimtable");
    let output = run(&[
        "solve",
        "tactix[4x4]",
        "-o",
        text(&path),
        "--processes",
        "2",
    ]);
    assert_eq!(code(&output), Some(2));
    assert!(err(&output).contains("cargo build --release --features cluster"));
    assert!(!path.exists());
}

#[test]
fn killed_at_any_moment_it_ends_with_the_same_file() {
    let folder = folder("killed");
    let path = folder.join("killed.nimtable");
    let words = ["solve", BOARD, "-q", "--save-every", "0s"];
    let arguments = [&words[..], &["-o", text(&path)]].concat();
    killed_at_any_moment(&folder, &arguments, 10, 1, |random| {
        [0, HEADER + 1, HEADER + random.u64(1..800)]
    });
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_saves_what_is_done() {
    let folder = folder("interrupted");
    let path = folder.join("table.nimtable");
    let state = folder.join("table.nimtable.state");
    loop {
        let solve = ["solve", BOARD, "--threads", "1", "--save-every", "0s"];
        let mut child = start(&[&solve[..], &["-o", text(&path)]].concat());
        grows_to(&state, HEADER + 20, &mut child);
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        match code(&output) {
            Some(130) if err(&output).contains("a request to cancel") => break,
            // It finished before it was interrupted, so it is repeated.
            Some(0 | 130) => fs::remove_file(&path).unwrap(),
            other => panic!("{other:?}: {}", err(&output)),
        }
    }
    let output = run(&["solve", BOARD, "-o", text(&path)]);
    assert_eq!(code(&output), Some(0), "{}", err(&output));
    assert!(out(&output).contains("taken over from an interrupted run"));
    assert_eq!(code(&run(&["probe", text(&path), "--verify"])), Some(0));
}

#[test]
fn budgets_stop_it_with_code_3() {
    let folder = folder("budget");
    let path = folder.join("table.nimtable");
    let stopped = run(&[
        "solve",
        BOARD,
        "-q",
        "--positions",
        "150000000",
        "-o",
        text(&path),
    ]);
    assert_eq!((code(&stopped), out(&stopped)), (Some(3), ""));
    assert!(
        err(&stopped).contains("the limit of 150,000,000 positions"),
        "{}",
        err(&stopped)
    );
    assert!(
        err(&stopped).contains("the same command continues"),
        "{}",
        err(&stopped)
    );
    let resumed = run(&["solve", BOARD, "-q", "-o", text(&path)]);
    assert_eq!(code(&resumed), Some(0));
    assert!(out(&resumed).contains("taken over from an interrupted run"));
    let again = run(&["solve", BOARD, "-q", "-o", text(&path)]);
    assert!(out(&again).contains("the table existed already and is intact"));
    // Too much memory is refused before it is allocated.
    let memory = run(&["solve", "tactix[6x6]"]);
    assert_eq!((code(&memory), out(&memory)), (Some(3), ""));
    assert!(
        err(&memory).contains("2^36 states, 8.00 GiB of memory"),
        "{}",
        err(&memory)
    );
    assert!(
        err(&memory).contains("8.0 GiB needed, 2.0 GiB allowed"),
        "{}",
        err(&memory)
    );
}

/// The words of a command that solves a board on disk, in the folder of the file.
fn on_disk<'a>(board: &'a str, memory: &'a str, folder: &'a Path, path: &'a Path) -> Vec<&'a str> {
    let folder = text(folder);
    let words = [
        "solve",
        board,
        "-q",
        "--memory",
        memory,
        "--time",
        "1h",
        "--scratch",
        folder,
    ];
    [&words[..], &["--save-every", "0s", "-o", text(path)]].concat()
}

#[test]
fn killed_at_any_moment_on_disk_it_ends_with_the_same_file() {
    let folder = folder("killed-on-disk");
    let path = folder.join("killed.nimtable");
    let arguments = on_disk(BOARD, "4MiB", &folder, &path);
    killed_at_any_moment(&folder, &arguments, 10, 2, |random| {
        [0, HEADER + 9, HEADER + random.u64(1..40_000)]
    });
}

#[test]
fn killed_at_any_moment_in_a_table_of_values_it_ends_with_the_same_file() {
    let folder = folder("killed-on-disk-values");
    let path = folder.join("killed.nimtable");
    let arguments = on_disk("lines(max=3)[3x6]", "128KiB", &folder, &path);
    let arguments = [&arguments[..], &["--values"]].concat();
    killed_at_any_moment(&folder, &arguments, 6, 3, |random| {
        [0, HEADER + 9, HEADER + random.u64(1..4_000)]
    });
}

#[test]
#[ignore = "200 kills, some minutes"]
fn killed_two_hundred_times_on_disk_it_ends_with_the_same_file() {
    let folder = folder("killed-on-disk-often");
    let path = folder.join("killed.nimtable");
    let arguments = on_disk("tactix[5x6]", "16MiB", &folder, &path);
    killed_at_any_moment(&folder, &arguments, 200, 4, |random| {
        [0; 3].map(|_| HEADER + random.u64(0..80_000))
    });
}

/// The most memory of its own that a process had, in bytes, and its exit code.
#[cfg(target_os = "linux")]
fn peak_of(words: &[&str]) -> (u64, Option<i32>) {
    let mut child = nimfield()
        .args(words)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut peak = 0;
    loop {
        peak = peak.max(common::own_memory(child.id()).unwrap_or(0) * 1024);
        if let Some(status) = child.try_wait().unwrap() {
            return (peak, status.code());
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn work_on_disk_stays_within_its_share_of_memory() {
    let folder = folder("share");
    let path = folder.join("share.nimtable");
    let values = [
        &on_disk("lines(max=3)[4x6]", "12MiB", &folder, &path)[..],
        &["--values"],
    ]
    .concat();
    for (words, share) in [
        (on_disk("tactix[5x6]", "32MiB", &folder, &path), 32),
        (values, 12),
    ] {
        let (peak, code) = peak_of(&words);
        assert_eq!(code, Some(0), "{words:?}");
        // Half as much again, for the buffers of files and what the rest of the program keeps.
        let allowed = (share * 3 / 2) << 20;
        assert!(
            peak > share << 19 && peak <= allowed,
            "{words:?}: {peak} bytes of {allowed}"
        );
        let _ = fs::remove_file(&path);
    }
}

#[test]
fn a_flipped_bit_on_disk_is_reported_and_rebuilt_on_request() {
    let folder = folder("flipped-on-disk");
    let path = folder.join("table.nimtable");
    let words = on_disk(BOARD, "4MiB", &folder, &path);
    let stopped = run(&[&words[..], &["--positions", "150000000"]].concat());
    assert_eq!((code(&stopped), out(&stopped)), (Some(3), ""));
    assert!(
        err(&stopped).contains("the same command continues"),
        "{}",
        err(&stopped)
    );
    let part = folder.join("table.nimtable.part");
    let mut bytes = fs::read(&part).unwrap();
    bytes[4096 + 77] ^= 4;
    fs::write(&part, &bytes).unwrap();
    let refused = run(&words);
    assert_eq!((code(&refused), out(&refused)), (Some(2), ""));
    let said = err(&refused);
    assert!(
        said.contains("table.nimtable.part") && said.contains("piece 0 of"),
        "{said}"
    );
    assert!(said.contains("--recompute builds it again"), "{said}");
    let again = run(&[&words[..], &["--recompute"]].concat());
    assert_eq!(code(&again), Some(0), "{}", err(&again));
    assert!(
        out(&again).contains("damaged pieces that were rebuilt: 1"),
        "{}",
        out(&again)
    );
    assert_eq!(code(&run(&["probe", text(&path), "--verify"])), Some(0));
    assert_eq!(names_in(&folder), ["table.nimtable"]);
}

#[test]
fn the_cost_of_work_on_disk_is_printed_before_it_begins() {
    let folder = folder("plan");
    let scratch = ["--scratch", text(&folder)];
    let plan = run(&[
        &["solve", BOARD, "--memory", "4MiB", "--plan"],
        &scratch[..],
    ]
    .concat());
    assert_eq!((code(&plan), err(&plan)), (Some(0), ""));
    for word in [
        "pieces of",
        "on disk",
        "  disk ",
        "  memory ",
        "  reads ",
        "  writes ",
    ] {
        assert!(out(&plan).contains(word), "{}", out(&plan));
    }
    let plan = run(&[
        &["solve", BOARD, "--memory", "4MiB", "--plan", "--json"],
        &scratch[..],
    ]
    .concat());
    let plan: Value = serde_json::from_str(out(&plan)).unwrap();
    assert!(plan["memory"].as_u64().unwrap() <= 4 << 20);
    assert_eq!(plan["writes"].as_u64(), Some(32 << 20));
    assert!(plan["disk"].as_u64().unwrap() >= 32 << 20);
    // A table that fits into memory is made there; the summary is the same, and nothing stays.
    let large = run(&[&["solve", BOARD], &scratch[..]].concat());
    assert_eq!((code(&large), err(&large)), (Some(0), ""));
    let small = run(&[&["solve", BOARD, "--memory", "4MiB"], &scratch[..]].concat());
    assert_eq!(code(&small), Some(0), "{}", err(&small));
    assert!(err(&small).contains("pieces of"), "{}", err(&small));
    assert_eq!(out(&small), out(&large));
    // Too little memory even on disk, and a folder that does not exist.
    let little = run(&[&["solve", BOARD, "--memory", "1KiB"], &scratch[..]].concat());
    assert_eq!(code(&little), Some(3), "{}", err(&little));
    assert!(err(&little).contains("needed"), "{}", err(&little));
    let nowhere = folder.join("nowhere");
    let nowhere = run(&[
        "solve",
        BOARD,
        "--memory",
        "4MiB",
        "--scratch",
        text(&nowhere),
    ]);
    assert_eq!(code(&nowhere), Some(2));
    assert!(err(&nowhere).contains("nowhere"), "{}", err(&nowhere));
    assert!(names_in(&folder).is_empty(), "{:?}", names_in(&folder));
}

#[test]
fn invalid_boards_are_refused() {
    for (board, message) in [
        (
            "tactix[6x7]",
            "the board has 42 cells, so 2^42 states; tables have at most 40 cells",
        ),
        ("tactix[111/101/111]", "is not a full board"),
        ("nim[3]", "is not a position on a board"),
        ("tactix[2x2] + tactix[2x2]", "is not a position on a board"),
        ("tactix[2x", "error"),
    ] {
        let output = run(&["solve", board]);
        assert_eq!((code(&output), out(&output)), (Some(2), ""), "{board}");
        assert!(err(&output).contains(message), "{board}: {}", err(&output));
    }
}

#[test]
fn cut_altered_and_foreign_files_are_refused() {
    let folder = folder("refused");
    let path = folder.join("table.nimtable");
    let solve = |board: &str| run(&["solve", board, "-o", text(&path)]);
    assert_eq!(code(&solve("tactix[3x4]")), Some(0));
    let good = fs::read(&path).unwrap();
    // Another board does not replace it.
    let other = solve("tactix[3x3]");
    assert_eq!((code(&other), out(&other)), (Some(2), ""));
    assert!(
        err(&other).contains("belongs to other rules: tactix"),
        "{}",
        err(&other)
    );
    let wrong = run(&["probe", text(&path), "tactix[3x3]"]);
    assert_eq!((code(&wrong), out(&wrong)), (Some(2), ""));
    assert!(
        err(&wrong).contains("is not on the board of this table"),
        "{}",
        err(&wrong)
    );
    let play = run(&["probe", text(&path), "--play", "normal"]);
    assert!(code(&play) == Some(2) && err(&play).contains("is for misère play"));
    let damaged = |bytes: &[u8], message: &str| {
        fs::write(&path, bytes).unwrap();
        for args in [
            &["probe", text(&path), "tactix[111/111/111/000]", "--verify"][..],
            &["solve", "tactix[3x4]", "-o", text(&path)],
        ] {
            let output = run(args);
            assert_eq!((code(&output), out(&output)), (Some(2), ""), "{args:?}");
            assert!(err(&output).contains(message), "{args:?}: {}", err(&output));
        }
    };
    damaged(&good[..good.len() - 1], "the file is cut off");
    damaged(&[&good[..], b"\n"].concat(), "the file has been altered");
    for at in [60, 4096 + 100, good.len() - 200, good.len() - 3] {
        let mut altered = good.clone();
        altered[at] ^= 0x20;
        damaged(&altered, "the file has been altered");
    }
    damaged(b"P1\n3 3\n", "not a Nimfield board table");
    fs::write(&path, &good).unwrap();
    assert_eq!(code(&run(&["probe", text(&path), "--verify"])), Some(0));
}

#[test]
fn tables_answer_what_analysis_answers() {
    let folder = folder("answers");
    let path = folder.join("table.nimtable");
    let board = "lines(max=3)[4x4]";
    assert_eq!(code(&run(&["solve", board, "-o", text(&path)])), Some(0));
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..20 {
        let rows: Vec<String> = (0..4)
            .map(|_| {
                (0..4)
                    .map(|_| if random.bool() { '1' } else { '0' })
                    .collect()
            })
            .collect();
        let position = format!("lines(max=3)[{}]", rows.join("/"));
        let object = |args: &[&str], data: Option<&Path>| -> Value {
            let mut command = nimfield();
            if let Some(data) = data {
                command.env("NIMFIELD_DATA", data);
            }
            let output = command
                .args(args)
                .args([&position, "--json"])
                .output()
                .unwrap();
            assert_eq!(code(&output), Some(0), "{}", err(&output));
            serde_json::from_str(out(&output)).unwrap()
        };
        let searched = object(&["analyze"], None);
        let probed = object(&["probe", text(&path)], None);
        let given = object(&["analyze", "--table", text(&path)], None);
        let found = object(&["analyze"], Some(&folder));
        for answer in [&probed, &given, &found] {
            assert_eq!(answer["outcome"], searched["outcome"], "{position}");
            let moves = |answer: &Value| {
                let moves = answer["winning_moves"].as_array().unwrap().iter();
                let mut moves: Vec<String> = moves.map(|mv| mv["move"].to_string()).collect();
                moves.sort();
                moves
            };
            assert_eq!(moves(answer), moves(&searched), "{position}");
        }
        assert_eq!(given["reason"]["text"], found["reason"]["text"]);
        assert_eq!(probed["reason"]["kind"], "table");
    }
    let full = run(&["analyze", "--table", text(&path), board, "--json"]);
    let full: Value = serde_json::from_str(out(&full)).unwrap();
    assert_eq!(full["reason"]["source"], "table of the whole board");
    assert_eq!(full["outcome"], "P");
    // The table holds all outcomes, so the machine knows at once that it loses, and resists.
    let moves = full["reason"]["text"].as_str().unwrap();
    assert!(
        moves.contains("each of its 56 moves leaves an N-position"),
        "{moves}"
    );
    assert!(
        moves.contains("read from a file and compared with the entries of its options"),
        "{moves}"
    );
}

#[test]
fn analysis_continues_without_a_damaged_table_and_says_so() {
    let folder = folder("damaged");
    let path = folder.join("table.nimtable");
    let board = "lines(max=3)[3x4]";
    assert_eq!(code(&run(&["solve", board, "-o", text(&path)])), Some(0));
    let analyzed = |args: &[&str]| {
        let mut command = nimfield();
        command.env("NIMFIELD_DATA", &folder).args(args);
        command.output().unwrap()
    };
    let two = ["analyze", "--json", board, "lines(max=3)[1110/1111/0111]"];
    let verdicts = |output: &Output| {
        let answers = out(output).lines().map(|line| {
            let answer: Value = serde_json::from_str(line).unwrap();
            let moves = answer["winning_moves"].as_array().unwrap().len();
            (answer["outcome"].clone(), moves, answer["complete"].clone())
        });
        answers.collect::<Vec<_>>()
    };
    let sound = analyzed(&two);
    assert_eq!((code(&sound), err(&sound)), (Some(0), ""));
    let good = fs::read(&path).unwrap();
    // The header, which is read at once, and the data, which are read when needed.
    for (at, probed) in [(60, false), (4096 + 100, true)] {
        let mut altered = good.clone();
        altered[at] ^= 1;
        fs::write(&path, &altered).unwrap();
        let output = analyzed(&two);
        assert_eq!(code(&output), Some(0), "{at}");
        assert_eq!(verdicts(&output), verdicts(&sound), "{at}");
        // Once for both positions.
        let warning = format!(
            "warning: a table cannot be used: {}: the file has been altered",
            text(&path)
        );
        assert!(err(&output).starts_with(&warning), "{}", err(&output));
        assert_eq!(err(&output).lines().count(), 1, "{}", err(&output));
        let said = out(&output).matches("a table of its board cannot be used");
        assert_eq!(said.count(), if probed { 2 } else { 0 }, "{at}");
        // A command that needs the table itself reports that it is not one.
        let direct = run(&["probe", text(&path), board]);
        assert_eq!((code(&direct), out(&direct)), (Some(2), ""));
        assert!(err(&direct).contains("altered"), "{}", err(&direct));
    }
    // An intact copy is used instead.
    fs::write(folder.join("z.nimtable"), &good).unwrap();
    let output = analyzed(&two);
    assert!(out(&output).contains("table of the whole board"));
    assert_eq!(err(&output).lines().count(), 1, "{}", err(&output));
    // The same in a game.
    let mut command = nimfield();
    fs::remove_file(folder.join("z.nimtable")).unwrap();
    command.env("NIMFIELD_DATA", &folder);
    command.args(["play", board, "--first", "you"]);
    let game = common::run_command_with(command, b"quit\n");
    assert_eq!(code(&game), Some(0));
    assert_eq!(err(&game).matches("warning: ").count(), 1, "{}", err(&game));
}

/// A table with one outcome turned over and the right checksums: of the full board, and of a position below it.
#[test]
fn analysis_does_not_believe_a_forged_table() {
    let path = folder("forged").join("table.nimtable");
    let board = "lines(max=3)[3x3]";
    assert_eq!(code(&run(&["solve", board, "-o", text(&path)])), Some(0));
    let good = fs::read(&path).unwrap();
    let (start, bytes) = (4096, 64);
    let asked = |position: &str| run(&["analyze", "--json", "--table", text(&path), position]);
    for (byte, bit, position) in [
        (63, 1 << 7, board),
        (63, 1 << 7, "lines(max=3)[111/111/110]"),
        (40, 1, board),
        (0, 1 << 1, board),
    ] {
        fs::write(&path, &good).unwrap();
        let sound: Value = serde_json::from_str(out(&asked(position))).unwrap();
        let mut forged = good.clone();
        forged[start + byte] ^= bit;
        let sum = nimfield_core::checksum::crc32(&forged[start..start + bytes]);
        forged[start + bytes..][..4].copy_from_slice(&sum.to_le_bytes());
        let end = forged.len() - 36;
        let sum = nimfield_core::checksum::crc32(&forged[start + bytes..end]);
        forged[end..end + 4].copy_from_slice(&sum.to_le_bytes());
        let hash = blake3::hash(&forged[..end + 4]);
        forged[end + 4..].copy_from_slice(hash.as_bytes());
        fs::write(&path, &forged).unwrap();
        let output = asked(position);
        let answer: Value = serde_json::from_str(out(&output)).unwrap();
        // The ways to find them give the moves in other orders.
        let moves = |answer: &Value| -> BTreeSet<String> {
            let moves = answer["winning_moves"].as_array().unwrap().iter();
            moves.map(ToString::to_string).collect()
        };
        assert_eq!(answer["outcome"], sound["outcome"], "{byte} {position}");
        assert_eq!(moves(&answer), moves(&sound), "{byte} {position}");
        let warning = "warning: a table cannot be used: ";
        assert!(err(&output).starts_with(warning), "{}", err(&output));
        assert!(err(&output).contains("contradict"), "{}", err(&output));
    }
}

#[test]
fn values_of_a_board() {
    let folder = folder("values");
    let path = folder.join("values.nimtable");
    let solve = [
        "solve",
        "efr[2x3]",
        "--values",
        "--play",
        "normal",
        "--json",
        "-o",
        text(&path),
    ];
    let output = run(&solve);
    assert_eq!(code(&output), Some(0), "{}", err(&output));
    let report: Value = serde_json::from_str(out(&output)).unwrap();
    assert_eq!(
        (&report["kind"], &report["cells"]),
        (&Value::from("values"), &Value::from(6))
    );
    // 2 x n: P exactly if there are as many upper as lower singles and an even number of full columns.
    assert_eq!(report["p_positions"], 1 + 6 + 3);
    let probed = run(&["probe", text(&path), "efr[111/000]", "--json"]);
    let probed: Value = serde_json::from_str(out(&probed)).unwrap();
    assert_eq!(probed["value"], "*3");
    let given = [
        "analyze",
        "--value",
        "--play",
        "normal",
        "--table",
        text(&path),
        "efr[2x3]",
        "--json",
    ];
    let analyzed: Value = serde_json::from_str(out(&run(&given))).unwrap();
    assert_eq!(analyzed["value"], report["value"]);
}

/// Positions of a board are decided alike with and without tables of smaller boards, and the answer
/// says when such a table was used.
#[test]
fn tables_of_smaller_boards_help_on_larger_ones() {
    let folder = folder("smaller");
    let solve = |play: &str, kind: &[&str], name: &str| {
        let path = folder.join(name);
        let solve = [
            "solve",
            "lines(max=3)[4x4]",
            "-q",
            "--play",
            play,
            "-o",
            text(&path),
        ];
        let output = run(&[&solve, kind].concat());
        assert_eq!(code(&output), Some(0), "{}", err(&output));
    };
    solve("misere", &[], "misere.nimtable");
    solve("normal", &["--values"], "values.nimtable");
    solve("normal", &[], "normal.nimtable");
    let mut random = fastrand::Rng::with_seed(8);
    let mut positions = String::new();
    for _ in 0..6 {
        let mut row = || {
            (0..5)
                .map(|_| ['0', '1', '1'][random.usize(..3)])
                .collect::<String>()
        };
        let rows: Vec<String> = (0..4).map(|_| row()).collect();
        positions += &format!("lines(max=3)[{}]\n", rows.join("/"));
    }
    for (play, more) in [
        ("normal", &["--value"][..]),
        ("normal", &[]),
        ("misere", &[]),
    ] {
        let answers = |data: &str| -> Vec<Value> {
            let mut command = nimfield();
            command.args(["analyze", "--json", "-q", "--play", play, "-"]);
            command.args(more).env("NIMFIELD_DATA", data);
            let output = run_command_with(command, positions.as_bytes());
            assert_eq!(code(&output), Some(0));
            let lines = out(&output).lines();
            lines
                .map(|line| serde_json::from_str(line).unwrap())
                .collect()
        };
        let with = answers(text(&folder));
        let without = answers("there/is/no/such/folder");
        assert_eq!((with.len(), without.len()), (6, 6));
        let mut used = 0;
        for (with, without) in with.iter().zip(&without) {
            for what in ["outcome", "value", "misere_value", "winning_moves"] {
                assert_eq!(with[what], without[what], "{play} {more:?}: {with}");
            }
            let said = |answer: &Value| {
                answer["reason"]["text"]
                    .to_string()
                    .contains("of other boards")
            };
            used += usize::from(said(with));
            assert!(!said(without));
        }
        assert!(used > 1, "{play} {more:?}: used {used} times");
    }
}

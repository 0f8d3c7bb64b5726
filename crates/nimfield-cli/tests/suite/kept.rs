//! `analyze` and `certify` with `--state`: stopped, killed and interrupted, they go on; other files are
//! refused.

use std::fs;
use std::path::Path;

use crate::common::{code, err, folder, names_in, nimfield, out, run, text};
#[cfg(unix)]
use crate::common::{first_progress_of, grows_to, interrupt, silent, start_loud};
use nimfield_core::files::Lock;

/// Some thousand sums on 36 cells, a P-position.
const LOST: &str = "lines(max=3)[111011/101101/011110/110011/101101/111001]";
/// A second of work or two, an N-position.
#[cfg(unix)]
const WON: &str = "lines(max=3)[111111/101101/011110/110111/101111/111011]";

fn analyze<'a>(board: &'a str, state: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    // On a busy machine the usual minute may not be enough.
    let words = [
        "analyze",
        "--no-moves",
        "--time",
        "1h",
        board,
        "--state",
        text(state),
    ];
    [&words[..], more].concat()
}

fn certify<'a>(board: &'a str, file: &'a Path, state: &'a Path) -> Vec<&'a str> {
    vec!["certify", board, "-o", text(file), "--state", text(state)]
}

/// The outcome that is reported.
fn outcome(told: &str) -> &str {
    let line = told.lines().find(|line| line.contains("outcome"));
    line.and_then(|line| line.split_whitespace().nth(1))
        .unwrap()
}

/// The number of decided sums in a message.
fn decided(said: &str) -> u64 {
    let before = said.split(" positions decided").next().unwrap();
    let number = before.rsplit(' ').next().unwrap().replace(',', "");
    number.parse().unwrap()
}

#[test]
fn a_search_stopped_by_its_budget_continues_with_all_it_found() {
    let folder = folder("kept-stopped");
    let state = folder.join("board.state");
    let few = analyze(LOST, &state, &["--positions", "700"]);
    let mut known = 0;
    for run_number in 0.. {
        let output = run(&few);
        if run_number > 0 {
            assert_eq!(decided(err(&output)), known, "{}", err(&output));
        }
        if code(&output) == 0 {
            assert!(run_number > 2);
            assert_eq!(outcome(out(&output)), "P:");
            break;
        }
        assert_eq!(code(&output), 3, "{}", err(&output));
        let last = err(&output).lines().last().unwrap();
        assert!(
            last.starts_with("the same command continues from "),
            "{last}"
        );
        assert!(decided(last) > known);
        known = decided(last);
        assert_eq!(names_in(&folder), ["board.state"]);
    }
    // All sums are decided now, and `-q` prints nothing about it.
    let output = run(&analyze(
        LOST,
        &state,
        &["-q", "--positions", "1", "--json"],
    ));
    assert_eq!((code(&output), err(&output)), (0, ""));
    let row: serde_json::Value = serde_json::from_str(out(&output)).unwrap();
    assert_eq!(
        (&row["outcome"], &row["effort"]["positions"]),
        (&"P".into(), &0.into())
    );
    let why = row["reason"]["text"].as_str().unwrap();
    let given = why.split(" outcomes come from a file, and ").nth(1);
    let compared = given.and_then(|rest| rest.split_once(" of them were compared"));
    assert!(
        compared.is_some_and(|(number, _)| number.parse::<u32>().is_ok_and(|n| n >= 512)),
        "{why}"
    );
}

/// The winning moves are the same, and so is the method.
#[test]
fn winning_moves_are_saved_too() {
    let board = "lines(max=3)[1111101/1011011/1101110/1011011/0011100]";
    let state = folder("kept-moves").join("board.state");
    let moves = |told: &str| {
        let lines = told.lines().filter(|line| line.contains(" to lines("));
        lines.map(str::to_string).collect::<Vec<_>>()
    };
    let alone = run(&["analyze", board]);
    assert!(!moves(out(&alone)).is_empty());
    for _ in 0..2 {
        let kept = run(&["analyze", board, "--state", text(&state)]);
        assert_eq!(moves(out(&kept)), moves(out(&alone)), "{}", err(&kept));
    }
}

#[cfg(unix)]
#[test]
fn a_search_killed_at_any_moment_can_be_continued() {
    let folder = folder("kept-killed");
    let state = folder.join("board.state");
    let mut random = fastrand::Rng::with_seed(17);
    let mut killed = 0;
    while killed < 3 {
        let _ = fs::remove_file(&state);
        // At the start, after the first save, and after more saves.
        for saved in [
            random.u64(0..400),
            random.u64(2_000..90_000),
            random.u64(90_000..500_000),
        ] {
            let mut child = silent(&analyze(WON, &state, &["--save-every", "20ms"]));
            grows_to(&state, saved, &mut child);
            child.kill().unwrap();
            killed += u32::from(child.wait().unwrap().code().is_none());
        }
        let output = run(&analyze(WON, &state, &[]));
        assert_eq!(
            (code(&output), outcome(out(&output))),
            (0, "N:"),
            "{}",
            err(&output)
        );
        assert!(
            err(&output).starts_with("continues from "),
            "{}",
            err(&output)
        );
        assert_eq!(names_in(&folder), ["board.state"]);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_is_saved() {
    let state = folder("kept-interrupted").join("board.state");
    let board = "tactix[6x6]";
    let mut child = start_loud(&analyze(board, &state, &["--time", "1h"]));
    first_progress_of(&mut child, "deciding sums: ");
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 130, "{}", err(&output));
    assert!(decided(err(&output)) > 0, "{}", err(&output));
    let output = run(&analyze(board, &state, &["--positions", "300"]));
    assert_eq!(code(&output), 3);
    assert!(
        err(&output).starts_with("continues from "),
        "{}",
        err(&output)
    );
}

/// A value of Cram, whose search is stopped, killed and continued.
#[test]
fn searches_of_placing_games_are_saved() {
    let folder = folder("kept-placing");
    let state = folder.join("cram.state");
    let words = |more: &[&'static str]| -> Vec<String> {
        let words = [
            "analyze",
            "--no-moves",
            "--value",
            "--time",
            "1h",
            "cram[5x7]",
            "--state",
        ];
        let words = words.into_iter().chain([text(&state)]);
        words
            .chain(more.iter().copied())
            .map(str::to_string)
            .collect()
    };
    let run_with = |more: &[&'static str]| {
        let words = words(more);
        run(&words.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let stopped = run_with(&["--positions", "40000"]);
    assert_eq!(code(&stopped), 3, "{}", err(&stopped));
    let last = err(&stopped).lines().last().unwrap();
    assert!(decided(last) >= 40_000, "{last}");
    #[cfg(unix)]
    {
        let before = fs::metadata(&state).unwrap().len();
        let words = words(&["--save-every", "20ms"]);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut child = silent(&words);
        grows_to(&state, before + 10_000, &mut child);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let output = run_with(&[]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(
        err(&output).starts_with("continues from "),
        "{}",
        err(&output)
    );
    assert!(
        out(&output).contains("value          *\n"),
        "{}",
        out(&output)
    );
    assert_eq!(names_in(&folder), ["cram.state"]);
}

#[test]
fn certificates_are_the_same_however_often_they_are_stopped() {
    let folder = folder("kept-certify");
    let [state, plain, kept] =
        ["proof.state", "plain.cert", "kept.cert"].map(|name| folder.join(name));
    // Two halves of 3x5 past a middle column, some of the sums searched for lack of memory.
    let board = "lines(max=3)[3x11]";
    assert_eq!(code(&run(&["certify", board, "-o", text(&plain)])), 0);
    let words = certify(board, &kept, &state);
    for limit in [
        ["--memory", "200KiB"],
        ["--memory", "600KiB"],
        ["--positions", "2000"],
    ] {
        let output = run(&[&words[..], &limit].concat());
        assert_eq!(code(&output), 3, "{limit:?}: {}", err(&output));
        assert!(err(&output).contains("the same command continues from "));
        assert_eq!(names_in(&folder), ["plain.cert", "proof.state"]);
    }
    // Again with the complete state.
    for _ in 0..2 {
        let output = run(&words);
        assert_eq!((code(&output), err(&output)), (0, ""));
        assert_eq!(fs::read(&kept).unwrap(), fs::read(&plain).unwrap());
    }
    let other = run(&certify("tactix[3x3]", &kept, &state));
    assert_eq!(code(&other), 2);
    let said = err(&other);
    assert!(
        said.contains("proof.state") && said.contains("lines(max=3)[3x11]"),
        "{said}"
    );
}

#[test]
fn states_of_other_searches_and_other_files_are_refused() {
    let folder = folder("kept-refused");
    let state = folder.join("board.state");
    let refused = |words: &[&str], why: &str| {
        let output = run(words);
        assert_eq!(code(&output), 2, "{words:?}: {}", err(&output));
        assert!(err(&output).contains(why), "{words:?}: {}", err(&output));
    };
    assert_eq!(
        code(&run(&analyze(LOST, &state, &["--positions", "700"]))),
        3
    );
    let bytes = fs::read(&state).unwrap();
    let words = analyze(LOST, &state, &["--positions", "1"]);
    // Another board, other rules, and another kind of state.
    for other in ["tactix[5x7]", &LOST.replace("max=3", "max=4")] {
        refused(
            &analyze(other, &state, &[]),
            "board.state: this belongs to other rules: it was written for lines(max=3)",
        );
    }
    let kept = folder.join("board.cert");
    refused(&certify(LOST, &kept, &state), "not the state of a proof");
    // No board, no misère play, and no single position.
    refused(
        &[
            "analyze", "nim[3,5]", "--play", "misere", "--state", "x.state",
        ],
        "is neither a single board",
    );
    refused(
        &["analyze", LOST, "--play", "normal", "--state", "x.state"],
        "misère play",
    );
    refused(
        &["analyze", LOST, LOST, "--state", "x.state"],
        "a single position",
    );
    refused(&["analyze", "-", "--state", "x.state"], "a single position");
    refused(&["analyze", LOST, "--save-every", "1s"], "--state");
    // Neither in the place of a folder, nor in a folder that does not exist.
    refused(&analyze(LOST, &folder, &[]), "it is a directory");
    refused(&analyze(LOST, &folder.join("none/x.state"), &[]), "x.state");
    assert_eq!(names_in(&folder), ["board.state"]);
    // Its contents must fit into memory.
    let little = run(&analyze(LOST, &state, &["--memory", "20KiB"]));
    assert_eq!(code(&little), 3, "{}", err(&little));
    assert!(
        err(&little).contains("board.state: continuing from it was stopped by the memory limit"),
        "{}",
        err(&little)
    );
    assert_eq!(fs::read(&state).unwrap(), bytes);
    // Truncated, too long, altered, of another version, and of another kind.
    let mut random = fastrand::Rng::with_seed(3);
    let mut damaged = vec![Vec::new(), b"text".to_vec(), [&bytes[..], b"x"].concat()];
    damaged.extend((0..12).map(|_| bytes[..random.usize(..bytes.len())].to_vec()));
    damaged.extend((0..12).map(|_| {
        let mut altered = bytes.clone();
        altered[random.usize(..bytes.len())] ^= 1 << random.u32(..8);
        altered
    }));
    let mut newer = bytes.clone();
    newer[8] += 1;
    damaged.push(newer);
    for damaged in damaged {
        fs::write(&state, &damaged).unwrap();
        refused(&words, "board.state: ");
        assert_eq!(fs::read(&state).unwrap(), damaged);
    }
}

#[test]
fn one_process_works_on_a_state() {
    let folder = folder("kept-locked");
    let state = folder.join("board.state");
    let kept = folder.join("board.cert");
    let lock = Lock::on(&state).unwrap();
    for words in [
        analyze(LOST, &state, &[]),
        certify("tactix[3x3]", &kept, &state),
    ] {
        let refused = run(&words);
        assert_eq!(code(&refused), 2);
        let said = err(&refused);
        assert!(
            said.contains("board.state: another process is working on it"),
            "{said}"
        );
    }
    drop(lock);
    assert_eq!(code(&run(&analyze(LOST, &state, &[]))), 0);
    assert_eq!(names_in(&folder), ["board.state"]);
}

/// A count whose last save fails is reported, and the command does not end with success.
#[cfg(unix)]
#[test]
fn a_count_that_cannot_be_saved_ends_as_that() {
    let folder = folder("unsaved-count");
    let state = folder.join("n.count");
    let command = nimfield(&[]);
    // No file can grow beyond 0 bytes.
    let output = std::process::Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\""])
        .arg(command.get_program())
        .args(["table", "nim[n 2n]", "n=1..100", "--count", "--state"])
        .arg(&state)
        .output()
        .unwrap();
    assert_eq!(code(&output), 2);
    assert_eq!(out(&output), "0 P-positions among 100\n");
    assert!(
        err(&output).contains("error: the state cannot be saved: "),
        "{}",
        err(&output)
    );
    assert!(!state.exists());
}

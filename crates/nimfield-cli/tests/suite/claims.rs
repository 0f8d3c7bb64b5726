//! `nimfield verify`, `hunt` and `check` as the command gives them.

use crate::common;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::Stdio;

use crate::common::{code, end, err, grows_to, interrupt, nimfield, out, start};

/// Exit code, stdout and stderr.
fn run(args: &[&str]) -> (i32, String, String) {
    let output = common::run(args);
    (
        code(&output),
        out(&output).to_string(),
        err(&output).to_string(),
    )
}

/// The name of a file for one test that does not exist yet.
fn file(name: &str) -> (PathBuf, String) {
    let path = common::file(name);
    let text = path.to_str().unwrap().to_string();
    (path, text)
}

/// The lines that do not depend on how long it took.
fn without_time(json: &str) -> String {
    json.split(",\"seconds\"").next().unwrap().to_string()
}

#[test]
fn exit_codes_separate_true_from_false_claims() {
    let (code, out, _) = run(&["verify", "ferguson-lemma-1", "--up-to", "9"]);
    assert_eq!(code, 0);
    assert!(out.contains("holds"), "{out}");
    let (code, out, _) = run(&["verify", "ferguson-conjecture"]);
    assert_eq!(code, 1);
    assert!(out.contains("by the rules alone"), "{out}");
    // With several claims, what counts is whether they are as recorded.
    let both = [
        "verify",
        "ferguson-lemma-1",
        "ferguson-conjecture",
        "--up-to",
        "8",
    ];
    let (code, out, _) = run(&both);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("false, as recorded"), "{out}");
    // The counterexample has size 7, so smaller sizes are no surprise.
    let both = [&both[..4], &["6"]].concat();
    let (code, out, _) = run(&both);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("holds, its counterexample is larger"), "{out}");
    assert!(out.contains("2 claims, 0 of them not as recorded"), "{out}");
    let (code, _, err) = run(&["verify", "ferguson-theorem-33"]);
    assert_eq!(code, 2);
    assert!(err.contains("ferguson-theorem-3"), "{err}");
    assert_eq!(run(&["verify"]).0, 2);
    let (code, out, _) = run(&["verify", "--list"]);
    assert_eq!(code, 0);
    assert!(out.lines().count() > 100, "{out}");
}

#[test]
fn an_insufficient_budget_is_reported() {
    let args = [
        "hunt",
        "ferguson-theorem-3",
        "--up-to",
        "40",
        "--positions",
        "1000",
    ];
    let (code, out, _) = run(&args);
    assert_eq!(code, 3);
    assert!(out.contains("the limit of 1,000 positions"), "{out}");
}

#[test]
fn a_total_time_limits_all_claims_together() {
    let claims = ["ferguson-theorem-3", "ferguson-lemma-1"];
    let args = [&["verify"], &claims[..], &["--total-time", "0s"]].concat();
    let (code, out, _) = run(&args);
    assert_eq!(code, 3, "{out}");
    assert!(
        out.contains("0 of them not as recorded, 2 not finished"),
        "{out}"
    );
    let (code, out, _) = run(&["verify", "ferguson-lemma-1", "--total-time", "0s"]);
    assert_eq!(code, 3, "{out}");
    assert!(out.contains("the total time of 0s is over"), "{out}");
    let far = [
        "verify",
        "ferguson-lemma-1",
        "--up-to",
        "5",
        "--total-time",
        "1h",
    ];
    assert_eq!(run(&far).0, 0);
}

#[test]
fn a_killed_hunt_continues_to_the_same_result() {
    let (path, state) = file("killed.hunt");
    let args = [
        "hunt",
        "ferguson-theorem-3",
        "--up-to",
        "36",
        "--json",
        "-q",
    ];
    let whole = run(&args);
    assert_eq!(whole.0, 0);
    let with_state = [&args[..], &["--state", &state]].concat();
    let mut child = nimfield(&with_state).stdout(Stdio::null()).spawn().unwrap();
    grows_to(&path, 1, &mut child);
    child.kill().unwrap();
    child.wait().unwrap();
    let again = run(&with_state);
    assert_eq!(again.0, 0);
    assert_eq!(without_time(&again.1), without_time(&whole.1));
    let (_, _, err) = run(&[
        "hunt",
        "ferguson-theorem-3",
        "--up-to",
        "9",
        "--state",
        &state,
    ]);
    assert!(
        err.contains("a sample of what it says was computed again"),
        "{err}"
    );
    // A state of another claim or shard is refused, and so is one that was altered.
    let (code, _, err) = run(&[
        "hunt",
        "ferguson-lemma-1",
        "--up-to",
        "9",
        "--state",
        &state,
    ]);
    assert_eq!(code, 2, "{err}");
    let (code, _, err) = run(&[&with_state[..], &["--shard", "1/2"]].concat());
    assert_eq!(code, 2, "{err}");
    let mut bytes = fs::read(&path).unwrap();
    bytes[40] ^= 1;
    fs::write(&path, bytes).unwrap();
    let (code, _, err) = run(&with_state);
    assert_eq!(code, 2);
    assert!(err.contains("altered"), "{err}");
}

#[test]
fn shards_are_merged() {
    let whole = run(&["hunt", "ferguson-lemma-2", "--up-to", "60", "--json"]);
    let states = ["1", "2", "3"].map(|i| file(&format!("shard{i}.hunt")).1);
    for (i, state) in (1..).zip(&states) {
        let shard = format!("{i}/3");
        let args = [
            "hunt",
            "ferguson-lemma-2",
            "--up-to",
            "60",
            "--shard",
            &shard,
            "--state",
            state,
        ];
        assert_eq!(run(&args).0, 0);
    }
    let [a, b, c] = &states;
    let merged = run(&["hunt", "ferguson-lemma-2", "--json", "--merge", a, b, c]);
    assert_eq!(merged.0, 0);
    assert_eq!(without_time(&merged.1), without_time(&whole.1));
    let (code, _, err) = run(&["hunt", "ferguson-lemma-2", "--merge", a, b]);
    assert_eq!(code, 2);
    assert!(err.contains("needs 3 files"), "{err}");
}

#[test]
fn counterexamples_are_certified_and_checked() {
    let (path, certificate) = file("conjecture.json");
    let args = ["hunt", "ferguson-conjecture", "--certificate", &certificate];
    let (code, out, _) = run(&args);
    assert_eq!(code, 1);
    assert!(out.contains("matrix-partizan[2 6; 3 7]"), "{out}");
    let (code, out, _) = run(&["check", &certificate]);
    assert_eq!(code, 0);
    assert!(out.contains("every step holds"), "{out}");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(
        &path,
        text.replacen("\"wins\":[true,true]", "\"wins\":[false,false]", 1),
    )
    .unwrap();
    let (code, _, err) = run(&["check", &certificate]);
    assert_eq!(code, 1);
    assert!(err.contains("wrong"), "{err}");
    let (code, out, _) = run(&["check", &certificate, "--json"]);
    assert_eq!(code, 1);
    assert!(
        out.starts_with("{\"schema\":1,\"line\":null,\"error\":"),
        "{out}"
    );
    fs::write(&path, "{").unwrap();
    assert_eq!(run(&["check", &certificate]).0, 2);
}

#[test]
fn a_hunt_that_cannot_be_saved_does_not_begin() {
    let (path, _) = file("no-folder");
    let state = path.join("there.hunt");
    let state = state.to_str().unwrap();
    let (code, _, err) = run(&["hunt", "ferguson-theorem-3", "--state", state]);
    assert_eq!(code, 2);
    assert!(err.contains("there.hunt"), "{err}");
}

#[cfg(unix)]
#[test]
fn a_hunt_that_cannot_be_saved_says_so_at_once() {
    let (folder, _) = file("lost-folder");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    let state = folder.join("there.hunt");
    let name = state.to_str().unwrap();
    let args = [
        "hunt",
        "ferguson-theorem-3",
        "--time",
        "1h",
        "--state",
        name,
    ];
    let mut child = start(&args);
    assert!(grows_to(&state, 1, &mut child));
    // A second process that would continue from the same file at the same time is rejected.
    let (code, _, err) = run(&args);
    assert_eq!(code, 2);
    assert!(err.contains("another process is working on it"), "{err}");
    // A file may be created while the folder is emptied.
    while folder.exists() {
        let _ = fs::remove_dir_all(&folder);
    }
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    assert!(
        line.starts_with("error: the progress cannot be saved: "),
        "{line}"
    );
    assert!(line.contains("there.hunt"), "{line}");
    interrupt(&child);
    let mut rest = String::new();
    stderr.read_to_string(&mut rest).unwrap();
    // Not every second, but the results are still reported.
    assert_eq!(rest, "");
    let (code, out, _) = end(child);
    assert_eq!(code, 130);
    assert!(out.contains("ferguson-theorem-3"), "{out}");
}

#[test]
fn files_that_cannot_be_written_are_errors() {
    let nowhere = file("nowhere").0.join("file");
    let nowhere = nowhere.to_str().unwrap();
    for args in [
        &["hunt", "ferguson-conjecture", "--certificate", nowhere][..],
        &["hunt", "ferguson-conjecture", "--state", nowhere],
        &[
            "verify",
            "ferguson-lemma-1",
            "--up-to",
            "5",
            "--report",
            nowhere,
        ],
    ] {
        let (code, _, err) = run(args);
        assert_eq!(code, 2, "{args:?}");
        assert!(err.contains("cannot write "), "{args:?}: {err}");
    }
}

#[test]
fn the_play_option_is_refused_because_claims_have_their_own() {
    for command in ["verify", "hunt"] {
        for play in ["normal", "misere"] {
            let args = [command, "ferguson-lemma-1", "--up-to", "3", "--play", play];
            let (code, out, err) = run(&args);
            assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
            assert!(err.contains("is not available for claims"), "{err}");
        }
    }
}

#[test]
fn a_report_names_every_claim() {
    let (path, report) = file("claims.md");
    let args = [
        "verify",
        "ferguson-lemma-2",
        "ferguson-conjecture",
        "--up-to",
        "8",
        "--report",
        &report,
    ];
    assert_eq!(run(&args).0, 0);
    let text = fs::read_to_string(&path).unwrap();
    for part in [
        "## ferguson-lemma-2",
        "## ferguson-conjecture",
        "Least counterexample",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn the_atlas_leaves_other_files_as_they_are() {
    let folder = common::folder("atlas-others");
    let path = folder.join("notes.txt");
    for text in ["notes", "notes\n", "{}\nnotes"] {
        fs::write(&path, text).unwrap();
        let (code, _, err) = run(&[
            "verify",
            "atlas",
            "--shard",
            "1/900",
            "-o",
            path.to_str().unwrap(),
        ]);
        assert_eq!(code, 2, "{text:?}: {err}");
        assert!(err.contains("not a line of the atlas"), "{err}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

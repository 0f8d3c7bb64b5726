//! Tables of all partitions up to a bound, and classifications, as the command gives them.

use std::fs;
use std::process::Stdio;

use crate::common::{code, err, file, grows_to, nimfield, out, run};

#[test]
fn a_killed_run_continues_from_its_last_level() {
    let path = file("killed.census");
    let state = path.to_str().unwrap();
    let resumed = [
        "table", "pnim", "--up-to", "60", "--count", "-q", "--state", state,
    ];
    // Until some levels are saved, but not all. On a busy machine it may finish before it is killed; then it is
    // repeated.
    loop {
        let mut child = nimfield(&resumed).stdout(Stdio::null()).spawn().unwrap();
        grows_to(&path, 1500, &mut child);
        child.kill().unwrap();
        if !child.wait().unwrap().success() {
            break;
        }
        fs::remove_file(&path).unwrap();
    }
    let whole = run(&["table", "pnim", "--up-to", "60", "--count"]);
    assert_eq!(code(&whole), 0);
    let again = run(&resumed);
    let printed = (code(&again), out(&again));
    assert_eq!(printed, (0, out(&whole)), "{}", err(&again));
    // Now all levels are saved.
    let again = run(&[&resumed[..], &["--positions", "0"]].concat());
    assert_eq!((code(&again), out(&again)), (0, out(&whole)));
    let shorter = run(&[
        "table", "pnim", "--up-to", "10", "--count", "--state", state,
    ]);
    let expected = run(&["table", "pnim", "--up-to", "10", "--count"]);
    assert_eq!(out(&shorter), out(&expected));
    // Later levels come from the file, and a remark says so.
    for (up_to, said) in [
        ("40", None),
        ("41", Some("levels 41 to 41")),
        ("60", Some("levels 41 to 60")),
    ] {
        let told = run(&[
            "table", "pnim", "--up-to", up_to, "--count", "--state", state,
        ]);
        assert_eq!(
            said.is_none(),
            !err(&told).contains("come from"),
            "{}",
            err(&told)
        );
        assert!(
            said.is_none_or(|said| err(&told).contains(said)),
            "{}",
            err(&told)
        );
    }
}

#[test]
fn foreign_and_damaged_states_are_refused() {
    let path = file("damaged.census");
    let state = path.to_str().unwrap();
    let table = |by: &str| {
        run(&[
            "table", "pnim", "--up-to", "12", "--count", "--by", by, "--state", state,
        ])
    };
    assert_eq!(code(&table("size")), 0);
    let other = table("perimeter");
    assert_eq!(code(&other), 2);
    assert!(
        err(&other).contains("\"pnim normal size\""),
        "{}",
        err(&other)
    );
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let damaged = table("size");
    assert_eq!(code(&damaged), 2);
    assert!(err(&damaged).contains("altered"), "{}", err(&damaged));
    assert_eq!(
        fs::read(&path).unwrap(),
        bytes,
        "the file is left as it was"
    );
}

/// Version 0.1.0 kept closures on disk, in a folder with this list of the finished levels.
#[test]
fn the_state_of_a_census_on_disk_is_named_with_what_to_use_instead() {
    let path = file("pnim.levels");
    let state = path.to_str().unwrap();
    let written = b"NIMFCLOS\x01\0\0\0\x10\0\0\0pnim normal size";
    fs::write(&path, written).unwrap();
    let refused = run(&[
        "table", "pnim", "--up-to", "12", "--count", "--state", state,
    ]);
    assert_eq!((code(&refused), out(&refused)), (2, ""));
    let said = err(&refused);
    assert!(said.contains("pnim.levels: "), "{said}");
    assert!(said.contains("this version does not continue"), "{said}");
    assert!(
        said.contains("give --state the name of a new file"),
        "{said}"
    );
    assert_eq!(fs::read(&path).unwrap(), written);
}

#[test]
fn what_does_not_fit_is_refused_with_the_memory_named() {
    let args = [
        "table",
        "pnim",
        "--up-to",
        "31",
        "--by",
        "perimeter",
        "--count",
    ];
    let refused = run(&args);
    assert_eq!((code(&refused), out(&refused)), (3, ""));
    assert!(
        err(&refused).contains("4.0 GiB needed, 2.0 GiB allowed"),
        "{}",
        err(&refused)
    );
    let args = ["table", "pnim", "--up-to", "121", "--count"];
    let refused = run(&args);
    assert_eq!(code(&refused), 2);
    assert!(err(&refused).contains("exceeds 120"), "{}", err(&refused));
    let args = ["table", "pnim", "--up-to", "60", "--time", "0s", "--count"];
    assert_eq!(code(&run(&args)), 3);
    // Ten million rows are too many for a table.
    let args = ["table", "pnim", "--up-to", "63"];
    let refused = run(&args);
    assert_eq!(code(&refused), 2);
    assert!(
        err(&refused).contains("more than 10000000"),
        "{}",
        err(&refused)
    );
}

#[test]
fn b_files_pass_the_check() {
    for (name, args) in [
        ("value", &["--value", "2"][..]),
        ("heavy", &["--heavy"]),
        ("light", &["--non-heavy", "--up-to-conjugation"]),
        ("perimeter", &["--value", "1", "--by", "perimeter"]),
    ] {
        let path = file(&format!("{name}.txt"));
        let path = path.to_str().unwrap();
        let table = [
            "table", "pnim", "--up-to", "20", "--format", "bfile", "-o", path,
        ];
        let written = run(&[&table[..], args].concat());
        assert_eq!(code(&written), 0, "{}", err(&written));
        let checked = run(&["table", "--check-bfile", path]);
        assert_eq!(code(&checked), 0, "{}", err(&checked));
        assert!(
            out(&checked).contains("21 terms, n = 0 to 20"),
            "{}",
            out(&checked)
        );
    }
}

/// Lists, counts and b-files agree.
#[test]
fn lists_and_counts_agree() {
    for choice in [
        &["--value", "6"][..],
        &["--heavy"],
        &["--non-heavy"],
        &["--up-to-conjugation", "--value", "8"],
    ] {
        for by in ["size", "perimeter"] {
            let table = |more: &[&str]| {
                let args = ["table", "pnim", "--up-to", "12", "--by", by];
                let output = run(&[&args[..], choice, more].concat());
                assert_eq!(code(&output), 0, "{}", err(&output));
                out(&output).to_string()
            };
            let csv = table(&["--format", "csv"]);
            let counts = table(&["--count", "--format", "csv"]);
            let terms = table(&["--format", "bfile"]);
            assert_eq!(csv.lines().count(), table(&["--json"]).lines().count() + 1);
            assert_eq!(csv.lines().count(), table(&[]).lines().count() + 1);
            for (line, term) in counts.lines().skip(1).zip(terms.lines().skip(1)) {
                assert_eq!(line.replace(',', " "), term);
                let (grade, count) = line.split_once(',').unwrap();
                let begins = format!("{grade},");
                let listed = csv
                    .lines()
                    .skip(1)
                    .filter(|row| row.starts_with(&begins))
                    .count();
                assert_eq!(listed, count.parse::<usize>().unwrap());
            }
        }
    }
}

/// Appendix A, by one command; every value is one that `analyze` finds too.
#[test]
fn appendix_a_is_what_analysis_finds() {
    let table = run(&[
        "table",
        "pnim",
        "--up-to",
        "26",
        "--value",
        "2",
        "--up-to-conjugation",
        "--json",
    ]);
    let rows: Vec<serde_json::Value> = out(&table)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(rows.len(), 13);
    let positions: Vec<&str> = rows
        .iter()
        .map(|row| row["position"].as_str().unwrap())
        .collect();
    let analysed = run(&[
        &["analyze", "--json", "--value", "--no-moves"],
        &positions[..],
    ]
    .concat());
    assert_eq!(code(&analysed), 0, "{}", err(&analysed));
    for (row, line) in rows.iter().zip(out(&analysed).lines()) {
        let answer: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(
            (&row["value"], row["value"].as_str()),
            (&answer["value"], Some("*2"))
        );
    }
}

/// Appendix B, by one command.
#[test]
fn appendix_b_leaves_out_three_partitions() {
    let table = |choice| {
        let args = [
            "table",
            "pnim",
            "--up-to",
            "8",
            "--up-to-conjugation",
            choice,
        ];
        out(&run(&args)).to_string()
    };
    // Up to conjugation there are 1, 1, 1, 2, 3, 4, 6, 8, 12 partitions of 0, 1, ..., 8.
    assert_eq!(table("--heavy").lines().count(), 38 - 3);
    let light = "n=4  pnim[2^2]  1\nn=8  pnim[3^2,2]  1\nn=8  pnim[4^2]  3\n";
    assert_eq!(table("--non-heavy"), light);
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    for args in [
        &["table", "matrix", "--up-to", "5"][..],
        &["table", "lctr", "--up-to", "5", "--heavy"],
        &["table", "lctr", "--up-to", "5", "--state", "lctr.census"],
        &["table", "lctr", "--up-to", "5", "--by", "perimeter"],
        &["table", "lctr", "--up-to", "5", "--format", "svg"],
        &["table", "lctr", "--up-to", "5", "--format", "bfile"],
        &[
            "table", "lctr", "--up-to", "5", "--show", "rank", "--only-p",
        ],
        &[
            "table", "lctr", "--up-to", "5", "--show", "rank", "--value", "1",
        ],
        &["table", "pnim", "--up-to", "5", "--heavy", "--non-heavy"],
        &["table", "pnim", "--up-to", "5", "--value", "2", "--heavy"],
        &["table", "pnim", "--up-to", "5", "--format", "bfile"],
        &[
            "table", "pnim", "--up-to", "5", "--play", "misere", "--heavy",
        ],
        &["table", "pnim", "--heavy"],
        &["table", "pnim", "n=1..2", "--up-to", "5"],
        &["table", "--up-to", "5"],
        &["classify"],
        &["classify", "lctr"],
        &["classify", "chess", "--up-to", "5"],
        &["classify", "domineering", "--up-to", "5"],
        &["classify", "cram", "--up-to", "5", "--sums"],
        &["classify", "nim", "--up-to", "5", "--by", "perimeter"],
        &["classify", "--figure", "lctr"],
    ] {
        let output = run(args);
        assert_eq!((code(&output), out(&output)), (2, ""), "{args:?}");
        assert!(
            err(&output).starts_with("error: "),
            "{args:?}: {}",
            err(&output)
        );
    }
}

#[test]
fn classifications_say_what_they_looked_at() {
    let output = run(&["classify", "lctr", "rook", "--up-to", "10", "--json"]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    for (line, game) in out(&output).lines().zip(["lctr", "rook"]) {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(
            (&row["schema"], &row["game"], &row["up_to"]),
            (&1.into(), &game.into(), &10.into())
        );
        assert_eq!(row["positions"], 139);
        for (class, verdict) in row["classes"].as_object().unwrap() {
            let against = &verdict["against"];
            assert_eq!(verdict["up_to_bound"], against.is_null(), "{class}");
            if !against.is_null() {
                let position = against["position"].as_str().unwrap();
                assert_eq!(code(&run(&["analyze", position])), 0);
            }
        }
    }
    let graph = run(&["classify", "--figure", "--up-to", "6", "--format", "dot"]);
    assert_eq!(code(&graph), 0);
    assert!(out(&graph).starts_with("digraph"));
    assert!(out(&graph).contains("  \"1-PNim\" -> pet [style=dashed];\n"));
    let stopped = run(&["classify", "pnim", "--up-to", "40", "--positions", "1000"]);
    assert_eq!(code(&stopped), 3);
}

#[test]
fn a_count_of_a_family_continues_from_its_state() {
    let path = file("family.count");
    let state = ["--state", path.to_str().unwrap()];
    let count = ["table", "kayles[n 2n]", "n=0..5000000", "--count"];
    let stopped = run(&[&count[..], &state, &["--time", "0s"]].concat());
    assert_eq!(code(&stopped), 3, "{}", err(&stopped));
    let whole = run(&count);
    for _ in 0..2 {
        let again = run(&[&count[..], &state].concat());
        assert_eq!(
            (code(&again), out(&again)),
            (0, out(&whole)),
            "{}",
            err(&again)
        );
    }
    let other = run(&[&["table", "kayles[n 2n]", "n=0..9", "--count"], &state[..]].concat());
    assert_eq!(code(&other), 2);
    let expected = "the state is that of kayles[n 2n] n=0..5000000 (normal play); expected kayles[n 2n] n=0..9";
    assert!(err(&other).contains(expected), "{}", err(&other));
    let sieve = run(&[
        &["table", "wythoff[a b]", "a=0..9", "b=0..9", "--count"],
        &state[..],
    ]
    .concat());
    assert_eq!(code(&sieve), 2);
}
